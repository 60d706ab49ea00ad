"""The truth of a clip from which something is missing."""

from json import dumps, loads

import pytest

from boardcam.bench.spoilt import Way, moved


def _line(t: float, kind: str) -> str:
    return dumps({"t": t, "t_decided": t + 0.5, "kind": kind})


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (Way(), [(1.0, "rolled"), (3.0, "played"), (4.0, "rolled"), (9.0, "played")]),
        (Way(late=3.5), [(0.0, "played"), (0.5, "rolled"), (5.5, "played")]),
        (Way(cut=(2.0, 5.0)), [(1.0, "rolled"), (2.0, "played"), (6.0, "played")]),
    ],
)
def test_what_cannot_be_seen_is_no_part_of_the_truth_but_for_turns(way: Way, told: list[tuple[float, str]]) -> None:
    truth = [_line(1.0, "rolled"), _line(3.0, "played"), _line(4.0, "rolled"), _line(9.0, "played")]
    lines = [loads(text) for text in moved(truth, way)]
    assert [(line["t"], line["kind"]) for line in lines] == told
    assert all(line["t_decided"] == line["t"] + 0.5 for line in lines)


def test_presses_move_too() -> None:
    assert moved(['{"t": 8.0, "button": "take"}'], Way(late=3.0)) == ['{"t": 5.0, "button": "take"}']
