"""`boardcam hint`: the best plays of a situation and what each other gives up, and what to do with the cube.

Situations are XGIDs or GNU Backgammon IDs, as arguments or as lines on standard input. Equities are cubeful and normalised to the
cube, for the player on roll. A bad line is reported in its place and the rest still answered; the exit code is then 2. In `--json`
the answers are one object a line, in order; all legal plays, best first.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from boardcam import typed
from boardcam.coach import bearoff, why
from boardcam.coach.advice import Advice
from boardcam.coach.coach import DEADLINE, Coach
from boardcam.coach.engine import EngineError
from boardcam.coach.engines import KINDS, Depth, chosen
from boardcam.coach.grade import WRONG
from boardcam.coach.question import Question, Unanswerable, asked
from boardcam.coach.rank import Ranked, Ranking
from boardcam.coach.value import Chances
from boardcam.rules import xgid
from boardcam.rules.errors import Unreadable
from boardcam.rules.profile import PRESETS, preset
from boardcam.rules.situation import Situation
from boardcam.show import text


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = commands.add_parser(
        "hint",
        help="the best plays and the right cube action of an XGID",
        description="Says which plays are best and what to do with the cube. Without arguments it reads one ID a line.",
        epilog='example: boardcam hint "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"',
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="XGID, or GNU Backgammon position ID:match ID")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--fast", action="store_true", help="a quick look only")
    parser.add_argument(
        "--engine", choices=[name for name in KINDS if name != "pips"], help="ask this one (default: the best here)"
    )
    parser.add_argument("--seconds", type=float, default=DEADLINE, help="begin no deeper look after this (default: %(default)s)")
    parser.add_argument("--profile", choices=list(PRESETS), help="the rules of the table, as `boardcam profiles` lists them")
    parser.add_argument("--plays", type=int, default=3, metavar="N", help="plays told in words (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer every ID; 2 if any was bad or no engine answered."""
    depth: Depth = "fast" if args.fast else "normal"
    table = bearoff.here()
    try:
        coach, bad = Coach(chosen(args.engine), table=table), False
    except EngineError as error:
        print(f"boardcam hint: {error}", file=sys.stderr)
        return 2
    try:
        for line in args.ids or typed.lines(sys.stdin):
            try:
                question = read(line, args.profile)
                ranking = coach.best(question, depth, args.seconds) if question.situation.dice else ()
                advice = coach.advise(question, depth) if args.json or not question.situation.dice else None
            except (Unreadable, Unanswerable) as error:
                bad = True
                print(typed.bad(line, error.field, error.message) if args.json else f"{line}\n  {error}", flush=True)
            except EngineError as error:
                bad = True
                print(typed.bad(line, "engine", str(error)) if args.json else f"{line}\n  {error}", flush=True)
            else:
                notes = [*question.notes, *_rough(question, table)]
                told = json.dumps(answer(line, question, ranking, advice, coach.title, notes)) if args.json else None
                print(told or "\n".join(_human(question, ranking, advice, args.plays, coach.title, notes)), flush=True)
    finally:
        coach.close()
    for news in coach.news:
        print(f"boardcam hint: {news}", file=sys.stderr)
    return 2 if bad else 0


def read(line: str, profile: str | None = None) -> Question:
    """The question that an ID asks. Unreadable, Unanswerable."""
    return asked(typed.situation(line), preset(profile) if profile else None)


def _rough(question: Question, table: bearoff.Table | None) -> list[str]:
    """What would make the answer exact."""
    short = table is None and question.stake.money and bearoff.bare(question.board) is not None
    return ["Short bear-offs are exact once boardcam bearoff has been run."] if short else []


def answer(
    line: str, question: Question, ranking: Ranking, advice: Advice | None, engine: str, notes: Sequence[str]
) -> dict[str, Any]:
    """The answer as an object for JSON."""
    told: dict[str, Any] = {
        "xgid": line,
        "plays": [_play(question.situation, play) for play in ranking],
        "cube": advice and _cube(advice),
    }
    told["engine"] = engine
    if notes:
        told["notes"] = list(notes)
    return told


