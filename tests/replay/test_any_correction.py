"""No sequence of events, corrections and undos raises; thirty checkers stay thirty; two folds are the same."""

from __future__ import annotations

from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from boardcam.events import Correction, CubeCorrected, Event, GameCorrected, ScoreCorrected, TurnCorrected, Undone
from boardcam.replay.asked import Refused
from boardcam.replay.fold import Fold, fold
from boardcam.rules.position import Side, check
from tests.referee.test_any_order import EVENTS
from tests.replay.kept import SETTINGS, Kept
from tests.replay.test_fold import short

QUICK = (Phase.explicit, Phase.generate)
SIDES = st.sampled_from([*Side, None])
DICE = st.one_of(st.none(), st.tuples(st.integers(1, 6), st.integers(1, 6)))
PLAYS = st.sampled_from([None, "", "24/20", "13/10 13/9", "bar/20", "8/3(2)", "6/off", "13/7*", "nonsense"])
TIMES = st.sampled_from([event.t for event in short()] + [0.0, 5.0, 1e9])
NUMBERS = st.integers(1, 6)
CORRECTIONS: st.SearchStrategy[Correction] = st.one_of(
    st.builds(
        TurnCorrected, number=NUMBERS, t=TIMES, numbers=st.sampled_from([(), (1, 2), (3, 4), (7, 7)]), dice=DICE, play=PLAYS,
        side=SIDES, lie=st.sampled_from([None, "good", "void", "none"]),
    ),
    st.builds(CubeCorrected, NUMBERS, TIMES, st.sampled_from(["none", "take", "pass"])),
    st.builds(GameCorrected, NUMBERS, TIMES, SIDES, st.integers(0, 4), st.one_of(st.none(), TIMES)),
    st.builds(ScoreCorrected, NUMBERS, TIMES, st.tuples(st.integers(-1, 6), st.integers(0, 6)), st.sampled_from(["", "a bet"])),
    st.builds(Undone, NUMBERS, NUMBERS),
)  # fmt: skip
ASKED = st.one_of(
    st.fixed_dictionaries(
        {"turn": st.integers(0, 7)},
        optional={"dice": DICE, "play": PLAYS, "side": SIDES, "roll": st.sampled_from(["good", "void", "none"])},
    ),
    st.fixed_dictionaries({"turn": st.integers(0, 7), "cube": st.sampled_from(["none", "take", "pass"])}),
    st.fixed_dictionaries({"game": st.integers(0, 2), "winner": SIDES, "kind": st.integers(0, 4)}),
    st.fixed_dictionaries({"score": st.tuples(st.integers(0, 6), st.integers(0, 6)), "reason": st.just("a bet")}),
    st.fixed_dictionaries({"ruling": st.integers(0, 20), "dice": DICE}),
    st.fixed_dictionaries({"undo": st.one_of(st.just(True), NUMBERS)}),
)


def sound(found: Fold) -> None:
    assert not check(found.state.position) or min(found.state.position.off) == 15
    assert found.match.players == ("Anna", "Ben")
    assert [turn.number for turn in found.turns] == list(range(1, len(found.turns) + 1))


@settings(max_examples=12, deadline=None, phases=QUICK)
@given(st.lists(CORRECTIONS, max_size=6), st.lists(EVENTS, max_size=6))
def test_no_corrections_raise(said: list[Correction], others: list[Event]) -> None:
    events = [*short(), *others]
    found = fold(SETTINGS, events, said)
    sound(found)
    assert fold(SETTINGS, events, said).verdicts == found.verdicts


@settings(max_examples=12, deadline=None, phases=QUICK)
@given(st.lists(ASKED, min_size=1, max_size=5))
def test_what_is_asked_is_done_or_refused(asked: list[dict[str, Any]]) -> None:
    journal = Kept(short())
    for one in asked:
        before = len(journal.said)
        try:
            change = journal.put_right(**one)
        except Refused:
            assert len(journal.said) == before
            continue
        assert journal.fold().verdicts == change.after.verdicts
        sound(change.after)


@settings(max_examples=6, deadline=None, phases=QUICK)
@given(st.lists(ASKED, min_size=1, max_size=4))
def test_with_everything_undone_it_is_as_it_was(asked: list[dict[str, Any]]) -> None:
    journal = Kept(short())
    truth = journal.fold()
    for one in asked:
        try:
            journal.put_right(**one)
        except Refused:
            continue
    while journal.fold().in_force:
        journal.put_right(undo=True)
    assert journal.fold().verdicts == truth.verdicts
