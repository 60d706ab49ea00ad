"""Which test proves which rule: the table in tests/README.md, made by `python -m tests.rules.trace`.

A test is found by what it says: R17 or R73-R82 (a rule of the list), C7 (a conflict that the list leaves open) or §5 row 7 (a bug
that another program had) in its docstring, its name, its cases or its body.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
README = TESTS / "README.md"
ROOMS = ("rules", "referee", "record")
MOST = 6
"""Tests named for one rule."""

RULES = {
    1: "two players, fifteen checkers each", 2: "bring all home, bear all off", 3: "24 points, four boards", 4: "the home board",
    5: "the bar is no point", 6: "each counts from his own home", 7: "orientation", 8: "the starting position",
    9: "forward only", 10: "any number on a point", 11: "the higher die starts", 12: "no second roll; ties again",
    13: "a program may choose the starter", 14: "later games: loser or alternate", 15: "automatic double on a tie",
    16: "turns alternate", 17: "two separate moves", 18: "three ways to play 4-2", 19: "the place in between is free in one order",
    20: "a doublet is four moves", 21: "where a checker may land", 22: "no passing", 23: "both dice", 24: "the only number",
    25: "the higher number", 26: "as many of a doublet as possible", 27: "the rest is lost", 28: "full value",
    29: "blots and made points", 30: "hitting", 31: "the bar first", 32: "entry with one die", 33: "where to enter",
    34: "no entry, no turn", 35: "as many as can enter", 36: "then the other number", 37: "closed board, prime",
    38: "all home first", 39: "the exact number", 40: "a move inside instead", 41: "6-4 with all points", 42: "empty point",
    43: "too high a number", 44: "not from below", 45: "hit while bearing off", 46: "fifteen off wins", 47: "the cube shows 64",
    48: "cube off or capped", 49: "before the roll", 50: "who may offer", 51: "pass", 52: "take", 53: "redouble",
    54: "then the doubler rolls", 55: "cube in matches", 56: "no beavers", 57: "single game", 58: "gammon", 59: "backgammon",
    60: "backgammon for two", 61: "oin, mars, koks", 62: "times the cube", 63: "automatic double", 64: "Jacoby",
    65: "neither in matches", 66: "resignation", 67: "last roll, draw", 68: "stake cover", 69: "points are no rating",
    70: "match to X points", 71: "odd lengths", 72: "Crawford", 73: "chouette of three or more", 74: "the order by dice",
    75: "the captain moves", 76: "consulting", 77: "the line", 78: "the team loses", 79: "the team wins", 80: "unanimous double",
    81: "each takes or drops", 82: "payments", 83: "right half, cup", 84: "bad rolls", 85: "lifting ends the turn",
    86: "rolls before the lift", 87: "calling an illegal play", 88: "the Caucasian rule", 89: "history", 90: "advice",
}  # fmt: skip
CONFLICTS = {
    1: "the bar in a backgammon", 2: "backgammon for 3, 2 or 1", 3: "the higher die always", 4: "even lengths",
    5: "where there is a cube", 6: "cap by need, dead cube", 7: "first move of later games", 8: "automatic double and Jacoby",
    9: "resignations", 10: "the draw",
    11: "full value", 12: "one die off is enough: with R84", 13: "one view is kept", 14: "premature rolls", 15: "illegal plays",
    16: "the end of a turn", 17: "what the chouette leaves open", 18: "whose die it is: with R11", 19: "who hit",
    20: "the last roll may be a doublet", 21: "a matter of translation",
}  # fmt: skip
NO_RULES = {89, 90}
"""Items of the list that decide nothing."""
ROWS = {
    1: "higher die", 3: "bar in a backgammon", 5: "one move only", 7: "hit flag", 9: "automatic bear-off", 11: "mirrored points",
    13: "score of a game", 15: "no gammons", 17: "resigned too much", 19: "won too early", 21: "starter, forced play",
    23: "the same event twice", 25: "colours of an XGID", 27: "a refused double", 29: "other die after entry",
    31: "a die used twice", 33: "one checker, both dice", 35: "points in the plural", 37: "Crawford after a win",
    39: "cube of a set position", 41: "XG's ??? and Cannot Move", 43: "bear-off cut short",
}  # fmt: skip
_NUMBER = re.compile(r"\bR(\d{1,2})(?:-R?(\d{1,2}))?\b")
_CONFLICT = re.compile(r"\bC(\d{1,2})\b")
_ROW = re.compile(r"§5 row (\d{1,2})")


def found() -> dict[str, list[str]]:
    """Tests by what they prove: "R17", "C7", "row 7" → places like rules/test_plays.py::test_a_dance_is_empty."""
    proved = defaultdict(list)
    for path in sorted(path for room in ROOMS for path in (TESTS / room).glob("test_*.py")):
        for name, text in _functions(path.read_text(encoding="utf-8")):
            for what in sorted(_said(text)):
                proved[what].append(f"{path.relative_to(TESTS)}::{name}")
    return proved


def _functions(text: str) -> Iterator[tuple[str, str]]:
    """Tests with their text: decorators, docstring, body."""
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield node.name, "\n".join(lines[start - 1 : node.end_lineno])


def _said(text: str) -> set[str]:
    numbers = [(int(first), int(last or first)) for first, last in _NUMBER.findall(text)]
    rules = {f"R{rule}" for first, last in numbers for rule in range(first, last + 1)}
    return rules | {f"C{number}" for number in _CONFLICT.findall(text)} | {f"row {number}" for number in _ROW.findall(text)}


def table() -> str:
    """The tables of rules and of bugs."""
    proved = found()
    lines = ["| rule | | tests |", "|---|---|---|"]
    lines += [_line(f"R{rule}", title, [] if rule in NO_RULES else proved[f"R{rule}"]) for rule, title in RULES.items()]
    lines += ["", "| conflict | | tests |", "|---|---|---|"]
    lines += [_line(f"C{number}", title, proved[f"C{number}"]) for number, title in CONFLICTS.items()]
    lines += ["", "| bug | | tests |", "|---|---|---|"]
    lines += [_line(f"row {row}", title, proved[f"row {row}"]) for row, title in ROWS.items()]
    return "\n".join(lines) + "\n"


def _line(what: str, title: str, tests: list[str]) -> str:
    named = ", ".join(f"`{test}`" for test in sorted(tests, key=_rank)[:MOST])
    more = f" and {len(tests) - MOST} more" if len(tests) > MOST else ""
    return f"| {what} | {title} | {named or '–'}{more} |"


def _rank(test: str) -> tuple[int, str]:
    """The rule book first, then the rules, then what uses them."""
    return [*("rules/test_rulebook", "rules/test_known", "rules/", "referee/", "record/"), test].index(
        next(
            start
            for start in ("rules/test_rulebook", "rules/test_known", "rules/", "referee/", "record/")
            if test.startswith(start)
        )
    ), test


HEAD = """# Tests

Run them with `scripts/test`. Rules are proved by number: the tables below name for each rule of the list (R), each conflict that
the list leaves open (C), and each bug that other programs had, the tests that say its number. They are made by
`python -m tests.rules.trace`; `tests/rules/test_trace.py` sees to it that no rule is without a test.

"""


if __name__ == "__main__":
    README.write_text(HEAD + table(), encoding="utf-8")
