"""What people type: options of a command, and lines on standard input."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from typing import TextIO, TypeVar

T = TypeVar("T")


def option(reader: Callable[[str], T]) -> Callable[[str], T]:
    """A reader for argparse, which shows the message of this error only."""

    def read(text: str) -> T:
        try:
            return reader(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return read


def lines(stream: TextIO) -> Iterator[str]:
    """The lines that hold something; what is no text in them shows as �."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="replace")
    return (line.strip() for line in stream if line.strip())


def bad(line: str, field: str, message: str) -> str:
    """A line that cannot be answered, as a JSON object: which of its fields is wrong, and how."""
    return json.dumps({"input": line, "error": {"field": field, "message": message}}, ensure_ascii=False)
