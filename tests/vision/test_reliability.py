"""The reliability curve counts each point once, in the bin of what was said of it."""

from boardcam.bench.reliability import curve, text


def test_each_point_falls_into_one_bin() -> None:
    points = [(0.0, False), (0.5, True), (0.985, True), (0.99, False), (1.0, True)]
    bins = curve(points)
    assert sum(b.of for b in bins) == len(points)
    assert [(b.right, b.of) for b in bins] == [(0, 1), (1, 1), (0, 0), (0, 0), (1, 1), (0, 1), (1, 1)]


def test_bins_without_points_are_not_told() -> None:
    assert text(curve([(0.97, True), (0.97, False)])).splitlines()[1:-1] == ["  95–99 %: said 97.0 %, 1 of 2 right"]


def test_what_is_sure_is_summed() -> None:
    told = text(curve([(0.995, True), (0.9999, False), (0.9999, True), (0.5, False)])).splitlines()[-1]
    assert told == "  sure, 99 % and more: 2 of 3 right; of 4 points"
