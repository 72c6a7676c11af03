"""What only the federation can say, in two small CSV files: adjustments (R11), and answers to questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path

from tournament_xl.book.grid import number, read_date
from tournament_xl.federation.facts import licence_key, name_key
from tournament_xl.lists.columns import ListError, Row, fold_title, place_text, short
from tournament_xl.lists.read import load, parse
from tournament_xl.resources import legible
from tournament_xl.rules.scrabble.seasons import YEARS
from tournament_xl.texts import federation as texts

MOST_POINTS = 5000
_MOST_DIGITS = 20  # of a number of points
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that no tournament gave: CLAP, PAP, a correction (R11)."""

    day: date  # they count from this day on
    licence: str
    points: Fraction
    reason: str
    source: str  # where it stands: "a.csv, ligne 2"


def read_adjustments(path: Path) -> list[Adjustment]:
    """The adjustments, by date, then in the order of the file. ListError with every problem of the file."""
    problems: list[str] = []
    found: list[Adjustment] = []
    for line, values in _lines(path, texts.ADJUSTMENT_COLUMNS):
        day, points = read_date(values["Date"]), _points(values["Points"])
        fine = {
            "Date": day is not None and YEARS[0] <= day.year <= YEARS[1],
            "Licence": bool(values["Licence"]),
            "Points": points is not None and abs(points) <= MOST_POINTS,
        }
        for column in (column for column, is_fine in fine.items() if not is_fine):
            place = place_text(path.name, None, line, 0, column)
            wanted = texts.ADJUSTMENT_WANTS[column]
            problems.append(texts.BAD_ENTRY.format(place=place, value=short(values[column]), wanted=wanted))
        if day and points is not None:
            source = place_text(path.name, None, line)
            found.append(Adjustment(day, values["Licence"], points, values["Motif"], source))
    if problems:
        raise ListError(problems)
    return sorted(found, key=lambda one: one.day)


def _points(text: str) -> Fraction | None:
    """A number of points as typed: "25", "-10", "12,5"; None for what is none, or has decimals without end."""
    if number(text) is None or len(text) > _MOST_DIGITS:
        return None
    return Fraction(text.replace(" ", "").replace(",", ".").replace("\u2212", "-"))


def with_earlier(given: Sequence[Adjustment], earlier: Sequence[Adjustment]) -> list[Adjustment]:
    """The adjustments of both, one that is in both once, by date."""
    left = Counter(_said(one) for one in earlier)
    found = list(earlier)
    for one in given:
        left[_said(one)] -= 1
        found += [one] if left[_said(one)] < 0 else []
    return sorted(found, key=lambda one: one.day)


def _said(one: Adjustment) -> Key:
    return str(one.day), one.licence, str(one.points), one.reason


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
    """What a question is about, whatever its sentence: the same line in another build has the same key."""
    kind = fold_title(values["Nature"])
    if kind == texts.TWICE:
        return kind, values["Empreinte"]
    who = licence_key(values["Licence"]), name_key(f"{values['Nom']} {values['Prénom']}")
    return (kind, *who, fold_title(values["Club"])) if kind == texts.PLAYER else (kind, *who)


class Questions:
    """The answers that were given, and the questions that are open, each once."""

    def __init__(self, lines: Iterable[Mapping[str, str]] = ()) -> None:
        """`lines` of the CSV; of two answers to one question the later one holds."""
        self.answered = {question_key(line): line for line in lines if line["Décision"]}
        self._open: dict[Key, Question] = {}

    def answer(self, key: Key) -> str:
        """The answer to a question, "" for none."""
        return self.answered[key]["Décision"] if key in self.answered else ""

    def ask(self, question: Question) -> None:
        """Note a question that no answer settles; one that was given has not been understood."""
        key = question.key
        if key in self._open:
            self._open[key] = replace(self._open[key], times=self._open[key].times + 1)
            return
        if answer := self.answer(key):
            question = replace(question, sentence=texts.NO_ANSWER.format(answer=answer, sentence=question.sentence))
        self._open[key] = question

    @property
    def open(self) -> list[Question]:
        """By date, then kind, then name."""
        return sorted(self._open.values(), key=lambda one: (one.day, one.kind, one.key))

    @property
    def misread(self) -> list[tuple[Question, str]]:
        """The open ones that have an answer, which is none of theirs."""
        return [(one, answer) for one in self.open if (answer := self.answer(one.key))]

    def lines(self) -> list[Mapping[str, str]]:
        """The CSV of decisions: the answers as they stand, then what is open and has none."""
        return [*self.answered.values(), *(one.values() for one in self.open if one.key not in self.answered)]


def read_decisions(path: Path) -> list[dict[str, str]]:
    """The lines of a file that `build` wrote and somebody filled in. ListError when it is another file."""
    return [values for _, values in _lines(path, texts.DECISION_COLUMNS)]


def _lines(path: Path, columns: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """Number and values by title of the lines below the titles. ListError when a title is missing."""
    wanted = {fold_title(column): column for column in columns}

    def titled(rows: Sequence[Row]) -> dict[str, int]:
        cells = rows[0][1] if rows else ()
        return {wanted[fold_title(cell)]: at for at, cell in enumerate(cells) if fold_title(cell) in wanted}

    rows, bad_quotes = max(parse(path.name, load(path)).values(), key=lambda found: len(titled(found[0])))
    titles = titled(rows)
    if len(titles) < len(columns):
        raise ListError([texts.NO_COLUMNS.format(file=legible(path.name), columns=" ; ".join(columns))])
    if bad_quotes:
        raise ListError([texts.BAD_QUOTES.format(place=place_text(path.name, None, bad_quotes))])
    return [
        (line, {title: cells[at] if at < len(cells) else "" for title, at in titles.items()})
        for line, cells in rows[1:]
    ]
