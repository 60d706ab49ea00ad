"""The networks that ship: each with a card, listed, small; and the dice networks read drawn dice."""

import cv2
import numpy as np
import pytest

from boardcam.vision import loose, networks
from boardcam.vision.networks import Image

MODELS = networks.directory()
NAMES = sorted(path.stem for path in MODELS.glob("*.onnx"))
PIPS = {
    1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)], 6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_each_has_a_card_is_listed_and_small(name: str) -> None:
    path = MODELS / f"{name}.onnx"
    assert path.stat().st_size < 3_000_000
    assert path.name in networks.sums(MODELS)
    card = (MODELS / f"{name}.md").read_text("utf-8")
    assert all(word in card.lower() for word in ("input", "output", "recipe", "failure"))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "coach"])
def test_those_of_the_eyes_know_renders_only_and_can_be_loaded(name: str) -> None:
    assert "render" in (MODELS / f"{name}.md").read_text("utf-8").lower()
    networks.load((name,))


def drawn(image: Image, value: int, x: float, y: float, edge: float, yaw: float, body: int, pip: int) -> None:
    """A flat die seen from straight above."""
    turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ turn.T * edge + [x, y]
    cv2.fillPoly(image, [np.rint(square * 16).astype(np.int32)], (body,) * 3, cv2.LINE_AA, shift=4)
    for a, b in PIPS[value]:
        px = turn @ np.array([a, b]) * 0.25 * edge + [x, y]
        cv2.circle(image, tuple(int(v) for v in np.rint(px * 16)), int(0.1 * edge * 16), (pip,) * 3, -1, cv2.LINE_AA, shift=4)


@pytest.mark.skipif("dice" not in NAMES or "finder" not in NAMES, reason="networks not trained yet")
@pytest.mark.parametrize(("body", "pip", "table"), [(230, 20, 70), (25, 235, 120)])
@pytest.mark.parametrize("edge", [26, 60])
def test_drawn_dice_are_found_and_read(body: int, pip: int, table: int, edge: int) -> None:
    image = np.full((480, 640, 3), table, np.uint8)
    at = {value: (110.0 + 180 * (value % 3), 150.0 + 180 * (value // 4)) for value in range(1, 7)}
    for value, (x, y) in at.items():
        drawn(image, value, x, y, edge, 0.4 * value, body, pip)
    image = cv2.GaussianBlur(image, (0, 0), 0.8)
    image = np.clip(image + np.random.default_rng(1).normal(0, 3, image.shape), 0, 255).astype(np.uint8)
    found = loose.find_dice(image, networks.load(("finder", "dice")))
    read = {value: [d.value for d in found if np.hypot(d.x - x, d.y - y) < edge / 2] for value, (x, y) in at.items()}
    assert read == {value: [value] for value in range(1, 7)}
