"""Where dice come to rest: nothing floats, nothing sinks in, everything in the half that was ordered."""

import math
import random

import numpy as np
import pytest

from boardcam.rules.position import START, Side
from boardcam.sim import layout as layouts
from boardcam.sim import throws
from boardcam.sim.layout import Layout
from boardcam.sim.scene import CheckerPose, DiePose
from boardcam.sim.stage import Stage

SEEDS = range(40)


def _table(seed: int) -> tuple[Layout, list[CheckerPose], random.Random]:
    rng = random.Random(seed)
    stage = Stage(layouts.table(seed), rng)
    stage.arrange(START)
    return stage.layout, stage.checkers, rng


def _corners(die: DiePose, edge: float) -> np.ndarray:
    """The eight corners, [8, 3]: tilted about its own x axis, then turned about z."""
    signs = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]) * edge / 2
    c, s, cy, sy = math.cos(die.tilt), math.sin(die.tilt), math.cos(die.yaw), math.sin(die.yaw)
    tilt = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    turn = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return np.array([die.x, die.y, die.z]) + signs @ (turn @ tilt).T


@pytest.mark.parametrize("half", ["left", "right"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_cocked_die_leans_on_something(seed: int, half: str) -> None:
    layout, checkers, rng = _table(seed)
    m = layout.measures
    die = throws.cocked(layout, Side.WHITE, 4, half, checkers, rng)
    corners = _corners(die, m.die)
    assert layout.board.half(die.x, die.y) == half
    assert die.tilt > 0.3
    assert corners[:, 2].min() == pytest.approx(0.0, abs=1e-9)  # it stands on the surface
    top = corners[corners[:, 2].argsort()][2:4, :2].mean(axis=0)  # the middle of the raised edge of its under side
    reach = min(math.dist(top, (c.x, c.y)) for c in checkers) - m.diameter / 2
    walls = [top[1], layout.board.depth - top[1], top[0], layout.board.width - top[0]]
    assert reach < 0.02 or min(walls) == pytest.approx(-m.margin, abs=1e-9)
    foot = corners[corners[:, 2].argsort()][:2, :2]
    assert all(math.dist(corner, (c.x, c.y)) > m.diameter / 2 for corner in foot for c in checkers)


@pytest.mark.parametrize("half", ["left", "right"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_die_on_a_checker_lies_flat_on_its_top(seed: int, half: str) -> None:
    layout, checkers, rng = _table(seed)
    m = layout.measures
    die = throws.on_checker(layout, Side.BLACK, 2, half, checkers, rng)
    under = min(checkers, key=lambda c: math.dist((c.x, c.y), (die.x, die.y)))
    assert layout.board.half(under.x, under.y) == half
    assert math.dist((under.x, under.y), (die.x, die.y)) < m.diameter / 2
    assert _corners(die, m.die)[:, 2].min() == pytest.approx(under.z + m.thickness)


def test_an_empty_half_has_no_checker_to_lie_on() -> None:
    layout, _, rng = _table(0)
    with pytest.raises(ValueError, match="no checker in the left half"):
        throws.on_checker(layout, Side.WHITE, 1, "left", [], rng)


@pytest.mark.parametrize("half", ["left", "right"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_flat_die_is_clear_of_checkers_and_dice(seed: int, half: str) -> None:
    layout, checkers, rng = _table(seed)
    m, things = layout.measures, [(c.x, c.y) for c in checkers]
    first = throws.flat(layout, Side.WHITE, 1, half, things, (), rng)
    second = throws.flat(layout, Side.WHITE, 6, half, things, (first,), rng)
    assert math.dist((first.x, first.y), (second.x, second.y)) > m.die * math.sqrt(2)
    for die in (first, second):
        assert layout.board.half(die.x, die.y) == half
        assert all(math.dist((die.x, die.y), thing) > (m.diameter + m.die * math.sqrt(2)) / 2 for thing in things)
        assert _corners(die, m.die)[:, 2].min() == pytest.approx(0.0)
