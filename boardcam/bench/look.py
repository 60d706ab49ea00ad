"""`boardcam bench look`: how well stills are read, by source, on photographs and on held-out renders.

Three ways over the same pictures: the board found by itself; corners given, which leaves the errors of reading; and, with corners
given, circles and two colours (`vision/classical.py`), the baseline. Only pictures that their labels call confident are scored.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardcam.bench import reliability
from boardcam.bench.marks import Labels, Marks, Place, mark, said, total, wrong_points
from boardcam.bench.possible import possible

if TYPE_CHECKING:
    from boardcam.vision.networks import Image, Networks
    from boardcam.vision.still import Seen

HELD_OUT = "9"
"""Seeds of renders that end in this digit are never trained on."""
COLUMNS = (
    *("way", "source", "N", "found", "corner %", "≤1.5 %", "points", "count", "occupied", "exact", "≤1 wrong", "nothing wrong"),
    *("bar", "off", "hand", "dice", "faces", "false"),
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with labels, to be read from."""

    path: Path
    source: str
    truth: Labels
    before: Path | None = None
    """The same table before a game, if this could be of that game."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("look", help="photographs and renders of boards", description=__doc__)
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs with a labels.json")
    parser.add_argument("--renders", type=Path, metavar="DIR", help="renders with labels; those with a seed ending in 9 are read")
    parser.add_argument("--others", type=Path, metavar="DIR", help="renders of another renderer, all of which are read")
    parser.add_argument("--before", type=Path, metavar="DIR", help="the tables of the renders before a game: stills.py --before")
    parser.add_argument("--most", type=int, default=200, help="read so many renders at most (200)")
    parser.add_argument("--gallery", type=Path, metavar="OUT", help="a PNG of each picture that was read wrongly")
    parser.add_argument("--json", action="store_true", help="print the sums as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.vision.networks import NetworkMissing

    pictures = [
        *(photographs(args.photos) if args.photos else ()),
        *(renders(args.renders, args.most, before=args.before) if args.renders else ()),
    ]
    pictures += renders(args.others, args.most, "other", "") if args.others else ()
    if not pictures:
        print("boardcam bench look: nothing to read: give --photos DIR, --renders DIR or --others DIR", file=sys.stderr)
        return 2
    cut = [picture for picture in pictures if cut_off(picture.truth)]
    try:
        sums, points = measure([picture for picture in pictures if picture not in cut], args.gallery)
    except NetworkMissing as missing:
        print(f"boardcam bench look: {missing}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps([row(way, source, marks) for (way, source), marks in sums.items()]))
        return 0
    print(table(sums))
    print(reliability.text(reliability.curve(points)))
    if cut:
        print(f"boards that run out of the picture: {refused([picture.path for picture in cut])} of {len(cut)} refused")
    if args.photos and (bare := without_board(args.photos / "dice")):
        print(f"pictures without a board: {refused(bare)} of {len(bare)} refused")
    return 0


def cut_off(truth: Labels) -> bool:
    """Whether the board runs out of the picture: then it is not to be read, but to be refused."""
    from boardcam.vision import edges

    w, h = truth["image_size"]
    return bool(edges.cut((w, h), truth["corners"]))


def without_board(folder: Path) -> list[Path]:
    """Pictures of dice only."""
    return sorted(path for path in folder.glob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png"))


def refused(pictures: list[Path]) -> int:
    """In how many no board is found, as it should be."""
    from boardcam.commands.look import open_networks, read_picture

    networks = open_networks()
    return sum(by_itself(read_picture(path), {}, networks) == (None, None) for path in pictures)


def photographs(folder: Path) -> Iterator[Picture]:
    """The confident pictures of a labels.json; the source is the first word of the file name."""
    for entry in json.loads((folder / "labels.json").read_text("utf-8"))["images"]:
        if entry["confident"]:
            yield Picture(folder / entry["file"], entry["file"].split("_")[0], entry)


def renders(
    folder: Path, most: int, source: str = "render", ending: str = HELD_OUT, before: Path | None = None
) -> Iterator[Picture]:
    """Held-out renders, or those of another `ending` of the seed; the first `most` by seed. With each its table `before` a game."""
    held_out = (path for path in sorted(folder.glob(f"*{ending}.json")) if path.with_suffix(".jpg").exists())
    for path, _ in zip(held_out, range(most), strict=False):
        truth = json.loads(path.read_text("utf-8"))
        start = before / f"{path.stem}.jpg" if before else None
        known = start if start and start.exists() and possible(truth) else None
        yield Picture(path.with_suffix(".jpg"), source, _visible(truth), known)


def _visible(labels: Labels) -> Labels:
    """Points of which most is covered are left open, as a person would leave them."""
    for name in ("top_row_left_to_right", "bottom_row_left_to_right"):
        labels[name] = [e | {"count": None, "color": None} if e.get("visible", 1.0) < 0.5 else e for e in labels[name]]
    return labels


def measure(
    pictures: list[Picture], gallery: Path | None, networks: Networks | None = None
) -> tuple[dict[tuple[str, str], Marks], list[tuple[float, bool]]]:
    """Sums by (way, source); and for each point of a board found by itself how sure it was said to be, and whether it is right."""
    from boardcam.commands.look import open_networks, read_picture

    networks = networks or open_networks()
    marks: dict[tuple[str, str], list[Marks]] = {}
    points: list[tuple[float, bool]] = []
    for picture in pictures:
        image = read_picture(picture.path)
        for way, read in WAYS.items():
            seen, labels = read(image, picture.truth, networks)
            for source in (picture.source, "game")[: 1 + (picture.before is not None)]:
                marks.setdefault((way, source), []).append(mark(picture.truth, labels))
            points += said(picture.truth, labels) if way == "found" else []
            if gallery and way != "baseline":
                _keep(gallery / way, picture, image, seen, labels)
        for way, (seen, labels, right) in taught(picture, image, networks).items():
            for source in ("game", "right")[: 1 + right]:
                marks.setdefault((way, source), []).append(mark(picture.truth, labels))
            if gallery:
                _keep(gallery / way, picture, image, seen, labels)
    return {key: total(each) for key, each in sorted(marks.items())}, points


Read = tuple["Seen | None", Labels | None]


def by_itself(image: Image, truth: Labels, networks: Networks) -> Read:
    """The board found by itself."""
    from boardcam.vision import locate, still

    try:
        seen = still.look(image, locate.find(image, networks), networks)
    except locate.NoBoard:
        return None, None
    return seen, still.labels(seen)


def by_corners(image: Image, truth: Labels, networks: Networks) -> Read:
    """Corners from the labels."""
    from boardcam.vision import locate, still

    seen = still.look(image, locate.at(image, truth["corners"], networks), networks)
    return seen, still.labels(seen)


def by_circles(image: Image, truth: Labels, networks: Networks) -> Read:
    """Corners from the labels, the baseline's reading."""
    from boardcam.vision import locate, still

    return None, still.labels(still.look_plainly(image, locate.at(image, truth["corners"], networks)))


