"""The clock beside the game: whose time runs after what was pressed and ruled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.events import CameraLost, Evidence, Pressed, Verdict
from boardcam.referee import referee, timing
from boardcam.referee.state import Referee, Step
from boardcam.rules.position import Side
from boardcam.rules.profile import preset
from tests.referee.stories import Story

WHITE, BLACK = Side.WHITE, Side.BLACK
TOURNAMENT = preset("tournament")
STARTED = referee.start(TOURNAMENT, 7, ("Ann", "Ben"))


def ruled(state: Referee, *verdicts: Verdict, known: float = 0.0) -> Step:
    """The state after an event on which this was ruled."""
    return timing.kept(state, CameraLost(known, known), (replace(state, last=verdicts[-1] if verdicts else None), verdicts))


def pressed(state: Referee, t: float, button: str, side: Side | None = None) -> Step:
    return timing.kept(state, Pressed(t, button, side), (state, ()))  # type: ignore[arg-type]


def opened(side: Side = WHITE, t: float = 10.0) -> Referee:
    return ruled(STARTED, Verdict(t, t, "opening", side, (3, 1)), known=t)[0]


def test_a_match_has_the_clock_of_its_profile() -> None:
    assert STARTED.clock is not None
    assert STARTED.clock.reserve == (840, 840)
    assert referee.status(STARTED).clock == STARTED.clock
    assert referee.start(preset("circle-match"), 7, ("Ann", "Ben")).clock is None


def test_without_a_clock_nothing_is_timed() -> None:
    state = referee.start(preset("circle-match"), 7, ("Ann", "Ben"))
    step = (state, (Verdict(1, 1, "opening", WHITE, (3, 1)),))
    assert timing.kept(state, CameraLost(1, 1), step) is step


@pytest.mark.parametrize(
    ("verdict", "turn"),
    [
        (Verdict(20, 21, "played", WHITE, (3, 1), "8/5 6/5", legal=True), BLACK),
        (Verdict(20, 21, "danced", WHITE, (6, 6)), BLACK),
        (Verdict(20, 21, "illegal", WHITE, (3, 1)), BLACK),
        (Verdict(20, 21, "unsure", WHITE, (3, 1)), BLACK),
        (Verdict(20, 21, "unsure", WHITE, evidence=Evidence(before="XGID=")), BLACK),
        (Verdict(20, 21, "unsure", WHITE), WHITE),
        (Verdict(20, 21, "doubled", WHITE, legal=True), BLACK),
        (Verdict(20, 21, "doubled", WHITE, legal=False), WHITE),
        (Verdict(20, 21, "taken", BLACK), WHITE),
        (Verdict(20, 21, "void_roll", WHITE, (3, 1), rule="R84"), WHITE),
        (Verdict(20, 21, "rolled", BLACK, (3, 1)), WHITE),
        (Verdict(20, 21, "corrected", BLACK), BLACK),
        (Verdict(20, 21, "corrected", BLACK, (3, 1), "8/5 6/5"), WHITE),
        (Verdict(20, 21, "game", BLACK), None),
        (Verdict(20, 21, "game"), None),
        (Verdict(20, 21, "camera"), WHITE),
    ],
    ids=lambda value: value.kind if isinstance(value, Verdict) else "",
)
def test_whose_time_runs_after_a_ruling(verdict: Verdict, turn: Side | None) -> None:
    clock = ruled(opened(), verdict, known=21)[0].clock
    assert clock is not None
    assert clock.turn is turn
    assert clock.reserve == (840, 840)


def test_a_tie_starts_nobodys_time() -> None:
    state, _ = ruled(STARTED, Verdict(5, 5, "opening", None, (3, 3)))
    assert state.clock is not None
    assert state.clock.turn is None


def test_a_cocked_die_does_not_stop_the_clock_and_a_pause_does() -> None:
    state, _ = ruled(opened(), Verdict(40, 41, "void_roll", WHITE, (3, 1), rule="R84"), known=41)
    assert state.clock is not None
    assert state.clock.left(WHITE, 62) == 800  # since 10, less 12
    state, _ = pressed(state, 62, "pause")
    assert state.clock is not None
    assert state.clock.left(WHITE, 1000) == 800
    state, _ = pressed(state, 1000, "pause")
    assert state.clock is not None
    assert state.clock.left(WHITE, 1010) == 790


def test_a_press_and_the_ruling_on_the_same_turn_count_once() -> None:
    state, _ = pressed(opened(), 30, "clock", WHITE)
    state, _ = ruled(state, Verdict(30, 33, "played", WHITE, (3, 1), "8/5 6/5", legal=True), known=33)
    state, _ = pressed(state, 40, "clock", BLACK)
    state, _ = ruled(state, Verdict(30, 41, "unsure", WHITE, (3, 1)), known=41)
    assert state.clock is not None
    assert (state.clock.turn, state.clock.since, state.clock.reserve) == (WHITE, 40, (832, 840))


def test_a_turn_taken_back_takes_no_time_back() -> None:
    state, _ = ruled(opened(), Verdict(100, 101, "played", WHITE, (3, 1), "8/5 6/5", legal=True), known=101)
    back = timing.kept(state, Pressed(120, "undo"), (opened(), (Verdict(120, 120, "corrected", WHITE),)))[0]
    assert back.clock is not None
    assert (back.clock.turn, back.clock.reserve) == (WHITE, (762, 832))  # dark has thought for 20 s


def test_a_fallen_flag_is_told_once_and_the_last_ruling_stays() -> None:
    state, told = pressed(opened(), 861.5, "review")
    assert told == ()
    rolled = Verdict(862, 862, "rolled", WHITE, (3, 1))
    state, told = ruled(state, rolled, known=863)
    assert [(v.kind, v.side, v.t, v.t_decided, v.rule) for v in told[1:]] == [("warned", WHITE, 862, 863, "§2.1")]
    assert "light's time is up" in told[1].why
    assert state.last == told[0] == replace(rolled, clock=(0.0, 840.0))
    assert ruled(state, known=900)[1] == ()


def test_a_flag_that_falls_while_nothing_is_ruled_is_shown() -> None:
    state, told = ruled(opened(BLACK), known=1000)
    assert state.last == told[0]


def test_a_game_with_a_clock_is_timed() -> None:
    """Two turns, thought over for twenty and thirty seconds; the dice stay where they are until the other takes them."""
    story = Story(profile=TOURNAMENT, length=7).opens(light=3, dark=1).plays("8/5 6/5").waits(20).presses("clock", WHITE).waits(2)
    story.lifts(WHITE).lifts(BLACK).rolls(64, BLACK).plays("24/14").waits(30).presses("clock", BLACK).waits(2)
    state, told = story.refereed()
    assert [verdict.play for verdict in told if verdict.kind == "played"] == ["8/5 6/5", "24/14"]
    assert state.clock is not None
    assert state.clock.turn is WHITE
    spent = [840 - seconds for seconds in state.clock.reserve]
    assert 8 <= spent[0] <= 13
    assert 20 <= spent[1] <= 28  # two seconds before the lift, the lift and the roll come to the thirty


def test_a_press_in_the_wrong_moment_is_no_riddle() -> None:
    state, told = STARTED, ()
    for event in (Pressed(1, "confirm"), Pressed(2, "pause"), Pressed(3, "clock", WHITE)):
        state, more = referee.advance(state, event)
        told += more
    assert [verdict.why for verdict in told] == ["hints are locked in this match"]
    assert state.clock is not None
    assert (state.clock.turn, len(state.clock.history)) == (None, 2)


# --- flags -------------------------------------------------------------------------------------------------------------------


def claimed(side: Side | None, t: float = 5000.0, state: Referee | None = None) -> Step:
    return referee.advance(state or opened(), Pressed(t, "flag", side))


@pytest.mark.parametrize("side", [BLACK, None])
def test_a_fallen_flag_is_claimed_by_the_opponent_or_the_director(side: Side | None) -> None:
    state, said = claimed(side)
    match = next(verdict for verdict in said if verdict.kind == "match")
    assert (match.side, match.rule, match.why) == (BLACK, "§2.1", "dark wins the match: the flag of light has fallen")
    assert state.phase.value == "match over"
    assert state.clock is not None
    assert state.clock.since is None
    assert claimed(BLACK, 5001.0, state)[1][0].why == "no flag has fallen"


def test_whose_flag_has_fallen_does_not_claim_it() -> None:
    state, said = claimed(WHITE)
    assert said[0].why == "the flag of light has fallen: dark or the director may claim it"
    assert state.phase.value != "match over"


def test_before_a_flag_has_fallen_there_is_nothing_to_claim() -> None:
    assert claimed(BLACK, 20.0)[1][0].why == "no flag has fallen"
    untimed = referee.start(preset("circle-match"), 7, ("Ann", "Ben"))
    assert claimed(BLACK, 20.0, untimed)[1][0].why == "no flag has fallen"


def test_a_ruling_keeps_what_both_clocks_showed() -> None:
    state, said = ruled(opened(), Verdict(40, 41, "played", WHITE, (3, 1), "8/5 6/5", legal=True), known=41)
    assert said[0].clock == (840 - 18, 840)
    assert referee.status(state).verdict is said[0]
