"""A match as SGF, the way GNU Backgammon saves it (FF[4] GM[6]; red-bean.com/sgf/backgammon.html, and measured on 1.07).

One tree a game. White is light, player 0, and both sides' moves are lettered from White's home: a…x are his points 1…24, y the bar,
z off. The number of the game counts from 0, as the program does. A play that no rule allows is written as it was said, and followed
by the position that stood; a drawn game (67), which the program does not know, has the result 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardcam.rules.cube import Cube
from boardcam.rules.play import BAR, OFF, Move, Play
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SIGN = {Side.WHITE: "W", Side.BLACK: "B"}


def write(match: Match) -> str:
    """The text of a match; ends with a newline."""
    return "".join(f"({_root(match, game, number)}{''.join(_nodes(match, game))})\n" for number, game in enumerate(match.games))


def letter(side: Side, point: int) -> str:
    """A place in SGF: a side's own point, the bar (25) or off (0).

    >>> letter(Side.BLACK, 13), letter(Side.BLACK, 25)
    ('l', 'y')
    """
    if point in (BAR, OFF):
        return "y" if point else "z"
    return LETTERS[point - 1 if side is Side.WHITE else 24 - point]


def _root(match: Match, game: Game, number: int) -> str:
    white, black = game.score
    entries = {
        "PW": match.players[0], "PB": match.players[1], "DT": match.date, "EV": match.event, "PC": match.place,
        "RU": ":".join(_rules(match, game)), "RE": _result(game.result),
    }  # fmt: skip
    told = "".join(f"{key}[{_escaped(value)}]" for key, value in entries.items() if value)
    return f";FF[4]GM[6]CA[UTF-8]AP[boardcam]MI[length:{match.length}][game:{number}][ws:{white}][bs:{black}]{told}\n"


def _rules(match: Match, game: Game) -> Iterator[str]:
    if match.length and match.crawford:
        yield "Crawford"
    if game.crawford:
        yield "CrawfordGame"
    if match.jacoby:
        yield "Jacoby"
    if match.cube_cap == 1:
        yield "NoCube"


def _result(result: Result | None) -> str:
    if result is None:
        return ""
    return f"{SIGN[result.winner]}+{result.points}{'R' * (result.how == 'resigned')}" if result.winner is not None else "0"


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")


def _nodes(match: Match, game: Game) -> Iterator[str]:
    """The nodes of a game, each on a line of its own. `board` is the position as a reader has it; None = it no longer knows."""
    board: Position | None = game.start
    cube = Cube()
    if game.start != START:
        yield _placed(game.start, game.actions[0].side if game.actions else Side.WHITE)
    for action in game.actions:
        if isinstance(action, CubeAction):
            yield f";{SIGN[action.side]}[{ {'double': 'double', 'take': 'take', 'pass': 'drop'}[action.kind] }]\n"
            cube = Cube(action.value, action.side) if action.kind == "take" else cube
            continue
        if action.dice is not None and action.before != board:
            yield _placed(action.before, action.side)
        if action.dice is not None:
            yield from _turn(action, match.variant)
        board = action.after if action.dice is not None and (action.play is not None or action.legal is True) else None


def _turn(turn: Turn, variant: str) -> Iterator[str]:
    """The roll and the play; what no rule allows is followed by the position that stood."""
    dice = "{}{}".format(*turn.dice or (0, 0))
    legal = legal_plays(turn.before, turn.side, turn.dice or (0, 0), variant)
    if turn.play is None:
        yield f";PL[{SIGN[turn.side]}]DI[{dice}]\n"
    elif turn.after in legal:
        yield f";{SIGN[turn.side]}[{dice}{lettered(turn.side, legal[turn.after])}]\n"
    else:
        yield f";{SIGN[turn.side]}[{dice}{lettered(turn.side, turn.play)}]\n"
        if legal or turn.after != turn.before:
            yield _placed(turn.after, turn.side.other)


def lettered(side: Side, play: Play) -> str:
    """Moves as pairs of letters, four at most."""
    return "".join(letter(side, start) + letter(side, end) for start, end, _ in map(Move._make, play.moves[:4]))


def _placed(position: Position, turn: Side) -> str:
    """A node that sets the position; what is nowhere is off."""
    sides = []
    for side in Side:
        places = [letter(side, point) for point in range(1, 26) for _ in range(position.count(side, point))]
        sides.append(f"A{SIGN[side]}" + "".join(f"[{place}]" for place in places) if places else "")
    return f";PL[{SIGN[turn]}]AE[a:y]{''.join(sides)}\n"
