"""Adjustments (rule R11 of docs/regles.md), decisions and questions of the federation: small tables, CSV or workbook.

A decision is a line with an answer in column Décision. It answers a question of the program (which player, which
version, active or not), or asks for something itself: exclude a tournament, merge players, change a licence or a name,
undo an adjustment, close the published period. Column Nature says of what kind it is. A line is a mapping from the
titles of the columns to texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path
from tournament_xl.games.scrabble.rules.seasons import YEARS
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.players.columns import licence_key, name_key, normalize_title
from tournament_xl.players.list_table import ListError, Row, render_place, shorten
from tournament_xl.players.player_lists import load_list, split_by_each_separator
from tournament_xl.players.spreadsheets import PACKED, is_flat, read_workbook_rows
from tournament_xl.workbook.cells import parse_number, read_date

MOST_POINTS = 5000
_MAX_POINTS_LENGTH = 20  # of a number of points
Key = tuple[str, ...]
_FILE_NATURES = (texts.TWICE, texts.DATE, texts.ANONYMITY)  # their questions are about a file
_QUESTION_NATURES = (texts.PLAYER, *_FILE_NATURES, texts.RETURN)  # without an answer it is an open question


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points for a player that no tournament gave: CLAP, PAP, a correction (R11)."""

    day: date  # first day on which they count
    licence: str
    points: Fraction
    reason: str
    source: str  # "a.csv, ligne 2"

    @property
    def key(self) -> Key:
        """Kind, licence, day and reason; of two adjustments with one key the new one replaces the earlier one."""
        return texts.ADJUSTED, licence_key(self.licence), str(self.day), normalize_title(self.reason)


def read_adjustments(path: Path) -> list[Adjustment]:
    """Read the adjustments from a file, sorted by date, then in file order.

    Raises:
        ListError: The file cannot be read or lacks a column; else with every problem of its lines: a bad date or number
            of points, no licence, two adjustments with one key.
    """
    problems: list[str] = []
    adjustments: dict[Key, Adjustment] = {}
    table = read_lines(path, texts.ADJUSTMENT_COLUMNS)
    for line, values in table.lines:
        day, points = read_date(values["Date"]), _points(values["Points"])
        fine = {
            "Date": day is not None and YEARS[0] <= day.year <= YEARS[1],
            "Licence": bool(values["Licence"]),
            "Points": points is not None and abs(points) <= MOST_POINTS and (100 * points).denominator == 1,
        }
        for column in (column for column, is_fine in fine.items() if not is_fine):
            value, expected = shorten(values[column]), texts.ADJUSTMENT_WANTS[column]
            problems.append(texts.BAD_ENTRY.format(place=table.place(line, column), value=value, wanted=expected))
        if day and points is not None:
            source = table.place(line)
            adjustment = Adjustment(day, values["Licence"], points, values["Motif"], source)
            if earlier := adjustments.get(adjustment.key):
                problems.append(texts.SAME_ADJUSTMENT.format(place=source, other=earlier.source))
            adjustments[adjustment.key] = adjustment
    if problems:
        raise ListError(problems)
    return sorted(adjustments.values(), key=lambda adjustment: adjustment.day)


def _points(text: str) -> Fraction | None:
    """Parse a number of points ("25", "-10", "12,5"); None for other text."""
    if parse_number(text) is None or len(text) > _MAX_POINTS_LENGTH:
        return None
    return Fraction(text.replace(" ", "").replace(",", ".").replace("\u2212", "-"))


def merge_adjustments(new: Iterable[Adjustment], earlier: Iterable[Adjustment]) -> list[Adjustment]:
    """Merge new adjustments with the adjustments of the previous publication, sorted by date.

    A new adjustment replaces the earlier one with the same key (licence, day, reason).
    """
    merged_adjustments = {adjustment.key: adjustment for adjustment in (*earlier, *new)}
    return sorted(merged_adjustments.values(), key=lambda adjustment: adjustment.day)


class Candidate(NamedTuple):
    """Player whom a question may mean."""

    handle: str  # text by which an answer names him
    facts: str  # who he is, in French
    reasons: str  # what speaks for him, in French
    doubts: tuple[str, ...] = ()  # what speaks against him, a French clause each

    @property
    def full_facts(self) -> str:
        """Handle and facts."""
        return texts.CANDIDATE_FACTS.format(handle=self.handle, facts=self.facts)

    @property
    def text(self) -> str:
        """Line about him in column Candidats: handle, facts, what speaks for him and against him."""
        return texts.CANDIDATE.format(facts=self.full_facts, reasons=self.reasons) + "".join(self.doubts)


