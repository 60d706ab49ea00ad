"""The scenes of a script: things of this world, that lie beside each other and move only by hand."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator

import pytest

from boardcam.events import OFF_DARK, OFF_LIGHT
from boardcam.rules.position import Side
from boardcam.sim.incidents import DISTURBANCES, INCIDENTS
from boardcam.sim.scene import CheckerPose, DiePose, HandPose, Scene
from boardcam.sim.script import Script, Span
from boardcam.sim.table import script

SEEDS = range(5)
AT_THE_BOARD = tuple(incident for incident in INCIDENTS if incident not in ("doubled", *DISTURBANCES))


def _script(seed: int) -> Script:
    """Part of one game (between games the table is set up anew in one cut)."""
    return script(seed, incidents=AT_THE_BOARD, turns=22, use_cube=False)


@pytest.mark.parametrize("seed", SEEDS)
def test_there_are_always_thirty_checkers_and_at_most_four_dice(seed: int) -> None:
    session = _script(seed)
    for t in _times(session, 5.0):
        scene = session.scene(t)
        assert Counter(checker.side for checker in scene.checkers) == {Side.WHITE: 15, Side.BLACK: 15}
        assert max(Counter(die.side for die in scene.dice).values(), default=0) <= 2


@pytest.mark.parametrize("seed", SEEDS)
def test_checkers_move_only_with_a_hand_on_them(seed: int) -> None:
    session = _script(seed)
    for before, after in itertools.pairwise(session.scene(t) for t in _times(session, 30.0)):
        for one, two in zip(before.checkers, after.checkers, strict=True):
            way = math.dist((one.x, one.y), (two.x, two.y))
            assert way < 1.2
            assert way == 0.0 or _held(one, before) or _held(two, after)


@pytest.mark.parametrize("seed", SEEDS)
def test_dice_come_from_hands_and_go_into_hands(seed: int) -> None:
    session = _script(seed)
    for before, after in itertools.pairwise(session.scene(t) for t in _times(session, 30.0)):
        gone = [die for die in before.dice if not die.moving and die not in after.dice]
        come = [die for die in after.dice if not die.moving and not any(_near(die, old) for old in before.dice)]
        assert not come
        assert all(any(_near(die, hand, 0.3) for hand in before.hands) for die in gone)


@pytest.mark.parametrize("seed", range(8))
def test_no_two_resting_things_intersect(seed: int) -> None:
    session = script(seed, match=3, incidents=INCIDENTS)
    measures = session.layout.measures
    for span in session.spans:
        checkers = [c for i, c in enumerate(span.checkers) if not (span.carried and span.carried.index == i)]
        _assert_apart(checkers, measures.diameter, measures.thickness)
        for die in span.dice:
            assert all(not _stuck(die, checker, span, session) for checker in checkers)
        for one, two in itertools.combinations(span.dice, 2):
            assert math.dist((one.x, one.y), (two.x, two.y)) > measures.die


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hands_of_a_side_come_from_its_own_edge(seed: int) -> None:
    session = _script(seed)
    for span in session.spans:
        for hand in span.scene(span.start).hands:
            assert hand.from_top == ((hand.side is Side.WHITE) != session.seating.light_at_bottom)


@pytest.mark.parametrize("seed", SEEDS)
def test_counts_agree_with_the_poses(seed: int) -> None:
    """A span's counts are what one would count from above."""
    session = script(seed, match=1)
    for span in session.spans:
        counted = Counter[int]()
        for i, checker in enumerate(span.checkers):
            if not (span.carried and span.carried.index == i):
                counted[_row(checker, session)] += checker.side
        assert tuple(counted[row] for row in range(28)) == span.counts


def test_checkers_are_borne_off_to_the_home_end() -> None:
    for seed in range(8):
        session = script(seed, match=1, use_cube=False)
        last = session.spans[-1]
        assert max(last.counts[OFF_LIGHT], -last.counts[OFF_DARK]) == 15
        out = [c for c in last.checkers if not 0.0 <= c.x <= session.board.width]
        assert len(out) == last.counts[OFF_LIGHT] - last.counts[OFF_DARK]
        assert all((c.x > session.board.width) == session.layout.home_right() for c in out)
        radius, reach = session.layout.measures.diameter / 2, session.layout.reach()
        assert all(-reach - 0.01 <= c.x - radius and c.x + radius <= session.board.width + reach + 0.01 for c in out)


def test_dice_rest_in_the_right_half_of_their_owner() -> None:
    for seed in range(6):
        session = script(seed, match=1)
        for span in session.spans:
            for die in span.dice:
                assert session.board.half(die.x, die.y) == session.seating.right_half(die.side)


def test_a_table_without_trays_keeps_checkers_beside_the_board() -> None:
    sessions = [script(seed, turns=1) for seed in range(20)]
    assert {bool(session.layout.measures.tray) for session in sessions} == {True, False}


def _times(session: Script, fps: float) -> Iterator[float]:
    return (frame / fps for frame in range(int(session.duration * fps)))


def _held(checker: CheckerPose, scene: Scene) -> bool:
    return any(_near(checker, hand, 0.2) for hand in scene.hands)


def _near(one: CheckerPose | DiePose, two: DiePose | HandPose, reach: float = 0.9) -> bool:
    return math.dist((one.x, one.y), (two.x, two.y)) < reach


def _row(checker: CheckerPose, session: Script) -> int:
    board, dark = session.board, int(checker.side is Side.BLACK)
    half = board.half(checker.x, checker.y)
    if half == "outside":
        return OFF_LIGHT + dark
    if half == "bar":
        return 24 + dark
    places = range(12, 24) if checker.y < board.depth / 2 else range(12)
    return min(places, key=lambda place: abs(board.column(place) - checker.x))


def _assert_apart(checkers: list[CheckerPose], diameter: float, thickness: float) -> None:
    flat = sorted((c for c in checkers if not c.on_edge), key=lambda c: c.x)
    for one, two in itertools.combinations(flat, 2):
        if two.x - one.x < diameter and abs(one.z - two.z) < thickness - 1e-6:
            assert math.dist((one.x, one.y), (two.x, two.y)) >= diameter - 0.002
    edge = sorted(c.y for c in checkers if c.on_edge)
    assert all(b - a >= thickness for a, b in itertools.pairwise(edge))


def _stuck(die: DiePose, checker: CheckerPose, span: Span, session: Script) -> bool:
    """The die's square, seen from above, reaches into a checker of its height."""
    measures = session.layout.measures
    if die.tilt or checker.on_edge or die.z - measures.die / 2 >= checker.z + measures.thickness - 1e-6:
        return False
    dx, dy = checker.x - die.x, checker.y - die.y
    c, s = math.cos(die.yaw), math.sin(die.yaw)
    u, v = abs(dx * c + dy * s), abs(dy * c - dx * s)
    gap = math.hypot(max(0.0, u - measures.die / 2), max(0.0, v - measures.die / 2))
    return gap < measures.diameter / 2
