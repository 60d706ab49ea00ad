"""What a game for a stake can still cost, and whether the balances cover it (68), in a chouette as between two.

Rule 68 wants a balance to cover the highest loss before a game is accepted. Where the cube has no cap there is none; then nobody is
refused, but told before a double what it could cost.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from boardcam.rules import scoring, session
from boardcam.rules.chouette_game import Game
from boardcam.rules.cube import Refusal
from boardcam.rules.line import Line
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import sentence


def risks(game: Game, profile: Profile, doubled: Collection[str] = ()) -> dict[str, int]:
    """The most points that each player can still lose with the cubes as they lie; `doubled` = members whose cube is turned once
    more. The box can lose to every member."""
    members = {
        member.name: _most(2 * member.cube.value, True, profile)
        if member.name in doubled
        else _most(member.cube.value, member.cube.owner is not None, profile)
        for member in game.standing
    }
    return {game.box: sum(members.values()), **members}


def short(risks: Mapping[str, int], balances: Mapping[str, int], stake: int) -> tuple[Refusal, ...]:
    """Whose balance does not cover what he can lose; who has no balance is not asked for one."""
    return tuple(
        Refusal("R68", sentence("{player} could lose {need} and has {balance}", player=player, need=need, balance=balances[player]))
        for player, points in risks.items()
        if player in balances and balances[player] < (need := points * stake)
    )


def unaccepted(line: Line, balances: Mapping[str, int], stake: int, profile: Profile) -> tuple[Refusal, ...]:
    """Why a game may not begin where balances are demanded: the box's must cover every member's cube (68)."""
    against = {line.box: len(line.team), **dict.fromkeys(line.team, 1)}
    return tuple(
        Refusal(refusal.rule, sentence("{player}: {why}", player=player, why=refusal.why))
        for player, games in against.items()
        if (refusal := session.uncovered(balances.get(player, 0), stake * games, profile)) is not None
    )


def _most(cube: int, turned: bool, profile: Profile) -> int:
    """The highest loss with a cube; by Jacoby's rule one that was not turned makes every game a single one (64)."""
    return cube * (1 if profile.jacoby and not turned else scoring.FACTORS[profile.finish])
