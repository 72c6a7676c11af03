"""The organisers' file: every player with his last cote, in the federation's 12 columns and the 13th, and the CSVs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from tournament_xl.book.guarded import guarded
from tournament_xl.federation.build import Publication
from tournament_xl.federation.paper import Value
from tournament_xl.federation.register import Account
from tournament_xl.rules.scrabble.rating import series_of
from tournament_xl.rules.scrabble.seasons import Season
from tournament_xl.texts import federation as texts
from tournament_xl.texts.player_list import FEDERATION_TITLES

HEADER = FEDERATION_TITLES


def rows(publication: Publication) -> Iterator[list[Value]]:
    """A row per player, alphabetically, with the columns of HEADER."""
    return (_row(account, publication.season) for account in publication.accounts)


def _row(account: Account, season: Season) -> list[Value]:
    listed = account.listed
    series = series_of(account.cote, season)[:1] if account.cote is not None else ""
    before = listed.get("Coefficient classique", "")
    coefficient = before if before not in ("", "0") else "1" if account.cote is not None else "0"
    return [
        account.name, account.first_name, account.licence, listed.get("Elo duplicate", ""), account.series,
        account.club, listed.get("Catégorie", ""), listed.get("Nationalité", ""), listed.get("Fédération", ""),
        account.cote if account.cote is not None else 0, series, coefficient, account.last,
    ]  # fmt: skip


def players_csv(publication: Publication) -> bytes:
    """The federation's form: no titles, semicolons, CRLF, Windows-1252; UTF-8 with its mark where a name needs it."""
    text = _csv(rows(publication))
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError:
        return text.encode("utf-8-sig", "replace")


def decisions_csv(publication: Publication) -> bytes:
    """The questions with a column for the answers: UTF-8, semicolons, titles."""
    lines: Sequence[Mapping[str, str]] = publication.questions.lines(publication.decisions)
    columns = texts.DECISION_COLUMNS
    return _csv([columns, *([line[column] for column in columns] for line in lines)]).encode("utf-8-sig", "replace")


def _csv(lines: Iterable[Sequence[Value]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, delimiter=";", lineterminator="\r\n")
    for line in lines:
        writer.writerow([_cell(value) for value in line])
    return written.getvalue()


def _cell(value: Value) -> str:
    """A value as text; an apostrophe before what would be taken for a formula (our lists are read without it)."""
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return texts.plain(value)
    if isinstance(value, date):
        return f"{value:%d/%m/%Y}"
    return guarded(str(value))
