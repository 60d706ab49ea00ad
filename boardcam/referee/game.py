"""The phases as a table: what each event means in each phase.

A pair that is missing in `TABLE` cannot be explained: the verdict is *unsure*, never an exception. `IGNORED` are the pairs that
mean nothing. The diagram of the phases can be read off the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardcam.events import BoardRested, CameraBack, CameraLost, DiceLifted, DiceRested, Event, Pressed
from boardcam.referee import opening, press, roll, turn
from boardcam.referee.state import Phase, Referee, Step

Key = type[Any] | str
"""An event's class; of a press its button."""
Rule = Callable[[Referee, Any], Step]


def nothing(state: Referee, event: Event) -> Step:
    """The event says nothing in this phase."""
    return state, ()


def lost(state: Referee, event: CameraLost) -> Step:
    """The picture is gone; the match goes on when it is back."""
    return state.ruled(
        "camera", event.t, event.known, "the board cannot be seen: the camera or the board has moved, or no picture comes"
    )


def back(state: Referee, event: CameraBack) -> Step:
    return state.ruled("camera", event.t, event.known, "the board is seen again")


TABLE: dict[tuple[Phase, Key], Rule] = {
    (Phase.SETUP, BoardRested): opening.board,
    (Phase.SETUP, DiceRested): opening.early,
    (Phase.SETUP, DiceLifted): nothing,
    (Phase.SETUP, "confirm"): press.start,
    (Phase.SETUP, "undo"): press.undo,
    (Phase.OPENING, BoardRested): opening.again,
    (Phase.OPENING, DiceRested): opening.rolled,
    (Phase.OPENING, DiceLifted): nothing,
    (Phase.ROLLING, BoardRested): turn.board,
    (Phase.ROLLING, DiceRested): roll.to_roll,
    (Phase.ROLLING, DiceLifted): roll.away,
    (Phase.ROLLING, "double"): press.double,
    (Phase.ROLLING, "resign"): press.resign,
    (Phase.ROLLING, "confirm"): press.accept,
    (Phase.ROLLING, "undo"): press.undo,
    (Phase.MOVING, BoardRested): turn.board,
    (Phase.MOVING, DiceRested): roll.during,
    (Phase.MOVING, DiceLifted): turn.lifted,
    (Phase.MOVING, "double"): press.double_late,
    (Phase.MOVING, "resign"): press.resign,
    (Phase.MOVING, "confirm"): press.end,
    (Phase.MOVING, "clock"): press.clock,
    (Phase.MOVING, "undo"): press.undo,
    (Phase.DOUBLED, BoardRested): turn.board,
    (Phase.DOUBLED, DiceRested): roll.unanswered,
    (Phase.DOUBLED, DiceLifted): nothing,
    (Phase.DOUBLED, "take"): press.take,
    (Phase.DOUBLED, "pass"): press.give,
    (Phase.DOUBLED, "resign"): press.resign,
    (Phase.OVER, BoardRested): nothing,
    (Phase.OVER, DiceRested): nothing,
    (Phase.OVER, DiceLifted): nothing,
    (Phase.OVER, "undo"): press.undo,
    **{(phase, CameraLost): lost for phase in Phase},
    **{(phase, CameraBack): back for phase in Phase},
    **{(phase, button): nothing for phase in Phase for button in ("review", "hint")},
}


def step(state: Referee, event: Event) -> Step:
    """What an event leads to."""
    key: Key = event.button if isinstance(event, Pressed) else type(event)
    rule = TABLE.get((state.phase, key))
    return rule(state, event) if rule else _unexplained(state, event)


def _unexplained(state: Referee, event: Event) -> Step:
    what = f"“{event.button}” was pressed" if isinstance(event, Pressed) else type(event).__name__
    known = event.t if isinstance(event, Pressed) else event.known
    return state.ruled("unsure", event.t, known, f"{what}, which means nothing now: {state.phase.value}")
