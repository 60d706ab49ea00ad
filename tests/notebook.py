"""A record in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Notebook:
    """Keeps what a match's record keeps."""

    kept: list[Any] = field(default_factory=list)

    def event(self, event: Any) -> Any:
        self.kept.append(event)
        return event

    def verdicts(self, verdicts: Any) -> None:
        self.kept += verdicts
