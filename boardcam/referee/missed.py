"""Turns that nobody saw, neither the roll nor the play: the board tells of one, or of two in a row.

A hand, a head or a camera that failed hid them. They are looked for where the board denies what is known: at the next roll, behind
a turn that no play of its own roll explains, and before the first. Only what explains the whole board is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardcam.events import OFF_LIGHT, BoardRested, DiceRested
from boardcam.referee.correction import MOMENT, due
from boardcam.referee.doubt import doubted, followed
from boardcam.referee.finish import FAR, broken_off
from boardcam.referee.frozen import replace
from boardcam.referee.infer import ANY, MARGIN, Chain, Rolls, find_chain, legal, weighed
from boardcam.referee.reading import ZERO, Reading, reading, rows
from boardcam.referee.ruling import PLAYED_ON
from boardcam.referee.state import Phase, Referee, Step, Turn
from boardcam.rules.position import CHECKERS, START, Position, Side
from boardcam.rules.sentence import sentence

WIDTH = 80
"""Ways of playing a first turn that are followed into a second one."""
LONG = 15.0
"""s that a turn which nobody saw is thought to have taken at most."""
MOST = 4
"""Checkers that a turn bears off at most."""
REST = 0.6
"""s of looking after which a board without a side's checkers is believed."""
ASTRAY = 2
"""Points and bars that must deny what is known."""
ROLLED_ON = sentence("the other side has rolled")
FIRST: Rolls = tuple((roll, 0.0) for roll, _ in ANY if roll[0] != roll[1])
"""What may start a game."""
FIRST_TURNS = 10
"""Checkers that have left their places after a first turn, no doublet, and a second: two and four, some hit, some misread. Where
more have, nobody needs to look for how the game began."""


def explained(position: Position, turns: Sequence[tuple[Side, Rolls]], read: Reading, variant: str) -> Chain | None:
    """One or two turns that lead from a position to the board; None if nothing explains all its points and bars, or two ends do. In
    trays checkers lie in heaps: what is read there denies nothing."""
    (side, rolls), *later = turns
    near = weighed(legal(position, side, rolls, variant), read)[:WIDTH]
    starts = [e if not later else replace(e, score=r.rolled) for e, r in zip(near, near.results, strict=True)]
    chain = find_chain(starts, later, read, variant, WIDTH)
    return None if _astray(read, chain.plays[-1].position, 1) or chain.ends < MARGIN else chain


def behind(state: Referee, event: BoardRested) -> Step | None:
    """MOVING, and nobody has moved a checker since the roll: both sides' turns before it were missed, or, where dice do not tell
    whose they are, the turn of the side that is taken for the roller."""
    turn, read = state.turn, reading(event.counts, state.position, state.known)
    if turn is None or not _astray(read, state.position):
        return None
    sides = (turn.side, turn.side.other)
    if state.profile.dice == "shared" and (one := explained(state.position, [(sides[0], ANY)], read, state.profile.variant)):
        state = replace(state, side=sides[1], turn=replace(turn, side=sides[1]))
        return followed(state, _unseen(state, sides[:1], turn.t), one, event)
    two = explained(state.position, [(side, ANY) for side in sides], read, state.profile.variant)
    return anew(state, turn, event) if two is None else followed(state, _unseen(state, sides, turn.t), two, event)


def anew(state: Referee, turn: Turn, event: BoardRested) -> Step | None:
    """MOVING: neither the end of the last game was seen nor how the next one was set up and begun, until somebody rolled."""
    if not _astray(reading(event.counts, state.position, state.known), state.position, FAR):
        return None
    state, told = broken_off(state, event)
    step = begun(replace(state, spoiled=turn), event) if state.phase is Phase.SETUP else None
    if step is None or step[0].side is not turn.side:
        return None
    return replace(step[0], phase=Phase.MOVING, turn=turn), told + step[1]


def caught_up(state: Referee, least: int = ASTRAY) -> Step:
    """ROLLING, before a double or where the other side may have rolled: the turn that is due was missed, if the last board says so,
    in so many points and bars at least; then the other side is to roll."""
    event, side = state.board, state.side
    if event is None or side is None or state.open or state.wrong:
        return state, ()
    read = reading(event.counts, state.position, state.known)
    if not _astray(read, state.position, least):
        return state, ()
    chain = explained(state.position, [(side, ANY)], read, state.profile.variant)
    if chain is None:
        return state, ()
    turns = _unseen(state, (side,), event.known)
    return followed(replace(state, side=side.other, since=event.t), turns, chain, event)


def turned_about(state: Referee, event: DiceRested) -> Step:
    """DOUBLED: the doubled side has rolled, so it was the one that doubled, and was taken; before that a turn was missed in which
    nothing was moved."""
    assert state.side is not None
    (turn,) = _unseen(state, (state.side,), event.t)
    state, told = doubted(state, turn, state.position, event.known, state.position)
    taker = state.side
    assert taker is not None
    state = replace(state, phase=Phase.ROLLING, side=taker.other, spoiled=None, cube=state.cube.taken(taker), cube_back=None)
    why = sentence("{side} takes and owns the cube at {cube}: {how}", side=taker, cube=state.cube.value, how=ROLLED_ON)
    state, more = state.ruled(
        "taken", event.t, event.known, why, rule="R52", side=taker, xgid=state.xgid(state.position, taker.other)
    )
    return state, told + more


