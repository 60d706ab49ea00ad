"""Formats by name, files by what is in them, and nothing given out that says something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.record import formats, match_lines
from boardcam.rules.errors import Unreadable
from boardcam.rules.transcript import Match
from tests.record.matches import alike, odd, simulated

SURE = replace(odd(), games=(replace(odd().games[1], score=(0, 0)), replace(odd().games[3], score=(4, 0))), players=("Ann", "Ben"))


@pytest.mark.parametrize("form", ["mat", "sgf", "jsonl"])
@pytest.mark.parametrize("told", [SURE, odd(), simulated(1, illegal=True)], ids=["sure", "odd", "illegal"])
def test_a_file_is_known_by_what_is_in_it(form: str, told: Match) -> None:
    back = formats.read(formats.write(told, form))
    assert back.length == told.length
    if told is SURE:
        alike(back, told)


def test_ogxm_is_one_of_them() -> None:
    pytest.importorskip("ogxm", reason="the optional package ogxm is not installed (pip install ogxm)")
    alike(formats.read(formats.write(SURE, "ogxm")), SURE)


def test_what_is_none() -> None:
    with pytest.raises(ValueError, match="there is no format 'xg'; choose one of mat, sgf, jsonl, ogxm"):
        formats.write(odd(), "xg")
    for data in (b"", b"\xef\xbb\xbf \n"):
        with pytest.raises(Unreadable, match="line 1: expected a match: the file is empty"):
            formats.read(data)
    with pytest.raises(Unreadable, match="line 1: expected a line like '7 point match'"):
        formats.read(b"hello")


def test_nothing_is_given_out_that_says_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Validated before it is exported."""
    other = match_lines.write(replace(SURE, games=(replace(SURE.games[0], actions=SURE.games[0].actions[:-1]), SURE.games[1])))
    monkeypatch.setattr(match_lines, "write", lambda match: other)
    with pytest.raises(ValueError, match="game 1 would be read back as another game from jsonl"):
        formats.write(SURE, "jsonl")


def test_what_readers_do_not_heed_is_said() -> None:
    """§3.1: GNU Backgammon passes over what the header says of Jacoby and Crawford; a .mat has no draws."""
    assert formats.remarks(SURE, "mat") == []
    assert formats.remarks(odd(), "mat") == ["game 1 left out: .mat files know no draws"]
    assert [len(formats.remarks(replace(odd(), length=0), form)) for form in ("mat", "sgf", "jsonl")] == [2, 0, 0]
    assert "plays a Crawford game in every" in formats.remarks(replace(SURE, crawford=False), "mat")[0]
    assert "no .mat file of more than 64" in formats.remarks(replace(SURE, length=65), "mat")[0]
    assert formats.remarks(replace(SURE, length=0, jacoby=True, crawford=False), "mat") == []


def test_every_moment_as_an_xgid() -> None:
    lines = formats.write(SURE, "xgid").decode().splitlines()
    assert len(lines) == sum(len(game.actions) + 1 for game in SURE.games)
    assert lines[0] == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
    with pytest.raises(ValueError, match="score"):
        formats.write(replace(SURE, games=(replace(SURE.games[0], score=(1000, 0)),)), "xgid")