def _play(situation: Situation, ranked: Ranked) -> dict[str, Any]:
    return {
        "play": str(ranked.play),
        "xgid": xgid.format(replace(situation, position=ranked.position, dice=None)),
        "equity": round(ranked.equity, 4),
        "loss": round(ranked.loss, 4),
        "plies": ranked.plies,
        "chances": _chances(ranked.value.chances),
    }


def _cube(advice: Advice) -> dict[str, Any]:
    told: dict[str, Any] = {"action": advice.action}
    if advice.value is None:
        return told | {"why": advice.why}
    return told | {
        "no_double": round(advice.value.nd, 4),
        "double_take": round(advice.value.dt, 4),
        "double_pass": round(advice.value.dp, 4),
        "loss": {name: round(loss, 4) for name, loss in advice.losses.items()},
        "take_point": None if advice.take_point is None else round(advice.take_point, 4),
        "take_needs": None if advice.needed is None else round(advice.needed, 4),
        "chances": _chances(advice.value.chances),
    }


def _chances(chances: Chances) -> dict[str, float]:
    return {name: round(chance, 4) for name, chance in chances._asdict().items()}


def _human(
    question: Question, ranking: Ranking, advice: Advice | None, most: int, engine: str, notes: Sequence[str]
) -> Iterator[str]:
    """A board, the best plays or the cube, and why."""
    s = question.situation
    sign, other = ("O (light)", "X (dark)") if s.turn > 0 else ("X (dark)", "O (light)")
    yield text.board(s.position)
    if advice is None:
        yield "{} to play {}{}, asked {}:".format(sign, *sorted(s.dice or (0, 0), reverse=True), engine)
        yield from _best(question, ranking, most)
    elif s.offered:
        yield f"{sign} has doubled; {other} to answer, asked {engine}:"
        yield from _response(advice)
    else:
        yield f"{sign} on roll, cube {s.cube.value}, asked {engine}:"
        yield from _doubling(advice)
    yield from (f"  ({note})" for note in notes)
    yield ""


def _best(question: Question, ranking: Ranking, most: int) -> Iterator[str]:
    if not ranking:
        yield "  no legal play, the turn is lost"
    for place, ranked in enumerate(ranking[:most], 1):
        gives = "" if place == 1 else f"  gives up {ranked.loss:.3f}"
        yield f"  {place}. {ranked.play!s:24} {ranked.equity:+.3f}{gives}   {_odds(ranked.value.chances)}"
    if ranking:
        s = question.situation
        yield f"  {ranking[0].play}: {why.words(why.facts(s.position, s.turn, ranking[0].play, ranking[0].position))}"


def _doubling(advice: Advice) -> Iterator[str]:
    if advice.value is None:
        yield f"  no double: {advice.why}"
        return
    value = advice.value
    yield f"  {_again(advice.action) if advice.redouble else advice.action}"
    for name, words in (("no double", "not to double"), ("double", "to double")):
        if (lost := advice.losses[name]) > WRONG:  # type: ignore[index]
            yield f"  {words} gives up {lost:.3f}"
    yield f"  no double {value.nd:+.3f}, double/take {value.dt:+.3f}, double/pass {value.dp:+.3f}   {_odds(value.chances)}"
    yield from _taking(advice)


def _again(action: str) -> str:
    """An action in the words for who owns the cube."""
    return action.replace("double", "redouble", 1)


def _response(advice: Advice) -> Iterator[str]:
    if advice.value is None:
        yield f"  that double is not allowed: {advice.why}"
        return
    right, wrong = ("take", "pass") if advice.take else ("pass", "take")
    yield f"  {right}; to {wrong} gives up {advice.losses[wrong]:.3f}"  # type: ignore[index]
    yield from _taking(advice)


def _taking(advice: Advice) -> Iterator[str]:
    if advice.value is not None and advice.take_point is not None and advice.needed is not None:
        has = 1 - advice.value.chances.win
        needs = f"{advice.needed:.0%} of the games with the gammons of this position ({advice.take_point:.0%} without)"
        yield f"  to take, the opponent needs to win {needs}, and wins {has:.0%}"


def _odds(chances: Chances) -> str:
    return f"wins {chances.win:.1%} (gammons {chances.gammon:.1%}), loses gammons {chances.lost_gammon:.1%}"
