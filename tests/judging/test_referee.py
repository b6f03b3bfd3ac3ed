import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import count_discs
from engine.coordinates import PASS, square_to_xy, squares_from_transcript
from protocol.game import Game
from protocol.judging.answer import Answer
from protocol.judging.player import FunctionPlayer, Player
from protocol.judging.referee import Referee, find_error, judge_game
from protocol.judging.rules import BOTZONE, CLASSIC
from tests.opponents import first_legal, random_player
from tests.recordings import log_of

#: Black takes the last white disc on move 9: white is wiped out with 51 squares empty.
WIPE_OUT = "f5d6c5f4e3f6g5e6e7"


class Scripted(Player):
    """Gives prepared answers, and records when it was asked."""

    def __init__(self, *answers):
        super().__init__("scripted")
        self.answers = list(answers)
        self.asked = []

    def ask(self, game, rules):
        self.asked.append(list(game.moves))
        return self.answers.pop(0)


def point(x, y, **more):
    return Answer("OK", {"x": x, "y": y}, seconds=0.009, cpu_seconds=0.008, memory_mb=2.2, **more)


def outputs(judged):
    return [json.dumps(entry["output"], separators=(",", ":")) for entry in log_of(judged)[::2]]


def test_the_judge_speaks_like_the_platforms_until_an_error():
    judged = judge_game([Scripted(point(2, 3), point(0, 0)), Scripted(point(2, 2))])
    assert outputs(judged) == [
        '{"command":"request","content":{"0":{"x":-1,"y":-1}},"display":""}',
        '{"command":"request","content":{"1":{"x":2,"y":3}},"display":{"x":2,"y":3}}',
        '{"command":"request","content":{"0":{"x":2,"y":2}},"display":{"x":2,"y":2}}',
        '{"command":"finish","content":{"0":0,"1":2},"display":{"err":"INVALID_MOVE","winner":1}}',
    ]
    assert judged.scores == (0, 2) and judged.error == "INVALID_MOVE"


def test_answers_are_logged_with_verdict_time_memory_and_debug():
    judged = judge_game([Scripted(point(2, 3, debug="why")), Scripted(Answer("TLE"))])
    assert log_of(judged)[0] == {"output": {"command": "request", "content": {"0": {"x": -1, "y": -1}}, "display": ""},
                             "verdict": "OK", "time": 0, "memory": 0}
    assert log_of(judged)[1] == {"0": {"verdict": "OK", "response": {"x": 2, "y": 3}, "debug": "why",
                                   "time": 9, "memory": 2}}
    assert log_of(judged)[3] == {"1": {"verdict": "TLE"}}
    assert log_of(judged)[4]["output"] == {"command": "finish", "content": {"0": 2, "1": 0},
                                       "display": {"err": "INVALID_INPUT_VERDICT_TLE", "winner": 0}}


def test_a_normal_end_names_the_last_move_and_the_winner():
    black, white = Scripted(), Scripted()
    judged = judge_game([black, white], BOTZONE, squares_from_transcript(WIPE_OUT))
    assert judged.scores == (2, 0) and judged.error is None and judged.game.counts == (13, 0)
    assert log_of(judged)[-1]["output"] == {"command": "finish", "content": {"0": 2, "1": 0},
                                        "display": {"winner": 0, "x": 4, "y": 6}}
    assert black.asked == white.asked == [], "the opening ended the game before anybody was asked"


def find_game(wanted):
    for seed in range(10000):
        judged = judge_game([random_player(seed), random_player(seed + 1)])
        if wanted(judged):
            return judged
    raise AssertionError("no such game")


def test_a_draw_has_no_winner():
    judged = find_game(lambda judged: judged.scores == (1, 1))
    x, y = square_to_xy(judged.game.moves[-1])
    assert log_of(judged)[-1]["output"] == {"command": "finish", "content": {"0": 1, "1": 1},
                                            "display": {"x": x, "y": y}}
    assert judged.game.counts[0] == judged.game.counts[1]


def test_a_player_without_a_move_is_asked_and_must_pass():
    opening = find_opening_before_a_pass()
    passer, other = opening.colour, 1 - opening.colour
    for answer, error in ((point(-1, -1), None), (point(-1, 7), None), (point(0, 0), "INVALID_MOVE")):
        players = [None, None]
        players[passer] = Scripted(answer)
        players[other] = Scripted(Answer("RE"))
        judged = judge_game(players, BOTZONE, opening.moves)
        assert players[passer].asked == [opening.moves]
        if error:
            assert judged.error == error
        else:
            assert judged.game.moves[-1] == PASS
            assert log_of(judged)[-3]["output"] == {"command": "request", "content": {str(other): {"x": -1, "y": -1}},
                                                "display": {"x": -1, "y": -1}}


def find_opening_before_a_pass():
    judged = find_game(lambda judged: PASS in judged.game.moves)
    return Game(judged.game.moves[:judged.game.moves.index(PASS)])


