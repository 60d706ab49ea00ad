"""How bad a calibration may be."""

from boardcam.show.languages import language
from boardcam.vision.limit import LIMIT, refusal


def test_a_corner_that_lies_elsewhere_is_named_with_its_error() -> None:
    assert refusal((0.0, LIMIT, 1.0, 0.2)) is None
    why = refusal((0.0, 4.4, 7.25, 0.2))
    assert why is not None
    assert why.startswith("bottom right corner: 7.2 % of the board's width")
    assert "jobb alsó sarok: a tábla szélességének 7,2 %-ára" in language("hu").say(why)
