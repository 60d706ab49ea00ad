"""Measures whether the eyes' networks should ship as int8: accuracy and speed side by side, in one run.

    python models/training/int8.py --renders .cache/stills --photos DIR --most 60

Each network is quantised by onnxruntime, weights by channel, with inputs as they come when trained-on renders are read (seeds that
do not end in 9), into --out. Then the held-out renders and the photographs are read with both, corners given and board found by
itself, and each network is timed on one thread.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import cv2

from boardcam.bench.look import measure, photographs, renders, table
from boardcam.commands.look import read_picture
from boardcam.vision import locate, networks, still
from boardcam.vision.networks import Floats, Networks

NAMES = ("corners", "strips", "spots", "dice", "cube")
PICTURES = 40
"""Renders whose inputs tell the ranges of a network's values; of each network as many inputs at most."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A session that keeps what it is asked."""

    session: Any
    heard: list[dict[str, Floats]]

    def get_inputs(self) -> Any:
        return self.session.get_inputs()

    def run(self, wanted: None, feed: Mapping[str, Floats]) -> Any:
        self.heard.append(dict(feed))
        return self.session.run(wanted, feed)


class Inputs:
    """onnxruntime's reader of calibration data: inputs one after another."""

    def __init__(self, feeds: list[dict[str, Floats]]) -> None:
        self._feeds: Iterator[dict[str, Floats]] = iter(feeds)

    def get_next(self) -> dict[str, Floats] | None:
        return next(self._feeds, None)


def heard(folder: Path) -> dict[str, list[dict[str, Floats]]]:
    """What each network is asked while trained-on renders are read."""
    usual = networks.load(NAMES)
    listening = {name: Listener(session, []) for name, session in usual.sessions.items()}
    paths = [path for path in sorted(folder.glob("*.json")) if path.stem[-1] != "9" and path.with_suffix(".jpg").exists()]
    for path in paths[:: max(1, len(paths) // PICTURES)][:PICTURES]:
        image, truth = read_picture(path.with_suffix(".jpg")), json.loads(path.read_text("utf-8"))
        try:
            locate.find(image, Networks(listening))
            still.look(image, locate.at(image, truth["corners"], Networks(listening)), Networks(listening))
        except locate.NoBoard:
            continue
    return {name: one.heard[:: max(1, len(one.heard) // PICTURES)][:PICTURES] for name, one in listening.items()}


def quantise(asked: dict[str, list[dict[str, Floats]]], out: Path) -> None:
    """Writes NAME.onnx of int8 into `out`."""
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

    out.mkdir(parents=True, exist_ok=True)
    CalibrationDataReader.register(Inputs)
    for name, feeds in asked.items():
        quantize_static(
            networks.directory() / f"{name}.onnx", out / f"{name}.onnx", Inputs(feeds), quant_format=QuantFormat.QDQ,
            per_channel=True, activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
        )  # fmt: skip


def timed(opened: Networks, asked: dict[str, list[dict[str, Floats]]]) -> str:
    """Processor ms of each network for what it is asked, the quickest of five."""
    lines = []
    for name, feeds in asked.items():
        feed = max(feeds, key=lambda one: len(next(iter(one.values()))))
        spent = []
        for _ in range(6):
            begun = process_time()
            opened.sessions[name].run(None, feed)
            spent.append(1000 * (process_time() - begun))
        lines.append(f"{name} {min(spent):.1f}")
    return "ms: " + ", ".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renders", type=Path, required=True, help="stills, trained-on and held-out ones")
    parser.add_argument("--photos", type=Path, help="photographs with a labels.json")
    parser.add_argument("--most", type=int, default=60, help="held-out renders read")
    parser.add_argument("--out", type=Path, default=Path(".cache/int8"))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    asked = heard(args.renders)
    quantise(asked, args.out)
    pictures = [*renders(args.renders, args.most), *(photographs(args.photos) if args.photos else ())]
    for kind, folder in (("fp32", None), ("int8", args.out)):
        opened = networks.load(NAMES, folder=folder)
        sums, _ = measure(pictures, None, opened)
        size = sum(((folder or networks.directory()) / f"{name}.onnx").stat().st_size for name in NAMES)
        print(f"{kind}: {size / 1e6:.1f} MB, {timed(opened, asked)}")
        print(table({key: marks for key, marks in sums.items() if key[0] != "baseline"}), flush=True)


if __name__ == "__main__":
    main()
