"""Turns told again, for the board denies where they have led to: put right where one way is plain, else unsure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boardcam.events import OFF_LIGHT, BoardRested, Counts, Pressed, Verdict
from boardcam.geometry import Seating
from boardcam.referee import missed, referee
from boardcam.referee.infer import ANY, ILLEGAL, Explanation, Rolls
from boardcam.referee.reading import ROWS, ZERO, reading, rows
from boardcam.referee.retold import told_again
from boardcam.referee.ruling import REMEMBERED, commit
from boardcam.referee.shown import nearly, shown
from boardcam.referee.state import Phase, Referee, Turn
from boardcam.rules import notation
from boardcam.rules.cube import Cube
from boardcam.rules.plays import carried_out, legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import preset
from boardcam.rules.sentence import sentence
from tests.boards import board
from tests.referee.stories import line, opened

LIGHT, DARK = Side.WHITE, Side.BLACK


def after(position: Position, side: Side, play: str) -> Position:
    return carried_out(position, side, notation.parse(play))


def look(position: Position, t: float = 9.0, **misread: int) -> BoardRested:
    """A board that reads as it is but for some rows: `row5=-2`."""
    counts: Counts = np.full((ROWS, 2 * ZERO + 1), -9.0, np.float32)
    read = [misread.get(f"row{row}", count) for row, count in enumerate(rows(position))]
    counts[np.arange(ROWS), np.array(read) + ZERO] = 0.0
    return BoardRested(t, t + 1.0, counts, (1, 9), Seating.BOTTOM_RIGHT)


def begun(position: Position = START) -> Referee:
    state = referee.start(preset("circle-match"), 5, ("Anna", "Ben"))
    return replace(state, phase=Phase.ROLLING, position=position, side=LIGHT)


def rolled(side: Side, roll: tuple[int, int] | None, t: float) -> Turn:
    found: Rolls = ANY if roll is None else ((roll, 0.0),)
    return Turn(side, found, t, lifted=t + 1.0)


def told(state: Referee, turn: Turn, play: str, seen: BoardRested | None = None, margin: float = 9.0) -> Referee:
    """The state after a turn was told as this play, if nobody has looked again."""
    roll = turn.roll or (6, 5)
    end = after(state.position, turn.side, play)
    legal = legal_plays(state.position, turn.side, roll).get(end)
    return commit(state, replace(turn, margin=margin), Explanation(roll, end, legal, 0.0), turn.t + 2.0, seen)[0]


def sheet(verdicts: tuple[Verdict, ...]) -> list[str]:
    return [line(verdict) for verdict in verdicts]


TRUTH = after(START, LIGHT, "8/5 6/5")
NEXT = after(TRUTH, DARK, "24/14")


def test_a_turn_that_was_told_wrongly_is_put_right_by_the_next_one() -> None:
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "24/23 13/10")
    step = told_again(state, (rolled(DARK, (6, 4), 5.0),), look(NEXT), -ILLEGAL)
    assert step is not None
    assert sheet(step[1]) == ["corrected light 31: 8/5 6/5 (R85)", "played dark 64: 24/14 (R85)"]
    right = step[1][0]
    assert (right.t, right.evidence.rolled) == (2.0, 1.0)
    assert right.why == "what the board shows now denies how the turn of light was told, and tells of this play"
    assert step[0].position == NEXT


def test_by_the_board_alone() -> None:
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "24/23 13/10")
    step = told_again(state, (), look(TRUTH))
    assert step is not None
    assert sheet(step[1]) == ["corrected light 31: 8/5 6/5 (R85)"]
    assert step[0].position == TRUTH


def test_where_several_ways_remain_it_is_unsure() -> None:
    """13/8 may have been 41 or 32."""
    state = told(begun(), rolled(LIGHT, None, 1.0), "24/18 13/8")
    now = after(after(START, LIGHT, "13/8"), DARK, "24/14")
    step = told_again(state, (rolled(DARK, (6, 4), 5.0),), look(now), -ILLEGAL)
    assert step is not None
    assert sheet(step[1]) == ["unsure light (R85)", "played dark 64: 24/14 (R85)"]


def test_what_the_board_does_not_deny_stays() -> None:
    seen = look(TRUTH, 2.0)
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "8/5 6/5", seen)
    assert told_again(state, (), look(TRUTH)) is None
    assert told_again(state, (rolled(DARK, (6, 4), 5.0),), look(NEXT)) is None


def test_what_nothing_explains_is_not_told_again() -> None:
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "24/23 13/10")
    strange = board("white 24:2 20:4 10:4 6:5; black 24:2 13:5 8:3 6:5")
    assert told_again(state, (), look(strange)) is None


def test_what_players_have_said_is_not_doubted() -> None:
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "24/23 13/10", margin=99.0)
    assert told_again(state, (), look(TRUTH)) is None


def test_nor_what_is_not_known() -> None:
    assert told_again(begun(), (), look(TRUTH)) is None
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "24/23 13/10")
    assert told_again(replace(state, position=START), (), look(TRUTH)) is None


def test_an_illegal_play_before_may_stay_one() -> None:
    """It is one way among the legal ones, and the next turn decides."""
    wrong = after(START, LIGHT, "13/8")
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "13/8", look(wrong, 2.0))
    assert state.wrong is not None
    state = told(state, rolled(DARK, (6, 4), 3.0), "24/18 13/9")
    step = told_again(state, (), look(after(wrong, DARK, "24/14")))
    assert step is not None
    assert sheet(step[1]) == ["corrected dark 64: 24/14 (R85)"]


def test_a_line_is_short_and_begins_anew_where_something_else_happened() -> None:
    state = begun()
    plays = ("8/5 6/5", "8/5 6/5", "13/9", "13/9", "6/2", "6/2", "13/9", "13/9")
    for nth, play in enumerate(plays):
        state = told(state, rolled((LIGHT, DARK)[nth % 2], (3, 1), float(nth)), play)
    assert state.line is not None
    assert len(state.line.told) == REMEMBERED
    state = told(state, rolled(DARK, (3, 1), 9.0), "6/2")
    assert state.line is not None
    assert len(state.line.told) == 1


def test_a_stack_of_a_board_that_was_taken_on_may_be_one_higher() -> None:
    """Read as five, it held six: that shows when two have gone."""
    held = board("white 3:2 2:6; black 3:2 2:4")
    seen = look(held, 1.0, row1=5)
    seen.counts[1, 6 + ZERO] = -2.0
    read = reading(seen.counts).lenient
    taken = board("white 3:2 2:5; black 3:2 2:4")
    starts = nearly(read, taken)
    assert starts[0] == (taken, 0.0)
    assert held in [position for position, _ in starts]


def test_checkers_borne_off_in_turns_that_were_missed_are_off() -> None:
    before = board("white 3:2 2:5 1:6; black 3:2 2:4")
    now = board("white 2:1 1:4; black 3:2 2:4")
    counts = np.array(look(now).counts)
    counts[OFF_LIGHT] = 0.0
    assert shown(reading(counts), before, 3)[0] == now


@pytest.mark.parametrize("button", ["take", "pass"])
def test_a_double_that_was_refused_and_is_answered_was_in_turn(button: str) -> None:
    """Dark's turn was hidden; light doubles, and dark answers."""
    story = opened().turn(64, "24/14")  # the opener is light
    story = story.hand(6.0).presses("double", DARK).hand(2.0).presses(button, LIGHT)  # type: ignore[arg-type]
    said = [verdict.kind for verdict in story.said()]
    assert said[-3:] == (["doubled", "doubled", "taken"] if button == "take" else ["unsure", "passed", "game"])


