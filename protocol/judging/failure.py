"""Why an answer lost the game, in words for the bot's author.

The first line of `explain_failure` says what happened, with the platform's code in brackets. Then come the side to move
and its legal moves, the raw answer, and the end of stderr. Everything a bot wrote is cut to a limit, with control
characters made visible.
"""

import json
import signal
from typing import Iterator, List, Tuple

from engine.board import iterate_squares
from engine.coordinates import PASS, square_to_text, square_to_xy
from protocol.answering.botzone_bot_end import KEEP_RUNNING_LINE
from protocol.drawing import BLACK_MARK, WHITE_MARK
from protocol.game import COLOUR_NAMES, Game
from protocol.judging.answer import Answer, Conduct
from protocol.judging.botzone_judge_end import encode_point, read_move
from protocol.judging.referee import JudgedTurn
from protocol.judging.verdicts import INVALID_MOVE, MLE, NJ, OK, OLE, RE, TLE, WRONG_PASS

ANSWER_CHARACTERS = 240
STDERR_LINES = 15
_STDERR_CHARACTERS = 300
_QUOTE_CHARACTERS = 60
#: If the system cannot tell, a bot that was busy for this share of its time was computing.
_BUSY_SHARE = 0.5

STDOUT_RULE = 'stdout is for the answer alone: print debugging to stderr, or put it into "debug"'
TEXT_STDOUT_RULE = "stdout is for the answer alone: print debugging to stderr"


def explain_failure(game: Game, turn: JudgedTurn) -> List[str]:
    """The lines about a wrong answer in this game."""
    return list(_lines(game, turn))


def _lines(game: Game, turn: JudgedTurn) -> Iterator[str]:
    answer, conduct = turn.answer, turn.answer.conduct
    what, *hints = _reasons(game, turn)
    yield "ply %d, %s: %s [%s]" % (len(game.moves) + 1, COLOUR_NAMES[turn.colour], what, turn.error)
    yield from hints
    yield _describe_position(game)
    if conduct is None:
        if answer.verdict == OK:
            yield "its response: " + visible(json.dumps(answer.response), ANSWER_CHARACTERS)
        return
    yield _describe_output(answer)
    if conduct.session:
        yield "it had been kept running"
    if conduct.tried_text:
        yield "this was in JSON; asked again in text, it failed too (text:BOT asks in text only)"
    yield from _describe_stderr(conduct.stderr, answer.verdict == RE)


def _describe_position(game: Game) -> str:
    mark = (BLACK_MARK, WHITE_MARK)[game.colour]
    moves = ", ".join("%s (x=%d y=%d)" % ((square_to_text(square),) + square_to_xy(square))
                      for square in iterate_squares(game.legal))
    return "%s (%s) was to move; legal: %s" % (
        COLOUR_NAMES[game.colour], mark, moves or "only the pass (x=-1 y=-1)")


def _describe_output(answer: Answer) -> str:
    if not answer.output:
        return "its answer: nothing on stdout"
    return "its answer (%d bytes): %s" % (
        len(answer.output), visible(answer.output.decode("utf-8", "backslashreplace"), ANSWER_CHARACTERS))


def _describe_stderr(text: str, crashed: bool) -> Iterator[str]:
    lines = text.rstrip().splitlines()
    if lines:
        yield "the end of its stderr:" if len(lines) > STDERR_LINES else "its stderr:"
        yield from ("  " + visible(line, _STDERR_CHARACTERS) for line in lines[-STDERR_LINES:])
    elif crashed:
        yield "its stderr: nothing"


def visible(text: str, characters: int) -> str:
    """The beginning of a text on one line, with escapes for invisible characters."""
    shown = "".join(character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
                    for character in text[:characters])
    return shown + (" ... and %d more" % (len(text) - characters) if len(text) > characters else "")


def _reasons(game: Game, turn: JudgedTurn) -> List[str]:
    """What happened, followed by hints for the author."""
    answer = turn.answer
    if turn.error == INVALID_MOVE:
        return _illegal_move(game, answer)
    if turn.error == WRONG_PASS:
        return ["it passed although it had a move"]
    if answer.verdict == OK:
        return _no_move(game, answer)
    if answer.conduct is None or answer.conduct.reason:
        known = answer.conduct.reason if answer.conduct else ""
        return [_BARE_REASONS.get(answer.verdict, "it failed") + (": " + known if known else "")]
    return _PROCESS_REASONS[answer.verdict](answer, answer.conduct, game)


def _illegal_move(game: Game, answer: Answer) -> List[str]:
    x, y = read_move(answer.response) or (8, 8)
    if not (0 <= x < 8 and 0 <= y < 8):
        return ["x=%d y=%d is not on the board: both go from 0 to 7; a pass is x=-1 y=-1" % (x, y)]
    square = 8 * y + x
    taken = (game.player | game.opponent) >> square & 1
    reasons = ["%s (x=%d y=%d) is illegal: %s" % (
        square_to_text(square), x, y, "the square is taken" if taken else "it flips no disc")]
    if game.legal >> (8 * x + y) & 1:
        reasons.append("%s (x=%d y=%d) would be legal: are x and y swapped? x is the column, y the row" % (
            square_to_text(8 * x + y), y, x))
    return reasons


