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
