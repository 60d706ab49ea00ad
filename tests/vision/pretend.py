"""Networks that say what a test wants them to say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from boardcam.vision.networks import Networks


@dataclass(frozen=True)
class Session:
    """Answers as onnxruntime's sessions do, and counts how often."""

    answer: Callable[[np.ndarray], np.ndarray | tuple[np.ndarray, ...]]
    calls: list[int]
    inputs: tuple[str, ...]

    def get_inputs(self) -> list[Any]:
        return [type("Input", (), {"name": name})() for name in self.inputs]

    def run(self, _: None, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
        batch = feed["picture"]
        self.calls.append(len(batch))
        out = self.answer(batch)
        return list(out) if isinstance(out, tuple) else [out]


def networks(**answers: Callable[[np.ndarray], Any]) -> Networks:
    inputs = {"strips": ("picture", "leans"), "dice": ("picture", "around")}
    return Networks(
        MappingProxyType({name: Session(answer, [], inputs.get(name, ("picture",))) for name, answer in answers.items()})
    )


def nothing_spotted(batch: np.ndarray) -> np.ndarray:
    return np.full((len(batch), 4, batch.shape[2] // 4, batch.shape[3] // 4), -9.0, np.float32)


def empty_strips(batch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    logits = np.full((len(batch), 17), -6.0, np.float32)
    logits[:, 0] = 6.0
    return logits, np.full((len(batch), 1, batch.shape[2] // 4, batch.shape[3] // 4), -9.0, np.float32)


def a_die(
    value: int = 3, *, die: float = 5.0, flat: float = 4.0, on_checker: float = -4.0, edge: float = 0.45
) -> Callable[[np.ndarray], np.ndarray]:
    """A reader that sees this die in the middle of every crop."""
    row = np.zeros(12, np.float32)
    row[0], row[value], row[7], row[8], row[11] = die, 6.0, flat, on_checker, np.log2(edge)
    return lambda batch: np.tile(row, (len(batch), 1))
