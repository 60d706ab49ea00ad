"""Frames of a clip: one look, one camera, one scene after another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from boardcam.geometry import Board
from boardcam.rules.position import Side
from boardcam.sim.render import furniture, lens, touched
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.sets import Look
from boardcam.sim.render.shot import Shot
from boardcam.sim.render.solid import Kind, Solid
from boardcam.sim.render.studio import Studio
from boardcam.sim.render.surface import surface
from boardcam.sim.render.things import Arm, random_arm, things
from boardcam.sim.render.touched import Rect
from boardcam.sim.scene import Scene

FADING = 0.4
"""Pitches up to which the fading edge of a moving shadow is followed at once; the rest is drawn when all is at rest."""
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
        self.level: float | None = None
        self.grain = lens.Grain(np.random.default_rng([seed, 7]), size, look.lens)
        self.light: NDArray[np.float32] = np.zeros((size[1], size[0], 3), np.float32)
        self.film = lens.Film.blank(size)
        self.fading = self._touched([])
        """Tiles in which the faint edge of a shadow is still that of an earlier frame."""

    def frame(self, scene: Scene, rng: np.random.Generator) -> NDArray[np.uint8]:
        """The camera's picture of a scene, BGR uint8 [height, width, 3]."""
        solids = things(self.look, scene, self.arms)
        moved = self._moved(solids)
        if moved is None:
            self._redraw(solids, [(0, 0, *self.camera.size)])
        else:
            now = self._touched(moved, FADING) if moved else self.fading
            self.fading = (self.fading | self._touched(moved)) & ~now
            if now.any():
                self._redraw(solids, touched.rectangles(now, self.camera.size))
        self.last = solids
        return lens.squeezed(self.film.exposed(self.grain.cut(rng)), self.look.lens)

    def _moved(self, solids: list[Solid]) -> list[Solid] | None:
        """What came, went or changed since the last frame; None = this is the first."""
        if self.last is None:
            return None
        old, new = {s.key(): s for s in self.last}, {s.key(): s for s in solids}
        return [s for k, s in (old | new).items() if (k in old) != (k in new)]

    def _touched(self, moved: list[Solid], soft: float = 9.0) -> touched.Tiles:
        """Where these things and their shadows are seen."""
        parts = [((part @ s.at.T)[:, :3], s.kind is not Kind.HAND) for s in moved for part in self.studio.outline(s.mesh)]
        return touched.tiles(parts, self.camera, self.look.room.lamps, self.look.board, soft)

    def _redraw(self, solids: list[Solid], where: list[Rect]) -> None:
        shot = Shot([*self.still, *solids], self.camera, self.look.room, self.look.board, self.surface)
        self.studio.redraw(self.light, shot, where)
        if self.level is None:
            self.level = lens.metered(self.light, self.look.lens)
        if self.look.lens.k1 or self.look.lens.motion[0] > 1:
            where = [(0, 0, *self.camera.size)]
        for rect in where:
            self._develop(rect)

    def _develop(self, rect: Rect) -> None:
        """Brings the film up to date where the light has changed, and as far around as the lens blurs."""
        optics, (width, height) = self.look.lens, self.camera.size
        x, y, w, h = rect
        x0, y0, x1, y1 = max(x - 2 * BLUR, 0), max(y - 2 * BLUR, 0), min(x + w + 2 * BLUR, width), min(y + h + 2 * BLUR, height)
        fresh = lens.Film.of(lens.develop(self.light[y0:y1, x0:x1], optics, self.level, (x0, y0), self.camera.size), optics)
        a, b, c, d = max(x - BLUR, 0), max(y - BLUR, 0), min(x + w + BLUR, width), min(y + h + BLUR, height)
        self.film.lay(fresh.part(a - x0, b - y0, c - x0, d - y0), a, b)
