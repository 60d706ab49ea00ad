"""The engines that are here: the same questions, the same seats, the same unit. Skipped where one is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from boardcam.coach.board import canonical, turned
from boardcam.coach.engines import KINDS, Kind, present
from boardcam.coach.question import Question
from boardcam.coach.rank import rank
from boardcam.coach.remote import Remote
from boardcam.coach.stake import Stake
from boardcam.rules.position import Side
from boardcam.rules.situation import Situation
from tests.boards import board

OPENING = Question(Situation(dice=(3, 1)))


@pytest.fixture(scope="module", params=["sage", "gnubg", "network"])
def engine(request: pytest.FixtureRequest) -> Iterator[tuple[Kind, Remote]]:
    kind = KINDS[request.param]
    if kind.found() is None:
        pytest.skip(f"{kind.title} is not here")
    remote = kind.open()
    remote.seconds = 300.0
    yield kind, remote
    remote.worker.close()


def test_an_opening_31_makes_the_five_point(engine: tuple[Kind, Remote]) -> None:
    """Worth about 0.20 in money games; the own network is a little rougher."""
    kind, remote = engine
    *_, ranking = rank(OPENING, remote, kind.levels["fast"])
    assert str(ranking[0].play) == "8/5 6/5"
    assert ranking[0].equity == pytest.approx(0.2, abs=0.05 if kind.name != "network" else 0.12)


def test_the_same_from_the_other_seat(engine: tuple[Kind, Remote]) -> None:
    kind, remote = engine
    s = replace(OPENING.situation, length=7, score=(2, 4))
    mirrored = replace(s, position=s.position.flipped(), turn=Side.BLACK, score=(4, 2))
    one, other = (next(rank(Question(here), remote, kind.levels["fast"])) for here in (s, mirrored))
    assert [str(play.play) for play in one[:3]] == [str(play.play) for play in other[:3]]
    assert one[0].equity == pytest.approx(other[0].equity, abs=1e-6)


def test_who_has_moved_and_who_is_on_roll_are_told_apart(engine: tuple[Kind, Remote]) -> None:
    """The roll is worth something: before it a side has more than after handing it over."""
    _, remote = engine
    here = OPENING.board
    before = remote.cube(here, Stake(), 0)
    (after,) = remote.values([here], Stake(), 0, here)
    assert before.chances.win > 0.5 > after.chances.win
    assert before.nd == pytest.approx(-remote.values([turned(here)], Stake(), 0, here)[0].equity, abs=0.05)


def test_scores_and_cubes_are_from_the_seat_of_who_decides(engine: tuple[Kind, Remote]) -> None:
    """Owning the cube is worth more; who leads 1-away 4-away before the Crawford game has no use for it."""
    _, remote = engine
    here = OPENING.board
    mine, theirs = (remote.values([here], Stake(2, owner), 0, here)[0].equity for owner in (1, -1))
    assert mine > theirs + 0.1
    won = remote.values([turned(OPENING.board)], Stake(1, 0, (1, 4), crawford=True), 0, here)[0]
    assert won.equity > -0.6


def test_a_race_that_is_won_is_a_pass(engine: tuple[Kind, Remote]) -> None:
    _, remote = engine
    here = Question(Situation(board("white 6:3 5:2 1:2; black 6:5 5:5 4:5"))).board
    told = remote.cube(here, Stake(), 0)
    assert told.dt > told.dp == pytest.approx(1.0)
    assert told.chances.win > 0.95


def test_a_cube_that_ends_the_match_may_show_anything(engine: tuple[Kind, Remote]) -> None:
    _, remote = engine
    after = next(iter(OPENING.plays))
    told = [
        remote.values([canonical(after, Side.WHITE)], Stake(cube, 1, (3, 6)), 0, OPENING.board)[0].equity
        for cube in (32, 128, 1024)
    ]
    assert told == pytest.approx([told[0]] * 3)


def test_the_best_engine_is_named_first() -> None:
    names = [kind.name for kind in present()]
    assert names == sorted(names, key=["sage", "gnubg", "network"].index)
    assert "pips" not in names


def test_what_ends_within_the_look_ahead_is_exact_whatever_the_network_thinks() -> None:
    """Both checkers go off with 65, 66, 55, 44 or 33; if not, the other side's last one does."""
    if KINDS["network"].found() is None:
        pytest.skip("the own network is not here")
    from boardcam.coach.network import Network

    network, last = Network(), Stake(away=(1, 1))
    here = canonical(board("white 1:1; black 6:1 5:1"), Side.WHITE)
    both = canonical(board("white 2:1; black 6:1 5:1"), Side.WHITE)
    for boards in ([here], [here, both]):
        assert [round(value.equity, 4) for value in network.values(boards, last, 2, here)] == [round(1 - 12 / 36, 4)] * len(boards)
    assert network.cube(turned(here), Stake(), 2).nd == pytest.approx(12 / 36 - 1)
