"""A match from OGXM, through the optional package `ogxm`: ours, OpenGammon's and HedgeHog's.

Unreadable names the game and the ply, and what was expected there; nothing of such a file is returned.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from boardcam.record.ogxm import DICE, DOUBLE, DROP, KEY, PLACED, RESIGN, TAKE, Ply, codec
from boardcam.record.retelling import Retelling
from boardcam.rules import notation
from boardcam.rules.cube import Cube
from boardcam.rules.errors import Unreadable
from boardcam.rules.match import Score
from boardcam.rules.play import Move, Play
from boardcam.rules.position import Position, Side
from boardcam.rules.transcript import Clock, Game, Match, Turn

OVER, RESIGN_MATCH, CUBE_SET = 26, 28, 36
_SIDES = (Side.WHITE, Side.BLACK)
"""Who wins and who owns the cube, by number; the colours of plies are the other way round."""
_COLOURS = {side.colour: side for side in Side}
Notes = dict[tuple[str, int], dict[str, Any]]
"""What our own annotations tell, by scope and number."""


def read(data: bytes) -> Match:
    """The match that the bytes tell; OgxmMissing without the package."""
    package = codec()
    try:
        document = package.binary_to_json(data)
    except package.OgxmError as error:
        raise Unreadable("file", f"expected an OGXM file: {error}") from error
    if document.get("variant", "backgammon") != "backgammon":
        raise Unreadable("variant", f"expected backgammon: {document['variant']} is another game")
    notes = _notes(document.get("annotations", ()))
    told = notes.get(("match", 0), {})
    limit = document.get("cube_limit") or 1024
    clip = (document.get("video_info") or {}).get("url")
    return Match(
        (document.get("player_white") or "Light", document.get("player_black") or "Dark"), document.get("match_length", 0),
        tuple(_games(document, notes)),
        crawford=bool(document.get("crawford", True)), jacoby=bool(document.get("jacoby", False)),
        cube_cap=limit if limit < 1024 else None, variant=told.get("variant") or "standard", date=told.get("date"),
        time=told.get("time"), event=document.get("event") or None, place=told.get("place"), clock=_clock(document),
        source=f"file:{clip}" if clip else None,
    )  # fmt: skip


def _clock(document: dict[str, Any]) -> Clock | None:
    told = document.get("clock_info")
    if not told:
        return None
    reserve, delay, increment = (told.get(f"{name}_ms", 0) / 1000 for name in ("reserve", "delay", "increment"))
    return Clock(delay, reserve or None, increment)


def _notes(annotations: Any) -> Notes:
    """Our own annotations; what cannot be read in them is not ours."""
    found = {}
    for note in annotations:
        if note.get("key") in (KEY + "match", KEY + "turn", KEY + "result"):
            try:
                found[note["scope"], note["ref"]] = json.loads(note["value"])
            except (KeyError, json.JSONDecodeError):
                continue
    return {place: told for place, told in found.items() if isinstance(told, dict)}


def clocked(game: Game, note: dict[str, Any]) -> Game:
    """The game with what the clocks showed at the end of every turn, if our note tells it of as many turns."""
    try:
        left = [None if pair is None else (float(pair[0]), float(pair[1])) for pair in note.get("left", ())]
    except (ValueError, TypeError, IndexError):
        return game  # not ours
    if len(left) != sum(isinstance(action, Turn) for action in game.actions):
        return game
    pairs = iter(left)
    return replace(game, actions=tuple(replace(a, left=next(pairs)) if isinstance(a, Turn) else a for a in game.actions))


def _games(document: dict[str, Any], notes: Notes) -> list[Game]:
    games: list[Game] = []
    length, points = document.get("match_length", 0), (document.get("white_score_start", 0), document.get("black_score_start", 0))
    score = Score(length, points, crawford_rule=bool(document.get("crawford", True)))
    first = 0
    for number, told in enumerate(document.get("games", ())):
        game = Retelling(score.points, crawford=score.crawford, jacoby=bool(document.get("jacoby")))
        if not told.get("is_default_board", True) and told.get("initial_board"):
            game.set(_position(told["initial_board"]), Cube())
        _retold(game, told, number, {at - first: note for (scope, at), note in notes.items() if scope == "ply"})
        _ended(game, told, notes.get(("game", number), {}))
        first += len(told.get("plies", ()))
        games.append(clocked(game.game(), notes.get(("game", number), {})))
        result = games[-1].result
        score = score.won(result.winner, result.points) if result is not None else score
    return games


def _retold(game: Retelling, told: dict[str, Any], number: int, notes: dict[int, dict[str, Any]]) -> None:
    plies = told.get("plies", [])
    for at, ply in enumerate(plies):
        resigned = at + 1 < len(plies) and plies[at + 1]["action_id"] in (RESIGN, RESIGN_MATCH)
        try:
            _ply(game, ply, notes.get(at), resigned=resigned)
        except (ValueError, KeyError, IndexError) as error:
            raise Unreadable(f"game {number + 1}, ply {at + 1}", f"{error}; nothing was taken from it") from error


def _ended(game: Retelling, told: dict[str, Any], note: dict[str, Any]) -> None:
    if told.get("winner") in (0, 1):
        game.won(_SIDES[told["winner"]], told.get("points_won", 0))
    elif note.get("how") == "drawn":
        game.drawn()
    else:
        game.ended()


def _ply(game: Retelling, ply: Ply, note: dict[str, Any] | None, *, resigned: bool) -> None:
    action, side = ply["action_id"], Side.WHITE if ply.get("color") else Side.BLACK
    known = next((ply[name] for name in ("video_ms", "timestamp_ms") if name in ply), None)
    t = None if known is None else known / 1000
    if action <= 20:
        if ply.get("moves") or not resigned:
            game.played(side, DICE[action], Play(tuple(_move(side, move) for move in ply.get("moves", ()))), t)
        else:
            game.rolled(side, DICE[action], t)
    elif action == PLACED:
        _placed(game, ply, side, note, t)
    elif action in (DOUBLE, TAKE, DROP):
        {DOUBLE: lambda: game.double(side, t=t), TAKE: lambda: game.take(t), DROP: lambda: game.drop(t)}[action]()
    elif action == CUBE_SET:
        owner = ply.get("cube_owner")
        game.cube = Cube(ply["cube_value"], _SIDES[owner] if owner in (0, 1) else None)
    elif action not in (RESIGN, RESIGN_MATCH, OVER):
        raise ValueError(
            f"expected rolls, plays, doubles and resignations, not the action {action}, which is in no rules that are kept here"
        )


def _placed(game: Retelling, ply: Ply, turn: Side, note: dict[str, Any] | None, t: float | None) -> None:
    """A position that is set: as our note tells it, else what stood after a roll, else as it is."""
    position = _position(ply["set_position"])
    if note is not None and note.get("side") in _COLOURS:
        dice = (note["dice"][0], note["dice"][1]) if note.get("dice") else None
        play = notation.parse(note["play"]) if note.get("play") is not None else None
        game.told(Turn(_COLOURS[note["side"]], dice, play, game.position, position, note.get("legal"), t))
    elif "d1" in ply and "d2" in ply:
        game.stood(turn.other, (ply["d1"], ply["d2"]), position, t=t)
    else:
        game.found(position, turn)


def _move(side: Side, move: dict[str, int]) -> Move:
    start = move["from"] if side is Side.BLACK else 25 - move["from"]
    return Move(start, max(0, start - move["pips"]))


def _position(numbers: list[int]) -> Position:
    points = tuple(reversed(numbers[1:25]))
    white, black = numbers[0] + sum(n for n in points if n > 0), -numbers[25] - sum(n for n in points if n < 0)
    if min(numbers[0], -numbers[25], 15 - white, 15 - black) < 0:
        raise ValueError("expected a position with 15 checkers a side at most")
    return Position(points, (numbers[0], -numbers[25]), (15 - white, 15 - black))
