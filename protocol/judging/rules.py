"""The rule sets a judge can play by: how long, how much, how often, and who says the pass."""

from typing import NamedTuple, Optional

from protocol.answering.botzone_bot_end import FIRST_TURN_SECONDS, KEPT_TURN_SECONDS, TURN_SECONDS

#: Some thirty years, in a number that every engine and every clock can take.
FOR_EVER_SECONDS = 1e9


class Rules(NamedTuple):
    """The limits of one game. Seconds are wall-clock time, megabytes are 2**20 bytes of resident memory."""

    name: str
    first_turn_seconds: float  #: the first turn a bot is asked for in a game
    turn_seconds: float  #: each later one
    keep_running_first_seconds: float  #: the turn that starts the process of a bot known to keep running
    keep_running_turn_seconds: float  #: each later turn of such a process
    memory_mb: Optional[float]  #: None: unlimited
    output_bytes: int  #: stdout of one turn
    illegal_moves_allowed: int  #: how many in a row are asked again before the next one loses
    asks_for_passes: bool  #: False: a forced pass is made for the player
    tells_limits: bool = False  #: True: bots are told the limits, because they are not the platform's
    patience_seconds: float = 0.0  #: an answer that is later than the limit by no more than this still counts
    isolates: bool = False  #: True: every bot is run in a world of its own
    game_seconds: Optional[float] = None  #: what all turns of a game may take together; None: unlimited
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
        """These rules for a bot in a debugger: it has all the time and memory in the world, and is not told so."""
        return self.with_limits(FOR_EVER_SECONDS)._replace(memory_mb=None, tells_limits=False)

    def usual(self) -> "Rules":
        """The rule set of this name, without overrides."""
        return RULE_SETS[self.name]

    def limit_seconds(self, first: bool, keeps_running: bool, running: bool) -> float:
        """The time for one turn: of the first asked, of a bot known to keep running, of one that runs already."""
        if running:
            return self.keep_running_turn_seconds
        if keeps_running:
            return self.keep_running_first_seconds
        return self.first_turn_seconds if first else self.turn_seconds


#: Botzone's limits for Python bots.
BOTZONE = Rules("botzone", FIRST_TURN_SECONDS, TURN_SECONDS, FIRST_TURN_SECONDS, KEPT_TURN_SECONDS,
                256.0, 1 << 20, 0, True)

#: A minute a move; an illegal move is asked again, the third in a row loses; passes go without saying.
CLASSIC = Rules("classic", 60.0, 60.0, 60.0, 60.0, None, 1 << 20, 2, False, True)

#: The class platforms and CodinGame: one process a game, so that only the first turn can differ from the others.
MO = CLASSIC._replace(name="mo")
CS303 = Rules("cs303", 5.0, 5.0, 5.0, 5.0, 100.0, 1 << 20, 0, True, game_seconds=180.0)
CS303_REVERSED = CS303._replace(name="cs303-reversed", fewest_wins=True)
CODINGAME = Rules("codingame", 2.0, 0.15, 2.0, 0.15, 768.0, 1 << 20, 0, False)

#: The rules a game can be played by, and those that hold for the bots of one platform whoever they play against.
RULE_SETS = {rules.name: rules for rules in (BOTZONE, CLASSIC)}
PLATFORM_RULES = {rules.name: rules for rules in (MO, CS303, CS303_REVERSED, CODINGAME)}
