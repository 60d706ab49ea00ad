"""Dice at rest: is it a roll, whose, and does it count (rules 16, 49, 83-86)."""

from __future__ import annotations

from collections.abc import Sequence

from boardcam.events import DiceLifted, DiceRested, Die, Evidence
from boardcam.referee import doubling, etiquette, missed
from boardcam.referee.correction import due, roller
from boardcam.referee.frozen import replace
from boardcam.referee.infer import ANY, among, rolls
from boardcam.referee.opening import OWN, TOGETHER, descending, fresh_dice, like, looked_at, owned, plain, taken
from boardcam.referee.ruling import bad_roll, left_out, rolled, taken_up
from boardcam.referee.state import Phase, Referee, Step, Turn
from boardcam.referee.turn import LATE, close, idle, untouched
from boardcam.rules.position import Side
from boardcam.rules.sentence import sentence

THROW = 1.5
"""s that taking dice up, throwing them again and their coming to rest take at least."""


def to_roll(state: Referee, event: DiceRested) -> Step:
    """ROLLING: the side whose turn it is rolls; the other's dice mean that a turn was missed."""
    if again := _never_lifted(state, event):
        return again
    fresh = fresh_dice(state, event)
    state = _alone(state, event, fresh) if len(fresh) == 1 else state
    state, fresh = taken(state, event, state.side)
    if not fresh or state.side is None:
        return state, ()
    said = roller(state, fresh)
    other = state.side.other
    if said is other or (said is None and (_are_of(state, fresh, other) or _rolls_again(state, fresh, other))):
        return _skipped(state, event, fresh)
    if said is None and _may_be_of(state, fresh, other):
        played = missed.caught_up(replace(state, spoiled=None), least=1)
        state, told = played if played[1] else missed.half_danced(state, event.known)
        state, more = _judged(replace(state, spoiled=None), event, fresh)
        return state, told + more
    return _judged(replace(state, spoiled=None), event, fresh)


def _never_lifted(state: Referee, event: DiceRested) -> Step | None:
    """Dice of the last turn lie there untouched: they had only been overlooked, and the turn goes on."""
    last = state.open or (state.past.turn if state.past else None)
    lying = frozenset(die.number for die in event.dice) & (last.own if last else frozenset())
    if last is None or not lying - last.lying:
        return None
    if state.open:
        turn = replace(last, lying=lying, lifted=None, earlier=None)
        return replace(state, phase=Phase.MOVING, side=last.side, turn=turn, open=last.earlier), ()
    assert state.past is not None
    past = replace(state.past, turn=replace(last, lying=lying, lifted=None), spent=state.spent)
    why = sentence("the dice of {side} still lie there: his turn is not over", side=last.side)
    return past.ruled(
        "corrected", event.t, event.known, why, rule="R85", side=last.side, xgid=past.xgid(past.position, last.side)
    )  # fmt: skip


def _judged(state: Referee, event: DiceRested, dice: Sequence[Die]) -> Step:
    """The side to roll has rolled: does it count? Not at once no: another die may still roll, and how one lies shows in a while."""
    assert state.side is not None
    side, (state, told) = state.side, _made_again(state, event.known)
    turn, bad = _turn(side, event, dice), etiquette.bad_roll(dice, side, state.profile)
    theirs = _is_theirs(state, dice, side)
    likely = [die for die in dice if plain(die)]
    if bad and len(likely) < len(dice):  # what cannot be read is perhaps no die
        state = replace(state, spent=state.spent - set(turn.dice))
        return _alone(state, event, likely) if len(likely) == 1 else state, told
    if bad and not (looked_at(event, dice) and theirs):
        turn = replace(turn, side=side if theirs else side.other, bad=bad)
        return replace(state, spoiled=turn, spent=state.spent - set(turn.dice)), told
    if bad:
        state, more = bad_roll(replace(state, spoiled=turn), turn, bad, event.known)
    else:
        state, more = _counts(state, event, replace(turn, doubtful=etiquette.doubtful_roll(dice, state.profile)))
    return state, told + more


def _made_again(state: Referee, known: float) -> Step:
    """A side rolls whose last dice were taken up unplayed though only one was ever seen: that roll did not count (84)."""
    turn, state = state.half_seen, replace(state, half_seen=None)
    if turn is None or turn.doubtful is None or turn.side is not state.side:
        return state, ()
    if turn.lifted is None or turn.lifted - turn.t < missed.LAIN or not THROW < known - turn.lifted < LATE:
        return state, ()  # sooner, it is the same throw, seen better
    (rule, why), seen = turn.doubtful, Evidence(rolled=turn.t, dice=turn.dice)
    return state.ruled("void_roll", turn.t, known, why, rule=rule, side=turn.side, evidence=seen)


def _turn(side: Side, event: DiceRested, dice: Sequence[Die]) -> Turn:
    numbers = tuple(die.number for die in dice)
    spots = tuple((die.x, die.y) for die in dice)
    turn = Turn(side, rolls(dice), event.t, numbers, frozenset(numbers), frozenset(numbers), spots)
    lying = _with(turn, event)
    return turn if len(lying) <= len(dice) else replace(turn, rolls=among(lying, [like(die, side) for die in lying]))


