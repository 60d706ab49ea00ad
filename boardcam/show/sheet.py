"""A match as a score sheet that a player reads: plays, cube and results in two columns, and under each game its incidents.

Everything that was done has a number in its game, by which it can be asked for. `!` marks an illegal play that stood, `?` what is
not sure.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from boardcam.rules.position import Side
from boardcam.rules.scoring import NAMES
from boardcam.rules.transcript import CubeAction, Game, Incident, Match, Turn
from boardcam.show.fitted import fitted, harmless

WIDTH = 80
COLUMN = 37
"""Of each player, his numbers included."""
KINDS = {
    "void_roll": "roll void", "premature": "roll too early", "illegal": "illegal play", "corrected": "put right",
    "called": "called", "stands": "stands", "void_double": "double void",
    "unsure": "not sure", "lost": "board not understood", "warned": "remark",
    "camera": "camera",
}  # fmt: skip
"""What incidents are called."""


def sheet(match: Match, incidents: Sequence[Incident], title: str = "") -> Iterator[str]:
    """The lines of the sheet."""
    yield from heading(match, title)
    for number, game in enumerate(match.games, 1):
        yield ""
        yield from _game(match, number, game)
        yield from _incidents(match, game, [one for one in incidents if one.game == number])
    late = [one for one in incidents if one.game > len(match.games)]
    yield from ["", *_incidents(match, Game(), late)] if late else []
    if marks := _legend(match):
        yield from ["", f"  {marks}"]


def heading(match: Match, title: str = "") -> Iterator[str]:
    """Who played what, when, where and by which rules."""
    light, dark = map(harmless, match.players)
    yield f"{title}{light} (light) – {dark} (dark), {_length(match)}"
    told = [" ".join(word for word in (match.date, match.time) if word), match.event, match.place]
    if any(told):
        yield ", ".join(harmless(word) for word in told if word)
    yield from textwrap.wrap("; ".join(_rules(match)), WIDTH)


def numbered(game: Game) -> Iterator[tuple[int, Side, str]]:
    """What was done: number, side, and the words for it."""
    for number, action in enumerate(game.actions, 1):
        yield number, action.side, said(action)


def said(action: Turn | CubeAction) -> str:
    """A turn or what was done with the cube, in words, with its mark."""
    if isinstance(action, CubeAction):
        return {"double": f"doubles to {action.value}", "take": "takes", "pass": "passes"}[action.kind]
    dice = "{}-{}".format(*action.dice) if action.dice else "dice not seen"
    mark = {True: "", False: " !", None: " ?"}[action.legal]
    return f"{dice}: {_played(action)}{mark}"


def ending(match: Match, game: Game) -> str:
    """How a game ended, and the score then."""
    result = game.result
    if result is None:
        return "not finished"
    if result.winner is None:
        return "drawn"
    winner, loser = (harmless(match.players[side.index]) for side in (result.winner, result.winner.other))
    points = f"{result.points} point{'s' * (result.points != 1)}"
    kind = "" if result.kind == 1 else f", a {NAMES[result.kind]}" if result.kind in NAMES else ""
    how = {"passed": f" ({loser} passes)", "resigned": f" ({loser} resigns)"}.get(result.how, "")
    light, dark = (score + result.points * (side is result.winner) for side, score in zip(Side, game.score, strict=True))
    return f"{winner} wins {points}{kind}{how}: {light}–{dark}"


def _length(match: Match) -> str:
    return f"match to {match.length}" if match.length else "session without a target"


def _rules(match: Match) -> Iterator[str]:
    yield f"Rules: {harmless(match.profile)}" + (", Caucasian" if match.variant == "caucasian" else "")
    if match.cube_cap is not None:
        yield "no cube" if match.cube_cap == 1 else f"cube up to {match.cube_cap}"
    if match.jacoby:
        yield "Jacoby"
    if match.clock is not None:
        reserve = f" and {match.clock.reserve / 60:g} min each" if match.clock.reserve is not None else ""
        yield f"clock: {match.clock.delay:g} s a turn{reserve}"
    if match.source:
        yield f"from {harmless(match.source)}"


def _game(match: Match, number: int, game: Game) -> Iterator[str]:
    crawford = ", Crawford game" if game.crawford else ""
    yield f"Game {number} ({game.score[0]}–{game.score[1]}{crawford})"
    yield "     " + "     ".join(fitted(name, COLUMN - 5) for name in match.players).rstrip()
    left = ""
    for nth, side, words in numbered(game):
        cell = f"{nth:4} {words}"
        if side is Side.WHITE:
            yield from [left] if left else []
            left = cell
        else:
            yield f"{left}{' ' * max(2 * bool(left), COLUMN - cell_len(left))}{cell}"
            left = ""
    yield from [left] if left else []
    yield f"     {ending(match, game)}"


def _played(turn: Turn) -> str:
    if turn.play is None:
        return "not played" if turn.legal else "play not seen"
    return str(turn.play) or "no play"


def _incidents(match: Match, game: Game, incidents: Sequence[Incident]) -> Iterator[str]:
    for one in incidents:
        number = _near(game, one)
        who = "" if one.side is None else f"{harmless(match.players[one.side.index])}"
        dice = "{}-{}".format(*one.dice) if one.dice else ""
        play = one.play or ""
        what = " ".join(part for part in (who, dice, harmless(play)) if part)
        rule = f" ({one.rule})" if one.rule else ""
        words = f"{what + ': ' if what else ''}{KINDS.get(one.kind, one.kind)}. {harmless(one.why)}{rule}"
        lead = f"   * {f'at {number}: ' if number else ''}"
        yield from textwrap.wrap(words, WIDTH, initial_indent=lead, subsequent_indent=" " * 5)


def _near(game: Game, incident: Incident) -> int | None:
    """The number of what was done when the incident happened, or next after it."""
    for number, action in enumerate(game.actions, 1):
        if incident.t is not None and action.t is not None and action.t >= incident.t - 0.001:
            return number
        if incident.t is None and isinstance(action, Turn) and action.legal is False and _same(action, incident):
            return number
    return None


def _same(turn: Turn, incident: Incident) -> bool:
    return (turn.side, turn.dice) == (incident.side, incident.dice)


def _legend(match: Match) -> str:
    turns = [action for game in match.games for action in game.actions if isinstance(action, Turn)]
    marks = {"! = illegal, and stood": any(turn.legal is False for turn in turns), "? = not sure": not match.sure}
    return "   ".join(mark for mark, used in marks.items() if used)
