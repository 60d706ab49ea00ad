"""The demo that the package carries is what scripts/make-demo films."""

import json
import re
import shlex
from pathlib import Path

import cv2
import pytest

from boardcam.devices.buttons import read_presses
from boardcam.sim.script import Script
from boardcam.sim.table import script

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "boardcam" / "demo"


@pytest.fixture(scope="module")
def filmed() -> Script:
    words = shlex.split((ROOT / "scripts" / "make-demo").read_text().split("simulate", 1)[1].replace("\\\n", " "))
    value = {name: words[words.index(name) + 1] for name in ("--seed", "--turns")}
    incidents = [words[i + 1] for i, word in enumerate(words) if word == "--incident"]
    return script(int(value["--seed"]), turns=int(value["--turns"]), resign="--resign" in words, incidents=incidents)


def test_its_truth_is_that_of_the_script(filmed: Script) -> None:
    lines = [json.loads(line) for line in (DEMO / "truth.jsonl").read_text().splitlines()]
    told = [(line["t"], line["kind"], line["dice"], line["play"], line["xgid"], line["rule"]) for line in lines]
    expected = [(round(v.t, 3), v.kind, list(v.dice) if v.dice else None, v.play, v.xgid, v.rule) for v in filmed.truth]
    assert told == expected
    assert [press.button for press in read_presses(DEMO / "presses.jsonl")] == [press.button for press in filmed.presses]


def test_its_clip_is_whole_and_small(filmed: Script) -> None:
    clip = cv2.VideoCapture(str(DEMO / "clip.mp4"))
    assert clip.get(cv2.CAP_PROP_FRAME_COUNT) == int(filmed.duration * 12)
    assert (clip.get(cv2.CAP_PROP_FRAME_WIDTH), clip.get(cv2.CAP_PROP_FRAME_HEIGHT)) == (1280, 960)
    assert (DEMO / "clip.mp4").stat().st_size <= 10_000_000


def test_its_match_ends_with_the_resignation() -> None:
    text = (DEMO / "match.mat").read_text()
    assert len(re.findall(r"Wins 1 point", text)) == 1
