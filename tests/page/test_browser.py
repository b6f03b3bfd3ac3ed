"""The page in a real browser, used by mouse, keyboard and on a phone's width. Skipped where there is no Chromium."""

import os

import pytest

from engine.coordinates import square_to_text
from protocol.game import Game
from protocol.judging.bot_names import Opponents, open_player
from protocol.page.game_view import final_counts
from protocol.page.match_view import COLUMNS, About
from protocol.page.pages import write_match_pages, write_record_page
from protocol.records.record import make_record, save_record
from protocol.records.record_reader import read_record
from tests.browser import Page, begin
from tests.opponents import fixture_bot, play
from tests.page.test_html_export import make_record_of
from tests.recordings import judged
from tests.records.test_record import FINISHED
from tests.thinkers import BLACK_PASSES, PatientThinker

pytestmark = pytest.mark.slow

#: A row of the standings behind the name.
NUMBERS = ("100", "50", "0", "50", "50.0 %", "+0.0", "+0", "-575 .. +inf", "50.0 %", "0.25", "0.30", "RE:8 fallback:3")


def write_match(folder, names, **about):
    """The pages of three games, the last one lost by an error, and their index."""
    lost = read_record("game.json", 1, make_record(play(open_player(fixture_bot("misbehaving.py", "crash")))))
    lost.names = names
    records = [make_record_of(names), make_record_of(names), lost]
    table = [COLUMNS, *((name, *NUMBERS) for name in names)]
    write_match_pages(str(folder), names, table, records, About(3, "botzone", "2024-05-06 07:08", **about))


def test_a_click_is_a_move_and_undo_takes_it_back(server, page):
    page.open(server.url)
    assert page.wait_for(".playable .cell.legal") and page.counts() == [2, 2]
    assert page.texts(".name") == ["You", "bot.py"]
    page.click_square("f5")
    page.wait_until(lambda: len(page.moves()) == 2, "the bot's answer")
    assert page.moves()[0] == "f5"
    # Moves that arrive together are shown one after the other.
    page.wait_until(lambda: sum(page.counts()) == 6, "its disc")
    page.wait_until(lambda: "Your turn" in page.text(".status"), "my turn")
    page.wait_for(".cell.last")
    page.press("u")
    page.wait_until(lambda: page.moves() == [] and page.counts() == [2, 2], "undo")


def test_clicks_beside_the_legal_squares_and_double_clicks_do_nothing_wrong(server, page):
    page.open(begin(server, ["person", "person"]))
    page.wait_for(".playable .cell.legal")
    for square in ("a1", "d4", "h8"):
        page.find('[data-square="%s"]' % square)[0].click()
    page.run("for (let i = 0; i < 20; i += 1) for (const square of ['f5', 'd3', 'c4', 'e6'])"
             " document.querySelector(`[data-square=${square}]`).click()")
    page.wait_until(lambda: page.moves() == ["f5"], "one move")
    page.click_square("d6")
    page.wait_until(lambda: page.moves() == ["f5", "d6"], "the next move")
    assert not page.find("#notice")[0].is_displayed()


def test_a_whole_game_is_played_by_clicking(server, page):
    page.open(server.url)
    while not page.find(".status.ended"):
        page.wait_until(lambda: page.find(".status.ended") or page.find(".playable .cell.legal"), "my turn")
        legal = page.find(".playable .cell.legal")
        if legal:
            before = len(page.moves())
            legal[0].click()
            page.wait_until(lambda before=before: len(page.moves()) > before, "my move")
    game = Game()
    for text in page.moves():
        game.play(64 if text == "pass" else 8 * (int(text[1]) - 1) + "abcdefgh".index(text[0]))
    assert game.over and list(game.counts) == page.counts()
    black, white = final_counts(game)
    expected = "You won" if black > white else "You lost" if black < white else "Draw,"
    assert "%s %d–%d" % (expected, black, white) in page.text(".status")


