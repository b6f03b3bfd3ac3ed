"""Reads recorded games in every form, and never fails on their content.

    the platform's download     {"players":[...],"logs":[...],...}          one object
    the platform's archive      {"players":[...],"log":[...],...}           one object per line
    a log alone                 [{"output":...},{"0":...},...]
    a display list              [null,{"x":5,"y":4,"player":0},...]
    a player's input            {"requests":[...],"responses":[...]}
    transcripts                 f5d6c3...                                   one per line; # begins a comment
    WTHOR                       a file *.wtb

JSON values may come one per line, as one list, or formatted over many lines. An error becomes a problem of its record;
the legal moves before it are kept.
"""

import itertools
import struct
from typing import Any, BinaryIO, Dict, Iterable, Iterator, List, Sequence, Tuple

from engine.coordinates import square_from_wthor, square_from_xy, squares_from_transcript
from protocol.game import COLOUR_NAMES
from protocol.json_text import read_json
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import OFF_THE_BOARD, read_move
from protocol.judging.verdicts import OK, WRONG_PASS, verdict_in
from protocol.records.platform_log import read_answer
from protocol.records.record import FEWEST_WINS, FINISHED, Record
from protocol.records.saved_turn import read_failure

_WTHOR_HEADER_BYTES = 16
#: Offset in the header of the number of empties from which perfect play was computed.
_WTHOR_SOLVED_AT = 14
#: Tournament, black, white, black's discs, black's discs under perfect play, moves.
_WTHOR_GAME = struct.Struct("<HHHBB60s")
_WTHOR_BOARD_SIZES = (0, 8)


def read_records(path: str) -> Iterator[Record]:
    """Yields the games of a file, each checked; OSError if the file cannot be read."""
    if path.lower().endswith(".wtb"):
        with open(path, "rb") as data:
            yield from _read_wthor(path, data)
    else:
        with open(path, encoding="utf-8-sig", errors="replace") as text:
            yield from _read_text(path, text)


def _read_text(path: str, stream: Iterator[str]) -> Iterator[Record]:
    """Line by line if the lines are games, otherwise as one JSON value."""
    line_number, first = next((pair for pair in enumerate(stream, 1) if pair[1].strip()), (0, ""))
    lines = itertools.chain([first], stream)
    if not first:
        yield _problem_alone(path, 1, "the file has no game")
    elif first.lstrip()[:1] not in ("{", "["):
        yield from _read_transcripts(path, lines, line_number)
    elif _is_json(first):
        yield from _read_json_lines(path, lines)
    else:
        kept = list(lines)
        if any(_is_json(line) for line in kept[1:] if line[:1] in ("{", "[")):
            yield from _read_json_lines(path, kept)
        else:
            yield from _read_json_lines(path, ["".join(kept)])


def _read_json_lines(path: str, lines: Iterable[str]) -> Iterator[Record]:
    number = 1
    for line in lines:
        if line.strip():
            for record in _read_json(path, number, line):
                yield record
                number += 1


def _read_json(path: str, number: int, text: str) -> Iterator[Record]:
    """The game in the text, or the games of a list."""
    try:
        value = read_json(text)
    except ValueError as error:
        yield _problem_alone(path, number, "bad JSON: %s" % error)
        return
    values = value if _is_list_of_games(value) else [value]
    for index, item in enumerate(values):
        yield read_record(path, number + index, item)


def _is_json(text: str) -> bool:
    try:
        read_json(text)
    except ValueError:
        return False
    return True


def _is_list_of_games(value: Any) -> bool:
    return isinstance(value, list) and any(
        isinstance(item, list) or isinstance(item, dict) and any(key in item for key in ("logs", "log", "requests"))
        for item in value)


def read_record(source: str, number: int, value: Any) -> Record:
    """The game in one JSON value, checked."""
    record = Record(source, number, fewest_wins=isinstance(value, dict) and value.get(FEWEST_WINS) is True)
    if isinstance(value, dict) and ("logs" in value or "log" in value):
        record.names = _names(value.get("players"))
        _read_log(record, value["logs"] if "logs" in value else value["log"], value.get("status", FINISHED) == FINISHED)
        record.failure = read_failure(value.get("failure")) if record.error else None
        if isinstance(value.get("scores"), list) and value["scores"]:
            record.check_scores(value["scores"])
    elif isinstance(value, dict) and "requests" in value:
        _read_input(record, value["requests"], value.get("responses", []))
    elif isinstance(value, list) and any(isinstance(entry, dict) and "output" in entry for entry in value):
        _read_log(record, value, False)
    elif isinstance(value, list):
        _read_displays(record, value)
    else:
        record.add_problem("no game: expected an object with logs, log or requests, or a list of displays")
    return record


def _names(players: Any) -> Tuple[str, str]:
    """The names of black and white: by name, by the bot's id, or by colour."""
    names = list(COLOUR_NAMES)
    for colour, player in enumerate(players[:2] if isinstance(players, list) else []):
        name = player.get("name") or player.get("bot") if isinstance(player, dict) else None
        names[colour] = str(name.get("name", name) if isinstance(name, dict) else name or names[colour])
    return names[0], names[1]


def _read_log(record: Record, log: Any, must_end: bool) -> None:
    """Reads the judge's and the players' entries in turn; `must_end` if a result is expected."""
    answers: List[Tuple[int, Answer]] = []
    rulings: List[Dict[str, Any]] = []
    broken = "" if isinstance(log, list) and log else "the log is empty"
    for index, entry in enumerate(log if isinstance(log, list) else []):
        try:
            if index % 2:
                answers.append(read_answer(entry))
            else:
                rulings.append(_ruling_of(entry))
        except ValueError as error:
            broken = str(error)
            break
    record.judge_again(answers, rulings)
    if broken:
        record.add_problem(broken, len(answers) + 1)
    elif must_end and not record.problems and (record.scores is None or len(rulings) <= len(answers)):
        record.add_problem("the log ends without a result", len(answers) + 1)


