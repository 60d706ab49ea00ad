"""Evidence as people get it: listed, and packed into one file with a page."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from boardcam.cli import main
from boardcam.evidence import dossier
from boardcam.record.evidence import ENTRIES, Entry, Store, read
from boardcam.rules import xgid
from boardcam.rules.position import START, Side
from boardcam.rules.situation import Situation

BEFORE = xgid.format(Situation(position=START, turn=Side.WHITE))
DIE = {"number": 1, "value": 3, "faces": [-9.0, -8.0, 0.0, -7.5, -9.0, -9.0], "flat": 2.0, "on_checker": -4.0, "half": "light"}
PLAYED = Entry(
    0, "played", 65.2, 66.0, "light", (3, 1), "8/5 6/5", True, "R85", "light has lifted his dice", before=BEFORE, after=BEFORE,
    candidates=("8/5 6/5", "24/20"), margin=9.1, frames=(10, 20),
    seen=(DIE, {**DIE, "half": None, "flat": -1.0, "on_checker": 2.0}),
)  # fmt: skip
ILLEGAL = replace(
    PLAYED, kind="illegal", play="8/5 <6/4>", rule="R23", why="5 & 6 had to be played", plays=("8/4", "6/5"), margin=42.0
)


@pytest.fixture
def match(tmp_path: Path) -> Path:
    store = Store(tmp_path / "evidence", free=lambda: 10**12)
    image = np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)
    store.keep(PLAYED, {"after": image, "die-1": image})
    store.keep(ILLEGAL, {"before": image, "after": image})
    store.keep(replace(PLAYED, kind="unsure", dice=None, play=None, side=None, before=None, after="lost", margin=None, seen=()), {})
    store.close()
    (tmp_path / "evidence" / "00001-after.jpg").unlink()  # has made room
    return tmp_path


class Tags(HTMLParser):
    """The page as a browser takes it apart."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.images: list[str] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.images.append(dict(attrs)["src"] or "")
        elif tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_one_file_with_a_page_its_pictures_and_the_entries(match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evidence", str(match), "--out", str(tmp_path / "e.zip")]) == 0
    assert "3 rulings, 3 pictures" in capsys.readouterr().out
    with zipfile.ZipFile(tmp_path / "e.zip") as archive:
        names = set(archive.namelist())
        page = Tags(archive.read("index.html").decode())
        archive.extract(ENTRIES, tmp_path / "out")
    assert names == {"index.html", ENTRIES, "00001-die-1.jpg", "00002-before.jpg", "00002-after.jpg"}
    assert page.images == ["00001-die-1.jpg", "00002-before.jpg", "00002-after.jpg"]
    assert page.open == []
    assert read(tmp_path / "out") == read(match / "evidence")


def test_the_page_says_what_a_ruling_rests_on(match: Path) -> None:
    words = Tags(dossier.page(read(match / "evidence"), ())).words
    for said in (
        "1  1:05.2  light, 3-1: played 8/5 6/5", "light has lifted his dice [R85]; margin 9.1: 8,955 times likelier",
        "8/5 <6/4>", "5 & 6 had to be played [R23]", "more than 100 million times", "Weighed, likeliest first: 8/5 6/5, 24/20",
        "Every legal play: 8/4, 6/5", BEFORE, "13-14-15-16-17-18", "3 (flat, 7.5 over the next face; in light's half)",
        "3 (leaning, on a checker, 7.5 over the next face; in no half)", "somebody, unseen dice: unsure", "lost",
        "Older pictures have made room",
    ):  # fmt: skip
        assert said in words, said


def test_rulings_alone(match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evidence", str(match), "--only", "--out", str(tmp_path / "e.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "e.zip") as archive:
        assert set(archive.namelist()) == {"index.html", ENTRIES, "00002-before.jpg", "00002-after.jpg"}
    assert main(["evidence", str(match), "--only"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]] == ["2", "3"]


def test_the_list_says_what_has_made_room(match: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evidence", str(match)]) == 0
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == "1  1:05.2  light, 3-1: played 8/5 6/5  (1 pictures, 1 have made room)"
    assert second.endswith("(2 pictures)")
    assert third.endswith("(0 pictures)")


def test_an_empty_page_says_so() -> None:
    assert "There is no evidence" in Tags(dossier.page((), ())).words


def test_bad_folders_end_in_a_sentence(match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evidence", str(tmp_path / "nowhere")]) == 2
    assert "holds no evidence/entries.jsonl" in capsys.readouterr().err
    (match / "evidence" / ENTRIES).write_text("moon\n")
    assert main(["evidence", str(match)]) == 2
    assert "entries.jsonl, line 1" in capsys.readouterr().err
