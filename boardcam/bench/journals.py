"""Journals for `boardcam bench record`: how fast they fold, how large they are, and what fifty kills leave of a match.

The matches are those of the simulated table as its noisy observations show them, settled into events as in play. A game is folded
in two ways: *refereed again* from all that was seen, as after a correction, and *read* by what was told, as a list or an export
does; both must give the same record.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardcam.events import Event

LENGTH = 5
"""Points of a match."""
CHILD = ("-m", "boardcam.bench.journals")


def folding(args: Namespace) -> int:
    """Journals of simulated matches, folded on one core; processor time, so that other programs do not count."""
    from boardcam.record.journal import Journal
    from boardcam.replay.fold import folded, record
    from boardcam.rules.plays import results

    games = plays = size = wrong = seed = 0
    refereed = read = 0.0
    with TemporaryDirectory() as folder:
        while games < args.games:
            seed += 1
            path = Path(folder) / f"{seed}.sqlite"
            _kept(path, seed)
            size += path.stat().st_size
            results.cache_clear()  # the live match must not have worked it out beforehand
            with closing(Journal(path)) as journal:
                begun = time.process_time()
                fold = folded(journal)
                match = fold.match
                refereed += time.process_time() - begun
                begun = time.process_time()
                again = record(journal)
                read += time.process_time() - begun
                wrong += again != match or fold.verdicts != journal.verdicts()
            path.unlink()
            games, plays = games + len(match.games), plays + len(fold.turns)
    print(f"folding: {games} games, {plays} plays, {size / games / 1e3:.0f} kB a game on the disk, {size / plays / 1e3:.1f} a play")
    for name, seconds in (("refereed again", refereed), ("read", read)):
        each = f"{1e3 * seconds / games:6.1f} ms a game, {1e3 * seconds / plays:5.2f} ms a play"
        print(
            f"  {name:15} {60 * games / seconds:7,.0f} games a minute, {each}; 15,000 games in {250 * seconds / games:.1f} minutes"
        )
    print(f"  matches that the two tell differently: {wrong}")
    return int(wrong > 0)


def _settings() -> dict[str, Any]:
    from boardcam.rules import profile_file
    from boardcam.rules.profile import preset

    return {"source": "sim", "length": LENGTH, "profile": profile_file.format(preset("circle-match")), "players": ["Ann", "Ben"]}


def _events(seed: int) -> Iterator[Event]:
    """What the settled eyes make of a match of the simulated table."""
    from boardcam import app
    from boardcam.events import Observation, Pressed
    from boardcam.geometry import Board
    from boardcam.referee import settle
    from boardcam.rules.profile import preset

    state = settle.start(preset("circle-match"))
    for item in app.simulated(seed, LENGTH)[0]:
        if isinstance(item, Board):
            state = replace(state, board=item)
        elif isinstance(item, Pressed):
            yield item
        elif isinstance(item, Observation):
            state, events = settle.settle(state, item)
            yield from events


def _kept(path: Path, seed: int) -> None:
    """A match in a journal as play leaves it, but written in one go."""
    from boardcam.record.journal import Journal
    from boardcam.referee import referee
    from boardcam.replay.fold import begun

    with closing(Journal(path)) as journal, journal.together():
        journal.match(_settings())
        state = begun(_settings()).state
        for event in _events(seed):
            state, verdicts = referee.advance(state, journal.event(event))
            for verdict in verdicts:
                journal.verdict(verdict)


# --- kills ---------------------------------------------------------------------------------------------------------------------


def kills(args: Namespace) -> int:
    """A match that a program of its own keeps is killed at random moments, taken up again, and compared with one left in peace."""
    from boardcam.record.codec import decode, encode
    from boardcam.replay.fold import fold

    rng, lost, done, torn = random.Random(7), 0, 0, 0
    with TemporaryDirectory() as name:
        script, out = Path(name) / "events", Path(name) / "match"
        script.write_text("\n".join(json.dumps(encode(event)) for event in _events(3)), encoding="utf-8")
        whole = fold(_settings(), [decode(json.loads(line)) for line in script.read_text(encoding="utf-8").splitlines()])
        acknowledged = 0
        for _ in range(args.kills):
            acknowledged += _killed(out, script, rng)
            kept, same, half = _found(out, whole.verdicts)
            lost += kept < acknowledged or not same
            torn += half
            acknowledged = kept
            if kept == len(script.read_text(encoding="utf-8").splitlines()):
                done, acknowledged, out = done + 1, 0, Path(name) / f"match-{done + 2}"
    print(f"kills: {args.kills} by SIGKILL while a match was kept and taken up again, {done} matches finished; kills after which "
          f"anything acknowledged was gone or told otherwise: {lost}; torn last lines mended: {torn}")  # fmt: skip
    return int(lost > 0)


def _killed(out: Path, script: Path, rng: random.Random) -> int:
    """How many events were acknowledged before the end."""
    with subprocess.Popen([sys.executable, *CHILD, str(out), str(script)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        told = sum(1 for _ in zip(range(rng.randrange(1, 40)), child.stdout, strict=False))
        os.kill(child.pid, signal.SIGKILL)
        rest = child.communicate()[0]
    return told + rest.count("\n")


def _found(out: Path, truth: tuple[Any, ...]) -> tuple[int, bool, bool]:
    """(Events kept, whether everything tells the same as the match left in peace, whether the last line was torn)."""
    from boardcam.record.lines import line
    from boardcam.table.resume import opened

    text = (out / "events.jsonl").read_text(encoding="utf-8")
    with opened(out, print) as (folder, fold):
        kept = sum(1 for _ in folder.events())
        lines = [line(verdict, ("Ann", "Ben")) for verdict in fold.verdicts]
        same = fold.verdicts == truth[: len(fold.verdicts)] and (out / "events.jsonl").read_text("utf-8").splitlines() == lines
    return kept, same, bool(text) and not text.endswith("\n")


def _write(out: Path, script: Path) -> None:
    """The program that is killed: keeps the events of the script, and acknowledges each with a line."""
    from boardcam.record.codec import decode
    from boardcam.record.folder import Folder, take_up
    from boardcam.referee import referee
    from boardcam.replay.fold import begun, blank, folded
    from boardcam.table.resume import mend

    if (out / "journal.sqlite").exists():
        up = take_up(out)
        was = folded(up.journal)
        mend(up, was)
        folder, state = Folder(out, _settings(), blank(_settings()), up=up, told=was.verdicts), was.state
    else:
        folder, state = Folder(out, _settings(), blank(_settings())), begun(_settings()).state
    events = [decode(json.loads(line)) for line in script.read_text(encoding="utf-8").splitlines()]
    for event in events[sum(1 for _ in folder.events()) :]:
        state, verdicts = referee.advance(state, folder.event(event))
        folder.verdicts(verdicts)
        print(len(verdicts), flush=True)
    folder.close()


if __name__ == "__main__":
    _write(Path(sys.argv[1]), Path(sys.argv[2]))
