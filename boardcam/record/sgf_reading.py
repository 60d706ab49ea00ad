"""A match from SGF, as GNU Backgammon saves it and as the format's specification has it.

Analysis, comments and variations are passed over. A position that is set right after a play is what really stood: the play was none
that the rules allow, or the other side's turn was not seen, as the side to move tells. Unreadable names the line and what was
expected there; nothing of such a file is returned.
"""

from __future__ import annotations

import re
from dataclasses import replace

from boardcam.record.retelling import Retelling
from boardcam.record.sgf import LETTERS
from boardcam.record.sgf_tree import Node, games
from boardcam.rules.cube import Cube
from boardcam.rules.errors import Unreadable
from boardcam.rules.play import BAR, OFF, Move, Play
from boardcam.rules.position import Position, Side
from boardcam.rules.transcript import Game, Match

_SIDES = {"W": Side.WHITE, "B": Side.BLACK}
_MOVE = re.compile(r"([1-6])([1-6])((?:[a-y][a-z]){0,4})")
_RESULT = re.compile(r"([WB])\+(\d+)(R?)")


def read(text: str) -> Match:
    """The match that a text tells."""
    found = matches(text)
    if len(found) > 1:
        raise Unreadable("file", f"expected one match, not {len(found)}")
    return found[0]


