"""What the players say about the past: as sure as anything that eyes can see, and heard before it.

A match is replayed with its corrections in `Referee.corrections`. What was rolled is put right in the events, before anything is
decided by them; a play, the cube, a winner or a score where they are decided. All that follows comes from the ordinary replay. A
correction that finds nothing to correct, for an earlier one has changed what was told, says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields

from boardcam.events import (
    Correction,
    CubeCorrected,
    CubeRested,
    DiceLifted,
    DiceRested,
    Die,
    Event,
    GameCorrected,
    Pressed,
    ScoreCorrected,
    TurnCorrected,
    Undone,
    Verdict,
)
from boardcam.referee.frozen import replace
from boardcam.referee.infer import Explanation, legal
from boardcam.referee.state import Phase, Referee, Step, Turn
from boardcam.rules import notation
from boardcam.rules.plays import carried_out
from boardcam.rules.position import Side
from boardcam.rules.sentence import sentence

CERTAIN = 99.0
"""Log-odds of what somebody says who was there."""
MOMENT = 0.001
"""s after the turn before, at which a double is said to have been made."""
SAID = sentence("so the players say")


def in_force(said: Iterable[Correction]) -> tuple[Correction, ...]:
    """The corrections that count: without those taken back, and of several on one turn, roll of the cube or game the last word."""
    said = list(said)
    undone = {correction.of for correction in said if isinstance(correction, Undone)}
    found: dict[object, Correction] = {}
    for correction in said:
        if correction.number in undone or isinstance(correction, Undone):
            continue
        place = _place(correction)
        before = found.pop(place, None)
        found[place] = _added(before, correction) if isinstance(before, TurnCorrected) else correction
    return tuple(found.values())


def _place(correction: Correction) -> object:
    """What a correction speaks of; each word on the score is one of its own."""
    match correction:
        case TurnCorrected(t=t):
            return "turn", t
        case CubeCorrected(since=since):
            return "cube", since
        case GameCorrected(stood=stood):
            return "game", stood
        case _:
            return correction.number


def _added(before: TurnCorrected, later: Correction) -> TurnCorrected:
    told = {f.name: value for f in fields(later) if (value := getattr(later, f.name)) not in (None, ())}
    return replace(before, **told)


# --- in the events -------------------------------------------------------------------------------------------------------------


def heard(state: Referee, event: Event) -> Event | None:
    """The event as it was in truth; None = nothing happened."""
    match event:
        case DiceRested():
            dice = (_die(state, die) for die in event.dice)
            return replace(event, dice=tuple(die for die in dice if die is not None))
        case DiceLifted():
            lifted = tuple(number for number in event.dice if not _is_none(state, number))
            return replace(event, dice=lifted) if lifted else None
        case Pressed(button="double" | "take" | "pass") | CubeRested():
            return None if state.phase in (Phase.ROLLING, Phase.DOUBLED) and _on_cube(state) else event
        case _:
            return event


def _die(state: Referee, die: Die) -> Die | None:
    said = _on_die(state, die.number)
    if said is None:
        return die
    nth = min(said.numbers.index(die.number), 1)
    if said.dice:
        die = replace(die, faces=tuple(0.0 if face == said.dice[nth] else -CERTAIN for face in range(1, 7)))
    if said.side:
        die = replace(die, half=said.side)
    if said.lie == "good":
        roller = (Side.WHITE, Side.BLACK)[nth] if state.phase is Phase.OPENING else said.side or state.side
        die = replace(die, flat=CERTAIN, on_checker=-CERTAIN, half=roller)
    if said.lie == "void":
        die = replace(die, flat=-CERTAIN)
    return None if said.lie == "none" else die


def _is_none(state: Referee, number: int) -> bool:
    said = _on_die(state, number)
    return said is not None and said.lie == "none"


def _on_die(state: Referee, number: int) -> TurnCorrected | None:
    return next((said for said in state.corrections if isinstance(said, TurnCorrected) and number in said.numbers), None)


def roller(state: Referee, dice: Sequence[Die]) -> Side | None:
    """Who is said to have rolled these dice; None = nobody says anything."""
    said = [_on_die(state, die.number) for die in dice]
    return next((correction.side for correction in said if correction and correction.side), None)


# --- on a turn -----------------------------------------------------------------------------------------------------------------


def certain(state: Referee, turn: Turn) -> Turn:
    """The turn with the dice that are said to have been rolled, where they could not be put right in the events."""
    said = _on_turn(state, turn)
    if said is None or said.dice is None:
        return turn
    return replace(turn, rolls=(((max(said.dice), min(said.dice)), 0.0),))


def played(state: Referee, turn: Turn) -> tuple[Turn, Explanation] | None:
    """The turn and what is said to have been played; None where nobody says anything, or what cannot be carried out."""
    said = _on_turn(state, turn)
    if said is None or said.play is None or turn.earlier is not None:
        return None
    told = replace(turn, margin=CERTAIN, remarks=(*turn.remarks, SAID))
    results = legal(state.position, turn.side, turn.rolls, state.profile.variant)
    try:
        written = notation.parse(said.play)
        for roll, score in turn.rolls:
            plays = {result.position: result.play for result in results if result.roll == roll}
            found = notation.find(written, plays) or carried_out(state.position, turn.side, written)
            if found in plays:
                return told, Explanation(roll, found, plays[found], score)
    except ValueError:
        return None
    return (told, Explanation(turn.read, found, None, 0.0)) if turn.read else None


def speaks_of(state: Referee, turn: Turn) -> bool:
    """Whether somebody who was there has said what was rolled, or by whom."""
    return _on_turn(state, turn) is not None


def _on_turn(state: Referee, turn: Turn) -> TurnCorrected | None:
    return next((said for said in state.corrections if isinstance(said, TurnCorrected) and is_on(said, turn.t, turn.dice)), None)


def is_on(said: TurnCorrected, rolled: float | None, dice: Sequence[int]) -> bool:
    """Whether a correction speaks of the turn with these dice, or of one that nobody saw rolled."""
    return said.t == rolled or (bool(dice) and set(said.numbers) == set(dice))


# --- on the cube, a game, the score --------------------------------------------------------------------------------------------


def time(event: Event) -> float:
    """An event's place in the order of things, s."""
    return event.t if isinstance(event, Pressed) else event.known


