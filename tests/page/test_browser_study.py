"""Playing and studying on the page, in a real browser: languages, levels, set-up, paste, review, layout, access."""

import json
import os
import random
import re

import pytest

from engine.board import flipped_discs, iterate_squares
from engine.coordinates import square_to_text, squares_from_transcript
from protocol.game import Game
from protocol.judging.levels import LEVELS
from protocol.page.pages import write_record_page
from tests.browser import Page, begin, read_axe
from tests.page.test_html_export import make_record_of
from tests.records.test_record import FINISHED
from tests.thinkers import LAST_MOVE, QuickThinker

pytestmark = pytest.mark.slow

#: White to move in a position that no game from the usual start reaches so soon.
SET_UP = "-" * 27 + "OX------XO" + "-" * 27 + " O"
SIZES = {"desktop": (1280, 800), "large": (1920, 1080), "portrait": (390, 844), "landscape": (844, 390)}
DIALOGS = ("new", "open", "set-up", "settings", "help")
#: What is Latin on the Chinese page: names of programs, formats and keys.
LATIN = {"bot", "py", "English", "Botzone", "OBF", "WTHOR", "Tab", "Home", "End", "Page", "up", "down", "UCT", "Alpha",
         "beta", "random", "greedy", "mobility", "uct", "dictionary", "alphabeta", "epsilon", "weighted", "MB"}


class MistakenThinker(QuickThinker):
    """Thinks better of the mover the more empty squares there are, so that every move looks like a loss of discs."""

    def report(self, player, opponent, simulations):
        told = super().report(player, opponent, simulations)
        discs = 30.0 if bin(player | opponent).count("1") % 2 else 3.0
        return told._replace(value=0.1, discs=discs, line=tuple(candidate.move for candidate in told.candidates[:2]))


def open_game(page, server, moves=(), players=("person", "person"), size="desktop", **more):
    page.open(begin(server, list(players), moves, **more), *SIZES[size])
    page.wait_for(".playable .cell.legal")


def press_button(page, text):
    next(button for button in page.find("button") if button.is_displayed() and button.text == text).click()


def choose(page, **fields):
    """Fills the new-game dialog, which is open, and starts."""
    for name, value in fields.items():
        page.run("const field = document.getElementById('new-form').elements[arguments[0]]; field.value = arguments[1];"
                 " document.getElementById('new-form').dispatchEvent(new Event('change'))", name, value)
    page.find("#new-start")[0].click()


# -- languages


def visible_words(page):
    """Everything that is said in the page and its dialogs, labels and titles too."""
    return page.run("""
        return [...document.querySelectorAll("body, body *")].filter((found) => !["SCRIPT", "NOSCRIPT"].includes(
            found.tagName)).flatMap((found) => [found.getAttribute("aria-label") || "", found.title || "",
            ...[...found.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent)])""")


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


# -- playing


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


# -- studying


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
    page.wait_until(lambda: "nobody can move" in page.text("#set-up-problem"), "the problem")
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


# -- consistent


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


def test_a_link_to_a_game_that_is_gone_says_so(server, browser):
    page = Page(browser)
    page.open(server.url + "#0123456789abcdef")
    page.wait_until(lambda: "not open any more" in page.text("#notice"), "the message")
    assert page.wait_for(".playable .cell.legal")
    assert all("404" in complaint for complaint in page.complaints())
    browser.get("about:blank")


def test_a_failure_of_several_lines_is_a_status_and_an_explanation(server, page):
    open_game(page, server, players=("person", "bot"))
    server.lobby.game(page.run("return table.key"))._failure = "bot gives up: it crashed\n  line 3\n  NameError"
    page.wait_until(lambda: page.text(".status") == "bot gives up: it crashed", "the status")
    assert page.text(".explanation").split() == ["line", "3", "NameError"]
    page.wait_until(lambda: any(button.text == "Try again" for button in page.find(".play-buttons button")), "the button")


def test_the_result_of_a_wipe_out_counts_empty_squares_for_the_winner(server, page):
    open_game(page, server, LAST_MOVE)
    page.click_square("c5")
    page.wait_until(lambda: page.find(".status.ended"), "the end")
    assert "Black wins 64–0 (the 51 empty squares count for the winner)" in page.text(".status")
    assert page.counts() == [13, 0] and "Black won by 64" in page.text(".thought")


