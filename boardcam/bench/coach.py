"""`boardcam bench coach`: how good, how quick and how sturdy hints are.

Decisions come from games that the best engine plays with itself at a glance; GNU Backgammon judges them two plies deep (those known
by name, and all with `--deeper`, three), by the list it makes itself with the pick in it. mEMG = thousandths of a point of
normalised equity that a decision gives up, ± the standard error of the mean: decisions of another seed come out as far apart. Times
are the processor's, of the engine's process and of this one, so a busy machine counts like an idle one.

Engines are asked as the coach asks them, with the exact table of bear-offs before them; without it with `--bare`.
`--answers FILE` keeps what GNU Backgammon says, and asks it nothing twice.
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from statistics import mean, median, pstdev

from boardcam.bench import careless, situations, wild
from boardcam.bench.answers import Answers
from boardcam.bench.named import NAMED
from boardcam.bench.situations import GLANCE
from boardcam.coach import bearoff, grade
from boardcam.coach.advice import Advice, advise
from boardcam.coach.bearoff import Exact, Table
from boardcam.coach.coach import Coach
from boardcam.coach.decisions import Decision, decisions
from boardcam.coach.engine import Engine, EngineError, Level, Look
from boardcam.coach.engines import KINDS, Depth, Kind, present
from boardcam.coach.question import Question
from boardcam.coach.rank import rank
from boardcam.coach.remote import Remote
from boardcam.coach.stake import Stake
from boardcam.record import formats
from boardcam.rules import xgid
from boardcam.rules.position import Position, Side
from boardcam.rules.situation import Situation

BAD = 0.08
"""A pick that gives up more is counted."""
TIE = 0.01
"""Cube actions that differ by less than this are a matter of taste."""
JUDGE = KINDS["gnubg"].levels["normal"]
DEEPER = Level((Look(0), Look(2, 8, 0.16), Look(3, 3, 0.08)), 3)
"""How GNU Backgammon judges what is known by name, and all with `--deeper`."""
LENGTH = 3
"""Points of the matches that are played here."""
LONG = 600.0


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the measurement."""
    parser = commands.add_parser("coach", help="hints: what they give up, time, memory, crashes", description=__doc__)
    parser.add_argument("--decisions", type=int, default=30, metavar="N", help="plays judged (default: %(default)s)")
    parser.add_argument("--cubes", type=int, default=20, metavar="N", help="doubles judged (default: %(default)s)")
    parser.add_argument("--differences", action="store_true", help="every double on which an engine and the judge differ")
    parser.add_argument("--engines", nargs="+", choices=list(KINDS), help="default: all that are here")
    parser.add_argument("--bearoffs", type=int, default=100, metavar="N", help="bear-offs compared (default: %(default)s)")
    parser.add_argument("--named", action="store_true", help="situations known by name: the bar, back games, scores, options")
    parser.add_argument("--matches", type=int, default=0, metavar="N", help="matches of mixed quality, played here and rated")
    parser.add_argument("--files", nargs="*", type=Path, default=(), help="match files whose error rates are compared")
    parser.add_argument("--wild", type=int, default=0, metavar="N", help="questions and XGIDs that are nonsense, more or less")
    parser.add_argument("--answers", type=Path, metavar="FILE", help="what GNU Backgammon has said, and says now")
    parser.add_argument("--deeper", action="store_true", help="judged three plies deep: a second or two a decision")
    parser.add_argument("--bare", action="store_true", help="without the exact table of bear-offs")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    kinds = [KINDS[name] for name in args.engines] if args.engines else present()
    if not kinds:
        print("no engine is here; pip install 'boardcam[coach]', or sudo apt-get install -y gnubg")
        return 2
    _workers(kinds)
    _pulled(kinds)
    for kind in kinds:
        _wild(kind, args.wild, Random(args.seed))
    judge, player = Answers(args.answers, _patient(KINDS["gnubg"]) if KINDS["gnubg"].found() else None), _patient(present()[0])
    try:
        _judged(args, kinds, judge, player)
    except EngineError as error:
        print(f"nothing more can be judged: {error}")
    judge.close()
    player.worker.close()
    return 0


def _judged(args: argparse.Namespace, kinds: list[Kind], judge: Answers, player: Remote) -> None:
    """Everything that GNU Backgammon has a say in. Each part has its own dice, so that its size changes no other."""
    table, level = None if args.bare else bearoff.here() or bearoff.made(), DEEPER if args.deeper else JUDGE
    asked = situations.plays(player, Random(args.seed), args.decisions)
    for kind in kinds if asked else ():
        for depth in ("fast", "normal"):
            _plays(kind, depth, asked, judge, level, table)
    _cubes(kinds, table, situations.doubles(player, Random(args.seed + 1), args.cubes), judge, level, args.differences)
    if args.named:
        _named(kinds, table, judge)
    _bearoffs(judge, args.bearoffs, Random(args.seed + 2))
    _rates(kinds, table, judge, _matches(args, player))


def _patient(kind: Kind) -> Remote:
    engine = kind.open()
    engine.seconds = LONG
    return engine


