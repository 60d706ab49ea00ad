"""Cameras of the network, against a server of our own: streams and single pictures, stalls, passwords, wrong addresses."""

from __future__ import annotations

import base64
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from boardcam.devices import network
from boardcam.devices.camera import CameraError
from boardcam.devices.live import Live
from boardcam.devices.network import connected

HERE = Path(__file__).parent


def jpeg(shade: int) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((48, 64, 3), shade, np.uint8))[1])


class Phone(ThreadingHTTPServer):
    """An app that shows what a phone's camera sees, one shade brighter each time."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.flows = threading.Event()
        self.flows.set()
        self.over = threading.Event()
        self.shade = 10
        self.moves = True
        self.asked: list[str | None] = []

    def next(self) -> bytes:
        self.shade += self.moves
        return jpeg(self.shade % 200)

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{path}"


class Answers(BaseHTTPRequestHandler):
    server: Phone

    def do_GET(self) -> None:
        self.server.asked.append(self.headers.get("Authorization"))
        with suppress(OSError):  # whoever watched has gone
            self._answer()

    def _answer(self) -> None:
        if self.path == "/private" and not self.headers.get("Authorization"):
            self.send_error(401)
        elif self.path in ("/shot", "/private"):
            self._one(self.server.next(), "image/jpeg")
        elif self.path == "/page":
            self._one(b"<html></html>", "text/html")
        elif self.path == "/broken":
            self._one(b"no picture", "image/jpeg")
        elif self.path == "/video":
            self._stream()
        else:
            self.send_error(404)

    def _one(self, data: bytes, kind: str) -> None:
        self.server.flows.wait()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        while not self.server.over.wait(0.01):
            self.server.flows.wait()
            data = self.server.next()
            self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(data), data))

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def phone() -> Iterator[Phone]:
    with Phone() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        yield server
        server.over.set()
        server.flows.set()
        server.shutdown()


def test_a_stream_gives_pictures(phone: Phone) -> None:
    feed = connected(phone.address("video"))
    shots = [shot for shot, _ in zip(feed.pictures(), range(5), strict=False)]
    feed.close()
    shades = [round(float(shot.image.mean())) for shot in shots if shot]
    assert shades == sorted(set(shades))
    assert all(shot.image.shape == (48, 64, 3) for shot in shots if shot)


def test_single_pictures_are_fetched_again_and_again(phone: Phone) -> None:
    pictures = connected(phone.address("shot")).pictures()
    shots = [next(pictures) for _ in range(3)]
    assert len({round(float(shot.image.mean())) for shot in shots if shot}) == 3
    phone.moves = False
    next(pictures)
    assert next(pictures) is None  # the same picture again is no news


def test_a_name_and_a_password_are_sent_and_not_told(phone: Phone) -> None:
    address = phone.address("private").replace("//", "//ann:s%40cret@")
    next(connected(address).pictures())
    assert phone.asked[-1] == "Basic " + base64.b64encode(b"ann:s@cret").decode()


@pytest.mark.parametrize(
    ("path", "reason", "hint"),
    [
        ("private", "it answers 401", "give its name and password"), ("nothing", "it answers 404", "check the address"),
        ("broken", "what it sends is no picture", "check the address"),
        ("page", "no stream can be opened there", "check that it is on"),
    ],
)  # fmt: skip
def test_an_address_that_is_wrong_says_why(phone: Phone, path: str, reason: str, hint: str) -> None:
    with pytest.raises(CameraError, match=reason) as wrong:
        next(connected(phone.address(path)).pictures())
    assert hint in wrong.value.hint


def test_nobody_at_home(phone: Phone) -> None:
    phone.server_close()
    with pytest.raises(CameraError, match="it does not answer"):
        connected(phone.address("video"))
    with pytest.raises(CameraError, match="no stream can be opened"):
        connected(f"rtsp://127.0.0.1:{phone.server_port}/1")


@pytest.mark.parametrize("path", ["video", "shot"])
def test_a_stall_has_an_end(phone: Phone, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "READ", 0.3)
    feed = connected(phone.address(path))
    pictures = feed.pictures()
    next(pictures)
    phone.flows.clear()
    with pytest.raises(CameraError):
        list(pictures)  # some may be on their way
    feed.close()


def test_a_camera_that_comes_back_is_connected_anew(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(HERE.parents[1]))
    said: list[str] = []
    camera = Live(phone.address("video"), said.append, patience=60.0)
    camera.read()
    phone.over.set()
    with pytest.raises(CameraError, match=r"its stream has ended .* check that it is on"):
        deque(iter(camera.read, None))
    phone.over.clear()
    ends, frame = time.monotonic() + 60.0, None
    while frame is None and time.monotonic() < ends:
        with suppress(CameraError):
            frame = camera.read()
    camera.close()
    assert frame is not None
    assert said == []
