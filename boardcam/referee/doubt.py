"""Turns that the board alone does not tell: the board after the next ones explains them, or they are said to be unsure.

What was played is asked, not invented: the game goes on from what the board shows, the record is marked, and the likeliest plays
are offered: one press takes them.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardcam.events import BoardRested, Verdict
from boardcam.referee import etiquette
from boardcam.referee.frozen import replace
from boardcam.referee.infer import MARGIN, Chain, Explanation, amiss, countless, credible, find_chain, unread, unread_slips
from boardcam.referee.reading import UNREAD, Reading, best, points, reading, remembered
from boardcam.referee.ruling import commit, finished, moved, stood, too_late
from boardcam.referee.shown import nearly, shown
from boardcam.referee.state import Line, Referee, Step, Turn
from boardcam.rules.position import Position
from boardcam.rules.sentence import counted, sentence

ASTRAY, LOOKED = 2, 0.6
"""Points that eyes hardly misread anew in one turn; s of looking after which the thread is lost when so many deny even the best
explanation."""


def chain(turn: Turn) -> tuple[Turn, ...]:
    """The undecided turns up to this one, the first one first."""
    return (*chain(turn.earlier), turn) if turn.earlier else (turn,)


def together(state: Referee, last: Turn, read: Reading, event: BoardRested) -> Step:
    """Turns in a row are explained by the board after the last of them."""
    turns = chain(last)
    after = [(turn.side, turn.rolls) for turn in turns[1:]]
    found = find_chain(_starts(state, turns[0], read), after, read.strict, state.profile.variant)
    margins = (min(m, amiss(t.rolls, p.roll)) for m, t, p in zip(found.margins, turns, found.plays, strict=True))
    found, end = replace(found, margins=tuple(margins)), found.plays[-1]
    last = replace(last, choices=(end,), margin=found.margins[-1], frames=event.frames)
    state = replace(state, open=last)
    refuted = read.refutes(end.position)
    if (len(read.denying(end.position)) >= ASTRAY or refuted) and event.known - event.t >= LOOKED:
        return taken_on(state, last, shown(read, end.position)[0], event)
    if len(read.against(end.position)) > 1 or refuted or found.ends < MARGIN:
        return state, ()
    return followed(state, (*turns[:-1], last), found, event)


def followed(state: Referee, turns: Sequence[Turn], found: Chain, event: BoardRested) -> Step:
    """The end of turns in a row is clear. Those that can be told are ruled on; of the others it is said that they cannot be, the
    game goes on from where they led to, and the likeliest plays are offered."""
    told, ways = tuple[Verdict, ...](), list[tuple[Turn, Explanation]]()
    for nth, (turn, play, margin) in enumerate(zip(turns, found.plays, found.margins, strict=True), 1):
        turn, seen = replace(turn, margin=margin), event if nth == len(turns) else None
        if margin >= MARGIN and not _guessed(state, play):
            state, more = decided(state, turn, play, event.known, seen)
        else:
            turn = replace(turn, before=state.position, choices=(play, *(c for c in turn.choices if c != play)))
            ways.append((turn, play))
            state, more = _passed_over(state, turn, play, event.known, seen)
        told += more
        if nth < len(turns):
            state, more = stood(state, turn.end(event.known), event.known, too_late(state))
            told += more
    return replace(state, ways=tuple(ways) if all(play.play for _, play in ways) else ()), told


def decided(state: Referee, turn: Turn, found: Explanation, known: float, board: BoardRested | None) -> Step:
    """A turn is plain. If it started from a guess, its play is offered, not told, until the stack is low enough to be counted."""
    if not _guessed(state, found):
        return commit(replace(state, guessed=False), turn, found, known, board)
    turn = replace(turn, before=state.position)
    state, told = _passed_over(state, turn, found, known, board)
    return replace(state, ways=((turn, found),)), told


def _guessed(state: Referee, found: Explanation) -> bool:
    """Whether a legal play started from a guess that is one still."""
    return found.play is not None and state.guessed and countless(found.position)


def _passed_over(state: Referee, turn: Turn, play: Explanation, known: float, board: BoardRested | None) -> Step:
    """A turn that cannot be told, though the position that it led to is clear."""
    state, told = doubted(state, turn, state.position, known, play.position)
    state = replace(moved(state, turn, play, known, board), open=None, lost="", shown=None)
    return finished(state, turn, told, known)


def _starts(state: Referee, first: Turn, read: Reading) -> Sequence[Explanation]:
    """How the first turn may have gone. A forced checker may have been moved after it was looked for, or never (§1.5 on 86)."""
    if not etiquette.forced(state.position, first.side, first.rolls, state.profile) and first.margin > 0:
        breaches = [breach for breach in first.breaches if credible(state.position, breach, first.side)]
        return sorted([*first.choices, *breaches], key=lambda start: -start.score)
    where = state.position, first.side, first.rolls, read.strict, state.profile.variant
    return [*unread(*where), *unread_slips(*where)]


def give_up(state: Referee, turn: Turn, known: float) -> Step:
    """Too many turns could not be told: the thread is lost. The game goes on from a guess until the board shows more."""
    guess = turn.choices[0].position if turn.choices else state.position
    told: tuple[Verdict, ...] = ()
    for each in chain(turn):
        state, more = doubted(state, each, state.position, known)
        told += more
    why = counted(
        "the last turn could not be seen; the game goes on from what the board shows next",
        "the last {n} turns could not be seen; the game goes on from what the board shows next",
        len(chain(turn)),
    )
    known_still = remembered(state.known, state.position, UNREAD, guess)
    state = replace(state, position=guess, known=known_still, open=None, lost="the last turns", guessed=countless(guess))
    state, more = state.ruled("lost", known, known, why)
    return state, told + more


def taken_on(state: Referee, turn: Turn, position: Position, event: BoardRested) -> Step:
    """The board shows what no play explains: take it on rather than call it illegal, and say what differs."""
    read, due = reading(event.counts, state.position, state.known), turn.choices[0].position if turn.choices else state.position
    differs = points(row for row in read.against(due) if row < 24) or sentence("the checkers")
    told: tuple[Verdict, ...] = ()
    for each in chain(turn):
        state, more = doubted(state, each, state.position, event.known)
        told += more
    found, t = bool(state.lost), turn.end(event.known)
    line = Line(nearly(read.lenient, position), best(event.counts))
    state = replace(state, position=position, known=line.known, open=None, lost="", line=line)
    if found:
        state, more = state.ruled("warned", t, event.known, sentence("the thread is found again: the game goes on from the board"))
    else:
        why = sentence("no play explains the board: look at {places}; the game goes on from what it shows", places=differs)
        state, more = state.ruled("lost", t, event.known, why)
    return state, told + more


def doubted(state: Referee, turn: Turn, before: Position, known: float, after: Position | None = None) -> Step:
    """A turn that nobody can tell: what was played is asked, not invented. `after` = where it led to, if that is clear."""
    likely = next((str(choice.play) for choice in turn.choices[:1] if choice.play and choice.play.moves), "")
    why = sentence("the play of {side} could not be seen: enter it or go on", side=turn.side)
    why = why.then(sentence("likeliest is {play}", play=likely) if likely else None)
    return state.ruled(
        "unsure", turn.end(known), known, why, side=turn.side, dice=turn.read, margin=turn.margin,
        xgid=None if after is None else state.xgid(after, turn.side.other), evidence=state.evidence(turn, before),
    )  # fmt: skip
