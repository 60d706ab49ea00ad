"""The pictures of the small displays, pixel by pixel. `UPDATE_PICTURES=1 pytest tests/show` draws them anew: look at them then."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

from boardcam.events import Status, Verdict
from boardcam.rules.clock import Change, Control, fold
from boardcam.rules.position import START, Position, Side
from boardcam.rules.sentence import sentence
from boardcam.show import draw, large, pen, small
from boardcam.show.languages import CODES, Language, language
from boardcam.show.pseudo import lengthened, pseudo
from boardcam.show.view import HEADLINES, SIDELESS, stale, view

PICTURES = Path(__file__).parent / "pictures"
SIZES = {"small": draw.SMALL, "large": draw.LARGE}
LIGHT, DARK = Side.WHITE, Side.BLACK
LATE = Position((2, 2, 3, 0, 0, 6) + (0,) * 12 + (-2, -3, -1, 0, -5, -2), (2, 1), (0, 1))
ENDING = Position((2, 2, 1) + (0,) * 15 + (0, -3, -1, 0, -5, -2), (0, 0), (10, 4))
STATUS = Status("to play", ("Ann", "Benedikt Õunapuu"), 7, (3, 5), position=START, turn=LIGHT, cube=2, owner=DARK)
ROLLED = Verdict(1, 1, "rolled", LIGHT, (6, 1), rule="R16")
PLAYED = Verdict(1, 2, "played", LIGHT, (6, 1), "bar/24 13/7*(2) 6/5", None, True)
WRONG = Verdict(1, 2, "illegal", LIGHT, (6, 1), "13/7 8/6", None, False, "R23", "the 6 had to be played: 24/18 was possible")
COCKED = Verdict(1, 2, "void_roll", DARK, (6, 1), why="roll again: a die does not lie flat", rule="R84")
AWAY = "the board cannot be seen: the camera or the board has moved, or no picture comes"
DOUBLED = Verdict(1, 2, "doubled", LIGHT, why=sentence("{side} doubles to {cube}", side=LIGHT, cube=2))
WON = Verdict(1, 2, "match", LIGHT, why="light wins the match 7-5")
CLOCK = fold(Control(12, 840), [Change(0, "runs", LIGHT)])
LINK = "http://192.168.1.123:8080/#t=0123456789abcdefghijkl"
SCENES = {
    "rolled": replace(STATUS, dice=(6, 1), verdict=ROLLED),
    "bearing off": replace(STATUS, dice=(4, 4), turn=DARK, owner=LIGHT, position=ENDING, verdict=replace(ROLLED, dice=(4, 4))),
    "played": replace(STATUS, turn=DARK, position=LATE, verdict=PLAYED),
    "illegal": replace(STATUS, needs="correct", verdict=WRONG),
    "again": replace(STATUS, turn=DARK, needs="again", verdict=COCKED),
    "unsure": replace(STATUS, position=None, verdict=Verdict(1, 2, "unsure", LIGHT, why="is this 13/7 8/7 or 13/6?")),
    "camera": replace(STATUS, seen=False, verdict=Verdict(1, 2, "camera", why=AWAY)),
    "doubled": replace(STATUS, phase="doubled", needs="answer", owner=None, cube=1, verdict=DOUBLED),
    "setup": replace(STATUS, phase="set up", turn=None, score=(0, 0), cube=1, owner=None),
    "set up": replace(STATUS, phase="opening roll", turn=None, score=(0, 0), cube=1, owner=None),
    "won": replace(STATUS, phase="match over", score=(7, 5), turn=None, position=ENDING, verdict=WON),
    "clock": replace(STATUS, needs="correct", verdict=WRONG, clock=CLOCK),
    "clock and roll": replace(STATUS, dice=(6, 1), verdict=ROLLED, clock=CLOCK),
}


NEWS = "the camera is lost: pi:0: no new picture for 5 s; check both ends of its ribbon cable, with the power off"
TROUBLE = "there is no /dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920-index0; connect a camera"


def drawn_for(scene: str, size: tuple[int, int]) -> tuple[Image.Image, ...]:
    if scene == "pattern":
        return (draw.pattern(size),)
    if scene in ("waiting", "trouble"):
        return draw.waiting(language("en"), size, LINK, TROUBLE if scene == "trouble" else "")
    if scene == "news":
        return draw.troubled(language("en"), size, NEWS)
    if scene == "stale":
        return draw.pictures(stale(view(SCENES["clock and roll"]), 12), size)
    hint = "13/7 8/7\nmakes the bar point, leaves no blot\n24/18 13/12  –0.041\n13/6  –0.058" if scene == "hint" else ""
    return draw.pictures(view(SCENES.get(scene, SCENES["rolled"])), size, LINK, hint)


def shown(scene: str, size: tuple[int, int]) -> Image.Image:
    """A scene's pictures one below the other."""
    found = drawn_for(scene, size)
    strip = Image.new(found[0].mode, (size[0], size[1] * len(found)))
    for nth, picture in enumerate(found):
        strip.paste(picture, (0, nth * size[1]))
    return strip


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", [*SCENES, "hint", "pattern", "waiting", "trouble", "news", "stale"])
def test_the_picture_is_the_one_that_was_looked_at(scene: str, size: str) -> None:
    pytest.importorskip("segno", reason="segno is not installed")
    picture = shown(scene, SIZES[size])
    path = PICTURES / f"{scene.replace(' ', '-')}-{SIZES[size][0]}.png"
    if os.environ.get("UPDATE_PICTURES"):
        picture.save(path)
    with Image.open(path) as golden:
        assert (picture.size, picture.mode) == (golden.size, golden.mode)
        different = ImageChops.difference(picture.convert("RGB"), golden.convert("RGB")).getbbox()
    assert different is None, f"differs from {path} in {different}"


