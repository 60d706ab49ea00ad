"""Turns that nobody saw, neither the roll nor the play: the board tells of one, or of two in a row.

A hand, a head or a camera that failed hid them. They are looked for where the board denies what is known: at the next roll, behind
a turn that no play of its own roll explains, and before the first. Only what explains the whole board is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardcam.events import OFF_LIGHT, BoardRested, Verdict
from boardcam.referee.correction import MOMENT, due
from boardcam.referee.doubt import doubted, followed
from boardcam.referee.finish import FAR, broken_off
from boardcam.referee.frozen import replace
from boardcam.referee.infer import ANY, MARGIN, Chain, Rolls, find_chain, legal, unread, weighed
from boardcam.referee.reading import ZERO, Reading, best, reading, rows
from boardcam.referee.ruling import PLAYED_ON
from boardcam.referee.shown import shown
from boardcam.referee.state import Phase, Referee, Step, Turn
from boardcam.rules.plays import results
from boardcam.rules.position import CHECKERS, START, Position, Side
from boardcam.rules.sentence import Sentence, sentence

WIDTH = 80
"""Ways of playing a first turn that are followed into a second one."""
LONG = 15.0
"""s that a turn which nobody saw is thought to have taken at most."""
LAIN = 1.0
"""s for which a roll lies there at least before players take it up: what is no die comes and goes."""
MOST = 4
"""Checkers that a turn bears off at most."""
REST = 0.6
"""s of looking after which a board without a side's checkers is believed."""
ASTRAY = 2
"""Points and bars that must deny what is known."""
UNDER_WAY = 3
"""Points and bars that deny the starting position when a game is under way: no eyes misread so many plain ones."""
AT_LEAST = 0.15
"""s of looking before that is believed."""
ROLLED_ON = sentence("the other side has rolled")
FIRST: Rolls = tuple((roll, 0.0) for roll, _ in ANY if roll[0] != roll[1])
"""What may start a game."""
FIRST_TURNS = 10
"""Checkers that have left their places after a first turn, no doublet, and a second: two and four, some hit, some misread. Where
more have, nobody needs to look for how the game began."""


def explained(position: Position, turns: Sequence[tuple[Side, Rolls]], read: Reading, variant: str) -> Chain | None:
    """One or two turns that lead from a position to the board; None if nothing explains all its points and bars, or two ends do, by
    more than a checker of a high stack. In trays checkers lie in heaps: what is read there denies nothing."""
    (side, rolls), *later = turns
    read = read.strict
    starts = unread(position, side, rolls, read, variant, WIDTH) if later else weighed(legal(position, side, rolls, variant), read)
    chain = find_chain(starts, later, read, variant, WIDTH)
    return None if read.denying(chain.plays[-1].position) or chain.apart < MARGIN else chain


def behind(state: Referee, event: BoardRested) -> Step | None:
    """MOVING, and nobody has moved a checker since the roll: both sides' turns before it were missed, or, where dice do not tell
    whose they are, the turn of the side that is taken for the roller."""
    turn, read = state.turn, reading(event.counts, state.position, state.known)
    if turn is None or not _astray(read, state.position):
        return (replace(state, turn=replace(turn, astray=False)), ()) if turn and turn.astray else None
    sides = (turn.side, turn.side.other)
    if state.profile.dice == "shared" and (one := explained(state.position, [(sides[0], ANY)], read, state.profile.variant)):
        state = replace(state, side=sides[1], turn=replace(turn, side=sides[1]))
        return followed(state, _unseen(state, sides[:1], turn.t), one, event)
    two = explained(state.position, [(side, ANY) for side in sides], read, state.profile.variant)
    if two is not None:
        return followed(state, _unseen(state, sides, turn.t), two, event)
    unread = any(state.known[row] is None for row in read.denying(state.position))  # the players have said what stands there
    return anew(state, turn, event) or (replace(state, turn=replace(turn, astray=not unread)), ())


def overtaken(state: Referee, event: BoardRested) -> Step | None:
    """ROLLING, and one die of the side to roll lies there: both sides' turns before it were missed, if they were hidden and its own
    alone does not explain the board."""
    turn, read = state.spoiled, reading(event.counts, state.position, state.known)
    if turn is None or turn.doubtful is None or turn.side is not state.side or turn.lifted is not None:
        return None
    if state.blind < due(state) or not _astray(read, state.position):
        return None
    sides, where = (turn.side, turn.side.other), (state.position, read, state.profile.variant)
    one, two = (explained(where[0], [(side, ANY) for side in sides[:n]], *where[1:]) for n in (1, 2))
    return None if one or two is None else followed(state, _unseen(state, sides, turn.t), two, event)


def untold(state: Referee, turn: Turn, position: Position, event: BoardRested) -> Step:
    """Turns of both sides were missed before a turn that no play explains: before its roll the board denied what was known, or the
    other side has moved, too."""
    told: tuple[Verdict, ...] = ()
    missing = turn.astray or _moved(state.position, position, turn.side.other)
    for each in _unseen(state, (turn.side, turn.side.other), turn.t) if missing and not state.lost else ():
        state, more = doubted(state, each, state.position, event.known)
        told += more
    return state, told


def anew(state: Referee, turn: Turn, event: BoardRested) -> Step | None:
    """MOVING: neither the end of the last game was seen nor how the next one was set up and begun, until somebody rolled."""
    if not _astray(reading(event.counts, state.position, state.known), state.position, FAR):
        return None
    state, told = broken_off(state, event)
    step = begun(replace(state, spoiled=turn), event) if state.phase is Phase.SETUP else None
    if step is None or step[0].side is not turn.side:
        return None
    return replace(step[0], phase=Phase.MOVING, turn=turn), told + step[1]


