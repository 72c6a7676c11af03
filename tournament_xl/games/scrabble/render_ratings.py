"""The sheet Cotes: ratings (cotes) with their computation, and the points that each place would bring (R1 to R7).

A season is a rating season: the numbers by which the tournaments of a year are rated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tournament_xl.core.model import Notice
from tournament_xl.games.answers import NotYetError
from tournament_xl.games.rendering import PlayerLine
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.rules.seasons import year_name
from tournament_xl.messages import sheets
from tournament_xl.messages.exports import NOT_RATED
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import Cell, parse_int, read_date, to_cell_number
from tournament_xl.workbook.computed_columns import render_rows
from tournament_xl.workbook.sheets.computed import TableContents
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Table, find_right_of
from tournament_xl.workbook.working_copy import refused

if TYPE_CHECKING:
    from tournament_xl.games.scrabble.rules.rating import Ratings

NEAR = 2  # places shown above and below the player's own in the column Par place
MOST_PLACES = 200  # [ours] larger fields get no column per place: the file would grow many times


def rate_workbook(decoded: ScrabbleBook) -> Ratings:
    """Compute the ratings as if the tournament ended with its last complete round (R2 to R7); no lines before one.

    The season is that of the setting Saison.
    """
    from tournament_xl.games.scrabble.rules.rating import ratings

    season = decoded.settings.seasons.find(decoded.tournament.settings.season)
    return ratings(decoded.tournament, decoded.tournament.played, season, waiting=len(decoded.waiting))


def find_borrowed_season(decoded: ScrabbleBook, date: str = "") -> Notice | None:
    """Return a notice when the tournament uses the numbers of an earlier season than the one of its date (R1).

    The notice has another key if the season of that date is known, from the program or a file next to the workbook.
    None when the season is not earlier, when the settings name a season, which is the organiser's choice, and when no
    date is known. `date` begins with the day to use if Date de début is empty, such as "21/11/2026"; "" for none.
    """
    used_season, season_name = decoded.settings.season, decoded.settings.text("Saison")
    start_date = read_date(decoded.settings.text("Date de début")) or read_date(date[:10])
    first_day = used_season.first_day
    season_of_date = (
        year_name(start_date.year - ((start_date.month, start_date.day) < (first_day.month, first_day.day)))
        if start_date
        else ""
    )
    key = "season_beside" if season_of_date in decoded.settings.seasons.by_name else "season_borrowed"
    return (
        Notice(key, {"season": season_of_date, "used": used_season.name})
        if not season_name and season_of_date > used_season.name
        else None
    )


def build_ratings(
    draft: Draft, decoded: ScrabbleBook, *, requested: bool
) -> tuple[TableContents, dict[int, Cell]] | None:
    """Build the sheet Cotes after the last complete round, and write the figures above its titles into the draft.

    Without `requested` there are none unless the workbook has ratings already (`is_rated`) and a round is complete: so
    ratings are brought up to date, and a sheet that somebody emptied is filled again.

    Returns:
        The sheet; N° -> change of the cote (rating), of each participant. None also where the workbook has no sheet.
    """
    table, tournament = decoded.find_table(shared.RATINGS), decoded.tournament
    if table is None or not (requested or (is_rated(decoded) and tournament.played)):
        return None
    from tournament_xl.games.scrabble.rules.rating import TH  # most actions write no ratings

    computed = rate_workbook(decoded)
    rows = _render_rows(decoded, computed)
    places = list[str]()
    if schema.BY_PLACE_COLUMN in table.columns:
        places = [str(place) for place in range(1, len(rows) + 1)] if len(rows) <= MOST_PLACES else []
        _add_change_by_place(rows, computed, places)
    names, rated_ids = decoded.names(), {line.player.number for line in computed.lines}
    unrated_names = [
        names.get(player.number, player.full_name)
        for player in (*tournament.players, *decoded.waiting)
        if player.number not in rated_ids
    ]
    facts = sheets.ratings_facts(
        season=computed.event.season.name, event=tournament.settings.event or TH, registered=computed.event.registered,
        taking_part=len(rows), unrated=unrated_names, games=decoded.scoring.rated_games,
    )  # fmt: skip
    final = decoded.formula.find_missing_final(tournament) is not None
    title = sheets.ratings_title(tournament.played, tournament.settings.rounds or 0, final=final)
    borrowed = find_borrowed_season(decoded)
    note = notice_text(borrowed) if borrowed else ""  # on the wall, new ratings must not look final
    draft.unhide += [shared.RATINGS] if requested else []
    for label, value in render_rating_facts(computed).items():
        if (position := find_right_of(_above_header(draft.snapshot, table), table.sheet, label)) is not None:
            draft.put(table.sheet, *position, value if rows else None)
    series = places if schema.BY_PLACE_COLUMN in table.columns else None
    contents = TableContents(shared.RATINGS, rows, title, facts, note, series=series)
    return contents, {line.player.number: to_cell_number(line.gain.total) for line in computed.lines}


def render_ratings(decoded: ScrabbleBook, *, provisional: bool) -> list[dict[str, Cell]]:
    """Render the lines of Cotes after the last complete round: column -> value, one mapping per participant, by place.

    Nothing is written. With `provisional`, it rates as if the tournament ended there.

    Raises:
        NotYetError: No round is complete; or `provisional` is not set, and rounds or an Open's deciding game are
            missing.
    """
    tournament = decoded.tournament
    played, rounds = tournament.played, tournament.settings.rounds or 0
    if not played or not (provisional or (played == rounds and decoded.formula.find_missing_final(tournament) is None)):
        raise NotYetError(NOT_RATED.format(played=played, rounds=rounds))
    return _render_rows(decoded, rate_workbook(decoded))


def _render_rows(decoded: ScrabbleBook, computed: Ratings) -> list[dict[str, Cell]]:
    names = decoded.names()
    lines = (PlayerLine(line, line.player, names[line.player.number]) for line in computed.lines)
    return render_rows(schema.COMPUTED_COLUMNS[shared.RATINGS], lines)


def find_rating_notices(decoded: ScrabbleBook) -> Iterator[Notice]:
    """Yield a notice when the ratings use the numbers of an earlier season than the tournament's date asks for (R1)."""
    if notice := find_borrowed_season(decoded):
        yield notice


