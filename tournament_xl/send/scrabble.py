"""All that is sent, from a finished tournament's snapshot: sheets, page, ratings, subject and text of the mail."""

from __future__ import annotations

from tournament_xl import __version__
from tournament_xl.check import check
from tournament_xl.check.tell import summary
from tournament_xl.press import Outcome, not_recorded, stopped
from tournament_xl.scrabble.rating import TH, Ratings, ratings
from tournament_xl.scrabble.standings import standings
from tournament_xl.scrabble_desk.press import facts as facts_of
from tournament_xl.scrabble_desk.rate import not_over
from tournament_xl.send.contents import Parcel, empty, page_of, setting, stem_of
from tournament_xl.send.copy import for_the_copy
from tournament_xl.texts import send as texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.games import is_othello
from tournament_xl.workbook.guarded import french_csv
from tournament_xl.workbook.scrabble.decode import decode
from tournament_xl.workbook.scrabble.decoded import Decoded
from tournament_xl.workbook.scrabble.encode_ratings import (
    is_rated,
    rating_row,
    ratings_table,
    rewrite_ratings,
    value_of,
)
from tournament_xl.workbook.snapshot import Cell, Draft, Snapshot


def parcel(snapshot: Snapshot, source: str) -> Parcel | Outcome:
    """The parcel of a tournament, or why there is none: problems, or not over yet.

    `source`: SHA-256 of the workbook. Ratings that were not computed yet are put into the copy; what stands on the
    sheets is not touched, so that the federation checks what the organiser has.
    """
    if is_othello(snapshot):
        from tournament_xl.send.othello import parcel as of_othello  # only where it is needed

        return of_othello(snapshot, source)
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
    facts = _facts(decoded, found)
    settings = decoded.tournament.settings
    return Parcel(
        stem=stem_of(decoded),
        snapshot=copy,
        reveal=labels.FORMULA_SHEETS.get(settings.formula, ()),
        page=page_of(facts, source, report),
        enclosure=_csv(found),
        report=report,
        empty=tuple(empty(decoded)),
        wanting=(texts.named(texts.NO_LICENCE, _without_licence(decoded)),),
        to=setting(decoded, "Courriel fédération"),
        subject=texts.SUBJECT.format(event=texts.event_text((facts["title"], settings.place, settings.dates))),
        facts={
            "title": facts["title"],
            "where": "".join(f", {part}" for part in (settings.place, settings.dates) if part),
            "played": texts.played_text(
                settings.formula, settings.edition, settings.rounds or 0, len(decoded.tournament.players)
            ),
            "winner": facts["winner"],
            "check": summary(report),
            "organiser": facts["organiser"],
        },
    )


def _facts(decoded: Decoded, found: Ratings) -> dict[str, str]:
    """The lines of the page Fiche by their key, in its order."""
    tournament = decoded.tournament
    settings = tournament.settings
    first = standings(tournament, tournament.played)[0].place
    names = {player.number: player.full_name for player in tournament.players}
    winners = [names[line.number] for line in standings(tournament, tournament.played) if line.place == first]
    return {
        "title": settings.title or texts.NO_NAME,
        "place": settings.place,
        "dates": settings.dates,
        "organiser": setting(decoded, "Organisateur"),
        "referee": setting(decoded, "Arbitre"),
        "event": settings.event or TH,
        "season": found.event.season.name,
        "formula": settings.formula,
        "edition": settings.edition,
        "rounds": str(settings.rounds or 0),
        "registered": str(len(tournament.players)),
        "participants": str(len(found.lines)),
        "winner": ", ".join(winners),
        "seed": settings.seed,
        "program": f"tournament-xl {__version__}",
    }


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
