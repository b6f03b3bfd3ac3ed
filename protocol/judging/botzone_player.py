"""A bot that speaks Botzone's language, as the judge sees it.

The mode is the bot's own choice: one that prints the keep-running line is paused and sent bare requests; one that
ends is started again next turn, with the whole game and the data it left.

How the format is found out: a bot is asked in JSON. If its very first answer is no answer to that (it crashed,
or wrote no JSON) it is asked once more, as a text bot, in a new process; if it answers with two numbers then, it is
a text bot. If not, what it did first stands. A bot that runs out of time, memory or output is not asked again.
"""

from typing import Any, Dict, List, Optional

from protocol.game import Game
from protocol.judging.player import Answer, Player
from protocol.judging.rules import Rules
from protocol.judging.sandbox import Exchange, Sandbox
from protocol.judging.botzone_judge_end import (
    Reply,
    encode_bare_request,
    encode_json_turn,
    encode_text_turn,
    find_keep_running_line,
    fits_data,
    read_json_reply,
    read_text_reply,
    shorten_debug,
    without_keep_running_line,
)


class BotzonePlayer(Player):
    """A command that speaks JSON or text, started for every turn or kept running, as it says itself."""

    def __init__(self, name: str, command: List[str], text: Optional[bool] = None,
                 keep_running: Optional[bool] = None) -> None:
        super().__init__(name)
        self.command, self.text, self.keep_running = command, text, keep_running
        self._sandbox: Optional[Sandbox] = None
        self._data: Any = None
        self._globaldata: Any = None
        self._asked = False
        self._keeps_running = bool(keep_running)
        self._reads_to_end = keep_running is False

    def start_game(self) -> None:
        self.close()
        self._data, self._asked, self._errors = None, False, b""

    def end_game(self) -> None:
        self.close()

    def ask(self, game: Game, rules: Rules) -> Answer:
        if self.text is not None:
            return self._ask_as(game, rules, self.text)
        answer = self._ask_as(game, rules, False)
        if answer.verdict in ("NJ", "RE"):
            return self._ask_as_text_once(game, rules, answer)
        self.text = False if answer.verdict == "OK" else None
        return answer

    def ask_again(self, game: Game, rules: Rules) -> Answer:
        self.close()  # a running process believes its illegal move was played
        return self.ask(game, rules)

    def close(self) -> None:
        sandbox = self._sandbox
        if sandbox is not None:
            sandbox.close()
            self._keep_errors(sandbox.errors)  # another thread may have closed it meanwhile
            self._sandbox = None

    def _live_errors(self) -> bytes:
        return self._sandbox.errors if self._sandbox is not None else b""

    def _ask_as_text_once(self, game: Game, rules: Rules, failure: Answer) -> Answer:
        errors, self._asked = self._errors, False
        answer = self._ask_as(game, rules, True)
        if answer.verdict == "OK":
            self.text = True
            return answer
        self.text, self._errors = False, errors
        return failure

    def _ask_as(self, game: Game, rules: Rules, text: bool) -> Answer:
        running = self._sandbox is not None and self._sandbox.alive
        seconds = rules.limit_seconds(not self._asked, self._keeps_running, running)
        try:
            exchange = self._exchange(game, rules, text, seconds, running)
        except OSError as error:
            self._keep_errors(("cannot start %s: %s\n" % (self.command[0], error)).encode())
            return Answer("RE")
        self._asked = True
        if exchange.verdict != "OK":
            return _answer(exchange, Reply(exchange.verdict))
        output = without_keep_running_line(exchange.output)
        reply = read_text_reply(output) if text else read_json_reply(output)
        self._keep_data(reply, running or exchange.running)
        return _answer(exchange, reply)

    def _exchange(self, game: Game, rules: Rules, text: bool, seconds: float, running: bool) -> Exchange:
        """One turn of the process; afterwards it is paused if it keeps running, gone otherwise."""
        if not running:
            self.close()
            self._sandbox = Sandbox(self.command, rules.memory_mb, rules.output_bytes)
        sandbox = self._sandbox
        assert sandbox is not None
        message = (encode_bare_request(game.moves, game.colour, text) if running
                   else self._encode_turn(game, rules, text, seconds))
        last = False if running or self.keep_running else self._reads_to_end or None
        exchange = sandbox.exchange(message, seconds + rules.patience_seconds, find_keep_running_line, last)
        if exchange.running and self.keep_running is not False and not sandbox.wanted_end_of_input:
            self._keeps_running = True
            sandbox.pause()
        else:
            self._reads_to_end = self._reads_to_end or sandbox.wanted_end_of_input
            self.close()
        return exchange

    def _encode_turn(self, game: Game, rules: Rules, text: bool, seconds: float) -> bytes:
        if text:
            return encode_text_turn(game.moves, game.colour, self._data, self._globaldata)
        extra: Dict[str, Any] = {"data": self._data, "globaldata": self._globaldata}
        if rules.tells_limits:
            extra.update(time_limit=seconds, memory_limit=rules.memory_mb)
        return encode_json_turn(game.moves, game.colour, extra)

    def _keep_data(self, reply: Reply, kept_running: bool) -> None:
        """Keeps data for the next turn and globaldata for the next game; a bot that keeps running has neither."""
        if kept_running:
            return
        self._data = self._within_limit("data", reply.data)
        if reply.globaldata is not None:
            self._globaldata = self._within_limit("globaldata", reply.globaldata)

    def _within_limit(self, what: str, data: Any) -> Any:
        if fits_data(data):
            return data
        self.warn("%s is longer than the platform keeps, dropped" % what)
        return None


def _answer(exchange: Exchange, reply: Reply) -> Answer:
    return Answer(reply.verdict, reply.response, exchange.seconds, exchange.cpu_seconds, exchange.memory_mb,
                  shorten_debug(reply.debug))
