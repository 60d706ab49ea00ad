"""One look of the corner network: at a whole picture, or at the board drawn upright."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boardcam.vision import flow
from boardcam.vision.calibration import Points
from boardcam.vision.heat import BAR_LEADING, BAR_TRAILING, LEADING, SURFACE, TRAILING, Heat
from boardcam.vision.networks import Image, Networks, blob, chances


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What the board drawn upright shows."""

    heat: Heat
    corners: Points
    """TL, TR, BR, BL (4, 2) where all parts of the board say they are, px of the network's picture."""


def see(frame: Image, networks: Networks) -> Heat:
    """The maps of one look."""
    return chances(networks.run("corners", blob(frame))[0][0])


def see_all_ways(frame: Image, networks: Networks) -> View:
    """The board drawn upright, as it is, turned by half a turn, and mirrored both ways: a mirror makes leading corners trail."""
    maps, flows = networks.run("corners", blob([frame, frame[::-1, ::-1], frame[:, ::-1], frame[::-1]]))
    plain, turned, across, down = chances(maps)
    exchanged = [TRAILING, LEADING, BAR_TRAILING, BAR_LEADING, SURFACE]
    back = [plain, turned[:, ::-1, ::-1], across[exchanged, :, ::-1], down[exchanged, ::-1]]
    told = [flows[0], flow.turned(flows[1]), flow.mirrored(flows[2]), flow.flipped(flows[3])]
    return View(np.asarray(np.mean(back, 0), np.float32), flow.corners(told))
