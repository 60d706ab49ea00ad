"""What another program makes of our files: GNU Backgammon, which reads `.mat` and writes SGF of its own."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from boardcam.coach.engines import GNUBG

SECONDS = 120
"""It needs one or two."""


def converted(mats: Sequence[str]) -> list[str] | None:
    """Its SGF of each match, "" for one that it refuses; None = it is not here."""
    program = next((found for found in map(which, GNUBG) if found), None)
    if program is None:
        return None
    with TemporaryDirectory() as name:
        folder = Path(name)
        lines = ["set confirm new off", "set confirm save off"]
        for number, text in enumerate(mats):
            (folder / f"{number}.mat").write_text(text, encoding="utf-8")
            lines += ["new match 1", f"import mat {number}.mat", f"save match {number}.sgf"]
        (folder / "commands").write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [program, "-t", "-q", "-r", "-b", "-c", "commands"]  # -b: no word about a missing end-game database
        subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
        return [_text(folder / f"{number}.sgf") for number in range(len(mats))]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
