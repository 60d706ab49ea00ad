"""The line of a chouette: who is in the box, who is captain, who comes next (rules 73-79, C17)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

LEAST = 3
"""Players of a chouette (73)."""


@dataclass(frozen=True, slots=True)
class Line:
    """The order of the players: the first is in the box, the second is captain (74, 75, 77)."""

    players: tuple[str, ...]

    @property
    def box(self) -> str:
        return self.players[0]

    @property
    def team(self) -> tuple[str, ...]:
        """The captain, then the others in their order."""
        return self.players[1:]

    def joined(self, player: str) -> Line:
        """The line with a newcomer at its end."""
        return Line((*self.players, player))

    def left(self, player: str) -> Line:
        """The line without somebody who went home; whoever is behind him moves up."""
        return Line(_without(self.players, player))

    def box_won(self, captain: str, dropped: Collection[str] = ()) -> Line:
        """The box stays, the captain goes last (78) among those who took; those who dropped come behind them (§1.5)."""
        took, left = self._parted(dropped)
        return Line((self.box, *_without(took, captain), captain, *left))

    def team_won(self, captain: str, dropped: Collection[str] = ()) -> Line:
        """The captain goes into the box, the old box last (79); those who dropped come behind those who took (§1.5)."""
        took, left = self._parted(dropped)
        return Line((captain, *_without(took, captain), *left, self.box))

    def _parted(self, dropped: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The team in its order, without those who dropped and those alone."""
        took = tuple(player for player in self.team if player not in dropped)
        return took, _without(self.team, *took)


Throws = Mapping[str, Sequence[int]]
"""The dice that each player has thrown for the order, his first one first."""


def line(throws: Throws) -> Line | None:
    """The line after everybody threw one die, the highest first (74), those tied again among themselves (C17); None = not yet
    decided, `waiting` tells whom it waits for."""
    groups = [group for group, _ in _groups(throws, tuple(throws), 0)]
    if any(len(group) > 1 for group in groups):
        return None
    return Line(tuple(player for group in groups for player in group))


def waiting(throws: Throws) -> tuple[str, ...]:
    """Who has to throw next, for the first time or again."""
    return tuple(
        player
        for group, depth in _groups(throws, tuple(throws), 0)
        if len(group) > 1
        for player in group
        if len(throws[player]) <= depth
    )


def _groups(throws: Throws, group: tuple[str, ...], depth: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """The group parted by its throws as far as they go, each part with the number of throws that parted it."""
    if len(group) == 1 or any(len(throws[player]) <= depth for player in group):
        yield group, depth
        return

    def die(player: str) -> int:
        return throws[player][depth]

    for _, tied in groupby(sorted(group, key=die, reverse=True), key=die):
        yield from _groups(throws, tuple(tied), depth + 1)


def _without(players: Iterable[str], *others: str) -> tuple[str, ...]:
    return tuple(player for player in players if player not in others)
