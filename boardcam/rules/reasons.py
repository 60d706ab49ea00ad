"""Why a shown position is no legal play: the checks, in their order, each with the rule and a sentence for the players.

A check returns None where its rule is kept; the last one always answers, for a position that is not legal. Points in the sentences
are numbered as the mover numbers them.
"""

from __future__ import annotations

from collections.abc import Callable

from boardcam.rules.case import Case
from boardcam.rules.pairing import pairs
from boardcam.rules.play import BAR, OFF, Play, place
from boardcam.rules.plays import legal_plays, moves

Reason = tuple[str, str]
"""Rule and sentence."""


def _missing(case: Case) -> Reason | None:
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


def _struck(case: Case, point: int) -> Reason:
    return "R30", f"{case.side.other.colour}'s checker on point {point} was hit and must be on the bar"


def _idle(case: Case) -> Reason | None:
    """Nothing was played although something could be."""
    if case.shown != case.before:
        return None
    return "R22", f"passing is not allowed: {case.nearest[1]} was possible with {case.said}"


def _dance(case: Case) -> Reason | None:
    """Something was played although nothing could be."""
    if case.legal or case.own == case.own_shown:
        return None
    if case.own[BAR]:
        return "R34", f"no checker can enter with {case.said}: the turn is lost"
    return "R27", f"no checker can be played with {case.said}: everything stays where it was"


def _roll(case: Case) -> Reason | None:
    """The checkers went back, or by other numbers than those of the roll."""
    if case.way:
        return None
    moved, odd = pairs(case.own, case.own_shown, case.dice)
    for start, end in moved:
        if start < end:
            return "R9", f"a checker went back from {place(start)} to {place(end)}: checkers move towards their own home only"
    if len(moved) > len(case.dice):
        return "R17", f"{len(moved)} checkers were moved; {case.said} moves {len(case.dice)} at most"
    return "R17", _odd(case, *odd[0])


def _odd(case: Case, start: int, end: int) -> str:
    """The sentence for a checker whose way the roll does not explain."""
    pips, way = start - end, f"{place(start)}/{place(end)}"
    if pips > 6:
        return f"{way} is {pips} pips, the roll was {case.said}"
    another = "another" if pips in case.roll else "a"
    return f"{way} needs {another} {pips}{' or more' if end == OFF and pips < 6 else ''}, the roll was {case.said}"


def _breach(case: Case) -> Reason | None:
    """The numbers are right, but a move breaks a rule."""
    if not case.way or not case.way.breaches:
        return None
    kind, move, die = case.way.breaches[0]
    if kind == "bar":
        return "R31", "a checker on the bar must enter first"
    if kind == "home":
        return "R38", "no checker may be borne off until all are home"
    if kind == "higher":
        return "R44", f"a {die} may not bear off from point {move.start} while a checker stands on a higher point"
    stops = sorted({move.start - die for die in case.roll if case.opp[max(move.start - die, OFF)] > 1}, reverse=True)
    return "R19", f"the way is blocked on point{'s' * (len(stops) > 1)} {' and '.join(map(str, stops))}"


def _theirs(case: Case) -> Reason | None:
    """The opponent's checkers are not where they must be."""
    due = case.way.opp if case.way else case.opp
    if due == case.opp_shown:
        return None
    if case.opp_shown[BAR] < due[BAR] > case.opp[BAR]:
        point = next(p for p in range(1, 25) if due[p] < case.opp[p])
        return _struck(case, point)
    point = next(p for p in range(25, -1, -1) if case.opp_shown[p] < due[p])
    return "R30", f"{case.side.other.colour}'s checker {_on(point)} was moved without being hit"


def _hidden(case: Case) -> Reason | None:
    """The Caucasian ban: only that makes it illegal."""
    if case.variant == "standard":
        return None
    full = len(case.way.moves) >= len(case.nearest[1].moves) if case.way and case.doublet else False
    if not full and case.shown not in legal_plays(case.before, case.side, case.roll):
        return None
    return "R88", "a checker that hit in its own home may not be put on another checker in the same turn"


def _unplayed(case: Case) -> Reason:
    """More could be played, or another number: all that is left."""
    left, play, doublet = case.way.left if case.way else (), case.nearest[1], case.doublet
    for die in sorted(set(left), reverse=True):
        for position, move in moves(case.shown, case.side, die).items():
            if position in case.legal:
                which = f"another {die}" if doublet else f"the {die}"
                return "R26" if doublet else "R23", f"{which} had to be played: {Play((move,))} was possible"
    if len(play.moves) == 1:
        return "R25", f"only one of the dice can be played, and it must be the {case.roll[0]}: {play}"
    return "R26" if doublet else "R23", f"{'more' if doublet else 'both dice'} had to be played: {play} was possible"


def _on(point: int) -> str:
    return {BAR: "on the bar", OFF: "in the tray"}.get(point, f"on point {point}")


def _checkers(n: int) -> str:
    return f"{n} checker{'' if n == 1 else 's'}"


CHECKS: tuple[Callable[[Case], Reason | None], ...] = (
    _missing, _idle, _dance, _roll, _breach, _theirs, _hidden, _unplayed,
)  # fmt: skip
"""The reasons in the order in which they are looked for; the last always holds."""
