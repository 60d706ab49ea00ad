"""A display shows pictures, nothing else. What is in them is decided in `show`."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from PIL.Image import Image


class Display(Protocol):
    """A screen of a fixed size. `show` takes an image of exactly this size and mode."""

    @property
    def size(self) -> tuple[int, int]:
        """Width, height in px."""

    @property
    def mode(self) -> Literal["1", "RGB"]:
        """Black and white, or colour."""

    def show(self, image: Image) -> None: ...


@dataclass(slots=True)
class PictureDisplay:
    """A display without a screen: keeps the last picture and, given a path, leaves it there as PNG (never half written)."""

    size: tuple[int, int] = (128, 64)
    mode: Literal["1", "RGB"] = "1"
    path: Path | None = None
    last: Image | None = field(default=None, init=False)

    def show(self, image: Image) -> None:
        if image.size != self.size or image.mode != self.mode:
            raise ValueError(f"this display takes {self.size} {self.mode}, not {image.size} {image.mode}")
        news = self.last is None or self.last.tobytes() != image.tobytes()
        self.last = image.copy()
        if self.path is not None and news:
            unfinished = self.path.with_suffix(".part")
            image.save(unfinished, "PNG")
            os.replace(unfinished, self.path)
