"""What only the federation can say, in two small tables, CSV or workbook: adjustments (R11), and decisions: answers to
questions, and what it orders unasked (a tournament struck out, two players who are one, a new licence or name, an
adjustment undone).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from tournament_xl.core.resources import printable_path
from tournament_xl.games.scrabble.rules.seasons import YEARS
from tournament_xl.messages import federation as texts
from tournament_xl.players.columns import ListError, Row, fold_title, licence_key, name_key, place_text, short
from tournament_xl.players.player_lists import load, parse
from tournament_xl.players.spreadsheets import PACKED, is_flat, workbook_rows
from tournament_xl.workbook.tables import number, read_date

MOST_POINTS = 5000
_MOST_DIGITS = 20  # of a number of points
Key = tuple[str, ...]
_ASKED = (texts.PLAYER, texts.TWICE, texts.RETURN)  # Natures of questions: a line without an answer is an open one


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that no tournament gave: CLAP, PAP, a correction (R11)."""

    day: date  # they count from this day on
    licence: str
    points: Fraction
    reason: str
    source: str  # where it stands: "a.csv, ligne 2"

    @property
    def key(self) -> Key:
        """What an adjustment is about: licence, day, reason. Of two lines about one thing the later one holds."""
        return texts.ADJUSTED, licence_key(self.licence), str(self.day), fold_title(self.reason)


def read_adjustments(path: Path) -> list[Adjustment]:
    """The adjustments, by date, then in the order of the file. ListError with every problem of the file."""
    problems: list[str] = []
    found: dict[Key, Adjustment] = {}
    table = _lines(path, texts.ADJUSTMENT_COLUMNS)
    for line, values in table.lines:
        day, points = read_date(values["Date"]), _points(values["Points"])
        fine = {
            "Date": day is not None and YEARS[0] <= day.year <= YEARS[1],
            "Licence": bool(values["Licence"]),
            "Points": points is not None and abs(points) <= MOST_POINTS and (100 * points).denominator == 1,
        }
        for column in (column for column, is_fine in fine.items() if not is_fine):
            value, wanted = short(values[column]), texts.ADJUSTMENT_WANTS[column]
            problems.append(texts.BAD_ENTRY.format(place=table.place(line, column), value=value, wanted=wanted))
        if day and points is not None:
            source = table.place(line)
            one = Adjustment(day, values["Licence"], points, values["Motif"], source)
            if twin := found.get(one.key):
                problems.append(texts.SAME_ADJUSTMENT.format(place=source, other=twin.source))
            found[one.key] = one
    if problems:
        raise ListError(problems)
    return sorted(found.values(), key=lambda one: one.day)


def _points(text: str) -> Fraction | None:
    """A number of points as typed: "25", "-10", "12,5"; None for what is none, or has decimals without end."""
    if number(text) is None or len(text) > _MOST_DIGITS:
        return None
    return Fraction(text.replace(" ", "").replace(",", ".").replace("\u2212", "-"))


def with_earlier(given: Iterable[Adjustment], earlier: Iterable[Adjustment]) -> list[Adjustment]:
    """The adjustments of both by date; one that is given again with other points replaces the earlier one."""
    found = {one.key: one for one in (*earlier, *given)}
    return sorted(found.values(), key=lambda one: one.day)


@dataclass(frozen=True, slots=True)
class Question:
    """Something in doubt, with the answers that are possible."""

    kind: str  # Nature: texts.PLAYER, TWICE or RETURN
    sentence: str
    title: str  # of the tournament where it first came up
    day: date  # its last day
    mark: str = ""  # of the file, for TWICE
    name: str = ""
    first_name: str = ""
    licence: str = ""
    club: str = ""
    proposals: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()  # who they are, and what speaks for each
    times: int = 1  # tournaments that it concerns

    @property
    def key(self) -> Key:
        return question_key(self.values())

    def values(self) -> dict[str, str]:
        """The line of the CSV, without an answer: titles of texts.DECISION_COLUMNS -> values."""
        more = texts.MORE_TOURNAMENTS.format(count=self.times - 1) if self.times > 1 else ""
        cells = (
            self.kind, self.title + more, f"{self.day:%d/%m/%Y}", self.mark, self.name, self.first_name, self.licence,
            self.club, self.sentence, "\n".join(self.candidates), " | ".join(self.proposals), "",
        )  # fmt: skip
        return dict(zip(texts.DECISION_COLUMNS, cells, strict=True))


