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
from boardcam.rules.sentence import Sentence, counted, marked, sentence

Reason = tuple[str, Sentence]
"""Rule and sentence."""


NEEDS = {
    (False, False): marked("{way} needs a {pips}, the roll was {roll}"),
    (False, True): marked("{way} needs a {pips} or more, the roll was {roll}"),
    (True, False): marked("{way} needs another {pips}, the roll was {roll}"),
    (True, True): marked("{way} needs another {pips} or more, the roll was {roll}"),
}
"""Of a number that is not in the roll: (is it there once, would a higher one do)."""
ANY = -1
UNHIT = {
    BAR: marked("{side}'s checker on the bar was moved without being hit"),
    OFF: marked("{side}'s checker in the tray was moved without being hit"),
    ANY: marked("{side}'s checker on point {point} was moved without being hit"),
}
"""By where it stood; ANY = on a point."""


def _missing(case: Case) -> Reason | None:
    """A side has more or fewer checkers than before."""
    struck = [p for p in range(1, 25) if case.opp[p] == 1 and case.own_shown[p]]
    if sum(case.opp_shown) < sum(case.opp) and struck and case.opp_shown[BAR] < case.opp[BAR] + len(struck):
        return _struck(case, struck[0])
    blocked = [p for p in range(1, 25) if case.opp[p] > 1 and case.own_shown[p]]
    if blocked:
        entered = blocked[0] > 18 and case.own_shown[BAR] < case.own[BAR]
        return "R33" if entered else "R21", sentence("point {point} is blocked", point=blocked[0])
    for side, was, now in ((case.side, case.own, case.own_shown), (case.side.other, case.opp, case.opp_shown)):
        if sum(was) != sum(now):
            return "R1", counted(
                "{side} had {n} checker and now shows {now}",
                "{side} had {n} checkers and now shows {now}",
                sum(was),
                side=side,
                now=sum(now),
            )
    return None


def _struck(case: Case, point: int) -> Reason:
    return "R30", sentence("{side}'s checker on point {point} was hit and must be on the bar", side=case.side.other, point=point)


def _idle(case: Case) -> Reason | None:
    """Nothing was played although something could be."""
    if case.shown != case.before:
        return None
    return "R22", sentence("passing is not allowed: {play} was possible with {roll}", play=str(case.nearest[1]), roll=case.said)


def _dance(case: Case) -> Reason | None:
    """Something was played although nothing could be."""
    if case.legal or case.own == case.own_shown:
        return None
    if case.own[BAR]:
        return "R34", sentence("no checker can enter with {roll}: the turn is lost", roll=case.said)
    return "R27", sentence("no checker can be played with {roll}: everything stays where it was", roll=case.said)


def _roll(case: Case) -> Reason | None:
    """The checkers went back, or by other numbers than those of the roll."""
    if case.way:
        return None
    moved, odd = pairs(case.own, case.own_shown, case.dice)
    for start, end in moved:
        if start < end:
            return "R9", sentence(
                "a checker went back from {start} to {end}: checkers move towards their own home only",
                start=_place(start),
                end=_place(end),
            )
    if len(moved) > len(case.dice):
        return "R17", counted(
            "{n} checker was moved; {roll} moves {most} at most",
            "{n} checkers were moved; {roll} moves {most} at most",
            len(moved),
            roll=case.said,
            most=len(case.dice),
        )
    return "R17", _odd(case, *odd[0])


def _odd(case: Case, start: int, end: int) -> Sentence:
    """The sentence for a checker whose way the roll does not explain."""
    pips, way = start - end, f"{place(start)}/{place(end)}"
    if pips > 6:
        return counted(
            "{way} is {n} pip, the roll was {roll}", "{way} is {n} pips, the roll was {roll}", pips, way=way, roll=case.said
        )
    return sentence(NEEDS[pips in case.roll, end == OFF and pips < 6], way=way, pips=pips, roll=case.said)


def _breach(case: Case) -> Reason | None:
    """The numbers are right, but a move breaks a rule."""
    if not case.way or not case.way.breaches:
        return None
    kind, move, die = case.way.breaches[0]
    if kind == "bar":
        return "R31", sentence("a checker on the bar must enter first")
    if kind == "home":
        return "R38", sentence("no checker may be borne off until all are home")
    if kind == "higher":
        return "R44", sentence(
            "a {die} may not bear off from point {point} while a checker stands on a higher point", die=die, point=move.start
        )
    stops = sorted({move.start - die for die in case.roll if case.opp[max(move.start - die, OFF)] > 1}, reverse=True)
    if len(stops) == 1:
        return "R19", sentence("the way is blocked on point {point}", point=stops[0])
    return "R19", sentence("the way is blocked on points {high} and {low}", high=stops[0], low=stops[1])


def _theirs(case: Case) -> Reason | None:
    """The opponent's checkers are not where they must be."""
    due = case.way.opp if case.way else case.opp
    if due == case.opp_shown:
        return None
    if case.opp_shown[BAR] < due[BAR] > case.opp[BAR]:
        point = next(p for p in range(1, 25) if due[p] < case.opp[p])
        return _struck(case, point)
    point = next(p for p in range(25, -1, -1) if case.opp_shown[p] < due[p])
    return "R30", sentence(UNHIT.get(point, UNHIT[ANY]), side=case.side.other, point=point)


def _hidden(case: Case) -> Reason | None:
    """The Caucasian ban: only that makes it illegal."""
    if case.variant == "standard":
        return None
    full = len(case.way.moves) >= len(case.nearest[1].moves) if case.way and case.doublet else False
    if not full and case.shown not in legal_plays(case.before, case.side, case.roll):
        return None
    return "R88", sentence("a checker that hit in its own home may not be put on another checker in the same turn")


def _unplayed(case: Case) -> Reason:
    """More could be played, or another number: all that is left."""
    left, play, doublet = case.way.left if case.way else (), case.nearest[1], case.doublet
    for die in sorted(set(left), reverse=True):
        for position, move in moves(case.shown, case.side, die).items():
            if position in case.legal:
                possible = str(Play((move,)))
                if doublet:
                    return "R26", sentence("another {die} had to be played: {play} was possible", die=die, play=possible)
                return "R23", sentence("the {die} had to be played: {play} was possible", die=die, play=possible)
    if len(play.moves) == 1:
        return "R25", sentence(
            "only one of the dice can be played, and it must be the {die}: {play}", die=case.roll[0], play=str(play)
        )
    if doublet:
        return "R26", sentence("more had to be played: {play} was possible", play=str(play))
    return "R23", sentence("both dice had to be played: {play} was possible", play=str(play))


def _place(point: int) -> str:
    return {BAR: sentence("bar"), OFF: sentence("off")}.get(point) or str(point)


CHECKS: tuple[Callable[[Case], Reason | None], ...] = (
    _missing, _idle, _dance, _roll, _breach, _theirs, _hidden, _unplayed,
)  # fmt: skip
"""The reasons in the order in which they are looked for; the last always holds."""
