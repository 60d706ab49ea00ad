"""`boardcam bench referee`: whole simulated matches, refereed from noisy observations and compared with the truth, by condition.

A turn is *right* when side, dice, position after and legality are those of the truth, *silently wrong* when they are not and nobody
said so, *unsure* when the referee said that it cannot tell; what is wrong in no turn of so many is rarer than the bound that is
printed, with 95 % certainty. Of incidents the first number is those that were noticed, the second those of which the right rule
was named, then how many happened; *alarms* are rulings of their kinds, and doubts, without cause.

The noise: `measured` errs as the eyes were measured to err on rendered tables (`bench eyes`, `sim.eyes`); no noise here comes from
real play. `default`, `none` and `poor` only imitate eyes (`sim.observe`); `stubborn` ones besides misread some counts of some
places the same way for a whole match, `ghosts` see dice that are none, `blind` ones do not see some dice at all. In *turns hidden*
every eighth turn is hidden from the eyes, roll, play and lift; in *two hidden* so is the one after it; in *readings withheld* the
referee does not hear of every fifth time that the board or the dice were read. A turn of which nothing was said when the recording
ended is *unsure*: it is not decided yet. Of a turn that was told again the last word counts; *put right* are those of which the
first was wrong and the last is not.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from math import exp, lgamma, log, log1p
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from boardcam.events import BoardRested, DiceRested, DieSeen, Observation, Pressed, Verdict, no_counts
from boardcam.rules.position import Side

if TYPE_CHECKING:
    from boardcam.sim.observe import Sighted
    from boardcam.sim.script import Script

Source = Iterator[Observation | Pressed]
NEAR = 5.0
"""s that a verdict may lie from its truth: a game is won with the last checker off, the dice are lifted later."""
FAR = 15.0
"""s that a verdict may lie from a turn of which no other verdict speaks: of one that was not seen nobody knows when it was."""
INCIDENTS = ("cocked", "on_checker", "wrong_half", "both_halves", "premature", "changed", "illegal", "illegal_corrected")
HEADS = (
    ("matches", 8),
    ("turns", 7),
    ("right", 9),
    ("wrong", 7),
    ("unsure", 8),
    ("put right", 11),
    ("incidents", 16),
    ("alarms", 8),
    ("games", 10),
)
ALARMS = ("void_roll", "premature", "illegal", "corrected")
"""Kinds that must not be said without cause."""
CUBE = ("doubled", "taken", "passed")


class Condition(NamedTuple):
    fps: float = 12.0
    noise: str = "measured"
    incidents: tuple[str, ...] = ()
    turns: int | None = None
    buttons: bool = True
    """The players press what they do with the cube; else it is played on the table alone, and its rulings count as incidents."""
    withheld: int = 0
    """So many turns in a row are hidden from the eyes, again and again, from before the roll until after the lift."""
    unheard: float = 0.0
    """Share of the readings of board and dice that the referee never hears of."""


CONDITIONS = {
    "measured": Condition(),
    **{f"{fps} fps": Condition(float(fps)) for fps in (30, 8, 5)},
    "perfect": Condition(noise="none"),
    "default": Condition(noise="default"),
    "poor": Condition(noise="poor"),
    "stubborn 1 %": Condition(noise="stubborn 1"),
    "stubborn 2 %": Condition(noise="stubborn 2"),
    "ghosts": Condition(noise="ghosts"),
    "blind": Condition(noise="blind"),
    "cube on the table": Condition(buttons=False),
    "turns hidden": Condition(withheld=1),
    "two hidden": Condition(withheld=2),
    "readings withheld": Condition(unheard=0.2),
    **{incident: Condition(incidents=(incident,) * 4, turns=12) for incident in INCIDENTS},
}


@dataclass(frozen=True, slots=True)
class Sums:
    """What came of some matches; sums add up."""

    matches: int = 0
    turns: int = 0
    right: int = 0
    wrong: int = 0
    unsure: int = 0
    put_right: int = 0
    """Turns that were told wrongly at first and are so no longer: told again, by themselves, as they were or as unsure."""
    incidents: int = 0
    """Void rolls, premature rolls, illegal and corrected plays that happened, and plays that were changed before the dice were
    lifted."""
    noticed: int = 0
    """Those ruled on: kind and side are right; of a changed play, all."""
    ruled: int = 0
    """Those of which the rule is right, too."""
    alarms: int = 0
    """Such rulings, and `unsure`, without cause."""
    games: int = 0
    games_right: int = 0
    """Games with the right winner and points."""
    notes: tuple[str, ...] = field(default=())
    """What went wrong, with seed and time."""

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Sums)))


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("referee", help="simulated matches against their truth, by condition", description=__doc__)
    parser.add_argument(
        "--seeds", default="1:11", metavar="FROM:TO", help="seeds of the matches, TO excluded (default: %(default)s)"
    )
    parser.add_argument("--match", type=int, default=3, help="points of each match (default: %(default)s)")
    names = ", ".join(CONDITIONS).replace("%", "%%")  # argparse formats its help
    parser.add_argument("--only", action="append", metavar="CONDITION", help=f"one of: {names}; may be repeated")
    kinds = ("measured", "default", "none", "poor")
    parser.add_argument("--noise", choices=kinds, help="instead of the measured noise, where that is meant")
    parser.add_argument("--notes", action="store_true", help="print what went wrong")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        seeds = range(*(int(part) for part in args.seeds.split(":")))
        chosen = {name: CONDITIONS[name] for name in args.only or CONDITIONS}
    except (ValueError, TypeError, KeyError) as error:
        print(f"boardcam bench referee: {error}: seeds are FROM:TO, conditions are {', '.join(CONDITIONS)}")
        return 2
    print(f"{'condition':18}" + "".join(f"{head:>{width}}" for head, width in HEADS))
    worst = 0
    for name, condition in chosen.items():
        if args.noise and condition.noise == "measured":
            condition = condition._replace(noise=args.noise)
        sums = sum((measured(seed, condition, args.match) for seed in seeds), Sums())
        print(line(name, sums), flush=True)
        print("".join(f"    {note}\n" for note in sums.notes) if args.notes else "", end="", flush=True)
        worst = max(worst, sums.wrong)
    return int(worst > 0)


def bound(wrong: int, of: int) -> float:
    """The share that with 95 % certainty is not exceeded when `wrong` of so many were (Clopper and Pearson)."""
    low, high = wrong / max(1, of), 1.0
    while of and high - low > 1e-9:
        share = (low + high) / 2
        ways = (lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1) for k in range(wrong + 1))
        seldom = sum(exp(way + k * log(share) + (of - k) * log1p(-share)) for k, way in enumerate(ways)) < 0.05
        low, high = (low, share) if seldom else (share, high)
    return high


def line(name: str, sums: Sums) -> str:
    share = 100 * sums.right / max(1, sums.turns)
    incidents, games = f"{sums.noticed}/{sums.ruled}/{sums.incidents}", f"{sums.games_right}/{sums.games}"
    counts = f"{sums.matches:8}{sums.turns:7}{share:8.2f}%{sums.wrong:7}{sums.unsure:8}{sums.put_right:11}"
    counts += f"{incidents:>16}{sums.alarms:8}{games:>10}"
    return f"{name:18}{counts}   wrong < {100 * bound(sums.wrong, sums.turns):.3f} %"


def measured(seed: int, condition: Condition, match: int) -> Sums:
    """One match under a condition."""
    from boardcam.sim import observe, table

    orders: dict[str, Any] = {"incidents": condition.incidents, "turns": condition.turns}
    script = table.script(seed, match=match, buttons=condition.buttons, **orders)
    watched = observe.watch(script, condition.fps, sighted(condition.noise))
    watched = _spoilt(watched, condition.noise, seed)
    if condition.withheld:
        watched = withheld(watched, hidden(script.truth, condition.withheld))
    kinds = ALARMS if condition.buttons else (*ALARMS, *CUBE)
    said = refereed(script, watched, np.random.default_rng((seed, 6)), condition.unheard)
    return compared(script.truth, said, f"seed {seed}", kinds)


def sighted(name: str) -> Sighted:
    """The eyes of a condition."""
    from boardcam.sim import eyes
    from boardcam.sim.observe import Noise

    if name == "measured":
        return eyes.measured()
    poor = Noise(wrong_count=0.05, stuck_count=0.004, wrong_face=0.1, missed_die=0.1, jitter=0.06, flat_spread=2.0, dropped=0.1)
    return {"none": Noise.none(), "poor": poor}.get(name, Noise())


def _spoilt(source: Source, noise: str, seed: int) -> Source:
    """What eyes with a certain fault make of it."""
    if noise.startswith("stubborn"):
        return stubborn(source, seed, int(noise.split()[1]) / 100)
    return {"ghosts": ghosts, "blind": blind}[noise](source, seed) if noise in ("ghosts", "blind") else source


def refereed(
    script: Script, source: Iterable[Observation | Pressed], rng: np.random.Generator | None = None, unheard: float = 0.0
) -> list[Verdict]:
    """What the referee says to what is seen of a script; a share of the readings it does not hear of."""
    from boardcam.referee import referee, settle
    from boardcam.rules.profile import preset

    profile = preset("circle-match")
    eyes, state = settle.start(profile, script.board), referee.start(profile, script.match, ("light", "dark"))
    said: list[Verdict] = []
    for seen in source:
        eyes, events = (eyes, (seen,)) if isinstance(seen, Pressed) else settle.settle(eyes, seen)
        for event in events:
            if unheard and isinstance(event, BoardRested | DiceRested) and rng and rng.random() < unheard:
                continue
            state, verdicts = referee.advance(state, event)
            said += verdicts
    return said


def stubborn(source: Iterable[Observation | Pressed], seed: int, rate: float) -> Source:
    """Eyes that misread a share of all (place, count) pairs by one, surely and always the same way."""
    rng = np.random.default_rng((seed, 7))
    shift = np.where(rng.random((28, 31)) < rate, rng.integers(0, 2, (28, 31)) * 2 - 1, 0)
    for seen in source:
        if isinstance(seen, Pressed):
            yield seen
            continue
        by = shift[np.arange(28), seen.counts.argmax(1)]
        columns = np.clip(np.arange(31)[None, :] - by[:, None], 0, 30)
        counts = np.take_along_axis(seen.counts, columns, 1)
        counts.flags.writeable = False
        yield replace(seen, counts=counts)


def ghosts(source: Iterable[Observation | Pressed], seed: int, every: float = 15.0) -> Source:
    """Eyes that now and then take something for a die, for up to some seconds."""
    rng = np.random.default_rng((seed, 8))
    ghost, until, after = None, 0.0, rng.exponential(every)
    for seen in source:
        if isinstance(seen, Observation) and seen.t > after:
            face = int(rng.integers(6))
            faces = tuple(0.0 if i == face else -3.0 for i in range(6))
            ghost, until = DieSeen(rng.uniform(0, 13), rng.uniform(0, 11), faces), seen.t + rng.uniform(0.2, 6.0)
            after = until + rng.exponential(every)
        if ghost and isinstance(seen, Observation) and seen.t < until and seen.dice is not None:
            seen = replace(seen, dice=(*seen.dice, ghost))
        yield seen


def blind(source: Iterable[Observation | Pressed], seed: int, rate: float = 0.03) -> Source:
    """Eyes that do not see some dice, wherever and as long as they lie there."""
    rng = np.random.default_rng((seed, 9))
    spots: dict[tuple[int, int, int], bool] = {}
    for seen in source:
        if isinstance(seen, Observation) and seen.dice is not None:
            at = [(round(die.x), round(die.y), int(seen.t / 20)) for die in seen.dice]
            for spot in at:
                spots.setdefault(spot, bool(rng.random() < rate))
            seen = replace(seen, dice=tuple(die for die, spot in zip(seen.dice, at, strict=True) if not spots[spot]))
        yield seen


EVERY = 8
"""Turns from one that is hidden to the next."""
Times = Sequence[tuple[float, float]]


def hidden(truth: Iterable[Verdict], many: int) -> Times:
    """When the table is hidden: now and then for so many turns in a row, from shortly after the lift before to shortly after
    their own."""
    ends = [verdict.t for verdict in turns(truth)]
    return [(ends[n - 1] + 1.5, ends[n + many - 1] + 0.3) for n in range(EVERY // 2, len(ends) - many, EVERY)]


def withheld(source: Iterable[Observation | Pressed], times: Times) -> Source:
    """What eyes make of it that see nothing at some times, a hand over everything."""
    blank = no_counts()
    blank.flags.writeable = False
    for seen in source:
        if isinstance(seen, Observation) and any(begin <= seen.t < end for begin, end in times):
            seen = replace(seen, counts=blank, dice=None, cube=None, hand=0.95, still=False)
        yield seen


# --- comparing -----------------------------------------------------------------------------------------------------------------


def compared(truth: Sequence[Verdict], said: list[Verdict], name: str, kinds: tuple[str, ...] = ALARMS) -> Sums:
    """The verdicts on one match beside its truth; verdicts of these kinds count as incidents."""
    sums = _turns(truth, said, name)
    changed = [v for v in truth if "changed his play" in v.why]
    wanted, given = [v for v in truth if v.kind in kinds], [v for v in said if v.kind in kinds and not _again(v)]
    hits = [v for v in wanted if _match(v, given, lambda a, b: (a.kind, a.side) == (b.kind, b.side))]
    hits += (right := [v for v in changed if _match(v, said, lambda a, b: (a.kind, key(a)) == (b.kind, key(b)))])
    right += [v for v in wanted if _match(v, given, lambda a, b: (a.kind, a.side, a.rule) == (b.kind, b.side, b.rule))]
    unmatched = [v for v in given if not _match(v, wanted, lambda a, b: (a.kind, a.side) == (b.kind, b.side))]
    missed = [v for v in wanted + changed if v not in right]
    games, ours = ([(v.side, v.why.split(":")[0]) for v in verdicts if v.kind == "game"] for verdicts in (truth, said))
    extra = tuple(f"{name} {v.t:.1f}: alarm {v.kind} {v.rule} {v.why}" for v in unmatched)
    lacking = tuple(f"{name} {v.t:.1f}: missed {v.kind} {v.rule} {v.why}" for v in missed)
    return sums + Sums(
        matches=1, incidents=len(wanted + changed), noticed=len(hits), ruled=len(right), alarms=len(unmatched), games=len(games),
        games_right=sum(a == b for a, b in zip(games, ours, strict=False)), notes=extra + lacking,
    )  # fmt: skip


def _turns(truth: Iterable[Verdict], said: list[Verdict], name: str) -> Sums:
    left, sums = turns(said), Sums()
    played, first = turns(truth), turns(v for v in said if not _again(v))
    found, last = dict[int, Verdict](), max((verdict.t for verdict in left), default=0.0)
    for near, alike in ((FAR, True), (NEAR, False), (FAR, False)):
        for nth, turn in enumerate(played):
            same = [v for v in left if key(v) == key(turn)] if alike else left
            if nth not in found and (ours := _nearest(turn, same, near)) is not None:
                left.remove(found.setdefault(nth, ours))
    for nth, turn in enumerate(played):
        ours = found.get(nth)
        unsure = turn.t > last if ours is None else ours.kind == "unsure"
        right = ours is not None and key(ours) == key(turn)
        put_right = ours is not None and (right or unsure) and _again(ours) and not _fits(first, ours, turn)
        note = (
            ""
            if right
            else f"{name} {turn.t:.1f}: {key(turn)} {turn.play} was taken for {ours and (ours.kind, key(ours), ours.play)}"
        )
        sums += Sums(
            turns=1, right=right, unsure=unsure, put_right=put_right, wrong=not right and not unsure, notes=(note,) if note else ()
        )
    extra = [v for v in left if v.kind != "unsure" or v.side]
    return sums + Sums(
        wrong=sum(v.kind != "unsure" for v in extra), alarms=sum(v.kind == "unsure" for v in extra),
        notes=tuple(f"{name} {v.t:.1f}: a turn that was none: {v.kind} {key(v)} {v.play} {v.why}" for v in extra),
    )  # fmt: skip


def turns(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The turns as they stand in the end: a corrected one in place of the illegal one, none whose roll was ruled void after all."""
    found: list[Verdict] = []
    for verdict in verdicts:
        if (verdict.kind == "corrected" or _again(verdict)) and found:
            nth = next((n for n in range(len(found) - 1, -1, -1) if _same(found[n], verdict)), -1)
            found[nth] = replace(verdict, t=found[nth].t)
        elif verdict.kind == "void_roll" and found and found[-1].evidence.rolled == verdict.evidence.rolled is not None:
            found.pop()
        elif verdict.kind in ("played", "danced", "illegal", "unsure") and verdict.side:
            found.append(verdict)
    return sorted(found, key=lambda verdict: verdict.t)


