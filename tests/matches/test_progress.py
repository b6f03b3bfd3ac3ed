"""The progress of a match while it is played."""

from protocol.matches.progress import Progress


class Terminal:
    """Collects what is written to it."""

    def __init__(self):
        self.text = ""
        self.write = self.add

    def add(self, text):
        self.text += text

    def isatty(self):
        return True

    def flush(self):
        pass


def test_on_a_terminal_one_line_is_overwritten():
    terminal = Terminal()
    progress = Progress(4, 0, terminal)
    progress.show(1, "a much longer standing")
    progress.show(2, "short")
    progress.say("done")
    first, second = terminal.text.split("\r")[1:]
    assert first.startswith("1/4  a much longer standing")
    assert second.startswith("2/4  short")
    assert len(second.splitlines()[0]) >= len(first)
    assert second.endswith("\ndone\n")


def test_before_the_first_game_ends_the_plies_and_the_time_left_are_shown():
    terminal, now = Terminal(), [0.0]
    progress = Progress(4, 0, terminal, lambda: now[0])
    now[0] = 0.1
    progress.wait([3, 2])  # too soon after the last line
    assert terminal.text == ""
    now[0] = 5.0
    progress.wait([20, 10])
    assert terminal.text == "\r0/4  playing: ply 20, 10  0:00:35 left"


def test_a_message_stands_below_the_line():
    terminal = Terminal()
    progress = Progress(4, 0, terminal)
    progress.show(1, "a 1")
    progress.say("something")
    assert terminal.text.endswith("left\nsomething\n")
    progress.say("more")
    assert terminal.text.endswith("\nsomething\nmore\n")


def test_the_workers_are_shown_with_their_rate():
    terminal, now = Terminal(), [0.0]
    progress = Progress(40, 10, terminal, lambda: now[0], lambda: "3 workers")
    now[0] = 30.0
    progress.wait(())
    assert terminal.text.rstrip().endswith("10/40  3 workers")
    progress.show(20, "even")
    assert terminal.text.rstrip().endswith("20/40  even  3 workers, 20.0 games a minute  0:01:00 left")
