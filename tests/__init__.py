"""The proof: one module of tests for each module, the slow oracle, known positions and games, misbehaving bots."""

from pathlib import Path

#: The project's folder.
ROOT = Path(__file__).resolve().parents[1]
