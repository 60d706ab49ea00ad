"""Where the corner network finds the boards of the stills: python models/training/strips_found.py

The strip network learns from strips that are cut as they will be, by corners found without help: of a board seen at a slant, for
example, the near rail hides the base line. What was found lies beside the still, `NNNNNN.found.json`, and is looked for but once;
remove those files when the corner network is another one.
"""

from __future__ import annotations

import argparse
import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from labelled import Still, stills
from strips_kept import Found

from boardcam.vision import strips
from boardcam.vision.calibration import Calibration, transform
from boardcam.vision.camera import eye
from boardcam.vision.locate import NoBoard, find
from boardcam.vision.networks import Networks, load

WORST = 0.12
"""A corner that is off by more than this share of the board's width: another thing was taken for the board."""


def found(still: Still, true: Calibration, way: npt.NDArray[np.float64]) -> Found | None:
    """The board of a still as it is found; `way`: px of the still → px of the picture that is kept."""
    said = _said(still.path.with_suffix(".found.json"), still)
    if said is None:
        return None
    tl, tr, br, bl = ((float(x), float(y)) for x, y in said["corners"])
    calibration = Calibration(true.size, (tl, tr, br, bl), said["bar"], said["depth"])
    to_kept = [transform(way, c.corners) for c in (calibration, true)]
    wrong = min((np.roll(to_kept[0], turn, 0) - to_kept[1] for turn in (0, 2)), key=lambda off: float(np.abs(off).max()))
    if np.hypot(*wrong.T).max() > WORST * np.hypot(*(to_kept[1][1] - to_kept[1][0])):
        return None
    return Found(calibration.board, wrong, strips.leans(calibration.board, eye(calibration)))


def _said(path: Path, still: Still) -> dict[str, Any] | None:
    if not path.exists():
        path.write_text(json.dumps(_looked(still)), "utf-8")
    said: dict[str, Any] | None = json.loads(path.read_text("utf-8"))
    return said


def _looked(still: Still) -> dict[str, Any] | None:
    try:
        calibration = find(still.image(), _networks()).calibration
    except NoBoard:
        return None
    return {"corners": calibration.corners, "bar": calibration.bar, "depth": calibration.depth}


@cache
def _networks() -> Networks:
    return load(("corners",))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stills", type=Path, default=Path(__file__).resolve().parents[2] / ".cache/stills")
    args = parser.parse_args()
    cv2.setNumThreads(0)
    known = stills(args.stills, held_out=False)
    for still in known:
        _said(still.path.with_suffix(".found.json"), still)


if __name__ == "__main__":
    main()
