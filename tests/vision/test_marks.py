"""The bench's marks: what counts as right."""

from typing import Any

from boardcam.bench.marks import mark, said, wrong_points

Labels = dict[str, Any]


def labels(**changes: Any) -> Labels:
    empty = [{"count": 0, "color": None}] * 10
    ends = [{"count": 2, "color": "light"}, {"count": 3, "color": "dark"}]
    return {
        "corners": [[0, 0], [130, 0], [130, 110], [0, 110]],
        "top_row_left_to_right": [*ends, *empty],
        "bottom_row_left_to_right": [*empty, *ends],
        "bar": {"light": 1, "dark": 0},
        "off": {"light": None, "dark": 0},
        "dice": [{"value": 3, "center": [50, 50]}],
        "hand_or_arm_over_board": False,
    } | changes


def test_a_perfect_reading() -> None:
    m = mark(labels(), labels())
    assert (m.points_right, m.points, m.occupied_right, m.occupied) == (24, 24, 4, 4)
    assert (m.exact, m.nearly, m.bars_right, m.dice_found, m.faces_right, m.dice_false) == (1, 1, 1, 1, 1, 0)
    assert (m.corner, m.trays) == (0.0, 0)


def test_colours_may_be_exchanged_as_a_whole_only() -> None:
    other = {"light": "dark", "dark": "light", None: None}
    rows = ("top_row_left_to_right", "bottom_row_left_to_right")
    swapped = labels(bar={"light": 0, "dark": 1})
    swapped |= {name: [e | {"color": other[e["color"]]} for e in swapped[name]] for name in rows}
    assert mark(labels(), swapped).points_right == 24
    assert mark(labels(), swapped).bars_right == 1
    half = swapped | {rows[0]: labels()[rows[0]]}
    assert mark(labels(), half).points_right == 22


def test_a_board_named_upside_down_is_the_same_board() -> None:
    read = labels()
    turned = read | {
        "corners": read["corners"][2:] + read["corners"][:2],
        "top_row_left_to_right": read["bottom_row_left_to_right"][::-1],
        "bottom_row_left_to_right": read["top_row_left_to_right"][::-1],
    }
    assert mark(read, turned).points_right == 24
    assert wrong_points(read, turned) == []


def test_what_labels_leave_open_is_not_scored_and_what_a_reading_leaves_open_is_wrong() -> None:
    open_labels = labels(top_row_left_to_right=[{"count": None, "color": None}] * 12)
    assert mark(open_labels, labels()).points == 12
    assert mark(labels(), open_labels).points_right == 12
    assert mark(labels(), open_labels).clean == 1
    assert mark(labels(), open_labels | {"bottom_row_left_to_right": [{"count": 0, "color": None}] * 12}).clean == 0


def test_no_board_found_is_all_wrong() -> None:
    m = mark(labels(), None)
    assert m.clean == 0
    assert (m.pictures, m.found, m.points, m.points_right, m.exact, m.dice, m.dice_found) == (1, 0, 24, 0, 0, 1, 0)


def test_a_wrong_colour_is_a_wrong_point_with_the_right_count() -> None:
    read = labels(top_row_left_to_right=[{"count": 2, "color": "dark"}, *labels()["top_row_left_to_right"][1:]])
    m = mark(labels(), read)
    assert (m.points_right, m.counts_right, m.exact, m.nearly) == (23, 24, 0, 1)
    (wrong,) = wrong_points(labels(), read)
    assert (wrong.row, wrong.nth, wrong.want, wrong.got) == ("top", 1, (2, "light"), (2, "dark"))


def test_a_die_where_there_is_none_is_false() -> None:
    m = mark(labels(), labels(dice=[{"value": 3, "center": [52, 50]}, {"value": 1, "center": [100, 20]}]))
    assert (m.dice_found, m.dice_false) == (1, 1)


def test_what_was_said_of_each_scored_point_that_was_read() -> None:
    truth = labels(top_row_left_to_right=[{"count": None, "color": None}] * 12)
    row = [entry | {"confidence": 0.9} for entry in labels()["bottom_row_left_to_right"]]
    row[0], row[1] = {"count": 4, "color": "dark", "confidence": 0.6}, {"count": None, "color": None, "confidence": 0.0}
    assert sorted(said(truth, labels(bottom_row_left_to_right=row))) == [(0.6, False), *[(0.9, True)] * 10]
    assert said(truth, None) == []
