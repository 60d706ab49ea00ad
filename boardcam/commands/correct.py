"""`boardcam correct`: put right what a record says, and see what follows from it."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from boardcam.archive import keeping
from boardcam.rules.position import Side

if TYPE_CHECKING:
    from boardcam.replay.asked import Asked
    from boardcam.replay.fold import Fold

SIDES = {"light": Side.WHITE, "dark": Side.BLACK}
KINDS = {"single": 1, "gammon": 2, "backgammon": 3}
EXAMPLES = """
  boardcam correct friday                                            every turn with its number
  boardcam correct friday --turn 12 --dice 63 --play "24/18 13/10"   what was rolled and played
  boardcam correct friday --turn 12 --cube take                      before this turn was a double, and it was taken
  boardcam correct friday --game 3 --won light --as gammon           a game whose end was not seen
  boardcam correct friday --score 3-2 --reason "game 2 was a gammon"
  boardcam correct friday --undo                                     take the last correction back
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "correct", help="put right what a record says", epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Puts right what the record in DIR says. The match is replayed with the correction; what that changes is\n"
        "printed, and events.jsonl and match.mat are made again. The journal keeps both what was seen and what was\n"
        "corrected. Without further options: lists turns, games and corrections.",
    )  # fmt: skip
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder of the match")
    parser.add_argument("--turn", type=int, metavar="N", help="the turn to put right; the next one, with --cube, may be named too")
    parser.add_argument("--ruling", type=int, metavar="N", help="line of events.jsonl, for a roll that is no turn, as a void one")
    parser.add_argument("--dice", type=_dice, metavar="63", help="what was rolled; of an opening roll light's die first")
    parser.add_argument("--play", metavar="'24/18 13/10'", help="what was played, legal or not; '' = nothing")
    parser.add_argument("--side", choices=sorted(SIDES), help="who rolled")
    parser.add_argument("--roll", choices=("good", "void", "none"), help="the roll counts, does not, or was none at all")
    parser.add_argument("--cube", choices=("none", "take", "pass"), help="what was done with the cube before this turn was rolled")
    parser.add_argument("--game", type=int, metavar="N", help="the game to put right")
    parser.add_argument("--won", choices=[*sorted(SIDES), "draw"], help="who has won it")
    parser.add_argument("--as", dest="kind", choices=sorted(KINDS, key=lambda kind: KINDS[kind]), help="as what (default: single)")
    parser.add_argument("--score", type=_score, metavar="LIGHT-DARK", help="the score now, or with --game as that game begins")
    parser.add_argument("--reason", default="", help="why; the record keeps it")
    parser.add_argument("--undo", type=int, nargs="?", const=True, default=False, metavar="N", help="take a correction back")
    keeping.add(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.record.folder import FolderTaken, NoRecord
    from boardcam.replay.asked import Refused
    from boardcam.table.resume import opened, put_right

    try:
        asked = _asked(args)
        with opened(args.folder, _say) as (folder, before):
            if asked is None:
                print("\n".join(listing(before)))
                return 0
            change = put_right(folder, asked, before)
    except Refused as refused:
        return _failed(f"{refused}; nothing was changed")
    except (FolderTaken, NoRecord, ValueError, sqlite3.Error) as error:
        return _failed(str(error))
    print(f"Correction {change.correction.number}. " + ("What it changes:" if change.said else "It changes nothing else."))
    print("".join(f"  {sentence}\n" for sentence in change.said), end="")
    if kept := keeping.put_right(keeping.chosen(args), change.before.match, change.after.match):
        print(kept)
    return 0


def _failed(why: str) -> int:
    _say(why)
    return 2


def _say(what: str) -> None:
    print(f"boardcam correct: {what}", file=sys.stderr)


def _asked(args: argparse.Namespace) -> Asked | None:
    """What is to be put right, None = nothing; ValueError for options that do not belong together."""
    from boardcam.replay.asked import Asked

    groups = {
        "the turn": [args.dice, args.play, args.side, args.roll], "the cube": [args.cube], "the game": [args.won],
        "the score": [args.score], "a correction": [args.undo or None],
    }  # fmt: skip
    told = [name for name, values in groups.items() if any(value is not None for value in values)]
    if len(told) > 1:
        raise ValueError(f"put right {told[0]} and {told[1]} one after the other")
    if not told:
        if args.turn or args.ruling or args.game:
            raise ValueError("say what is to be put right there, for example --dice 63 --play '24/18 13/10', or --won light")
        return None
    if told[0] in ("the turn", "the cube") and args.turn is None and args.ruling is None:
        raise ValueError("say which turn: --turn N")
    if told[0] == "the game" and args.game is None:
        raise ValueError("say which game: --game N")
    game = args.game if told[0] in ("the game", "the score") else None
    return Asked(
        turn=args.turn, ruling=args.ruling, dice=args.dice, play=args.play, side=SIDES.get(args.side), roll=args.roll,
        cube=args.cube, game=game, winner=SIDES.get(args.won), kind=KINDS[args.kind or "single"], score=args.score,
        reason=args.reason, undo=args.undo,
    )  # fmt: skip


def listing(fold: Fold) -> list[str]:
    """The match on a page: turns with their numbers, games with their results, corrections."""
    from boardcam.replay.differences import result_in_words, turn_in_words

    lines, match, game = list[str](), fold.match, 0
    for turn in fold.turns:
        if turn.game != game:
            game = turn.game
            lines.append(f"Game {game}")
        lines.append(f"{turn.number:5}  {turn_in_words(turn)}")
    lines += [f"Game {number}: {result_in_words(game.result)}" for number, game in enumerate(match.games, 1)]
    light, dark = fold.state.score.points
    lines.append(f"Score: light {light}, dark {dark}")
    lines += [f"Correction {said.number}: {said}" for said in fold.in_force]
    return lines


def _dice(text: str) -> tuple[int, int]:
    digits = text.replace("-", "")
    if len(digits) != 2 or not digits.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no roll; write two dice, like 63")
    return int(digits[0]), int(digits[1])


def _score(text: str) -> tuple[int, int]:
    light, sign, dark = text.partition("-")
    if not sign or not light.isdigit() or not dark.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no score; write light's points and dark's, like 3-2")
    return int(light), int(dark)