def _no_move(game: Game, answer: Answer) -> List[str]:
    """Explains JSON that is not an answer."""
    expected = "expected one line such as " + example_answer(game, text=False)
    value = json.loads(answer.output.decode("utf-8", "replace")) if answer.output else {"response": answer.response}
    if not isinstance(value, dict):
        return ["its JSON is not an object", expected]
    if "response" not in value:
        return ['its JSON has no "response"', expected]
    return ["the x and y of its response are not two whole numbers", expected]


def example_answer(game: Game, text: bool) -> str:
    """A correct answer in this position."""
    point = encode_point(next(iterate_squares(game.legal), PASS))
    return "%(x)d %(y)d" % point if text else json.dumps({"response": point}, separators=(",", ":"))


def _crash(answer: Answer, conduct: Conduct, game: Game) -> List[str]:
    code = conduct.exit_code
    if code is None:
        return ["it crashed"]
    return ["it crashed with exit code %d" % code if code >= 0 else "it crashed: signal %d%s" % (-code, _signal(-code))]


def _signal(number: int) -> str:
    try:
        return " (%s)" % signal.Signals(number).name
    except ValueError:
        return ""


def _out_of_time(answer: Answer, conduct: Conduct, game: Game) -> List[str]:
    waiting = conduct.waiting
    if waiting is None:
        waiting = answer.cpu_seconds < _BUSY_SHARE * answer.seconds
    what = "out of time: %.2f s, the limit is %g s; it was %s (busy for %.2f s)" % (
        answer.seconds, conduct.limit_seconds, "waiting" if waiting else "computing", answer.cpu_seconds)
    if answer.output:
        return [what, "it had written something: a bot ends after its answer, or prints " + KEEP_RUNNING_LINE]
    if waiting:
        return [what, "it had written nothing: does it wait for more input, or not flush its output?"]
    return [what]


def _out_of_memory(answer: Answer, conduct: Conduct, game: Game) -> List[str]:
    return ["out of memory: %d MB, the limit is %g MB" % (round(answer.memory_mb), conduct.limit_mb or 0)]


def _too_much(answer: Answer, conduct: Conduct, game: Game) -> List[str]:
    return ["it wrote more than %d bytes to stdout" % conduct.limit_bytes]


def _unreadable(answer: Answer, conduct: Conduct, game: Game) -> List[str]:
    expected = "expected one line such as %s, and nothing else" % example_answer(game, conduct.text)
    if not answer.output.strip():
        return ["it ended without an answer", expected]
    if conduct.text:
        first = answer.output.decode("utf-8", "replace").lstrip().splitlines()[0]
        return ["the first line of its answer is not two whole numbers: %s" % visible(first, _QUOTE_CHARACTERS),
                TEXT_STDOUT_RULE, expected]
    return [*_find_fault(answer.output), expected]


def _find_fault(output: bytes) -> List[str]:
    """Says which bytes are not JSON, or not part of one answer."""
    try:
        text = output.decode("utf-8")
    except UnicodeDecodeError as error:
        return ["its answer is not UTF-8: byte %d is 0x%02x" % (error.start + 1, output[error.start])]
    start, end = _find_answer(text)
    before, after = text[:start].strip(), text[end:].strip()
    if start == end:
        return ["its answer is not JSON: " + _first_error(text), *([STDOUT_RULE] if "\n" in text.strip() else [])]
    if before:
        return ["there is text before the JSON answer, %d bytes: %s" % (
            len(text[:start].encode()), visible(before, _QUOTE_CHARACTERS)), STDOUT_RULE]
    if after:
        return ["there is text after the JSON answer, from byte %d on: %s" % (
            len(text[:end].encode()) + 1, visible(after, _QUOTE_CHARACTERS)), STDOUT_RULE]
    if "\n" not in text.strip():
        return ["its JSON answer is nested too deep"]
    return ["its JSON answer spans several lines: expected one line"]


def _find_answer(text: str) -> Tuple[int, int]:
    """(start, end) of the first JSON object that begins a line; both are 0 if there is none."""
    places = [0] + [at + 1 for at, character in enumerate(text) if character == "\n"]
    for place in places:
        start = place + len(text[place:]) - len(text[place:].lstrip())
        if text[start:start + 1] == "{":
            try:
                return start, json.JSONDecoder(parse_constant=_refuse).raw_decode(text, start)[1]
            except (ValueError, RecursionError):
                continue
    return 0, 0


def _first_error(text: str) -> str:
    try:
        json.loads(text.strip(), parse_constant=_refuse)
    except json.JSONDecodeError as error:
        place = error.pos + len(text) - len(text.lstrip())
        rest = text[place:].rstrip()
        return "%s at byte %d%s" % (error.msg, len(text[:place].encode()) + 1,
                                    ": " + visible(rest, _QUOTE_CHARACTERS) if rest else "")
    except ValueError as error:
        return str(error)
    except RecursionError:
        return "nested too deep"
    return "it holds no object"


def _refuse(name: str) -> None:
    raise ValueError("%s is not a JSON number" % name)


_BARE_REASONS = {RE: "it crashed", TLE: "out of time", MLE: "out of memory", OLE: "it wrote too much",
                 NJ: "its answer is not JSON"}
_PROCESS_REASONS = {RE: _crash, TLE: _out_of_time, MLE: _out_of_memory, OLE: _too_much, NJ: _unreadable}
