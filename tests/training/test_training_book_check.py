"""Checking the book with deeper searches: the positions, what a move loses, and the report."""

import pytest

from engine.board import START, canonical_position, iterate_squares, legal_moves, play_move
from engine.book import Book
from engine.coordinates import square_from_text
from engine.seams import BookMove
from engine.training import book_check
from engine.training.book_check import (
    Checked,
    CheckedMove,
    Effort,
    checked_position,
    main,
    reachable_positions,
    summary,
)
from engine.training.book_search import Search
from tests.opening_books import book_of

AFTER = play_move(*START, square_from_text("d3"))


def test_positions_are_reached_by_the_books_moves_on_one_side_and_all_moves_on_the_other():
    first = square_from_text("d3")
    reply = square_from_text("c3")
    after_reply = play_move(*AFTER, reply)
    second = next(iterate_squares(legal_moves(*after_reply)))
    lost = play_move(*after_reply, second)  # the second player has no book move that leads here
    third = next(iterate_squares(legal_moves(*lost)))
    book = book_of([(START, first, 0.0), (after_reply, second, 0.0), (lost, third, 0.0)])
    assert len(book) == 3
    assert reachable_positions(book) == {canonical_position(*position) for position in (START, after_reply)}
    assert reachable_positions(book_of([])) == set()


def test_a_move_loses_what_a_deeper_search_finds_better(monkeypatch):
    c3, e3, c5 = map(square_from_text, ("c3", "e3", "c5"))
    worth = {AFTER: [(c5, 9.0)], play_move(*AFTER, c3): [(0, 2.0)], play_move(*AFTER, e3): [(0, -0.5)],
             play_move(*AFTER, c5): [(0, -1.0)]}
    asked = []

    def search(simulations, position):
        asked.append((position == AFTER, simulations))
        return Search(position, worth[position])

    monkeypatch.setattr(book_check, "search_position", search)
    monkeypatch.setattr(book_check, "Book", lambda: book_of([(AFTER, c3, 0.0), (AFTER, e3, 0.0)]))
    checked = checked_position(Effort(own=7, deep=77), AFTER)
    assert asked == [(True, 7)] + [(False, 77)] * 3
    assert (checked.own_move, checked.own_loss, checked.book_loss) == (c5, 0.0, 1.75)
    assert {(move.entry.move, move.discs, move.loss) for move in checked.moves} == {(c3, -2.0, 3.0), (e3, 0.5, 0.5)}


def test_a_move_that_the_bot_would_choose_by_itself_can_lose_too(monkeypatch):
    c3, e3 = map(square_from_text, ("c3", "e3"))
    worth = {AFTER: [(e3, 9.0)], play_move(*AFTER, c3): [(0, -2.0)], play_move(*AFTER, e3): [(0, -0.5)]}
    monkeypatch.setattr(book_check, "search_position", lambda simulations, position: Search(position, worth[position]))
    monkeypatch.setattr(book_check, "Book", lambda: book_of([(AFTER, c3, 0.0)]))
    checked = checked_position(Effort(1, 1), AFTER)
    assert (checked.own_move, checked.own_loss, checked.book_loss) == (e3, 1.5, 0.0)


def test_the_report_averages_positions_and_lists_mistakes():
    c3, e3 = map(square_from_text, ("c3", "e3"))
    sound = Checked(START, [CheckedMove(BookMove(c3, 1.0), 2.0, 0.0)], c3, 0.0)
    poor = Checked(AFTER, [CheckedMove(BookMove(c3, 0.0), -2.0, 3.0), CheckedMove(BookMove(e3, 0.0), 0.0, 1.0)],
                   square_from_text("c5"), 0.5)
    lines = summary([sound, poor])
    assert lines[0] == "2 positions, 3 moves"
    assert lines[1] == "a book move loses 1.00 +- 1.96 discs on average"
    assert lines[2] == "without the book, a move loses 0.25 +- 0.49; it is outside the book in 1"
    assert lines[3] == "the book's loss less that: +0.75 +- 1.47"
    assert lines[4] == "the book's values change by -0.33 on average, 1.29 as a root mean square"
    assert lines[5].startswith("ply 1, c3 loses 3.0 to c5:\n--------\n") and len(lines) == 6


def test_the_command_checks_a_sample_of_the_bots_book(capsys):
    assert main(["--positions", "2", "--simulations", "20", "--own", "10", "--jobs", "1"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("2 positions, ") and shown.err.endswith("2 of 2 positions\n")


@pytest.mark.parametrize("option", ["--positions", "--simulations", "--own", "--jobs"])
def test_nothing_to_do_is_refused(option, capsys):
    with pytest.raises(SystemExit) as leaving:
        main([option, "0"])
    assert leaving.value.code == 2 and "must be 1 or more" in capsys.readouterr().err


@pytest.mark.slow
def test_a_search_finds_nothing_much_better_than_the_committed_book():
    for position in sorted(reachable_positions(Book()))[::97]:
        assert all(move.loss < 4.0 for move in checked_position(Effort(4000, 4000), position).moves)
