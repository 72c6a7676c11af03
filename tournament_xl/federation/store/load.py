"""Reading of the register: what a publication was made of, and all that the next one goes on from."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from tournament_xl.core.normalization import normalize
from tournament_xl.document.keys import Document
from tournament_xl.federation.identity.people import RegisteredPlayer, Spelling
from tournament_xl.federation.intake.decisions import Adjustment, Key, merge_adjustments, question_key
from tournament_xl.federation.intake.expected import ExpectedTournament
from tournament_xl.federation.intake.facts import Entrant, File, Lack, Mail, PlayedTournament
from tournament_xl.federation.ranking.history import (
    BEFORE_THE_FIRST,
    MAX_RANKINGS,
    PublicationHistory,
    PublishedLine,
    PublishedRanking,
    Publisher,
    StandingRow,
    StandingTournament,
)
from tournament_xl.federation.ranking.ledger import DatedList, Movement, Terms
from tournament_xl.games.scrabble.rules.rating import Gain
from tournament_xl.messages import federation as texts

Row: TypeAlias = tuple[Any, ...]
Line: TypeAlias = Mapping[str, str]
DECISION_FIELDS = (*texts.DECISION_COLUMNS, *texts.RECORD_COLUMNS)  # in the order of the columns of `decision`


@dataclass(frozen=True, slots=True)
class MonthInputs:
    """What a publication is built from, besides the one before it."""

    day: date
    files: Sequence[File] = ()  # as read
    players: Sequence[Line] = ()  # lines of the list that were new
    decisions: Sequence[Line] = ()
    adjustments: Sequence[Adjustment] = ()
    seasons: Sequence[str] = ()  # contents of the TOML files, earlier ones included
    publisher: Publisher = field(default_factory=Publisher)
    report: str = ""  # path of the report, relative to the register
    pdf: bool = False
    list_hash: str = ""  # SHA-256 of the list that was given, "" for none
    expected: Sequence[ExpectedTournament] = ()  # tournaments that a calendar announces


@cache  # of 150,000 numbers in 1,000 tournaments 3,000 differ: saves 0.07 s of 0.4
def parse_exact(text: str | None) -> Fraction | None:
    """Parse an exact number "n/d"; None for None."""
    if text is None:
        return None
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator)) if denominator == "1" else Fraction(int(numerator), int(denominator))


def _exact(text: str) -> Fraction:
    number = parse_exact(text)
    assert number is not None
    return number


class RegisterReader:
    """Reader of an open register; each tournament is built once."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._tournaments: dict[int, tuple[Row, Document]] = {}  # row and document, by number
        self._built: dict[tuple[int, int], tuple[PlayedTournament, tuple[StandingRow, ...]]] = {}
        # by number, and publication of its entrants

    def _rows(self, query: str, *values: object) -> list[Row]:
        return self._connection.execute(query, values).fetchall()

    # What a publication leaves to the next one

    def read_history(self, number: int) -> PublicationHistory:
        """Read what a publication was made of and what it published; nothing for 0, before the first."""
        if not number:
            return BEFORE_THE_FIRST
        ((day, federation, logo, signature),) = self._rows(
            "SELECT day, federation, logo, signature FROM publication WHERE number = ?", number
        )
        files, counted = self._read_kept(number)
        rows = {hash_: rows for hash_, (_, rows) in self.read_tournaments(number).items()}
        standing = sorted(
            ((file, *counted[file.number]) for file in files if file.number in counted),
            key=lambda item: (item[1], item[1] > item[0].tournament.last, item[0].order),
        )
        ranked = self._rows("SELECT person, rank, cote FROM ranked WHERE publication = ? ORDER BY position", number)
        return PublicationHistory(
            date.fromisoformat(day), self._read_lists(number), tuple(files), tuple(self._merge_adjustments(number)),
            tuple(self.read_decisions(number).values()), self.read_seasons(number), self._read_refusals(number),
            {person: (rank, parse_exact(cote)) for person, rank, cote in ranked},
            tuple(self._read_movements(number)), tuple(self._read_people(number)),
            tuple(self._read_rankings(number)), Publisher(federation, logo, signature),
            tuple(
                StandingTournament(tournament, file.number, day, rows[file.sha256])
                for file, day, tournament in standing
            ),
        )  # fmt: skip

    def _read_kept(self, number: int) -> tuple[list[File], dict[int, tuple[date, int]]]:
        """Return the tournaments that count or wait, in their order; of those that count day and number, by file."""
        tournaments = self.read_tournaments(number)
        files, counted = [], {}
        for row in self._rows(
            "SELECT received.*, verdict.published, verdict.counted_on, verdict.tournament FROM verdict JOIN received"
            " ON received.number = verdict.received WHERE verdict.number IN"
            " (SELECT max(number) FROM verdict WHERE publication <= ? GROUP BY received) AND kept", number,
        ):  # fmt: skip
            *received, published, counted_on, tournament = row
            file = _read_file(received, tournaments)
            files.append(replace(file, published=published and date.fromisoformat(published)))
            if counted_on:
                counted[file.number] = date.fromisoformat(counted_on), tournament
        return sorted(files, key=lambda file: file.order), counted

    def read_tournaments(self, number: int) -> dict[str, tuple[PlayedTournament, tuple[StandingRow, ...]]]:
        """Read all tournaments as a publication had them: SHA-256 -> tournament, who its players are with their start.

        The second is empty for a tournament that did not count.
        """
        for row in self._rows("SELECT * FROM tournament WHERE publication <= ?", number):
            if row[0] not in self._tournaments:
                self._tournaments[row[0]] = row, json.loads(row[-1])
        groups: dict[int, list[Row]] = {}
        for (tournament, _), rows in groupby(
            self._rows("SELECT * FROM entrant WHERE publication <= ? ORDER BY tournament, publication, number", number),
            key=itemgetter(1, 0),
        ):
            groups[tournament] = list(rows)
        return {
            self._tournaments[tournament][0][2]: self._build(tournament, rows) for tournament, rows in groups.items()
        }

    def _build(self, tournament: int, rows: Sequence[Row]) -> tuple[PlayedTournament, tuple[StandingRow, ...]]:
        key = tournament, rows[0][0]
        if key not in self._built:
            entrants = tuple(Entrant(*row[2:11]) for row in rows)
            self._built[key] = self._build_tournament(tournament, entrants), _read_standing(rows)
        return self._built[key]

    def _build_tournament(self, tournament: int, entrants: tuple[Entrant, ...]) -> PlayedTournament:
        row, document = self._tournaments[tournament]
        _, _, _, title, place, first, last, formula, kind, season, games, organiser, email, draw, *sentences = row
        serious, details, _ = sentences
        return PlayedTournament(
            title, place, date.fromisoformat(first), date.fromisoformat(last), formula, kind, season, games,
            entrants, draw, organiser, email, tuple(json.loads(serious)),
            tuple(json.loads(details)), document,
        )  # fmt: skip

    def _read_lists(self, number: int) -> tuple[DatedList, ...]:
        rows = self._rows(
            "SELECT publication, since, line FROM list_line WHERE publication <= ? ORDER BY publication, position",
            number,
        )
        return tuple(
            DatedList(date.fromisoformat(since), tuple(json.loads(line) for _, _, line in lines))
            for (_, since), lines in groupby(rows, key=itemgetter(0, 1))
        )

    def _merge_adjustments(self, number: int) -> list[Adjustment]:
        return merge_adjustments(self._read_adjustments("publication <= ?", number), ())

    def _read_adjustments(self, which: str, number: int) -> list[Adjustment]:
        query = f"SELECT day, licence, points, reason, source FROM adjustment WHERE {which}"
        return [
            Adjustment(date.fromisoformat(day), licence, _exact(points), reason, source)
            for day, licence, points, reason, source in self._rows(f"{query} ORDER BY publication, position", number)
        ]

    def read_seasons(self, number: int) -> tuple[str, ...]:
        """Read the contents of the TOML files of seasons that a publication had."""
        return tuple(
            content
            for (content,) in self._rows("SELECT content FROM season WHERE publication = ? ORDER BY position", number)
        )

    def _read_refusals(self, number: int) -> dict[str, str]:
        return dict(self._rows(
            "SELECT hash, reason FROM verdict JOIN received ON received.number = received"
            " WHERE verdict.publication <= ? AND reason != '' AND hash != '' ORDER BY verdict.number", number,
        ))  # fmt: skip

    def _read_movements(self, number: int) -> Iterator[Movement]:
        tournaments = {
            (publication, sha256): tournament for publication, sha256, tournament in self._rows(
                "SELECT verdict.publication, hash, tournament FROM verdict JOIN received"
                " ON received.number = received WHERE verdict.publication <= ? AND tournament NOTNULL", number,
            )
        }  # fmt: skip
        for publication, day, kind, reason, person, before, after, sha256, entrant, *terms in self._rows(
            "SELECT publication, day, kind, reason, person, before, after, hash, entrant, place, rank, start,"
            " reference, pe, bonus, raw, pj FROM movement WHERE publication <= ? ORDER BY number", number,
        ):  # fmt: skip
            yield Movement(
                person, date.fromisoformat(day), kind, reason, parse_exact(before), _exact(after),
                tournaments[publication, sha256] if sha256 else 0, entrant if sha256 else 0, _read_terms(*terms),
            )  # fmt: skip

    def read_persons(self, number: int) -> list[Row]:
        """Read number, name, first name, licence, club and series of everybody as a publication had them."""
        return self._rows(
            "SELECT number, name, first_name, licence, club, series FROM person WHERE publication ="
            " (SELECT max(publication) FROM person AS other WHERE other.number = person.number AND publication <= ?)",
            number,
        )

    def read_spellings(self, number: int) -> dict[int, list[Row]]:
        """Read since, licence, name, first name and club of the spellings of each person, by number."""
        spellings: dict[int, list[Row]] = {}
        rows = self._rows(
            "SELECT * FROM spelling WHERE publication <= ? ORDER BY person, publication, position", number
        )
        for (person, _), group in groupby(rows, key=itemgetter(1, 0)):
            spellings[person] = [row[3:] for row in group]
        return spellings

    def _read_people(self, number: int) -> Iterator[RegisteredPlayer]:
        for person, rows in self.read_spellings(number).items():
            yield RegisteredPlayer(person, tuple(Spelling(date.fromisoformat(since), *row) for since, *row in rows))

    def _read_rankings(self, number: int) -> Iterator[PublishedRanking]:
        rows = self._rows(
            "SELECT publication, day, person, rank, ranked.name, club, series, cote FROM ranked JOIN publication"
            " ON publication.number = publication WHERE publication BETWEEN ? AND ? AND rank NOTNULL"
            " ORDER BY publication, position", number - MAX_RANKINGS + 1, number,
        )  # fmt: skip
        lines: dict[int, list[PublishedLine]] = defaultdict(list)
        for publication, _, person, rank, name, club, series, cote in rows:
            lines[publication].append(PublishedLine(person, rank, name, club, series, _exact(cote)))
        for publication, day in self._rows(
            "SELECT number, day FROM publication WHERE number BETWEEN ? AND ? ORDER BY number",
            number - MAX_RANKINGS + 1, number,
        ):  # fmt: skip
            yield PublishedRanking(date.fromisoformat(day), tuple(lines[publication]))

    # Decisions

    def _decision_rows(self, number: int) -> Iterator[tuple[int, Key, Line]]:
        for _, publication, *cells in self._rows(
            "SELECT * FROM decision WHERE publication <= ? ORDER BY number", number
        ):
            line = dict(zip(DECISION_FIELDS, cells, strict=True))
            yield publication, question_key(line), line

    def read_decisions(self, number: int) -> dict[Key, Line]:
        """Read the decisions in force after a publication, by key, in the order in which they were given."""
        decisions: dict[Key, Line] = {}
        for _, key, line in self._decision_rows(number):
            if is_withdrawal(line):
                decisions.pop(key, None)
            else:
                decisions[key] = line
        return decisions

    def read_journal(self, number: int) -> Iterator[Line]:
        """Yield every decision up to a publication as it was given, withdrawals included, the oldest first."""
        last: dict[Key, Line] = {}
        rows = sorted(self._decision_rows(number), key=lambda row: (row[0], is_withdrawal(row[2]), row[1]))
        for _, key, line in rows:
            answer = texts.WITHDRAW if is_withdrawal(line) else line["Décision"]
            entry = {column: line[column] for column in texts.JOURNAL_COLUMNS[:-1]} | {"Décision": answer}
            told = {column: entry[column] for column in ("Décision", *texts.RECORD_COLUMNS)}
            if last.get(key) != told:  # else only the question has other words
                yield entry
            last[key] = told

    def read_decisions_of(self, number: int) -> dict[Key, Line]:
        """Read the decisions that were given, changed or withdrawn for a publication, by key."""
        before = self.read_decisions(number - 1)
        given = {key: line for publication, key, line in self._decision_rows(number) if publication == number}
        return {key: line for key, line in given.items() if key in before or not is_withdrawal(line)}

    # Inputs

    def read_inputs(self, number: int) -> MonthInputs:
        """Read what a publication is built from."""
        ((day, report, pdf, list_hash, *publisher),) = self._rows(
            "SELECT day, report, pdf, list_hash, federation, logo, signature FROM publication WHERE number = ?", number
        )
        lists = self._rows("SELECT line FROM list_line WHERE publication = ? ORDER BY position", number)
        tournaments = self.read_tournaments(number)
        received = self._rows(
            "SELECT received.* FROM folder JOIN received ON number = received WHERE folder.publication = ?"
            " ORDER BY name, number", number,
        )  # fmt: skip
        return MonthInputs(
            date.fromisoformat(day), [_read_file(row, tournaments) for row in received],
            [json.loads(line) for (line,) in lists], [*self.read_decisions_of(number).values()],
            self._read_adjustments("publication = ?", number), self.read_seasons(number), Publisher(*publisher),
            report, bool(pdf), list_hash, [
                ExpectedTournament(date.fromisoformat(announced), title, organiser)
                for announced, title, organiser in self._rows(
                    "SELECT day, title, organiser FROM expected WHERE publication = ? ORDER BY position", number
                )
            ],
        )  # fmt: skip

    def read_received(self, number: int) -> Iterator[tuple[int, str, File]]:
        """Yield all that was received up to a publication: publication, reader, the file as read."""
        tournaments = self.read_tournaments(number)
        for row in self._rows("SELECT * FROM received WHERE publication <= ? ORDER BY number", number):
            yield row[1], row[-2], _read_file(row, tournaments)


