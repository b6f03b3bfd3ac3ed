"""A Reversi bot in one file for Botzone and other judges: Monte-Carlo tree search in pure Python, no packages.

Upload: on botzone.org create a bot for the game Reversi, choose the language Python 3.6 (the plain Python 3 there is
older and cannot read this file), switch keep-running on, and upload this file unchanged. It understands both the JSON
and the simplified interaction. Try it here:

    echo '{"requests":[{"x":-1,"y":-1}],"responses":[]}' | python3 bot.py --verbose --no-book
"""

from engine.book import Book
from engine.thinker import Thinker
from protocol.answering.bot_process import run_bot

if __name__ == "__main__":
    run_bot(Thinker, Book)
