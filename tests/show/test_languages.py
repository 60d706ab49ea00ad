"""What players are told is complete and right in every language; the catalogues are those that `scripts/messages` makes."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest
from PIL import ImageFont

from boardcam import app
from boardcam.events import Event, Kind, Status, Verdict
from boardcam.rules.position import Side
from boardcam.rules.profile import PRESETS, preset
from boardcam.rules.sentence import Sentence, counted, sentence
from boardcam.show.languages import CODES, ENGLISH, LOCALE, NAMES, PLURALS, Code, Language, chosen, language, marked, terms
from boardcam.show.pseudo import lengthened, pseudo
from boardcam.show.ruling import ruling
from boardcam.show.view import view

babel = pytest.importorskip("babel", reason="Babel is not installed (pip install 'boardcam[dev]')")
MESSAGES: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "messages"), run_name="messages")
FOREIGN = tuple(code for code in CODES if code != "en")
LIGHT, DARK = Side.WHITE, Side.BLACK
SIDES = ("side", "other", "eager", "who", "winner", "loser")
"""Places in which a side stands."""
DICE = ("die", "pips")
"""Places in which the number of a die stands."""
PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


@pytest.fixture(scope="module")
def collected() -> Any:
    return MESSAGES["collected"]()


def entries(name: str) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...], str]]:
    """(context, English, translations, the same as one name) of a catalogue as it lies there."""
    for message in MESSAGES["read"](name):
        if message.id:
            english = message.id if isinstance(message.id, tuple) else (message.id,)
            words = message.string if isinstance(message.string, tuple) else (message.string,)
            yield message.context or "", english, words, f"{name}: {english[0]}"


CATALOGUES = [*FOREIGN, *MESSAGES["overlays"]()]
ENTRIES = [entry for name in CATALOGUES for entry in entries(name) if all(entry[2])]


@pytest.mark.parametrize("code", FOREIGN)
def test_nothing_is_missing(code: str, collected: Any) -> None:
    lacking = [message.id for message in MESSAGES["missing"](MESSAGES["updated"](code, collected))]
    assert not lacking, f"run scripts/messages, then translate these in boardcam/show/locale/{code}.po and run it again"


@pytest.mark.parametrize("code", CATALOGUES)
def test_nothing_is_left_over_and_all_is_compiled(code: str, collected: Any) -> None:
    catalogue = MESSAGES["read"](code)
    gone = [message.id for message in catalogue if message.id and not collected.get(message.id, context=message.context)]
    assert not gone, "run scripts/messages"
    assert MESSAGES["compiled"](catalogue) == (MESSAGES["LOCALE"] / f"{code}.mo").read_bytes(), "run scripts/messages"


def places(words: str) -> set[str]:
    return {name for name, _ in PLACE.findall(words)}


def test_places_agree() -> None:
    for _, english, translations, where in ENTRIES:
        every = places(english[-1])
        for words in translations:
            free = {"n"} if len(english) > 1 else set()
            assert every - free <= places(words) <= every, where


def test_forms_of_words_exist() -> None:
    known = {name: language(name.partition("@")[0]) for name in CATALOGUES}
    for _, _, translations, where in ENTRIES:
        for words in translations:
            for place, form in PLACE.findall(words):
                assert not form or place in (*SIDES, *DICE), where
                for value in Side if place in SIDES else range(1, 7) if form else ():
                    forms = known[where.partition(":")[0]]._value(value).forms
                    assert not form or form in forms, f"{where} wants {form}"


def test_plurals_have_every_form() -> None:
    for _, english, translations, where in ENTRIES:
        code: Any = where[:2]
        assert len(translations) == (len(PLURALS[code]) if len(english) > 1 else 1), where


def test_texts_keep_their_manners() -> None:
    """No blank at an end, and the same sign at the end as the English has, but for a question of another shape."""
    for _, english, translations, where in ENTRIES:
        for words in translations:
            assert words == words.strip(), where
            assert words.endswith("…") == english[0].endswith("…"), where
            assert words.endswith(".") == english[0].endswith(".") or words.endswith(("?", "!")), where


def test_the_display_has_every_letter() -> None:
    font = ImageFont.truetype(LOCALE.parent / "fonts" / "DejaVuSans-Bold.ttf", 20)
    letters = {letter for _, _, translations, _ in ENTRIES for words in translations for letter in words}
    letters |= set("".join(NAMES.values())) | set(lengthened("AaEeIiOoSsUuZzCcLlNnYy"))
    lacking = bytes(font.getmask("\uffff"))
    assert not [letter for letter in letters if bytes(font.getmask(letter)) == lacking and not letter.isspace()]


@pytest.mark.parametrize("code", CODES)
def test_categories_and_signs_are_those_of_the_language(code: Code) -> None:
    from babel.numbers import format_decimal

    locale = babel.Locale(code)
    assert NAMES[code] == locale.get_language_name(code)
    for n in range(200):
        told = language(code).counted("{n} pip", "{n} pips", n)
        forms = language(code).catalogue()["plurals"].get("{n} pip", {"one": "{n} pip", "other": "{n} pips"})
        assert told == forms[locale.plural_form(n)].format(n=n)
    for n, decimals in ((1234567, 0), (12345.25, 2), (0.5, 1), (-3.25, 2)):
        assert language(code).number(n, decimals) == format_decimal(n, "#,##0." + "0" * decimals if decimals else "#,##0", locale)


def test_the_language_of_the_system() -> None:
    assert chosen({"LANG": "et_EE.UTF-8"}) == "et"
    assert chosen({"LC_ALL": "hu_HU", "LANG": "pl_PL"}) == "hu"
    assert chosen({"LC_ALL": "", "LC_MESSAGES": "pl"}) == "pl"
    assert (chosen({"LANG": "de_DE"}), chosen({})) == ("en", "en")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no language 'xx'; choose one of en, et, pl, hu"):
        language("xx")


def test_what_a_catalogue_lacks_is_said_in_english() -> None:
    assert language("et").text(marked("no such text: {n}"), n=3) == "no such text: 3"
    assert language("et").say("A player's own words.") == "A player's own words."
    assert language("et").say(Sentence("what a library says")) == "what a library says"


def test_sides_are_inflected() -> None:
    why = sentence("the illegal play of {side} stands: {why}", side=DARK, why=sentence("it was not called in time"))
    assert why == "the illegal play of dark stands: it was not called in time"
    assert language("et").say(why) == "Tumeda ebaseaduslik käik jääb kehtima: seda ei vaidlustatud õigeaegselt"
    assert language("pl").say(why) == "nielegalny ruch ciemnych pozostaje: nie zgłoszono go na czas"
    assert language("hu").say(why) == "Sötét szabálytalan lépése érvényben marad: nem kifogásolták időben"
    assert [language(code).side(LIGHT) for code in CODES] == ["light", "Hele", "jasne", "Világos"]


def test_numbers_choose_the_words() -> None:
    def won(n: int) -> str:
        how = sentence("a gammon")
        return language("pl").say(counted("{side} wins {n} point: {how}", "{side} wins {n} points: {how}", n, side=LIGHT, how=how))

    assert [won(n).split()[3] for n in (1, 2, 5, 12, 22)] == ["punkt:", "punkty:", "punktów:", "punktów:", "punkty:"]


def test_sentences_follow_one_another_in_any_language() -> None:
    both = sentence("{side} cannot move", side=LIGHT).then(sentence("the dice follow from the play"))
    assert language("et").say(both) == "Hele ei saa käia; täringud selguvad käigust"


def test_lists_and_words_in_places() -> None:
    where = (sentence("{side}'s bar", side=LIGHT), sentence("{side}'s {point}-point", side=LIGHT, point=6))
    assert language("hu").text("Weighed: {plays}", plays=where) == "Mérlegelve: Világos sorompója, Világos 6. mezője"
    assert language("pl").text("Weighed: {plays}", plays=1234.5) == "Rozważono: 1\N{NO-BREAK SPACE}234,5"


def test_terms_follow_the_rules_of_the_table() -> None:
    assert {name for name in PRESETS if terms(preset(name)) == "nardi"} == {"nardi-standard", "nardi-caucasian"}
    circle, nardi = language("et"), language("et", "nardi")
    bar = sentence("{side}'s bar", side=LIGHT)
    assert (circle.say(bar), nardi.say(bar)) == ("Heleda riba", "Heleda baar")
    assert (circle.text("Double to {cube}", cube=2), nardi.text("Double to {cube}", cube=2)) == ("Topeldus: 2", "Davé: 2")
    assert [language(code, "nardi").text("a gammon") for code in CODES] == ["mars", "Mars", "mars", "mars"]
    assert nardi.text("Close") == "Sulge"


@pytest.mark.parametrize("code", CODES)
def test_the_page_gets_all_of_it(code: Code) -> None:
    told = json.loads(json.dumps(language(code, "nardi").catalogue()))
    assert (told["code"], told["name"]) == (code, NAMES[code])
    assert not [words for words in told["texts"].values() if "|" in words]
    if code != "en":
        assert len(told["texts"]) > 300
        assert set(told["plurals"]["{n} pip"]) == set(PLURALS[code])
    assert told["texts"]["a gammon"].lower() == "mars"


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_verdict_has_words_in_every_language(code: Code, kind: Kind) -> None:
    verdict = Verdict(1, 1, kind, LIGHT, (6, 1), "13/7 8/7", why=sentence("{side} cannot move", side=LIGHT), rule="R1")
    shown = view(Status("to play", ("Ann", "Ben"), 7, verdict=verdict), 0.0, language(code))
    for words in (shown.headline, shown.why, ruling(verdict, ("Ann", "Ben"), language(code))):
        assert words.strip()
        assert "{" not in words
    assert shown.language.code == code
    assert view(shown.status, shown.t, ENGLISH).language == ENGLISH


def test_who_has_no_name_is_called_by_his_colour() -> None:
    verdict = Verdict(1, 1, "danced", LIGHT, (6, 6))
    shown = view(Status("to roll", ("Light", "Ben"), 7, cube=2, owner=LIGHT, verdict=verdict), 0.0, language("hu"))
    assert (shown.names, shown.cube) == (("Világos", "Ben"), "2 Világos")
    assert ruling(verdict, ("Light", "Dark"), language("pl")) == "  0:01.0  Jasny traci kolejkę"


@dataclass(frozen=True)
class Silent:
    """A catalogue that leaves out all words: what is still to be read in it cannot be translated."""

    def gettext(self, message: str) -> str:
        return " ".join(place.group() for place in PLACE.finditer(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return ""


def untranslatable(why: str) -> str:
    """What of a verdict's sentences would be said in English whatever the language, without plays and rolls."""
    left = Language(words=Silent()).say(why)
    return re.sub(r"\bbar\b|\boff\b|[-\d/*()=×;,. –]", "", left)