def test_a_pass_is_taken_by_itself_with_a_notice(server, page):
    page.open(begin(server, ["person", "person"], BLACK_PASSES))
    page.wait_until(lambda: "Black has no move and passes" in page.text(".status"), "the pass to come")
    page.wait_until(lambda: page.moves()[-1] == "pass" and "White to move" in page.text(".status"), "the pass")
    assert "9. Black has no move and passes." in page.text(".status")
    page.wait_until(lambda: "Black has no move and passes." in page.text("#toast"), "the notice")


def test_a_pass_can_be_left_to_the_person(server, page):
    page.open(server.url)
    page.wait_for(".playable .cell.legal")
    page.find("#settings")[0].click()
    page.wait_for("#settings-dialog")
    page.find("[name=autoPass]")[0].click()
    page.find("#settings-dialog [data-close]")[0].click()
    page.open(begin(server, ["person", "person"], BLACK_PASSES))
    page.browser.refresh()
    page.wait_until(lambda: "Black has no move: press Pass" in page.text(".status"), "the question")
    next(button for button in page.find(".actions button") if button.text == "Pass").click()
    page.wait_until(lambda: page.moves()[-1] == "pass" and "White to move" in page.text(".status"), "the pass")


def test_a_new_game_is_chosen_with_the_keyboard_alone(server, page):
    from selenium.webdriver.common.keys import Keys

    page.open(server.url)
    page.wait_for(".playable .cell.legal")
    page.press("n")
    page.wait_for("#new-dialog")
    assert page.run("return document.getElementById('seconds').value") == "0.4"
    page.press(Keys.TAB, Keys.ARROW_RIGHT)  # your colour: white
    assert page.run("return new FormData(document.getElementById('new-form')).get('colour')") == "white"
    page.press(Keys.TAB, "g")  # opponent: greedy
    assert page.run("return document.getElementById('opponent').value") == "greedy"
    page.press(Keys.TAB, Keys.TAB, Keys.TAB, Keys.ENTER)
    page.wait_until(lambda: page.texts(".name") == ["greedy", "You"] and len(page.moves()) == 1, "greedy's first move")


def test_the_board_is_walked_and_played_on_with_the_keyboard_alone(server, page):
    from selenium.webdriver.common.keys import Keys

    page.open(begin(server, ["person", "person"]))
    page.wait_for(".playable .cell.legal")
    for _ in range(20):
        page.press(Keys.TAB)
        if page.focus().startswith("d3"):
            break
    assert page.focus() == "d3, empty, legal move, turns 1"
    page.press(Keys.ARROW_DOWN)
    assert page.focus() == "d4, white"
    page.press(Keys.ARROW_LEFT, Keys.ENTER)
    page.wait_until(lambda: page.moves() == ["c4"], "c4")
    assert page.focus() == "c4, black, last move"
    page.press(Keys.ARROW_UP, Keys.SPACE)
    page.wait_until(lambda: page.moves() == ["c4", "c3"], "c3")
    page.press(Keys.PAGE_UP)
    page.wait_until(lambda: "Move 1 of 2" in page.text(".status"), "a step back")


def test_the_analysis_labels_every_move_and_goes_on(server, page):
    server.lobby.opponents._make_thinker = PatientThinker
    page.open(begin(server, ["person", "person"]))
    page.wait_for(".playable .cell.legal")
    page.press("a")
    page.wait_until(lambda: len(page.find(".cell.labelled")) == 4, "four labels")
    assert page.text('.cell[data-square="d3"] b') == "75%" and len(page.find(".cell.best")) == 1
    seen = page.text('.cell[data-square="d3"] small')
    page.wait_until(lambda: page.text('.cell[data-square="d3"] small') != seen, "more visits")
    page.run("const unit = document.querySelector('.graph-foot select'); unit.value = 'discs';"
             " unit.dispatchEvent(new Event('change'))")
    assert page.text('.cell[data-square="d3"] b') == "+8.0"
    page.click_square("c4")
    page.wait_until(lambda: page.find('.cell.labelled[data-square="c3"]'), "labels of the next position")
    page.press("a")
    page.wait_until(lambda: not page.find(".cell.labelled"), "no labels")


