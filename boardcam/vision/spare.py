"""The spare reader of networks, where onnxruntime is not installed: OpenCV's own.

It answers as onnxruntime does, to a few hundred-thousandths of a log-odd, and takes up to two and a half times as long.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

MORE = {"strips": ("image", "leans"), "dice": ("image", "around")}
"""Inputs of a network that takes more than a picture."""
ANSWERS = {"strips": ("counts", "checkers"), "corners": ("maps", "flow")}
"""Outputs, in order, of a network that gives more than one: OpenCV knows their names, not their order."""


class Input(NamedTuple):
    name: str


class Unread(Exception):
    """A file that OpenCV cannot read as a network."""


@dataclass(frozen=True, slots=True)
class Spare:
    """One network; asked as a session of onnxruntime is."""

    network: Any
    inputs: tuple[Input, ...]
    outputs: tuple[str, ...]

    def get_inputs(self) -> tuple[Input, ...]:
        return self.inputs

    def run(self, wanted: None, feed: Mapping[str, Floats]) -> list[Floats]:
        """All outputs for the inputs by name."""
        for name, batch in feed.items():
            self.network.setInput(batch, name)
        # A copy: OpenCV writes the next answers where it wrote these.
        return [np.array(answer, np.float32) for answer in self.network.forward(self.outputs)]


def opened(name: str, content: bytes) -> Spare:
    """The network `name` from the content of its file. Raises Unread."""
    try:
        network = cv2.dnn.readNetFromONNX(np.frombuffer(content, np.uint8))
    except cv2.error as error:
        raise Unread(str(error).strip()) from error
    inputs = tuple(map(Input, MORE.get(name, ("image",))))
    return Spare(network, inputs, ANSWERS.get(name, tuple(network.getUnconnectedOutLayersNames())))
