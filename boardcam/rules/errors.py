"""What is wrong with a text that should have been a play, a position or a score: the place, and what to do."""

from __future__ import annotations


class Unreadable(ValueError):
    """A text cannot be read. `str()` is "field: message"."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        """The part of the text that is wrong, by its name in the format."""
        self.message = message
        """What is wrong there and what would be right."""
