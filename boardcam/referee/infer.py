"""What happened in a turn: the likeliest explanation of dice, position before and reading after.

The legal plays are the prior. Against the best of them stands what the board shows, whatever the rules say, at a price: people do
play illegally, but rarely, and eyes err. A verdict needs a margin over the next best result; without one the referee is unsure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple, overload

import numpy as np

from boardcam.events import OFF_LIGHT, Die
from boardcam.referee.reading import HIGH, Reading, rows
from boardcam.referee.shown import near_home, shown
from boardcam.rules import mover
from boardcam.rules.play import Move, Play
from boardcam.rules.plays import moves, results
from boardcam.rules.position import Position, Side

Roll = tuple[int, int]
"""Descending."""
Rolls = tuple[tuple[Roll, float], ...]
"""Rolls that the dice may show, likeliest first, with log-likelihoods (the best 0)."""

MARGIN = 3.0
"""Log-likelihood by which the best result must beat the next."""
ILLEGAL = 8.0
"""Log-odds against an illegal play, and against misreading the two places that make a legal play look like one."""
AMISS = 5.5
"""Log-odds against a number played that was not rolled: people misread their dice more often than they do anything else wrong."""
SLIP = 6.0
"""Log-odds for a slip (a die left unplayed, or a legal play of another roll) against any other illegal play."""
BACK = 4.0
"""More log-odds against a checker that went back: it is likelier that something else was taken for one."""
WIDTH = 300
"""Ways of playing the turns so far that are followed into the next one."""
SLIPS = 20
"""Slips of an unread turn that are followed into the next one."""
DOUBTED = 12.0
"""Most that the dice speak against a roll."""
SEEN = 12
"""Rows that must carry evidence before anything is decided."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One way in which a turn may have gone."""

    roll: Roll
    position: Position
    """After the turn."""
    play: Play | None
    """None = what the board shows, which no legal play explains."""
    score: float


class Result(NamedTuple):
    """What may stand after a turn by the rules. A dance leaves the position."""

    roll: Roll
    key: int
    """Of the position (`mover.key`): of many results few are looked at."""
    moves: tuple[Move, ...]
    rolled: float
    """Log-likelihood of the roll."""

    @property
    def position(self) -> Position:
        return mover.position(self.key)

    @property
    def play(self) -> Play:
        return Play(self.moves)


class Ranked(Sequence[Explanation]):
    """Legal results as explanations, likeliest first; each is made when it is looked at."""

    def __init__(self, results: Sequence[Result], scores: Sequence[float]) -> None:
        self.results, self.scores = results, scores

    def __len__(self) -> int:
        return len(self.results)

    @overload
    def __getitem__(self, nth: int) -> Explanation: ...
    @overload
    def __getitem__(self, nth: slice) -> Ranked: ...
    def __getitem__(self, nth: int | slice) -> Explanation | Ranked:
        if isinstance(nth, slice):
            return Ranked(self.results[nth], self.scores[nth])
        result = self.results[nth]
        return Explanation(result.roll, result.position, result.play, self.scores[nth])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranked) and (self.results, self.scores) == (other.results, other.scores)


def written(choices: Sequence[Explanation]) -> tuple[str, ...]:
    """The plays of legal results, in words."""
    plays = [result.play for result in choices.results] if isinstance(choices, Ranked) else [choice.play for choice in choices]
    return tuple(str(play) or "no move" for play in plays)


@dataclass(frozen=True, slots=True)
class Finding:
    """The likeliest explanation, and by how much it beats the next result."""

    best: Explanation
    margin: float
    ends: float
    """By how much it beats the next position."""
    legal: Sequence[Explanation]
    """The legal ones, likeliest first; at most 50."""
    illegal: Sequence[Explanation] = ()
    """Breaches of the rules for which the board speaks."""

    @property
    def sure(self) -> bool:
        return self.margin >= MARGIN


def rolls(dice: Sequence[Die]) -> Rolls:
    """The rolls that two dice may show. Dice that cannot be read leave all 21."""
    one, other = dice
    return _rolls(one.faces, other.faces)


@lru_cache(256)
def _rolls(one: tuple[float, ...], other: tuple[float, ...]) -> Rolls:
    first, second = ([max(face, -DOUBTED) for face in faces] for faces in (one, other))
    found = [
        (max(first[a - 1] + second[b - 1], first[b - 1] + second[a - 1]), (a, b)) for a in range(1, 7) for b in range(1, a + 1)
    ]
    top = max(found)[0]
    likely = [(score - top, roll) for score, roll in found if score - top > -DOUBTED]
    return tuple((roll, score) for score, roll in sorted(likely, key=lambda item: -item[0]))


