"""Of two sides as bright as each other it is said which is called light."""

from __future__ import annotations

import pytest

from boardcam.vision.colours import Exemplars, Lab
from boardcam.vision.named import colour, note

RED, BLUE = (57.0, 61.0, 40.0), (54.0, 11.0, -48.0)


def test_red_against_blue_is_told() -> None:
    assert note(Exemplars(RED, BLUE)) == "both sides are equally bright: light is the red one, dark the blue one"


def test_white_against_black_needs_no_word() -> None:
    assert note(Exemplars((90.0, 0.0, 5.0), (20.0, 0.0, 0.0))) is None
    assert note(Exemplars(RED, None)) is None
    assert note(Exemplars()) is None


@pytest.mark.parametrize(
    ("lab", "word"),
    [
        (RED, "red"), ((70.0, 50.0, -10.0), "red"), ((65.0, 35.0, 55.0), "orange"), ((35.0, 15.0, 22.0), "brown"),
        ((85.0, 0.0, 70.0), "yellow"), ((50.0, -40.0, 25.0), "green"), (BLUE, "blue"), ((40.0, 45.0, -45.0), "purple"),
        ((50.0, 3.0, -4.0), "grey"),
    ],
)  # fmt: skip
def test_a_colour_in_a_word(lab: Lab, word: str) -> None:
    assert colour(lab) == word
