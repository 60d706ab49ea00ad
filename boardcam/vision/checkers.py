"""Read the checkers of a rectified picture: how many on each place, and whose.

A network that knows no colours counts each strip and says where it sees checkers; the colour there, beside the other places'
colours, says whose they are. What is covered gets a row of zeros: unknown is not empty.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.events import BAR_DARK, BAR_LIGHT, OFF_DARK, OFF_LIGHT, Counts, no_counts
from boardcam.geometry import Board, Seating
from boardcam.rules.position import START
from boardcam.vision import camera, edges, ground, strips
from boardcam.vision.calibration import Calibration
from boardcam.vision.colours import Exemplars, follow, learn, learn_known
from boardcam.vision.ground import Ground
from boardcam.vision.networks import Networks, blob, chances
from boardcam.vision.rectify import SCALE, Image

Floats = npt.NDArray[np.float32]
Array = npt.NDArray[np.float64]
Marks = npt.NDArray[np.bool_]
"""(30,): some of the strips."""

COVERED = 0.25
"""A place of which more than this has changed, while something moves, tells nothing."""
HALF, MOSTLY = 0.5, 0.75
"""A place of which more than HALF is under a hand is not counted, unless the network sees it plainly; more than MOSTLY, never."""
PLAIN = -1.0
"""Log-odds of the network below which a place is plainly open. By its own word alone, log-odds above 0, it would hide hardly fewer
places of held-out renders; the map of hands is a second witness."""
ACROSS, UNLIKELY = 3, 3.0
"""A checker on the bar is seen on its middle line along so many cells, three eighths of a pitch; else it is less likely by so much,
in log-probability."""
LEAST = -12.0
"""Log-likelihoods are never lower: one frame alone rules nothing out."""
SURE = 0.99
"""A count that is less likely is not sure, and is said to be so."""
DOUBT = 0.02
"""Chance that a tray holds anything at all, whatever is seen: checkers lie in it in heaps."""
SURELY = 0.9
"""Points that the network calls empty with this probability show how much the ground differs from itself."""
NEARLY = 6
"""Of the eight stacks of the starting position so many must be of their height."""
_MIDDLE = round((strips.OUT + 5.5) * SCALE / 4)
"""Row of the coarse map at the middle of the board: beyond lies what belongs to the place opposite."""
_CELLS = np.s_[:, :_MIDDLE, 5:11]
"""Cells of the coarse maps that belong to the places themselves and not to their neighbours."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What the network says of the thirty strips."""

    counts: Array
    """(30, 16): log-probabilities of 0…15 checkers, of either colour."""
    covered: Marks
    """(30,): cannot be counted."""
    plain: Marks
    """(30,): surely can be counted, even if something reaches over a part of it."""
    seen: Floats
    """(30, 64, 16): probability that a checker is seen there, a cell every fourth pixel."""


def under(tally: Tally, shares: Floats) -> Tally:
    """The tally with hands over so much (30,) of each strip: the tip of an empty point may be covered and the point be plainly
    empty."""
    return replace(tally, covered=tally.covered | (shares > MOSTLY) | ((shares > HALF) & ~tally.plain))


def read(
    rectified: Image,
    calibration: Calibration,
    networks: Networks,
    exemplars: Exemplars | None = None,
    covered: Floats | None = None,
    known: Ground | None = None,
) -> tuple[Counts, Exemplars]:
    """Log-likelihoods (28, 31) of every place's checkers, and both sides' colours, to be given again with the next frame. `known`:
    the ground, if the starting position was seen.

    `covered`: where a hand or an arm is, 0…1, over the whole rectified picture at any resolution (h, w).
    """
    shares = None if covered is None else shade(covered, calibration.board)
    return told(*tallied(rectified, calibration, networks), exemplars, shares, known)


def tallied(
    rectified: Image, calibration: Calibration, networks: Networks, known: Tally | None = None, stale: Marks | None = None
) -> tuple[Image, Tally]:
    """The strips (30, LONG, WIDE, 3) and the network's word on them; only `stale` (30,) ones are counted anew if the others are
    `known`."""
    cuts, leans = strips.cut(rectified, calibration.board), strips.leans(calibration.board, camera.eye(calibration))
    if known is None or stale is None:
        return cuts, in_picture(count(cuts, leans, networks), calibration)
    if not stale.any():
        return cuts, known
    return cuts, in_picture(updated(known, stale, count(cuts[stale], leans[stale], networks)), calibration)


def in_picture(tally: Tally, calibration: Calibration) -> Tally:
    """The tally without places that the picture does not show."""
    unseen = edges.unseen(calibration)
    return replace(tally, covered=tally.covered | unseen, plain=tally.plain & ~unseen)


