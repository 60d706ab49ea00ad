"""A verdict as one line of plain words."""

from __future__ import annotations

from boardcam.events import Verdict
from boardcam.rules.position import Side
from boardcam.show.ruling import said


def test_a_turn_that_is_told_again_is_not_put_right_by_its_player() -> None:
    verdict = Verdict(65.2, 90.0, "corrected", Side.WHITE, (3, 1), "8/5 6/5", rule="R85", why="because")
    assert said(verdict, ("Ann", "Ben")) == "put right: Ann plays 8/5 6/5"