def compute_rating_changes(decoded: ScrabbleBook) -> dict[int, tuple[float, float]]:
    """Return for each participant the new cote (rating) and its change after the last complete round (R2), by N°.

    {} before the first complete round.
    """
    lines = rate_workbook(decoded).lines if decoded.tournament.played else ()
    return {line.player.number: (to_cell_number(line.new), to_cell_number(line.gain.total)) for line in lines}


def require_ratings_sheet(snapshot: Snapshot) -> None:
    """Abort the action when the workbook has no sheet Cotes to write; else do nothing.

    Raises:
        ActionAborted: The sheet is missing.
    """
    if shared.RATINGS not in snapshot.sheets:
        raise refused(Notice("sheets_missing", {"names": [shared.RATINGS]}))


def is_rated(decoded: ScrabbleBook) -> bool:
    """Check whether the workbook has ratings: the history records them, or the first line of Cotes has place and N°.

    They may be provisional.
    """
    if "rated" in decoded.memory.document:
        return True
    table = decoded.find_table(shared.RATINGS)
    first_line = next(table.lines(), None) if table else None
    return first_line is not None and all(parse_int(first_line.text(title)) is not None for title in ("Place", "N°"))


def are_final(decoded: ScrabbleBook, *, requested: bool) -> bool:
    """Check whether the tournament is over, its deciding game included, and ratings were requested after its end.

    Provisional ratings do not become final by themselves: somebody must request them again. `requested` says whether
    the present action does.
    """
    tournament = decoded.tournament
    is_over = tournament.played == tournament.settings.rounds and decoded.formula.find_missing_final(tournament) is None
    return is_over and (requested or decoded.memory.document.get("rated") != schema.PROVISIONAL)


def render_rating_facts(computed: Ratings) -> dict[str, Cell]:
    """Render the values above the header of Cotes, label -> value: category, M, CT, PJmax, PJmin, % Joker."""
    event = computed.event
    further = map(to_cell_number, (event.coefficient, event.highest, event.lowest, event.jokers))
    return dict(zip(schema.RATING_FACTS, (event.category, event.value, *further), strict=True))


def _add_change_by_place(rows: list[dict[str, Cell]], computed: Ratings, columns: Sequence[str]) -> None:
    """Add what each place would bring: near places as a sentence, all places in columns of their own."""
    from tournament_xl.games.scrabble.rules.rating import compute_gains_by_place

    totals = compute_gains_by_place(computed.event, (line.old for line in computed.lines))
    for row, line, line_totals in zip(rows, computed.lines, totals, strict=True):
        gains = [to_cell_number(total) for total in line_totals]
        near_places = range(max(1, line.place - NEAR), min(len(gains), line.place + NEAR) + 1)
        row[schema.BY_PLACE_COLUMN] = sheets.ranks_around_text(
            [(place, gains[place - 1]) for place in near_places], line.place
        )
        row |= zip(columns, gains, strict=False)


def _above_header(snapshot: Snapshot, table: Table) -> Snapshot:
    """Return the part of the sheet above the header."""
    return Snapshot({table.sheet: snapshot.sheets[table.sheet][: table.header - 1]})