def among(dice: Sequence[Die], odds: Sequence[float]) -> Rolls:
    """The rolls that two of these dice may show; each die has log-odds that it is one of the two."""
    found: dict[Roll, float] = {}
    for (one, its), (other, others) in combinations(zip(dice, odds, strict=True), 2):
        for roll, score in rolls((one, other)):
            found[roll] = max(found.get(roll, -np.inf), score + its + others)
    top = max(found.values())
    likely = [(roll, score - top) for roll, score in found.items() if score - top > -DOUBTED]
    return tuple(sorted(likely, key=lambda item: -item[1]))


ANY: Rolls = tuple(((a, b), 0.0) for a in range(6, 0, -1) for b in range(a, 0, -1))
"""A roll that nobody saw."""


def is_read(found: Rolls) -> bool:
    """Whether the dice alone say which roll it is."""
    return len(found) == 1 or found[1][1] <= -MARGIN


def amiss(found: Rolls, roll: Roll) -> float:
    """By how much a legal play of this roll beats the same play as an illegal one of the roll that the dice show."""
    return dict(found).get(roll, -DOUBTED) + AMISS if roll != found[0][0] else ILLEGAL


def legal(before: Position, side: Side, found: Rolls, variant: str = "standard") -> list[Result]:
    """Every legal result of the rolls."""
    return [
        Result(roll, key, moves, score)
        for roll, score in found
        for key, moves in (results(before, side, roll, variant) or {mover.key(before): ()}).items()
    ]


def find(before: Position, side: Side, found: Rolls, read: Reading, variant: str = "standard") -> Finding:
    """The likeliest explanation of what the board shows after a turn."""
    ranked = weighed(legal(before, side, found, variant), read)
    best, roll = ranked[0], found[0][0]
    against = frozenset(read.against(best.position))
    illegal = _illegal(before, side, roll, read, variant) if against else []
    wrong = [explanation for explanation in illegal if _speaks_for(explanation, best, against)]
    if best.roll != roll:  # a legal play of a misread roll, or an illegal one of that which was read
        wrong.append(Explanation(roll, best.position, None, read.score(best.position) - AMISS))
    first, *others = sorted([*ranked[:2], *wrong], key=lambda explanation: -explanation.score)
    margin = first.score - max((other.score for other in others), default=first.score - ILLEGAL)
    told = _enough(read) and (first.play is not None or is_read(found))  # nobody can break the rules with dice not seen
    elsewhere = [next((other for other in ranked if other.position != first.position), None), *wrong]
    ends = first.score - max(
        (other.score for other in elsewhere if other and other.position != first.position), default=first.score - ILLEGAL
    )
    return Finding(first, margin if told else 0.0, ends if told else 0.0, ranked[:50], wrong)


def weighed(found: Sequence[Result], read: Reading) -> Ranked:
    """Legal results with what the board says to them, likeliest first."""
    scores = np.array([result.rolled for result in found]) + read.scores_of([result.key for result in found])
    order = np.argsort(-scores, kind="stable").tolist()
    return Ranked([found[nth] for nth in order], scores[order].tolist())


def unread(
    before: Position, side: Side, found: Rolls, read: Reading, variant: str = "standard", width: int = WIDTH
) -> list[Explanation]:
    """What may stand after a turn of which the board was not read: those legal results first that come nearest to a later reading,
    with what is known without it."""
    near = weighed(legal(before, side, found, variant), read)[:width]
    starts = (Explanation(e.roll, e.position, e.play, r.rolled) for e, r in zip(near, near.results, strict=True))
    return sorted(starts, key=lambda start: -start.score)


def unread_slips(before: Position, side: Side, found: Rolls, read: Reading, variant: str = "standard") -> list[Explanation]:
    """What may stand if that turn was a slip, likewise; nobody can break the rules with dice not seen."""
    if not is_read(found):
        return []
    slips = slipped(before, side, found[0][0], variant)
    ranked = sorted(zip(read.lenient.scores_of(slips).tolist(), slips, strict=True), key=lambda slip: -slip[0])[:SLIPS]
    return [Explanation(found[0][0], mover.position(slip), None, -ILLEGAL) for _, slip in ranked]


