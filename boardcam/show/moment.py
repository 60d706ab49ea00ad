"""A moment of a match: the board, who is to do what, and the IDs that other programs know it by."""

from __future__ import annotations

import re
from dataclasses import dataclass

from boardcam.rules import gnuid, xgid
from boardcam.rules.moments import moments
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import Game, Match
from boardcam.show import text
from boardcam.show.fitted import harmless
from boardcam.show.sheet import said


@dataclass(frozen=True, slots=True)
class Moment:
    """What was there, and what was done."""

    now: Situation
    done: str
    """In words."""

    @property
    def ids(self) -> dict[str, str]:
        return {"xgid": xgid.format(self.now), "gnubgid": gnuid.format(self.now)}


def moment(match: Match, at: str) -> Moment:
    """The moment "3.14": before number 14 of game 3 was done; one number more than there are is the end of the game. ValueError
    says which moments there are."""
    game, number = _place(match, at)
    done = said(game.actions[number - 1]) if number <= len(game.actions) else "nothing more"
    return Moment(moments(match, game)[number - 1], done)


def words(match: Match, moment: Moment) -> str:
    """The board with a line on who did what, and the IDs."""
    now, (light, dark) = moment.now, map(harmless, match.players)
    who = (light, dark)[(now.turn.other if now.offered else now.turn).index]
    ids = moment.ids
    return f"{text.board(now.position)}\nO {light}   X {dark}\n\n{who}: {moment.done}\n{ids['xgid']}\nGNUBGID {ids['gnubgid']}"


def _place(match: Match, at: str) -> tuple[Game, int]:
    found = re.fullmatch(r"(\d{1,4})\.(\d{1,5})", at)
    if not found:
        raise ValueError(f"{at!r} is no moment: say the game and the number on its sheet, like 3.14")
    games, number = len(match.games), int(found[2])
    if not 1 <= int(found[1]) <= games:
        raise ValueError(f"{at!r}: there is no game {found[1]}, the last is {games}")
    game = match.games[int(found[1]) - 1]
    if not 1 <= number <= len(game.actions) + 1:
        raise ValueError(
            f"{at!r}: game {found[1]} has the numbers 1 to {len(game.actions)}, and {len(game.actions) + 1} is its end"
        )
    return game, number
