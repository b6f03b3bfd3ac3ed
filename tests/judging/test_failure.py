"""Every kind of failure, from the command line to its explanation."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coordinates import squares_from_transcript
from protocol.game import Game
from protocol.judging.answer import Answer, Conduct
from protocol.judging.failure import explain_failure, visible
from protocol.judging.processes import HAS_PROC
from protocol.judging.referee import JudgedTurn, find_error
from tests.opponents import ROOT, fixture_bot

VERDICT = "INVALID_INPUT_VERDICT_"
LEGAL_MOVES = "black (X) was to move; legal: d3 (x=3 y=2), c4 (x=2 y=3), f5 (x=5 y=4), e6 (x=4 y=5)"
NOTHING = "its answer: nothing on stdout"
RIGHT_ANSWER = 'its answer (31 bytes): {"response": {"x": 3, "y": 2}}\\n'
BOTH_FORMATS = "this was in JSON; asked again in text, it failed too (text:BOT asks in text only)"
STDOUT_ALONE = 'stdout is for the answer alone: print debugging to stderr, or put it into "debug"'
EXPECTED = 'expected one line such as {"response":{"x":3,"y":2}}'
EXPECTED_ALONE = EXPECTED + ", and nothing else"
SECONDS = r"\d+\.\d\d s"

#: The explanation of each misbehaving bot; a pattern if a number or a path depends on the machine.
EXPLANATIONS = {
    "crash": [
        "ply 1, black: it crashed with exit code 1 [%sRE]" % VERDICT, LEGAL_MOVES, NOTHING, BOTH_FORMATS, "its stderr:",
        "  Traceback (most recent call last):", re.compile('    File ".*misbehaving.py", line .*'),
        re.compile(".*"), re.compile('    File ".*misbehaving.py", line .*, in crash'),
        '      raise RuntimeError("this bot crashes")', "  RuntimeError: this bot crashes"],
    "crash_after_answer": ["ply 1, black: it crashed with exit code 3 [%sRE]" % VERDICT, LEGAL_MOVES, RIGHT_ANSWER,
                           BOTH_FORMATS, "its stderr: nothing"],
    "kill_itself": ["ply 1, black: it crashed: signal 11 (SIGSEGV) [%sRE]" % VERDICT, LEGAL_MOVES, NOTHING,
                    BOTH_FORMATS, "its stderr:", "  Segmentation fault"],
    "fork_on": ["ply 1, black: it crashed: it had started more than 64 processes [%sRE]" % VERDICT, LEGAL_MOVES,
                NOTHING, BOTH_FORMATS, "its stderr: nothing"],
    "hang": [re.compile(r"ply 1, black: out of time: %s, the limit is 1 s; it was waiting \(busy for %s\) \[%sTLE\]" % (
        SECONDS, SECONDS, VERDICT)), "it had written nothing: does it wait for more input, or not flush its output?",
        LEGAL_MOVES, NOTHING],
    "spin": [re.compile(r"ply 1, black: out of time: %s, the limit is 1 s; it was computing \(busy for %s\) \[%sTLE\]"
                        % (SECONDS, SECONDS, VERDICT)), LEGAL_MOVES, NOTHING],
    "stay_after_answer": [
        re.compile("ply 1, black: out of time: %s, the limit is 1 s; it was waiting .*" % SECONDS),
        "it had written something: a bot ends after its answer, or prints >>>BOTZONE_REQUEST_KEEP_RUNNING<<<",
        LEGAL_MOVES, RIGHT_ANSWER],
    "silent": ["ply 1, black: it ended without an answer [%sNJ]" % VERDICT, EXPECTED_ALONE, LEGAL_MOVES, NOTHING,
               BOTH_FORMATS],
    "garbage": ["ply 1, black: its answer is not UTF-8: byte 129 is 0x80 [%sNJ]" % VERDICT, EXPECTED_ALONE, LEGAL_MOVES,
                re.compile(r"its answer \(256 bytes\): \\x00\\x01\\x02.* \.\.\. and \d+ more"), BOTH_FORMATS],
    "chatty": ["ply 1, black: there is text before the JSON answer, 12 bytes: thinking... [%sNJ]" % VERDICT,
               STDOUT_ALONE, EXPECTED_ALONE, LEGAL_MOVES,
               'its answer (43 bytes): thinking...\\n{"response": {"x": 3, "y": 2}}\\n', BOTH_FORMATS],
    "answer_twice": [
        'ply 1, black: there is text after the JSON answer, from byte 31 on: {"response": {"x": 3, "y": 2}} [%sNJ]'
        % VERDICT, STDOUT_ALONE, EXPECTED_ALONE, LEGAL_MOVES, re.compile(r"its answer \(62 bytes\): .*"), BOTH_FORMATS],
    "not_a_number": ["ply 1, black: its answer is not JSON: NaN is not a JSON number [%sNJ]" % VERDICT,
                     EXPECTED_ALONE, LEGAL_MOVES, 'its answer (29 bytes): {"response":{"x":NaN,"y":2}}\\n',
                     BOTH_FORMATS],
    "bare_number": ["ply 1, black: its JSON is not an object [%sOK]" % VERDICT, EXPECTED, LEGAL_MOVES,
                    "its answer (2 bytes): 5\\n"],
    "no_response": ['ply 1, black: its JSON has no "response" [%sOK]' % VERDICT, EXPECTED, LEGAL_MOVES,
                    'its answer (27 bytes): {"move": {"x": 3, "y": 2}}\\n'],
    "fraction": ["ply 1, black: the x and y of its response are not two whole numbers [%sOK]" % VERDICT, EXPECTED,
                 LEGAL_MOVES, 'its answer (33 bytes): {"response": {"x": 3.5, "y": 2}}\\n'],
    "illegal": ["ply 1, black: a1 (x=0 y=0) is illegal: it flips no disc [INVALID_MOVE]", LEGAL_MOVES,
                'its answer (31 bytes): {"response": {"x": 0, "y": 0}}\\n'],
    "outside": ["ply 1, black: x=8 y=-3 is not on the board: both go from 0 to 7; a pass is x=-1 y=-1 "
                "[INVALID_MOVE]", LEGAL_MOVES, 'its answer (32 bytes): {"response": {"x": 8, "y": -3}}\\n'],
    "wrong_pass": ["ply 1, black: it passed although it had a move "
                   "[HE_THOUGHT_THAT_HE_COULDNOT_MOVE_BUT_IN_FACT_HE_CAN]", LEGAL_MOVES,
                   'its answer (32 bytes): {"response": {"x": -1, "y": 5}}\\n'],
    "flood": ["ply 1, black: it wrote more than 1048576 bytes to stdout [%sOLE]" % VERDICT, LEGAL_MOVES,
              re.compile(r"its answer \(1048576 bytes\): x{240} \.\.\. and 1048336 more")],
    "hungry": [re.compile(r"ply 1, black: out of memory: \d\d\d MB, the limit is 100 MB \[%sMLE\]" % VERDICT),
               LEGAL_MOVES, NOTHING],
}
OUT_OF_TIME = ("hang", "spin", "stay_after_answer")
ONLY_WITH_PROC = ("fork_on", "hungry", *OUT_OF_TIME)


def judge(name, folder):
    """(the command's lines about the failure, its exit code)."""
    bot = fixture_bot("misbehaving.py", name)
    run = subprocess.run(
        [sys.executable, "-m", "protocol.judge", bot, "random", "--quiet", "--memory-limit", "100", "--time-limit",
         "1" if name in OUT_OF_TIME else "8", "--save", str(folder / (name + ".json"))],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=120, cwd=ROOT)
    lines = run.stdout.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("ply 1"))
    assert lines[:start - 1][0] == "   a b c d e f g h" and run.stderr == ""
    return lines[start:lines.index("", start)], run.returncode


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """(folder, the judge's output for each bot)."""
    folder = tmp_path_factory.mktemp("failures")
    names = [name for name in EXPLANATIONS if HAS_PROC or name not in ONLY_WITH_PROC]
    with ThreadPoolExecutor(6) as pool:
        return folder, dict(zip(names, pool.map(lambda name: judge(name, folder), names)))