@pytest.mark.parametrize("server", [PatientThinker], indirect=True)
def test_the_page_is_usable_while_a_bot_thinks(server, page):
    page.open(server.url + "#" + server.lobby.begin_game(["person", "bot"], 60.0))
    page.click_square("f5")
    page.wait_for(".player.thinking")
    page.wait_until(lambda: page.run("return document.querySelector('.white .bar-fill').style.width") > "0", "the bar")
    page.press("u")
    page.wait_until(lambda: page.moves() == [] and not page.find(".player.thinking"), "undo")
    page.click_square("d3")
    page.wait_for(".player.thinking")


def test_two_bots_are_watched_and_paused(server, page):
    page.open(begin(server, ["bot", "greedy"]))
    page.wait_until(lambda: len(page.moves()) >= 2, "moves")
    pause = page.wait_for(".actions button:not([hidden])")
    assert pause.text == "Pause"
    pause.click()
    page.wait_until(lambda: "Paused" in page.text(".status"), "the pause")


def test_a_record_is_opened_stepped_and_dropped(server, page, tmp_path):
    from selenium.webdriver.common.keys import Keys

    path = str(tmp_path / "game.json")
    save_record(path, judged(FINISHED))
    page.open(server.url)
    page.wait_for(".playable .cell.legal")
    page.find("#file")[0].send_keys(path)
    page.wait_until(lambda: page.texts(".name") == ["one", "two"], "the record")
    assert page.moves() == [square_to_text(move) for move in FINISHED] and page.counts() == [2, 2]
    page.run("document.activeElement.blur()")
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.counts() == list(Game(FINISHED[:2]).counts)
    page.press(Keys.END)
    assert page.counts() == list(Game(FINISHED).counts) and page.find(".status.ended")
    page.run("const slider = document.querySelector('.steps input'); slider.value = 10;"
             " slider.dispatchEvent(new Event('input'))")
    assert page.counts() == list(Game(FINISHED[:10]).counts)
    page.press(Keys.HOME, Keys.SPACE)
    page.wait_until(lambda: "Move 1 of" in page.text(".status"), "the game playing by itself")
    page.run("const data = new DataTransfer(); data.items.add(new File(['f5d6\\nf5d6c3'], 'two.txt'));"
             " window.dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}))")
    page.wait_until(lambda: page.moves() == ["f5", "d6"], "the dropped record")
    assert len(page.find(".actions select option")) == 2


def test_a_file_that_is_no_record_is_refused_with_a_message(server, browser, tmp_path):
    page = Page(browser)
    path = tmp_path / "nonsense.txt"
    path.write_text("hello")
    page.open(server.url)
    page.wait_for(".playable .cell.legal")
    page.find("#file")[0].send_keys(str(path))
    page.wait_until(lambda: "nonsense.txt" in page.text("#notice"), "the message")
    assert page.texts(".name") == ["You", "bot.py"]
    complaints = page.complaints()
    browser.get("about:blank")
    assert len(complaints) == 1 and "400" in complaints[0]


