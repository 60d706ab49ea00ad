"""What mains light asks of an exposure."""

from __future__ import annotations

LONGEST = 60_000
"""µs: fifteen frames a second leave no more."""


def step(mains: int = 50) -> float:
    """µs: lamps flicker twice in a period of the mains, and an exposure of whole flickers sees them all alike."""
    return 500_000 / mains


def exposure(total: float, wanted: float, mains: int = 50) -> tuple[int, float]:
    """(Exposure in µs, gain) that give the same picture as `total` = exposure x gain, near the `wanted` exposure, in whole flickers
    of lamps on these mains. Light too bright for one flicker at gain 1 is daylight, which does not flicker."""
    one = step(mains)
    if total < one:
        return round(total), 1.0
    steps = min(max(1, round(wanted / one)), int(total // one), int(LONGEST // one))
    return round(steps * one), total / round(steps * one)
