"""`boardcam bench eyes`: what the eyes make of rendered tables in play, as a table of their errors.

Games on sets that no network was trained on (seeds ending in 9) are drawn at some moments from the first to the last turn: at
rest, with the dice there and without, and under a hand. The eyes watch them with their memory, as they would a camera, and find the
board themselves.
What they say of every place, die and cube is counted by what is really there; `--out` keeps the counts as text, and
`boardcam.sim.eyes` makes noise of them. Renders are no real play: the table says how these eyes err on these pictures.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from boardcam.events import Counts, DieSeen, Observation
from boardcam.sim.eyes import LOWEST, Fact, lies, written

if TYPE_CHECKING:
    from boardcam.sim.incidents import Incident
    from boardcam.sim.render import Renderer
    from boardcam.sim.scene import DiePose, HandPose
    from boardcam.sim.script import Script, Span
    from boardcam.vision.networks import Networks

SIZE = (1280, 960)
FPS = 12.0
NEAR = 0.6
"""A die is found within so many pitches of where it lies."""
LONG = 0.2
"""s for which nothing moves in a span that is looked at."""
INCIDENTS: tuple[Incident, ...] = ("cocked", "on_checker", "cocked", "on_checker")


@dataclass
class Tally:
    """What was counted."""

    facts: Counter[Fact] = field(default_factory=Counter)
    matches: int = 0
    refused: list[int] = field(default_factory=list)
    """Seeds of which the starting position was not read."""
    rest: int = 0
    hands: int = 0
    """Frames at rest and with a hand."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("eyes", help="how the eyes err on rendered tables in play", description=__doc__)
    parser.add_argument("--seeds", default="30009:30209:10", metavar="FROM:TO:STEP", help="of the tables (default: %(default)s)")
    parser.add_argument("--moments", type=int, default=24, metavar="N", help="looked at in each game (default: %(default)s)")
    parser.add_argument("--wild", action="store_true", help="sets of any colours")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the counts here")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.sim.render import NoRenderer
    from boardcam.vision import networks, observe

    try:
        seeds = range(*(int(part) for part in args.seeds.split(":")))
        loaded = networks.load(observe.NETWORKS)
        tally = Tally()
        for seed in seeds:
            watched(seed, args.moments, args.wild, loaded, tally)
            print(f"{seed}: {tally.rest} + {tally.hands} frames, {len(tally.refused)} of {tally.matches} refused", file=sys.stderr)
            if args.out:
                _kept(args, tally)
    except (ValueError, TypeError, networks.NetworkMissing, NoRenderer) as error:
        print(f"boardcam bench eyes: {error}", file=sys.stderr)
        return 2
    print(told(tally))
    return 0


def _kept(args: argparse.Namespace, tally: Tally) -> None:
    """The counts so far, in a file."""
    words = f"boardcam bench eyes --seeds {args.seeds} --moments {args.moments}" + " --wild" * args.wild
    args.out.write_text(written(tally.facts, (f"made by: {words}", *told(tally).splitlines())), encoding="utf-8")


# --- watching ------------------------------------------------------------------------------------------------------------------


def watched(seed: int, moments: int, wild: bool, networks: Networks, tally: Tally) -> None:
    """One match; what is counted is added to the tally."""
    from boardcam.sim import table

    script = table.script(seed, match=3, incidents=INCIDENTS)
    tally.matches += 1
    match = _Match(script, _renderer(script, wild), networks, seed)
    if not match.begun():
        tally.refused.append(seed)
        return
    for span, moving in _moments(script, moments, seed):
        seen = match.looked(span, moving)
        if seen is None:
            continue
        tally.rest, tally.hands = tally.rest + (not moving), tally.hands + moving
        counted = _under_hands(match, span, seen) if moving else _at_rest(match, span, seen)
        tally.facts.update(counted)


def _renderer(script: Script, wild: bool) -> Renderer:
    from boardcam.sim.render import Renderer, camera, look

    style = look(script.seed, wild=wild, board=script.board, measures=script.layout.measures)
    return Renderer(style, script.board, camera(script.board, SIZE, tray=script.layout.reach()), SIZE, seed=script.seed)


