"""Whose checkers: clusters and what they must not depend on."""

import cv2
import numpy as np
import pytest

from boardcam.vision import colours

RNG = np.random.default_rng(5)


def sides(light: tuple[float, float, float], dark: tuple[float, float, float], n: int = 8, noise: float = 3.0) -> np.ndarray:
    return np.concatenate([np.array(lab) + RNG.normal(0, noise, (n, 3)) for lab in (light, dark)])


@pytest.mark.parametrize(
    ("light", "dark"),
    [
        ((92.0, 0.0, 5.0), (15.0, 0.0, 0.0)),  # white and black
        ((55.0, 60.0, 40.0), (35.0, 20.0, -50.0)),  # red and blue
        ((52.0, -45.0, 35.0), (48.0, 55.0, 35.0)),  # green and red of about the same lightness
        ((70.0, 5.0, 40.0), (30.0, 20.0, 20.0)),  # gold and brown
    ],
)
def test_two_sides_are_told_apart(light: tuple[float, float, float], dark: tuple[float, float, float]) -> None:
    samples = sides(light, dark)
    odds = colours.learn(samples).log_odds(samples)
    assert (odds[:8] > 2).all()
    assert (odds[8:] < -2).all()


def test_of_sides_equally_bright_the_light_one_is_brighter_but_for_glare() -> None:
    samples = np.array([[37.0, 38.0, -28.0]] * 8 + [[36.0, -6.0, 1.0]] * 8)
    samples[8:11, 0] += 4.0  # a lamp is mirrored in some
    known = colours.learn(samples)
    assert known.light is not None
    assert known.light[0] == pytest.approx(37.0)


def test_in_poor_light_two_sides_differ_by_little_and_are_told_apart() -> None:
    samples = sides((32.0, -4.0, 6.0), (20.0, -2.0, 3.0), noise=0.5)
    odds = colours.learn(samples).log_odds(samples)
    assert (odds[:8] > 2).all()
    assert (odds[8:] < -2).all()


def test_one_checker_in_a_shade_is_no_other_side() -> None:
    samples = np.concatenate([sides((60.0, 0.0, 5.0), (60.0, 0.0, 5.0), 7, noise=0.5), [[48.0, 0.0, 5.0]]])
    assert colours.learn(samples).dark is None


def test_more_than_fifteen_checkers_are_of_two_sides_however_alike() -> None:
    samples = sides((47.0, 0.0, 0.0), (44.5, 0.0, 0.0), 4, noise=0.4)
    few, many = np.array([1, 2, 2, 2, 1, 2, 2, 1]), np.array([2, 5, 3, 5, 5, 3, 5, 2])
    assert colours.learn(samples, few).light is None
    assert (colours.learn(samples, many).log_odds(samples) > 0).tolist() == [True] * 4 + [False] * 4


def test_fifteen_a_side_are_likelier_than_what_a_shadow_parts() -> None:
    light, dark = [[90.0, 0.0, 5.0]] * 2 + [[58.0, 0.0, 5.0]] * 2, [[24.0, 0.0, 2.0]] * 4
    samples = np.array(light + dark)
    samples[-1, 0] = 45.0
    heights = np.array([5, 3, 5, 2, 5, 3, 5, 2])
    assert (colours.learn(samples, heights).log_odds(samples) > 0).tolist() == [True] * 4 + [False] * 4


def test_the_order_of_places_does_not_matter() -> None:
    samples = sides((80.0, 0.0, 10.0), (30.0, 10.0, 0.0))
    order = RNG.permutation(len(samples))
    mixed = colours.learn(samples[order])
    assert np.allclose(mixed.log_odds(samples), colours.learn(samples).log_odds(samples), atol=0.5)


def test_few_against_many() -> None:
    samples = np.concatenate([sides((85.0, 0.0, 5.0), (20.0, 0.0, 0.0), 12)[:12], [[22.0, 1.0, 1.0]]])
    assert (colours.learn(samples).log_odds(samples) > 0).tolist() == [True] * 12 + [False]


def test_one_colour_in_uneven_light_is_one_side() -> None:
    white = np.column_stack([np.linspace(65, 95, 14), RNG.normal(0, 1, 14), RNG.normal(4, 1, 14)])
    seen = colours.learn(white)
    assert seen.dark is None
    assert (seen.log_odds(white) > 0).all()
    black = white - [60, 0, 0]
    assert (colours.learn(black).log_odds(black) < 0).all()


def test_an_empty_board_teaches_nothing() -> None:
    assert colours.learn(np.zeros((0, 3))) == colours.Exemplars()


def test_remembered_colours_follow_the_light_and_keep_a_side_that_left() -> None:
    old = colours.learn(sides((85.0, 0.0, 5.0), (20.0, 0.0, 0.0)))
    assert old.light is not None
    dimmer = np.array([[75.0, 0.0, 5.0]] * 5)
    new = colours.follow(old, dimmer)
    assert new.light is not None
    assert 75.0 < new.light[0] < old.light[0]
    assert new.dark == old.dark


def test_lab_agrees_with_opencv() -> None:
    image = RNG.integers(0, 256, (4, 5, 3)).astype(np.uint8)
    whole = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    assert np.allclose(colours.lab(image), whole, atol=1e-3)


def test_at_the_start_a_small_difference_is_enough() -> None:
    """Eight stacks, four a side, whose sides are known: too alike to be found, yet told apart."""
    samples = sides((62.0, 1.0, 0.0), (55.0, 0.0, 3.0), 4, noise=0.8)
    first = np.arange(8) < 4
    known = colours.learn_known(samples, first)
    assert colours.learn(samples).dark is None
    assert known is not None
    assert ((known.log_odds(samples) > 0) == first).all()


def test_at_the_start_one_colour_is_not_two() -> None:
    first = np.arange(8) % 2 == 0
    ones = (np.random.default_rng(seed).normal((60.0, 0.0, 5.0), 2.0, (8, 3)) for seed in range(100))
    assert sum(colours.learn_known(one, first) is not None for one in ones) <= 1
