"""Settings table of the sheet Tournoi: its lines, and what is typed in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournament_xl.core.normalization import normalize
from tournament_xl.workbook.cells import cell_text, read_date
from tournament_xl.workbook.settings import Setting, read_values
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Line, Problems, Table, find_right_of_each


class SettingsTable:
    """Settings table of a workbook, with the line of each setting."""

    def __init__(self, table: Table, lines: dict[str, Line]) -> None:
        self.table = table
        self.lines = lines  # setting name -> its first line; a missing one is left out

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


def read_labelled(snapshot: Snapshot, sheet: str, settings: Sequence[Setting], problems: Problems) -> dict[str, Any]:
    """Read settings that stand in a sheet's cells right of their names; without its name one is empty."""
    places = find_right_of_each(snapshot, sheet, [setting.name for setting in settings])
    texts = {name: cell_text(snapshot.cell(sheet, *place)) for name, place in places.items()}

    def report(name: str, key: str, /, **facts: object) -> None:
        problems.add(sheet, *places[name], key, **facts)

    return read_values(settings, texts, report)


def find_settings(table: Table, settings: Sequence[Setting], problems: Problems) -> SettingsTable:
    """Find the line of each setting by its name, without regard to case and accents; of several lines the first.

    The settings are in the order of the game's empty workbook. One without a line is not in `lines`; if it is required,
    that is a problem, at the row where its line belongs.
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
