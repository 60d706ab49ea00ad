"""The stranger's people before the referee, without pictures: eyes that err as ours were measured to err watch them play.

    python models/training/stranger_referee.py --seeds 0:20 --turns 30

The columns are those of `boardcam bench referee`. Each match has each of the mistakes of `stranger_film` as often as it has turns
for; a line below tells what went wrong.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator

import numpy as np
import stills
import stranger_board as boards
import stranger_pieces as pieces
import stranger_table as table
from stranger_script import MISTAKES, Match
from stranger_stage import Stage

from boardcam.bench import referee as bench
from boardcam.events import BAR_LIGHT, OFF_LIGHT
from boardcam.geometry import Board
from boardcam.rules.position import Side
from boardcam.sim.layout import Layout
from boardcam.sim.measures import Measures
from boardcam.sim.motions import Glide
from boardcam.sim.observe import watch
from boardcam.sim.scene import CheckerPose, DiePose, HandPose
from boardcam.sim.script import Script, Span

SIDES = (Side.WHITE, Side.BLACK)


def written(seed: int, turns: int, mistakes: list[str], fps: float) -> Script:
    """A match as a script of the simulator's kind, a span for each frame."""
    rng = np.random.default_rng([seed, 72])
    at = boards.case(rng)
    stage = Stage(seed, at, pieces.chosen(rng, at, boards.paints(rng, at.kind)), fps)
    match = Match(stage, turns, mistakes)
    spans = list(spanned(stage, match))
    return Script.of(seed, layout(stage), 7, spans, match.truth, ())


def layout(stage: Stage) -> Layout:
    at, pitch = stage.at, stage.at.pitch
    sizes = Measures(
        diameter=at.diameter / pitch, thickness=at.thick / pitch, die=stage.kit.edge / pitch, cube=stage.kit.cube_edge / pitch,
        tray=at.tray / pitch if any(at.trays) else 0.0,
    )  # fmt: skip
    return Layout(Board(bar=at.bar / pitch, depth=at.depth / pitch), stage.seating, sizes, stage.own_bar)


def spanned(stage: Stage, match: Match) -> Iterator[Span]:
    for _ in match.moments():
        moved = bool(stage.hands or stage.flying)
        hands = [hand(stage, side, place[1:]) for side, place in stage.hands.items()]
        yield Span(
            start=stage.t, end=stage.t + stage.dt, counts=counts(stage),
            checkers=tuple(checker(stage, spot) for spot in [*stage.lying(), *stage.held]),
            dice=(*(die(stage, one, False) for one in stage.dice), *(die(stage, one, True) for one in stage.flying)),
            hands=tuple(Glide(one, HandPose(one.side, one.x, one.y, one.z + 0.01 * moved, one.from_top)) for one in hands),
        )  # fmt: skip


def counts(stage: Stage) -> tuple[int, ...]:
    rows = [0] * 28
    for row, spots in stage.spots.items():
        for spot in spots:
            at = row if isinstance(row, int) else (BAR_LIGHT if row == "bar" else OFF_LIGHT) + spot.side
            rows[at] += -1 if spot.side else 1
    return tuple(rows)


def spot_of(stage: Stage, x: float, z: float) -> tuple[float, float]:
    """cm → pitches, as the camera sees the board."""
    return (x + stage.at.width / 2) / stage.at.pitch, (stage.at.depth / 2 - z) / stage.at.pitch


def checker(stage: Stage, spot: table.Spot) -> CheckerPose:
    return CheckerPose(SIDES[spot.side], *spot_of(stage, spot.x, spot.z), spot.y / stage.at.pitch, spot.on_edge)


def die(stage: Stage, one: table.Thrown, moving: bool) -> DiePose:
    x, y = spot_of(stage, one.where[0], one.where[2])
    return DiePose(SIDES[one.side], x, y, one.where[1] / stage.at.pitch, one.face, 0.0, 0.0 if one.flat else 0.5, moving)


def hand(stage: Stage, side: Side, place: tuple[float, float, float]) -> HandPose:
    x, y = spot_of(stage, place[0], place[2])
    return HandPose(side, x, y, place[1] / stage.at.pitch, stage.far(side))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=stills.span, required=True, help="FIRST:LAST")
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument("--noise", default="measured", choices=("measured", "none", "default", "poor"))
    args = parser.parse_args()
    print(f"{'match':18}" + "".join(f"{head:>{width}}" for head, width in bench.HEADS), flush=True)
    total = bench.Sums()
    for seed in range(*args.seeds):
        script = written(seed, args.turns, list(MISTAKES) * math.ceil(args.turns / 14), args.fps)
        said = bench.refereed(script, watch(script, args.fps, bench.sighted(args.noise)))
        sums = bench.compared(script.truth, said, f"seed {seed}")
        print(bench.line(str(seed), sums), *(f"    {note}" for note in sums.notes), sep="\n", flush=True)
        total += sums
    print(bench.line("all", total))


if __name__ == "__main__":
    main()
