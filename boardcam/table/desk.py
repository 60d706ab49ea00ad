"""The desk: between the loop that referees and the pages that people look at. It is told of the match, keeps the newest scene
for the feed, takes orders for the inbox, and finds pictures of the evidence.

The loop's calls cost microseconds; everything else runs in the server's thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boardcam import config
from boardcam.coach.hint import Hint
from boardcam.events import Verdict
from boardcam.record.evidence import FOLDER, BadEvidence, jpeg, there
from boardcam.record.evidence import read as read_evidence
from boardcam.record.folder import Folder
from boardcam.rules.transcript import Match
from boardcam.show.languages import Language
from boardcam.show.ruling import said
from boardcam.show.view import View
from boardcam.table import orders
from boardcam.table.aim import Aim
from boardcam.table.inbox import Answer, Inbox
from boardcam.table.scene import Scene, speaking, told
from boardcam.web.access import Role
from boardcam.web.feed import Feed

PATIENCE = 20.0
"""s that an answer is waited for: a correction late in a long match replays all of it."""


class Desk:
    """The desk of one table."""

    def __init__(self, inbox: Inbox, aim: Aim, scene: Scene | None = None) -> None:
        self.inbox = inbox
        self.aim = aim
        self.feed = Feed(told, scene or Scene())
        self._folder: Folder | None = None
        self._putting = threading.Lock()
        self._resulted: tuple[tuple[Verdict, ...], Mapping[str, Any] | None] = ((), None)

    @property
    def scene(self) -> Scene:
        return self.feed.newest

    def put(self, **changes: Any) -> None:
        """Shows the scene with these changes; pages put theirs from threads of their own."""
        with self._putting:
            self.feed.publish(replace(self.scene, **changes))

    # --- what the loop tells -------------------------------------------------------------------------------------------------

    def begins(self, options: config.Options, told: tuple[Verdict, ...] = ()) -> None:
        """A match is about to begin, as soon as the board is seen."""
        source, stake = options.source.kind, options.stake
        self.put(stage="playing", view=None, told=told, profile=options.profile, source=source, stake=stake)

    def seated(self, options: config.Options, folder: Folder) -> None:
        """A match begins, or goes on, and is kept there."""
        self._folder = folder
        self.begins(options, folder.told)

    def show(self, view: View, verdicts: tuple[Verdict, ...]) -> None:
        """What is shown now."""
        rulings = self._folder.told if self._folder else ()
        was = self.scene.told
        kept = {"hint": None, "remark": ""} if verdicts else {}
        self.put(view=view, told=was if was == rulings else rulings, **kept)

    def hint(self, hint: Hint) -> None:
        """What the coach says, until the next ruling."""
        self.put(hint=hint)

    def remark(self, what: str) -> None:
        """What somebody wanted to know, until the next ruling."""
        self.put(remark=what)

    def beat(self, t: float, found: bool, lag: float | None = None) -> None:
        """A picture was read, whether the board was on it, and how old it is by now, s, if that is known."""
        self.feed.beat(t, found, lag=lag)

    def troubled(self, troubles: tuple[str, ...]) -> None:
        """What does not work at the table now, a sentence each."""
        if troubles != self.scene.troubles:
            self.put(troubles=troubles)

    def over(self) -> None:
        """Nothing more is to be seen: the source has ended."""
        self.feed.beat(self.scene.view.t if self.scene.view else 0.0, found=True, live=False)
        self.put(stage="ended")

    def left(self) -> None:
        """The match is closed."""
        self._folder = None
        self.aim.closed()
        self.feed.beat(0.0, found=True, live=False)
        self.put(stage="waiting", view=None, told=(), profile=None, troubles=())

    # --- what the pages ask --------------------------------------------------------------------------------------------------

    async def order(self, asked: Mapping[str, Any], role: Role, code: str) -> Mapping[str, Any]:
        """Hands an order to the loop, and gives its answer in the language of whoever ordered."""
        scene = self.scene
        speech = speaking(code, scene.profile)
        try:
            future = self.inbox.put(orders.identity(asked), orders.read(asked, role, scene))
        except orders.Wrong as wrong:
            return {"good": False, "said": [speech.say(wrong.args[0])]}
        try:
            answer = await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(future)), PATIENCE)
        except TimeoutError:
            return {"good": None, "said": [speech.text("not answered yet: the table is busy, or sees nothing")]}
        return {"good": answer.good, "said": self._said(answer, speech)}

    def _said(self, answer: Answer, speech: Language) -> list[str]:
        names = self.scene.view.names if self.scene.view else ("Light", "Dark")
        rulings = [f"{said(v, names, speech)}: {speech.say(v.why)}" if v.why else said(v, names, speech) for v in answer.verdicts]
        found = [*rulings, *map(speech.say, answer.sentences)]
        return found or ([] if answer.good else [speech.text("that means nothing now")])

    def proof(self, t: float, kind: str) -> Mapping[str, Any] | None:
        """What is kept of the ruling at this time; its pictures by what they show."""
        if self._folder is None:
            return None
        try:
            entries = read_evidence(self._folder.path / FOLDER)
        except (BadEvidence, OSError):
            return None
        same = [entry for entry in entries if abs(entry.t - t) < 0.002 and kind in ("", entry.kind)]
        if not same:
            return None
        entry = same[-1]
        pictures = there(self._folder.path / FOLDER, entry.pictures)
        return {"pictures": pictures, "plays": entry.plays, "candidates": entry.candidates, "margin": entry.margin,
                "before": entry.before, "after": entry.after, "dice": entry.dice}  # fmt: skip

    def result(self) -> Mapping[str, Any] | None:
        """How the last game for money ended that was refereed here; None = no such game has ended yet."""
        folder = self._folder
        if folder is None:
            return None
        rulings = folder.told
        if rulings != self._resulted[0]:  # a record is folded once, not for every viewer
            self._resulted = rulings, _result(folder.match(), folder.path.name)
        return self._resulted[1]

    def picture(self, name: str) -> bytes | None:
        """A picture of the evidence of this match."""
        folder = self._folder
        return None if folder is None else jpeg(folder.path / FOLDER, name)


def _result(match: Match, name: str) -> Mapping[str, Any] | None:
    """How the last game of a money session ended; `name` tells its games from those of another."""
    ended = [(number, game.result) for number, game in enumerate(match.games, 1) if game.result]
    if match.length or not ended:
        return None
    number, result = ended[-1]
    winner = result.winner.colour if result.winner else None
    return {"id": f"{name}#{number}", "winner": winner, "kind": result.kind, "how": result.how, "points": result.points}