@pytest.mark.parametrize("width, height", [(360, 740), (390, 844), (844, 390), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_sticks_out_of_a_phone_or_a_screen(server, page, width, height, language):
    page.open(begin(server, ["person", "person"], FINISHED[:15]), width, height)
    page.wait_for(".playable .cell.legal")
    page.run("chooseLanguage(arguments[0])", language)
    assert page.run("return document.documentElement.scrollWidth") <= width
    box = page.run("const box = document.querySelector('.board').getBoundingClientRect();"
                   " return [box.left, box.right, box.bottom]")
    assert box[0] >= 0 and box[1] <= width and box[2] <= height
    small = page.run("return [...document.querySelectorAll('.viewer .cell, .steps button, .play-buttons button')]"
                     ".filter((found) => found.getBoundingClientRect().width < 30).length")
    assert small == 0


def test_the_page_asks_nobody_but_its_server(server, page):
    page.open(server.url)
    page.click_square("f5")
    addresses = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert len(addresses) > 6 and all(address.startswith(server.url) for address in addresses)


def test_screen_readers_find_a_grid_of_labelled_squares_and_a_status(server, page):
    page.open(server.url)
    page.wait_for(".playable .cell.legal")
    assert len(page.find('[role="grid"] [role="row"] [role="gridcell"][aria-label]')) == 64
    assert page.find('.status[role="status"][aria-live="polite"]')
    assert page.run("return [...document.querySelectorAll('button, select, input, a')].filter((found) => !("
                    "found.textContent || found.getAttribute('aria-label') || found.labels && found.labels.length"
                    ")).length") == 0


def test_two_tabs_show_one_game(server, page):
    address = begin(server, ["person", "person"])
    page.open(address)
    page.wait_for(".playable .cell.legal")
    first = page.browser.current_window_handle
    page.browser.switch_to.new_window("tab")
    try:
        page.open(address)
        page.click_square("f5")
        page.wait_until(lambda: page.moves() == ["f5"], "the move")
    finally:
        page.browser.close()
        page.browser.switch_to.window(first)
    page.wait_until(lambda: page.moves() == ["f5"], "the move in the other tab")


def test_a_saved_page_opens_from_disk_and_needs_nothing_else(page, tmp_path):
    from selenium.webdriver.common.keys import Keys

    path = str(tmp_path / "game.html")
    write_record_page(path, make_record_of(("<b>one</b>", "two")))
    page.open("file://" + os.path.abspath(path), 360, 740)
    assert page.texts(".name") == ["<b>one</b>", "two"] and page.counts() == [2, 2]
    page.press(Keys.ARROW_RIGHT)
    assert page.counts() == list(Game(FINISHED[:1]).counts)
    page.press(Keys.END)
    assert page.counts() == list(Game(FINISHED).counts) and page.find(".status.ended")
    assert page.run("return performance.getEntriesByType('resource').length") == 0
    assert page.run("return document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("width, height", [(360, 740), (844, 390), (1280, 800)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_pages_of_a_match_fit_and_lead_to_each_other(page, tmp_path, width, height, language):
    long_name = "python3 /a/rather/long/path/to/some/bot.py --with --options"
    write_match(tmp_path, (long_name, "two"), remarks=["settings " * 40])
    page.open("file://%s/index.html" % tmp_path, width, height)
    page.run("chooseLanguage(arguments[0])", language)
    assert page.run("return document.documentElement.scrollWidth") <= width
    assert page.run("return [...document.querySelectorAll('.wide')].filter((box) => box.scrollWidth > box.clientWidth)"
                    ".length") == 0
    page.find(".games a")[1].click()
    every = {"en": "All games", "zh": "全部对局"}[language]
    assert [link.text for link in page.find("nav a")] == ["← 1", every, "3 →"]
    assert page.run("return document.documentElement.scrollWidth") <= width
    page.find("nav a")[2].click()
    assert [link.text for link in page.find("nav a")] == ["← 2", every]


def test_a_bot_that_lost_by_an_error_is_explained_on_the_page_of_its_game(page, tmp_path):
    lost = play(open_player(fixture_bot("misbehaving.py", "crash")))
    write_record_page(str(tmp_path / "game.html"), read_record("game.json", 1, make_record(lost)))
    page.open("file://%s/game.html" % tmp_path, 360, 740)
    lines = page.text(".explanation").split("\n")
    assert lines[0] == "ply 1, black: it crashed with exit code 1 [INVALID_INPUT_VERDICT_RE]"
    assert lines[-1].strip() == "RuntimeError: this bot crashes"
    assert page.run("return document.documentElement.scrollWidth") <= 360


def test_a_bot_that_fails_on_the_page_is_explained_there(server, page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.py").write_text("raise SystemExit('no idea')")
    server.lobby.opponents = Opponents(["broken.py"])
    page.open(begin(server, ["broken.py", "person"]))
    page.wait_until(lambda: "broken gives up: ply 1, black: it crashed" in page.text(".status"), "the status")
    assert "no idea" in page.text(".explanation")
