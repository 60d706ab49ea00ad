"""`boardcam bench rules`: how fast and how right the legal plays are, over the corpus of the tests.

Each question is asked of `boardcam.rules` and, where the package gammonview is installed, of its `gvformat.legality.legal_plays`,
turn by turn in one process on one core. Both are timed on making their full answers; the time is the process's own.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple, TypeVar

from boardcam.rules.play import Move, Play
from boardcam.rules.plays import carried_out, legal_plays
from boardcam.rules.position import Position, Side

CORPUS = Path(__file__).parents[2] / "tests" / "rules" / "oracle" / "plays.jsonl.gz"


T = TypeVar("T")


class Question(NamedTuple):
    """One question of the corpus and its answer, the mover being White."""

    position: Position
    roll: tuple[int, int]
    answer: frozenset[Position]


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the measurement."""
    parser = commands.add_parser("rules", help="legal plays: milliseconds a question and agreement with the corpus")
    parser.add_argument("--corpus", type=Path, default=CORPUS, help="plays.jsonl.gz (default: that of the tests)")
    parser.add_argument("--rounds", type=int, default=3, help="times the corpus is asked (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print; 1 if an answer is wrong, 2 if there is no corpus."""
    if not args.corpus.exists():
        print(f"no corpus at {args.corpus}; name one with --corpus (a source checkout has tests/rules/oracle/plays.jsonl.gz)")
        return 2
    questions = load(args.corpus)
    print(f"{len(questions)} questions of {args.corpus.name}, {args.rounds} rounds, one core")
    ours = min(_seconds(_ask, questions) for _ in range(args.rounds))
    right = sum(_ask(question) == question.answer for question in questions)
    _print("boardcam.rules", ours, right, len(questions))
    if find_spec("gvformat") is None:
        print("gammonview is not installed, so there is nothing to compare with; pip install gammonview")
    else:
        _compare(questions, args.rounds, ours)
    return 0 if right == len(questions) else 1


def load(path: Path) -> list[Question]:
    """The corpus; its encoding is described beside it."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return [Question(position(r["pos"]), (r["dice"][0], r["dice"][1]), frozenset(map(position, r["legal"]))) for r in records]


def position(counts: list[int]) -> Position:
    """A position of the corpus: 24 points, own bar, other bar, own off, other off."""
    return Position(tuple(counts[:24]), (counts[24], counts[25]), (counts[26], counts[27]))


def _ask(question: Question) -> Any:
    return legal_plays(question.position, Side.WHITE, question.roll).keys()


def _seconds(ask: Callable[[T], Any], questions: list[T]) -> float:
    start = process_time()
    for question in questions:
        ask(question)
    return process_time() - start


def _print(name: str, seconds: float, right: int, asked: int) -> None:
    print(f"{name:28} {seconds / asked * 1000:7.3f} ms a question   {right} of {asked} answers exact")


def _compare(questions: list[Question], rounds: int, ours: float) -> None:
    """The same questions asked of gvformat, which answers with sets of moves; positions are made of them outside the time."""
    from gvformat import legality

    def ask(boards: tuple[list[int], list[int], int, int]) -> Any:
        return legality.legal_plays(*boards)

    boards = [_boards(question) for question in questions]
    theirs = min(_seconds(ask, boards) for _ in range(rounds))
    right = sum(_positions(q, ask(board)[0]) == q.answer for q, board in zip(questions, boards, strict=True))
    _print("gvformat.legality", theirs, right, len(questions))
    print(f"boardcam.rules is {theirs / ours:.1f} times as fast; it names positions and plays, gvformat plays only")


def _boards(question: Question) -> tuple[list[int], list[int], int, int]:
    """A question as gvformat puts it: the mover's counts and the opponent's, in the mover's numbering."""
    own = [question.position.count(Side.WHITE, point) for point in range(26)]
    opp = [question.position.count(Side.BLACK, 25 - point) for point in range(26)]
    return [0, *own[1:]], [0, *opp[1:25], 0], *question.roll


def _positions(question: Question, plays: set[tuple[tuple[int, int], ...]]) -> set[Position]:
    """The positions after plays given as (from, to) pairs."""
    ordered = (Play(tuple(Move(*pair) for pair in sorted(play, reverse=True))) for play in plays)
    return {carried_out(question.position, Side.WHITE, play) for play in ordered}
