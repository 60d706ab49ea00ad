"""Labelled positions for the coach's own network: python models/training/coach_data.py --games 0:4000

Open Sage (pip install 'boardcam[coach]') plays against itself and says what it thinks of every position that it considers; only
these numbers are kept, nothing of its code. The first turns are often random, and a game's players are more or less careless, so
that back games, blitzes and wrecks are seen as well. `.cache/coach/GAME.npz`, a hundred games a file; files whose hundred ends in
9 are held out.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
TOGETHER = 100
"""Games a file."""
NEAR, MOST = 0.2, 8
"""Plays kept of a turn: so near to the best, so many."""


class Teacher:
    """Open Sage's network for one position, with its bear-off table."""

    def __init__(self) -> None:
        import bgbot_cpp
        from bgsage.weights import bearoff_db_path, default_weights

        weights = default_weights()
        self.engine: Any = bgbot_cpp
        table = bgbot_cpp.BearoffDB()
        table.load(bearoff_db_path())
        base = bgbot_cpp.create_strategy(weights.strategy_type, weights.weight_paths_list, weights.hidden_sizes_list)
        self.strategy = bgbot_cpp.BearoffStrategy(base, table)
        self.kept = (base, table)

    def plays(self, board: list[int], dice: tuple[int, int]) -> list[tuple[list[int], float, list[float]]]:
        """Every position that may follow, its equity and its five chances, for the player who has just moved."""
        found = []
        for after in self.engine.possible_moves(board, *dice):
            said = self.strategy.evaluate_board(after, board)
            found.append((after, said["equity"], said["probs"]))
        return found


def game(teacher: Teacher, rng: np.random.Generator) -> tuple[list[list[int]], list[list[float]]]:
    """Positions of one game, each from the seat of the player on roll, and that player's chances."""
    boards: list[list[int]] = []
    chances: list[list[float]] = []
    board, blind, care = START, int(rng.choice([0, 0, 2, 4, 8, 14])), float(rng.choice([0.0, 0.02, 0.06, 0.15]))
    for turn in range(400):
        low, high = sorted(rng.integers(1, 7, 2).tolist())
        plays = teacher.plays(board, (high, low))
        if not plays:
            board = teacher.engine.flip_board(board)
            continue
        if any(teacher.engine.check_game_over(after) for after, _, _ in plays):
            break
        equities = np.array([equity for _, equity, _ in plays])
        order = np.argsort(-equities)
        near = [int(at) for at in order[:MOST] if equities[at] >= equities[order[0]] - NEAR]
        for at in {*near, int(rng.integers(len(plays)))}:
            after, _, (win, gammon, backgammon, lost, far) = plays[at]
            boards.append(teacher.engine.flip_board(after))
            chances.append([1 - win, lost, far, gammon, backgammon])
        noise = rng.gumbel(size=len(plays)) * (10.0 if turn < blind else care)
        board = teacher.engine.flip_board(plays[int(np.argmax(equities + noise))][0])
    return boards, chances


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="0:4000", help="from:to (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=ROOT / ".cache/coach")
    args = parser.parse_args()
    first, last = (int(number) for number in args.games.split(":"))
    args.out.mkdir(parents=True, exist_ok=True)
    teacher, total = Teacher(), 0
    for start in range(first, last, TOGETHER):
        path = args.out / f"{start:06d}.npz"
        if path.exists():
            continue
        rng = np.random.default_rng(start)
        many = [game(teacher, rng) for _ in range(TOGETHER)]
        boards = np.array([board for boards, _ in many for board in boards], np.int8)
        chances = np.array([chance for _, chances in many for chance in chances], np.float32)
        with path.with_suffix(".partial").open("wb") as file:
            np.savez(file, boards=boards, chances=np.round(chances * 65535).astype(np.uint16))
        path.with_suffix(".partial").replace(path)
        total += len(boards)
        print(f"{path.name}  {total} positions  {time.process_time():.0f} s", flush=True)


if __name__ == "__main__":
    main()