def matches(text: str) -> tuple[Match, ...]:
    """All matches that a text tells, one after the other."""
    trees = games(text)
    if not trees or not all(trees):
        raise Unreadable("line 1", "expected a game like '(;FF[4]GM[6]…)': this is no SGF file")
    starts = [0] + [at for at in range(1, len(trees)) if _another(trees[at - 1][0], trees[at][0])]
    return tuple(_match(trees[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True))


def _another(root: Node, following: Node) -> bool:
    """Whether the following game is one of another match."""
    one, other = _numbers(root), _numbers(following)
    if any(root.first(key) != following.first(key) for key in ("PW", "PB")) or one.get("length") != other.get("length"):
        return True
    return "game" in one and "game" in other and other["game"] <= one["game"]


def _match(trees: tuple[tuple[Node, ...], ...]) -> Match:
    told = [_game(nodes) for nodes in trees]
    root = trees[0][0]
    length, rules = _numbers(root).get("length", 0), _rules(root)
    return Match(
        (root.first("PW") or "Light", root.first("PB") or "Dark"), length, tuple(told), crawford=not length or "Crawford" in rules,
        jacoby="Jacoby" in rules, cube_cap=1 if "NoCube" in rules else None, date=root.first("DT")[:10] or None,
        event=root.first("EV") or None, place=root.first("PC") or None,
    )  # fmt: skip


def _numbers(root: Node) -> dict[str, int]:
    """What MI says: length of the match, number of the game, scores."""
    pairs = (value.partition(":") for value in root["MI"])
    return {key.strip(): int(number) for key, _, number in pairs if number.strip().isdigit()}


def _rules(root: Node) -> list[str]:
    return [rule.strip() for value in root["RU"] for rule in value.split(":")]


def _game(nodes: tuple[Node, ...]) -> Game:
    root, rules, numbers = nodes[0], _rules(nodes[0]), _numbers(nodes[0])
    if root.first("GM") not in ("6", "") or any("gammon" in rule.lower() for rule in rules):
        raise Unreadable(f"line {root.line}", "expected backgammon, GM[6]: this is another game")
    game = Retelling((numbers.get("ws", 0), numbers.get("bs", 0)), crawford="CrawfordGame" in rules, jacoby="Jacoby" in rules)
    for node, following in zip(nodes, [*nodes[1:], root], strict=True):
        try:
            _told(game, node, following)
        except ValueError as error:
            raise Unreadable(f"line {node.line}", f"{error}; nothing was taken from it") from error
    return _ended(game, root)


def _ended(game: Retelling, root: Node) -> Game:
    result = root.first("RE").strip()
    if found := _RESULT.fullmatch(result):
        game.won(_SIDES[found[1]], int(found[2]))
    elif result.lower() in ("0", "draw"):
        game.drawn()
    else:
        game.ended()
    return game.game()


def _told(game: Retelling, node: Node, following: Node) -> None:
    """Tells what a node says. Where the following one sets the position, a play need not be one."""
    corrected = bool(following["AE"])
    if any(node[name] for name in ("AE", "AW", "AB", "CV", "CP", "CO")):
        _placed(game, node, following)
    if node["DI"]:
        game.rolled(_SIDES.get(node.first("PL"), Side.WHITE), _dice(node.first("DI")))
    for name, side in _SIDES.items():
        for value in node[name]:
            _said(game, side, value.strip(), corrected)


def _said(game: Retelling, side: Side, value: str, corrected: bool) -> None:
    word = value.lower()
    if word == "double":
        game.double(side)
    elif word == "take":
        game.take()
    elif word in ("drop", "pass"):
        game.drop()
    elif found := _MOVE.fullmatch(value):
        _played(game, side, (int(found[1]), int(found[2])), found[3], corrected)
    else:
        raise ValueError(f"expected dice and letters like 31hefe, or double, take, drop, not {value!r}")


def _played(game: Retelling, side: Side, dice: tuple[int, int], pairs: str, corrected: bool) -> None:
    play = Play(tuple(Move(_point(side, a), _point(side, b)) for a, b in re.findall("(.)(.)", pairs)))
    try:
        game.played(side, dice, play)
    except ValueError:
        if not corrected:
            raise
        game.rolled(side, dice)


def _dice(value: str) -> tuple[int, int]:
    if not re.fullmatch("[1-6][1-6]", value):
        raise ValueError(f"expected two dice, like DI[31], not {value!r}")
    return int(value[0]), int(value[1])


def _point(side: Side, letter: str) -> int:
    """A side's own point; 25 = the bar, 0 = off."""
    if letter in "yz":
        return BAR if letter == "y" else OFF
    return LETTERS.index(letter) + 1 if side is Side.WHITE else 24 - LETTERS.index(letter)


def _placed(game: Retelling, node: Node, following: Node) -> None:
    """A position, a cube, or both are set."""
    cube = game.cube
    if value := node.first("CV"):
        cube = replace(cube, value=int(value)) if value.isdigit() and int(value) > 0 else _no_cube(value)
    if owner := node.first("CP") or node.first("CO"):
        cube = replace(cube, owner=_SIDES.get(owner[:1].upper()))
    turn = _SIDES.get(node.first("PL"))
    if turn is not None and turn is game.unplayed and not following["W" if turn is Side.WHITE else "B"]:
        turn = turn.other  # GNU Backgammon's way to keep what stood after a roll: the roll, and the position before it is lifted
    if any(node[name] for name in ("AE", "AW", "AB")):
        game.found(_position(game.position, node), turn)
    game.cube = cube


def _no_cube(value: str) -> Cube:
    raise ValueError(f"expected the value of the cube, like CV[2], not {value!r}")


def _position(before: Position, node: Node) -> Position:
    """The position after checkers were taken away and put down; what is nowhere is off."""
    counts = {side: {letter: before.count(side, _point(side, letter)) for letter in LETTERS[:25]} for side in Side}
    for value in node["AE"]:
        for letter in _range(value):
            counts[Side.WHITE][letter] = counts[Side.BLACK][letter] = 0
    for side, name in ((Side.WHITE, "AW"), (Side.BLACK, "AB")):
        for letter in (letter for value in node[name] for letter in _range(value)):
            counts[side][letter] += 1
    white, black = counts[Side.WHITE], counts[Side.BLACK]
    off = [15 - sum(found.values()) for found in (white, black)]
    if min(off) < 0 or any(white[letter] and black[letter] for letter in LETTERS[:24]):
        raise ValueError("expected 15 checkers a side at most, and on a point those of one side")
    return Position(tuple(white[letter] - black[letter] for letter in LETTERS[:24]), (white["y"], black["y"]), (off[0], off[1]))


def _range(value: str) -> str:
    """The places of "f" or of "a:y"."""
    if not re.fullmatch("[a-y](?::[a-y])?", value):
        raise ValueError(f"expected a place a to y, or several like a:y, not {value!r}")
    return LETTERS[LETTERS.index(value[0]) : LETTERS.index(value[-1]) + 1]
