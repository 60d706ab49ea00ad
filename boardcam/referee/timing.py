"""The clock beside the game: what presses and rulings mean for the players' time (§2.1).

Players press: a side's press ends its time, the middle press (`pause`) stops both clocks and sets them going again. Rulings say the
rest: the opening roll gives the starter his time, a double and its answer hand it over, a turn that ended in any other way than by
a press ends there, the end of a game stops both. Void rolls and a lost camera stop nothing.

A flag that falls is told once; the match goes on until the players end it. Taking a turn back gives the turn back, not the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boardcam.events import Event, Kind, Pressed, Verdict
from boardcam.referee.frozen import replace
from boardcam.referee.state import Referee, Step
from boardcam.rules.clock import Change, Clock, What, told
from boardcam.rules.position import Side
from boardcam.rules.sentence import sentence

RULED: dict[Kind, What] = {"opening": "runs", "rolled": "begins", "played": "ends", "danced": "ends", "illegal": "ends",
                           "doubled": "ends", "taken": "ends", "game": "over", "match": "over"}  # fmt: skip
"""What a ruling does to its side's time; of others see `_ruled`."""


def kept(before: Referee, event: Event, step: Step) -> Step:
    """A step with the clock moved on. `before` is the state before it: a turn taken back takes no clock back."""
    state, verdicts = step
    if before.clock is None:
        return step
    clock = told(before.clock, _changes(event, verdicts))
    known = event.t if isinstance(event, Pressed) else event.known
    flag = None if before.flagged else clock.flag(known)
    state = replace(state, clock=clock, flagged=before.flagged or flag is not None)
    if flag is None:
        return _timed(state, clock, verdicts)
    side, t = flag
    why = sentence("{side}'s time is up; what follows is for the players or the director to say", side=side)
    told_now, more = state.ruled("warned", t, known, why, rule="§2.1", side=side)
    return _timed(state if verdicts else told_now, clock, verdicts + more)


def _timed(state: Referee, clock: Clock, verdicts: tuple[Verdict, ...]) -> Step:
    """The verdicts with what both clocks showed."""
    said = tuple(replace(v, clock=(clock.shown(Side.WHITE, v.t), clock.shown(Side.BLACK, v.t))) for v in verdicts)
    last = next((new for new, old in zip(said, verdicts, strict=True) if old is state.last), state.last)
    return replace(state, last=last), said


def _changes(event: Event, verdicts: Iterable[Verdict]) -> Iterator[Change]:
    if isinstance(event, Pressed) and event.button in ("clock", "pause"):
        yield Change(event.t, "ends" if event.button == "clock" else "pauses", event.side)
    for verdict in verdicts:
        what = _ruled(verdict)
        if what and (verdict.side or what == "over"):
            yield Change(verdict.t, what, verdict.side)


def _ruled(verdict: Verdict) -> What | None:
    if verdict.kind == "doubled" and not verdict.legal:
        return None  # a double that was void
    if verdict.kind == "corrected" and verdict.dice is None:
        return "runs"  # a turn taken back
    if verdict.kind == "unsure" and verdict.rule is None and (verdict.dice or verdict.evidence.before):
        return "ends"  # the doubt is about a turn that is over, told for the first time
    return RULED.get(verdict.kind)
