"""The page's layout and access in a real browser: screens, phones, contrast, an accessibility checker."""

import re

import pytest

from engine.coordinates import squares_from_transcript
from tests.browser import DIALOGS, SIZES, open_game, press_button, read_axe
from tests.page.test_browser import write_match
from tests.records.test_record import FINISHED
from tests.thinkers import LAST_MOVE

pytestmark = pytest.mark.slow



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


def test_nothing_moves_for_a_notice_which_a_click_ends(server, page):
    open_game(page, server, size="portrait")
    top = "return document.querySelector('.board').getBoundingClientRect().top"
    before = page.run(top)
    page.run("table.say('something is wrong')")
    assert page.run(top) == before
    page.wait_for("#notice").click()
    assert not page.find("#notice")[0].is_displayed()


def test_the_number_in_the_bar_fits(server, page):
    open_game(page, server, LAST_MOVE, size="portrait")
    page.click_square("c5")
    page.wait_until(lambda: page.text(".eval-text") == "=64", "the result in the bar")
    widths = page.run("const range = document.createRange(); range.selectNodeContents(document.querySelector("
                      "'.eval-text')); return [range, document.querySelector('.eval-bar')].map((found) =>"
                      " found.getBoundingClientRect().width)")
    assert widths[0] <= widths[1]


@pytest.mark.parametrize("size", ["desktop", "portrait"])
def test_nothing_moves_while_the_analysis_follows_the_reader(server, page, size):
    open_game(page, server, FINISHED[:20], size=size)
    page.press("a")
    page.wait_for(".line-move")
    tops = "return ['.board', '.actions', '.graph', '.graph-foot'].map((name) =>" \
           " Math.round(document.querySelector(name).getBoundingClientRect().top + scrollY))"
    before = page.run(tops)
    page.run("document.activeElement.blur()")
    for _ in range(4):
        page.press("\ue012")  # left
        assert page.run(tops) == before
    page.wait_until(lambda: page.find(".cell.labelled"), "the analysis of that position")
    assert page.run(tops) == before
    page.run("document.querySelector('.expected').replaceChildren(...[...Array(30)].map(() => element('b', {}, 'a1')))")
    assert page.run(tops) == before


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


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["index.html", "game-3.html"])
def test_a_checker_finds_nothing_in_exported_pages(page, tmp_path, name, language):
    axe = read_axe()
    write_match(tmp_path, ("one", "two"))
    page.open("file://%s/%s" % (tmp_path, name))
    page.run("chooseLanguage(arguments[0])", language)
    page.run(axe)
    assert violations(page) == []
