"""Orders from the page: JSON → what the loop understands. Whatever is wrong with one is said in a sentence.

{"id": "k3…", "press": "double", "side": "light"}
{"id": "k4…", "put_right": {"turn": 12, "rolled": 65.2, "dice": [6, 3], "play": "24/18 13/10"}}
{"id": "k5…", "begin": {"players": ["Ann", "Ben"], "length": 7, "profile": "circle-match", …}}
{"id": "k6…", "end": true}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

from boardcam.events import Answer, Button, Lie, Pressed
from boardcam.replay.asked import NOW, Asked
from boardcam.rules.position import Side
from boardcam.rules.sentence import sentence
from boardcam.table.inbox import Begin, End, Said
from boardcam.table.scene import Scene, turn_numbers
from boardcam.web.access import Role, may

SIDES = {side.colour: side for side in Side}
DIRECTORS = ("score", "game")
"""What only a director puts right."""


class Wrong(ValueError):
    """An order that cannot be; a sentence for whoever gave it."""


def identity(told: Mapping[str, Any]) -> str:
    """What names an order, so that it is done once. Raises Wrong."""
    found = told.get("id")
    if not isinstance(found, str) or not re.fullmatch(r"[A-Za-z0-9_-]{8,64}", found):
        raise Wrong(sentence("an order needs an id of 8 to 64 letters and digits"))
    return found


def read(told: Mapping[str, Any], role: Role, scene: Scene) -> Said:
    """What is ordered; `scene` = what whoever orders it sees. Raises Wrong."""
    kinds = [kind for kind in ("press", "put_right", "begin", "end") if kind in told]
    if len(kinds) != 1:
        raise Wrong(sentence("an order is one of press, put_right, begin and end"))
    if kinds[0] in ("begin", "end") and not may(role, "director"):
        raise Wrong(sentence("only the director sets up and ends matches"))
    if kinds[0] == "press":
        return _press(told)
    if kinds[0] == "put_right":
        return _put_right(_object(told["put_right"]), role, scene)
    return End() if kinds[0] == "end" else Begin(dict(_object(told["begin"])))


def _press(told: Mapping[str, Any]) -> Pressed:
    button, side, value = told["press"], told.get("side"), told.get("value")
    if button not in get_args(Button):
        raise Wrong(sentence("there is no button {button}", button=str(button)))
    if value is not None and (button != "resign" or value not in (1, 2, 3)):
        raise Wrong(sentence("a resignation offers a single game, a gammon or a backgammon"))
    return Pressed(0.0, button, _side(side), value)


def _put_right(told: Mapping[str, Any], role: Role, scene: Scene) -> Asked:
    if any(name in told for name in DIRECTORS) and not may(role, "director"):
        raise Wrong(sentence("only the director puts the score and the result of a game right"))
    known = {
        "turn",
        "rolled",
        "ruling",
        "dice",
        "play",
        "side",
        "roll",
        "cube",
        "game",
        "winner",
        "kind",
        "score",
        "reason",
        "undo",
    }
    if unknown := sorted(told.keys() - known):
        raise Wrong(sentence("{name} cannot be put right", name=unknown[0]))
    return Asked(
        turn=_turn(told, scene),
        ruling=_whole(told, "ruling"),
        dice=_pair(told, "dice"),
        play=_text(told, "play"),
        side=_side(told.get("side")),
        roll=_one_of(told, "roll", get_args(Lie)),
        cube=_one_of(told, "cube", get_args(Answer)),
        game=_whole(told, "game"),
        winner=_side(told.get("winner")),
        kind=_whole(told, "kind") or 1,
        score=_pair(told, "score"),
        reason=_text(told, "reason") or "",
        undo=told.get("undo") is True or _whole(told, "undo") or False,
    )


def _turn(told: Mapping[str, Any], scene: Scene) -> int | None:
    """The number of the turn; "now" = the roll on the table. One that is another meanwhile, after a correction, is refused: what
    was meant by it is gone."""
    if told.get("turn") == "now":
        return NOW
    number, rolled = _whole(told, "turn"), told.get("rolled")
    if number is not None and isinstance(rolled, int | float):
        meant = [scene.told[n - 1].evidence.rolled for n, turn in turn_numbers(scene.told).items() if turn == number]
        if not any(t is not None and abs(t - rolled) < 0.01 for t in meant):
            raise Wrong(sentence("this turn has changed meanwhile: look again"))
    return number


def _object(told: Any) -> Mapping[str, Any]:
    if not isinstance(told, dict):
        raise Wrong(sentence("that is no order"))
    return told


def _side(told: Any) -> Side | None:
    if told is not None and told not in SIDES:
        raise Wrong(sentence("a side is light or dark"))
    return SIDES.get(told)


def _whole(told: Mapping[str, Any], name: str) -> int | None:
    value = told.get(name)
    if value is None or isinstance(value, bool):
        return None
    if not isinstance(value, int) or not 0 <= value < 100_000:
        raise Wrong(sentence("{name} is a whole number", name=name))
    return value


def _pair(told: Mapping[str, Any], name: str) -> tuple[int, int] | None:
    value = told.get(name)
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(type(one) is int and 0 <= one < 1000 for one in value):
        raise Wrong(sentence("{name} are two whole numbers", name=name))
    return value[0], value[1]


def _text(told: Mapping[str, Any], name: str) -> str | None:
    value = told.get(name)
    if value is not None and (not isinstance(value, str) or len(value) > 200):
        raise Wrong(sentence("{name} is a short text", name=name))
    return value


def _one_of(told: Mapping[str, Any], name: str, choices: tuple[Any, ...]) -> Any:
    value = told.get(name)
    if value is not None and value not in choices:
        raise Wrong(sentence("{name} is one of {choices}", name=name, choices=tuple(map(str, choices))))
    return value