class Unkept:
    """Keeps nothing."""

    def event(self, event: Event) -> Event:
        return event

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        pass


def test_a_whole_match_can_be_told() -> None:
    verdicts: list[Verdict] = []
    seen, _ = app.simulated(3, 3)
    app.play(seen, preset("circle-match"), 3, ("Ann", "Ben"), Unkept(), lambda _, more: verdicts.extend(more))
    assert {"opening", "rolled", "played", "game", "match"} <= {verdict.kind for verdict in verdicts}
    assert {verdict.why: left for verdict in verdicts if (left := untranslatable(verdict.why))} == {}


def test_pseudo_is_longer_and_says_where_nothing_is_translated() -> None:
    assert lengthened("Roll again") != "Roll again"
    assert len(lengthened("Set up the board")) >= 1.35 * len("Set up the board")
    assert lengthened("{play}") == "{play}"
    assert places(lengthened("{name} wins the match")) == {"name"}
    assert pseudo().text("{name} wins", name="Ann").startswith("Ann wíńš")
    assert pseudo().counted("{n} pip", "{n} pips", 2).startswith("2 píp")


def test_every_text_of_the_page_is_found(collected: Any) -> None:
    """Also those within a longer text, which the tool that collects them passes over."""
    static = LOCALE.parents[1] / "web" / "static"
    told = {
        text: path.name
        for path in static.glob("*.js")
        for text in re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8"))
    }
    assert len(told) > 100
    assert [f"{name}: {text}" for text, name in told.items() if text not in collected] == []
