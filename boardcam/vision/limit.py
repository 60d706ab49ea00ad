"""How far the corners of a calibration may lie from where the eyes see them, before nobody should go by it unasked."""

from __future__ import annotations

from collections.abc import Sequence

from boardcam.rules.sentence import Sentence, marked, sentence
from boardcam.vision.calibration import CORNERS

LIMIT = 4.0
"""% of the board's width: half a point; checkers beside it would be counted to it."""
NAMES = {
    "top_left": marked("top left corner"),
    "top_right": marked("top right corner"),
    "bottom_right": marked("bottom right corner"),
    "bottom_left": marked("bottom left corner"),
}


def refusal(errors: Sequence[float]) -> Sentence | None:
    """Why a calibration is not to be gone by; None = it may be. `errors` (4,): of the corners, as `locate.misfit` gives them."""
    worst = max(range(len(CORNERS)), key=lambda n: errors[n])
    if errors[worst] <= LIMIT:
        return None
    return sentence(
        "{corner}: {error} % of the board's width from where the eyes see it, and {most} % is the limit: "
        "move it, or say that it is right all the same",
        corner=sentence(NAMES[CORNERS[worst]]), error=round(float(errors[worst]), 1), most=f"{LIMIT:g}",
    )  # fmt: skip
