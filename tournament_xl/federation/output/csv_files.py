"""CSV files next to the workbook: all players in the federation's format, and the decisions, for the next build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.ranking.build import Publication
from tournament_xl.games.scrabble.rules.rating import find_series
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.messages import federation as texts
from tournament_xl.players.columns import name_key
from tournament_xl.workbook.cells import Cell
from tournament_xl.workbook.csv_text import render_french_csv
from tournament_xl.xlsx.report_workbook import Value


def build_player_rows(publication: Publication) -> Iterator[list[Value]]:
    """Yield a row of cells per player, ranked or not, alphabetically: the 13 columns of the federation's list.

    A player without licence who has a namesake, or no first name, has his register number in column Licence, so that
    the list can be read back unambiguously.
    """
    names = Counter(name_key(account.full_name) for account in publication.accounts)
    for account in publication.accounts:
        needs_number = names[name_key(account.full_name)] > 1 or not account.first_name
        yield _player_row(account, publication.season, account.licence or (account.code if needs_number else ""))


def _player_row(account: Account, season: Season, licence: str) -> list[Value]:
    listed = account.listed
    series = find_series(account.cote, season)[:1] if account.cote is not None else ""
    earlier_coefficient = listed.get("Coefficient classique", "")
    coefficient = (
        earlier_coefficient if earlier_coefficient not in ("", "0") else "1" if account.cote is not None else "0"
    )
    return [
        account.name, account.first_name, licence, listed.get("Elo duplicate", ""), account.series,
        account.club, listed.get("Catégorie", ""), listed.get("Nationalité", ""), listed.get("Fédération", ""),
        account.cote if account.cote is not None else 0, series, coefficient, account.last,
    ]  # fmt: skip


def render_players_csv(publication: Publication) -> bytes:
    """Render the list of all players in the federation's format: CSV without titles, for the next build.

    Semicolons, CRLF, UTF-8 with a byte order mark.
    """
    return render_french_csv([_cell(value) for value in row] for row in build_player_rows(publication))


def _cell(value: Value) -> Cell:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return f"{value:%d/%m/%Y}" if isinstance(value, date) else value


def render_decisions_csv(publication: Publication) -> bytes:
    """Render the decisions file: decisions in force, revocations, and open questions with an empty answer.

    CSV with titles and semicolons, UTF-8 with a byte order mark.
    """
    columns = (*texts.DECISION_COLUMNS, *texts.RECORD_COLUMNS)
    return render_french_csv(
        [columns, *([line.get(column, "") for column in columns] for line in publication.questions.lines())]
    )
