"""The profile: which rules hold at this table, as data (rules of play §1.3-1.5).

A profile decides policy, not code paths. `preset` gives the ready-made ones, `changed` alters single options with clear errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_type_hints


@dataclass(frozen=True, slots=True)
class Profile:
    """The options of a table. Defaults are those of a match by the Backgammon Circle's rules."""

    name: str = "circle-match"

    # Dice (83, 84)
    dice: Literal["pairs", "shared"] = "pairs"
    """Each player has a pair, or both share one."""
    half: Literal["right", "any"] = "right"
    """Where a roll must come to rest: in the roller's right half, or anywhere on the board."""
    on_checker: Literal["void", "valid"] = "void"
    """A die that lies flat on a checker."""
    cup: bool = True
    """A cup is used; reminded at most once a game, never void."""

    # The turn (85-87)
    turn_end: Literal["lift", "clock", "touch"] = "lift"
    """What makes a play final: lifting the dice, pressing the clock, touching the dice."""
    lift: Literal["either", "both"] = "both"
    """How many dice must be lifted."""
    premature_roll: Literal["void", "stands", "choice"] = "void"
    """A roll before the opponent has ended his turn; contact-free and forced turns excepted where it is void (86)."""
    moves_policy: Literal["circle", "legal", "responsible"] = "circle"
    """An illegal play: stands unless called in time; must be corrected; the opponent decides."""
    deadline: Literal["roll", "roll or double"] = "roll"
    """What of the opponent's ends the time to call an illegal play."""

    # The start (7, 11-15, 63)
    swap: bool = False
    """Players change seats after every game (7)."""
    first_move: Literal["roll", "loser", "alternate"] = "roll"
    """Who starts a game after the first: the opening roll, the loser of the last game, or each in turn."""
    automatic_doubles: Literal[0, 1] = 0
    """How many tied opening rolls double the stake; one a game at most."""

    # The cube and the score (47-72)
    cube: Literal["on", "off", "match"] = "on"
    """`match`: in matches only."""
    cube_cap: Literal[2, 4, 8, 16, 32, 64] | None = None
    """Highest value of the cube; None = no limit."""
    cap_by_need: bool = False
    """The cap is the smallest power of two that wins the match (C6)."""
    crawford: bool = True
    jacoby: bool = False
    finish: Literal["oin", "mars", "koks"] = "koks"
    """Most that a game can be worth: single, gammon, backgammon."""
    bar_counts: bool = True
    """A checker on the bar makes a backgammon (C1)."""
    resign: Literal["offered", "actual"] = "offered"
    """A resignation is negotiated, or costs what the loser's checkers say (66)."""
    draw: bool = False
    """The second player has a last roll after the first has borne off (67)."""
    stake_cover: bool = False
    """A balance must cover the highest loss (68)."""

    variant: Literal["standard", "caucasian"] = "standard"
    chouette: bool = False
    cubes: Literal["one", "each"] = "one"
    """In a chouette: one cube for the team, or one for each of its members (C17)."""
    hints: bool = True
    """Hints may be asked for; never in a tournament."""
    hints_after: bool = False
    """A hint that is asked for comes when the play has been made, as a teacher would give it."""
    delay: int | None = None
    """Seconds of the clock's delay a turn; None = no clock."""
    reserve: int = 120
    """Seconds on the clock for each point of the match; each point already scored, by either player, takes half of it off again."""
    bronstein: bool = False
    """The clock shows the delay as part of the time left, and gives it back when the turn ends."""

    def cap(self, length: int) -> int | None:
        """Highest value of the cube in a match of this length (0 = money); None = no limit, 1 = no cube."""
        if self.cube == "off" or (self.cube == "match" and not length):
            return 1
        if self.cap_by_need and length:
            return 1 << (length - 1).bit_length()
        return self.cube_cap


_CIRCLE = Profile()
_CIRCLE_FREE = replace(_CIRCLE, name="circle-free", crawford=False, jacoby=True, automatic_doubles=1, chouette=True)
_NARDI = Profile(
    name="nardi-standard", dice="shared", half="any", cup=False, lift="either", premature_roll="stands", moves_policy="legal",
    first_move="loser", cube_cap=64, crawford=False, resign="actual", stake_cover=True,
)  # fmt: skip
_CAUCASIAN = replace(_NARDI, name="nardi-caucasian", variant="caucasian")
_HUNGARIAN = Profile(
    name="hungarian", dice="shared", half="any", cup=False, lift="either", premature_roll="stands", moves_policy="legal",
    cube="match", cap_by_need=True, crawford=False,
)  # fmt: skip
_TOURNAMENT = Profile(
    name="tournament", dice="shared", on_checker="valid", turn_end="clock", lift="either", premature_roll="choice",
    moves_policy="legal", deadline="roll or double", hints=False, delay=12,
)  # fmt: skip

PRESETS = {profile.name: profile for profile in (_CIRCLE, _CIRCLE_FREE, _NARDI, _CAUCASIAN, _HUNGARIAN, _TOURNAMENT)}
"""The ready-made profiles by name."""


def preset(name: str) -> Profile:
    """The ready-made profile of this name; ValueError lists them all if there is none."""
    if name not in PRESETS:
        raise ValueError(f"there is no profile {name!r}; choose one of {', '.join(PRESETS)}")
    return PRESETS[name]


def changed(profile: Profile, options: Mapping[str, Any]) -> Profile:
    """The profile with some options changed, as from a settings file; ValueError names a wrong option or value."""
    kinds = _kinds()
    for name, value in options.items():
        if name not in kinds:
            raise ValueError(f"a profile has no option {name!r}; it has {', '.join(field.name for field in fields(Profile))}")
        if not _fits(value, kinds[name]):
            raise ValueError(f"option {name!r} cannot be {value!r}; it is {_choices(kinds[name])}")
    return replace(profile, **options)


@cache
def _kinds() -> Mapping[str, Any]:
    return get_type_hints(Profile)


def leaves(kind: Any) -> tuple[Any, ...]:
    """What a field of this type can be, each a value or a plain type: int | None → (int, NoneType), Literal → its values."""
    if isinstance(kind, type) or not get_args(kind):
        return (kind,)
    return tuple(leaf for choice in get_args(kind) for leaf in leaves(choice))


def _fits(value: Any, kind: Any) -> bool:
    return any(
        type(value) is leaf if isinstance(leaf, type) else (type(value), value) == (type(leaf), leaf) for leaf in leaves(kind)
    )


def _choices(kind: Any) -> str:
    names = {bool: "true or false", int: "a whole number", str: "a text", type(None): "none"}
    return " or ".join(names[leaf] if isinstance(leaf, type) else repr(leaf) for leaf in leaves(kind))
