"""An evening for a stake: a chouette, or single games between two, with what a point is worth and what the players have brought.

A frozen value and `after`: an evening is the fold of what was entered. Payments are in points, money is points × stake; what a
player has is what he brought and what the ledger says. Nothing raises.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from boardcam.rules import chouette, cover
from boardcam.rules.chouette import Answered, Begun, Chouette, Joined, Won
from boardcam.rules.chouette_game import Game
from boardcam.rules.cube import Refusal
from boardcam.rules.ledger import Payment
from boardcam.rules.line import Line
from boardcam.rules.position import Side
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import sentence

MOST = 12
"""Players at a table."""


@dataclass(frozen=True, slots=True)
class Came:
    """A player who wants to play, and the money that he puts on the table; None = nobody counts it."""

    player: str
    purse: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """An evening begins, with an empty ledger."""

    players: tuple[Came, ...]
    profile: Profile
    stake: int = 1
    """What one point is worth."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A player puts more money on the table."""

    player: str
    amount: int


What = Opened | Came | Brought | chouette.Event
"""What can be entered."""


@dataclass(frozen=True, slots=True)
class Last:
    """How the last game ended."""

    winner: Side | None
    """None = a draw."""
    game: Game
    """As it began to end: box, captain and members."""
    payments: tuple[Payment, ...]
    """Of the whole game, what was dropped included."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening between two entries."""

    chouette: Chouette
    stake: int = 1
    purses: dict[str, int] = field(default_factory=dict)
    """What was brought, by those who let it be counted."""
    began: int = 0
    """Payments before the game that is being played."""
    last: Last | None = None
    seen: str = ""
    """The last result of the referee that was known when a game began or ended: it is not to be counted again."""

    def money(self, player: str) -> int:
        """What he has; of who brought nothing, what he has won or, negative, lost."""
        return self.purses.get(player, 0) + self.stake * self.chouette.ledger.balance(player)

    @property
    def balances(self) -> dict[str, int]:
        """What those have who let it be counted."""
        return {player: self.money(player) for player in self.purses}

    @property
    def line(self) -> Line | None:
        """The line, as it is or would be: two players need no order."""
        state = self.chouette
        return state.line or (Line(state.players) if len(state.players) == 2 else None)

    @property
    def paid(self) -> tuple[Payment, ...]:
        """What was paid in the game that is being played."""
        return self.chouette.ledger.payments[self.began :]

    @property
    def gone(self) -> tuple[str, ...]:
        """Who went home and has paid or was paid."""
        return tuple(player for player in self.chouette.ledger.balances if player not in self.chouette.players)

    def short(self, doubled: Sequence[str] = ()) -> tuple[Refusal, ...]:
        """Whose balance does not cover what this game can cost him, were these members' cubes turned (68)."""
        game = self.chouette.game
        if game is None:
            return ()
        return cover.short(cover.risks(game, self.chouette.profile, doubled), self.balances, self.stake)


def after(evening: Evening | None, what: What, seen: str = "") -> Evening | Refusal:
    """The evening after an entry; `seen` = the referee's last result when it was made."""
    if isinstance(what, Opened):
        return _opened(what, seen)
    if evening is None:
        return Refusal("R73", sentence("no evening for a stake has been opened yet"))
    if isinstance(what, Came):
        return _came(evening, what)
    if isinstance(what, Brought):
        return _brought(evening, what)
    if isinstance(what, Begun) and (refusals := _unaccepted(evening)):
        return refusals[0]
    state, refusal = chouette.advance(evening.chouette, what)
    if refusal is not None:
        return refusal
    if isinstance(what, Begun):
        return replace(evening, chouette=state, began=len(state.ledger.payments), last=None, seen=seen)
    return _ended(replace(evening, chouette=state), evening.chouette.game, what, seen)


def _opened(what: Opened, seen: str) -> Evening | Refusal:
    if len(what.players) < 2:
        return Refusal("R73", sentence("an evening takes two players or more"))
    evening = Evening(Chouette(what.profile), what.stake, seen=seen)
    for player in what.players:
        found = _came(evening, player)
        if isinstance(found, Refusal):
            return found
        evening = found
    return evening


def _came(evening: Evening, what: Came) -> Evening | Refusal:
    there, profile = evening.chouette.players, evening.chouette.profile
    if len(there) >= (MOST if profile.chouette else 2):
        full = sentence("no more than {most} play here", most=MOST)
        return Refusal("R73", full if profile.chouette else sentence("by these rules two play, and no chouette"))
    if what.player.casefold() in (player.casefold() for player in there):
        return Refusal("R73", sentence("{player} is no new player", player=repr(what.player)))
    state, refusal = chouette.advance(evening.chouette, Joined(what.player))
    return refusal or _richer(replace(evening, chouette=state), what.player, what.purse)


def _brought(evening: Evening, what: Brought) -> Evening | Refusal:
    if what.player not in evening.chouette.players:
        return Refusal("R73", sentence("{player} does not play here", player=what.player))
    return _richer(evening, what.player, what.amount)


def _richer(evening: Evening, player: str, amount: int | None) -> Evening:
    if amount is None:
        return evening
    return replace(evening, purses=evening.purses | {player: evening.purses.get(player, 0) + amount})


def _unaccepted(evening: Evening) -> tuple[Refusal, ...]:
    """Why no game may begin where money was counted and the rules demand that it covers the highest loss (68)."""
    if not evening.purses or evening.line is None:
        return ()
    return cover.unaccepted(evening.line, evening.balances, evening.stake, evening.chouette.profile)


def _ended(evening: Evening, was: Game | None, what: chouette.Event, seen: str) -> Evening:
    """With how the game ended, if it did."""
    if was is None or evening.chouette.game is not None:
        return evening
    winner = None
    if isinstance(what, Won):
        winner = what.winner
    elif isinstance(what, Answered):  # the last drop: by the box, or by the last of the team
        winner = was.side.other if what.player == was.box else was.side
    return replace(evening, last=Last(winner, was, evening.paid), seen=seen or evening.seen)
