"""What people type: options of a command, lines on standard input, and the situations in them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from typing import TextIO, TypeVar

from boardcam.rules import gnuid, xgid
from boardcam.rules.errors import Unreadable
from boardcam.rules.situation import Situation

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


def situation(line: str) -> Situation:
    """The situation of an XGID or a GNU Backgammon ID; Unreadable if the line is none."""
    if ":" not in line:
        raise Unreadable("fields", "this is neither an XGID (10 fields, colons between) nor a GNU Backgammon ID (position:match)")
    return gnuid.parse(line) if gnuid.alike(line) else xgid.parse(line)


def bad(line: str, field: str, message: str) -> str:
    """A line that cannot be answered, as a JSON object: which of its fields is wrong, and how."""
    return json.dumps({"input": line, "error": {"field": field, "message": message}}, ensure_ascii=False)
