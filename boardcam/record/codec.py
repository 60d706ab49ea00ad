"""The vocabulary of `boardcam.events` ↔ plain JSON values, so that a journal outlives the program that wrote it.

A dataclass becomes an object with its class name under "is"; fields at their defaults are left out, so a field added later reads
old journals. Tuples become lists, enums their names, and tables of log-likelihoods float16 in base64 (zlib): 0.001 of precision
is more than the eyes have, and a tenth of the room.
"""

from __future__ import annotations

import base64
import types
import zlib
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from boardcam import events

VOCABULARY: dict[str, type[Any]] = {
    name: thing for name, thing in vars(events).items() if isinstance(thing, type) and is_dataclass(thing)
}
"""The classes that may stand in a journal, by name; nothing else is ever built from one."""


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
    kind = VOCABULARY[data["is"]]
    hints = get_type_hints(kind)
    return kind(**{name: _value(hints[name], item) for name, item in data.items() if name != "is"})


def _value(hint: Any, data: Any) -> Any:
    """A field's value, by the field's type."""
    origin = get_origin(hint)
    if isinstance(data, dict):
        return _dataclass(data) if "is" in data else _array(data)
    if origin in (Union, types.UnionType) and data is not None:
        return _value(next(kind for kind in get_args(hint) if kind is not type(None)), data)
    if origin is tuple and data is not None:
        return _tuple(get_args(hint), data)
    if isinstance(hint, type) and issubclass(hint, Enum) and data is not None:
        return hint[data]
    return data


def _tuple(kinds: tuple[Any, ...], data: list[Any]) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_value(kinds[0], item) for item in data)
    return tuple(_value(kind, item) for kind, item in zip(kinds, data, strict=True))


def _array(data: dict[str, Any]) -> Any:
    flat = np.frombuffer(zlib.decompress(base64.b64decode(data["float16"])), "<f2")
    table = flat.reshape(data["shape"]).astype(np.float32)
    table.flags.writeable = False
    return table
