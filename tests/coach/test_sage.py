"""Open Sage by its package's module and by our library: the same answers. Skipped where either is not here."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boardcam.coach import sage_library
from boardcam.coach.board import Board, turned
from boardcam.coach.sage import Module, Sage
from boardcam.coach.sage_library import Library
from boardcam.coach.stake import Stake

BUILD = Path(__file__).parents[2] / "scripts" / "build-sage"
OPENING: Board = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
STAKES = (
    Stake(), Stake(jacoby=True), Stake(jacoby=True, beaver=True), Stake(2, 1), Stake(4, -1), Stake(1, 0, (5, 3)),
    Stake(2, 1, (3, 7)), Stake(1, 0, (1, 4), crawford=True), Stake(1, 0, (2, 2)),
)  # fmt: skip


@pytest.fixture(scope="module")
def both() -> tuple[Sage, Sage]:
    try:
        return Sage(Module()), Sage(Library())
    except ImportError as error:
        pytest.skip(f"Open Sage is not here in both shapes: {error}")


def boards(count: int) -> Iterator[Board]:
    """Positions of every kind: some checkers off, some on the bar, races among them."""
    chance = random.Random(1)
    for n in range(count):
        board = [0] * 26
        middle = chance.randint(8, 17)
        for sign, low, high in ((1, 1, 24 if n % 3 else middle), (-1, 1 if n % 3 else middle + 1, 24)):
            for _ in range(chance.randint(1, 15) if n % 2 else 15):
                free = [point for point in range(low, high + 1) if board[point] * sign >= 0]
                board[chance.choice(free)] += sign
        for bar, sign in ((25, 1), (0, -1)):
            own = [point for point in range(1, 25) if board[point] * sign > 0]
            if n % 5 == 1 and len(own) > 1:
                board[own[0]] -= sign
                board[bar] = 1
        yield tuple(board)


@pytest.mark.parametrize(("plies", "count"), [(0, 160), (1, 30), (2, 10)])
def test_both_say_the_same(both: tuple[Sage, Sage], plies: int, count: int) -> None:
    """200 positions in all; single-precision sums that are added in another order differ in the sixth place."""
    module, library = both
    for n, board in enumerate(boards(count)):
        stake = STAKES[n % len(STAKES)]
        (one,), (other,) = (sage.values([board], stake, plies, turned(board)) for sage in both)
        assert one.equity == pytest.approx(other.equity, abs=1e-5), (board, stake)
        assert one.chances == pytest.approx(other.chances, abs=1e-5), (board, stake)
        told, again = module.cube(board, stake, plies), library.cube(board, stake, plies)
        assert (told.nd, told.dt, told.dp) == pytest.approx((again.nd, again.dt, again.dp), abs=1e-5), (board, stake)
        assert told.chances == pytest.approx(again.chances, abs=1e-5), (board, stake)


def test_a_question_leaves_nothing_for_the_next(both: tuple[Sage, Sage]) -> None:
    _, library = both
    first = library.cube(OPENING, Stake(), 1)
    library.cube(OPENING, Stake(1, 0, (2, 9)), 1)
    library.values([OPENING], Stake(4, 1), 1, OPENING)
    assert library.cube(OPENING, Stake(), 1) == first


@pytest.mark.parametrize("text", [None, "{", '{"version": "2"}'])
def test_what_was_not_built_or_is_broken_is_not_here(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "model.json").write_text(text)
    assert sage_library.version(tmp_path) == (json.loads(text)["version"] if text and text.endswith("}") else None)
    with pytest.raises(ImportError, match="Open Sage was not built here"):
        Library(tmp_path)


def test_networks_that_cannot_be_read_are_named(both: tuple[Sage, Sage], tmp_path: Path) -> None:
    for name in ("model.json", "libboardcam-sage.so"):
        shutil.copy(sage_library.PLACE / name, tmp_path)
    with pytest.raises(ImportError, match=r"cannot read .*bearoff_1sided.db"):
        Library(tmp_path)


def test_what_the_library_cannot_do_is_a_sentence(both: tuple[Sage, Sage], monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception of C++ stays there."""
    library = Library()

    class Failing:
        @staticmethod
        def sage_value(*_: Any) -> int:
            return 0

        @staticmethod
        def sage_error() -> bytes:
            return b"no memory"

    monkeypatch.setattr(library, "_c", Failing)
    with pytest.raises(ValueError, match="no memory"):
        library.value(OPENING, Stake(), 0, OPENING)


@pytest.mark.skipif(shutil.which("bash") is None or shutil.which("g++") is None, reason="there is no compiler")
def test_a_source_that_is_not_the_one_that_was_tried_is_not_compiled(tmp_path: Path) -> None:
    (tmp_path / "bgsage.tar.gz").write_bytes(b"something else")
    environment = os.environ | {"SDIST": str(tmp_path / "bgsage.tar.gz")}
    ran = subprocess.run([str(BUILD), str(tmp_path / "out")], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "is not the Open Sage" in ran.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_without_a_compiler_it_says_how_to_get_one(tmp_path: Path) -> None:
    environment = os.environ | {"CXX": "no-such-compiler"}
    ran = subprocess.run([str(BUILD), str(tmp_path / "out")], env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (1, "build-sage: there is no no-such-compiler: sudo apt-get install -y g++\n")
