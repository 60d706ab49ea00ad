"""The opening dice are misread, and so it is taken for the other side's turn: the play tells, and the players say the rest."""

from __future__ import annotations

import pytest

from boardcam.rules.position import Side
from tests.referee.stories import Story
from tests.replay.kept import Kept, turns

LIGHT, DARK = Side.WHITE, Side.BLACK
LATER = ["played dark 64: 24/14 (R85)", "played light 61: 13/7 8/7 (R85)"]


def begun(play: str, light: int, dark: int) -> Story:
    """Light begins, whatever the opening dice are taken for; then dark plays 64 and light 61."""
    story = Story().opens(light, dark)
    story.side = LIGHT
    story.plays(play, LIGHT).lifts(LIGHT, 1).lifts(DARK, 1)
    return story.turn(64, "24/14").turn(61, "13/7 8/7")


@pytest.mark.parametrize(
    ("read", "rolled", "play", "told"),
    [((1, 3), (3, 1), "8/5 6/5", "unsure light 31"), ((2, 3), (5, 3), "13/8 13/10", "unsure light")],
)
def test_who_has_begun_is_seen_by_what_is_played(read: tuple[int, int], rolled: tuple[int, int], play: str, told: str) -> None:
    journal = Kept(begun(play, *read))
    assert turns(journal.fold()) == [told, *LATER]
    high, low = rolled
    said = journal.put_right(turn=1, dice=rolled)
    assert turns(said.after) == [f"played light {high}{low}: {play} (R85)", *LATER]
    assert said.after.state.starter is LIGHT


def test_what_neither_side_can_have_played_is_no_beginning() -> None:
    story = Story().opens(1, 3).becomes(Story().plays("24/20 13/9 13/8", LIGHT).position).lifts(DARK, 1)
    assert [verdict.kind for verdict in story.said()][:1] == ["opening"]
    assert not [verdict for verdict in story.said()[1:] if verdict.kind == "opening"]
