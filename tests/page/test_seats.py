"""Who sits at the board."""

import pytest

from protocol.page.seats import NOBODY, PERSON, Seats, shown_bot


@pytest.mark.parametrize("seats, names", [
    (Seats(PERSON, PERSON), ("Black", "White")), (Seats(PERSON, "greedy"), ("You", "greedy"))])
def test_a_seat_is_shown_by_its_name(seats, names):
    assert seats.names() == names


def test_a_bot_s_file_is_shown_without_its_folders(tmp_path):
    (tmp_path / "mine.py").write_text("")
    path = str(tmp_path / "mine.py")
    assert Seats(path, PERSON).names() == ("mine.py", "You")
    assert shown_bot("keep-running:" + path) == "keep-running:mine.py"
    assert shown_bot("python3 %s --level 3" % path) == "python3 mine.py --level 3"
    assert shown_bot("greedy") == "greedy"


def test_bots_sit_where_neither_a_person_nor_a_record_does():
    assert [Seats(PERSON, "bot").has_bot(colour) for colour in (0, 1)] == [False, True]
    assert not Seats(NOBODY, NOBODY).has_bot(0)
