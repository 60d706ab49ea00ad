"""`boardcam analyse`: what each decision of a match gave up, the error rate and the luck of both players.

Reads .mat, .sgf, .jsonl and .ogxm files, folders of boardcam run, and matches of the archive by their number; what it finds of
those the archive keeps, for `boardcam matches mistakes` to search. The error rate counts as `boardcam.coach.grade` says; it is
printed with the engine and the depth, since it means nothing without them. `--json` prints one object a match.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from boardcam.archive import keeping
from boardcam.coach import bearoff, grade
from boardcam.coach.coach import Coach
from boardcam.coach.decisions import decisions
from boardcam.coach.engine import EngineError
from boardcam.coach.engines import KINDS, chosen
from boardcam.coach.grade import BLUNDER, CLOSE, ERROR, Graded, Summary
from boardcam.coaching import analysis, flashcards
from boardcam.coaching.analysis import card
from boardcam.record.archive import ArchiveUnusable, NoSuchMatch
from boardcam.record.ogxm import OgxmMissing
from boardcam.replay.brought import CannotBring, brought
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
    parser.add_argument(
        "matches",
        nargs="+",
        metavar="MATCH",
        help="a file (.mat, .sgf, .jsonl or .ogxm), a folder of boardcam run, or a number in the archive",
    )
    parser.add_argument("--archive", type=Path, metavar="PATH", help="the archive (default: as boardcam matches)")
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
    try:
        coach, cards, code = Coach(chosen(args.engine), table=bearoff.here()), list[str](), 0
    except EngineError as error:
        print(f"boardcam analyse: {error}", file=sys.stderr)
        return 2
    archive = args.archive or keeping.usual()
    try:
        for asked in args.matches:
            try:
                for match, number in _matches(asked, archive):
                    found = list(_watched(match, coach, "fast" if args.fast else "normal"))
                    _tell(args, asked, match, found, coach.title)
                    if number is not None:
                        _keep(archive, number, match, found, coach.title, "fast" if args.fast else "normal")
                    cards += [card(one) for one in found if one.loss >= args.least]
            except (CannotBring, NoSuchMatch, ArchiveUnusable, EngineError, OgxmMissing) as error:
                print(f"boardcam analyse: {error.args[0]}", file=sys.stderr)
                code = 2
    finally:
        coach.close()
    if args.cards:
        args.cards.write_text(flashcards.cards(cards), encoding="ascii")
    for news in coach.news:
        print(f"boardcam analyse: {news}", file=sys.stderr)
    return code


def _matches(asked: str, archive: Path) -> Iterator[tuple[Match, int | None]]:
    """The matches that are asked for, and their numbers if they are in the archive."""
    if asked.isdecimal() and not Path(asked).exists():
        if not archive.exists():
            raise NoSuchMatch(f"there is no archive at {archive} yet; boardcam run and boardcam matches import begin one")
        with keeping.opened(archive) as opened:
            yield opened.match(int(asked)), int(asked)
    else:
        for match in brought(Path(asked), lambda said: print(f"boardcam analyse: {said}", file=sys.stderr)):
            yield match, None


def _keep(archive: Path, number: int, match: Match, found: list[Graded], engine: str, depth: str) -> None:
    with keeping.opened(archive) as opened:
        opened.analyse(number, analysis.told(match, found, engine, depth), analysis.mistakes(match, number, found))


def _tell(args: argparse.Namespace, asked: str, match: Match, found: list[Graded], engine: str) -> None:
    depth = "fast" if args.fast else "normal"
    if args.json:
        print(json.dumps({"match": asked} | analysis.told(match, found, engine, depth), ensure_ascii=False), flush=True)
    else:
        print("\n".join(_human(Path(asked).name, match, found, engine, depth)), flush=True)


def _watched(match: Match, coach: Coach, depth: Any) -> Iterator[Graded]:
    """The graded decisions, counted on a terminal while they come."""
    every = list(decisions(match))
    for number, one in enumerate(grade.graded(every, coach, depth), 1):
        if sys.stderr.isatty():
            print(
                f"\r{number} of {len(every)} decisions", end="" if number < len(every) else "\r\033[K", file=sys.stderr, flush=True
            )
        yield one


def _human(name: str, match: Match, found: list[Graded], engine: str, depth: str) -> Iterator[str]:
    length = f"to {match.length}" if match.length else "money"
    yield f"{name}: {match.players[0]} – {match.players[1]}, {length}; {len(found)} decisions by {engine}, {depth}"
    if notes := {note for one in found for note in one.decision.question.notes}:
        yield from (f"  ({note})" for note in sorted(notes))
    for side, player in zip(Side, match.players, strict=True):
        yield from _line(player, grade.summary(found, side))
    if dear := grade.worst(found):
        yield "  Worst:"
    for one in dear:
        yield f"  {one.loss:.3f}  {match.players[one.decision.side.index]}, game {one.decision.game}: {_said(one)}"
        yield f"         {card(one)}"


def _line(name: str, told: Summary) -> Iterator[str]:
    rate = "no decisions" if told.rate is None else f"error rate {told.rate:.1f}"
    yield (
        f"  {name}: {rate} ({told.given_up:.3f} in {_many(told.counted, 'decision')}; {_many(told.errors, 'error')}, "
        f"{_many(told.blunders, 'blunder')}), luck {told.luck:+.3f}"
    )
    for fault, (number, given) in told.faults.items():
        yield f"    {number} × {fault}: {given:.3f}"


def _many(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def _said(one: Graded) -> str:
    s = one.decision.question.situation
    dice = "" if s.dice is None else "{}{} ".format(*sorted(s.dice, reverse=True))
    return f"{dice}{one.made or 'no move'}; best {one.best}"
