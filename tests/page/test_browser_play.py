"""Playing on the page in a real browser: in two languages, against levels, with hints and settings."""

import json
import os
import random
import re

import pytest

from engine.board import flipped_discs, iterate_squares
from engine.coordinates import square_to_text, squares_from_transcript
from protocol.game import Game
from protocol.judging.levels import LEVELS
from protocol.page.match_view import Fallbacks, SequentialTest
from protocol.page.pages import write_record_page
from tests.browser import DIALOGS, choose, open_game, press_button, visible_words
from tests.page.test_browser import write_match
from tests.page.test_html_export import make_record_of
from tests.records.test_record import FINISHED

pytestmark = pytest.mark.slow

#: What is Latin on the Chinese page: names of programs, formats and keys.
LATIN = {"bot", "py", "English", "Botzone", "OBF", "WTHOR", "Tab", "Home", "End", "Page", "up", "down", "UCT", "Alpha",
         "beta", "random", "greedy", "mobility", "uct", "dictionary", "alphabeta", "epsilon", "weighted", "MB"}


def test_in_chinese_everything_is_chinese_and_the_choice_is_remembered(server, page):
    open_game(page, server, FINISHED[:24])
    page.find("#language")[0].click()
    page.wait_until(lambda: "轮到黑方" in page.text(".status"), "the status in Chinese")
    for name in DIALOGS:
        page.run("document.getElementById(arguments[0]).click(); document.querySelector('dialog[open]').close()", name)
    latin = {found for text in visible_words(page) for found in re.findall(r"[A-Za-z]{2,}", text)}
    assert latin - LATIN == set()
    page.browser.refresh()
    page.wait_until(lambda: "轮到黑方" in page.text(".status"), "the status after a reload")
    assert page.run("return document.documentElement.lang") == "zh-CN" and page.text("#language") == "English"
    page.find("#language")[0].click()
    assert "Black to move" in page.text(".status") and page.run("return document.documentElement.lang") == "en"


