"""How a match is set up at the page: options as `boardcam run` has them, or a sentence on what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from boardcam import config
from boardcam.rules.profile import PRESETS, preset
from boardcam.table import wishes
from boardcam.table.scene import Look

USUAL = config.Options(config.Source("v4l", "/dev/video0"), Path("out"))


def test_what_is_not_told_is_as_usual() -> None:
    told = wishes.options({}, USUAL)
    assert (told.length, told.profile, told.names) == (7, preset("circle-match"), (None, None))
    assert (told.source, told.out) == (USUAL.source, USUAL.out)


def test_a_match_as_it_is_wished() -> None:
    told = wishes.options(
        {"players": [" Ann\n ", "Ben"], "length": 11, "profile": "tournament", "changes": {"delay": 10, "swap": True}}, USUAL
    )
    assert (told.names, told.length) == (("Ann", "Ben"), 11)
    assert (told.profile.delay, told.profile.swap, told.profile.hints) == (10, True, False)


@pytest.mark.parametrize("profile", PRESETS)
def test_every_rules_can_be_played_with_a_clock(profile: str) -> None:
    told = wishes.options({"profile": profile, "changes": {"delay": 12, "turn_end": "clock"}}, USUAL)
    assert (told.profile.delay, told.profile.turn_end) == (12, "clock")


def test_money_with_a_stake() -> None:
    told = wishes.options({"length": 0, "profile": "nardi-standard", "stake": 1, "balances": [1000, 500]}, USUAL)
    assert (told.stake, told.balances) == (1, (1000, 500))


def test_a_match_has_no_stake() -> None:
    assert wishes.options({"length": 7, "stake": 5, "balances": [1, 1]}, USUAL).balances is None


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"length": 65}, "length of the match is a whole number from 0 to 64"),
        ({"length": "7"}, "whole number"),
        ({"length": True}, "whole number"),
        ({"players": ["Ann"]}, "two players"),
        ({"players": ["Ann", "Ann"]}, "both players are called Ann"),
        ({"players": [7, "Ann"]}, "a name is a text"),
        ({"players": ["A" * 41, "Ann"]}, "too long"),
        ({"profile": "chess"}, "no rules called chess"),
        ({"changes": {"variant": "caucasian"}}, "cannot be changed"),
        ({"changes": {"delay": "slow"}}, "delay"),
        ({"length": 0, "stake": 0}, "stake"),
        ({"length": 0, "profile": "nardi-standard", "stake": 10, "balances": [100, 100]}, "does not cover"),
        ({"length": 0, "balances": [1]}, "two players"),
    ],
)
def test_what_is_wrong_is_said(told: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        wishes.options(told, USUAL)


def test_how_it_is_shown() -> None:
    assert wishes.look({"language": "et", "turned": True, "mirrored": None}) == Look("et", True, None)
    assert wishes.look({"language": "tlh", "turned": "yes"}) == Look()


def test_a_match_keeps_no_more_pictures_than_its_table() -> None:
    from dataclasses import replace

    found = {(table, wish): wishes.options({"pictures": wish}, replace(USUAL, pictures=table)).pictures
             for table in wishes.LESS for wish in (None, *wishes.LESS)}  # fmt: skip
    assert found == {
        ("all", None): "all", ("all", "all"): "all", ("all", "dice"): "dice", ("all", "none"): "none",
        ("dice", None): "dice", ("dice", "all"): "dice", ("dice", "dice"): "dice", ("dice", "none"): "none",
        ("none", None): "none", ("none", "all"): "none", ("none", "dice"): "none", ("none", "none"): "none",
    }  # fmt: skip
    with pytest.raises(ValueError, match="pictures is one of all, dice, none"):
        wishes.options({"pictures": "some"}, USUAL)


def test_cap_and_worth_of_a_game_can_be_wished() -> None:
    told = wishes.options({"length": 0, "profile": "circle-free", "changes": {"cube_cap": 4, "finish": "mars"}}, USUAL)
    assert (told.profile.cube_cap, told.profile.finish) == (4, "mars")
