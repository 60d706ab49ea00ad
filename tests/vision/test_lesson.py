"""What a drawn starting position teaches."""

from dataclasses import replace

import numpy as np
import pytest

from boardcam.vision import lesson, still
from boardcam.vision.calibration import Calibration
from boardcam.vision.locate import Found
from boardcam.vision.networks import NetworkMissing, Networks, load
from tests.vision.drawn import START, Look, draw

TABLE = Calibration((1280, 960), ((330.0, 200.0), (950.0, 205.0), (1010.0, 730.0), (270.0, 720.0)), bar=1.1)
PLAYED = (-2, 0, 0, 0, 1, 4, 0, 3, *START[8:])


@pytest.fixture(scope="module")
def eyes() -> Networks:
    try:
        return load(("strips",))
    except NetworkMissing as missing:
        pytest.skip(str(missing))


def test_a_game_is_read_by_its_starting_position(eyes: Networks) -> None:
    """Two colours so alike that a still would take them for one."""
    look = Look(light=(180, 180, 190), dark=(165, 170, 195))
    learnt = lesson.learn(draw(TABLE, START, look), TABLE, eyes)
    assert learnt.trial.otherwise == ()
    assert learnt.ground.known[3, 8:16, 5:11].all()
    assert not learnt.ground.known[5, 8:16, 5:11].any()
    seen = still.look(draw(TABLE, PLAYED, look), Found(TABLE, 1.0), eyes, learnt)
    assert [int(n) - 15 for n in seen.counts[:24].argmax(1)] == list(PLAYED)


def test_corners_that_are_off_are_put_right(eyes: Networks) -> None:
    start = draw(TABLE, START)
    off = replace(TABLE.nudged("top_left", -70.0, -25.0).nudged("bottom_left", -70.0, 20.0), bar=0.4)
    fitted = lesson.fitted(start, off, eyes)
    assert lesson.agreement(start, TABLE, eyes) > lesson.WELL
    assert lesson.agreement(start, off, eyes) < lesson.WELL
    assert lesson.agreement(start, fitted, eyes) > lesson.agreement(start, off, eyes) + lesson.WORTH
    errors = [np.hypot(*(np.array(c.corners) - np.array(TABLE.corners)).T).mean() for c in (off, fitted)]
    assert errors[1] < errors[0]


def test_a_board_that_is_read_well_stays_where_it_is(eyes: Networks) -> None:
    assert lesson.fitted(draw(TABLE, START), TABLE, eyes) is TABLE


def test_another_position_moves_nothing(eyes: Networks) -> None:
    off = TABLE.nudged("top_left", -40.0, -25.0)
    assert lesson.fitted(draw(TABLE, (0, 0, 5, 4, 0, 2, *[0] * 12, -5, -3, 0, -2, 0, -1)), off, eyes) is off
