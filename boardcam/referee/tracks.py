"""Dice over time: which of the dice seen in a frame is which, which lie at rest, which were lifted.

A die rests when it has not moved for `REST` seconds. It is lifted when it was gone, while its place could be seen, for `LIFT`
seconds and so often that chance misses do not explain it. A die under a hand is not gone; a nudged one keeps its number (US rules
4.5 let dice be shifted to free points, so a slid die is no lift).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from boardcam.events import Die, DieSeen
from boardcam.referee.frozen import replace

REST = 0.3
"""s"""
LIFT = 0.2
"""s"""
UNTOUCHED = 2.0
"""s after which even a die to which no hand came is gone: what was no die, or a lift that was not seen."""
PATIENCE = 1.5
"""s for which a die at rest waits until it is known whether those that lay there before it still do."""
CLEAR, LOOK = 1.5, 0.6
"""Log-odds on flat and on a checker that need no longer look; s of such a look."""
FORGOTTEN = 0.2
"""s after which half of what was seen of how a die lies is forgotten."""
STILL = 0.2
"""A die that comes to rest stays this near to where it was, in pitches; it rolls out slowly."""
JITTER = 0.35
"""A die seen this near to where one lies is that one, in pitches (an edge is about 0.36)."""
NUDGE = 1.5
"""Farthest that a die is taken to have been nudged, in pitches."""
READ = 3.0
"""Log-likelihood by which a face that is read beats the next."""
CHANCE, HANDLED = math.log(1e-4), math.log(1e-3)
"""A die is gone when misses by chance are less likely than this; than that if a hand was there."""
WEIGHT = 4.0
"""Frames of one rest share their errors; together they count for no more than this many independent ones."""
SMALL, SMALL_SAYS = 18.0, 8.0
"""Px of edge below which a die says no more than so much against a face, however long it is looked at: its few pixels are wrong in
the same way in every frame. No more than an illegal play is unlikely by (`infer.ILLEGAL`), so that it alone never makes one."""


@dataclass(frozen=True)
class Track:
    """One die that stays where it is."""

    x: float
    y: float
    since: float
    seen: float
    """Last time it was seen, s."""
    faces: tuple[float, ...]
    """Sums over the frames."""
    flat: float
    """Means over the frames, the last ones above all: in the first it may have rolled still; likewise the next."""
    on_checker: float
    light: float
    """A sum over the frames."""
    pixels: float = 0.0
    """Its edge in the latest frame, px; 0 = not known."""
    hits: int = 1
    misses: int = 0
    number: int | None = None
    """None until it has rested."""
    gone: float | None = None
    """First time that its place was seen without it since it was last seen."""
    absent: int = 0
    """Frames since then with its place in view."""
    handled: bool = False
    """A hand was over the board, or dice were out of sight, when it was last seen or since."""

    @property
    def own(self) -> float:
        """Log-odds that it belongs to the light side's pair."""
        return self.light / self.hits

    @property
    def reading(self) -> tuple[float, ...]:
        """Log-likelihoods of the faces, the best 0."""
        weight = min(WEIGHT, 1.0 + (self.seen - self.since) / 0.1) / self.hits
        best, least = max(self.faces), -SMALL_SAYS if 0 < self.pixels < SMALL else -math.inf
        return tuple(max(weight * (face - best), least) for face in self.faces)

    @property
    def read(self) -> bool:
        """Whether one face is clearly the likeliest."""
        return sorted(self.reading)[-2] <= -READ

    @property
    def long(self) -> bool:
        """Looked at for so long that the reading will hardly change."""
        return self.seen - self.since >= LOOK

    @property
    def value(self) -> int:
        return max(range(6), key=lambda i: self.faces[i]) + 1


@dataclass(frozen=True)
class Tracks:
    """All dice now followed."""

    resting: tuple[Track, ...] = ()
    coming: tuple[Track, ...] = ()
    """Seen, not yet at rest."""
    lost: tuple[Track, ...] = ()
    """Lately lifted: one that shows up again untouched was never lifted."""
    next: int = 1


def lain(die: Die, t: float) -> Track:
    """A die that lay at rest when nobody looked any more, at time t; hands may have come since."""
    return Track(
        die.x, die.y, die.since, t, die.faces, die.flat, die.on_checker, die.light, number=die.number, handled=True
    )  # fmt: skip


def follow(
    tracks: Tracks, dice: Sequence[DieSeen], t: float, covered: Callable[[float, float], bool], hand: bool
) -> tuple[Tracks, tuple[Track, ...], tuple[Track, ...]]:
    """Take in the dice of one frame: (tracks, those that came to rest, those that were lifted)."""
    resting, left = _matched(tracks.resting, dice, t, JITTER)
    coming, left = _matched(tracks.coming, left, t, STILL)
    resting = tuple(
        replace(track, handled=hand) if track.seen == t else _missed(track, t, covered(track.x, track.y), hand) for track in resting
    )
    fresh = tuple(_track(die, t) for die in left)
    ready = tuple(track for track in coming if _is_ready(track, resting, t))
    waiting = tuple(track for track in coming + fresh if track not in ready and t - track.seen < REST)
    tracks = replace(tracks, resting=resting, coming=waiting, lost=tuple(track for track in tracks.lost if t - track.seen < 5.0))
    rested = []
    for track in ready:
        tracks, settled = _settled(tracks, track)
        rested.append(settled)
    lifted = tuple(track for track in tracks.resting if _is_lifted(track, t) and not _is_shifted(track, tracks.coming))
    lost = tracks.lost + tuple(track for track in lifted if not track.handled)
    staying = tuple(track for track in tracks.resting if track not in lifted)
    return replace(tracks, resting=staying, lost=lost), tuple(rested), lifted


