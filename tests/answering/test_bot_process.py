"""The bot as a process, without a process: scripts of lines in and lines out, and simple thinkers."""

import io
import json
import os
import subprocess
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import legal_moves
from engine.coordinates import PASS, square_from_xy, square_to_xy
from engine.report import Candidate, Limit, Report
from engine.thinker import Thinker
from protocol.answering import bot_process as entry
from protocol.answering.bot_process import BotzoneConversation, Options, Streams, parse_options, process_start
from protocol.answering.botzone_bot_end import KEEP_RUNNING_LINE
from protocol.answering.decision import plain_move
from protocol.game import Game
from tests import ROOT
from tests.answering.test_botzone_bot_end import FIRST_REQUEST_TO_BLACK, json_turn, text_turn
from tests.positions import games

KEPT = KEEP_RUNNING_LINE + "\n"


class PlainThinker:
    """Plays the plain move and records its limits."""

    def __init__(self, seed=None):
        self.seed = seed
        self.report = None
        self.limits = []

    def think(self, player, opponent, limit, on_progress=None):
        self.limits.append(limit)
        move = plain_move(player, opponent)
        return Report(move, 0.0, 0.0, False, "search", 1, 0.0, (move,), (Candidate(move, 1, 0.0, 1.0, 0.0, False),))


class Conversation:
    """A conversation over this script, run to its end. Time stands still unless it is set."""

    def __init__(self, script, make_thinker=PlainThinker, answers=None, log=None, age=0.0, delay=0.0, cpu_delay=0.0,
                 reading=0.0, closed=True, **options):
        self.thinkers = []
        self.exits = []
        self.wall = 1000.0
        self.cpu = 0.0
        self._delay, self._reading = (delay, cpu_delay), reading
        self._make_thinker = make_thinker
        self._lines = io.StringIO(script)
        streams = Streams(self._read_line, answers or io.StringIO(), log or io.StringIO(), lambda: closed, self._wait)
        session = BotzoneConversation(self._make, Options(**options), streams, self.wall - age, self._exit,
                          lambda: self.wall, lambda: self.cpu)
        self.code = session.run()
        self.answers, self.log = streams.answers.getvalue(), streams.log.getvalue()

    def _wait(self):
        self.wall += self._delay[0]

    def _read_line(self):
        self.wall += self._reading
        self.cpu += self._delay[1]
        return self._lines.readline()

    def _make(self, seed):
        self.thinkers.append(self._make_thinker(seed))
        self.thinkers[-1].talk = self
        return self.thinkers[-1]

    def _exit(self, code):
        self.exits.append(code)


def moves_of(answers):
    """The moves in JSON answers, one per line."""
    points = [json.loads(line)["response"] for line in answers.splitlines() if line != KEEP_RUNNING_LINE]
    return [square_from_xy(point["x"], point["y"]) for point in points]


def test_black_opens_in_json():
    talk = Conversation(FIRST_REQUEST_TO_BLACK)
    assert (talk.code, talk.log) == (0, "")
    assert json.loads(talk.answers)["response"] == {"x": 3, "y": 2}
    assert talk.answers.count("\n") == 1


def test_white_answers_in_json():
    talk = Conversation('{"requests":[{"x":3,"y":2}],"responses":[]}\n')
    assert talk.code == 0
    assert moves_of(talk.answers) == [plain_move(*_position([19]))]


def test_black_opens_in_text():
    assert Conversation("1\n-1 -1\n").answers.splitlines()[0] == "3 2"


def test_white_answers_in_text():
    talk = Conversation("1\n3 2\n\n\n")
    assert talk.answers.splitlines()[0] == "%d %d" % square_to_xy(plain_move(*_position([19])))


def _position(moves):
    game = Game(moves)
    return game.player, game.opponent


def _game_with_a_pass(colour):
    """The moves of a game up to a turn in which that colour must pass."""
    for first in range(64):
        moves = []
        while not Game(moves).over:
            game = Game(moves)
            if game.must_pass and game.colour == colour:
                return moves
            legal = [square for square in range(64) if game.legal >> square & 1]
            moves.append(legal[first % len(legal)] if legal else PASS)
    raise AssertionError("no game with a pass")


@pytest.mark.parametrize("colour", [0, 1])
def test_a_player_without_a_move_answers_minus_one_in_both_styles(colour):
    moves = _game_with_a_pass(colour)
    assert json.loads(Conversation(json_turn(moves)).answers)["response"] == {"x": -1, "y": -1}
    assert Conversation(text_turn(moves)).answers.splitlines()[0] == "-1 -1"


