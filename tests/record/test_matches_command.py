"""`boardcam matches`, as a user types it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boardcam import cli
from boardcam.record import formats, mat, match_lines, ogxm, sgf
from boardcam.record.archive import Archive
from boardcam.record.mistakes import Mistake
from boardcam.rules import gnuid, xgid
from boardcam.rules.moments import moments
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import Incident, Match
from tests.record.matches import alike, odd, simulated

WHOLE = replace(simulated(3), event="Club cup", incidents=(Incident(1, "void_roll", rule="R84", why="A die leans."),))


class Shell:
    """One archive and one folder of files."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.archive = folder / "archive" / "matches.sqlite"

    def __call__(self, *words: object) -> tuple[int, str, str]:
        """Exit code, standard output, standard error."""
        first, *rest = map(str, words)
        code = cli.main(["matches", first, *rest, "--archive", str(self.archive)])
        out, err = self._capsys.readouterr()
        return code, out, err

    def file(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return Shell(tmp_path, capsys)


def test_without_an_archive(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["matches"]) == 0
    assert "No match is kept yet in" in capsys.readouterr().err
    for words in (("show", 1), ("search", "--doubts"), ("export", 1), ("remove", 1)):
        code, out, err = shell(*words)
        assert (code, out) == (2, "")
        assert "there is no archive at" in err
    assert not shell.archive.exists()


def test_import_list_show(shell: Shell) -> None:
    code, out, _ = shell("import", shell.file("friday.mat", mat.write(WHOLE)), shell.file("odd.jsonl", match_lines.write(odd())))
    assert code == 0
    assert out.splitlines()[0] == f"{shell.folder}/friday.mat: match 1, Ann {WHOLE.score[0]}-{WHOLE.score[1]} Ben"
    code, out, _ = shell("list")
    assert [row.split()[0] for row in out.splitlines()] == ["ID", "1", "2", "notes:"]
    assert shell("list", "--most", 1)[1].count("2026-11-30") == 1
    code, out, _ = shell("show", 2)
    assert out.startswith("Match 2: Ann (light)")
    assert "at 2: " in out
    code, out, _ = shell("show", 2, "--json")
    told = json.loads(out)
    assert (told["players"], told["source"], told["games"][0]["actions"][0]["at"]) == (list(odd().players), "odd.jsonl", "1.1")
    assert told["incidents"][0]["kind"] == "illegal"


def test_the_usual_place_is_that_of_the_user(shell: Shell, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["matches", "import", str(shell.file("a.sgf", sgf.write(WHOLE)))]) == 0
    assert (tmp_path / "data" / "boardcam" / "matches.sqlite").exists()
    capsys.readouterr()
    assert cli.main(["matches"]) == 0
    assert "Ann" in capsys.readouterr().out


def test_a_file_is_shown_without_an_archive(shell: Shell) -> None:
    code, out, _ = shell("show", shell.file("friday.sgf", sgf.write(WHOLE)))
    assert code == 0
    assert out.startswith("Ann (light) – Ben (dark)")
    assert not shell.archive.exists()


def test_several_matches_in_a_file(shell: Shell) -> None:
    two = shell.file("two.mat", mat.write(WHOLE) + "\n" + mat.write(simulated(4)))
    assert shell("show", two)[2] == f"boardcam matches: {two} holds 2 matches: import it, and ask for one of them by its number\n"
    assert shell("import", two)[1].count(": match ") == 2


def test_malformed_files(shell: Shell) -> None:
    """The line, what was expected, nothing imported; the other files are."""
    lines = mat.write(WHOLE).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  3)"))
    lines[at] = lines[at].replace(":", ": 5/9", 1)
    bad = shell.file("bad.mat", "\n".join(lines))
    code, out, err = shell("import", bad, shell.file("good.mat", mat.write(simulated(4))))
    assert code == 2
    assert err.startswith(f"boardcam matches: {bad}: line {at + 1}: '5/9': checkers move from a higher point to a lower one")
    assert err.rstrip().endswith("nothing was taken from it")
    assert out.count(": match ") == 1
    code, out, _ = shell("import", bad, "--json")
    assert json.loads(out)["error"].startswith(f"{bad}: line {at + 1}")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the file is empty"), (b"RGMH\x01", "save the match in eXtreme Gammon as text"), (b"PK\x03\x04", "unpack it first"),
        (b"SQLite format 3\x00", "give the folder"), (b'{"version":"1","compression":"gzip"}\n', "export the match from BGBlitz"),
        (b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "boardcam plays reads those"),
        (b"7 point match\n", "nothing was played"), (b"\xff\xfe\x00", "this is no .mat file"),
    ],
)  # fmt: skip
def test_what_is_no_match(shell: Shell, content: bytes, why: str) -> None:
    code, out, err = shell("import", shell.file("x", content))
    assert (code, out) == (2, "")
    assert why in err


