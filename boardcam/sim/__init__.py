"""A simulated table: players, hands, dice, mistakes, and a renderer that knows the truth.

`table.script` writes a session; `source` is a session seen without pictures, `render` draws one.
"""

from boardcam.sim.observe import Noise, source

__all__ = ["Noise", "source"]