def taught(picture: Picture, image: Image, networks: Networks) -> dict[str, tuple[Seen | None, Labels | None, bool]]:
    """By what the starting position taught, and whether that was read right; with the board found by itself, and corners given."""
    from boardcam.commands.look import read_picture
    from boardcam.vision import lesson, locate, still

    if picture.before is None:
        return {}
    start = read_picture(picture.before)
    out: dict[str, tuple[Seen | None, Labels | None, bool]] = {}
    for way in ("learnt", "taught"):
        try:
            found = locate.find(start, networks) if way == "learnt" else locate.at(start, picture.truth["corners"], networks)
        except locate.NoBoard:
            out[way] = None, None, False
            continue
        if way == "learnt":
            found = locate.Found(lesson.fitted(start, found.calibration, networks), found.score)
        learnt = lesson.learn(start, found.calibration, networks)
        seen = still.look(image, found, networks, learnt)
        out[way] = seen, still.labels(seen), not learnt.trial.otherwise
    return out


WAYS: dict[str, Callable[[Image, Labels, Networks], Read]] = {
    "found": by_itself,
    "given": by_corners,
    "baseline": by_circles,
}


def row(way: str, source: str, m: Marks) -> dict[str, Any]:
    """One line of the table: shares in %, dice as numbers."""
    parts = {
        "found": (m.found, m.pictures), "points": (m.points_right, m.points), "count": (m.counts_right, m.points),
        "occupied": (m.occupied_right, m.occupied), "bar": (m.bars_right, m.bars), "off": (m.trays_right, m.trays),
        "hand": (m.hands_right, m.hands),
    }  # fmt: skip
    shares = {name: None if of == 0 else round(100 * right / of, 2) for name, (right, of) in parts.items()}
    corner = None if m.found == 0 else round(m.corner / m.found, 2)
    close = None if m.found == 0 else round(100 * m.close / m.found)
    boards = {
        "≤1.5 %": close,
        "exact": m.exact,
        "≤1 wrong": m.nearly,
        "nothing wrong": m.clean,
        "dice": f"{m.dice_found}/{m.dice}",
        "faces": m.faces_right,
    }
    return {"way": way, "source": source, "N": m.pictures, **shares, "corner %": corner, **boards, "false": m.dice_false}


def table(sums: dict[tuple[str, str], Marks]) -> str:
    """The lines as text, in columns."""
    rows = [row(way, source, marks) for (way, source), marks in sums.items()]
    cells = [list(COLUMNS)] + [["–" if r[name] is None else str(r[name]) for name in COLUMNS] for r in rows]
    widths = [max(len(line[i]) for line in cells) for i in range(len(COLUMNS))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells)


def _keep(folder: Path, picture: Picture, image: Image, seen: Seen | None, labels: Labels | None) -> None:
    """A PNG of a picture that was read wrongly: what was seen, and below it the points that are wrong."""
    import cv2

    from boardcam.vision import overlay

    path = folder / f"{picture.path.stem}.png"
    wrong = wrong_points(picture.truth, labels) if labels else []
    if labels is not None and not wrong:
        path.unlink(missing_ok=True)
        return
    canvas = overlay.draw(image, seen) if seen else image
    factor = min(1.0, 1280 / max(canvas.shape[:2]))
    small = cv2.resize(canvas, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    words = [f"{w.row} {w.nth}: {_word(w.want)}, read {_word(w.got)}" for w in wrong] or ["no board found"]
    abreast = max(1, small.shape[1] // 240)
    strip = cv2.copyMakeBorder(small, 0, 24 * (1 + len(words) // abreast), 0, 0, cv2.BORDER_CONSTANT, value=(30, 30, 30))
    for i, word in enumerate(words):
        at = (8 + i % abreast * 240, small.shape[0] + 17 + 24 * (i // abreast))
        cv2.putText(strip, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255), 1, cv2.LINE_AA)
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), strip)


def _word(place: Place) -> str:
    count, colour = place
    return "hidden" if count is None else f"{count} {colour or ''}".strip()