@pytest.mark.parametrize("scene", SCENES)
def test_pictures_fit_their_displays(scene: str) -> None:
    for size, mode in ((draw.SMALL, "1"), (draw.LARGE, "RGB")):
        assert {(picture.size, picture.mode) for picture in draw.pictures(view(SCENES[scene]), size, LINK)} == {(size, mode)}


def test_the_code_is_shown_only_while_nobody_plays() -> None:
    pytest.importorskip("segno", reason="segno is not installed")
    for scene, status in SCENES.items():
        more = len(draw.pictures(view(status), draw.SMALL, LINK)) - len(draw.pictures(view(status), draw.SMALL))
        assert more == (scene in ("setup", "won"))


def test_the_code_can_be_scanned() -> None:
    """From the small display's picture, as a phone sees it."""
    import cv2
    import numpy as np

    pytest.importorskip("segno", reason="segno is not installed")
    for size in SIZES.values():
        picture = draw.pictures(view(SCENES["setup"]), size, LINK)[-1].convert("L")
        image = np.kron(np.asarray(picture), np.ones((8, 8), np.uint8))
        image = cv2.copyMakeBorder(image, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
        assert cv2.QRCodeDetector().detectAndDecode(image)[0] == LINK


def test_a_code_that_is_too_large_leaves_the_address() -> None:
    pytest.importorskip("segno", reason="segno is not installed")
    endless = "http://192.168.1.123:8080/#t=" + "a" * 200
    assert draw.pictures(view(SCENES["setup"]), draw.SMALL, endless)[-1].getbbox() is not None


def test_long_words_stay_inside_the_picture() -> None:
    verdict = Verdict(1, 1, "unsure", why="word " * 100 + "w" * 300, play="x" * 90)
    for status in (replace(STATUS, players=("W" * 80, "M" * 80), verdict=verdict), replace(STATUS, players=("", ""))):
        for size in SIZES.values():
            draw.pictures(view(replace(status, dice=(6, 5))), size)
            draw.pictures(view(replace(status, clock=CLOCK)), size, hint="h" * 300)
            draw.pictures(view(status), size, hint="word\n" * 9 + "\n")


# --- every language ---------------------------------------------------------------------------------------------------------------


def languages() -> Iterator[Language]:
    yield from (language(code, terms) for code in CODES for terms in ("backgammon", "nardi"))
    yield pseudo()


TONGUES = {f"{tongue.code}-{tongue.terms}-{nth}": tongue for nth, tongue in enumerate(languages())}


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize(("of", "mode"), [(small, "1"), (large, "L")], ids=["small", "large"])
def test_every_headline_fits(tongue: str, of: object, mode: pen.Mode) -> None:
    module = small if of is small else large
    room = (module.SIZE[0] - (20 if of is small else 46), module.BAND[1])
    texts = {
        *HEADLINES.values(),
        *SIDELESS.values(),
        "Set up the board",
        "Roll for the start",
        "Welcome",
        "STALE",
        "Please check",
        "Rolled",
        "Played",
    }
    for words in texts:
        said = TONGUES[tongue].text(words, name="Benedikt", dice="6-5", play="bar/24 13/7*(2) 6/5", cube=64)
        made = pen.paragraph(said, room, module.SIZES, mode)
        assert len(made.pages) == 1, f"{said!r} does not fit"


@pytest.mark.parametrize("tongue", TONGUES)
@pytest.mark.parametrize(("room", "sizes", "mode"), [((125, 26), (11, 10, 9), "1"), ((310, 34), (15, 14, 13, 12), "L")])
def test_of_every_sentence_every_word_is_shown(tongue: str, room: tuple[int, int], sizes: tuple[int, ...], mode: pen.Mode) -> None:
    texts = TONGUES[tongue].catalogue()["texts"]
    english = language("et").catalogue()["texts"]
    for said in texts.values() if texts else map(lengthened, english):
        made = pen.paragraph(said, room, sizes, mode)
        lines = [line for page in made.pages for line in page]
        assert "".join(lines).replace(" ", "") == said.replace(" ", "")
        assert all(pen.width(line, made.size, mode) <= room[0] for line in lines)
        assert all(len(page) * pen.leading(made.size) <= room[1] + 3 for page in made.pages)


LETTERS = "õäöüšžąćęłńóśźżőű ÕÄÖÜ αβγ אבג აბგ șț şğı →●⚀⚁⚂⚃⚄⚅–…▸◂✔✘↻★−·"


@cache
def drawn(text: str) -> bytes:
    image = Image.new("1", (40, 40))
    ImageDraw.Draw(image).text((4, 4), text, fill="white", font=pen.font(24))
    return image.tobytes()


def in_the_font(letter: str) -> bool:
    return drawn(letter) not in (drawn(chr(0xFFFE)), drawn(" "))


@pytest.mark.parametrize("letter", sorted(set(LETTERS) - {" "}))
def test_the_font_has_the_players_letters(letter: str) -> None:
    assert in_the_font(letter)


@pytest.mark.parametrize("tongue", TONGUES)
def test_the_font_has_every_letter_of_every_language(tongue: str) -> None:
    words = " ".join(TONGUES[tongue].catalogue()["texts"].values())
    assert [letter for letter in sorted(set(words)) if not letter.isspace() and not in_the_font(letter)] == []
