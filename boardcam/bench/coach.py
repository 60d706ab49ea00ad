"""`boardcam bench coach`: how good, how quick and how sturdy hints are.

Decisions come from games that the best engine plays with itself at a glance; GNU Backgammon judges them two plies deep, by the list
it makes itself with the pick in it. mEMG = thousandths of a point of normalised equity that a decision gives up. Times are the
processor's, of the engine's process and of this one, so a busy machine counts like an idle one.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean, median

from boardcam.coach import bearoff, grade
from boardcam.coach.advice import advise
from boardcam.coach.board import turned
from boardcam.coach.coach import Coach
from boardcam.coach.decisions import decisions
from boardcam.coach.engine import EngineError, Level, Look
from boardcam.coach.engines import KINDS, Depth, Kind, present
from boardcam.coach.question import Question
from boardcam.coach.rank import rank
from boardcam.coach.remote import Remote
from boardcam.coach.stake import Stake
from boardcam.record import formats
from boardcam.rules import scoring
from boardcam.rules.cube import Cube
from boardcam.rules.position import START, Side
from boardcam.rules.situation import Situation

GLANCE = Level((Look(0),), 0)
BAD = 0.08
"""A pick that gives up more is counted."""
SCORES = ((0, (0, 0)), (7, (0, 0)), (7, (5, 3)), (5, (1, 3)), (9, (2, 6)))
"""Lengths and scores at which doubles are asked, money first."""
LONG = 600.0


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the measurement."""
    parser = commands.add_parser("coach", help="hints: what they give up, time, memory, crashes", description=__doc__)
    parser.add_argument("--decisions", type=int, default=30, metavar="N", help="plays judged (default: %(default)s)")
    parser.add_argument("--cubes", type=int, default=20, metavar="N", help="doubles judged (default: %(default)s)")
    parser.add_argument("--engines", nargs="+", choices=list(KINDS), help="default: all that are here")
    parser.add_argument("--bearoffs", type=int, default=100, metavar="N", help="bear-offs compared (default: %(default)s)")
    parser.add_argument("--matches", nargs="*", type=Path, default=(), help="match files whose error rates are compared")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    kinds = [KINDS[name] for name in args.engines] if args.engines else present()
    if not kinds:
        print("no engine is here; pip install 'boardcam[coach]', or sudo apt-get install -y gnubg")
        return 2
    _workers(kinds)
    judge = KINDS["gnubg"].open() if KINDS["gnubg"].found() else None
    if judge is None:
        print("GNU Backgammon is not installed: nothing can be judged; sudo apt-get install -y gnubg")
        return 0
    judge.seconds = LONG
    random = Random(args.seed)
    player = kinds[0].open()
    player.seconds = LONG
    asked = list(_first(_decisions(player, random), args.decisions))
    for kind in kinds:
        for depth in ("fast", "normal"):
            _plays(kind, depth, asked, judge)
    _cubes(kinds, list(_first(_doubles(player, random), args.cubes)), judge)
    _bearoffs(judge, args.bearoffs, random)
    _rates(kinds, args.matches)
    for engine in (player, judge):
        engine.worker.close()
    return 0


def _workers(kinds: list[Kind]) -> None:
    """Memory, and the time to the first answer, new and after a kill. Wall time: a busy machine shows."""
    print("engine                       first answer   back after a kill   memory")
    question = Question(Situation(dice=(3, 1)))
    for kind in kinds:
        engine = kind.open()
        engine.seconds = LONG

        def ask(engine: Remote = engine) -> None:
            list(rank(question, engine, GLANCE))

        first = _wall(ask)
        assert engine.worker.pid is not None
        os.kill(engine.worker.pid, signal.SIGKILL)
        again = _wall(lambda: _in_spite(ask))
        engine.cube(question.board, Stake(), 2 if kind.name != "network" else 1)
        print(f"{kind.title:28} {first:9.2f} s {again:15.2f} s {_memory(engine):13.0f} MB")
        engine.worker.close()


def _in_spite(ask: Callable[[], None]) -> None:
    """Asked, and asked again if the engine was found dead."""
    try:
        ask()
    except EngineError:
        ask()


def _plays(kind: Kind, depth: Depth, asked: list[Question], judge: Remote) -> None:
    engine = kind.open()
    engine.seconds = LONG
    losses, times = [], []
    list(rank(asked[0], engine, GLANCE))  # it starts
    for question in asked:
        start = _processor(engine)
        *_, ranking = rank(question, engine, kind.levels[depth])
        times.append(_processor(engine) - start)
        losses.append(_loss(question, ranking[0].position, judge))
    engine.worker.close()
    times.sort()
    bad = sum(loss > BAD for loss in losses)
    print(
        f"{kind.title + ', ' + depth:36} {1000 * mean(losses):6.2f} mEMG, {bad} of {len(losses)} over {BAD}; "
        f"{1000 * median(times):.0f} ms median, {1000 * times[int(0.99 * (len(times) - 1))]:.0f} ms p99"
    )


