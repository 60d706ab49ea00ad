"""Pictures turned about, as a turned camera sees them."""

import numpy as np

from boardcam.bench.turned import Turned, turned
from boardcam.devices.camera import Frame, Image

PICTURE = np.random.default_rng(1).integers(0, 256, (60, 80, 3)).astype(np.uint8)


class Film:
    def __init__(self) -> None:
        self.t = -1.0

    def read(self) -> Frame | None:
        self.t += 1.0
        return Frame(PICTURE, self.t, int(self.t)) if self.t < 3 else None

    def close(self) -> None:
        pass


def test_half_a_turn_is_exact() -> None:
    assert (turned(PICTURE, 180.0) == PICTURE[::-1, ::-1]).all()


def test_turns_are_clockwise() -> None:
    square: Image = PICTURE[:, :60].copy()
    assert (turned(square, 90.0) == np.rot90(square, -1)).all()


def test_from_then_on() -> None:
    camera = Turned(Film(), ((1.0, 180.0), (2.0, 0.0)))
    frames = [camera.read() for _ in range(4)]
    assert frames[3] is None
    assert [(frame.image == PICTURE).all() for frame in frames[:3] if frame] == [True, False, True]
