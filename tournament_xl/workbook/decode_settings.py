"""Reading the settings on the sheet Tournoi."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from tournament_xl.folding import fold
from tournament_xl.formulas import FORMULAS
from tournament_xl.model import Settings
from tournament_xl.scrabble.seasons import Season
from tournament_xl.seasons import latest, seasons
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Line, Problems, Table, find_table, number, whole
from tournament_xl.workbook.snapshot import Snapshot, cell_text

MOST_ROUNDS = 999
_BY_NAME = {fold(setting.name): setting for setting in labels.SCRABBLE_SETTINGS}
_EXCEL_EPOCH = date(1899, 12, 30)


@dataclass(frozen=True, slots=True)
class SettingsSheet:
    """The settings and where each stands."""

    table: Table
    lines: dict[str, Line]  # setting name -> its line
    settings: Settings  # rounds None when the cell is empty

    @property
    def season(self) -> Season:
        """The rating season of the tournament; the latest one when none is named."""
        return seasons()[self.settings.season] if self.settings.season else latest()

    def problem(self, problems: Problems, name: str, key: str, /, **facts: object) -> None:
        """Record a problem at a setting's value; at the header when its line is missing."""
        if name in self.lines:
            self.lines[name].problem(problems, "Valeur", key, **facts)
        else:
            problems.add(self.table.sheet, self.table.header, self.table.columns["Valeur"], key, **facts)


def read_settings(snapshot: Snapshot, problems: Problems) -> SettingsSheet | None:
    """The settings of the sheet Tournoi, problems with every value that is not allowed."""
    table = find_table(snapshot, labels.TOURNAMENT, labels.SETTINGS_COLUMNS, problems)
    if table is None:
        return None
    lines: dict[str, Line] = {}
    unknown: list[Line] = []
    for line in table.lines():
        setting = _BY_NAME.get(fold(line.text("Paramètre")))
        if setting is None:
            unknown.append(line)
        else:
            lines.setdefault(setting.name, line)
    _missing(table, unknown, lines, problems)
    sheet = SettingsSheet(table, lines, Settings())
    return replace(sheet, settings=_Reader(sheet, problems).settings())


def _missing(table: Table, unknown: list[Line], lines: dict[str, Line], problems: Problems) -> None:
    """Every setting has its line; one whose name nearly is that of a missing one is a typing error."""
    missing = {fold(setting.name): setting.name for setting in labels.SCRABBLE_SETTINGS if setting.name not in lines}
    for line in unknown:
        near = difflib.get_close_matches(fold(line.text("Paramètre")), missing, 1, 0.8)
        if near:
            meant = missing.pop(near[0])
            line.problem(problems, "Paramètre", "no_setting", text=line.text("Paramètre"), meant=meant)
    for name in missing.values():
        row, column = _place_of(name, table, lines), table.columns["Paramètre"]
        problems.add(table.sheet, row, column, "setting_missing", name=name)


def _place_of(name: str, table: Table, lines: dict[str, Line]) -> int:
    """The row where a missing setting stood: below the one before it, in the order of the contract, not on a title."""
    groups = {setting.group for setting in labels.SCRABBLE_SETTINGS}
    names = [setting.name for setting in labels.SCRABBLE_SETTINGS]
    for distance, before in enumerate(reversed(names[: names.index(name)]), start=1):
        if before in lines:
            row = lines[before].row + distance
            title = cell_text(table.snapshot.cell(table.sheet, row, table.columns["Paramètre"])) in groups
            return row + 1 if title else row
    return table.header + 1


