"""bot.py as a judge runs it: as a process, alone in an empty folder, on every Python of this machine."""

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from threading import Timer

import pytest

from engine.coordinates import PASS, square_from_text, square_from_xy, square_to_xy
from protocol.answering.botzone_bot_end import KEEP_RUNNING_LINE
from protocol.answering.decision import plain_move
from protocol.game import Game
from tests import ROOT
from tests.answering.test_botzone_bot_end import json_turn, text_turn
from tests.interpreters import find_interpreters

INTERPRETERS = find_interpreters()

#: A game recorded on the platform. White passed at its ply 58 and now has two moves, g1 and h1.
RECORDED = [square_from_text(word) for word in (
    "e6 f4 c3 c6 c4 d6 f3 f6 f5 g4 h4 h3 d7 c5 e7 f8 h5 b3 f7 f2 e2 d3 f1 e8 c8 h6 d2 e3 a3 g5 "
    "g6 c2 b5 c1 g3 e1 d8 a6 g8 a4 a5 a2 d1 b6 b7 c7 b1 g2 g7 h8 h7 b2 b8 a8 a1 b4 a7 pass h2").split()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with bot.py and nothing else."""
    path = tmp_path_factory.mktemp("upload")
    shutil.copy(str(ROOT / "bot.py"), str(path))
    return path


def run(folder, script, *options, python=sys.executable, file="bot.py", **more):
    """Runs the bot to its end: exit code, stdout and stderr."""
    done = subprocess.run([python, "-I", file, *options], cwd=str(folder), input=script.encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def json_move(answer):
    point = json.loads(answer)["response"]
    assert answer.count("\n") == 1
    return square_from_xy(point["x"], point["y"])


def text_move(answer):
    return square_from_xy(*map(int, answer.splitlines()[0].split()))


def json_request(move):
    """A bare request, the opponent's move."""
    return json.dumps(dict(zip("xy", square_to_xy(move)))) + "\n"


def position_after(moves):
    game = Game(moves)
    return game.player, game.opponent


class KeptBot:
    """A bot that is kept running. Its stdin stays open, so it must notice by itself when a turn is complete."""

    def __init__(self, folder, *options, python=sys.executable, file="bot.py"):
        self.process = subprocess.Popen([python, "-I", file, "--keep-running", *options], cwd=str(folder),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def ask(self, script):
        """The answer, without the line that asks to be kept running."""
        self.process.stdin.write(script.encode())
        self.process.stdin.flush()
        answer, line = self.process.stdout.readline().decode(), ""
        while line != KEEP_RUNNING_LINE + "\n":  # in text, debug has a line of its own
            line = self.process.stdout.readline().decode()
            assert line, "the process has ended"
        return answer

    def stand_still(self, delay, seconds):
        """Stops the process after the delay and continues it these seconds later."""
        Timer(delay, self.process.send_signal, [signal.SIGSTOP]).start()
        Timer(delay + seconds, self.process.send_signal, [signal.SIGCONT]).start()

    def close(self):
        """The exit code and what was written to stderr."""
        log = self.process.communicate(timeout=60)[1]
        return self.process.returncode, log.decode()


@pytest.mark.parametrize("name", INTERPRETERS)
def test_it_plays_alone_in_an_empty_folder_on(folder, name):
    python = INTERPRETERS[name]
    code, answer, log = run(folder, json_turn(RECORDED), python=python)
    assert (code, log) == (0, "")
    assert square_to_xy(json_move(answer)) in [(6, 0), (7, 0)]
    code, answer, log = run(folder, text_turn([]).rstrip("\n"), "--simulations", "20", python=python)
    assert (code, log) == (0, "")
    Game([text_move(answer)])


@pytest.mark.parametrize("name", [name if name.startswith(("CPython 3.6.", "PyPy"))
                                  else pytest.param(name, marks=pytest.mark.slow) for name in INTERPRETERS])
def test_it_keeps_running_on(folder, name):
    bot = KeptBot(folder, "--simulations", "20", python=INTERPRETERS[name])
    moves = []
    for turn in range(3):
        moves.append(json_move(bot.ask(json_turn(moves) if turn == 0 else json_request(moves[-1]))))
        moves.append(plain_move(*position_after(moves)))
    assert bot.close() == (0, "")


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs a process that can be stopped")
@pytest.mark.slow
def test_turns_that_overrun_a_short_limit_do_not_end_a_kept_process(folder):
    """The process stands still beyond its limit in five turns in a row; `ask` fails if it does not ask to be kept."""
    bot, moves, notes = KeptBot(folder, "--time-limit", "0.3", "--no-book"), RECORDED[:20], []
    for turn in range(9):
        if 1 <= turn <= 5:
            bot.stand_still(0.1, 0.4)
        answer = bot.ask(json_turn(moves) if turn == 0 else json_request(moves[-1]))
        notes.append(note_of(answer))
        moves = [*moves, json_move(answer)]
        moves.append(plain_move(*position_after(moves)))
    assert [note for note in notes[6:] if note.get("source") in ("search", "endgame")]
    assert bot.close()[0] == 0


def play_out(ask_black, ask_white):
    """The game between two players; each is asked with the moves so far."""
    game = Game()
    while not game.over:
        game.play((ask_white if game.colour else ask_black)(game.moves))
    return game


def note_of(answer):
    """The note for the judge's log in an answer."""
    return json.loads(json.loads(answer)["debug"])


def test_the_opening_comes_from_the_book_unless_that_is_switched_off(folder):
    code, answer, _ = run(folder, json_turn([]), "--seed", "1")
    assert code == 0 and note_of(answer)["source"] == "book"
    code, answer, _ = run(folder, json_turn([]), "--simulations", "4", "--no-book")
    assert code == 0 and (note_of(answer)["source"], note_of(answer)["simulations"]) == ("search", 4)


@pytest.mark.slow
@pytest.mark.parametrize("black_is_kept", [True, False])
def test_a_whole_game_between_a_kept_and_a_restarted_process_is_legal(folder, black_is_kept):
    bot = KeptBot(folder, "--simulations", "4", "--seed", "1")

    def ask_kept(moves):
        if len(moves) < 2:
            return text_move(bot.ask(text_turn(moves)))
        return text_move(bot.ask("%d %d\n" % square_to_xy(moves[-1])))

    def ask_restarted(moves):
        code, answer, log = run(folder, json_turn(moves), "--simulations", "4", "--seed", "2")
        assert (code, log) == (0, "")
        return json_move(answer)

    game = play_out(ask_kept, ask_restarted) if black_is_kept else play_out(ask_restarted, ask_kept)
    assert bot.close() == (0, "")
    assert len([move for move in game.moves if move != PASS]) > 30


@pytest.mark.slow
def test_a_turn_with_an_open_result_is_answered_in_time_without_the_guard(folder):
    start = time.perf_counter()
    code, answer, log = run(folder, json_turn(RECORDED[:24]), "--time-limit", "6")
    assert (code, log) == (0, "")
    assert time.perf_counter() - start < 20
    assert Game(RECORDED[:24]).legal >> json_move(answer) & 1
    assert "fault" not in note_of(answer)


@pytest.mark.slow
@pytest.mark.parametrize("name", INTERPRETERS)
def test_the_bundler_makes_the_same_file_on(tmp_path, name):
    subprocess.run([INTERPRETERS[name], "-m", "protocol.bundle", "--out", str(tmp_path / "bot.py")], cwd=str(ROOT),
                   stdout=subprocess.PIPE, check=True, timeout=120)
    assert (tmp_path / "bot.py").read_bytes() == (ROOT / "bot.py").read_bytes()


def test_the_same_seed_and_simulations_give_the_same_move_and_line(folder):
    def thoughts():
        answer = run(folder, json_turn(RECORDED[:20]), "--simulations", "60", "--seed", "5")[1]
        note = note_of(answer)
        return json_move(answer), note["line"], note["visits"]

    assert thoughts() == thoughts()


def test_verbose_shows_the_thinking(folder):
    code, answer, log = run(folder, json_turn(RECORDED[:20]), "--simulations", "60", "--verbose")
    assert code == 0 and json_move(answer) in range(64)
    for word in ("visits", "value", "prior", "line"):
        assert word in log


@pytest.mark.parametrize("script", ["", "\n", "{", "hello\n", "[1]\n", "\xff\xfe\x00", "1\n", json_turn([0]), "9 9\n"])
def test_bad_input_gets_one_line_on_stderr_and_nothing_on_stdout(folder, script):
    code, answer, log = run(folder, script)
    assert (code, answer) == (2, "")
    assert log.startswith("bot: bad input: ") and log.count("\n") == 1


def test_invalid_utf8_after_the_turn_does_no_harm(folder):
    done = subprocess.run([sys.executable, "-I", "bot.py", "--simulations", "1"], cwd=str(folder),
                          input=text_turn([]).encode() + b"\xff\xfe\n", stdout=subprocess.PIPE, timeout=60)
    assert done.returncode == 0
    Game([text_move(done.stdout.decode())])


def test_it_answers_when_stderr_is_closed(folder):
    done = subprocess.run("exec %s -I bot.py --simulations 1 --verbose 2>&-" % sys.executable, shell=True,
                          cwd=str(folder), input=json_turn([]).encode(), stdout=subprocess.PIPE, timeout=60)
    assert done.returncode == 0
    Game([json_move(done.stdout.decode())])


def test_help_fits_on_a_screen(folder):
    code, text, log = run(folder, "", "--help")
    assert (code, log) == (0, "")
    assert text.count("\n") <= 24 and all(len(line) <= 100 for line in text.splitlines())


#: Thinkers that go wrong: the body of `think`, a limit in seconds, and the fault that is reported.
MISBEHAVING = {
    "hangs": ("while True: pass", 0.8, "the search was still running after its time"),
    "sleeps": ("time.sleep(1000)", 0.8, "the search was still running after its time"),
    "raises": ("raise KeyError('tree')", 60, "KeyError: 'tree' (line "),
    "recurses": ("return self.think(player, opponent, limit, on_progress)", 60, "RecursionError: maximum recursion"),
    "exits": ("sys.exit(3)", 60, "SystemExit: 3 (line "),
    "answers nonsense": ("return Report(0, 0.5, 1.0, False, 'search', 9, 0.1)", 60, "0, which is not legal"),
    "eats all memory": ("return [bytearray(1 << 16) for _ in iter(int, 1)]", 60, "MemoryError"),
    "keeps all memory": ("while True: self.hoard.append([None] * 100)", 60, "MemoryError"),
}


def write_bot(folder, think):
    """Writes a bot with this body of `think` to the folder; it imports the source tree."""
    (folder / "misbehaving.py").write_text(textwrap.dedent("""
        import sys, time
        sys.path.insert(0, %r)
        from engine.report import Report
        from protocol.answering.bot_process import run_bot

        class Misbehaving:
            report = None
            hoard = []

            def __init__(self, seed):
                pass

            def think(self, player, opponent, limit, on_progress=None):
                %s

        if __name__ == "__main__":
            run_bot(Misbehaving)
        """) % (str(ROOT), think))


def limit_memory():
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))


