"""Studying on the page in a real browser: paste, set-up, review, and one name for one thing everywhere."""

import re

import pytest

from engine.coordinates import squares_from_transcript
from protocol.game import Game
from protocol.page.html_export import make_page
from tests.browser import Page, choose, open_game, press_button
from tests.records.test_record import FINISHED
from tests.thinkers import LAST_MOVE, QuickThinker

pytestmark = pytest.mark.slow

#: White to move in a position that no game from the usual start reaches so soon.
SET_UP = "-" * 27 + "OX------XO" + "-" * 27 + " O"


class MistakenThinker(QuickThinker):
    """Judges positions so differently from ply to ply that moves look like a loss of discs."""

    def report(self, player, opponent, simulations):
        told = super().report(player, opponent, simulations)
        discs = 30.0 if bin(player | opponent).count("1") % 2 else 3.0
        return told._replace(value=0.1, discs=discs, line=tuple(candidate.move for candidate in told.candidates[:2]))


def test_a_transcript_is_pasted_and_copied(server, page):
    open_game(page, server)
    page.press("o")
    page.wait_for("#open-dialog")
    page.find("#open-text")[0].send_keys("F5D6C3 d3c4")
    page.find("#open-go")[0].click()
    page.wait_until(lambda: page.moves() == ["f5", "d6", "c3", "d3", "c4"], "the pasted game")
    page.press("\ue010")
    assert page.text(".source") == "Pasted text" and page.text(".opening") == "Opening: Tiger"
    assert "The record ends here, unfinished: 6–3 so far" in page.text(".status")
    page.run("window.copied = []; navigator.clipboard.writeText = async (text) => { copied.push(text); }")
    press_button(page, "Copy moves")
    press_button(page, "Copy position")
    moves, position = page.run("return copied")
    game = Game(squares_from_transcript("f5d6c3d3c4"))
    assert moves == "f5d6c3d3c4" and position.endswith(" O") and position.count("X") == game.counts[0]
    page.press("o")
    page.find("#open-text")[0].send_keys(position)
    page.find("#open-go")[0].click()
    page.wait_until(lambda: page.moves() == [] and page.counts() == list(game.counts), "the pasted position")


def test_what_is_no_game_is_refused_and_the_game_stays(server, browser):
    page = Page(browser)
    open_game(page, server, FINISHED[:3])
    page.press("o")
    page.find("#open-text")[0].send_keys("good morning")
    page.find("#open-go")[0].click()
    page.wait_until(lambda: "pasted text" in page.text("#notice"), "the message")
    assert len(page.moves()) == 3
    page.press("o")
    assert page.run("return document.getElementById('open-text').value") == "good morning"
    page.complaints()
    browser.get("about:blank")


def test_a_position_is_set_up_by_clicks_studied_and_played(server, page):
    open_game(page, server)
    page.press("s")
    page.wait_for("#set-up-dialog")
    page.find("#set-up-clear")[0].click()
    for square, piece in (("a1", "X"), ("b1", "O"), ("c1", "O"), ("h8", "X"), ("h8", "X"), ("g7", "O"), ("f6", "X")):
        page.run("document.getElementById('set-up-form').elements.piece.value = arguments[0]", piece)
        page.find('#set-up-dialog [data-square="%s"]' % square)[0].click()
    page.find("#set-up-done")[0].click()
    page.wait_until(lambda: not page.find("dialog[open]") and page.counts() == [2, 3], "the position")
    legal = page.run("return [...document.querySelectorAll('.viewer .legal')].map((cell) => cell.dataset.square)")
    assert legal == ["d1", "h8"]
    page.press("a")
    page.wait_until(lambda: len(page.find(".cell.labelled")) == 2, "the analysis")
    page.press("a")
    press_button(page, "Play from here")
    page.wait_for("#new-dialog")
    choose(page, kind="play", opponent="bot", colour="black")
    page.wait_until(lambda: page.texts(".name") == ["You", "bot.py"] and page.counts() == [2, 3], "the game")


def test_a_position_without_a_move_is_refused_in_the_dialog(server, browser):
    page = Page(browser)
    open_game(page, server)
    page.press("s")
    page.wait_for("#set-up-dialog")
    page.find("#set-up-clear")[0].click()
    page.find("#set-up-done")[0].click()
    page.wait_until(lambda: "Nobody can move" in page.text("#set-up-problem"), "the problem")
    page.run("chooseLanguage('zh')")
    page.find("#set-up-done")[0].click()
    page.wait_until(lambda: page.text("#set-up-problem") == "这个局面双方都无子可下。", "the problem in Chinese")
    assert page.find("dialog[open]")
    page.complaints()
    browser.get("about:blank")


def test_white_may_move_first_in_a_position_that_was_set_up(server, page):
    open_game(page, server, position=SET_UP)
    assert "White to move: 4 moves" in page.text(".status")
    page.click_square("e3")
    page.wait_until(lambda: "1. White e3." in page.text(".status"), "the move")
    assert page.find(".moves li.white")


@pytest.mark.parametrize("server", [MistakenThinker], indirect=True)
def test_the_review_lists_the_worst_moves_of_each_side_with_the_better_line(server, page):
    open_game(page, server, squares_from_transcript("f5f6f7f4f3g5d3c5"))
    press_button(page, "Review the game")
    page.wait_until(lambda: len(page.find(".mistakes button")) >= 2, "mistakes")
    page.wait_until(lambda: page.text(".analysis-head button") == "Review the game", "the end of the review")
    titles = page.texts(".review h3")
    assert titles == ["Worst moves: Black", "Worst moves: White"]
    first = page.find(".mistakes button")[0]
    ply, move = re.match(r"(\d+)\. (\w\d)", first.text).groups()
    assert "discs" in first.text and "better" in first.text
    assert page.moves()[int(ply) - 1] == move
    first.click()
    assert page.text(".status").endswith("Move %d of 8" % (int(ply) - 1))
    page.run("arguments[0].dispatchEvent(new Event('mouseenter'))", first)
    assert page.texts(".foreseen .ghost")[:2] in (["1", "2"], ["2", "1"])
    page.run("arguments[0].dispatchEvent(new Event('mouseleave'))", first)
    assert not page.find(".foreseen")
    assert len(page.find(".graph .mistake")) == len(page.find(".move.bad")) > 0


