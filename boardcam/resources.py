"""Files that travel with the program, found in a checkout and in an installed package alike."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).parent


def folder(name: Literal["models", "calibration", "demo"]) -> Path:
    """Where the networks, the calibrations or the demo lie. The demo is in the package; the others come into it with the wheel, and
    lie beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() or name == "demo" else PACKAGE.parent / name