def updated(known: Tally, stale: Marks, fresh: Tally) -> Tally:
    """A tally in which the rows marked `stale` are those of a fresh one."""
    parts = [(getattr(known, f.name).copy(), getattr(fresh, f.name)) for f in fields(Tally)]
    for old, new in parts:
        old[stale] = new
    return Tally(*(old for old, _ in parts))


def told(
    cuts: Image, tally: Tally, exemplars: Exemplars | None, shares: Floats | None, known: Ground | None = None
) -> tuple[Counts, Exemplars]:
    """What strips and tally say, with hands over so much (30,) of each strip, on a board whose ground may be `known`."""
    tally = once(astride(tally if shares is None else under(tally, shares)))
    cells, free = ground.shown(cuts), _free(tally)
    if known is None:
        factor = ground.plain(ground.light(cells, free, ground.usual(cells, free)))
    else:
        factor = ground.light(cells, free, known)
        tally = beside_ground(tally, ground.otherwise(cells, free, known))
    cells = ground.relit(cells, factor)
    paint = colours(cells, tally.seen)
    sides = _exemplars(tally, paint, exemplars)
    return table(tally, by_colour(paint, sides)), sides


def count(cuts: Image, leans: Floats, networks: Networks) -> Tally:
    """The network's word on strips (n, LONG, WIDE, 3) and how things in them lean (n, 2)."""
    logits, seen = networks.run("strips", blob(list(cuts)), leans)
    counts = logits[:, :16].astype(np.float64)
    counts -= np.logaddexp.reduce(counts, 1)[:, None]
    return Tally(counts, logits[:, 16] > 0, logits[:, 16] < PLAIN, chances(seen[:, 0]))


def once(tally: Tally) -> Tally:
    """A checker that lies across the middle of the bar is seen in both halves: count it where more of it lies."""
    halves = tally.seen[[strips.BAR_TOP, strips.BAR_BOTTOM], :, 6:10].mean(2)
    across = halves[:, _MIDDLE - 2 : _MIDDLE + 2].min(1) > 0.5
    if not across.all():
        return tally
    inside, beyond = halves[:, _MIDDLE - 8 : _MIDDLE].sum(1), halves[:, _MIDDLE : _MIDDLE + 8].sum(1)
    less = int(np.argmin(inside - beyond))
    counts = tally.counts.copy()
    row = counts[strips.BAR_TOP + less]
    row[:] = [np.logaddexp(row[0], row[1]), *row[2:], LEAST]
    return replace(tally, counts=counts)


def astride(tally: Tally) -> Tally:
    """A checker on the bar covers the bar's middle line: where no checker is seen there, those seen are the neighbours'."""
    counts = tally.counts.copy()
    for strip in (strips.BAR_TOP, strips.BAR_BOTTOM):
        line = tally.seen[strip, :_MIDDLE, 7:9].min(1) > 0.7
        if np.convolve(line, np.ones(ACROSS), "valid").max() < ACROSS:
            counts[strip, 1:] -= UNLIKELY
            counts[strip] -= np.logaddexp.reduce(counts[strip])
    return replace(tally, counts=counts)


def hidden(mask: Floats, board: Board) -> Marks:
    """(30,): which strips does a mask over the rectified picture cover?"""
    return np.asarray(shade(mask, board) > COVERED, np.bool_)


def shade(mask: Floats, board: Board) -> Floats:
    """(30,): how much of each strip, 0…1, a mask over the rectified picture covers."""
    grey = cv2.resize(mask.astype(np.float32), (576, 448), interpolation=cv2.INTER_LINEAR)
    cuts = strips.cut(np.asarray(np.clip(grey, 0, 1) * 255, np.uint8), board)[:, 28:208, 16:48]
    return np.asarray(cuts.mean((1, 2)) / 255, np.float32)


def ground_of(cuts: Image, tally: Tally) -> Ground:
    """The ground as strips show it, to be known later."""
    return Ground(ground.shown(cuts), _free(tally))


def beside_ground(tally: Tally, apart: Array) -> Tally:
    """The tally of points that look by so much (30,) otherwise than their ground, which says whether they are empty."""
    odds = ground.occupied(apart[:24], np.exp(tally.counts[:24, 0]) > SURELY)
    counts = tally.counts.copy()
    counts[:24, 0] -= odds
    counts[:24] -= np.logaddexp.reduce(counts[:24], 1)[:, None]
    return replace(tally, counts=counts)


def _free(tally: Tally) -> npt.NDArray[np.bool_]:
    return np.asarray(ground.bare(tally.seen) & ~tally.covered[:, None, None], np.bool_)


