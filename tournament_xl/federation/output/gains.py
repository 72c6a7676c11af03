"""Gain of a player in a tournament, in figures and in words: rules R5, R6, R7 and R12 of docs/regles.md."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tournament_xl.games.scrabble.rules.rating import Event, Gain, Rating
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.messages.names import ordinal


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

    The `new` of the line is the player's cote in the ledger at the end of the tournament.
    """
    return line.new - line.old - line.gain.total


def describe_figures(gain: Gain) -> GainTexts:
    """Render the figures of a gain, without a sentence."""
    pe, bonus, pj, total = map(words.signed_change_text, (gain.pe, gain.bonus, gain.pj, gain.total))
    return GainTexts(pe, bonus, pj, "up" if gain.total > 0 else "down" if gain.total < 0 else "", total, [])


def describe_gain(line: Rating, event: Event, elsewhere: Fraction) -> GainTexts:
    """Render the gain of a player in a tournament, explained; arguments as in `explain_gain`."""
    return describe_figures(line.gain)._replace(why=explain_gain(line, event, elsewhere))


def explain_gain(line: Rating, event: Event, elsewhere: Fraction) -> list[str]:
    """Explain a gain in French, a sentence each: PE (R5), B (R6), PJ (R7), other events (R12).

    B and other events have no sentence if they bring nothing. `elsewhere` are the points of other events
    (`change_elsewhere`).
    """
    gain, place = line.gain, ordinal(line.place)
    sentences = [words.PE.format(pe=words.signed_change_text(gain.pe), place=place, registered=event.registered)]
    if gain.bonus:
        facts = {"place": place, "category": event.category, "value": event.value}
        sentences.append(words.BONUS.format(bonus=words.signed_change_text(gain.bonus), **facts))
    cotes = {"rank": place, "reference": texts.format_cote(gain.reference), "own": texts.format_cote(line.old)}
    if gain.reference == line.old:
        sentences.append(words.PJ_SAME.format(**cotes))
    else:
        share, limit = (words.UP, event.highest) if gain.reference > line.old else (words.DOWN, event.lowest)
        limited = words.LIMITED.format(
            raw=words.signed_change_text(gain.raw), most=texts.limit_text(limit).replace("-", "−")
        )
        pj, limited = words.signed_change_text(gain.pj), limited if gain.pj != gain.raw else ""
        sentences.append(words.PJ.format(pj=pj, share=share, limit=limited, **cotes))
    if elsewhere:
        sentences.append(words.ELSEWHERE.format(points=words.signed_change_text(elsewhere)))
    return sentences
