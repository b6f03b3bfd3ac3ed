"""A real browser for the tests of the page: headless Chromium, driven by selenium, where both are installed."""

import os
import shutil
import time

import pytest

from engine.coordinates import squares_to_transcript

_FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic",
          "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
          "--force-prefers-reduced-motion", "--lang=en")
PATIENCE_SECONDS = 30.0

SIZES = {"desktop": (1280, 800), "large": (1920, 1080), "portrait": (390, 844), "landscape": (844, 390)}
DIALOGS = ("new", "open", "set-up", "settings", "help")


def open_browser():
    """A new browser; skips the test with a reason where there is none."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium: tests/requirements-browser.txt")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("needs chromium and chromedriver (Debian: chromium and chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in _FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    browser.set_page_load_timeout(PATIENCE_SECONDS)
    return browser


def read_axe():
    """The accessibility checker as a script; skips the test with a reason where it is not installed."""
    axe = pytest.importorskip("axe_core_python", reason="needs axe-core-python: tests/requirements-browser.txt")
    path = os.path.join(os.path.dirname(axe.__file__), "axe.min.js")
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def begin(server, players, moves=(), **more):
    """The address of a new game."""
    return server.url + "#" + server.lobby.begin_game(players, 0.5, squares_to_transcript(moves), **more)


def open_game(page, server, moves=(), players=("person", "person"), size="desktop", **more):
    """Opens a new game in which a person is to move, in a window of that size."""
    page.open(begin(server, list(players), moves, **more), *SIZES[size])
    page.wait_for(".playable .cell.legal")


def press_button(page, text):
    """Clicks on the button with that text."""
    next(button for button in page.find("button") if button.is_displayed() and button.text == text).click()


def choose(page, **fields):
    """Fills the new-game dialog, which is open, and starts."""
    for name, value in fields.items():
        page.run("const field = document.getElementById('new-form').elements[arguments[0]]; field.value = arguments[1];"
                 " document.getElementById('new-form').dispatchEvent(new Event('change'))", name, value)
    page.find("#new-start")[0].click()


def visible_words(page):
    """All text of the page and its dialogs, including labels and titles."""
    return page.run("""
        return [...document.querySelectorAll("body, body *")].filter((found) => !["SCRIPT", "NOSCRIPT"].includes(
            found.tagName)).flatMap((found) => [found.getAttribute("aria-label") || "", found.title || "",
            ...[...found.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent)])""")


class Page:
    """The page as a person uses it."""

    def __init__(self, browser):
        self.browser = browser

    def open(self, address, width=1280, height=900):
        """Opens the page in a window of that size."""
        self.resize(width, height)
        self.browser.get(address)

    def resize(self, width, height):
        """Gives the page exactly that size; a window cannot be as small as a phone."""
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def find(self, selector):
        """The elements that match."""
        return self.browser.find_elements("css selector", selector)

    def wait_for(self, selector):
        """The first visible element that matches, as soon as there is one."""
        return self.wait_until(
            lambda: next((found for found in self.find(selector) if found.is_displayed()), None), selector)

    def wait_until(self, condition, what="it"):
        """The value of the condition once it is true."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            found = condition()
            if found:
                return found
            assert time.monotonic() < deadline, "%s did not happen; the page says: %s" % (what, self.text("body"))
            time.sleep(0.02)

    def text(self, selector):
        """The text of the first element that matches; empty if none does."""
        return "".join(self.texts(selector)[:1])

    def texts(self, selector):
        """The texts of all elements that match."""
        return self.run("return [...document.querySelectorAll(arguments[0])].map((found) => found.innerText)", selector)

    def run(self, script, *arguments):
        """The value that the script returns."""
        return self.browser.execute_script(script, *arguments)

    def press(self, *keys):
        """Types keys where the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.browser, duration=0).send_keys(*keys).perform()

    def focus(self):
        """The label or text of the element that has the focus."""
        return self.run("const at = document.activeElement; return at.getAttribute('aria-label') || at.innerText")

    def click_square(self, name):
        """Clicks on the board."""
        self.wait_for('.playable .cell.legal[data-square="%s"]' % name).click()

    def moves(self):
        """The moves that the page lists, without marks of mistakes."""
        return [text.strip("?") for text in self.texts(".moves .move")]

    def counts(self):
        """Black's and white's discs as the page shows them."""
        return [int(text) for text in self.texts(".count")]

    def complaints(self):
        """Errors and warnings in the browser's console since the last call."""
        return [entry["message"] for entry in self.browser.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")]
