"""The pictures of the small displays, pixel by pixel. `UPDATE_PICTURES=1 pytest tests/show` draws them anew: look at them then."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

from boardcam.events import Status, Verdict
from boardcam.rules.clock import Change, Control, fold
from boardcam.rules.position import START, Position, Side
from boardcam.show import draw
from boardcam.show.view import view

PICTURES = Path(__file__).parent / "pictures"
LIGHT, DARK = Side.WHITE, Side.BLACK
LATE = Position((2, 2, 3, 0, 0, 6) + (0,) * 12 + (-2, -3, -1, 0, -5, -2), (2, 1), (0, 1))
STATUS = Status("to play", ("Ann", "Benedikt Õunapuu"), 7, (3, 5), position=START, turn=LIGHT, dice=(6, 1), cube=2, owner=DARK)
WRONG = "The 6 had to be played: 24/18 was possible; put it right."
VERDICTS = {
    "rolled": Verdict(1, 1, "rolled", LIGHT, (6, 1), rule="R16"),
    "played": Verdict(1, 2, "played", LIGHT, (6, 1), "bar/24 13/7*(2) 6/5", None, True),
    "illegal": Verdict(1, 2, "illegal", LIGHT, (6, 1), "13/7 8/6", None, False, "R23", WRONG),
    "cocked": Verdict(1, 2, "void_roll", DARK, (6, 1), why="A die leans: roll both again.", rule="R84"),
    "unsure": Verdict(1, 2, "unsure", LIGHT, None, why="Is this 13/7 8/7 or 13/6? Please check."),
    "won": Verdict(1, 2, "match", LIGHT, why="Ann wins 7–5."),
}
SCENES = {name: replace(STATUS, verdict=verdict) for name, verdict in VERDICTS.items()} | {
    "setup": replace(STATUS, turn=None, score=(0, 0), cube=1, owner=None),
    "played": replace(STATUS, position=LATE, turn=DARK, verdict=VERDICTS["played"]),
    "unsure": replace(STATUS, position=None, verdict=VERDICTS["unsure"]),
    "won": replace(STATUS, score=(7, 5), turn=None, verdict=VERDICTS["won"]),
    "clock": replace(STATUS, verdict=VERDICTS["illegal"], clock=fold(Control(12, 840), [Change(0, "runs", LIGHT)])),
}


@pytest.mark.parametrize("size", [draw.SMALL, draw.LARGE], ids=["small", "large"])
@pytest.mark.parametrize("scene", SCENES)
def test_the_picture_is_the_one_that_was_looked_at(scene: str, size: tuple[int, int]) -> None:
    picture = draw.draw(view(SCENES[scene]), size)
    path = PICTURES / f"{scene}-{size[0]}.png"
    if os.environ.get("UPDATE_PICTURES"):
        picture.save(path)
    with Image.open(path) as golden:
        assert (picture.size, picture.mode) == (golden.size, golden.mode)
        different = ImageChops.difference(picture.convert("RGB"), golden.convert("RGB")).getbbox()
    assert different is None, f"differs from {path} in {different}"


@pytest.mark.parametrize("scene", SCENES)
def test_pictures_fit_their_displays(scene: str) -> None:
    assert (draw.draw(view(SCENES[scene])).mode, draw.draw(view(SCENES[scene]), draw.LARGE).mode) == ("1", "RGB")


def test_long_words_are_cut_inside_the_picture() -> None:
    endless = replace(STATUS, players=("W" * 80, "M" * 80), verdict=Verdict(1, 1, "unsure", why="word " * 100, play="x" * 90))
    for size in (draw.SMALL, draw.LARGE):
        draw.draw(view(endless), size)


LETTERS = "õäöüšžąćęłńóśźżőű ÕÄÖÜ αβγ אבג აბგ șț şğı →●⚀⚁⚂⚃⚄⚅–…▸◂"


@pytest.mark.parametrize("letter", sorted(set(LETTERS) - {" "}))
def test_the_font_has_the_players_letters(letter: str) -> None:
    def drawn(text: str) -> bytes:
        image = Image.new("1", (40, 40))
        ImageDraw.Draw(image).text((4, 4), text, fill="white", font=draw._font(24))
        return image.tobytes()

    assert drawn(letter) not in (drawn(chr(0xFFFE)), drawn(" "))
