"""A stranger's script: two people play, think, talk with their hands, and make mistakes.

`Match.moments()` hands out frame by frame what rests and what is under way; `truth` is written down meanwhile, as
`boardcam simulate` does it, for the rules of the Circle.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import groupby

from stranger_povray import Thing
from stranger_stage import Frames, Stage

from boardcam.events import Kind, Verdict
from boardcam.rules import xgid
from boardcam.rules.faults import Fault, apparent, fault
from boardcam.rules.play import Play
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.rules.situation import Situation
from boardcam.sim.carries import Carry, between, of_play
from boardcam.sim.players import choose

MISTAKES = ("illegal", "cocked", "wrong_half", "premature", "changed")
Roll = tuple[int, int]


class Match:
    """The beginning of a match to seven."""

    def __init__(self, stage: Stage, turns: int, mistakes: Sequence[str]) -> None:
        self.stage, self.luck = stage, stage.luck
        self.turns, self.mistakes = turns, list(mistakes)
        self.position, self.truth = START, list[Verdict]()
        self.aside = list[Frames]()
        """What the one does who is not on roll."""

    def moments(self) -> Iterator[tuple[list[Thing], list[Thing]]]:
        for _ in self.game():
            self.aside = [frames for frames in self.aside if next(frames, self) is not self]
            yield self.stage.resting(), self.stage.moving()
            self.stage.t += self.stage.dt

    # --- the game ------------------------------------------------------------------------------------------------------------

    def game(self) -> Frames:
        yield from self.stage.wait(2.0, 2.6)
        side, roll = yield from self.opening()
        yield from self.turn(side, roll, "")
        for nth in range(1, self.turns):
            if 15 in self.position.off:
                break
            side = side.other
            mistake = self.mistakes[0] if self.mistakes and nth % 2 else ""
            yield from self.spoiled(side, mistake)
            roll = self.rolled()
            yield from self.stage.throw(side, roll)
            self.rule("rolled", side, "R16", roll)
            yield from self.turn(side, roll, mistake)
        yield from self.stage.wait(2.2, 2.8)

    def rolled(self) -> Roll:
        return self.luck.randint(1, 6), self.luck.randint(1, 6)

    def opening(self) -> Generator[None, None, tuple[Side, Roll]]:
        light, dark = self.luck.sample(range(1, 7), 2)
        for side, face in ((Side.WHITE, light), (Side.BLACK, dark)):
            yield from self.stage.throw(side, (face,))
            yield from self.stage.leave(side)
            yield from self.stage.wait(0.1, 0.8)
        starter = Side.WHITE if light > dark else Side.BLACK
        yield from self.stage.wait(0.4, 0.8)
        self.rule("opening", starter, "R11", (light, dark))
        return starter, (light, dark)

    def spoiled(self, side: Side, mistake: str) -> Frames:
        """A roll that does not count, if it is time for one."""
        if mistake in ("cocked", "wrong_half"):
            roll = self.rolled()
            if (yield from self.stage.throw(side, roll, mistake)):
                self.rule("void_roll", side, "R84", roll)
                self.mistakes.pop(0)
                yield from self.stage.wait(0.7, 1.4)
                yield from self.stage.lift(side, self.stage.dice)
                yield from self.stage.leave(side)
                yield from self.stage.wait(0.4, 0.9)

    def turn(self, side: Side, roll: Roll, mistake: str) -> Frames:
        legal = legal_plays(self.position, side, roll)
        yield from self.think(side)
        play, end, wrong, why = Play(), self.position, None, ""
        if legal:
            end = choose(legal, side, self.luck)
            play = legal[end]
        if mistake == "illegal" and (slip := self.miscount(side, roll)):
            end, wrong = slip
            play = apparent(self.position, side, end, roll) or Play()
            yield from self.carry(side, between(self.position, end))
        elif mistake == "changed" and len(legal) > 3:
            first = self.luck.choice([p for p in legal if p != end])
            yield from self.carry(side, of_play(legal[first], side))
            yield from self.stage.wait(0.5, 1.2)
            yield from self.carry(side, between(first, end))
            why = f"{side.colour} changed his play before lifting his dice"
        else:
            yield from self.carry(side, of_play(play, side))
            if mistake == "premature" and len(legal) > 1:
                yield from self.premature(side)
        if wrong or why:
            self.mistakes.pop(0)
        self.position = end
        yield from self.pick_up(side, roll, play, wrong, why)

    def think(self, side: Side) -> Frames:
        """Some look, some hold a hand over the board; the other one talks with his hands."""
        if self.luck.random() < 0.2:
            self.aside.append(self.stage.hover(side.other))
        yield from self.stage.wait(0.4, 1.8)
        if self.luck.random() < 0.25:
            yield from self.stage.hover(side)
            yield from self.stage.wait(0.2, 0.6)

    def miscount(self, side: Side, roll: Roll) -> tuple[Position, Fault] | None:
        """A play of a number that was not rolled."""
        for _ in range(30):
            seen = [*roll]
            seen[self.luck.randrange(2)] += self.luck.choice((-1, 1))
            if seen[0] == seen[1] or roll[0] == roll[1] or not 1 <= min(seen) <= max(seen) <= 6:
                continue
            legal = [p for p, play in legal_plays(self.position, side, (seen[0], seen[1])).items() if not play.hits]
            end = choose(legal, side, self.luck) if legal else self.position
            if end != self.position and (wrong := fault(self.position, side, roll, end)):
                return end, wrong
        return None

    def premature(self, side: Side) -> Frames:
        """The opponent rolls before the dice are lifted, and takes his back."""
        yield from self.stage.leave(side)
        mine, roll = list(self.stage.dice), self.rolled()
        yield from self.stage.throw(side.other, roll)
        self.rule("premature", side.other, "R86", roll)
        self.mistakes.pop(0)
        yield from self.stage.wait(0.8, 1.5)
        yield from self.stage.lift(side.other, [d for d in self.stage.dice if d not in mine])
        yield from self.stage.leave(side.other)
        yield from self.stage.wait(0.4, 0.9)

    def carry(self, side: Side, carries: Sequence[Carry]) -> Frames:
        """Equal ones may go together; a blot may be hit first and taken to the bar then; the end is tidied."""
        order = list(carries)
        for nth in range(len(order) - 1):
            if order[nth].side is not side and order[nth + 1].side is side and self.luck.random() < 0.4:
                order[nth : nth + 2] = order[nth + 1], order[nth]
        for each, group in groupby(order):
            many = len(list(group))
            together = many == 2 and each.start not in (0, 25) and self.luck.random() < 0.4
            for _ in range(1 if together else many):
                yield from self.stage.carry(each, side, many if together else 1)
        if order and self.luck.random() < 0.2:
            yield from self.stage.tidy(side, self.stage.row(order[-1].side, order[-1].end))

    def pick_up(self, side: Side, roll: Roll, play: Play, wrong: Fault | None, why: str) -> Frames:
        """The dice come off a second or so after the play."""
        stage = self.stage
        yield from stage.wait(0.2, 0.8) if play.moves else stage.wait(0.8, 1.5)
        yield from stage.lift(side, [d for d in stage.dice if d.side == side.index])
        kind: Kind = "illegal" if wrong else "played" if play.moves else "danced"
        rule = wrong.rule if wrong else "R85" if play.moves else "R34"
        self.rule(kind, side, rule, roll, play, not wrong, str(wrong.why) if wrong else why)
        if self.luck.random() < 0.3:  # the hand goes while the other one reaches for the cup
            self.aside.append(stage.leave(side))
        else:
            yield from stage.leave(side)
        if stage.dice:  # of the opening roll
            yield from stage.lift(side.other, stage.dice)
            yield from stage.leave(side.other)
        yield from stage.wait(0.3, 1.2)

    def rule(
        self, kind: Kind, side: Side, rule: str, roll: Roll, play: Play | None = None, legal: bool | None = None, why: str = ""
    ) -> None:  # fmt: skip
        t, dice = round(self.stage.t, 3), roll if kind == "opening" else (max(roll), min(roll))
        after = xgid.format(Situation(position=self.position, turn=side.other if play else side, length=7))
        self.truth.append(Verdict(t, t, kind, side, dice, None if play is None else str(play), after, legal, rule, why))
