"""The file to upload for each platform."""

from protocol.upload.bundling import BOT_ENTRY, PROJECT_FOLDER, bundle
from protocol.upload.shortening import shorten

#: The module that each upload starts from.
ENTRIES = {
    "botzone": BOT_ENTRY,
    "mo": "protocol.platforms.mo",
    "cs303": "protocol.platforms.cs303",
    "codingame": "protocol.platforms.codingame",
}

#: CodinGame counts characters, so its upload has fewer weights, and of the code only what is run.
SMALL_UPLOADS = ("codingame",)
SMALL_WEIGHTS = {"engine.weights": "engine.small_weights", "engine.stored_weights": "engine.sparse_weights"}


def upload_text(name: str, root: str = PROJECT_FOLDER) -> str:
    """The file for that platform."""
    if name in SMALL_UPLOADS:
        return shorten(bundle(ENTRIES[name], root, SMALL_WEIGHTS))
    return bundle(ENTRIES[name], root)
