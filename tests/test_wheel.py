"""The wheel, installed into a fresh environment, is the whole program: networks, fonts, demo and commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path
from typing import Any

import pytest

from boardcam.rules import xgid
from tests.record import gnubg

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "boardcam" / "demo" / "clip.mp4"
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`boardcam` in an environment of its own, which sees the packages of this one but not the checkout."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", f"--python={python}", "install", "-q", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, env=os.environ | {"PIP_CONSTRAINT": "", "PIP_DISABLE_PIP_VERSION_CHECK": "1"})
    site = next((folder / "lib").glob("python*/site-packages"))
    paths = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *(path for path in sys.path if "dist-packages" in path)}
    (site / "packages.pth").write_text("".join(f"{path}\n" for path in sorted(paths)))
    return folder / "bin" / "boardcam"


def run(program: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    outside = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHONPATH", "COV", "VIRTUAL_ENV"))}
    return subprocess.run([str(program), *words], cwd=folder, env=outside, capture_output=True, text=True, timeout=540, check=False)


def test_the_wheel_carries_what_the_program_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for path in (ROOT / "models").glob("*.*"):
        assert f"boardcam/models/{path.name}" in names
    assert {"boardcam/calibration/README.md", "boardcam/show/fonts/DejaVuSans-Bold.ttf", "boardcam/show/fonts/LICENSE"} <= names
    assert {f"boardcam/show/locale/{path.name}" for path in (ROOT / "boardcam" / "show" / "locale").glob("*.mo")} <= names
    assert "boardcam/show/locale/et.mo" in names
    assert not [name for name in names if "__pycache__" in name or name.startswith(("tests", "shared"))]
    assert ("boardcam/demo/clip.mp4" in names) == DEMO.is_file()
    assert wheel.stat().st_size < 25e6


def test_the_installed_program_is_the_one_that_runs(program: Path, tmp_path: Path) -> None:
    python = program.with_name("python")
    where = "import boardcam, boardcam.resources as r; print(boardcam.__file__); print(r.folder('models'))"
    told = subprocess.run([str(python), "-c", where], cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()
    assert all(path.startswith(str(program.parents[1])) for path in told)


def test_plays(program: Path, tmp_path: Path) -> None:
    told = run(program, tmp_path, "plays", "--json", START)
    assert told.returncode == 0, told.stderr
    assert len(json.loads(told.stdout)["plays"]) == 16


def test_doctor(program: Path, tmp_path: Path) -> None:
    told = run(program, tmp_path, "doctor")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "boardcam can referee a match here." in told.stdout


@pytest.fixture(scope="module")
def refereed(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a match that the installed program has refereed: the demo, or a simulated table in a copy without one."""
    folder = tmp_path_factory.mktemp("refereed")
    source, more = ("demo", []) if DEMO.is_file() else ("sim:1", ["--match", "1"])
    told = run(program, folder, "run", "--source", source, "--out", "match", *more)
    assert told.returncode == 0, told.stderr
    return folder / "match"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_match_is_refereed_to_its_end(refereed: Path) -> None:
    assert [line["kind"] for line in lines(refereed / "events.jsonl")].count("game") == 1
    assert "Wins" in (refereed / "match.mat").read_text(encoding="utf-8")


@pytest.mark.skipif(gnubg.PROGRAM is None, reason="GNU Backgammon is not installed (apt-get install gnubg)")
def test_other_programs_open_its_record(refereed: Path, tmp_path: Path) -> None:
    found = gnubg.read((refereed / "match.mat").read_text(encoding="utf-8"), tmp_path)
    end = xgid.parse(next(line["xgid"] for line in lines(refereed / "events.jsonl") if line["kind"] == "game"))
    assert found.complaints == ()
    assert found.score == end.score


@pytest.mark.skipif(not DEMO.is_file(), reason="there is no demo yet")
def test_the_demo_is_ruled_as_it_was_played(refereed: Path) -> None:
    def told(entries: list[dict[str, Any]], *keys: str, kinds: tuple[str, ...]) -> list[tuple[Any, ...]]:
        return [tuple(entry[key] for key in ("kind", "side", *keys)) for entry in entries if entry["kind"] in kinds]

    ruled, truth = lines(refereed / "events.jsonl"), lines(DEMO.with_name("truth.jsonl"))
    incidents = ("void_roll", "premature", "illegal", "corrected")
    assert told(ruled, kinds=incidents) == told(truth, kinds=incidents)
    assert {"void_roll", "premature", "illegal", "corrected"} == {entry["kind"] for entry in truth} & set(incidents)
    turns = ("played", "danced", "illegal", "corrected", "game")
    assert sorted(map(str, told(ruled, "play", kinds=turns))) == sorted(map(str, told(truth, "play", kinds=turns)))
