"""What a press of Scrabble Classique adds to the Journal beside the rounds: the ratings."""

from __future__ import annotations

from collections.abc import Mapping

from tournament_xl.press import Press
from tournament_xl.press_finish import note_results
from tournament_xl.texts import sheets
from tournament_xl.workbook import journal, kept, labels
from tournament_xl.workbook.decoded import Decoded


def note_ratings(press: Press, facts: Decoded, results: Mapping[str, str]) -> None:
    """A line for ratings new or changed, with results and settings not recorded yet; the sheet is shown."""
    press.reveal.append(labels.RATINGS)
    if any(block.sheet == labels.RATINGS and not block.optional for block in press.draft.edits()):
        rounds = facts.tournament.settings.rounds or 0
        final = facts.formula.still_to_play(facts.tournament) is not None
        sentence = sheets.rated_detail(facts.tournament.played, rounds, final=final)
        parts = dict(results) | kept.new_settings(facts, press.game.settings(facts))
        press.recorded = bool(results)
        note_results(press, facts, journal.RATED, sentence, parts)
