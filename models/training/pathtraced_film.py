"""A clip by another renderer, a cross-check of the whole walk from frames to the record.

    python models/training/pathtraced_film.py --seed 95001 --turns 4 --incident illegal --out .cache/films/95001
    boardcam bench clips .cache/films/95001

The match, the hands and the mistakes are those of `boardcam simulate`; paints, textures, lights, exposure and noise are Mitsuba's
(`pathtraced.py`), on a set of any colours. Five frames a second; what rests is drawn once, some six processor seconds a picture.
Nothing is ever trained on these clips.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

import mitsuba as mi
import numpy as np
import numpy.typing as npt
import pathtraced

from boardcam.commands.simulate import write
from boardcam.geometry import Board
from boardcam.rules.position import Side
from boardcam.sim.render import camera, furniture, look
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.sets import Look
from boardcam.sim.render.solid import Solid
from boardcam.sim.render.things import random_arm, things
from boardcam.sim.scene import Scene
from boardcam.sim.table import script

FPS, CRF = 5, 20
SIZE = (1024, 768)
SAMPLES = 24
"""Paths a pixel."""
NOISE = 2.0
"""Grain of each frame, grey levels of 255."""


class Tracer:
    """Draws the scenes of one table, one and the same scene once."""

    def __init__(self, seed: int, style: Look, board: Board, view: Camera, workshop: Path) -> None:
        self.seed, self.look, self.camera, self.workshop = seed, replace(style, board=board), view, workshop
        self.arms = {side: random_arm(np.random.default_rng([seed, int(side) + 1])) for side in Side}
        self.still = furniture.board(self.look)
        self.last: list[Solid] = []
        self.picture: npt.NDArray[np.uint8] = np.zeros((1, 1, 3), np.uint8)

    def frame(self, scene: Scene, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
        """The camera's picture of a scene, BGR."""
        solids = things(self.look, scene, self.arms)
        if [s.key() for s in solids] != [s.key() for s in self.last]:
            self.picture, self.last = self._drawn(scene, solids), solids
        return np.asarray((self.picture + rng.normal(0, NOISE, self.picture.shape)).clip(0, 255), np.uint8)

    def _drawn(self, scene: Scene, solids: list[Solid]) -> npt.NDArray[np.uint8]:
        cube = (scene.cube.value, solids[len(scene.checkers) + len(scene.dice)]) if scene.cube else None
        rng = np.random.default_rng([self.seed, 11])  # the same paints, lamps and exposure in every picture
        everything = [*self.still, *solids]
        return pathtraced.exposed(
            np.random.default_rng([self.seed, 12]),
            pathtraced.traced(self.look, everything, cube, self.camera, self.workshop, rng, SAMPLES),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--incident", action="append", default=[])
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    mi.set_variant("llvm_ad_rgb")
    filmed = script(args.seed, match=7, incidents=args.incident, turns=args.turns, seconds=None, resign=False, buttons=True)
    style = look(filmed.seed, wild=True, board=filmed.board, measures=filmed.layout.measures)
    view = camera(filmed.board, SIZE, tray=filmed.layout.reach()).resized(SIZE)
    with tempfile.TemporaryDirectory() as workshop:
        write(filmed, Tracer(args.seed, style, filmed.board, view, Path(workshop)), args.out, FPS, CRF)


if __name__ == "__main__":
    main()
