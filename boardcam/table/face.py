"""A display as a part of the table: what it is to show, and the pictures of that in turn."""

from __future__ import annotations

from dataclasses import dataclass

from PIL.Image import Image

from boardcam.devices.display import Display
from boardcam.show import draw
from boardcam.show.languages import ENGLISH, Language
from boardcam.show.view import View, stale


@dataclass(frozen=True, slots=True)
class Scene:
    """What a display is to show."""

    view: View | None = None
    """None = no match is played."""
    language: Language = ENGLISH
    link: str = ""
    """Where the page is; shown as a QR code while nothing is played."""
    hint: str = ""
    trouble: str = ""
    """Why no match can be played."""
    news: str = ""
    """What does not work at the table, while that is news."""
    age: int = 0
    """s since the newest picture, where that is too long ago."""
    test: bool = False
    """A picture to test it with."""

    @property
    def words(self) -> tuple[str, ...]:
        told = (self.view.headline, self.view.why) if self.view is not None else ()
        return (*told, self.hint, self.trouble, self.news, "old" if self.age else "")


@dataclass(slots=True)
class Face:
    """A display as a part of the table."""

    display: Display
    turns: bool = True
    """Pictures that do not fit into one are shown in turn; otherwise the first of them stays."""
    _words: tuple[str, ...] = ()
    _began: float = 0.0
    """When these words were first shown, s: what they say begins with the first picture."""

    def show(self, scene: Scene, t: float) -> float | None:
        """The scene at time `t`."""
        size = self.display.size
        if scene.test:
            pictures: tuple[Image, ...] = (draw.pattern(size),)
        elif scene.view is not None:
            seen = stale(scene.view, scene.age) if scene.age else scene.view
            pictures = draw.pictures(seen, size, scene.link, "" if scene.age else scene.hint)
        else:
            pictures = draw.waiting(scene.language, size, scene.link, scene.trouble)
        if scene.news and not scene.test:
            pictures += draw.troubled(scene.language, size, scene.news)
        if scene.words != self._words:
            self._words, self._began = scene.words, t
        turn, since = divmod(t - self._began if self.turns else 0.0, draw.SECONDS)
        self.display.show(pictures[int(turn) % len(pictures)])
        return draw.SECONDS - since if len(pictures) > 1 and self.turns else None

    def close(self) -> None:
        close = getattr(self.display, "close", None)
        if close is not None:
            close()
