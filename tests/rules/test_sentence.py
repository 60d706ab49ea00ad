"""A sentence is its English text and remembers how it was made."""

from __future__ import annotations

import copy
import json
import pickle

from boardcam.rules.position import Side
from boardcam.rules.sentence import Sentence, alone, counted, headed, packed, plain, sentence, unpacked

GAMMON = sentence("a gammon")
WON = counted("{side} wins {n} point: {how}", "{side} wins {n} points: {how}", 2, side=Side.WHITE, how=GAMMON)


def test_it_is_its_english_text() -> None:
    assert WON == "light wins 2 points: a gammon"
    assert json.dumps({"why": WON}) == '{"why": "light wins 2 points: a gammon"}'
    assert sentence("look at {where}", where=(sentence("the bar"), "8")) == "look at the bar, 8"
    assert counted("{n} checker", "{n} checkers", 1) == "1 checker"


def test_it_remembers_how_it_was_made() -> None:
    made = WON.made
    assert (made.template, dict(made.values)) == ("{side} wins {n} point: {how}", {"n": 2, "side": Side.WHITE, "how": GAMMON})
    assert Sentence("as it stands").made.template == ""


def test_others_follow_it() -> None:
    both = WON.then(None, sentence("so the players say")).then(sentence("{n} to go", n=1))
    assert both == "light wins 2 points: a gammon; so the players say; 1 to go"
    assert both.made.following == ("so the players say", "1 to go")
    assert WON.then() == WON


def test_names_may_hold_anything() -> None:
    assert sentence("{player} is not in the team", player="{0} {side}") == "{0} {side} is not in the team"


def test_it_can_be_kept() -> None:
    for kept in (pickle.loads(pickle.dumps(WON)), copy.deepcopy(WON)):
        assert (kept, kept.made) == (WON, WON.made)


def test_it_says_what_it_is_about() -> None:
    assert headed(sentence("lights"), WON) == "lights: light wins 2 points: a gammon"
    assert headed("pi:0", "no picture").made.values == (("head", "pi:0"), ("what", "no picture"))


def test_a_text_is_a_sentence_too() -> None:
    assert plain(WON) is WON
    said = plain("what {a library} says").then(sentence("check its wires"))
    assert said == "what {a library} says; check its wires"
    assert said.made.template


def test_it_is_said_without_what_to_do_about_it() -> None:
    told = headed("pi:0", plain("no picture").then(sentence("check its cable")))
    assert alone(told) == "pi:0: no picture"
    assert alone(WON.then(sentence("{n} to go", n=1))) == WON
    assert alone(Sentence("as it stands")) == "as it stands"


def test_it_travels_to_another_process() -> None:
    told = (
        WON, WON.then(sentence("{n} to go", n=1)), counted("{n} checker", "{n} checkers", 1), Sentence("as it stands"),
        sentence("look at {where}", where=(sentence("the bar"), "8")), headed("pi:0", plain("no {picture}")),
    )  # fmt: skip
    for one in told:
        there = unpacked(json.loads(json.dumps(packed(one))))
        assert isinstance(there, Sentence)
        assert there == one
        assert not one.made.template or there.made == one.made