@pytest.mark.parametrize("mode", ["--restart", pytest.param("--keep-running", marks=pytest.mark.slow)])
@pytest.mark.parametrize("think, seconds, fault", MISBEHAVING.values(), ids=MISBEHAVING)
def test_the_bot_answers_even_if_its_thinker_misbehaves(tmp_path, think, seconds, fault, mode):
    write_bot(tmp_path, think)
    limited = {"preexec_fn": limit_memory} if fault == "MemoryError" else {}
    options = ["--time-limit", str(seconds), mode]
    code, answer, log = run(tmp_path, json_turn([]), *options, file="misbehaving.py", **limited)
    assert code == 0
    answer = answer.replace(KEEP_RUNNING_LINE + "\n", "")  # after a turn that was only late the bot keeps running
    assert json_move(answer) == plain_move(*position_after([]))
    assert fault in note_of(answer)["fault"] and fault in log
    assert log.startswith("bot: ") and log.count("\n") == 1


def test_if_the_thinker_hangs_its_best_move_so_far_is_the_answer(tmp_path):
    write_bot(tmp_path, "self.report = Report(44, 0.5, 1.0, False, 'search', 9, 0.1, (44,)); time.sleep(1000)")
    code, answer, log = run(tmp_path, text_turn([]), "--time-limit", "2", file="misbehaving.py")
    assert code == 0
    move, debug = answer.splitlines()
    assert move == "4 5"
    assert "still running" in debug and json.loads(debug)["value"] == 0.5