def _again(verdict: Verdict) -> bool:
    """Whether it tells a turn again because the board denied how it was told, not because its player put it right."""
    return verdict.kind in ("corrected", "unsure") and verdict.rule == "R85"


def _same(verdict: Verdict, later: Verdict) -> bool:
    """Whether two verdicts are on one turn."""
    return verdict.side is later.side and verdict.evidence.rolled == later.evidence.rolled is not None


def _fits(first: Iterable[Verdict], ours: Verdict, turn: Verdict) -> bool:
    """Whether a turn was not told wrongly at first."""
    return any(_same(verdict, ours) and (verdict.kind == "unsure" or key(verdict) == key(turn)) for verdict in first)


def key(verdict: Verdict) -> tuple[Side | None, tuple[int, int] | None, str, bool | None]:
    board = verdict.xgid.split(":")[0].removeprefix("XGID=") if verdict.xgid else ""
    return verdict.side, verdict.dice, board, verdict.legal


def _nearest(turn: Verdict, said: list[Verdict], near: float) -> Verdict | None:
    found = [v for v in said if abs(v.t - turn.t) <= near and v.side is turn.side]
    return min(found, key=lambda v: (v.kind == "unsure", abs(v.t - turn.t)), default=None)


def _match(verdict: Verdict, others: list[Verdict], alike: Callable[[Verdict, Verdict], bool]) -> bool:
    return any(abs(other.t - verdict.t) <= NEAR and alike(verdict, other) for other in others)
