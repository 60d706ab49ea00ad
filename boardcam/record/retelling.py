"""A game told again from somebody's file: what it says was rolled, played, doubled and won, carried out by the rules.

Every reader of a format tells its games to a `Retelling`. Plays are found among the legal ones however they are written; one that
no rule allows but that can be carried out is kept as an illegal play that stood. What cannot have happened is a ValueError, whose
sentence says what was expected; the reader adds the place.
"""

from __future__ import annotations

from dataclasses import replace

from boardcam.rules import notation, scoring
from boardcam.rules.cube import Cube
from boardcam.rules.play import Move, Play
from boardcam.rules.plays import carried_out, legal_plays
from boardcam.rules.position import CHECKERS, START, Position, Side
from boardcam.rules.transcript import CubeAction, Game, Result, Turn


class Retelling:
    """One game as it is read."""

    def __init__(
        self, score: tuple[int, int], *, crawford: bool = False, jacoby: bool = False, variant: str = "standard",
        automatic: bool = False,
    ) -> None:  # fmt: skip
        """`automatic`: a tied opening roll may have doubled the stake (63), which only the first double shows."""
        self.position: Position = START
        self.cube = Cube()
        self.result: Result | None = None
        self._score, self._crawford, self._jacoby, self._variant, self._automatic = score, crawford, jacoby, variant, automatic
        self._start: Position = START
        self._actions: list[Turn | CubeAction] = []

    @property
    def doubler(self) -> Side | None:
        """Whose double waits for an answer."""
        last = self._actions[-1] if self._actions else None
        return last.side if isinstance(last, CubeAction) and last.kind == "double" else None

    @property
    def passed(self) -> Side | None:
        """Who has passed a double."""
        last = self._actions[-1] if self._actions else None
        return last.side if isinstance(last, CubeAction) and last.kind == "pass" else None

    @property
    def unplayed(self) -> Side | None:
        """Whose roll is the last thing told, without what was played."""
        last = self._actions[-1] if self._actions else None
        return last.side if isinstance(last, Turn) and last.play is None and last.dice is not None else None

    def set(self, position: Position, cube: Cube) -> None:
        """The table is as told, however it came to that."""
        if not any(isinstance(action, Turn) for action in self._actions):
            self._start = position
        self.position, self.cube = position, cube

    def found(self, position: Position, turn: Side | None) -> None:
        """The table is found in a position, with `turn` to move: what the last play had really led to; or, where it is the last
        player's turn again, what a turn had that nobody saw."""
        last = self._actions[-1] if self._actions else None
        if not isinstance(last, Turn) or last.dice is None or position == self.position:
            return self.set(position, self.cube)
        if turn is last.side:
            return self._turn(Turn(last.side.other, None, None, self.position, position, None))
        self._actions.pop()
        self.position = last.before
        return self.stood(last.side, last.dice, position, last.play, last.t)

    def told(self, turn: Turn) -> None:
        """A turn that is known in all its parts, as our own files tell them."""
        self._going_on()
        self._turn(turn)

    def played(self, side: Side, dice: tuple[int, int], written: Play, t: float | None = None) -> None:
        """A roll and the play as written; no moves = nothing was moved."""
        self._going_on()
        legal = legal_plays(self.position, side, dice, self._variant)
        after = self._found(side, written, legal)
        if after in legal:
            self._turn(Turn(side, _descending(dice), legal[after], self.position, after, t=t))
        else:
            self._turn(Turn(side, _descending(dice), written, self.position, after, not legal and not written.moves, t))

    def stood(self, side: Side, dice: tuple[int, int], after: Position, said: Play | None = None, t: float | None = None) -> None:
        """A roll and the position that stood after it, whatever the rules say to that; `said` = what play it was said to be."""
        self._going_on()
        legal = legal_plays(self.position, side, dice, self._variant)
        play = legal.get(after) or said or moved(self.position, after, side)
        right = after in legal or (not legal and after == self.position)
        self._turn(Turn(side, _descending(dice), play, self.position, after, right, t))

    def rolled(self, side: Side, dice: tuple[int, int], t: float | None = None) -> None:
        """A roll of which nobody tells what was played: the one play that there is, or none when there is none; else unknown."""
        self._going_on()
        legal = legal_plays(self.position, side, dice, self._variant)
        if not legal:
            self._turn(Turn(side, _descending(dice), Play(), self.position, self.position, t=t))
        else:
            self._turn(Turn(side, _descending(dice), None, self.position, self.position, None, t))

    def double(self, side: Side, value: int | None = None, t: float | None = None) -> None:
        """A double to `value`."""
        self._going_on()
        if value is not None and self._automatic and self.cube == Cube() and value >= 4 and value.bit_count() == 1:
            self.cube = Cube(value // 2)
        expected = 2 * self.cube.value
        if value not in (None, expected):
            raise ValueError(f"expected a double to {expected}, as the cube shows {self.cube.value}, not to {value}")
        self._actions.append(CubeAction(side, "double", expected, t))

    def take(self, t: float | None = None) -> None:
        by = self._answerer("taken")
        self._actions.append(CubeAction(by, "take", 2 * self.cube.value, t))
        self.cube = self.cube.taken(by)

    def drop(self, t: float | None = None) -> None:
        by = self._answerer("dropped")
        self._actions.append(CubeAction(by, "pass", 2 * self.cube.value, t))

    def won(self, winner: Side, points: int) -> None:
        """The game was won, as the file says. The way is seen from what happened last: a pass, the last checker, or neither."""
        if self.result is not None:
            raise ValueError("expected the next game: this one is over")
        how = "resigned"
        if self.passed is not None or self.doubler is winner:
            how = "passed"
        elif self.position.off[winner.index] >= CHECKERS:
            how = "borne off"
        self._unplayed()
        self.result = Result(winner, points, how, min(3, max(1, -(-points // self.cube.value))))  # type: ignore[arg-type]

    def drawn(self) -> None:
        self.result = Result(None, 0, "drawn", 0)

    def ended(self) -> None:
        """The game's text is over: a result that nobody wrote down follows from a pass or from the last checker."""
        if self.result is None and self.passed is not None:
            self.won(self.passed.other, self.cube.value)
        elif self.result is None and (winner := scoring.winner(self.position)) is not None:
            self.won(winner, scoring.points(scoring.value(self.position, winner), self.cube, jacoby=self._jacoby))

    def game(self) -> Game:
        """What was told."""
        starter = next((action.side for action in self._actions if isinstance(action, Turn)), None)
        return Game(self._score, tuple(self._actions), self.result, starter, self._crawford, self._start)

    def _turn(self, turn: Turn) -> None:
        self._actions.append(turn)
        self.position = turn.after

    def _found(self, side: Side, written: Play, legal: dict[Position, Play]) -> Position:
        """The position after a written play: as its moves go one by one, else the legal one that moves the same checkers."""
        try:
            literal = carried_out(self.position, side, written)
        except ValueError as error:
            literal, problem = None, str(error)
        if literal is not None and literal in legal:
            return literal
        if (meant := notation.find(written, legal)) is not None:
            return meant
        if literal is None:
            raise ValueError(f"expected a play of {side.colour} that can be carried out: {problem}")
        return literal

    def _going_on(self) -> None:
        if self.result is not None or self.passed is not None:
            raise ValueError("expected the next game: this one is over")
        if self.doubler is not None:
            raise ValueError(f"expected {self.doubler.other.colour} to take or to drop the double")
        self._forced()

    def _forced(self) -> None:
        """A roll of which nothing was told, and which left no choice, was played so, as the game went on."""
        last = self._actions[-1] if self._actions else None
        if isinstance(last, Turn) and last.play is None and last.dice is not None and self.position == last.before:
            legal = legal_plays(last.before, last.side, last.dice, self._variant)
            if len(legal) == 1:
                ((after, play),) = legal.items()
                self._actions[-1] = replace(last, play=play, after=after, legal=True)
                self.position = after

    def _unplayed(self) -> None:
        """A roll after which the game was given up was not played: nothing about it is unsure."""
        last = self._actions[-1] if self._actions else None
        if isinstance(last, Turn) and last.play is None:
            self._actions[-1] = replace(last, legal=True)

    def _answerer(self, what: str) -> Side:
        if self.doubler is None:
            raise ValueError(f"expected a double before it is {what}")
        return self.doubler.other


def moved(before: Position, after: Position, side: Side) -> Play:
    """Moves of a side's checkers that explain the difference of two positions, highest first; not necessarily by any dice."""
    change = [after.count(side, point) - before.count(side, point) for point in range(26)]
    starts = [point for point in range(25, -1, -1) for _ in range(-change[point])]
    ends = [point for point in range(25, -1, -1) for _ in range(change[point])]
    hit = after.bar[side.other.index] > before.bar[side.other.index]
    return Play(
        tuple(Move(start, end, hit and before.count(side.other, 25 - end) == 1) for start, end in zip(starts, ends, strict=False))
    )


def _descending(dice: tuple[int, int]) -> tuple[int, int]:
    return max(dice), min(dice)
