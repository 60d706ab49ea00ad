"""The archive keeps every match once, whole, and finds it again."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardcam.record import formats, mat, mat_reading
from boardcam.record.archive import Archive, ArchiveUnusable, Kept, NoSuchMatch, usual_place
from boardcam.record.archive_search import Search, days, score
from boardcam.record.incidents import incidents, kinds
from boardcam.record.mistakes import Mistake, Sought
from boardcam.rules.position import Side
from boardcam.rules.transcript import Clock, CubeAction, Game, Incident, Match, Result, Turn
from tests.record.matches import odd, simulated

LIGHT, DARK = Side.WHITE, Side.BLACK
WHOLE = replace(
    simulated(3, illegal=True), event="Club cup", place="Tartu", source="sim:3", clock=Clock(12.0, 840.0), rules="cube_cap = 8\n",
    incidents=(Incident(1, "void_roll", LIGHT, (6, 1), None, "R84", "A die leans.", 3.5), Incident(1, "illegal", DARK)),
)  # fmt: skip


def now() -> str:
    return "2026-12-01T10:00:00"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(tmp_path / "data" / "matches.sqlite", now) as opened:
        yield opened


def test_a_match_comes_out_as_it_went_in(archive: Archive) -> None:
    for told in (WHOLE, odd(), simulated(1)):
        assert archive.match(archive.keep(told).id) == told


def test_what_a_list_says(archive: Archive) -> None:
    archive.keep(WHOLE)
    (row,) = archive.rows()
    assert (row.light, row.dark, row.length, (row.light_points, row.dark_points)) == ("Ann", "Ben", WHOLE.length, WHOLE.score)
    assert (row.event, row.place, row.source, row.date, row.added) == ("Club cup", "Tartu", "sim:3", "2026-11-30", now())
    assert (row.finished, row.doubts, row.incidents) == (True, 0, {"illegal": 1, "void_roll": 1})


def test_newest_first(archive: Archive) -> None:
    """What has no date of its own counts from when it was brought."""
    dates = ("2026-11-30", "2027-01-01", None, "2025-06-01", "2026-11-30")
    for seed, (date, time) in enumerate(zip(dates, ("19:05", None, None, None, "20:00"), strict=True)):
        archive.keep(replace(simulated(seed), date=date, time=time))
    assert [(row.date, row.time) for row in archive.rows()] == [
        ("2027-01-01", None), (None, None), ("2026-11-30", "20:00"), ("2026-11-30", "19:05"), ("2025-06-01", None),
    ]  # fmt: skip


FOUND = {
    "nothing asked": (Search(), {"whole", "odd", "money"}),
    "a player": (Search(players=("ann",)), {"whole", "odd"}),
    "letters of any alphabet": (Search(players=("õIE",)), {"odd"}),
    "both": (Search(players=("Ann", "ben")), {"whole", "odd"}),
    "nobody's name": (Search(players=("Ann", "Carl")), set()),
    "a wildcard is a letter": (Search(players=("%",)), set()),
    "days": (Search(since="2026-11-30", until="2026-11-30"), {"whole", "odd"}),
    "until": (Search(until="2026-11-29"), {"money"}),
    "score": (Search(score=(0, 4)), {"money"}),
    "score, the other way round": (Search(score=(4, 0)), {"money"}),
    "event": (Search(event="cup"), {"whole"}),
    "place": (Search(event="home"), {"odd"}),
    "length": (Search(length=7), {"odd"}),
    "sessions": (Search(length=0), {"money"}),
    "incidents": (Search(incidents=("illegal",)), {"whole", "odd"}),
    "all of them": (Search(incidents=("illegal", "void_roll")), {"whole"}),
    "doubts": (Search(doubts=True), {"odd"}),
    "everything at once": (Search(("ann",), "2026-01-01", "2026-12-31", None, "club", 7, ("illegal",), True), {"odd"}),
}


@pytest.mark.parametrize(("search", "found"), FOUND.values(), ids=list(FOUND))
def test_search(search: Search, found: set[str], archive: Archive) -> None:
    money = replace(simulated(5), players=("Carl", "Dora"), length=0, date="2026-11-01")
    games = (replace(money.games[0], result=Result(DARK, 4, "resigned", 2)),)
    strange = replace(odd().games[4], actions=(*odd().games[4].actions[:1], replace(odd().games[4].actions[1], legal=False)))  # type: ignore[type-var]
    doubtful = replace(odd(), games=(*odd().games[:4], strange))
    brought = {"whole": replace(WHOLE, length=3), "odd": doubtful, "money": replace(money, games=games)}
    names = {archive.keep(match).id: name for name, match in brought.items()}
    assert {names[row.id] for row in archive.rows(search)} == found


def test_the_same_match_is_known_in_every_format(archive: Archive) -> None:
    first = archive.keep(WHOLE)
    assert first.how == "new"
    for form in ("mat", "sgf", "jsonl"):
        assert archive.keep(formats.read(formats.write(WHOLE, form))) == Kept(first.id, "known")
    assert archive.match(first.id) == WHOLE


def test_the_same_match_is_known_from_the_other_seat(archive: Archive) -> None:
    first = archive.keep(WHOLE)
    assert archive.keep(turned(WHOLE)) == Kept(first.id, "known")


def turned(match: Match) -> Match:
    """The match as the other player writes it down: he is light, and everything else the other way round."""
    return replace(match, players=match.players[::-1], games=tuple(map(turned_game, match.games)), incidents=())


def turned_game(game: Game) -> Game:
    result = game.result and replace(game.result, winner=game.result.winner and game.result.winner.other)
    return replace(game, score=game.score[::-1], actions=tuple(map(_other, game.actions)), result=result)


def _other(action: Turn | CubeAction) -> Turn | CubeAction:
    if isinstance(action, CubeAction):
        return replace(action, side=action.side.other)
    return replace(action, side=action.side.other, before=action.before.flipped(), after=action.after.flipped())


def test_a_record_with_more_in_it_takes_the_place_of_one_with_less(archive: Archive) -> None:
    less = archive.keep(mat_reading.read(mat.write(WHOLE)))
    assert archive.keep(WHOLE) == Kept(less.id, "completed")
    assert archive.match(less.id) == WHOLE
    assert [row.id for row in archive.rows(Search(incidents=("void_roll",)))] == [less.id]


def test_a_match_that_went_on_is_one_match(archive: Archive) -> None:
    game = WHOLE.games[0]
    begun = replace(WHOLE, games=(replace(game, actions=game.actions[:20], result=None),), incidents=WHOLE.incidents[:1])
    first = archive.keep(begun)
    assert archive.keep(WHOLE) == Kept(first.id, "completed")
    assert archive.keep(begun) == Kept(first.id, "known")
    assert archive.match(first.id) == WHOLE


def test_a_match_that_is_put_right_keeps_its_number(archive: Archive) -> None:
    right, other = replace(simulated(3), date=WHOLE.date), simulated(4)
    assert (archive.keep(other).id, archive.keep(WHOLE).id) == (1, 2)
    for before, after in ((WHOLE, right), (right, WHOLE)):
        assert archive.replace(before, after) == 2
        assert (archive.match(1), archive.match(2)) == (other, after)
    assert archive.replace(right, WHOLE) is None, "what is there was not this any more"
    assert archive.keep(right) == Kept(3, "new"), "brought again before the archive knew of the correction"
    assert archive.replace(WHOLE, right) == 2
    assert [row.id for row in archive.rows()] == [2, 1]


def test_nothing_that_is_kept_is_lost_to_a_correction(archive: Archive) -> None:
    """What goes further than the folder that was corrected stays, and a match is not put right into none."""
    short = replace(WHOLE, games=WHOLE.games[:1])
    archive.keep(WHOLE)
    assert archive.replace(short, replace(short, event="Cup")) is None
    with pytest.raises(ValueError, match="nothing was played"):
        archive.replace(WHOLE, replace(WHOLE, games=()))
    assert archive.match(1) == WHOLE


def test_short_matches_are_known_by_their_players_besides(archive: Archive) -> None:
    """The same few rolls may fall twice."""
    short = replace(odd(), games=odd().games[3:4])
    forfeit = Match(("Ann", "Ben"), 5, (Game((0, 0), (), Result(LIGHT, 5, "resigned", 3)),), date="2026-11-30")
    for told in (short, forfeit):
        first = archive.keep(told)
        assert archive.keep(told) == Kept(first.id, "known")
        assert archive.keep(replace(told, players=("Carl", "Dora"))).how == "new"
        assert archive.keep(replace(told, date="2026-12-01")).how == "new"


def test_other_matches_are_others(archive: Archive) -> None:
    assert [archive.keep(simulated(seed)).how for seed in range(6)] == ["new"] * 6


def test_nothing_played_is_no_match(archive: Archive) -> None:
    with pytest.raises(ValueError, match="nothing was played"):
        archive.keep(Match(("Ann", "Ben"), 7, (Game(),)))
    assert list(archive.rows()) == []


def test_incidents_of_other_programs_files_are_what_the_turns_show() -> None:
    assert incidents(WHOLE) == WHOLE.incidents
    told = simulated(1, illegal=True)
    stood = [turn for game in told.games for turn in game.actions if isinstance(turn, Turn) and turn.legal is False]
    bare = replace(told, incidents=())
    assert [(one.side, one.dice) for one in incidents(bare)] == [(turn.side, turn.dice) for turn in stood]
    assert kinds(bare) == ({"illegal": len(stood)} if stood else {})


def test_removed_is_gone(tmp_path: Path) -> None:
    """Nothing of a person stays in the file."""
    path = tmp_path / "matches.sqlite"
    with Archive(path, now) as archive:
        kept = [archive.keep(replace(simulated(seed), players=(f"Unforgettable{seed}", "Ben"))).id for seed in range(3)]
        with pytest.raises(NoSuchMatch, match="no match has the number 99; nothing was removed"):
            archive.remove([kept[0], 99])
        assert len(list(archive.rows())) == 3
        archive.remove(kept[:2])
        assert [row.light for row in archive.rows()] == ["Unforgettable2"]
        assert archive.keep(simulated(5)).id > kept[2]
        with pytest.raises(NoSuchMatch, match="boardcam matches list"):
            archive.match(kept[0])
        everything = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"Unforgettable2" in everything
        assert b"Unforgettable0" not in everything


def test_two_programs_may_have_it_open(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    with Archive(path, now) as one, Archive(path, now) as other:
        one.keep(simulated(1))
        other.keep(simulated(2))
        assert len(list(one.rows())) == len(list(other.rows())) == 2


WRITER = """
import sys
from pathlib import Path
from dataclasses import replace
from boardcam.record.archive import Archive
from boardcam.record import match_lines
with Archive(Path(sys.argv[1]), lambda: "2026-12-01") as archive:
    match = match_lines.read(sys.stdin.read())
    for number in range(10_000):
        archive.keep(replace(match, games=match.games[:1], length=100 + number))
        print(number, flush=True)
