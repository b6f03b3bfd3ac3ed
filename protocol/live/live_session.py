"""Plays every match that the platform offers, until there are no more or the user stops.

The loop: send the answers, wait for news, let all bots think at once. It polls only when no bot is thinking, because an
answer can only go out with the next poll. A failed poll is repeated after a pause that doubles each time. Its answers
may or may not have arrived, and an answer that the platform takes for its next request would be illegal. So the next
poll sends nothing and is short: a new request means that the answer has arrived; the old request, or none, means that
it must be sent again.
"""

import threading
from time import monotonic, sleep
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence

from protocol.judging.player import Player
from protocol.judging.rules import Rules
from protocol.live.live_match import ABORTED, DRAWN, LOST, WON, LiveMatch
from protocol.live.local_ai_line import LineError, LocalAiLine
from protocol.live.local_ai_wire import MatchResult, Poll, read_poll
from protocol.records.record import record_line

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 60.0
#: A poll that fails after this long was ended by a time-out, as every poll without news is.
NORMAL_POLL_SECONDS = 20.0
#: Time limit of a poll that only asks whether the last answers have arrived.
ASK_SECONDS = 5.0
#: After this many consecutive failures to start a match, no more are started.
START_FAILURES_ALLOWED = 5


class Wanted(NamedTuple):
    """What the user wants."""

    rules: Rules
    games: Optional[int] = None  #: leave after this many; None: go on
    opponent: Optional[str] = None  #: the id of a bot to start matches against; None: wait for matches
    colours: Sequence[int] = (0, 1)  #: our colours in the matches started here, in turn
    out: Optional[str] = None  #: the file for the games