def _ruling_of(entry: Any) -> Dict[str, Any]:
    output = entry.get("output") if isinstance(entry, dict) else None
    if isinstance(output, str):
        try:
            output = read_json(output)
        except ValueError:
            pass
    if not isinstance(output, dict):
        raise ValueError("the judge's entry has no output")
    return output


def _read_displays(record: Record, displays: Sequence[Any]) -> None:
    """Reads what the site showed after each move; the first entry is the start and empty."""
    answers: List[Tuple[int, Answer]] = []
    rulings: List[Dict[str, Any]] = [{}]
    for ply, display in enumerate(displays[1:] if displays and not displays[0] else displays, 1):
        if not isinstance(display, dict) or read_move(display) is None and "err" not in display:
            record.judge_again(answers, rulings)
            record.add_problem("not a display of a move: expected x and y", ply)
            return
        mover = (ply - 1) % 2
        if display.get("player", mover) != mover:
            record.add_problem("a move of player %r, expected player %d" % (display["player"], mover), ply)
        shown = {key: part for key, part in display.items() if key != "player"}
        if "err" in display:
            answers.append((mover, _answer_of_error(display["err"])))
        else:
            answers.append((mover, Answer(OK, {"x": display["x"], "y": display["y"]})))
        rulings.append({"display": shown})
    record.judge_again(answers, rulings)
    if not answers:
        record.add_problem("no displays")


def _answer_of_error(error: object) -> Answer:
    """An answer with that objection; displays do not show the real one."""
    verdict = verdict_in(error)
    if verdict is not None:
        return Answer(verdict)
    place = -1 if error == WRONG_PASS else OFF_THE_BOARD
    return Answer(OK, {"x": place, "y": place})


def _read_input(record: Record, requests: Any, responses: Any) -> None:
    """Reads a player's input: its opponent's moves and its own in turn; black's first request is not a move."""
    if not isinstance(requests, list) or not isinstance(responses, list) or not requests:
        record.add_problem("bad input: expected lists of requests and responses")
        return
    points = [point for pair in itertools.zip_longest(requests, responses) for point in pair]
    points = points[:len(requests) + len(responses)]
    moves, broken = _moves_of(points[1:] if read_move(requests[0]) == (-1, -1) else points)
    record.play_moves(moves, passes_implied=False)
    if broken and not record.problems:
        record.add_problem(broken, len(moves) + 1)
    elif not 0 <= len(requests) - len(responses) <= 1:
        record.add_problem("%d requests and %d responses, expected one response fewer" % (
            len(requests), len(responses)))


def _moves_of(points: Iterable[Any]) -> Tuple[List[int], str]:
    """(the moves until one cannot be read, why it cannot)."""
    moves: List[int] = []
    for point in points:
        pair = read_move(point)
        try:
            if pair is None:
                raise ValueError("bad move %.60r: expected x and y" % (point,))
            moves.append(square_from_xy(*pair))
        except ValueError as error:
            return moves, str(error)
    return moves, ""


def _read_transcripts(path: str, lines: Iterable[str], first_line_number: int) -> Iterator[Record]:
    number = 0
    for line_number, line in enumerate(lines, first_line_number):
        text = line.partition("#")[0].strip()
        if text:
            number += 1
            record = Record(path, number)
            try:
                record.play_moves(squares_from_transcript(text), passes_implied=True)
            except ValueError as error:
                record.add_problem("line %d: %s" % (line_number, error))
            yield record


def _read_wthor(path: str, stream: BinaryIO) -> Iterator[Record]:
    header = stream.read(_WTHOR_HEADER_BYTES)
    if len(header) < _WTHOR_HEADER_BYTES:
        yield _problem_alone(path, 1, "the file ends within its header of %d bytes" % _WTHOR_HEADER_BYTES)
        return
    games = struct.unpack_from("<I", header, 4)[0]
    if header[12] not in _WTHOR_BOARD_SIZES:
        yield _problem_alone(path, 1, "the games are on a board of %d x %d squares" % (header[12], header[12]))
        return
    for number in itertools.count(1):
        data = stream.read(_WTHOR_GAME.size)
        if len(data) == _WTHOR_GAME.size:
            yield _read_wthor_game(Record(path, number), data, header[_WTHOR_SOLVED_AT])
            continue
        if data:
            yield _problem_alone(path, number, "the file ends within the game")
        elif number - 1 != games:
            yield _problem_alone(path, number, "the header announces %d games, the file has %d" % (games, number - 1))
        return


def _read_wthor_game(record: Record, data: bytes, solved_empties: int) -> Record:
    _, black, white, discs, perfect_discs, squares = _WTHOR_GAME.unpack(data)
    record.perfect = solved_empties, 2 * perfect_discs - 64
    record.names = ("player %d" % black, "player %d" % white)
    stored = squares.rstrip(b"\0")
    moves: List[int] = []
    broken = ""
    for byte in stored:
        try:
            moves.append(square_from_wthor(byte))
        except ValueError as error:
            broken = str(error)
            break
    record.play_moves(moves, passes_implied=True)
    if broken and not record.problems:
        record.add_problem(broken, len(record.game.moves) + 1)
    record.check_discs(discs)
    return record


def _problem_alone(path: str, number: int, why: str) -> Record:
    record = Record(path, number)
    record.add_problem(why)
    return record
