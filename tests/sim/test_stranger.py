"""The clips of models/training/stranger_film: thirty checkers at all times, and a truth that fits what stands on the board."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from boardcam.rules import xgid
from boardcam.rules.position import Side

MISTAKES = ("illegal", "cocked", "wrong_half", "premature", "changed")


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "models" / "training"))
    import stranger_script

    return stranger_script


def match(module: ModuleType, seed: int, mistake: str) -> ModuleType:
    import stranger_board
    import stranger_pieces
    import stranger_stage

    rng = np.random.default_rng(seed)
    case = stranger_board.case(rng)
    kit = stranger_pieces.chosen(rng, case, stranger_board.paints(rng, case.kind))
    return module.Match(stranger_stage.Stage(seed, case, kit, 5.0), 4, [mistake])


@pytest.mark.parametrize("seed", range(5))
def test_what_stands_there_is_what_is_told(stranger: ModuleType, seed: int) -> None:
    played = match(stranger, seed, MISTAKES[seed])
    stage = played.stage
    for _ in played.game():
        assert len(stage.lying()) + len(stage.held) == 30
        stage.t += stage.dt
    assert played.mistakes == []
    assert not stage.dice
    assert not stage.hands
    assert [verdict.kind for verdict in played.truth].count("rolled") == 3
    end = xgid.parse(played.truth[-1].xgid or "").position
    for side in Side:
        for point in range(26):
            spots = [spot for spot in stage.spots[stage.row(side, point)] if spot.side == side.index]
            assert len(spots) == end.count(side, point)


def test_a_camera_sees_the_board_upright_and_whole(stranger: ModuleType) -> None:
    import stranger_board
    from stranger_povray import viewed

    case = stranger_board.case(np.random.default_rng(1))
    view = viewed(case.frame(), 0.8, 1.2, 0.1, 0.0, 0.9, (960, 720))
    (left, top), (right, _), (_, bottom), _ = view.px(case.corners())
    assert 0 < left < right < 960
    assert 0 < top < bottom < 720


@pytest.mark.parametrize("pile", [1, 3])
def test_a_die_that_leans_stands_on_the_board_and_against_a_checker(stranger: ModuleType, pile: int) -> None:
    import stranger_board
    import stranger_table

    case, edge, leant = stranger_board.case(np.random.default_rng(1)), 1.3, 0
    x, z, high = case.bar / 2 + 4 * case.diameter, 0.2 * case.depth, pile * case.thick
    lying = [stranger_table.Spot(0, x, nth * case.thick, z) for nth in range(pile)]
    corners = edge / 2 * np.array([[u, v, w] for u in (-1, 1) for v in (-1, 1) for w in (-1, 1)])
    for seed in range(20):
        die = stranger_table.cocked(np.random.default_rng(seed), case, edge, 0, lying, right=True)
        if die is None:
            continue
        leant += 1
        way = np.array([die.where[0] - x, 0.0, die.where[2] - z])
        way /= np.linalg.norm(way)
        at = corners @ die.turned.T + die.where
        out = at @ way - x * way[0] - z * way[2] - case.diameter / 2  # how far from the checker's side
        assert at[:, 1].min() == pytest.approx(0.0, abs=1e-6)
        assert out[at[:, 1] < 1e-6] == pytest.approx(out[at[:, 1] < 1e-6][0], abs=1e-6)
        assert (out[at[:, 1] < 1e-6] > 0.3 * edge).all()
        a, b = (min(zip(out, at[:, 1], strict=True), key=key) for key in (lambda p: p[0], lambda p: p[1]))
        rim = a[1] + (b[1] - a[1]) * (0.0 - a[0]) / (b[0] - a[0])  # its under side's height above the checker's edge
        assert rim == pytest.approx(min(high, a[1]), abs=1e-6)
    assert leant > 10
