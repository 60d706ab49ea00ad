"""Flashcards: what AnkiGammon 1.19 and xgid2anki 0.2 read alike."""

from __future__ import annotations

import pytest

from boardcam.coaching.flashcards import card, cards
from boardcam.rules.errors import Unreadable

BOTTOM = "XGID=a---BBC-B---bB---cbccaBB--:1:1:1:31:2:4:0:7:10"
TOP = "XGID=--bbACCBC---bB---b-cbb---A:1:-1:-1:31:4:2:0:7:10"


def test_who_is_on_roll_sits_at_the_bottom() -> None:
    assert card(BOTTOM) == BOTTOM
    assert card(TOP) == BOTTOM


def test_a_double_that_waits_is_one_letter() -> None:
    told = card("XGID=-b----E-C---eE---c-e----B-:0:0:-1:DD:2:1:0:7:10")
    assert told == "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:1:2:0:7:10"


def test_each_decision_once() -> None:
    assert cards([BOTTOM, TOP, BOTTOM]) == BOTTOM + "\n"


def test_what_is_no_id_is_said() -> None:
    with pytest.raises(Unreadable):
        card("XGID=one")