def _moments(script: Script, most: int, seed: int) -> list[tuple[Span, bool]]:
    """The spans to be looked at, in order of time, and whether a hand is over the board: rests, those with dice that do not lie
    flat among them, and half as many with hands."""
    rng = np.random.default_rng((seed, 5))
    rests = [span for span in script.spans[1:] if span.still and not span.hands and span.end - span.start >= LONG]
    bad = [span for span in rests if any(lies(die, script) != "flat" for die in span.dice)]
    hands = [span for span in script.spans if span.hands and not span.rolling]
    chosen = [(span, False) for span in (*bad, *_some(rests, most - len(bad), rng))] + [
        (s, True) for s in _some(hands, most // 2, rng)
    ]
    return sorted({span.start: (span, moving) for span, moving in chosen}.values(), key=lambda pair: pair[0].start)


def _some(spans: list[Span], n: int, rng: np.random.Generator) -> list[Span]:
    return [spans[i] for i in rng.choice(len(spans), min(n, len(spans)), replace=False)]


class _Match:
    """The eyes above one table."""

    def __init__(self, script: Script, renderer: Renderer, networks: Networks, seed: int) -> None:
        from boardcam.vision import sight

        self.script, self.renderer, self.sight = script, renderer, sight.start(networks)
        self.rng = np.random.default_rng(seed)
        self.frame, self.swapped = 0, False
        self.before: dict[int, tuple[int, int]] = {}
        """By place: count, and what was read, when it was last read."""
        self.tallied: np.ndarray | None = None
        self.counts = script.spans[0].counts
        """What stood on the rows when the board was last read."""

    def see(self, t: float) -> Observation:
        from boardcam.vision import observe

        image = self.renderer.frame(self.script.scene(t), self.rng)
        self.frame += 1
        self.sight, seen = observe.observe(self.sight, image, t, self.frame)
        return seen

    def begun(self) -> bool:
        """Whether the starting position was read, from whichever side."""
        from boardcam.referee.seating import seated

        seen = [self.see(frame / FPS) for frame in range(8)]
        if not seen[-1].found:
            return False
        self.swapped = _agreement(-_signed(seen[-1].counts), self.script.spans[0].counts) > _agreement(
            _signed(seen[-1].counts), self.script.spans[0].counts
        )
        return not self.swapped and seated(seen[-1].counts) is not None

    def looked(self, span: Span, moving: bool) -> Observation | None:
        """What is made of a span; None where the board was not found. At rest the second frame counts: nothing moved since."""
        if moving:
            seen = self.see((span.start + span.end) / 2)
        else:
            seen = [self.see(span.start + 0.05 + frame / FPS) for frame in range(2)][-1]
        return seen if seen.found else None

    def fresh(self) -> np.ndarray:
        """(30,): which strips were counted anew since the last time."""
        reading = self.sight.reading
        assert reading is not None
        assert reading.tally is not None
        now = reading.tally.counts
        changed = np.ones(30, bool) if self.tallied is None else (now != self.tallied).any(1)
        self.tallied = now
        return changed


def _signed(counts: Counts) -> np.ndarray:
    return np.asarray(counts[:24].argmax(1) - 15)


def _agreement(read: np.ndarray, true: Sequence[int]) -> int:
    return int((read == np.array(true[:24])).sum())


# --- counting ------------------------------------------------------------------------------------------------------------------


def _at_rest(match: _Match, span: Span, seen: Observation) -> Iterator[Fact]:
    """What is said of a table at rest."""
    yield ("still", "yes" if seen.still else "no")
    yield ("hand none", "yes" if seen.hand >= 0.5 else "no")
    if not seen.still:
        return
    fresh, match.counts = match.fresh(), span.counts
    for row, count in enumerate(span.counts):
        name = "point" if row < 24 else "bar" if row < 26 else "tray"
        sign = -1 if count < 0 or row in (25, 27) else 1
        told = seen.counts[row][::-1] if sign < 0 else seen.counts[row]
        if row >= 24 or fresh[row]:
            yield (f"{name} {abs(count)}", _row(told))
            if row < 24:
                yield from _again(match, row, count, int(seen.counts[row].argmax()) - 15 if seen.counts[row].any() else -99)
    yield from _dice(match.script, span.dice, seen.dice)
    yield _cube(span, seen)


def _again(match: _Match, row: int, count: int, read: int) -> Iterator[Fact]:
    """Whether a place that was read wrongly is read so again when it is counted anew."""
    before = match.before.get(row)
    match.before[row] = count, read
    if before and before[0] == count != before[1]:
        yield ("again", "yes" if read == before[1] else "no")


def _row(told: np.ndarray) -> str:
    if not told.any():
        return "covered"
    order = [(float(told[n]) - float(told.max()), n - 15) for n in range(31) if told[n] - told.max() > -LOWEST]
    return " ".join(f"{n}:{_round(score):g}" for score, n in sorted(order, reverse=True))


def _round(score: float) -> float:
    """Coarser the less likely, so that like readings are one line."""
    return float(round(score)) + 0.0 if score < -2 else round(2 * score) / 2 + 0.0


def _dice(script: Script, true: Sequence[DiePose], seen: Sequence[DieSeen] | None) -> Iterator[Fact]:
    if seen is None:
        yield ("dice", "covered")
        return
    yield ("dice", "seen")
    left = list(seen)
    for die in true:
        near = min(left, key=lambda s: np.hypot(s.x - die.x, s.y - die.y), default=None)
        if near is None or np.hypot(near.x - die.x, near.y - die.y) > NEAR:
            yield (f"die {lies(die, script)} {die.face}", "missed")
            continue
        left.remove(near)
        yield (f"die {lies(die, script)} {die.face}", _die(near, int(die.side)))
        yield ("spot", f"{round(near.x - die.x, 2):g} {round(near.y - die.y, 2):g}")
    for ghost in left:
        yield ("ghost", _die(ghost, 1))


def _die(seen: DieSeen, side: int) -> str:
    best = max(seen.faces)
    faces = sorted(((face - best, n) for n, face in enumerate(seen.faces, 1) if face - best > -LOWEST), reverse=True)
    odds = (max(-5, min(5, round(value))) for value in (seen.flat, seen.on_checker, side * seen.light))
    return " ".join(f"{n}:{_round(face):g}" for face, n in faces) + " flat {} checker {} own {}".format(*odds)


def _cube(span: Span, seen: Observation) -> Fact:
    name = f"cube {span.cube.value}" if span.cube else "cube none"
    if seen.cube is None or (span.cube and np.hypot(seen.cube.x - span.cube.x, seen.cube.y - span.cube.y) > 1.0):
        return name, "missed" if seen.cube is None else "elsewhere"
    best = max(seen.cube.values)
    values = sorted(((v - best, 2 << n) for n, v in enumerate(seen.cube.values) if v - best > -LOWEST), reverse=True)
    return name, " ".join(f"{n}:{_round(v):g}" for v, n in values) if min(seen.cube.values) < best else "unread"


def _under_hands(match: _Match, span: Span, seen: Observation) -> Iterator[Fact]:
    """What is said of a table with hands: whether they are noticed, what is read under them, and beside."""
    from boardcam.sim.observe import covers, hidden, over

    hands: tuple[HandPose, ...] = match.script.scene((span.start + span.end) / 2).hands
    there = any(over(hand, match.script.layout) for hand in hands)
    yield (f"hand {'there' if there else 'outside'}", "yes" if seen.hand >= 0.5 else "no")
    under = np.zeros(28, bool)
    for hand in hands:
        under |= hidden(hand, match.script.layout)
    for die in span.dice:
        if seen.dice is not None and not any(covers(d.x, d.y, hands) for d in span.dice):
            near = any(np.hypot(s.x - die.x, s.y - die.y) <= NEAR for s in seen.dice)
            yield ("dice beside a hand", "seen" if near else "missed")
    if span.dice and seen.dice is None and not any(covers(die.x, die.y, hands) for die in span.dice):
        yield ("dice beside a hand", "covered")
    for row in range(24):
        if match.counts[row] == span.counts[row]:  # else the eyes, which were not looking, cannot know
            covered = not seen.counts[row].any()
            yield (f"place {'under' if under[row] else 'beside'} a hand", "covered" if covered else "read")


# --- telling -------------------------------------------------------------------------------------------------------------------


def told(tally: Tally) -> str:
    """The sums, in words."""
    facts = tally.facts
    lines = [f"{tally.matches} tables, {len(tally.refused)} refused ({', '.join(map(str, tally.refused)) or 'none'}); "
             f"{tally.rest} frames at rest, {tally.hands} with hands, {SIZE[0]}x{SIZE[1]}"]  # fmt: skip
    for n in range(16):
        lines += _said(facts, f"point {n}", str(n), f"points of {n} checkers")
    for face in range(1, 7):
        lines += _said(facts, f"die flat {face}", str(face), f"flat dice of {face}")
    return "\n".join(lines)


def _said(facts: Counter[Fact], name: str, right: str, words: str) -> list[str]:
    found = {said: n for (what, said), n in facts.items() if what == name}
    if not found:
        return []
    good = sum(n for said, n in found.items() if said.split(":")[0] == right)
    lost = found.get("covered", 0) + found.get("missed", 0)
    return [f"{words}: {sum(found.values())} read, {sum(found.values()) - good - lost} wrongly, {lost} not"]