def question_key(values: Mapping[str, str]) -> Key:
    """What a question is about, without its sentence and answer, so that the next build finds the answer again."""
    kind = fold_title(values["Nature"])
    title, day = fold_title(values["Tournoi"]), read_date(values["Date"])
    if kind == texts.TWICE:
        return kind, values["Empreinte"]
    if kind == texts.STRIKE:
        return kind, values["Empreinte"].lower(), title, str(day or "")
    if kind == texts.ADJUSTED:
        return kind, licence_key(values["Licence"]), str(day or ""), title
    if kind == texts.LICENCE:
        return kind, licence_key(values["Licence"])
    who = licence_key(values["Licence"]), name_key(f"{values['Nom']} {values['Prénom']}")
    return (kind, *who) if kind == texts.RETURN else (kind, *who, fold_title(values["Club"]))


class Questions:
    """The decisions that hold, which of them had an effect, and the questions that are open, each once."""

    def __init__(self, lines: Iterable[Mapping[str, str]] = (), withdrawn: Iterable[Mapping[str, str]] = ()) -> None:
        """`lines` of the CSV; of two answers to one question the later one holds. `withdrawn`: the lines that take back
        what the publication before has decided.
        """
        self.answered = {question_key(line): line for line in lines if line["Décision"]}
        self._withdrawn = {question_key(line): line for line in withdrawn}
        self._open: dict[Key, Question] = {}
        self._used: set[Key] = set()

    def answer(self, key: Key) -> str:
        """The answer to a question, "" for none."""
        return self.answered[key]["Décision"] if key in self.answered else ""

    def follow(self, key: Key) -> None:
        """Note that a decision has had its effect."""
        self._used.add(key)

    def of_kind(self, kind: str) -> list[tuple[Key, Mapping[str, str]]]:
        """The decisions of a Nature."""
        return [(key, line) for key, line in self.answered.items() if key[0] == kind]

    def without_effect(self, given: Iterable[Mapping[str, str]]) -> list[str]:
        """A sentence for each of these lines that has changed nothing, or cannot be understood."""
        misread = {one.key for one, _ in self.misread}
        found = []
        for line in given:
            key = question_key(line)
            useless = key in self.answered and key not in self._used and key not in misread
            if useless if line["Décision"] else key not in self.answered | self._withdrawn and key[0] not in _ASKED:
                sentence = texts.NO_EFFECT if key[0] in texts.NATURES else texts.NO_NATURE
                found.append(sentence.format(line=line_sentence(line), natures=", ".join(texts.NATURES)))
        return list(dict.fromkeys(found))

    def ask(self, question: Question) -> None:
        """Note a question that no answer settles; one that was given has not been understood."""
        key = question.key
        if key in self._open:
            self._open[key] = replace(self._open[key], times=self._open[key].times + 1)
            return
        if answer := self.answer(key):
            question = replace(question, sentence=texts.NO_ANSWER.format(answer=answer, sentence=question.sentence))
        self._open[key] = question

    def add_to_candidate(self, key: Key, handle: str, sentence: str) -> None:
        """Tell more of a candidate of an open question."""
        if question := self._open.get(key):
            start = texts.CANDIDATE_START.format(handle=handle)
            told = (one + sentence * (one.startswith(start) and sentence not in one) for one in question.candidates)
            self._open[key] = replace(question, candidates=tuple(told))

    @property
    def open(self) -> list[Question]:
        """By date, then kind, then name."""
        return sorted(self._open.values(), key=lambda one: (one.day, one.kind, one.key))

    @property
    def misread(self) -> list[tuple[Question, str]]:
        """The open questions whose answer is not one of those proposed, with that answer."""
        return [(one, answer) for one in self.open if (answer := self.answer(one.key))]

    def lines(self) -> list[Mapping[str, str]]:
        """The CSV of decisions: the answers as they stand, what is taken back, then what is open and has no answer, by
        which an earlier answer to it is taken back, too.
        """
        asked = {one.key: one.values() for one in self.open if one.key not in self.answered}
        return [*(self.answered | self._withdrawn | asked).values()]


