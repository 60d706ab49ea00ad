"""Lines of events.jsonl, both ways."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.record import lines
from boardcam.sim.table import script


def test_a_line_reads_back_as_what_was_written() -> None:
    for verdict in script(3, turns=6, incidents=("cocked", "illegal_corrected")).truth:
        text = lines.line(verdict, ("Ann", "Ben"))
        assert "\n" not in text
        assert lines.line(lines.read(text), ("Ann", "Ben")) == text


def test_what_the_clocks_showed_is_in_the_line_of_a_match_with_a_clock() -> None:
    told = replace(script(3, turns=2).truth[0], clock=(839.96, 720.0))
    assert '"clock": [840.0, 720.0]' in lines.line(told)
    assert lines.read(lines.line(told)).clock == (840.0, 720.0)
    assert '"clock"' not in lines.line(replace(told, clock=None))


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", '{"t": 1}'])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no line of events|Expecting"):
        lines.read(text)
