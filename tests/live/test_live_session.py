"""Whole sessions against a stand-in platform on the loopback, with every mishap of a real connection."""

import threading
import time

import pytest

from protocol.judging.player import FunctionPlayer
from protocol.judging.rules import BOTZONE
from protocol.live.live_session import LiveSession, Wanted
from protocol.live.local_ai_line import LineError, LocalAiLine
from protocol.records.record_reader import read_records
from tests.live.stand_in_platform import SECRET, StandInPlatform
from tests.opponents import first_legal


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch):
    """No proxy between a test and its own platform."""
    monkeypatch.setenv("no_proxy", "*")


class Session:
    """A finished session."""

    def __init__(self, platform, choose=first_legal, out=None, url=None, poll_seconds=20.0, **wanted):
        self.said, self.pauses, self.opened = [], [], 0
        self._choose = choose
        line = LocalAiLine(url or platform.url, poll_seconds)
        self.session = LiveSession(line, self._open, Wanted(BOTZONE, out=out and str(out), **wanted), self.said.append,
                                   self.pauses.append)
        self.session.run()
        self.results = [match.result for match in self.session.ended]

    def _open(self):
        self.opened += 1
        return FunctionPlayer("ours", self._choose)


def test_several_matches_are_played_at_a_time_in_both_forms_and_recorded(tmp_path):
    out = tmp_path / "games.matches"
    with StandInPlatform(matches=4, styles=("json", "text", "text", "json")) as platform:
        played = Session(platform, out=out, games=4)
    assert [match.wrong for match in platform.matches.values()] == [None] * 4 and platform.refused == []
    assert len(played.results) == played.opened == 4
    records = list(read_records(str(out)))
    assert len(records) == 4 and [record.problems for record in records] == [[]] * 4
    for match in played.session.ended:
        told = platform.matches[match.match_id]
        assert match.game.moves == told.game.moves[:len(match.game.moves)]
        assert match.result == {2: "won", 1: "drawn", 0: "lost"}[told.result[told.slot]]
    assert played.session.table()[-1].startswith("4 games: ")
    assert all(SECRET not in line for line in played.said)


MISHAPS = {
    "the connection breaks before the answers arrive": [None, "drop before"] * 12,
    "the connection breaks after they have arrived": [None, "drop after"] * 12,
    "requests come twice": ["twice"] * 40,
    "the server has a bad day": ["502", None, "noise", None, "502"] * 4,
    "all of that": ["drop before", "twice", "drop after", "502", "twice", "noise", None] * 6,
}


@pytest.mark.parametrize("mishaps", MISHAPS.values(), ids=MISHAPS)
@pytest.mark.slow
def test_no_mishap_of_the_connection_loses_a_game(mishaps, tmp_path):
    with StandInPlatform(matches=2, styles=("json", "text"), mishaps=mishaps) as platform:
        played = Session(platform, out=tmp_path / "games.matches", games=2)
    assert [match.wrong for match in platform.matches.values()] == [None, None]
    assert all(match.game.over for match in platform.matches.values())
    assert [record.problems for record in read_records(str(tmp_path / "games.matches"))] == [[], []]
    assert len(played.results) == 2 and "aborted" not in played.results


def test_a_poll_that_times_out_is_no_failure_and_its_answers_are_not_sent_twice(monkeypatch):
    monkeypatch.setattr("protocol.live.live_session.NORMAL_POLL_SECONDS", 0.1)
    with StandInPlatform(matches=1, mishaps=[None, "hold"] * 6) as platform:
        played = Session(platform, games=1)
    assert platform.matches["match0"].wrong is None and played.pauses == []


def test_pauses_double_until_the_connection_is_up_again():
    with StandInPlatform(matches=1, mishaps=["502"] * 8 + [None] * 3 + ["502"]) as platform:
        played = Session(platform, games=1)
    assert played.pauses == [1, 2, 4, 8, 16, 32, 60, 60, 1]
    assert "the connection is down (the platform answers 502 Bad Gateway); trying again in 1 s" in played.said


def test_an_aborted_match_counts_as_ended(tmp_path):
    with StandInPlatform(matches=2, mishaps=[None] * 5 + ["abort"]) as platform:
        played = Session(platform, out=tmp_path / "games.matches", games=2)
    assert played.results.count("aborted") == 1
    assert [record.problems for record in read_records(str(tmp_path / "games.matches"))] == [[], []]


