"""A chouette from the first throw for the order to the last payment: a state, events, and `advance` (rules 73-82).

Two players alone play single games for a stake by the same rules: one in the box, one captain, no order to throw for, no places to
change. Every event has an answer: the next state, or the same with a Refusal that says which rule is against it. Nothing raises.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from boardcam.rules import chouette_game, line, opening
from boardcam.rules.chouette_game import Game, Member
from boardcam.rules.cube import Refusal
from boardcam.rules.ledger import Ledger, Payment
from boardcam.rules.line import Line
from boardcam.rules.position import Side
from boardcam.rules.profile import Profile, preset
from boardcam.rules.scoring import FACTORS
from boardcam.rules.sentence import sentence


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody wants to play; between games he goes to the end of the line."""

    player: str


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody goes home; between games only. What he has won or lost stays in the ledger."""

    player: str


@dataclass(frozen=True, slots=True)
class Threw:
    """A die for the order of the line (74)."""

    player: str
    die: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A game begins: the opening roll is decided."""

    side: Side
    """The box's checkers."""
    ties: int = 0
    """Tied opening rolls before it (63)."""


@dataclass(frozen=True, slots=True)
class Doubled:
    """The box doubles, or a member of the team wants to (80)."""

    player: str
    against: str | None = None
    """With a cube each: the member whom the box doubles; None = all it may."""


@dataclass(frozen=True, slots=True)
class Disagreed:
    """A member of the team does not want to double."""

    player: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A double is taken or dropped."""

    player: str
    take: bool


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice were rolled: who wanted to double has waited too long (49)."""


@dataclass(frozen=True, slots=True)
class Won:
    """The game ended on the board, or was resigned."""

    winner: Side | None
    """None = a draw (67)."""
    kind: int = 1
    """1 single, 2 gammon, 3 backgammon."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A wrong payment is put right."""

    payer: str
    receiver: str
    points: int
    reason: str


Event = Joined | Left | Threw | Begun | Doubled | Disagreed | Answered | Rolled | Won | Corrected


@dataclass(frozen=True, slots=True)
class Chouette:
    """A chouette between two events."""

    profile: Profile = field(default_factory=lambda: preset("circle-free"))
    throws: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The players in the order in which they joined, with their dice for the order."""
    line: Line | None = None
    """None = the order is not decided yet."""
    game: Game | None = None
    """None = between games."""
    ledger: Ledger = field(default_factory=Ledger)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player for player, _ in self.throws)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who has to throw for the order; two players throw for none."""
        return line.waiting(dict(self.throws)) if self.line is None and len(self.throws) >= line.LEAST else ()


def advance(state: Chouette, event: Event) -> tuple[Chouette, Refusal | None]:
    """What follows from an event; with a Refusal the state is as it was."""
    match event:
        case Joined():
            after = _joined(state, event.player)
        case Left():
            after = _left(state, event.player)
        case Threw():
            after = _threw(state, event.player, event.die)
        case Begun():
            after = _begun(state, event)
        case Corrected():
            after = _corrected(state, event)
        case _:
            after = Refusal("R73", sentence("no game is being played")) if state.game is None else _played(state, state.game, event)
    return (state, after) if isinstance(after, Refusal) else (after, None)


def _joined(state: Chouette, player: str) -> Chouette | Refusal:
    if player in state.players or not player.strip():
        return Refusal("R73", sentence("{player} is no new player", player=repr(player)))
    if state.game is not None or (state.line is None and any(dice for _, dice in state.throws)):
        return Refusal("R77", sentence("newcomers wait for the end of the game, or of the throws for the order"))
    joined = replace(state, throws=(*state.throws, (player, ())))
    return joined if state.line is None else replace(joined, line=state.line.joined(player))


