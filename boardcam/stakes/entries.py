"""Entries of an evening for a stake as JSON: what the page sends, and what a line of the journal holds.

{"open": [["Ann", 100], ["Ben", null]], "stake": 5, "profile": "circle-free", "changes": {"jacoby": false}}
{"come": "Eva", "purse": 100}   {"bring": "Eva", "amount": 50}   {"leave": "Eva"}   {"throw": "Ann", "die": 5}
{"begin": "dark", "ties": 0}    {"double": "Ann", "against": null}   {"disagree": "Ben"}   {"answer": "Ann", "take": true}
{"rolled": true}   {"win": "light", "kind": 2}   {"correct": "Ann", "to": "Ben", "points": 2, "reason": "miscounted"}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from boardcam.rules import profile_file
from boardcam.rules.chouette import Answered, Begun, Corrected, Disagreed, Doubled, Joined, Left, Rolled, Threw, Won
from boardcam.rules.position import Side
from boardcam.rules.profile import Profile, changed, preset
from boardcam.rules.scoring import ONE
from boardcam.rules.sentence import Sentence, sentence
from boardcam.stakes.evening import Brought, Came, Opened, What

RULES = ("circle-free", "nardi-standard", "nardi-caucasian")
"""Profiles by which people play for a stake."""
CHANGES = ("jacoby", "automatic_doubles", "cubes", "cube_cap", "finish")
"""Options of theirs that can be chosen."""
RICHEST = 10**9
LONGEST = 40
"""Letters of a name."""
SIDES = {side.colour: side for side in Side}


def read(told: Mapping[str, Any]) -> What:
    """An entry. Raises ValueError, a sentence for whoever made it."""
    verbs = [verb for verb in READERS if verb in told]
    if len(verbs) != 1:
        raise ValueError(sentence("that is no entry"))
    return READERS[verbs[0]](told)


def _opened(told: Mapping[str, Any]) -> What:
    players = told["open"]
    if not isinstance(players, list) or not all(isinstance(one, list) and len(one) == 2 for one in players):
        raise ValueError(sentence("say who plays, and what he brings"))
    name, changes = told.get("profile", RULES[0]), told.get("changes", {})
    if name not in RULES:
        raise ValueError(sentence("there are no rules called {name}", name=str(name)))
    if not isinstance(changes, dict) or not changes.keys() <= set(CHANGES):
        raise ValueError(sentence("these rules cannot be changed so"))
    profile = changed(preset(name), changes)
    profile_file.parse(profile_file.format(profile))  # refuses options that exclude each other
    return Opened(tuple(Came(_name(one), _purse(purse)) for one, purse in players), profile, _whole(told, "stake", 1, RICHEST))


READERS: Mapping[str, Callable[[Mapping[str, Any]], What]] = {
    "open": _opened,
    "come": lambda told: Came(_name(told["come"]), _purse(told.get("purse"))),
    "bring": lambda told: Brought(_name(told["bring"]), _whole(told, "amount", 1, RICHEST)),
    "leave": lambda told: Left(_name(told["leave"])),
    "throw": lambda told: Threw(_name(told["throw"]), _whole(told, "die", 1, 6)),
    "begin": lambda told: Begun(_side(told["begin"]), _whole({"ties": 0, **told}, "ties", 0, 1)),
    "double": lambda told: Doubled(_name(told["double"]), None if told.get("against") is None else _name(told["against"])),
    "disagree": lambda told: Disagreed(_name(told["disagree"])),
    "answer": lambda told: Answered(_name(told["answer"]), _truth(told.get("take"))),
    "rolled": lambda told: Rolled(),
    "win": lambda told: Won(told["win"] and _side(told["win"]), _whole({"kind": 1, **told}, "kind", 1, 3)),
    "correct": lambda told: Corrected(
        _name(told["correct"]), _name(told.get("to")), _whole(told, "points", 1, RICHEST), _text(told.get("reason"), 200)
    ),
}  # fmt: skip


def told(what: What) -> dict[str, Any]:
    """The JSON of an entry; `read` gives the same entry again."""
    match what:
        case Opened():
            profile = {name: getattr(what.profile, name) for name in CHANGES}
            players = [[one.player, one.purse] for one in what.players]
            return {"open": players, "stake": what.stake, "profile": what.profile.name, "changes": profile}
        case Came():
            return {"come": what.player, "purse": what.purse}
        case Brought():
            return {"bring": what.player, "amount": what.amount}
        case Joined():
            return {"come": what.player}
        case Left():
            return {"leave": what.player}
        case Threw():
            return {"throw": what.player, "die": what.die}
        case Begun():
            return {"begin": what.side.colour, "ties": what.ties}
        case Doubled():
            return {"double": what.player, "against": what.against}
        case Disagreed():
            return {"disagree": what.player}
        case Answered():
            return {"answer": what.player, "take": what.take}
        case Rolled():
            return {"rolled": True}
        case Won():
            return {"win": what.winner and what.winner.colour, "kind": what.kind}
        case Corrected():
            return {"correct": what.payer, "to": what.receiver, "points": what.points, "reason": what.reason}


def said(what: What) -> Sentence:
    """An entry in words."""
    match what:
        case Opened():
            return sentence("the evening is opened, with a stake of {stake}", stake=what.stake)
        case Came() | Joined():
            return sentence("{player} joins", player=what.player)
        case Brought():
            return sentence("{player} brings {amount} more", player=what.player, amount=what.amount)
        case Left():
            return sentence("{player} leaves", player=what.player)
        case Threw():
            return sentence("{player} throws {die}", player=what.player, die=what.die)
        case Begun():
            return sentence("a game begins; the box plays {side}", side=what.side)
        case Doubled():
            return sentence("{player} wants to double", player=what.player)
        case Disagreed():
            return sentence("{player} does not want to double", player=what.player)
        case Answered():
            return sentence("{player} takes", player=what.player) if what.take else sentence("{player} drops", player=what.player)
        case Rolled():
            return sentence("the dice are rolled: no double")
        case Won():
            if what.winner is None:
                return sentence("the game is a draw")
            return sentence("{side} wins {kind}", side=what.winner, kind=ONE[what.kind])
        case Corrected():
            return sentence("the ledger is corrected: {payer} pays {receiver} {points}", payer=what.payer, receiver=what.receiver,
                            points=what.points)  # fmt: skip


def options(profile: Profile) -> dict[str, Any]:
    """What of a profile can be chosen."""
    return {name: getattr(profile, name) for name in CHANGES}


def _name(told: Any) -> str:
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in _text(told, 4 * LONGEST)).split())
    if not name:
        raise ValueError(sentence("say the name of the player"))
    if len(name) > LONGEST:
        raise ValueError(sentence("{name} is too long: {most} letters at most", name=name[:12] + "…", most=LONGEST))
    return name


def _text(told: Any, most: int) -> str:
    if not isinstance(told, str) or len(told) > most:
        raise ValueError(sentence("{name} is a short text", name=str(told)[:12]))
    return told


def _whole(told: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = told.get(name)
    if type(value) is not int or not least <= value <= most:
        what = NAMES.get(name, sentence(name))
        raise ValueError(sentence("{what} is a whole number from {least} to {most}", what=what, least=least, most=most))
    return value


NAMES = {
    "stake": sentence("the stake"), "amount": sentence("what is brought"), "die": sentence("a die"),
    "points": sentence("a payment"), "purse": sentence("a balance"),
}  # fmt: skip
"""What a number is called."""


def _purse(told: Any) -> int | None:
    return None if told is None else _whole({"purse": told}, "purse", 0, RICHEST)


def _side(told: Any) -> Side:
    if told not in SIDES:
        raise ValueError(sentence("a side is light or dark"))
    return SIDES[told]


def _truth(told: Any) -> bool:
    if not isinstance(told, bool):
        raise ValueError(sentence("that is no entry"))
    return told
