"""A match is the fold of its journal; what is corrected is replayed, and all that follows with it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from boardcam.events import BoardRested, DiceRested, Event, ScoreCorrected
from boardcam.referee.correction import in_force
from boardcam.referee.state import Phase
from boardcam.replay.asked import Asked, Refused, meant
from boardcam.replay.fold import blank, fold
from boardcam.rules.position import Side
from tests.referee.stories import Story, opened
from tests.referee.test_frame_rate import game
from tests.replay.kept import SETTINGS, Kept, turns

LIGHT, DARK = Side.WHITE, Side.BLACK


@lru_cache
def short() -> tuple[Event, ...]:
    return tuple(opened().turn(64, "24/14").turn(61, "13/7 8/7").turn(52, "13/8 24/22").turn(43, "24/20 13/10").events())


def kept() -> Kept:
    return Kept(short())


def misread(events: tuple[Event, ...], roll: tuple[int, int], as_read: tuple[int, int]) -> list[Event]:
    """The events with every die of a roll read as another."""
    faces = {face: tuple(0.0 if n == other else -9.0 for n in range(1, 7)) for face, other in zip(roll, as_read, strict=True)}
    first = next(e for e in events if isinstance(e, DiceRested) and sorted(d.value for d in e.dice) == sorted(roll))
    numbers = {die.number for die in first.dice}

    def read(event: Event) -> Event:
        if not isinstance(event, DiceRested):
            return event
        return replace(event, dice=tuple(replace(d, faces=faces[d.value]) if d.number in numbers else d for d in event.dice))

    return [read(event) for event in events]


def test_the_turns_are_numbered() -> None:
    found = kept().fold()
    assert turns(found) == [
        "played light 31: 8/5 6/5 (R85)", "played dark 64: 24/14 (R85)", "played light 61: 13/7 8/7 (R85)",
        "played dark 52: 24/22 13/8 (R85)", "played light 43: 24/20 13/10 (R85)",
    ]  # fmt: skip
    assert [turn.number for turn in found.turns] == [1, 2, 3, 4, 5]
    assert [turn.since for turn in found.turns[1:]] == [turn.over for turn in found.turns[:-1]]


def test_a_turn_put_right_before_the_next_roll_keeps_its_number() -> None:
    found = Kept(game()).fold()
    assert [turn.verdict.kind for turn in found.turns] == ["played", "played", "played", "danced", "corrected", "played"]


def test_dice_misread_and_put_right_are_as_if_they_had_been_read() -> None:
    truth, wrong = kept(), Kept(misread(short(), (6, 1), (5, 2)))
    assert turns(wrong.fold()) != turns(truth.fold())
    change = wrong.put_right(turn=3, dice=(6, 1))
    assert turns(wrong.fold()) == turns(truth.fold())
    assert wrong.fold().match == change.after.match
    assert any("turn 3: light 61: 13/7 8/7 (was: light 52: " in said for said in change.said)
    old, new = change.turns[0]
    assert [verdict and verdict.dice for verdict in (old, new)] == [(5, 2), (6, 1)]


def test_a_play_that_was_not_seen_is_entered() -> None:
    end = kept().fold().turns[3].over
    hidden = [event for event in short() if not (isinstance(event, BoardRested) and event.known >= end)]
    journal = Kept(hidden)
    assert len(journal.fold().turns) < 5
    change = journal.put_right(turn=4, play="24/22 13/8")
    assert turns(change.after)[3] == "played dark 52: 24/22 13/8 (R85)"
    assert change.after.turns[3].verdict.why.endswith("so the players say")


def test_an_illegal_play_is_entered_as_it_was() -> None:
    change = kept().put_right(turn=5, play="24/20 13/9")
    assert turns(change.after)[4].startswith("illegal light 43: ")
    assert change.said == tuple(said for said in change.said if said.startswith("turn 5"))


def test_dice_and_play_of_one_turn_go_together() -> None:
    change = kept().put_right(turn=5, dice=(6, 3), play="24/18 13/10")
    assert turns(change.after)[4] == "played light 63: 24/18 13/10 (R85)"


def test_undone_it_is_as_it_was() -> None:
    journal = kept()
    before = journal.fold()
    journal.put_right(turn=3, play="13/6")
    journal.put_right(turn=5, dice=(6, 3), play="24/18 13/10")
    journal.put_right(undo=1)
    assert turns(journal.fold())[2] == turns(before)[2]
    assert turns(journal.fold())[4] == "played light 63: 24/18 13/10 (R85)"
    journal.put_right(undo=True)
    after = journal.fold()
    assert after.verdicts == before.verdicts
    assert after.match == before.match
    assert after.in_force == ()
    with pytest.raises(Refused, match="no correction to take back"):
        journal.put_right(undo=True)


def test_a_correction_is_corrected() -> None:
    journal = kept()
    journal.put_right(turn=5, dice=(6, 3), play="24/18 13/10")
    journal.put_right(turn=5, play="24/15")
    assert turns(journal.fold())[4] == "played light 63: 24/15 (R85)"
    journal.put_right(undo=True)
    assert turns(journal.fold())[4] == "played light 63: 24/18 13/10 (R85)"


def test_other_opening_dice_do_not_turn_a_whole_match_about() -> None:
    """Dark would have begun, but light's checkers were moved: that turn is asked about, and nothing else changes."""
    before, journal = turns(kept().fold()), kept()
    journal.put_right(turn=1, dice=(1, 3))
    assert turns(journal.fold()) == ["unsure light 31", *before[1:]]
    with pytest.raises(Refused, match="light's first"):
        kept().put_right(turn=1, side=DARK)