def after(state: Referee, turn: Turn, event: BoardRested) -> Step | None:
    """ROLLING: no play of its roll explains the board after a turn, for the turn of the other side was missed, and perhaps its own
    after that; or the other side played on a roll that was too early to count."""
    other, read, eager = turn.side.other, reading(event.counts, state.position, state.known), turn.overlapped
    if state.phase is not Phase.ROLLING:
        return None
    early = [((other,), eager.rolls)] if eager else []
    for sides, rolls in (*early, ((other,), ANY), ((other, turn.side), ANY)):
        turns = [(turn.side, turn.rolls), (other, rolls), *((side, ANY) for side in sides[1:])]
        chain = explained(state.position, turns, read, state.profile.variant)
        if chain and _moved(state.position, chain.plays[-1].position, other):
            state, ended = replace(state, side=sides[-1].other, since=event.t), turn.end(event.known)
            times = [ended + MOMENT * nth for nth in range(1, len(sides) + 1)]
            missing = [Turn(side, ANY, t, lifted=max(event.t, t)) for side, t in zip(sides, times, strict=True)]
            if eager and rolls is eager.rolls:
                missing = [replace(eager, lifted=missing[0].lifted, remarks=(PLAYED_ON,))]
            return followed(state, (turn, *missing), chain, event)
    return None


def begun_by_other(state: Referee, turn: Turn, event: BoardRested) -> Step | None:
    """ROLLING: no play of the opener explains the board after his turn, but one of the other side's: it has begun, for the opening
    dice were misread, or out of turn. Which of both is for the players to say."""
    other, read, variant = turn.side.other, reading(event.counts, state.position, state.known), state.profile.variant
    if not turn.opens or turn.earlier:
        return None
    ways = ((found, explained(state.position, [(other, found)], read, variant)) for found in (turn.rolls, FIRST))
    rolls, chain = next(((found, chain) for found, chain in ways if chain), (ANY, None))
    if chain is None:
        return None
    (high, low), xgid = chain.plays[0].roll, state.xgid(state.position, other)
    why = sentence("{side} starts with {high} and {low}", side=other, high=high, low=low)
    dice = (high, low) if other is Side.WHITE else (low, high)
    state = replace(state, side=turn.side, starter=other)
    state, told = state.ruled("opening", turn.t, event.known, why, rule="R11", side=other, dice=dice, xgid=xgid)
    state, more = followed(state, (replace(turn, side=other, rolls=rolls),), replace(chain, margins=(0.0,)), event)
    return state, told + more


def borne_off(state: Referee, event: BoardRested) -> Step | None:
    """ROLLING: nobody saw the last turns, but a side has no checkers left."""
    side, off = state.side, state.position.off
    if side is None or event.known - event.t < REST or max(off) < CHECKERS - MOST:
        return None
    read = reading(event.counts, state.position, state.known)
    for sides in ((side,), (side, side.other)):
        if off[sides[-1].index] < CHECKERS - MOST or not _astray(read, state.position, 1):
            continue
        chain = explained(state.position, [(each, ANY) for each in sides], read, state.profile.variant)
        if chain and chain.plays[-1].position.off[sides[-1].index] == CHECKERS:
            return followed(replace(state, since=event.t), _unseen(state, sides, event.t), chain, event)
    return None


def begun(state: Referee, event: BoardRested) -> Step | None:
    """SETUP, OPENING: dice lie there that are no opening roll, for the game has begun: a side, and perhaps the other after it, has
    played. Without such dice it is rather the board that is set up wrongly; where it still stands as the last game left it, nobody
    has set it up."""
    read = reading(event.counts, START, state.known)
    if state.spoiled is None or not _astray(read, START) or _gone(read) > FIRST_TURNS:
        return None
    if state.phase is Phase.SETUP and state.left is not None and not _astray(read, state.left):
        return None
    ways = ((Side.WHITE,), (Side.BLACK,), (Side.WHITE, Side.BLACK), (Side.BLACK, Side.WHITE))
    next_to = state.spoiled.side  # dice lie in the half of the side that is to roll
    for sides in sorted(ways, key=lambda sides: sides[-1] is next_to):
        turns = [(sides[0], FIRST), *((side, ANY) for side in sides[1:])]
        chain = explained(START, turns, read, state.profile.variant)
        if chain:
            state = replace(
                state, phase=Phase.ROLLING, position=START, side=sides[-1].other, starter=sides[0], spoiled=None, noted="",
                stood=min(state.stood if state.phase is Phase.OPENING else event.t, event.t), since=event.t, seating=event.seating,
            )  # fmt: skip
            return followed(state, _unseen(state, sides, event.t), chain, event)
    return None


def _gone(read: Reading) -> int:
    """How many checkers are seen to have left the points on which they stood at the start."""
    held, now = np.array(START.points), read.scores[:24].argmax(1) - ZERO
    left = np.abs(held) - np.where(np.sign(held) == np.sign(now), np.abs(now), 0)
    return int(left.clip(0)[read.scores[:24].any(1)].sum())


def _astray(read: Reading, position: Position, least: int = ASTRAY) -> bool:
    """Whether so many points and bars deny a position; one that is off by more than a checker counts for two."""
    held = rows(position)
    denying = [row for row in read.against(position) if row < OFF_LIGHT]
    return sum(1 + (abs(int(read.scores[row].argmax()) - ZERO - held[row]) > 1) for row in denying) >= least


def _moved(before: Position, now: Position, side: Side) -> bool:
    """Whether a side has moved a checker itself: it is nearer to home, or has one less on the bar."""
    return now.pips(side) < before.pips(side) or now.bar[side.index] < before.bar[side.index]


def _unseen(state: Referee, sides: Sequence[Side], t: float) -> tuple[Turn, ...]:
    """Turns of these sides that nobody saw, in the time before t: each took its share of it."""
    first = max(min(due(state), t - 1.0), t - LONG * len(sides))
    share = (t - first) / (len(sides) + 0.5)
    return tuple(Turn(side, ANY, first + share * nth + MOMENT, lifted=first + share * (nth + 1)) for nth, side in enumerate(sides))
