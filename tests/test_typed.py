"""What people type: options and lines."""

from __future__ import annotations

import argparse
import io
import json

import pytest

from boardcam import typed
from boardcam.rules import gnuid, xgid
from boardcam.rules.errors import Unreadable
from boardcam.rules.situation import Situation


def test_an_option_that_cannot_be_read_says_why() -> None:
    assert typed.option(int)("7") == 7
    with pytest.raises(argparse.ArgumentTypeError, match="'seven'"):
        typed.option(int)("seven")


def test_lines_hold_something_and_are_always_text() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"  one \n\n \n\xff\n"), encoding="ascii")
    assert list(typed.lines(stream)) == ["one", "\N{REPLACEMENT CHARACTER}"]
    assert list(typed.lines(io.StringIO("one\n\ntwo"))) == ["one", "two"]


def test_a_situation_in_either_writing() -> None:
    start = Situation(dice=(3, 1))
    assert typed.situation(xgid.format(start)) == start
    assert typed.situation(gnuid.format(start)).position == start.position
    with pytest.raises(Unreadable, match="neither an XGID"):
        typed.situation("8/5 6/5")


def test_a_bad_line_as_json() -> None:
    assert json.loads(typed.bad("õ", "dice", "why")) == {"input": "õ", "error": {"field": "dice", "message": "why"}}
