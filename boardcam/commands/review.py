"""`boardcam review`: read the stored frames of a ruling again, and say whether it stands."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from boardcam.archive import keeping

if TYPE_CHECKING:
    from boardcam.evidence.reviewing import Review
    from boardcam.record.evidence import Entry
    from boardcam.replay.asked import Asked
    from boardcam.replay.fold import Fold, Turn


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "review",
        help="read the stored frames of a ruling again",
        description="Reads the frames again that the rulings on a match in DIR rest on, and says of each turn whether the ruling "
        "stands, by what margin, and what it would be instead. With --correct what they contradict is put right in the record.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder of the match")
    parser.add_argument("turn", type=int, nargs="?", metavar="TURN", help="number of the turn (default: every turn with pictures)")
    parser.add_argument("--correct", action="store_true", help="put right what the frames contradict, as boardcam correct does")
    keeping.add(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.record.evidence import BadEvidence
    from boardcam.record.folder import FolderTaken, NoRecord
    from boardcam.replay.asked import Refused
    from boardcam.table.resume import opened, put_right
    from boardcam.vision.networks import NetworkMissing

    try:
        with opened(args.folder, _say) as (folder, before):
            asked = [said for said in _reviewed(args.folder, before, args.turn) if said is not None]
            for each in asked if args.correct else ():
                change = put_right(folder, each)
                print(f"Correction {change.correction.number}.\n" + "".join(f"  {sentence}\n" for sentence in change.said), end="")
                if kept := keeping.put_right(keeping.chosen(args), change.before.match, change.after.match):
                    print(kept)
    except Refused as refused:
        return _failed(f"{refused}; nothing more was changed")
    except (BadEvidence, FolderTaken, NoRecord, NetworkMissing, ValueError, sqlite3.Error) as error:
        return _failed(str(error))
    if asked and not args.correct:
        print("With --correct this goes into the record.")
    return 0


def _failed(why: str) -> int:
    _say(why)
    return 2


def _say(what: str) -> None:
    print(f"boardcam review: {what}", file=sys.stderr)


def _reviewed(path: Path, before: Fold, number: int | None) -> Iterator[Asked | None]:
    """Prints the review of each turn; gives what would have to be put right. Raises ValueError, NetworkMissing."""
    from boardcam.evidence.reviewing import CannotReview, asked, of, review
    from boardcam.record.evidence import FOLDER, picture, read
    from boardcam.vision import networks, observe

    entries = read(path / FOLDER)
    turns = _chosen(before.turns, number)
    variant = before.state.profile.variant
    eyes = networks.load(observe.NETWORKS) if any(entry.pictures for entry in entries) else networks.Networks({})
    for turn in turns:
        entry = of(turn.verdict, entries)
        try:
            if entry is None:
                raise CannotReview("no evidence was kept of it")
            found = review(entry, lambda name: picture(path / FOLDER, name), eyes, variant)
        except CannotReview as why:
            if number is not None:
                raise ValueError(f"turn {turn.number} cannot be read again: {why}") from why
            continue
        print(sentence(turn, entry, found))
        yield asked(turn.number, entry, found)


def _chosen(turns: Sequence[Turn], number: int | None) -> Sequence[Turn]:
    if number is None:
        return turns
    if not 1 <= number <= len(turns):
        raise ValueError(f"there is no turn {number}; there are {len(turns)}")
    return turns[number - 1 : number]


def sentence(turn: Turn, entry: Entry, found: Review) -> str:
    """One turn's review, in a line."""
    outcome = {"stands": "it stands", "differs": "it would be ruled otherwise", "doubtful": "it cannot be decided"}[found.outcome]
    roll = "unseen dice" if entry.dice is None else "-".join(map(str, entry.dice))
    margin = "none" if entry.margin is None else f"{entry.margin:.1f}"
    said = f"{turn.number:4d}  {entry.side} {roll}: {entry.play or entry.kind}: {outcome}: {found.why}"
    return f"{said} (margin {found.margin:.1f}, was {margin})"
