"""A game on the page: turns, versions, thinking in threads, and nothing corrupted by rapid clicks."""

import threading

import pytest

from engine.coordinates import square_to_text
from protocol.game import Game
from protocol.judging.bot_names import Opponents
from protocol.page.open_game import OpenGame, StaleVersionError
from protocol.page.seats import NOBODY, PERSON, Past, Seats
from protocol.page.set_up import read_start
from tests.judging.test_class_player import CS303_CLASS, MO_CLASS
from tests.opponents import fixture_bot, moves_with_passes
from tests.thinkers import BLACK_PASSES, LAST_MOVE, BrokenThinker, PatientThinker, QuickThinker, wait_until


def open_session(black=PERSON, white="bot", thinker=QuickThinker, seconds=60.0, **more):
    """A session whose engine is the thinker; bots do not wait for spectators."""
    return OpenGame(Opponents(make_thinker=thinker), Seats(black, white), seconds, watch_seconds=0.0, **more)


@pytest.fixture
def sessions():
    """Makes sessions and ends whatever thinks in them."""
    made = []

    def make(*arguments, **options):
        made.append(open_session(*arguments, **options))
        return made[-1]

    yield make
    for session in made:
        session.sleep()


def person_to_move(session):
    view = session.view()["game"]
    return not view["over"] and view["seats"][len(view["moves"]) % 2] == PERSON


def first_legal(session):
    return (session.view()["game"]["positions"][-1]["legal"].split() or ["pass"])[0]


def test_a_person_and_a_bot_play_a_whole_game(sessions):
    session = sessions()
    while not session.view()["game"]["over"]:
        wait_until(lambda: person_to_move(session) or session.view()["game"]["over"])
        if person_to_move(session):
            session.play(session.version, first_legal(session))
    view = session.view()
    assert Game(session.moves).over and view["game"]["result"]
    assert view["version"] == len(session.moves) + 1
    assert view["thinking"] is None and view["failure"] is None


@pytest.mark.parametrize("colour", [0, 1])
def test_a_kept_bot_hears_of_every_pass(colour):
    """The person plays the other side of a game in which both have to pass; moves taken back start the bot anew."""
    moves = list(moves_with_passes(colour))
    bot = "keep-running:" + fixture_bot("legal.py", "--keep", "99")
    session = OpenGame(Opponents([bot]), Seats(*([bot, PERSON] if colour == 0 else [PERSON, bot])), 20.0)
    undone = False
    try:
        while not session.view()["game"]["over"]:
            wait_until(lambda: person_to_move(session) or session.view()["failure"] or session.view()["game"]["over"])
            assert session.view()["failure"] is None
            if person_to_move(session) and len(session.moves) > 20 and not undone:
                undone = True
                session.undo(session.version)
            elif person_to_move(session):
                session.play(session.version, square_to_text(moves[len(session.moves)]))
    finally:
        session.sleep()
    assert undone and list(session.moves) == moves


def test_two_bots_play_by_themselves(sessions):
    session = sessions("bot", "bot")
    wait_until(lambda: session.view()["game"]["over"])
    assert session.names == ("bot", "bot") and len(session.moves) > 8


def test_two_people_share_the_board(sessions):
    session = sessions(PERSON, PERSON)
    for square in ("f5", "d6", "c3"):
        session.play(session.version, square)
    assert session.names == ("Black", "White") and len(session.moves) == 3


def test_a_command_for_another_version_is_refused(sessions):
    session = sessions(PERSON, PERSON)
    session.play(1, "f5")
    for act in (lambda: session.play(1, "d6"), lambda: session.undo(1), lambda: session.pause(1, True)):
        with pytest.raises(StaleVersionError, match="gone on since version 1"):
            act()
    assert len(session.moves) == 1


def test_of_many_clicks_at_once_one_counts(sessions):
    session = sessions(PERSON, PERSON)
    outcomes = []

    def click(square):
        try:
            session.play(1, square)
            outcomes.append("played")
        except StaleVersionError:
            outcomes.append("stale")

    threads = [threading.Thread(target=click, args=(square,)) for square in ("c4", "d3", "e6", "f5") * 5]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["played"] + 19 * ["stale"] and len(session.moves) == 1


@pytest.mark.parametrize("square, message", [("a1", "illegal move a1"), ("pass", "illegal pass"), ("z9", "bad square")])
def test_an_illegal_move_changes_nothing(sessions, square, message):
    session = sessions()
    with pytest.raises(ValueError, match=message):
        session.play(1, square)
    assert session.version == 1


def test_nobody_moves_for_a_bot_or_in_a_record(sessions):
    with pytest.raises(ValueError, match="not your turn"):
        sessions("bot", PERSON, PatientThinker).play(1, "f5")
    with pytest.raises(ValueError, match="not your turn"):
        sessions(NOBODY, NOBODY).play(1, "f5")