def test_the_line_that_is_expected_is_shown_on_the_board(server, page):
    open_game(page, server)
    page.press("a")
    move = page.wait_for(".line-move")
    page.run("arguments[0].dispatchEvent(new Event('mouseenter'))", move)
    assert page.texts(".foreseen .ghost") == ["1"]
    page.run("arguments[0].dispatchEvent(new Event('mouseleave'))", move)
    page.run("document.querySelector('[data-square=d3]').dispatchEvent(new Event('mouseenter'))")
    assert page.texts(".foreseen .ghost") == ["1"]
    assert "On the squares: chance to win" in page.text(".legend")


def test_the_graph_has_a_scale_that_does_not_saturate(server, page):
    open_game(page, server, LAST_MOVE)
    shares = page.run("return [['discs', 10], ['discs', 30], ['discs', 50], ['discs', 64]].map(([unit, discs]) =>"
                      " graphShare({discs, chance: 1}, unit)).concat([0.6, 0.9, 0.99, 1].map((chance) =>"
                      " graphShare({discs: 0, chance}, 'chance')))")
    for scale in (shares[:4], shares[4:]):
        assert scale == sorted(scale) and scale[-1] == 1 and all(scale[place + 1] - scale[place] > 0.05
                                                               for place in range(3))
    assert page.texts(".scale span")[:2] == ["75%", "75%"]


def test_only_what_is_exact_is_drawn_thick(server, page):
    open_game(page, server)
    runs = page.run("return exactRuns([1, 1, 0, 1, 0].map((exact, x) => ({x, exact: Boolean(exact)})))"
                    ".map((run) => run.map((point) => point.x))")
    assert runs == [[0, 1], [3]]


def test_one_number_for_a_move_everywhere(server, page):
    open_game(page, server, FINISHED[:12])
    page.run("document.activeElement.blur()")
    page.press("\ue012")  # left
    assert "11." in page.text(".status") and "Move 11 of 12" in page.text(".status")
    assert page.run("return document.querySelector('.move[aria-current]').previousSibling.textContent") == "11."
    assert page.run("return document.querySelector('.steps input').value") == "11"


def test_another_file_replaces_all_labels(server, page):
    open_game(page, server)

    def drop(name, text):
        page.run("const data = new DataTransfer(); data.items.add(new File([arguments[1]], arguments[0]));"
                 " window.dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}))", name, text)

    drop("first.txt", "f5d6\nf5d6c3")
    page.wait_until(lambda: page.text(".source") == "first.txt, game 1 of 2", "the first file")
    assert page.texts(".actions select option") == ["1. Black – White, 2 moves", "2. Black – White, 3 moves"]
    drop("second.txt", "f5f4\nf5f4g3c6")
    page.wait_until(lambda: page.text(".source") == "second.txt, game 1 of 2", "the second file")
    assert page.texts(".actions select option") == ["1. Black – White, 2 moves", "2. Black – White, 4 moves"]
    assert page.run("return document.title").startswith("second.txt")
    page.press("n")
    choose(page, kind="people")
    page.wait_until(lambda: page.moves() == [] and page.text(".source") == "", "a new game")
    assert not page.find(".actions select")[0].is_displayed()


def test_a_page_that_was_saved_in_the_middle_of_a_game_is_nobody_s_turn(server, page, tmp_path):
    key = server.lobby.begin_game(["person", "novice"], 0.5)
    (tmp_path / "game.html").write_text(make_page(server.lobby.game(key).page_view()), encoding="utf-8")
    page.open("file://%s/game.html" % tmp_path)
    assert page.text(".status") == "The record ends here, unfinished: 2–2 so far" and not page.find(".playable")
    assert page.texts(".name") == ["You", "Novice"]
    page.find("#language")[0].click()
    assert page.texts(".name") == ["你", "新手"]


def test_a_link_to_a_game_that_is_gone_says_so(server, browser):
    page = Page(browser)
    page.open(server.url + "#0123456789abcdef")
    page.wait_until(lambda: "no longer open" in page.text("#notice"), "the message")
    assert page.wait_for(".playable .cell.legal")
    assert all("404" in complaint for complaint in page.complaints())
    browser.get("about:blank")


def test_a_failure_of_several_lines_is_a_status_and_an_explanation(server, page):
    open_game(page, server, players=("person", "bot"))
    server.lobby.game(page.run("return table.key"))._failure = "bot gives up: it crashed\n  line 3\n  NameError"
    page.wait_until(lambda: page.text(".status") == "bot gives up: it crashed", "the status")
    assert page.text(".explanation").split() == ["line", "3", "NameError"]
    page.wait_until(lambda: "Try again" in page.texts(".play-buttons button"), "the button")


def test_the_result_of_a_wipe_out_counts_empty_squares_for_the_winner(server, page):
    open_game(page, server, LAST_MOVE)
    page.click_square("c5")
    page.wait_until(lambda: page.find(".status.ended"), "the end")
    assert "Black wins 64–0 (the 51 empty squares count for the winner)" in page.text(".status")
    assert page.counts() == [13, 0] and "Black won by 64" in page.text(".thought")