@pytest.mark.parametrize("colour", [0, 1])
def test_the_opponents_pass_is_understood_in_both_styles(colour):
    moves = [*_game_with_a_pass(1 - colour), PASS]
    assert moves_of(Conversation(json_turn(moves)).answers) == [plain_move(*_position(moves))]
    assert moves_of(Conversation(json_turn(moves[:-1]) + '{"x":-1,"y":-1}\n', keep_running=True).answers)[0] == PASS


def test_by_default_the_process_keeps_running_as_long_as_stdin_is_open():
    alone = Conversation(json_turn([]))
    assert moves_of(alone.answers) == [19] and KEEP_RUNNING_LINE not in alone.answers
    first, kept, second, again = Conversation(json_turn([]) + '{"x":2,"y":2}\n', closed=False).answers.splitlines()
    assert kept == again == KEEP_RUNNING_LINE and moves_of(first + "\n") == [19] and "response" in second


def test_a_restarted_process_answers_one_turn_only():
    talk = Conversation(FIRST_REQUEST_TO_BLACK + "\n" + FIRST_REQUEST_TO_BLACK + "\n", keep_running=False)
    assert talk.answers.count("\n") == 1


@pytest.mark.parametrize("as_text", [False, True])
def test_a_kept_process_plays_a_whole_game(as_text):
    """The test is the judge: it knows all moves because both sides play the plain move."""
    moves, requests = [], []
    while not Game(moves).over:
        if len(moves) % 2 == 0:
            requests.append(moves[-1] if moves else PASS)
        moves.append(plain_move(*_position(moves)))
    points = [square_to_xy(move) for move in requests]
    bare = ["%d %d\n\n" % point if as_text else json.dumps(dict(zip("xy", point))) + "\n" for point in points]
    first = "1\n%s\n" % bare[0] if as_text else FIRST_REQUEST_TO_BLACK + "\n"
    talk = Conversation(first + "".join(bare[1:]), keep_running=True)
    assert (talk.code, talk.log) == (0, "")
    lines = talk.answers.splitlines()
    lines_a_turn = 3 if as_text else 2  # in text, debug has a line of its own
    assert lines[lines_a_turn - 1::lines_a_turn] == [KEEP_RUNNING_LINE] * len(requests)
    answered = ([square_from_xy(*map(int, line.split())) for line in lines[::lines_a_turn]] if as_text
                else moves_of(talk.answers))
    assert answered == moves[::2]
    assert len(talk.thinkers) == 1


def test_a_kept_process_ends_well_when_its_input_ends():
    talk = Conversation(FIRST_REQUEST_TO_BLACK + "\n\n\n", keep_running=True)
    answer, kept = talk.answers.splitlines()
    assert talk.code == 0 and json.loads(answer)["response"] == {"x": 3, "y": 2} and kept == KEEP_RUNNING_LINE


def test_the_answer_to_a_finished_game_is_a_pass():
    moves = []
    while not Game(moves).over:
        moves.append(plain_move(*_position(moves)))
    assert moves_of(Conversation(json_turn(moves)).answers) == [PASS]


UNANSWERED = {
    "nothing": ("", "nothing was sent"),
    "blank lines": ("\n\n", "nothing was sent"),
    "no sense": ("{]\n", "bad JSON"),
    "an illegal move": (json_turn([19, 0]), "ply 2 (white): illegal move a1"),
    "an illegal pass": (json_turn([19, 34, PASS]), "ply 3 (black): illegal pass"),
    "an illegal move in text": (text_turn([19, 0]), "ply 2 (white): illegal move a1"),
}


@pytest.mark.parametrize("script, complaint", UNANSWERED.values(), ids=UNANSWERED)
def test_bad_input_gets_one_line_in_the_log_and_no_answer(script, complaint):
    talk = Conversation(script)
    assert (talk.code, talk.answers) == (2, "")
    assert talk.log.startswith("bot: bad input: ") and talk.log.count("\n") == 1
    assert complaint in talk.log


def test_an_illegal_bare_request_ends_a_kept_process():
    talk = Conversation(FIRST_REQUEST_TO_BLACK + '\n{"x":0,"y":0}\n', keep_running=True)
    assert talk.code == 2
    assert talk.answers.count("\n") == 2
    assert "ply 2 (white): illegal move a1" in talk.log


