"""Orders of the page: what they mean, who may give them, and what is wrong with one."""

from __future__ import annotations

from typing import Any

import pytest

from boardcam.events import Evidence, Pressed, Verdict
from boardcam.replay.asked import NOW, Asked
from boardcam.rules.position import Side
from boardcam.table import orders
from boardcam.table.inbox import Begin, End
from boardcam.table.scene import Scene

TOLD = (
    Verdict(1.0, 1.0, "opening", Side.WHITE, (6, 3), evidence=Evidence(rolled=1.0)),
    Verdict(4.0, 4.0, "played", Side.WHITE, (6, 3), "24/18 13/10", evidence=Evidence(rolled=1.0)),
    Verdict(9.0, 9.0, "danced", Side.BLACK, (6, 6)),
    Verdict(14.0, 14.0, "unsure", Side.WHITE, (2, 1), evidence=Evidence(rolled=11.0)),
    Verdict(15.0, 15.0, "corrected", Side.WHITE, (2, 1), "6/3", evidence=Evidence(rolled=11.0)),
)
SCENE = Scene(told=TOLD)


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ({"press": "double", "side": "light"}, Pressed(0.0, "double", Side.WHITE)),
        ({"press": "resign", "side": "dark", "value": 2}, Pressed(0.0, "resign", Side.BLACK, 2)),
        ({"put_right": {"turn": 1, "rolled": 1.0, "dice": [6, 4]}}, Asked(turn=1, dice=(6, 4))),
        ({"put_right": {"turn": 3, "rolled": 11.0, "play": ""}}, Asked(turn=3, play="")),
        ({"put_right": {"turn": "now", "dice": [5, 5]}}, Asked(turn=NOW, dice=(5, 5))),
        ({"put_right": {"turn": "now", "cube": "take"}}, Asked(turn=NOW, cube="take")),
        ({"put_right": {"ruling": 1, "roll": "void"}}, Asked(ruling=1, roll="void")),
        ({"put_right": {"undo": True}}, Asked(undo=True)),
        ({"put_right": {"undo": 3}}, Asked(undo=3)),
    ],
)
def test_what_a_player_orders(told: dict[str, Any], meant: object) -> None:
    assert orders.read(told, "player", SCENE) == meant


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ({"begin": {"length": 7}}, Begin({"length": 7})),
        ({"end": True}, End()),
        ({"put_right": {"score": [3, 2], "reason": "misread"}}, Asked(score=(3, 2), reason="misread")),
        ({"put_right": {"game": 2, "winner": "dark", "kind": 2}}, Asked(game=2, winner=Side.BLACK, kind=2)),
    ],
)
def test_what_only_the_director_orders(told: dict[str, Any], meant: object) -> None:
    assert orders.read(told, "director", SCENE) == meant
    with pytest.raises(orders.Wrong, match="only the director"):
        orders.read(told, "player", SCENE)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({}, "an order is one of"),
        ({"press": "undo", "end": True}, "an order is one of"),
        ({"press": "fly"}, "no button fly"),
        ({"press": ["undo"]}, "no button"),
        ({"press": "double", "side": "green"}, "light or dark"),
        ({"press": "double", "value": 2}, "a resignation offers"),
        ({"put_right": []}, "no order"),
        ({"put_right": {"turn": 1.5}}, "turn is a whole number"),
        ({"put_right": {"turn": 1, "dice": [6]}}, "two whole numbers"),
        ({"put_right": {"turn": 1, "dice": "63"}}, "two whole numbers"),
        ({"put_right": {"turn": 1, "play": "x" * 300}}, "a short text"),
        ({"put_right": {"turn": 1, "roll": "maybe"}}, "one of good"),
        ({"put_right": {"turn": 1, "weather": "fine"}}, "weather cannot be put right"),
        ({"put_right": {"turn": 1, "rolled": 11.0, "dice": [6, 4]}}, "changed meanwhile"),
        ({"put_right": {"turn": 2, "rolled": 1.0, "dice": [6, 4]}}, "changed meanwhile"),
    ],
)
def test_what_is_wrong_with_an_order_is_said(told: dict[str, Any], why: str) -> None:
    with pytest.raises(orders.Wrong, match=why):
        orders.read(told, "director", SCENE)


@pytest.mark.parametrize("identity", [None, 7, "short", "with space!", "x" * 65])
def test_an_order_carries_an_id(identity: object) -> None:
    with pytest.raises(orders.Wrong, match="an id"):
        orders.identity({"id": identity})


def test_ids_of_the_page_are_right() -> None:
    assert orders.identity({"id": "0123456789abcdef01234567"}) == "0123456789abcdef01234567"
