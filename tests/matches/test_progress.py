"""What is said about a match while it is played."""

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


def test_on_a_terminal_one_line_is_written_over():
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


def test_who_is_at_work_is_said_with_the_rate():
    terminal, now = Terminal(), [0.0]
    progress = Progress(40, 10, terminal, lambda: now[0], lambda: "3 workers")
    now[0] = 30.0
    progress.wait(())
    assert terminal.text.rstrip().endswith("10/40  3 workers")
    progress.show(20, "even")
    assert terminal.text.rstrip().endswith("20/40  even  3 workers, 20.0 games a minute  0:01:00 left")