def limits_of(script, **options):
    [thinker] = Conversation(script, **options).thinkers
    return thinker.limits


def seconds_of(script, **options):
    return [limit.seconds for limit in limits_of(script, **options)]


BARE = '{"x":2,"y":4}\n'


@pytest.mark.parametrize("script, options, seconds", [
    (json_turn([]), {}, [10.9]),
    (json_turn([19]), {}, [10.9]),
    (json_turn([19, 34]), {}, [5.2]),
    (text_turn([19, 34, 41]), {}, [5.2]),
    (json_turn([19, 34], time_limit=1), {}, [0.855]),
    (json_turn([19, 34], time_limit="1.0"), {}, [0.855]),
    (json_turn([19, 34], time_limit=1000), {}, [5.2]),
    (json_turn([19, 34], time_limit=1), {"time_limit": 60}, [56.5]),
    (json_turn([]), {"time_limit": 1}, [0.855]),
    (json_turn([]) + BARE, {"keep_running": True}, [10.9, 3.42]),
    (json_turn([], time_limit=12) + BARE, {"keep_running": True}, [10.9, 3.42]),
    (json_turn([], time_limit=1) + BARE, {"keep_running": True}, [0.855, 0.855]),
    (json_turn([]) + BARE, {"keep_running": True, "time_limit": 60}, [56.5, 56.5]),
])
def test_the_limit_is_that_of_the_option_or_the_judge_or_the_platform(script, options, seconds):
    assert seconds_of(script, **options) == pytest.approx(seconds)


def test_simulations_alone_stop_the_clock():
    assert limits_of(json_turn([], time_limit=1), simulations=30) == [Limit(None, 30)]
    assert limits_of(json_turn([]), simulations=30, time_limit=1) == [Limit(pytest.approx(0.855), 30)]


def test_a_process_looks_ahead_once_it_has_been_kept():
    limits = limits_of(json_turn([]) + BARE, keep_running=True)
    assert [limit.look_ahead for limit in limits] == [False, True]


def test_the_seed_reaches_the_thinker():
    assert [thinker.seed for thinker in Conversation(json_turn([]), seed=7).thinkers] == [7]


def test_the_age_of_the_process_counts_only_in_its_first_turn():
    assert seconds_of(json_turn([]) + BARE, keep_running=True, age=2.0) == pytest.approx([8.9, 3.42])


def test_a_long_wait_for_the_first_turn_does_not_count_but_a_short_one_does():
    assert seconds_of(json_turn([]), age=2.0, delay=30.0) == pytest.approx([8.9])
    assert seconds_of(json_turn([]), age=2.0, delay=0.2) == pytest.approx([8.7])


def test_reading_a_long_input_counts():
    assert seconds_of(json_turn([]), age=2.0, reading=1.0) == pytest.approx([7.9])
    assert seconds_of(json_turn([]), age=2.0, delay=30.0, reading=1.0) == pytest.approx([7.9])


def test_processor_time_between_turns_counts_for_the_next_turn():
    assert seconds_of(json_turn([]) + BARE, keep_running=True, cpu_delay=0.5) == pytest.approx([10.4, 2.92])


class SearchingThinker(PlainThinker):
    """Searches to the end of its time; the machine stands still for 0.1 s of the fourth turn."""

    last_talk = None

    def think(self, player, opponent, limit, on_progress=None):
        SearchingThinker.last_talk = self.talk
        self.talk.wall += limit.seconds
        self.talk.cpu += limit.seconds - (0.1 if len(self.limits) == 3 else 0.0)
        return super().think(player, opponent, limit, on_progress)


class StoppingJudge(io.StringIO):
    """Stops the process for as long as the opponent thinks, the moment that it has the answer."""

    def flush(self):
        SearchingThinker.last_talk.wall += 50.0


def test_a_kept_process_uses_more_of_its_time_after_quiet_turns_and_less_after_a_stall():
    moves, script = [], json_turn([])
    for _ in range(4):
        moves.append(plain_move(*_position(moves)))
        moves.append(plain_move(*_position(moves)))
        script += json.dumps(dict(zip("xy", square_to_xy(moves[-1])))) + "\n"
    seconds = seconds_of(script, make_thinker=SearchingThinker, answers=StoppingJudge(), keep_running=True)
    assert seconds == pytest.approx([10.9, 3.5, 3.56, 3.604, 3.42], abs=0.001)


class BrokenThinker(PlainThinker):
    def think(self, player, opponent, limit, on_progress=None):
        raise MemoryError("tree")


