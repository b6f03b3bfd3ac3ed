"""Growing the opening book: values, the next positions, the moves played, and the file of searches."""

import io
import runpy

import pytest

from engine.board import (
    START,
    board_from_text,
    canonical_position,
    canonical_symmetry,
    iterate_squares,
    legal_moves,
    must_pass,
    play_move,
)
from engine.book import Book
from engine.coordinates import PASS, square_from_text
from engine.report import Limit
from engine.thinker import Thinker
from engine.training import book_growth as growing
from engine.training import book_search
from engine.training.book_growth import (
    OPPONENT_PRICE,
    VARIETY_DISCS,
    BookTree,
    main,
    read_searches,
    write_search,
)
from engine.training.book_search import Search, search_position
from tests.thinkers import BLACK_PASSES

ROOT = canonical_position(*START)


def search_of(position, *worths):
    """A search that gives these values to the moves, in the order of their squares."""
    moves = []
    seen = set()
    for move in iterate_squares(legal_moves(*position)):
        child = canonical_position(*play_move(*position, move))
        if child not in seen:  # images of one move count once
            seen.add(child)
            moves.append(move)
    return Search(position, list(zip(moves, worths)))


def tree_of(*searches):
    tree = BookTree()
    for search in searches:
        tree.add(search)
    return tree


def child_of(search, place):
    return canonical_position(*play_move(*search.position, search.moves[place][0]))


FIRST = search_of(ROOT, 1.0)
SECOND = search_of(child_of(FIRST, 0), 3.0, 2.8, -6.0)


def test_a_position_has_the_value_of_its_best_move_as_far_as_the_tree_reaches():
    assert tree_of(FIRST).values()[ROOT] == 1.0
    values = tree_of(FIRST, SECOND).values()
    assert values == {ROOT: -3.0, SECOND.position: 3.0}
    # The best move turns out to be worth only 2, so now the second is best.
    refuted = search_of(child_of(SECOND, 0), -2.0)
    assert tree_of(FIRST, SECOND, refuted).values()[SECOND.position] == 2.8


def test_a_move_not_searched_is_worth_no_more_than_the_one_preferred_to_it():
    preferred = SECOND._replace(moves=[(SECOND.moves[0][0], 1.0), (SECOND.moves[1][0], 9.0)])
    assert tree_of(preferred).values() == {SECOND.position: 1.0}


def test_the_start_comes_first_and_then_the_cheapest_positions():
    assert BookTree().frontier({}) == [ROOT]
    tree = tree_of(FIRST)
    assert tree.frontier(tree.values()) == [SECOND.position]
    tree = tree_of(FIRST, SECOND)
    assert tree.frontier(tree.values()) == [child_of(SECOND, place) for place in range(3)]


def test_a_players_own_mistake_costs_more_than_the_opponents():
    tree = tree_of(FIRST, SECOND)
    values = tree.values()
    bad = child_of(SECOND, 2)  # nine discs lost by the second player
    first_players, second_players = (tree._prices(owner, values)[bad] for owner in (0, 1))
    assert first_players == 2 + 9 * OPPONENT_PRICE < second_players


def test_the_book_holds_only_searched_moves_that_are_near_the_best():
    third = search_of(child_of(SECOND, 0), -3.0)
    fourth = search_of(child_of(SECOND, 1), -2.8)
    # Without a search behind the best move nothing is played.
    assert set(tree_of(FIRST, SECOND).entries()) == {ROOT}
    entries = tree_of(FIRST, SECOND, third).entries()
    assert [move for move, _ in entries[SECOND.position]] == [SECOND.moves[0][0]]
    assert 2.8 >= 3.0 - VARIETY_DISCS
    entries = tree_of(FIRST, SECOND, third, fourth).entries()
    assert entries[SECOND.position] == [(SECOND.moves[0][0], 3.0), (SECOND.moves[1][0], 2.8)]
    assert third.position not in entries and fourth.position not in entries
    # Nine discs worse: the second player does not play it, the first player has an answer to it.
    bad = search_of(child_of(SECOND, 2), 6.0)
    answer = search_of(child_of(bad, 0), -6.0)
    entries = tree_of(FIRST, SECOND, third, fourth, bad, answer).entries()
    assert [move for move, _ in entries[SECOND.position]] == [SECOND.moves[0][0], SECOND.moves[1][0]]
    assert entries[bad.position] == [(bad.moves[0][0], 6.0)]
    assert answer.position not in entries


def test_of_equal_moves_the_one_that_was_searched_is_played():
    even = SECOND._replace(moves=[(move, 3.0) for move, _ in SECOND.moves])
    entries = tree_of(FIRST, even, search_of(child_of(even, 1), -3.0)).entries()
    assert entries[even.position] == [(even.moves[1][0], 3.0)]


def test_images_of_a_move_count_once():
    start = search_position(100, ROOT)
    assert len(start.moves) > 1
    entries = tree_of(start, search_of(child_of(start, 0), 0.0)).entries()
    assert len(entries[ROOT]) == 1


