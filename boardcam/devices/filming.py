"""The program of a camera's own process: opens the camera, keeps its newest frame in the shared memory, says how it goes.

It ends when it is told to (SIGTERM), when whoever started it is gone, and when its driver hangs for longer than HANG, whatever the
driver blocks. It tries nothing twice. What it says are lines of JSON: {"ready": …}, {"warning": …}, {"error": [reason, hint]}; the
sentences in them are packed (`rules.sentence`), to be said in the language of whoever looks.
"""

from __future__ import annotations

import faulthandler
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence

from boardcam.devices.camera import CameraError
from boardcam.devices.feed import Feed, Fixed, open_feed
from boardcam.devices.newest import Newest
from boardcam.rules.sentence import packed, plain, sentence

HANG = 45.0
"""Seconds after which a driver that neither opens the camera nor gives pictures is ended from within; who watches is quicker."""


def film(opened: Callable[[str, Fixed, int], Feed], words: Sequence[str]) -> int:
    """Films until told to stop. `words`: source, descriptors of memory, bell and what is said, settings as JSON, Hz of mains."""
    source, memory, bell, told, fixed = words[0], int(words[1]), int(words[2]), int(words[3]), json.loads(words[4])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program, which closes its cameras
    faulthandler.dump_traceback_later(HANG, exit=True)

    def say(**what: object) -> None:
        os.write(told, json.dumps(what).encode() + b"\n")

    try:
        feed = opened(source, fixed, int(words[5]))
        try:
            for warning in feed.warnings:
                say(warning=packed(plain(warning)))
            say(ready={"mode": feed.mode, "fixed": dict(feed.fixed)})
            _pass_on(feed, Newest(memory), bell)
        finally:
            feed.close()
    except CameraError as error:
        say(error=[packed(error.reason), packed(error.hint)])
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    except Exception as error:  # a driver may raise anything; whoever watches says it in one sentence
        why = sentence("its driver fails: {error}", error=f"{type(error).__name__}: {error}")
        say(error=[packed(why), packed(sentence("boardcam doctor says what is missing"))])
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is ending already
    return 0


def _pass_on(feed: Feed, newest: Newest, bell: int) -> None:
    for shot in feed.pictures():
        faulthandler.dump_traceback_later(HANG, exit=True)
        newest.beat = time.monotonic()
        if shot is not None:
            newest.put(shot.image, shot.taken)
            os.eventfd_write(bell, 1)
        if select.select([0], [], [], 0)[0]:  # nobody ever writes there: it is readable when the other end is gone
            return


if __name__ == "__main__":
    sys.exit(film(open_feed, sys.argv[1:]))
