"""Faults: why a shown position is no legal play, in words for the players, and which legal play comes nearest.

Any position may be shown, also an impossible one. `CHECKS` is the order in which reasons are looked for; each names the rule.
Points in the sentences are numbered as the mover numbers them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from boardcam.rules import ways
from boardcam.rules.pairing import Pair, pairs
from boardcam.rules.play import BAR, OFF, Move, Play, place
from boardcam.rules.plays import carried_out, legal_plays, moves
from boardcam.rules.position import Position, Side

Reason = tuple[str, str]
"""Rule and sentence."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a position is no legal play."""

    rule: str
    """Number in the rules of play, for example "R23"."""
    why: str
    """One sentence for the players."""
    nearest: Play
    """The legal play that comes nearest; no moves if nothing may be played."""
    position: Position
    """The position after it."""


@dataclass(frozen=True)
class _Case:
    """What is judged. Counts are the mover's own and the opponent's, in the mover's numbering."""

    before: Position
    side: Side
    roll: tuple[int, int]
    """Descending."""
    shown: Position
    legal: Mapping[Position, Play]
    variant: str = "standard"

    @cached_property
    def own(self) -> tuple[int, ...]:
        return ways.counts(self.before, self.side)

    @cached_property
    def own_shown(self) -> tuple[int, ...]:
        return ways.counts(self.shown, self.side)

    @cached_property
    def opp(self) -> tuple[int, ...]:
        return ways.facing(self.before, self.side)

    @cached_property
    def opp_shown(self) -> tuple[int, ...]:
        return ways.facing(self.shown, self.side)

    @cached_property
    def way(self) -> ways.Way | None:
        """The best explanation of the mover's checkers by the roll; None = the roll does not explain them."""
        return ways.best(ways.ways(self.own, self.opp, self.own_shown, self.roll), self.opp_shown)

    @cached_property
    def nearest(self) -> tuple[Position, Play]:
        return nearest(self.shown, self.legal) or (self.before, Play())

    @property
    def dice(self) -> str:
        """The roll as players say it, "61"."""
        return f"{self.roll[0]}{self.roll[1]}"


def fault(before: Position, side: Side, roll: tuple[int, int], shown: Position, variant: str = "standard") -> Fault | None:
    """Why `shown` is no legal play of `side` with `roll` from `before`; None exactly if it is legal (a dance: unchanged).

    Never raises for a shown position; ValueError for a roll or a variant that does not exist.
    """
    legal = legal_plays(before, side, roll, variant)
    if shown in legal or (not legal and shown == before):
        return None
    case = _Case(before, side, (max(roll), min(roll)), shown, legal, variant)
    rule, why = next(reason for check in CHECKS if (reason := check(case)))
    position, play = case.nearest
    return Fault(rule, why, play, position)


def nearest(shown: Position, legal: Mapping[Position, Play]) -> tuple[Position, Play] | None:
    """The legal play whose position needs fewest checkers put right, then fewest pips; None if there is none."""
    return min(legal.items(), key=lambda item: _distance(shown, item[0]), default=None)


def apparent(before: Position, side: Side, shown: Position, roll: tuple[int, int]) -> Play | None:
    """The play, right or wrong, that leads from `before` to `shown`: by the roll if it can be, else checker by checker.

    None if no play does, as when a checker has vanished or gone back.
    """
    case = _Case(before, side, (max(roll), min(roll)), shown, {})
    if sum(case.own) != sum(case.own_shown):
        return None
    moved, _ = pairs(case.own, case.own_shown, case.roll)
    plain = Play(tuple(_marked(case, moved)))
    plays = [Play(case.way.moves)] if case.way else []
    return next((play for play in [*plays, plain] if _leads(before, side, play, shown)), None)


def _marked(case: _Case, moved: Iterable[Pair]) -> Iterator[Move]:
    """Moves of these checkers; the first to land on a blot hits it."""
    blots = {point for point in range(1, 25) if case.opp[point] == 1}
    for start, end in moved:
        yield Move(start, end, hit=end in blots)
        blots.discard(end)


def _leads(before: Position, side: Side, play: Play, shown: Position) -> bool:
    try:
        return carried_out(before, side, play) == shown
    except ValueError:
        return False


def _distance(a: Position, b: Position) -> tuple[int, int]:
    """(Checkers that stand elsewhere, counted where they are and where they should be; pips by which they do)."""
    mine = [(ways.counts(a, side), ways.counts(b, side)) for side in Side]
    wrong = sum(abs(m - n) for one, two in mine for m, n in zip(one, two, strict=True))
    return wrong, sum(abs(n) for one, two in mine for n in ways.flow(one, two))


def _missing(case: _Case) -> Reason | None:
    """A side has more or fewer checkers than before."""
    struck = [p for p in range(1, 25) if case.opp[p] == 1 and case.own_shown[p]]
    if sum(case.opp_shown) < sum(case.opp) and struck and case.opp_shown[BAR] < case.opp[BAR] + len(struck):
        return _struck(case, struck[0])
    blocked = [p for p in range(1, 25) if case.opp[p] > 1 and case.own_shown[p]]
    if blocked:
        entered = blocked[0] > 18 and case.own_shown[BAR] < case.own[BAR]
        return "R33" if entered else "R21", f"point {blocked[0]} is blocked"
    for side, was, now in ((case.side, case.own, case.own_shown), (case.side.other, case.opp, case.opp_shown)):
        if sum(was) != sum(now):
            return "R1", f"{side.colour} had {_checkers(sum(was))} and now shows {sum(now)}"
    return None


