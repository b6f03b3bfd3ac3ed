"""A bot that speaks Botzone's protocol, as the judge sees it.

The bot chooses its mode: if it prints the keep-running line, it is paused and later sent bare requests; if it exits, it
is started again next turn with the whole game and the data it left.

The format is detected: a bot is asked in JSON first. If it crashes or writes something other than JSON on its very
first turn, it is asked once more in text, in a new process. If it then answers with two numbers, it is a text bot;
otherwise its first failure stands. A bot that runs out of time, memory or output is not asked again.
"""

from typing import Any, Dict, List, Optional

from protocol.game import Game
from protocol.judging.answer import Answer
from protocol.judging.botzone_judge_end import (
    encode_bare_request,
    encode_json_turn,
    encode_text_turn,
    fits_data,
    shorten_debug,
)
from protocol.judging.botzone_process import BotzoneProcess
from protocol.judging.process_player import ProcessPlayer
from protocol.judging.rules import Rules
from protocol.judging.shield import files_in
from protocol.judging.verdicts import NJ, OK, RE


class BotzonePlayer(ProcessPlayer[BotzoneProcess]):
    """A command that speaks JSON or text and is started for every turn or kept running, as it chooses."""

    def __init__(self, name: str, command: List[str], text: Optional[bool] = None,
                 keep_running: Optional[bool] = None) -> None:
        super().__init__(name, files_in(command))
        self.command, self.text, self.keep_running = command, text, keep_running
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
        if answer.verdict in (NJ, RE):
            return self._ask_as_text_once(game, rules, answer)
        self.text = False if answer.verdict == OK else None
        return answer

    def _ask_as_text_once(self, game: Game, rules: Rules, failure: Answer) -> Answer:
        errors, self._asked = self._errors, False
        answer = self._ask_as(game, rules, True)
        if answer.verdict == OK:
            self.text = True
            return answer
        self.text, self._errors = False, errors
        return failure._replace(conduct=failure.conduct and failure.conduct._replace(tried_text=True))

    def _ask_as(self, game: Game, rules: Rules, text: bool) -> Answer:
        self.check_wanted()
        running = self._process is not None and self._process.lacks_last_move_only(game)
        seconds = rules.limit_seconds(not self._asked, self._keeps_running, running)
        whole = self._encode_turn(game, rules, text, seconds)
        message = encode_bare_request(game.moves, game.colour, text) if running else whole
        process = self._process if running else self._start(rules)
        assert process is not None
        last = False if running or self.keep_running else self._reads_to_end or None
        answer = process.ask(game, text, message, seconds + rules.patience_seconds, last)
        assert answer.conduct is not None
        self.check_wanted()
        self._asked = True
        self._note_mode(process, answer)
        if answer.verdict == OK and not running and not answer.running:
            self._keep_data(answer)
        return answer._replace(debug=shorten_debug(answer.debug), conduct=answer.conduct._replace(turn=whole))

    def _start(self, rules: Rules) -> BotzoneProcess:
        return self._replace_process(lambda: BotzoneProcess(self.command, rules, self.on_errors))

    def _note_mode(self, process: BotzoneProcess, answer: Answer) -> None:
        """Learns whether the bot keeps running; ends it if it must not."""
        if answer.running and self.keep_running is not False:
            self._keeps_running = True
        else:
            self._reads_to_end = self._reads_to_end or process.wanted_end_of_input
            self.close()

    def _encode_turn(self, game: Game, rules: Rules, text: bool, seconds: float) -> bytes:
        if text:
            return encode_text_turn(game.moves, game.colour, self._data, self._globaldata)
        extra: Dict[str, Any] = {"data": self._data, "globaldata": self._globaldata}
        if rules.tells_limits:
            extra.update(time_limit=seconds, memory_limit=rules.memory_mb)
        return encode_json_turn(game.moves, game.colour, extra)

    def _keep_data(self, answer: Answer) -> None:
        """Keeps data for the next turn and globaldata for the next game."""
        self._data = self._within_limit("data", answer.data)
        if answer.globaldata is not None:
            self._globaldata = self._within_limit("globaldata", answer.globaldata)

    def _within_limit(self, what: str, data: Any) -> Any:
        if fits_data(data):
            return data
        self.warn("%s is longer than the platform keeps: dropped" % what)
        return None
