"""Files that are written as a whole or not at all."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def write(path: Path, data: bytes, *, over: bool = False) -> None:
    """Writes a file so that at every moment there is none, the old one, or the new one, whole.

    Raises FileExistsError if there is one and it is not to be written `over`; OSError.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with unfinished.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if over:
            os.replace(unfinished, path)
        else:
            _link(unfinished, path)
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()


def replace(path: Path, data: bytes) -> None:
    """The same for a file that one program writes again and again: what a power cut leaves behind is written over by the next one.

    Raises OSError.
    """
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def zipped(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """A zip file of these names and contents, in place of one that may be there; pictures as they are, the rest made small.

    Nothing of the machine is in its headings. Raises OSError.
    """
    unfinished = path.with_name(f"{path.name}.part")
    try:
        with zipfile.ZipFile(unfinished, "w") as archive:
            for name, content in files:
                how = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
                archive.writestr(zipfile.ZipInfo(name), content, how)
        os.replace(unfinished, path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def _link(unfinished: Path, path: Path) -> None:
    """Gives the file its name, unless the name is taken."""
    try:
        os.link(unfinished, path)
    except FileExistsError as error:
        raise FileExistsError(error.errno, "is there already", str(path)) from error
    except OSError:  # sticks and cards that cannot link
        if path.exists():
            raise FileExistsError(17, "is there already", str(path)) from None
        os.replace(unfinished, path)
