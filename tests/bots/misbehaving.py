"""Bots that do what bots should not do: `misbehaving.py NAME`. Each is a function here."""

import json
import os
import signal
import subprocess
import sys
import time

FIRST_MOVE = {"response": {"x": 3, "y": 2}}  # legal for black on the first turn, and nowhere else
FOR_EVER = 3600


def say(answer):
    print(json.dumps(answer), flush=True)


def crash():
    raise RuntimeError("this bot crashes")


def crash_after_answer():
    say(FIRST_MOVE)
    sys.exit(3)


def kill_itself():
    os.kill(os.getpid(), signal.SIGSEGV)


def hang():
    time.sleep(FOR_EVER)


def spin():
    while True:
        pass


def stubborn():
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGCONT"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    time.sleep(FOR_EVER)


def late():
    time.sleep(1.5)
    say(FIRST_MOVE)


def stay_after_answer():
    say(FIRST_MOVE)
    time.sleep(FOR_EVER)


def close_stdout_and_hang():
    os.close(1)
    time.sleep(FOR_EVER)


def close_everything():
    for descriptor in (0, 1, 2):
        os.close(descriptor)
    os._exit(0)


def close_stdin_and_answer():
    os.close(0)
    say(FIRST_MOVE)


def silent():
    sys.stdin.readline()


def garbage():
    sys.stdout.buffer.write(bytes(range(256)))


def chatty():
    print("thinking...")
    say(FIRST_MOVE)


def answer_twice():
    say(FIRST_MOVE)
    say(FIRST_MOVE)


def deep():
    print("[" * 100000)


def not_a_number():
    print('{"response":{"x":NaN,"y":2}}')


def bare_number():
    print("5")


def no_response():
    say({"move": {"x": 3, "y": 2}})


def text_coordinates():
    say({"response": {"x": "3", "y": "2"}})


def fraction():
    say({"response": {"x": 3.5, "y": 2}})


def truth():
    say({"response": {"x": True, "y": 2}})


def illegal():
    say({"response": {"x": 0, "y": 0}})


def outside():
    say({"response": {"x": 8, "y": -3}})


def wrong_pass():
    say({"response": {"x": -1, "y": 5}})


def flood():
    while True:
        os.write(1, b"x" * 65536)


def long_answer():
    say({"response": {"x": 3, "y": 2}, "debug": "x" * (1 << 20)})


def hungry():
    blocks = []
    while True:
        blocks.append(bytearray(1 << 20))
        blocks[-1][::4096] = b"x" * 256


def hungry_child():
    subprocess.call([sys.executable, __file__, "hungry"])


def leave_child():
    """Answers rightly; a child keeps the pipes open."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    say(FIRST_MOVE)


def leave_daemon():
    """Answers rightly; a grandchild in a session of its own lives on."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            null = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(null, descriptor)
            time.sleep(FOR_EVER)
        os._exit(0)
    os.wait()
    say(FIRST_MOVE)


def leave_stranger():
    """Answers rightly; a child without the bot's environment lives on in a session of its own."""
    subprocess.Popen(["sleep", "3600"], env={"PATH": os.environ["PATH"], "REVERSI_TEST_TOKEN": os.environ.get(
        "REVERSI_TEST_TOKEN", "")}, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    time.sleep(0.2)
    say(FIRST_MOVE)


def fork_on():
    """Forks without end, but not faster than a test machine can bear."""
    for _ in range(400):
        if os.fork() == 0:
            time.sleep(FOR_EVER)
        time.sleep(0.001)
    time.sleep(FOR_EVER)


def shout():
    """Answers rightly; writes without end to stderr meanwhile."""
    for _ in range(200):
        sys.stderr.write("x" * 65536)
    sys.stderr.write("\nthe end\n")
    say(FIRST_MOVE)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
