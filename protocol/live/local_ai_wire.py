"""The messages of Botzone's local-AI interface.

A poll is a GET that returns when there is news, or after a while:

    2 1                                     requests, results
    5f1c0a                                  per request: the match,
    {"x":2,"y":3}                           and the opponent's move; "2 3" in the simple form
    5f1c0b
    -1 -1
    5f1c0c 0 2 2 0                          per result: the match, our slot, the number of players, their scores

Answers go with the next poll, one header per match: `X-Match-5f1c0a: {"x":2,"y":2}`. Its makers call the interface
unfinished, so whatever can be understood is used and the rest is reported.
"""

import json
import re
from typing import Dict, List, NamedTuple, Tuple

from engine.coordinates import square_to_xy
from protocol.answering.botzone_bot_end import JSON_STYLE

#: The address that the site shows to its user; it holds a secret after the user id.
_ADDRESS = re.compile(r"(https?://[^/\s]+(?:/[^/\s]+)*?/api/[^/\s]+)/([^/\s]+)/localai/?\Z")
_SECRET_PLACE = re.compile(r"(/api/[^/\s]+/)[^/\s]+")
_MATCH_ID = re.compile(r"[0-9A-Za-z_-]{1,64}\Z")


class MatchRequest(NamedTuple):
    """The turn of one match."""

    match_id: str
    request: str


class MatchResult(NamedTuple):
    """The end of one match; no scores if it was aborted."""

    match_id: str
    slot: int
    scores: Tuple[float, ...]


class Poll(NamedTuple):
    """The news of a poll."""

    requests: List[MatchRequest]
    results: List[MatchResult]
    problems: List[str]  #: what was not understood, one line each


def split_address(url: str) -> Tuple[str, str]:
    """(the part before the secret, the secret); ValueError, without the address in it, if it is malformed."""
    found = _ADDRESS.match(url.strip())
    if found is None:
        raise ValueError("bad address: expected one like https://www.botzone.org.cn/api/USER/SECRET/localai")
    return found.group(1), found.group(2)


def mask_secret(text: str, secret: str = "") -> str:
    """The text without the secret, and without anything in its place in an address."""
    if secret:
        text = text.replace(secret, "***")
    return _SECRET_PLACE.sub(r"\1***", text)


def read_poll(text: str) -> Poll:
    """The requests and results in the reply to a poll; never fails."""
    lines = [line.strip() for line in text.strip("\ufeff \t\r\n").splitlines()]
    poll = Poll([], [], [])
    if not lines:
        return poll
    counts = lines[0].split()
    if len(counts) != 2 or not all(count.isdigit() and len(count) < 5 for count in counts):
        poll.problems.append("the first line is not two numbers: %.60r" % lines[0])
        return poll
    requests, results = map(int, counts)
    rest = lines[1:]
    for number in range(requests):
        _read_request(poll, rest[2 * number:2 * number + 2])
    for line in rest[2 * requests:2 * requests + results]:
        _read_result(poll, line)
    missing = requests + results - len(poll.requests) - len(poll.results) - len(poll.problems)
    if missing > 0:
        poll.problems.append("%d requests and results announced, %d missing" % (requests + results, missing))
    return poll


def _read_request(poll: Poll, lines: List[str]) -> None:
    if len(lines) < 2:
        return
    if _MATCH_ID.match(lines[0]):
        poll.requests.append(MatchRequest(lines[0], lines[1]))
    else:
        poll.problems.append("a request with a bad match id: %.60r" % lines[0])


def _read_result(poll: Poll, line: str) -> None:
    words = line.split()
    try:
        match_id, slot, players = words[0], int(words[1]), int(words[2])
        scores = tuple(float(word) for word in words[3:])
        if len(scores) != players or scores and not 0 <= slot < players:
            raise ValueError
    except (ValueError, IndexError):
        poll.problems.append("a result that makes no sense: %.60r" % line)
        return
    poll.results.append(MatchResult(match_id, slot, scores))


def encode_response(move: int, style: str) -> str:
    """The move in the form of the request."""
    x, y = square_to_xy(move)
    return json.dumps({"x": x, "y": y}, separators=(",", ":")) if style == JSON_STYLE else "%d %d" % (x, y)


def response_headers(responses: Dict[str, str]) -> Dict[str, str]:
    """The headers that carry the answers, one per match."""
    return {"X-Match-" + match_id: response for match_id, response in responses.items()}


def run_match_headers(opponent: str, slot: int) -> Dict[str, str]:
    """The headers that start a match against a bot on the site."""
    return {"X-Game": "Reversi", "X-Player-%d" % slot: "me", "X-Player-%d" % (1 - slot): opponent}


def read_match_id(text: str) -> str:
    """The id of the started match; ValueError with the platform's words if there is none."""
    word = text.strip()
    if not _MATCH_ID.match(word):
        raise ValueError("no match was started: %.100r" % word)
    return word