def test_classic_rules_make_a_forced_pass_for_the_player():
    opening = find_opening_before_a_pass()
    players = [Scripted(Answer("RE")), Scripted(Answer("RE"))]
    judged = judge_game(players, CLASSIC, opening.moves)
    assert players[opening.colour].asked == [] and judged.game.moves == opening.moves + [PASS]
    assert log_of(judged)[-4] == {str(opening.colour): {"verdict": "OK", "response": {"x": -1, "y": -1},
                                                    "time": 0, "memory": 0}}


@pytest.mark.parametrize("answer, error", [
    (point(8, 0), "INVALID_MOVE"), (point(-2, 3), "INVALID_MOVE"), (point(3, 3), "INVALID_MOVE"),
    (point(0, 64), "INVALID_MOVE"), (point(10 ** 30, 0), "INVALID_INPUT_VERDICT_OK"), (point(2, -1), "INVALID_MOVE"),
    (point(-1, -1), "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN"),
    (point(-1, 3), "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN"),
    (Answer("OK", {"x": "2", "y": 3}), "INVALID_INPUT_VERDICT_OK"),
    (Answer("OK", None), "INVALID_INPUT_VERDICT_OK"),
    (Answer("OK", {"x": 2.5, "y": 3}), "INVALID_INPUT_VERDICT_OK"), (Answer("OK", {"x": 2.0, "y": 3}), None),
    (Answer("OK", {"x": -0.0, "y": 3}), "INVALID_MOVE"), (Answer("OK", '{"x":2,"y":3}'), None),
    (Answer("TLE"), "INVALID_INPUT_VERDICT_TLE"), (Answer("MLE"), "INVALID_INPUT_VERDICT_MLE"),
    (Answer("RE"), "INVALID_INPUT_VERDICT_RE"), (Answer("NJ"), "INVALID_INPUT_VERDICT_NJ"),
    (Answer("OLE"), "INVALID_INPUT_VERDICT_OLE"), (point(2, 3), None),
])
def test_every_error_has_the_platforms_name(answer, error):
    assert find_error(Game(), answer) == error


def test_the_third_illegal_move_in_a_row_loses_under_classic_rules():
    black, white = Scripted(point(0, 0), point(-1, 0), point(2, 3), point(0, 0), point(0, 0), point(0, 0)), Scripted(
        point(2, 2))
    seen = []
    judged = judge_game([black, white], CLASSIC, on_turn=lambda referee, turn: seen.append(turn.error))
    assert black.asked == [[], [], [], [26, 18], [26, 18], [26, 18]]
    assert judged.error == "INVALID_MOVE" and judged.scores == (0, 2)
    assert seen == ["INVALID_MOVE", "HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN", None, None,
                    "INVALID_MOVE", "INVALID_MOVE", "INVALID_MOVE"]
    assert len(log_of(judged)) == 7, "moves that were asked again are not in the log"


def test_a_crash_loses_at_once_under_classic_rules_too():
    black = Scripted(Answer("RE"))
    assert judge_game([black, Scripted()], CLASSIC).error == "INVALID_INPUT_VERDICT_RE"


def test_an_illegal_opening_is_refused():
    with pytest.raises(ValueError, match="ply 2"):
        Referee([Scripted(), Scripted()], BOTZONE, squares_from_transcript("f5a1"))


def test_an_interrupted_game_has_no_scores():
    referee = Referee([FunctionPlayer("black", first_legal), FunctionPlayer("white", first_legal)], BOTZONE)

    def interrupt(referee, turn):
        if len(referee.game.moves) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        referee.play(interrupt)
    assert referee.result().scores is None and len(referee.result().game.moves) == 5


@settings(max_examples=30)
@given(st.integers(0, 10 ** 6), st.sampled_from([BOTZONE, CLASSIC]), st.integers(0, 30))
def test_the_log_tells_the_whole_game(seed, rules, opening_length):
    opening = judge_game([random_player(seed), random_player(~seed)]).game.moves[:opening_length]
    judged = judge_game([random_player(seed + 1), random_player(seed + 2)], rules, opening)
    answers = log_of(judged)[1::2]
    assert [int(key) for entry in answers for key in entry] == [ply % 2 for ply in range(len(answers))]
    points = [answer["response"] for entry in answers for answer in entry.values()]
    assert [(each["x"], each["y"]) for each in points] == [square_to_xy(move) for move in judged.game.moves]
    passes = judged.game.moves.count(PASS)
    moves = len(judged.game.moves) - passes
    assert moves == count_discs(judged.game.player | judged.game.opponent) - 4
    assert len(log_of(judged)) == 2 * moves + 2 * passes + 1
    assert judged.game.over and judged.game.moves[-1] != PASS
    black, white = judged.game.counts
    assert judged.scores == ((2, 0) if black > white else (0, 2) if white > black else (1, 1))
    for entry, following in zip(log_of(judged)[1::2], log_of(judged)[2::2]):
        display = following["output"]["display"]
        response = next(iter(entry.values()))["response"]
        assert (display["x"], display["y"]) == (response["x"], response["y"])
