"""The sample bots: always a legal move, each by its own rule, and each as an upload."""

import ast
import json
import subprocess
import sys
from importlib import import_module
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.board import START, board_from_text, count_discs, flipped_discs, iterate_squares, legal_moves, play_move
from engine.coordinates import PASS, square_from_text, square_from_xy
from engine.oriented import orient
from engine.report import Limit
from protocol.game import Game
from protocol.samples import SAMPLES, sample_command, sample_module
from protocol.samples.alphabeta_bot import LayerSearch, assess
from protocol.samples.dictionary_bot import ROLLOUTS, DictionaryTree
from protocol.samples.epsilon_bot import EPSILON_AT_START, GAMMA, EpsilonSearch
from protocol.samples.sample_tree import TreeNode, simulations_within
from protocol.samples.weighted_bot import choose_by_weights, grow_by_levels
from protocol.upload.bundling import bundle
from protocol.upload.upload_files import sample_upload_text
from tests.alone import call_upload
from tests.positions import reachable_positions

FEW = Limit(simulations=30)
FIRST_TURN = b'{"requests":[{"x":-1,"y":-1}],"responses":[],"time_limit":1}\n'
SEARCHES = ["uct", "dictionary", "alphabeta", "epsilon", "weighted"]
SLOW_SEARCHES = ("alphabeta", "dictionary")


def chooser(name):
    """The function that chooses the sample's moves."""
    functions = [value for key, value in vars(import_module(sample_module(name))).items() if key.startswith("choose_")]
    assert len(functions) == 1
    return functions[0]


def play_game(black, white, seed):
    """(black's, white's) discs at the end of a game between two samples."""
    choosers, generator, game = (chooser(black), chooser(white)), Random(seed), Game()
    while not game.over:
        if game.must_pass:
            game.play(PASS)
        else:
            game.play(choosers[game.colour](game.player, game.opponent, Limit(simulations=100), generator))
    return game.counts


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=12)
@given(position=reachable_positions, seed=st.integers(0, 1000))
def test_every_sample_answers_with_a_legal_move(name, position, seed):
    moves = legal_moves(*position)
    assume(moves)
    assert moves >> chooser(name)(*position, FEW, Random(seed)) & 1


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_repeats_itself_with_the_same_seed(name):
    first, second = ([chooser(name)(*START, FEW, generator) for _ in range(4)] for generator in (Random(3), Random(3)))
    assert first == second


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW_SEARCHES else name
                                  for name in SEARCHES])
def test_every_search_beats_random_moves(name):
    as_black, as_white = play_game(name, "random", 1), play_game("random", name, 2)
    assert as_black[0] + as_white[1] > as_black[1] + as_white[0]


@given(position=reachable_positions, seed=st.integers(0, 99))
def test_greedy_flips_as_many_discs_as_possible(position, seed):
    flips = {move: count_discs(flipped_discs(*position, move)) for move in iterate_squares(legal_moves(*position))}
    assume(flips)
    assert flips[chooser("greedy")(*position, FEW, Random(seed))] == max(flips.values())


@given(position=reachable_positions, seed=st.integers(0, 99))
def test_mobility_leaves_as_few_replies_as_possible(position, seed):
    moves = list(iterate_squares(legal_moves(*position)))
    assume(moves)
    replies = {move: count_discs(legal_moves(*play_move(*position, move))) for move in moves}
    assert replies[chooser("mobility")(*position, FEW, Random(seed))] == min(replies.values())


def test_a_dictionary_tree_has_a_visit_for_each_rollout_and_a_position_for_each():
    tree, root = DictionaryTree(Random(1)), orient(*START)
    for _ in range(ROLLOUTS):
        tree.roll_out(root)
    assert tree.visits[root] == ROLLOUTS == 200
    assert len(tree.children) == ROLLOUTS
    assert sum(tree.visits[child] for child in tree.children[root]) == ROLLOUTS - 1
    assert all(0 <= tree.rewards[position] <= tree.visits[position] for position in tree.visits)


def test_epsilon_fades_with_every_step_of_selection():
    search = EpsilonSearch(TreeNode(orient(*START)), Random(1))
    for _ in range(4):
        search.simulate()
    assert search.epsilon == EPSILON_AT_START  # trying the root's own moves is not selection
    search.simulate()
    assert search.epsilon == EPSILON_AT_START * GAMMA
    assert search.root.visits == 5 == sum(child.visits for child in search.root.children)


def test_the_weighted_tree_is_visited_level_by_level():
    # There are 4 first moves, each with 3 replies.
    nodes = grow_by_levels(TreeNode(orient(*START)))
    depths = [len(list(next(nodes).path_to_root())) - 1 for _ in range(17)]
    assert depths == [1] * 4 + [2] * 12 + [3]


def test_weighted_continues_when_the_whole_tree_has_been_visited():
    # One empty square: the tree has two nodes, and the budget is larger.
    player, opponent = board_from_text("XO-" + "O" * 5 + "X" * 56)
    moves = legal_moves(player, opponent)
    assert moves >> choose_by_weights(player, opponent, FEW, Random(0)) & 1


