"""A camera of the network: a stream (MJPEG over HTTP, RTSP) or an address that gives a picture each time it is asked.

Every wait has an end, and a connection that fails is not used again. Exposure and focus are locked in the camera's own app or page.
"""

from __future__ import annotations

import http.client
import threading
import time
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

import cv2
import numpy as np

from boardcam.devices.camera import CameraError, Image
from boardcam.devices.feed import FAR, NOTHING, RATE, Feed, Fixed, Shot
from boardcam.rules.sentence import sentence

OPEN, READ = 5.0, 3.0
"""Seconds to connect, and between two pictures."""
FAILURES = (OSError, http.client.HTTPException)  # of urllib: its own are OSErrors


def connected(address: str) -> Feed:
    """The camera at an address. Raises CameraError."""
    if address.startswith("http") and _kind(address).startswith("image/"):
        return Snapshots(address)
    return Stream(address)


class Stream:
    """A stream that FFmpeg understands; see `feed.Feed`."""

    mode = ""
    fixed: Fixed = NOTHING
    warnings: tuple[str, ...] = ()

    def __init__(self, address: str) -> None:
        waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(OPEN * 1000), cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(READ * 1000)]
        self._capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, waits)
        if not self._capture.isOpened():
            raise CameraError(sentence("no stream can be opened there"), FAR)

    def pictures(self) -> Iterator[Shot | None]:
        while True:
            good, image = self._capture.read()
            if not good:
                raise CameraError(sentence("its stream has ended or given nothing for {n} s", n=round(READ)), FAR)
            yield Shot(np.asarray(image, np.uint8), time.monotonic())

    def close(self) -> None:
        self._capture.release()


class Snapshots:
    """Pictures one by one; see `feed.Feed`."""

    mode = ""
    fixed: Fixed = NOTHING
    warnings: tuple[str, ...] = ()

    def __init__(self, address: str) -> None:
        self._address = address

    def pictures(self) -> Iterator[Shot | None]:
        pause, last = threading.Event(), b""
        while True:
            begun = time.monotonic()
            with _answer(self._address, READ) as answer:
                data = _read(answer)
            yield None if data == last else Shot(_decoded(data), begun)
            last = data
            pause.wait(max(0.0, begun + 1.0 / RATE - time.monotonic()))

    def close(self) -> None:
        pass


def _kind(address: str) -> str:
    """What an address answers with, as HTTP says it: "image/jpeg"."""
    with _answer(address, OPEN) as answer:
        return str(answer.headers.get_content_type())


def _answer(address: str, seconds: float) -> Any:
    """The answer to a request, straight from the camera. Raises CameraError."""
    parts = urlsplit(address)
    request = urllib.request.Request(urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])))
    if parts.username is not None:
        words = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        request.add_header("Authorization", "Basic " + b64encode(words.encode()).decode("ascii"))
    try:
        return urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=seconds)
    except urllib.error.HTTPError as error:
        error.close()
        password = sentence("give its name and password: {address}", address="http://NAME:PASSWORD@…")
        hint = password if error.code in (401, 403) else sentence("check the address in a browser")
        raise CameraError(sentence("it answers {answer}", answer=f"{error.code} {error.reason}"), hint) from error
    except (*FAILURES, ValueError) as error:
        why = sentence("it does not answer ({error})", error=str(getattr(error, "reason", error)))
        raise CameraError(why, FAR) from error


def _read(answer: Any) -> bytes:
    try:
        return bytes(answer.read())
    except FAILURES as error:
        raise CameraError(sentence("a picture broke off ({error})", error=str(error)), FAR) from error


def _decoded(data: bytes) -> Image:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if image is None:
        raise CameraError(sentence("what it sends is no picture"), sentence("check the address in a browser: it should show one"))
    return np.asarray(image, np.uint8)
