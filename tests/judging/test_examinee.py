import pytest

from protocol.game import Game
from protocol.judging.examinee import Examinee, StepError
from protocol.judging.referee import move_of
from protocol.judging.rules import BOTZONE
from tests.opponents import fixture_bot


@pytest.mark.parametrize("name, reason", [
    ("crash", "it crashed with exit code 1"), ("crash_after_answer", "it crashed with exit code 3"),
    ("flood", "it wrote more than 1048576 bytes to stdout"),
    ("illegal", "a1 (x=0 y=0) is illegal: it flips no disc"), ("no_response", 'its JSON has no "response"'),
])
def test_every_failure_has_a_reason(name, reason):
    examinee = Examinee(fixture_bot("misbehaving.py", name).split(), BOTZONE)
    with pytest.raises(StepError) as caught:
        examinee.answer(Game(), text=False)
    assert str(caught.value).startswith("ply 1, black: %s [" % reason)
    assert caught.value.conduct.turn == examinee.encode(Game(), text=False)


def test_correct_answers_come_with_time_and_mode():
    examinee = Examinee(fixture_bot("legal.py", "--keep", "3").split(), BOTZONE)
    try:
        game = Game()
        answer = examinee.answer(game, text=False)
        assert move_of(answer) == 19 and answer.running and answer.seconds > 0
        game.play(19)
        game.play(18)
        assert move_of(examinee.answer_next(game, text=False)) in range(64)
    finally:
        examinee.close()
    with pytest.raises(StepError, match="is no longer running"):
        examinee.answer_next(game, text=False)