def test_a_forced_move_gets_one_simulation_and_a_choice_gets_all():
    free, forced = TreeNode(orient(*START)), TreeNode(orient(*board_from_text("XO-" + "O" * 5 + "X" * 56)))
    assert len(forced.untried) == 1
    assert [len(list(simulations_within(FEW, root))) for root in (free, forced)] == [30, 1]
    assert len(list(simulations_within(Limit(seconds=0.0), free))) == 1


#: Discs in one quarter of the board, and their value for X without mobility, summed by hand from the weights.
ASSESSED = [
    ("a corner alone", {"a1": "X"}, 2000),
    ("a C square alone is bad, an X square worse", {"b1": "X", "b2": "X"}, -60 - 400),
    ("a C square beside its own corner is good", {"a1": "X", "b1": "X"}, 2000 + 400),
    ("beside the other side's corner it stays bad", {"a1": "O", "b1": "X"}, -2000 - 60),
    ("the X square needs both C squares", {"h8": "X", "g8": "X", "g7": "X"}, 2000 + 400 - 400),
    ("with both it is good", {"h8": "X", "g8": "X", "h7": "X", "g7": "X"}, 2000 + 2 * 400 + 100),
    ("inside", {"c3": "X", "d3": "X", "d4": "O", "c2": "O"}, 10 + 5 - 3 - 1),
]


@pytest.mark.parametrize("why, discs, worth", ASSESSED, ids=[case[0] for case in ASSESSED])
def test_alphabeta_weighs_squares_by_its_table(why, discs, worth):
    player, opponent = (sum(1 << square_from_text(square) for square, mark in discs.items() if mark == side)
                        for side in "XO")
    mobility = count_discs(legal_moves(player, opponent)) - count_discs(legal_moves(opponent, player))
    assert assess(*orient(player, opponent)) == worth + 220 * mobility
    assert assess(*orient(opponent, player)) == -worth - 220 * mobility


def test_alphabeta_counts_only_discs_when_there_are_more_than_60():
    player, opponent = board_from_text("X" * 40 + "O" * 21 + "...")
    mobility = count_discs(legal_moves(player, opponent)) - count_discs(legal_moves(opponent, player))
    assert assess(*orient(player, opponent)) == 500 * 19 + 220 * mobility


@settings(max_examples=15)
@given(reachable_positions)
def test_alphabeta_finds_what_plain_minimax_finds(position):
    moves = list(iterate_squares(legal_moves(*position)))
    assume(moves)

    def minimax(player, opponent, layer):
        replies = list(iterate_squares(legal_moves(player, opponent)))
        if layer == 4 or not replies and not legal_moves(opponent, player):
            return assess(*orient(player, opponent))
        if not replies:
            return -minimax(opponent, player, layer + 1)
        return max(-minimax(*play_move(player, opponent, reply), layer + 1) for reply in replies)

    values = [-minimax(*play_move(*position, move), 2) for move in moves]
    assert LayerSearch(4, float("inf")).best_move(*orient(*position)) == moves[values.index(max(values))]


def answer_of(command):
    finished = subprocess.run(command, input=FIRST_TURN, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    assert finished.returncode == 0, finished.stderr.decode()
    response = json.loads(finished.stdout.decode())["response"]
    return square_from_xy(response["x"], response["y"])


@pytest.mark.parametrize("name", ["random", "uct"])
def test_a_sample_runs_from_any_folder(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert legal_moves(*START) >> answer_of(sample_command(name)) & 1


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.slow
def test_every_sample_can_be_uploaded_as_one_file(name, tmp_path):
    upload = tmp_path / "upload.py"
    upload.write_text(bundle(sample_module(name)), encoding="utf-8")
    assert legal_moves(*START) >> answer_of([sys.executable, "-I", str(upload)]) & 1


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.slow
def test_every_sample_plays_a_game_as_a_class_for_mo_alone_in_a_folder(name, tmp_path):
    told = call_upload(tmp_path, "mo", "O", 0.02, text=sample_upload_text(sample_module(name), "mo"))
    assert (told["illegal"], told["touched"]) == (0, False) and len(told["moves"]) > 8


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.slow
def test_every_sample_plays_a_game_as_a_class_for_cs303_alone_in_a_folder(name, tmp_path):
    told = call_upload(tmp_path, "cs303", -1, 0.02, text=sample_upload_text(sample_module(name), "cs303"))
    assert told["wrong"] == [] and told["turns"] > 4 and told["peak_mb"] < 60


@pytest.mark.parametrize("platform", ["mo", "cs303"])
def test_the_class_of_a_sample_contains_no_process_and_names_its_command(platform):
    text = sample_upload_text(sample_module("uct"), platform)
    assert "--entry protocol.samples.uct_bot --for %s" % platform in " ".join(text.split())
    assert "def run_bot" not in text and "random_bot" not in text and "import os" not in text and "exec" not in text
    assert "make_sample" in text and ast.parse(text, feature_version=(3, 6))


def test_an_unknown_sample_is_refused():
    with pytest.raises(KeyError):
        sample_module("strongest")