def test_an_answer_to_no_double_means_nothing() -> None:
    assert opened().presses("take", DARK).said()[-1].kind == "unsure"


def test_one_die_that_is_seen_ends_no_time_to_put_a_play_right() -> None:
    """Something looks like a die; light, who has played 13/10 8/6 with 31, plays 8/5 6/5 instead."""
    wrong = after(START, LIGHT, "13/10 8/6")
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "13/10 8/6", look(wrong, 2.0))
    assert state.wrong is not None
    lone = replace(state, side=DARK, spoiled=Turn(DARK, ANY, 3.0, doubtful=("R84", sentence("one die"))))
    seen = look(TRUTH, 4.0)
    after_it, said = referee.advance(lone, seen)
    assert sheet(said) == ["corrected light 31: 8/5 6/5 (R87)"]
    assert after_it.spoiled is None
    half = look(after(wrong, DARK, "24/18"), 4.0)
    assert referee.advance(lone, half)[1] == ()


LONE = Turn(LIGHT, ANY, 9.0, doubtful=("R84", sentence("one die")))


def test_two_turns_before_a_roll_of_which_one_die_is_seen() -> None:
    state = replace(begun(), spoiled=LONE, blind=8.0)
    step = missed.overtaken(state, look(NEXT))
    assert step is not None
    assert [verdict.side for verdict in step[1]] == [LIGHT, DARK]
    assert step[0].position == NEXT
    assert missed.overtaken(replace(state, blind=-1e9, since=0.0), look(NEXT)) is None
    assert missed.overtaken(replace(state, spoiled=None), look(NEXT)) is None
    assert missed.overtaken(state, look(TRUTH)) is None  # its own turn alone explains that


