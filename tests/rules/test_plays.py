"""Legal plays: the corpus, counts from the start, the corners that other programs got wrong."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from boardcam.rules.notation import parse
from boardcam.rules.play import Move, Play
from boardcam.rules.plays import carried_out, forced, legal_plays, moves
from boardcam.rules.position import START, Position, Side
from tests.boards import board
from tests.rules.corpus import ROLLS, Turn, answer, anything, position, properties, records


@pytest.mark.parametrize("name", ["plays.jsonl.gz", "corner_cases.jsonl"])
@pytest.mark.parametrize("side", list(Side))
def test_every_answer_of_gnu_backgammon(name: str, side: Side) -> None:
    for record in records(name):
        before = position(record["pos"])
        if side is Side.WHITE:
            found = set(legal_plays(before, side, tuple(record["dice"])))
        else:
            found = {after.flipped() for after in legal_plays(before.flipped(), side, tuple(record["dice"]))}
        assert found == answer(record), record["id"]


def test_its_notation_leads_to_the_same_positions() -> None:
    for record in records("plays.jsonl.gz"):
        before = position(record["pos"])
        assert {carried_out(before, Side.WHITE, parse(play)) for play in record["plays"]} == answer(record), record["id"]


def test_the_caucasian_ban() -> None:
    for record in records("caucasian.jsonl.gz"):
        before, dice = position(record["pos"]), tuple(record["dice"])
        assert set(legal_plays(before, Side.WHITE, dice, "caucasian")) == answer(record), record["corpus_id"]
        banned = {position(counts) for counts in record["standard_only"]}
        assert set(legal_plays(before, Side.WHITE, dice)) - answer(record) == banned


def test_the_ban_changes_nothing_else() -> None:
    """Without a hit in the own home both variants are one."""
    for record in records("plays.jsonl.gz"):
        if not any(count == -1 for count in record["pos"][:6]):
            before, dice = position(record["pos"]), tuple(record["dice"])
            assert set(legal_plays(before, Side.WHITE, dice, "caucasian")) == answer(record), record["id"]


COUNTS = "11:42 21:15 22:75 31:16 32:17 33:73 41:14 42:18 43:17 44:52 51:8 52:8 53:9 54:9 55:4 61:10 62:14 63:14 64:14 65:7 66:11"
"""Plays from the start by roll; four programs agree (GNU Backgammon 1.07.001, gnubg-nn, bgsage, gvformat)."""


def test_counts_from_the_start() -> None:
    found = {f"{high}{low}": len(legal_plays(START, Side.WHITE, (high, low))) for high, low in ROLLS}
    assert found == {roll: int(count) for roll, count in (word.split(":") for word in COUNTS.split())}
    assert sum(found.values()) == 447


def test_counts_to_depth_two() -> None:
    first = Counter(after for roll in ROLLS for after in legal_plays(START, Side.WHITE, roll))
    assert len(first) == 406
    plays, positions = 0, set()
    for before, times in first.items():
        for roll in ROLLS:
            after = legal_plays(before, Side.BLACK, roll)
            plays += times * max(1, len(after))
            positions.update(after or {before})
    assert (plays, len(positions)) == (202_782, 163_706)


BUGS = [
    # symptom elsewhere; position; side; roll; results, and one of them
    ("no higher-die rule", "white 18:1; black 14:2", (6, 1), 1, "18/12"),
    ("only one move", "white bar:1 24:1 22:1 6:3 5:2 3:2 2:3; black 6:6 8:3 13:3 18:1 24:2", (5, 3), 3, "bar/20 24/21"),
    ("hit flag always false", "white 13:1 6:14; black 14:1 13:1 24:13", (2, 1), 6, "13/12*/10"),
    ("automatic bear-off misses", "white 5:1 2:1; black off:14 24:1", (4, 2), 2, "5/off"),
    ("other die lost after entry", "white bar:1 24:1 13:5 8:3 6:5; black 24:2 13:5 8:3 6:5", (4, 1), 7, "bar/24 6/2"),
    ("same die used twice", "white 24:1 5:14; black 4:2 23:2 24:2", (6, 3), 1, "24/18/15"),
    ("bear-off cut short", "white 1:4; black 15:1", (4, 2), 1, "1/off(2)"),
    ("low die first", "white 7:1 6:1; black 1:1", (6, 1), 2, "7/1 6/5"),
    ("low die first, the other way", "white 7:1 6:1; black 1:1", (6, 1), 2, "7/off"),
    ("quadrupled bear-off", "white 3:2 2:2 1:2; black 5:2", (4, 4), 1, "3/off(2) 2/off(2)"),
    ("entry of one die only", "white bar:2 6:13; black 4:2 5:2 6:2 24:9", (5, 1), 1, "bar/24"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "roll", "results", "one"), [bug[1:] for bug in BUGS], ids=[bug[0] for bug in BUGS])
def test_bugs_that_other_programs_had(line: str, roll: tuple[int, int], results: int, one: str) -> None:
    before = board(line)
    for here, side in ((before, Side.WHITE), (before.flipped(), Side.BLACK)):
        legal = legal_plays(here, side, roll)
        assert len(legal) == results, [str(play) for play in legal.values()]
        assert carried_out(here, side, parse(one)) in legal


def test_rolls_of_each_side_from_the_start_mirror() -> None:
    white, black = legal_plays(START, Side.WHITE, (3, 1)), legal_plays(START, Side.BLACK, (3, 1))
    assert len(white) == 16
    assert {after.flipped() for after in white} == set(black)


def test_intermediate_hits_make_different_plays() -> None:
    plays = {str(play) for play in legal_plays(board("white 13:1 6:14; black 14:1 13:1 24:13"), Side.WHITE, (2, 1)).values()}
    assert {"13/12*/10", "13/11*/10"} <= plays


@pytest.mark.parametrize(
    ("play", "legal"), [("8/4*/3", False), ("8/4* 3/2", True), ("8/7 8/4*", None), ("8/4*", None), ("8/7 3/off", None)]
)
def test_the_worked_caucasian_example(play: str, legal: bool | None) -> None:
    before = board("white 8:1 3:2; black 21:1 1:2")
    caucasian, standard = (legal_plays(before, Side.WHITE, (4, 1), variant) for variant in ("caucasian", "standard"))
    assert (len(standard), len(caucasian)) == (3, 2)
    if legal is not None:
        assert (carried_out(before, Side.WHITE, parse(play)) in caucasian) is legal


def test_a_caucasian_doublet_may_hit_cover_and_leave() -> None:
    before = board("white 6:3 3:2; black 20:1 1:2")
    assert carried_out(before, Side.WHITE, parse("6/5*(3) 5/4")) in legal_plays(before, Side.WHITE, (1, 1), "caucasian")
    assert carried_out(before, Side.WHITE, parse("6/5*/3 6/5(2)")) not in legal_plays(
        board("white 6:1 3:2; black 20:1 1:2"), Side.WHITE, (1, 1), "caucasian"
    )


def test_a_caucasian_hitter_may_bear_off_or_dance() -> None:
    before = board("white 5:1; black 23:1")
    assert {str(play) for play in legal_plays(before, Side.WHITE, (3, 2), "caucasian").values()} == {"5/2*/off", "5/off"}
    closed = board("white bar:1 6:14; black 1:2 2:2 3:2 4:2 5:2 6:2")
    assert legal_plays(closed, Side.WHITE, (3, 3), "caucasian") == {} == legal_plays(closed, Side.WHITE, (6, 1), "caucasian")


def test_a_dance_is_empty() -> None:
    closed = board("white bar:1 6:14; black 1:2 2:2 3:2 4:2 5:2 6:2")
    assert legal_plays(closed, Side.WHITE, (6, 1)) == {}
    assert forced(closed, Side.WHITE, (6, 1))
    assert not forced(START, Side.WHITE, (6, 1))


@pytest.mark.parametrize("roll", [(0, 1), (7, 1), (1, -1)])
def test_a_die_has_six_faces(roll: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        legal_plays(START, Side.WHITE, roll)


def test_an_unknown_variant_is_named() -> None:
    with pytest.raises(ValueError, match="'acey-deucey' is unknown; there are standard and caucasian"):
        legal_plays(START, Side.WHITE, (1, 2), "acey-deucey")


def test_single_moves() -> None:
    before = board("white 13:1 6:2; black 15:1 20:2")
    assert {str(Play((move,))) for move in moves(before, Side.WHITE, 3).values()} == {"13/10*", "6/3"}
    assert all(carried_out(before, Side.WHITE, Play((move,))) == after for after, move in moves(before, Side.WHITE, 3).items())


@pytest.mark.parametrize(("move", "why"), [(Move(7, 6), "no light checker on 7"), (Move(6, 1), "point 1 is blocked")])
def test_what_cannot_be_carried_out(move: Move, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        carried_out(START, Side.WHITE, Play((move,)))


def _spent(play: Play) -> list[int]:
    return [move.start - move.end for move in play.moves]


@properties
@given(anything)
def test_properties_of_every_play(turn: Turn) -> None:
    before, side, roll = turn
    for variant in ("standard", "caucasian"):
        legal = legal_plays(before, side, roll, variant)
        assert legal == legal_plays(before, side, roll[::-1], variant)
        assert {after.flipped() for after in legal} == set(legal_plays(before.flipped(), side.other, roll, variant))
        for after, play in legal.items():
            assert [after.checkers(one) for one in Side] == [15, 15]
            assert carried_out(before, side, play) == after
            assert play.pips == before.pips(side) - after.pips(side) <= _pips(roll)
            assert _fits(_spent(play), roll)
            assert after.bar[side.other.index] - before.bar[side.other.index] == len(play.hits)
        assert len({len(play.moves) for play in legal.values()}) <= 1 or _won(legal, side)


def _pips(roll: tuple[int, int]) -> int:
    return sum(roll) * (2 if roll[0] == roll[1] else 1)


def _fits(spent: list[int], roll: tuple[int, int]) -> bool:
    """Each move has a die of its own that is no smaller."""
    dice = sorted(roll * 2 if roll[0] == roll[1] else roll)
    return all(pips <= die for pips, die in zip(sorted(spent, reverse=True), reversed(dice), strict=False))


def _won(legal: dict[Position, Play], side: Side) -> bool:
    return any(after.off[side.index] == 15 for after in legal)
