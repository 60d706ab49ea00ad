"""Frames to an H.264 file. Optional package: av."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


class NoVideo(RuntimeError):
    """PyAV is missing; the message says what to install."""


def write(path: Path, frames: Iterable[NDArray[np.uint8]], fps: float, crf: int = 20) -> int:
    """Writes BGR frames of one size (even width and height) as mp4; returns how many. Raises NoVideo."""
    try:
        import av
    except ImportError as error:
        raise NoVideo('Writing video needs PyAV: pip install "boardcam[sim]".') from error
    count = 0
    with av.open(str(path), "w") as container:
        stream = container.add_stream(
            "libx264", rate=Fraction(fps).limit_denominator(1000), options={"crf": str(crf), "preset": "veryfast"}
        )
        stream.pix_fmt = "yuv420p"
        for image in frames:
            if count == 0:
                stream.height, stream.width = image.shape[:2]
            container.mux(stream.encode(av.VideoFrame.from_ndarray(np.ascontiguousarray(image), "bgr24")))
            count += 1
        container.mux(stream.encode())
    return count