class LiveSession:
    """All matches of one connection."""

    def __init__(self, line: LocalAiLine, open_bot: Callable[[], Player], wanted: Wanted,
                 say: Callable[[str], None], pause: Callable[[float], None] = sleep) -> None:
        self.running: Dict[str, LiveMatch] = {}
        self.ended: List[LiveMatch] = []
        self.ending = False  #: True: no new matches are started, and the session ends when the running ones do
        self._line, self._open_bot, self._wanted = line, open_bot, wanted
        self._tell, self._sleep = say, pause
        self._thinking: List[threading.Thread] = []
        self._pause_seconds = FIRST_PAUSE_SECONDS
        self._is_unsure = False  # True if the last answers may not have arrived
        self._started: Dict[str, str] = {}  # opponents by match, for matches started here without a request yet
        self._start_count = self._start_failures = 0

    def run(self) -> None:
        """Plays until the end; LineError if the platform rejects us for good."""
        try:
            while not self._is_over():
                try:
                    self._start_match()
                    self._turn()
                except KeyboardInterrupt:
                    if self.ending or not self.running:
                        raise
                    self.ending = True
                    self._say("no new matches; %d still running (Ctrl-C again to abandon them)" % len(self.running))
        finally:
            for match in list(self.running.values()):
                match.break_off()
                self._finish(match)

    def table(self) -> List[str]:
        """The matches so far, a line each, and a line with the totals."""
        lines = [match.line() for match in self.ended]
        rows = [("match", "colour", "result", "discs", "moves", "slowest", "")]
        rows += [(line.match_id, line.colour, line.result, line.discs, str(line.moves),
                  "%.2f s" % line.slowest_seconds, line.error) for line in lines]
        widths = [max(len(row[column]) for row in rows) for column in range(6)]
        results = [line.result for line in lines]
        total = "%d games: %s" % (len(lines), ", ".join(
            "%d %s" % (results.count(result), result) for result in (WON, DRAWN, LOST, ABORTED)))
        return ["  ".join([cell.ljust(width) for cell, width in zip(row, widths)] + [row[6]]).rstrip()
                for row in rows] + [total]

    def _is_over(self) -> bool:
        if self.running or self._started and not self.ending:
            return False
        return self.ending or self._wanted.games is not None and len(self.ended) >= self._wanted.games

    def _start_match(self) -> None:
        """Starts the next match against the wanted opponent, one at a time."""
        wanted = self._wanted
        if wanted.opponent is None or self.ending or self.running or self._started:
            return
        if wanted.games is not None and self._start_count >= wanted.games:
            self.ending = True
            return
        slot = wanted.colours[self._start_count % len(wanted.colours)]
        try:
            match_id = self._line.run_match(wanted.opponent, slot)
        except LineError as error:
            self._start_failures += 1
            self._say("cannot start a match: %s" % error)
            if error.final or self._start_failures >= START_FAILURES_ALLOWED:
                self.ending = True
            self._sleep(min(FIRST_PAUSE_SECONDS * 2 ** (self._start_failures - 1), LONGEST_PAUSE_SECONDS))
            return
        self._start_count, self._start_failures = self._start_count + 1, 0
        self._started[match_id] = wanted.opponent
        self._say("match %s started against %s" % (match_id, wanted.opponent))

    def _turn(self) -> None:
        """Waits until no bot is thinking, then polls once, unless the session has ended meanwhile."""
        self._await_bots()
        if self._is_over():
            return
        responses = {match.match_id: match.response for match in self.running.values() if match.response is not None}
        only_asks, self._is_unsure = self._is_unsure and bool(responses), False
        started = monotonic()
        try:
            poll = self._poll({}, ASK_SECONDS) if only_asks else self._poll(responses)
        except LineError as error:
            if error.final:
                raise
            self._take_failure(error, monotonic() - started, only_asks)
            return
        self._pause_seconds = FIRST_PAUSE_SECONDS
        for match_id in () if only_asks else responses:
            self.running[match_id].response = None
        self._take(poll)

    def _poll(self, responses: Dict[str, str], seconds: Optional[float] = None) -> Poll:
        """The news of a poll; LineError if the reply is not the platform's, such as a proxy's page."""
        poll = read_poll(self._line.poll(responses, seconds))
        if poll.problems and not poll.requests and not poll.results:
            raise LineError("not understood: " + poll.problems[0])
        return poll

    def _take_failure(self, error: LineError, seconds: float, only_asked: bool) -> None:
        """A time-out is not a failure; after anything else there is a pause."""
        timed_out = seconds >= (ASK_SECONDS if only_asked else NORMAL_POLL_SECONDS)
        self._is_unsure = not (timed_out and only_asked)
        if timed_out:
            self._pause_seconds = FIRST_PAUSE_SECONDS
            return
        self._say("the connection is down (%s); trying again in %g s" % (error, self._pause_seconds))
        self._sleep(self._pause_seconds)
        self._pause_seconds = min(2 * self._pause_seconds, LONGEST_PAUSE_SECONDS)

    def _take(self, poll: Poll) -> None:
        for problem in poll.problems:
            self._say("not understood: " + problem)
        requests: Dict[str, List[str]] = {}
        for item in poll.requests:
            requests.setdefault(item.match_id, []).append(item.request)
        for match_id, texts in requests.items():
            thread = threading.Thread(target=self._think, args=(self._match(match_id), texts), daemon=True)
            self._thinking.append(thread)
            thread.start()
        for result in poll.results:
            self._end(result)

    def _think(self, match: LiveMatch, requests: Sequence[str]) -> None:
        """Answers a match's requests, usually one, in a thread of its own."""
        for request in requests:
            match.take_request(request)
        if match.error:
            self._say("match %s: no answer: %s" % (match.match_id, match.error))

    def _await_bots(self) -> None:
        while self._thinking:
            self._thinking[0].join()
            self._thinking.pop(0)

    def _say(self, text: str) -> None:
        self._tell(self._line.mask(text))

    def _match(self, match_id: str) -> LiveMatch:
        if match_id not in self.running:
            opponent = self._started.pop(match_id, "opponent")
            self.running[match_id] = LiveMatch(match_id, self._open_bot(), self._wanted.rules, opponent)
            self._say("match %s has begun" % match_id)
        return self.running[match_id]

    def _end(self, result: MatchResult) -> None:
        if result.match_id not in self.running and result.match_id not in self._started:
            self._say("match %s is over, but it was not played here" % result.match_id)
            return
        match = self._match(result.match_id)
        match.end(result)
        self._finish(match)
        line = match.line()
        self._say("match %s: %s as %s, %s" % (line.match_id, line.result, line.colour, line.discs))

    def _finish(self, match: LiveMatch) -> None:
        self.running.pop(match.match_id, None)
        self.ended.append(match)
        if self._wanted.out is not None:
            with open(self._wanted.out, "a", encoding="utf-8") as stream:
                stream.write(record_line(match.record()))
