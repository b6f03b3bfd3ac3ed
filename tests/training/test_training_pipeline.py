"""A training run in miniature, from nothing to a module of weights."""

import runpy
from array import array
from random import Random

import pytest

from engine.board import START
from engine.patterns import LANE_COUNT
from engine.training.__main__ import main
from engine.training.bits import count_bits, to_word, word_moves
from engine.training.features import FOLD, TABLE_SIZE
from engine.training.fitting import (
    DECIDED_DISCS,
    add_samples,
    descend,
    distrust_decided,
    empty_samples,
    fit_table,
    validation_errors,
)
from engine.training.positions import (
    KNOWN_TRUST,
    collect,
    known_positions,
    mover_first,
    parse_game,
    recorded_positions,
    self_played_game,
)
from engine.training.storage import load_labels, load_positions, load_weights, read_array, save_weights, write_array
from engine.training.teacher import blank_teacher

BLANK = array("f", [0.0]) * TABLE_SIZE


def test_a_recorded_game_gives_its_positions_with_the_mover_first():
    positions = recorded_positions(parse_game("f5d6c3d3c4"))
    assert positions[0] == (to_word(START[0]), to_word(START[1]))
    assert [count_bits(player | opponent) for player, opponent in positions] == [4, 5, 6, 7, 8]


def test_a_record_with_an_illegal_move_ends_before_it():
    assert len(recorded_positions(parse_game("f5a1c3"))) == 1


#: White loses all discs with the ninth move.
WIPE_OUT = "f5d6c5f4e7f6g5e6e3"


def known(*lines):
    """Known values and trust by ply."""
    _, values, trust = known_positions(map(parse_game, lines))
    return {ply: list(values[ply]) for ply in values}, {ply: list(trust[ply]) for ply in trust}


def test_a_known_value_is_trusted_less_the_earlier_the_position():
    values, trust = known(WIPE_OUT + " 53 6", WIPE_OUT)
    assert values == {ply: [-6.0 if ply % 2 else 6.0] for ply in range(8)}  # seen by the mover; white's in odd plies
    assert trust[7] == pytest.approx([KNOWN_TRUST])
    assert all(trust[ply][0] < trust[ply + 1][0] for ply in range(7))


def test_known_positions_are_those_of_the_game():
    positions, _, _ = known_positions([parse_game(WIPE_OUT + " 53 6")])
    assert [tuple(positions[ply]) for ply in range(8)] == recorded_positions(parse_game(WIPE_OUT))[:8]


def test_a_game_that_ends_with_the_perfect_score_gives_all_its_later_positions_once():
    values, trust = known(WIPE_OUT + " 54 64", WIPE_OUT + " 54 64")
    assert {ply: values[ply] for ply in (6, 7, 8)} == {6: [64.0, 64.0], 7: [-64.0], 8: [64.0]}
    assert trust[8] == pytest.approx([KNOWN_TRUST])


def test_an_unfinished_game_gives_no_positions_after_the_known_one():
    assert max(known(WIPE_OUT[:-2] + " 54 64")[0]) == 6


def test_less_trusted_labels_cause_smaller_steps():
    sure, blurred = empty_samples(), empty_samples()
    position = array("q", map(to_word, START))
    for _ in range(30):
        add_samples(sure, 0, position, array("f", [8.0]), array("f", [1.0]))
        add_samples(blurred, 0, position, array("f", [8.0]), array("f", [0.2]))
    entry = sure.features[0]
    constants = array("d", [0.0])
    steps = []
    for samples in (sure, blurred):
        folded = array("f", BLANK)
        descend(samples, folded, array("d", constants), array("i", [0]), 0.001)
        steps.append(folded[entry])
    assert steps[1] == pytest.approx(0.2 * steps[0]) and steps[0] > 0.0
    assert validation_errors(sure, BLANK, constants) == {0: 8.0}
    assert validation_errors(blurred, BLANK, constants) == {}


@pytest.mark.slow
def test_self_play_is_legal_and_goes_to_the_end():
    positions = self_played_game(blank_teacher(), 2, Random(1))
    assert len(positions) > 40
    assert all(word_moves(*position) for position in positions)
    assert mover_first(*positions[-1]) == positions[-1]


