"""`boardcam review` on a match of which evidence was kept: the eyes are pretended, everything else is real."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boardcam import app, config
from boardcam.cli import main
from boardcam.evidence import reviewing
from boardcam.evidence.reviewing import CannotReview, Review
from boardcam.evidence.witness import Frames, witness
from boardcam.record import evidence
from boardcam.record.evidence import Entry
from boardcam.record.folder import Folder
from boardcam.record.journal import Journal
from boardcam.replay import fold
from tests.referee.stories import opened


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four turns of a match, with their evidence; there were no pictures."""
    out = tmp_path_factory.mktemp("review") / "match"
    story = opened().turn(64, "24/14").turn(55, "8/3(2) 6/1*(2)").turn(63, "")
    settings = config.Options(config.Source("sim", "1"), out, story.length, story.profile).settings()
    folder = Folder(out, settings, fold.blank(settings))
    keeper, close = witness(folder, out / "evidence", 0, Frames(), "standard", pytest.fail)
    app.play(story.watched(), story.profile, story.length, ("Light", "Dark"), keeper, lambda *_: None)
    close()
    folder.close()
    return out


def entries(path: Path) -> tuple[Entry, ...]:
    return evidence.read(path / "evidence")


def turns(path: Path) -> tuple[fold.Turn, ...]:
    journal = Journal(path / "journal.sqlite")
    found = fold.folded(journal).turns
    journal.close()
    return found


@pytest.fixture
def sees(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[float | None, Review]]:
    """What the eyes find in the frames of a turn, by its name; of other turns there are no pictures."""
    found: dict[float | None, Review] = {}

    def review(entry: Entry, *_: object) -> Review:
        if entry.rolled not in found:
            raise CannotReview("no pictures were kept of it")
        return found[entry.rolled]

    monkeypatch.setattr(reviewing, "review", review)
    return found


def test_every_turn_has_its_evidence(played: Path) -> None:
    kept = entries(played)
    for turn in turns(played):
        entry = reviewing.of(turn.verdict, kept)
        assert entry is not None
        assert (entry.dice, entry.play, entry.why) == (turn.verdict.dice, turn.verdict.play, turn.verdict.why)
        assert entry.before is not None
        assert entry.candidates
    assert all(entry.pictures == {} for entry in kept)


def test_a_ruling_that_stands_is_said_to(
    played: Path, sees: dict[float | None, Review], capsys: pytest.CaptureFixture[str]
) -> None:
    third = turns(played)[2].verdict
    sees[third.evidence.rolled] = Review("stands", "dice and board, read again, say the same", 11.0, third.dice, third.play)
    assert main(["review", str(played), "3"]) == 0
    out = capsys.readouterr().out
    assert f"{third.play}: it stands" in out
    assert "margin 11.0, was" in out
    assert main(["review", str(played)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_change_goes_in_as_a_correction(
    played: Path, sees: dict[float | None, Review], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "match"
    copy.mkdir()
    for name in ("journal.sqlite", "events.jsonl", "match.mat"):
        (copy / name).write_bytes((played / name).read_bytes())
    (copy / "evidence").mkdir()
    (copy / "evidence" / evidence.ENTRIES).write_bytes((played / "evidence" / evidence.ENTRIES).read_bytes())
    last = turns(copy)[1]
    entry = reviewing.of(last.verdict, entries(copy))
    assert entry is not None
    other = "24/18 13/9"
    sees[entry.rolled] = Review("differs", "the board, read again, says otherwise", 9.0, entry.dice, other)  # type: ignore[arg-type]
    assert main(["review", str(copy), str(last.number)]) == 0
    assert "With --correct this goes into the record" in capsys.readouterr().out
    assert turns(copy)[1].verdict.play == last.verdict.play == "24/14"
    assert main(["review", str(copy), str(last.number), "--correct"]) == 0
    assert "Correction 1." in capsys.readouterr().out
    assert turns(copy)[1].verdict.play == other


@pytest.mark.parametrize(
    ("turn", "why"), [("0", "there is no turn 0"), ("999", "there is no turn 999"), ("1", "no pictures were kept")]
)
def test_what_cannot_be_reviewed_ends_in_a_sentence(
    turn: str, why: str, played: Path, sees: dict[float | None, Review], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(played), turn]) == 2
    assert why in capsys.readouterr().err


def test_no_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(tmp_path)]) == 2
    assert "holds no journal.sqlite" in capsys.readouterr().err