def test_lines_end_where_a_side_must_pass():
    position, tree = START, BookTree()
    for move in BLACK_PASSES:
        tree.add(Search(canonical_position(*position), [(canonical_symmetry(*position)[move], 0.0)]))
        position = play_move(*position, move)
    assert must_pass(*position)
    assert tree.frontier(tree.values()) == []


def test_a_search_gives_values_to_moves_the_best_first_and_leaves_rare_ones_out(monkeypatch):
    monkeypatch.setattr(book_search, "LEAST_SHARE", 0.05)
    position = canonical_position(*play_move(*SECOND.position, SECOND.moves[0][0]))
    simulations = 1000
    search = search_position(simulations, position)
    report = Thinker().think(*position, Limit(simulations=simulations))
    expected = [candidate for candidate in report.candidates if candidate.visits >= 0.05 * simulations]
    assert search == (position, [(candidate.move, round(candidate.discs, 2)) for candidate in expected])
    assert search.moves[0][0] == report.move
    assert len(expected) < len(report.candidates)


def test_a_forced_move_has_the_value_of_the_position_after_it():
    last = board_from_text("XO------" + "-" * 56)
    assert search_position(10, last).moves == [(square_from_text("c1"), 64.0)]
    # After c1 white must pass, and then black's e1 takes the rest.
    forced = board_from_text("XO-O----" + "-" * 56)
    assert legal_moves(*forced) == 1 << square_from_text("c1")
    assert search_position(10, forced).moves == [(square_from_text("c1"), 64.0)]
    # A pass is a forced move too.
    assert book_search._moves_worth(board_from_text("OX------" + "-" * 56), 10) == [(PASS, -64.0)]


def test_searches_are_kept_as_text(tmp_path):
    text = io.StringIO()
    write_search(text, FIRST)
    write_search(text, SECOND)
    path = tmp_path / "book.txt"
    path.write_text(text.getvalue() + "00ff broken o")  # the last line was being written
    assert read_searches(str(path)) == [FIRST, SECOND]
    with open(str(path), "a") as file:
        write_search(file, search_of(child_of(SECOND, 0), 0.0))
    assert len(read_searches(str(path))) == 3


@pytest.mark.parametrize("line, complaint", [
    ("12 34", "expected a position and its moves"),
    ("0000000810000000 0000001008000000 a1:0.5", "illegal move"),
    ("0000000810000000 0000001008000000 d3:good", "could not convert"),
    ("0000000810000000 0000001008000000 d3:nan", "expected a canonical position"),
    ("0000001008000000 0000000810000000 d6:1.0", "expected a canonical position"),
])
def test_a_bad_line_is_named(tmp_path, capsys, line, complaint):
    path = tmp_path / "book.txt"
    text = io.StringIO()
    write_search(text, FIRST)
    path.write_text(text.getvalue() + line + "\n")
    assert main(["--file", str(path)]) == 2
    told = capsys.readouterr().err
    assert "%s:2: %s" % (path, complaint) in told and told.count("\n") == 1


def test_a_run_can_be_continued_and_writes_the_book(tmp_path, capsys):
    arguments = ["--file", str(tmp_path / "new" / "book.txt"), "--simulations", "30", "--jobs", "1"]
    assert main(arguments + ["--positions", "3"]) == 0
    assert len(read_searches(arguments[1])) == 3
    assert main(arguments + ["--positions", "12"]) == 0
    assert len(read_searches(arguments[1])) == 12
    assert "12 of 12 positions" in capsys.readouterr().out
    book = Book(entries=runpy.run_path(str(tmp_path / "new" / "book_entries.py"))["BOOK_ENTRIES"])
    assert len(book) == len(tree_of(*read_searches(arguments[1])).entries()) > 1
    assert book.choose(*START) is not None


def test_a_tree_without_a_move_to_play_makes_an_empty_book(tmp_path):
    out = tmp_path / "entries.py"
    growing.write_book_module(str(out), tree_of(FIRST))
    assert len(Book(entries=runpy.run_path(str(out))["BOOK_ENTRIES"])) == 0


def test_an_interrupted_run_writes_the_book_so_far(tmp_path, capsys, monkeypatch):
    written = []

    def write_four_and_interrupt(file, search):
        if len(written) == 4:
            raise KeyboardInterrupt
        written.append(search)
        write_search(file, search)

    monkeypatch.setattr(growing, "write_search", write_four_and_interrupt)
    out = tmp_path / "entries.py"
    arguments = ["--file", str(tmp_path / "book.txt"), "--simulations", "30", "--jobs", "1", "--positions", "30"]
    assert main(arguments + ["--out", str(out)]) == 0
    assert "interrupted" in capsys.readouterr().out
    assert read_searches(arguments[1]) == written
    assert len(Book(entries=runpy.run_path(str(out))["BOOK_ENTRIES"])) == len(tree_of(*written).entries()) >= 1
