"""What makes two records the same match, whatever file they come from and whoever sits left in it.

Told are the rolls and where they led to, the cube, and who won how much: what every format keeps. Times, remarks, turns that nobody
saw and drawn games, which some formats drop, are not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from boardcam.rules.position import Side
from boardcam.rules.transcript import CubeAction, Game, Match, Turn

SURELY_ONE = 12
"""Sentences, ten rolls or doubles among them, that no two matches share by chance: ten rolls alone can fall in 10^13 ways."""


def told(match: Match) -> tuple[str, ...]:
    """A match as sentences, side-blind: the first to move is "a", and positions are as the one who acts sees them."""
    first = next((action.side for game in match.games for action in game.actions), Side.WHITE)
    return (f"to {match.length}", *(sentence for game in match.games for sentence in _told(game, first)))


def fingerprint(sentences: tuple[str, ...], match: Match) -> str:
    """The same for the same match. What is too short to be known by its dice is known by its players and its date besides."""
    more = (*match.players, str(match.date), str(match.time)) if len(sentences) < SURELY_ONE else ()
    return hashlib.sha256("\n".join((*sentences, *more)).encode("utf-8", "surrogatepass")).hexdigest()


def beginning(sentences: tuple[str, ...]) -> str:
    """The same for a match and what it was when it had just begun; "" if it has not gone far enough to tell."""
    begun = sentences[:SURELY_ONE]
    return hashlib.sha256("\n".join(begun).encode()).hexdigest() if len(begun) == SURELY_ONE else ""


def _told(game: Game, first: Side) -> Iterator[str]:
    if game.result is not None and game.result.winner is None:
        return
    yield f"game {game.score[first.index]}-{game.score[first.other.index]}"
    for action in game.actions:
        who = "a" if action.side is first else "b"
        if isinstance(action, CubeAction):
            yield f"{who} {action.kind} {action.value}"
        elif action.dice is not None:
            yield f"{who} {action.dice[0]}{action.dice[1]} {_after(action)}"
    if game.result is not None and game.result.winner is not None:
        yield f"{'a' if game.result.winner is first else 'b'} wins {game.result.points}"


def _after(turn: Turn) -> str:
    if turn.play is None:
        return "?"
    seen = turn.after if turn.side is Side.WHITE else turn.after.flipped()
    return ",".join(map(str, (*seen.points, *seen.bar, *seen.off)))