def _exact(table: Table | None, engine: Remote) -> Engine:
    return Exact(table, engine) if table else engine


# --- sturdiness ------------------------------------------------------------------------------------------------------------------


def _workers(kinds: list[Kind]) -> None:
    """Memory, and the time to the first answer, new and after a kill. Wall time: a busy machine shows."""
    print("engine                       first answer   back after a kill   memory")
    question = Question(Situation(dice=(3, 1)))
    for kind in kinds:
        engine = _patient(kind)

        def ask(engine: Remote = engine) -> None:
            list(rank(question, engine, GLANCE))

        first = _wall(ask)
        assert engine.worker.pid is not None
        os.kill(engine.worker.pid, signal.SIGKILL)
        again = _wall(lambda: _in_spite(ask))
        engine.cube(question.board, Stake(), 2)
        print(f"{kind.title:28} {first:9.2f} s {again:15.2f} s {_memory(engine):13.0f} MB")
        engine.worker.close()


def _in_spite(ask: Callable[[], None]) -> None:
    """Asked, and asked again if the engine was found dead."""
    try:
        ask()
    except EngineError:
        ask()


def _pulled(kinds: list[Kind]) -> None:
    """Each engine is taken away in the middle of a game, again and again, until the next one answers."""
    for place, kind in enumerate(kinds):
        coach, killed, answers, slowest = Coach(kinds[place:]), 0, 0, 0.0
        for roll in ((3, 1), (6, 5), (4, 2), (2, 2), (6, 4)):
            if coach.title == kind.title and coach.pid is not None:
                os.kill(coach.pid, signal.SIGKILL)
                killed += 1
            started = time.monotonic()
            answers += bool(coach.best(Question(Situation(dice=roll)), "fast"))
            slowest = max(slowest, time.monotonic() - started)
        said = "said once" if len(coach.news) == 1 else f"said {len(coach.news)} times"
        print(f"{kind.title}, killed {killed} times in a game: {answers} of 5 hints, the slowest after {slowest:.2f} s; {said}")
        coach.close()


