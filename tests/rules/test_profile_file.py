"""Profiles as TOML files, and the list of options."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.rules.errors import Unreadable
from boardcam.rules.options import OPTIONS, PURPOSES, choices, toml
from boardcam.rules.profile import PRESETS, Profile, changed, preset
from boardcam.rules.profile_file import EXCLUSIONS, format, parse, played_by
from tests.rules.corpus import properties


def test_a_file_changes_a_preset() -> None:
    """Each option of §1.3 to §1.5 by its name."""
    told = parse('base = "circle-free"\nname = "Thursdays"\nautomatic_doubles = 0\ncube_cap = 8\njacoby = false')
    assert told == replace(preset("circle-free"), name="Thursdays", automatic_doubles=0, cube_cap=8, jacoby=False)


def test_what_a_file_leaves_out_is_as_in_the_circle_match() -> None:
    assert parse("") == preset("circle-match")
    assert parse("\ufeff# nothing\r\nhalf = 'right'\r\n") == preset("circle-match")
    assert parse("half = 'any'") == replace(preset("circle-match"), name="circle-match, changed", half="any")


def test_none_is_a_word() -> None:
    assert parse('base = "nardi-standard"\nname = "x"\ncube_cap = "none"\nstake_cover = false').cube_cap is None
    assert parse('base = "tournament"\nname = "none"\nturn_end = "lift"\ndelay = "none"').delay is None


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_written_and_read_back(name: str) -> None:
    assert parse(format(preset(name))) == preset(name)


def test_a_profile_of_ones_own_is_written_and_read_back() -> None:
    own = replace(preset("hungarian"), name='Õhtu "A"', lift="both")
    assert parse(format(own)) == own
    assert '\nname = "Õhtu \\"A\\""\n' in format(own)
    assert "# Lifting either die ends the turn, or only lifting both. (R85, §1.5)\nlift = " in format(own)


WRONG = [
    ("cube cap = 8", "TOML", "line 1"),
    ("cup = true\ncup = false", "TOML", "line 2"),
    ('base = "galaxy"', "base", "there is no profile 'galaxy'; choose one of circle-match"),
    ("base = 7", "base", "there is no profile '7'"),
    ("cube_kap = 8", "cube_kap", "a profile has no such option; did you mean 'cube_cap'?"),
    ("xyzzy = 8", "xyzzy", "a profile has no such option; boardcam profiles lists the options"),
    ("[cube]\ncap = 8", "cube", "option 'cube' cannot be {'cap': 8}; it is 'on' or 'off' or 'match'"),
    ("cube_cap = 5", "cube_cap", "option 'cube_cap' cannot be 5; it is 2 or 4 or 8 or 16 or 32 or 64 or none"),
    ('cup = "yes"', "cup", "option 'cup' cannot be 'yes'; it is true or false"),
    ('half = "none"', "half", "option 'half' cannot be None; it is 'right' or 'any'"),
    ("cube_cap = 8.0", "cube_cap", "option 'cube_cap' cannot be 8.0"),
    ('name = " "', "name", "a profile needs a name"),
    ('name = "tournament"', "name", "'tournament' is the name of a preset, which this is not"),
    ('base = "tournament"\nhints = true', "hints", "hints are locked in the profile 'tournament'"),
    ('turn_end = "clock"\ndelay = -1', "delay", "a delay is 0 seconds or more, not -1"),
    ('turn_end = "clock"\nreserve = -1', "reserve", "a reserve is 0 seconds a point or more, not -1"),
]


@pytest.mark.parametrize(("text", "field", "why"), WRONG)
def test_what_is_wrong_is_named(text: str, field: str, why: str) -> None:
    with pytest.raises(Unreadable) as error:
        parse(text)
    assert error.value.field == field
    assert why in error.value.message


TOGETHER = [
    ("cap_by_need = true\ncube_cap = 8", "cap_by_need and cube_cap"),
    ('cap_by_need = true\ncube = "off"', "cap_by_need and cube"),
    ('jacoby = true\ncube = "off"', "jacoby and cube"),
    ('automatic_doubles = 1\ncube = "off"', "automatic_doubles and cube"),
    ("stake_cover = true", "stake_cover and cube_cap"),
    ('chouette = true\ncube = "match"', "chouette and cube"),
    ('cubes = "each"', "cubes and chouette"),
    ("delay = 12", "delay and turn_end"),
]


@pytest.mark.parametrize(("text", "field"), TOGETHER)
def test_what_excludes_each_other_is_refused(text: str, field: str) -> None:
    with pytest.raises(Unreadable, match=r"these exclude each other: .*: write ") as error:
        parse(text)
    assert error.value.field == field


def test_every_exclusion_is_tried_and_no_preset_is_excluded() -> None:
    assert [" and ".join(exclusion.options) for exclusion in EXCLUSIONS] == [field for _, field in TOGETHER]
    assert not any(exclusion.broken(profile) for exclusion in EXCLUSIONS for profile in PRESETS.values())


def test_every_option_has_its_sentence_and_its_rule() -> None:
    assert list(OPTIONS) == [field.name for field in fields(Profile)][1:]
    assert list(PURPOSES) == list(PRESETS)
    for rule, why in OPTIONS.values():
        assert rule[0] in "RC§"
        assert why.endswith(".")


def test_a_record_names_its_rules_or_writes_them_out() -> None:
    nardi = preset("nardi-standard")
    changed_for_a_match = replace(nardi, name="nardi-standard, changed", swap=True)
    assert played_by(nardi.name, None) == nardi
    assert played_by(changed_for_a_match.name, format(changed_for_a_match)) == changed_for_a_match
    assert played_by(nardi.name, "no profile") == nardi
    assert played_by("of another program", None) is None


def test_values_are_spelled_as_in_a_file() -> None:
    assert choices("half") == ('"right"', '"any"')
    assert choices("cup") == ("true", "false")
    assert choices("cube_cap") == ("2", "4", "8", "16", "32", "64", '"none"')
    assert choices("delay") == ("a whole number", '"none"')
    assert (toml(True), toml(0), toml(None), toml('a"b')) == ("true", "0", '"none"', '"a\\"b"')


options = st.sampled_from([(name, value) for name in OPTIONS for value in choices(name) if name not in ("delay", "hints")])


@properties
@given(st.sampled_from(list(PRESETS)), st.lists(options, max_size=6).map(dict))
def test_any_mixture_is_read_as_it_is_written_or_refused(base: str, told: dict[str, str]) -> None:
    """Nothing is changed silently."""
    text = f'base = "{base}"\nname = "mixed"\n' + "".join(f"{name} = {value}\n" for name, value in told.items())
    values = {name: None if value == toml(None) else tomllib.loads(f"it = {value}")["it"] for name, value in told.items()}
    meant = changed(preset(base), {"name": "mixed", **values})
    if any(exclusion.broken(meant) for exclusion in EXCLUSIONS):
        with pytest.raises(Unreadable, match="exclude each other"):
            parse(text)
    else:
        assert parse(text) == meant == parse(format(meant))
