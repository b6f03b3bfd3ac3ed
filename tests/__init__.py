"""The proof: one module of tests for each module, the slow oracle, known positions and games, misbehaving bots."""