@pytest.mark.parametrize("keep_running", [False, True])
def test_a_fault_is_reported_in_the_answer_and_on_stderr_and_ends_the_process(keep_running):
    talk = Conversation(FIRST_REQUEST_TO_BLACK + "\n" + BARE, BrokenThinker, keep_running=keep_running)
    assert talk.code == 0
    answer = json.loads(talk.answers)
    assert answer["response"] == {"x": 3, "y": 2}
    assert "MemoryError: tree" in answer["debug"]
    assert "MemoryError: tree" in talk.log and talk.log.count("\n") == 1


class LateThinker(PlainThinker):
    """Hangs in its first turn until `let_go` is set."""

    let_go = None

    def think(self, player, opponent, limit, on_progress=None):
        if not self.limits:
            self.limits.append(limit)
            assert self.let_go.wait(60)
        return super().think(player, opponent, limit, on_progress)


def test_one_late_turn_does_not_end_the_process():
    LateThinker.let_go = threading.Event()
    threading.Timer(0.3, LateThinker.let_go.set).start()
    talk = Conversation(json_turn([], time_limit=0.05) + json_turn([19, 18], time_limit=60), LateThinker,
                        keep_running=True)
    assert (talk.code, len(talk.thinkers), talk.answers.count(KEPT)) == (0, 1, 2)
    first, second = (json.loads(json.loads(line)["debug"]) for line in talk.answers.splitlines()[::2])
    assert first == {"move": "d3", "fault": "the search was still running after its time"}
    assert second["source"] == "search" and "fault" not in second
    assert talk.log == "bot: the search was still running after its time\n"


def test_a_thinker_that_never_stops_ends_the_process(monkeypatch):
    monkeypatch.setattr("protocol.answering.guarded_turn.PATIENCE_SECONDS", 0.03)
    LateThinker.let_go = threading.Event()
    talk = Conversation("1\n-1 -1\n2 2\n", LateThinker, time_limit=0.05, keep_running=True)
    LateThinker.let_go.set()
    assert talk.code == 0
    move, debug, kept, second, reason = talk.answers.splitlines()
    assert (move, kept) == ("3 2", KEEP_RUNNING_LINE)
    assert json.loads(debug)["fault"] == json.loads(reason)["fault"] == "the search was still running after its time"


def test_a_judge_that_has_hung_up_is_reported():
    class Closed(io.StringIO):
        def flush(self):
            raise BrokenPipeError(32, "Broken pipe")

    talk = Conversation("1\n-1 -1\n", answers=Closed())
    assert talk.exits == [2]
    assert talk.log == "bot: cannot answer: [Errno 32] Broken pipe\n"


def test_a_log_without_a_reader_does_not_stop_the_game():
    class Closed(io.StringIO):
        def write(self, text):
            raise BrokenPipeError(32, "Broken pipe")

    talk = Conversation(json_turn([]) + BARE, log=Closed(), keep_running=True, verbose=True)
    assert (talk.code, talk.answers.count(KEPT)) == (0, 2)


def test_verbose_shows_the_candidates_on_stderr_and_changes_nothing_else():
    quiet, loud = (Conversation(FIRST_REQUEST_TO_BLACK, verbose=verbose) for verbose in (False, True))
    assert quiet.answers == loud.answers
    assert quiet.log == "" and loud.log.startswith("d3 by search") and "prior" in loud.log


def test_verbose_shows_a_long_search_about_once_a_second():
    class Slow(PlainThinker):
        def think(self, player, opponent, limit, on_progress=None):
            report = super().think(player, opponent, limit)
            for _ in range(20):
                self.talk.wall += 0.25
                on_progress(report)
            return report

    glimpses = [line for line in Conversation(json_turn([]), Slow, verbose=True).log.splitlines() if "..." in line]
    assert glimpses == ["... d3 +0.000 (+0.0 discs) search 1 sims 0.00s | d3 | d3 1"] * 5
    assert Conversation(json_turn([]), Slow).log == ""


def test_ctrl_c_ends_quietly():
    class Interrupted(PlainThinker):
        def think(self, player, opponent, limit, on_progress=None):
            raise KeyboardInterrupt

    talk = Conversation(FIRST_REQUEST_TO_BLACK, Interrupted)
    assert (talk.code, talk.answers, talk.log) == (130, "", "")


