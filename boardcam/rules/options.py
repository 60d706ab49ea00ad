"""The options of a profile for people: one sentence each, marked to be translated, and the rule it comes from.

Numbers like R84 are rules of the list, C5 rows of the conflicts that it leaves open, §1.5 the clarifications that win over both.
"""

from __future__ import annotations

import json
from typing import NamedTuple, get_type_hints

from boardcam.rules.profile import Profile, leaves
from boardcam.rules.sentence import marked


class Option(NamedTuple):
    """What an option decides."""

    rule: str
    """Where it comes from: "R84", "C5"."""
    why: str
    """One sentence."""


OPTIONS = {
    "dice": Option("R1, §1.5", marked("Each player has a pair of dice, or both share one.")),
    "half": Option("R83", marked("A roll must come to rest in the roller's right half, or may lie anywhere on the board.")),
    "on_checker": Option("R84", marked("A die that lies flat on a checker makes the roll void, or counts.")),
    "cup": Option("R83", marked("Dice are rolled with a cup; players are reminded once a game at most.")),
    "turn_end": Option(
        "R85, C16", marked("A play is final when the dice are lifted, when the clock is pressed, or when the dice are touched.")
    ),
    "lift": Option("R85, §1.5", marked("Lifting either die ends the turn, or only lifting both.")),
    "premature_roll": Option(
        "R86, C14", marked("A roll before the opponent's turn has ended is void, stands, or the opponent chooses.")
    ),
    "moves_policy": Option("R87, C15", marked("An illegal play stands unless called, must be corrected, or the opponent decides.")),
    "deadline": Option(
        "R87, §1.5", marked("The time to call an illegal play ends with the next roll, or with the next roll or double.")
    ),
    "swap": Option("R7", marked("Players change seats after every game.")),
    "first_move": Option(
        "R14, C7", marked("Who starts later games: an opening roll decides, the loser of the last game, or each in turn.")
    ),
    "automatic_doubles": Option("R63", marked("How many tied opening rolls double the stake: none, or one a game.")),
    "cube": Option("R48, R55, C5", marked("The doubling cube is on, off, or on in matches only.")),
    "cube_cap": Option("R48, R53", marked("The highest value that the cube may reach.")),
    "cap_by_need": Option("C6", marked("The cube goes no higher than the smallest power of two that wins the match.")),
    "crawford": Option("R72", marked("The cube is out for one game when a player first stands one point short of the match.")),
    "jacoby": Option("R64, C8", marked("In money games gammons and backgammons count only if the cube was turned.")),
    "finish": Option("R61, C2", marked("The most a game is worth: single (oin), gammon (mars) or backgammon (koks).")),
    "bar_counts": Option("R59, C1", marked("A loser's checker on the bar makes a backgammon, as one in the winner's home does.")),
    "resign": Option("R66, C9", marked("A resignation costs what is offered and accepted, or what the loser's checkers say.")),
    "draw": Option(
        "R67, C10", marked("Who moved second has a last roll after the first player has borne off, and may draw the game.")
    ),
    "stake_cover": Option("R68", marked("A balance must cover the highest loss before a game with an active cube begins.")),
    "variant": Option(
        "R88", marked("How checkers move: standard, or Caucasian, where a hitter at home may not hide on its own checkers.")
    ),
    "chouette": Option("R73-R82", marked("Three or more play one game: the box against a team that a captain leads.")),
    "cubes": Option("C17", marked("In a chouette the team shares one cube, or each member has a cube of its own.")),
    "hints": Option("§2.1", marked("Players may ask for hints; in tournaments never.")),
    "hints_after": Option("§2.1", marked("A hint comes only when the play has been made, as a teacher would give it.")),
    "delay": Option("§2.1", marked("Seconds of the clock's delay for each turn; none = no clock.")),
    "reserve": Option(
        "§2.1", marked("Seconds on the clock for each point of the match, less half of it for each point already scored.")
    ),
    "bronstein": Option("§2.1", marked("The clock shows the delay as part of the time left (Bronstein), or apart (simple delay).")),
}
"""Every option of `Profile` but its name, in the order of its fields."""

PURPOSES = {
    "circle-match": marked("Matches by the Backgammon Circle's rules."),
    "circle-free": marked("Free play by the Backgammon Circle's rules: Jacoby, one automatic double, chouettes."),
    "nardi-standard": marked("Short nardi for stakes: capped cube, resignation by position, the loser starts."),
    "nardi-caucasian": marked("Short nardi with the Caucasian rule."),
    "hungarian": marked("Hungarian rules: the cube in matches only, capped by need, no Crawford game."),
    "tournament": marked("Tournaments with a clock: legal moves, fast rolls at the opponent's choice, hints locked."),
}
"""What each preset is for."""


def choices(name: str) -> tuple[str, ...]:
    """What an option can be, as a profile file spells it."""
    words = {bool: ("true", "false"), int: ("a whole number",), str: ("a text",), type(None): (toml(None),)}
    kinds = leaves(get_type_hints(Profile)[name])
    return tuple(word for leaf in kinds for word in (words[leaf] if isinstance(leaf, type) else (toml(leaf),)))


def toml(value: str | int | None) -> str:
    """A value as TOML writes it; None, which TOML does not have, is "none"."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return json.dumps("none" if value is None else value, ensure_ascii=False)
