"""A stranger's table: a position laid out by hand, tidily or not, with dice, cube and hands."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import stranger_people as people
import stranger_pieces as pieces
from stranger_board import Case
from stranger_povray import Array, Thing
from stranger_stuffs import Rng

from boardcam.geometry import Seating
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side


@dataclass(frozen=True, slots=True)
class Spot:
    """A checker that lies: side 0 light, 1 dark; y of its under side."""

    side: int
    x: float
    y: float
    z: float
    lean: float = 0.0
    on_edge: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Thrown:
    """A die that lies."""

    side: int
    face: int
    where: tuple[float, float, float]
    turned: Array
    flat: bool
    on_checker: bool = False


@dataclass(frozen=True, slots=True)
class Manner:
    """How neatly people lay checkers, in diameters."""

    gap: float
    sideways: float
    crooked: float
    """How often one lies badly."""


def manner(rng: Rng) -> Manner:
    return Manner(float(rng.uniform(0, 0.06)), float(rng.uniform(0.01, 0.07)), float(rng.choice([0, 0.05, 0.15])))


def played(rng: random.Random, turns: int) -> Position:
    """A position that a game of thoughtless players reaches."""
    position, side = START, rng.choice(list(Side))
    for _ in range(turns):
        legal = list(legal_plays(position, side, (rng.randint(1, 6), rng.randint(1, 6))))
        after = (
            min(rng.sample(legal, min(3, len(legal))), key=lambda p: blots(p, side) + 0.02 * p.pips(side)) if legal else position
        )
        if after.off[side.index] == 15:
            break
        position, side = after, side.other
    return position


def blots(position: Position, side: Side) -> int:
    return sum(position.count(side, point) == 1 for point in range(1, 25))


# --- checkers ----------------------------------------------------------------------------------------------------------------


def onto(rng: Rng, at: Case, place: int, side: int, there: Sequence[Spot], how: Manner) -> Spot:
    """The next checker of a place."""
    d, nth = at.diameter, len(there)
    shift, along = float(rng.normal(0, how.sideways)) * d, 0.0
    bad = rng.random() < how.crooked
    room = (at.pitch - d) / 2 + 0.12 * d
    shift = float(np.clip(shift + (rng.normal(0, 0.2) * d if bad else 0), -room, room))
    if nth >= 5:
        under = there[nth - 5]
        slip = float(rng.normal(0, how.sideways)) * d
        return Spot(side, under.x + slip, under.y + at.thick, under.z + float(rng.normal(0, how.sideways)) * d)
    x = at.column(place) + shift
    if nth == 0:
        along = d * (0.5 + float(rng.uniform(0, 0.5 * how.gap + (0.25 if bad else 0.02))))
    else:
        before = there[-1]
        base = abs(before.z - at.away(place, 0.0))
        along = (
            base
            + math.sqrt(max(0.0, d * d - (x - before.x) ** 2))
            + d * (0.005 + float(rng.uniform(0, how.gap + (0.2 if bad else 0))))
        )
    return Spot(side, x, 0.0, at.away(place, along))


def on_bar(rng: Rng, at: Case, side: int, there: Sequence[Spot], upper: bool) -> Spot:
    """The next one on the bar, from the middle outwards; on top of each other where three lie."""
    nth, d = len(there), at.diameter
    if nth >= 3:
        return Spot(side, there[nth - 3].x, there[nth - 3].y + at.thick, there[nth - 3].z)
    away = (0.75 + 1.04 * nth) * d + float(rng.uniform(0, 0.3)) * d
    return Spot(side, float(rng.normal(0, 0.04)) * d, max(0.0, at.bar_high) if at.bar else 0.0, away if upper else -away)


def off(rng: Rng, at: Case, side: int, nth: int, upper: bool, right: bool, on_edge: bool) -> Spot:
    """The nth one borne off: in its tray, or piled beside the board."""
    _, x1, z1 = at.outer()
    sign, inner = (1 if upper else -1), z1 - at.rail
    if at.trays[right]:
        x = at.tray_at(right)
        if on_edge and 15 * at.thick < inner - 1:
            return Spot(side, x, -0.05, sign * (inner - at.thick * (nth + 0.6)), on_edge=True)
        pile, layer = nth % 4, nth // 4
        return Spot(side, x, -0.05 + layer * at.thick, sign * (inner - at.diameter * (pile + 0.52)))
    pile, layer = divmod(nth, 5)
    out = x1 + at.diameter * 0.8 + 0.5
    return Spot(side, out if right else -out, layer * at.thick - at.lift, sign * (z1 - at.diameter * (0.7 + 1.1 * pile)))


def laid(rng: Rng, at: Case, seating: Seating, position: Position, how: Manner) -> dict[int | str, list[Spot]]:
    """All checkers by place; "bar" and "off" hold both sides'."""
    out: dict[int | str, list[Spot]] = {place: [] for place in range(24)} | {"bar": [], "off": []}
    for place, count in enumerate(seating.points([*position.points])):
        for _ in range(abs(count)):
            out[place].append(onto(rng, at, place, int(count < 0), out[place], how))
    own, right, edge = bool(rng.random() < 0.5), seating in (Seating.BOTTOM_RIGHT, Seating.TOP_RIGHT), bool(rng.random() < 0.5)
    for side in (0, 1):
        upper = (side == 0) != seating.light_at_bottom
        lying = list[Spot]()
        for _ in range(position.bar[side]):
            lying.append(on_bar(rng, at, side, lying, upper == own))
        out["bar"] += lying
        out["off"] += [off(rng, at, side, nth, upper, right, edge) for nth in range(position.off[side])]
    return out


