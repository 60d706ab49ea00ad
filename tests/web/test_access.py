"""Roles by tokens, kept where nobody else reads them; limits by address."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from boardcam.web import access
from boardcam.web.access import Limit, Tokens, may


def test_a_token_shows_a_role() -> None:
    tokens = Tokens("player-token", "director-token")
    assert tokens.role(None) == "viewer"
    assert tokens.role("Bearer player-token") == "player"
    assert tokens.role("bearer director-token ") == "director"
    for wrong in ("Bearer player", "Basic player-token", "Bearer ", "Bearer ü"):
        assert tokens.role(wrong) is None


def test_each_role_may_what_those_before_it_may() -> None:
    assert may("director", "player")
    assert may("player", "viewer")
    assert not may("player", "director")


def test_tokens_are_kept_and_read_by_nobody_else(tmp_path: Path) -> None:
    tokens = access.kept(tmp_path / "table")
    path = tmp_path / "table" / access.FILE
    assert access.kept(tmp_path / "table") == tokens
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert tokens.player != tokens.director
    assert tokens.player not in repr(tokens)
    assert access.renewed(tmp_path / "table") != tokens


@pytest.mark.parametrize("broken", ["", "{}", '{"player": "", "director": ""}', "[1]", '{"player": 7, "director": 8}'])
def test_a_broken_file_of_tokens_is_made_anew(tmp_path: Path, broken: str) -> None:
    (tmp_path / access.FILE).write_text(broken, encoding="utf-8")
    assert len(access.kept(tmp_path).player) == 16


def test_a_limit_is_by_address_and_fills_up_again() -> None:
    now = [0.0]
    limit = Limit(2, 10.0, lambda: now[0])
    assert [limit.over("a") for _ in range(3)] == [False, False, True]
    assert limit.full("a")
    assert not limit.over("b")
    now[0] = 5.0
    assert not limit.over("a")
    assert limit.over("a")


def test_only_so_many_addresses_are_known() -> None:
    limit = Limit(1, 10.0, lambda: 0.0)
    limit.over("first")
    for n in range(Limit.KNOWN):
        limit.over(str(n))
    assert not limit.full("first")
