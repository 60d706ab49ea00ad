"""`boardcam plays`: every legal play of a situation, one for each position that may follow.

Situations are XGIDs or GNU Backgammon IDs, as arguments or as lines on standard input. A bad line is reported in its place and the
rest still answered; the exit code is then 2. In `--json` the answers are one object a line, in order.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace

from boardcam import typed
from boardcam.rules import scoring, xgid
from boardcam.rules.errors import Unreadable
from boardcam.rules.play import Play
from boardcam.rules.plays import VARIANTS, legal_plays
from boardcam.rules.position import Position
from boardcam.rules.situation import Situation
from boardcam.show import text


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = commands.add_parser(
        "plays",
        help="list the legal plays of an XGID or a GNU Backgammon ID",
        description="Lists every legal play, one for each position that may follow. Without arguments it reads one ID a line.",
        epilog='example: boardcam plays "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"',
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="XGID, or GNU Backgammon position ID:match ID")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--variant", choices=list(VARIANTS), default="standard", help="rules of movement (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer every ID; 2 if any was bad."""
    bad = False
    for line in args.ids or typed.lines(sys.stdin):
        try:
            situation = read(line)
        except Unreadable as error:
            bad = True
            print(typed.bad(line, error.field, error.message) if args.json else f"{line}\n  {error}", flush=True)
            continue
        plays = legal_plays(situation.position, situation.turn, situation.dice or (0, 0), args.variant)
        print(_json(line, situation, plays) if args.json else "\n".join(_human(situation, plays)), flush=True)
    return 2 if bad else 0


def read(line: str) -> Situation:
    """A situation in which a roll is to be played; Unreadable if the line is none."""
    situation = typed.situation(line)
    if situation.dice is None:
        raise Unreadable("dice", "nothing has been rolled: put two dice, like 31, into the ID")
    if scoring.winner(situation.position) is not None:
        raise Unreadable("position", "the game is over: a side has borne off all its checkers")
    return situation


def _json(line: str, situation: Situation, plays: dict[Position, Play]) -> str:
    answers = [{"play": str(play), "xgid": _after(situation, position)} for position, play in plays.items()]
    return json.dumps({"xgid": line, "plays": answers})


def _after(situation: Situation, position: Position) -> str:
    """The XGID after a play, from the same side, with the dice lifted."""
    return xgid.format(replace(situation, position=position, dice=None))


def _human(situation: Situation, plays: dict[Position, Play]) -> Iterator[str]:
    """A board and the plays in columns."""
    sign = "O" if situation.turn > 0 else "X"
    high, low = sorted(situation.dice or (0, 0), reverse=True)
    yield text.board(situation.position)
    yield f"{sign} to play {high}{low}: {_number(len(plays))}"
    yield from _columns([str(play) for play in plays.values()])
    yield ""


def _number(plays: int) -> str:
    return f"{plays} legal play{'' if plays == 1 else 's'}" if plays else "no legal play, the turn is lost"


def _columns(words: list[str], width: int = 76) -> Iterator[str]:
    """The words in rows, one under the other."""
    column = max(map(len, words), default=0) + 3
    row = max(1, width // column)
    for at in range(0, len(words), row):
        yield "  " + "".join(f"{word:{column}}" for word in words[at : at + row]).rstrip()
