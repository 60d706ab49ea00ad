"""What people type: options and lines."""

from __future__ import annotations

import argparse
import io
import json

import pytest

from boardcam import typed


def test_an_option_that_cannot_be_read_says_why() -> None:
    assert typed.option(int)("7") == 7
    with pytest.raises(argparse.ArgumentTypeError, match="'seven'"):
        typed.option(int)("seven")


def test_lines_hold_something_and_are_always_text() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"  one \n\n \n\xff\n"), encoding="ascii")
    assert list(typed.lines(stream)) == ["one", "\N{REPLACEMENT CHARACTER}"]
    assert list(typed.lines(io.StringIO("one\n\ntwo"))) == ["one", "two"]


def test_a_bad_line_as_json() -> None:
    assert json.loads(typed.bad("õ", "dice", "why")) == {"input": "õ", "error": {"field": "dice", "message": "why"}}
