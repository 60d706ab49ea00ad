"""Photographic-looking pictures of a simulated table, with labels. Optional: moderngl and EGL (`pip install "boardcam[sim]"`).

For clips of a script (board units and camera view as in `boardcam.geometry`)::

    from boardcam.sim.render import Renderer, camera, look
    from boardcam.sim.render.video import write

    style = look(seed, board=script.board, measures=script.layout.measures)     # a set, its table, room and camera's manner
    renderer = Renderer(style, script.board, camera(script.board, (1280, 960)), (1280, 960))
    frame = renderer.frame(script.scene(t), rng)                                # BGR uint8 [h, w, 3]; rng: numpy.random.Generator
    write(path, frames, fps=10)                                                 # H.264

`look` gives sets that people own; `wild=True` any colours. A look made without measures has sizes of its own: then scenes must be
laid by `style.measures`. What does not move is not drawn again: a table at rest costs only fresh camera noise. Raises
`studio.NoRenderer` with a remedy where moderngl or EGL is missing; importing needs neither.

What is drawn: `solid`. What it looks like: `sets`, `looks`, `colours`, `stuffs`, `surface`, `furniture`, `things`, `clutter`. How
it is seen: `lights`, `cameras`, `lens`. How it is drawn: `meshes`, `limbs`, `prints`, `faces`, `shaders`, `uniforms`, `shot`,
`studio`. What is to be seen: `labels`. Clips: `renderer`, `video`. Stills for training: models/training/stills.py.
"""

from boardcam.sim.render.cameras import Camera, camera
from boardcam.sim.render.looks import look
from boardcam.sim.render.renderer import Renderer
from boardcam.sim.render.sets import Look
from boardcam.sim.render.studio import NoRenderer

__all__ = ["Camera", "Look", "NoRenderer", "Renderer", "camera", "look"]
