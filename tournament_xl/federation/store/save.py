"""Writing of a month to the register: what was received and decided, what counted and moved, what is published."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields, replace
from fractions import Fraction

from tournament_xl import __version__
from tournament_xl.federation.intake.facts import Entrant, File, Mail, PlayedTournament
from tournament_xl.federation.ranking.build import Publication, exclusion_reason
from tournament_xl.federation.ranking.history import PublicationHistory, StandingRow
from tournament_xl.federation.ranking.ledger import Terms
from tournament_xl.federation.store.load import DECISION_FIELDS, Line, MonthInputs, RegisterReader, Row
from tournament_xl.federation.store.tables import PUBLISHED, insert_rows
from tournament_xl.messages import federation as texts


def format_exact(number: Fraction | int | None) -> str | None:
    """Format an exact number as "n/d"; None for None."""
    return None if number is None else f"{number.numerator}/{number.denominator}"


def number_files(reader: RegisterReader, files: Sequence[File], month: int, earlier: PublicationHistory) -> list[File]:
    """Give each file of the folder its number in the register: the one it has from an earlier month, else a new one.

    A copy of a file with a tournament that the publication before counts is another file.
    """
    kept = {file.number for file in earlier.files if file.published}
    received = [file for _, _, file in reader.read_received(month - 1)]
    known = {_identify(file): file.number for file in received if file.number not in kept}
    last = max((file.number for file in received), default=0)
    numbered = []
    for file in files:
        number = known.pop(_identify(file), 0)
        if not number:
            number = last = last + 1
        numbered.append(replace(file, number=number))
    return numbered


def _identify(file: File) -> tuple[object, ...]:
    return file.name, file.sha256, file.mail, file.refusal, file.word, file.sender, file.within


def save_month(
    connection: sqlite3.Connection, number: int, publication: Publication, inputs: MonthInputs, reader_mark: str,
    earlier: PublicationHistory,
) -> None:  # fmt: skip
    """Write a month that is built, open, in place of an earlier build of it.

    The files of `inputs` have their numbers; `reader_mark` is that of the program that read them.
    """
    for table in PUBLISHED:
        connection.execute(f"DELETE FROM {table} WHERE publication = ?", (number,))
    connection.execute("DELETE FROM publication WHERE number = ?", (number,))
    month = _MonthWriter(connection, number, publication, earlier)
    month.save_inputs(inputs)
    month.save_files(inputs.files, reader_mark)
    month.save_verdicts()
    month.save_tournaments(inputs.files)
    month.save_people()
    month.save_decisions()
    month.save_movements()
    month.save_ranking()
    connection.execute("UPDATE publication SET hash = ? WHERE number = ?", (compute_hash(connection, number), number))


def compute_hash(connection: sqlite3.Connection, number: int) -> str:
    """Compute the hash of a publication: what it published, and the hash of the one before."""
    queries = (
        ("SELECT hash FROM publication WHERE number = ?", number - 1),
        ("SELECT day FROM publication WHERE number = ?", number),
        ("SELECT day, kind, person, before, after, hash, entrant FROM movement WHERE publication = ? ORDER BY number",
         number),
        ("SELECT person, rank, cote FROM ranked WHERE publication = ? ORDER BY position", number),
    )  # fmt: skip
    content = [connection.execute(query, (value,)).fetchall() for query, value in queries]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


class _MonthWriter:
    """Writer of the rows of a month, those that are not there from an earlier one."""

    def __init__(
        self, connection: sqlite3.Connection, number: int, publication: Publication, earlier: PublicationHistory
    ) -> None:
        self._connection, self._number, self._publication, self._earlier = connection, number, publication, earlier
        self._history, self._reader = publication.history, RegisterReader(connection)

    def _insert(self, table: str, rows: Iterable[Row]) -> None:
        insert_rows(self._connection, table, rows)

    def _insert_list(self, table: str, rows: Iterable[Row]) -> None:
        """Insert rows that begin with the publication and their position."""
        self._insert(table, ((self._number, position, *row) for position, row in enumerate(rows)))

    def save_inputs(self, inputs: MonthInputs) -> None:
        """Write the month, its seasons and calendar, and the lines of lists and the adjustments that came for it."""
        publisher, lists = inputs.publisher, self._history.lists[len(self._earlier.lists) :]
        self._insert("publication", [(
            self._number, str(inputs.day), False, False, False, inputs.report, inputs.pdf, "", inputs.list_hash,
            __version__, publisher.federation, publisher.logo, publisher.signature,
        )])  # fmt: skip
        self._insert_list("season", ((content,) for content in inputs.seasons))
        self._insert_list("list_line", (
            (str(dated.day), json.dumps(line, ensure_ascii=False)) for dated in lists for line in dated.lines
        ))  # fmt: skip
        self._insert_list("adjustment", (
            (str(adjustment.day), adjustment.licence, format_exact(adjustment.points), adjustment.reason,
             adjustment.source) for adjustment in inputs.adjustments
        ))  # fmt: skip
        self._insert_list("expected", (
            (str(expected.day), expected.title, expected.organiser) for expected in inputs.expected
        ))  # fmt: skip

    def save_files(self, files: Sequence[File], reader_mark: str) -> None:
        """Write the files that are new, and what the folder holds."""
        known_numbers = {number for (number,) in self._connection.execute("SELECT number FROM received")}
        self._insert("received", (
            (
                file.number, self._number, file.name, file.sha256, *file.within, file.mail is not None,
                *(astuple(file.mail) if file.mail else [None] * len(fields(Mail))),
                file.refusal, file.word, *file.sender, file.is_transient, reader_mark, file.lack,
            )
            for file in files if file.number not in known_numbers
        ))  # fmt: skip
        self._insert("folder", ((self._number, file.number) for file in files))

    def save_verdicts(self) -> None:
        """Write what became of each file, where that changed."""
        stored_files = {file.number: file for file in self._history.files}
        last_rows = {row[2]: row[3:] for row in self._connection.execute("SELECT * FROM verdict ORDER BY number")}
        earlier_refusals = self._earlier.refused
        for verdict in self._publication.verdicts:
            file, entry = verdict.file, verdict.entry
            reason = "" if file.played else exclusion_reason(file)
            stored = stored_files.get(file.number)
            row = (
                verdict.word, reason, int(stored is not None), str(stored.published) if stored and stored.published
                else None, str(entry.day) if entry else None, entry.number if entry else None,
            )  # fmt: skip
            is_told = not reason or not file.sha256 or earlier_refusals.get(file.sha256) == reason
            if last_rows.get(file.number) != row or not is_told:
                self._insert("verdict", [(None, self._number, file.number, *row)])

    def save_tournaments(self, files: Iterable[File]) -> None:
        """Write the tournaments that are new, and the players of those where they changed."""
        files_by_number = {file.number: file for file in self._history.files}
        standing = {files_by_number[entry.file].sha256: entry.rows for entry in self._history.standing}
        tournaments = {file.sha256: file.tournament for file in files if file.played}
        tournaments |= {file.sha256: file.tournament for file in self._history.files}
        numbers = dict(self._connection.execute("SELECT hash, number FROM tournament"))
        last = max(numbers.values(), default=0)
        stored = self._reader.read_tournaments(self._number)
        for sha256, played in tournaments.items():
            if sha256 not in numbers:
                numbers[sha256] = last = last + 1
                self._insert("tournament", [(last, self._number, sha256, *_describe_tournament(played))])
            rows = standing.get(sha256, ())
            if sha256 not in stored or stored[sha256][0].entrants != played.entrants or stored[sha256][1] != rows:
                row_by_number = {row.number: row for row in rows}
                self._insert("entrant", (
                    (self._number, numbers[sha256], *_describe_entrant(entrant, row_by_number.get(entrant.number)))
                    for entrant in played.entrants
                ))  # fmt: skip

    def save_people(self) -> None:
        """Write who is new, or has another name, licence, club or spelling."""
        stored_people = {number: facts for number, *facts in self._reader.read_persons(self._number)}
        stored_spellings = self._reader.read_spellings(self._number)
        for account in self._publication.accounts:
            number = account.number
            person = [account.name, account.first_name, account.licence, account.club, account.series]
            if stored_people.get(number) != person:
                self._insert("person", [(self._number, number, *person)])
            spellings = [
                (str(spelling.since), spelling.licence, spelling.name, spelling.first_name, spelling.club)
                for spelling in account.spellings.values()
            ]
            if stored_spellings.get(number) != spellings:
                self._insert("spelling", (
                    (self._number, number, position, *row) for position, row in enumerate(spellings)
                ))  # fmt: skip

    def save_decisions(self) -> None:
        """Append the decisions that are new or changed, then those that are withdrawn; no row is ever changed."""
        before = self._reader.read_decisions(self._number)
        questions = self._publication.questions
        lines = [line for key, line in questions.answered.items() if _cells(before.get(key, {})) != _cells(line)]
        lines += [
            {**line, **{column: withdrawal.get(column, "") for column in texts.RECORD_COLUMNS},
             "Décision": "" if key[0] == texts.ADJUSTED else texts.WITHDRAW}
            for key, line in before.items() if key not in questions.answered
            for withdrawal in [questions.withdrawn.get(key, {})]
        ]  # fmt: skip
        self._insert("decision", ((None, self._number, *_cells(line)) for line in lines))

    def save_movements(self) -> None:
        """Write the movements of the month with every term."""
        files = {verdict.counted.number: verdict.file for verdict in self._publication.counted}
        self._insert("movement", (
            (
                None, self._number, str(move.day), move.kind, move.reason, move.person, format_exact(move.before),
                format_exact(move.after), file.sha256 if file else "", move.entrant,
                str(file.tournament.last) if file else None, *describe_terms(move.terms),
            )
            for move in self._history.movements[len(self._earlier.movements) :]
            for file in [files.get(move.tournament)]
        ))  # fmt: skip

    def save_ranking(self) -> None:
        """Write the ranking as published, then the cotes of those who are not ranked."""
        lines = self._history.rankings[-1].lines
        ranked = {line.person for line in lines}
        self._insert_list("ranked", [
            *((line.person, line.place, format_exact(line.cote), line.name, line.club, line.series) for line in lines),
            *((person, place, format_exact(cote), None, None, None)
              for person, (place, cote) in self._history.ranks_and_cotes.items() if person not in ranked),
        ])  # fmt: skip


def _cells(line: Line) -> tuple[str, ...]:
    return tuple(line.get(column, "") for column in DECISION_FIELDS)


def _describe_tournament(played: PlayedTournament) -> Row:
    return (
        played.title, played.where, str(played.first), str(played.last), played.formula, played.kind, played.season,
        played.games, played.organiser, played.email, played.draw, json.dumps(played.serious, ensure_ascii=False),
        json.dumps(played.details, ensure_ascii=False),
        json.dumps(played.document, ensure_ascii=False, separators=(",", ":")),
    )  # fmt: skip


def _describe_entrant(entrant: Entrant, row: StandingRow | None) -> Row:
    return (
        entrant.number, entrant.name, entrant.first_name, entrant.licence, entrant.club, entrant.series, entrant.cote,
        entrant.place, entrant.anonymous, row.person or None if row else None,
        format_exact(row.start) if row else None,
    )  # fmt: skip


def describe_terms(terms: Terms | None) -> Row:
    """Return place, rank, C_j, C_i, PE, B, raw PJ and PJ of a movement, None each where it has none."""
    if terms is None:
        return (None,) * 8
    gain = terms.gain
    figures = map(format_exact, (terms.start, gain.reference, gain.pe, gain.bonus, gain.raw, gain.pj))
    return terms.place, terms.rank, *figures