def _counts(state: Referee, event: DiceRested, turn: Turn) -> Step:
    """A roll that counts: an illegal play before it stands from now on (R87)."""
    state, told = rolled(replace(state, phase=Phase.MOVING, side=turn.side, turn=turn), turn, event.known)
    state, more = doubling.checked(state, turn.t, event.known)
    return state, told + more


def _are_of(state: Referee, dice: Sequence[Die], side: Side) -> bool:
    """Whether dice are clearly those of a side that has a pair of its own: by their colour, and they lie where it rolls."""
    light = sum(die.light for die in dice) / len(dice)
    return state.profile.dice == "pairs" and light * side >= OWN and all(die.half is side for die in dice)


def _may_be_of(state: Referee, dice: Sequence[Die], side: Side) -> bool:
    """Whether dice lie where only this side rolls, and no colour denies it."""
    light = sum(die.light for die in dice) / len(dice)
    return state.profile.half == "right" and light * side > -OWN and all(die.half is side for die in dice)


def _rolls_again(state: Referee, dice: Sequence[Die], side: Side) -> bool:
    """Whether a side that took its dice up unplayed has rolled once more: they lie where it rolls, and no colour denies it."""
    last, danced = state.open, idle(state, side)
    unplayed = last is not None and last.side is side and untouched(state, last)
    again = danced is not None and (state.wrong is not None or danced.doubtful is not None)
    return (unplayed or again) and _may_be_of(state, dice, side)


def _is_theirs(state: Referee, dice: Sequence[Die], side: Side) -> bool:
    """Whether a roll is clearly that of the side to roll. In the other's half it may be the other's, who has just danced on a roll
    that was bad, or whose turn it is, if the board was hidden so long that one was missed: what is played tells."""
    missed = state.blind >= due(state) and state.profile.half == "right"
    return not (missed or idle(state, side.other)) or not _may_be_of(state, dice, side.other)


def _skipped(state: Referee, event: DiceRested, dice: Sequence[Die]) -> Step:
    """The other side has rolled. A closed-out player may leave his roll out (§1.5 on 49); else his turn was not seen."""
    assert state.side is not None
    side = state.side
    if state.open and untouched(state, state.open):
        state, told = taken_up(state, state.open, event.known)
        state, more = _judged(state, event, dice)
        return state, told + more
    last = idle(state, side.other)
    if last and (state.wrong or event.t - last.end(event.known) < LATE):
        state, told = taken_up(state, last, event.known)
        state, more = _judged(state, event, dice)
        return state, told + more
    if state.open is None and state.spoiled is None and etiquette.closed_out(state.position, side):
        state, told = left_out(state, event.t, event.known)
        state, more = _judged(state, event, dice)
        return state, told + more
    seen = state.spoiled or state.half_seen
    missed = seen if seen and seen.side is side else Turn(side, ANY, due(state))
    state, told = close(replace(state, phase=Phase.MOVING, turn=missed, spoiled=None, half_seen=None), event.t, event.known)
    state, more = _judged(state, event, dice)
    return state, told + more


def during(state: Referee, event: DiceRested) -> Step:
    """MOVING: the dice read otherwise on a longer look, or the opponent rolls before they are lifted (86)."""
    last = state.turn
    assert last is not None
    touched = etiquette.touched(last, event.dice, state.profile)
    if touched is not None:
        state, told = close(state, touched, event.known, "touched")
        state, more = during(state, event) if state.phase is Phase.MOVING else to_roll(state, event)
        return state, told + more
    turn = _present(last, event)
    if not turn.lying and last.lying:
        state, told = close(replace(state, turn=turn), event.t, event.known)
        state, more = during(state, event) if state.phase is Phase.MOVING else to_roll(state, event)
        return state, told + more
    state, told = _again(replace(state, turn=turn), turn, event)
    if state.waiting:
        return state, told
    state, fresh = taken(state, event, turn.side.other)
    if not fresh:
        return state, told
    state, more = _overlapping(state, turn, event, fresh)
    return state, told + more


def _overlapping(state: Referee, turn: Turn, event: DiceRested, fresh: Sequence[Die]) -> Step:
    """The opponent has rolled while the dice of a turn have not been seen to be lifted."""
    if not _still_there(turn, event):
        state, told = close(state, event.t, event.known)
        state, more = _judged(state, event, fresh)
        return state, told + more
    eager, policy = turn.side.other, state.profile.premature_roll
    may = etiquette.overlaps(state.position, turn.side, turn.rolls, state.profile)
    if may or policy == "choice":
        return _waiting(state, event, fresh, early=not may)
    why = sentence("{side} has not lifted his dice: the roll is void and {eager} rolls again", side=turn.side, eager=eager)
    state = replace(state, turn=replace(turn, overlapped=_turn(eager, event, fresh)))
    return state.ruled("premature", event.t, event.known, why, rule="R86", side=eager, dice=descending(fresh))


