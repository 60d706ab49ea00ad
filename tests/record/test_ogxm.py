"""OGXM through its own codec, both ways; skipped without the optional package."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from boardcam.record import ogxm
from boardcam.record.ogxm_reading import clocked, read
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import START, Side
from boardcam.rules.transcript import Clock, Match, Result, Turn
from tests.boards import board
from tests.record.matches import alike, odd, said, simulated

LIGHT, DARK = Side.WHITE, Side.BLACK


def test_without_the_package_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(ogxm, "import_module", missing)
    with pytest.raises(ogxm.OgxmMissing, match="pip install"):
        ogxm.write(odd())
    with pytest.raises(ogxm.OgxmMissing, match="pip install"):
        read(b"OGXM")


def test_the_document() -> None:
    """§3.5."""
    document = ogxm.projected(odd())
    assert (document["player_white"], document["match_length"], document["cube_limit"], document["event"]) == (
        "Ann",
        7,
        1024,
        "Club",
    )
    first = document["games"][0]
    assert first["plies"] == [
        {"color": 1, "action_id": 2, "moves": [{"from": 17, "pips": 3}, {"from": 19, "pips": 1}]},
        {"color": 0, "action_id": 17, "moves": [{"from": 24, "pips": 6}, {"from": 18, "pips": 4}]},
    ]
    assert (first["first_to_move"], first["winner"]) == (1, ogxm.NOBODY)
    assert [ply["action_id"] for ply in document["games"][1]["plies"]] == [2, 21, 22, 17, 18, 1, 27]
    assert document["games"][1]["plies"][-1] == {"color": 0, "action_id": 27, "resign_value": 2}
    assert ogxm.numbers(START) == [0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0]


def test_rolls_have_numbers() -> None:
    """§3.5: 11 12 13 … 16 22 … 66."""
    assert (ogxm.DICE[0], ogxm.DICE[5], ogxm.DICE[6], ogxm.DICE[20]) == ((1, 1), (1, 6), (2, 2), (6, 6))


package = pytest.importorskip("ogxm", reason="the optional package ogxm is not installed (pip install ogxm)")


@pytest.mark.parametrize("told", [*(simulated(seed, illegal=seed % 2 == 1) for seed in range(6)), odd()], ids=[*"012345", "odd"])
def test_what_we_write_we_read(told: Match) -> None:
    """Illegal plays, unseen turns, draws, resignations, times too; the codec replays every game."""
    data = ogxm.write(told)
    assert package.json_to_binary(package.binary_to_json(data)) == data
    back = read(data)
    alike(back, told)
    assert (back.players, back.length, back.date, back.time, back.event, back.place) == (
        told.players, told.length, told.date, told.time, told.event, told.place,
    )  # fmt: skip
    assert ogxm.write(back) == data


def test_times_are_places_in_the_video() -> None:
    told = simulated(0)
    back = read(ogxm.write(told))
    times = [(one.t, other.t) for one, other in zip(told.games[0].actions, back.games[0].actions, strict=True)]
    assert all(one is not None and other is not None and abs(one - other) <= 0.001 for one, other in times)


@pytest.mark.parametrize("clock", [Clock(12.0, 840.0), Clock(2.5), Clock(0.0, 300.0, 5.0)])
def test_the_clock(clock: Clock) -> None:
    """§3.5: its rule, and when each ply was made since the first."""
    told = replace(simulated(0), clock=clock)
    document = package.binary_to_json(ogxm.write(told))
    first = told.games[0].actions[0].t
    for action, ply in zip(told.games[0].actions, document["games"][0]["plies"], strict=False):
        assert action.t is not None
        assert first is not None
        assert ply["timestamp_ms"] == pytest.approx(1000 * (action.t - first), abs=11)  # the format counts hundredths
    assert read(ogxm.write(told)).clock == clock
    assert read(ogxm.write(simulated(0))).clock is None
    assert read(ogxm.write(replace(odd(), clock=clock))).clock == clock


def test_what_the_clocks_showed_is_told_by_an_annotation() -> None:
    match = simulated(0)
    game = match.games[0]
    timed = tuple(replace(a, left=(800.0 - i, 790.5)) if isinstance(a, Turn) else a for i, a in enumerate(game.actions))
    told = replace(match, games=(replace(game, actions=timed), *match.games[1:]), clock=Clock(12.0, 840.0))
    back = read(ogxm.write(told))
    assert [a.left for g in back.games for a in g.actions if isinstance(a, Turn)] == [
        a.left for g in told.games for a in g.actions if isinstance(a, Turn)
    ]  # fmt: skip
    assert not any(a.left for g in read(ogxm.write(match)).games for a in g.actions if isinstance(a, Turn))


@pytest.mark.parametrize("note", [{}, {"left": 3}, {"left": [[1]]}, {"left": [[1, 2]]}, {"left": ["a"]}])
def test_what_another_says_of_clocks_is_passed_over(note: dict[str, Any]) -> None:
    game = simulated(0).games[0]
    assert clocked(game, note) == game


def test_times_of_a_clock_are_times_where_there_is_no_video() -> None:
    document = package.binary_to_json(ogxm.write(replace(simulated(0), clock=Clock(12.0))))
    for game in document["games"]:
        for ply in game["plies"]:
            ply.pop("video_ms", None)
    document.pop("video_info")
    times = [action.t for action in read(package.json_to_binary(document)).games[0].actions]
    assert times[0] == 0
    assert None not in times


def test_the_clip_is_named_in_the_video_section() -> None:
    told = replace(simulated(0), source="file:/home/ann/friday.mp4")
    assert package.binary_to_json(ogxm.write(told))["video_info"]["url"] == "friday.mp4"
    assert read(ogxm.write(told)).source == "file:friday.mp4"
    for source in ("sim:1", None, "file:" + "x" * 600, "file:a\nb"):
        assert read(ogxm.write(replace(told, source=source))).source is None


def test_money_with_its_rules() -> None:
    told = Match(
        ("Ann", "Ben"), 0, (replace(odd().games[3], score=(0, 0)),), crawford=True, jacoby=True, cube_cap=8, variant="caucasian"
    )
    back = read(ogxm.write(told))
    assert (back.length, back.jacoby, back.cube_cap, back.variant) == (0, True, 8, "caucasian")
    alike(back, told)


def foreign(*plies: dict[str, Any], before: tuple[dict[str, Any], ...] = (), **game: Any) -> bytes:
    """A file of another program: a game after 31: 8/5 6/5."""
    first = {"color": 1, "action_id": 2, "moves": [{"from": 17, "pips": 3}, {"from": 19, "pips": 1}]}
    told = {"game_index": 0, "first_to_move": 1, "winner": 255, "plies": [*before, first, *plies]} | game
    document = {
        "ogxm": {"major": 2, "minor": 1},
        "match_length": 3,
        "player_white": "A",
        "player_black": "B",
        "crawford": True,
    }
    data: bytes = package.json_to_binary(document | {"games": [told]})
    return data


def test_files_of_other_programs() -> None:
    """§3.5: an illegal play is a set position with dice; the cube may be set."""
    after = read(foreign()).games[0].actions[0].after  # type: ignore[union-attr]
    moved = replace(after, points=(-1, *after.points[1:11], -6, *after.points[12:]))
    placed = {"color": 1, "action_id": 31, "set_position": ogxm.numbers(moved)}
    assert said(read(foreign(placed | {"d1": 4, "d2": 6})).games[0]) == ["light 31 8/5 6/5", "dark 64 24/13 illegal"]
    assert said(read(foreign(placed)).games[0]) == ["light 31 8/5 6/5", "dark -- ? unsure"]
    over = foreign({"color": 0, "action_id": 27, "resign_value": 2}, {"action_id": 26}, winner=0, points_won=2)
    assert read(over).games[0].result == Result(LIGHT, 2, "resigned", 2)
    dropped = read(foreign({"color": 0, "action_id": 21}, {"color": 1, "action_id": 23})).games[0]
    assert dropped.result == Result(DARK, 1, "passed")
    cube = read(foreign({"color": 0, "action_id": 21}, before=({"color": 1, "action_id": 36, "cube_value": 4, "cube_owner": 1},)))
    assert said(cube.games[0])[-1] == "dark double 8"
    start = read(foreign(initial_board=ogxm.numbers(board("white 8:1 6:1; black 1:2")), is_default_board=False)).games[0]
    assert start.start == board("white 8:1 6:1; black 1:2")


def test_the_crawford_game_follows_from_the_scores() -> None:
    """R72."""
    won = replace(odd().games[2], score=(0, 0), result=Result(LIGHT, 3, "resigned", 3))
    told = Match(("Ann", "Ben"), 4, (won, replace(odd().games[4], score=(3, 0), crawford=True)))
    assert [game.crawford for game in read(ogxm.write(told)).games] == [False, True]


def test_what_is_none_is_told() -> None:
    for data in (b"hello", foreign()[:-9]):
        with pytest.raises(Unreadable, match="file: expected an OGXM file"):
            read(data)
    with pytest.raises(Unreadable, match=r"game 1, ply 2: .*no dark checker on 20.*nothing was taken from it"):
        read(foreign({"color": 0, "action_id": 2, "moves": [{"from": 20, "pips": 1}]}))
    with pytest.raises(Unreadable, match="game 1, ply 2: expected rolls, plays, doubles and resignations, not the action 37"):
        read(foreign({"color": 0, "action_id": 37}))
    document = package.binary_to_json(foreign()) | {"variant": "nackgammon"}
    with pytest.raises(Unreadable, match="variant: expected backgammon: nackgammon is another game"):
        read(package.json_to_binary(document))
    too_many = [0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 6, 0, 0, 0, 0, -2, 0]
    with pytest.raises(Unreadable, match="game 1, ply 2: expected a position with 15 checkers a side at most"):
        read(foreign({"color": 1, "action_id": 31, "set_position": too_many}))


def test_a_match_that_would_not_replay_is_not_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    document = ogxm.projected(odd())
    document["games"][0]["plies"][1]["moves"][0]["from"] = 5
    monkeypatch.setattr(ogxm, "projected", lambda match: document)
    with pytest.raises(ValueError, match="cannot be an OGXM file"):
        ogxm.write(odd())


def test_notes_of_others_are_passed_over() -> None:
    document = ogxm.projected(odd())
    document["annotations"] = [
        note | {"value": value} for note, value in zip(document["annotations"], ["{", "7", *["{}"] * 20], strict=False)
    ]
    assert json.dumps(document)
    assert read(package.json_to_binary(document)).date is None