def hidden(tracks: Tracks) -> Tracks:
    """Dice were not looked at, or could not be seen, in this frame."""
    return replace(tracks, resting=tuple(map(_covered, tracks.resting)))


def _matched(known: Sequence[Track], dice: Sequence[DieSeen], t: float, reach: float) -> tuple[tuple[Track, ...], list[DieSeen]]:
    """Each die to the nearest track, nearest pairs first: (tracks, dice left over)."""
    pairs = sorted((math.hypot(k.x - d.x, k.y - d.y), i, j) for i, k in enumerate(known) for j, d in enumerate(dice))
    taken: dict[int, int] = {}
    for distance, i, j in pairs:
        if distance <= reach and i not in taken and j not in taken.values():
            taken[i] = j
    found = tuple(_seen(track, dice[taken[i]], t) if i in taken else track for i, track in enumerate(known))
    return found, [die for j, die in enumerate(dice) if j not in taken.values()]


def _track(die: DieSeen, t: float) -> Track:
    return Track(die.x, die.y, t, t, die.faces, die.flat, die.on_checker, die.light, die.pixels)


def _seen(track: Track, die: DieSeen, t: float) -> Track:
    since = t - track.seen
    new = max(1.0 / (track.hits + 1), since / (since + FORGOTTEN))
    return replace(
        track, seen=t, hits=track.hits + 1, gone=None, absent=0, handled=False,
        faces=tuple(a + b for a, b in zip(track.faces, die.faces, strict=True)),
        flat=track.flat + new * (die.flat - track.flat), on_checker=track.on_checker + new * (die.on_checker - track.on_checker),
        light=track.light + die.light, pixels=die.pixels,
    )  # fmt: skip


def _missed(track: Track, t: float, covered: bool, hand: bool) -> Track:
    if covered:
        return _covered(track)
    gone = t if track.gone is None else track.gone
    return replace(track, gone=gone, absent=track.absent + 1, misses=track.misses + 1, handled=track.handled or hand)


def _covered(track: Track) -> Track:
    """Its place cannot be seen. Whether it was overlooked in the frames before that, or gone, nobody knows: they do not count."""
    return replace(track, gone=None, absent=0, misses=track.misses - track.absent, handled=True)


def _is_ready(track: Track, resting: Sequence[Track], t: float) -> bool:
    """Whether a die has rested, it is clear how it lies, and whether the others still lay there. None of it is waited for long."""
    rest = t - track.since
    gone = [other for other in resting if other.seen < track.since]
    waits = rest < PATIENCE and bool(gone) and not any(_same(other, track, NUDGE) for other in gone)
    clear = min(abs(track.flat), abs(track.on_checker)) >= CLEAR
    return track.seen == t and rest >= REST - 1e-6 and not waits and (clear or track.long)


def _is_lifted(track: Track, t: float) -> bool:
    if track.gone is None or t - track.gone < (LIFT if track.handled else UNTOUCHED) - 1e-6:
        return False
    chance = (track.misses - track.absent + 0.3) / (track.hits + track.misses - track.absent + 10)
    return track.absent * math.log(chance) < (HANDLED if track.handled else CHANCE)


def _is_shifted(track: Track, coming: Sequence[Track]) -> bool:
    """Whether a die that is gone may be one that has turned up beside its place since, and will soon have come to rest."""
    return any(other.since >= track.seen and _same(track, other, NUDGE) for other in coming)


def _settled(tracks: Tracks, track: Track) -> tuple[Tracks, Track]:
    """A die has come to rest: a new one, one that was nudged, or one that had only been overlooked."""
    nudged = [old for old in tracks.resting if old.seen <= track.since and _same(old, track, NUDGE)]
    overlooked = [old for old in tracks.lost if _same(old, track, JITTER)]
    old = min(nudged + overlooked, key=lambda old: math.hypot(old.x - track.x, old.y - track.y), default=None)
    number = old.number if old else tracks.next
    track = replace(track, number=number)
    return (
        replace(
            tracks,
            resting=(*(other for other in tracks.resting if other is not old), track),
            lost=tuple(other for other in tracks.lost if other is not old),
            next=tracks.next + (old is None),
        ),
        track,
    )


def _same(old: Track, new: Track, reach: float) -> bool:
    """Whether a die newly at rest may be an old one that shows the same face."""
    alike = old.own * new.own >= -1.0
    return alike and old.value == new.value and math.hypot(old.x - new.x, old.y - new.y) <= reach
