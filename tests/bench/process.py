"""The bot as a process, on the interpreter that runs the benchmark: start-up, and time and memory of a long turn."""

import json
import os
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import Iterator, List, Tuple

from protocol.judging.botzone_judge_end import encode_json_turn
from protocol.upload.bundling import bundle

#: The first turn of a game. The position is in the book, so a turn that is to be searched runs without the book.
TURN = encode_json_turn([], 0, {})

ROUNDS = 15
START_UP_TARGET_MS = 150

TURN_SECONDS = (6, 60)
MEMORY_TARGET_MB = 200
USE_TARGET = 0.85

#: Ends the process where the search would begin.
_STOP = "Thinker.think = lambda *ignored: os._exit(0)\n\n\n"
_MAIN = 'if __name__ == "__main__":\n'


def start_section() -> Iterator[str]:
    """Process start to search start in restart mode, beyond an interpreter that does nothing; best of all rounds."""
    bot, main = bundle().split(_MAIN)
    with tempfile.TemporaryDirectory() as folder:
        _write(folder, "bot.py", bot + _STOP + _MAIN + main)
        _write(folder, "nothing.py", "import os\nos._exit(0)\n")
        bare, whole = (min(times) for times in zip(*[
            (_seconds(folder, "nothing.py"), _seconds(folder, "bot.py")) for _ in range(ROUNDS)]))
    over = 1000 * (whole - bare)
    yield "interpreter %.0f ms, to the start of the search %.0f ms: %.0f ms more  %s %d ms" % (
        1000 * bare, 1000 * whole, over, "keeps" if over <= START_UP_TARGET_MS else "MISSES", START_UP_TARGET_MS)


def turn_section() -> Iterator[str]:
    """The share of its limit that an undecided turn uses, and its peak memory."""
    for limit in TURN_SECONDS:
        seconds, megabytes, debug = take_turn(limit)
        yield "limit %2d s: answered after %.2f s (%.0f %%)  %s, %.0f MB  %s %d MB, %s" % (
            limit, seconds, 100 * seconds / limit, "keeps" if USE_TARGET <= seconds / limit < 1 else "MISSES",
            megabytes, "keeps" if megabytes <= MEMORY_TARGET_MB else "MISSES", MEMORY_TARGET_MB, debug)


def _write(folder: str, name: str, text: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
        stream.write(text)


def _seconds(folder: str, file: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-I", file], cwd=folder, input=TURN, check=True)
    return perf_counter() - start


def take_turn(limit: int) -> Tuple[float, float, str]:
    """(seconds, megabytes, debug) of bot.py for one turn."""
    with tempfile.TemporaryDirectory() as folder:
        _write(folder, "bot.py", bundle())
        command: List[str] = [sys.executable, "-I", "bot.py", "--no-book", "--time-limit", str(limit)]
        start = perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin and process.stdout
        process.stdin.write(TURN)
        process.stdin.close()
        answer = process.stdout.read()
        usage = os.wait4(process.pid, 0)[2]
        seconds = perf_counter() - start
        process.stdout.close()
        process.returncode = 0
    return seconds, usage.ru_maxrss / 1024, json.loads(answer.decode())["debug"]
