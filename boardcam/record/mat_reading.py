"""A match from a `.mat` file, as GNU Backgammon, eXtreme Gammon, BGBlitz and the online sites write it.

Read is what GNU Backgammon 1.07 reads, and what it refuses or misreads for no reason: "points match", more than 64 points,
"Redoubles", "Passes", a roll without its colon, names with colons, remarks between a game's number and its score, a first move of
the right player without an empty left column, and a play that no rule allows, which is kept as it stood.

A file that cannot be read is Unreadable: the line, and what was expected there. Nothing of it is returned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from boardcam.record.mat_cells import ROW, SET_IN, Cell, cells, lines
from boardcam.record.mat_sections import PLACED, UNNAMED, Section, apart, header, sections
from boardcam.record.retelling import Retelling
from boardcam.rules import notation, scoring, xgid
from boardcam.rules.cube import Cube
from boardcam.rules.errors import Unreadable
from boardcam.rules.match import Score
from boardcam.rules.play import Play
from boardcam.rules.position import Position, Side
from boardcam.rules.transcript import Game, Match


def read(text: str) -> Match:
    """The match that a text tells. Unreadable names the line, `field` "line 12", and says what was expected there."""
    found = matches(text)
    if len(found) > 1:
        raise Unreadable("file", f"expected one match, not {len(found)}")
    return found[0]


def matches(text: str) -> tuple[Match, ...]:
    """All matches that a text tells, one after the other; Unreadable."""
    return tuple(_match(numbered) for numbered in apart(list(lines(text))))


def _match(numbered: list[tuple[int, str]]) -> Match:
    match, parts = header(numbered), list(sections(numbered))
    seated = parts[0].players if parts else ("", "")
    light, dark = (named or seen or usual for named, seen, usual in zip(match.players, seated, UNNAMED, strict=True))
    match = replace(match, players=(light, dark))
    return replace(match, games=tuple(_games(match, parts)))


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or what old programs wrote on Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _games(match: Match, parts: list[Section]) -> Iterator[Game]:
    score = Score(match.length, crawford_rule=match.crawford)
    for section, following in zip(parts, [*parts[1:], None], strict=False):
        score = replace(score, points=section.score)
        gained = _gained(section, following)
        yield _game(match, section, score.crawford, gained)
        score = score.won(None, 0)


def _gained(section: Section, following: Section | None) -> tuple[Side, int] | None:
    """Who won how much by the score of the next game; None if that does not tell."""
    if following is None:
        return None
    gains = [after - before for before, after in zip(section.score, following.score, strict=True)]
    return next(((side, gains[side.index]) for side in Side if gains[side.index] > 0 and gains[side.other.index] == 0), None)


def _game(match: Match, section: Section, crawford: bool, gained: tuple[Side, int] | None) -> Game:
    game = Retelling(section.score, crawford=crawford, jacoby=match.jacoby, automatic=not match.length)
    resigned: Side | None = None
    for number, told in _told(section):
        try:
            if isinstance(told, Cell):
                if told.kind == "resign":
                    resigned = told.side
                elif told.kind == "win":
                    game.won(_winner(game, told, gained, resigned), told.number or 0)
                else:
                    _STEPS[told.kind](game, told, section.players)
            else:
                game.set(*told)
        except ValueError as error:
            raise _wrong(number, error) from error
    game.ended()
    if game.result is None and gained is not None:
        game.won(*gained)
    return game.game()


def _told(section: Section) -> Iterator[tuple[int, Cell | tuple[Position, Cube]]]:
    """What the lines of a game tell, in order: cells, and positions that are set."""
    for (number, line), following in zip(section.body, [*section.body[1:], (0, "")], strict=False):
        try:
            told = _read_line(line, section.right)
        except ValueError as error:
            raise _wrong(number, error) from error
        if number == section.body[0][0] and _misplaced(told, following[1]):
            told = tuple(replace(cell, side=Side.BLACK) for cell in told if isinstance(cell, Cell))
        yield from ((number, _seated(one) if section.swapped else one) for one in told)


def _seated(told: Cell | tuple[Position, Cube]) -> Cell | tuple[Position, Cube]:
    """The same by who sits where, in a game whose columns are the other way round."""
    if isinstance(told, Cell):
        return replace(told, side=told.side.other)
    position, cube = told
    return position.flipped(), replace(cube, owner=cube.owner and cube.owner.other)


def _read_line(line: str, right: int) -> tuple[Cell | tuple[Position, Cube], ...]:
    row, place = ROW.match(line), PLACED.match(line)
    if place:
        return (_placed(place),)
    return cells(row["cells"]) if row else tuple(_alone(cell, right) for cell in cells(line))


def _wrong(number: int, error: ValueError) -> Unreadable:
    message = error.message if isinstance(error, Unreadable) else str(error)
    return Unreadable(f"line {number}", f"{message}; nothing was taken from it")


def _misplaced(first: tuple[Cell | tuple[Position, Cube], ...], following: str) -> bool:
    """Whether the only cell of the first row is the right player's: the left one moves in the next row."""
    row = ROW.match(following)
    if len(first) != 1 or not isinstance(first[0], Cell) or first[0].side is not Side.WHITE or first[0].kind != "roll" or not row:
        return False
    return not re.match(rf"\s{{{SET_IN},}}|\s*$", row["cells"])