def caught_up(state: Referee, least: int = ASTRAY, turns: int = 1) -> Step:
    """ROLLING, before a double or where the other side may have rolled: the turn that is due was missed, if the last board says so,
    in so many points and bars at least; then the other side is to roll. Or its turn and the other's were."""
    event, side = state.board, state.side
    if event is None or side is None or state.open or state.wrong:
        return state, ()
    read, sides = reading(event.counts, state.position, state.known), (side, side.other)[:turns]
    if not _astray(read, state.position, least):
        return state, ()
    chain = explained(state.position, [(each, ANY) for each in sides], read, state.profile.variant)
    if chain is None or read.hides(state.position, chain.plays[-1].position):
        return state, ()  # a place that is not seen may show that it was another play
    return followed(replace(state, side=sides[-1].other, since=event.t), _unseen(state, sides, event.known), chain, event)


def half_danced(state: Referee, known: float) -> Step:
    """ROLLING: the other side doubles. The side whose turn it is has danced, if it may have, and took a roll up of which only one
    die was seen."""
    side = state.side
    seen = (turn for turn in (state.spoiled, state.half_seen) if turn and turn.side is side and turn.doubtful)
    turn = next((turn for turn in seen if turn.lifted and turn.lifted - turn.t >= LAIN), None)
    return _stood_still(state, turn, known) if turn and _dances(state, turn) else (state, ())


def danced(state: Referee, t: float, known: float) -> Step:
    """ROLLING: the other side has doubled. The side whose turn it is has danced, if any roll of its may be a dance."""
    assert state.side is not None
    (turn,) = _unseen(state, (state.side,), t)
    return _stood_still(state, turn, known) if may_dance(state) else (state, ())


def may_dance(state: Referee) -> bool:
    """Whether the side whose turn it is cannot move with some roll."""
    return state.side is not None and _dances(state, Turn(state.side, ANY, 0.0))


def _dances(state: Referee, turn: Turn) -> bool:
    return any(not results(state.position, turn.side, roll, state.profile.variant) for roll, _ in turn.rolls)


def _stood_still(state: Referee, turn: Turn, known: float) -> Step:
    """A turn was missed in which nothing was moved; then the other side was to roll."""
    state, told = doubted(state, turn, state.position, known, state.position)
    since = turn.end(known)
    return replace(state, side=turn.side.other, spoiled=None, half_seen=None, claim=None, since=since), told


def turned_about(state: Referee, t: float, known: float, how: Sentence) -> Step:
    """DOUBLED: the doubled side has done what only the doubler does, so it was the one that doubled, and was taken; before that a
    turn was missed in which nothing was moved."""
    taker = state.side
    assert taker is not None
    state, told = _stood_still(state, _unseen(state, (taker,), t)[0], known)
    cube = state.cube.taken(taker)
    state = replace(state, phase=Phase.ROLLING, cube=cube, cube_told=t, cube_back=None)
    why = sentence("{side} takes and owns the cube at {cube}: {how}", side=taker, cube=cube.value, how=how)
    state, more = state.ruled("taken", t, known, why, rule="R52", side=taker, xgid=state.xgid(state.position, taker.other))
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


def between(turn: Turn, before: Position, now: Position, event: BoardRested) -> tuple[Turn, ...]:
    """After a turn and before the board was seen: the turns of both sides that were missed, if the other one has moved, too."""
    other, ended = turn.side.other, turn.end(event.known)
    if not _moved(before, now, other):
        return ()
    share = (event.t - ended) / 3
    return tuple(Turn(side, ANY, ended + share * nth, lifted=ended + share * nth) for nth, side in ((1, other), (2, turn.side)))


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
    ways: tuple[tuple[Side, ...], ...] = ((Side.WHITE,), (Side.BLACK,), (Side.WHITE, Side.BLACK), (Side.BLACK, Side.WHITE))
    next_to, variant = state.spoiled.side, state.profile.variant  # dice lie in the half of the side that is to roll
    found = [(sides, explained(START, [(sides[0], FIRST), *((side, ANY) for side in sides[1:])], read, variant)) for sides in ways]
    fits = [(sides, chain, _fit(read, chain)) for sides, chain in found if chain]
    likely = [(sides, chain) for sides, chain, fit in fits if fit > max(other for _, _, other in fits) - MARGIN]
    if not likely:
        return None
    sides, chain = min(likely, key=lambda way: way[0][-1] is next_to)
    state = replace(
        state, phase=Phase.ROLLING, position=START, side=sides[-1].other, starter=sides[0], spoiled=None, noted="",
        stood=min(state.stood if state.phase is Phase.OPENING else event.t, event.t), since=event.t, seating=event.seating,
    )  # fmt: skip
    return followed(state, _unseen(state, sides, event.t), chain, event)


def under_way(state: Referee, event: BoardRested) -> Step | None:
    """OPENING: a side has rolled in its own half, and the board shows another position than that of the start, though not how it
    came to be: the first turns were missed, and the game goes on from there."""
    assert state.spoiled is not None
    read, known = reading(event.counts, START, state.known), event.known
    if len(read.denying(START)) < UNDER_WAY or known - event.t < AT_LEAST:
        return None
    position, side = shown(read, START)[0], state.spoiled.side
    if read.denying(position):
        return None
    state = replace(
        state, phase=Phase.ROLLING, position=position, known=best(event.counts), side=side, starter=None, spoiled=None, noted="",
        since=event.t,
    )  # fmt: skip
    why = sentence("the first turns could not be seen; the game goes on from what the board shows")
    return state.ruled("lost", event.t, known, why, xgid=state.xgid(position, side))


def _fit(read: Reading, chain: Chain) -> float:
    """How well turns explain the board."""
    return read.strict.score(chain.plays[-1].position)


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
