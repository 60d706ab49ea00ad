"""A match as OGXM, the binary format of OpenGammon and HedgeHog, through the optional package `ogxm` (specification 2.2).

White is light. Measured with ogxm 2.3.2: a ply's colour is 1 for White and 0 for Black, a winner 0 for White and 1 for Black; both
sides' moves are numbered from Black's home, White's bar being 0 and Black's 25, and a position is 26 numbers in that order, Black's
checkers negative. What no rule allows or nobody saw is a position that is set, with the turn as we know it in an annotation; a time
is a place in the video. The format has the rule of a clock but not what it showed: that is in the annotation of a game.
Before anything is given out the codec itself says whether it keeps the format's rules, and replays it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from boardcam.rules.play import Play
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn

DICE = tuple((low, high) for low in range(1, 7) for high in range(low, 7))
"""Rolls in the order of their numbers, 11 12 … 16 22 … 66."""
DOUBLE, TAKE, DROP, RESIGN, PLACED = 21, 22, 23, 27, 31
NOBODY = 255
"""The winner of a game that is not over, or drawn."""
LONGEST = 3900
"""Characters of an annotation, at most; each thing has one."""
KEY = "x-boardcam-"
"""Names of what the format has no place for."""

Ply = dict[str, Any]
Note = tuple[str, dict[str, Any]]
"""A key and what is told under it."""


class OgxmMissing(RuntimeError):
    """The optional package is not installed."""


def codec() -> ModuleType:
    """The package; OgxmMissing says how to get it."""
    try:
        return import_module("ogxm")
    except ImportError as error:
        raise OgxmMissing("OGXM files need the package ogxm: pip install 'boardcam[formats]'") from error


def write(match: Match) -> bytes:
    """The bytes of a match. ValueError if the codec finds that they would not be the same match; OgxmMissing."""
    document = projected(match)
    problem = codec().v2_problem(document)
    data: bytes = b"" if problem else codec().json_to_binary(document)
    if problem or not codec().binary_to_json(data)["replay_complete"]:
        raise ValueError(f"this match cannot be an OGXM file: {problem or 'it does not replay'}")
    return data


def projected(match: Match) -> dict[str, Any]:
    """The match as the codec's JSON document."""
    annotations = [
        _note("match", 0, ("match", {"date": match.date, "time": match.time, "place": match.place, "variant": match.variant}))
    ]
    games, plies_so_far = [], 0
    for number, game in enumerate(match.games):
        plies, notes = _plies(game, match.variant)
        annotations += [_note("ply", plies_so_far + at, note) for at, note in notes]
        if told := _ended(game):
            annotations.append(_note("game", number, ("result", told)))
        plies_so_far += len(plies)
        games.append(_game(number, game, plies))
    timed = any("video_ms" in ply for game in games for ply in game["plies"])
    clocked = {} if match.clock is None else _clocked(match, [ply for game in games for ply in game["plies"]])
    return {
        "ogxm": {"major": 2, "minor": 1}, "match_length": match.length, "player_white": match.players[0],
        "player_black": match.players[1], "crawford": match.crawford, "jacoby": match.jacoby, "cube_limit": match.cube_cap or 1024,
        "games": games, "annotations": sorted(annotations, key=lambda note: ("match", "game", "ply").index(note["scope"])),
    } | ({"event": match.event} if match.event else {}) | ({"video_info": _video(match)} if timed else {}) | clocked  # fmt: skip


def _video(match: Match) -> dict[str, Any]:
    """What the pictures are called, without the folder, which is nobody's business; times count from their beginning."""
    source = match.source or ""
    clip = source.removeprefix("file:").rpartition("/")[2] if source.startswith("file:") else ""
    return {"kind": "file", "url": clip} if clip and len(clip.encode()) <= 512 and clip.isprintable() else {}


def _clocked(match: Match, plies: list[Ply]) -> dict[str, Any]:
    """The rule of the clock, and when each ply was made since the first; a series ends where a time is not known."""
    clock = match.clock
    assert clock is not None
    first = plies[0].get("video_ms") if plies else None
    last = first
    for ply in plies:
        t = ply.get("video_ms")
        if t is None or first is None or last is None or t < last:
            break
        ply["timestamp_ms"] = t - first
        last = t
    times = {"reserve_ms": clock.reserve or 0, "delay_ms": clock.delay, "increment_ms": clock.increment}
    return {"clock_info": {name: round(1000 * seconds) for name, seconds in times.items()}}


