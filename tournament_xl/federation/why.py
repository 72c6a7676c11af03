"""A tournament's line in words: what the place brought, and from which rule."""

from __future__ import annotations

from tournament_xl.scrabble.rating import Event, Rating
from tournament_xl.texts import federation_pages as texts


def why(line: Rating, event: Event) -> list[str]:
    """PE (R5), B (R6) if there is any, PJ (R7): a sentence each."""
    gain = line.gain
    found = [
        texts.pe_text(gain.pe, line.place, event.registered),
        texts.bonus_text(gain.bonus, line.place, event.category, event.value),
        texts.pj_text(gain.pj, gain.raw, line.place, gain.reference, line.old, (event.lowest, event.highest)),
    ]
    return [sentence for sentence in found if sentence]