@dataclass(frozen=True, slots=True)
class Question:
    """Doubt for the federation to settle, with the possible answers."""

    kind: str  # Nature: texts.PLAYER, TWICE, DATE, ANONYMITY or RETURN
    sentence: str
    title: str  # tournament that first raised it
    day: date  # last day of that tournament
    mark: str = ""  # beginning of the file's SHA-256, for TWICE, DATE and ANONYMITY
    name: str = ""
    first_name: str = ""
    licence: str = ""
    club: str = ""
    proposals: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    times: int = 1  # number of tournaments concerned
    doubt: str = ""  # which of texts.DOUBTS, for PLAYER; "" where an answer could not be read

    @property
    def key(self) -> Key:
        """Key under which the next build finds the answer."""
        return question_key(self.to_csv_line())

    def to_csv_line(self) -> dict[str, str]:
        """Return the CSV line with an empty answer: each title of texts.DECISION_COLUMNS -> text."""
        more = fill_sentence(texts.MORE_TOURNAMENTS, {"more": self.times - 1}) if self.times > 1 else ""
        candidates = "\n".join(candidate.text for candidate in self.candidates)
        cells = (
            self.kind, self.title + more, f"{self.day:%d/%m/%Y}", self.mark, self.name, self.first_name, self.licence,
            self.club, self.sentence, candidates, " | ".join(self.proposals), "",
        )  # fmt: skip
        return dict(zip(texts.DECISION_COLUMNS, cells, strict=True))


def question_key(values: Mapping[str, str]) -> Key:
    """Build the key of a question or decision from its CSV line: Nature and subject, without sentence and answer.

    Which columns are the subject depends on the Nature: for a player licence, name and club, for a file the beginning
    of the SHA-256 (Empreinte). Two lines with one key are about the same thing. The key begins with Nature.
    """
    kind = normalize_title(values["Nature"])
    title, day = normalize_title(values["Tournoi"]), read_date(values["Date"])
    if kind in _FILE_NATURES:
        return kind, values["Empreinte"]
    if kind == texts.STRIKE:
        return kind, values["Empreinte"].lower(), title, str(day or "")
    if kind == texts.ADJUSTED:
        return kind, licence_key(values["Licence"]), str(day or ""), title
    if kind == texts.LICENCE:
        return kind, licence_key(values["Licence"])
    person = licence_key(values["Licence"]), name_key(f"{values['Nom']} {values['Prénom']}")
    return (kind, *person) if kind == texts.RETURN else (kind, *person, normalize_title(values["Club"]))


class Questions:
    """Decisions in force, which of them were followed, and the questions that a build leaves open."""

    def __init__(self, lines: Iterable[Mapping[str, str]] = (), withdrawn: Iterable[Mapping[str, str]] = ()) -> None:
        """Load the decisions.

        Lines without an answer are ignored, of two lines with one key the later one holds; `withdrawn` are lines that
        revoke decisions of the previous publication.
        """
        # decisions in force: key -> line
        self.answered = {question_key(line): line for line in lines if line["Décision"]}
        self.withdrawn = {question_key(line): line for line in withdrawn}
        self._open: dict[Key, Question] = {}
        self._followed: set[Key] = set()

    def answer(self, key: Key) -> str:
        """Return the typed answer of the decision with this key, "" if there is none; it is not marked as followed."""
        return self.answered[key]["Décision"] if key in self.answered else ""

    def mark_followed(self, key: Key) -> None:
        """Mark a decision as followed: it took effect, so `describe_without_effect` does not report it."""
        self._followed.add(key)

    def find_by_nature(self, nature: str) -> list[tuple[Key, Mapping[str, str]]]:
        """Return keys and lines of the decisions in force of one Nature, a word as texts.NATURES has it."""
        return [(key, line) for key, line in self.answered.items() if key[0] == nature]

    def describe_without_effect(self, lines: Iterable[Mapping[str, str]]) -> list[str]:
        """Return French sentences, each once, about the lines that had no effect.

        Such a line is a decision in force that was never marked as followed, or a line without answer that revokes
        nothing and has no Nature of a question. A decision whose answer was not understood gives no sentence: its
        question, open again, says so.
        """
        misread = {question.key for question, _ in self.misread}
        sentences = []
        for line in lines:
            key = question_key(line)
            has_no_effect = key in self.answered and key not in self._followed and key not in misread
            if (
                has_no_effect
                if line["Décision"]
                else key not in self.answered | self.withdrawn and key[0] not in _QUESTION_NATURES
            ):
                sentence = texts.NO_EFFECT if key[0] in texts.NATURES else texts.NO_NATURE
                sentences.append(sentence.format(line=describe_line(line), natures=texts.NATURES_SHOWN))
        return list(dict.fromkeys(sentences))

    def ask(self, question: Question) -> None:
        """Add an open question; if one with its key is open already, only count one more tournament for that one.

        If there is a decision with its key, its answer was not understood: the question quotes it, and has no `doubt`.
        """
        key = question.key
        if key in self._open:
            self._open[key] = replace(self._open[key], times=self._open[key].times + 1)
            return
        if answer := self.answer(key):
            sentence = texts.NO_ANSWER.format(answer=answer, sentence=question.sentence)
            question = replace(question, sentence=sentence, doubt="")
        self._open[key] = question

    def add_doubt(self, key: Key, handle: str, sentence: str) -> None:
        """Append to a candidate of a question a clause that speaks against him; nothing if the question is not open.

        `sentence` is a French clause, added once.
        """
        if question := self._open.get(key):
            candidates = (
                candidate._replace(doubts=(*dict.fromkeys((*candidate.doubts, sentence)),))
                if candidate.handle == handle
                else candidate
                for candidate in question.candidates
            )
            self._open[key] = replace(question, candidates=tuple(candidates))

    @property
    def open(self) -> list[Question]:
        """Open questions by date, then kind, then key."""
        return sorted(self._open.values(), key=lambda question: (question.day, question.kind, question.key))

    @property
    def misread(self) -> list[tuple[Question, str]]:
        """Open questions about which there is a decision whose answer was not understood, each with that answer."""
        return [(question, answer) for question in self.open if (answer := self.answer(question.key))]

    def lines(self) -> list[Mapping[str, str]]:
        """Return the CSV lines to decide upon: decisions in force, revocations, then open questions without an answer.

        An open question takes the place of a revocation with the same key: in the next build its blank answer revokes
        the decision as well.
        """
        open_lines = {
            question.key: question.to_csv_line() for question in self.open if question.key not in self.answered
        }
        return [*(self.answered | self.withdrawn | open_lines).values()]


