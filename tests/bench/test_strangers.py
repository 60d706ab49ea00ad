"""Two files through GNU Backgammon."""

import pytest

from boardcam.bench.strangers import converted

MATCH = """ 3 point match

 Game 1
 Light : 0                          Dark : 0
  1)                             63: 24/18 13/10
  2) {}: 13/8 6/5
"""


def test_it_tells_a_file_from_another_and_refuses_what_is_none() -> None:
    made = converted([MATCH.format("51"), MATCH.format("51"), MATCH.format("15"), "rubbish"])
    if made is None:
        pytest.skip("GNU Backgammon is not here")
    one, again, other, none = made
    assert one.startswith("(;")
    assert one == again
    assert other != one
    assert none == ""