def _struck(case: _Case, point: int) -> Reason:
    return "R30", f"{case.side.other.colour}'s checker on point {point} was hit and must be on the bar"


def _idle(case: _Case) -> Reason | None:
    """Nothing was played although something could be."""
    if case.shown != case.before:
        return None
    return "R22", f"passing is not allowed: {case.nearest[1]} was possible with {case.dice}"


def _dance(case: _Case) -> Reason | None:
    """Something was played although nothing could be."""
    if case.legal or case.own == case.own_shown:
        return None
    if case.own[BAR]:
        return "R34", f"no checker can enter with {case.dice}: the turn is lost"
    return "R27", f"no checker can be played with {case.dice}: everything stays where it was"


def _roll(case: _Case) -> Reason | None:
    """The checkers went back, or by other numbers than those of the roll."""
    if case.way:
        return None
    dice = case.roll * 2 if case.roll[0] == case.roll[1] else case.roll
    moved, odd = pairs(case.own, case.own_shown, dice)
    for start, end in moved:
        if start < end:
            return "R9", f"a checker went back from {place(start)} to {place(end)}: checkers move towards their own home only"
    if len(moved) > len(dice):
        return "R17", f"{len(moved)} checkers were moved; {case.dice} moves {len(dice)} at most"
    return "R17", _odd(case, *odd[0])


def _odd(case: _Case, start: int, end: int) -> str:
    """The sentence for a checker whose way the roll does not explain."""
    pips, way = start - end, f"{place(start)}/{place(end)}"
    if pips > 6:
        return f"{way} is {pips} pips, the roll was {case.dice}"
    another = "another" if pips in case.roll else "a"
    return f"{way} needs {another} {pips}{' or more' if end == OFF and pips < 6 else ''}, the roll was {case.dice}"


def _breach(case: _Case) -> Reason | None:
    """The numbers are right, but a move breaks a rule."""
    if not case.way or not case.way.breaches:
        return None
    kind, move, die = case.way.breaches[0]
    match kind:
        case "bar":
            return "R31", "a checker on the bar must enter first"
        case "blocked":
            stops = sorted({move.start - die for die in case.roll if case.opp[max(move.start - die, OFF)] > 1}, reverse=True)
            return "R19", f"the way is blocked on point{'s' * (len(stops) > 1)} {' and '.join(map(str, stops))}"
        case "home":
            return "R38", "no checker may be borne off until all are home"
        case "higher":
            return "R44", f"a {die} may not bear off from point {move.start} while a checker stands on a higher point"


def _theirs(case: _Case) -> Reason | None:
    """The opponent's checkers are not where they must be."""
    due = case.way.opp if case.way else case.opp
    if due == case.opp_shown:
        return None
    if case.opp_shown[BAR] < due[BAR] > case.opp[BAR]:
        point = next(p for p in range(1, 25) if due[p] < case.opp[p])
        return _struck(case, point)
    point = next(p for p in range(25, -1, -1) if case.opp_shown[p] < due[p])
    return "R30", f"{case.side.other.colour}'s checker on {place(point)} was moved without being hit"


def _hidden(case: _Case) -> Reason | None:
    """The Caucasian ban: only that makes it illegal."""
    if case.variant == "standard":
        return None
    doublet = case.roll[0] == case.roll[1]
    full = len(case.way.moves) >= len(case.nearest[1].moves) if case.way and doublet else False
    if not full and case.shown not in legal_plays(case.before, case.side, case.roll):
        return None
    return "R88", "a checker that hit in its own home may not be put on another checker in the same turn"


def _unplayed(case: _Case) -> Reason:
    """More could be played, or another number: all that is left."""
    left, play, doublet = case.way.left if case.way else (), case.nearest[1], case.roll[0] == case.roll[1]
    for die in sorted(set(left), reverse=True):
        for position, move in moves(case.shown, case.side, die).items():
            if position in case.legal:
                which = f"another {die}" if doublet else f"the {die}"
                return "R26" if doublet else "R23", f"{which} had to be played: {Play((move,))} was possible"
    if doublet:
        return "R26", f"{len(play.moves)} {case.roll[0]}s had to be played: {play} was possible"
    if len(play.moves) > 1:
        return "R23", f"both dice had to be played: {play} was possible"
    return "R25", f"only one of the dice can be played, and it must be the {case.roll[0]}: {play}"


def _checkers(n: int) -> str:
    return f"{n} checker{'' if n == 1 else 's'}"


CHECKS: tuple[Callable[[_Case], Reason | None], ...] = (
    _missing, _idle, _dance, _roll, _breach, _theirs, _hidden, _unplayed,
)  # fmt: skip
"""The reasons in the order in which they are looked for; the last always holds."""
