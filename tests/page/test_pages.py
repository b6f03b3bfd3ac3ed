"""Pages of recorded games on disk."""

import pytest

from protocol.judging.engine_player import EnginePlayer
from protocol.page.match_view import About
from protocol.page.pages import review_record, write_match_pages, write_record_page
from tests.page.test_html_export import embedded_game, embedded_match, make_record_of
from tests.records.test_record import FINISHED
from tests.thinkers import QuickThinker

ABOUT = About(2, "botzone", "2024-05-06 07:08")


def test_a_page_is_written_in_utf_8(tmp_path):
    path = tmp_path / "game.html"
    write_record_page(str(path), make_record_of(("黑", "白")))
    assert "黑 - 白" in path.read_text(encoding="utf-8")


def test_a_review_evaluates_every_position_and_reports_progress():
    seen = []
    engine = EnginePlayer("bot", QuickThinker)
    evaluations, complete = review_record(make_record_of(), 0.1, engine, lambda *done: seen.append(done))
    assert complete and len(evaluations) == len(FINISHED) + 1 and all(evaluations)
    assert seen[0] == (1, len(FINISHED) + 1) and seen[-1] == (len(FINISHED), len(FINISHED) + 1)


def test_an_interrupted_review_keeps_what_it_found(tmp_path):
    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    evaluations, complete = review_record(make_record_of(), 0.1, EnginePlayer("bot", QuickThinker), stop)
    assert not complete
    assert [bool(evaluation) for evaluation in evaluations[-4:]] == [False, True, True, True]
    path = tmp_path / "game.html"
    write_record_page(str(path), make_record_of(), evaluations)
    assert embedded_game(path.read_text(encoding="utf-8"))["evaluations"][-2]["chance"] in (0.25, 0.75, 0.0, 1.0)


def test_a_match_gets_a_page_for_each_game_and_an_index(tmp_path):
    folder = tmp_path / "new" / "pages"
    table = [("", "games"), ("one", "2"), ("two", "2")]
    records = [make_record_of(), make_record_of(("two", "one"))]
    assert write_match_pages(str(folder), ["one", "two"], table, records, ABOUT) == 2
    assert sorted(path.name for path in folder.iterdir()) == ["game-1.html", "game-2.html", "index.html"]
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert "<title>one - two</title>" in index
    assert [game["address"] for game in embedded_match(index)["games"]] == ["game-1.html", "game-2.html"]
    assert embedded_match(index)["rows"] == [["one", "2"], ["two", "2"]]
    assert embedded_game((folder / "game-2.html").read_text(encoding="utf-8"))["names"] == ["two", "one"]


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        write_match_pages(str(tmp_path / "file"), ["one", "two"], [("",)], [], ABOUT)
