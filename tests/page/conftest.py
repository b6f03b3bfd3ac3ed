"""A browser and a server with the page, for the tests that use them."""

import threading

import pytest

from protocol.judging.bot_names import Opponents
from protocol.page.lobby import Lobby
from protocol.page.server import PageServer
from tests.browser import Page, open_browser
from tests.thinkers import QuickThinker

DEFAULTS = {"colour": "black", "opponent": "bot", "seconds": "0.4"}


@pytest.fixture(scope="package")
def browser():
    opened = open_browser()
    yield opened
    opened.quit()


@pytest.fixture
def server(request):
    thinker = getattr(request, "param", QuickThinker)
    running = PageServer(Lobby(Opponents(make_thinker=thinker)), 0, DEFAULTS)
    threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield running
    running.shutdown()
    running.lobby.close()
    running.server_close()


@pytest.fixture
def page(browser):
    """The page, which must not have made the browser complain."""
    shown = Page(browser)
    yield shown
    complaints = shown.complaints()
    shown.run("try { localStorage.clear() } catch (error) { /* not allowed here */ }")  # all files share one storage
    browser.get("about:blank")  # before the server goes away
    shown.complaints()
    assert complaints == []
