"""How simulated matches are judged: bounds, hidden turns, the columns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.bench.referee import CONDITIONS, Sums, bound, compared, hidden, line, sighted, turns, withheld
from boardcam.events import Evidence, Verdict
from boardcam.rules.position import Side
from boardcam.sim import Noise
from boardcam.sim.observe import watch
from boardcam.sim.table import script


@pytest.mark.parametrize(("wrong", "of", "share"), [(0, 0, 1.0), (0, 100, 0.02951), (0, 3000, 0.000998), (1, 100, 0.04656)])
def test_what_was_wrong_so_seldom_is_no_more_often_than_that(wrong: int, of: int, share: float) -> None:
    assert bound(wrong, of) == pytest.approx(share, rel=1e-3)


def test_a_line_has_its_bound() -> None:
    assert line("measured", Sums(matches=1, turns=300, right=299)).endswith("wrong < 0.994 %")


def test_turns_are_hidden_and_nothing_is_seen_then() -> None:
    told = script(3, match=1)
    times = hidden(told.truth, 2)
    assert times
    blank = [seen for seen in withheld(watch(told, 5, Noise.none()), times) if any(a <= seen.t < b for a, b in times)]
    assert blank
    assert all(not seen.counts.any() and seen.dice is None for seen in blank)  # type: ignore[union-attr]


def test_too_few_turns_hide_none() -> None:
    assert hidden([Verdict(float(t), float(t), "played", Side.WHITE, (2, 1)) for t in range(3)], 1) == []


@pytest.mark.parametrize("name", sorted({condition.noise for condition in CONDITIONS.values()}))
def test_every_condition_has_eyes(name: str) -> None:
    assert 0.0 <= sighted(name).dropped <= 0.1


def test_a_turn_whose_roll_was_void_after_all_is_none() -> None:
    rolled = Evidence(rolled=1.0)
    danced = Verdict(2.0, 2.0, "danced", Side.WHITE, (6, 6), evidence=rolled)
    void = Verdict(1.0, 4.0, "void_roll", Side.WHITE, (6, 6), evidence=rolled)
    assert turns([danced, void]) == []
    assert turns([danced, replace(void, evidence=Evidence(rolled=3.0))]) == [danced]


def test_of_a_turn_that_is_told_again_the_last_word_counts() -> None:
    """It was told wrongly first, and is put right; that is no ruling that its player has done so."""
    start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"
    rolled = Evidence(rolled=1.0)
    wrong = Verdict(2.0, 2.0, "played", Side.WHITE, (3, 1), "13/9", start.replace("=-b", "=-c"), True, "R85", evidence=rolled)
    other = Verdict(5.0, 5.0, "played", Side.BLACK, (6, 4), "24/14", start, True, "R85", evidence=Evidence(rolled=4.0))
    right = replace(wrong, t_decided=6.0, kind="corrected", play="8/5 6/5", xgid=start)
    truth = [replace(wrong, play="8/5 6/5", xgid=start, evidence=Evidence()), replace(other, evidence=Evidence())]
    assert turns([wrong, other, right]) == [right, other]
    sums = compared(truth, [wrong, other, right], "seed 1")
    assert (sums.right, sums.wrong, sums.put_right, sums.alarms) == (2, 0, 1, 0)
    doubt = replace(right, kind="unsure", xgid=None)
    assert (
        compared(truth, [wrong, other, doubt], "seed 1").unsure,
        compared(truth, [wrong, other, doubt], "seed 1").put_right,
    ) == (1, 1)
    assert compared(truth, [replace(wrong, kind="unsure", rule=None), other, right], "seed 1").put_right == 0
