"""Gain of a player in a tournament, in figures and in words: rules R5, R6, R7 and R12 of docs/regles.md."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tournament_xl.games.scrabble.rules.rating import Event, Gain, Rating
from tournament_xl.messages import federation as texts
from tournament_xl.messages import federation_pages as words
from tournament_xl.messages.names import fill_sentence, signed


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
    pe, bonus, pj, total = map(signed, (gain.pe, gain.bonus, gain.pj, gain.total))
    return GainTexts(pe, bonus, pj, "up" if gain.total > 0 else "down" if gain.total < 0 else "", total, [])


def describe_gain(line: Rating, event: Event, elsewhere: Fraction) -> GainTexts:
    """Render the gain of a player in a tournament, explained; arguments as in `explain_gain`."""
    return describe_figures(line.gain)._replace(why=explain_gain(line, event, elsewhere))


def explain_gain(line: Rating, event: Event, elsewhere: Fraction) -> list[str]:
    """Explain a gain in French, a sentence each: PE (R5), B (R6), PJ (R7), other events (R12).

    B and other events have no sentence if they bring nothing. `elsewhere` are the points of other events
    (`change_elsewhere`).
    """
    gain = line.gain
    facts = {
        "pe": gain.pe, "bonus": gain.bonus, "pj": gain.pj, "raw": gain.raw, "points": elsewhere,
        "place": line.place, "registered": event.registered, "category": event.category, "value": event.value,
        "reference": texts.format_cote(gain.reference), "own": texts.format_cote(line.old),
    }  # fmt: skip
    templates = [words.PE, *[words.BONUS] * bool(gain.bonus)]
    if gain.reference == line.old:
        templates.append(words.PJ_SAME)
    else:
        share, limit = (words.UP, event.highest) if gain.reference > line.old else (words.DOWN, event.lowest)
        facts |= {"share": share, "most": texts.limit_text(limit).replace("-", "−"), "limit": ""}
        if gain.pj != gain.raw:
            facts["limit"] = fill_sentence(words.LIMITED, facts)
        templates.append(words.PJ)
    templates += [words.ELSEWHERE] * bool(elsewhere)
    return [fill_sentence(template, facts) for template in templates]
