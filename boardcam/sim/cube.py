"""The cube at the simulated table: when it is turned and how it is moved (R47-R53)."""

from __future__ import annotations

from boardcam.events import Button
from boardcam.rules.position import Side
from boardcam.sim import players, throws
from boardcam.sim.session import Session


def offered(session: Session, side: Side) -> bool:
    """The player on roll doubles, or not; the answer is whether the game goes on."""
    may = session.stage.cube is not None and session.cube.may_offer(side, crawford=session.score.crawford)
    ordered = may and session.due("doubled") is not None
    wants = not session.score.dead(session.cube, side) and players.doubles(session.position, side)
    if not may or not (ordered or wants):
        return True
    stage = session.stage
    stage.wait(0.5, 1.0)
    _press(session, "double", side)
    session.rule("doubled", side, "R49", f"{side.colour} doubles to {2 * session.cube.value}")
    stage.move_cube(side, *_middle(session, side.other), 2 * session.cube.value)
    stage.withdraw(side)
    stage.wait(1.0, 2.5)
    if ordered:
        session.done()
    return _answered(session, side.other, ordered)


def _press(session: Session, button: Button, side: Side) -> None:
    """Where the players have buttons, they say with them what they do with the cube."""
    if session.buttons:
        session.press(button, side)


def _answered(session: Session, side: Side, ordered: bool) -> bool:
    """Taken or passed; a double that was ordered is taken."""
    if not ordered and not players.takes(session.position, side):
        _press(session, "pass", side)
        session.rule("passed", side, "R51", f"{side.colour} passes")
        session.won(side.other, 1, "R51", f"{side.colour} passed")
        return False
    _press(session, "take", side)
    session.cube = session.cube.taken(side)
    session.rule("taken", side, "R52", f"{side.colour} takes and owns the cube at {session.cube.value}")
    session.stage.move_cube(side, *session.stage.layout.cube_spot(side), session.cube.value)
    session.stage.withdraw(side)
    return True


def _middle(session: Session, side: Side) -> throws.Spot:
    """A free spot in the right half of the player who is doubled."""
    layout, stage = session.stage.layout, session.stage
    things = [(checker.x, checker.y) for checker in stage.checkers]
    half, room = layout.seating.right_half(side), layout.measures.diameter / 2 + 0.75 * layout.measures.cube
    return throws.free(layout, half, things, room, (), room, stage.rng)
