"""What mains light asks of an exposure."""

from __future__ import annotations

STEP = 10_000
"""µs: lamps on 50 Hz mains flicker a hundred times a second, and an exposure of whole flickers sees them all alike."""
LONGEST = 60_000
"""µs: fifteen frames a second leave no more."""


def exposure(total: float, wanted: float) -> tuple[int, float]:
    """(Exposure in µs, gain) that give the same picture as `total` = exposure x gain, near the `wanted` exposure, in whole STEPs.
    Light too bright for a STEP at gain 1 is daylight, which does not flicker."""
    if total < STEP:
        return round(total), 1.0
    steps = min(max(1, round(wanted / STEP)), int(total // STEP), LONGEST // STEP)
    return steps * STEP, total / (steps * STEP)
