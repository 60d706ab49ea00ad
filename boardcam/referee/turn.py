"""The end of a turn: it is over when the dice are lifted (85), and decided when the board can be read.

Between the two the turn is *open*. The next side may roll meanwhile. If it ends its turn as well before the first could be decided,
the two are explained together; what remains unclear then is said to be unsure, and the game goes on from what the board shows.
"""

from __future__ import annotations

from dataclasses import replace

from boardcam.events import BoardRested, DiceLifted
from boardcam.referee import etiquette, opening
from boardcam.referee.doubt import both, give_up, taken_on
from boardcam.referee.finish import broken_off, set_up_anew
from boardcam.referee.infer import MARGIN, Finding, find, legal, weighed
from boardcam.referee.reading import Reading, best, reading
from boardcam.referee.ruling import commit, lead, put_right
from boardcam.referee.shown import shown
from boardcam.referee.state import Phase, Referee, Step, Turn
from boardcam.rules import scoring
from boardcam.rules.position import CHECKERS, Position

AT_ONCE = 0.3
"""s after a roll in which no one has moved a checker yet: what the board shows then is the turn before."""
ASTRAY, LONG = 2, 0.6
"""Points that eyes hardly misread anew in one turn; s of looking after which the thread is lost when so many deny even the best
explanation."""
PLAYED_ON = "; the roll did not count, was played on and not called: it stands"


def lifted(state: Referee, event: DiceLifted) -> Step:
    """MOVING: dice are lifted; with the last of those that count (§1.5 on 85) the turn is over."""
    assert state.turn is not None
    turn, gone = state.turn, frozenset(event.dice)
    over = etiquette.over(turn.lying, gone, state.profile)
    state = replace(state, turn=replace(turn, lying=turn.lying - gone))
    return close(state, event.t, event.known) if over else (state, ())


def close(state: Referee, t: float, known: float) -> Step:
    """The turn is over; the other side may roll."""
    turn = state.turn
    assert turn is not None
    state, told = give_up(state, state.open, known) if state.open and state.open.earlier else (state, ())
    over = replace(turn, lifted=t, earlier=state.open)
    return replace(state, phase=Phase.ROLLING, side=turn.side.other, turn=None, open=over, wrong=None), told


def board(state: Referee, event: BoardRested) -> Step:
    """ROLLING, MOVING: decide what is open; see an illegal play put right; see the last checker borne off."""
    if set_up_anew(state, event):
        state, told = broken_off(state, event)
        state, more = opening.board(state, event)
        return state, told + more
    if state.open:
        return _decided(state, state.open, event)
    if state.spoiled and state.spoiled.lifted is not None:
        return _played_on(state, state.spoiled, event)
    if state.wrong and _at_once(state, event):
        return put_right(state, state.wrong, event)
    if state.phase is Phase.MOVING and state.turn:
        return _won(state, state.turn, event)
    return state, ()


def _at_once(state: Referee, event: BoardRested) -> bool:
    """Whether nobody can have moved a checker since the last turn ended: there was no roll, not even a void one."""
    roll = state.turn or state.spoiled
    return roll is None or event.t <= roll.t + AT_ONCE


# --- one open turn -------------------------------------------------------------------------------------------------------------


def _decided(state: Referee, turn: Turn, event: BoardRested) -> Step:
    read, at_once = reading(event.counts, state.position, state.known), _at_once(state, event)
    if turn.earlier:
        return both(state, turn.earlier, turn, read, event) if at_once else (state, ())
    finding = find(state.position, turn.side, turn.rolls, read, state.profile.variant)
    found, turn = finding.best, _considered(turn, finding, event)
    state = replace(state, open=turn)
    if not finding.sure or not (at_once or (found.play and not read.against(found.position))):
        return state, ()
    if found.play is None and found.position == state.position and turn.doubtful:
        return _rolled_again(state, turn, turn.doubtful, event)
    if found.play and _astray(read, found.position):
        late = event.known - event.t >= LONG
        return taken_on(state, turn, shown(read, found.position)[0], event) if late else (state, ())
    if found.play is None and state.lost:
        return taken_on(state, turn, found.position, event)
    return commit(state, turn, found, event.known, best(event.counts))


def _astray(read: Reading, position: Position) -> bool:
    return sum(row < 24 for row in read.against(position)) >= ASTRAY


def _considered(turn: Turn, finding: Finding, event: BoardRested) -> Turn:
    """The turn with what this reading says of it, unless an earlier one said it more clearly."""
    now = replace(turn, choices=finding.legal, margin=finding.margin, frames=event.frames)
    return now if finding.margin >= turn.margin else turn


# --- turns that end in another way ---------------------------------------------------------------------------------------------


def _rolled_again(state: Referee, turn: Turn, doubt: tuple[str, str], event: BoardRested) -> Step:
    """Dice that did not clearly lie well were taken up and nothing was played: the players saw that the roll does not count."""
    rule, why = doubt
    state = replace(state, side=turn.side, open=None)
    return state.ruled("void_roll", turn.t, event.known, why, rule=rule, side=turn.side, dice=turn.roll)


def _played_on(state: Referee, turn: Turn, event: BoardRested) -> Step:
    """The dice of a roll that did not count are gone. If a legal play of it stands on the board, it was played on, and stands
    (§1.5 on 84); if the board is as it was, the roll is made again."""
    read = reading(event.counts, state.position, state.known)
    results = legal(state.position, turn.side, turn.rolls, state.profile.variant)
    ranked = weighed([result for result in results if result[1] != state.position], read)
    unchanged = read.score(state.position)
    if not ranked or unchanged - ranked[0].score >= MARGIN:
        return replace(state, spoiled=None), ()
    margin = lead(ranked, unchanged)
    if margin < MARGIN or state.side is not turn.side:
        return state, ()
    turn = replace(turn, choices=tuple(ranked[:50]), margin=margin, frames=event.frames, remark=PLAYED_ON)
    state = replace(state, phase=Phase.ROLLING, side=turn.side.other, spoiled=None)
    return commit(state, turn, ranked[0], event.known, best(event.counts))


def _won(state: Referee, turn: Turn, event: BoardRested) -> Step:
    """The last checker is off: the game is over, lifted or not (46)."""
    if state.position.off[turn.side.index] < CHECKERS - 4:
        return state, ()
    read = reading(event.counts, state.position, state.known)
    finding = find(state.position, turn.side, turn.rolls, read, state.profile.variant)
    if not finding.sure or finding.best.play is None or scoring.winner(finding.best.position) is None:
        return state, ()
    state, told = close(state, event.t, event.known)
    state, more = commit(state, _considered(turn, finding, event), finding.best, event.known, best(event.counts))
    return state, told + more