def describe_line(line: Mapping[str, str]) -> str:
    """Join the cells of a decision's line into one French text: Nature, subject, answer in quotes."""
    columns = ("Nature", "Tournoi", "Date", "Empreinte", "Nom", "Prénom", "Licence", "Club")
    return f"{' '.join(filter(None, (line[column] for column in columns)))} « {line['Décision']} »"


class MergedDecisions(NamedTuple):
    """Decisions of the previous publication and new ones together."""

    lines: list[Mapping[str, str]]  # decisions in force
    withdrawn: list[Mapping[str, str]]  # lines that revoke earlier decisions
    notes: list[str]  # French: each decision revoked, or not there to revoke


def merge_decisions(earlier: Iterable[Mapping[str, str]], new: Sequence[Mapping[str, str]]) -> MergedDecisions:
    """Merge new decisions into earlier ones.

    A new line with an answer replaces the earlier line with its key. A new line with the answer `retirer` revokes it; a
    new line with a blank answer does too, unless another new line with this key has an answer. With Nature ajustement
    `retirer` is a decision like others: it undoes an adjustment. `new` are the lines of this build's decisions file,
    open questions included.
    """
    earlier_lines = {question_key(line): line for line in earlier}
    lines: dict[Key, Mapping[str, str] | None] = {**earlier_lines}
    withdrawn: dict[Key, Mapping[str, str]] = {}
    notes, answered = [], {question_key(line) for line in new if line["Décision"]}
    for line in new:
        key, answer = question_key(line), normalize_title(line["Décision"])
        if answer and (answer != texts.WITHDRAW or key[0] == texts.ADJUSTED):
            lines[key] = line
            withdrawn.pop(key, None)
        elif (answer or key not in answered) and (old := lines.get(key)):
            lines[key] = None
            notes.append(texts.WITHDRAWN.format(line=describe_line(earlier_lines.get(key, old))))
            if key in earlier_lines:
                withdrawn[key] = {**line, "Décision": "" if key[0] == texts.ADJUSTED else texts.WITHDRAW}
        elif answer:
            notes.append(texts.NOTHING_TO_WITHDRAW.format(line=describe_line(line)))
    return MergedDecisions([line for line in lines.values() if line], list(withdrawn.values()), notes)


