"""What the federation itself enters: adjustments (R11) and decisions, two small CSV files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path

from tournament_xl.book.grid import number, read_date
from tournament_xl.federation.register import licence_key, name_key
from tournament_xl.lists.columns import ListError, Row, fold_title, place_text, short
from tournament_xl.lists.read import load, parse
from tournament_xl.record import record
from tournament_xl.rules.scrabble.seasons import YEARS
from tournament_xl.texts import federation as texts

MOST_POINTS = 5000
_MOST_DIGITS = 20  # of a number of points


@record
class Adjustment:
    """Points that no tournament gave: CLAP, PAP, a correction (R11)."""

    day: date  # they count from this day on
    licence: str
    points: Fraction
    reason: str
    file: str  # where it stands: name of the file
    line: int  # and line


@record
class Line:
    """A line of a small CSV file: values by the titles wanted, "" where nothing stands."""

    number: int  # from 1
    values: Mapping[str, str]


def read_adjustments(path: str | Path) -> list[Adjustment]:
    """The adjustments, by date, then in the order of the file. ListError with every problem of the file."""
    problems: list[str] = []
    found: list[Adjustment] = []
    for line in _lines(Path(path), texts.ADJUSTMENT_COLUMNS):
        day, points = read_date(line.values["Date"]), _points(line.values["Points"])
        checks: Sequence[tuple[str, bool]] = (
            ("Date", day is not None and YEARS[0] <= day.year <= YEARS[1]),
            ("Licence", bool(line.values["Licence"])),
            ("Points", points is not None and abs(points) <= MOST_POINTS),
        )
        for column, fine in checks:
            if not fine:
                place = place_text(Path(path).name, None, line.number, 0, column)
                problems.append(texts.BAD_ENTRY[column].format(place=place, value=short(line.values[column])))
        if day and points is not None and not problems:
            file, licence, reason = Path(path).name, line.values["Licence"], line.values["Motif"]
            found.append(Adjustment(day, licence, points, reason, file, line.number))
    if problems:
        raise ListError(problems)
    return sorted(found, key=lambda one: one.day)


def _points(text: str) -> Fraction | None:
    """A number of points as typed: "25", "-10", "12,5"; None for what is none, or has decimals without end."""
    if number(text) is None or len(text) > _MOST_DIGITS:
        return None
    return Fraction(text.replace(" ", "").replace(",", ".").replace("\u2212", "-"))


@record
class Decisions:
    """What the federation decided, by question."""

    answers: Mapping[tuple[str, ...], str]  # key of a question -> the text of its column Décision
    lines: tuple[Mapping[str, str], ...] = ()  # as read, to be written again

    def get(self, key: tuple[str, ...]) -> str:
        return self.answers.get(key, "")


def read_decisions(path: str | Path) -> Decisions:
    """The decisions of a file that `build` wrote and somebody filled in. ListError when it is another file."""
    lines = _lines(Path(path), texts.DECISION_COLUMNS, but=("Candidats",))
    problems = []
    answers: dict[tuple[str, ...], str] = {}
    for line in lines:
        key, answer = question_key(line.values), line.values["Décision"]
        if answer and answers.get(key, answer) != answer:
            place = place_text(Path(path).name, None, line.number)
            problems.append(texts.DECIDED_TWICE.format(place=place, other=short(answers[key])))
        elif answer:
            answers[key] = answer
    if problems:
        raise ListError(problems)
    return Decisions(answers, tuple(line.values for line in lines))


_KEYS: dict[str, Callable[[Mapping[str, str]], tuple[str, ...]]] = {
    texts.PLAYER: lambda v: (licence_key(v["Licence"]), name_key(f"{v['Nom']} {v['Prénom']}"), fold_title(v["Club"])),
    texts.TWICE: lambda v: (v["Empreinte"],),
    texts.RETURN: lambda v: (licence_key(v["Licence"]), name_key(f"{v['Nom']} {v['Prénom']}")),
}


def question_key(values: Mapping[str, str]) -> tuple[str, ...]:
    """What a question is about, whatever its sentence: the same line in another run has the same key."""
    kind = next((kind for kind in _KEYS if fold_title(kind) == fold_title(values["Nature"])), "")
    return (kind, *_KEYS[kind](values)) if kind else (values["Nature"],)


def _lines(path: Path, columns: Sequence[str], but: Sequence[str] = ()) -> list[Line]:
    """The lines below the titles. ListError when a title is missing, except one of `but`."""
    wanted = {fold_title(column): column for column in columns}

    def titled(rows: Sequence[Row]) -> dict[str, int]:
        cells = rows[0][1] if rows else ()
        return {wanted[fold_title(cell)]: at for at, cell in enumerate(cells) if fold_title(cell) in wanted}

    rows, bad_quotes = max(parse(path.name, load(path)).values(), key=lambda found: len(titled(found[0])))
    titles = titled(rows)
    if any(column not in titles for column in columns if column not in but):
        raise ListError([texts.NO_COLUMNS.format(file=path.name, columns=" ; ".join(columns))])
    if bad_quotes:
        raise ListError([texts.BAD_QUOTES.format(place=place_text(path.name, None, bad_quotes))])
    return [
        Line(line, dict.fromkeys(columns, "") | {c: cells[at] if at < len(cells) else "" for c, at in titles.items()})
        for line, cells in rows[1:]
    ]