def checker(at: Case, spot: Spot) -> Thing:
    spin = (spot.x * 97 + spot.z * 57) % 360
    return pieces.checker_at(at, spot.side, spot.x, spot.y, spot.z, spot.lean, spot.on_edge, spin)


# --- dice --------------------------------------------------------------------------------------------------------------------


def throw(
    rng: Rng, at: Case, edge: float, side: int, lying: Sequence[Spot], others: Sequence[Thrown], right: bool, keep: float = 0.75
) -> Thrown | None:
    """A die that lies flat in a half, clear of checkers; None if there is no room."""
    low = at.bar / 2 + edge
    for _ in range(400):
        x, z = (
            float(rng.uniform(low, at.width / 2 - edge)) * (1 if right else -1),
            float(rng.uniform(-1, 1)) * (at.depth / 2 - edge),
        )
        clear = all(math.hypot(x - s.x, z - s.z) > keep * edge + at.diameter / 2 for s in lying)
        if clear and all(math.hypot(x - t.where[0], z - t.where[2]) > 1.5 * edge for t in others):
            return Thrown(side, int(rng.integers(1, 7)), (x, edge / 2 + 0.01, z), np.eye(3), True)
    return None


def lying(rng: Rng, die: Thrown, face: int | None = None) -> Thrown:
    """Turned any way, a face up."""
    face = face or die.face
    return Thrown(die.side, face, die.where, pieces.upright(face, float(rng.uniform(0, 2 * math.pi))), True)


def cocked(rng: Rng, at: Case, edge: float, side: int, lying: Sequence[Spot], right: bool) -> Thrown | None:
    """A die that leans on a checker or a pile: an edge of it stands on the board, away from that; its upper side looks away."""
    near = [s for s in lying if (s.x > 0) == right and abs(s.x) > at.bar / 2 and s.y == 0 and not s.on_edge]
    for _ in range(60 if near else 0):
        by, way, tilt = near[rng.integers(len(near))], float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.3, 0.65))
        high = max(s.y for s in lying if math.hypot(s.x - by.x, s.z - by.z) < at.diameter / 2) + at.thick
        away = at.diameter / 2 + leaning(edge, tilt, high)
        x, z = by.x + away * math.cos(way), by.z + away * math.sin(way)
        inside = abs(z) < at.depth / 2 - edge and at.bar / 2 + edge < abs(x) < at.width / 2 - edge
        if inside and all(math.hypot(x - s.x, z - s.z) > 0.95 * away for s in lying):
            face, axis = int(rng.integers(1, 7)), np.array([math.sin(way), 0.0, -math.cos(way)])
            turned = pieces.about(axis, tilt) @ pieces.upright(face, -way)
            return Thrown(side, face, (x, edge / 2 * (math.cos(tilt) + math.sin(tilt)), z), np.asarray(turned), False)
    return None


def leaning(edge: float, tilt: float, high: float) -> float:
    """How far from a wall the middle of a die is that leans on it: with an edge against it, or with its under side on its rim."""
    c, s = math.cos(tilt), math.sin(tilt)
    return edge / 2 * (c + s) if edge * s <= high else high * c / s - edge / 2 * (c - s)


def upon(rng: Rng, at: Case, edge: float, side: int, lying: Sequence[Spot]) -> Thrown | None:
    """A die flat on a checker."""
    tops = [
        s for s in lying if not s.on_edge and not any(o.y > s.y and math.hypot(o.x - s.x, o.z - s.z) < at.diameter for o in lying)
    ]
    if not tops:
        return None
    under, face = tops[rng.integers(len(tops))], int(rng.integers(1, 7))
    where = (under.x, under.y + at.thick + edge / 2 + 0.01, under.z)
    return Thrown(side, face, where, pieces.upright(face, float(rng.uniform(0, 6.28))), True, True)


def die(edge: float, one: Thrown) -> Thing:
    return pieces.die_at(edge, one.side, one.where, one.turned)


def over(rng: Rng, at: Case) -> list[Thing]:
    """Hands over the board in a third of the pictures."""
    out = []
    for _ in range(int(rng.choice([0, 1, 2], p=[0.68, 0.25, 0.07]))):
        pose = str(rng.choice(list(people.POSES)))
        x, z = float(rng.uniform(-0.5, 0.5)) * at.width, float(rng.uniform(-0.5, 0.5)) * at.depth
        out.append(people.hand(people.person(rng), pose, x, float(rng.uniform(0.8, 6)), z, bool(rng.random() < 0.4)))
    return out
