"""`make screenshot`: takes the picture of the page in the README.

It shows a game that the engine has reviewed, with the analysis of one position.
"""

import base64
import os
import threading

from engine.coordinates import squares_from_transcript
from protocol.judging.bot_names import Opponents
from protocol.page.lobby import Lobby
from protocol.page.server import PageServer
from tests import ROOT
from tests.browser import Page, begin, open_browser

PICTURE = os.path.join(str(ROOT), ".github", "page.jpg")
SIZE = 1200, 800
GAME = squares_from_transcript("c4c3f5c5b5c6b3f4d7b4c2b6a4e6f7a5e3a3d3f6g5c7a6a7g6e8c8d6")
SHOWN_PLY = 16
REVIEW_SECONDS = 0.5


def main() -> None:
    server = PageServer(Lobby(Opponents()))
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    browser = open_browser()
    try:
        take_picture(Page(browser), begin(server, ["person", "person"], GAME))
    finally:
        browser.quit()
        server.shutdown()
        server.lobby.close()
        server.server_close()


def take_picture(page: Page, address: str) -> None:
    """Lets the engine review the game and saves a picture of the page."""
    page.open(address, *SIZE)
    page.wait_for(".playable .cell.legal")
    page.run("table.send('review', {seconds: arguments[0]})", REVIEW_SECONDS)
    page.wait_until(lambda: page.run("return table.state.review === null && table.state.evaluations.every(Boolean)"))
    page.run("table.viewer.goTo(arguments[0]); table.setAnalysis(true)", SHOWN_PLY)
    page.wait_until(lambda: page.run("const {analysis} = table.state; return analysis && analysis.report &&"
                                     " analysis.ply === arguments[0] && analysis.report.simulations > 1500", SHOWN_PLY))
    taken = page.browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": 80})
    os.makedirs(os.path.dirname(PICTURE), exist_ok=True)
    with open(PICTURE, "wb") as stream:
        stream.write(base64.b64decode(taken["data"]))
    print("%s: %d kB" % (os.path.relpath(PICTURE, str(ROOT)), os.path.getsize(PICTURE) // 1000))


if __name__ == "__main__":
    main()