class _Reader:
    def __init__(self, sheet: SettingsSheet, problems: Problems) -> None:
        self._sheet, self._problems = sheet, problems

    def _text(self, name: str) -> str:
        line = self._sheet.lines.get(name)
        return line.text("Valeur") if line else ""

    def _bad(self, name: str, key: str, /, **facts: object) -> None:
        self._sheet.problem(self._problems, name, key, text=self._text(name), **facts)

    def _choice(self, name: str) -> str:
        """The value as the contract writes it; "" when empty or wrong."""
        text, setting = self._text(name), _BY_NAME[fold(name)]
        known = {fold(choice): choice for choice in setting.choices}
        if text and fold(text) not in known:
            self._bad(name, "choice", name=name, choices=", ".join(setting.choices))
        return known.get(fold(text), "")

    def settings(self) -> Settings:
        formula = self._choice("Formule") or labels.CLASSIQUE
        if formula not in FORMULAS:
            self._bad("Formule", "formula_missing", choices=", ".join(FORMULAS))
            formula = labels.CLASSIQUE
        mail = self._text("Courriel fédération")
        if mail and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", mail):
            self._bad("Courriel fédération", "mail")
        return Settings(
            formula=formula,
            edition=self._choice("Édition") or "F50",
            rounds=self._rounds(),
            winning_games=self._winning_games(),
            seed=self._text("Graine"),
            title=self._text("Nom"),
            place=self._text("Lieu"),
            dates=self._dates(),
            event=self._choice("Type d'épreuve"),
            season=self._season(),
        )

    def _rounds(self) -> int | None:
        text = self._text("Nombre de rondes")
        rounds = whole(text)
        if text and (rounds is None or not 1 <= rounds <= MOST_ROUNDS):
            self._bad("Nombre de rondes", "rounds", most=MOST_ROUNDS)
            return None
        return rounds

    def _winning_games(self) -> dict[int, int]:
        """C5: "1", "2", or "2 : 4-5"; key 0 stands for every round."""
        text = self._text("Manches gagnantes")
        if text in ("", "1"):
            return {}
        head, colon, tail = text.partition(":")
        listed = read_rounds(tail)
        if whole(head) != 2 or (colon and (listed is None or not listed[0] or listed[1] is not None)):
            self._bad("Manches gagnantes", "winning_games")
            return {}
        return dict.fromkeys(listed[0], 2) if colon and listed else {0: 2}

    def _season(self) -> str:
        """The name of a known season ("2015/16" is 2015-2016); "" when empty or unknown."""
        text, known = self._text("Saison"), ", ".join(seasons())
        years = re.fullmatch(r"(20\d\d) ?[-/–] ?(?:20)?(\d\d)", text)
        name = f"{years[1]}-20{years[2]}" if years else ""
        if text and name not in seasons():
            self._bad("Saison", "season_unknown" if years else "season", known=known)
        return name if name in seasons() else ""

    def _dates(self) -> str:
        first, last = self._date("Date de début"), self._date("Date de fin")
        if first and last and last < first:
            self._bad("Date de fin", "dates_order")
        shown = [f"{day:%d/%m/%Y}" for day in (first, last) if day]
        return " – ".join(dict.fromkeys(shown))

    def _date(self, name: str) -> date | None:
        text = self._text(name)
        day = read_date(text)
        if text and day is None:
            self._bad(name, "date")
        return day


def read_date(text: str) -> date | None:
    """A date from a spreadsheet's serial number, "21/11/2026", "21.11.26" or "2026-11-21"; None if it is none."""
    serial = number(text)
    try:
        if serial is not None:
            return _EXCEL_EPOCH + timedelta(days=int(serial)) if 20_000 < serial < 110_000 else None
        if french := re.fullmatch(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})", text):
            day, month, year = map(int, french.groups())
            return date(year + 2000 if year < 100 else year, month, day)
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def read_rounds(text: str) -> tuple[frozenset[int], int | None] | None:
    """Rounds as people list them: "3, 5", "2-4", "4-" -> (single rounds, all from this one on); None if unreadable."""
    rounds: set[int] = set()
    after: int | None = None
    for part in re.split(r"[,;]", text.replace("–", "-").replace("—", "-")):
        match = re.fullmatch(r"\s*(\d{1,3})\s*(-\s*(\d{1,3})?\s*)?", part)
        if not match:
            return None
        first, last = int(match[1]), int(match[3]) if match[3] else None
        if first < 1 or (last is not None and last < first):
            return None
        if match[2] is None:
            rounds.add(first)
        elif last is None:
            after = first if after is None else min(after, first)
        else:
            rounds |= set(range(first, last + 1))
    return frozenset(rounds), after
