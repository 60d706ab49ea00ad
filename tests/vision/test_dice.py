"""Where dice are looked at and what their place means; what a reader says becomes what is seen."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from boardcam.events import DieSeen
from boardcam.geometry import Board
from boardcam.vision import camera, dice, loose, spots
from boardcam.vision.networks import Networks
from boardcam.vision.rectify import to_rectified
from boardcam.vision.spare import Input
from tests.vision.pretend import a_die, networks
from tests.vision.test_camera import seen_from

GREY = np.full((960, 1280, 3), 120, np.uint8)


def spotted(board: Board, *xy: tuple[float, float]) -> spots.Spots:
    peaks = tuple(spots.Peak(float(x), float(y), 0.9) for x, y in to_rectified(board, xy))
    nothing = np.zeros((112, 144), np.float32)
    return spots.Spots(peaks, (), nothing, nothing.copy())


@pytest.mark.parametrize("elevation", [40, 60, 85])
@pytest.mark.parametrize("yaw", [0.0, 0.3])
def test_a_flat_dies_top_is_a_square_in_its_crop(elevation: float, yaw: float) -> None:
    calibration, p = seen_from(elevation, 1200)
    edge, x, y = 0.4, 9.3, 6.7
    square = edge / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    square = square @ np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]) + [x, y]
    top = np.array([p @ [a, b, edge, 1] for a, b in square])
    corners = top[:, :2] / top[:, 2:]
    image = GREY.copy()
    cv2.fillPoly(image, [np.rint(corners * 16).astype(np.int32)], (255, 255, 255), cv2.LINE_AA, shift=4)
    middle = corners.mean(0)
    crop = dice.crop(image, dice.aim(calibration, float(middle[0]), float(middle[1]), edge))
    outline = max(cv2.findContours((crop[..., 0] > 190).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    (_, _), (w, h), _ = cv2.minAreaRect(outline)
    assert max(w, h) / min(w, h) < 1.12
    assert (w + h) / 2 == pytest.approx(dice.FILL * dice.CROP, rel=0.12)


def test_tall_things_lean_upwards_in_the_crop() -> None:
    calibration, p = seen_from(50, 1200)
    for x, y in [(1.0, 1.0), (12.0, 4.0), (6.0, 10.0)]:
        foot, top = (np.array(q[:2] / q[2]) for q in (p @ [x, y, 0.4, 1], p @ [x, y, 0.8, 1]))
        at = dice.aim(calibration, float(foot[0]), float(foot[1]))
        lean = np.linalg.solve(at.across, top - foot)
        assert lean[1] < 0
        assert abs(lean[0]) < 0.12 * abs(lean[1])


def test_large_dice_are_shrunk_and_the_edge_of_the_picture_goes_on() -> None:
    image = GREY.copy()
    cv2.rectangle(image, (500, 400), (700, 600), (250, 250, 250), -1)
    crop = dice.crop(image, dice.plain(600, 500, 200))
    assert crop.shape == (64, 64, 3)
    assert (crop[..., 0] > 200).mean() == pytest.approx(dice.FILL**2, abs=0.02)
    assert (dice.crop(image, dice.plain(0, 0, 20)) == 120).all()


@pytest.mark.parametrize(("x", "y"), [(1500, 400), (-300, 400), (600, -200), (1400, 1200)])
def test_of_what_lies_beyond_the_picture_its_edge_is_left(x: float, y: float) -> None:
    image = GREY.copy()
    image[:, 200:] = 60
    assert np.ptp(dice.crop(image, dice.plain(x, y, 90))) == 0


def test_the_second_picture_shows_more_of_the_same_place() -> None:
    image = GREY.copy()
    cv2.circle(image, (600, 500), 80, (250, 250, 250), -1)
    near = dice.plain(600, 500, 40)
    looks: list[dict[str, np.ndarray]] = []

    class Watching:
        def get_inputs(self) -> list[Input]:
            return [Input("near"), Input("around")]

        def run(self, _: None, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
            looks.append(feed)
            return [a_die()(feed["near"])]

    dice.read(image, [near], Networks({"dice": Watching()}))
    bright = {name: float((batch[0, 0] > 0.7).mean()) for name, batch in looks[0].items()}
    assert [look["around"].shape for look in looks] == [(k, 4, dice.AROUND, dice.AROUND) for k in (1, 2)]
    assert (looks[1]["around"][0] == looks[1]["around"][1, :, :, ::-1]).all()
    assert bright["near"] == 1.0
    assert bright["around"] == pytest.approx(np.pi * 80**2 / (40 / dice.FILL * dice.WIDER) ** 2, abs=0.03)


def test_the_second_look_follows_the_first() -> None:
    out = np.zeros(12, np.float32)
    out[9:12] = 0.1, -0.2, np.log2(0.9 * dice.FILL)
    at = dice.closer(dice.plain(100, 200, 45), out)
    assert (at.x, at.y, at.pixels) == pytest.approx((110, 180, 40.5))


@pytest.mark.parametrize(
    ("x", "y", "where"),
    [(3.0, 5.0, "left"), (11.0, 2.0, "right"), (6.6, 5.0, "bar"), (5.8, 9.0, "left"), (7.4, 1.0, "right"), (-0.4, 5.0, "outside")],
)
@pytest.mark.parametrize("elevation", [42, 75])
def test_the_half_is_told_by_the_foot(x: float, y: float, where: str, elevation: float) -> None:
    calibration, p = seen_from(elevation, 1200)
    q = p @ [x, y, 0.4, 1]
    read = networks(dice=a_die(5))
    on_surface = calibration.to_board([q[:2] / q[2]])[0]
    (die,) = dice.read_dice(GREY, calibration, spotted(calibration.board, (float(on_surface[0]), float(on_surface[1]))), read)
    seen = dice.seen(die, calibration)
    assert calibration.board.half(seen.x, seen.y) == where
    assert np.hypot(seen.x - x, seen.y - y) < 0.08
    assert (seen.value, seen.flat > 0, seen.on_checker < 0) == (5, True, True)


def test_a_die_with_checker_all_around_its_foot_lies_on_one() -> None:
    calibration, _ = seen_from(75, 1200)
    places = [(3.0, 5.0), (9.0, 5.0)]
    found = spotted(calibration.board, *places)
    x, y = (int(v) for v in (to_rectified(calibration.board, [places[0]])[0] + 0.5) / spots.STRIDE)
    cv2.circle(found.checker, (x, y), 7, 1.0, -1)
    first, second = sorted(
        dice.read_dice(GREY, calibration, found, networks(dice=a_die(2, on_checker=-1.0))), key=lambda die: die.x
    )
    assert first.on_checker > 0 > second.on_checker


def test_what_is_no_die_is_left_out() -> None:
    calibration, _ = seen_from(70, 1200)
    assert dice.read_dice(GREY, calibration, spotted(calibration.board, (3, 3)), networks(dice=a_die(die=-3.0))) == ()
    assert dice.read_dice(GREY, calibration, spotted(calibration.board), networks()) == ()


@pytest.mark.parametrize(("edge", "known"), [(dice.FILL, 1), (0.7 * dice.FILL, 0), (1.33 * dice.FILL, 0)])
def test_what_is_far_larger_or_smaller_than_a_die_is_none(edge: float, known: int) -> None:
    calibration, _ = seen_from(75, 1200)
    found = spotted(calibration.board, (3.0, 5.0))
    assert len(dice.read_dice(GREY, calibration, found, networks(dice=a_die(2, edge=edge)))) == known


def test_a_die_too_small_is_seen_but_not_read() -> None:
    (die,) = dice.read(GREY, [dice.plain(50, 50, dice.READABLE / 2)], networks(dice=a_die(4)))
    assert die.value is None
    assert len(set(die.faces)) == 1
    assert dice.as_label(die)["value"] is None


def test_a_guess_is_no_reading_and_small_dice_are_guessed_more_often() -> None:
    def told(pixels: float, sure: float) -> int | None:
        faces = tuple(np.log(np.array([sure, *[(1 - sure) / 5] * 5])))
        return dice.Die(0, 0, pixels, 9.0, faces, 5.0, -5.0, (50.0, 0.0, 0.0)).value

    assert [told(30, 0.4), told(30, 0.6), told(12, 0.6), told(12, 0.9)] == [None, 1, None, 1]


def test_second_sights_of_one_die_are_one() -> None:
    found = dice.read(GREY, [dice.plain(50, 50, 20), dice.plain(56, 50, 20), dice.plain(90, 50, 20)], networks(dice=a_die(2)))
    assert [round(die.x) for die in found] == [50, 90]


def test_a_pip_is_no_die_however_sure_the_reader_is() -> None:
    out = np.zeros(12, np.float32)
    die, pip, beside = ((dice.plain(100, 100, 60), 5.0), (dice.plain(115, 115, 12), 9.0), (dice.plain(170, 100, 12), 3.0))
    found = [(at, np.where(np.arange(12) == 0, sure, out).astype(np.float32)) for at, sure in (die, pip, beside)]
    assert [at.x for at, _ in dice.distinct(found)] == [100, 170]


def test_a_dies_side_is_no_second_die_but_its_neighbour_is() -> None:
    calibration, p = seen_from(48, 1200)
    top, side, left = (p @ [x, y, z, 1] for x, y, z in ((6.0, 5.0, 0.4), (6.0, 5.2, 0.2), (5.57, 5.0, 0.4)))

    def kept(*seen: tuple[np.ndarray, float]) -> list[float]:
        outs = [np.where(np.arange(12) == 0, sure, 0).astype(np.float32) for _, sure in seen]
        aims = [dice.aim(calibration, float(px[0] / px[2]), float(px[1] / px[2])) for px, _ in seen]
        return [float(out[0]) for _, out in dice.distinct(list(zip(aims, outs, strict=True)))]

    assert kept((top, 8.0), (side, 4.5), (left, 4.0)) == [8.0, 4.0]
    before = p @ [6.0, 5.42, 0.4, 1]
    assert kept((top, 8.0), (before, 7.0)) == [8.0, 7.0]
    assert kept((top, 8.0), (before, 3.0)) == [8.0]


def test_where_a_side_was_taken_for_a_top_the_top_is_found_above_it() -> None:
    calibration, p = seen_from(45, 1200)
    half = 0.2
    square = half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    top, side = (np.array([p @ [*v, 1] for v in corners]) for corners in (
        [(9 + a, 6 + b, 0.4) for a, b in square], [(9 + a, 6 + half, half + b) for a, b in square],
    ))  # fmt: skip
    (x, y), (below, beneath) = ((q[:, :2] / q[:, 2:]).mean(0) for q in (top, side))
    image = GREY.copy()
    cv2.fillPoly(image, [np.rint(top[:, :2] / top[:, 2:]).astype(np.int32)], (255, 255, 255))

    def reader(batch: np.ndarray) -> np.ndarray:
        bright = batch[:, 0, 30:34, 30:34].mean((1, 2)) > 0.9
        return np.where(bright[:, None], a_die(4, die=8.0)(batch), a_die(2, die=3.0)(batch))

    aimed = dice.above(dice.aim(calibration, below, beneath))
    assert np.hypot(aimed.x - x, aimed.y - y) < 0.2 * aimed.pixels
    (found,) = dice.read(image, [dice.aim(calibration, below, beneath)], networks(dice=reader))
    assert found.value == 4


def test_dice_of_one_picture_are_of_one_size() -> None:
    read = dice.read(GREY, [dice.plain(50 + 60 * k, 50, 40 + 3 * k) for k in range(3)], networks(dice=a_die(2)))
    other = dice.read(GREY, [dice.plain(400, 400, 12)], networks(dice=a_die(2, die=8.0)))
    assert loose.of_one_size([*other, *read]) == read
    assert loose.of_one_size([]) == ()


def test_a_label_is_as_in_the_photographs_labels() -> None:
    (die,) = dice.read(GREY, [dice.plain(200, 100, 30)], networks(dice=a_die(6, flat=-2.0)))
    label = dice.as_label(die)
    assert (label["value"], label["flat"]) == (6, False)
    assert label["center"] == pytest.approx([200, 100], abs=1)
    assert 0.9 < label["confidence"] <= 1


def test_dice_without_a_board_are_looked_for_at_every_size() -> None:
    sizes: list[tuple[int, int]] = []

    def finder(batch: np.ndarray) -> np.ndarray:
        sizes.append((batch.shape[3], batch.shape[2]))
        return np.full((1, 1, batch.shape[2] // 4, batch.shape[3] // 4), -9.0, np.float32)

    assert loose.look_dice(GREY, networks(finder=finder, dice=a_die())) == []
    assert max(sizes)[0] == 1280
    assert min(sizes)[0] < 250
    assert all(w % 8 == 0 and h % 8 == 0 for w, h in sizes)


def test_without_a_board_what_is_hardly_a_die_and_shows_no_face_is_none() -> None:
    def finder(batch: np.ndarray) -> np.ndarray:
        heat = np.full((1, 1, batch.shape[2] // 4, batch.shape[3] // 4), -9.0, np.float32)
        heat[0, 0, 30, 30] = 5.0
        return heat

    def blank(batch: np.ndarray) -> np.ndarray:
        out = a_die(2, die=1.0)(batch)
        out[:, 1:7] = 0.0
        return out

    assert loose.look_dice(GREY, networks(finder=finder, dice=a_die(3, die=1.0)))
    assert loose.look_dice(GREY, networks(finder=finder, dice=blank)) == []


def test_a_seen_dies_value_is_its_likeliest_face() -> None:
    assert DieSeen(0, 0, (0, 0, -9, 0.5, 0, 0)).value == 4


def test_a_small_die_that_is_plainly_read_is_believed() -> None:
    faces = (-12.0, 0.0, -6.8, -11.8, -11.4, -12.6)
    assert dice.seen(dice.Die(640, 480, 14.0, 9.0, faces, 5.0, -5.0, (50.0, 0.0, 0.0)), seen_from(88, 1200)[0]).faces == faces


def test_a_small_die_in_doubt_says_in_four_frames_what_a_large_one_says_in_one() -> None:
    faces = (-2.3, -5.9, -0.1, -7.0, -4.6, -6.1)
    small, large = (dice.Die(640, 480, pixels, 9.0, faces, 5.0, -5.0, (50.0, 0.0, 0.0)) for pixels in (14.0, 30.0))
    told = [dice.seen(die, seen_from(88, 1200)[0]) for die in (small, large)]
    assert [die.value for die in told] == [3, 3]
    assert [4 * face for face in told[0].faces] == pytest.approx(faces)
    assert told[1].faces == faces


def test_height_matters_only_at_a_slant() -> None:
    high, low = seen_from(88, 1200)[0], seen_from(40, 1200)[0]
    spread = [float(np.abs(camera.foot(c, [[640, 480]], 0.0) - camera.foot(c, [[640, 480]], 0.4)).max()) for c in (high, low)]
    assert spread[0] < 0.05 < 0.3 < spread[1]


def test_what_the_reader_doubts_is_a_die_where_the_spotter_is_sure_and_none_where_it_is_not() -> None:
    calibration, _ = seen_from(75, 1200)
    found = spotted(calibration.board, (3.0, 5.0))
    for score, known in [(0.3, 0), (0.5, 1), (0.9, 1), (1.0, 1)]:
        peaks = tuple(replace(peak, score=score) for peak in found.dice)
        assert len(dice.read_dice(GREY, calibration, replace(found, dice=peaks), networks(dice=a_die(die=2.4)))) == known
