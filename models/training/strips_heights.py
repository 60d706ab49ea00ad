"""How often the strip network counts stacks right, by their height: python models/training/strips_heights.py [OTHER.onnx …]

On held-out stills, corners a little wrong as in training: those of games, of piles, and of piles whose second rows lie astride the
first. Networks named are counted beside the one that ships, on the same strips.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime
from labelled import Still, stills
from strips_data import collate, keep, samples

ROOT = Path(__file__).resolve().parents[2]
KINDS = {"games": range(0, 50_000), "piles": range(50_000, 52_000), "astride": range(52_000, 60_000)}
"""Seeds of each kind of still (`stills.py`)."""
HEIGHTS = ((0, 0), (1, 4), (5, 5), (6, 6), (7, 7), (8, 9), (10, 15))
POINTS = 24


def seen(still: Still, rng: np.random.Generator) -> tuple[npt.NDArray[np.float32], ...]:
    """Strips, leans and counts of the points of a still that can be counted."""
    images, leans, counts, covered, *_ = (part.numpy() for part in collate(samples(keep(still), rng, POINTS)))
    known = (counts >= 0) & (covered < 0.5)
    return images[known], leans[known], counts[known]


def said(network: onnxruntime.InferenceSession, images: npt.NDArray[np.float32], leans: npt.NDArray[np.float32]) -> list[int]:
    """The count of each strip, 0…15."""
    counts, _ = network.run(None, {"image": images, "leans": leans})
    return [int(n) for n in counts[:, :16].argmax(1)]


def line(name: str, kind: str, pairs: Iterable[tuple[int, int]]) -> str:
    """How many of (said, true) agree, by height."""
    pairs = list(pairs)
    cells = []
    for low, high in HEIGHTS:
        right = [said == true for said, true in pairs if low <= true <= high]
        cells.append(f"{sum(right):4d} of {len(right):4d}")
    return f"{name:16s} {kind:8s} " + "  ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", type=Path, nargs="*")
    parser.add_argument("--stills", type=Path, default=ROOT / ".cache/stills")
    parser.add_argument("--most", type=int, default=90, help="stills of each kind (90)")
    args = parser.parse_args()
    networks = {path.name: onnxruntime.InferenceSession(path) for path in (ROOT / "models/strips.onnx", *args.networks)}
    held_out = stills(args.stills, held_out=True)
    print(f"{'':25s} " + "  ".join(f"{f'{low}…{high}' if high > low else low:>12}" for low, high in HEIGHTS))
    for kind, seeds in KINDS.items():
        rng = np.random.default_rng(0)
        strips = [seen(still, rng) for still in held_out if int(still.path.stem) in seeds][: args.most]
        for name, network in networks.items():
            pairs = [pair for images, leans, counts in strips for pair in zip(said(network, images, leans), counts, strict=True)]
            print(line(name, kind, pairs))


if __name__ == "__main__":
    main()
