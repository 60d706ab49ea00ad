"""Eyes by a table of answers: they say what was measured as often as it was, and remember as the real ones do."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from boardcam.events import Observation
from boardcam.sim import eyes
from boardcam.sim.observe import watch
from boardcam.sim.script import Script
from boardcam.sim.table import script

TABLE = """# made by hand
again | 1 | yes
bar 0 | 30 | 0:0
cube 64 | 10 | 64:0
dice | 20 | seen
die flat 1 | 5 | 1:0 flat 4 checker -5 own 3
die flat 2 | 5 | missed
die flat 3 | 5 | 4:0 3:-1 flat 4 checker -5 own 0
ghost | 5 | 6:0 flat 4 checker -5 own 0
hand none | 30 | no
hand there | 30 | yes
place under a hand | 30 | covered
point 0 | 30 | 0:0
point 1 | 30 | 1:0
point 2 | 30 | 2:0
point 3 | 30 | 3:0
point 5 | 15 | 5:0 4:-3
point 5 | 15 | 4:0 5:-1
tray 0 | 30 | 0:0
"""


@pytest.fixture(scope="module")
def session() -> Script:
    return script(2, turns=6, match=3)


def seen(session: Script, table: str = TABLE) -> list[Observation]:
    return [item for item in watch(session, 12, eyes.read(table)) if isinstance(item, Observation)]


def test_what_is_written_is_read() -> None:
    facts = Counter({("point 5", "5:0"): 3, ("point 10", "covered"): 1, ("die flat 2", "missed"): 2})
    found = eyes.read(eyes.written(facts, ("made by a test",)))
    assert found.of("point 5").often == (3,)
    assert found.share("point 10", "covered") == 1.0
    assert found.share("point 11", "covered") == 0.0


def test_a_line_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="line 2 is not"):
        eyes.read("# about\npoint 5, 5:0\n")


def test_answers_come_as_often_as_they_did() -> None:
    answers, rng = eyes.Answers(("a", "b"), (1, 3)), np.random.default_rng(1)
    drawn = Counter(answers.drawn(rng) for _ in range(2000))
    assert 0.7 < drawn["b"] / 2000 < 0.8


def test_a_count_that_was_never_seen_is_read_like_a_smaller_one() -> None:
    found = eyes.read(TABLE)
    assert found.counted("point", 8) == (found.of("point 5"), 3)
    assert found.counted("bar", 3) == (eyes.Answers(("3:0",), (1,)), 0)
    assert eyes.scores("5:0 4:-3", 3, 1)[8 + 15] == 0.0
    assert eyes.scores("5:0 4:-3", 3, -1)[-7 + 15] == -3.0
    assert not eyes.scores("covered", 0, 1).any()


def test_a_place_is_read_the_same_way_all_match_long(session: Script) -> None:
    """`again` is certain, so each stack of five is misread always or never."""
    readings: dict[tuple[int, int], set[int]] = {}
    for observation in seen(session):
        span = session.span(observation.t)
        if span.still and not span.hands:
            for row in range(24):
                if abs(span.counts[row]) == 5:
                    readings.setdefault((row, span.counts[row]), set()).add(int(observation.counts[row].argmax()) - 15)
    assert readings
    assert all(len(found) == 1 for found in readings.values())


def test_dice_are_misread_missed_and_invented(session: Script) -> None:
    rest = [o for o in seen(session) if session.span(o.t).still and not session.span(o.t).hands]
    faces = {die.value for o in rest for die in o.dice or () if die.pixels}
    assert 2 not in faces
    assert any(len(o.dice or ()) == 1 and not session.span(o.t).dice for o in rest)  # a ghost


def test_hands_hide_what_is_under_them(session: Script) -> None:
    assert any((~o.counts.any(1)).any() for o in seen(session) if o.hand >= 0.5)
    assert all(o.counts.any(1).all() for o in seen(session) if not session.span(o.t).hands)


def test_what_was_measured_makes_eyes(session: Script) -> None:
    found = eyes.measured()
    assert found.of("point 2").sums[-1] > 100
    assert sum(1 for _ in watch(session, 5, found)) > 20