def test_undo_takes_back_the_last_move_of_the_person_and_the_answer(sessions):
    session = sessions()
    assert not session.view()["canUndo"]
    with pytest.raises(ValueError, match="no move to take back"):
        session.undo(1)
    session.play(1, "f5")
    wait_until(lambda: person_to_move(session))
    session.undo(session.version)
    assert session.moves == () and person_to_move(session)


def test_undo_while_the_bot_thinks_calls_it_off(sessions):
    session = sessions(thinker=PatientThinker)
    session.play(1, "f5")
    wait_until(lambda: session.view()["thinking"])
    session.undo(session.version)
    assert session.moves == () and session.view()["thinking"] is None
    session.play(session.version, "d3")
    assert session.moves == (19,)


def test_undo_goes_back_over_a_pass_to_a_choice(sessions):
    session = sessions(PERSON, PERSON, moves=BLACK_PASSES[:6])
    for move in BLACK_PASSES[6:]:
        session.play(session.version, square_to_text(move))
    assert session.view()["game"]["mustPass"]
    session.play(session.version, "pass")
    session.undo(session.version)
    assert session.moves == tuple(BLACK_PASSES[:7])


def test_a_given_opening_is_not_taken_back(sessions):
    assert not sessions(PERSON, PERSON, moves=LAST_MOVE).view()["canUndo"]


def test_a_bot_passes_by_itself(sessions):
    session = sessions("greedy", PERSON, moves=BLACK_PASSES)
    wait_until(lambda: person_to_move(session))
    assert session.view()["game"]["moves"][-1] == "pass"