"""


def test_every_acknowledged_match_survives_a_kill(tmp_path: Path) -> None:
    from boardcam.record import match_lines

    path, acknowledged = tmp_path / "matches.sqlite", 0
    for _ in range(2):
        program = [sys.executable, "-c", WRITER, str(path)]
        writer = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        assert writer.stdin is not None
        writer.stdin.write(match_lines.write(WHOLE))
        writer.stdin.close()
        for _ in range(12):
            writer.stdout.readline()
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged = max(acknowledged, 12 + writer.stdout.read().count("\n"))
        writer.wait()
        writer.stdout.close()
        with Archive(path, now) as archive:
            rows = list(archive.rows())
            assert len(rows) >= acknowledged
            assert all(len(archive.match(row.id).games) == 1 for row in rows)


def test_what_is_no_archive_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text.sqlite"
    text.write_text("This is no database, but somebody's letter, long enough to be one. " * 30)
    with pytest.raises(ArchiveUnusable, match="is damaged"):
        Archive(text, now)
    assert text.read_text().startswith("This is no database")
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE entry (x)")
    other.close()
    with pytest.raises(ArchiveUnusable, match="another program's file"):
        Archive(tmp_path / "other.sqlite", now)
    newer = sqlite3.connect(tmp_path / "newer.sqlite")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(ArchiveUnusable, match="made by a newer boardcam"):
        Archive(tmp_path / "newer.sqlite", now)
    (tmp_path / "file").touch()
    with pytest.raises(ArchiveUnusable, match="file"):
        Archive(tmp_path / "file" / "matches.sqlite", now)
    with pytest.raises(ArchiveUnusable, match="unable to open"):
        Archive(tmp_path, now)


def test_a_damaged_page_is_said(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    with Archive(path, now) as archive:
        for seed in range(4):
            archive.keep(simulated(seed))
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(ArchiveUnusable, match="import DIR"), Archive(path, now) as archive:
        list(archive.rows())


@pytest.mark.parametrize("content", [b"no zlib", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_damaged_lines_are_said(content: bytes, archive: Archive) -> None:
    number = archive.keep(WHOLE).id
    database = sqlite3.connect(archive.path)
    database.execute("UPDATE lines SET zlib = ?", (content,))
    database.commit()
    database.close()
    with pytest.raises(ArchiveUnusable):
        archive.match(number)


def test_the_usual_place() -> None:
    """XDG base directories: a relative one is to be ignored."""
    home = Path("/home/ann")
    usual = home / ".local/share/boardcam/matches.sqlite"
    assert (
        usual_place({}, home) == usual_place({"XDG_DATA_HOME": "here"}, home) == usual_place({"XDG_DATA_HOME": ""}, home) == usual
    )
    assert usual_place({"XDG_DATA_HOME": "/data"}, home) == Path("/data/boardcam/matches.sqlite")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2026-11-30", ("2026-11-30", "2026-11-30")), ("2026-2", ("2026-02-01", "2026-02-28")),
        ("2026", ("2026-01-01", "2026-12-31")),
        ("2026-11-01..2026-11-07", ("2026-11-01", "2026-11-07")), ("2026-11 .. 2027", ("2026-11-01", "2027-12-31")),
        ("2026-11..", ("2026-11-01", None)), ("..2024-02", (None, "2024-02-29")),
    ],
)  # fmt: skip
def test_days(text: str, found: tuple[str | None, str | None]) -> None:
    assert days(text) == found


@pytest.mark.parametrize("text", ["", "..", "yesterday", "2026-13", "2026-02-30", "30.11.2026", "2026-00", "2026-11-30..x"])
def test_what_is_no_date(text: str) -> None:
    with pytest.raises(ValueError, match="is no date; say 2026-11-30"):
        days(text)


@given(st.text(max_size=12))
@settings(max_examples=200)
def test_no_text_is_worse_than_a_wrong_date(text: str) -> None:
    for read in (days, score):
        with suppress(ValueError):
            read(text)


def test_scores() -> None:
    assert score("7-4") == score(" 7 : 4 ") == (7, 4)


def test_what_the_coach_thinks_goes_with_a_match_that_is_put_right(tmp_path: Path) -> None:
    match = simulated(3)
    path = tmp_path / "matches.sqlite"
    with Archive(path, lambda: "2026-11-30T20:00:00") as archive:
        number = archive.keep(match).id
        assert archive.unanalysed("2026") == [number]
        archive.analyse(number, {"engine": "one"}, [])
        archive.analyse(
            number, {"engine": "two"}, [Mistake(number, 1, 2, "Ann", "missed double", 0.06, "no double", "double", "XGID=")]
        )
        assert archive.analysis(number) == {"engine": "two"}
        assert archive.unanalysed("2026") == []
        assert [one.player for one in archive.mistakes(Sought("ANN", ("missed double",), 0.05))] == ["Ann"]
        assert not list(archive.mistakes(Sought(least=0.07)))
        assert not list(archive.mistakes(Sought("ben")))
        assert not list(archive.mistakes(Sought(kinds=("play",))))
        assert not list(archive.mistakes(Sought(match=number + 1)))
        archive.replace(match, replace(match, games=match.games[:1]))
        assert archive.analysis(number) is None
        assert not list(archive.mistakes(Sought()))
        with pytest.raises(NoSuchMatch):
            archive.analyse(99, {}, [])


def test_an_archive_of_the_first_version_learns_to_keep_analyses(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    with Archive(path, lambda: "2026-11-30T20:00:00") as archive:
        number = archive.keep(simulated(3)).id
    with closing(sqlite3.connect(path)) as older:
        older.executescript("DROP TABLE mistake; DROP TABLE analysis; PRAGMA user_version = 1")
    with Archive(path, lambda: "2026-11-30T20:00:00") as archive:
        archive.analyse(number, {"engine": "one"}, [])
        assert archive.analysis(number) == {"engine": "one"}
