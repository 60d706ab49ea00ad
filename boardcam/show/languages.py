"""What the players are told, in their language and in the terms of their rules: English, Estonian, Polish, Hungarian.

The name of a text is the English text itself, with {named} places. What a catalogue in `locale/` lacks is said in English. Texts
to be translated are found where they are used, so nobody keeps a list: in Python the first argument of `text`, `marked`, `sentence`
and the first two of `counted`; in the page `t("…")`, `tn("…", "…", n)` and `data-t="…"`. `scripts/messages` collects and compiles
them.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol, cast, get_args

from boardcam.rules.position import Side
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import Sentence, Value, marked

__all__ = ["CODES", "ENGLISH", "NAMES", "Code", "Language", "Terms", "chosen", "language", "marked", "terms"]

Code = Literal["en", "et", "pl", "hu"]
CODES: tuple[Code, ...] = get_args(Code)
NAMES: dict[Code, str] = {"en": "English", "et": "eesti", "pl": "polski", "hu": "magyar"}
"""Each language in its own words."""
Terms = Literal["backgammon", "nardi"]
"""What things are called: gammon and cube, or mars and Davé (rules of play §1.2, §1.5)."""
PLURALS: dict[Code, tuple[str, ...]] = {"en": ("one", "other"), "et": ("one", "other"), "pl": ("one", "few", "many"),
                                        "hu": ("one", "other")}  # fmt: skip
"""The forms that a catalogue has for a number, in its order, as the Unicode CLDR and JavaScript's `Intl.PluralRules` call them."""
SIGNS: dict[Code, tuple[str, str]] = {"en": (".", ","), "et": (",", "\N{NO-BREAK SPACE}"), "pl": (",", "\N{NO-BREAK SPACE}"),
                                      "hu": (",", "\N{NO-BREAK SPACE}")}  # fmt: skip
"""Before the decimals, and between thousands."""
_FORM = re.compile(r"\|(?=\w+=)")
LOCALE = Path(__file__).parent / "locale"


class Words(Protocol):
    """A catalogue; `gettext.NullTranslations` is one, which answers in English."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Language:
    """A language with the terms of a profile."""

    code: Code = "en"
    terms: Terms = "backgammon"
    words: Words = field(default_factory=gettext.NullTranslations, compare=False, repr=False)

    @property
    def name(self) -> str:
        """In its own words."""
        return NAMES[self.code]

    def text(self, english: str, /, **values: Value) -> str:
        """A label or a headline: `text("Double to {cube}", cube=4)`."""
        return self._filled(self.words.gettext(english), values)

    def counted(self, one: str, many: str, n: int, /, **values: Value) -> str:
        """The same where the words depend on a number: `counted("{n} point", "{n} points", 3)`."""
        return self._filled(self.words.ngettext(one, many, n), {"n": n, **values})

    def say(self, sentence: str) -> str:
        """A verdict's sentences. What is only a text, as from a record or from a player, stays as it is."""
        if not isinstance(sentence, Sentence) or not sentence.made.template:
            return sentence
        template, many, values, following = sentence.made
        told = dict(values)
        first = self.counted(template, many, cast(int, told.pop("n")), **told) if many else self.text(template, **told)
        return "; ".join((first, *map(self.say, following)))

    def side(self, side: Side) -> str:
        """Its colour."""
        return str(self._value(side))

    def number(self, n: float, decimals: int = 0) -> str:
        """A number as it is written: 1234.5 is 1,234.5 or 1 234,5."""
        point, thousands = SIGNS[self.code]
        return f"{n:,.{decimals}f}".translate({ord("."): point, ord(","): thousands})

    def catalogue(self) -> dict[str, Any]:
        """All of it for the page, fit for JSON: texts by their English, and for numbers the forms by their plural category."""
        told = _told(self.words)
        return {
            "code": self.code,
            "name": self.name,
            "terms": self.terms,
            "texts": {
                english: _forms(words)[""] for english, words in told.items() if isinstance(english, str) and _is_plain(english)
            },
            "plurals": _plurals(told, PLURALS[self.code]),
        }

    def _filled(self, template: str, values: Mapping[str, Value]) -> str:
        words = _forms(template)[""] if not values else template
        return words.format(**{name: self._value(value) for name, value in values.items()})

    def _value(self, value: Value) -> Inflected:
        """What stands in a place of a template."""
        if isinstance(value, Side):
            return Inflected(_forms(self.words.pgettext("side", value.colour)))
        if isinstance(value, Sentence) and value.made.template and not value.made.values and not value.made.following:
            return Inflected(_forms(self.words.gettext(value.made.template)))
        if isinstance(value, tuple):
            return Inflected({"": ", ".join(str(self._value(one)) for one in value)})
        if isinstance(value, str):
            return Inflected({"": self.say(value)})
        if isinstance(value, float):
            return Inflected({"": self.number(value, len(str(value).partition(".")[2]))})
        return Inflected(_forms(self.words.pgettext("number", str(value))))


@dataclass(frozen=True, slots=True)
class Inflected:
    """A word whose forms a template chooses by name: "{side:gen}" is its genitive; the first form is for "{side}", and where it
    has no such form."""

    forms: Mapping[str, str]

    def __format__(self, form: str) -> str:
        return self.forms.get(form, self.forms[""])

    def __str__(self) -> str:
        return self.forms[""]


def _forms(words: str) -> dict[str, str]:
    """The forms of "hele|gen=heleda", by name; the first has none."""
    first, *others = _FORM.split(words)
    return {"": first} | {name: form for name, _, form in (other.partition("=") for other in others)}


ENGLISH = Language()


@cache
def language(code: str, terms: Terms = "backgammon") -> Language:
    """The language with this code; ValueError lists them all if there is none."""
    if code not in CODES:
        raise ValueError(f"there is no language {code!r}; choose one of {', '.join(CODES)}")
    own = [words for path in (f"{code}@{terms}", code) if (words := _read(LOCALE / f"{path}.mo"))]
    first = next(iter(own), gettext.NullTranslations())
    for other in own[1:]:
        first.add_fallback(other)
    return Language(code, terms, first)


def terms(profile: Profile) -> Terms:
    """What things are called where this profile holds."""
    return "nardi" if profile.resign == "actual" else "backgammon"


def chosen(environment: Mapping[str, str]) -> Code:
    """The language that a system speaks, if it is one of ours; else English."""
    told = next((told for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (told := environment.get(name))), "")
    return next((code for code in CODES if told[:2] == code), "en")


def _read(path: Path) -> gettext.GNUTranslations | None:
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)


def _told(words: Any) -> dict[Any, str]:
    """All of a catalogue and of the one behind it: by English text, or by (English text, number of the form)."""
    behind = getattr(words, "_fallback", None)
    return (_told(behind) if behind is not None else {}) | getattr(words, "_catalog", {})


def _is_plain(english: str) -> bool:
    """Whether it is a text, and not the head of a catalogue or a word with its forms."""
    return bool(english) and "\x04" not in english


def _plurals(told: Mapping[Any, str], categories: tuple[str, ...]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for key, words in told.items():
        if isinstance(key, tuple):
            found.setdefault(key[0], {})[categories[key[1]]] = words
    return found
