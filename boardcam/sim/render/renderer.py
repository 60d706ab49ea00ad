"""Frames of a clip: one look, one camera, one scene after another."""

from __future__ import annotations

import math
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
from boardcam.sim.surroundings import Surroundings

FADING = 0.4
"""Pitches up to which the fading edge of a moving shadow is followed at once; the rest is drawn when all is at rest."""
BLUR = 6
"""Pixels that the lens smears, at most."""
SLOWNESS = 0.5
"""s in which a camera that meters makes up for most of a change of the light."""
NOTICED = 0.004
"""Share by which the exposure must change to be seen."""


class Renderer:
    """Draws the scenes of one table. Keeps the last picture, and redraws only where something moved."""

    def __init__(
        self, look: Look, board: Board, camera: Camera, size: tuple[int, int], *, seed: int = 0, studio: Studio | None = None
    ) -> None:
        """`seed` picks hands and sleeves; a `studio` may be shared by renderers that take turns. Raises NoRenderer."""
        self.look = replace(look, board=board)
        self.camera = self.view = camera.resized(size)
        self.room = look.room
        self.studio = studio or Studio()
        self.arms: dict[Side, Arm] = {side: random_arm(np.random.default_rng([seed, int(side) + 1])) for side in Side}
        self.still = furniture.board(self.look)
        self.surface = surface(self.look, self.studio.sheet)
        self.last: list[Solid] | None = None
        self.around = Surroundings()
        self.level: float | None = None
        self.t = 0.0
        self.grain = lens.Grain(np.random.default_rng([seed, 7]), size, look.lens)
        self.light: NDArray[np.float32] = np.zeros((size[1], size[0], 3), np.float32)
        self.film = lens.Film.blank(size)
        self.fading = self._touched([])
        """Tiles in which the faint edge of a shadow is still that of an earlier frame."""

    def frame(self, scene: Scene, rng: np.random.Generator) -> NDArray[np.uint8]:
        """The camera's picture of a scene, BGR uint8 [height, width, 3]."""
        solids = things(self.look, scene, self.arms)
        where = self._stale(solids, scene.around)
        if where:
            shot = Shot([*self.still, *solids], self.view, self.room, self.look.board, self.surface)
            self.studio.redraw(self.light, shot, where)
        whole = self._exposed_otherwise(scene) or self.look.lens.k1 or self.look.lens.motion[0] > 1
        self.last, self.around, self.t = solids, scene.around, scene.t
        for rect in [(0, 0, *self.camera.size)] if whole else where:
            self._develop(rect)
        return lens.squeezed(self.film.exposed(self.grain.cut(rng)), self.look.lens)

    def _stale(self, solids: list[Solid], around: Surroundings) -> list[Rect]:
        """Where the light of the last frame no longer holds."""
        moved = self._moved(solids)
        if moved is None or (around.knock, around.light.lamp) != (self.around.knock, self.around.light.lamp):
            self._look_again(around)
            self.fading = self._touched([])
            return [(0, 0, *self.camera.size)]
        now = self._touched(moved, FADING) if moved else self.fading
        self.fading = (self.fading | self._touched(moved)) & ~now
        return touched.rectangles(now, self.camera.size)

    def _look_again(self, around: Surroundings) -> None:
        """From where the camera stands now, in the light of the lamps as they are."""
        board, knock = self.look.board, around.knock
        self.view = self.camera.knocked((board.width / 2, board.depth / 2), knock.x, knock.y, knock.turn)
        first, *others = self.look.room.lamps
        red, green, blue = (around.light.lamp * c for c in first.colour)
        self.room = replace(self.look.room, lamps=(replace(first, colour=(red, green, blue)), *others))

    def _exposed_otherwise(self, scene: Scene) -> bool:
        """Sets the exposure for a frame; whether it is another than before."""
        now, before = scene.around.light, self.level
        if self.level is None:
            self.level = lens.metered(self.light, self.look.lens)
        elif now.metered:
            wanted = lens.metered(self.light, self.look.lens) * 3 / sum(now.day)
            self.level += (wanted - self.level) * (1 - math.exp(-(scene.t - self.t) / SLOWNESS))
        return now.day != self.around.light.day or before is None or abs(self.level - before) > NOTICED * before

    def _moved(self, solids: list[Solid]) -> list[Solid] | None:
        """What came, went or changed since the last frame; None = this is the first."""
        if self.last is None:
            return None
        old, new = {s.key(): s for s in self.last}, {s.key(): s for s in solids}
        return [s for k, s in (old | new).items() if (k in old) != (k in new)]

    def _touched(self, moved: list[Solid], soft: float = 9.0) -> touched.Tiles:
        """Where these things and their shadows are seen."""
        parts = [((part @ s.at.T)[:, :3], s.kind is not Kind.HAND) for s in moved for part in self.studio.outline(s.mesh)]
        return touched.tiles(parts, self.view, self.room.lamps, self.look.board, soft)

    def _develop(self, rect: Rect) -> None:
        """Brings the film up to date where the light has changed, and as far around as the lens blurs."""
        optics, (width, height) = self.look.lens, self.camera.size
        (blue, green, red), day = optics.balance, self.around.light.day
        optics = replace(optics, balance=(blue * day[2], green * day[1], red * day[0]))
        x, y, w, h = rect
        x0, y0, x1, y1 = max(x - 2 * BLUR, 0), max(y - 2 * BLUR, 0), min(x + w + 2 * BLUR, width), min(y + h + 2 * BLUR, height)
        fresh = lens.Film.of(lens.develop(self.light[y0:y1, x0:x1], optics, self.level, (x0, y0), self.camera.size), optics)
        a, b, c, d = max(x - BLUR, 0), max(y - BLUR, 0), min(x + w + BLUR, width), min(y + h + BLUR, height)
        self.film.lay(fresh.part(a - x0, b - y0, c - x0, d - y0), a, b)
