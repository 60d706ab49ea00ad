"""The table of bear-offs: what it must hold, single positions worked out by hand, and GNU Backgammon's own exact table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from boardcam.coach import bearoff
from boardcam.coach.bearoff import CENTRED, DEAD, OWNED, THEIRS, Exact, Table, TableMissing
from boardcam.coach.board import canonical, turned
from boardcam.coach.engines import KINDS
from boardcam.coach.pips import Pips
from boardcam.coach.stake import Stake
from boardcam.rules.position import Side
from tests.boards import board

ONE, TWO_SIXES, FIVE_TWO = (1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 2), (0, 1, 0, 0, 1, 0)


@pytest.fixture(scope="module")
def table() -> Table:
    return bearoff.made()


def test_who_bears_off_in_one_roll_has_won(table: Table) -> None:
    for kind in (DEAD, CENTRED, OWNED, THEIRS):
        assert table.equity(kind, ONE, ONE) == pytest.approx(1.0)


def test_chances_counted_by_hand(table: Table) -> None:
    """5-2 goes off in one roll with 19 of 36 throws; the opponent would in his."""
    assert table.equity(DEAD, FIVE_TWO, ONE) == pytest.approx(2 * 19 / 36 - 1, abs=1e-6)
    doubled = min(1.0, 2 * (2 * 19 / 36 - 1))
    exact = Exact(table, Pips()).cube((0, *FIVE_TWO, *[0] * 12, *([0] * 5), -1, 0), Stake(), 0)
    assert (exact.nd, exact.dt) == pytest.approx(((2 * 19 / 36 - 1), doubled), abs=1e-6)


def test_the_cube_is_worth_most_to_its_owner(table: Table) -> None:
    assert (table.equities[OWNED] >= table.equities[CENTRED] - 1e-6).all()
    assert (table.equities[CENTRED] >= table.equities[THEIRS] - 1e-6).all()
    assert (abs(table.equities) <= 1 + 1e-6).all()


def test_only_short_bear_offs_for_money_are_taken_from_the_table(table: Table) -> None:
    class Refusing:
        def values(self, *asked: object) -> list[object]:
            raise AssertionError("asked")

    exact = Exact(table, Refusing())  # type: ignore[arg-type]
    known = (0, *ONE, *[0] * 12, *(-n for n in reversed(TWO_SIXES)), 0)
    assert exact.values([known], Stake(), 2, known)[0].equity < 1
    dead = Stake(4, 1, away=(4, 3))
    assert exact.values([known], dead, 2, known)[0].chances.win == exact.values([known], Stake(), 2, known)[0].chances.win
    for stake in (Stake(away=(7, 7)), Stake(factor=1)):
        with pytest.raises(AssertionError):
            exact.values([known], stake, 2, known)
    assert bearoff.bare((0, *ONE, 1, *[0] * 11, *(-n for n in reversed(TWO_SIXES)), 0)) is None


def test_it_is_kept_whole_or_not_at_all(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "cache" / "table.npy"
    bearoff.keep(table, path)
    assert bearoff.load(path).equity(CENTRED, FIVE_TWO, ONE) == table.equity(CENTRED, FIVE_TWO, ONE)
    path.write_bytes(b"no table")
    with pytest.raises(TableMissing, match="boardcam bearoff"):
        bearoff.load(path)
    assert bearoff.here(tmp_path / "none.npy") is None


@pytest.mark.skipif(KINDS["gnubg"].found() is None, reason="GNU Backgammon is not installed")
def test_gnu_backgammon_has_the_same_equities(table: Table) -> None:
    if not Path("/var/lib/gnubg/gnubg_ts0.bd").exists():
        pytest.skip("GNU Backgammon has no exact table here")
    engine, random = KINDS["gnubg"].open(), Random(3)
    engine.seconds = 300.0
    some = [home for home in bearoff.homes() if sum(home)]
    for _ in range(10):
        own, opp = random.choice(some), random.choice(some)
        here = (0, *own, *[0] * 12, *(-n for n in reversed(opp)), 0)
        assert engine.cube(here, Stake(), 0).nd == pytest.approx(table.equity(CENTRED, own, opp), abs=0.001)
    engine.worker.close()


def test_a_position_of_the_table_is_recognised_from_both_seats() -> None:
    one = canonical(board("white 6:2; black 1:1"), Side.WHITE)
    assert bearoff.bare(one) == (TWO_SIXES, ONE)
    assert bearoff.bare(turned(one)) == (ONE, TWO_SIXES)
