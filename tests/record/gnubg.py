"""Debian's GNU Backgammon as an independent reader of match files."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PROGRAM = shutil.which("gnubg") or ("/usr/games/gnubg" if Path("/usr/games/gnubg").exists() else None)
_ALARM = re.compile(r"warn|error|invalid|illegal|unrecognised|not a valid|different variation|cannot", re.IGNORECASE)


@dataclass(frozen=True)
class Imported:
    """What GNU Backgammon made of a file."""

    complaints: tuple[str, ...]
    """Lines of its output that sound like one."""
    games: tuple[str, ...]
    """Its own SGF, by game."""

    @property
    def score(self) -> tuple[int, int]:
        points = {"W": 0, "B": 0}
        for game in self.games:
            if result := re.search(r"RE\[([WB])\+(\d+)R?\]", game):
                points[result[1]] += int(result[2])
        return points["W"], points["B"]

    @property
    def rolls(self) -> int:
        return sum(len(re.findall(r";[WB]\[[1-6]{2}|DI\[", game)) for game in self.games)


def read(text: str, folder: Path) -> Imported:
    """Import a .mat text; the test is skipped by the caller where there is no GNU Backgammon."""
    assert PROGRAM
    (folder / "match.mat").write_text(text, encoding="utf-8")
    (folder / "commands").write_text("import mat match.mat\nsave match match.sgf\n", encoding="utf-8")
    command = [PROGRAM, "-t", "-q", "-r", "-b", "-c", "commands"]  # -b: no word about a missing end-game database
    run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    complaints = tuple(line for line in (run.stdout + run.stderr).splitlines() if _ALARM.search(line) and "WARRANTY" not in line)
    sgf = (folder / "match.sgf").read_text(encoding="utf-8") if (folder / "match.sgf").exists() else ""
    return Imported(complaints, tuple(sgf.split("(;FF[4]")[1:]))


def converted(files: Mapping[str, bytes], folder: Path) -> dict[str, str]:
    """What GNU Backgammon makes of .mat files, as its own SGF; those that it refuses are missing. One run for all of them."""
    assert PROGRAM
    lines = ["set confirm new off", "set confirm save off"]
    for number, data in enumerate(files.values()):
        (folder / f"{number}.mat").write_bytes(data)
        lines += ["new match 1", f"import mat {number}.mat", f"save match {number}.sgf"]
    (folder / "commands").write_text("\n".join(lines) + "\n")
    command = [PROGRAM, "-t", "-q", "-r", "-b", "-c", "commands"]
    subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
    found = {name: folder / f"{number}.sgf" for number, name in enumerate(files)}
    return {name: path.read_text(encoding="utf-8", errors="replace") for name, path in found.items() if path.exists()}
