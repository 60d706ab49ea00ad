"""Plays and their notation, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given

from boardcam.rules.errors import Unreadable
from boardcam.rules.notation import find, parse
from boardcam.rules.play import Move, Play, place, written
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Side
from tests.boards import board
from tests.rules.corpus import Turn, anything, properties


@pytest.mark.parametrize(
    "text",
    ["24/18*/13", "bar/20", "8/5(2)", "6/off", "8/3(2) 6/1*(2)", "bar/20 24/23", "24/14", "13/8 13/10", "6/off(3)", "13/12*/10"],
)
def test_canonical_notation_reads_back_as_itself(text: str) -> None:
    assert str(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("25/20 6/0", "bar/20 6/off"),
        ("BAR/20 6/Off", "bar/20 6/off"),
        ("6/5 8/5", "8/5 6/5"),
        ("24/18 18/14", "24/14"),
        ("8/5 8/5", "8/5(2)"),
        ("24/18* 18/14", "24/18*/14"),
        ("6/5*(2)", "6/5*(2)"),
        ("8/7/6", "8/6"),
        ("", ""),
    ],
)
def test_usual_spellings_are_read(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("13", "'13' is no move"),
        ("8/5 x/3", "'x/3' is no move"),
        ("8/5(9)", "no move"),
        ("8/5(2", "no move"),
        ("8*/5", "no move"),
        ("8//5", "higher point to a lower"),
        ("5/8", "higher point to a lower"),
        ("26/20", "higher point to a lower"),
        ("off/3", "higher point to a lower"),
        ("6/5(4) 5/4(4) 4/3", "has 9 moves"),
    ],
)
def test_what_is_no_play_is_named(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match="play") as error:
        parse(text)
    assert why in error.value.message
    assert error.value.field == "play"


def test_moves_of_a_play() -> None:
    play = parse("24/18*/13")
    assert play == Play((Move(24, 18, hit=True), Move(18, 13)))
    assert (play.pips, play.hits) == (11, (18,))
    assert written(()) == str(Play()) == ""
    assert [place(point) for point in (25, 6, 0)] == ["bar", "6", "off"]


def test_written_plays_are_found_among_the_legal() -> None:
    legal = legal_plays(START, Side.WHITE, (6, 4))
    for text in ("24/14", "24/18 18/14", "24/14*"):
        found = find(parse(text), legal)
        assert found is not None
        assert str(legal[found]) == "24/14"
    assert find(parse("24/13"), legal) is None


def test_of_two_ways_the_hits_decide() -> None:
    legal = legal_plays(board("white 13:1 6:14; black 14:1 13:1 24:13"), Side.WHITE, (2, 1))
    for text in ("13/12*/10", "13/11*/10"):
        found = find(parse(text), legal)
        assert found is not None
        assert str(legal[found]) == text
    assert find(parse("13/10"), legal) is None


@properties
@given(anything)
def test_every_legal_play_reads_back_and_is_found(turn: Turn) -> None:
    legal = legal_plays(*turn)
    texts = [str(play) for play in legal.values()]
    assert len(set(texts)) == len(texts)
    for position, play in list(legal.items())[:20]:
        assert str(parse(str(play))) == str(play)
        assert find(parse(str(play)), legal) == position
