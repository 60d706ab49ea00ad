"""A board in plain text, as players know it from books: light (O) at the bottom, its home board bottom right."""

from __future__ import annotations

from boardcam.rules.position import Position

ROWS = 5
"""Checkers drawn on a point; of a taller one the last shows the number."""


def board(position: Position) -> str:
    """Thirteen lines of text.

    >>> from boardcam.rules.position import START
    >>> print(board(START).splitlines()[1])
    | O           X    |     | X              O |
    """
    top = [position.points[point - 1] for point in range(13, 25)]
    bottom = [position.points[point - 1] for point in range(12, 0, -1)]
    light, dark = position.bar
    upper = [_row(top, -dark, level, position.off[1], "X") for level in range(ROWS)]
    lower = [_row(bottom, light, level, position.off[0], "O") for level in reversed(range(ROWS))]
    middle = "|                  | BAR |                  |"
    return "\n".join([_edge(range(13, 25)), *upper, middle, *lower, _edge(range(12, 0, -1))])


def _edge(points: range) -> str:
    halves = ["".join(f"{point:^3d}" for point in half) for half in (points[:6], points[6:])]
    return f"+{halves[0]}+-----+{halves[1]}+".replace(" ", "-")


def _row(points: list[int], bar: int, level: int, off: int, sign: str) -> str:
    cells = [_checker(count, level) for count in points]
    home = f"  {sign} off {off}" if level == 0 and off else ""
    return f"|{''.join(cells[:6])}| {_checker(bar, level)} |{''.join(cells[6:])}|{home}"


def _checker(count: int, level: int) -> str:
    if abs(count) <= level:
        return "   "
    if level == ROWS - 1 and abs(count) > ROWS:
        return f"{abs(count):^3d}"
    return " O " if count > 0 else " X "
