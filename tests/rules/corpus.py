"""The corpus of legal plays, and positions for properties to hold on."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from boardcam.rules.plays import legal_plays
from boardcam.rules.position import CHECKERS, START, Position, Side

ORACLE = Path(__file__).parent / "oracle"
properties = settings(deadline=None, derandomize=True, max_examples=60)
"""How hard to try to break a property."""
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


class Turn(NamedTuple):
    """A position reached in play, and who rolls what in it."""

    position: Position
    side: Side
    roll: tuple[int, int]


@cache
def records(name: str) -> list[dict[str, Any]]:
    """The questions of one file of the corpus."""
    path = ORACLE / name
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text()
    return [json.loads(line) for line in text.splitlines()]


def position(counts: list[int]) -> Position:
    """A position of the corpus, the mover being White."""
    return Position(tuple(counts[:24]), (counts[24], counts[25]), (counts[26], counts[27]))


def answer(record: dict[str, Any]) -> set[Position]:
    return {position(counts) for counts in record["legal"]}


def played(seed: int, turns: int) -> Turn:
    """A position after some random turns of a game, with a roll."""
    random, position, side = Random(seed), START, Side.WHITE
    for _ in range(turns):
        after = random.choice(list(legal_plays(position, side, _roll(random))) or [position])
        if max(after.off) == CHECKERS:
            break
        position, side = after, side.other
    return Turn(position, side, _roll(random))


def _roll(random: Random) -> tuple[int, int]:
    return random.randint(1, 6), random.randint(1, 6)


turns = st.builds(played, st.integers(0, 10**6), st.integers(0, 90))
"""Positions from games, from the start to the last checkers."""


@st.composite
def _scattered(draw: st.DrawFn) -> Turn:
    """Checkers thrown on the board: far stranger positions than games give."""
    mine = draw(st.lists(st.integers(0, 25), min_size=CHECKERS, max_size=CHECKERS))
    free = [p for p in range(1, 25) if p not in mine]
    theirs = draw(st.lists(st.sampled_from([*free, 0, 25]), min_size=CHECKERS, max_size=CHECKERS))
    points = tuple(mine.count(p) - theirs.count(p) for p in range(1, 25))
    position = Position(points, (mine.count(25), theirs.count(0)), (mine.count(0), theirs.count(25)))
    roll = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    return Turn(position, Side.WHITE, roll) if draw(st.booleans()) else Turn(position.flipped(), Side.BLACK, roll)


scattered = _scattered()
anything = st.one_of(turns, scattered)