# -- layout


def test_nothing_moves_when_it_is_the_other_s_turn(server, page):
    open_game(page, server, players=("person", "bot"))
    tops = "return ['.board', '.play-buttons', '.analysis', '.moves'].map((name) =>" \
           " Math.round(document.querySelector(name).getBoundingClientRect().top))"
    before = page.run(tops)
    page.click_square("f5")
    page.wait_until(lambda: len(page.moves()) == 2 and "Your turn" in page.text(".status"), "the answer")
    assert page.run(tops) == before
    press_button(page, "Resign")
    press_button(page, "Really resign?")
    page.wait_until(lambda: page.find(".status.ended"), "the end")
    assert page.run(tops)[:3] == before[:3]


def test_a_large_screen_is_used_and_the_moves_have_its_height(server, page):
    open_game(page, server, FINISHED[:20], size="large")
    boxes = page.run("return ['.board', '.history', '.viewer'].map((name) => { const box = document.querySelector(name)"
                     ".getBoundingClientRect(); return [box.width, box.height, box.bottom]; })")
    assert boxes[0][0] > 850 and boxes[1][1] > 850 and boxes[2][0] > 1700
    assert page.run("return document.documentElement.scrollHeight") <= 1080


def test_a_phone_on_its_side_shows_the_whole_board(server, page):
    open_game(page, server, FINISHED[:20], size="landscape")
    box = page.run("const box = document.querySelector('.board').getBoundingClientRect();"
                   " return [box.left, box.top, box.right, box.bottom]")
    assert box[0] >= 0 and box[1] >= 0 and box[3] <= 390 and box[2] - box[0] > 300


def test_the_list_follows_to_the_first_move_too(server, page):
    open_game(page, server, FINISHED[:24], size="desktop")
    page.run("document.querySelector('.moves').style.maxHeight = '96px'")
    page.run("document.activeElement.blur()")
    page.press("\ue010")
    assert page.run("return document.querySelector('.moves').scrollTop") > 0
    page.press("\ue011")
    assert page.run("return document.querySelector('.moves').scrollTop") == 0


def luminance(colour):
    channels = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_dots_of_legal_moves_stand_out(server, page, scheme):
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme},
                     {"name": "prefers-reduced-motion", "value": "reduce"}]})
    for moves in ((), squares_from_transcript("f5")):
        open_game(page, server, moves)
        dot = page.run("return getComputedStyle(document.querySelector('.viewer .legal'), '::after').backgroundColor")
        felt = page.run("const probe = document.createElement('i'); document.body.append(probe);"
                        " return ['--felt', '--felt-light', '--felt-deep'].map((name) => {"
                        " probe.style.color = `var(${name})`; return getComputedStyle(probe).color; })")
        for ground in felt:
            light, dark = sorted((luminance(dot), luminance(ground)), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 3.0, (dot, ground)
        page.browser.get("about:blank")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


# -- access


def violations(page):
    found = page.browser.execute_async_script(
        "axe.run(document, {resultTypes: ['violations']}).then(arguments[arguments.length - 1])")["violations"]
    return [(problem["id"], [node["target"] for node in problem["nodes"]][:5]) for problem in found]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_accessibility_checker_finds_nothing(server, page, language, scheme):
    axe = read_axe()
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme},
                     {"name": "prefers-reduced-motion", "value": "reduce"}]})
    open_game(page, server, FINISHED[:24])
    page.run("chooseLanguage(arguments[0])", language)
    page.browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    page.run(axe)
    page.press("a")
    page.wait_until(lambda: page.find(".cell.labelled"), "the analysis")
    assert violations(page) == []
    page.press("a")
    for name in DIALOGS:
        page.run("document.getElementById(arguments[0]).click()", name)
        assert (name, violations(page)) == (name, [])
        page.run("document.querySelector('dialog[open]').close()")
    page.resize(*SIZES["portrait"])
    assert violations(page) == []
    page.browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_a_checker_finds_nothing_in_an_exported_page(page, tmp_path):
    axe = read_axe()
    path = str(tmp_path / "game.html")
    write_record_page(path, make_record_of())
    page.open("file://" + os.path.abspath(path))
    page.run(axe)
    assert violations(page) == []


def test_a_bot_of_ones_own_does_not_lose_by_time_at_the_quickest_setting(server, page, tmp_path):
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