def test_who_rolled_leaves_a_turn_between_that_nobody_saw() -> None:
    change = kept().put_right(turn=5, side=DARK)
    assert [turn.verdict.side for turn in change.after.turns][3:] == [DARK, LIGHT, DARK][: len(change.after.turns) - 3]


def test_the_dice_on_the_table_can_be_put_right() -> None:
    journal = Kept(opened().turn(64, "24/14").rolls(61))
    change = journal.put_right(turn=3, dice=(6, 2))
    assert change.after.state.turn is not None
    assert change.after.state.turn.roll == (6, 2)
    assert change.said == ("on the table: light has rolled 62 (was: 61)",)
    with pytest.raises(Refused, match="not played yet"):
        journal.put_right(turn=3, play="13/7 8/7")


def test_a_void_roll_can_be_said_to_count() -> None:
    journal = Kept(opened().rolls(66, flat=-3.0).plays("24/18(2) 13/7(2)").lifts())
    void = next(nth for nth, verdict in enumerate(journal.fold().verdicts, 1) if verdict.kind == "void_roll")
    change = journal.put_right(ruling=void, roll="good")
    assert turns(change.after)[1] == "played dark 66: 24/18(2) 13/7(2) (R85)"
    assert not [verdict for verdict in change.after.verdicts if verdict.kind == "void_roll"]


@pytest.mark.parametrize("roll", ["void", "none"])
def test_a_roll_that_was_none_is_no_turn(roll: str) -> None:
    change = kept().put_right(turn=5, roll=roll)
    assert "turn 5: no turn (was: light 43: 24/20 13/10)" in change.said


# --- the cube, games, the score ------------------------------------------------------------------------------------------------


def test_a_double_that_nobody_pressed() -> None:
    change = kept().put_right(turn=4, cube="take")
    assert change.after.state.cube.value == 2
    assert change.after.state.cube.owner is LIGHT
    assert change.said == ("now: dark doubles to 2", "now: light takes and owns the cube at 2")
    kinds = [getattr(action, "kind", "turn") for action in change.after.match.games[0].actions]
    assert kinds == ["turn", "turn", "turn", "double", "take", "turn", "turn"]


def test_a_double_that_was_passed_ends_the_game() -> None:
    change = kept().put_right(turn=6, cube="pass")
    assert change.after.state.score.points == (0, 1)
    assert "game 1: dark wins 1, a single game (was: not over)" in change.said


def doubled() -> Kept:
    story = opened().turn(64, "24/14").presses("double", LIGHT).presses("take", DARK).waits(1.0).turn(61, "13/7 8/7")
    return Kept(story)


def test_a_double_that_was_none() -> None:
    journal = doubled()
    assert journal.fold().state.cube.value == 2
    change = journal.put_right(turn=3, cube="none")
    assert change.after.state.cube.value == 1
    assert "no longer: light doubles to 2" in change.said
    assert turns(change.after) == turns(change.before)


def test_the_answer_to_a_double() -> None:
    change = doubled().put_right(turn=3, cube="pass")
    assert change.after.state.score.points == (1, 0)
    journal = Kept(opened().turn(64, "24/14").presses("double", LIGHT).presses("pass", DARK).waits(1.0).turn(61, "13/7 8/7"))
    change = journal.put_right(turn=3, cube="take")
    assert change.after.state.score.points == (0, 0)
    assert turns(change.after)[2] == "played light 61: 13/7 8/7 (R85)"


def test_a_double_against_the_rules_is_refused() -> None:
    journal = kept()
    journal.put_right(turn=4, cube="take")
    with pytest.raises(Refused, match="the cube belongs to light"):
        journal.put_right(turn=6, cube="take")
    assert len(journal.said) == 1


def broken_off() -> Kept:
    return Kept(opened().turn(64, "24/14").turn(61, "13/7 8/7").becomes(Story().position).waits(2.0))


def test_who_has_won_a_game_whose_end_was_not_seen() -> None:
    journal = broken_off()
    assert journal.fold().state.score.points == (0, 0)
    change = journal.put_right(game=1, winner=DARK, kind=2)
    assert change.after.state.score.points == (0, 2)
    assert "game 1: dark wins 2, a gammon (was: not over)" in change.said
    assert journal.put_right(game=1, winner=LIGHT).after.state.score.points == (1, 0)
    assert journal.put_right(game=1, winner=None).after.state.score.points == (0, 0)


