import pytest

from protocol.game import Game
from protocol.judging.examinee import Examinee, StepError, describe_expected, shown
from protocol.judging.referee import move_of
from protocol.judging.rules import BOTZONE
from tests.opponents import fixture_bot


@pytest.mark.parametrize("name, reason", [
    ("crash", "RE: it crashed: RuntimeError: this bot crashes"),
    ("crash_after_answer", "RE: it crashed without a word on stderr"),
    ("flood", "OLE: wrote more than 1048576 bytes"), ("illegal", "INVALID_MOVE"),
    ("no_response", "INVALID_INPUT_VERDICT_OK"),
])
def test_every_failure_has_a_reason(name, reason):
    examinee = Examinee(fixture_bot("misbehaving.py", name).split(), BOTZONE)
    with pytest.raises(StepError) as caught:
        examinee.answer(Game(), text=False)
    assert str(caught.value).startswith(reason)


def test_right_answers_come_with_how_they_came():
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
    with pytest.raises(StepError, match="does not run any more"):
        examinee.answer_next(game, text=False)


def test_a_message_says_what_would_have_been_right():
    assert describe_expected(Game(), text=True) == "one of d3 c4 f5 e6, such as 3 2"
    assert shown(b"x" * 100).endswith("x...")
