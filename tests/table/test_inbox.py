"""The inbox: said once, done once, answered; stamped with the camera's clock; nobody waits for anybody."""

from __future__ import annotations

from collections.abc import Iterator

from boardcam.app import Seen
from boardcam.events import Observation, Pressed, no_counts
from boardcam.replay.asked import Asked
from boardcam.table.inbox import Answer, Begin, End, Inbox, attended
from boardcam.table.sitting import Pace


def picture(t: float, found: bool = True) -> Observation:
    return Observation(t, int(t * 10), no_counts(), found=found)


def unbeaten(t: float, found: bool) -> None:
    pass


def test_a_press_is_stamped_with_the_time_of_the_picture_and_answered() -> None:
    inbox = Inbox()
    future = inbox.put("id-00001", Pressed(0.0, "double"))
    (press,) = inbox.taken(12.5)
    assert press == Pressed(12.5, "double")
    assert inbox.taken(12.6) == ()
    inbox.answer(press, Answer(True))
    assert future.result(0) == Answer(True)


def test_the_same_id_is_done_once_and_answered_alike() -> None:
    inbox = Inbox()
    first, second = (inbox.put("id-00001", Pressed(0.0, "undo")) for _ in range(2))
    assert first is second
    assert len(inbox.taken(1.0)) == 1
    assert inbox.put("id-00001", Pressed(0.0, "undo")) is first
    assert inbox.taken(2.0) == ()


def test_what_others_pressed_is_nobodys_answer() -> None:
    inbox = Inbox()
    future = inbox.put("id-00001", Pressed(0.0, "undo"))
    inbox.taken(3.0)
    inbox.answer(Pressed(3.0, "undo"), Answer(True))  # an equal one, from the table's edge
    assert not future.done()


def test_between_two_matches_only_what_is_about_matches_is_taken() -> None:
    inbox = Inbox()
    press, begin = inbox.put("id-00001", Pressed(0.0, "undo")), inbox.put("id-00002", Begin({}))
    assert inbox.order() == Begin({})
    assert not press.result(0).good
    assert not begin.done()
    assert inbox.order() is None


def test_during_a_match_no_other_begins() -> None:
    inbox = Inbox()
    begin, asked = inbox.put("id-00001", Begin({})), Asked(undo=True)
    inbox.put("id-00002", asked)
    assert inbox.taken(1.0) == (asked,)
    assert begin.result(0).sentences == ("a match is being played; end it first",)


def test_while_nothing_is_seen_only_an_end_is_taken() -> None:
    inbox = Inbox()
    press, end = inbox.put("id-00001", Pressed(0.0, "undo")), inbox.put("id-00002", End())
    inbox.refuse("the board is not seen yet")
    assert press.result(0) == Answer(False, sentences=("the board is not seen yet",))
    assert not end.done()
    assert inbox.order() == End()


def test_people_are_heard_after_every_picture() -> None:
    inbox, beats = Inbox(), list[tuple[float, bool]]()

    def seen() -> Iterator[Seen]:
        yield picture(1.0)
        inbox.put("id-00001", Pressed(0.0, "confirm"))
        yield picture(2.0, found=False)

    told = list(attended(seen(), inbox, lambda t, found: beats.append((t, found))))
    assert [getattr(item, "t", None) for item in told] == [1.0, 2.0, 2.0]
    assert told[-1] == Pressed(2.0, "confirm")
    assert beats == [(1.0, True), (2.0, False)]


def test_an_ended_match_ends_after_the_picture_that_is_being_read() -> None:
    inbox = Inbox()

    def seen() -> Iterator[Seen]:
        yield picture(1.0)
        inbox.put("id-00001", End())
        yield picture(2.0)
        raise AssertionError("nobody may look any more")

    assert len(list(attended(seen(), inbox, unbeaten))) == 2
    assert inbox.order() == End()
    assert not inbox.ended


def test_after_the_source_has_ended_people_still_put_right() -> None:
    inbox, looks = Inbox(), list[int]()

    def alive() -> None:
        looks.append(1)
        inbox.put(f"id-0000{len(looks)}", Asked(undo=True) if len(looks) == 1 else End())

    told = list(attended([picture(1.0)], inbox, unbeaten, stays=True, alive=alive))
    assert told == [told[0], Asked(undo=True)]


def test_people_do_not_wait_for_the_next_picture_of_a_slow_recording() -> None:
    inbox = Inbox()
    inbox.put("id-00001", Pressed(0.0, "confirm"))
    waits = iter([5.0, 0.0])
    told = list(attended([picture(9.0)], inbox, unbeaten, lambda t: next(waits)))
    assert [type(item) for item in told] == [Pressed, Observation]


def test_a_table_that_closes_says_so() -> None:
    inbox = Inbox()
    inbox.stop()
    assert not inbox.put("id-00001", End()).result(0).good


def test_answers_are_not_remembered_for_ever() -> None:
    inbox = Inbox()
    first = inbox.put("id-first", End())
    for n in range(500):
        inbox.put(f"id-{n:05}", End())
    assert inbox.put("id-first", End()) is not first


def test_a_recording_is_as_fast_as_life_and_never_caught_up_with() -> None:
    now = [100.0]
    pace = Pace(2.0, lambda: now[0])
    assert pace.left(0.0) == 0.0
    assert pace.left(4.0) == 2.0
    now[0] = 110.0  # the eyes took long
    assert pace.left(4.0) <= 0.0
    assert pace.left(6.0) == 1.0