def _left(state: Chouette, player: str) -> Chouette | Refusal:
    if player not in state.players:
        return Refusal("R73", sentence("{player} does not play here", player=player))
    if state.game is not None:
        return Refusal("R73", sentence("who leaves waits for the end of the game"))
    throws = tuple((name, dice) for name, dice in state.throws if name != player)
    if state.line is not None:
        return replace(state, throws=throws, line=state.line.left(player) if throws else None)
    if len(throws) < line.LEAST:  # nothing to throw for: who joins now is to be let in, so no die counts
        return replace(state, throws=tuple((name, ()) for name, _ in throws))
    return replace(state, throws=throws, line=line.line(dict(throws)))


def _threw(state: Chouette, player: str, die: int) -> Chouette | Refusal:
    if len(state.players) < line.LEAST:
        return Refusal("R73", sentence("a chouette has {least} players or more", least=line.LEAST))
    if player not in state.waiting:
        return Refusal("R74", sentence("{player} has no die to throw", player=player))
    if not 1 <= die <= 6:
        return Refusal("R74", sentence("a die shows 1 to 6, not {die}", die=die))
    throws = tuple((name, (*dice, die) if name == player else dice) for name, dice in state.throws)
    return replace(state, throws=throws, line=line.line(dict(throws)))


def _begun(state: Chouette, event: Begun) -> Chouette | Refusal:
    if state.game is not None:
        return Refusal("R73", sentence("a game is being played"))
    if len(state.players) < 2:
        return Refusal("R73", sentence("one player alone plays no game"))
    order = state.line or (Line(state.players) if len(state.players) == 2 else None)
    if order is None:
        return Refusal("R74", sentence("the order of the players is not decided yet"))
    cube = opening.automatic(max(0, event.ties), state.profile.automatic_doubles if state.profile.cap(0) != 1 else 0)
    members = tuple(Member(player, cube) for player in order.team)
    return replace(state, line=order, game=Game(event.side, order.box, members, state.profile.cubes == "each"))


def _corrected(state: Chouette, event: Corrected) -> Chouette | Refusal:
    if not {event.payer, event.receiver} <= set(state.players):
        return Refusal("R82", sentence("a correction is between two players of this chouette"))
    try:
        return replace(state, ledger=state.ledger.corrected(event.payer, event.receiver, event.points, event.reason))
    except ValueError as error:
        return Refusal("R82", error.args[0])


def _played(state: Chouette, game: Game, event: Doubled | Disagreed | Answered | Rolled | Won) -> Chouette | Refusal:
    match event:
        case Doubled():
            after = chouette_game.double(game, event.player, event.against, state.profile.cap(0))
        case Disagreed():
            after = chouette_game.disagree(game, event.player)
        case Answered():
            answered = chouette_game.answer(game, event.player, event.take)
            return answered if isinstance(answered, Refusal) else _paid(state, *answered)
        case Rolled():
            after = Refusal("R49", sentence("a double is waiting for its answer")) if game.asked else replace(game, agreed=())
        case _:
            return _won(state, game, event)
    return after if isinstance(after, Refusal) else replace(state, game=after)


def _paid(state: Chouette, game: Game, payments: tuple[Payment, ...]) -> Chouette:
    """After an answer: what was dropped is paid, and with nobody left the game is over."""
    state = replace(state, game=game, ledger=state.ledger.paid(*payments))
    return state if game.over is None else _ended(state, game, game.over)


def _won(state: Chouette, game: Game, event: Won) -> Chouette | Refusal:
    if game.asked:
        return Refusal("R52", sentence("a double is waiting for its answer"))
    if event.winner is None:
        return replace(state, game=None)
    kind = min(max(1, event.kind), FACTORS[state.profile.finish])
    payments = chouette_game.settled(game, event.winner, kind, jacoby=state.profile.jacoby)
    return _ended(replace(state, ledger=state.ledger.paid(*payments)), game, event.winner)


def _ended(state: Chouette, game: Game, winner: Side) -> Chouette:
    """Box and captain change as the rules of the line say (78, 79); two players keep their places."""
    if len(state.players) == 2:
        return replace(state, game=None)
    moved = game.line.box_won if winner is game.side else game.line.team_won
    return replace(state, game=None, line=moved(game.captain, game.dropped))
