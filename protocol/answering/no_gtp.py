"""Takes the place of `gtp_engine_end` in uploads to platforms that do not speak GTP, to have less to compile."""

from typing import Any, TextIO


class GtpConversation:
    """Refuses to speak GTP."""

    def __init__(self, make_thinker: Any, read_line: Any, answers: Any, log: TextIO, *limits: Any) -> None:
        self._log = log

    def run(self) -> int:
        """Says so; returns the exit code."""
        self._log.write("bot: this upload does not speak GTP; bot.py does\n")
        self._log.flush()
        return 2
