"""A match as a `.mat` file, the text that GNU Backgammon, eXtreme Gammon, BGBlitz and the online sites open.

Moves are written singly, dice descending, Crawford by the scores alone: what every reader takes. One move that a reader finds
illegal makes GNU Backgammon doubt the whole file, so each play is checked by the rules before it is written; what stood on the
table though no rule allows it is written as the position it led to ("Illegal play (…)", Snowie's way, which GNU Backgammon and
eXtreme Gammon read), and where not even the dice are known the next known position is set ("; Set Pos="), as it is where a game did
not begin with the usual one. Measured with GNU Backgammon 1.07: read without a word, the following plays and the score are right.

There is no draw in the format: a drawn game is left out and named in the header (67).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from boardcam.rules import xgid
from boardcam.rules.cube import Cube
from boardcam.rules.play import place
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import CHECKERS, START, Position, Side
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn

COLUMN = 33
"""Width of the left player's column after the number of the row."""


def write(match: Match) -> str:
    """The text of a match; ends with a newline."""
    players = names(match.players)
    played = [game for game in match.games if game.result is None or game.result.winner is not None]
    games = [_game(game, number, players, match.length) for number, game in enumerate(played, 1)]
    return "\n".join([*_header(match, players), "", f"{match.length} point match", "", *games])


def names(players: tuple[str, str]) -> tuple[str, str]:
    """Names as readers take them: no colon, comma, semicolon or bracket, 31 characters at most, not empty, not the same."""
    cleaned = [re.sub(r"\s+", " ", re.sub(r'[:;,()\[\]"]', " ", player)).strip()[:31].strip() for player in players]
    light, dark = (name or default for name, default in zip(cleaned, ("Light", "Dark"), strict=True))
    return (light, dark) if light != dark else (f"{light[:29]} 1", f"{dark[:29]} 2")


def _header(match: Match, players: tuple[str, str]) -> list[str]:
    day, time = (match.date or "").replace("-", "."), (match.time or "").replace(":", ".")
    entries = {
        "Site": match.place, "Event": match.event, "Player 1": players[0], "Player 2": players[1],
        "EventDate": day, "EventTime": time,
        "Variation": "Backgammon", "Unrated": "Off", "Crawford": "On" if match.crawford else "Off",
        "Jacoby": None if match.length else ("On" if match.jacoby else "Off"), "CubeLimit": str(match.cube_cap or 1024),
        "Transcriber": "boardcam",
    }  # fmt: skip
    lines = [f'; [{key} "{re.sub(chr(34), chr(39), value)}"]' for key, value in entries.items() if value]
    remarks = [f"; {remark}" for number, game in enumerate(match.games, 1) for remark in _remarks(game, number, players)]
    lost = [one.side.other for one in match.incidents if one.kind == "time" and one.side is not None]
    return lines + remarks + [f"; {players[side.index]} has lost the match on time." for side in lost]


def _remarks(game: Game, number: int, players: tuple[str, str]) -> Iterator[str]:
    """What a reader of the file must know beyond its plays."""
    if game.result and game.result.winner is None:
        yield f"Game {number} was drawn and is left out."
    for turn in game.actions:
        if isinstance(turn, Turn) and turn.play is not None and turn.legal is not True:
            rolled = "{}-{}".format(*turn.dice) if turn.dice else "dice not seen"
            what = "an illegal play stood" if turn.legal is False else "not sure"
            yield f"Game {number}, {players[turn.side.index]} {rolled}: {what}."
        elif isinstance(turn, Turn) and turn.legal is None:
            yield f"Game {number}, {players[turn.side.index]}: a turn was not seen."


@dataclass
class _Sheet:
    """The rows of a game as they fill, and the board as a reader has it."""

    players: tuple[str, str]
    length: int
    game: Game
    board: Position | None
    cube: Cube = field(default_factory=Cube)
    rows: list[str] = field(default_factory=list)
    left: str | None = None
    """The left cell of a row that waits for its right one."""
    number: int = 0

    def cell(self, side: Side, text: str) -> None:
        if side is Side.WHITE:
            self.end_row()
            self.number += 1
            self.left = text
        else:
            if self.left is None:
                self.number += 1
            self._row(self.left or "", text)

    def end_row(self) -> None:
        if self.left is not None:
            self._row(self.left, "")

    def _row(self, left: str, right: str) -> None:
        self.rows.append(f"{self.number:3d}) {left:<{COLUMN}}{'  ' if len(left) >= COLUMN else ''}{right}".rstrip())
        self.left = None

    def line(self, text: str) -> None:
        self.end_row()
        self.rows.append(text)


