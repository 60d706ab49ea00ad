"""What happens about a table: in its turn, told or not, and never a change of what is true on the board."""

from __future__ import annotations

import itertools

import pytest

from boardcam.sim.changes import Change
from boardcam.sim.disturbances import MOVES
from boardcam.sim.incidents import DISTURBANCES, Incident
from boardcam.sim.script import Script
from boardcam.sim.surroundings import Head, Knock, Light, Surroundings
from boardcam.sim.table import script

SEEDS = range(4)
HEAD = Head(4.0, -7.0, 5.0, True, 1)


@pytest.mark.parametrize("incident", DISTURBANCES)
@pytest.mark.parametrize("seed", SEEDS)
def test_it_happens_once_while_dice_lie_there(incident: Incident, seed: int) -> None:
    made = script(seed, incidents=(incident,), turns=5)
    first = made.changes[0]
    assert made.scene(first.start).dice
    assert made.surroundings(first.start - 0.01) == Surroundings()
    assert made.surroundings(first.end) != Surroundings()
    assert first.end < made.duration
    cameras = [verdict for verdict in made.truth if verdict.kind == "camera"]
    assert [(verdict.t, verdict.t_decided) for verdict in cameras] == [(first.start, first.end)] * (incident in MOVES)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_game_is_the_same_whichever_it_is(seed: int) -> None:
    """What is played, and with which dice, does not hang on what happens about the table."""
    games = [
        [(v.kind, v.side, v.dice, v.play, v.xgid) for v in script(seed, incidents=(order,), turns=9).truth if v.kind != "camera"]
        for order in DISTURBANCES
    ]
    assert all(game == games[0] for game in games)


@pytest.mark.parametrize("seed", SEEDS)
def test_changes_follow_each_other(seed: int) -> None:
    made = script(seed, incidents=(*DISTURBANCES, *DISTURBANCES), turns=24)
    for one, two in itertools.pairwise(made.changes):
        assert one.end <= two.start
        assert one.after == two.before


def test_nothing_changes_without_an_order() -> None:
    made = script(1, turns=3)
    assert not made.changes
    assert made.scene(5.0).around == Surroundings()


def test_the_light_is_as_before_in_the_end() -> None:
    for made in (script(3, incidents=("lamp",), turns=8), script(3, incidents=("cloud",), turns=8)):
        light = _end(made).light
        assert (light.lamp, light.day) == (1.0, (1.0, 1.0, 1.0))


def test_a_bump_stays_within_the_picture() -> None:
    """Two bumps do not add up to a board that is out of sight."""
    for seed in range(12):
        knock = _end(script(seed, incidents=("bump",) * 3, turns=9)).knock
        assert abs(knock.x) < 1.0
        assert abs(knock.y) < 0.7
        assert abs(knock.turn) < 0.1


def _end(made: Script) -> Surroundings:
    return made.changes[-1].after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Surroundings(), Surroundings(knock=Knock(0.5, 0.2, 0.02))),
        (Surroundings(), Surroundings(light=Light(0.0, (0.5, 0.5, 0.6), True))),
        (Surroundings(head=HEAD), Surroundings(head=Head(4.0, 1.0, 4.0, True, 1))),
        (Surroundings(head=HEAD), Surroundings()),
    ],
)
def test_a_change_runs_from_before_to_after(before: Surroundings, after: Surroundings) -> None:
    change = Change(2.0, 4.0, before, after)
    assert change.at(1.9) == before
    assert change.at(4.0) == after
    assert change.at(3.0).head in (before.head, after.head) or change.at(3.0) not in (before, after)


def test_a_knock_swings_past_its_new_place() -> None:
    change = Change(0.0, 1.0, Surroundings(), Surroundings(knock=Knock(1.0)))
    swing = [change.at(k / 50).knock.x for k in range(51)]
    assert max(swing) > 1.1
    assert swing[0] == 0.0


def test_light_fades_steadily() -> None:
    change = Change(0.0, 1.0, Surroundings(), Surroundings(light=Light(0.0, (0.4, 0.5, 0.6))))
    fades = [change.at(k / 20).light for k in range(21)]
    assert all(a.lamp > b.lamp and a.day > b.day for a, b in itertools.pairwise(fades))