@pytest.mark.parametrize("name", EXPLANATIONS)
def test_a_failure_is_explained(games, name):
    folder, said = games
    if name not in said:
        pytest.skip("needs Linux's /proc")
    lines, code = said[name]
    assert code == 3
    assert lines[-1] == "repeat this turn: %s < %s" % (fixture_bot("misbehaving.py", name),
                                                       folder / (name + ".turn.json"))
    expected = EXPLANATIONS[name]
    assert len(lines) - 1 == len(expected), lines
    for line, wanted in zip(lines, expected):
        assert wanted.fullmatch(line) if hasattr(wanted, "fullmatch") else line == wanted


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize("name", ["crash", "kill_itself", "chatty", "no_response", "illegal"])
def test_the_saved_turn_reproduces_the_failure(games, name):
    folder, said = games
    command = said[name][0][-1].partition(": ")[2]
    run = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    answer = [line for line in said[name][0] if line.startswith("its answer")][0]
    shown = repr(run.stdout)[1:-1] if run.stdout else "nothing on stdout"
    assert answer.endswith(": " + shown)
    crashed = "crashed" in said[name][0][0]
    assert bool(run.returncode) == crashed
    if name == "crash":
        assert run.stderr.splitlines() == [line[2:] for line in said[name][0][5:-1]]


