"""The end of a turn: it is over when the dice are lifted (85), and decided when the board can be read.

Between the two the turn is *open*. The next side may roll meanwhile. Turns that end before the one before them could be decided are
explained together; what remains unclear then is said to be unsure, and the game goes on from what the board shows.
"""

from __future__ import annotations

from boardcam.events import OFF_LIGHT, BoardRested, DiceLifted, Verdict
from boardcam.referee import doubling, etiquette, missed, opening, thread
from boardcam.referee.correction import MOMENT, certain, played, speaks_of
from boardcam.referee.doubt import ASTRAY, LOOKED, chain, decided, doubted, followed, give_up, taken_on, together
from boardcam.referee.finish import broken_off, set_up_anew
from boardcam.referee.frozen import replace
from boardcam.referee.infer import (
    ANY,
    ILLEGAL,
    MARGIN,
    Chain,
    Finding,
    Ranked,
    Rolls,
    credible,
    find,
    legal,
    weighed,
)
from boardcam.referee.reading import Reading, reading
from boardcam.referee.retold import told_again
from boardcam.referee.ruling import PLAYED_ON, bad_roll, commit, lead, put_right, stood, taken_up, too_late
from boardcam.referee.shown import shown
from boardcam.referee.state import End, Phase, Referee, Step, Turn
from boardcam.rules.position import CHECKERS, Position, Side
from boardcam.rules.sentence import Sentence, sentence

AT_ONCE = 0.3
"""s after a roll in which no one has moved a checker yet: what the board shows then is the turn before."""
LATE = 4.0
"""s for which a forced checker that was not moved is waited for, and another roll where nothing was played."""
UNDECIDED = 3
"""Turns in a row that are left undecided; one more, and the thread is lost."""


def lifted(state: Referee, event: DiceLifted) -> Step:
    """MOVING: dice are lifted; with the last of those that count (§1.5 on 85) the turn is over."""
    assert state.turn is not None
    turn, gone, waiting = state.turn, frozenset(event.dice), state.waiting
    over = etiquette.over(turn.lying, gone, state.profile)
    state = replace(state, turn=replace(turn, lying=turn.lying - gone))
    if over:
        return close(state, event.t, event.known, "lifted")
    if waiting is None or not etiquette.over(waiting.lying, gone, state.profile):
        return state, ()
    return _taken_back(state, waiting, event) if waiting.early else _overtaken(state, event)


def _taken_back(state: Referee, waiting: Turn, event: DiceLifted) -> Step:
    """A premature roll is taken up before anybody has let it stand."""
    why = sentence("{side} takes back a roll that was too early, and rolls again", side=waiting.side)
    return replace(state, waiting=None).ruled(
        "void_roll", event.t, event.known, why, rule="C14", side=waiting.side, dice=waiting.roll
    )


def _overtaken(state: Referee, event: DiceLifted) -> Step:
    """Where rolls overlap, the next turn may be over while the dice of this one still lie there (§1.5 on 86)."""
    state, told = close(state, event.t, event.known)
    state, more = close(state, event.t, event.known, "lifted")
    return state, told + more


def close(state: Referee, t: float, known: float, how: End = "seen") -> Step:
    """The turn is over; the other side may roll, or has rolled already."""
    turn, waiting = state.turn, state.waiting
    assert turn is not None
    state, told = stood(state, t, known, too_late(state))
    if state.open and len(chain(state.open)) >= UNDECIDED:
        state, more = give_up(state, state.open, known)
        told += more
    over = certain(state, replace(turn, lifted=t, ended=how, earlier=state.open))
    state = replace(state, phase=Phase.ROLLING, side=turn.side.other, turn=None, open=over, since=t)
    if said := played(state, over):
        state, more = commit(state, *said, known, None)
        state, told = replace(state, wrong=None), told + more  # what the board shows says nothing against it
    if waiting is None or state.phase is not Phase.ROLLING:
        return state, told
    state = replace(state, phase=Phase.MOVING, turn=replace(waiting, early=False), waiting=None)
    if not waiting.early:
        return state, told
    why = sentence("{side} did not object: the roll of {eager} stands", side=turn.side, eager=waiting.side)
    state, more = state.ruled("stands", t, known, why, rule="C14", side=waiting.side, dice=waiting.roll)
    return state, told + more


