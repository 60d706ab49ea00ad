"""GNU Backgammon's position ID and match ID, both ways (its manual: "A technical description of the Position ID", "… Match ID").

    4HPwATDgc/ABMA:cAkFAAAAAAAA

The manual says that the player on roll comes first in the position ID; the program (measured on 1.07.001) puts his *opponent*
first. White is player 1, whom the program shows at the bottom as X; Black is player 0.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator

from boardcam.rules.cube import Cube
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import Position, Side
from boardcam.rules.situation import Situation, filled

_LAYOUT = (
    ("cube", 4), ("owner", 2), ("on roll", 1), ("Crawford", 1), ("state", 3), ("turn", 1), ("doubled", 1), ("resigned", 2),
    ("die 1", 3), ("die 2", 3), ("length", 15), ("score 0", 15), ("score 1", 15), ("no Jacoby", 1),
)  # fmt: skip
"""Fields of the match ID and their bits, lowest first."""
_PLAYING, _CENTRED = 1, 3


def alike(text: str) -> bool:
    """Whether a text means to be a GNU Backgammon ID rather than an XGID."""
    return "GNUBGID" in text.upper() or ("XGID" not in text.upper() and text.count(":") == 1)


def parse(text: str) -> Situation:
    """The situation that `POSITION:MATCH` describes. Unreadable names the field that is wrong."""
    parts = re.sub(r"^\s*GNUBGID\s*[=:]?", "", text, flags=re.IGNORECASE).strip().split(":")
    if len(parts) != 2:
        raise Unreadable("fields", "a GNU Backgammon ID is a position ID, a colon and a match ID, like 4HPwATDgc/ABMA:cAkFAAAAAAAA")
    field = _fields(_bits("match ID", parts[1], 12))
    turn = _side(field["on roll"])
    money = field["length"] == 0
    return Situation(
        position=parse_position(parts[0], turn),
        turn=turn,
        dice=_dice(field["die 1"], field["die 2"]),
        cube=Cube(1 << field["cube"], _owner(field["owner"])),
        offered="double" if field["doubled"] else None,
        score=(field["score 1"], field["score 0"]),
        length=field["length"],
        crawford=not money and bool(field["Crawford"]),
        jacoby=money and not field["no Jacoby"],
    )


def format(situation: Situation) -> str:
    """The IDs of a situation, as GNU Backgammon 1.07 writes them; beavers and the cap of the cube have no place in them."""
    s = situation
    high, low = sorted(s.dice or (0, 0), reverse=True)
    values = {
        "cube": s.cube.value.bit_length() - 1,
        "owner": _CENTRED if s.cube.owner is None else _player(s.cube.owner),
        "on roll": _player(s.turn),
        "Crawford": s.crawford,
        "state": _PLAYING,
        "turn": _player(s.turn.other if s.offered else s.turn),
        "doubled": s.offered is not None,
        "die 1": high,
        "die 2": low,
        "length": s.length,
        "score 0": s.score[1],
        "score 1": s.score[0],
        "no Jacoby": not s.jacoby,
    }
    bits = [values.get(name, 0) >> nth & 1 for name, width in _LAYOUT for nth in range(width)]
    return f"{format_position(s.position, s.turn)}:{_text(bits, 9)}"


def format_position(position: Position, turn: Side) -> str:
    """The position ID when `turn` is on roll: the opponent's checkers first."""
    bits: list[int] = []
    for side in (turn.other, turn):
        for point in range(1, 26):
            bits += [1] * position.count(side, point) + [0]
    return _text(bits, 10)


def parse_position(text: str, turn: Side) -> Position:
    """The position behind a position ID when `turn` is on roll."""
    counts = _counts(_bits("position ID", text, 14))
    theirs, mine = [next(counts) for _ in range(25)], [next(counts) for _ in range(25)]
    white, black = (mine, theirs) if turn is Side.WHITE else (theirs, mine)
    if any(a and b for a, b in zip(white[:24], black[23::-1], strict=True)):
        raise Unreadable("position ID", "it puts checkers of both sides on one point; copy it again")
    points = tuple(a - b for a, b in zip(white[:24], black[23::-1], strict=True))
    return filled("position ID", points, (white[24], black[24]))


def _bits(name: str, text: str, length: int) -> list[int]:
    """The bits of an ID, lowest first."""
    try:
        data = b64decode(text + "=" * (-length % 4), validate=True) if len(text) == length else None
    except (binascii.Error, ValueError):
        data = None
    if data is None:
        raise Unreadable(name, f"a {name} is {length} letters, digits, + or /, not {text!r}")
    return [byte >> nth & 1 for byte in data for nth in range(8)]


def _text(bits: Iterable[int], size: int) -> str:
    number = sum(bit << nth for nth, bit in enumerate(bits))
    return b64encode(number.to_bytes(size, "little")).decode().rstrip("=")


def _counts(bits: Iterable[int]) -> Iterator[int]:
    """Lengths of the runs of ones, each closed by a zero; an unclosed end counts as closed."""
    run = 0
    for bit in bits:
        if bit:
            run += 1
        else:
            yield run
            run = 0
    yield from [run] + [0] * 50


def _fields(bits: list[int]) -> dict[str, int]:
    values, at = {}, 0
    for name, width in _LAYOUT:
        values[name] = sum(bit << nth for nth, bit in enumerate(bits[at : at + width]))
        at += width
    return values


def _dice(first: int, second: int) -> tuple[int, int] | None:
    if first == second == 0:
        return None
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise Unreadable("dice", f"a die shows 1 to 6, not {first} and {second}; copy the match ID again")
    return first, second


def _owner(code: int) -> Side | None:
    if code == 2:
        raise Unreadable("owner", "the cube's owner is 0, 1 or 3 (centred), not 2; copy the match ID again")
    return None if code == _CENTRED else _side(code)


def _player(side: Side) -> int:
    return 1 if side is Side.WHITE else 0


def _side(player: int) -> Side:
    return Side.WHITE if player else Side.BLACK
