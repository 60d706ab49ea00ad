"""Rolls: dice thrown into the roller's right half (R83), and those that do not count (R84)."""

from __future__ import annotations

from collections.abc import Sequence

from boardcam.rules.position import Side
from boardcam.sim import throws
from boardcam.sim.incidents import SPOILED, Incident
from boardcam.sim.scene import DiePose
from boardcam.sim.session import Session
from boardcam.sim.throws import Spot

WHY = {
    "cocked": "a die does not lie flat",
    "on_checker": "a die lies on a checker",
    "wrong_half": "the dice do not lie in the roller's right half",
    "both_halves": "the dice do not both lie in the roller's right half",
}


def drawn(session: Session) -> tuple[int, int]:
    """Two faces."""
    return session.rng.randint(1, 6), session.rng.randint(1, 6)


def descending(faces: Sequence[int]) -> tuple[int, int]:
    return max(faces), min(faces)


def roll(session: Session, side: Side, faces: tuple[int, int], things: Sequence[Spot]) -> tuple[DiePose, ...]:
    """A roll that counts, after a spoiled one if it is time for that. `things`: spots where a die would lie in the way."""
    incident = session.due(*SPOILED)
    if incident and (incident != "on_checker" or _checkers_at_hand(session, side)):
        _spoiled(session, side, incident)
        session.done()
    dice = thrown(session, side, faces, things)
    session.rule("rolled", side, "R16", f"{side.colour} rolls", dice=descending(faces))
    return dice


def thrown(session: Session, side: Side, faces: Sequence[int], things: Sequence[Spot]) -> tuple[DiePose, ...]:
    """Dice thrown that lie flat in the right half."""
    halves = [session.stage.layout.seating.right_half(side)] * len(faces)
    return _throw(session, _flat(session, side, faces, halves, things))


def _spoiled(session: Session, side: Side, incident: Incident) -> None:
    """A roll that does not count: seen, lifted and, a moment later, to be rolled again."""
    faces, right = drawn(session), session.stage.layout.seating.right_half(side)
    dice = _throw(session, _bad(session, side, incident, faces, right))
    session.rule("void_roll", side, "R84", f"{WHY[incident]}: {side.colour} rolls again", dice=descending(faces))
    session.stage.wait(0.6, 1.2)
    session.stage.lift(side, dice)
    session.stage.withdraw(side)
    session.stage.wait(0.4, 0.8)


def _bad(session: Session, side: Side, incident: Incident, faces: tuple[int, int], right: str) -> list[DiePose]:
    stage, rng = session.stage, session.stage.rng
    if incident in ("cocked", "on_checker"):
        make = throws.cocked if incident == "cocked" else throws.on_checker
        bad = make(stage.layout, side, faces[0], right, stage.checkers, rng)
        return [bad, throws.flat(stage.layout, side, faces[1], right, _spots(session), (*stage.dice, bad), rng)]
    wrong = throws.other(right)
    return _flat(session, side, faces, [wrong, wrong if incident == "wrong_half" else right], ())


def _flat(session: Session, side: Side, faces: Sequence[int], halves: Sequence[str], things: Sequence[Spot]) -> list[DiePose]:
    stage, dice = session.stage, list[DiePose]()
    for face, half in zip(faces, halves, strict=True):
        dice.append(throws.flat(stage.layout, side, face, half, [*_spots(session), *things], (*stage.dice, *dice), stage.rng))
    return dice


def _throw(session: Session, dice: list[DiePose]) -> tuple[DiePose, ...]:
    session.stage.throw(dice)
    return tuple(dice)


def _spots(session: Session) -> list[Spot]:
    return [(checker.x, checker.y) for checker in session.stage.checkers]


def _checkers_at_hand(session: Session, side: Side) -> bool:
    """There are checkers in the right half for a die to lie on."""
    board, half = session.stage.layout.board, session.stage.layout.seating.right_half(side)
    return any(board.half(checker.x, checker.y) == half for checker in session.stage.checkers)


def one_each(session: Session, light: int, dark: int, things: Sequence[Spot]) -> tuple[DiePose, DiePose]:
    """The opening roll (R11): each player throws one die into his own right half, at about the same time."""
    seating = session.stage.layout.seating
    first, second = (
        _flat(session, side, [face], [seating.right_half(side)], things)[0]
        for side, face in ((Side.WHITE, light), (Side.BLACK, dark))
    )
    _throw(session, [first, second])
    return first, second


def both_lifted(session: Session, dice: Sequence[DiePose]) -> None:
    """After a tie everybody takes his die back."""
    for die in dice:
        session.stage.lift(die.side, [die])
        session.stage.withdraw(die.side)
