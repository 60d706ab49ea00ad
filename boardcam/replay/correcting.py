"""Putting right what a journal tells: the correction is kept beside the events, and the whole is folded again.

Nothing is written but that one entry and what is told since, and only when the replay could do what was asked.

    corrected(journal, Asked(turn=12, dice=(6, 3), play="24/18 13/10")).said
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardcam.events import Correction, CubeCorrected, GameCorrected, ScoreCorrected, TurnCorrected, Undone, Verdict
from boardcam.referee import correction as correcting
from boardcam.replay.asked import Asked, Refused, meant
from boardcam.replay.differences import differences, turns
from boardcam.replay.fold import Fold, Kept, fold, folded
from boardcam.rules import notation, xgid
from boardcam.rules.plays import carried_out
from boardcam.rules.sentence import Sentence, sentence


@dataclass(frozen=True, slots=True)
class Change:
    """What a correction has changed."""

    correction: Correction
    before: Fold
    after: Fold
    said: tuple[Sentence, ...]
    """In words, one change a sentence."""
    turns: tuple[tuple[Verdict | None, Verdict | None], ...]
    """The old and the new ruling on every turn on which they differ; None = there was, or is, none."""


def corrected(journal: Kept, asked: Asked, before: Fold | None = None) -> Change:
    """Puts something right: the journal has one entry more. Raises Refused, and then nothing is written. `before` = its fold, if
    that is known."""
    before = before or folded(journal)
    correction = meant(before, asked)
    after = fold(before.settings, journal.events(), (*before.said, correction))
    _check(correction, before, after)
    change = Change(correction, before, after, tuple(differences(before, after)), tuple(turns(before, after)))
    if not change.said and not isinstance(correction, Undone):
        raise Refused(sentence("this is what the record says already; nothing was changed"))
    kept = _alike(before.verdicts, after.verdicts)
    journal.correction(correction, kept, after.verdicts[kept:])
    return change


def _alike(old: Sequence[Verdict], new: Sequence[Verdict]) -> int:
    """How many verdicts are the same, from the first on."""
    return next((nth for nth, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))


def _check(correction: Correction, before: Fold, after: Fold) -> None:
    """Refused where the replay could not do what was asked."""
    match correction:
        case TurnCorrected() if correction.lie not in ("void", "none"):
            found = [turn.verdict for turn in after.turns]
            _check_turn(correction, [v for v in found if correcting.is_on(correction, v.evidence.rolled, v.evidence.dice)], after)
        case CubeCorrected(answer="take" | "pass", number=number, since=since):
            void = [v for v in after.verdicts if v.kind == "doubled" and v.legal is False and v.t == since + correcting.MOMENT]
            if void or number not in after.state.said:
                raise Refused(void[0].why if void else sentence("nobody was to roll there, so nobody could double"))
        case ScoreCorrected(number=number) if number not in after.state.said:
            raise Refused(sentence("the score cannot be put right there"))
        case GameCorrected():
            if not any(v.kind == "game" and v.why.endswith(correcting.SAID) for v in after.verdicts):
                raise Refused(sentence("this game is not over"))


def _check_turn(said: TurnCorrected, told: Sequence[Verdict], after: Fold) -> None:
    verdict = told[-1] if told else None
    now = next((turn for turn in after.pending if correcting.is_on(said, turn.t, turn.dice)), None)
    if verdict is None and (now is None or said.play is not None):
        if now:
            raise Refused(sentence("this roll is not played yet"))
        raise Refused(sentence("with this the turn would not be one any more"))
    side, dice = (verdict.side, verdict.dice) if verdict else (now.side, now.roll) if now else (None, None)
    if said.side is not None and side is not said.side:
        raise Refused(sentence("it cannot have been {side} who rolled there", side=said.side))
    if said.dice is not None and dice != (max(said.dice), min(said.dice)):
        high, low = said.dice
        raise Refused(sentence("{high} and {low} cannot have been rolled there", high=high, low=low))
    if verdict is None or said.play is None or verdict.margin == correcting.CERTAIN:
        return
    if verdict.evidence.before is not None and verdict.side is not None:
        try:
            carried_out(xgid.parse(verdict.evidence.before).position, verdict.side, notation.parse(said.play))
        except ValueError as error:
            raise Refused(sentence("{play} cannot be played there: {why}", play=repr(said.play), why=str(error))) from error
    raise Refused(sentence("the turn before is not sure, or the dice are not: put that right first"))
