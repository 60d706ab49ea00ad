"""Evening → JSON: everything that its page shows, in the language of a viewer. Players stand in the order of the line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from boardcam.rules.chouette import Begun, Chouette, Doubled
from boardcam.rules.chouette_game import Game, Member
from boardcam.rules.cube import Refusal
from boardcam.rules.ledger import Payment, settling
from boardcam.rules.options import PURPOSES
from boardcam.rules.position import Side
from boardcam.rules.profile import preset
from boardcam.show.languages import Language
from boardcam.stakes import entries
from boardcam.stakes.evening import Evening, Last, What, after
from boardcam.table.scene import speaking

SHOWN = 100
"""Payments, the newest first."""


def rules(code: str) -> list[dict[str, Any]]:
    """By what can be played for a stake, for whoever opens an evening."""
    speech = speaking(code, None)
    return [
        {"name": name, "about": speech.text(PURPOSES[name]), "chouette": preset(name).chouette, "cover": preset(name).stake_cover,
         **entries.options(preset(name))}
        for name in entries.RULES
    ]  # fmt: skip


def sheet(evening: Evening, speech: Language) -> dict[str, Any]:
    """An evening between two entries."""
    state = evening.chouette
    return {
        "stage": stage(state),
        "stake": evening.stake,
        "profile": state.profile.name,
        "terms": speech.terms,
        "options": entries.options(state.profile) | {"draw": state.profile.draw},
        "players": [_player(evening, name) for name in (evening.line.players if evening.line else state.players)],
        "gone": [_standing(evening, name) for name in evening.gone],
        "waiting": state.waiting,
        "begin": _why(evening, Begun(Side.WHITE), speech),
        "game": None if state.game is None else _game(evening, state.game, speech),
        "last": None if evening.last is None else _last(evening.last, speech),
        "payments": _payments(state.ledger.payments[: -SHOWN - 1 : -1], speech),
        "settling": _payments(settling(_money(evening)), speech),
    }


def stage(state: Chouette) -> str:
    """The order is thrown for, a game can begin, or one is being played."""
    if state.game is not None:
        return "game"
    return "order" if state.waiting else "between"


def _money(evening: Evening) -> dict[str, int]:
    return {player: evening.stake * points for player, points in evening.chouette.ledger.balances.items()}


def _standing(evening: Evening, name: str) -> dict[str, Any]:
    ledger = evening.chouette.ledger
    return {"name": name, "points": ledger.balance(name), "won": evening.stake * ledger.balance(name),
            "purse": evening.purses.get(name), "has": evening.money(name) if name in evening.purses else None}  # fmt: skip


def _player(evening: Evening, name: str) -> dict[str, Any]:
    state, game, line = evening.chouette, evening.chouette.game, evening.line
    box, captain = (game.box, game.captain) if game else (*(line.players if line else ()), None, None)[:2]
    role = "box" if name == box else "captain" if name == captain else "team" if line else ""
    return _standing(evening, name) | {"role": role, "throws": dict(state.throws)[name]}


def _game(evening: Evening, game: Game, speech: Language) -> dict[str, Any]:
    free = [member.name for member in game.standing if _why(evening, Doubled(game.box, member.name), speech) is None]
    return {
        "side": game.side.colour,
        "box": game.box,
        "captain": game.captain,
        "each": game.each,
        "members": [_member(evening, game, member, speech) for member in game.members],
        "asked": game.asked,
        "by": None if not game.asked else "box" if game.doubler is game.side else "team",
        "box_can": _why(evening, Doubled(game.box), speech),
        "box_short": _short(evening, free, speech),
        "team_short": _short(evening, [member.name for member in game.standing], speech),
        "now_short": _short(evening, game.asked, speech),
        "paid": _payments(evening.paid, speech),
    }


def _member(evening: Evening, game: Game, member: Member, speech: Language) -> dict[str, Any]:
    name = member.name
    playing = member.state == "in" and not game.asked
    return {
        "name": name,
        "state": member.state,
        "cube": member.cube.value,
        "owner": None if member.cube.owner is None else "box" if member.cube.owner is game.side else "team",
        "agreed": name in game.agreed,
        "can": _why(evening, Doubled(name), speech) if playing else "",
        "box_can": _why(evening, Doubled(game.box, name), speech) if playing else "",
        "short": _short(evening, (name,), speech) if playing and game.each else [],
        "owes": evening.stake * sum(one.points for one in evening.paid if one.payer == name),
        "gets": evening.stake * sum(one.points for one in evening.paid if one.receiver == name),
    }  # fmt: skip


def _last(last: Last, speech: Language) -> dict[str, Any]:
    won = None if last.winner is None else "box" if last.winner is last.game.side else "team"
    return {"winner": won, "box": last.game.box, "captain": last.game.captain, "payments": _payments(last.payments, speech)}


def _payments(payments: Iterable[Payment], speech: Language) -> list[dict[str, Any]]:
    return [{"from": one.payer, "to": one.receiver, "points": one.points, "why": speech.say(one.why)} for one in payments]


def _short(evening: Evening, doubled: Iterable[str], speech: Language) -> list[str]:
    return [speech.say(refusal.why) for refusal in evening.short(tuple(doubled))]


def _why(evening: Evening, what: What, speech: Language) -> str | None:
    """Why something may not be entered; None = it may."""
    found = after(evening, what)
    return told(found, speech) if isinstance(found, Refusal) else None


def told(refusal: Refusal, speech: Language) -> str:
    """A refusal in words, with the number of its rule."""
    return f"{speech.say(refusal.why)} [{refusal.rule}]"


def offer(evening: Evening, seen: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """What the referee has seen of the game that is being played: how it ended. None = nothing yet, or it is counted."""
    game = evening.chouette.game
    if game is None or seen is None or seen["id"] == evening.seen:
        return None
    winner = None if seen["winner"] is None else "box" if seen["winner"] == game.side.colour else "team"
    return {**seen, "team": winner}
