"""Who sits at the board."""

import pytest

from protocol.page.seats import NOBODY, PERSON, Seats


@pytest.mark.parametrize("seats, names", [
    (Seats(PERSON, PERSON), ("Black", "White")), (Seats(PERSON, "greedy"), ("You", "greedy"))])
def test_a_seat_is_shown_by_its_name(seats, names):
    assert seats.names() == names


def test_a_bot_s_file_is_shown_without_its_folders(tmp_path):
    (tmp_path / "mine.py").write_text("")
    assert Seats(str(tmp_path / "mine.py"), PERSON).names() == ("mine.py", "You")


def test_bots_sit_where_neither_a_person_nor_a_record_does():
    assert [Seats(PERSON, "bot").has_bot(colour) for colour in (0, 1)] == [False, True]
    assert not Seats(NOBODY, NOBODY).has_bot(0)