def _wild(kind: Kind, count: int, random: Random) -> None:
    """Nonsense for the engine's process, and XGIDs that are nonsense."""
    if not count:
        return
    engine = _patient(kind)
    engine.worker.start()
    pid = engine.worker.pid
    answered, accepted = wild.lines(engine.worker, random, count // 2) if kind.name != "gnubg" else (0, 0)
    read, wrong = wild.ids(random, count - count // 2)
    print(
        f"{kind.title}: {count} wild questions, {answered} answered and {read} XGIDs read, {accepted + wrong} that cannot stand; "
        f"the process {'lives' if engine.worker.pid == pid else 'HAS DIED'}"
    )
    engine.worker.close()


# --- strength --------------------------------------------------------------------------------------------------------------------


def _plays(kind: Kind, depth: Depth, asked: list[Question], judge: Engine, level: Level, table: Table | None) -> None:
    """What the best play gives up after every look, and when it was known; a line a look."""
    engine = _patient(kind)
    exact, looks = _exact(table, engine), kind.levels[depth].looks
    found: list[list[tuple[float, float]]] = [[] for _ in looks]
    list(rank(asked[0], engine, GLANCE))  # it starts
    for question in asked:
        start = _processor(engine)
        told = [(ranking[0].position, _processor(engine) - start) for ranking in rank(question, exact, kind.levels[depth])]
        for some, (pick, spent) in zip(found, told, strict=True):
            some.append((_loss(question, pick, judge, level), spent))
    engine.worker.close()
    for look, every in zip(looks, found, strict=True):
        losses, times = [loss for loss, _ in every], sorted(spent for _, spent in every)
        print(
            f"{kind.title + ', ' + depth:34} plies {look.plies}: {1000 * mean(losses):6.2f} ± {1000 * _doubt(losses):.2f} mEMG, "
            f"{sum(loss > BAD for loss in losses)} of {len(losses)} over {BAD}; "
            f"{1000 * median(times):.0f} ms median, {1000 * times[int(0.99 * (len(times) - 1))]:.0f} ms p99",
            flush=True,
        )


def _doubt(losses: list[float]) -> float:
    """The standard error of their mean."""
    return pstdev(losses) / math.sqrt(len(losses))


def _loss(question: Question, pick: Position, judge: Engine, level: Level) -> float:
    """What a pick gives up by the judge's list."""
    *_, ranking = rank(question, judge, level, keep=[pick])
    return next(ranked.loss for ranked in ranking if ranked.position == pick)


def _cubes(kinds: list[Kind], table: Table | None, asked: list[Question], judge: Engine, level: Level, differences: bool) -> None:
    right = [advise(question, judge, level.cube) for question in asked]
    for kind in kinds if asked else ():
        if kind.name == "gnubg":
            continue
        engine = _patient(kind)
        told = [advise(question, _exact(table, engine), kind.levels["normal"].cube) for question in asked]
        engine.worker.close()
        lost = [_cube_loss(one, other) for one, other in zip(told, right, strict=True)]
        differ = [at for at, (one, other) in enumerate(zip(told, right, strict=True)) if not _same(one, other)]
        ties = sum(lost[at] < TIE for at in differ)
        print(
            f"{kind.title + ', cube':36} {len(asked) - len(differ)} of {len(asked)} the same action, {ties} more by a tie "
            f"(< {TIE}); {1000 * mean(lost):.2f} ± {1000 * _doubt(lost):.2f} mEMG (double + take)",
            flush=True,
        )
        for at in differ if differences else ():
            print(f"    {xgid.format(asked[at].situation)}  {lost[at]:.3f}\n      {_told(told[at])}")
            print(f"      {_told(right[at])}  by the judge")


def _same(one: Advice, other: Advice) -> bool:
    return (one.double, one.take) == (other.double, other.take)


def _cube_loss(one: Advice, judged: Advice) -> float:
    """What following one advice gives up, doubling and taking, by the other."""
    losses = judged.losses
    return losses["double" if one.double else "no double"] + losses["take" if one.take else "pass"]


def _told(advice: Advice) -> str:
    value = advice.value
    return advice.action if value is None else f"{advice.action:20} {value.nd:+.3f} {value.dt:+.3f}, wins {value.chances.win:.1%}"


def _named(kinds: list[Kind], table: Table | None, judge: Engine) -> None:
    """What every engine says of the situations known by name, and what that gives up."""
    print("known by name, judged by GNU Backgammon three plies deep:")
    coaches = {kind.title: Coach([kind], table=table) for kind in kinds}
    for named in NAMED:
        question = named.question
        for title, coach in coaches.items():
            said, lost = _named_play(question, coach, judge) if question.situation.dice else _named_cube(question, coach, judge)
            print(f"  {named.name:40} {title:24} {said:34} {lost:.3f}", flush=True)
    for coach in coaches.values():
        coach.close()


def _named_play(question: Question, coach: Coach, judge: Engine) -> tuple[str, float]:
    ranking = coach.best(question)
    return (str(ranking[0].play), _loss(question, ranking[0].position, judge, DEEPER)) if ranking else ("no move", 0.0)


def _named_cube(question: Question, coach: Coach, judge: Engine) -> tuple[str, float]:
    advice = coach.advise(question)
    return advice.action, 0.0 if advice.value is None else _cube_loss(advice, advise(question, judge, DEEPER.cube))


def _bearoffs(judge: Engine, count: int, random: Random) -> None:
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
    print(f"bear-offs: {count} positions, three cubes each: at most {most:.5f} from GNU Backgammon's exact equities", flush=True)


# --- error rates -----------------------------------------------------------------------------------------------------------------


def _matches(args: argparse.Namespace, player: Remote) -> Iterator[tuple[str, list[Decision]]]:
    for path in args.files:
        yield path.name, list(decisions(formats.read(path.read_bytes())))
    for number, match in enumerate(careless.matches(player, Random(args.seed + 3), args.matches, LENGTH), 1):
        yield f"{number}: {' – '.join(match.players)}", list(decisions(match))


def _rates(kinds: list[Kind], table: Table | None, judge: Engine, matches: Iterable[tuple[str, list[Decision]]]) -> None:
    """Error rates of the same matches by the judge and by every engine, counted the same way."""
    engines = {kind.title: (_patient(kind), kind.levels["normal"]) for kind in kinds if kind.name != "gnubg"}
    near = dict.fromkeys(engines, 0)
    every = 0
    for name, found in matches:
        right = _summaries(found, judge, JUDGE)
        every += sum(one is not None for one in right)
        line = [f"{name:26} {_rated(right)} by GNU Backgammon"]
        for title, (engine, level) in engines.items():
            told = _summaries(found, _exact(table, engine), level)
            near[title] += sum(_near(one, other) for one, other in zip(told, right, strict=True))
            line.append(f"{_rated(told)} by {title}")
        print("   ".join(line), flush=True)
    for title, count in near.items() if every else ():
        print(f"{title}: {count} of {every} error rates within 0.5 or 10 % of GNU Backgammon's")
    for engine, _ in engines.values():
        engine.worker.close()


def _summaries(found: list[Decision], engine: Engine, level: Level) -> list[float | None]:
    graded = [grade.judged(one, engine, level) for one in found]
    return [grade.summary(graded, side).rate for side in Side]


def _near(rate: float | None, right: float | None) -> bool:
    return rate is not None and right is not None and abs(rate - right) <= max(0.5, 0.1 * right)


def _rated(rates: list[float | None]) -> str:
    return " ".join("    –" if rate is None else f"{rate:5.1f}" for rate in rates)


# --- measures --------------------------------------------------------------------------------------------------------------------


def _processor(engine: Remote) -> float:
    """Seconds of processor time of the engine's process and of this one."""
    fields = Path(f"/proc/{engine.worker.pid}/schedstat").read_text("ascii").split()
    return int(fields[0]) / 1e9 + time.process_time()


def _memory(engine: Remote) -> float:
    lines = Path(f"/proc/{engine.worker.pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1e3


def _wall(ask: Callable[[], None]) -> float:
    start = time.monotonic()
    ask()
    return time.monotonic() - start
