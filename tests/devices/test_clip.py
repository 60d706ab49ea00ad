"""A video file as a camera: every frame, in order, with its time; clear words for files that are none."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from boardcam.devices.camera import CameraError, open_camera
from boardcam.devices.clip import Clip


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Twenty frames at 10 a second, each a shade brighter."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for nth in range(20):
        writer.write(np.full((48, 64, 3), nth * 10, np.uint8))
    writer.release()
    return path


def test_frames_come_in_order_with_their_times(film: Path) -> None:
    camera = open_camera(f"file:{film}")
    frames = []
    while frame := camera.read():
        frames.append(frame)
    camera.close()
    assert [frame.index for frame in frames] == list(range(20))
    assert [round(frame.t, 2) for frame in frames] == [round(nth / 10, 2) for nth in range(20)]
    shades = [int(frame.image.mean()) for frame in frames]
    assert shades == sorted(shades)
    assert frames[0].image.shape == (48, 64, 3)
    assert frames[0].image.dtype == np.uint8


def test_a_clip_tells_its_length(film: Path) -> None:
    clip = Clip(film)
    assert (clip.frames, clip.seconds) == (20, 2.0)
    clip.close()


def test_a_file_cut_short_ends_early(film: Path) -> None:
    film.write_bytes(film.read_bytes()[: film.stat().st_size * 2 // 3])
    clip = Clip(film)
    frames = 0
    while clip.read():
        frames += 1
    clip.close()
    assert 0 < frames < 20


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("file:/no/such/film.mp4", "does not exist"),
        ("file:/", "is no file"),
        ("v4l:/dev/no-such-camera", "v4l:/dev/no-such-camera: it is not there"),
        ("v4l:/dev/null", "cannot be opened"),
        ("film.mp4", "no camera is called"),
        ("file:", "no camera is called"),
    ],
)
def test_what_cannot_be_opened_says_why_and_what_to_do(source: str, reason: str) -> None:
    with pytest.raises(CameraError, match=reason) as refused:
        open_camera(source)
    assert refused.value.hint
    assert refused.value.hint in str(refused.value)
