"""Evidence is kept whole, within its bounds, and outlives a power cut."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from boardcam.record import evidence
from boardcam.record.evidence import ENTRIES, BadEvidence, Entry, Store, line, parsed, picture, read

TURN = Entry(
    0, "played", 12.5, 13.1, "light", (3, 1), "8/5 6/5", True, "R85", "light has lifted his dice", 7.25, "XGID=-b…", "XGID=-b…",
    ("8/5 6/5", "24/23 13/10"), (), 9.5, (120, 133), "BOTTOM_RIGHT", "size = [64, 48]",
    ({"number": 1, "value": 3, "faces": [0.0, -9.5], "half": "light"},),
)  # fmt: skip
NOISE = np.random.default_rng(3)


def image(width: int = 64) -> evidence.Image:
    return NOISE.integers(0, 255, (48, width, 3), np.uint8)


def store(folder: Path, most: int = evidence.MOST, free: int = 10**12) -> Store:
    return Store(folder, most, lambda: free)


@pytest.mark.parametrize(
    "entry",
    [
        TURN,
        Entry(3, "unsure", 0.0, 0.0),
        replace(TURN, kind="danced", play=""),
        replace(TURN, pictures={"after": "00001-after.jpg"}),
    ],
)
def test_an_entry_comes_back_as_it_was(entry: Entry) -> None:
    back = parsed(line(entry))
    assert line(back) == line(entry)
    assert replace(back, seen=()) == replace(entry, seen=())
    assert [one["faces"] for one in back.seen] == [one["faces"] for one in entry.seen]


def test_what_was_kept_is_there(tmp_path: Path) -> None:
    with_pictures = store(tmp_path)
    told = with_pictures.keep(TURN, {"before": image(), "after": image()})
    with_pictures.keep(replace(TURN, kind="unsure"), {})
    with_pictures.close()
    assert told.pictures == {"before": "00001-before.jpg", "after": "00001-after.jpg"}
    first, second = read(tmp_path)
    assert (first.number, first.pictures, second.number, second.pictures) == (1, told.pictures, 2, {})
    found = picture(tmp_path, "00001-before.jpg")
    assert found is not None
    assert found.shape == (48, 64, 3)
    assert picture(tmp_path, "00009-before.jpg") is None


def test_the_oldest_turns_go_first_and_rulings_last(tmp_path: Path) -> None:
    one = len(evidence._jpeg(image()))
    ring = store(tmp_path, int(3.5 * one))
    for kind in ("illegal", "played", "played", "unsure", "danced", "played", "void_roll"):
        ring.keep(replace(TURN, kind=kind), {"after": image()})
        assert ring.size <= 3.5 * one
    ring.close()
    entries = read(tmp_path)
    assert [entry.kind for entry in entries if picture(tmp_path, entry.pictures["after"]) is not None] == [
        "illegal", "unsure", "void_roll",
    ]  # fmt: skip
    assert len(entries) == 7  # the text stays


def test_rulings_make_room_for_later_ones(tmp_path: Path) -> None:
    one = len(evidence._jpeg(image()))
    ring = store(tmp_path, int(2.5 * one))
    for _ in range(5):
        ring.keep(replace(TURN, kind="illegal"), {"after": image()})
    ring.close()
    assert sorted(path.name for path in tmp_path.glob("*.jpg")) == ["00004-after.jpg", "00005-after.jpg"]


def test_no_pictures_where_none_are_wanted_or_the_disk_is_full(tmp_path: Path) -> None:
    for folder, most, free, left_out in ((tmp_path / "a", 0, 10**12, 0), (tmp_path / "b", evidence.MOST, evidence.SPARE, 1)):
        text_only = store(folder, most, free)
        text_only.keep(TURN, {"after": image()})
        text_only.close()
        assert (text_only.size, text_only.left_out, len(read(folder))) == (0, left_out, 1)


def test_a_store_goes_on_where_it_stopped(tmp_path: Path) -> None:
    first = store(tmp_path)
    first.keep(TURN, {"after": image()})
    first.close()
    again = store(tmp_path)
    assert again.size == (tmp_path / "00001-after.jpg").stat().st_size
    assert again.keep(TURN, {"after": image()}).number == 2
    again.close()
    smaller = store(tmp_path, 1)
    assert smaller.size == 0
    smaller.close()


def test_a_power_cut_at_any_byte_loses_no_more_than_the_entry_being_written(tmp_path: Path) -> None:
    whole = store(tmp_path / "whole")
    for _ in range(3):
        whole.keep(replace(TURN, pictures={}), {})
    whole.close()
    data = (tmp_path / "whole" / ENTRIES).read_bytes()
    ends = [nth + 1 for nth, byte in enumerate(data) if byte == 10]
    for cut in (0, 1, ends[0] - 1, ends[0], ends[0] + 5, ends[1], len(data) - 1, len(data)):
        folder = tmp_path / f"cut-{cut}"
        folder.mkdir()
        (folder / ENTRIES).write_bytes(data[:cut])
        (folder / "00003-after.jpg").write_bytes(b"a picture whose entry never came")
        (folder / "00004-after.jpg.part").write_bytes(b"half a pict")
        again = store(folder)
        left = sum(end <= cut for end in ends)
        assert again.keep(TURN, {}).number == left + 1
        again.close()
        assert [entry.number for entry in read(folder)] == list(range(1, left + 2))
        assert sorted(path.name for path in folder.iterdir()) == [ENTRIES]


@pytest.mark.parametrize("bad", ["moon", "[]", '{"moon": 1}', '{"kind": "played"}', '{"pictures": 1}'])
def test_a_line_that_is_no_entry_is_named(bad: str, tmp_path: Path) -> None:
    (tmp_path / ENTRIES).write_text(f"{line(TURN)}\n{bad}\n{line(TURN)}\n", encoding="utf-8")
    with pytest.raises(BadEvidence, match=r"entries.jsonl, line 2: "):
        read(tmp_path)


def test_a_picture_that_cannot_be_decoded_is_none(tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_bytes(b"no picture")
    assert picture(tmp_path, "x.jpg") is None


def test_an_entry_names_no_file_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_bytes(evidence._jpeg(image()))
    (tmp_path / "evidence").mkdir()
    assert picture(tmp_path, "x.jpg") is not None
    assert picture(tmp_path / "evidence", "../x.jpg") is None


def test_no_evidence_is_no_entry(tmp_path: Path) -> None:
    assert read(tmp_path) == ()


WRITER = """
import sys
from pathlib import Path
import numpy as np
from boardcam.record.evidence import Entry, Store
store = Store(Path(sys.argv[1]), 400_000, lambda: 10**12)
image = np.random.default_rng(1).integers(0, 255, (96, 128, 3), np.uint8)
while True:
    print(store.keep(Entry(0, "played", 1.0, 1.0), {"before": image, "after": image}).number, flush=True)