def test_output_of_a_thinker_does_not_spoil_the_answer(tmp_path):
    write_bot(tmp_path, "print('thinking'); return Report(44, 0.5, 1.0, False, 'search', 9, 0.1, (44,))")
    code, answer, log = run(tmp_path, json_turn([]), file="misbehaving.py")
    assert (code, json_move(answer), log) == (0, 44, "thinking\n")


@pytest.mark.slow
def test_a_search_that_keeps_to_its_limit_uses_most_of_the_turn_but_not_all(tmp_path):
    write_bot(tmp_path, "time.sleep(limit.seconds); return Report(44, 0.5, 1.0, False, 'search', 9, 0.1, (44,))")
    start = time.perf_counter()
    code, answer, log = run(tmp_path, json_turn([]), file="misbehaving.py")
    assert (code, json_move(answer), log) == (0, 44, "")
    assert 0.85 * 12 <= time.perf_counter() - start <= 30


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("redirection, name", [("<&-", "stdin"), (">&-", "stdout")])
def test_a_closed_stream_is_reported_in_one_line(folder, redirection, name):
    done = subprocess.run("exec '%s' bot.py %s" % (sys.executable, redirection), shell=True, cwd=str(folder),
                          input=json_turn([]) if name == "stdout" else None, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, universal_newlines=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "bot: %s is closed\n" % name)