def test_options_are_read_from_the_command_line():
    assert parse_options([]) == Options()
    arguments = "--keep-running --time-limit 0.5 --simulations 20 --seed 3 --verbose".split()
    assert parse_options(arguments) == Options(True, 0.5, 20, 3, verbose=True)
    assert parse_options(["--restart"]).keep_running is False


def test_only_a_bot_with_a_book_has_an_option_not_to_use_it(capsys):
    assert parse_options([], has_book=True).book
    assert not parse_options(["--no-book"], has_book=True).book
    with pytest.raises(SystemExit):
        parse_options(["--no-book"])
    assert "--no-book" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [
    "--time-limit 0", "--time-limit -1", "--time-limit nan", "--time-limit inf", "--time-limit 1e300",
    "--time-limit soon", "--simulations 0", "--simulations 1.5", "--seed x", "--keep-running --restart", "game.json",
])
def test_bad_options_are_refused_with_exit_code_2(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        parse_options(arguments.split())
    assert caught.value.code == 2
    assert capsys.readouterr().out == ""


def test_help_fits_on_a_screen_and_names_every_option(capsys):
    with pytest.raises(SystemExit) as caught:
        parse_options(["--help"], has_book=True)
    text = capsys.readouterr().out
    assert caught.value.code == 0
    assert text.count("\n") <= 24
    for option in ("--keep-running", "--restart", "--time-limit", "--simulations", "--seed", "--no-book", "--verbose"):
        assert option in text


def test_the_kernel_is_believed_if_the_age_of_the_process_makes_sense(monkeypatch):
    monkeypatch.setattr(entry, "perf_counter", lambda: 1000.0)
    monkeypatch.setattr(entry, "process_time", lambda: 0.25)
    for kernel_age, start in [(None, 999.75), (0.1, 999.75), (0.5, 999.5), (3600.0, 999.75), (-5.0, 999.75)]:
        monkeypatch.setattr(entry, "_kernel_process_age", lambda age=kernel_age: age)
        assert process_start() == start


@settings(max_examples=30)
@given(games, st.booleans())
def test_every_history_gets_a_legal_answer_from_the_real_thinker(moves, as_text):
    script = text_turn(moves) if as_text else json_turn(moves)
    talk = Conversation(script, Thinker, simulations=1, seed=1)
    assert (talk.code, talk.log) == (0, "")
    first = talk.answers.splitlines()[0]
    point = map(int, first.split()) if as_text else json.loads(first)["response"].values()
    move, legal = square_from_xy(*point), legal_moves(*_position(moves))
    assert legal >> move & 1 if legal else move == PASS


@given(games, st.booleans(), st.data())
def test_mangled_input_gets_a_complete_answer_or_an_explanation(moves, as_text, data):
    script = text_turn(moves) if as_text else json_turn(moves)
    start = data.draw(st.integers(0, len(script)))
    end = data.draw(st.integers(start, min(start + 5, len(script))))
    mangled = script[:start] + data.draw(st.text(max_size=5)) + script[end:]
    talk = Conversation(mangled, simulations=1, keep_running=False)
    if talk.code == 0:
        assert talk.log == "" and talk.answers.endswith("\n")
    else:
        assert (talk.code, talk.answers) == (2, "")
        assert talk.log.startswith("bot: bad input: ") and talk.log.count("\n") == 1


#: Prints the processor time for reading one line of 2 and of 20 megabytes, the least of several tries.
READ_LONG_LINE = """
import os, sys, threading
from time import process_time
from protocol.answering.bot_process import StandardInput

def cost(megabytes):
    reading, writing = os.pipe()
    os.dup2(reading, 0)
    os.close(reading)
    data = b"x" * (megabytes << 20) + b"\\n"
    threading.Thread(target=lambda: (os.write(writing, data), os.close(writing))).start()
    stdin, began = StandardInput(), process_time()
    stdin.await_input()
    assert len(stdin.read_line()) == len(data) and stdin.read_line() == ""
    return process_time() - began

print(min(cost(2) for _ in range(3)), min(cost(20) for _ in range(2)))
"""


@pytest.mark.skipif(os.name != "posix", reason="needs pipes as a descriptor 0")
def test_a_long_line_is_read_in_linear_time():
    run = subprocess.run([sys.executable, "-c", READ_LONG_LINE], stdout=subprocess.PIPE, timeout=120, cwd=str(ROOT))
    short, long = (float(word) for word in run.stdout.split())
    assert long < 10 * 3 * max(short, 0.002)  # quadratic time would be a hundred times as much
