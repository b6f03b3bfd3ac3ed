"""Bots that travel: the files of a bot by value, so that a worker of a cluster plays the very bot that is meant.

    bot.py, bot.cpp                 travels, with the headers from its own folder; compiled where it plays
    python3 bot.py --depth 3        the files among the arguments travel, the command is looked up by name there
    ./a.out                         an executable is made for one kind of machine: it is named, must be at the same
                                    place there, and must have the same content
    uct                             a sample comes with the project, which must be the same there

What has travelled is kept in the user's cache folder under the hash of its content. A `.py` file travels alone: what it
imports has to be there already.
"""

import hashlib
import os
import shlex
import tempfile
from typing import NamedTuple, Optional, Tuple

from engine.cluster.project import digest_of_files
from protocol.judging.bot_names import split_spec
from protocol.judging.compilers import cache_folder, files_of_source, is_source
from protocol.samples import SAMPLES


class Parcel(NamedTuple):
    """A file and the files it includes: names relative to its folder, and contents. The first one is the file."""

    files: Tuple[Tuple[str, bytes], ...]
    digest: str


class Word(NamedTuple):
    """A word of a bot's command: itself, or the file that it names."""

    text: str
    parcel: Optional[Parcel] = None  #: travels, and the word is the path it gets
    digest: str = ""  #: of an executable that has to be there already


class TravellingBot(NamedTuple):
    """A bot as it can be sent."""

    prefix: str
    words: Tuple[Word, ...]
    is_command: bool  #: False: one word, taken as it is


def pack_bot(spec: str) -> TravellingBot:
    """The bot a user means, with the content of its files; ValueError if it cannot travel."""
    prefix, target = split_spec(spec)
    if target in SAMPLES and not os.path.isfile(target):
        return TravellingBot(prefix, (Word(target),), False)
    if os.path.isfile(target):
        return TravellingBot(prefix, (_pack_word(target, 0),), False)
    try:
        words = shlex.split(target)
    except ValueError as error:
        raise ValueError("bad command line %r: %s" % (target, error)) from None
    return TravellingBot(prefix, tuple(_pack_word(word, place) for place, word in enumerate(words)), True)


def unpack_bot(bot: TravellingBot) -> str:
    """How the bot is called on this machine; ValueError if something of it is missing here."""
    words = [_unpack_word(word) for word in bot.words]
    return bot.prefix + (" ".join(map(shlex.quote, words)) if bot.is_command else words[0])


def _pack_word(word: str, place: int) -> Word:
    if not os.path.isfile(word):
        return Word(word)
    if place == 0 and not word.endswith(".py") and not is_source(word):
        return Word(os.path.abspath(word), digest=_digest_of_file(word))
    return Word(word, parcel=pack_file(word))


def pack_file(path: str) -> Parcel:
    """The file and what it includes; ValueError if that is not below its folder."""
    folder = os.path.dirname(os.path.abspath(path))
    files = []
    for file in files_of_source(path):
        name = os.path.relpath(file, folder).replace(os.sep, "/")
        if name.startswith(".."):
            raise ValueError("%s cannot travel: it includes %s from another folder" % (path, file))
        with open(file, "rb") as stream:
            files.append((name, stream.read()))
    return Parcel(tuple(files), digest_of_files(files))


def _unpack_word(word: Word) -> str:
    if word.parcel is not None:
        return unpack_file(word.parcel)
    if word.digest and not (os.path.isfile(word.text) and _digest_of_file(word.text) == word.digest):
        raise ValueError("%s is not here, or it is another one" % word.text)
    return word.text


def unpack_file(parcel: Parcel) -> str:
    """The path of the file on this machine; ValueError if it has not come as it was sent."""
    if digest_of_files(parcel.files) != parcel.digest:
        raise ValueError("%s was damaged on its way" % parcel.files[0][0])
    folder = os.path.join(cache_folder(), "travelled", parcel.digest[:32])
    for name, content in parcel.files:
        path = os.path.join(folder, *name.split("/"))
        if not _has_content(path, content):
            _write_whole(path, content)
    return os.path.join(folder, parcel.files[0][0])


def _has_content(path: str, content: bytes) -> bool:
    try:
        with open(path, "rb") as stream:
            return stream.read() == content
    except OSError:
        return False


def _write_whole(path: str, content: bytes) -> None:
    """Nobody sees half a file, though many workers may write the same one."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, part = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, "wb") as stream:
        stream.write(content)
    os.replace(part, path)


def _digest_of_file(path: str) -> str:
    with open(path, "rb") as stream:
        return hashlib.sha256(stream.read()).hexdigest()
