"""Games for a stake without a target (money games, a seeria of short nardi): what balances must cover (68)."""

from __future__ import annotations

from boardcam.rules import scoring
from boardcam.rules.cube import Refusal
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import sentence


def cover(stake: int, profile: Profile) -> int | None:
    """What a balance must cover before a game: stake × cap of the cube × finishing factor (68); None = there is no cap."""
    cap = profile.cap(0)
    return None if cap is None else scoring.highest_loss(stake, cap, profile.finish)


def uncovered(balance: int, stake: int, profile: Profile) -> Refusal | None:
    """Why a player with this balance may not accept a challenge; None = he may. Without an active cube nothing is demanded."""
    need, cap, factor = cover(stake, profile), profile.cap(0), scoring.FACTORS[profile.finish]
    if not profile.stake_cover or cap == 1 or (need is not None and balance >= need):
        return None
    if need is None or cap is None:
        return Refusal("R68", sentence("without a cap on the cube no balance covers the highest loss"))
    finish = scoring.NARDI[factor]
    why = sentence(
        "a balance of {balance} does not cover stake {stake} × cube {cap} × {finish} {factor} = {need}",
        balance=balance,
        stake=stake,
        cap=cap,
        finish=finish,
        factor=factor,
        need=need,
    )
    return Refusal("R68", why)
