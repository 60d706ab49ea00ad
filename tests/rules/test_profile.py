"""Profiles: the presets of the rules, and changing single options."""

from __future__ import annotations

import pytest

from boardcam.rules.profile import PRESETS, Profile, changed, preset


def test_the_presets() -> None:
    assert list(PRESETS) == ["circle-match", "circle-free", "nardi-standard", "nardi-caucasian", "hungarian", "tournament"]
    assert all(preset(name).name == name for name in PRESETS)
    assert preset("circle-match") == Profile()


def test_an_unknown_preset_lists_those_there_are() -> None:
    with pytest.raises(ValueError, match="no profile 'galaxy'; choose one of circle-match, circle-free"):
        preset("galaxy")


COLUMNS = """
cube cube_cap finish jacoby automatic_doubles crawford first_move premature_roll moves_policy resign dice half cup lift deadline
"""
TABLE = """
circle-match     on     None koks  False 0 True  roll   void   circle offered  pairs  right True  both    roll
circle-free      on     None koks  True  1 False roll   void   circle offered  pairs  right True  both    roll
nardi-standard   on     64   koks  False 0 False loser  stands legal  actual   shared any   False either  roll
nardi-caucasian  on     64   koks  False 0 False loser  stands legal  actual   shared any   False either  roll
hungarian        match  None koks  False 0 False roll   stands legal  offered  shared any   False either  roll
tournament       on     None koks  False 0 True  roll   choice legal  offered  shared right True  either  roll-or-double
"""


@pytest.mark.parametrize("row", TABLE.split("\n")[1:-1])
def test_the_table_of_the_rules(row: str) -> None:
    name, *values = row.split()
    found = [getattr(preset(name), column) for column in COLUMNS.split()]
    assert [str(value).replace(" ", "-") for value in found] == values


def test_what_only_one_preset_has() -> None:
    assert [name for name in PRESETS if preset(name).variant == "caucasian"] == ["nardi-caucasian"]
    assert [name for name in PRESETS if not preset(name).hints] == ["tournament"]
    assert [name for name in PRESETS if preset(name).delay] == ["tournament"]
    assert [name for name in PRESETS if preset(name).turn_end == "clock"] == ["tournament"]


def test_the_cap_of_the_cube() -> None:
    assert preset("circle-match").cap(7) is None
    assert preset("nardi-standard").cap(0) == 64
    hungarian = preset("hungarian")
    assert [hungarian.cap(length) for length in (0, 1, 3, 7, 8, 9)] == [1, 1, 4, 8, 8, 16]
    assert changed(hungarian, {"cube": "off"}).cap(7) == 1
    assert changed(hungarian, {"cube": "on"}).cap(0) is None


def test_options_are_changed() -> None:
    profile = changed(preset("tournament"), {"half": "any", "cube_cap": 8, "cup": False, "name": "our club"})
    assert (profile.half, profile.cube_cap, profile.cup, profile.name) == ("any", 8, False, "our club")
    assert changed(profile, {}) == profile


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"half": "left"}, "option 'half' cannot be 'left'; it is 'right' or 'any'"),
        ({"halves": "left"}, "a profile has no option 'halves'; it has name, dice, half"),
        ({"cube_cap": "8"}, "option 'cube_cap' cannot be '8'; it is 2 or 4 or 8 or 16 or 32 or 64 or none"),
        ({"cube_cap": 5}, "option 'cube_cap' cannot be 5"),
        ({"automatic_doubles": True}, "option 'automatic_doubles' cannot be True; it is 0 or 1"),
        ({"delay": "12"}, "option 'delay' cannot be '12'; it is a whole number or none"),
        ({"cup": 1}, "option 'cup' cannot be 1; it is true or false"),
        ({"name": 7}, "option 'name' cannot be 7; it is a text"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why.replace("(", "\\(")):
        changed(preset("tournament"), options)
