"""Our .mat and SGF through GNU Backgammon and back: every way in which games are played and end."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from boardcam.record import formats, mat, mat_reading, sgf, sgf_reading
from boardcam.rules.match import Score
from boardcam.rules.position import START, Side
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn
from tests.boards import board
from tests.record import gnubg
from tests.record.matches import said, simulated, turn
from tests.record.test_archive import turned_game

LIGHT, DARK = Side.WHITE, Side.BLACK
LAST = {
    1: "white 1:1 off:14; black 1:14 off:1",
    2: "white 1:1 off:14; black 7:15",
    3: "white 1:1 off:14; black 19:1 7:14",
}
"""A checker to bear off, and what that wins."""


def doubled(side: Side, value: int) -> tuple[CubeAction, CubeAction]:
    return CubeAction(side, "double", value), CubeAction(side.other, "take", value)


def borne_off(side: Side, kind: int, cube: int, jacoby: bool) -> Game:
    """The last rolls of a game from a position that is set; 4 is reached by a redouble."""
    start = board(LAST[kind]) if side is LIGHT else board(LAST[kind]).flipped()
    actions: tuple[Turn | CubeAction, ...] = ()
    before = start
    if cube == 4:
        reply = turn(start, side.other, (2, 1), "1/off(2)" if kind == 1 else "7/5 7/6")
        actions, before = (*doubled(side.other, 2), reply), reply.after
    actions += doubled(side, cube) if cube > 1 else ()
    last = turn(before, side, (6, 5), "1/off")
    starter = next(action.side for action in (*actions, last) if isinstance(action, Turn))
    return Game(
        (0, 0), (*actions, last), Result(side, cube * (1 if jacoby and cube == 1 else kind), kind=kind), starter, start=start
    )


def played(cube: int) -> tuple[Turn | CubeAction, ...]:
    """Dark begins; light doubles, dark redoubles, until the cube is there; dark is on roll."""
    first = turn(START, DARK, (3, 1), "8/5 6/5")
    second = turn(first.after, LIGHT, (6, 4), "24/14")
    return (first, *(doubled(LIGHT, 2) if cube > 1 else ()), second, *(doubled(DARK, 4) if cube > 2 else ()))


def given_up(side: Side, kind: int, cube: int) -> Game:
    """A game of which the loser had enough: dark after his roll, light before it."""
    actions = played(cube)
    after = next(action.after for action in reversed(actions) if isinstance(action, Turn))
    rolled = (Turn(DARK, (2, 1), None, after, after),) if side is LIGHT else ()
    return Game((0, 0), (*actions, *rolled), Result(side, kind * cube, "resigned", kind), DARK)


def passed(side: Side, cube: int) -> Game:
    """Light's first double is passed, or dark's redouble, or light's to 8; or all that with the sides exchanged."""
    actions = played(cube)
    if cube == 1:
        actions = actions[:1]
    if cube == 4:
        third = actions[3]
        assert isinstance(third, Turn)
        actions += (turn(third.after, DARK, (5, 5), "13/3(2)"),)
    doubler = DARK if cube == 2 else LIGHT
    ends = (CubeAction(doubler, "double", 2 * cube), CubeAction(doubler.other, "pass", 2 * cube))
    game = Game((0, 0), (*actions, *ends), Result(doubler, cube, "passed"), DARK)
    return game if doubler is side else replace(turned_game(game), starter=LIGHT)


def in_a_row(games: Iterator[Game], length: int) -> tuple[Game, ...]:
    """Games of one match: each with the score before it, and the Crawford game where it is due."""
    score, told = Score(length), list[Game]()
    for game in games:
        if score.winner is not None:
            break
        if score.crawford and any(isinstance(action, CubeAction) for action in game.actions):
            continue  # no cube in the Crawford game
        told.append(replace(game, score=score.points, crawford=score.crawford))
        assert game.result is not None
        score = score.won(game.result.winner, game.result.points)
    return tuple(told)


def every_ending(jacoby: bool = False) -> Iterator[Game]:
    for side, kind, cube in product(Side, (1, 2, 3), (1, 2, 4)):
        yield borne_off(side, kind, cube, jacoby)
        if not (jacoby and cube == 1 and kind > 1):
            yield given_up(side, kind, cube)
    for side, cube in product(Side, (1, 2, 4)):
        yield passed(side, cube)


