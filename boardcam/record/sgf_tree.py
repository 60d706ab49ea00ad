"""SGF as a tree: the nodes of every game's main line, each with its properties and its line in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boardcam.rules.errors import Unreadable

_TOKEN = re.compile(r"\s*(?:(?P<sign>[();])|(?P<name>[A-Za-z]+)|\[(?P<value>(?:\\.|[^\\\]])*)\])", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Node:
    """A node; its properties are in the order of the file."""

    line: int
    properties: tuple[tuple[str, tuple[str, ...]], ...]

    def __getitem__(self, name: str) -> tuple[str, ...]:
        """A property's values; () if it is not there."""
        return next((values for key, values in self.properties if key == name), ())

    def first(self, name: str) -> str:
        """A property's only value; "" if it is not there."""
        return next(iter(self[name]), "")


def games(text: str) -> tuple[tuple[Node, ...], ...]:
    """The main lines of all games. Unreadable names the line, and what was expected."""
    found: list[tuple[Node, ...]] = []
    depth, nodes, ended = 0, list[_Open](), False
    for line, sign, name, value in _tokens(text):
        if sign == "(":
            depth += 1
            ended = ended or (depth > 1 and not nodes)
        elif sign == ")":
            depth -= 1
            if depth < 0:
                raise Unreadable(f"line {line}", "expected a game that begins with '(', not ')'")
            ended = depth > 0  # whatever follows inside the game is a variation
            if depth == 0:
                found.append(tuple(node.closed() for node in nodes))
                nodes, ended = [], False
        elif depth == 0:
            raise Unreadable(f"line {line}", f"expected '(;' before a game's first node, not {sign or name or value!r}")
        elif not ended:
            _grown(nodes, line, sign, name, value)
    if depth:
        raise Unreadable(f"line {text.count(chr(10)) + 1}", "expected ')' at the end of the game: the file is cut short")
    return tuple(found)


class _Open:
    """A node that is still being read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.properties: list[tuple[str, list[str]]] = []

    def closed(self) -> Node:
        return Node(self.line, tuple((name, tuple(values)) for name, values in self.properties))


def _grown(nodes: list[_Open], line: int, sign: str | None, name: str | None, value: str | None) -> None:
    if sign == ";":
        nodes.append(_Open(line))
    elif not nodes:
        raise Unreadable(f"line {line}", "expected ';' before a node's properties")
    elif name:
        nodes[-1].properties.append((name, []))
    elif not nodes[-1].properties:
        raise Unreadable(f"line {line}", f"expected the name of a property before [{value}]")
    else:
        nodes[-1].properties[-1][1].append(
            re.sub(r"\\(\r?\n|.)", lambda match: match[1].strip("\r\n"), value or "", flags=re.DOTALL)
        )


def _tokens(text: str) -> Iterator[tuple[int, str | None, str | None, str | None]]:
    """(Line, sign, name, value) of each token; one of the last three is there."""
    at, line = 0, 1
    text = text.removeprefix("\ufeff")
    while match := _TOKEN.match(text, at):
        start = next(match.start(kind) for kind in ("sign", "name", "value") if match[kind] is not None)
        yield line + text.count("\n", at, start), match["sign"], match["name"], match["value"]
        line += text.count("\n", at, match.end())
        at = match.end()
    rest = text[at:].lstrip()
    if rest:
        line += text.count("\n", at, len(text) - len(rest))
        raise Unreadable(f"line {line}", f"expected a property like W[31hefe], or the end of one, at {rest[:20].strip()!r}")
