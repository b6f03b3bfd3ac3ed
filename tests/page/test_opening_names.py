"""Openings by name."""

import pytest

from engine.board import SYMMETRIES
from engine.coordinates import squares_from_transcript
from protocol.page.opening_names import _NAMES, name_opening


@pytest.mark.parametrize("transcript, name", [
    ("f5f6", "Diagonal opening"), ("f5f4", "Parallel opening"), ("f5d6", "Perpendicular opening"),
    ("f5d6c3d3c4", "Tiger"), ("c4e3f6e6f5", "Tiger"), ("f5d6c4d3c3", "Tiger"), ("f5d6c5f4e3c6d3f6e6d7", "Rose"),
    ("f5f6e6f4e3", "Cow"), ("f5d6c5f4d3", "Horse"),
])
def test_well_known_openings_have_their_names(transcript, name):
    assert name_opening(squares_from_transcript(transcript))[-1].en == name


def test_the_last_name_stays_until_there_is_a_better_one():
    names = [name and name.en for name in name_opening(squares_from_transcript("f5d6c3d3c4f4f6"))]
    assert names[:3] == [None, None, "Perpendicular opening"]
    assert names[5:7] == ["Tiger", "Tiger"] and len(names) == 8


def test_an_opening_has_its_name_in_every_orientation_that_the_start_allows():
    moves = squares_from_transcript("c4c3d3c5d6")
    found = set()
    for symmetry in SYMMETRIES:
        try:
            found.add(name_opening([symmetry[move] for move in moves])[-1].en)
        except ValueError:
            continue  # the start position looks different in that orientation
    assert found == {"Cow"}


def test_every_name_is_there_in_both_languages_and_once():
    english = [name.en for name in _NAMES.values()]
    assert len(set(english)) == len(english) > 50
    assert all(name.zh and any(ord(sign) > 0x3000 for sign in name.zh) for name in _NAMES.values())
