"""The manners of the table: when a roll counts and when a turn is over (rules 83-87 and their clarifications in §1.5).

Each question is a pure function of what lies there and of the profile; `game` decides what follows from the answer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from boardcam.events import Die
from boardcam.referee.infer import Rolls, is_read
from boardcam.referee.state import Turn
from boardcam.rules import plays
from boardcam.rules.position import Position, Side
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import Sentence, sentence

SHIFTED = 0.5
"""Pitches beyond which a die that comes to rest anew was shifted."""
LEANS, STANDS = 1.5, 3.0
"""Log-odds against a die that does not lie flat, and one that lies on a checker: they are rarer than eyes think that know nothing
of the game; of flat dice one in 600 seems to lie on a checker by so much. One that is missed for that is taken up unplayed, and so
known after all."""
DOUBT = 3.0, 4.5
"""Log-odds by which eyes may err on either."""


class Ruling(NamedTuple):
    """Why something does not count."""

    rule: str
    why: Sentence


def bad_roll(dice: Sequence[Die], roller: Side, profile: Profile) -> Ruling | None:
    """Why a roll of two dice does not count; None = it does (R83, R84). One bad die spoils both."""
    lying = _bad_lie(dice, profile)
    if lying:
        return Ruling("R84", sentence("roll again: {why}", why=lying))
    inside = [die.half is roller for die in dice]
    if profile.half == "any" or all(inside):
        return None
    if any(inside):
        return Ruling("R84", sentence("roll again: the dice do not both lie in the roller's right half"))
    return Ruling("R84", sentence("roll again: the dice do not lie in the roller's right half"))


def doubtful_roll(dice: Sequence[Die], profile: Profile) -> Ruling | None:
    """What may be wrong with a roll that counts as far as can be seen: taken up unplayed, it was rolled again for that."""
    lying = _bad_lie(dice, profile, *DOUBT)
    if not lying:
        return None
    return Ruling("R84", sentence("roll again: {why}, and the roll was taken up unplayed", why=lying))


def bad_opening(dice: Sequence[Die], profile: Profile) -> Ruling | None:
    """Why an opening roll does not count: each side's die must lie in its own half (R11); a bad one means both again (R84)."""
    lying = _bad_lie(dice, profile)
    if lying:
        return Ruling("R84", sentence("both roll again: {why}", why=lying))
    if owners(dice) is None:
        return Ruling("R11", sentence("both roll again: the two dice must lie in different halves"))
    return None


def owners(dice: Sequence[Die]) -> tuple[Die, Die] | None:
    """(light's die, dark's die) of an opening roll, by the half in which each lies; None = not one each."""
    light, dark = ([die for die in dice if die.half is side] for side in (Side.WHITE, Side.BLACK))
    return (light[0], dark[0]) if len(light) == len(dark) == 1 else None


def _bad_lie(dice: Sequence[Die], profile: Profile, leaning: float = 0.0, standing: float = 0.0) -> Sentence | None:
    """What is wrong with how dice lie, or may be, if eyes err by so much on either."""
    if any(die.on_checker + standing > STANDS for die in dice) and profile.on_checker == "void":
        return sentence("a die lies on a checker")
    if any(die.flat - leaning < -LEANS for die in dice):
        return sentence("a die does not lie flat")
    if any(die.half is None for die in dice) and profile.half == "right":
        return sentence("a die does not lie in a half of the board")
    return None


def over(lying: frozenset[int], lifted: frozenset[int], profile: Profile) -> bool:
    """Whether a turn is over now that these of its dice are lifted (R85, §1.5: either or both; where touching them ends it, the
    first that moves)."""
    gone = lying & lifted
    return gone == lying if profile.lift == "both" and profile.turn_end != "touch" else bool(gone)


def touched(turn: Turn, dice: Sequence[Die], profile: Profile) -> float | None:
    """When the first of a turn's dice was shifted, where touching them ends it (§2.1); None = they lie as they came to rest."""
    if profile.turn_end != "touch":
        return None
    spots = dict(zip(turn.dice, turn.spots, strict=False))
    own = [die for die in dice if die.number in turn.lying and die.number in spots]
    shifted = [die.since for die in own if math.dist((die.x, die.y), spots[die.number]) > SHIFTED and die.since > turn.t]
    return min(shifted, default=None)


def overlaps(before: Position, side: Side, rolls: Rolls, profile: Profile) -> bool:
    """Whether the opponent of `side`, whose dice still lie there, may roll already (R86): both are bearing off without contact, or
    `side` is forced; or early rolls stand (C14)."""
    return profile.premature_roll == "stands" or racing(before) or forced(before, side, rolls, profile)


def forced(before: Position, side: Side, rolls: Rolls, profile: Profile) -> bool:
    """At most one position may follow (§1.5 on 86; a dance included). Dice that cannot be read force nothing."""
    return is_read(rolls) and plays.forced(before, side, rolls[0][0], profile.variant)


def racing(position: Position) -> bool:
    """Both sides are bearing off without contact: each has all its checkers home or off."""
    return all(not position.count(side, point) for side in Side for point in range(7, 26))


def closed_out(position: Position, side: Side) -> bool:
    """On the bar against six closed points: no roll can be played (37)."""
    shut = all(position.count(side.other, point) >= 2 for point in range(1, 7))
    return position.bar[side.index] > 0 and shut
