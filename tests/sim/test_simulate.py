"""`boardcam simulate`: whole files or none, clear refusals."""

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from boardcam.commands import simulate
from boardcam.devices.buttons import read_presses
from boardcam.sim.render import NoRenderer
from boardcam.sim.scene import Scene
from boardcam.sim.table import script


class Blank:
    """A renderer of black pictures; runs out of film after `film` of them."""

    def __init__(self, film: int = 10**6) -> None:
        self.film = film

    def frame(self, scene: Scene, rng: np.random.Generator) -> np.ndarray:
        self.film -= 1
        if self.film < 0:
            raise OSError("no film left")
        return np.zeros((160, 160, 3), np.uint8)


def _run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    simulate.add(parser.add_subparsers())
    args = parser.parse_args(["simulate", *words])
    return int(args.run(args))


def _film(monkeypatch: pytest.MonkeyPatch, renderer: Blank) -> None:
    monkeypatch.setattr(simulate, "_renderer", lambda *_: renderer)


def test_it_writes_clip_truth_match_and_presses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("av")
    _film(monkeypatch, Blank())
    out = tmp_path / "clips" / "5"
    assert _run("--seed", "5", "--turns", "4", "--resign", "--incident", "cocked", "--fps", "2", "--out", str(out)) == 0
    assert sorted(path.name for path in out.iterdir()) == ["clip.mp4", "match.mat", "presses.jsonl", "truth.jsonl"]
    expected = script(5, turns=4, resign=True, incidents=("cocked",))
    lines = [json.loads(line) for line in (out / "truth.jsonl").read_text().splitlines()]
    assert [line["kind"] for line in lines] == [verdict.kind for verdict in expected.truth]
    assert "Wins 1 point" in (out / "match.mat").read_text()
    resigned, accepted = read_presses(out / "presses.jsonl")
    assert (resigned.button, accepted.button) == ("resign", "take")
    assert resigned.side is expected.truth[-2].side


def test_the_clip_has_every_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("av")
    cv2 = pytest.importorskip("cv2")
    _film(monkeypatch, Blank())
    assert _run("--seed", "6", "--turns", "2", "--fps", "3", "--out", str(tmp_path)) == 0
    assert re.search(r"\d\.\d\d processor seconds a frame$", capsys.readouterr().out)
    clip = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    assert clip.get(cv2.CAP_PROP_FRAME_COUNT) == int(script(6, turns=2).duration * 3)
    assert clip.get(cv2.CAP_PROP_FPS) == pytest.approx(3.0)


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("av")
    _film(monkeypatch, Blank(film=5))
    assert _run("--seed", "5", "--turns", "2", "--out", str(tmp_path)) == 2
    assert list(tmp_path.iterdir()) == []
    assert "no film left" in capsys.readouterr().err


def test_without_a_renderer_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: object) -> None:
        raise NoRenderer("Rendering needs moderngl and EGL: apt install libegl1.")

    monkeypatch.setattr(simulate, "_renderer", missing)
    assert _run("--seed", "5", "--turns", "2", "--out", str(tmp_path / "new")) == 2
    assert "apt install libegl1" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _film(monkeypatch, Blank())
    (tmp_path / "file").write_text("")
    assert _run("--seed", "5", "--turns", "2", "--out", str(tmp_path / "file" / "sub")) == 2
    assert "file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--incident", "sneeze"], "cocked, on_checker"),
        (["--size", "1281x960"], "even"),
        (["--size", "big"], "1280x960"),
        (["--fps", "0"], "from 1"),
        (["--seconds", "nan"], "seconds"),
        (["--turns", "3", "--seconds", "9"], "not allowed"),
        (["--match", "-1"], "whole number"),
    ],
)
def test_bad_arguments_are_refused(words: Sequence[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        _run("--seed", "1", "--out", str(tmp_path), *words)
    assert end.value.code == 2
    assert says in capsys.readouterr().err
