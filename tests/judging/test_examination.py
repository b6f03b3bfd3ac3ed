import pytest

from engine.coordinates import PASS
from protocol.game import BLACK, WHITE
from protocol.judging.examination import FIRST_PASS, FORCED_PASS, LONG_GAME, ONE_MOVE, check_source, position
from protocol.judging.examinee import StepError


def test_a_source_that_is_too_big_fails(tmp_path):
    path = tmp_path / "big.py"
    path.write_text("#" * 4000000)
    with pytest.raises(StepError, match="4000000 bytes"):
        check_source(str(path))


def test_the_positions_live_up_to_their_names():
    for colour in (BLACK, WHITE):
        assert position(FORCED_PASS[colour], colour).must_pass
        assert position(FORCED_PASS[1 - colour], colour).moves[-1] == 64
        for transcripts in (ONE_MOVE, LONG_GAME):
            game = position(transcripts[colour], colour)
            assert bin(game.legal).count("1") == 1 and game.colour == colour
        assert position(LONG_GAME[colour][:2 * FIRST_PASS[colour]], colour).colour == colour
        assert position(LONG_GAME[colour], colour).moves.index(PASS) == 55, "white's"
        assert len(position(LONG_GAME[colour], colour).moves) >= 60
