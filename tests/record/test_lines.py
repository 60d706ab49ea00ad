"""Lines of events.jsonl, both ways."""

from __future__ import annotations

import pytest

from boardcam.record import lines
from boardcam.sim.table import script


def test_a_line_reads_back_as_what_was_written() -> None:
    for verdict in script(3, turns=6, incidents=("cocked", "illegal_corrected")).truth:
        text = lines.line(verdict, ("Ann", "Ben"))
        assert "\n" not in text
        assert lines.line(lines.read(text), ("Ann", "Ben")) == text


@pytest.mark.parametrize("text", ["", "{}", "[]", "7", '{"t": 1}'])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no line of events|Expecting"):
        lines.read(text)
