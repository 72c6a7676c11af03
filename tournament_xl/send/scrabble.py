"""All that is sent, from a finished tournament's snapshot: sheets, page, ratings, subject and text of the mail."""

from __future__ import annotations

from tournament_xl.book import labels
from tournament_xl.book.guarded import french_csv
from tournament_xl.book.snapshot import Cell, Draft, Snapshot
from tournament_xl.check import check
from tournament_xl.games.scrabble.decode import decode
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.encode_ratings import (
    is_rated,
    rating_row,
    ratings_table,
    rewrite_ratings,
    value_of,
)
from tournament_xl.games.scrabble.press import facts as facts_of
from tournament_xl.games.scrabble.rate import not_over
from tournament_xl.press import Outcome, not_recorded, stopped
from tournament_xl.rules.scrabble.rating import TH, Ratings, ratings
from tournament_xl.rules.scrabble.standings import standings
from tournament_xl.send.contents import Parcel, parcel_of
from tournament_xl.send.copy import for_the_copy
from tournament_xl.texts import send as texts


def parcel(snapshot: Snapshot, source: str) -> Parcel | Outcome:
    """The parcel of a tournament, or why there is none: problems, or not over yet.

    `source`: SHA-256 of the workbook. Ratings that were not computed yet are put into the copy; what stands on the
    sheets is not touched, so that the federation checks what the organiser has.
    """
    decoded = decode(snapshot)
    if isinstance(decoded, list):
        return stopped(decoded)
    if (why := not_over(decoded, "send_early") or not_recorded(decoded, facts_of(decoded))) is not None:
        return why
    draft = Draft(snapshot)
    table = ratings_table(snapshot, decoded.problems)
    if table and not is_rated(table):
        rewrite_ratings(draft, decoded, wanted=True)
    if decoded.problems.found:
        return stopped(decoded.problems.found)
    copy = for_the_copy(draft.after())
    found, report = ratings(decoded.tournament, decoded.tournament.played, decoded.settings.season), check(copy)
    tournament = decoded.tournament
    settings, table_of = tournament.settings, standings(tournament, tournament.played)
    names = {player.number: player.full_name for player in tournament.players}
    own = {
        "event": settings.event or TH,
        "season": found.event.season.name,
        "edition": settings.edition,
        "participants": str(len(found.lines)),
        "winner": ", ".join(names[line.number] for line in table_of if line.place == table_of[0].place),
    }
    played = texts.played_text(settings.formula, settings.edition, settings.rounds or 0, len(tournament.players))
    return parcel_of(
        decoded, copy, report, source, own, played, enclosure=_csv(found),
        reveal=labels.FORMULA_SHEETS.get(settings.formula, ()),
        wanting=(texts.named(texts.NO_LICENCE, _without_licence(decoded)),),
    )  # fmt: skip


def _without_licence(decoded: Decoded) -> list[str]:
    return [player.full_name for player in decoded.tournament.players if not player.licence]


def _csv(found: Ratings) -> bytes:
    """The table of Cotes with the change of each."""
    columns = labels.SCRABBLE_COLUMNS[labels.RATINGS]
    rows: list[list[Cell]] = [[*columns, labels.CHANGE_COLUMN]]
    for line in found.lines:
        row = rating_row(line)
        rows.append([*(row[column] for column in columns), value_of(line.gain.total)])
    return french_csv(rows)
