"""The way to every legal play, step by step: each play is reached, and nothing else is."""

from __future__ import annotations

import pytest

from boardcam.rules import xgid
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Side
from boardcam.rules.situation import Situation
from boardcam.web.steps import steps
from tests.boards import board

POSITIONS = [
    START,
    board("white bar:1 24:1 13:5 8:3 6:5; black 24:2 13:5 8:3 6:5"),
    board("white 6:1 4:2 off:12; black 24:2 13:5 8:3 6:5"),
]


@pytest.mark.parametrize("dice", ["31", "66", "11", "65", "43"])
@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("side", Side)
def test_every_legal_play_is_reached_step_by_step(position: object, side: Side, dice: str) -> None:
    told = steps(xgid.format(Situation(position=position, turn=side)), dice)  # type: ignore[arg-type]
    wanted = {play["board"] for play in told["plays"]}
    reached, ends, left = {0}, set(), [0]
    while left:
        number = left.pop()
        following = [after for _, _, after in told["moves"].get(number, ())]
        if not following:
            ends.add(number)
        left += [after for after in following if after not in reached]
        reached |= set(following)
    roll = int(dice[0]), int(dice[1])
    assert len(told["plays"]) == len(legal_plays(position, side, roll))  # type: ignore[arg-type]
    assert wanted <= reached
    assert ends <= wanted or not wanted


def test_a_hit_stands_on_the_bar() -> None:
    told = steps(
        xgid.format(Situation(position=board("white 24:2 13:5 8:3 6:5; black 24:1 20:1 13:5 8:3 6:5"), turn=Side.WHITE)), "41"
    )
    (after,) = [number for start, end, number in told["moves"][0] if (start, end) == (6, 5)]
    assert told["boards"][after]["bar"] == (0, 1)


@pytest.mark.parametrize("dice", ["", "7", "07", "123", "6 3"])
def test_what_is_no_roll_is_refused(dice: str) -> None:
    with pytest.raises(ValueError, match="no roll"):
        steps("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", dice)
