"""Situations that a judge of hints asks about by name: the bar, races, back games, bear-offs, scores, options."""

from __future__ import annotations

from typing import NamedTuple

from boardcam.coach.question import Question, asked
from boardcam.rules import xgid
from boardcam.rules.profile import preset

OPENING = "-b----E-C---eE---c-e----B-"
BLITZ = "aa---BD-B---eE---c-e----B-"
RACE = "---BCCD-C-----c----dccb---"
CLOSED = "---BCCDB-----c-----bbbbbbA"
BACK = "----BBC-B---bB---cbccbBB--"
ANCHOR = "-bBBCCB------------cccbb--"
SHORT = "-AB-BAB------------bbb-b--"
HOLDING = "----BCD-B---eB---c-dB-a-b-"
OPEN = "---BCCDB-----d-----b-bbbcA"
HIT = "a-a-BBD-B---eB---c-eA---B-"


class Named(NamedTuple):
    """A situation, by the rules of a table where they are no match's or money game's of the Circle."""

    name: str
    id: str
    profile: str | None = None

    @property
    def question(self) -> Question:
        return asked(xgid.parse(self.id), preset(self.profile) if self.profile else None)


def _at(board: str, rest: str) -> str:
    return f"XGID={board}:{rest}:10"


NAMED = (
    Named("opening 31", _at(OPENING, "0:0:1:31:0:0:0:7")),
    Named("on the bar against a closed board", _at(CLOSED, "0:0:1:61:0:0:0:0")),
    Named("a closed board, to double", _at(CLOSED, "0:0:-1:00:0:0:0:0")),
    Named("on the bar against one open point", _at(OPEN, "1:1:1:52:0:0:0:0")),
    Named("race, to play", _at(RACE, "0:0:1:52:0:0:0:0")),
    Named("race, to double", _at(RACE, "0:0:1:00:0:0:0:0")),
    Named("race, to redouble at 5 away 5 away", _at(RACE, "1:1:1:00:2:2:0:7")),
    Named("back game", _at(BACK, "0:0:1:42:0:0:0:0")),
    Named("against a back game", _at(BACK, "1:1:-1:31:0:0:0:0")),
    Named("bearing off against an anchor", _at(ANCHOR, "1:1:1:43:0:0:0:0")),
    Named("bearing off, 32", _at(SHORT, "1:1:1:32:0:0:0:0")),
    Named("bearing off, to redouble", _at(SHORT, "1:1:1:00:0:0:0:0")),
    Named("bearing off, asked to take", _at(SHORT, "0:0:1:DD:0:0:0:0")),
    Named("2 away 4 away, to double", _at(BLITZ, "0:0:1:00:3:1:0:5")),
    Named("4 away 2 away, to double", _at(BLITZ, "0:0:1:00:1:3:0:5")),
    Named("4 away 2 away, to play", _at(BLITZ, "0:0:1:61:1:3:0:5")),
    Named("Crawford, who leads", _at(HOLDING, "0:0:1:64:4:2:1:5")),
    Named("Crawford, who trails", _at(HOLDING, "0:0:1:64:2:4:1:5")),
    Named("Crawford, to double", _at(HOLDING, "0:0:1:00:2:4:1:5")),
    Named("after Crawford, who trails", _at(OPENING, "0:0:1:00:2:4:0:5")),
    Named("after Crawford, to play", _at(HOLDING, "1:-1:1:51:2:4:0:5")),
    Named("money with Jacoby, to double", _at(BLITZ, "0:0:1:00:0:0:1:0")),
    Named("money with beavers, to double", _at(HOLDING, "0:0:1:00:0:0:2:0")),
    Named("short nardi, to play", _at(HOLDING, "0:0:1:31:0:0:0:0"), "nardi-standard"),
    Named("short nardi, Caucasian, to hit at home", _at(HIT, "0:0:1:31:0:0:0:0"), "nardi-caucasian"),
)
