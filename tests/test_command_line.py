"""What the commands share: numbers of options, one-line errors, paths that can be written."""

import argparse
import os

import pytest

from protocol.command_line import (
    OneLineParser,
    check_writable,
    describe_os_error,
    even_number,
    port_number,
    positive_integer,
    positive_number,
)


@pytest.mark.parametrize("convert, text, value", [
    (positive_number, "0.5", 0.5), (positive_number, "1e3", 1000.0), (positive_integer, "7", 7), (even_number, "4", 4),
    (port_number, "0", 0), (port_number, "65535", 65535),
])
def test_a_good_number_is_converted(convert, text, value):
    assert convert(text) == value


@pytest.mark.parametrize("convert, texts", [
    (positive_number, ["0", "-1", "nan", "inf", "", "soon"]), (positive_integer, ["0", "-1", "1.5", "", "x"]),
    (even_number, ["0", "3", "x"]), (port_number, ["-1", "65536", "", "x"]),
])
def test_a_bad_number_is_named_with_what_is_expected(convert, texts):
    for text in texts:
        with pytest.raises(argparse.ArgumentTypeError, match="^bad (number|port) %r: expected " % text):
            convert(text)


def test_an_error_is_one_line_with_a_hint_and_a_long_one_has_no_hint(capsys):
    for message, printed in (("bad thing", "tool: bad thing (see --help)\n"), ("bad\nthing", "tool: bad\nthing\n")):
        with pytest.raises(SystemExit) as caught:
            OneLineParser(prog="tool").error(message)
        assert caught.value.code == 2 and capsys.readouterr().err == printed


def test_a_path_that_cannot_be_written_is_refused_with_the_reason(tmp_path):
    check_writable(None)
    check_writable(str(tmp_path / "new.json"))
    for path, reason in ((tmp_path, "Is a directory"), (tmp_path / "no" / "x", "No such file or directory")):
        with pytest.raises(ValueError) as caught:
            check_writable(str(path))
        assert str(caught.value) == "cannot write %s: %s" % (path, reason)


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="needs a user whom permissions bind")
def test_a_folder_without_permission_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(ValueError, match="Permission denied$"):
        check_writable(str(tmp_path / "x"))


def test_an_os_error_is_described_by_what_it_knows():
    assert describe_os_error(OSError(2, "No such file", "a.txt"), "read", "b.txt") == "cannot read a.txt: No such file"
    assert describe_os_error(OSError(28, "No space left"), "write", "b.txt") == "cannot write b.txt: No space left"
    assert describe_os_error(OSError("odd"), "write") == "cannot write: odd"