def test_a_line_is_told_again_while_the_next_roll_lies_there() -> None:
    midst = board("white 13:4 8:4 6:5 5:2; black 13:4 8:4 6:5 5:2")
    state = told(begun(midst), rolled(LIGHT, (3, 1), 1.0), "8/4", look(after(midst, LIGHT, "8/4"), 2.0))
    state = replace(state, phase=Phase.MOVING, side=DARK, turn=Turn(DARK, (((6, 4), 0.0),), 8.9))
    moving, said = referee.advance(state, look(after(midst, LIGHT, "13/10 6/5")))
    assert sheet(said) == ["corrected light 31: 13/10 6/5 (R85)"]
    assert moving.turn is not None
    assert not moving.turn.astray
    strange = board("white 13:2 10:2 8:4 6:5 5:2; black 13:2 9:2 8:4 6:5 5:2")
    moving, said = referee.advance(state, look(strange))
    assert said == ()
    assert moving.turn is not None
    assert moving.turn.astray


def test_before_an_illegal_play_is_said_the_line_is_looked_at() -> None:
    """Light's 31 was hidden; dark's 64 hits a blot that only another play has left."""
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "24/23 13/10")
    turn = rolled(DARK, (6, 4), 5.0)
    state = replace(state, side=LIGHT, open=turn)
    said = referee.advance(state, look(NEXT))[1]
    assert sheet(said)[:2] == ["corrected light 31: 8/5 6/5 (R85)", "played dark 64: 24/14 (R85)"]


def test_turns_between() -> None:
    """The board was hidden after dark's turn: where light has moved, both sides' turns were missed."""
    turn = rolled(DARK, (6, 4), 5.0)
    both = missed.between(turn, START, after(NEXT, LIGHT, "13/8"), look(START, 20.0))
    assert [each.side for each in both] == [LIGHT, DARK]
    assert missed.between(turn, START, after(START, DARK, "24/14"), look(START, 20.0)) == ()


def test_a_game_begun_by_two_turns_is_not_taken_for_one() -> None:
    """A stack that is off by one is likelier to have been played than misread."""
    now = after(after(START, DARK, "13/7 7/6"), LIGHT, "13/7 8/7")
    state = replace(begun(), phase=Phase.OPENING, side=None, spoiled=Turn(DARK, ANY, 8.9))
    seen = look(now)
    seen.counts[11, -5 + ZERO] = -2.0
    step = missed.begun(state, seen)
    assert step is not None
    assert step[0].position == now


def test_they_are_found_as_soon_as_the_board_is_read() -> None:
    after_it, said = referee.advance(replace(begun(), spoiled=LONE, blind=8.0), look(NEXT))
    assert [verdict.side for verdict in said] == [LIGHT, DARK]
    assert after_it.position == NEXT


FAR_ON = board("white 24:2 9:5 4:3 3:5; black 24:2 13:5 8:3 6:5")


def test_turns_that_nothing_explains_are_unsure_before_the_board_is_taken_on() -> None:
    state = replace(begun(), open=rolled(DARK, None, 5.0), blind=7.0)
    after_it, said = referee.advance(state, look(FAR_ON))
    assert [(verdict.kind, verdict.side) for verdict in said] == [
        ("unsure", DARK),
        ("lost", None),
        ("unsure", LIGHT),
        ("unsure", DARK),
    ]
    assert after_it.position == FAR_ON


def test_nor_is_anything_told_after_a_board_that_was_not_known() -> None:
    first = replace(rolled(LIGHT, (3, 1), 3.0), astray=True)
    state = replace(begun(), open=replace(rolled(DARK, (6, 4), 5.0), earlier=first))
    assert {verdict.kind for verdict in referee.advance(state, look(FAR_ON))[1]} == {"unsure", "lost"}
    soon = look(FAR_ON)
    assert referee.advance(state, replace(soon, known=soon.t + 0.3))[1] == ()


def test_where_no_play_explains_the_board_the_line_is_looked_at_first() -> None:
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "24/23 13/10")
    said = referee.advance(replace(state, side=LIGHT, open=rolled(DARK, None, 5.0)), look(NEXT))[1]
    assert sheet(said)[0] == "corrected light 31: 8/5 6/5 (R85)"


def test_a_double_that_may_not_be_made_is_not_answered() -> None:
    state = replace(begun(), side=DARK, cube=Cube().taken(DARK), claim=(LIGHT, 8.0))
    after_it, said = referee.advance(state, Pressed(9.0, "take", DARK))
    assert [(verdict.kind, verdict.legal) for verdict in said] == [("doubled", False)]
    assert after_it.phase is Phase.ROLLING


def test_turns_in_a_row_that_are_denied() -> None:
    """Neither the line nor the turns themselves explain the board."""
    state = told(begun(), rolled(LIGHT, (3, 1), 1.0), "24/23 13/10")
    turn = replace(rolled(LIGHT, (2, 1), 7.0), earlier=rolled(DARK, (6, 4), 5.0))
    said = referee.advance(replace(state, side=DARK, open=turn), look(FAR_ON))[1]
    assert {verdict.kind for verdict in said} == {"unsure", "lost"}
    now = after(NEXT, LIGHT, "13/11 6/5")
    said = referee.advance(replace(state, side=DARK, open=turn), look(now))[1]
    assert sheet(said)[0] == "corrected light 31: 8/5 6/5 (R85)"
