"""The file to upload for each platform, of our own bot and of the samples."""

from protocol.upload.bundling import BOT_ENTRY, PROJECT_FOLDER, bundle
from protocol.upload.shortening import shorten

#: The module that each upload starts from.
ENTRIES = {
    "botzone": BOT_ENTRY,
    "mo": "protocol.platforms.mo",
    "cs303": "protocol.platforms.cs303",
    "cs303-reversed": "protocol.platforms.cs303_reversed",
    "codingame": "protocol.platforms.codingame",
}

#: CodinGame counts characters, so its upload has fewer weights, and of the code only what is run.
SMALL_UPLOADS = ("codingame",)
#: The uploads that have other weights than those of bot.py, and the modules that they have in their place.
OTHER_WEIGHTS = {
    "codingame": {"engine.weights": "engine.small_weights", "engine.stored_weights": "engine.sparse_weights"},
    "cs303-reversed": {"engine.weights": "engine.reversed_weights", "engine.stored_weights": "engine.reversed_store"},
}

#: The module that a sample starts from on each platform that calls a class, and the sample that it names.
CLASS_ENTRIES = {"mo": "protocol.platforms.mo_sample", "cs303": "protocol.platforms.cs303_sample"}
NAMED_SAMPLE = "protocol.samples.random_bot"


def sample_upload_text(module: str, platform: str, root: str = PROJECT_FOLDER) -> str:
    """The file of a sample for a platform that calls a class; BundleError if the module is no sample."""
    return bundle(CLASS_ENTRIES[platform], root, {NAMED_SAMPLE: module}, "--entry %s --for %s" % (module, platform))


def upload_text(name: str, root: str = PROJECT_FOLDER) -> str:
    """The file for that platform."""
    text = bundle(ENTRIES[name], root, OTHER_WEIGHTS.get(name))
    return shorten(text) if name in SMALL_UPLOADS else text