def test_collected_positions_are_distinct_and_sorted_by_ply():
    random = Random(2)
    teacher = blank_teacher()
    kept = collect(teacher, (self_played_game(teacher, 0, random) for _ in range(30)), 3, random)
    assert all(len(words) <= 6 for words in kept.values())
    for ply, words in kept.items():
        pairs = list(zip(words[::2], words[1::2]))
        assert len(set(pairs)) == len(pairs)
        assert all(count_bits(player | opponent) == ply + 4 for player, opponent in pairs)


def test_a_fit_learns_a_linear_truth():
    random = Random(3)
    entries = [entry for entry in range(200) if FOLD[entry] == entry][:50]
    truth = {entry: random.gauss(0, 1) for entry in entries}
    samples = empty_samples()
    for _ in range(3000):
        lanes = [random.choice(entries) for _ in range(LANE_COUNT)]
        samples.features.extend(array("i", lanes))
        samples.plies.append(20)
        samples.labels.append(sum(truth[lane] for lane in lanes) + 5.0)
        samples.trust.append(1.0)
    constants = [0.0] * 61
    start = array("f", BLANK)
    start[FOLD[1000]] = 3.0
    table, errors = fit_table(samples, start, constants, 12, 0.008, random)
    assert errors[20] < 0.2
    # what is common to all entries can sit in the constant
    shift = sum(truth[entry] - table[entry] for entry in entries) / 50
    assert all(abs(truth[entry] - table[entry] - shift) < 0.2 for entry in entries)
    assert table[1000] == 3.0  # not seen, so unchanged


def test_positions_that_look_decided_move_the_weights_less():
    samples = empty_samples()
    for ply in (0, 1, 2):
        add_samples(samples, ply, array("q", map(to_word, START)), array("f", [8.0]), array("f", [0.8]))
    distrust_decided(samples, BLANK, array("d", [0.0, DECIDED_DISCS, -3 * DECIDED_DISCS]))
    assert list(samples.trust) == pytest.approx([0.8, 0.4, 0.08])


def test_mirrored_positions_have_the_same_features():
    positions = array("q", [to_word(1 << 20), to_word(1 << 28), to_word(1 << 19), to_word(1 << 27)])  # left and right
    samples = empty_samples()
    add_samples(samples, 0, positions, array("f", [1.0, 1.0]), array("f", [1.0, 1.0]))
    first, second = samples.features[:LANE_COUNT], samples.features[LANE_COUNT:]
    assert sorted(first) == sorted(second)


def test_arrays_are_read_back_from_disk(tmp_path):
    path = str(tmp_path / "numbers.bin")
    write_array(path, array("f", [1.5, -2.0]))
    assert list(read_array(path, "f")) == [1.5, -2.0]
    weights = str(tmp_path / "weights.bin")
    save_weights(weights, [BLANK] * 9, [float(ply) for ply in range(61)])
    tables, constants = load_weights(weights)
    assert len(tables) == 9 and tables[8] == BLANK and constants == [float(ply) for ply in range(61)]


@pytest.mark.slow
def test_a_tiny_run_writes_weights_that_the_bot_can_read(tmp_path, capsys):
    out = tmp_path / "weights.py"
    command = ["--size", "tiny", "--folder", str(tmp_path / "run"), "--out", str(out), "--jobs", "2"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert "phase 8 fitted, error" in printed and "generation 1" in printed
    module = runpy.run_path(str(out))
    assert len(module["PHASE_WEIGHTS"]) == 9 and len(module["PLY_CONSTANTS"]) == 61
    generation = str(tmp_path / "run" / "generation-1")
    labels, positions = load_labels(generation), load_positions(generation)
    assert all(2 * len(labels[ply]) == len(positions[ply]) for ply in labels)
    assert main(command) == 0  # a second run finds everything done
    assert "already done" in capsys.readouterr().out


def test_a_missing_file_of_games_is_one_line_and_exit_2(capsys):
    assert main(["--games", "nowhere.txt"]) == 2
    assert "nowhere.txt" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["f5d6c3 24", "f5d6c3 24 six", "f5d9"])
def test_a_bad_line_of_games_is_named(tmp_path, capsys, line):
    games = tmp_path / "games.txt"
    games.write_text("f5d6c3 24 -6\n\n%s\n" % line)
    assert main(["--games", str(games)]) == 2
    assert "%s:3: " % games in capsys.readouterr().err