def _illegal(before: Position, side: Side, roll: Roll, read: Reading, variant: str) -> list[Explanation]:
    """The likeliest illegal plays: the two likeliest slips if one is likelier than what the board shows else, or that. A misread
    stack must not hide them."""
    read = read.lenient
    position, score = shown(read, before)
    slips = slipped(before, side, roll, variant)
    ranked = sorted(zip(read.scores_of(slips).tolist(), slips, strict=True), key=lambda slip: -slip[0])
    if not ranked or ranked[0][0] < score - SLIP:
        return [Explanation(roll, position, None, score - ILLEGAL - BACK * _went_back(before, position, side))]
    likely = [Explanation(roll, mover.position(slip), None, said - ILLEGAL) for said, slip in ranked[:2]]
    other = Explanation(roll, position, None, score - ILLEGAL - SLIP)
    return likely if position in (slip.position for slip in likely) else [*likely, other]


@lru_cache(64)
def slipped(before: Position, side: Side, roll: Roll, variant: str = "standard") -> list[int]:
    """What people leave who slip: one die, some of a doublet or all not played, another roll, or a checker put a point too near or
    too far. No legal results among them. Keys of positions, in the order of these."""
    left = {before}
    if roll[0] == roll[1]:
        reached = {before}
        for _ in range(3):
            reached = {after for start in reached for after in moves(start, side, roll[0])}
            left |= reached
    else:
        left |= {after for die in roll for after in moves(before, side, die)}
    played = results(before, side, roll, variant)
    keys = {mover.key(position) for position in left}.union(*(results(before, side, other, variant) for other, _ in ANY))
    keys.update(slip for key, made in played.items() for slip in _beside(before, side, key, made))
    return sorted(keys.difference(played or {mover.key(before)}), key=mover.packed)


def _beside(before: Position, side: Side, key: int, made: Sequence[Move]) -> Iterator[int]:
    """The keys of a result with one checker that was moved a point off, where nothing of the other side's is in the way."""
    starts = {move.start for move in made}
    for move in made:
        for end in (move.end - 1, move.end + 1):
            if not move.hit and move.end not in starts and 1 <= end < move.start and not before.count(side.other, 25 - end):
                yield mover.slid(key, side, move.end, end)


def credible(before: Position, found: Explanation, side: Side) -> bool:
    """Whether a side may have done this in one turn, legally or not: it moves one checker more than the roll allows at most, and of
    the other's those that it hits; it bears none of them off."""
    own = [a - b for a, b in zip(_held(before, side), _held(found.position, side), strict=True)]
    other = [a - b for a, b in zip(_held(before, side.other)[:24], _held(found.position, side.other)[:24], strict=True)]
    most = 5 if found.roll[0] == found.roll[1] else 3
    none_off = found.position.off[side.other.index] <= before.off[side.other.index]
    return sum(n for n in own if n > 0) <= most and min(other) >= 0 and none_off


def _went_back(before: Position, after: Position, side: Side) -> bool:
    """Whether no moves forward lead from one position to the other: from some point on a side has more checkers than before."""
    more = accumulate(after.count(side, point) - before.count(side, point) for point in range(25, -1, -1))
    return max(more) > 0


def _held(position: Position, side: Side) -> list[int]:
    """Checkers of a side on the 24 points and on the bar."""
    return [max(n * side, 0) for n in position.points] + [position.bar[side.index]]


def _speaks_for(seen: Explanation, best: Explanation, against: Set[int]) -> bool:
    """Whether an illegal play has positive evidence: one of the places `against` the best legal one differs from it."""
    differ = {row for row, (a, b) in enumerate(zip(rows(seen.position), rows(best.position), strict=True)) if a != b}
    return not against.isdisjoint(differ)


def _enough(read: Reading) -> bool:
    """Whether so much of the board is seen that anything can be decided."""
    return int(np.count_nonzero(read.scores.any(1))) >= SEEN


# --- turns in a row ------------------------------------------------------------------------------------------------------------

FEW = 3
"""Ways of playing the turns so far of which the next may be illegal."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The likeliest explanation of turns in a row of which only the end was seen."""

    plays: tuple[Explanation, ...]
    """One for each turn."""
    margins: tuple[float, ...]
    """For each turn, over the next way in which it is another roll, or begins or ends in another position."""
    ends: float
    """Over the next position at the end."""
    apart: float
    """Over the next one that differs by more than a checker that lies on a high stack or is off."""


