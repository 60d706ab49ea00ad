"""A sentence is its English text and remembers how it was made."""

from __future__ import annotations

import copy
import json
import pickle

from boardcam.rules.position import Side
from boardcam.rules.sentence import Sentence, counted, sentence

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