def board(state: Referee, event: BoardRested) -> Step:
    """ROLLING, MOVING, DOUBLED: decide what is open; see an illegal play put right; see the last checker borne off."""
    if set_up_anew(state, event):
        return _set_up(state, event)
    if state.open:
        return _decided(state, state.open, event)
    if state.wrong and state.spoiled and state.spoiled.doubtful and (right := put_right(state, state.wrong, event))[1]:
        return right  # one die alone is no roll: it ends no time
    if state.spoiled and state.spoiled.lifted is not None:
        return _played_on(state, state.spoiled, event)
    if not state.wrong and not state.waiting and _at_once(state, event) and (step := _behind(state, event)):
        return step
    if not state.wrong and _at_once(state, event) and (step := missed.overtaken(state, event)):
        return step
    if state.wrong and (_at_once(state, event) or _in_time(state)):
        return put_right(state, state.wrong, event)
    if state.wrong and state.turn:
        return stood(state, state.turn.t, event.known, too_late(state))
    if state.phase is Phase.MOVING and state.turn:
        return _moving(state, state.turn, event)
    if state.phase is Phase.DOUBLED:
        return doubling.waited(state, event)
    if state.claim:
        return doubling.claimed(state, event)
    if state.phase is not Phase.ROLLING or state.spoiled is not None:
        return state, ()
    return missed.borne_off(state, event) or thread.watched(state, event)


def _behind(state: Referee, event: BoardRested) -> Step | None:
    """A roll lies there, and the board denies what was told before it: turns were missed, or told wrongly."""
    step, turn = missed.behind(state, event), state.turn
    if step is None or turn is None or step[0].turn is None or not step[0].turn.astray:
        return step
    return told_again(replace(state, turn=replace(turn, astray=False)), (), event) or step


def _set_up(state: Referee, event: BoardRested) -> Step:
    """The next game is set up: a double that waited for its answer was passed; else the end of the game was not seen."""
    if state.phase is Phase.DOUBLED:
        t = event.t if state.cube_back is None else min(event.t, state.cube_back)
        state, told = doubling.passed(state, t, event.known, sentence("the next game is set up"))
    else:
        state, told = broken_off(state, event)
    if state.phase is Phase.OVER:
        return state, told
    state, more = opening.board(state, event)
    return state, told + more


def _moving(state: Referee, turn: Turn, event: BoardRested) -> Step:
    """A forced play stands there although its dice do, and the opponent has rolled; or the last checker is off."""
    if state.waiting is None or not etiquette.forced(state.position, turn.side, turn.rolls, state.profile):
        return _won(state, turn, event)
    read = reading(event.counts, state.position, state.known)
    finding = find(state.position, turn.side, turn.rolls, read, state.profile.variant)
    if not finding.sure or finding.best.play is None or read.against(finding.best.position):
        return state, ()
    state, told = close(state, event.t, event.known)
    state, more = commit(state, _considered(turn, finding, event), finding.best, event.known, event)
    return state, told + more


def _at_once(state: Referee, event: BoardRested) -> bool:
    """Whether nobody can have moved a checker since the last turn ended: there was no roll, not even a void one."""
    roll = state.turn or state.spoiled
    return roll is None or event.t <= roll.t + AT_ONCE


def _in_time(state: Referee) -> bool:
    """Where only a valid roll or double ends the time to put a play right (§1.5 on 87): whether there was none."""
    return state.profile.deadline == "roll or double" and state.turn is None


# --- one open turn -------------------------------------------------------------------------------------------------------------


