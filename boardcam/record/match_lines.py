"""A match as JSON lines, without loss: one object a line for the match, and for each game, turn, double and result, in order.

    {"match": 1, "players": ["Ann", "Ben"], "length": 7}
    {"game": 1, "score": [0, 0], "starter": "light"}
    {"turn": "light", "dice": [3, 1], "moves": [[8, 5], [6, 5]], "play": "8/5 6/5", "after": [-2, 0, …]}
    {"cube": "double", "side": "dark", "value": 2}
    {"result": "light", "points": 1, "how": "passed", "kind": 1}
    {"incident": "void_roll", "game": 1, "side": "light", "rule": "R84", "why": "…", "t": 12.5}

"match" is the version of the format. What has its usual value is left out, and `before` where it is the position after the last
turn. Incidents follow the games, their reason in English, and under "said" so that another language can say it. A position is 28
numbers: White's points 1 to 24 (negative = dark's checkers), the bar (light, dark) and off (light, dark). "play" is for people and
is not read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import MISSING, asdict, fields, replace
from typing import Any

from boardcam.rules.errors import Unreadable
from boardcam.rules.play import Move, Play
from boardcam.rules.position import START, Position, Side
from boardcam.rules.sentence import Sentence, packed, unpacked
from boardcam.rules.transcript import Clock, CubeAction, Game, Incident, Match, Result, Turn

VERSION = 1
LARGEST = 10**9
"""No number of a match is larger."""
_SIDES = {side.colour: side for side in Side}
_MATCH = [field.name for field in fields(Match) if field.name not in ("games", "clock", "incidents")]
_DEFAULTS = {field.name: field.default for field in fields(Match) if field.default is not MISSING}


def write(match: Match) -> str:
    """The lines of a match; ends with a newline."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(match))


def _lines(match: Match) -> Iterator[dict[str, Any]]:
    told = {name: getattr(match, name) for name in _MATCH}
    told = {name: value for name, value in told.items() if name not in _DEFAULTS or value != _DEFAULTS[name]}
    yield {"match": VERSION} | told | _brief(clock=match.clock and _brief(**asdict(match.clock)))
    for number, game in enumerate(match.games, 1):
        yield from _game(number, game)
    for one in match.incidents:
        side, why = _colour(one.side), one.why or None
        said = packed(one.why) if isinstance(one.why, Sentence) and one.why.made.template else None
        yield _brief(
            incident=one.kind, game=one.game, side=side, dice=one.dice, play=one.play, rule=one.rule, why=why, said=said, t=one.t
        )  # fmt: skip


def _game(number: int, game: Game) -> Iterator[dict[str, Any]]:
    start = None if game.start == START else _numbers(game.start)
    yield _brief(game=number, score=game.score, starter=_colour(game.starter), crawford=game.crawford or None, start=start)
    board = game.start
    for action in game.actions:
        if isinstance(action, Turn):
            yield _turn(action, board)
            board = action.after
        else:
            yield _brief(cube=action.kind, side=action.side.colour, value=action.value, t=action.t)
    if game.result is not None:
        result = game.result
        yield {"result": _colour(result.winner), "points": result.points, "how": result.how, "kind": result.kind}


def _turn(turn: Turn, board: Position) -> dict[str, Any]:
    moves = None if turn.play is None else [[start, end, *([True] if hit else [])] for start, end, hit in turn.play.moves]
    before = None if turn.before == board else _numbers(turn.before)
    told = _brief(turn=turn.side.colour, dice=turn.dice, moves=moves, play=turn.play and str(turn.play), before=before)
    legal = {} if turn.legal is True else {"legal": turn.legal}
    return told | legal | {"after": _numbers(turn.after)} | _brief(t=turn.t, left=turn.left)


def _brief(**told: Any) -> dict[str, Any]:
    return {name: value for name, value in told.items() if value is not None}


def _colour(side: Side | None) -> str | None:
    return side.colour if side is not None else None


def _numbers(position: Position) -> list[int]:
    return [*position.points, *position.bar, *position.off]


def read(text: str) -> Match:
    """The match that the lines tell. Unreadable names the line and what was expected there; nothing of it is returned."""
    found = matches(text)
    if len(found) > 1:
        raise Unreadable("file", f"expected one match, not {len(found)}")
    return found[0]


def matches(text: str) -> tuple[Match, ...]:
    """All matches that the lines tell, one after the other; Unreadable."""
    found: list[Match | None] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        try:
            told = json.loads(line)
            if not found or (isinstance(told, dict) and "match" in told):
                found.append(None)
            found[-1] = _told(found[-1], told)
        except json.JSONDecodeError as error:
            raise Unreadable(f"line {number}", f"expected one JSON object: {error.msg}") from error
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
            what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
            raise Unreadable(f"line {number}", f"{what}; nothing was taken from it") from error
    if not found:
        raise Unreadable("line 1", 'expected a line like {"match": 1, "players": ["Ann", "Ben"], "length": 7}')
    return tuple(match for match in found if match is not None)


def _told(match: Match | None, line: Any) -> Match:
    """The match after a line."""
    if not isinstance(line, dict):
        raise ValueError("expected an object like {…}")
    if match is None:
        return _begun(line)
    if "incident" in line:
        return replace(match, incidents=(*match.incidents, _incident(line)))
    if "game" in line:
        return replace(match, games=(*match.games, _new(line)))
    kind = next((kind for kind in _STEPS if kind in line), None)
    if kind is None or not match.games:
        raise ValueError('expected a line with "game"' + (f", or {', '.join(map(json.dumps, _STEPS))}" if match.games else ""))
    if match.games[-1].result is not None:
        raise ValueError('expected a line with "game": the last game is over')
    return replace(match, games=(*match.games[:-1], _STEPS[kind](match.games[-1], line)))