def test_slow_bots_think_at_the_same_time():
    thinking, most = [], []

    def choose(game):
        thinking.append(1)
        time.sleep(0.03)
        most.append(len(thinking))
        thinking.pop()
        return first_legal(game)

    with StandInPlatform(matches=3) as platform:
        played = Session(platform, choose, games=3)
    assert "aborted" not in played.results and [match.wrong for match in platform.matches.values()] == [None] * 3
    assert max(most) == 3


def test_a_poll_without_news_is_repeated_at_once():
    with StandInPlatform(poll_seconds=0.05) as platform:
        threading.Timer(0.4, lambda: platform.add_match(0)).start()
        played = Session(platform, games=1)
    assert played.pauses == [] and platform.polls > 4


def test_matches_are_started_one_after_the_other_with_the_colours_in_turn():
    with StandInPlatform() as platform:
        played = Session(platform, games=3, opponent="5b3f")
    assert platform.starts == [("Reversi", 0, "5b3f"), ("Reversi", 1, "5b3f"), ("Reversi", 0, "5b3f")]
    assert len(played.results) == 3 and played.session.ended[0].opponent == "5b3f"


def test_a_site_that_limits_starts_is_asked_again_later_but_not_forever():
    with StandInPlatform(start_refusals=2) as platform:
        played = Session(platform, games=1, opponent="5b3f")
    assert played.pauses[:2] == [1, 2] and len(played.results) == 1
    with StandInPlatform(start_refusals=99) as platform:
        played = Session(platform, games=1, opponent="5b3f")
    assert played.results == [] and len(played.pauses) == 5


def test_a_wrong_secret_ends_the_session_and_is_not_shown():
    with StandInPlatform() as platform:
        with pytest.raises(LineError) as caught:
            Session(platform, url=platform.url.replace(SECRET, "wrong-one"), games=1)
    assert "403" in str(caught.value) and "wrong-one" not in str(caught.value)
    assert caught.value.__context__ is None


def test_errors_of_the_connection_show_no_secret():
    line = LocalAiLine("http://127.0.0.1:1/api/user/%s/localai" % SECRET, 0.5)
    with pytest.raises(LineError) as caught:
        line.poll({})
    assert SECRET not in repr(caught.value) + repr(line) + str(line) and caught.value.__context__ is None
    with pytest.raises(LineError) as caught:
        line.poll({"bad\nheader": "x"})
    assert SECRET not in repr(caught.value)


@pytest.mark.slow
def test_a_bot_that_fails_is_reported_and_the_other_matches_go_on():
    def choose(game):
        if game.colour == 0 and len(game.moves) == 4:
            raise RuntimeError("out of ideas")
        return first_legal(game)

    with StandInPlatform(matches=2, mishaps=[None] * 60 + ["abort"]) as platform:
        played = Session(platform, choose, games=2)
    assert sorted(played.results)[0] == "aborted"
    assert any("no answer: RE RuntimeError: out of ideas" in line for line in played.said)


def test_the_first_ctrl_c_lets_running_matches_end_and_the_second_abandons_them(tmp_path):
    presses = []

    def choose(game):
        if len(game.moves) in (4, 5) and not presses:
            presses.append(1)
            line.interrupted = True
        return first_legal(game)

    class Interrupted(LocalAiLine):
        interrupted = False

        def poll(self, responses, seconds=None):
            if self.interrupted:
                self.interrupted = endless
                raise KeyboardInterrupt
            return super().poll(responses, seconds)

    for endless, results in ((False, 1), (True, 1)):
        presses.clear()
        with StandInPlatform(matches=1) as platform:
            line = Interrupted(platform.url)
            session = LiveSession(line, lambda: FunctionPlayer("ours", choose),
                                  Wanted(BOTZONE, out=str(tmp_path / "games.matches")), lambda text: None)
            if endless:
                with pytest.raises(KeyboardInterrupt):
                    session.run()
            else:
                session.run()
        assert len(session.ended) == results and (session.ended[0].result == "aborted") == endless
    assert [record.problems for record in read_records(str(tmp_path / "games.matches"))] == [[], []]