def explain(game, answer):
    return explain_failure(game, JudgedTurn(game.colour, answer, None, find_error(game, answer)))


def test_swapped_coordinates_are_recognised():
    game = Game(squares_from_transcript("f5d6c5"))
    lines = explain(game, Answer("OK", {"x": 3, "y": 1}))
    assert lines[:2] == ["ply 4, white: d2 (x=3 y=1) is illegal: it flips no disc [INVALID_MOVE]",
                         "b4 (x=1 y=3) would be legal: are x and y swapped? x is the column, y the row"]
    assert lines[-1] == 'its response: {"x": 3, "y": 1}'


def test_a_move_to_a_taken_square_is_explained():
    assert explain(Game(), Answer("OK", {"x": 3, "y": 3}))[0] == (
        "ply 1, black: d4 (x=3 y=3) is illegal: the square is taken [INVALID_MOVE]")


def test_a_record_explains_only_the_verdict():
    assert explain(Game(), Answer("TLE")) == ["ply 1, black: out of time [%sTLE]" % VERDICT, LEGAL_MOVES]


@given(st.binary(max_size=400), st.sampled_from(["NJ", "RE", "TLE", "MLE", "OLE", "OK"]), st.booleans())
def test_any_output_is_explained_in_printable_lines(output, verdict, text):
    conduct = Conduct(("bot",), text, b"", 1.0, 256.0, 1 << 20, 1, None, output.decode("latin-1"))
    if verdict == "OK":
        output = b'{"a": "%s"}' % output.hex().encode()
    lines = explain(Game(), Answer(verdict, output=output, conduct=conduct))
    assert lines[0].startswith("ply 1, black: ") and lines[0].endswith("[%s%s]" % (VERDICT, verdict))
    assert all(line.isprintable() for line in lines)
    assert len(lines) < 30


def test_long_texts_are_cut_and_control_characters_are_visible():
    assert visible("a\x1b[2J\u2028b", 99) == "a\\x1b[2J\\u2028b"
    assert visible("x" * 100, 10) == "x" * 10 + " ... and 90 more"


def test_json_on_several_lines_deep_json_and_broken_json_are_told_apart():
    conduct = Conduct(("bot",), False, b"", 1.0, 256.0, 1 << 20)
    lines = explain(Game(), Answer("NJ", output=b'{"response":\n{"x":3,"y":2}}', conduct=conduct))
    assert "its JSON answer spans several lines: expected one line" in lines[0]
    lines = explain(Game(), Answer("NJ", output=b'{"debug":' + 490 * b"[" + 490 * b"]" + b"}", conduct=conduct))
    assert "its JSON answer is nested too deep" in lines[0]
    lines = explain(Game(), Answer("NJ", output=b"{'response': 1}", conduct=conduct))
    assert "its answer is not JSON: " in lines[0] and "at byte 2: 'response': 1}" in lines[0]
