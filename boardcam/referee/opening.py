"""Before the first play: the starting position must stand, then each rolls one die (rules 8, 11-15, 84)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardcam.events import BoardRested, DiceRested, Die, Evidence, Verdict
from boardcam.geometry import Seating
from boardcam.referee import doubling, etiquette, missed
from boardcam.referee.frozen import replace
from boardcam.referee.infer import ILLEGAL, SEEN, rolls
from boardcam.referee.reading import CAP, Known, Reading, best, points, reading, rows
from boardcam.referee.shown import shown
from boardcam.referee.state import Phase, Referee, Step, Turn
from boardcam.referee.tracks import LOOK, READ
from boardcam.rules import caution, opening, session
from boardcam.rules.position import START, Side
from boardcam.rules.sentence import Sentence, sentence

THERE = -2 * CAP - 1
"""The starting position is there if at most two places are read against it, and they make no other position of fifteen a side."""
NEARLY = -4 * CAP - 1
"""So far off it is still taken for the starting position, with a remark: eyes that misread four places are commoner."""
TOGETHER = 2.0
"""s within which the two dice of a roll come to rest."""
OWN = 2.0
"""Log-odds by which the colour of a die, or the half in which it lies, says whose it is."""
PLAIN = 2.0
"""Log-odds that a thing is a die, for each by which its face is plain, up to `READ` twice: of dice at rest one in 200 cannot be
read, of what is taken for one and is none nine in ten."""
MIDWAY = sentence("this game was under way before it was seen and is not refereed; the next one is, from its starting position on")
PATIENCE = 2.0
"""s of rest before a wrong starting position is remarked on; till then it is being set up."""


def board(state: Referee, event: BoardRested) -> Step:
    """SETUP: wait for the starting position, and say what is wrong with it."""
    read, known = reading(event.counts), best(event.counts)
    if sum(count is not None for count in known[:24]) < SEEN:
        return state, ()
    score, other = read.score(START), _stands_for_another(read)
    if step := missed.begun(state, event):
        return step
    if score >= THERE and not other:
        return ready(state, known, event.known, event.seating)
    differing = points(read.against(START))
    if score < 2 * NEARLY or event.known - event.t < PATIENCE or state.noted == differing:
        return state, ()
    state = replace(state, noted=differing)
    if score >= NEARLY and not other:
        why = sentence(
            "not all of the starting position can be read: look at {places}; the game goes on from the starting position",
            places=differing,
        )
        state, told = state.ruled("unsure", event.t, event.known, why, rule="R8")
        state, more = ready(state, known, event.known, event.seating)
        return state, told + more
    why = sentence("the starting position is not there: look at {places}", places=differing)
    return state.ruled("unsure", event.t, event.known, why, rule="R8")


def again(state: Referee, event: BoardRested) -> Step:
    """OPENING: the longer it is looked at, the better it is known how this starting position reads; and where the cube lies."""
    if step := missed.begun(state, event):
        return step
    known = best(event.counts)
    there = reading(event.counts).score(START) >= NEARLY and _misread(known) <= _misread(state.known)
    return doubling.checked(replace(state, known=known) if there else state, event.known, event.known)


def _misread(known: Known) -> int:
    """Rows that read otherwise than in the starting position; a play changes two of them at least."""
    return sum(count is not None and count != true for count, true in zip(known, rows(START), strict=True))


def _stands_for_another(read: Reading) -> bool:
    """Whether the board shows a position of fifteen a side that is not the starting position."""
    score = read.score(START)
    return score <= -ILLEGAL and shown(read, START)[1] - score >= ILLEGAL  # no position scores above 0


def ready(state: Referee, known: Known, t: float, seating: Seating | None) -> Step:
    """The starting position stands at time t: who starts is rolled for, or told by the last game (14)."""
    starter = opening.opener(state.profile.first_move, state.starter, state.winner)
    phase = Phase.OPENING if starter is None else Phase.ROLLING
    told: tuple[Verdict, ...] = ()
    for rule, why in _cautions(state, seating):
        state, more = state.ruled("warned", t, t, why, rule=rule)
        told += more
    state = replace(
        state, phase=phase, side=starter, starter=starter, position=START, known=known, stood=t, past=None, seating=seating
    )
    return state, told


def _cautions(state: Referee, seating: Seating | None) -> Iterator[tuple[str, Sentence]]:
    """What the players are warned of before a game: an unusual length, the wrong seats, a stake that is not covered."""
    first = state.starter is None
    if first and not state.profile.hints:
        yield "§2.1", sentence("hints are locked in this match")
    if first and (unusual := caution.length(state.length)):
        yield unusual
    if state.profile.swap and not first and seating is not None and seating is state.seating:
        yield "R7", sentence("players change seats after every game: turn the board, or change places")
    if state.balances is not None and not state.length:
        light, dark = state.score.points
        for side, points in ((Side.WHITE, light - dark), (Side.BLACK, dark - light)):
            balance = state.balances[side.index] + points * state.stake
            if short := session.uncovered(balance, state.stake, state.profile):
                yield short.rule, sentence("{side}: {why}", side=side, why=short.why)


def early(state: Referee, event: DiceRested) -> Step:
    """SETUP: dice rolled though the starting position is not there. Of a game that is in its midst that is said once."""
    before, (state, fresh) = state, taken(state, event)
    if not fresh:
        return state, ()
    if not looked_at(event, fresh):
        return replace(before, spoiled=elsewhere(fresh, event.t)), ()
    state = replace(state, spoiled=None)
    if state.noted == MIDWAY:
        return state, ()
    if not state.noted and state.board is not None and _stands_for_another(reading(state.board.counts)):
        return replace(state, noted=MIDWAY).ruled("unsure", event.t, event.known, MIDWAY, rule="R8")
    where = state.noted or sentence("the checkers")
    why = sentence("no roll counts before the starting position is there: look at {places}", places=where)
    return state.ruled("unsure", event.t, event.known, why, rule="R8")


def rolled(state: Referee, event: DiceRested) -> Step:
    """OPENING: the higher die starts and plays both numbers; a tie or a bad die, and both roll again (11, 84)."""
    state = replace(state, spent=state.spent | _furniture(state, event))
    before, (state, fresh) = state, taken(state, event)
    if not fresh:
        return state, ()
    bad, dice = etiquette.bad_opening(fresh, state.profile), etiquette.owners(fresh)
    if bad and not looked_at(event, fresh):
        return replace(before, spoiled=elsewhere(fresh, event.t)), ()
    if bad and all(die.since <= state.stood for die in fresh):
        return state, ()  # left there from before
    if bad or dice is None:
        state = replace(state, spoiled=None)
        rule, why = bad or ("R11", sentence("both roll again: it cannot be told whose die is whose"))
        seen = Evidence(rolled=event.t, dice=tuple(die.number for die in dice or fresh))
        return state.ruled("void_roll", event.t, event.known, why, rule=rule, dice=descending(fresh), evidence=seen)
    light, dark = dice
    starter = opening.starter(light.value, dark.value)
    if starter is None:
        return _tied(state, event, light)
    return _started(state, event, starter, light, dark)


def elsewhere(dice: Sequence[Die], t: float) -> Turn | None:
    """Two dice that lie in one half: the roll of a game that has begun, perhaps."""
    (side,) = halves if len(halves := {die.half for die in dice}) == 1 else (None,)
    numbers = tuple(die.number for die in dice)
    return None if side is None else Turn(side, rolls(dice), t, numbers, frozenset(numbers), frozenset(numbers))


def _furniture(state: Referee, event: DiceRested) -> frozenset[int]:
    """What lay on the bar or beside the board before the starting position stood is no opening roll: hinges, screws, a logo."""
    return frozenset(die.number for die in event.dice if die.half is None and die.since <= state.stood)


def _tied(state: Referee, event: DiceRested, die: Die) -> Step:
    ties = state.ties + 1
    money = not state.length and state.profile.cap(0) != 1
    cube = opening.automatic(ties, state.profile.automatic_doubles if money else 0)
    why = sentence("a tie: both roll again")
    if cube != state.cube:
        why = sentence("a tie: both roll again, the cube stands at {cube}", cube=cube.value)
    state = replace(state, ties=ties, cube=cube)
    return state.ruled("opening", event.t, event.known, why, rule="R11", dice=(die.value, die.value))


def _started(state: Referee, event: DiceRested, starter: Side, light: Die, dark: Die) -> Step:
    """The opener's turn ends with his own die lifted; the other's die is no part of it (§1.5 on 84)."""
    own = light if starter is Side.WHITE else dark
    numbers = frozenset({own.number})
    spots = (light.x, light.y), (dark.x, dark.y)
    turn = Turn(starter, rolls((light, dark)), event.t, (light.number, dark.number), numbers, numbers, spots)
    state = replace(state, phase=Phase.MOVING, side=starter, starter=starter, turn=turn, noted="", spoiled=None)
    high, low = max(light.value, dark.value), min(light.value, dark.value)
    why = sentence("{side} starts with {high} and {low}", side=starter, high=high, low=low)
    state, told = state.ruled(
        "opening", event.t, event.known, why, rule="R11", side=starter, dice=(light.value, dark.value),
        xgid=state.xgid(START, starter),
    )  # fmt: skip
    state, more = doubling.checked(state, event.t, event.known)
    return state, told + more


# --- dice of any roll ----------------------------------------------------------------------------------------------------------


def fresh_dice(state: Referee, event: DiceRested) -> tuple[Die, ...]:
    """Dice at rest that have not had their say yet."""
    own = state.turn.dice if state.turn else ()
    return tuple(die for die in event.dice if die.number not in state.spent and die.number not in own)


def taken(state: Referee, event: DiceRested, roller: Side | None = None) -> tuple[Referee, tuple[Die, ...]]:
    """(state, the two dice of a new roll), or () while they do not lie there. What was taken for a die long before is none of it;
    of more than two those count that look most like the roller's."""
    present = frozenset(die.number for die in event.dice)
    fresh = fresh_dice(state, event)
    last = max((die.since for die in fresh), default=0.0)
    together = [die for die in fresh if roller is None or last - die.since <= TOGETHER]
    if len(together) < 2:
        return (state if state.spent <= present else replace(state, spent=state.spent & present)), ()
    likely = sorted(together, key=lambda die: (-like(die, roller), -die.since))[:2]
    return replace(state, spent=present), tuple(sorted(likely, key=lambda die: die.number))


def like(die: Die, roller: Side | None) -> float:
    """How much a die looks like one of the roller's, and like a die at all: what is none can seldom be read."""
    odds = PLAIN * min(2.0 * READ, -sorted(die.faces)[-2])
    return odds if roller is None else odds + owned(die, roller)


def plain(die: Die) -> bool:
    """Whether a face can be read: what is no die seldom shows one, and rules no roll out."""
    return sorted(die.faces)[-2] <= -READ


def owned(die: Die, roller: Side) -> float:
    """How much a die looks like one of the roller's: by its colour and by the half in which it lies."""
    return roller * die.light + OWN * (die.half is roller)


def looked_at(event: DiceRested, dice: Sequence[Die]) -> bool:
    """Whether dice have lain there so long that it is clear how they lie, and that no other belongs to them."""
    return all(event.known - die.since >= LOOK - 1e-6 for die in dice)


def descending(dice: Sequence[Die]) -> tuple[int, int]:
    high, low = sorted((die.value for die in dice), reverse=True)
    return high, low