def _decided(state: Referee, turn: Turn, event: BoardRested) -> Step:
    read, at_once = reading(event.counts, state.position, state.known), _at_once(state, event)
    if at_once and state.turn and _unmoved(state, turn, read) and not speaks_of(state, state.turn):
        why = sentence("it is {side}'s turn: the roll of {other} does not count", side=turn.side, other=turn.side.other)
        early = replace(state, phase=Phase.ROLLING, side=turn.side, turn=None, waiting=None, open=None)
        return bad_roll(early, state.turn, ("R16", why), event.known)
    if turn.earlier and chain(turn)[0].astray:  # what went before is not known
        settled = at_once and event.known - event.t >= LOOKED
        return _beyond(state, turn, shown(read, state.position, 3)[0], event) if settled else (state, ())
    if turn.earlier:
        return _together(state, turn, read, event) if at_once else (state, ())
    finding = find(state.position, turn.side, turn.rolls, read.strict, state.profile.variant)
    found, turn = finding.best, _considered(turn, finding, event)
    state = replace(state, open=turn) if at_once else state  # later the next turn may be half played
    hidden = state.blind >= turn.end(event.known)
    astray = at_once and _astray(read, finding.legal[0].position)
    if astray and (step := missed.begun_by_other(state, turn, event)):
        return step
    if astray and hidden and (step := missed.after(state, turn, event)):
        return step
    if found.play and not finding.sure and finding.ends >= MARGIN and turn.read is None and at_once:
        return followed(state, (turn,), Chain((found,), (finding.margin,), finding.ends, finding.ends), event)
    if astray and turn.read is None and not read.against(state.position):
        return replace(state, open=replace(turn, unplayed=True)), ()  # nobody can tell what should have been played
    if astray and read.whole and (found.play or not finding.sure):
        late = event.known - event.t >= LOOKED
        return _taken_on(state, turn, shown(read, finding.legal[0].position, 3 if hidden else 1)[0], event) if late else (state, ())
    if not finding.sure or not (at_once or found.play):
        return state, ()
    refuted = found.play is not None and bool(found.play.moves) and read.refutes(found.position)
    denied = bool(read.against(found.position)) and not (at_once and read.whole)
    if refuted or denied or read.hides(state.position, found.position):
        return state, ()  # a point that is not seen may show that it was another play
    if found.play is None and found.position == state.position:
        if turn.doubtful:
            return _rolled_again(state, turn, turn.doubtful, event)
        turn = replace(turn, unplayed=True)
        state = replace(state, open=turn)
        if _may_follow(state, turn, event) or _may_roll_again(state, turn, event):
            return state, ()
    changed = found.play is None and found.position != state.position
    if changed and at_once and (step := told_again(state, (turn,), event, found.score)):
        return step
    beyond = changed and (turn.astray or not credible(state.position, found, turn.side))
    if changed and (hidden or beyond) and (step := missed.after(state, turn, event)):
        return step
    if beyond:
        late = bool(state.lost) or event.known - event.t >= LOOKED
        return _beyond(state, turn, found.position, event) if late else (state, ())
    if state.lost and (found.play is None or any(row < OFF_LIGHT - 2 for row in read.against(found.position))):
        return taken_on(state, turn, shown(read, found.position)[0], event)  # what went before was a guess
    return decided(state, turn, found, event.known, event)


def _together(state: Referee, turn: Turn, read: Reading, event: BoardRested) -> Step:
    """Turns in a row; where no plays explain the board, those before them may have been others."""
    step = together(state, turn, read, event)
    denied = any(verdict.kind in ("lost", "illegal") for verdict in step[1])
    return (told_again(state, chain(turn), event, -ILLEGAL) or step) if denied else step


def _taken_on(state: Referee, turn: Turn, position: Position, event: BoardRested) -> Step:
    """No play explains the board: the turns before were others, or it is taken on."""
    if step := told_again(state, (turn,), event, -ILLEGAL):
        return step
    before, hidden = state.position, state.blind >= turn.end(event.known)
    state, told = taken_on(state, turn, position, event)
    between = missed.between(turn, before, position, event) if hidden else ()
    for each in between:
        state, more = doubted(state, each, before, event.known)
        told += more
    return state, told


