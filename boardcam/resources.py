"""Files that travel with the program, found in a checkout and in an installed package alike."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).parent


def folder(name: Literal["models", "calibration", "demo"]) -> Path:
    """Where the networks, the calibrations or the demo lie: in the package when it is installed, else beside it."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