def _alone(cell: Cell, right: int) -> Cell:
    """A cell outside the rows: only a result or a resignation may stand so; its side is by its place under the names."""
    if cell.kind not in ("win", "resign"):
        raise ValueError("expected a row with its number, like '  1) 31: 8/5 6/5'")
    return replace(cell, side=Side.BLACK if cell.column > (6 + right) / 2 else Side.WHITE)


def _placed(match: re.Match[str]) -> tuple[Position, Cube]:
    """A position that is set, and the cube: 0 centred, else log2 of its value, negative if it is light's."""
    power = int(match["cube"] or 0)
    cube = Cube(1 << abs(power), None if power == 0 else Side.WHITE if power < 0 else Side.BLACK)
    return xgid.parse(f"{match['board']}:0:0:1:00:0:0:0:0:10").position, cube


def _winner(game: Retelling, cell: Cell, gained: tuple[Side, int] | None, resigned: Side | None) -> Side:
    """Who has won: as the game itself says, else as the next score says, else by the place of the words."""
    if game.passed is not None:
        return game.passed.other
    if (winner := scoring.winner(game.position)) is not None:
        return winner
    if gained is not None:
        return gained[0]
    return resigned.other if resigned is not None else cell.side


def _roll(game: Retelling, cell: Cell, players: tuple[str, str]) -> None:
    if cell.fields is not None:
        game.stood(cell.side, cell.dice, _snowie(cell, players))
    elif not cell.text.strip("?"):
        game.rolled(cell.side, cell.dice)
    elif _DANCE.fullmatch(cell.text):
        game.played(cell.side, cell.dice, Play())
    else:
        game.played(cell.side, cell.dice, notation.parse(_usual(cell.text)))


_DANCE = re.compile(
    r"\(?(?:(?:cannot|can't|can not) (?:move|play)|no (?:legal )?(?:moves?|plays?)|none|dances?|fan(?:s|ned)?|-+)\)?\.?",
    re.IGNORECASE,
)


def _usual(text: str) -> str:
    """Moves as `notation` reads them: 8-5, commas, 6/1(2)* and times in brackets are habits of some programs."""
    text = re.sub(r"(?<=[\dr*])-(?=[\do])", "/", re.sub(r"\[[^\]]*\]|,", " ", text))
    return re.sub(r"(\([1-4]\))\*", r"*\1", text)


def _snowie(cell: Cell, players: tuple[str, str]) -> Position:
    """The position of an "Illegal play (…)": at its end 26 numbers of the board, seen by who is named first, and two dice."""
    fields = (cell.fields or "").strip().strip(";").split(";")
    if len(fields) < 40 or not all(re.fullmatch(r"-?\d{1,2}", field.strip()) for field in fields[-28:]):
        raise ValueError("expected 40 numbers and names in 'Illegal play (…)', with a board of 26 numbers and two dice at the end")
    board = [int(field) for field in fields[-28:-2]]
    side = cell.side
    if fields[5] in players and players[0] != players[1]:
        side = Side.WHITE if fields[5] == players[0] else Side.BLACK
    own, other = sum(n for n in board if n > 0), -sum(n for n in board if n < 0)
    if own > 15 or other > 15:
        raise ValueError(f"expected 15 checkers a side at most in 'Illegal play (…)', not {own} and {other}")
    position = Position(tuple(board[1:25]), (board[25], -board[0]), (15 - own, 15 - other))
    return position if side is Side.WHITE else position.flipped()


def _double(game: Retelling, cell: Cell, players: tuple[str, str]) -> None:
    game.double(cell.side, cell.number)


_STEPS: dict[str, Callable[[Retelling, Cell, tuple[str, str]], Any]] = {
    "roll": _roll,
    "double": _double,
    "take": lambda game, cell, players: game.take(),
    "drop": lambda game, cell, players: game.drop(),
}
