"""The page of the phases is the one that the table makes, and no step of a game leads where it does not say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardcam import phases
from boardcam.events import Event, Pressed
from boardcam.phases import LEADS, leads
from boardcam.referee import referee
from boardcam.referee.game import TABLE
from boardcam.referee.state import Phase, Referee
from boardcam.rules.position import Side
from boardcam.rules.profile import PRESETS, changed, preset
from tests.referee.stories import Story, opened
from tests.referee.test_any_order import EVENTS, QUICK

PAGE = Path(__file__).parents[1] / "docs" / "phases.md"
LIGHT, DARK = Side.WHITE, Side.BLACK


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == phases.page(), "python -m boardcam.phases > docs/phases.md"


def test_it_tells_every_pair_of_the_table() -> None:
    page = phases.page()
    for (phase, key), rule in TABLE.items():
        chapter = page.partition(f"## {phase.value[0].upper()}{phase.value[1:]}\n")[2].partition("\n## ")[0]
        assert phases.words(key) in chapter
        assert rule.__doc__, rule


def test_it_leads_only_by_events_of_the_table() -> None:
    assert set(LEADS) == set(Phase)
    for before, ways in LEADS.items():
        for after, keys in ways.items():
            assert after is not before
            assert {(before, key) for key in keys} <= TABLE.keys(), (before, after)


def followed(state: Referee, events: list[Event]) -> set[tuple[Phase, Phase]]:
    """Plays the events; each step must lead where the page says."""
    steps = set()
    for event in events:
        before = state.phase
        state, _ = referee.advance(state, event)
        key = event.button if isinstance(event, Pressed) else type(event)
        assert state.phase in leads(before, key), (before, key, state.phase)
        steps.add((before, state.phase))
    return steps


STORIES = {
    "turns": opened().turn(64, "24/14").turn(55, "8/3(2) 6/1*(2)"),
    "a double": opened().waits().presses("double", DARK).waits().presses("take", LIGHT).waits().turn(64, "24/14"),
    "a pass": opened().waits().presses("double", DARK).waits().presses("pass", LIGHT).waits(),
    "a resignation": opened().waits().presses("resign", DARK).waits().presses("take", LIGHT).waits(),
    "one refused": opened().waits().presses("resign", DARK).waits().presses("pass", LIGHT).waits(),
    "a turn taken back": opened().waits().presses("undo").waits(),
    "ties": Story().opens(light=4, dark=4).lifts(LIGHT).lifts(DARK).opens(light=2, dark=6),
    "started by a press": Story().presses("confirm").waits(),
}


@pytest.mark.parametrize("name", STORIES)
def test_games_go_the_ways_of_the_page(name: str) -> None:
    story = STORIES[name]
    steps = followed(referee.start(story.profile, story.length, ("Ann", "Ben")), story.events())
    assert {phase for _, phase in steps} - {Phase.SETUP}


@pytest.mark.parametrize(
    "profile", [*PRESETS.values(), changed(preset("circle-match"), {"name": "x", "first_move": "loser"})], ids=str
)
@given(events=st.lists(EVENTS, max_size=30))
@settings(deadline=None, derandomize=True, max_examples=8, phases=QUICK)
def test_no_order_of_events_leads_elsewhere(profile: object, events: list[Event]) -> None:
    followed(referee.start(profile, 3, ("Ann", "Ben")), [Pressed(0.0, "confirm"), *events])  # type: ignore[arg-type]
