"""The three pipes of a process, each served by its own thread, so that the judge never blocks on a bot.

A pipe stays open as long as any process holds its other end, and a stray child can hold it forever. So each thread
waits for its pipe or for the order to let go, whichever comes first; if the system cannot wait for both (Windows), it
waits for the pipe alone.
"""

import os
import queue
import select
import subprocess
import threading
from time import monotonic
from typing import IO, Callable, Iterator, List, Optional, Tuple

from protocol.judging.trouble import JudgeTrouble, is_shortage

STDERR_BYTES = 1 << 14

#: Gets every line of the output once, in order and without its newline; returns True for the last line of the answer.
IsEnd = Callable[[bytes], bool]

#: Gets what a process writes to stderr, as it comes, and an empty string at the end.
OnErrors = Callable[[bytes], None]

_CHUNK_BYTES = 1 << 16
_CAN_LET_GO = hasattr(select, "poll")


class Pipes:
    """The input and output of a process. `changed` guards the output and is notified of news."""

    def __init__(self, process: "subprocess.Popen[bytes]", output_bytes: int,
                 on_errors: Optional[OnErrors] = None) -> None:
        """Takes over the streams of the process; JudgeTrouble if they cannot be served."""
        self.changed = threading.Condition()
        self.output, self.errors = bytearray(), bytearray()
        self.overflowed = self.output_ended = self.news = self.unsent = False
        self.heard_at = self.sent_at = monotonic()  #: when the last output came, and when the last input was written
        self._output_bytes, self._on_errors = output_bytes, on_errors
        self._line_start = self._looked_at = 0  # start of the first incomplete line; how much has been scanned
        self._input: "queue.Queue[Optional[bytes]]" = queue.Queue()
        self._trouble: Optional[BaseException] = None
        assert process.stdin and process.stdout and process.stderr
        jobs = ((self._write_input, process.stdin), (self._read_output, process.stdout),
                (self._read_errors, process.stderr))
        self._letting_go = (-1, -1)
        self._threads: List[threading.Thread] = []
        try:
            self._letting_go = os.pipe() if _CAN_LET_GO else (-1, -1)
            for job in jobs:
                thread = threading.Thread(target=self._serve, args=job, daemon=True)
                thread.start()
                self._threads.append(thread)
        except (OSError, RuntimeError) as error:  # out of descriptors or threads
            self.let_go(0.0)
            for _, stream in jobs[len(self._threads):]:
                stream.close()
            raise JudgeTrouble("cannot talk to a bot: %s" % error) from None

    def send(self, data: bytes) -> None:
        """Sends the data as fast as the process reads it; its next output is a new answer."""
        self.unsent = True
        self._line_start = self._looked_at = 0
        self._input.put(data)

    def end_input(self) -> None:
        """Lets the process see the end of its input."""
        self._input.put(None)

    def check(self) -> None:
        """Raises JudgeTrouble if a pipe could not be served."""
        if self._trouble is not None:
            raise JudgeTrouble("cannot talk to a bot: %s" % (str(self._trouble) or type(self._trouble).__name__))

    def find_end(self, is_end: Optional[IsEnd]) -> Tuple[int, float]:
        """(where the answer ends, or -1; when the last output came). Scans every byte once."""
        with self.changed:
            self.news, heard, start = False, self.heard_at, self._line_start
            if is_end is None:
                return -1, heard
            complete = self.output.rfind(b"\n", self._looked_at)
            self._looked_at = len(self.output)
            if complete < 0:
                return -1, heard
            lines = bytes(self.output[start:complete]).split(b"\n")
        for line in lines:
            start += len(line) + 1
            if is_end(line):
                return start, heard
        self._line_start = start
        return -1, heard

    def take(self, end: int) -> bytes:
        """Removes and returns the output up to there."""
        with self.changed:
            taken = bytes(self.output[:end])
            del self.output[:end]
        return taken

    def wait(self, seconds: float) -> None:
        """Returns when there is news, or after that time."""
        with self.changed:
            if not self.news:
                self.changed.wait(seconds)

    def let_go(self, seconds: float) -> None:
        """Releases threads and pipes; waits at most this long for what is still in them."""
        self.end_input()
        deadline = monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - monotonic()))
        with self.changed:
            (reading, writing), self._letting_go = self._letting_go, (-1, -1)
        if writing < 0:
            return
        os.close(writing)
        for thread in self._threads:
            thread.join()
        os.close(reading)

    def _serve(self, task: "Callable[[IO[bytes]], None]", stream: "IO[bytes]") -> None:
        try:
            with stream:
                task(stream)
        except OSError as error:
            self._trouble = error if is_shortage(error) else None  # otherwise the bot does not read
        except BaseException as error:
            self._trouble = error

    def _write_input(self, stream: "IO[bytes]") -> None:
        if _CAN_LET_GO:
            os.set_blocking(stream.fileno(), False)
        while True:
            data = self._input.get()
            if data is None:
                return
            view = memoryview(data)
            while view:
                if not self._is_ready(stream, "POLLOUT"):
                    return
                view = view[stream.write(view) or 0:]
            self.sent_at, self.unsent = monotonic(), False

    def _read_output(self, stream: "IO[bytes]") -> None:
        for chunk in self._chunks(stream):
            with self.changed:
                room = self._output_bytes - len(self.output)
                self.output += chunk[:max(0, room)]
                self.overflowed = self.overflowed or len(chunk) > room
                self._tell_news()
        with self.changed:
            self.output_ended = True
            self._tell_news()

    def _tell_news(self) -> None:
        self.news, self.heard_at = True, monotonic()
        self.changed.notify()

    def _read_errors(self, stream: "IO[bytes]") -> None:
        for chunk in self._chunks(stream):
            self.errors += chunk
            del self.errors[:-STDERR_BYTES]
            if self._on_errors:
                self._on_errors(chunk)
        if self._on_errors:
            self._on_errors(b"")

    def _chunks(self, stream: "IO[bytes]") -> Iterator[bytes]:
        while self._is_ready(stream, "POLLIN"):
            chunk = stream.read(_CHUNK_BYTES)
            if not chunk:
                return
            yield chunk

    def _is_ready(self, stream: "IO[bytes]", event: str) -> bool:
        """Waits for the pipe; False if it is time to let go."""
        if not _CAN_LET_GO:
            return True
        poll = select.poll()
        order = self._letting_go[0]
        if order < 0:
            return False
        poll.register(stream.fileno(), getattr(select, event))
        poll.register(order, select.POLLIN)
        return order not in [descriptor for descriptor, _ in poll.poll()]
