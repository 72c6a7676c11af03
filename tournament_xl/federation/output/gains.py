"""Gain of a player in a tournament, in figures and in words: rules R5, R6, R7, R12 and R13 of docs/regles.md."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tournament_xl.games.scrabble.rules.rating import Event, Rating
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.messages.names import ordinal

_ZERO = Fraction()


class GainTexts(NamedTuple):
    """Texts of what a player gained in a tournament, for his page and the page of the tournament."""

    pe: str  # signed points for experience (R5)
    bonus: str  # signed bonus B (R6)
    pj: str  # signed points for play, within the limits (R7)
    way: str  # sign of the total: "up", "down" or "" for 0
    total: str  # signed
    why: list[str]  # sentences of `explain_gain`


def change_elsewhere(line: Rating) -> Fraction:
    """Compute the change of a cote by other events between the first day of a tournament and its end (R12).

    Args:
        line: Rating of a player whose `new` is his cote in the ledger at the end of the tournament.
    """
    return line.new - line.old - line.gain.total


def describe_gain(line: Rating, event: Event, apart: Fraction = _ZERO, *, is_published: bool = True) -> GainTexts:
    """Render the gain of a player in a tournament as texts; the figures are those of `line.gain`.

    Args:
        line: Rating of the player whose `new` is his cote in the ledger at the end of the tournament.
        event: Facts of the tournament on which gains depend.
        apart: Gain as computed now minus the change of the cote that was published, if the tournament changed since
            (R13), else 0; it changes only the sentences.
        is_published: Whether a cote after the tournament was published for him.
    """
    gain, total = line.gain, line.gain.total
    pe, bonus, pj, total_text = map(words.signed_change_text, (gain.pe, gain.bonus, gain.pj, total))
    sentences = explain_gain(line, event, apart, is_published=is_published)
    return GainTexts(pe, bonus, pj, "up" if total > 0 else "down" if total < 0 else "", total_text, sentences)


def explain_gain(line: Rating, event: Event, apart: Fraction = _ZERO, *, is_published: bool = True) -> list[str]:
    """Explain a gain in French, a sentence each: PE (R5), B (R6), PJ (R7), other events (R12), `apart` (R13).

    Points of other events are `change_elsewhere` plus `apart`. B, these points and `apart` have no sentence if 0.

    Args:
        line: Rating of the player whose `new` is his cote in the ledger at the end of the tournament.
        event: Facts of the tournament on which gains depend.
        apart: Gain as computed now minus the change of the cote that was published, if the tournament changed since
            (R13), else 0.
        is_published: Whether a cote after the tournament was published for him; else all his points are apart.
    """
    gain, place = line.gain, ordinal(line.place)
    sentences = [words.PE.format(pe=words.signed_change_text(gain.pe), place=place, registered=event.registered)]
    if gain.bonus:
        facts = {"place": place, "category": event.category, "value": event.value}
        sentences.append(words.BONUS.format(bonus=words.signed_change_text(gain.bonus), **facts))
    cotes = {"rank": place, "reference": texts.format_cote(gain.reference), "own": texts.format_cote(line.old)}
    end = (
        [words.ELSEWHERE.format(points=words.signed_change_text(points))]
        if is_published and (points := change_elsewhere(line) + apart)
        else []
    )
    if apart:
        end.append(words.APART.format(points=words.signed_change_text(apart)))
    if gain.reference == line.old:
        return [*sentences, words.PJ_SAME.format(**cotes), *end]
    share, limit = (words.UP, event.highest) if gain.reference > line.old else (words.DOWN, event.lowest)
    limit_sentence = words.LIMITED.format(
        raw=words.signed_change_text(gain.raw), most=texts.limit_text(limit).replace("-", "−")
    )
    pj, limit_sentence = words.signed_change_text(gain.pj), limit_sentence if gain.pj != gain.raw else ""
    return [*sentences, words.PJ.format(pj=pj, share=share, limit=limit_sentence, **cotes), *end]
