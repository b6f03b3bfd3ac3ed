"""Games on disk, in the form in which the platform lets one match be downloaded."""

import json
from typing import Any, Dict

from protocol.referee import JudgedGame


def make_record(judged: JudgedGame) -> Dict[str, Any]:
    """The download form of a game: who played, what was said, how it stands."""
    return {
        "players": [{"name": name} for name in judged.names],
        "logs": judged.log,
        "initdata": "",
        "status": "finished" if judged.scores else "aborted",
    }


def save_record(path: str, judged: JudgedGame) -> None:
    """Writes the game as one line of JSON; OSError if it cannot be written."""
    with open(path, "w", encoding="utf-8") as stream:
        json.dump(make_record(judged), stream, separators=(",", ":"))
        stream.write("\n")