def _ended(game: Game) -> dict[str, Any]:
    """What is noted of a game: how it ended, and what the clocks showed at the end of each turn."""
    told: dict[str, Any] = {} if game.result is None else {"how": game.result.how, "kind": game.result.kind}
    left = [turn.left and [round(seconds, 1) for seconds in turn.left] for turn in game.actions if isinstance(turn, Turn)]
    return told | {"left": left} if any(left) and len(json.dumps(left)) < LONGEST else told


def _note(scope: str, ref: int, note: Note) -> dict[str, Any]:
    return {"scope": scope, "ref": ref, "key": KEY + note[0], "value": json.dumps(note[1], ensure_ascii=False)}


def _game(number: int, game: Game, plies: list[Ply]) -> dict[str, Any]:
    told = {"game_index": number, "is_crawford": game.crawford, "winner": NOBODY, "plies": plies}
    if game.starter is not None:
        told["first_to_move"] = colour(game.starter)
    if game.start != START:
        told["initial_board"] = numbers(game.start)
    if game.result is not None and game.result.winner is not None:
        told |= {"winner": game.result.winner.index, "points_won": game.result.points}
    return told


def _plies(game: Game, variant: str) -> tuple[list[Ply], list[tuple[int, Note]]]:
    """The plies of a game, and what is to be noted of some of them."""
    plies: list[Ply] = []
    notes: list[tuple[int, Note]] = []
    board = game.start
    for nth, action in enumerate(game.actions):
        if isinstance(action, CubeAction):
            plies.append(_timed({"color": colour(action.side), "action_id": _CUBE[action.kind]}, action.t))
            continue
        if action.before != board:
            plies.append(_placed(action.side, action.before))
        last = nth == len(game.actions) - 1
        ply, note = _turn(action, variant, resigned=last and _resigned(game.result))
        if note is not None:
            notes.append((len(plies), note))
        plies.append(_timed(ply, action.t))
        board = action.after
    if game.result is not None and game.result.winner is not None and _resigned(game.result):
        plies.append({"color": colour(game.result.winner.other), "action_id": RESIGN, "resign_value": game.result.kind})
    return plies, notes


_CUBE = {"double": DOUBLE, "take": TAKE, "pass": DROP}


def _resigned(result: Result | None) -> bool:
    return result is not None and result.how == "resigned"


def _turn(turn: Turn, variant: str, *, resigned: bool) -> tuple[Ply, Note | None]:
    """A turn's ply; what is not simply a legal play is the position that stood and a note."""
    legal = legal_plays(turn.before, turn.side, turn.dice, variant) if turn.dice else {}
    unplayed = turn.play is None and resigned and turn.legal is True
    danced = turn.play is not None and not turn.play.moves and not legal
    if turn.dice and turn.legal and (turn.after in legal or unplayed or danced):
        play = legal.get(turn.after, Play())
        number = DICE.index((min(turn.dice), max(turn.dice)))
        return {"color": colour(turn.side), "action_id": number, "moves": list(_moves(turn.side, turn.dice, play))}, None
    said = {"side": turn.side.colour, "dice": turn.dice, "play": None if turn.play is None else str(turn.play), "legal": turn.legal}
    ply = _placed(turn.side.other, turn.after)
    if turn.dice and turn.play is not None:
        ply |= {"d1": min(turn.dice), "d2": max(turn.dice)}
    return ply, ("turn", said)


def _moves(side: Side, dice: tuple[int, int], play: Play) -> Iterator[dict[str, int]]:
    """The moves with the die of each; a checker borne off by a higher one has no die of its own."""
    left = sorted(dice * 2 if dice[0] == dice[1] else dice)
    for start, end, _ in play.moves:
        die = next((die for die in left if die == start - end), None) or next(die for die in left if die > start - end)
        left.remove(die)
        yield {"from": start if side is Side.BLACK else 25 - start, "pips": die}


def _placed(turn: Side, position: Position) -> Ply:
    return {"color": colour(turn), "action_id": PLACED, "set_position": numbers(position)}


def colour(side: Side) -> int:
    """A side in a ply."""
    return 1 if side is Side.WHITE else 0


def numbers(position: Position) -> list[int]:
    """A position: White's bar, Black's points 1 to 24, Black's bar; Black's checkers negative."""
    return [position.bar[0], *reversed(position.points), -position.bar[1]]


def _timed(ply: Ply, t: float | None) -> Ply:
    return ply if t is None else ply | {"video_ms": max(0, round(1000 * t))}
