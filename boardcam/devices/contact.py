"""One push button: what its contact does over time, without bounces, as a pure function of given times.

A button that means something when it is held down says so after HOLD, and its other meaning when it is let go before; one that
means nothing more says it at once. A contact that is closed from the beginning says nothing until it has been open: it is stuck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

BOUNCE = 0.03
"""s that a contact must stay as it is to be believed."""
HOLD = 1.0
"""s after which a button is held down."""
TWICE = 0.3
"""s within which a second press is the same one: a finger slipped."""

Said = Literal["pressed", "held"]


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact as it is believed to be."""

    holds: bool = False
    """It means something when it is held down."""
    down: bool = False
    changed: float | None = None
    """Since when it is otherwise than believed, s; None = it is as believed."""
    since: float = 0.0
    """When it went down, s."""
    said: float = float("-inf")
    """When its last press began, s."""
    done: bool = True
    """This press has had its say."""

    def seen(self, down: bool, t: float) -> tuple[Contact, tuple[Said, float] | None]:
        """The contact after it was seen at time `t`, and what that says: what, and when the press began."""
        if down != self.down:
            began = t if self.changed is None else self.changed
            if t - began < BOUNCE - 1e-6:
                return replace(self, changed=began), None
            return self._went_down(began) if down else self._went_up()
        contact = self if self.changed is None else replace(self, changed=None)
        if contact.down and contact.holds and not contact.done and t - contact.since >= HOLD:
            return replace(contact, done=True), ("held", contact.since)
        return contact, None

    def _went_down(self, t: float) -> tuple[Contact, tuple[Said, float] | None]:
        again = t - self.said < TWICE
        contact = replace(self, down=True, changed=None, since=t, said=self.said if again else t, done=again)
        return (contact, None) if again or self.holds else (replace(contact, done=True), ("pressed", t))

    def _went_up(self) -> tuple[Contact, tuple[Said, float] | None]:
        contact = replace(self, down=False, changed=None, done=True)
        return (contact, None) if self.done else (contact, ("pressed", self.since))


def open_or_stuck(down: bool, holds: bool) -> Contact:
    """A contact as it is found: one that is closed has had its say."""
    return Contact(holds, down)
