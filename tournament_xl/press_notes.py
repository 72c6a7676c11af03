"""What a press of Scrabble Classique adds to the Journal beside the rounds: ratings, an edition changed, the final."""

from __future__ import annotations

from collections.abc import Mapping

from tournament_xl.press import Press
from tournament_xl.scrabble.editions import EDITIONS
from tournament_xl.texts import sheets
from tournament_xl.workbook import compact, journal, labels
from tournament_xl.workbook.decoded import Decoded


def note_ratings(press: Press, facts: Decoded, results: Mapping[str, str]) -> None:
    """A line for ratings new or changed, with results not recorded yet; the sheet is shown."""
    press.reveal.append(labels.RATINGS)
    if any(block.sheet == labels.RATINGS and not block.optional for block in press.draft.edits()):
        rounds, season = facts.tournament.settings.rounds or 0, facts.settings.season.name
        final = facts.formula.still_to_play(facts.tournament) is not None
        sentence = sheets.rated_detail(facts.tournament.played, rounds, final=final)
        detail = journal.detail(sentence, {"saison": season} | dict(results))
        press.note(journal.RATED, facts.tournament.played if results else None, detail)


def note_edition(press: Press, facts: Decoded) -> None:
    """An edition changed after the last round was drawn; before, the next pairing records it."""
    settings, (formula, _, before) = facts.tournament.settings, facts.journal.formula.rpartition(" ")
    drawn = len(facts.tournament.rounds)
    if before in EDITIONS and before != settings.edition and drawn == settings.rounds:
        parts = {"formule": f"{formula} {settings.edition}"}
        press.note(journal.CORRECTED, drawn, journal.detail(sheets.edition_corrected_detail(before), parts))


def note_final(press: Press, facts: Decoded) -> None:
    """O8: the deciding game goes into the Journal when its result is typed, corrected or taken away."""
    final = facts.tournament.final
    now = compact.result_of(final) if final and final.complete else ""
    if now != facts.journal.final:
        press.note(journal.FINAL, None, journal.detail(sheets.final_detail(now), {"finale": now}))