def line_sentence(line: Mapping[str, str]) -> str:
    """A line of the decisions in a sentence: Nature, what it is about, answer."""
    columns = ("Nature", "Tournoi", "Date", "Empreinte", "Nom", "Prénom", "Licence", "Club")
    return f"{' '.join(filter(None, (line[column] for column in columns)))} « {line['Décision']} »"


class Merged(NamedTuple):
    """The decisions of before and those that are given, together."""

    lines: list[Mapping[str, str]]  # that hold
    withdrawn: list[Mapping[str, str]]  # the lines that take back what was decided before
    notes: list[str]  # a sentence for each that is taken back, or was none


def merged(earlier: Iterable[Mapping[str, str]], given: Sequence[Mapping[str, str]]) -> Merged:
    """A given line replaces the earlier one of its key; with an answer blanked, or `retirer`, it takes it back. The
    line `ajustement … retirer` is a decision of its own.
    """
    before = {question_key(line): line for line in earlier}
    lines: dict[Key, Mapping[str, str] | None] = {**before}
    withdrawn: dict[Key, Mapping[str, str]] = {}
    notes, decided = [], {question_key(line) for line in given if line["Décision"]}
    for line in given:
        key, answer = question_key(line), fold_title(line["Décision"])
        if answer and (answer != texts.WITHDRAW or key[0] == texts.ADJUSTED):
            lines[key] = line
            withdrawn.pop(key, None)
        elif (answer or key not in decided) and (old := lines.get(key)):
            lines[key] = None
            notes.append(texts.WITHDRAWN.format(line=line_sentence(before.get(key, old))))
            if key in before:
                withdrawn[key] = {**line, "Décision": "" if key[0] == texts.ADJUSTED else texts.WITHDRAW}
        elif answer:
            notes.append(texts.NOTHING_TO_WITHDRAW.format(line=line_sentence(line)))
    return Merged([line for line in lines.values() if line], list(withdrawn.values()), notes)


def read_decisions(path: Path) -> list[dict[str, str]]:
    """The lines of a file that `build` wrote and somebody filled in. ListError when it is another file."""
    return [values for _, values in _lines(path, texts.DECISION_COLUMNS).lines]


class _Lines(NamedTuple):
    """The lines below the titles: number and values by title."""

    file: str
    sheet: str | None  # of a workbook
    titles: Mapping[str, int]  # -> its column from 0
    lines: list[tuple[int, dict[str, str]]]

    def place(self, line: int, title: str = "") -> str:
        """Where a line, or its cell under a title, stands."""
        return place_text(self.file, self.sheet, line, self.titles.get(title, 0), title)


def _lines(path: Path, columns: Sequence[str]) -> _Lines:
    """A CSV, or the sheet of a workbook that has the titles. ListError when one is missing."""
    wanted = {fold_title(column): column for column in columns}

    def titled(rows: Sequence[Row]) -> dict[str, int]:
        cells = rows[0][1] if rows else ()
        return {wanted[fold_title(cell)]: at for at, cell in enumerate(cells) if fold_title(cell) in wanted}

    data = load(path)
    tables: list[tuple[str | None, list[Row], int | None]]
    if data.startswith(PACKED) or is_flat(data):
        sheets, days = workbook_rows(path.name, data)
        tables = [(name, rows, None) for name, rows in sheets.items()] or [(None, [], None)]
    else:
        tables, days = [(None, *found) for found in parse(path.name, data).values()], 0
    sheet, rows, bad_quotes = max(tables, key=lambda table: len(titled(table[1])))
    titles = titled(rows)
    if len(titles) < len(columns):
        raise ListError([texts.NO_COLUMNS.format(file=printable_path(path.name), columns=" ; ".join(columns))])
    if bad_quotes:
        raise ListError([texts.BAD_QUOTES.format(place=place_text(path.name, None, bad_quotes))])
    lines = [
        (line, {title: cells[at] if at < len(cells) else "" for title, at in titles.items()})
        for line, cells in rows[1:]
    ]
    for _, values in lines:
        if days and values["Date"].isdecimal():
            values["Date"] = str(int(values["Date"]) + days)
    return _Lines(path.name, sheet, titles, lines)