def test_a_class_of_another_platform_plays_on_the_page_by_its_platforms_rules(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(MO_CLASS.format(body="if self.calls % 2: return None"))
    spec = "mo:%s" % path
    session = OpenGame(Opponents([spec]), Seats(spec, PERSON), 0.1, BLACK_PASSES)
    try:
        wait_until(lambda: len(session.moves) == len(BLACK_PASSES) + 1)
        session.play(session.version, first_legal(session))
        wait_until(lambda: len(session.moves) == len(BLACK_PASSES) + 3)
        assert session.view()["failure"] is None
    finally:
        session.sleep()


def test_the_fewest_discs_win_on_the_page_too(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(CS303_CLASS.format(body="pass"))
    spec = "cs303-reversed:%s" % path
    session = OpenGame(Opponents([spec]), Seats(spec, "random"), 0.1, watch_seconds=0.0)
    try:
        wait_until(lambda: session.view()["game"]["over"])
        black, white = session.judged().game.counts
        winner, scores = (None, (1, 1)) if black == white else (0, (2, 0)) if black < white else (1, (0, 2))
        assert session.view()["game"]["result"]["winner"] == winner
        assert session.judged().scores == scores
    finally:
        session.sleep()


def test_the_page_sees_a_bot_think(sessions):
    session = sessions("bot", PERSON, PatientThinker)
    wait_until(lambda: session.view()["thinking"]["report"])
    thinking = session.view()["thinking"]
    assert (thinking["colour"], thinking["limit"]) == ("black", 60.0)
    assert thinking["report"]["candidates"][0]["square"] == "d3"
    assert session.view()["clocks"][1] == 0.0


def test_analysis_on_request_is_live_and_follows_the_game(sessions):
    session = sessions(PERSON, PERSON, PatientThinker)
    assert session.view()["analysis"] is None
    session.analyse(True, None)
    wait_until(lambda: session.view()["analysis"]["report"])
    seen = session.view()["analysis"]["report"]["simulations"]
    wait_until(lambda: session.view()["analysis"]["report"]["simulations"] > seen)
    session.play(1, "f5")
    wait_until(lambda: session.view()["analysis"]["report"])
    assert session.view()["analysis"]["ply"] == 1 and session.view()["analysis"]["working"]
    session.analyse(False, None)
    assert session.view()["analysis"] is None


def test_analysis_of_an_earlier_position(sessions):
    session = sessions(PERSON, PERSON, moves=LAST_MOVE)
    session.analyse(True, 3)
    wait_until(lambda: not session.view()["analysis"]["working"])
    assert session.view()["analysis"]["ply"] == 3 and session.view()["evaluations"][3]["discs"] == -8.0
    with pytest.raises(ValueError, match="bad ply 99"):
        session.analyse(True, 99)


def test_a_bot_s_own_thinking_is_the_analysis_of_its_position(sessions):
    session = sessions("bot", PERSON, PatientThinker)
    session.analyse(True, None)
    wait_until(lambda: session.view()["analysis"]["report"])
    assert session.view()["analysis"]["working"] and session._thinking.analysing is None


def test_a_review_evaluates_every_position(sessions):
    session = sessions(PERSON, PERSON, moves=LAST_MOVE)
    session.review(0.1)
    wait_until(lambda: session.view()["review"] is None)
    assert all(session.view()["evaluations"])
    assert session.page_view()["evaluations"] == session.view()["evaluations"]


def test_a_review_can_be_ended(sessions):
    session = sessions(PERSON, PERSON, PatientThinker, moves=LAST_MOVE)
    session.review(60.0)
    assert session.view()["review"]["total"] == len(LAST_MOVE) + 1
    session.review(None)
    assert session.view()["review"] is None and session._thinking.analysing is None


def test_a_bot_that_fails_leaves_a_message_and_can_try_again(sessions):
    session = sessions("bot", PERSON, BrokenThinker)
    wait_until(lambda: session.view()["failure"])
    assert session.view()["failure"] == "out of ideas" and session.view()["thinking"] is None
    session._opponents._make_thinker = QuickThinker
    session.pause(session.version, False)
    wait_until(lambda: person_to_move(session))


def test_an_analysis_that_fails_is_no_end_of_the_game(sessions):
    session = sessions(PERSON, PERSON, BrokenThinker)
    session.analyse(True, None)
    wait_until(lambda: session.view()["failure"])
    session.play(session.version, "f5")
    assert session.moves


def test_bots_wait_while_the_game_is_paused(sessions):
    session = sessions("bot", "bot", PatientThinker)
    session.pause(1, True)
    assert session.view()["paused"] and session.view()["thinking"] is None
    session.pause(1, False)
    assert session.view()["thinking"]


def test_a_game_that_sleeps_thinks_again_when_it_is_looked_at(sessions):
    session = sessions("bot", PERSON, PatientThinker)
    session.sleep()
    assert session._thinking.moving is None
    assert session.view()["thinking"]


def test_what_is_known_already_is_not_sent_again(sessions):
    session = sessions()
    assert "game" not in session.view(session.version) and "game" in session.view(0)


def test_a_record_keeps_what_it_brought_along(sessions):
    past = Past(("one", "two"), [1.5, None], ["note", None], [None, None, None], ["a problem"], {"winner": 0})
    session = sessions(NOBODY, NOBODY, moves=[37, 43], past=past)
    game = session.view()["game"]
    assert (game["names"], game["seconds"], game["notes"]) == (["one", "two"], [1.5, None], ["note", None])
    assert (game["problems"], game["result"]) == (["a problem"], {"winner": 0})
    assert session.view()["clocks"] == [1.5, 0.0] and not session.view()["canUndo"]


def test_a_person_resigns_and_the_game_is_over_without_a_last_move(sessions):
    session = sessions(thinker=PatientThinker)
    session.play(1, "f5")
    session.resign(session.version)
    view = session.view()
    assert view["game"]["over"] and view["thinking"] is None
    assert view["game"]["result"]["reason"] == "resigned" and view["game"]["result"]["winner"] == 1
    with pytest.raises(ValueError, match="no game to resign"):
        session.resign(session.version)
    with pytest.raises(ValueError, match="not your turn"):
        session.play(session.version, "d6")
    session.undo(session.version)
    assert not session.view()["game"]["over"] and session.moves == ()


def test_of_two_people_the_one_to_move_resigns(sessions):
    session = sessions(PERSON, PERSON)
    session.play(1, "f5")
    session.resign(session.version)
    assert session.view()["game"]["result"]["winner"] == 0


def test_nobody_resigns_for_bots(sessions):
    session = sessions("bot", "bot", PatientThinker)
    with pytest.raises(ValueError, match="no game to resign"):
        session.resign(1)


def test_a_hint_is_one_move_and_gone_with_the_next(sessions):
    session = sessions()
    assert session.view()["hint"] is None
    session.hint(True)
    wait_until(lambda: session.view()["hint"]["move"])
    assert session.view()["hint"] == {"ply": 0, "move": "d3"} and session.view()["analysis"] is None
    session.play(session.version, "f5")
    assert session.view()["hint"] is None


def test_a_level_thinks_in_private(sessions):
    session = sessions("casual", PERSON)
    wait_until(lambda: person_to_move(session))
    assert session.view()["evaluations"] == [None, None] and session.page_view()["limit"] == 60.0


def test_a_game_begins_where_it_was_set_up_with_white_to_move(sessions):
    start = read_start("-" * 27 + "OX------XO" + "-" * 27 + " O")
    session = sessions(PERSON, PERSON, start=start)
    assert session.view()["game"]["positions"][0]["legal"] == "e3 f4 c5 d6"
    session.play(1, "e3")
    assert session.view()["game"]["positions"][1]["board"].count("O") == 4
    session.analyse(True, 0)
    wait_until(lambda: not session.view()["analysis"]["working"])
    assert session.view()["evaluations"][0]["discs"] == -8.0  # seen by black, white to move
    session.undo(session.version)
    assert session.moves == () and session.view()["game"]["start"].endswith(" O")


def test_the_engine_plays_on_from_a_position_that_was_set_up(sessions):
    start = read_start("-" * 27 + "OX------XO" + "-" * 27 + " O")
    session = sessions(PERSON, "bot", start=start)
    wait_until(lambda: len(session.moves) == 1)
    assert session.view()["clocks"][0] >= 0.0 and person_to_move_at(session, 1)


def person_to_move_at(session, ply):
    view = session.view()["game"]
    return view["seats"][(view["first"] + ply) % 2] == PERSON
