"""Files with one position a line: what is skipped, and how bad input is reported."""

import pytest

from engine.training.position_file import read_position_file


def parse(line, number):
    if "bad" in line:
        raise ValueError("not a number")
    return number, int(line)


@pytest.fixture
def read(tmp_path):
    """Reads a file with these bytes."""
    def run(data):
        path = tmp_path / "positions.txt"
        path.write_bytes(data)
        return read_position_file(str(path), parse)
    return run


def test_comments_and_blank_lines_are_skipped_and_counted(read):
    assert read(b"# one\n 7\n\n  % two\r\n8") == [(2, 7), (5, 8)]


@pytest.mark.parametrize("data, message", [
    (b"1\nbad\n", "positions.txt:2: not a number"), (b"", "positions.txt: no position in the file"),
    (b"# 1\n", "positions.txt: no position in the file"), (b"1\n\xff\xfe", "positions.txt: not a text file"),
])
def test_bad_input_is_reported_with_file_and_line(read, data, message):
    with pytest.raises(ValueError, match=message + "$"):
        read(data)


def test_a_missing_file_or_a_folder_is_reported(tmp_path):
    for path, reason in ((tmp_path / "none.txt", "No such file"), (tmp_path, "[Dd]irectory|Permission")):
        with pytest.raises(ValueError, match="cannot read .*: .*%s" % reason.strip()):
            read_position_file(str(path), parse)