def _loss(question: Question, pick: object, judge: Remote) -> float:
    """What a pick gives up by the judge's list."""
    *_, ranking = rank(question, judge, KINDS["gnubg"].levels["normal"], keep=[pick])  # type: ignore[list-item]
    return next(ranked.loss for ranked in ranking if ranked.position == pick)


def _cubes(kinds: list[Kind], asked: list[Question], judge: Remote) -> None:
    right = [advise(question, judge, KINDS["gnubg"].levels["normal"].cube) for question in asked]
    for kind in kinds:
        if kind.name == "gnubg":
            continue
        engine = kind.open()
        engine.seconds = LONG
        told = [advise(question, engine, kind.levels["normal"].cube) for question in asked]
        engine.worker.close()
        same = sum((one.double, one.take) == (other.double, other.take) for one, other in zip(told, right, strict=True))
        lost = [
            other.losses["double" if one.double else "no double"] + other.losses["take" if one.take else "pass"]
            for one, other in zip(told, right, strict=True)
        ]
        print(f"{kind.title + ', cube':36} {same} of {len(asked)} the same action, {1000 * mean(lost):.2f} mEMG (double + take)")


def _bearoffs(judge: Remote, count: int, random: Random) -> None:
    """The table against GNU Backgammon's own, which is exact to its 16 bits."""
    if not count:
        return
    table = bearoff.here() or bearoff.made()
    some = [home for home in bearoff.homes() if sum(home)]
    most = 0.0
    for _ in range(count):
        own, opp = random.choice(some), random.choice(some)
        board = (0, *own, *[0] * 12, *(-n for n in reversed(opp)), 0)
        for kind, stake in ((bearoff.CENTRED, Stake()), (bearoff.OWNED, Stake(2, 1)), (bearoff.THEIRS, Stake(2, -1))):
            most = max(most, abs(judge.cube(board, stake, 0).nd - table.equity(kind, own, opp)))
    print(f"bear-offs: {count} positions, three cubes each: at most {most:.5f} from GNU Backgammon's exact equities")


def _rates(kinds: list[Kind], paths: list[Path]) -> None:
    """Error rates of the same matches by every engine, counted the same way."""
    for path in paths:
        match = formats.read(path.read_bytes())
        every = list(decisions(match))
        for kind in kinds:
            coach = Coach([kind])
            found = list(grade.graded(every, coach, luck=False))
            coach.close()
            told = [grade.summary(found, side) for side in Side]
            rates = "  ".join("–" if one.rate is None else f"{one.rate:6.2f} ({one.counted})" for one in told)
            print(f"{path.name:24} {kind.title:24} error rates {rates}")


def _first(found: Iterator[Question], count: int) -> Iterator[Question]:
    for _ in range(count):
        yield next(found)


def _decisions(engine: Remote, random: Random) -> Iterator[Question]:
    """Plays with three choices or more, one in six of those met."""
    for question in _played(engine, random):
        if len(question.plays) >= 3 and random.random() < 1 / 6:
            yield question


def _doubles(engine: Remote, random: Random) -> Iterator[Question]:
    """Doubles that somebody may think about, at scores in turn; a third are redoubles."""
    asked = 0
    for question in _played(engine, random):
        length, score = SCORES[asked % len(SCORES)]
        s = question.situation
        cube = Cube(2, s.turn) if asked % 3 == 2 else Cube()
        here = Question(replace(s, dice=None, length=length, score=score, cube=cube))
        if here.may_not_double is None and random.random() < 1 / 3 and 0.25 <= _standing(here, engine) <= 1.15:
            asked += 1
            yield here


def _standing(question: Question, engine: Remote) -> float:
    """The equity at a glance of who is on roll, before rolling."""
    board, stake = question.board, question.stake
    return -engine.values([turned(board)], stake.turned, 0, turned(board))[0].equity


def _played(engine: Remote, random: Random) -> Iterator[Question]:
    """Turns of games without end, played at a glance."""
    while True:
        position, side = START, random.choice(list(Side))
        while scoring.winner(position) is None:
            question = Question(Situation(position, side, (random.randint(1, 6), random.randint(1, 6))))
            ranking = next(rank(question, engine, GLANCE))
            if ranking:
                yield question
                position = ranking[0].position
            side = side.other


def _processor(engine: Remote) -> float:
    """Seconds of processor time of the engine's process and of this one."""
    fields = Path(f"/proc/{engine.worker.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") + time.process_time()


def _memory(engine: Remote) -> float:
    lines = Path(f"/proc/{engine.worker.pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1e3


def _wall(ask: Callable[[], None]) -> float:
    start = time.monotonic()
    ask()
    return time.monotonic() - start
