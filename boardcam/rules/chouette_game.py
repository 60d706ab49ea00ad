"""One game of a chouette: the box against the members of the team, each with the cube that he plays for (rules 75-82, C17).

With one cube all members play for the same: the team doubles together, the box is answered by each member alone, and who took
owns the cube jointly. With a cube each, every member doubles and is doubled alone. Who drops pays and leaves the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from boardcam.rules import scoring
from boardcam.rules.cube import Cube, Refusal
from boardcam.rules.ledger import Payment
from boardcam.rules.line import Line
from boardcam.rules.position import Side
from boardcam.rules.sentence import sentence

T = TypeVar("T")
DROPPED = sentence("dropped")
"""Why somebody pays who drops a double."""


@dataclass(frozen=True, slots=True)
class Member:
    """One of the team."""

    name: str
    cube: Cube
    state: Literal["in", "dropped", "won"] = "in"
    """Still in the game, or out of it: he dropped a double, or the box dropped his."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game between box and team."""

    side: Side
    """The box's."""
    box: str
    members: tuple[Member, ...]
    """The team as it began, in the order of the line."""
    each: bool = False
    """Every member has a cube of his own."""
    agreed: tuple[str, ...] = ()
    """Members who want to double, while not all do."""
    asked: tuple[str, ...] = ()
    """Members whose double waits for an answer."""
    offer: tuple[str, ...] = ()
    """Members whom the last double concerned."""
    doubler: Side | None = None
    """Who offered it."""

    @property
    def line(self) -> Line:
        """The line as the game began."""
        return Line((self.box, *(member.name for member in self.members)))

    @property
    def standing(self) -> tuple[Member, ...]:
        """Who is still in the game."""
        return tuple(member for member in self.members if member.state == "in")

    @property
    def captain(self) -> str:
        """The first in line of those still in the game (75, C17); when the last ones have left, the first of those."""
        return next((member.name for member in self.standing), None) or self.offer[0]

    @property
    def dropped(self) -> tuple[str, ...]:
        """Who dropped and comes behind those who took; when nobody is left, those of the last double stood to the end."""
        return tuple(
            member.name for member in self.members if member.state == "dropped" and (self.standing or member.name not in self.offer)
        )

    @property
    def over(self) -> Side | None:
        """Who has won because nobody is left to play; None = the game goes on."""
        if self.standing:
            return None
        return self.side if any(m.state == "dropped" for m in self.members if m.name in self.offer) else self.side.other

    def mover(self, side: Side) -> str:
        """Who moves a side's checkers: for the team only its captain (75)."""
        return self.box if side is self.side else self.captain


def decided(captain: str, opinions: Mapping[str, T]) -> T:
    """What a team that has consulted does: what all want, else what the captain wants (76)."""
    return opinions[captain]


def double(game: Game, player: str, against: str | None, cap: int | None) -> Game | Refusal:
    """The game after a player said that he doubles; the box, with a cube each, `against` one member or all that it may."""
    if game.asked:
        return Refusal("R52", sentence("a double is waiting for its answer"))
    if player == game.box:
        return _box_doubles(game, against, cap)
    member = next((member for member in game.standing if member.name == player), None)
    if member is None:
        return Refusal("R81", sentence("{player} is not in this game", player=player))
    refusal = member.cube.refusal(game.side.other, cap=cap)
    if refusal is not None:
        return refusal
    agreed = (*game.agreed, *(() if player in game.agreed else (player,)))
    if game.each or len(agreed) == len(game.standing):
        return _offered(game, (player,) if game.each else _names(game), game.side.other)
    return replace(game, agreed=agreed)


def _box_doubles(game: Game, against: str | None, cap: int | None) -> Game | Refusal:
    targets = [member for member in game.standing if not game.each or against in (None, member.name)]
    refusals = [member.cube.refusal(game.side, cap=cap) for member in targets]
    free = tuple(member.name for member, refusal in zip(targets, refusals, strict=True) if refusal is None)
    if free:
        return _offered(game, free, game.side)
    return next(iter(refusals), None) or Refusal("R81", sentence("{player} is not in this game", player=str(against)))


def _offered(game: Game, members: tuple[str, ...], doubler: Side) -> Game:
    return replace(game, agreed=(), asked=members, offer=members, doubler=doubler)


def disagree(game: Game, player: str) -> Game | Refusal:
    """A member does not want to double: the team does not (80)."""
    if player not in _names(game):
        return Refusal("R80", sentence("{player} is not in the team", player=player))
    return replace(game, agreed=())


def answer(game: Game, player: str, take: bool) -> tuple[Game, tuple[Payment, ...]] | Refusal:
    """The game after an answer to a double, and what is paid for a drop: the stake before the double (51, 81)."""
    if not game.asked:
        return Refusal("R52", sentence("nothing was offered"))
    if game.doubler is game.side:
        if player not in game.asked:
            return Refusal("R81", sentence("{player} was not asked", player=player))
        return _taken(game, (player,), game.side.other) if take else _dropped(game, player)
    if player != game.box:
        return Refusal("R52", sentence("only {player}, in the box, answers the team", player=game.box))
    return _taken(game, game.asked, game.side) if take else _box_drops(game)


def _taken(game: Game, names: tuple[str, ...], by: Side) -> tuple[Game, tuple[Payment, ...]]:
    return _changed(game, names, lambda member: replace(member, cube=member.cube.taken(by))), ()


def _dropped(game: Game, name: str) -> tuple[Game, tuple[Payment, ...]]:
    stake = next(member.cube.value for member in game.standing if member.name == name)
    return _changed(game, (name,), lambda member: replace(member, state="dropped")), (Payment(name, game.box, stake, DROPPED),)


def _box_drops(game: Game) -> tuple[Game, tuple[Payment, ...]]:
    paid = tuple(
        Payment(game.box, member.name, member.cube.value, DROPPED) for member in game.standing if member.name in game.asked
    )
    return _changed(game, game.asked, lambda member: replace(member, state="won")), paid


def _changed(game: Game, names: tuple[str, ...], change: Callable[[Member], Member]) -> Game:
    """The game after these members have been answered or have answered."""
    members = tuple(change(member) if member.name in names else member for member in game.members)
    return replace(game, members=members, asked=tuple(name for name in game.asked if name not in names))


def settled(game: Game, winner: Side, kind: int, *, jacoby: bool) -> tuple[Payment, ...]:
    """What is paid at the end: between the box and each member still in the game, by his cube (82)."""
    payments = []
    for member in game.standing:
        payer, receiver = (member.name, game.box) if winner is game.side else (game.box, member.name)
        payments.append(Payment(payer, receiver, scoring.points(kind, member.cube, jacoby=jacoby), scoring.NAMES[kind]))
    return tuple(payments)


def _names(game: Game) -> tuple[str, ...]:
    return tuple(member.name for member in game.standing)
