"""What is refereed is kept in the archive, and put right there when it is put right in its folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardcam.archive import keeping
from boardcam.cli import main
from boardcam.record.archive import Archive
from boardcam.record.folder import Folder
from boardcam.replay.fold import blank, fold
from boardcam.rules.transcript import Match
from tests.record.matches import simulated
from tests.replay.kept import SETTINGS
from tests.replay.test_fold import short

WHOLE = simulated(3)
OTHERWISE = ["--turn", "2", "--dice", "63", "--play", "24/18 13/10"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five turns of a match."""
    folder = Folder(tmp_path / "friday", SETTINGS, blank(SETTINGS))
    for event in short():
        folder.event(event)
    folder.verdicts(fold(SETTINGS, short()).verdicts)
    folder.close()
    return folder.path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite"


def kept(archive: Path) -> dict[int, Match]:
    with Archive(archive, lambda: "") as opened:
        return {row.id: opened.match(row.id) for row in opened.rows()}


def test_a_refereed_match_is_kept_once(archive: Path) -> None:
    said = "In the archive it is match 1: boardcam matches show 1"
    assert [keeping.keep(archive, WHOLE).said, keeping.keep(archive, WHOLE).said] == [said, said]
    assert keeping.keep(archive, Match(("Ann", "Ben"), 7)).said == "Not kept in the archive: nothing was played in this match"
    lost = keeping.keep(archive.parent, WHOLE, folder=Path("friday"))
    assert not lost.good
    assert lost.said.startswith("Not kept in the archive: ")
    assert lost.said.endswith("its record is whole: when that is put right, boardcam matches import friday")
    assert kept(archive) == {1: WHOLE}


def test_a_match_that_goes_on_otherwise_is_the_same(archive: Path) -> None:
    """It was broken off, kept, taken up again and put right while it was played."""
    keeping.keep(archive, WHOLE)
    said = keeping.keep(archive, simulated(4), before=WHOLE).said
    assert said == "In the archive it is match 1: boardcam matches show 1"
    assert kept(archive) == {1: simulated(4)}
    assert "match 2" in keeping.keep(archive, WHOLE, before=simulated(5)).said, "what it was is not there"


def test_what_is_corrected_is_put_right_in_the_archive(folder: Path, archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--archive", str(archive)]
    correct = ["correct", str(folder), *where]
    assert [main([*correct, *words]) for words in (OTHERWISE, ["--undo"])] == [0, 0]
    assert not archive.exists(), "an archive is begun only to take something in"
    assert main(["matches", "import", *where, str(folder)]) == 0
    (before,) = kept(archive).values()
    for words, as_before in ((OTHERWISE, False), (["--undo"], True)):
        capsys.readouterr()
        assert main([*correct, *words]) == 0
        assert "Match 1 in the archive is put right too." in capsys.readouterr().out
        assert (kept(archive) == {1: before}) is as_before
        assert main(["matches", "import", *where, str(folder)]) == 0
        assert "match 1" in (said := capsys.readouterr().out)
        assert "was there already" in said


def test_what_was_never_kept_is_no_matter(folder: Path, archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keeping.keep(archive, WHOLE)
    assert main(["correct", str(folder), "--archive", str(archive), *OTHERWISE]) == 0
    assert "archive" not in capsys.readouterr().out
    assert kept(archive) == {1: WHOLE}
    assert main(["matches", "import", "--archive", str(archive), str(folder)]) == 0
    capsys.readouterr()
    assert main(["correct", str(folder), "--no-archive", "--undo"]) == 0
    assert "archive" not in capsys.readouterr().out
    archive.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    assert main(["correct", str(folder), "--archive", str(archive), *OTHERWISE]) == 0
    assert "Not put right in the archive: " in capsys.readouterr().out
