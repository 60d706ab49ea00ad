"""The mean of two trained networks of one kind: python models/training/averaged.py A.onnx B.onnx --out models/strips.onnx

Of networks that were trained on from the same weights, on pictures of different kinds, the mean of the weights often reads what
either does (Wortsman et al., Model soups, 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from boardcam.vision.networks import record_sum


def mean(one: onnx.ModelProto, other: onnx.ModelProto) -> onnx.ModelProto:
    """A network whose weights lie half-way between those of two; ValueError if they are not of one kind."""
    weights = {part.name: numpy_helper.to_array(part) for part in other.graph.initializer}
    halfway = onnx.ModelProto()
    halfway.CopyFrom(one)
    for part in halfway.graph.initializer:
        own = numpy_helper.to_array(part)
        if part.name not in weights or weights[part.name].shape != own.shape:
            raise ValueError(f"only one of the networks has {part.name} of {own.shape}")
        if own.dtype == np.float32:
            part.CopyFrom(numpy_helper.from_array((own + weights[part.name]) / np.float32(2), part.name))
    return halfway


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("networks", type=Path, nargs=2)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    onnx.save(mean(*(onnx.load(path) for path in args.networks)), args.out)
    record_sum(args.out)


if __name__ == "__main__":
    main()
