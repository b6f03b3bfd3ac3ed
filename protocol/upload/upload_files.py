"""The file to upload for each platform, for the bot itself and for the samples."""

from protocol.upload.bundling import BOT_ENTRY, PROJECT_FOLDER, bundle
from protocol.upload.shortening import shorten
from protocol.upload.untyping import without_types

#: The module each upload starts from.
ENTRIES = {
    "botzone": BOT_ENTRY,
    "botzone-small": BOT_ENTRY,
    "mo": "protocol.platforms.mo",
    "cs303": "protocol.platforms.cs303",
    "cs303-reversed": "protocol.platforms.cs303_reversed",
    "codingame": "protocol.platforms.codingame",
}

#: Uploads without the code that is only read or never run: CodinGame counts characters.
SMALL_UPLOADS = ("botzone-small", "codingame")
#: Small uploads without types as well, which start faster and are harder to read. The first plays exactly like bot.py.
UNTYPED_UPLOADS = ("botzone-small", "codingame")
#: For uploads that are not made of the usual modules, the modules to replace and what replaces them. CodinGame and
#: reversed Reversi have weights of their own.
REPLACED_MODULES = {
    "botzone-small": {"protocol.answering.gtp_engine_end": "protocol.answering.no_gtp"},
    "codingame": {"engine.weights": "engine.small_weights", "engine.stored_weights": "engine.sparse_weights"},
    "cs303-reversed": {"engine.weights": "engine.reversed_weights", "engine.stored_weights": "engine.reversed_store"},
}

#: For each platform that calls a class, the module that wraps a sample; and the sample that this module imports.
CLASS_ENTRIES = {"mo": "protocol.platforms.mo_sample", "cs303": "protocol.platforms.cs303_sample"}
NAMED_SAMPLE = "protocol.samples.random_bot"


def sample_upload_text(module: str, platform: str, root: str = PROJECT_FOLDER) -> str:
    """The upload of a sample for a platform that calls a class; BundleError if the module is not a sample."""
    return bundle(CLASS_ENTRIES[platform], root, {NAMED_SAMPLE: module}, "--entry %s --for %s" % (module, platform))


def upload_text(name: str, root: str = PROJECT_FOLDER) -> str:
    """The upload of that name."""
    text = bundle(ENTRIES[name], root, REPLACED_MODULES.get(name))
    text = without_types(text) if name in UNTYPED_UPLOADS else text
    return shorten(text) if name in SMALL_UPLOADS else text
