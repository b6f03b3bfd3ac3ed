"""Boards that show one rule each, X to move, drawn side by side under their names. In all of them

    X, O   discs of the mover and of the other side         -   an empty square
    *      the move                                         o   discs of the other side that the move flips
"""

import re
from typing import Dict

from engine.board import board_from_text


def boards(drawing: str) -> Dict[str, str]:
    """The boards of a drawing by name, each as 64 marks."""
    names, *rows = [re.split(r"\s\s+", line.strip()) for line in drawing.strip().splitlines()]
    return {name: "".join(row[index] for row in rows) for index, name in enumerate(names)}


class Drawing:
    """One board: the position before the move, the move's square, and both sides' discs after it."""

    def __init__(self, marks: str) -> None:
        self.move = marks.index("*") if "*" in marks else None
        self.before = board_from_text(marks.replace("*", "-").replace("o", "O"))
        self.after = board_from_text(marks.replace("*", "X").replace("o", "X"))
        self.flipped = sum(1 << square for square, mark in enumerate(marks) if mark == "o")


def drawings(*texts: str) -> Dict[str, Drawing]:
    """All boards of the texts by name."""
    return {name: Drawing(marks) for text in texts for name, marks in boards(text).items()}


FLIPPING = drawings("""
    to the north  to the north-east  to the east  to the south-east
    --------      --------           --------     --------
    ---X----      ------X-           --------     -*------
    ---o----      -----o--           --------     --o-----
    ---o----      ----o---           --------     ---o----
    ---*----      ---*----           *ooooooX     ----X---
    --------      --------           --------     --------
    --------      --------           --------     --------
    --------      --------           --------     --------
""", """
    to the south  to the south-west  to the west  to the north-west
    *-------      -------*           --------     X-------
    o-------      ------o-           --------     -o------
    o-------      -----o--           --------     --o-----
    o-------      ----o---           Xoo*----     ---o----
    o-------      ---o----           --------     ----o---
    o-------      --o-----           --------     -----o--
    o-------      -o------           --------     ------o-
    X-------      X-------           --------     -------*
""", """
    in all eight directions  in the directions that end in an own disc  up to the nearest own disc
    X--X--X-                 --------                                   --------
    -o-o-o--                 -O-X-X--                                   --------
    --ooo---                 --Ooo---                                   --------
    Xoo*ooX-                 Xoo*OOOO                                   *oXOOX--
    --ooo---                 --XO----                                   --------
    -o-o-o--                 --------                                   --------
    X--X--X-                 --------                                   --------
    --------                 --------                                   --------
""")

#: Nothing flips here; a bitboard must not flip across the edges.
NOT_FLIPPING = drawings("""
    over the east edge  over the west edge  over the north-east edge  over the south-east edge
    --------            --------            --------                  --------
    --------            --------            --------                  --------
    --------            --------            --------                  --------
    ------*O            -------X            X------O                  ------*-
    X-------            O*------            ------*-                  -------O
    --------            --------            --------                  --------
    --------            --------            --------                  X-------
    --------            --------            --------                  --------
""", """
    over the north-west edge  over the south-west edge  over the top  over the bottom
    --------                  --------                  O--O---O      ---X----
    -------X                  --------                  *-------      --------
    --------                  --------                  --------      --------
    O-------                  -*------                  --------      --------
    -*------                  O------X                  --------      --------
    --------                  --------                  --------      --------
    --------                  --------                  --------      ---*----
    --------                  --------                  ---X----      ---O----
""", """
    beside own discs only  beside a gap  far from everything  with a gap before the own disc
    --------               --------      *-------             --------
    --------               --------      --------             --------
    --XXX---               --------      --------             --------
    --X*X---               -X-O*O-X      ---OX---             *OO-X---
    --XXX---               --------      ---XO---             --------
    --------               --------      --------             --------
    --------               --------      --------             --------
    --------               --------      --------             --------
""")

#: X has no move; `*` is the other side's only move.
PASSES = drawings("""
    with one square left  in a corner  locked out
    OXXXXXXX              OX*-----     OOOOOOOO
    XXXXXXXX              --------     OOOOOOOO
    XXXXXXXX              --------     OOOOOOOO
    XXXXXXXX              --------     OOOOOOOO
    XXXXXXXX              --------     OOOOOOOO
    XXXXXXXX              --------     OOOOOOOO
    XXXXXXXX              --------     OOOOOOOO
    XXXXXXX*              --------     OXXXXXX*
""")

#: Neither side can move: the board, X's discs minus O's, and the same with the empty squares given to the winner.
FINISHED = {name: (marks, difference, score) for (name, marks), (difference, score) in zip(boards("""
    full board  full board drawn  wipe-out  both blocked  both blocked and drawn  lost with two squares left  empty
    XXXXXXXX    XOXOXOXO          --------  XXXXX---      XX----OO                -OOOOOO-                    --------
    XXXXXXXX    XOXOXOXO          --------  --------      XX----OO                OOXOOXOO                    --------
    XXXXXXXX    XOXOXOXO          ----X---  --------      --------                OOOOOOOO                    --------
    XXXXXXXX    XOXOXOXO          ---XXX--  --------      --------                OOOOOOOO                    --------
    XXXXXXXX    XOXOXOXO          --XXXXX-  --------      --------                OOXOOXOO                    --------
    OOOOOOOO    XOXOXOXO          ---XXX--  --------      --------                OOOOOOOO                    --------
    OOOOOOOO    XOXOXOXO          ----X---  --------      OO----XX                OOOOOOOO                    --------
    OOOOOOOO    XOXOXOXO          --------  -----OOO      OO----XX                OOOOOOOO                    --------
""").items(), ((16, 16), (0, 0), (13, 64), (2, 58), (0, 0), (-54, -56), (0, 0)))}