def _begun(line: dict[str, Any]) -> Match:
    if line.get("match") != VERSION:
        raise ValueError(f'expected {{"match": {VERSION}, …}} first: this is none, or of another version of boardcam')
    told = {name: _option(name, line[name]) for name in _MATCH[2:] if name in line}
    light, dark = map(_text, line["players"])
    return Match(**told | {"players": (light, dark), "length": _whole(line["length"]), "clock": _clock(line.get("clock"))})


def _option(name: str, value: Any) -> Any:
    """A value of the match that is of the type of its field."""
    kinds = {"crawford": (bool,), "jacoby": (bool,), "cube_cap": (int, type(None)), "profile": (str,), "variant": (str,)}
    if type(value) not in kinds.get(name, (str, type(None))):
        raise ValueError(f"{json.dumps(name)} cannot be {value!r}")
    return _text(value) if isinstance(value, str) else value


def _clock(told: Any) -> Clock | None:
    if told is None:
        return None
    return Clock(_seconds("delay", told["delay"]), _time(told, "reserve"), _seconds("increment", told["increment"]))


def _incident(line: dict[str, Any]) -> Incident:
    side = None if line.get("side") is None else _side(line["side"])
    play, rule, why = (None if line.get(name) is None else _text(line[name]) for name in ("play", "rule", "why"))
    return Incident(
        _whole(line["game"]), _text(line["incident"]), side, _dice(line), play, rule, _said(line, why or ""), _time(line)
    )


def _said(line: dict[str, Any], why: str) -> str:
    """The reason, as it can be said in every language where that was kept; else as it was written."""
    if "said" not in line:
        return why
    try:
        told = unpacked(line["said"])
    except (AttributeError, KeyError, IndexError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f'"said" cannot be {line["said"]!r}') from error
    return told if isinstance(told, Sentence) and told == why else why


def _new(line: dict[str, Any]) -> Game:
    light, dark = map(_whole, line["score"])
    starter = None if line.get("starter") is None else _side(line["starter"])
    return Game((light, dark), (), None, starter, bool(line.get("crawford", False)), _position(line.get("start"), START))


def _played(game: Game, line: dict[str, Any]) -> Game:
    board = next((action.after for action in reversed(game.actions) if isinstance(action, Turn)), game.start)
    play = None if line.get("moves") is None else Play(tuple(_move(*move) for move in line["moves"]))
    legal = line.get("legal", True)
    if legal not in (True, False, None):
        raise ValueError(f'"legal" is true, false or null, not {legal!r}')
    before, after = _position(line.get("before"), board), _position(line["after"], board)
    left = None if line.get("left") is None else (_seconds("left", line["left"][0]), _seconds("left", line["left"][1]))
    turn = Turn(_side(line["turn"]), _dice(line), play, before, after, legal, _time(line), left)
    return replace(game, actions=(*game.actions, turn))


def _dice(line: dict[str, Any]) -> tuple[int, int] | None:
    dice = None if line.get("dice") is None else tuple(map(_whole, line["dice"]))
    if dice is not None and (len(dice) != 2 or not 1 <= min(dice) <= max(dice) <= 6):
        raise ValueError(f"expected two dice of 1 to 6, not {line['dice']}")
    return dice and (dice[0], dice[1])


def _cube(game: Game, line: dict[str, Any]) -> Game:
    if line["cube"] not in ("double", "take", "pass"):
        raise ValueError(f'"cube" is "double", "take" or "pass", not {line["cube"]!r}')
    action = CubeAction(_side(line["side"]), line["cube"], _whole(line["value"]), _time(line))
    return replace(game, actions=(*game.actions, action))


def _over(game: Game, line: dict[str, Any]) -> Game:
    if line["how"] not in ("borne off", "passed", "resigned", "drawn"):
        raise ValueError(f'"how" is "borne off", "passed", "resigned" or "drawn", not {line["how"]!r}')
    winner = None if line["result"] is None else _side(line["result"])
    return replace(game, result=Result(winner, _whole(line["points"]), line["how"], _whole(line["kind"])))


_STEPS: dict[str, Callable[[Game, dict[str, Any]], Game]] = {"turn": _played, "cube": _cube, "result": _over}


def _side(colour: Any) -> Side:
    if colour not in _SIDES:
        raise ValueError(f'a side is "light" or "dark", not {colour!r}')
    return _SIDES[colour]


def _move(start: Any, end: Any, hit: Any = False) -> Move:
    if not 0 <= _whole(end) <= 25 or not 0 <= _whole(start) <= 25:
        raise ValueError(f"a move is between places 0 (off) to 25 (bar), not {start} and {end}")
    return Move(start, end, bool(hit))


def _position(numbers: Any, default: Position) -> Position:
    if numbers is None:
        return default
    if len(numbers) != 28:
        raise ValueError(f"a position is 28 numbers, not {len(numbers)}")
    whole = tuple(map(_whole, numbers))
    return Position(whole[:24], (whole[24], whole[25]), (whole[26], whole[27]))


def _time(line: dict[str, Any], name: str = "t") -> float | None:
    return None if line.get(name) is None else _seconds(name, line[name])


def _seconds(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f'"{name}" is a number of seconds, not {value!r}')
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or abs(value) > LARGEST:
        raise ValueError(f"expected a whole number, not {value!r}")
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise ValueError(f"expected a name, not {value!r}")
    value.encode("utf-8")  # half a character, which JSON can spell, is a ValueError
    return value
