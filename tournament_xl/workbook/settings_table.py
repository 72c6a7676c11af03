"""Settings table of the sheet Tournoi: its lines, the reading of values, and settings that all games have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tournament_xl.core.model import Formula
from tournament_xl.core.normalization import normalize
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import parse_int, read_date
from tournament_xl.workbook.schema import Setting
from tournament_xl.workbook.tables import Line, Problems, Table

_MAIL = r"[^@\s,;:<>()\[\]\\\"]+@\w[\w-]*(?:\.\w[\w-]*)+"


@dataclass(frozen=True, slots=True)
class SettingsTable:
    """Settings table of a workbook, with the line of each setting."""

    table: Table
    lines: dict[str, Line]  # setting name -> its first line; a missing one is left out

    def text(self, name: str) -> str:
        """Return the typed value; "" when it is empty or its line is missing."""
        line = self.lines.get(name)
        return line.text("Valeur") if line else ""

    def texts(self) -> dict[str, str]:
        """Return the typed values by name, "" included; a missing line is left out, dates are written "2026-11-21"."""
        values = ((name, line.text("Valeur")) for name, line in self.lines.items())
        days = {name: (text, read_date(text) if name.startswith("Date") else None) for name, text in values}
        return {name: day.isoformat() if day else text for name, (text, day) in days.items()}

    def report(self, problems: Problems, name: str, key: str, /, **facts: object) -> None:
        """Record a problem at a setting's value; at the header of the column Valeur when its line is missing."""
        if name in self.lines:
            self.lines[name].report(problems, "Valeur", key, **facts)
        else:
            problems.add(self.table.sheet, self.table.header, self.table.columns["Valeur"], key, **facts)


def find_settings(table: Table, settings: Sequence[Setting], problems: Problems) -> SettingsTable:
    """Find the line of each setting by its name, without regard to case and accents; of several lines the first.

    Args:
        table: Settings table of Tournoi.
        settings: Settings of the game, in the order of the game's empty workbook.
        problems: Receives a problem for each required setting without a line, at the row where its line belongs.

    Returns:
        The settings table; a setting without a line is not in its `lines`.
    """
    by_name = {normalize(setting.name): setting for setting in settings}
    lines: dict[str, Line] = {}
    for line in table.lines():
        if setting := by_name.get(normalize(line.text("Paramètre"))):
            lines.setdefault(setting.name, line)
    row, group = table.header, ""
    for setting in settings:
        row += 1 if setting.group == group else 2  # a group begins with its title
        group = setting.group
        if setting.name in lines:
            row = lines[setting.name].row
        elif setting.required:
            problems.add(table.sheet, row, table.columns["Paramètre"], "setting_missing", name=setting.name)
    return SettingsTable(table, lines)


class SettingsReader:
    """Reader of settings by name: an empty or invalid text gives the default, and an invalid one calls `report`.

    `report` is called with the name of the setting, the key of the sentence and its facts. Settings that are read from
    the history (sheet Mémoire) have no cell: for these it is omitted, and nothing is reported.
    """

    def __init__(
        self, texts: Mapping[str, str], settings: Sequence[Setting], report: Callable[..., None] = lambda *_, **__: None
    ) -> None:
        self._texts, self._report = texts, report
        self._settings = {setting.name: setting for setting in settings}

    def text(self, name: str) -> str:
        """Return the typed value; "" when it is empty or its line is missing."""
        return self._texts.get(name, "")

    def report_value(self, name: str, key: str, /, **facts: object) -> None:
        """Report a wrong value; `key` and `facts` make the sentence (`messages.problems`), with the typed text."""
        self._report(name, key, text=self.text(name), **facts)

    def read_choice(self, name: str) -> str:
        """Return the choice that is typed, in its declared spelling; the setting's default if nothing is typed.

        Case and accents do not matter. A text that is no choice is reported and counts as empty.
        """
        text, setting = self.text(name), self._settings[name]
        choices = {normalize(choice): choice for choice in setting.choices}
        if text and normalize(text) not in choices:
            self.report_value(name, "choice", name=name, choices=", ".join(setting.choices))
        return choices.get(normalize(text), setting.default)

    def read_int(self, name: str, *, highest: int | None = None) -> int | None:
        """Return the whole number that is typed; if the text is empty the setting's default, or None without a default.

        A text that is no whole number within the setting's bounds, which are allowed values, is reported and counts as
        empty.

        Args:
            name: Name of the setting.
            highest: Stricter upper bound than the declared one; None for the declared one.
        """
        text, setting = self.text(name), self._settings[name]
        low, high = setting.whole or (0, 0)
        value, high = parse_int(text), highest or high
        if text and (value is None or not low <= value <= high):
            self.report_value(name, "setting_range", low=low, high=high)
            value = None
        return parse_int(setting.default) if value is None else value

    def read_round_count(self, formula: Formula) -> int | None:
        """Return the number of rounds; None if it is empty, or no number that the formula (kind of tournament) allows.

        A number that is not allowed, or another text, is reported.
        """
        return self.read_int("Nombre de rondes", highest=formula.most_rounds)

    def read_columns(self) -> tuple[str, ...]:
        """Return the optional columns of Joueurs that the setting Colonnes lists, separated by comma or semicolon.

        They are in the order typed, duplicates included; unknown titles are left out, with one problem for all of them.
        """
        titles = {normalize(name): name for name in schema.OPTIONAL_COLUMNS}
        names = list(filter(None, map(str.strip, re.split("[,;]", self.text("Colonnes")))))
        if any(normalize(name) not in titles for name in names):
            self.report_value("Colonnes", "choice", name="Colonnes", choices=", ".join(schema.OPTIONAL_COLUMNS))
        return tuple(titles[normalize(name)] for name in names if normalize(name) in titles)

    def check_team_size_and_mail(self) -> None:
        """Report a team size (Équipes) out of bounds or an invalid mail address of the federation.

        Nothing else checks these two, since no rule of pairing or rating reads them.
        """
        self.read_int("Équipes")
        mail = self.text("Courriel fédération")
        if mail and (len(mail) > 254 or not re.fullmatch(_MAIL, mail)):
            self.report_value("Courriel fédération", "mail")

    def read_dates(self) -> str:
        """Return the days of the tournament as shown under its name: "21/11/2026 – 22/11/2026", or one day.

        A text that is no date is reported and left out. A last day before the first is reported, and returned
        nevertheless. Without any date the text is "".
        """
        first, last = self._date("Date de début"), self._date("Date de fin")
        if first and last and last < first:
            self.report_value("Date de fin", "dates_order")
        days = [f"{day:%d/%m/%Y}" for day in (first, last) if day]
        return " – ".join(dict.fromkeys(days))

    def _date(self, name: str) -> date | None:
        text = self.text(name)
        day = read_date(text)
        if text and day is None:
            self.report_value(name, "date")
        return day
