"""Writing of a month to the register: what was received and decided, what counted and moved, what is published."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, fields, replace
from fractions import Fraction

from tournament_xl import __version__
from tournament_xl.federation.intake.decisions import Adjustment, question_key
from tournament_xl.federation.intake.facts import Entrant, File, Mail, PlayedTournament
from tournament_xl.federation.ranking.build import Publication, exclusion_reason
from tournament_xl.federation.ranking.history import PublicationHistory, StandingRow
from tournament_xl.federation.ranking.ledger import DatedList, Movement, Terms
from tournament_xl.federation.store.load import DECISION_FIELDS, Line, MonthInputs, RegisterReader, Row
from tournament_xl.federation.store.tables import PUBLISHED
from tournament_xl.messages import federation as texts


def format_exact(number: Fraction | int | None) -> str | None:
    """Format an exact number as "n/d"; None for None."""
    return None if number is None else f"{number.numerator}/{number.denominator}"


def number_files(
    reader: RegisterReader, files: Sequence[File], month: int, earlier: PublicationHistory | None
) -> list[File]:
    """Give each file of the folder its number in the register: the one it has from an earlier month, else a new one.

    A copy of a file with a tournament that the publication before counts is another file.
    """
    kept = {file.number for file in earlier.files if file.published} if earlier else set()
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
    connection: sqlite3.Connection, number: int, publication: Publication, inputs: MonthInputs, reader: str,
    earlier: PublicationHistory | None,
) -> None:  # fmt: skip
    """Write a month that is built, open, in place of an earlier build of it.

    Args:
        connection: The register.
        number: Number of the publication.
        publication: What was built.
        inputs: What it was built from; the files have their numbers.
        reader: Mark of the program that read the files.
        earlier: The publication before, None for the first.
    """
    month = _Month(connection, number, publication.history, earlier)
    for table in PUBLISHED:
        month.execute(f"DELETE FROM {table} WHERE publication = ?", number)
    month.execute("DELETE FROM publication WHERE number = ?", number)
    month.save_publication(inputs)
    month.save_inputs(
        inputs.seasons, publication.history.lists[len(earlier.lists) if earlier else 0 :], inputs.adjustments
    )
    month.insert("expected", (
        (number, position, str(announced.day), announced.title, announced.organiser)
        for position, announced in enumerate(inputs.expected)
    ))  # fmt: skip
    month.save_files(inputs.files, reader)
    month.save_verdicts(publication)
    month.save_tournaments(inputs.files)
    month.save_people(publication)
    month.save_decisions(publication)
    month.save_movements(publication.history.movements[len(earlier.movements) if earlier else 0 :], {
        verdict.counted.number: verdict.file for verdict in publication.counted
    })  # fmt: skip
    month.save_ranking()
    month.execute("UPDATE publication SET hash = ? WHERE number = ?", compute_hash(connection, number), number)


def import_history(
    connection: sqlite3.Connection, history: PublicationHistory, journal: Sequence[Line], report: str
) -> None:
    """Write the last publication of before the register, and the rankings that it carried, each as a publication.

    Args:
        connection: The register.
        history: What the publication leaves; the files have their numbers.
        journal: Every decision as it was given, the oldest first.
        report: Path of the report, relative to the register.
    """
    for number, ranking in enumerate(history.rankings, start=1):
        month = _Month(connection, number, replace(history, rankings=(ranking,)), None)
        inputs = MonthInputs(ranking.day, (), (), (), (), (), history.publisher)
        month.save_publication(inputs, imported=True)
        if number < len(history.rankings):
            month.insert("ranked", (
                (number, position, line.person, line.place, format_exact(line.cote), line.name, line.club,
                 line.series) for position, line in enumerate(ranking.lines)
            ))  # fmt: skip
    month.execute("UPDATE publication SET report = ?, written = 1 WHERE number = ?", report, number)
    month.save_inputs(history.seasons, history.lists, history.adjustments)
    month.import_files()
    month.save_tournaments(())
    month.import_people()
    month.insert("decision", ((None, number, *_cells(line)) for line in _replayed(history, journal)))
    month.save_movements(history.movements, {file.number: file for file in history.files})
    month.save_ranking()
    for imported in range(1, number + 1):
        connection.execute(
            "UPDATE publication SET closed = 1, hash = ? WHERE number = ?",
            (compute_hash(connection, imported), imported),
        )


def _replayed(history: PublicationHistory, journal: Sequence[Line]) -> Iterable[Line]:
    """Return the journal of old decisions, and last those in force, whole."""
    in_force = {question_key(line): line for line in history.decisions}
    last = {question_key(line): position for position, line in enumerate(journal)}
    yield from (
        line for position, line in enumerate(journal)
        if question_key(line) not in in_force or last[question_key(line)] != position
    )  # fmt: skip
    yield from history.decisions


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


class _Month:
    """A month that is being written."""

    def __init__(
        self, connection: sqlite3.Connection, number: int, history: PublicationHistory,
        earlier: PublicationHistory | None,
    ) -> None:  # fmt: skip
        self._connection, self._number, self._history, self._earlier = connection, number, history, earlier
        self._reader = RegisterReader(connection)

    def execute(self, statement: str, *values: object) -> None:
        self._connection.execute(statement, values)

    def insert(self, table: str, rows: Iterable[Row]) -> None:
        """Insert rows with a value for each column of a table."""
        columns = len(self._connection.execute(f"PRAGMA table_info({table})").fetchall())
        places = ", ".join("?" * columns)
        self._connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)

    def save_publication(self, inputs: MonthInputs, *, imported: bool = False) -> None:
        publisher = inputs.publisher
        self.insert("publication", [(
            self._number, str(inputs.day), False, imported, False, inputs.report, inputs.pdf, "", inputs.list_hash,
            __version__, publisher.federation, publisher.logo, publisher.signature,
        )])  # fmt: skip

    def save_inputs(
        self, seasons: Iterable[str], lists: Iterable[DatedList], adjustments: Iterable[Adjustment]
    ) -> None:
        """Write seasons, lines of the list and adjustments that are new."""
        number, lines = self._number, ((dated.day, line) for dated in lists for line in dated.lines)
        self.insert("season", ((number, position, text) for position, text in enumerate(seasons)))
        self.insert("list_line", (
            (number, position, str(day), json.dumps(line, ensure_ascii=False))
            for position, (day, line) in enumerate(lines)
        ))  # fmt: skip
        self.insert("adjustment", (
            (number, position, str(own.day), own.licence, format_exact(own.points), own.reason, own.source)
            for position, own in enumerate(adjustments)
        ))  # fmt: skip

    def save_files(self, files: Iterable[File], reader: str) -> None:
        """Write what the folder holds: each file that is not known from an earlier month, and that it is there."""
        known = {number for (number,) in self._connection.execute("SELECT number FROM received")}
        files = list(files)
        self.insert("received", (
            (
                file.number, self._number, file.name, file.sha256, *file.within, file.mail is not None,
                *(astuple(file.mail) if file.mail else [None] * len(fields(Mail))),
                file.refusal, file.word, *file.sender, file.is_transient, reader, file.lack,
            )
            for file in files if file.number not in known
        ))  # fmt: skip
        self.insert("folder", ((self._number, file.number) for file in files))

    def import_files(self) -> None:
        """Write the tournaments of an old report, and a file for each other digest that it left out."""
        history, files = self._history, self._history.files
        standing = {entry.file: entry for entry in history.standing}
        kept = {file.sha256 for file in files}
        left_out = [
            File("", digest, None, reason, number=number)
            for number, (digest, reason) in enumerate(history.refused.items(), start=len(files) + 1)
            if digest not in kept
        ]
        self.save_files([*files, *left_out], "")
        self.execute("DELETE FROM folder WHERE publication = ?", self._number)
        self.insert("verdict", (
            (
                None, self._number, file.number, texts.COUNTED if entry else file.word,
                "" if entry else history.refused.get(file.sha256, ""), bool(file.played),
                file.published and str(file.published), entry and str(entry.day),
                entry.number if entry else file.number,
            )
            for file in [*files, *left_out] for entry in [standing.get(file.number)]
        ))  # fmt: skip

    def save_verdicts(self, publication: Publication) -> None:
        """Write what became of each file, where that is not known from an earlier month."""
        kept = {file.number: file for file in self._history.files}
        known = {
            row[2]: row[3:] for row in self._connection.execute("SELECT * FROM verdict ORDER BY number")
        }  # the last one
        refused = self._earlier.refused if self._earlier else {}
        rows = []
        for verdict in publication.verdicts:
            file = verdict.file
            reason = "" if file.played else exclusion_reason(file)
            published = kept[file.number].published if file.number in kept else None
            row = (
                verdict.word, reason, int(file.number in kept), published and str(published),
                str(verdict.entry.day) if verdict.entry else None, verdict.entry and verdict.entry.number,
            )  # fmt: skip
            if known.get(file.number) != row or (reason and file.sha256 and refused.get(file.sha256) != reason):
                rows.append((None, self._number, file.number, *row))
        self.insert("verdict", rows)

    def save_tournaments(self, files: Iterable[File]) -> None:
        """Write the tournaments that are new, and the players of those where they changed."""
        files_by_number = {file.number: file for file in self._history.files}
        standing = {files_by_number[entry.file].sha256: entry.rows for entry in self._history.standing}
        tournaments = {file.sha256: file.tournament for file in files if file.played}
        tournaments |= {file.sha256: file.tournament for file in self._history.files}
        numbers = dict(self._connection.execute("SELECT hash, number FROM tournament"))
        last = max(numbers.values(), default=0)
        known = self._reader.read_tournaments(self._number)
        for sha256, played in tournaments.items():
            if sha256 not in numbers:
                numbers[sha256] = last = last + 1
                self.insert("tournament", [(last, self._number, sha256, *_describe_tournament(played))])
            rows = standing.get(sha256, ())
            if sha256 not in known or known[sha256][0].entrants != played.entrants or known[sha256][1] != rows:
                of_row = {row.number: row for row in rows}
                self.insert("entrant", (
                    (self._number, numbers[sha256], *_describe_entrant(entrant, of_row)) for entrant in played.entrants
                ))  # fmt: skip

    def save_people(self, publication: Publication) -> None:
        """Write who is new, or has another name, licence, club or spelling."""
        known = {row[0]: row[1:] for row in self._reader.read_persons(self._number)}
        spellings = self._reader.read_spellings(self._number)
        for account in publication.accounts:
            person = account.name, account.first_name, account.licence, account.club, account.series
            if known.get(account.number) != person:
                self.insert("person", [(self._number, account.number, *person)])
            self._save_spellings(account.number, account.spellings.values(), spellings)

    def import_people(self) -> None:
        for player in self._history.people:
            own = player.spellings[0]
            names = own.name, own.first_name, own.licence, own.club
            self.insert("person", [(self._number, player.number, *names, "")])
            self._save_spellings(player.number, player.spellings, {})

    def _save_spellings(self, person: int, spellings: Iterable[object], known: Mapping[int, Sequence[Row]]) -> None:
        rows = [
            (str(own.since), own.licence, own.name, own.first_name, own.club)  # type: ignore[attr-defined]
            for own in spellings
        ]
        if [*known.get(person, ())] != rows:
            self.insert("spelling", ((self._number, person, position, *row) for position, row in enumerate(rows)))

    def save_decisions(self, publication: Publication) -> None:
        """Append the decisions that are new or changed, then those that are withdrawn; no row is ever changed."""
        before = self._reader.read_decisions(self._number)
        questions = publication.questions
        lines = [line for key, line in questions.answered.items() if _cells(before.get(key, {})) != _cells(line)]
        lines += [
            {**line, **{column: withdrawal.get(column, "") for column in texts.RECORD_COLUMNS},
             "Décision": "" if key[0] == texts.ADJUSTED else texts.WITHDRAW}
            for key, line in before.items() if key not in questions.answered
            for withdrawal in [questions.withdrawn.get(key, {})]
        ]  # fmt: skip
        self.insert("decision", ((None, self._number, *_cells(line)) for line in lines))

    def save_movements(self, movements: Iterable[Movement], files: Mapping[int, File]) -> None:
        """Write movements with every term; `files` by the numbers of the tournaments."""
        self.insert("movement", (
            (
                None, self._number, str(move.day), move.kind, move.reason, move.person, format_exact(move.before),
                format_exact(move.after), file.sha256 if file else "", move.entrant,
                str(file.tournament.last) if file else None, *_describe_terms(move.terms),
            )
            for move in movements for file in [files.get(move.tournament)]
        ))  # fmt: skip

    def save_ranking(self) -> None:
        """Write the ranking as published, then the cotes of those who are not ranked."""
        lines = self._history.rankings[-1].lines
        ranked = {line.person for line in lines}
        rows: list[Row] = [
            (line.person, line.place, format_exact(line.cote), line.name, line.club, line.series) for line in lines
        ]
        rows += [
            (person, place, format_exact(cote), None, None, None)
            for person, (place, cote) in self._history.ranks_and_cotes.items() if person not in ranked
        ]  # fmt: skip
        self.insert("ranked", ((self._number, position, *row) for position, row in enumerate(rows)))


def _cells(line: Line) -> tuple[str, ...]:
    return tuple(line.get(column, "") for column in DECISION_FIELDS)


def _describe_tournament(played: PlayedTournament) -> Row:
    return (
        played.title, played.where, str(played.first), str(played.last), played.formula, played.kind, played.season,
        played.games, played.organiser, played.email, played.draw, json.dumps(played.serious, ensure_ascii=False),
        json.dumps(played.details, ensure_ascii=False),
        json.dumps(played.document, ensure_ascii=False, separators=(",", ":")),
    )  # fmt: skip


def _describe_entrant(entrant: Entrant, rows: Mapping[int, StandingRow]) -> Row:
    row = rows.get(entrant.number)
    return (
        entrant.number, entrant.name, entrant.first_name, entrant.licence, entrant.club, entrant.series, entrant.cote,
        entrant.place, entrant.anonymous, row.person or None if row else None,
        format_exact(row.start) if row else None,
    )  # fmt: skip


def _describe_terms(terms: Terms | None) -> Row:
    """Return place, rank, C_j, C_i, PE, B, raw PJ and PJ of a movement, None each where it has none."""
    if terms is None:
        return (None,) * 8
    gain = terms.gain
    figures = map(format_exact, (terms.start, gain.reference, gain.pe, gain.bonus, gain.raw, gain.pj))
    return terms.place, terms.rank, *figures
