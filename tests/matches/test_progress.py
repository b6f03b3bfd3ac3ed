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
