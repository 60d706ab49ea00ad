"""Names are taken out wherever they stand, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardcam.evidence.nameless import COMMON, nameless, source

ANN = nameless([("Anna-Mária Szűcs", "light"), ("Al", "dark")], {"/srv/club/friday": "(folder)", "kerstin-laptop": "(machine)"})


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna-Mária Szűcs wins", "light wins"),
        ("ANNA-MÁRIA SZŰCS", "light"),
        ("anna_mária_szűcs.mp4", "light.mp4"),
        ("the clip szűcs2.mp4", "the clip light2.mp4"),
        ("Szűcsé a kocka", "lighté a kocka"),
        ("Al doubles, a legal play", "dark doubles, a legal play"),
        ("al-vs-anna", "dark-vs-light"),
        ("/srv/club/friday/events.jsonl on kerstin-laptop", "(folder)/events.jsonl on (machine)"),
        ("/dev/v4l/by-id/usb-046d_C920_1A2B3C4D-video-index0, /dev/video0", "/dev/v4l/…, /dev/video0"),
        ("rtsp at 192.168.1.20, b8:27:eb:01:02:03", "rtsp at …, …"),
        ("/home/kerstin/boardcam and /media/kerstin/card", "~/boardcam and ~/card"),
        ("light has lifted his dice", "light has lifted his dice"),
    ],
)
def test_what_stands_in_place_of_names(text: str, clean: str) -> None:
    assert ANN.text(text) == clean


def test_the_words_of_the_program_stay() -> None:
    clean = nameless([("Play", "light"), ("Dance", "dark")], {})
    entry = {"kind": "played", "play": "8/5 6/5", "why": "Dance has played", "players": ["Play", None, 3], "legal": True}
    assert clean.value(entry) == {
        "kind": "played", "play": "8/5 6/5", "why": "dark has lighted", "players": ["light", None, 3], "legal": True,
    }  # fmt: skip


def test_a_name_of_one_letter_goes_where_it_stands_alone() -> None:
    clean = nameless([("A", "light"), (None, "dark")], {})
    assert clean.value({"player": "A", "why": "a 6-1"}) == {"player": "light", "why": "a 6-1"}


def test_light_may_be_called_light() -> None:
    assert nameless([("Light", "light"), ("Root", "dark")], {"pi": "(user)"}).words == ()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("sim:7", "sim:7"), ("demo", "demo"), ("v4l:/dev/video0", "v4l:/dev/video0"), ("file:/home/ann/ann.mp4", "file:…"),
        ("v4l:/dev/v4l/by-id/usb-x_123-index0", "v4l:…"), ("rtsp:user:secret@camera.lan/1", "rtsp:…"),
    ],
)  # fmt: skip
def test_a_source_keeps_its_kind(told: str, said: str) -> None:
    assert source(told) == said


letters = st.text(st.characters(categories=("Lu", "Ll")), min_size=2, max_size=9)
names = st.lists(letters, min_size=1, max_size=3).map(" ".join)


@given(names, names, st.sampled_from(["{} and {}", "{}-{}.mp4", "({}): «{}»", "/tmp/{}/{}/x", "{}_vs_{}2"]))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_no_name_survives(light: str, dark: str, where: str) -> None:
    clean = nameless([(light, "light"), (dark, "dark")], {}).text(where.format(light, dark)).casefold()
    for part in (light, dark, *light.split(), *dark.split()):
        if part.casefold() not in COMMON and not any(part.casefold() in word for word in ("light", "dark", "mp4", "tmp", "and")):
            assert part.casefold() not in clean