def _game(game: Game, number: int, players: tuple[str, str], length: int) -> str:
    sheet = _Sheet(players, length, game, game.start)
    scores = [f" {player} : {points}" for player, points in zip(players, game.score, strict=True)]
    sheet.rows += [f" Game {number}", f"{scores[0]:<{COLUMN + 4}}{scores[1]}"]
    if game.start != START:
        sheet.line(_set(game.start, sheet.cube))
    for action in game.actions:
        if isinstance(action, Turn):
            _turn(sheet, action, game.result)
        else:
            _cube(sheet, action)
    if game.result is not None:
        _result(sheet, game.result)
    sheet.end_row()
    return "\n".join(sheet.rows) + "\n"


def _turn(sheet: _Sheet, turn: Turn, result: Result | None) -> None:
    unseen = turn.play is None and turn.legal is None
    if turn.dice is not None:
        if turn.before != sheet.board:
            sheet.line(_set(turn.before, sheet.cube))
        sheet.cell(turn.side, f"{turn.dice[0]}{turn.dice[1]}:{' ???' if unseen else _played(sheet, turn, result)}")
    sheet.board = None if unseen or turn.dice is None else turn.after


def _played(sheet: _Sheet, turn: Turn, result: Result | None) -> str:
    """What stands after the dice."""
    if turn.play is None and turn.legal is True:
        return " ???"
    legal = legal_plays(turn.before, turn.side, turn.dice) if turn.dice else {}
    if turn.after in legal:
        return "".join(f" {place(start)}/{place(end)}{'*' * hit}" for start, end, hit in legal[turn.after].moves)
    if not legal and turn.after == turn.before:
        return ""
    if result is not None and turn.after.off[turn.side.index] >= CHECKERS:
        return " ???"  # a game over by an illegal play loses its result in GNU Backgammon: the result line alone tells it
    return f" Illegal play ({_snowie(sheet, turn)})"


def _snowie(sheet: _Sheet, turn: Turn) -> str:
    """The position after an illegal play as Snowie writes it, seen by who played it."""
    side = turn.side
    players = [sheet.players[one.index] for one in (side, side.other)]
    score = [sheet.game.score[one.index] for one in (side, side.other)]
    owned = 0 if sheet.cube.owner is None else 1 if sheet.cube.owner is side else -1
    match = [sheet.length, 0, 0, int(not sheet.length), int(side is Side.WHITE)]  # the fifth: measured, 1 = the left player's view
    points = [turn.after.points[point - 1] if side is Side.WHITE else -turn.after.points[24 - point] for point in range(1, 25)]
    board = [-turn.after.bar[side.other.index], *points, turn.after.bar[side.index]]
    fields = [*match, *players, int(sheet.game.crawford), *score, sheet.cube.value, owned, *board, *(turn.dice or (0, 0))]
    return "".join(f"{item};" for item in fields)


def _cube(sheet: _Sheet, action: CubeAction) -> None:
    if action.kind == "take":
        sheet.cube = Cube(action.value, action.side)
    sheet.cell(action.side, {"double": f" Doubles => {action.value}", "take": " Takes", "pass": " Drops"}[action.kind])


def _result(sheet: _Sheet, result: Result) -> None:
    """The winner's column tells the result; beside light's last cell if it waits for dark's: after light's "Drops" GNU Backgammon
    counts a result on a line of its own as a second win (measured)."""
    points = f"Wins {result.points} point{'s' * (result.points != 1)}"
    if result.winner is Side.BLACK and sheet.left is not None:
        sheet.cell(Side.BLACK, f" {points}")
    else:
        sheet.line(f"{' ' * (6 if result.winner is Side.WHITE else COLUMN + 6)}{points}")


def _set(position: Position, cube: Cube) -> str:
    """The line that sets a position. The cube: 0 centred, else log2 of its value, negative if it is light's (measured)."""
    power = cube.value.bit_length() - 1
    place = "0" if cube.owner is None else f"{'-' if cube.owner is Side.WHITE else ''}{power}"
    return f"; Set Pos={xgid.board(position)}/{place}"
