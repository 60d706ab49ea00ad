"""The phases as a table: what each event means in each phase.

A pair that is missing in `TABLE` cannot be explained: the verdict is *unsure*, never an exception. `IGNORED` are the pairs that
mean nothing. `docs/phases.md` is drawn from the table, by `boardcam.phases`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardcam.events import BoardRested, Button, CameraBack, CameraLost, CubeRested, DiceLifted, DiceRested, Event, Pressed
from boardcam.referee import doubling, opening, press, reopening, resigning, roll, turn
from boardcam.referee.frozen import replace
from boardcam.referee.state import Phase, Referee, Step
from boardcam.rules.sentence import Sentence, sentence

BLIND = 2.0
"""s in which a side may roll and play."""
Key = type[Any] | str
"""An event's class; of a press its button."""
Rule = Callable[[Referee, Any], Step]
BUTTONS: dict[Button, Sentence] = {
    "confirm": sentence("confirm"), "review": sentence("review"), "undo": sentence("undo"), "double": sentence("double"),
    "take": sentence("take"), "pass": sentence("pass"), "resign": sentence("resign"), "hint": sentence("hint"),
    "clock": sentence("clock"), "pause": sentence("pause"), "cup": sentence("cup"),
}  # fmt: skip
"""What is written on them."""


def nothing(state: Referee, event: Event) -> Step:
    """The event says nothing in this phase."""
    return state, ()


def lost(state: Referee, event: CameraLost) -> Step:
    """The picture is gone; the match goes on when it is back."""
    why = sentence("the board cannot be seen: the camera or the board has moved, or no picture comes")
    return state.ruled("camera", event.t, event.known, why)


def back(state: Referee, event: CameraBack) -> Step:
    """The board is seen again where the match was left."""
    return state.ruled("camera", event.t, event.known, sentence("the board is seen again"))


def meanwhile(state: Referee, event: Event) -> Step:
    """RESIGNING: the game goes on under the offer."""
    after, told = step(replace(state, phase=state.paused or Phase.ROLLING), event)
    return resigning.goes_on(state, after), told


def played_on(state: Referee, event: Event) -> Step:
    """RESIGNING: what is done says no to the offer."""
    return step(resigning.resumed(state), event)


def answered(state: Referee, event: Pressed) -> Step:
    """ROLLING: a double that was refused is answered by the other side, for it was in turn; any other answer means nothing."""
    return doubling.agreed(state, event) or _unexplained(state, event)


TABLE: dict[tuple[Phase, Key], Rule] = {
    (Phase.SETUP, BoardRested): opening.board,
    (Phase.SETUP, DiceRested): opening.early,
    (Phase.SETUP, DiceLifted): nothing,
    (Phase.SETUP, CubeRested): doubling.moved,
    (Phase.SETUP, "confirm"): press.start,
    (Phase.SETUP, "resign"): press.lost_it,
    (Phase.SETUP, "undo"): press.undo,
    (Phase.OPENING, BoardRested): opening.again,
    (Phase.OPENING, DiceRested): reopening.to_open,
    (Phase.OPENING, DiceLifted): nothing,
    (Phase.OPENING, CubeRested): doubling.moved,
    (Phase.OPENING, "resign"): press.lost_it,
    (Phase.ROLLING, BoardRested): turn.board,
    (Phase.ROLLING, DiceRested): reopening.to_roll,
    (Phase.ROLLING, DiceLifted): roll.away,
    (Phase.ROLLING, CubeRested): doubling.to_roll,
    (Phase.ROLLING, "double"): press.double,
    (Phase.ROLLING, "take"): answered,
    (Phase.ROLLING, "pass"): answered,
    (Phase.ROLLING, "resign"): resigning.offered,
    (Phase.ROLLING, "confirm"): press.accept,
    (Phase.ROLLING, "review"): press.review,
    (Phase.ROLLING, "undo"): press.undo,
    (Phase.MOVING, BoardRested): turn.board,
    (Phase.MOVING, DiceRested): roll.during,
    (Phase.MOVING, DiceLifted): turn.lifted,
    (Phase.MOVING, CubeRested): doubling.during,
    (Phase.MOVING, "double"): press.double_late,
    (Phase.MOVING, "resign"): resigning.offered,
    (Phase.MOVING, "confirm"): press.end,
    (Phase.MOVING, "take"): press.let_stand,
    (Phase.MOVING, "pass"): press.roll_again,
    (Phase.MOVING, "review"): press.roll_again,
    (Phase.MOVING, "clock"): press.clock,
    (Phase.MOVING, "undo"): press.undo,
    (Phase.DOUBLED, BoardRested): turn.board,
    (Phase.DOUBLED, DiceRested): roll.unanswered,
    (Phase.DOUBLED, DiceLifted): roll.away,
    (Phase.DOUBLED, CubeRested): doubling.answered,
    (Phase.DOUBLED, "take"): press.take,
    (Phase.DOUBLED, "pass"): press.give,
    (Phase.DOUBLED, "resign"): resigning.offered,
    (Phase.RESIGNING, BoardRested): resigning.board,
    (Phase.RESIGNING, DiceRested): meanwhile,
    (Phase.RESIGNING, DiceLifted): meanwhile,
    (Phase.RESIGNING, CubeRested): meanwhile,
    (Phase.RESIGNING, "take"): resigning.answered,
    (Phase.RESIGNING, "confirm"): resigning.answered,
    (Phase.RESIGNING, "pass"): resigning.answered,
    (Phase.RESIGNING, "undo"): resigning.answered,
    (Phase.RESIGNING, "resign"): resigning.offered,
    (Phase.RESIGNING, "double"): played_on,
    (Phase.OVER, BoardRested): nothing,
    (Phase.OVER, DiceRested): nothing,
    (Phase.OVER, DiceLifted): nothing,
    (Phase.OVER, CubeRested): doubling.moved,
    (Phase.OVER, "undo"): press.undo,
    **{(phase, CameraLost): lost for phase in Phase},
    **{(phase, CameraBack): back for phase in Phase},
    **{(phase, "hint"): press.hint for phase in Phase},
    **{(phase, "flag"): press.flag for phase in Phase},
    **{(phase, "review"): nothing for phase in Phase if phase not in (Phase.ROLLING, Phase.MOVING)},
    **{(phase, "cup"): press.cup for phase in Phase},
    **{(phase, "pause"): nothing for phase in Phase},  # the clock's own affair, as is a press of it between turns: `timing`
    **{(phase, "clock"): nothing for phase in Phase if phase is not Phase.MOVING},
}


def step(state: Referee, event: Event) -> Step:
    """What an event leads to."""
    if isinstance(event, BoardRested):
        blind = event.t if state.board and event.t - state.board.known > BLIND else state.blind
        state = replace(state, board=event, blind=blind)
    key: Key = event.button if isinstance(event, Pressed) else type(event)
    rule = TABLE.get((state.phase, key))
    return rule(state, event) if rule else _unexplained(state, event)


def _unexplained(state: Referee, event: Event) -> Step:
    phase: Sentence = state.phase.value
    what = BUTTONS[event.button] if isinstance(event, Pressed) else sentence("what was seen")
    known = event.t if isinstance(event, Pressed) else event.known
    why = sentence("“{button}” was pressed, which means nothing now: {phase}", button=what, phase=phase)
    return state.ruled("unsure", event.t, known, why)
