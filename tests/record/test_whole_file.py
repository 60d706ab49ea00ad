"""Files are there whole or not at all, whatever happens to the disk."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardcam.record import whole_file


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "match.mat"
    for data in (b"one", b"two"):
        whole_file.replace(path, data)
        assert path.read_bytes() == data
    assert [file.name for file in tmp_path.iterdir()] == ["match.mat"]


def test_the_headings_of_a_zip_say_nothing_of_the_machine(tmp_path: Path) -> None:
    whole_file.zipped(tmp_path / "r.zip", {"a.txt": b"a", "b.jpg": b"b"}.items())
    with zipfile.ZipFile(tmp_path / "r.zip") as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert [info.compress_type for info in archive.infolist()] == [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]


def test_the_old_file_stays_where_the_new_one_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(28, "No space left on device")

    def torn() -> Iterator[tuple[str, bytes]]:
        yield "a.txt", b"a"
        raise OSError(5, "Input/output error")

    path = tmp_path / "old"
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="Input/output"):
        whole_file.zipped(path, torn())
    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(OSError, match="No space"):
        whole_file.replace(path, b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("old", b"old")]
