"""Bots arrive exactly as they were sent, or not at all."""

import os
import shlex
import sys

import pytest

from protocol.judging.bot_names import open_player
from protocol.matches.travelling_bots import pack_bot, pack_file, unpack_bot, unpack_file


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """The worker's folder for files that were sent."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def content(path):
    with open(path, "rb") as stream:
        return stream.read()


def test_the_content_of_a_file_is_sent(tmp_path, cache):
    bot = tmp_path / "a bot.py"
    bot.write_bytes(b"print('\xc3\xa9')\r\n")
    packed = pack_bot("text,restart:%s" % bot)
    bot.unlink()
    spec = unpack_bot(packed)
    prefix, path = spec.split(":", 1)
    assert prefix == "text,restart"
    assert content(path) == b"print('\xc3\xa9')\r\n"
    assert path.startswith(str(cache)) and os.path.basename(path) == "a bot.py"
    assert open_player(spec).name == "a bot"


def test_a_cached_file_that_was_changed_is_restored(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("1")
    packed = pack_bot(str(bot))
    with open(unpack_bot(packed), "w") as stream:
        stream.write("2")
    assert content(unpack_bot(packed)) == b"1"


def test_the_files_of_a_command_line_are_sent(tmp_path):
    bot, weights = tmp_path / "it's a bot.py", tmp_path / "weights.bin"
    bot.write_text("pass")
    weights.write_bytes(b"\0\1")
    packed = pack_bot("json:%s %s --weights %s --depth 3" % tuple(
        shlex.quote(str(word)) for word in (os.path.basename(sys.executable), bot, weights)))
    bot.unlink()
    weights.unlink()
    words = shlex.split(unpack_bot(packed)[len("json:"):])
    assert words[0] == os.path.basename(sys.executable)
    assert words[2:5:2] == ["--weights", "--depth"] and words[5] == "3"
    assert (content(words[1]), content(words[3])) == (b"pass", b"\0\1")


def test_a_source_is_sent_with_its_headers(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "bot.cpp").write_text('#include "sub/board.h"\nint main() {}\n')
    (tmp_path / "sub" / "board.h").write_text("// board")
    path = unpack_file(pack_file(str(tmp_path / "bot.cpp")))
    assert content(os.path.join(os.path.dirname(path), "sub", "board.h")) == b"// board"


def test_a_header_outside_the_folder_cannot_be_sent(tmp_path):
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.cpp").write_text('#include "../board.h"\n')
    (tmp_path / "board.h").write_text("")
    with pytest.raises(ValueError, match="cannot be sent: it includes"):
        pack_bot(str(tmp_path / "bot" / "bot.cpp"))


def test_an_executable_is_not_sent_but_checked(tmp_path):
    program = tmp_path / "a.out"
    program.write_bytes(b"\x7fELF 1")
    program.chmod(0o755)
    packed = pack_bot(str(program))
    assert unpack_bot(packed) == str(program)
    program.write_bytes(b"\x7fELF 2")
    with pytest.raises(ValueError, match="is missing or different here"):
        unpack_bot(packed)
    program.unlink()
    with pytest.raises(ValueError, match="is missing or different here"):
        unpack_bot(packed)


@pytest.mark.parametrize("spec", ["uct", "restart:uct", "gtp:some-engine -l 3"])
def test_a_bot_without_a_file_has_the_same_name_everywhere(spec):
    assert unpack_bot(pack_bot(spec)) == spec


def test_damage_in_transit_is_noticed(tmp_path):
    (tmp_path / "bot.py").write_text("pass")
    parcel = pack_file(str(tmp_path / "bot.py"))
    with pytest.raises(ValueError, match="bot.py was damaged"):
        unpack_file(parcel._replace(files=(("bot.py", b"passs"),)))
