"""A journal in memory, for folds: what happened in a story, what is corrected of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from boardcam.events import Correction, Event, Verdict
from boardcam.record.codec import decode, encode
from boardcam.replay.asked import Asked
from boardcam.replay.correcting import Change, corrected
from boardcam.replay.fold import Fold, folded
from boardcam.rules import profile_file
from boardcam.rules.profile import preset
from tests.referee.stories import Story, line

SETTINGS = {"length": 5, "profile": profile_file.format(preset("circle-match")), "players": ["Anna", "Ben"]}


class Kept:
    def __init__(self, story: Story | Iterable[Event]) -> None:
        self.happened = story.events() if isinstance(story, Story) else list(story)
        self.said: list[Correction] = []

    def settings(self) -> dict[str, Any]:
        return SETTINGS

    def events(self) -> Iterator[Event]:
        return iter(self.happened)

    def corrections(self) -> Iterator[Correction]:
        return iter(self.said)

    def correction(self, correction: Correction, kept: int, verdicts: Iterable[Verdict]) -> None:
        self.said.append(decode(json.loads(json.dumps(encode(correction)))))

    def put_right(self, **asked: Any) -> Change:
        return corrected(self, Asked(**asked))

    def fold(self) -> Fold:
        return folded(self)


def turns(fold: Fold) -> list[str]:
    """Every turn as a line of a score sheet."""
    return [line(turn.verdict) for turn in fold.turns]
