"""The stage: the things on the table as they are now, and the verbs that move them and take time. It writes the timeline.

Nothing moves by itself: a checker or the cube moves only with a hand on it, dice only from a hand. The order of plays, the rules
and the truth are the business of `table`; the stage obeys.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from boardcam.rules.position import START, Position, Side
from boardcam.sim.changes import Change
from boardcam.sim.layout import Layout
from boardcam.sim.motions import Glide, Tumble
from boardcam.sim.scene import CheckerPose, CubePose, DiePose, HandPose
from boardcam.sim.script import Carried, Span
from boardcam.sim.surroundings import Beside, Head, Knock, Light, Surroundings
from boardcam.sim.throws import entry

AWAY = -2.5
"""How far outside its long edge a hand waits, in pitches."""


class Stage:
    def __init__(self, layout: Layout, rng: random.Random, pace: float = 1.0, cube: bool = True) -> None:
        self.layout, self.rng, self.pace = layout, rng, pace
        self.speed = {side: rng.uniform(0.85, 1.15) for side in Side}
        self.t = 0.0
        self.spans: list[Span] = []
        self.changes: list[Change] = []
        self.checkers: list[CheckerPose] = []
        self.stacks: list[list[int]] = []
        self.dice: tuple[DiePose, ...] = ()
        self.hands: dict[Side, HandPose] = {}
        self.cube = CubePose(*layout.cube_spot(None)) if cube else None
        self.arrange(START)

    # --- what is there -------------------------------------------------------------------------------------------------------

    def arrange(self, position: Position) -> None:
        """Put the checkers there at once (before the first span, or under hands that cover the board)."""
        placed: dict[int, CheckerPose] = {}
        self.stacks = [[] for _ in range(28)]
        unused = {Side.WHITE: list(range(15)), Side.BLACK: list(range(15, 30))}
        for row, count in enumerate(self.layout.rows(position)):
            side = Side.WHITE if count > 0 else Side.BLACK
            for _ in range(abs(count)):
                index = unused[side].pop(0)
                placed[index] = self.layout.pose(side, row, [placed[i] for i in self.stacks[row]], self.rng)
                self.stacks[row].append(index)
        self.checkers = [placed[index] for index in range(30)]

    def counts(self) -> tuple[int, ...]:
        """Signed counts of the 28 rows."""
        return tuple(int(self.checkers[stack[0]].side) * len(stack) if stack else 0 for stack in self.stacks)

    # --- time ----------------------------------------------------------------------------------------------------------------

    def perform(
        self,
        seconds: float,
        hands: Sequence[Glide[HandPose]] = (),
        carried: Carried | None = None,
        rolling: Sequence[Tumble] = (),
        shifted: Glide[CubePose] | None = None,
    ) -> None:
        """A span in which these things are under way; hands not named stay where they are."""
        moved = {glide.end.side for glide in hands}
        resting = [Glide(hand, hand) for side, hand in self.hands.items() if side not in moved]
        self.spans.append(
            Span(
                start=self.t,
                end=self.t + seconds,
                checkers=tuple(self.checkers),
                counts=self.counts(),
                dice=self.dice,
                cube=None if shifted else self.cube,
                carried=carried,
                rolling=tuple(rolling),
                hands=(*hands, *resting),
                shifted=shifted,
            )
        )
        self.t += seconds
        self.hands.update({glide.end.side: glide.end for glide in hands})
        self.dice += tuple(tumble.end for tumble in rolling)
        if shifted:
            self.cube = shifted.end

    @property
    def surroundings(self) -> Surroundings:
        """As they are once all changes are over."""
        return self.changes[-1].after if self.changes else Surroundings()

    def change(
        self,
        seconds: float,
        *,
        rest: float = 0.0,
        knock: Knock | None = None,
        light: Light | None = None,
        beside: tuple[Beside, ...] | None = None,
        head: Head | None = None,
    ) -> None:
        """What is about the table changes from now on, or `rest` s after the change before is over; the game does not wait for it.

        What is not named stays, but for the head.
        """
        before = self.surroundings
        named = {"knock": knock, "light": light, "beside": beside}
        after = replace(before, head=head, **{name: value for name, value in named.items() if value is not None})  # type: ignore[arg-type]
        start = max(self.t, self.changes[-1].end + rest) if self.changes else self.t
        self.changes.append(Change(start, start + seconds, before, after))

    def wait(self, low: float, high: float) -> None:
        """Nobody moves for a while, s at pace 1."""
        self.perform(self.pace * self.rng.uniform(low, high))

    def _seconds(self, side: Side, seconds: float) -> float:
        return self.pace * self.speed[side] * seconds * self.rng.uniform(0.9, 1.1)

    # --- hands ---------------------------------------------------------------------------------------------------------------

    def reach(self, side: Side, x: float, y: float, z: float = 0.4) -> None:
        """The hand of a side goes to a spot; it comes in from its own long edge if it is not over the table yet."""
        start = self.hands.get(side) or self._away(side, x)
        end = HandPose(side, x, y, z, from_top=self.layout.at_top(side))
        way = math.dist((start.x, start.y), (x, y))
        self.perform(self._seconds(side, 0.14 + 0.035 * way), [Glide(start, end, 0.3)])

    def withdraw(self, *sides: Side) -> None:
        """Hands leave the table."""
        leaving = [self.hands[side] for side in sides if side in self.hands]
        if leaving:
            glides = [Glide(hand, self._away(hand.side, hand.x), 0.2) for hand in leaving]
            self.perform(self._seconds(leaving[0].side, 0.35), glides)
        for side in sides:
            self.hands.pop(side, None)

    def _away(self, side: Side, x: float) -> HandPose:
        middle = self.layout.board.width / 2
        return HandPose(side, middle + 0.7 * (x - middle), self.layout.edge(side, AWAY), 1.0, self.layout.at_top(side))

    # --- checkers ------------------------------------------------------------------------------------------------------------

    def carry(self, hand: Side, start: int, end: int) -> None:
        """A hand takes the last checker of one row to another row."""
        index = self.stacks[start][-1]
        taken = self.checkers[index]
        self.reach(hand, taken.x, taken.y, taken.z + 0.35)
        self.stacks[start].pop()
        target = self.layout.pose(taken.side, end, [self.checkers[i] for i in self.stacks[end]], self.rng)
        way = math.dist((taken.x, taken.y), (target.x, target.y))
        path = Glide(taken, target, self._arc(taken, target, index))
        over = Glide(self.hands[hand], replace(self.hands[hand], x=target.x, y=target.y, z=target.z + 0.35), path.arc)
        self.perform(self._seconds(hand, 0.3 + 0.05 * way), [over], carried=Carried(index, path))
        self.checkers[index] = target
        self.stacks[end].append(index)
        self.perform(self._seconds(hand, 0.12))

    def _arc(self, start: CheckerPose, end: CheckerPose, index: int) -> float:
        """Height of the way: slid along the surface if the way is free, else lifted over what lies there."""
        if start.z != end.z or start.on_edge != end.on_edge:
            return self.rng.uniform(0.7, 1.3)
        things = [(c.x, c.y) for i, c in enumerate(self.checkers) if i != index] + [(d.x, d.y) for d in self.dice]
        things += [(self.cube.x, self.cube.y)] if self.cube else []
        free = all(_gap(start, end, thing) > self.layout.measures.diameter + 0.02 for thing in things)
        return 0.0 if free and self.rng.random() < 0.7 else self.rng.uniform(0.7, 1.3)

    def set_up(self) -> None:
        """Both players set the checkers up for the next game; the table is covered meanwhile, so that it counts as a cut."""
        board = self.layout.board
        self.reach(Side.WHITE, board.width * 0.3, board.depth / 2, 0.6)
        self.reach(Side.BLACK, board.width * 0.7, board.depth / 2, 0.6)
        self.wait(0.8, 1.2)
        self.arrange(START)
        if self.cube:
            self.cube = CubePose(*self.layout.cube_spot(None))
        self.wait(0.8, 1.2)
        self.withdraw(Side.WHITE, Side.BLACK)

    # --- dice and cube -------------------------------------------------------------------------------------------------------

    def throw(self, dice: Sequence[DiePose]) -> None:
        """Dice leave the hands of their owners and come to rest as given."""
        starts = {
            side: entry(self.layout, side, dice, self.checkers, self.rng) for side in Side if any(d.side is side for d in dice)
        }
        for side, (x, y) in starts.items():
            self.reach(side, x, y, 1.4)
        tumbles = [self._tumble(die, starts[die.side]) for die in dice]
        hands = [Glide(hand, self._away(side, hand.x)) for side, hand in self.hands.items() if side in starts]
        self.perform(self.rng.uniform(0.5, 0.8), hands, rolling=tumbles)
        for side in starts:
            self.hands.pop(side)

    def _tumble(self, die: DiePose, start: tuple[float, float]) -> Tumble:
        rng = self.rng
        begin = (start[0] + rng.uniform(-0.3, 0.3), start[1] + rng.uniform(-0.3, 0.3))
        return Tumble(begin, die, tuple(rng.randint(1, 6) for _ in range(8)), rng.choice((-1, 1)) * rng.uniform(3.0, 8.0))

    def lift(self, side: Side, dice: Sequence[DiePose]) -> float:
        """A hand takes dice off the table; they are out of sight from the returned time on."""
        hand = self.hands.get(side)
        nearest = sorted(dice, key=lambda die: math.dist((die.x, die.y), (hand.x, hand.y)) if hand else abs(die.x))
        for die in nearest:
            self.reach(side, die.x, die.y, die.z + 0.25)
            self.perform(self._seconds(side, 0.12))
            self.dice = tuple(other for other in self.dice if other is not die)
        return self.t

    def move_cube(self, side: Side, x: float, y: float, value: int) -> None:
        """A hand takes the cube to a spot and turns it to a value."""
        if self.cube is None:
            raise ValueError("there is no cube on this table")
        self.reach(side, self.cube.x, self.cube.y, 0.7)
        target = CubePose(x, y, value, self.rng.uniform(-0.1, 0.1))
        over = Glide(self.hands[side], replace(self.hands[side], x=x, y=y), 0.8)
        self.perform(self._seconds(side, 0.6), [over], shifted=Glide(self.cube, target))


def _gap(start: CheckerPose, end: CheckerPose, thing: tuple[float, float]) -> float:
    """Distance of a thing from the straight way between two poses."""
    dx, dy = end.x - start.x, end.y - start.y
    length = dx * dx + dy * dy
    s = 0.0 if length == 0 else max(0.0, min(1.0, ((thing[0] - start.x) * dx + (thing[1] - start.y) * dy) / length))
    return math.dist(thing, (start.x + s * dx, start.y + s * dy))
