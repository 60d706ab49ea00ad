"""What the bench of clips says about bumps."""

import pytest

from boardcam.bench.clips import Delays, Heard, after_bumps, delayed
from boardcam.events import Verdict
from boardcam.rules.position import Side

BUMP = Verdict(10.0, 10.0, "camera", why="the camera was knocked")


def _looks(*lost: int) -> list[tuple[float, bool]]:
    """Ten frames a second, for 30 s; the board is out of sight in these frames."""
    return [(k / 10, k not in lost) for k in range(300)]


def test_how_soon_a_board_is_found_again() -> None:
    assert after_bumps([BUMP], _looks(*range(103, 112))) == ["10.0: the board was found again 1.2 s after the bump"]


def test_a_board_found_and_lost_again_is_found_at_last() -> None:
    assert after_bumps([BUMP], _looks(104, 120)) == ["10.0: the board was found again 2.1 s after the bump"]


def test_a_bump_takes_its_time() -> None:
    """How long the board moves is not the eyes' delay."""
    turned = Verdict(10.0, 11.0, "camera", why="the board was turned by half a turn")
    assert after_bumps([turned], _looks(*range(103, 112))) == ["10.0: the board was found again 0.2 s after the bump"]


def test_a_bump_that_nobody_saw() -> None:
    """Frames lost before it, at the start or long after it do not count."""
    assert after_bumps([BUMP], _looks(0, 1, 99, 250)) == ["10.0: the bump was not noticed"]


def test_a_board_that_stays_away() -> None:
    assert after_bumps([BUMP], _looks(*range(103, 300))) == ["10.0: the board was not found again"]


def test_without_a_bump_there_is_nothing_to_say() -> None:
    assert not after_bumps([Verdict(3.0, 3.0, "played")], _looks())


# --- how late rulings come -----------------------------------------------------------------------------------------------------


def test_a_ruling_is_late_by_the_clip_and_by_its_frame() -> None:
    heard = Heard()
    heard.said = [Verdict(2.0, 2.4, "rolled", Side.WHITE), Verdict(8.3, 8.7, "played", Side.WHITE), Verdict(9.0, 9.9, "lost")]
    heard.costs = [0.1, 0.05, 0.0]
    truth = [Verdict(2.1, 2.1, "rolled", Side.WHITE), Verdict(8.0, 8.0, "played", Side.WHITE), Verdict(9.0, 9.0, "danced")]
    found = delayed(truth, heard)
    assert found.rest == pytest.approx([0.4])
    assert found.lift == pytest.approx([0.75])
    assert (found + Delays()).lines() == [
        "after the rest: 1 rulings, half within 400 ms, 1 within 600 ms, 95 % within 400 ms, the last after 400 ms",
        "after the lift: 1 rulings, half within 750 ms, 0 within 600 ms, 95 % within 750 ms, the last after 750 ms",
    ]
