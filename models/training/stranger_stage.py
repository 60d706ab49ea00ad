"""What a stranger's people do with their hands, frame by frame: throw, slide, lift, nudge, hesitate, talk, pick up dice.

Each verb is a generator that yields once a frame; between two frames the stage may be asked what rests on it and what is under way.
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Sequence
from dataclasses import replace

import numpy as np
import stranger_people as people
import stranger_pieces as pieces
import stranger_table as table
from stranger_board import Case
from stranger_povray import Thing

from boardcam.geometry import Seating
from boardcam.rules.position import START, Side
from boardcam.sim.carries import Carry

Frames = Generator[None, None, None]
Place = tuple[str, float, float, float]
"""A hand's pose, and where its fingers are."""
Row = int | str
"""0…23, "bar", "off"."""


class Stage:
    def __init__(self, seed: int, at: Case, kit: pieces.Set, fps: float) -> None:
        self.rng, self.luck = np.random.default_rng([seed, 73]), random.Random(f"stranger {seed}")
        self.at, self.kit, self.dt, self.t = at, kit, 1 / fps, 0.0
        self.seating = self.luck.choice(list(Seating))
        self.how = table.manner(self.rng)
        self.spots = table.laid(self.rng, at, self.seating, START, self.how)
        self.dice, self.flying = list[table.Thrown](), list[table.Thrown]()
        self.held, self.holder = list[table.Spot](), Side.WHITE
        self.hands, self.cups = dict[Side, Place](), dict[Side, tuple[float, float, float, float]]()
        self.who = {side: people.person(self.rng) for side in Side}
        self.with_cup = {side: self.luck.random() < 0.5 for side in Side}
        self.slides = {side: self.luck.uniform(0.2, 0.9) for side in Side}
        self.own_bar, self.on_edge = self.luck.random() < 0.5, self.luck.random() < 0.5

    # --- what is to be seen --------------------------------------------------------------------------------------------------

    def resting(self) -> list[Thing]:
        return [*(table.checker(self.at, s) for s in self.lying()), *(table.die(self.kit.edge, one) for one in self.dice)]

    def moving(self) -> list[Thing]:
        hands = [people.hand(self.who[k], *hand, far_side=self.far(k)) for k, hand in self.hands.items()]
        cups = [people.cup(self.who[k], *cup) for k, cup in self.cups.items()]
        return [*hands, *cups, *(table.checker(self.at, s) for s in self.held), *(table.die(self.kit.edge, d) for d in self.flying)]

    def lying(self) -> list[table.Spot]:
        return [s for each in self.spots.values() for s in each]

    def far(self, side: Side) -> bool:
        """Sits at the far edge."""
        return (side is Side.WHITE) != self.seating.light_at_bottom

    def home_right(self) -> bool:
        return self.seating in (Seating.BOTTOM_RIGHT, Seating.TOP_RIGHT)

    # --- hands ---------------------------------------------------------------------------------------------------------------

    def wait(self, low: float, high: float) -> Frames:
        for _ in range(max(1, round(self.luck.uniform(low, high) / self.dt))):
            yield

    def go(self, side: Side, pose: str, x: float, y: float, z: float, hurry: float = 1.0) -> Frames:
        """A hand goes somewhere, and what it holds with it."""
        start = self.hands.get(side) or self.home(side, x)
        way = math.dist(start[1:], (x, y, z))
        steps = max(1, round((0.15 + way / 90) * hurry * self.luck.uniform(0.85, 1.3) / self.dt))
        held = self.held if side is self.holder else []
        for k in range(1, steps + 1):
            u = k / steps
            u = u * u * (3 - 2 * u)
            here = [a + u * (b - a) for a, b in zip(start[1:], (x, y, z), strict=True)]
            self.hands[side] = (pose, here[0], here[1] + 2.0 * math.sin(math.pi * u) * (y > 0.5 or start[2] > 0.5), here[2])
            carried = [
                replace(s, x=s.x + here[0] - start[1], z=s.z + here[2] - start[3], y=max(0.0, s.y + here[1] - start[2]))
                for s in held
            ]
            self.held = carried or self.held
            yield

    def home(self, side: Side, x: float) -> Place:
        z = self.at.outer()[2] + 9
        return "open", 0.7 * x, 5.0, z if self.far(side) else -z

    def leave(self, side: Side) -> Frames:
        if side in self.hands:
            yield from self.go(side, "open", *self.home(side, self.hands[side][1])[1:])
            self.hands.pop(side, None)

    def hover(self, side: Side) -> Frames:
        """A hand above the board, undecided."""
        x, z = self.luck.uniform(-0.35, 0.35) * self.at.width, self.luck.uniform(-0.3, 0.3) * self.at.depth
        yield from self.go(side, self.luck.choice(["open", "pinch"]), x, 5.0, z)
        for _ in range(self.luck.randint(1, 3)):
            yield from self.go(side, "open", x + self.luck.uniform(-3, 3), 5.0, z + self.luck.uniform(-3, 3), 2.0)
        yield from self.leave(side)

    # --- checkers ------------------------------------------------------------------------------------------------------------

    def carry(self, carry: Carry, hand: Side, many: int = 1) -> Frames:
        """So many checkers at once; slid where the way is free, else lifted."""
        start, end = self.row(carry.side, carry.start), self.row(carry.side, carry.end)
        top = next(s for s in reversed(self.spots[start]) if s.side == carry.side.index)
        slid = many == 1 and self.luck.random() < self.slides[hand] and self.clear(top, end)
        yield from self.go(hand, "slide" if slid else "pinch", top.x, top.y + self.at.thick + (0.1 if slid else -0.1), top.z)
        self.held, self.holder = [self.take(carry.side, start) for _ in range(many)], hand
        last = self.aim(carry.side, end)
        self.make_room(last)
        high = 0.05 if slid else max(2.0, self.at.bar_high + 1.5, last.y + 1.0)
        if not slid:
            yield from self.go(
                hand, "pinch", top.x + (last.x - top.x) * 0.3, high + self.at.thick, top.z + (last.z - top.z) * 0.3, 0.6
            )
        if self.luck.random() < 0.08:  # not sure yet
            yield from self.go(hand, "slide" if slid else "pinch", last.x + 1.5, high + self.at.thick, last.z * 0.7, 1.0)
            yield from self.wait(0.3, 0.9)
        yield from self.go(hand, "slide" if slid else "pinch", last.x, last.y + self.at.thick + 0.05, last.z, 0.9)
        self.held = []
        for nth in range(many):
            self.spots[end].append(self.aim(carry.side, end) if nth else last)
        if self.luck.random() < 0.12:
            yield from self.push(end)

    def take(self, side: Side, row: Row) -> table.Spot:
        """The outermost checker of a side."""
        at = max(k for k, s in enumerate(self.spots[row]) if s.side == side.index)
        return self.spots[row].pop(at)

    def aim(self, side: Side, row: Row) -> table.Spot:
        """Where the next checker goes."""
        mine = [s for s in self.spots[row] if s.side == side.index]
        if row == "bar":
            return table.on_bar(self.rng, self.at, side.index, mine, self.far(side) == self.own_bar)
        if row == "off":
            return table.off(self.rng, self.at, side.index, len(mine), self.far(side), self.home_right(), self.on_edge)
        return table.onto(self.rng, self.at, int(row), side.index, self.spots[row], self.how)

    def clear(self, top: table.Spot, row: Row) -> bool:
        """A checker on the board may be slid to a row: nothing lies in its way."""
        if (
            not isinstance(row, int)
            or top.y > 0
            or len(self.spots[row]) >= 5
            or (self.at.bar_high > 0.06 and top.x * self.at.column(row) < 0)
        ):
            return False
        end = self.aim(Side.WHITE, row)
        things = [(s.x, s.z, self.at.diameter * 0.97) for s in self.lying() if s.y == 0 and s is not top]
        things += [(d.where[0], d.where[2], self.at.diameter / 2 + self.kit.edge) for d in self.dice]
        way = [(top.x + u * (end.x - top.x), top.z + u * (end.z - top.z)) for u in np.linspace(0.1, 0.95, 12)]
        return all(math.hypot(x - a, z - b) > gap for x, z in way for a, b, gap in things)

    def tidy(self, side: Side, row: Row) -> Frames:
        """A stack is put in order: its checkers lie neatly again."""
        if isinstance(row, int) and self.spots[row]:
            spots, d = self.spots[row], self.at.diameter
            yield from self.go(side, "slide", spots[-1].x, spots[-1].y + self.at.thick + 0.1, spots[-1].z)
            for k, spot in enumerate(spots):
                away = self.at.away(row, d * (0.52 + 1.01 * (k % 5)))
                spots[k] = replace(spot, x=self.at.column(row), z=away)
                yield

    def make_room(self, spot: table.Spot) -> None:
        """Dice that lie where a checker is to go are pushed aside."""
        gap = self.at.diameter / 2 + 0.75 * self.kit.edge
        for k, one in enumerate(self.dice):
            x, y, z = one.where
            way = math.atan2(z - spot.z, x - spot.x)
            if math.hypot(x - spot.x, z - spot.z) < gap:
                turns = [way + turn for turn in (0, 0.7, -0.7, 1.4, -1.4, 2.5, -2.5)]
                ends = [
                    (spot.x + times * gap * math.cos(a), spot.z + times * gap * math.sin(a))
                    for times in (1.05, 1.5, 2.2)
                    for a in turns
                ]
                inside = [
                    (a, b)
                    for a, b in ends
                    if abs(b) < self.at.depth / 2 - self.kit.edge and abs(a) < self.at.width / 2 - self.kit.edge
                ]
                free = [(a, b) for a, b in inside if all(math.hypot(a - s.x, b - s.z) > gap for s in [*self.lying(), spot])]
                x, z = (free or ends)[0]
                self.dice[k] = replace(one, where=(x, y, z))

    def push(self, row: Row) -> Frames:
        """The finger makes a checker crooked, or pushes one of the next point."""
        near = [row, row + 1, row - 1] if isinstance(row, int) else [row]
        spots = [
            (r, k)
            for r in near
            for k, s in enumerate(self.spots.get(r, []))
            if s.y == 0 and not s.on_edge and len(self.spots[r]) <= 5
        ]
        if spots:
            r, k = self.luck.choice(spots)
            old, d = self.spots[r][k], self.at.diameter
            dx, dz = (self.luck.uniform(-0.14, 0.14) * d for _ in "xz")
            new = replace(old, x=old.x + dx, z=float(np.clip(old.z + dz, 0.5 * (d - self.at.depth), 0.5 * (self.at.depth - d))))
            others = [s for s in self.lying() if s is not old]
            if all(math.hypot(new.x - s.x, new.z - s.z) > 0.97 * d for s in others if s.y == 0):
                self.spots[r][k] = new
        yield

    def row(self, side: Side, point: int) -> Row:
        """The row of a point in a side's own numbering."""
        if point in (0, 25):
            return "off" if point == 0 else "bar"
        return self.seating.place(point if side is Side.WHITE else 25 - point)

    # --- dice ----------------------------------------------------------------------------------------------------------------

    def throw(self, side: Side, faces: Sequence[int], fault: str = "", spare: Sequence[Row] = ()) -> Generator[None, None, bool]:
        """From a cup or a hand into the right half; False if the fault that was wanted could not be had."""
        right = (self.seating.right_half(side) == "right") != (fault == "wrong_half")
        keep = [*self.lying(), *(table.onto(self.rng, self.at, int(row), 0, self.spots[row], self.how) for row in spare)]
        ends = list[table.Thrown]()
        if fault == "cocked":
            bad = table.cocked(self.rng, self.at, self.kit.edge, side.index, self.lying(), right)
            if bad is None:
                return False
            ends, faces = [bad], faces[1:]
        for face in faces:
            for space in (1.4, 0.75, 0.6):
                one = table.throw(self.rng, self.at, self.kit.edge, side.index, keep, [*self.dice, *ends], right, space)
                if one:
                    ends.append(table.lying(self.rng, one, face))
                    break
        x = (0.6 if right else -0.6) * self.at.width / 2
        z = 0.62 * self.at.depth * (1 if self.far(side) else -1)
        yield from self.go(side, "fist", x, 5.0, z)
        if self.with_cup[side]:
            for lean in (10, 50, 105):
                self.cups[side] = (x, 4.0, z * 0.95, lean if not self.far(side) else -lean)
                yield
        yield from self.tumble(side, ends, (x, 5.0, z * 0.9))
        self.cups.pop(side, None)
        if self.luck.random() < 0.7:
            yield from self.leave(side)
        return True

    def tumble(self, side: Side, ends: Sequence[table.Thrown], start: tuple[float, float, float]) -> Frames:
        steps = max(3, round(self.luck.uniform(0.4, 0.9) / self.dt))
        spins = [self.rng.normal(0, 1, 3) for _ in ends]
        for k in range(1, steps):
            u = k / steps
            ease = 1 - (1 - u) ** 2
            self.flying = []
            for end, spin in zip(ends, spins, strict=True):
                where = [a + ease * (b - a) for a, b in zip(start, end.where, strict=True)]
                where[1] = max(end.where[1] * 1.3, (1 - u) * abs(math.cos(2.5 * math.pi * u)) * start[1])
                turned = pieces.about(spin, (1 - u) * 9.0) @ end.turned
                self.flying.append(replace(end, where=(where[0], where[1], where[2]), turned=turned))
            yield
        self.flying = []
        self.dice += ends
        yield

    def lift(self, side: Side, dice: Sequence[table.Thrown]) -> Frames:
        """One after the other, or swept up together."""
        dice = list(dice)
        for one in dice:
            if one in self.dice:
                yield from self.go(side, "pinch", one.where[0], one.where[1], one.where[2], 0.8)
                sweep = len(dice) > 1 and math.dist(one.where, dice[1].where) < 5
                self.dice = [d for d in self.dice if d is not one and not (sweep and d in dice)]
                yield