def test_the_language_of_the_browser_is_the_language_of_the_page(server, page):
    agent = page.run("return navigator.userAgent")
    for accepted, turn in (("zh-CN,zh;q=0.9,en;q=0.8", "轮到你了"), ("de,en;q=0.5", "Your turn")):
        page.browser.execute_cdp_cmd("Network.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": accepted})
        page.open(server.url)
        page.wait_until(lambda turn=turn: turn in page.text(".status"), turn)
    page.browser.execute_cdp_cmd("Network.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "en"})


def test_an_exported_page_speaks_both_languages(page, tmp_path):
    path = str(tmp_path / "game.html")
    write_record_page(path, make_record_of())
    page.open("file://" + os.path.abspath(path))
    page.press("\ue010")  # End
    english = page.text(".status")
    page.find("#language")[0].click()
    assert " wins " in english and "胜" in page.text(".status") and "wins" not in page.text(".status")


def test_the_index_of_a_match_speaks_both_languages(page, tmp_path):
    test = SequentialTest(0.0, 400.0, -3.2, 2.94, (1, 0, 2, 0, 1), "H0")
    write_match(tmp_path, ("alpha", "beta"), test=test, fallbacks=[Fallbacks("alpha", 3, 20)])
    page.open("file://%s/index.html" % tmp_path)
    assert page.texts(".standings th")[:3] == ["Bot", "Games", "Won"] and page.texts(".games th")[1] == "Black"
    assert page.texts(".standings td")[8] == "−575 .. +∞"
    assert page.texts(".standings td")[12] == "crash (RE) × 8, fallback × 3"
    assert page.texts(".games td")[-2:] == ["White wins", "crash (RE)"]
    assert page.texts(".about p") == [
        "3 games, 1 at a time, Botzone rules, the platform's limits, 2024-05-06 07:08",
        "SPRT 0 400: LLR −3.20 (−2.94 to 2.94), pairs 1, 0, 2, 0, 1: H0 accepted",
        "alpha is not clearly better than beta: an advantage of 0 Elo or less fits these games, 400 or more does not "
        "(wrong at most once in twenty).",
        "Warning: 3 of alpha's 20 answers were its fallback, not a move it had thought of: too little time?"]
    page.find("#language")[0].click()
    latin = {found for text in visible_words(page) for found in re.findall(r"[A-Za-z]{2,}", text)}
    assert latin - LATIN <= {"alpha", "beta", "SPRT", "LLR", "Elo", "RE"}
    assert page.texts(".games td")[-2:] == ["白方胜", "崩溃（RE）"]
    page.browser.refresh()
    assert page.text("#language") == "English" and page.run("return document.documentElement.lang") == "zh-CN"


@pytest.mark.parametrize("decision, elo1, found", [
    ("", 5.0, "too few"), ("H1", 5.0, "is better"), ("H1", 0.0, "is not worse"), ("H0", 5.0, "not clearly better"),
    ("H0", 0.0, "is worse")])
def test_a_sequential_test_is_said_in_words(page, tmp_path, decision, elo1, found):
    write_match(tmp_path, ("alpha", "beta"), test=SequentialTest(-5.0, elo1, 0.0, 2.94, (0, 0, 1, 0, 0), decision))
    page.open("file://%s/index.html" % tmp_path)
    assert found in page.texts(".about p")[2]


def test_a_level_is_chosen_by_name_and_says_what_it_is(server, page):
    page.open(server.url)
    page.wait_for(".playable .cell.legal")
    page.press("n")
    page.wait_for("#new-dialog")
    labels = page.run("return [...document.querySelectorAll('#opponent optgroup')].map((group) => [group.label,"
                      " group.children.length])")
    assert labels[0] == ["Levels", len(LEVELS)] and labels[1] == ["Full strength", 1]
    page.run("const field = document.getElementById('opponent'); field.value = 'novice';"
             " field.dispatchEvent(new Event('change', {bubbles: true}))")
    about = page.text("#opponent + .hint")
    assert "0.02 s" in about and "±26 discs" in about and not page.find("#new-time")[0].is_displayed()
    choose(page, colour="white")
    page.wait_until(lambda: page.texts(".name") == ["Novice", "You"] and len(page.moves()) == 1, "its first move")


def test_a_random_colour_is_either(server, page):
    page.open(server.url)
    page.wait_for(".playable .cell.legal")
    for number, name in ((0.1, ["You", "bot.py"]), (0.9, ["bot.py", "You"])):
        page.run("const random = arguments[0]; Math.random = () => random", number)
        page.press("n")
        choose(page, colour="random")
        page.wait_until(lambda name=name: page.texts(".name") == name, "the colours")


def test_resigning_asks_once_more_and_a_rematch_swaps_the_colours(server, page):
    open_game(page, server, players=("person", "bot"))
    press_button(page, "Resign")
    press_button(page, "Really resign?")
    page.wait_until(lambda: "You resigned" in page.text(".status"), "the end")
    assert page.find(".status.ended") and not page.find(".playable")
    press_button(page, "Rematch")
    page.wait_until(lambda: page.texts(".name") == ["bot.py", "You"] and len(page.moves()) == 1, "the other colour")


def test_a_hint_shows_one_move(server, page):
    open_game(page, server, players=("person", "bot"))
    page.press("h")
    page.wait_for(".cell.hinted")
    assert page.run("return [...document.querySelectorAll('.hinted')].map((cell) => cell.dataset.square)") == ["d3"]
    assert not page.find(".cell.labelled") and page.find(".scores")[0].is_displayed() is False
    page.click_square("d3")
    page.wait_until(lambda: not page.find(".cell.hinted"), "no hint")


def test_the_discs_a_move_turns_are_shown_by_mouse_and_by_key(server, page):
    from selenium.webdriver.common.action_chains import ActionChains

    open_game(page, server, squares_from_transcript("f5d6"))
    game = Game(squares_from_transcript("f5d6"))
    square = next(iterate_squares(game.legal))
    expected = {square_to_text(turned) for turned in iterate_squares(flipped_discs(game.player, game.opponent, square))}
    shown = "return [...document.querySelectorAll('.will-flip')].map((cell) => cell.dataset.square)"
    cell = page.find('[data-square="%s"]' % square_to_text(square))[0]
    ActionChains(page.browser, duration=0).move_to_element(cell).perform()
    assert set(page.run(shown)) == expected
    ActionChains(page.browser, duration=0).move_to_element(page.find("h1")[0]).perform()
    assert page.run(shown) == []
    page.run("arguments[0].focus()", cell)
    assert set(page.run(shown)) == expected


def test_the_page_turns_the_discs_that_the_rules_turn(server, page):
    open_game(page, server)
    source, cases = random.Random(7), []
    for _ in range(40):
        game = Game()
        for _ in range(source.randrange(58)):
            if game.over:
                break
            game.play(source.choice(list(iterate_squares(game.legal)) or [64]))
        black, white = game.discs
        board = "".join("X" if black >> place & 1 else "O" if white >> place & 1 else "." for place in range(64))
        for square in iterate_squares(game.legal):
            flipped = flipped_discs(game.player, game.opponent, square)
            cases.append((board, square, game.colour, list(iterate_squares(flipped))))
    got = page.run("return arguments[0].map(([board, square, colour]) => flippedBy(board, square, colour)"
                   ".sort((one, other) => one - other))", cases)
    assert len(cases) > 100 and got == [case[3] for case in cases]


def test_the_bot_s_evaluation_is_hidden_while_playing_unless_wanted(server, page):
    open_game(page, server, players=("person", "bot"))
    page.click_square("f5")
    page.wait_until(lambda: len(page.moves()) == 2 and "Your turn" in page.text(".status"), "the answer")
    assert "Hidden while you play" in page.text(".analysis") and not page.find(".scores")[0].is_displayed()
    assert page.run("return document.querySelector('.eval-bar').classList.contains('unknown')")
    page.find("#settings")[0].click()
    page.find("[name=evaluation]")[0].click()
    page.find("#settings-dialog [data-close]")[0].click()
    page.wait_until(lambda: page.find(".scores")[0].is_displayed(), "the evaluation")


def test_the_board_is_turned_round_and_the_keys_with_it(server, page):
    from selenium.webdriver.common.keys import Keys

    open_game(page, server)
    page.press("r")
    corner = "return document.querySelector('.viewer .cell').dataset.square"
    page.wait_until(lambda: page.run(corner) == "h8", "the other side")
    box = page.run("const box = document.querySelector('[data-square=a1]').getBoundingClientRect();"
                   " const other = document.querySelector('[data-square=h8]').getBoundingClientRect();"
                   " return box.left > other.left && box.top > other.top")
    assert box and page.text(".letters").split()[0] == "h"
    page.run("document.querySelector('.viewer [data-square=d3]').focus()")
    page.press(Keys.ARROW_DOWN)
    assert page.focus().startswith("d2")
    page.browser.refresh()
    page.wait_until(lambda: page.find(".viewer .cell") and page.run(corner) == "h8", "remembered")


def test_sounds_are_off_until_they_are_chosen(server, page):
    open_game(page, server)
    page.run("window.heard = 0; playSound = () => { heard += 1; }")
    page.click_square("f5")
    page.wait_until(lambda: page.moves() == ["f5"], "the move")
    assert page.run("return heard") == 0
    page.find("#settings")[0].click()
    page.find("[name=sounds]")[0].click()
    page.find("#settings-dialog [data-close]")[0].click()
    page.click_square("d6")
    page.wait_until(lambda: page.run("return heard") == 1, "the sound")


def test_a_user_s_bot_does_not_lose_by_time_at_the_quickest_setting(server, page, tmp_path):
    slow = tmp_path / "slow bot.py"
    slow.write_text("import json, time\nturn = json.loads(input())\ntime.sleep(1.5)\n"
                    "print(json.dumps({'response': {'x': 3, 'y': 2}}))\n")
    server.lobby.opponents.about[str(slow)] = "a bot of yours"
    page.open(server.url)
    page.wait_for(".playable .cell.legal")
    page.press("n")
    page.run("document.getElementById('seconds').value = '0.1'; const field = document.getElementById('opponent');"
             " field.value = arguments[0]; field.dispatchEvent(new Event('change', {bubbles: true}))", str(slow))
    assert "at least 1 s" in page.text("#opponent + .hint")
    choose(page, colour="white")
    page.wait_until(lambda: page.moves() == ["d3"], "a move that took longer than its time")
    assert page.texts(".name") == ["slow bot.py", "You"] and str(tmp_path) not in json.dumps(visible_words(page))
