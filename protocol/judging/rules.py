"""The rule sets of the judge: limits on time, memory and errors, and whether forced passes are asked for."""

from typing import NamedTuple, Optional

from protocol.answering.botzone_bot_end import FIRST_TURN_SECONDS, KEPT_TURN_SECONDS, TURN_SECONDS

#: About thirty years, a number that every engine and clock accepts.
FOR_EVER_SECONDS = 1e9


class Rules(NamedTuple):
    """The limits of one game. Seconds are wall-clock time, megabytes are 2**20 bytes of resident memory."""

    name: str
    first_turn_seconds: float  #: a bot's first turn in a game
    turn_seconds: float  #: each later turn
    keep_running_first_seconds: float  #: the turn that starts the process of a bot known to keep running
    keep_running_turn_seconds: float  #: each later turn of that process
    memory_mb: Optional[float]  #: None: unlimited
    output_bytes: int  #: stdout of one turn
    illegal_moves_allowed: int  #: consecutive illegal moves that are asked again; the next one loses
    asks_for_passes: bool  #: False: a forced pass is made for the player
    tells_limits: bool = False  #: True: bots are told the limits, because they are not the platform's
    patience_seconds: float = 0.0  #: an answer this much over the limit still counts
    isolates: bool = False  #: True: every bot runs in isolation
    game_seconds: Optional[float] = None  #: limit on all turns of a game together; None: unlimited
    fewest_wins: bool = False  #: True: reversed Reversi, in which the side with fewer discs wins

    def with_limits(self, seconds: Optional[float] = None, memory_mb: Optional[float] = None,
                    patience_seconds: float = 0.0) -> "Rules":
        """These rules with the same time for every turn, another memory limit, or patience."""
        rules = self._replace(patience_seconds=patience_seconds)
        if seconds is not None:
            rules = rules._replace(first_turn_seconds=seconds, turn_seconds=seconds, tells_limits=True,
                                   keep_running_first_seconds=seconds, keep_running_turn_seconds=seconds)
        if memory_mb is not None:
            rules = rules._replace(memory_mb=memory_mb, tells_limits=True)
        return rules

    def without_limits(self) -> "Rules":
        """These rules for a bot in a debugger: unlimited time and memory, without telling it."""
        return self.with_limits(FOR_EVER_SECONDS)._replace(memory_mb=None, tells_limits=False)

    def usual(self) -> "Rules":
        """The rule set of this name, without overrides."""
        return RULE_SETS[self.name]

    def limit_seconds(self, first: bool, keeps_running: bool, running: bool) -> float:
        """The time for one turn: the first of a game, of a bot known to keep running, of one already running."""
        if running:
            return self.keep_running_turn_seconds
        if keeps_running:
            return self.keep_running_first_seconds
        return self.first_turn_seconds if first else self.turn_seconds


#: Botzone's limits for Python bots.
BOTZONE = Rules("botzone", FIRST_TURN_SECONDS, TURN_SECONDS, FIRST_TURN_SECONDS, KEPT_TURN_SECONDS,
                256.0, 1 << 20, 0, True)

#: A minute per move; an illegal move is asked again, the third in a row loses; forced passes are not asked for.
CLASSIC = Rules("classic", 60.0, 60.0, 60.0, 60.0, None, 1 << 20, 2, False, True)

#: The class platforms and CodinGame: one process per game, so only the first turn can differ from the others.
MO = CLASSIC._replace(name="mo")
CS303 = Rules("cs303", 5.0, 5.0, 5.0, 5.0, 100.0, 1 << 20, 0, True, game_seconds=180.0)
CS303_REVERSED = CS303._replace(name="cs303-reversed", fewest_wins=True)
CODINGAME = Rules("codingame", 2.0, 0.15, 2.0, 0.15, 768.0, 1 << 20, 0, False)

#: The rules of a game, and those that apply to the bots of one platform whoever they play against.
RULE_SETS = {rules.name: rules for rules in (BOTZONE, CLASSIC)}
PLATFORM_RULES = {rules.name: rules for rules in (MO, CS303, CS303_REVERSED, CODINGAME)}
