"""Sends bots to the workers of a cluster, files included, so that every worker plays exactly the same bot.

    bot.py, bot.cpp                 is sent, with the headers from its own folder; compiled on the worker
    python3 bot.py --depth 3        the files among the arguments are sent; the worker looks up the command by name
    ./a.out                         an executable fits one kind of machine: it is not sent, but must be at the same
                                    path on the worker, with the same content
    uct                             a sample is part of the project, which must be the same on the worker

Files that were sent are kept in the user's cache folder under the hash of their content. A `.py` file is sent alone:
the worker must already have what it imports.
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
    """A file, followed by the files it includes: names relative to its folder, and contents."""

    files: Tuple[Tuple[str, bytes], ...]
    digest: str


class Word(NamedTuple):
    """A word of a bot's command, with the file that it names."""

    text: str
    parcel: Optional[Parcel] = None  #: sent along; the word becomes its new path
    digest: str = ""  #: of an executable that the worker must already have


class TravellingBot(NamedTuple):
    """A bot that can be sent."""

    prefix: str
    words: Tuple[Word, ...]
    is_command: bool  #: False: a single word, without quoting


def pack_bot(spec: str) -> TravellingBot:
    """The bot a user names, with the content of its files; ValueError if it cannot be sent."""
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
    """The name of the bot on this machine; ValueError if part of it is missing here."""
    words = [_unpack_word(word) for word in bot.words]
    return bot.prefix + (" ".join(map(shlex.quote, words)) if bot.is_command else words[0])


def _pack_word(word: str, place: int) -> Word:
    if not os.path.isfile(word):
        return Word(word)
    if place == 0 and not word.endswith(".py") and not is_source(word):
        return Word(os.path.abspath(word), digest=_digest_of_file(word))
    return Word(word, parcel=pack_file(word))


def pack_file(path: str) -> Parcel:
    """The file and what it includes; ValueError if something lies outside its folder."""
    folder = os.path.dirname(os.path.abspath(path))
    files = []
    for file in files_of_source(path):
        name = os.path.relpath(file, folder).replace(os.sep, "/")
        if name.startswith(".."):
            raise ValueError("%s cannot be sent: it includes %s from another folder" % (path, file))
        with open(file, "rb") as stream:
            files.append((name, stream.read()))
    return Parcel(tuple(files), digest_of_files(files))


def _unpack_word(word: Word) -> str:
    if word.parcel is not None:
        return unpack_file(word.parcel)
    if word.digest and not (os.path.isfile(word.text) and _digest_of_file(word.text) == word.digest):
        raise ValueError("%s is missing or different here" % word.text)
    return word.text


def unpack_file(parcel: Parcel) -> str:
    """The path of the file on this machine; ValueError if it was damaged in transit."""
    if digest_of_files(parcel.files) != parcel.digest:
        raise ValueError("%s was damaged in transit" % parcel.files[0][0])
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
    """Writes the file atomically, because several workers may write and read it at once."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, part = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, "wb") as stream:
        stream.write(content)
    os.replace(part, path)


def _digest_of_file(path: str) -> str:
    with open(path, "rb") as stream:
        return hashlib.sha256(stream.read()).hexdigest()