def test_what_is_no_file(shell: Shell) -> None:
    assert (
        shell("import", shell.folder / "nothing.mat")[2]
        == f"boardcam matches: {shell.folder}/nothing.mat: No such file or directory\n"
    )
    empty = shell.folder / "empty"
    empty.mkdir()
    assert "there is no match" in shell("import", empty)[2]


def test_duplicates_are_said(shell: Shell) -> None:
    shell("import", shell.file("a.mat", mat.write(WHOLE)))
    assert "(was there already)" in shell("import", shell.file("a.sgf", sgf.write(WHOLE)))[1]
    assert "(was there already, with less in it)" in shell("import", shell.file("a.jsonl", match_lines.write(WHOLE)))[1]
    assert json.loads(shell("import", shell.file("b.mat", mat.write(WHOLE)), "--json")[1]) == {
        "file": f"{shell.folder}/b.mat", "id": 1, "how": "known",
    }  # fmt: skip


def test_search(shell: Shell) -> None:
    shell("import", shell.file("a.jsonl", match_lines.write(WHOLE)), shell.file("b.jsonl", match_lines.write(odd())))
    asked: list[tuple[tuple[Any, ...], list[int]]] = [
        (("--player", "ann"), [1, 2]), (("--player", "õie", "--player", "ann"), [2]), (("--date", "2026-11"), [1, 2]),
        (("--date", "..2025"), []), (("--event", "cup"), [1]), (("--length", 7), [2]), (("--doubts",), [2]),
        (("--score", f"{WHOLE.score[1]}-{WHOLE.score[0]}"), [1]), (("--incident", "void-roll"), [1]),
        (("--incident", "void roll", "--incident", "illegal"), []), (("--player", "ann", "--most", 1), [1]),
    ]  # fmt: skip
    for words, found in asked:
        code, out, err = shell("search", *words, "--json")
        assert [json.loads(line)["id"] for line in out.splitlines()] == found, words
        assert code == (0 if found else 1)
        assert bool(err) == (not found)
    with pytest.raises(SystemExit):
        shell("search", "--date", "yesterday")


def test_every_moment_has_its_ids(shell: Shell) -> None:
    shell("import", shell.file("a.jsonl", match_lines.write(WHOLE)))
    game = WHOLE.games[1]
    for number, moment in enumerate(moments(WHOLE, game), 1):
        out = json.loads(shell("show", 1, "--at", f"2.{number}", "--json")[1])
        assert (xgid.parse(out["xgid"]), gnuid.parse(out["gnubgid"]).position) == (moment, moment.position)
    shown = shell("show", 1, "--at", "2.1")[1]
    assert xgid.format(moments(WHOLE, game)[0]) in shown
    assert "GNUBGID " in shown
    assert shell("show", 1, "--at", f"2.{len(game.actions) + 1}")[1].splitlines()[-3].endswith("nothing more")
    for at, why in (("9.1", "there is no game 9"), ("1.999", "and"), ("two", "say the game and the number"), ("0.1", "no game 0")):
        code, _, err = shell("show", 1, "--at", at)
        assert code == 2
        assert why in err


def test_a_passed_double_is_shown_to_who_answers(shell: Shell) -> None:
    shown = shell("show", shell.file("odd.jsonl", match_lines.write(odd())), "--at", "4.3")[1]
    assert "Ann: passes" in shown


@pytest.mark.parametrize("form", ["mat", "sgf", "jsonl"])
def test_export(shell: Shell, form: str) -> None:
    shell("import", shell.file("a.jsonl", match_lines.write(WHOLE)))
    path = shell.folder / f"out.{form}"
    code, out, _ = shell("export", 1, "--out", path)
    assert code == 0
    assert "read back and found the same" in out
    alike(formats.read(path.read_bytes()), WHOLE)
    assert [file.name for file in shell.folder.iterdir() if file.name.startswith(".")] == []


def test_export_never_writes_over(shell: Shell) -> None:
    source = shell.file("a.mat", mat.write(WHOLE))
    precious = shell.file("precious.mat", "precious")
    code, out, err = shell("export", source, "--out", precious)
    assert (code, out, err) == (2, "", f"boardcam matches: {precious} is there already; --force writes over it\n")
    assert precious.read_text() == "precious"
    assert shell("export", source, "--out", precious, "--force")[0] == 0
    assert "point match" in precious.read_text()
    assert shell("export", source, "--out", shell.folder / "no" / "where.mat")[0] == 2


