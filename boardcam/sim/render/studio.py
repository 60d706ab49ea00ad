"""Draws solids with OpenGL, off screen (EGL; Mesa's software rasteriser will do). Optional packages: moderngl.

One `Studio` holds the context, programs and meshes and serves any number of pictures. Not for use by several threads.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardcam.sim.render import limbs, meshes, prints, shaders, uniforms
from boardcam.sim.render.lights import MAP
from boardcam.sim.render.shot import GROUND, Shot, by_pattern, depths
from boardcam.sim.render.solid import Kind, Pattern, Solid
from boardcam.sim.render.surface import Surface
from boardcam.sim.render.touched import Rect
from boardcam.sim.render.uniforms import LampView

REMEDY = (
    'Rendering needs moderngl and EGL: pip install "boardcam[sim]", and on Debian or Ubuntu: apt install libegl1 libgl1-mesa-dri.'
)


class NoRenderer(RuntimeError):
    """moderngl or EGL is missing; the message says what to install."""


def open_context() -> Any:
    """An off-screen OpenGL context. Raises NoRenderer."""
    os.environ.setdefault("LP_NUM_THREADS", "1")  # for Mesa's llvmpipe: one thread a process
    try:
        import moderngl

        return moderngl.create_context(standalone=True, backend="egl")  # type: ignore[arg-type]
    except Exception as error:
        raise NoRenderer(f"{REMEDY} ({error})") from error


class Studio:
    def __init__(self) -> None:
        self.gl = open_context()
        self.gl.enable(self.gl.DEPTH_TEST)
        self.gl.enable(self.gl.CULL_FACE)
        self.programs = {p: self._program(shaders.fragment(p.name)) for p in Pattern}
        self.height = self._program(shaders.DEPTH)
        self.label = self._program(shaders.LABEL)
        self.buffers: dict[str, tuple[Any, Any]] = {}
        self.arrays: dict[tuple[str, int], Any] = {}
        self.instances = self.gl.buffer(reserve=4096 * 128, dynamic=True)
        self.sheet = prints.sheet()
        self._textures()
        self.views: list[LampView] = []
        self._targets: dict[tuple[tuple[int, int], int], tuple[Any, Any]] = {}
        self._labels: dict[tuple[int, int], Any] = {}
        self.catalogue = meshes.catalogue()
        self.outlines: dict[str, list[NDArray[np.float64]]] = {}

    # textures and targets

    def _textures(self) -> None:
        self.noise = self._picture(prints.noise())
        self.prints = self._picture(self.sheet)
        self.shadows = self.gl.depth_texture((3 * MAP, MAP))
        self.shadows.compare_func = ""
        self.shadows.filter = (self.gl.NEAREST, self.gl.NEAREST)
        self.shadow_target = self.gl.framebuffer(depth_attachment=self.shadows)
        self.heights = self.gl.texture((384, 320), 1, dtype="f4")
        self.heights.repeat_x = self.heights.repeat_y = False
        self.height_target = self.gl.framebuffer([self.heights], self.gl.depth_renderbuffer((384, 320)))
        self.surface: tuple[Surface | None, Any] = (None, None)

    def _picture(self, pixels: NDArray[np.uint8]) -> Any:
        texture = self.gl.texture(
            (pixels.shape[1], pixels.shape[0]), pixels.shape[2], np.ascontiguousarray(pixels).tobytes(), alignment=1
        )
        texture.build_mipmaps()
        texture.filter = (self.gl.LINEAR_MIPMAP_LINEAR, self.gl.LINEAR)
        return texture

    def _target(self, size: tuple[int, int], samples: int) -> tuple[Any, Any]:
        """Where a picture is drawn, and where its samples are merged for reading (the same when there is one a pixel)."""
        name = size, samples
        if name not in self._targets:
            many = self.gl.framebuffer(
                [self.gl.renderbuffer(size, 4, samples=samples, dtype="f2")], self.gl.depth_renderbuffer(size, samples=samples)
            )
            one = self.gl.framebuffer([self.gl.renderbuffer(size, 4, dtype="f2")]) if samples else many
            self._targets[name] = many, one
        return self._targets[name]

    def _program(self, fragment: str) -> Any:
        return self.gl.program(vertex_shader=shaders.VERTEX, fragment_shader=fragment)

    # meshes and instances

    def _buffer(self, mesh: str) -> tuple[Any, Any]:
        """Its corners, each once, and the order in which they make triangles."""
        if mesh not in self.buffers:
            if mesh.startswith("hand "):
                _, number, sleeve = mesh.split()
                self.catalogue[mesh] = limbs.hand(int(number), float(sleeve))
            corners, order = np.unique(self.catalogue[mesh], axis=0, return_inverse=True)
            self.buffers[mesh] = self.gl.buffer(corners.tobytes()), self.gl.buffer(order.astype(np.uint32).tobytes())
        return self.buffers[mesh]

    def outline(self, mesh: str) -> list[NDArray[np.float64]]:
        """Its slices along y, each by the corners [8, 4] of the box that holds it; a thing of one pitch is one slice."""
        if mesh not in self.outlines:
            self._buffer(mesh)
            self.outlines[mesh] = meshes.slices(self.catalogue[mesh])
        return self.outlines[mesh]

    def _array(self, mesh: str, program: Any) -> Any:
        key = mesh, program.glo
        if key not in self.arrays:
            names = [n for n in ("pos", "nor") if n in program]
            layout = " ".join("3f" if n in program else "12x" for n in ("pos", "nor"))
            rows = ("r0", "r1", "r2", "ia", "ib", "ic", "im", "ik")
            each = " ".join("4f" if n in program else "16x" for n in rows) + "/i"
            corners, order = self._buffer(mesh)
            content = [(corners, layout, *names), (self.instances, each, *[n for n in rows if n in program])]
            self.arrays[key] = self.gl.vertex_array(program, content, order)
        return self.arrays[key]

    def _draw(self, solids: Iterable[Solid], program: Any, plain: bool = False, where: Sequence[Rect] = ()) -> None:
        """Into the target in use; with `where` only into these rectangles of it."""
        groups: defaultdict[str, list[Solid]] = defaultdict(list)
        for s in solids:
            groups[meshes.PLAINER.get(s.mesh, s.mesh) if plain else s.mesh].append(s)
        for mesh, group in groups.items():
            array = self._array(mesh, program)
            self.instances.write(np.stack([uniforms.instance(s) for s in group]).tobytes())
            if not where:
                array.render(instances=len(group))
            for rect in where:
                self.gl.fbo.scissor = rect
                array.render(instances=len(group))

    # passes

    def picture(self, shot: Shot, again: bool = False, samples: int = 4) -> NDArray[np.float32]:
        """Linear light, RGB float32 [h, w, 3].

        With `again` the shadows of the last shot are used, for another view of the same things. `samples` a pixel smooth the edges:
        4, or 0 for half the cost.
        """
        light = np.empty((shot.camera.size[1], shot.camera.size[0], 3), np.float32)
        self.redraw(light, shot, [(0, 0, *shot.camera.size)], again, samples)
        return light

    def redraw(self, light: NDArray[np.float32], shot: Shot, where: Sequence[Rect], again: bool = False, samples: int = 4) -> None:
        """Brings these rectangles of a picture up to date; see `picture`."""
        if not again:
            self.views = self._shadows(shot)
            self._heights(shot)
        many, one = self._target(shot.camera.size, samples)
        many.use()
        self.gl.front_face = "ccw"
        for rect in where:
            many.clear(0.0, 0.0, 0.0, 1.0, viewport=rect)
        self._bind(shot.surface)
        for pattern, solids in by_pattern(shot.solids).items():
            uniforms.light(self.programs[pattern], shot, self.views)
            self._draw(solids, self.programs[pattern], where=where)
        many.scissor = None
        for x, y, w, h in where:
            if samples:
                one.use()
                one.scissor = x, y, w, h
                self.gl.copy_framebuffer(one, many)
                one.scissor = None
            raw = np.frombuffer(one.read((x, y, w, h), components=4, dtype="f2", alignment=1), np.float16)
            light[y : y + h, x : x + w] = raw.reshape(h, w, 4)[..., :3]

    def labels(self, shot: Shot, size: tuple[int, int]) -> NDArray[np.uint8]:
        """[h, w, 3] bytes at another size: kind, index, 255 where an upper side is seen."""
        if size not in self._labels:
            self._labels[size] = self.gl.simple_framebuffer(size, components=4)
        target = self._labels[size]
        target.use()
        self.gl.front_face = "ccw"
        target.clear(0.0, 0.0, 0.0, 1.0)
        uniforms.view(self.label, shot.camera.clip(*depths(shot.camera)))
        self._draw(shot.solids, self.label)
        pixels = np.frombuffer(target.read(components=4, alignment=1), np.uint8).reshape(size[1], size[0], 4)
        return np.ascontiguousarray(pixels[..., :3])

    def _shadows(self, shot: Shot) -> list[LampView]:
        self.shadow_target.use()
        self.shadow_target.viewport = (0, 0, 3 * MAP, MAP)
        self.shadow_target.clear(depth=1.0)
        casting = [s for s in shot.solids if s.casts]
        views = [lamp.view(shot.board) for lamp in shot.room.lamps]
        for k, (clip, *_) in enumerate(views):
            self.shadow_target.viewport = (k * MAP, 0, MAP, MAP)
            uniforms.view(self.height, clip)
            self._draw(casting, self.height, plain=True)
        return views

    def _heights(self, shot: Shot) -> None:
        """Height of everything but hands, seen from above."""
        x, y, w, h = GROUND
        top = np.array([[2 / w, 0, 0, -1 - 2 * x / w], [0, 2 / h, 0, -1 - 2 * y / h], [0, 0, -0.05, 0], [0, 0, 0, 1]], np.float32)
        self.height_target.use()
        self.height_target.clear(-0.9)
        self.gl.front_face = "cw"
        uniforms.view(self.height, top)
        self._draw([s for s in shot.solids if s.casts and s.kind is not Kind.HAND], self.height, plain=True)
        self.heights.build_mipmaps()
        self.heights.filter = (self.gl.LINEAR_MIPMAP_LINEAR, self.gl.LINEAR)

    def _bind(self, surface: Surface) -> None:
        if self.surface[0] is not surface:
            if self.surface[1]:
                self.surface[1].release()
            self.surface = surface, self._picture(surface.pixels)
            self.surface[1].anisotropy = 4.0
        for unit, texture in enumerate((self.noise, self.prints, self.surface[1], self.heights, self.shadows)):
            texture.use(unit)
