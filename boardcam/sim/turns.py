"""A turn acted out: the play by hand, the lift, and what may go wrong between them (R85, R86, R87)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from boardcam.rules import scoring
from boardcam.rules.faults import Fault, apparent, fault
from boardcam.rules.play import Play
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import Position, Side
from boardcam.sim import players, rolls
from boardcam.sim.carries import Carry, after, between, of_play
from boardcam.sim.incidents import Incident
from boardcam.sim.scene import DiePose
from boardcam.sim.session import Session
from boardcam.sim.slips import slip
from boardcam.sim.throws import Spot


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player is going to do with a roll."""

    side: Side
    roll: tuple[int, int]
    before: Position
    legal: Mapping[Position, Play]
    play: Play
    """What stands on the board when he lifts his dice."""
    end: Position
    incident: Incident | None = None
    first: Play | None = None
    """What he plays first and then takes back."""
    fault: Fault | None = None
    """What is wrong with the play."""


def plan(session: Session, side: Side, roll: tuple[int, int]) -> Plan:
    """Choose a play, and an incident of the play if one is due and this roll allows it."""
    before, rng = session.position, session.rng
    legal = legal_plays(before, side, roll)
    if not legal:
        return Plan(side, roll, before, legal, Play(), before)
    end = players.choose(legal, side, rng)
    usual = Plan(side, roll, before, legal, legal[end], end)
    incident = session.due("illegal", "illegal_corrected", "changed", "premature")
    if incident in ("illegal", "illegal_corrected"):
        return _wrong(usual, incident, rng)
    if incident == "changed" and len(legal) > 1:
        first = players.choose([position for position in legal if position != end], side, rng)
        return replace(usual, incident=incident, first=legal[first])
    if incident == "premature" and not may_overlap(before, len(legal)) and not scoring.winner(end):
        return replace(usual, incident=incident)
    return usual


def _wrong(usual: Plan, incident: Incident, rng: random.Random) -> Plan:
    """An illegal play instead, if the roll invites one."""
    wrong = slip(usual.before, usual.side, usual.legal, rng)
    if wrong is None:
        return usual
    end = after(usual.before, usual.side, wrong.moves)
    return replace(usual, play=wrong, end=end, incident=incident, fault=fault(usual.before, usual.side, usual.roll, end))


def may_overlap(position: Position, choices: int) -> bool:
    """Rolls may overlap with this turn (R86): the play is forced, or both sides bear off without contact."""
    at_home = not any(position.count(side, point) for side in Side for point in range(7, 26))
    return choices <= 1 or at_home


def landings(session: Session, plan: Plan) -> list[Spot]:
    """Spots where checkers will stand in this turn; dice keep clear of them."""
    layout = session.stage.layout
    plays = [plan.play, *([plan.first] if plan.first else []), *([plan.fault.nearest] if plan.fault else [])]
    points = {move.end for play in plays for move in play.moves if move.end}
    spots = []
    for row in {layout.row(plan.side, point) for point in points}:
        there = len(session.stage.stacks[row])
        spots += [layout.board.spot(row, nth, layout.measures.diameter)[:2] for nth in range(there, there + 4)]
    return spots


def take(session: Session, plan: Plan, dice: Sequence[DiePose]) -> None:
    """Play on the stage what is planned; `dice` are the mover's own, which he lifts in the end."""
    stage, side = session.stage, plan.side
    stage.wait(*((0.4, 1.3) if plan.legal else (1.0, 1.8)))  # that nothing can be played takes a second look
    if plan.first:
        _carry(session, side, of_play(plan.first, side))
        stage.wait(0.4, 1.0)
        _carry(session, side, between(after(session.position, side, plan.first.moves), plan.end))
    else:
        _carry(session, side, of_play(plan.play, side))
    if stage.rng.random() < 0.4:  # a look at the board before the hand goes to the dice
        stage.withdraw(side)
        stage.wait(0.2, 0.8)
    if plan.incident == "premature":
        _premature(session, side.other)
    _end(session, plan, dice)


def _end(session: Session, plan: Plan, dice: Sequence[DiePose]) -> None:
    """The dice are lifted: the play is final (R85)."""
    stage, side = session.stage, plan.side
    stage.lift(side, dice)
    session.position, session.turn = plan.end, side.other
    _rule(session, plan)
    stage.withdraw(side)
    if plan.incident == "illegal_corrected" and plan.fault:
        _correct(session, plan, plan.fault)
    if plan.incident:
        session.done()
    session.turns += 1


def _rule(session: Session, plan: Plan) -> None:
    side, dice = plan.side, rolls.descending(plan.roll)
    if plan.fault:
        shown = apparent(plan.before, side, plan.end, plan.roll)
        session.rule("illegal", side, plan.fault.rule, plan.fault.why, dice, shown, legal=False)
    elif plan.play.moves:
        why = f"{side.colour} changed his play before lifting his dice" if plan.first else f"{side.colour} has lifted his dice"
        session.rule("played", side, "R85", why, dice, plan.play, legal=True)
    else:
        session.rule("danced", side, "R34", f"{side.colour} cannot move", dice, plan.play, legal=True)


def _premature(session: Session, eager: Side) -> None:
    """The opponent rolls too early (R86), sees it and takes his dice back."""
    stage, faces = session.stage, rolls.drawn(session)
    stage.withdraw(eager.other)
    dice = rolls.thrown(session, eager, faces, ())
    why = f"{eager.other.colour} has not lifted his dice: the roll is void and {eager.colour} rolls again"
    session.rule("premature", eager, "R86", why, rolls.descending(faces))
    stage.wait(0.8, 1.4)
    stage.lift(eager, dice)
    stage.withdraw(eager)
    stage.wait(0.3, 0.8)


def _correct(session: Session, plan: Plan, fault: Fault) -> None:
    """The player puts his illegal play right before the next roll (R87)."""
    stage, side = session.stage, plan.side
    stage.wait(1.6, 2.6)  # long enough for the referee to call it
    _carry(session, side, between(plan.end, fault.position))
    session.position = fault.position
    session.rule(
        "corrected", side, "R87", f"{side.colour} puts his play right", rolls.descending(plan.roll), fault.nearest, legal=True
    )
    stage.withdraw(side)
    stage.wait(0.3, 0.7)


def _carry(session: Session, hand: Side, carries: Iterable[Carry]) -> None:
    layout = session.stage.layout
    for carry in carries:
        session.stage.carry(hand, layout.row(carry.side, carry.start), layout.row(carry.side, carry.end))
