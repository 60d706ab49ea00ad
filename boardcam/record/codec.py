"""The vocabulary of `boardcam.events` ↔ plain JSON values, so that a journal outlives the program that wrote it.

A dataclass becomes an object with its class name under "is"; fields at their defaults are left out, so a field added later reads
old journals. Tuples become lists, enums their names, and tables of log-likelihoods float16 in base64 (zlib): 0.001 of precision
is more than the eyes have, and a tenth of the room.
"""

from __future__ import annotations

import base64
import types
import zlib
from binascii import a2b_base64
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from boardcam import events
from boardcam.events import Counts

VOCABULARY: dict[str, type[Any]] = {
    name: thing for name, thing in vars(events).items() if isinstance(thing, type) and is_dataclass(thing)
}
"""The classes that may stand in a journal, by name; nothing else is ever built from one."""


_FLOAT16 = np.dtype("<f2")


class Undecodable(ValueError):
    """A value in a journal that this program does not know; the text names the class or field."""


def encode(value: Any) -> Any:
    """A value of the vocabulary as JSON values."""
    if is_dataclass(value) and not isinstance(value, type):
        content = {field.name: getattr(value, field.name) for field in fields(value)}
        changed = {field.name for field in fields(value) if not _is_default(field, content[field.name])}
        return {"is": type(value).__name__, **{name: encode(content[name]) for name in content if name in changed}}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, np.ndarray):
        packed = zlib.compress(value.astype("<f2").tobytes(), 6)
        return {"shape": list(value.shape), "float16": base64.b64encode(packed).decode("ascii")}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    return value


def decode(data: Any) -> Any:
    """The vocabulary's value that `encode` made the data from; raises Undecodable."""
    try:
        return _dataclass(data)
    except (KeyError, TypeError, ValueError, zlib.error) as error:
        raise Undecodable(f"{type(error).__name__}: {error}; the journal may be of another version") from error


def _is_default(field: Field[Any], value: Any) -> bool:
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    return type(value) is type(default) and not isinstance(value, np.ndarray) and bool(value == default)


def _dataclass(data: Any) -> Any:
    kind: Any = VOCABULARY[data["is"]]
    readers = _readers(kind)
    return kind(**{
        name: item if item is None or (reader := readers[name]) is None else reader(item)
        for name, item in data.items() if name != "is"
    })  # fmt: skip


Reader = Callable[[Any], Any] | None
"""Makes a field's value of JSON values; None = they are the value."""


def _read(reader: Reader, data: Any) -> Any:
    return data if reader is None or data is None else reader(data)


@cache
def _readers(kind: Any) -> dict[str, Reader]:
    """A class's fields and how each is read, by its type; found out once, for a journal has a hundred thousand entries."""
    return {name: _reader(hint) for name, hint in get_type_hints(kind).items()}


def _reader(hint: Any) -> Reader:
    origin, kinds = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return next((reader for reader in map(_reader, kinds) if reader is not None), None)
    if origin is tuple:
        return _tuple(kinds)
    if hint == Counts:
        return _array
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda name: hint[name]
    return _dataclass if is_dataclass(hint) else None


def _tuple(kinds: tuple[Any, ...]) -> Reader:
    readers = [_reader(kind) for kind in kinds if kind is not Ellipsis]
    if not any(readers):
        return tuple
    if kinds[-1] is Ellipsis:
        return lambda items: tuple(_read(readers[0], item) for item in items)
    return lambda items: tuple(_read(reader, item) for reader, item in zip(readers, items, strict=True))


def _array(data: dict[str, Any]) -> Any:
    table = np.frombuffer(zlib.decompress(a2b_base64(data["float16"])), _FLOAT16).astype(np.float32).reshape(data["shape"])
    table.flags.writeable = False
    return table