def find_chain(
    starts: Sequence[Explanation],
    turns: Sequence[tuple[Side, Rolls]],
    read: Reading,
    variant: str = "standard",
    width: int = WIDTH,
) -> Chain:
    """Explain the turns that followed one of `starts`, by the board after the last of them. The last may break the rules, if the
    board denies that it kept them, and its dice are read.

    Of the ways through turns that nobody saw those `width` are followed that come nearest to the board at the end.
    """
    paths: list[Path] = [((start,), start.score) for start in starts[:width]]
    for nth, (side, found) in enumerate(turns, 2):
        last = nth == len(turns) + 1
        grown = [step for path in paths for step in _grown(path, side, found, read, variant, 3 if last else width)]
        grown.sort(key=lambda step: -step[2])
        wrong = _broken(paths, [plays for plays, _, _ in grown[:FEW]], side, found, read, variant) if last else []
        paths = [*wrong, *((plays, seen if last else score) for plays, score, seen in grown[:width])]
    paths.sort(key=lambda path: -path[1])
    plays, told = paths[0][0], _enough(read)
    margins = (_over(paths, nth, read) if told else 0.0 for nth in range(len(plays)))
    ends = [(_ahead(paths[0], path, read), path[0][-1].position) for path in paths if path[0][-1].position != plays[-1].position]
    apart = min((ahead for ahead, other in ends if not _akin(plays[-1].position, other)), default=ILLEGAL)
    return Chain(plays, tuple(margins), min((ahead for ahead, _ in ends), default=ILLEGAL), apart)


def _broken(
    before: Sequence[Path], likely: Sequence[tuple[Explanation, ...]], side: Side, found: Rolls, read: Reading, variant: str
) -> list[Path]:
    """The ways before the last turn, those that may best have led to the board, with that turn as a breach of the rules; none where
    a legal one explains the board."""
    if not is_read(found) or not read.against(likely[0][-1].position):
        return []
    led = {id(before[0]): before[0], **{id(path): path for plays in likely for path in before if path[0] == plays[:-1]}}
    return [
        ((*plays, breach), score + breach.score)
        for plays, score in led.values()
        for breach in _illegal(plays[-1].position, side, found[0][0], read, variant)
        if credible(plays[-1].position, breach, side)
    ]


def _over(paths: Sequence[Path], nth: int, read: Reading) -> float:
    """By how much the first path beats those in which the nth turn is another."""
    first = paths[0]
    return min((_ahead(first, path, read) for path in paths if _part(path[0], nth) != _part(first[0], nth)), default=ILLEGAL)


def _ahead(first: Path, other: Path, read: Reading) -> float:
    """By how much one way through turns beats another. A high stack is misread alike each time it is seen: of such only the last
    look counts."""
    ahead, ends = first[1] - other[1], (first[0][-1].position, other[0][-1].position)
    return min(ahead, read.score(ends[0]) - read.score(ends[1])) if ahead >= MARGIN and _akin(*ends) else ahead


def _akin(one: Position, other: Position) -> bool:
    """Whether two positions differ by nothing but a checker that lies on a high stack or is off."""
    differ = [(a, b) for a, b in zip(rows(one)[:OFF_LIGHT], rows(other), strict=False) if a != b]
    return len(differ) == 1 and abs(differ[0][0] - differ[0][1]) == 1 and max(map(abs, differ[0])) >= HIGH


def countless(position: Position) -> bool:
    """Whether a side that bears off has a stack so high that a checker of it may be off instead."""
    return any(near_home(position, side) and max(_held(position, side)) >= HIGH - 1 for side in Side)


def _part(path: Sequence[Explanation], nth: int) -> tuple[tuple[Roll, Position], Position | None]:
    return (path[nth].roll, path[nth].position), path[nth - 1].position if nth else None


Path = tuple[tuple[Explanation, ...], float]


def _grown(
    path: Path, side: Side, found: Rolls, read: Reading, variant: str, most: int
) -> list[tuple[tuple[Explanation, ...], float, float]]:
    """A path with one more turn, in the ways that look likeliest: (plays, score, score with what the board says)."""
    plays, score = path
    read = read.lenient if any(play.play is None for play in plays) else read
    ranked = weighed(legal(plays[-1].position, side, found, variant), read)[:most]
    return [((*plays, e), score + result.rolled, score + e.score) for e, result in zip(ranked, ranked.results, strict=True)]
