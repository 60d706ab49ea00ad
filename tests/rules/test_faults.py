"""Faults: the reason, the rule, the nearest legal play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.rules.faults import apparent, fault, nearest
from boardcam.rules.notation import parse
from boardcam.rules.play import Play
from boardcam.rules.plays import carried_out, legal_plays
from boardcam.rules.position import START, Position, Side
from tests.boards import board
from tests.rules.corpus import Turn, anything, properties

CASES = [line.split(" | ") for line in (Path(__file__).parent / "faults.txt").read_text("utf-8").splitlines() if line[0] != "#"]


def _shown(before: Position, text: str) -> Position:
    """The position after a play as written, the blocked and the backward included."""
    if text.startswith("+"):
        start, end = (int(point) for point in text[1:].split("/"))
        points = list(before.points)
        points[start - 1], points[end - 1] = points[start - 1] - 1, points[end - 1] + 1
        return replace(before, points=tuple(points))
    for move in parse(text).moves:
        points = list(before.points)
        if 0 < move.end < 25 and points[move.end - 1] < -1:
            points[move.end - 1] = 0
            before = replace(before, points=tuple(points))
        before = carried_out(before, Side.WHITE, Play((move,)))
    return before


@pytest.mark.parametrize(("line", "roll", "play", "rule", "why", "legal"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_reasons(line: str, roll: str, play: str, rule: str, why: str, legal: str) -> None:
    before = START if line == "start" else board(line)
    high, low = int(roll[0]), int(roll[1])
    shown = _shown(before, play.strip("-"))
    found = fault(before, Side.WHITE, (high, low), shown)
    assert found is not None
    assert (found.rule, why in found.why) == (rule, True), found
    assert legal in ("?", str(found.nearest) or "-")
    mirrored = fault(before.flipped(), Side.BLACK, (low, high), shown.flipped())
    assert mirrored is not None
    assert (mirrored.rule, str(mirrored.nearest)) == (found.rule, str(found.nearest))


BLOT = board("white 13:2 8:3; black 14:1 13:1 1:2")
"""Black's blots stand on White's 11 and 12."""


@pytest.mark.parametrize(
    ("line", "rule", "why"),
    [
        ("white 13:1 11:1 8:3 off:10; black 13:1 1:2 off:11", "R30", "dark's checker on point 11 was hit and must be on the bar"),
        ("white 13:1 11:1 8:3 off:10; black 13:1 1:3 off:11", "R30", "dark's checker on point 11 was hit and must be on the bar"),
        ("white 13:1 10:1 8:3 off:10; black 14:1 13:1 1:2 off:11", "R30", "was hit and must be on the bar"),
        ("white 13:2 8:2 7:1 off:10; black 14:1 10:1 1:2 off:11", "R30", "dark's checker on point 12 was moved without being hit"),
        ("white 13:2 8:2 7:1 off:10; black 14:1 bar:1 1:2 off:11", "R30", "dark's checker on point 12 was moved without being hit"),
        ("white 13:2 8:3 off:10; black 14:1 13:1 1:3 off:10", "R30", "dark's checker in the tray was moved without being hit"),
        ("white 13:2 8:2 off:10; black 14:1 13:1 1:2 off:11", "R1", "light had 15 checkers and now shows 14"),
        ("white 13:2 8:2 7:1 off:10; black 14:1 1:2 off:11", "R1", "dark had 15 checkers and now shows 14"),
    ],
)
def test_the_opponents_checkers(line: str, rule: str, why: str) -> None:
    found = fault(BLOT, Side.WHITE, (2, 1), board(line))
    assert found is not None
    assert (found.rule, why in found.why) == (rule, True), found


@pytest.mark.parametrize(
    ("before", "after", "rule", "why"),
    [
        ("white bar:1 6:14; black 5:2 1:13", "white 20:1 6:13 5:1; black 1:13 off:2", "R33", "point 20 is blocked"),
        ("white 6:15; black 20:2 1:13", "white 6:14 5:1; black 1:13 off:2", "R21", "point 5 is blocked"),
    ],
)
def test_standing_on_a_blocked_point(before: str, after: str, rule: str, why: str) -> None:
    found = fault(board(before), Side.WHITE, (5, 1), board(after))
    assert found is not None
    assert (found.rule, found.why) == (rule, why)


def test_the_caucasian_ban() -> None:
    before = board("white 8:1 3:2; black 21:1 1:2")
    shown = carried_out(before, Side.WHITE, parse("8/4*/3"))
    assert fault(before, Side.WHITE, (4, 1), shown) is None
    found = fault(before, Side.WHITE, (4, 1), shown, "caucasian")
    assert found is not None
    assert found.rule == "R88"
    other = fault(before, Side.WHITE, (4, 1), before, "caucasian")
    assert other is not None
    assert other.rule == "R22"
    unplayed = fault(before, Side.WHITE, (4, 1), carried_out(before, Side.WHITE, parse("8/4*")), "caucasian")
    assert unplayed is not None
    assert unplayed.rule == "R23"


def test_the_caucasian_ban_in_a_doublet() -> None:
    before = board("white 7:1 4:2; black 19:1 1:2")
    doublet = fault(before, Side.WHITE, (1, 1), carried_out(before, Side.WHITE, parse("7/6*/4 4/3")), "caucasian")
    assert doublet is not None
    assert doublet.rule == "R88"


def test_a_dance_stays_as_it_was() -> None:
    closed = board("white bar:1 6:14; black 1:2 2:2 3:2 4:2 5:2 6:2")
    assert fault(closed, Side.WHITE, (6, 1), closed) is None
    assert nearest(closed, {}) is None


def test_an_illegal_play_is_still_written() -> None:
    shown = carried_out(START, Side.WHITE, parse("13/8 6/5"))
    assert str(apparent(START, Side.WHITE, shown, (6, 1))) == "13/8 6/5"
    legal = carried_out(START, Side.WHITE, parse("13/7 8/7"))
    assert str(apparent(START, Side.WHITE, legal, (6, 1))) == "13/7 8/7"
    hit = carried_out(BLOT, Side.WHITE, parse("13/11*(2)"))
    assert str(apparent(BLOT, Side.WHITE, hit, (1, 1))) == "13/11*(2)"


def test_what_no_play_leads_to_is_not_written() -> None:
    assert apparent(START, Side.WHITE, replace(START, off=(1, 0)), (6, 1)) is None
    assert apparent(START, Side.WHITE, _shown(START, "24/19"), (5, 1)) is None
    assert apparent(START, Side.WHITE, _shown(START, "+6/8"), (5, 1)) is None


shown_positions = st.builds(
    Position,
    st.lists(st.integers(-15, 15), min_size=24, max_size=24).map(tuple),
    st.tuples(st.integers(0, 15), st.integers(0, 15)),
    st.tuples(st.integers(0, 15), st.integers(0, 15)),
)


@properties
@given(anything, shown_positions, st.sampled_from(["standard", "caucasian"]))
def test_any_shown_position_has_an_answer(turn: Turn, shown: Position, variant: str) -> None:
    _judge(turn, shown, variant)


@properties
@given(
    anything,
    st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)), max_size=3),
    st.integers(1, 36),
    st.sampled_from(["standard", "caucasian"]),
)
def test_any_disturbed_play_has_an_answer(turn: Turn, moved: list[tuple[int, int]], other: int, variant: str) -> None:
    legal = list(legal_plays(turn.position, turn.side, ((other - 1) % 6 + 1, (other - 1) // 6 + 1))) or [turn.position]
    shown = legal[other % len(legal)]
    for start, end in moved:
        shown = _displaced(shown, start, end)
    _judge(turn, shown, variant)


def _judge(turn: Turn, shown: Position, variant: str) -> None:
    legal = legal_plays(*turn, variant)
    found = fault(*turn, shown, variant)
    assert (found is None) == (shown in legal or (not legal and shown == turn.position))
    if found:
        assert found.position in legal or (not legal and found.nearest == Play())
        assert found.why.made.template
        assert found.rule.startswith("R")
    play = apparent(turn.position, turn.side, shown, turn.roll)
    assert play is None or carried_out(turn.position, turn.side, play) == shown


def _displaced(position: Position, start: int, end: int) -> Position:
    """Some checker of point `start` put on `end`; the position itself if that cannot be shown."""
    points = [0, *position.points, 0]
    if not (0 < start < 25 and points[start]):
        return position
    sign = 1 if points[start] > 0 else -1
    points[start] -= sign
    points[end] += sign if 0 < end < 25 else 0
    bar = (position.bar[0] + (end == 25), position.bar[1])
    return Position(tuple(points[1:25]), bar, position.off)