def _beyond(state: Referee, turn: Turn, position: Position, event: BoardRested) -> Step:
    """Nobody can have done in one turn what the board shows: it is taken on, with what was missed before the turn."""
    state, told = missed.untold(state, chain(turn)[0], position, event)
    state, more = taken_on(state, turn, position, event)
    return state, told + more


def _unmoved(state: Referee, turn: Turn, read: Reading) -> bool:
    """Whether a turn that nobody saw was none, for nothing was moved: the other side has rolled out of turn."""
    unseen = turn.rolls == ANY and not turn.dice and turn.earlier is None
    return unseen and not state.position.bar[turn.side.index] and not read.against(state.position)


def _may_follow(state: Referee, turn: Turn, event: BoardRested) -> bool:
    """Whether nothing was played yet, and the forced checker may still be moved, even after the next roll (§1.5 on 86)."""
    patient = state.turn is not None or event.known - turn.end(event.known) < LATE
    return patient and etiquette.forced(state.position, turn.side, turn.rolls, state.profile)


def _may_roll_again(state: Referee, turn: Turn, event: BoardRested) -> bool:
    """Whether nothing was played and nobody has rolled since: players who see that a roll was bad take it up and roll again."""
    return state.turn is None and event.known - turn.end(event.known) < LATE


def untouched(state: Referee, turn: Turn) -> bool:
    """Whether the dice of an undecided turn were taken up with the board as it was before it, though there was something to play.
    That its side rolls again speaks for it as well, so it need not be as clear as an illegal pass."""
    event = state.board
    if turn.unplayed or turn.earlier or event is None or event.known < turn.end(event.known):
        return turn.unplayed and turn.earlier is None
    read = reading(event.counts, state.position, state.known)
    ranked = _moved(state, turn.side, turn.rolls, read)
    clear = len(ranked) > 0 and read.score(state.position) - ranked[0].score >= MARGIN
    return clear and not _astray(read, state.position)


def idle(state: Referee, side: Side) -> Turn | None:
    """The last turn, if it was this side's and moved nothing: a dance, or an illegal pass. If the side rolls again, that roll was
    bad."""
    last = state.past.turn if state.past and state.open is None else None
    return last if last and last.side is side and last.before == state.position else None


def _moved(state: Referee, side: Side, rolls: Rolls, read: Reading) -> Ranked:
    """The legal results of a side's rolls in which something is moved, likeliest first."""
    results = legal(state.position, side, rolls, state.profile.variant)
    return weighed([result for result in results if result.position != state.position], read)


def _astray(read: Reading, position: Position) -> bool:
    return sum(row < 24 for row in read.against(position)) >= ASTRAY


def _considered(turn: Turn, finding: Finding, event: BoardRested) -> Turn:
    """The turn with what this reading says of it, unless an earlier one said it more clearly."""
    breaches = finding.illegal if turn.read else ()
    now = replace(turn, choices=finding.legal, breaches=breaches, margin=finding.margin, frames=event.frames)
    return now if finding.margin >= turn.margin else turn


# --- turns that end in another way ---------------------------------------------------------------------------------------------


def _rolled_again(state: Referee, turn: Turn, doubt: tuple[str, Sentence], event: BoardRested) -> Step:
    """Dice that did not clearly lie well were taken up and nothing was played: the players saw that the roll does not count."""
    rule, why = doubt
    state = replace(state, side=turn.side, open=None)
    return state.ruled("void_roll", turn.t, event.known, why, rule=rule, side=turn.side, dice=turn.read)


