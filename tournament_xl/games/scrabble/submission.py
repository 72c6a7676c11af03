"""What the federation receives of a Scrabble tournament."""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.games.answers import ParcelParts
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.render import write_compared_sheets
from tournament_xl.games.scrabble.render_ratings import is_rated, render_ratings, rewrite_ratings
from tournament_xl.messages import submission
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.csv_text import render_french_csv
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.tables import Problems
from tournament_xl.workbook.working_copy import require_valid


def collect_parcel(decoded: ScrabbleBook) -> ParcelParts:
    """Collect what the federation receives: the workbook with ratings, a description, the ratings as CSV.

    If the workbook has no ratings yet, they are written into the copy that is sent, with the sheet Évolution; the
    organiser's workbook stays as it is.

    Args:
        decoded: Workbook.

    Raises:
        ActionAborted: The workbook has problems.
        NotYetError: The tournament is not over.
    """
    draft = Draft(decoded.snapshot)
    if not is_rated(decoded):
        rewrite_ratings(draft, decoded, requested=True)
        rewritten_draft, valid_workbook = Draft(decoded.snapshot), replace(decoded, problems=Problems())
        write_compared_sheets(
            rewritten_draft, valid_workbook, rated=True
        )  # all other sheets leave as the organiser has them
        draft.wanted |= {shared.EVOLUTION: rewritten_draft.wanted.get(shared.EVOLUTION, {})}
    require_valid(decoded)
    tournament, settings, scoring = decoded.tournament, decoded.tournament.settings, decoded.scoring
    rows = render_ratings(decoded, provisional=False)
    columns = (*decoded.columns[shared.RATINGS], shared.CHANGE_COLUMN)
    details = {
        "event": settings.event or schema.TH,
        "season": decoded.settings.season.name,
        "edition": scoring.edition,
        "participants": str(len(rows)),
        "games": str(scoring.rated_games),
    }
    without_licence = [player.full_name for player in tournament.players if not player.licence]
    return ParcelParts(
        draft.after(), details,
        submission.played_text(
            settings.formula.name, scoring.edition, settings.rounds or 0, len(tournament.players), scoring.rated_games
        ),
        render_french_csv([columns, *([row.get(name) for name in columns] for row in rows)]), submission.RATINGS_NAME,
        submission.named(submission.NO_LICENCE, without_licence),
    )  # fmt: skip