def short_endings() -> Iterator[Game]:
    """A match of five that comes to its Crawford game."""
    yield borne_off(LIGHT, 2, 2, False)
    yield borne_off(DARK, 1, 1, False)
    yield given_up(DARK, 2, 1)
    yield borne_off(LIGHT, 1, 1, False)


MATCHES = {
    "every ending": Match(("Ann", "Ben"), 64, in_a_row(every_ending(), 64)),
    "every ending, the rest": Match(("Ann", "Ben"), 64, in_a_row(reversed(list(every_ending())), 64)),
    "money": Match(("Ann", "Ben"), 0, in_a_row(every_ending(), 0)),
    "money with Jacoby": Match(("Ann", "Ben"), 0, in_a_row(every_ending(jacoby=True), 0), jacoby=True),
    "Crawford": Match(("Ann", "Ben"), 5, in_a_row(short_endings(), 5)),
    "no Crawford": Match(
        ("Ann", "Ben"), 5, tuple(replace(game, crawford=False) for game in in_a_row(short_endings(), 5)), crawford=False
    ),
    "odd names": Match(("Õnne :;, [x] \"y\"", "字 Müller " + "n" * 40), 64, in_a_row(every_ending(), 64)[:3]),
    "no cube": replace(simulated(1), cube_cap=1),
    **{f"simulated {seed}": simulated(seed, illegal=seed % 2 == 1) for seed in range(6)},
}  # fmt: skip


def told(match: Match) -> list[tuple[object, ...]]:
    """What must come back: plays, cube, scores, Crawford games, who won how much."""
    return [
        (said(game), game.score, game.crawford, game.result and (game.result.winner, game.result.points)) for game in match.games
    ]


def test_these_are_all_the_ways_to_end() -> None:
    ended = {
        (game.result.winner, game.result.how, game.result.kind, game.result.points // max(1, game.result.kind))
        for match in MATCHES.values()
        for game in match.games
        if game.result
    }
    for side, kind, cube in product(Side, (1, 2, 3), (1, 2, 4)):
        assert (side, "borne off", kind, cube) in ended
        assert (side, "resigned", kind, cube) in ended
    turns = [action for match in MATCHES.values() for game in match.games for action in game.actions if isinstance(action, Turn)]
    assert any(turn.legal is False for turn in turns)
    assert any(turn.play is not None and not turn.play.moves for turn in turns)
    assert any(game.crawford for game in MATCHES["Crawford"].games)


@pytest.mark.parametrize("name", list(MATCHES))
def test_what_we_write_we_read(name: str) -> None:
    match = MATCHES[name]
    assert told(mat_reading.read(mat.write(match))) == told(match)
    assert told(sgf_reading.read(sgf.write(match))) == told(match)


@pytest.mark.skipif(gnubg.PROGRAM is None, reason="GNU Backgammon is not installed (apt-get install gnubg)")
def test_what_gnu_backgammon_makes_of_ours_is_the_same(tmp_path: Path) -> None:
    """.mat in, SGF out; SGF in, SGF out: one run for all. Plays that no rule allows, and other starts, its .mat cannot tell."""
    assert gnubg.PROGRAM
    lines = ["set confirm new off", "set confirm save off"]
    for number, match in enumerate(MATCHES.values()):
        (tmp_path / f"{number}.mat").write_text(mat.write(match), encoding="utf-8")
        (tmp_path / f"{number}.sgf").write_text(sgf.write(match), encoding="utf-8")
        lines += ["new match 1", f"import mat {number}.mat", f"save match {number}-mat.sgf"]
        lines += ["new match 1", f"load match {number}.sgf", f"save match {number}-sgf.sgf"]
    (tmp_path / "commands").write_text("\n".join(lines) + "\n")
    command = [gnubg.PROGRAM, "-t", "-q", "-r", "-b", "-c", "commands"]
    run = subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
    out = (run.stdout + run.stderr).decode("utf-8", "replace")
    assert not re.search("warning|unrecognised|not a valid|different variation", out, re.IGNORECASE)
    for number, (name, match) in enumerate(MATCHES.items()):
        for way in ("mat", "sgf"):
            if way == "mat" and formats.remarks(match, "mat"):
                continue  # a session without Jacoby, a match without Crawford: it does not heed what the header says
            back = sgf_reading.read((tmp_path / f"{number}-{way}.sgf").read_text(encoding="utf-8"))
            assert told(back) == told(match), f"{name}, {way}"
            assert (back.length, back.jacoby) == (match.length, match.jacoby), f"{name}, {way}"
