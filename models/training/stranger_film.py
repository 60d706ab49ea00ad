"""A clip by a stranger: another renderer and another script, with their own people and mistakes.

    python models/training/stranger_film.py --seed 72000 --turns 6 --mistake illegal --out .cache/strangers/72000
    boardcam bench clips .cache/strangers/72000

What rests is drawn once, and of what moves only the part of the picture that it and its shadow reach: half a processor second a
frame. Mistakes: illegal, cocked, wrong_half, premature, changed. Nothing is ever trained on these clips; of a fault that an even
seed shows the cause may be looked for, odd seeds are for measuring only.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import stranger
import stranger_board as boards
import stranger_pieces as pieces
import stranger_room as room
from stranger_povray import Image, Lamp, Thing, View, draw, reach
from stranger_script import MISTAKES, Match
from stranger_stage import Stage

from boardcam.record import lines
from boardcam.sim.render import video

SIZES = ((960, 720), (960, 720), (1024, 768))


class Film:
    """A camera on a stand."""

    def __init__(self, seed: int, words: str, view: View, lamps: Sequence[Lamp], workshop: Path) -> None:
        self.seed, self.words, self.view, self.lamps, self.workshop = seed, words, view, lamps, workshop
        self.rest: Image | None = None
        self.lying = set[Thing]()
        self.grain = np.random.default_rng([seed, 74])
        self.noise = self.grain.normal(0, self.grain.uniform(0.8, 3), (view.size[1] + 64, view.size[0] + 64, 3)).astype(np.float32)
        self.last: tuple[Image, Image] | None = None

    def frame(self, resting: Sequence[Thing], moving: Sequence[Thing]) -> Image:
        picture = self._still(resting)
        if moving and (box := reach(moving, self.view, self.lamps)):
            picture = picture.copy()
            self._onto(picture, box, [*resting, *moving])
        if self.last is None or self.last[0] is not picture:
            self.last = picture, stranger.developed(np.random.default_rng([self.seed, 75]), picture, self.rest)
        y, x = self.grain.integers(0, 64, 2)
        h, w = picture.shape[:2]
        return np.asarray((self.last[1] + self.noise[y : y + h, x : x + w]).clip(0, 255), np.uint8)

    def _still(self, resting: Sequence[Thing]) -> Image:
        """The picture of what rests, drawn anew where that has changed."""
        if self.rest is None:
            self.rest = draw(self.words + "".join(t.text for t in resting), self.view, self.workshop)
        elif (changed := self.lying ^ set(resting)) and (box := reach(changed, self.view, self.lamps)):
            self.rest = self.rest.copy()
            self._onto(self.rest, box, resting)
        self.lying = set(resting)
        return self.rest

    def _onto(self, picture: Image, box: tuple[int, int, int, int], things: Sequence[Thing]) -> None:
        x0, y0, x1, y1 = box
        picture[y0:y1, x0:x1] = draw(self.words + "".join(t.text for t in things), self.view, self.workshop, box)


def filmed(seed: int, match: Match, film: Film) -> Iterator[Image]:
    for resting, moving in match.moments():
        yield film.frame(resting, moving)


def shot(seed: int, turns: int, mistakes: Sequence[str], out: Path, fps: float, size: tuple[int, int] | None = None) -> None:
    """Everything that `boardcam bench clips` reads."""
    rng = np.random.default_rng([seed, 72])
    at = boards.case(rng)
    ink = boards.paints(rng, at.kind)
    kit = pieces.chosen(rng, at, ink, clear=0.15)
    usual = SIZES[rng.integers(len(SIZES))]
    view = stranger.viewpoint(rng, at, size or usual, filming=True)
    lights, lamps = room.lamps(rng, most=2)
    still = [room.table(rng, at), *boards.board(rng, at, ink), *room.around(rng, at, int(rng.integers(2, 7)))]
    words = lights + "".join(kit.texts) + "".join(thing.text for thing in [*still, *stranger.cube(rng, at, kit, 64)])
    match = Match(Stage(seed, at, kit, fps), turns, mistakes)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as workshop:
        film = Film(seed, words, view, lamps, Path(workshop))
        video.write(out / "clip.mp4", filmed(seed, match, film), fps, int(rng.integers(20, 27)))
    (out / "truth.jsonl").write_text("".join(lines.line(verdict) + "\n" for verdict in match.truth), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--mistake", action="append", default=[], choices=MISTAKES)
    parser.add_argument("--fps", type=int, default=10)
    parser.add_argument("--size", type=int, nargs=2, help="of the picture, px; else by the seed")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    shot(args.seed, args.turns, args.mistake, args.out, args.fps, tuple(args.size) if args.size else None)


if __name__ == "__main__":
    main()