def is_withdrawal(line: Line) -> bool:
    """Check whether a line withdraws a decision: without answer, or `retirer`, which undoes an adjustment."""
    answer, nature = normalize(line["Décision"]), normalize(line["Nature"])
    return not answer or (answer == texts.WITHDRAW and nature != texts.ADJUSTED)


def _read_file(row: Iterable[Any], tournaments: Mapping[str, tuple[PlayedTournament, tuple[StandingRow, ...]]]) -> File:
    number, _, name, sha256, within, label, has_mail, *values = row
    *mail, refusal, word, title, organiser, address, is_transient, _, lack = values
    return File(
        name, sha256, None if refusal else tournaments[sha256][0], refusal, word, (title, organiser, address),
        mail=Mail(*mail) if has_mail else None, lack=Lack(lack), is_transient=bool(is_transient), number=number,
        within=(within, label),
    )  # fmt: skip


def _read_standing(rows: Iterable[Row]) -> tuple[StandingRow, ...]:
    """Return the participants of a tournament that counted, with the cotes from which they started."""
    return tuple(StandingRow(row[2], row[11] or 0, _exact(row[12])) for row in rows if row[12] is not None)


def _read_terms(place: int | None, rank: int, start: str, *figures: str) -> Terms | None:
    """Return the terms of a movement; None for one that has none."""
    if place is None:
        return None
    reference, pe, bonus, raw, pj = map(_exact, figures)
    return Terms(place, rank, _exact(start), Gain(reference, int(pe), bonus, int(raw), int(pj)))
