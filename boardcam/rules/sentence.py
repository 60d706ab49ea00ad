"""A sentence for the players: English text that remembers how it was made, so that it can be said in another language.

A sentence *is* its English text, and everything that reads, compares or keeps texts takes it as such. Besides it knows its
template, which is its name in the catalogues of `show.languages`, what stands in the template's places, and the sentences that
follow it.

>>> sentence("{side} doubles to {cube}", side=Side.WHITE, cube=4)
'light doubles to 4'
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Self, TypeAlias, cast

from boardcam.rules.position import Side

Value: TypeAlias = "str | int | float | Side | Sentence | tuple[Value, ...]"
"""What may stand in a place of a template: a name, a play in notation or a roll as it is; a number; a side, which every language
inflects; a sentence or part of one; several of these, said one after the other."""


PLAIN = re.compile(r"(?:[^{}]|\{\w+\})*")
"""Templates: their places are names and nothing else."""


class Made(NamedTuple):
    """How a sentence was made."""

    template: str = ""
    """English, with {named} places; "" = a text that nobody can translate."""
    many: str = ""
    """The same for a number that is not 1; "" = it counts nothing."""
    values: tuple[tuple[str, Value], ...] = ()
    """What stands in the places; where it counts, the number is `n`."""
    following: tuple[Sentence, ...] = ()
    """Sentences that follow it, each after a semicolon."""


class Sentence(str):
    """Made by `sentence` and `counted`; as immutable as any text."""

    __slots__ = ("made",)
    made: Made

    def __new__(cls, text: str, made: Made | None = None) -> Self:
        self = super().__new__(cls, text)
        self.made = made or Made()
        return self

    def then(self, *more: Sentence | None) -> Sentence:
        """This sentence and those that follow it; None is left out."""
        following = tuple(one for one in more if one is not None)
        made = self.made._replace(following=self.made.following + following)
        return Sentence("; ".join((self, *following)), made)


def sentence(template: str, /, **values: Value) -> Sentence:
    """The sentence of a template, which names its places: "{side} doubles to {cube}"."""
    return Sentence(_filled(template, values), Made(template, "", tuple(values.items())))


def counted(one: str, many: str, n: int, /, **values: Value) -> Sentence:
    """The same where the words depend on the number `n`: `one` for 1, `many` for any other."""
    told: dict[str, Value] = {"n": n, **values}
    return Sentence(_filled(one if n == 1 else many, told), Made(one, many, tuple(told.items())))


def listed(*parts: Value) -> Sentence:
    """Parts of a sentence, one after the other: "light's 6-point, light's bar"."""
    return Sentence(english(parts), Made("{parts}", "", (("parts", parts),)))


def headed(head: Value, what: str) -> Sentence:
    """What a sentence is about, before it: "lights: they do not answer"."""
    values: dict[str, Value] = {"head": head, "what": what}
    template = "{head}: {what}"  # not a text to be translated
    return Sentence(_filled(template, values), Made(template, "", tuple(values.items())))


def alone(told: Sentence) -> Sentence:
    """A sentence without those that follow it, or follow what is in it: what is so, without what to do about it."""
    template, many, values, _ = told.made
    if not template:
        return told
    found = {name: alone(one) if isinstance(one, Sentence) else one for name, one in values}
    return _made(template, many, found)


def plain(text: str) -> Sentence:
    """A text as a sentence; one that only a library or a person has said stays as it is in every language."""
    return text if isinstance(text, Sentence) else listed(text)


def marked(english: str) -> str:
    """Marks a template that stands in a table, so that it is found; returns it as it is."""
    return english


def _filled(template: str, values: dict[str, Value]) -> str:
    return template.format(**{name: english(value) for name, value in values.items()})


def english(value: Value) -> str:
    """A value as it stands in an English sentence."""
    if isinstance(value, Side):
        return value.colour
    return ", ".join(map(english, value)) if isinstance(value, tuple) else str(value)


def packed(value: Value) -> Any:
    """A sentence as JSON, so that another process can say it in another language; `unpacked` gives it back."""
    if isinstance(value, Sentence):
        template, many, values, following = value.made if value.made.template else listed(str(value)).made
        told = {"template": template, "many": many, "values": [[name, packed(one)] for name, one in values]}
        return {**told, "following": [packed(one) for one in following]}
    if isinstance(value, Side):
        return {"side": value.name}
    return [packed(one) for one in value] if isinstance(value, tuple) else value


def unpacked(data: Any) -> Value:
    """What `packed` made the data from; KeyError and TypeError for what it did not make, also where strangers wrote it."""
    if isinstance(data, list):
        return tuple(unpacked(one) for one in data)
    if not isinstance(data, dict):
        return cast(Value, data)
    if "side" in data:
        return Side[data["side"]]
    if not all(isinstance(data[text], str) and PLAIN.fullmatch(data[text]) for text in ("template", "many")):
        raise KeyError("template")
    made = _made(data["template"], data["many"], {name: unpacked(one) for name, one in data["values"]})
    return made.then(*(cast(Sentence, unpacked(one)) for one in data["following"]))


def _made(template: str, many: str, values: dict[str, Value]) -> Sentence:
    words = many if many and values["n"] != 1 else template
    return Sentence(_filled(words, values), Made(template, many, tuple(values.items())))
