"""A trial of what stands at the table: display, lights, buzzer and voice show one signal after the other, then buttons are listened
to. Whether it shows, shines and sounds right, only people can tell.

It works on a rig of its own as well as on that of a match: that match goes on, is shown again when the trial is over, and presses
meanwhile are listed and do not count.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from boardcam.events import Need, Pressed, Status, Verdict
from boardcam.geometry import Seating
from boardcam.rules.position import START, Side
from boardcam.rules.sentence import Sentence, listed, sentence
from boardcam.show.view import view
from boardcam.table.rig import Rig

EACH = 3.0
"""s for which each thing is shown."""
LISTEN = 20.0
"""s for which buttons are listened to."""
LOOK = 0.05
"""s between two looks at the buttons."""
FRAME = sentence("display: a frame to its edges, and letters of every language")
"""What is to be seen first."""
Say = Callable[[Sentence], None]


def tried(rig: Rig, now: Say, heard: Say, *, each: float = EACH, listen: float = LISTEN) -> None:
    """Tries every part of a rig; `now` is told what is to be seen and heard, `heard` of every press."""
    pause = threading.Event()
    with rig.tried() as pressed:
        rig.pattern()
        now(FRAME)
        pause.wait(each)
        for what, status, verdicts in signals():
            now(sentence("now: {what}", what=what))
            rig.shine(view(status, 0.0, rig.language), verdicts)
            rig.check()
            pause.wait(each)
        if rig.parts.buttons is not None:
            now(sentence("buttons: press each of them; {n} s", n=f"{listen:g}"))
            pressed()  # what was pressed before belongs to nothing
            until = time.monotonic() + listen
            while time.monotonic() < until:
                for press in pressed():
                    heard(named(press))
                pause.wait(LOOK)


def named(press: Pressed) -> Sentence:
    """ "take of dark"; a button is called as in the file."""
    return listed(press.button) if press.side is None else sentence("{button} of {side}", button=press.button, side=press.side)


def signals() -> Iterator[tuple[Sentence, Status, tuple[Verdict, ...]]]:
    """What is to be seen and heard, and the state of a game that leads to it."""
    light, dark = Side.WHITE, Side.BLACK
    game = Status("to play", ("Ann", "Ben"), 7, (3, 5), position=START, turn=light, seating=Seating.BOTTOM_RIGHT)
    put_right: Need = "correct"
    wrong = Verdict(0, 0, "illegal", light, (6, 1), "13/7 8/6", legal=False, why=sentence("a checker on the bar must enter first"))
    legal = Verdict(0, 0, "played", light, (3, 1), "8/5 6/5", legal=True)
    void = Verdict(0, 0, "void_roll", dark, (4, 3), why=sentence("roll again: {why}", why=sentence("a die does not lie flat")))
    told: tuple[tuple[Sentence, Verdict | None, Status], ...] = (
        (sentence("it is the light side's turn"), None, game),
        (sentence("it is the dark side's turn"), None, replace(game, turn=dark)),
        (sentence("legal: blue, steady"), legal, replace(game, turn=dark)),
        (sentence("illegal: orange, blinking"), wrong, replace(game, needs=put_right)),
        (sentence("roll again: orange, two flashes"), void, replace(game, needs="again")),
        (sentence("please check: white, blinking slowly"), replace(legal, kind="unsure", legal=None), replace(game, needs="check")),
        (
            sentence("the thread is lost: white and orange in turn"),
            replace(legal, kind="lost"),
            replace(game, phase="lost the thread"),
        ),
        (sentence("the board is not seen: white, two flashes"), replace(legal, kind="camera"), replace(game, seen=False)),
    )
    for what, verdict, status in told:
        yield what, replace(status, verdict=verdict), (verdict,) if verdict else ()
