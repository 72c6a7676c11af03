"""What the federation receives of a Scrabble tournament."""

from __future__ import annotations

from tournament_xl.games.answers import ParcelParts
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.render import describe_first_place, render_compared_sheets
from tournament_xl.games.scrabble.render_ratings import is_rated, render_ratings
from tournament_xl.messages import submission
from tournament_xl.messages.names import fill_sentence
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.computed_columns import list_line_titles
from tournament_xl.workbook.csv_text import render_french_csv
from tournament_xl.workbook.sheets.computed import find_withdrawn
from tournament_xl.workbook.sheets.contents import write_contents
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.working_copy import require_free_cells, require_valid


def collect_parcel(decoded: ScrabbleBook) -> ParcelParts:
    """Collect what the federation receives: the workbook with ratings, facts about the event, the ratings as CSV.

    If the workbook has no ratings yet, they are written into the copy that is sent, with the sheet Évolution; the
    organiser's workbook stays as it is.

    Returns:
        The parts of the parcel; the facts are of event, season, edition, number of participants and of games. `wanting`
        names the players without a licence number.

    Raises:
        ActionAborted: The workbook has problems; or it has no ratings yet, and people filled cells that they need.
        NotYetError: The tournament is not over, an Open's deciding game included, even if the workbook has
            (provisional) ratings.
    """
    require_valid(decoded)
    draft = Draft(decoded.snapshot)
    if shared.RATINGS in decoded.snapshot.sheets and not is_rated(decoded):
        rewritten = Draft(decoded.snapshot)
        write_contents(rewritten, decoded, render_compared_sheets(rewritten, decoded, rated=True))
        sent = (shared.RATINGS, shared.EVOLUTION)  # all other sheets leave as the organiser has them
        draft.wanted |= {sheet: rewritten.wanted.get(sheet, {}) for sheet in sent}
        draft.in_the_way |= {place: text for place, text in rewritten.in_the_way.items() if place[0] == shared.RATINGS}
        require_free_cells(draft)
    tournament, settings, scoring = decoded.tournament, decoded.tournament.settings, decoded.scoring
    rows = render_ratings(decoded, provisional=False)
    columns = list_line_titles(schema.COMPUTED_COLUMNS[shared.RATINGS])
    details = {
        "event": settings.event or schema.TH,
        "season": decoded.settings.season.name,
        "edition": scoring.edition,
        "participants": str(len(rows)),
        "games": str(scoring.rated_games),
    }
    names = decoded.names()
    without_licence = [names[player.number] for player in tournament.players if not player.licence]
    return ParcelParts(
        draft.after(), details,
        submission.played_text({
            "formula": settings.formula.name, "edition": scoring.edition, "rounds": settings.rounds or 0,
            "games": scoring.rated_games, "registered": len(tournament.players), "participants": len(rows),
            "forfeits": sum(len(match.forfeits) for matches in tournament.rounds for match in matches),
            "late": sum(not (player.seed or 0.0).is_integer() for player in tournament.players),
            "withdrawn": len(find_withdrawn(tournament, tournament.played)),
        }),
        render_french_csv([columns, *([row.get(name) for name in columns] for row in rows)]), submission.RATINGS_NAME,
        fill_sentence(submission.NO_LICENCE, {"names": without_licence}) if without_licence else "",
        describe_first_place(decoded),
    )  # fmt: skip