def test_export_where_files_cannot_be_linked(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sticks and cards with FAT."""

    def refused(*args: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    source = shell.file("a.mat", mat.write(WHOLE))
    precious = shell.file("precious.mat", "precious")
    assert shell("export", source, "--out", precious)[0] == 2
    assert precious.read_text() == "precious"
    assert shell("export", source, "--out", shell.folder / "new.mat")[0] == 0


def test_export_to_standard_output(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text(match_lines.write(odd()), encoding="utf-8")
    assert cli.main(["matches", "export", str(source)]) == 0
    out, err = capfdbinary.readouterr()
    assert b"7 point match" in out
    assert b"game 1 left out: .mat files know no draws" in err
    assert cli.main(["matches", "export", str(source), "--format", "xgid"]) == 0
    lines = capfdbinary.readouterr()[0].decode().splitlines()
    assert lines == [xgid.format(moment) for game in odd().games for moment in moments(odd(), game)]


def test_export_of_what_cannot_be(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    source = shell.file("a.jsonl", match_lines.write(WHOLE))
    assert "there is no format 'pdf'" in shell("export", source, "--out", shell.folder / "a.pdf")[2]
    other: Match = simulated(4)
    monkeypatch.setattr(mat, "write", lambda match: formats.write(other, "sgf").decode())
    assert "another match from mat" in shell("export", source, "--out", shell.folder / "b.mat")[2]
    assert not (shell.folder / "b.mat").exists()

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(ogxm, "import_module", missing)
    assert "pip install" in shell("export", source, "--out", shell.folder / "c.ogxm")[2]


def test_remove(shell: Shell) -> None:
    shell("import", shell.file("a.mat", mat.write(WHOLE)), shell.file("b.mat", mat.write(simulated(4))))
    code, out, err = shell("remove", 1)
    assert (code, out) == (2, "match 1: Ann – Ben, 2026-11-30\n")
    assert "nothing was removed; --yes removes without asking" in err
    assert shell("remove", 1, 99, "--yes")[0] == 2
    assert shell("remove", 1, "--yes")[0] == 0
    assert [json.loads(line)["id"] for line in shell("list", "--json")[1].splitlines()] == [2]
    assert "no match has the number 1" in shell("show", 1)[2]


def test_a_damaged_archive_is_one_sentence(shell: Shell) -> None:
    shell.archive.parent.mkdir()
    shell.archive.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    for words in (("list",), ("show", 1), ("search", "--doubts"), ("import", shell.file("a.mat", mat.write(WHOLE)))):
        code, _, err = shell(*words)
        assert code == 2
        assert "is damaged" in err
        assert err.count("\n") == 1


def test_what_is_refereed_is_kept_and_its_folder_is_the_same_match(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    told = [
        "run",
        "--source",
        "sim:1",
        "--match",
        "1",
        "--players",
        "light=Õie,dark=Ben",
        "--event",
        "Club night",
        "--place",
        "Tartu",
    ]
    out = shell.folder / "friday"
    assert cli.main([*told, "--out", str(out), "--archive", str(shell.archive)]) == 0
    assert "In the archive it is match 1" in capsys.readouterr().out
    code, said, _ = shell("import", out)
    assert (code, "(was there already)" in said) == (0, True)
    with Archive(shell.archive, lambda: "") as archive:
        kept = archive.match(1)
        assert (kept.players, kept.event, kept.place, kept.source) == (("Õie", "Ben"), "Club night", "Tartu", "sim:1")
        archive.remove([1])
    assert shell("import", out)[0] == 0
    with Archive(shell.archive, lambda: "") as archive:
        assert archive.match(2) == kept


def test_mistakes_are_searched_and_made_cards(shell: Shell) -> None:
    assert shell("import", shell.file("one.jsonl", formats.write(WHOLE, "jsonl")))[0] == 0
    code, out, err = shell("mistakes")
    assert (code, out) == (1, "")
    assert "in the matches that were analysed" in err
    lost = Mistake(1, 1, 3, "Ann", "missed double", 0.06, "no double", "double", xgid.format(Situation()))
    with Archive(shell.archive, lambda: "2026-11-30T20:00:00") as archive:
        archive.analyse(1, {}, [lost, replace(lost, player="Ben", kind="play", loss=0.3)])
    assert [line[:5] for line in shell("mistakes")[1].splitlines() if line[0] != " "] == ["0.300", "0.060"]
    cards = shell.folder / "cards.txt"
    code, out, _ = shell("mistakes", "--player", "ann", "--kind", "missed double", "--from", 0.05, "--cards", cards, "--json")
    assert (json.loads(out)["number"], cards.read_text()) == (3, xgid.format(Situation()) + "\n")