def _played_on(state: Referee, turn: Turn, event: BoardRested) -> Step:
    """The dice of a roll that did not count are gone. If a legal play of it stands on the board, it was played on, and stands
    (§1.5 on 84); if the board is as it was, the roll is made again."""
    read = reading(event.counts, state.position, state.known)
    ranked, unchanged = _moved(state, turn.side, turn.rolls, read), read.score(state.position)
    if step := _played_by_the_other(state, turn, read, max([unchanged, *(e.score for e in ranked[:1])]), event):
        return step
    if all(_astray(read, position) for position in (state.position, *(e.position for e in ranked[:1]))):
        return _played_otherwise(state, turn, read, event)
    if not ranked or unchanged - ranked[0].score >= MARGIN:
        if turn.bad and state.side:
            return bad_roll(replace(state, spoiled=None), replace(turn, side=state.side), turn.bad, event.known)
        return replace(state, spoiled=None, half_seen=turn if turn.doubtful else None), ()
    margin, theirs = lead(ranked, unchanged), state.side is turn.side
    last = None if theirs else idle(state, turn.side)
    if margin < MARGIN or not (theirs or last):
        return state, ()
    told: tuple[Verdict, ...] = ()
    if state.phase is Phase.DOUBLED:
        how = sentence("{side} rolled and played on", side=turn.side)
        state, told = doubling.taken(state, turn.t, event.known, how)
    elif last and state.blind >= last.end(event.known) and missed.may_dance(state):
        state, told = missed.danced(state, turn.t, event.known)
    elif last:
        state, told = taken_up(state, last, event.known)
    remarks = () if last or turn.doubtful else (PLAYED_ON,)  # a roll of which one die was not seen may have been good
    turn = replace(turn, choices=ranked[:50], margin=margin, frames=event.frames, remarks=remarks, bad=None)
    state = replace(state, phase=Phase.ROLLING, side=turn.side.other, spoiled=None)
    state, more = commit(state, turn, ranked[0], event.known, event)
    return state, told + more


def _played_otherwise(state: Referee, turn: Turn, read: Reading, event: BoardRested) -> Step:
    """What was played is no play of the dice that were taken for the roll: others were rolled, which the play tells."""
    chain = missed.explained(state.position, [(turn.side, ANY)], read, state.profile.variant)
    if chain is None or state.phase is not Phase.ROLLING or state.side is not turn.side:
        return state, ()
    turn = replace(turn, rolls=ANY, bad=None)
    return followed(replace(state, side=turn.side.other, spoiled=None), (turn,), chain, event)


def _played_by_the_other(state: Referee, turn: Turn, read: Reading, score: float, event: BoardRested) -> Step | None:
    """A roll in the wrong half was the other side's, whose turn it is, if that has played it: the turn between was missed, or that
    side was thought to be on roll by mistake."""
    side, doubled = turn.side, state.phase is Phase.DOUBLED
    mine = state.phase in (Phase.ROLLING, Phase.DOUBLED) and state.side is turn.side and turn.read is not None
    ranked = _moved(state, side.other, turn.rolls, read) if mine else ()
    if not ranked or read.against(ranked[0].position) or lead(ranked, score) < MARGIN:
        return None
    if doubled:
        state, told = missed.turned_about(state, turn.t - MOMENT, event.known, missed.ROLLED_ON)
    else:
        before = Turn(side, ANY, turn.t - MOMENT, lifted=turn.t - MOMENT)
        state, told = doubted(state, before, state.position, event.known, state.position)
    turn = replace(turn, side=side.other, choices=ranked[:50], margin=lead(ranked, score), frames=event.frames, bad=None)
    state, more = commit(replace(state, side=side, spoiled=None), turn, ranked[0], event.known, event)
    return state, told + more


def _won(state: Referee, turn: Turn, event: BoardRested) -> Step:
    """The last checker is off: the game is over, lifted or not (46)."""
    if state.position.off[turn.side.index] < CHECKERS - 4:
        return state, ()
    results = legal(state.position, turn.side, turn.rolls, state.profile.variant)
    if not any(result.position.off[turn.side.index] == CHECKERS for result in results):
        return state, ()
    read = reading(event.counts, state.position, state.known)
    finding = find(state.position, turn.side, turn.rolls, read, state.profile.variant)
    if not finding.sure or finding.best.play is None or finding.best.position.off[turn.side.index] < CHECKERS:
        return state, ()
    state, told = close(state, event.t, event.known)
    state, more = decided(state, _considered(turn, finding, event), finding.best, event.known, event)
    return state, told + more