"""


def test_what_was_kept_survives_a_kill(tmp_path: Path) -> None:
    acknowledged = 0
    for kept in (3, 5):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        for _ in range(kept):
            writer.stdout.readline()
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged += kept + writer.communicate()[0].count("\n")
        again = store(tmp_path)
        entries = read(tmp_path)
        assert acknowledged <= len(entries)
        acknowledged = len(entries)
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        assert all(picture(tmp_path, name) is not None for name in entries[-1].pictures.values())
        named = {name for entry in entries for name in entry.pictures.values()}
        assert {path.name for path in tmp_path.iterdir()} - named == {ENTRIES}
        again.close()


def test_old_pictures_are_forgotten_and_their_text_stays(tmp_path: Path) -> None:
    for name, taken in (("old", 1_000.0), ("new", 9_000.0)):
        kept = store(folder := tmp_path / name / evidence.FOLDER)
        kept.keep(TURN, {"before": image(), "after": image()})
        kept.close()
        for path in folder.glob("*.jpg"):
            os.utime(path, (taken, taken))
    assert evidence.forget(tmp_path, 5_000.0) == 2
    assert evidence.forget(tmp_path, 5_000.0) == 0
    assert [len(read(tmp_path / name / evidence.FOLDER)) for name in ("old", "new")] == [1, 1]
    assert evidence.there(tmp_path / "old" / evidence.FOLDER, {"after": "00001-after.jpg"}) == {}
    assert evidence.there(tmp_path / "new" / evidence.FOLDER, {"after": "00001-after.jpg"}) == {"after": "00001-after.jpg"}