def colours(cells: Floats, seen: Floats) -> list[Array]:
    """For each strip the Lab colours (n, 3) of its cells where a checker is seen, n may be 0."""
    n = len(cells)
    paint, there = cells[_CELLS].reshape(n, -1, 3).astype(np.float64), seen[_CELLS].reshape(n, -1)
    return [
        colour[probability > max(0.5, 0.6 * float(probability.max()))] for colour, probability in zip(paint, there, strict=True)
    ]


def by_colour(paint: list[Array], sides: Exemplars) -> Array:
    """(30, 2): for each strip the log-odds that its checkers are light, and the share of its cells that look light."""
    middles = np.array([np.median(cells, 0) if len(cells) else np.full(3, np.nan) for cells in paint])
    odds = np.nan_to_num(sides.log_odds(middles))
    light = [float((sides.log_odds(cells) > 0).mean()) if len(cells) else 0.5 for cells in paint]
    return np.column_stack([odds, light])


def table(tally: Tally, share: Array) -> Counts:
    """Counts of either colour and colours → signed log-likelihoods (28, 31)."""
    rows = no_counts()
    for place in range(24):
        if not tally.covered[place]:
            rows[place] = signed(tally.counts[place], share[place, 0])
    pairs = (((strips.BAR_TOP, strips.BAR_BOTTOM), BAR_LIGHT, BAR_DARK), (strips.TRAYS, OFF_LIGHT, OFF_DARK))
    for members, light, dark in pairs:
        if not tally.covered[list(members)].any():
            sums = [gathered([split(tally.counts[m], share[m, 1])[side] for m in members]) for side in (0, 1)]
            if light == OFF_LIGHT:
                sums = [(1 - DOUBT) * p + DOUBT / 16 for p in sums]
            rows[light, 15:], rows[light, :15] = np.maximum(np.log(sums[0]), LEAST), LEAST
            rows[dark, 15::-1], rows[dark, 16:] = np.maximum(np.log(sums[1]), LEAST), LEAST
    rows.flags.writeable = False
    return rows


def signed(counts: Array, odds: float) -> Floats:
    """Log-probabilities of 0…15 checkers and log-odds of light → (31,) for −15…15."""
    light = -np.logaddexp(0.0, -odds)
    row = np.concatenate([counts[:0:-1] + light - odds, counts[:1], counts[1:] + light])
    return np.asarray(np.maximum(row, LEAST), np.float32)


def split(counts: Array, light: float) -> tuple[Array, Array]:
    """Of a strip on which both colours may lie: probabilities of 0…15 light and of 0…15 dark ones, by the share of light cells."""
    sides = np.zeros((2, 16))
    for n, p in enumerate(np.exp(counts)):
        of_light = round(n * (0.0 if light < 0.2 else 1.0 if light > 0.8 else light))
        sides[0, of_light] += p
        sides[1, n - of_light] += p
    return sides[0], sides[1]


def gathered(parts: list[Array]) -> Array:
    """Probabilities of the sum of independent counts, 0…15."""
    total = np.eye(16)[0]
    for part in parts:
        total = np.convolve(total, part)[:16]
    return np.asarray(np.maximum(total, 1e-12), np.float64)


def likeliest(row: npt.NDArray[np.float32]) -> tuple[int | None, float]:
    """The signed count that a row of the table says, and its probability; None for a row without evidence."""
    if not row.any():
        return None, 0.0
    best = int(np.argmax(row))
    return best - 15, float(np.exp(row[best] - np.logaddexp.reduce(row)))


def _exemplars(tally: Tally, paint: list[Array], old: Exemplars | None) -> Exemplars:
    """Both sides' colours from the places that surely hold checkers; where points and bar show but one side, those in the trays are
    the other, beside which it is light or dark."""
    sure = (tally.counts[:, 0] < np.log(0.2)) & ~tally.covered
    places = [strip for strip, cells in enumerate(paint) if sure[strip] and len(cells) >= 4]
    samples = np.array([np.median(paint[place], 0) for place in places], np.float64).reshape(-1, 3)
    inside = sum(place < strips.TRAYS[0] for place in places)
    if started := _at_the_start(tally, places[:inside], samples[:inside]):
        return started
    heights = tally.counts[places].argmax(1)
    if old is not None:
        return follow(old, samples[:inside], heights[:inside])
    seen = learn(samples[:inside], heights[:inside])
    both = seen.light is not None and seen.dark is not None
    return seen if both or inside == 0 else learn(samples, heights)


def _at_the_start(tally: Tally, places: list[int], samples: Array) -> Exemplars | None:
    """Both sides' colours if the occupied places are those of the starting position, of which it is known who stands where."""
    for seating in Seating:
        stand = {seating.place(point): count for point, count in enumerate(START.points, 1) if count}
        if sorted(stand) == places and sum(tally.counts[place].argmax() == abs(n) for place, n in stand.items()) >= NEARLY:
            return learn_known(samples, np.array([stand[place] > 0 for place in places]))
    return None