def due(state: Referee) -> float:
    """Since when the side whose turn it is may double or roll, s."""
    return max(state.since, state.stood)


def _on_cube(state: Referee) -> CubeCorrected | None:
    since = due(state)
    return next((said for said in state.corrections if isinstance(said, CubeCorrected) and said.since == since), None)


def pressed(state: Referee) -> tuple[Referee, tuple[Pressed, ...]]:
    """What should have been pressed before the roll that is due, if somebody says so: a double and its answer; once."""
    said = _on_cube(state)
    if said is None or said.answer == "none" or said.number in state.said or state.phase is not Phase.ROLLING or state.side is None:
        return state, ()
    t = due(state) + MOMENT
    state = replace(state, said=state.said | {said.number})
    assert state.side is not None
    return state, (Pressed(t, "double", state.side), Pressed(t, said.answer, state.side.other))


def won(state: Referee) -> GameCorrected | None:
    """Who is said to have won this game."""
    games = (said for said in state.corrections if isinstance(said, GameCorrected) and said.stood == state.stood)
    return next((said for said in games if said.kind in (1, 2, 3)), None)


def over(state: Referee, event: Event) -> bool:
    """Whether this game is said to be over by now, though nothing tells so."""
    said = won(state)
    return said is not None and said.t is not None and time(event) >= said.t and state.phase not in (Phase.SETUP, Phase.OVER)


def scored(state: Referee, event: Event) -> Step:
    """The score put right once its time has come."""
    now, told = time(event), tuple[Verdict, ...]()
    for said in state.corrections:
        if isinstance(said, ScoreCorrected) and said.number not in state.said and now >= said.t:
            state, more = _scored(state, said, now)
            told += more
    return state, told


def _scored(state: Referee, said: ScoreCorrected, now: float) -> Step:
    state = replace(state, said=state.said | {said.number})
    try:
        score, kept = state.score.corrected(said.points, said.reason)
    except ValueError:
        return state, ()
    state = replace(state, score=score)
    if state.phase is Phase.OVER and score.winner is None:
        state = replace(state, phase=Phase.SETUP)
    light, dark = kept.after
    reason = str(kept.reason)
    why = sentence("the score is put right: light {light}, dark {dark} ({reason})", light=light, dark=dark, reason=reason)
    state, told = state.ruled("corrected", now, now, why, xgid=state.xgid(state.position))
    if state.phase is not Phase.SETUP or score.winner is None:
        return state, told
    high, low = max(light, dark), min(light, dark)
    why = sentence("{side} wins the match {high}-{low}", side=score.winner, high=high, low=low)
    state, more = replace(state, phase=Phase.OVER).ruled("match", now, now, why, rule="R70", side=score.winner)
    return state, told + more
