"""Frames of a clip: one look, one camera, one scene after another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from boardcam.geometry import Board
from boardcam.rules.position import Side
from boardcam.sim.render import furniture, lens
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.sets import Look
from boardcam.sim.render.shot import Shot
from boardcam.sim.render.solid import Solid
from boardcam.sim.render.studio import Rect, Studio
from boardcam.sim.render.surface import surface
from boardcam.sim.render.things import Arm, random_arm, things
from boardcam.sim.scene import Scene

MARGIN = 0.6
"""Pitches around a moved thing that its soft shadow may reach."""
BLUR = 6
"""Pixels that the lens smears, at most."""


class Renderer:
    """Draws the scenes of one table. Keeps the last picture, and redraws only where something moved."""

    def __init__(
        self, look: Look, board: Board, camera: Camera, size: tuple[int, int], *, seed: int = 0, studio: Studio | None = None
    ) -> None:
        """`seed` picks hands and sleeves; a `studio` may be shared by renderers that take turns. Raises NoRenderer."""
        self.look = replace(look, board=board)
        self.camera = camera.resized(size)
        self.studio = studio or Studio()
        self.arms: dict[Side, Arm] = {side: random_arm(np.random.default_rng([seed, int(side) + 1])) for side in Side}
        self.still = furniture.board(self.look)
        self.surface = surface(self.look, self.studio.sheet)
        self.last: list[Solid] | None = None
        self.whole = False
        self.level: float | None = None
        self.grain = lens.Grain(np.random.default_rng([seed, 7]), size, look.lens.blotch)
        self.light: NDArray[np.float32] = np.zeros((size[1], size[0], 3), np.float32)
        self.developed: NDArray[np.float32] = np.zeros((size[1], size[0], 3), np.float32)

    def frame(self, scene: Scene, rng: np.random.Generator) -> NDArray[np.uint8]:
        """The camera's picture of a scene, BGR uint8 [height, width, 3]."""
        solids = things(self.look, scene, self.arms)
        moved = self._moved(solids)
        if moved is None or moved:
            self._redraw(solids, self._around(moved) if moved else None)
        elif not self.whole:
            self._redraw(solids, None)  # come to rest: once more in full, for the last trace of an old shadow
        return lens.expose(self.developed, self.look.lens, self.grain.cut(rng))

    def _moved(self, solids: list[Solid]) -> list[Solid] | None:
        """What came, went or changed since the last frame; None = this is the first."""
        if self.last is None:
            return None
        old, new = {s.key(): s for s in self.last}, {s.key(): s for s in solids}
        return [s for k, s in (old | new).items() if (k in old) != (k in new)]

    def _redraw(self, solids: list[Solid], only: Rect | None) -> None:
        shot = Shot([*self.still, *solids], self.camera, self.look.room, self.look.board, self.surface)
        x, y, w, h = only or (0, 0, *self.camera.size)
        self.light[y : y + h, x : x + w] = self.studio.picture(shot, only, key=id(self))
        if self.level is None:
            self.level = lens.metered(self.light, self.look.lens)
        self._develop((x, y, w, h))
        self.last, self.whole = solids, only is None

    def _develop(self, rect: Rect) -> None:
        """Brings the developed picture up to date where the light has changed, and as far around as the lens blurs."""
        optics, (width, height) = self.look.lens, self.camera.size
        if optics.k1 or optics.motion[0] > 1:
            rect = (0, 0, width, height)
        x, y, w, h = rect
        x0, y0, x1, y1 = max(x - 2 * BLUR, 0), max(y - 2 * BLUR, 0), min(x + w + 2 * BLUR, width), min(y + h + 2 * BLUR, height)
        fresh = lens.develop(self.light[y0:y1, x0:x1], optics, self.level, (x0, y0), self.camera.size)
        a, b, c, d = max(x - BLUR, 0), max(y - BLUR, 0), min(x + w + BLUR, width), min(y + h + BLUR, height)
        self.developed[b:d, a:c] = fresh[b - y0 : d - y0, a - x0 : c - x0]

    def _around(self, moved: list[Solid]) -> Rect | None:
        """The rectangle of the picture that these things and their shadows touch; None = all of it."""
        points = np.vstack([self._reach(s) for s in moved])
        seen = self.camera.pixels(points)
        w, h = self.camera.size
        low = np.clip(np.floor(seen.min(0)) - 4, 0, (w, h)).astype(int)
        high = np.clip(np.ceil(seen.max(0)) + 4, 0, (w, h)).astype(int)
        if (high <= low).any():
            return (0, 0, 1, 1)
        return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])

    def _reach(self, solid: Solid) -> NDArray[np.float64]:
        """[n, 3] some points of a thing's skin, grown by a margin, and their shadows on surface and table."""
        at = (self.studio.outline(solid.mesh) @ solid.at.T)[:, :3].astype(float)
        grown = np.vstack([at + np.array([dx, dy, 0]) for dx in (-MARGIN, MARGIN) for dy in (-MARGIN, MARGIN)])
        cast = [
            self._shadow(grown, np.array(lamp.at), ground) for lamp in self.look.room.lamps for ground in (0.0, furniture.TABLE)
        ]
        return np.vstack([grown, *cast])

    @staticmethod
    def _shadow(points: NDArray[np.float64], lamp: NDArray[np.float64], ground: float) -> NDArray[np.float64]:
        fall = (points[:, 2] - ground) / np.maximum(lamp[2] - points[:, 2], 0.5)
        out = points - fall[:, None] * (lamp - points)
        return np.asarray(np.clip(out, -40, 55) * [1, 1, 0] + [0, 0, ground])
