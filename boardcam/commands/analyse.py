"""`boardcam analyse`: what each decision of a match gave up, the error rate and the luck of both players.

Reads .mat, .sgf, .jsonl and .ogxm files. The error rate counts as `boardcam.coach.grade` says; it is printed with the engine and
the depth, since it means nothing without them. `--json` prints one object a match.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardcam.coach import bearoff, grade
from boardcam.coach.coach import Coach
from boardcam.coach.decisions import decisions
from boardcam.coach.engine import EngineError
from boardcam.coach.engines import KINDS, present
from boardcam.coach.grade import BLUNDER, CLOSE, ERROR, Graded, Summary
from boardcam.record import formats
from boardcam.record.ogxm import OgxmMissing
from boardcam.rules import xgid
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import Side
from boardcam.rules.transcript import Match


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = commands.add_parser(
        "analyse",
        help="grade the decisions of a match: error rate, luck, the worst five",
        description="Grades every decision of a match.",
        epilog=f"An error gives up {ERROR} or more, a blunder {BLUNDER}. The error rate (PR) is 500 × the mean loss of plays "
        f"with a choice, doubles, answers, and doubles not made that were closer than {CLOSE} or missed.",
    )
    parser.add_argument("matches", nargs="+", type=Path, metavar="MATCH", help="a file: .mat, .sgf, .jsonl or .ogxm")
    parser.add_argument("--json", action="store_true", help="one JSON object a match")
    parser.add_argument("--fast", action="store_true", help="quick looks only: rough, and a few times faster")
    parser.add_argument(
        "--engine", choices=[name for name in KINDS if name != "pips"], help="ask this one (default: the best here)"
    )
    parser.add_argument("--cards", type=Path, metavar="FILE", help="write the XGIDs of errors there, one a line, for flashcards")
    parser.add_argument("--from", dest="least", type=float, default=ERROR, help="least loss of a flashcard (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Grade every match; 2 if one cannot be read or no engine answers."""
    coach, cards, code = Coach([KINDS[args.engine]] if args.engine else present(), table=bearoff.here()), [], 0
    depth = "fast" if args.fast else "normal"
    try:
        for path in args.matches:
            try:
                match = formats.read(path.read_bytes())
                found = list(_watched(match, coach, depth))
            except (Unreadable, OgxmMissing, EngineError) as error:
                print(f"boardcam analyse: {path}: {error}", file=sys.stderr)
                code = 2
                continue
            told = json.dumps(_json(path, match, found, coach.title, depth), ensure_ascii=False) if args.json else None
            print(told or "\n".join(_human(path, match, found, coach.title, depth)), flush=True)
            cards += [card(one) for one in found if one.loss >= args.least]
    finally:
        coach.close()
    if args.cards:
        args.cards.write_text("".join(f"{line}\n" for line in dict.fromkeys(cards)), encoding="ascii")
    for news in coach.news:
        print(f"boardcam analyse: {news}", file=sys.stderr)
    return code


def card(one: Graded) -> str:
    """The XGID of a decision, as flashcard programs read it."""
    return xgid.format(one.decision.question.situation)


def _watched(match: Match, coach: Coach, depth: Any) -> Iterator[Graded]:
    """The graded decisions, counted on a terminal while they come."""
    every = list(decisions(match))
    for number, one in enumerate(grade.graded(every, coach, depth), 1):
        if sys.stderr.isatty():
            print(
                f"\r{number} of {len(every)} decisions", end="" if number < len(every) else "\r\033[K", file=sys.stderr, flush=True
            )
        yield one


def _json(path: Path, match: Match, found: list[Graded], engine: str, depth: str) -> dict[str, Any]:
    return {
        "match": str(path),
        "engine": engine,
        "depth": depth,
        "players": [_player(name, grade.summary(found, side)) for side, name in zip(Side, match.players, strict=True)],
        "decisions": [_decision(match, one) for one in found],
    }


def _player(name: str, told: Summary) -> dict[str, Any]:
    return {
        "name": name,
        "error_rate": None if told.rate is None else round(told.rate, 2),
        "decisions": told.counted,
        "given_up": round(told.given_up, 4),
        "errors": told.errors,
        "blunders": told.blunders,
        "luck": round(told.luck, 4),
        "cube": {fault: {"count": number, "given_up": round(given, 4)} for fault, (number, given) in told.faults.items()},
    }


def _decision(match: Match, one: Graded) -> dict[str, Any]:
    decision = one.decision
    return {
        "game": decision.game,
        "number": decision.number,
        "player": match.players[decision.side.index],
        "kind": decision.kind,
        "xgid": card(one),
        "made": one.made,
        "best": one.best,
        "loss": round(one.loss, 4),
        "grade": one.grade,
        "counted": one.counted,
        "luck": None if one.luck is None else round(one.luck, 4),
    }


def _human(path: Path, match: Match, found: list[Graded], engine: str, depth: str) -> Iterator[str]:
    length = f"to {match.length}" if match.length else "money"
    yield f"{path.name}: {match.players[0]} – {match.players[1]}, {length}; {len(found)} decisions by {engine}, {depth}"
    if notes := {note for one in found for note in one.decision.question.notes}:
        yield from (f"  ({note})" for note in sorted(notes))
    for side, name in zip(Side, match.players, strict=True):
        yield from _line(name, grade.summary(found, side))
    if dear := grade.worst(found):
        yield "  Worst:"
    for one in dear:
        yield f"  {one.loss:.3f}  {match.players[one.decision.side.index]}, game {one.decision.game}: {_said(one)}"
        yield f"         {card(one)}"


def _line(name: str, told: Summary) -> Iterator[str]:
    rate = "no decisions" if told.rate is None else f"error rate {told.rate:.1f}"
    yield (
        f"  {name}: {rate} ({told.given_up:.3f} in {told.counted} decisions; {told.errors} errors, {told.blunders} blunders), "
        f"luck {told.luck:+.3f}"
    )
    for fault, (number, given) in told.faults.items():
        yield f"    {number} × {fault}: {given:.3f}"


def _said(one: Graded) -> str:
    s = one.decision.question.situation
    dice = "" if s.dice is None else "{}{} ".format(*sorted(s.dice, reverse=True))
    return f"{dice}{one.made or 'no move'}; best {one.best}"
