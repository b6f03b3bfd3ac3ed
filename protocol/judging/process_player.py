"""A player that runs a process, whichever protocol it speaks."""

from typing import Callable, Generic, Optional, Sequence, TypeVar

from protocol.judging.botzone_process import BotzoneProcess
from protocol.judging.player import Player
from protocol.judging.sandbox import Sandbox
from protocol.judging.shield import check_files

_Process = TypeVar("_Process", Sandbox, BotzoneProcess)


class ProcessPlayer(Player, Generic[_Process]):
    """Runs at most one process at a time."""

    def __init__(self, name: str, files: Sequence[str]) -> None:
        """`files` are the bot's own; without one of them no process is started."""
        super().__init__(name)
        self._files = files
        self._process: Optional[_Process] = None

    def close(self) -> None:
        process = self._process
        if process is not None:
            process.close()
            self._keep_errors(process.errors)  # another thread may have closed it meanwhile
            self._process = None

    def _live_errors(self) -> bytes:
        return self._process.errors if self._process is not None else b""

    def _replace_process(self, start: Callable[[], _Process]) -> _Process:
        """Ends the old process and starts a new one; JudgeTrouble if it cannot be started.

        A thread that calls the player off during the start does not see the new process, so it is ended here.
        """
        self.close()
        check_files(self._files)
        process = self._process = start()
        self.check_wanted()
        return process