def _waiting(state: Referee, event: DiceRested, dice: Sequence[Die], early: bool) -> Step:
    """A roll that counts, or may count, once the turn before it is over."""
    assert state.turn is not None
    slow, eager = state.turn.side, state.turn.side.other
    turn, bad = replace(_turn(eager, event, dice), early=early), etiquette.bad_roll(dice, eager, state.profile)
    if bad and not looked_at(event, dice):
        return replace(state, spent=state.spent - set(turn.dice)), ()
    if bad:
        return bad_roll(state, turn, bad, event.known)
    state = replace(state, waiting=turn)
    if not early:
        return rolled(state, turn, event.known)
    why = sentence(
        "{side} has not lifted his dice: {side} may let the roll stand or have it made again, and goes on playing", side=slow
    )
    return state.ruled("premature", event.t, event.known, why, rule="C14", side=eager, dice=descending(dice))


def _present(turn: Turn, event: DiceRested) -> Turn:
    """The turn with the dice that now lie there: what was no die is gone without a hand, or gives way to one that is."""
    here = frozenset(die.number for die in event.dice)
    turn = replace(turn, lying=turn.own & here)
    likely = sorted(_with(turn, event), key=lambda die: (-like(die, turn.side), die.number not in turn.dice))[:2]
    numbers = frozenset(die.number for die in likely)
    if turn.opens or len(likely) < 2 or numbers == turn.own or min(owned(die, turn.side) for die in likely) <= 0:
        return turn
    spots = tuple((die.x, die.y) for die in sorted(likely, key=lambda die: die.number))
    return replace(turn, dice=tuple(sorted(numbers)), own=numbers, lying=numbers, spots=spots)


def _with(turn: Turn, event: DiceRested) -> list[Die]:
    """Dice that may be of a turn's roll: its own, and what came to rest with them and looks like its side's; of an opening roll its
    own alone."""
    others = [die for die in event.dice if not turn.opens and abs(die.since - turn.t) <= TOGETHER]
    others = [die for die in others if die.half is turn.side or owned(die, turn.side) > 0.0]
    return [die for die in event.dice if die.number in turn.dice or die in others]


def _still_there(turn: Turn, event: DiceRested) -> bool:
    """Whether dice of the turn were seen to lie there when the new ones had come to rest."""
    return any(die.number in turn.lying and die.seen >= event.t for die in event.dice)


def _again(state: Referee, turn: Turn, event: DiceRested) -> Step:
    """The dice of this turn as they read now."""
    dice = _with(turn, event)
    if len(dice) < 2 or not {die.number for die in dice}.issuperset(turn.dice):
        return state, ()
    found = among(dice, [like(die, turn.side) for die in dice])
    if found == turn.rolls:
        return state, ()
    now = replace(turn, rolls=found)
    state = replace(state, turn=now)
    return (state, ()) if now.read in (None, turn.read) else rolled(state, now, event.known)


def unanswered(state: Referee, event: DiceRested) -> Step:
    """DOUBLED: a roll does not count before the double is answered (§1.5 on 49), unless the other side has rolled, which so was the
    one that doubled, or the cube was put back, or is seen in a moment to have been taken before; played on, that shows it."""
    side = state.side
    state, fresh = taken(state, event, side)
    if not fresh or side is None:
        return state, ()
    if _are_of(state, fresh, side.other) or (missed.may_dance(state) and _may_be_of(state, fresh, side.other)):
        state, told = missed.turned_about(state, event.t, event.known, missed.ROLLED_ON)
        state, more = _judged(state, event, fresh)
        return state, told + more
    if doubling.put_back(state):
        state, told = doubling.withdrawn(state, event.t, event.known)
        state, more = _judged(state, event, fresh)
        return state, told + more
    bad = etiquette.bad_roll(fresh, side, state.profile)
    return replace(state, spoiled=replace(_turn(side, event, fresh), bad=bad or doubling.UNANSWERED)), ()


def away(state: Referee, event: DiceLifted) -> Step:
    """ROLLING, DOUBLED: dice taken up whose roll did not count, or of which only one was ever seen. What the board shows next tells
    whether they were played."""
    turn = state.spoiled
    if turn is None or not turn.lying & set(event.dice):
        return state, ()
    if turn.bad and turn.side is not state.side:
        return replace(state, spoiled=replace(turn, lifted=event.t)), ()
    state = replace(state, spoiled=replace(turn, lifted=event.t, bad=None))
    return bad_roll(state, turn, turn.bad, event.known) if turn.bad else (state, ())


def _alone(state: Referee, event: DiceRested, seen: Sequence[Die]) -> Referee:
    """One die of a roll; the other rolls on, left the board or is not seen."""
    if state.side is None or (state.spoiled and state.spoiled.lifted is None) or _are_of(state, seen, state.side.other):
        return state  # the first die of the other side, whose turn it is if one was missed
    (die,), side = seen, state.side
    if state.profile.half == "right" and die.half is not side:
        return state  # where the other side rolls: what looks like a die
    again = sentence("only one die of {side} could be seen; it was taken up unplayed, and {side} rolls again", side=side)
    return replace(state, spoiled=replace(_turn(side, event, (die, replace(die, faces=(0.0,) * 6))), doubtful=("R84", again)))