def test_who_has_won_is_asked_no_more_once_it_is_said() -> None:
    journal = Kept(opened().turn(64, "24/14").turn(61, "13/7 8/7").turn(52, "13/8 24/22").becomes(Story().position).waits(2.0))
    (asked,) = (verdict for verdict in journal.fold().verdicts if verdict.kind == "unsure")
    assert asked.why.endswith("enter who has won")
    after = journal.put_right(game=1, winner=DARK, kind=2).after
    assert (after.state.score.points, after.state.phase) == ((0, 2), Phase.OPENING)
    assert not any(verdict.kind == "unsure" for verdict in after.verdicts)


def test_a_game_that_was_broken_off_at_the_end_of_the_evening() -> None:
    change = kept().put_right(game=1, winner=LIGHT)
    assert change.after.state.score.points == (1, 0)
    assert change.after.match.games[0].result is not None


def test_the_score_needs_a_reason_and_is_in_the_record() -> None:
    journal = broken_off()
    journal.put_right(game=1, winner=DARK)
    change = journal.put_right(score=(1, 2), reason="the cube lay at 2")
    assert change.after.state.score.points == (1, 2)
    assert change.after.match.score == (1, 2)
    assert any("the cube lay at 2" in verdict.why for verdict in change.after.verdicts)
    early = journal.put_right(score=(2, 2), reason="games of last week", game=1)
    assert early.after.match.games[0].score == (2, 2)


@pytest.mark.parametrize(("points", "reason"), [((-1, 2), "miscounted"), ((1, 2), " ")])
def test_a_score_that_cannot_be_is_passed_over_in_a_journal(points: tuple[int, int], reason: str) -> None:
    said = ScoreCorrected(1, 0.0, points, reason)
    assert fold(SETTINGS, short(), [said]).verdicts == kept().fold().verdicts


def test_a_match_won_by_a_correction_is_over_and_one_lost_by_it_goes_on() -> None:
    journal = kept()
    journal.put_right(game=1, winner=LIGHT)
    over = journal.put_right(score=(5, 0), reason="a bet").after
    assert [verdict.kind for verdict in over.verdicts][-2:] == ["corrected", "match"]
    assert over.state.phase is Phase.OVER
    again = journal.put_right(score=(4, 0), reason="as that game began", game=1).after
    assert again.state.phase is Phase.OVER
    journal.put_right(undo=2)
    on = journal.put_right(score=(3, 0), reason="miscounted").after
    assert on.state.score.points == (3, 0)
    assert on.state.phase is Phase.SETUP


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"turn": 9, "dice": (6, 3)}, "there is no turn 9; there are 5 turns so far"),
        ({"turn": 0, "dice": (6, 3)}, "there is no turn 0"),
        ({"dice": (6, 3)}, "there is no turn None"),
        ({"ruling": 99, "dice": (6, 3)}, "there is no ruling 99"),
        ({"turn": 5}, "say what is to be put right"),
        ({"turn": 5, "dice": (7, 3)}, "a die shows 1 to 6"),
        ({"turn": 5, "play": "left"}, "is no move"),
        ({"turn": 5, "play": "24/20 12/9"}, "there is no light checker on 12"),
        ({"turn": 5, "dice": (4, 3), "play": "24/20 13/10"}, "what the record says already"),
        ({"turn": 5, "cube": "none"}, "what the record says already"),
        ({"game": 2, "winner": LIGHT}, "there is no game 2; there is 1 game so far"),
        ({"game": 1, "winner": LIGHT, "kind": 4}, "not 4"),
        ({"score": (3, 2)}, "needs a reason"),
        ({"score": (-1, 2), "reason": "x"}, "0 or more"),
        ({"undo": 3}, "there is no correction to take back"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(asked: dict[str, object], why: str) -> None:
    journal = kept()
    with pytest.raises(Refused, match=why):
        journal.put_right(**asked)
    assert journal.said == []


def test_an_undo_names_a_correction_that_is_in_force() -> None:
    journal = kept()
    journal.put_right(turn=3, play="13/6")
    with pytest.raises(Refused, match="no correction 2 to take back; in force are 1"):
        journal.put_right(undo=2)


def test_two_folds_are_the_same() -> None:
    journal = kept()
    journal.put_right(turn=3, play="13/6")
    assert journal.fold() == journal.fold()
    assert fold(SETTINGS, journal.happened, journal.said).match.players == blank(SETTINGS).players


def test_only_the_last_word_on_a_turn_is_in_force() -> None:
    journal = kept()
    first = meant(journal.fold(), Asked(turn=3, dice=(6, 2)))
    second = replace(first, number=2, dice=None, play="13/5")
    (both,) = in_force([first, second])
    assert (both.dice, both.play, both.number) == ((6, 2), "13/5", 2)
