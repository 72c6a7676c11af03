"""The settings table of the sheet Tournoi, whatever the game: its lines, and values that both games have."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from tournament_xl.book.grid import MOST_ROUNDS, Line, Problems, Table, find_table, read_date, whole
from tournament_xl.book.labels import DOUBLE_ROUND_ROBIN, ROUND_ROBIN, SETTINGS_COLUMNS, TOURNAMENT, Setting
from tournament_xl.book.snapshot import Snapshot, cell_text
from tournament_xl.folding import fold
from tournament_xl.record import record

_MAIL = r"[^@\s,;:<>()\[\]\\\"]+@\w[\w-]*(?:\.\w[\w-]*)+"
_WORDS = "Tournoi"  # the group of those that decide nothing: a second arbiter is nobody's fault
_COMPARED = 200  # lines of no setting that may be a mistyped one


@record
class SettingsTable:
    """Where each setting stands."""

    table: Table
    lines: dict[str, Line]  # setting name -> its line

    def text(self, name: str) -> str:
        """The value as typed; "" when it is empty or its line is missing."""
        line = self.lines.get(name)
        return line.text("Valeur") if line else ""

    def problem(self, problems: Problems, name: str, key: str, /, **facts: object) -> None:
        """Record a problem at a setting's value; at the header when its line is missing."""
        if name in self.lines:
            self.lines[name].problem(problems, "Valeur", key, **facts)
        else:
            problems.add(self.table.sheet, self.table.header, self.table.columns["Valeur"], key, **facts)


def find_settings(snapshot: Snapshot, known: Sequence[Setting], problems: Problems) -> SettingsTable | None:
    """The lines of the `known` settings; problems when one is missing, or decides and stands twice with two values."""
    table = find_table(snapshot, TOURNAMENT, SETTINGS_COLUMNS, problems)
    if table is None:
        return None
    by_name = {fold(setting.name): setting for setting in known}
    lines: dict[str, Line] = {}
    unknown: list[Line] = []
    for line in table.lines():
        setting = by_name.get(fold(line.text("Paramètre")))
        if setting is None:
            unknown.append(line)
            continue
        first = lines.setdefault(setting.name, line)
        text, decides = line.text("Valeur"), setting.group != _WORDS or bool(setting.choices)
        if decides and text and fold(text) != fold(first.text("Valeur")):
            line.problem(problems, "Valeur", "setting_twice", name=setting.name, text=text, row=first.row)
    _missing(table, known, unknown, lines, problems)
    return SettingsTable(table, lines)


def _missing(
    table: Table, known: Sequence[Setting], unknown: list[Line], lines: dict[str, Line], problems: Problems
) -> None:
    """Every setting has its line; one whose name nearly is that of a missing one is a typing error."""
    missing = {fold(setting.name): setting.name for setting in known if setting.needed and setting.name not in lines}
    if not missing:
        return
    import difflib

    for line in unknown[:_COMPARED]:
        near = difflib.get_close_matches(fold(line.text("Paramètre")), missing, 1, 0.8)
        if near:
            meant = missing.pop(near[0])
            line.problem(problems, "Paramètre", "no_setting", text=line.text("Paramètre"), meant=meant)
    for name in missing.values():
        row, column = _place_of(name, table, known, lines), table.columns["Paramètre"]
        problems.add(table.sheet, row, column, "setting_missing", name=name)


def _place_of(name: str, table: Table, known: Sequence[Setting], lines: dict[str, Line]) -> int:
    """The row where a missing setting stood: below the one before it, in the order of the contract, not on a title."""
    groups = {setting.group for setting in known}
    names = [setting.name for setting in known]
    for distance, before in enumerate(reversed(names[: names.index(name)]), start=1):
        if before in lines:
            row = lines[before].row + distance
            title = cell_text(table.snapshot.cell(table.sheet, row, table.columns["Paramètre"])) in groups
            return row + 1 if title else row
    return table.header + 1


class Texts(Protocol):
    """Settings as texts: those of the sheet, or those of the Journal."""

    def text(self, name: str) -> str: ...

    def problem(self, problems: Problems, name: str, key: str, /, **facts: object) -> None: ...


@record
class Recorded:
    """Settings as the Journal has them; what cannot be read there is the regulation's default."""

    texts: Mapping[str, str]

    def text(self, name: str) -> str:
        return self.texts.get(name, "")

    def problem(self, problems: Problems, name: str, key: str, /, **facts: object) -> None:
        """Nothing: it stands in no cell of the table."""


_MOST_DRAWN = 100  # rounds that are drawn one upon the other: a check draws each again
_ROUND_ROBINS = {fold(ROUND_ROBIN), fold(DOUBLE_ROUND_ROBIN)}


class SettingsReader:
    """Reads values, and records what cannot be read."""

    def __init__(self, table: Texts, known: Sequence[Setting], problems: Problems) -> None:
        self.table, self._problems = table, problems
        self._choices = {setting.name: setting.choices for setting in known}

    def text(self, name: str) -> str:
        return self.table.text(name)

    def bad(self, name: str, key: str, /, **facts: object) -> None:
        """Record a problem with a value."""
        self.table.problem(self._problems, name, key, text=self.text(name), **facts)

    def choice(self, name: str) -> str:
        """The value as the contract writes it; "" when empty or wrong."""
        text, choices = self.text(name), self._choices[name]
        known = {fold(choice): choice for choice in choices}
        if text and fold(text) not in known:
            self.bad(name, "choice", name=name, choices=", ".join(choices))
        return known.get(fold(text), "")

    def rounds(self) -> int | None:
        """The number of rounds; None when it is empty or wrong."""
        text = self.text("Nombre de rondes")
        rounds, everybody = whole(text), fold(self.text("Formule")) in _ROUND_ROBINS
        most = MOST_ROUNDS if everybody else _MOST_DRAWN
        if text and (rounds is None or not 1 <= rounds <= most):
            self.bad("Nombre de rondes", "rounds", most=most)
            return None
        return rounds

    def mail(self) -> None:
        """Check the address of the federation."""
        mail = self.text("Courriel fédération")
        if mail and (len(mail) > 254 or not re.fullmatch(_MAIL, mail)):
            self.bad("Courriel fédération", "mail")

    def dates(self) -> str:
        """The days of the tournament as shown under its name."""
        first, last = self._date("Date de début"), self._date("Date de fin")
        if first and last and last < first:
            self.bad("Date de fin", "dates_order")
        shown = [f"{day:%d/%m/%Y}" for day in (first, last) if day]
        return " – ".join(dict.fromkeys(shown))

    def _date(self, name: str) -> date | None:
        text = self.text(name)
        day = read_date(text)
        if text and day is None:
            self.bad(name, "date")
        return day
