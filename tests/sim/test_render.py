"""The renderer: labels agree with pictures, rest is rest, motion shows. Judged by tolerance: rasterisers differ in the last bit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardcam.geometry import Board
from boardcam.rules.position import Side
from boardcam.sim.measures import Measures
from boardcam.sim.render import Camera, Look, NoRenderer, Renderer, camera, furniture, lights, look, things, touched
from boardcam.sim.render import lens as lenses
from boardcam.sim.render.cameras import aim
from boardcam.sim.render.labels import Cast, Laid, View, checkers, corners, dice
from boardcam.sim.render.limbs import hand
from boardcam.sim.render.shot import Shot
from boardcam.sim.render.solid import Kind
from boardcam.sim.render.studio import Studio
from boardcam.sim.render.surface import surface
from boardcam.sim.scene import CheckerPose, CubePose, DiePose, HandPose, Scene
from boardcam.sim.surroundings import Beside, Head, Knock, Light, Surroundings, Ware

SIZE = (480, 360)
BOARD = Board()
UPRIGHT = camera(BOARD, SIZE)


@pytest.fixture(scope="module")
def studio() -> Studio:
    pytest.importorskip("moderngl", reason='no moderngl: pip install "boardcam[sim]"')
    try:
        return Studio()
    except NoRenderer as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def style() -> Look:
    """A set under a dull sky, so that colours come out as they are."""
    made = look(4, board=BOARD, measures=Measures())
    white, black = (replace(made.checkers.light, a=(c, c, c), more=(0.0, 0.0, 0.6, 0.0), rough=0.8) for c in (0.8, 0.03))
    made = replace(made, checkers=replace(made.checkers, light=white, dark=black))
    return replace(made, lens=lenses.Lens(blur=0.3, sharpen=0.0, vignette=0.0, quality=0))


def scene(
    *checkers: CheckerPose, t: float = 0.0, die: DiePose | None = None, cube: CubePose | None = None, at: HandPose | None = None
) -> Scene:
    return Scene(t, checkers, (die,) if die else (), cube, (at,) if at else ())


LIGHT, DARK = CheckerPose(Side.WHITE, 3.5, 2.0), CheckerPose(Side.BLACK, 9.5, 8.0)


def test_projection_and_depth_agree() -> None:
    """Straight down, a pitch is as long in x as in y, x runs right, y down, and what is nearer is larger."""
    down = aim((6.0, 5.0, 0.0), 30.0, height=np.pi / 2, fov=0.8, size=SIZE)
    a, b, c, up = down.pixels([(6, 5, 0), (7, 5, 0), (6, 6, 0), (7, 5, 5)])
    assert a == pytest.approx((240, 180))
    assert b[0] - a[0] == pytest.approx(c[1] - a[1])
    assert b[0] > a[0]
    assert c[1] > a[1]
    assert up[0] - a[0] > b[0] - a[0]


def test_default_camera_sees_the_whole_board_and_large_dice() -> None:
    view = camera(BOARD, (1280, 960))
    seen = view.pixels(corners(BOARD))
    assert (seen > 0).all()
    assert (seen < (1280, 960)).all()
    far = view.pixels([(6, 0, 0), (6.4, 0, 0)])
    assert far[1, 0] - far[0, 0] >= 24


def test_a_checker_lies_where_its_label_says(studio: Studio, style: Look) -> None:
    """Mask, number and colour at the projected middle of each checker."""
    laid = [Laid(LIGHT, 15, 0), Laid(DARK, 2, 0)]
    shot, seen = _shot(studio, style, UPRIGHT, scene(LIGHT, DARK))
    view = View(UPRIGHT, 0.0, seen)
    for index, (entry, kind) in enumerate(zip(checkers(style, laid, view), (Kind.LIGHT, Kind.DARK), strict=True), 1):
        x, y = (int(v) for v in entry["top"])
        assert tuple(seen[y, x]) == (kind, index, 255)
        assert entry["visible"] > 0.9
    picture = studio.picture(shot, samples=0)
    first, second = (picture[int(e["top"][1]), int(e["top"][0])].mean() for e in checkers(style, laid, view))
    assert first > 3 * second


def test_a_die_lies_where_its_label_says(studio: Studio, style: Look) -> None:
    die = DiePose(Side.WHITE, 9.0, 5.0, 0.18, 3, 0.4)
    _, seen = _shot(studio, style, UPRIGHT, scene(die=die))
    (entry,) = dice(style, [Cast(die, True, False)], View(UPRIGHT, 0.0, seen), 1)
    x, y = (int(v) for v in entry["center"])
    assert seen[y, x, 0] == Kind.DIE
    assert entry["visible"] > 0.8
    assert entry["pixels"] == pytest.approx(np.sqrt((seen[..., 0] == Kind.DIE).sum()), rel=0.4)


@pytest.mark.parametrize("face", range(1, 7))
def test_the_named_face_is_up(studio: Studio, style: Look, face: int) -> None:
    """As many dark spots on top as the die shows."""
    white = replace(
        style.dice.light, a=(0.8, 0.8, 0.8), b=(0.0, 0.0, 0.0), c=(0.0, 0.0, 0.0), more=(0.0, 0.09, 0.0, 0.0), rough=0.9
    )
    plain = replace(style, dice=replace(style.dice, light=white, mesh="sharp die"))
    down = aim((3.0, 5.0, 0.0), 30.0, height=np.pi / 2, fov=0.03, size=(96, 96))
    shot, seen = _shot(studio, plain, down, scene(die=DiePose(Side.WHITE, 3.0, 5.0, 0.18, face, 0.3)))
    picture = studio.picture(shot, samples=0).mean(-1)
    top = (seen[..., 0] == Kind.DIE).astype(np.uint8)
    import cv2

    inner = cv2.erode(top, np.ones((5, 5), np.uint8)) > 0
    dark = (inner & (picture < 0.5 * np.median(picture[inner]))).astype(np.uint8)
    found, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    assert sum(int(stats[k, cv2.CC_STAT_AREA]) > 8 for k in range(1, found)) == face


def test_rest_is_the_same_picture_but_for_noise(studio: Studio, style: Look) -> None:
    renderer, rng = Renderer(style, BOARD, UPRIGHT, SIZE, studio=studio), np.random.default_rng(1)
    one, two = (renderer.frame(scene(LIGHT, DARK, t=t), rng).astype(float) for t in (0.0, 0.1))
    assert one.shape == (360, 480, 3)
    assert 0 < np.abs(one - two).mean() < 6
    assert abs((one - two).mean()) < 0.5


def _fresh(studio: Studio, style: Look, what: Scene, level: float | None) -> Renderer:
    """A renderer whose first frame is this scene, at a given exposure."""
    renderer = Renderer(style, BOARD, UPRIGHT, SIZE, studio=studio)
    renderer.level = level
    renderer.frame(what, np.random.default_rng(1))
    return renderer


@pytest.mark.parametrize("size", [1.0, 22.0])
def test_what_moves_is_redrawn_and_leaves_no_trace(studio: Studio, style: Look, size: float) -> None:
    """A partly redrawn frame equals one drawn afresh, but for the faint edge of a soft shadow; at rest in that too."""
    room = replace(style.room, lamps=(lights.Lamp((-8.0, -12.0, 25.0), (1.0, 1.0, 1.0), size),))
    still = replace(style, room=room, lens=replace(style.lens, grain=0.0))
    moved, rng = replace(LIGHT, x=6.5, y=6.0, z=0.5), np.random.default_rng(1)
    reach = HandPose(Side.WHITE, 6.5, 6.2, 0.7)
    film = Renderer(still, BOARD, UPRIGHT, SIZE, studio=studio)
    before = film.frame(scene(LIGHT, DARK), rng).astype(float)
    during = film.frame(scene(moved, DARK, at=reach), rng).astype(float)
    again = _fresh(studio, still, scene(moved, DARK, at=reach), film.level)
    assert np.abs(during - again.film.picture).mean() < 0.7
    assert np.abs(during - before).mean() > 2
    film.frame(scene(moved, DARK, at=reach), rng)
    assert not film.fading.any()
    assert np.abs(film.light - again.light).mean() < 1e-4 * again.light.mean()
    film.frame(scene(LIGHT, DARK), rng)
    after = film.frame(scene(LIGHT, DARK), rng).astype(float)
    assert np.abs(after - before).mean() < 0.05


def test_a_hand_touches_a_small_part_of_the_picture(studio: Studio, style: Look) -> None:
    """The point of it all: most of the picture keeps its light."""
    renderer = _fresh(studio, style, scene(LIGHT), None)
    old = renderer.light.copy()
    renderer.frame(scene(LIGHT, at=HandPose(Side.WHITE, 3.0, 8.5, 0.5)), np.random.default_rng(1))
    assert 0.01 < (renderer.light != old).any(-1).mean() < 0.3


@settings(deadline=None)
@given(st.integers(1, 9), st.integers(1, 12), st.integers(0, 2**32 - 1), st.sampled_from([0.02, 0.2, 0.7]))
def test_rectangles_hold_every_touched_tile(rows: int, columns: int, seed: int, share: float) -> None:
    grid = np.random.default_rng(seed).random((rows, columns)) < share
    size = columns * touched.TILE - 6, rows * touched.TILE - 6
    page = np.zeros((size[1], size[0]), bool)
    for x, y, w, h in touched.rectangles(grid, size):
        assert w > 0
        assert h > 0
        page[y : y + h, x : x + w] = True
    assert page[np.kron(grid, np.ones((touched.TILE, touched.TILE), bool))[: size[1], : size[0]]].all()


def test_far_spots_are_not_joined() -> None:
    grid = np.zeros((60, 80), bool)
    grid[2, 3] = grid[3, 3] = grid[50, 70] = True
    assert sorted(touched.rectangles(grid, (1280, 960))) == [(48, 32, 16, 32), (1120, 800, 16, 16)]


def test_a_shadow_is_looked_for_on_the_far_side_of_the_lamp() -> None:
    """A spot three pitches high, a lamp low in the west: the tiles run from under the spot to the east."""
    spot, lamp = np.array([[4.0, 5.0, 3.0]] * 3), lights.Lamp((-30.0, 5.0, 30.0), (1.0, 1.0, 1.0), 1.0)
    alone, cast = (touched.tiles([(spot, False)], UPRIGHT, lamps, BOARD) for lamps in ((), (lamp,)))
    x, y = (UPRIGHT.pixels([(7.0, 5.0, 0.0)])[0] / touched.TILE).astype(int)
    assert cast[y, x]
    assert not alone[y, x]
    assert (cast | alone == cast).all()


def test_grain_may_be_sharpened_before_it_is_laid_on() -> None:
    """Sharpening is linear: a flat grey with grain comes out as if it had been sharpened as a whole."""
    optics, rng = lenses.Lens(sharpen=0.5, grain=0.02, quality=0), np.random.default_rng(3)
    grain = lenses.Grain(rng, (96, 64), replace(optics, sharpen=0.0)).cut(rng)
    grey = np.full((64, 96, 3), 0.4, np.float32)
    import cv2

    noisy = grey + grain * (0.02 * (0.5 + 0.5 / 0.75))
    whole = 255 * (noisy + 0.5 * (noisy - cv2.GaussianBlur(noisy, (0, 0), 1.2)))
    sharp = grain + 0.5 * (grain - cv2.GaussianBlur(grain, (0, 0), 1.2))
    assert np.abs(lenses.Film.of(grey, optics).exposed(sharp) - whole).max() < 1.0


def _around(**what: object) -> Scene:
    return replace(scene(LIGHT, DARK), t=0.5, around=Surroundings(**what))  # type: ignore[arg-type]


def test_a_knock_moves_the_board_in_the_picture() -> None:
    """Half a pitch to the right and turned clockwise: what lay right of the middle is now lower."""
    middle, right = (6.5, 5.5), (9.5, 5.5, 0.0)
    knocked = UPRIGHT.knocked(middle, 0.5, 0.0, 0.1)
    old, new = (view.pixels([(*middle, 0.0), right]) for view in (UPRIGHT, knocked))
    assert new[0] == pytest.approx(UPRIGHT.pixels([(7.0, 5.5, 0.0)])[0])
    assert new[1, 1] - new[0, 1] > old[1, 1] - old[0, 1] + 3
    back = knocked.knocked(middle, 0.0, 0.0, 0.0)
    assert back.projection == pytest.approx(knocked.projection)


def test_a_bump_shows_the_table_from_elsewhere(studio: Studio, style: Look) -> None:
    film, rng = _fresh(studio, style, scene(LIGHT, DARK), None), np.random.default_rng(2)
    before = film.light.copy()
    film.frame(_around(knock=Knock(0.3, 0.2, 0.03)), rng)
    assert np.abs(film.light - before).mean() > 0.02 * before.mean()
    film.frame(scene(LIGHT, DARK), rng)
    assert np.abs(film.light - before).mean() < 1e-4 * before.mean()


def test_a_lamp_goes_out_and_the_exposure_follows_or_not(studio: Studio, style: Look) -> None:
    dim = replace(style, room=replace(style.room, sky=(0.2, 0.2, 0.2), lamps=style.room.lamps[:1]))
    dark = {metered: _around(light=Light(0.0, metered=metered)) for metered in (False, True)}
    levels = {}
    for metered, what in dark.items():
        film, rng = _fresh(studio, dim, scene(LIGHT, DARK), None), np.random.default_rng(2)
        bright = film.film.picture.mean()
        film.frame(what, rng)
        film.frame(replace(what, t=5.0), rng)
        levels[metered] = film.film.picture.mean() / bright
    assert levels[False] < 0.9
    assert levels[False] + 0.05 < levels[True] < 1.2


def test_a_cloud_dims_and_cools_without_drawing(studio: Studio, style: Look) -> None:
    film, rng = _fresh(studio, style, scene(LIGHT, DARK), None), np.random.default_rng(2)
    before, light = film.film.picture.mean((0, 1)), film.light.copy()
    film.frame(_around(light=Light(day=(0.4, 0.45, 0.5))), rng)
    blue, green, red = film.film.picture.mean((0, 1)) / before
    assert red < green < blue < 0.95
    assert (film.light == light).all()


@pytest.mark.parametrize("ware", get_args(Ware))
def test_what_is_put_beside_the_board_is_seen_there_alone(studio: Studio, style: Look, ware: Ware) -> None:
    film, rng = _fresh(studio, style, scene(LIGHT, DARK), None), np.random.default_rng(2)
    before = film.light.copy()
    film.frame(_around(beside=(Beside(ware, 6.0, -1.6, 5),)), rng)
    changed = np.abs(film.light - before).max(-1) > 0.05 * before.mean()
    assert changed.any()
    assert np.flatnonzero(changed.any(1)).min() < UPRIGHT.pixels([(6.0, 0.0, 0.0)])[0, 1]


def test_a_head_leans_in(studio: Studio, style: Look) -> None:
    head = Head(4.0, 0.5, 4.0, True, 3)
    solids = things.head(head)
    assert {s.kind for s in solids} == {Kind.HAND}
    shot = Shot([*furniture.board(style), *solids], UPRIGHT, style.room, BOARD, surface(style, studio.sheet))
    seen = studio.labels(shot, SIZE)
    x, y = UPRIGHT.pixels([(4.0, 0.5, 4.0)])[0].astype(int)
    assert seen[y, x, 0] == Kind.HAND


def test_a_seed_is_a_look() -> None:
    assert look(3) == look(3)
    assert look(3) != look(4)
    assert look(5, measures=Measures(die=0.4)).measures.die == 0.4


def test_distortion_bends_points_and_pictures_alike() -> None:
    page = np.zeros((120, 160), np.uint8)
    page[18:23, 28:33] = 255
    bent = np.argwhere(lenses.distort(page, -0.08) > 127).mean(0)[::-1] + 0.5
    assert bent == pytest.approx(lenses.distorted(np.array([[30.5, 20.5]]), (160, 120), -0.08)[0], abs=0.7)


def test_a_hand_is_a_closed_skin() -> None:
    """Every edge of its mesh belongs to two triangles, but for the cut through the arm."""
    mesh = hand(1, 7.0).reshape(-1, 3, 6)[..., :3]
    assert mesh[..., 1].min() > -0.6
    assert mesh[..., 1].max() > 15
    inner = mesh[mesh[..., 1].max(1) < 18]
    ends = np.round(inner, 4)
    edges = np.concatenate([ends[:, [0, 1]], ends[:, [1, 2]], ends[:, [2, 0]]])
    keys = {(tuple(a), tuple(b)) for a, b in edges}
    single = [1 for a, b in keys if (b, a) not in keys and max(a[1], b[1]) < 17]
    assert not single


def test_a_still_is_made_again_from_its_seed(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    """Same seed, same labels, nearly the same picture; the labels hold together."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "models" / "training"))
    import stills

    picture, label, mask, _ = stills.still(studio, 12)
    again, same, _, _ = stills.still(studio, 12)
    assert label == same
    assert np.abs(picture.astype(float) - again).mean() < 0.5
    rows = label["top_row_left_to_right"] + label["bottom_row_left_to_right"]
    assert sum(p["count"] for p in rows) == sum(isinstance(c["place"], int) for c in label["checkers"])
    assert mask.shape == (picture.shape[0] // 4, picture.shape[1] // 4)


@pytest.mark.parametrize(("name", "least", "most"), [("around", 30, 70), ("low", 27, 42)])
def test_cameras_of_training_stand_where_they_are_to(name: str, least: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All around the board too, and what they are to have in view fits into the picture."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "models" / "training"))
    import tables
    import viewpoints

    rng, turns = np.random.default_rng(4), []
    for seed in range(40):
        table = tables.table(seed)
        view = getattr(viewpoints, name)(rng, table)
        ends = view.pixels(tables.framing_points(table.look, trays=False))
        assert (ends.max(0) - ends.min(0) < 1.001 * np.array(view.size)).all()
        x, y, z = np.array(view.eye) - tables.framing_points(table.look, trays=True).mean(0)
        assert 0.7 * least < np.degrees(np.arctan2(z, np.hypot(x, y))) < 1.3 * most
        turns.append(np.degrees(np.arctan2(x, y)))
    assert name == "low" or (min(turns) < -60 and max(turns) > 60)


def test_an_arm_lies_along_an_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "models" / "training"))
    import tables

    for seed in range(8):
        at = tables.armed(seed)
        w, d = at.look.board.width, at.look.board.depth
        assert at.laid == tuple(checker for checker in tables.table(seed).laid if checker.place != "hand")
        for pose, arm in at.hands:
            away = np.pi * pose.from_top + arm.angle  # an arm leaves along +y, turned by so much
            middle = np.array([pose.x, pose.y]) + 5 * np.array([-np.sin(away), np.cos(away)])
            assert min(np.abs([middle[0], middle[0] - w, middle[1], middle[1] - d])) < 2.0
            assert -1 < middle[0] < w + 1 or -1 < middle[1] < d + 1


def _shot(studio: Studio, style: Look, view: Camera, what: Scene) -> tuple[Shot, np.ndarray]:
    """A shot with its checkers and dice numbered, and its label picture."""
    solids = [s.numbered(k + 1) for k, s in enumerate(things.things(style, what, {}))]
    shot = Shot([*furniture.board(style), *solids], view, style.room, BOARD, surface(style, studio.sheet))
    return shot, studio.labels(shot, view.size)
