"""The ledger: who paid whom, how much and why. Every entry takes from one what it gives to another, so it always sums to zero."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from boardcam.rules.sentence import sentence


class Payment(NamedTuple):
    """One payment."""

    payer: str
    receiver: str
    points: int
    """More than 0."""
    why: str = ""
    """One sentence; a correction is told apart by it."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """All payments, in order. Nothing is ever struck out: a wrong payment is corrected by another one."""

    payments: tuple[Payment, ...] = ()

    def paid(self, *payments: Payment) -> Ledger:
        """The ledger with further payments. ValueError for one that pays nothing, or to nobody else."""
        for payment in payments:
            if payment.points <= 0 or payment.payer == payment.receiver:
                raise ValueError(
                    sentence("a payment goes from one player to another and is more than 0, not {payment}", payment=str(payment))
                )
        return replace(self, payments=self.payments + payments)

    def corrected(self, payer: str, receiver: str, points: int, reason: str) -> Ledger:
        """The ledger with a payment that puts an error right. ValueError without a reason."""
        if not reason.strip():
            raise ValueError(sentence("a correction of the ledger needs a reason"))
        return self.paid(Payment(payer, receiver, points, sentence("correction: {reason}", reason=reason.strip())))

    @property
    def balances(self) -> dict[str, int]:
        """What each player has won (or, negative, lost), by the name; they sum to zero."""
        sums = Counter[str]()
        for payment in self.payments:
            sums[payment.payer] -= payment.points
            sums[payment.receiver] += payment.points
        return dict(sums)

    def balance(self, player: str) -> int:
        return self.balances.get(player, 0)


def settling(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """Who pays whom so that nobody owes anything any more, in at most one payment less than there are players: whoever owes most
    pays whoever is owed most. The balances sum to zero."""
    left = {player: points for player, points in balances.items() if points}
    payments = []
    while left:
        payer, receiver = min(left, key=lambda player: left[player]), max(left, key=lambda player: left[player])
        points = min(-left[payer], left[receiver])
        payments.append(Payment(payer, receiver, points))
        left[payer] += points
        left[receiver] -= points
        left = {player: owed for player, owed in left.items() if owed}
    return tuple(payments)
