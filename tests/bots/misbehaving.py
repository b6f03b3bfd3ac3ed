"""Bots that misbehave: `misbehaving.py NAME` runs the function of that name."""

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
    """Answers correctly; a child keeps the pipes open."""
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    say(FIRST_MOVE)


def leave_daemon():
    """Answers correctly; a grandchild in its own session lives on."""
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
    """Answers correctly; a child without the bot's environment lives on in its own session."""
    subprocess.Popen(["sleep", "3600"], env={"PATH": os.environ["PATH"], "REVERSI_TEST_TOKEN": os.environ.get(
        "REVERSI_TEST_TOKEN", "")}, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    time.sleep(0.2)
    say(FIRST_MOVE)


def fork_on():
    """Forks many times, but no faster than a test machine can bear."""
    for _ in range(400):
        if os.fork() == 0:
            time.sleep(FOR_EVER)
        time.sleep(0.001)
    time.sleep(FOR_EVER)


def shout():
    """Answers correctly after writing a great deal to stderr."""
    for _ in range(200):
        sys.stderr.write("x" * 65536)
    sys.stderr.write("\nthe end\n")
    say(FIRST_MOVE)


def signal_parent(name):
    """Signals its parent, waits for the effect, and answers correctly."""
    os.kill(os.getppid(), getattr(signal, name))
    time.sleep(0.5)
    say(FIRST_MOVE)


def stop_parent():
    signal_parent("SIGSTOP")


def kill_parent():
    signal_parent("SIGKILL")


def terminate_parent():
    signal_parent("SIGTERM")


def limit_parent():
    """Takes all file descriptors from its parent and answers correctly."""
    import resource
    resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (3, 3))
    say(FIRST_MOVE)


def feign_failed_start():
    """Exits as if it had never started."""
    sys.exit(125)


def wipe_environment(*arguments):
    """Becomes a process without an environment."""
    os.execve(sys.executable, [sys.executable, "-S", "-c", *arguments], {})


def escape():
    """Answers correctly; a grandchild without environment, in its own session, holds the pipes forever."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            wipe_environment("import time; time.sleep(3600)", "escapee", os.environ.get("REVERSI_TEST_TOKEN", ""))
        os._exit(0)
    os.wait()
    say(FIRST_MOVE)


def ponder():
    """Keeps running; a child in its own session logs every moment at which it could think."""
    path = sys.argv[2]
    if os.fork() == 0:
        os.setsid()
        wipe_environment("""
import os, sys, time
while True:
    with open(sys.argv[1], "ab", 0) as stream:
        stream.write(b"%.3f\\n" % time.monotonic())
    time.sleep(0.01)
""", path)
    keep_running()


def keep_running():
    for _ in range(60):
        line = sys.stdin.readline()
        if not line:
            return
        time.sleep(0.3)
        say(FIRST_MOVE)
        print(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<", flush=True)


def intrude():
    """Answers correctly and reports which crimes it could commit; arguments: FILE PORT PID of a victim."""
    import socket

    def change_file():
        with open(sys.argv[2], "a") as stream:
            stream.write("x")

    def connect():
        socket.create_connection(("127.0.0.1", int(sys.argv[3])), timeout=2).close()

    def signal_somebody():
        os.kill(int(sys.argv[4]), 0)

    def see_somebody():
        with open("/proc/%s/cmdline" % sys.argv[4]) as stream:
            assert "sleep" in stream.read()

    committed = []
    for crime in (change_file, connect, signal_somebody, see_somebody):
        try:
            crime()
        except (OSError, AssertionError):
            continue
        committed.append(crime.__name__)
    with open("own", "w") as stream:
        stream.write("mine")
    say({"response": FIRST_MOVE["response"], "debug": committed})


def nest(field, depth):
    answer = dict(FIRST_MOVE)
    answer[field] = "@"
    print(json.dumps(answer).replace('"@"', "[" * depth + "]" * depth))


def nest_response():
    nest("response", int(sys.argv[2]))


def nest_data():
    nest("data", int(sys.argv[2]))


def nest_globaldata():
    nest("globaldata", int(sys.argv[2]))


def nest_debug():
    nest("debug", int(sys.argv[2]))


def beyond_bounds():
    """Answers correctly, with numbers and texts that many programs cannot write."""
    print('{"response":{"x":3,"y":2},"debug":[1e400,-1e400,"\\ud800"],"data":"\\udfff","globaldata":%s}' % ("9" * 5000))


def beyond_bounds_move():
    print('{"response":{"x":1e400,"y":2}}')


def string_response():
    say({"response": json.dumps(FIRST_MOVE["response"])})


def float_response():
    print('{"response":{"x":3.0,"y":2e0}}')


def bare_response():
    say(FIRST_MOVE["response"])


def negative_zero():
    print('{"response":{"x":-0.0,"y":2}}')


def float_pass():
    print('{"response":{"x":-1.0,"y":-1.0}}')


def wide_number():
    print('{"response":{"x":4294967299,"y":2}}')


def markers():
    """Writes the keep-running line thirty thousand times without a newline."""
    sys.stdout.write(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<" * 30000)


def drip():
    """Writes one byte at a time."""
    for _ in range(100000):
        os.write(1, b"x")


def tamper():
    """Answers correctly and changes a file of the judge."""
    say(FIRST_MOVE)
    with open(os.environ["REVERSI_TEST_FILE"], "a") as stream:
        stream.write("x")


def delete_itself():
    """Answers correctly and deletes its own file."""
    say(FIRST_MOVE)
    os.remove(sys.argv[2])


def anything():
    """Runs a random quick function of this file."""
    import random
    globals()[random.choice((
        "crash", "crash_after_answer", "kill_itself", "close_everything", "silent", "garbage", "chatty",
        "deep", "flood", "long_answer", "hungry", "leave_child", "leave_daemon", "leave_stranger", "escape",
        "shout", "stop_parent", "kill_parent", "terminate_parent", "feign_failed_start", "beyond_bounds",
        "markers", "drip", "illegal", "close_stdin_and_answer", "fork_on"))]()


if __name__ == "__main__":
    globals()[sys.argv[1]]()
