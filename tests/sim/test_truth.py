"""The truth of a script: legal games, incidents as ordered."""

import itertools
from collections import Counter

import pytest

from boardcam.events import Verdict
from boardcam.geometry import Seating
from boardcam.rules import xgid
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.sim.incidents import INCIDENTS, SPOILED
from boardcam.sim.table import TooShort, script

SEEDS = range(6)


def _after(verdict: Verdict) -> Position:
    assert verdict.xgid is not None
    return xgid.parse(verdict.xgid).position


@pytest.mark.parametrize("seed", SEEDS)
def test_every_play_is_legal_but_the_ordered_illegal_ones(seed: int) -> None:
    origin = before = START
    for verdict in script(seed, match=3, incidents=("illegal", "illegal_corrected")).truth:
        if verdict.kind == "opening":
            before = START
        if verdict.kind not in ("played", "danced", "illegal", "corrected"):
            continue
        assert verdict.side
        assert verdict.dice
        start = origin if verdict.kind == "corrected" else before
        legal = legal_plays(start, verdict.side, verdict.dice)
        after = _after(verdict)
        if verdict.kind == "illegal":
            assert after not in legal
        elif verdict.kind == "danced":
            assert not legal
            assert after == start
        else:
            assert str(legal[after]) == verdict.play
        origin, before = start, after


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_is_won_by_who_has_the_points(seed: int) -> None:
    truth = script(seed, match=3).truth
    last = truth[-1]
    assert last.kind == "match"
    assert last.xgid is not None
    assert last.side is not None
    assert xgid.parse(last.xgid).score[last.side.index] >= 3
    assert sum(verdict.kind == "match" for verdict in truth) == 1


@pytest.mark.parametrize("incident", INCIDENTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_an_ordered_incident_happens_once(incident: str, seed: int) -> None:
    kinds = Counter(verdict.kind for verdict in script(seed, incidents=(incident,), turns=6).truth)
    wanted = {
        "void_roll": int(incident in SPOILED),
        "premature": int(incident == "premature"),
        "illegal": int(incident.startswith("illegal")),
        "corrected": int(incident == "illegal_corrected"),
    }
    assert {kind: kinds[kind] for kind in wanted} == wanted


def test_a_changed_play_is_told_as_played() -> None:
    truth = script(3, incidents=("changed",), turns=6).truth
    assert sum("changed" in verdict.why for verdict in truth) == 1


def test_without_an_order_nothing_goes_wrong() -> None:
    kinds = {verdict.kind for verdict in script(5, match=1).truth}
    assert kinds <= {"opening", "rolled", "played", "danced", "game", "match"}


def test_the_same_seed_gives_the_same_script() -> None:
    first, second = (script(11, incidents=INCIDENTS, turns=20) for _ in range(2))
    assert first == second
    assert first.truth != script(12, incidents=INCIDENTS, turns=20).truth


def test_truth_is_in_order_of_time() -> None:
    times = [verdict.t for verdict in script(2, match=3, incidents=INCIDENTS).truth]
    assert times == sorted(times)


def test_a_cut_script_ends_after_so_many_turns() -> None:
    kinds = Counter(verdict.kind for verdict in script(4, turns=7).truth)
    assert kinds["played"] + kinds["danced"] == 7


def test_a_resignation_ends_the_game() -> None:
    session = script(4, match=1, turns=5, resign=True)
    assert [verdict.kind for verdict in session.truth[-3:]] == ["resigned", "game", "match"]
    assert [press.button for press in session.presses[-2:]] == ["resign", "take"]
    resigned, game = session.truth[-3:-1]
    assert resigned.side is not None
    assert game.side is resigned.side.other
    assert session.presses[-1].t == resigned.t


def test_all_four_seatings_occur() -> None:
    assert {script(seed, turns=1).seating for seed in range(30)} == set(Seating)


def test_the_seating_can_be_ordered() -> None:
    assert script(0, turns=1, seating=Seating.TOP_LEFT).seating is Seating.TOP_LEFT


def test_turns_take_as_long_as_at_a_table() -> None:
    lengths = [script(seed, turns=10).duration / 10 for seed in range(10)]
    assert 5.0 <= sum(lengths) / len(lengths) <= 8.0


def test_the_pace_stretches_time() -> None:
    assert script(1, turns=8, pace=2.0).duration > 1.5 * script(1, turns=8).duration


def test_the_crawford_game_has_no_double() -> None:
    """Over many matches: no double while a side is one point short for the first time (R72)."""
    for seed in range(12):
        for verdict in script(seed, match=5).truth:
            if verdict.kind == "doubled":
                assert verdict.xgid is not None
                assert not xgid.parse(verdict.xgid).crawford


def test_a_match_below_one_point_is_refused() -> None:
    with pytest.raises(ValueError, match="1 point at least"):
        script(0, match=0)


def test_who_is_doubled_owns_the_cube() -> None:
    taken = [v for seed in range(8) for v in script(seed, match=5).truth if v.kind == "taken"]
    assert taken
    for verdict in taken:
        assert verdict.xgid is not None
        assert xgid.parse(verdict.xgid).cube.owner is verdict.side


def test_a_double_on_order_is_taken() -> None:
    truth = script(0, incidents=("doubled",), turns=4).truth
    doubled = next(i for i, verdict in enumerate(truth) if verdict.kind == "doubled")
    assert truth[doubled + 1].kind == "taken"
    with pytest.raises(TooShort, match="doubled"):
        script(0, match=1, incidents=("doubled",))


def test_without_buttons_the_same_game_is_played_with_the_cube_alone() -> None:
    pressed, silent = (script(2, match=5, turns=20, incidents=("doubled",), buttons=buttons) for buttons in (True, False))
    assert silent.truth == pressed.truth
    assert {press.button for press in pressed.presses} >= {"double", "take"}
    assert not silent.presses


def test_money_games_need_a_cut() -> None:
    with pytest.raises(ValueError, match=r"money games \(0\) need a number of turns or seconds"):
        script(0, match=0)
    played = script(0, match=0, turns=3).truth
    assert xgid.parse(played[-1].xgid or "").length == 0


def test_sides_take_turns() -> None:
    orders = [incident for incident in INCIDENTS if incident != "doubled"]  # one point is played without a cube
    turns = [v for v in script(9, match=1, incidents=orders).truth if v.kind in ("played", "danced", "illegal")]
    assert all(a.side is not None and a.side.other is b.side for a, b in itertools.pairwise(turns))
    assert {v.side for v in turns} == set(Side)


def test_a_match_too_short_for_its_incidents_is_refused() -> None:
    with pytest.raises(TooShort, match="order fewer incidents"):
        script(0, match=1, incidents=("cocked",) * 200)