def read_decisions(path: Path) -> list[dict[str, str]]:
    """Read all lines of a decisions file that `federation build` wrote and somebody filled in, also without answer.

    Raises:
        ListError: The file cannot be read or lacks a column, or column Décidé le has a text that is no date.
    """
    table = read_lines(path, texts.DECISION_COLUMNS, texts.RECORD_COLUMNS)
    problems = [
        texts.BAD_DECISION_DAY.format(
            place=table.place(line, texts.DECIDED_ON), value=shorten(values[texts.DECIDED_ON])
        )
        for line, values in table.lines
        if values[texts.DECIDED_ON] and not read_date(values[texts.DECIDED_ON])
    ]
    if problems:
        raise ListError(problems)
    return [values for _, values in table.lines]


def add_record(line: Mapping[str, str], earlier: Mapping[str, str] | None, day: date, author: str) -> Mapping[str, str]:
    """Return a line with the record of the decision: author, date, reason.

    Nothing is filled in for a line without answer, unless it revokes `earlier`.

    Args:
        line: The line; not changed.
        earlier: The line with this key in the previous publication, None if there is none. If its answer is the same,
            its record fills the empty cells of the record of `line`.
        day: Date for a new or changed answer whose line names no date, or still the date of the old answer.
        author: Author for a new or changed answer whose line names none.
    """
    record = {column: line.get(column, "") for column in texts.RECORD_COLUMNS}
    if earlier and line["Décision"] == earlier["Décision"]:
        record = {column: value or earlier.get(column, "") for column, value in record.items()}
    elif line["Décision"] or earlier:
        is_date_of_old_answer = earlier and record[texts.DECIDED_ON] == earlier.get(texts.DECIDED_ON)
        if not record[texts.DECIDED_ON] or is_date_of_old_answer:
            record[texts.DECIDED_ON] = f"{day:%d/%m/%Y}"
        record[texts.AUTHOR] = record[texts.AUTHOR] or author
    return {**line, **record}


class _Lines(NamedTuple):
    """Lines below the titles: line number and values by title."""

    file: str
    sheet: str | None  # None for a CSV
    titles: Mapping[str, int]  # title -> column from 0
    lines: list[tuple[int, dict[str, str]]]

    def place(self, line: int, title: str = "") -> str:
        """Describe where a line, or its cell under a title, is: file, sheet, line or cell."""
        return render_place(self.file, self.sheet, line, self.titles.get(title, 0), title)


def read_lines(path: Path, columns: Sequence[str], optional: Sequence[str] = ()) -> _Lines:
    """Read a CSV, or the sheet of a workbook that has the titles; ListError when a required one is missing."""
    column_by_title = {normalize_title(column): column for column in (*columns, *optional)}

    def find_titles(rows: Sequence[Row]) -> dict[str, int]:
        cells = rows[0][1] if rows else ()
        return {
            column_by_title[normalize_title(cell)]: position
            for position, cell in enumerate(cells)
            if normalize_title(cell) in column_by_title
        }

    data = load_list(path)
    tables: list[tuple[str | None, list[Row], int | None]]
    if data.startswith(PACKED) or is_flat(data):
        sheets, days = read_workbook_rows(path.name, data)
        tables = [(name, rows, None) for name, rows in sheets.items()] or [(None, [], None)]
    else:
        tables, days = [(None, *table) for table in split_by_each_separator(path.name, data).values()], 0
    sheet, rows, bad_quotes = max(tables, key=lambda table: len(find_titles(table[1])))
    titles = find_titles(rows)
    if not titles.keys() >= {*columns}:
        raise ListError([texts.NO_COLUMNS.format(file=printable_path(path.name), columns=" ; ".join(columns))])
    if bad_quotes:
        raise ListError([texts.BAD_QUOTES.format(place=render_place(path.name, None, bad_quotes))])
    lines = [
        (
            line,
            dict.fromkeys(optional, "")
            | {title: cells[position] if position < len(cells) else "" for title, position in titles.items()},
        )
        for line, cells in rows[1:]
    ]
    for _, values in lines:
        for title in ("Date", texts.DECIDED_ON):
            if days and values.get(title, "").isdecimal():
                values[title] = str(int(values[title]) + days)
    return _Lines(path.name, sheet, titles, lines)


def leave_out_undone(adjustments: Iterable[Adjustment], questions: Questions) -> list[Adjustment]:
    """Leave out adjustments that a decision `ajustement … retirer` names, and mark it as followed.

    One without reason names all of a player and day.
    """
    withdrawals = [
        key for key, line in questions.find_by_nature(texts.ADJUSTED) if normalize(line["Décision"]) == texts.WITHDRAW
    ]
    in_force = []
    for adjustment in adjustments:
        undoing_keys = [
            key for key in withdrawals if key == adjustment.key or (not key[3] and key[:3] == adjustment.key[:3])
        ]
        for key in undoing_keys:
            questions.mark_followed(key)
        in_force += [] if undoing_keys else [adjustment]
    return in_force
