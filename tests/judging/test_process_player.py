"""Behaviour of every player with a process, whichever protocol it speaks."""

import sys
import threading
import time

import pytest

from protocol.game import Game
from protocol.judging import board_player, botzone_process, gtp_player
from protocol.judging.bot_names import open_player
from protocol.judging.player import CalledOff
from protocol.judging.processes import HAS_PROC
from protocol.judging.rules import BOTZONE
from protocol.judging.sandbox import Sandbox
from protocol.judging.trouble import JudgeTrouble
from tests.judging.test_class_player import MO_CLASS
from tests.judging.test_codingame_player import BOT
from tests.opponents import first_legal, fixture_bot, play

HANGING = "import time; time.sleep(3600)"
KINDS = ["keep-running", "gtp", "mo", "codingame"]


def playing(kind, folder):
    """A bot of that kind that plays its first legal move."""
    if kind == "keep-running":
        return open_player(fixture_bot("legal.py", "--keep", "9"))
    if kind == "gtp":
        return open_player("gtp:" + fixture_bot("gtp_engine.py"))
    return open_file(kind, folder, (MO_CLASS if kind == "mo" else BOT).replace("{body}", "pass"))


def open_file(kind, folder, source):
    path = folder / "bot.py"
    path.write_text(source)
    return open_player("%s:%s" % (kind, "%s %s" % (sys.executable, path) if kind == "gtp" else path))


def state_of(pid):
    """The state of a process: T once it is stopped, which takes the signal a moment."""
    for _ in range(100):
        with open("/proc/%d/stat" % pid) as stream:
            state = stream.read().rpartition(")")[2].split()[0]
        if state == "T":
            break
        time.sleep(0.05)
    return state


@pytest.fixture
def sandboxes(monkeypatch):
    """Records every sandbox that a player opens; `meanwhile` is called before the player knows of it."""
    class Watched(Sandbox):
        opened = []
        meanwhile = staticmethod(lambda: None)

        def __init__(self, *arguments):
            super().__init__(*arguments)
            self.opened.append(self)
            self.meanwhile()

    for module in (board_player, botzone_process, gtp_player):
        monkeypatch.setattr(module, "Sandbox", Watched)
    return Watched


@pytest.mark.skipif(not HAS_PROC, reason="needs Linux's /proc")
@pytest.mark.parametrize("kind", KINDS)
def test_a_process_is_stopped_while_the_other_side_thinks(kind, tmp_path, sandboxes):
    states = []

    def choose(game):
        states.append(state_of(sandboxes.opened[-1]._tree.pid))
        return first_legal(game)

    play(playing(kind, tmp_path), turns=6, choose=choose, rules=BOTZONE._replace(patience_seconds=5.0))
    assert states and set(states) == {"T"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_called_off_during_its_start_is_ended(kind, tmp_path, sandboxes):
    player = open_file(kind, tmp_path, HANGING)
    sandboxes.meanwhile = staticmethod(player.call_off)  # as another thread may
    with pytest.raises(CalledOff):
        player.ask(Game(), BOTZONE)
    assert len(sandboxes.opened) == 1 and not sandboxes.opened[0].alive


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_called_off_while_it_thinks_is_ended_and_not_asked_again(kind, tmp_path):
    player = open_file(kind, tmp_path, HANGING)
    threading.Timer(0.3, player.call_off).start()
    start = time.monotonic()
    for _ in range(2):
        with pytest.raises(CalledOff):
            player.ask(Game(), BOTZONE.with_limits(60.0, None, 60.0))
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_whose_file_is_gone_has_not_failed(kind, tmp_path):
    player = open_file(kind, tmp_path, HANGING)
    (tmp_path / "bot.py").unlink()
    with pytest.raises(JudgeTrouble, match="the bot's file .*bot.py has vanished"):
        player.ask(Game(), BOTZONE)
