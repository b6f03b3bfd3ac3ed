from protocol.judging.rules import (
    BOTZONE,
    CLASSIC,
    CODINGAME,
    CS303,
    CS303_REVERSED,
    FOR_EVER_SECONDS,
    MO,
    PLATFORM_RULES,
)


def test_the_rules_set_the_time_of_each_turn():
    assert BOTZONE.limit_seconds(first=True, keeps_running=False, running=False) == 12
    assert BOTZONE.limit_seconds(first=False, keeps_running=False, running=False) == 6
    assert BOTZONE.limit_seconds(first=False, keeps_running=True, running=True) == 4
    assert BOTZONE.limit_seconds(first=False, keeps_running=True, running=False) == 12
    assert BOTZONE.with_limits(1.5).limit_seconds(True, False, False) == 1.5
    assert (BOTZONE.memory_mb, BOTZONE.output_bytes, BOTZONE.illegal_moves_allowed) == (256, 1048576, 0)


def test_other_limits_apply_to_every_turn_and_bots_are_told():
    rules = BOTZONE.with_limits(1.5, 100)
    assert {rules.limit_seconds(first, keeps, runs) for first in (True, False) for keeps in (True, False)
            for runs in (True, False)} == {1.5}
    assert rules.memory_mb == 100 and rules.tells_limits and not BOTZONE.tells_limits
    assert rules.usual() == BOTZONE and BOTZONE.with_limits() == BOTZONE


def test_a_bot_is_not_told_of_patience():
    rules = BOTZONE.with_limits(1.5, None, 2.0)
    assert (rules.patience_seconds, rules.turn_seconds, BOTZONE.patience_seconds) == (2.0, 1.5, 0.0)


def test_the_classic_rules_give_a_minute_and_forgive_two_illegal_moves():
    assert (CLASSIC.turn_seconds, CLASSIC.illegal_moves_allowed, CLASSIC.asks_for_passes) == (60, 2, False)
    assert CLASSIC.tells_limits


def test_without_limits_there_is_plenty_of_time_and_bots_are_not_told():
    rules = BOTZONE.without_limits()
    assert rules.limit_seconds(True, False, False) == rules.limit_seconds(False, True, True) == FOR_EVER_SECONDS
    assert rules.memory_mb is None and not rules.tells_limits


def test_every_platform_has_its_own_limits():
    assert sorted(PLATFORM_RULES) == ["codingame", "cs303", "cs303-reversed", "mo"]
    assert (MO.turn_seconds, MO.memory_mb, MO.illegal_moves_allowed, MO.asks_for_passes) == (60, None, 2, False)
    assert (CS303.turn_seconds, CS303.game_seconds, CS303.memory_mb, CS303.asks_for_passes) == (5, 180, 100, True)
    assert CS303_REVERSED == CS303._replace(name="cs303-reversed", fewest_wins=True)
    assert (CODINGAME.first_turn_seconds, CODINGAME.limit_seconds(False, False, True)) == (2, 0.15)
