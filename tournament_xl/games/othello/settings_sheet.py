"""Settings of the tournament: read from the sheet Tournoi, restored from the history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tournament_xl.games.othello import schema
from tournament_xl.games.othello.rules.model import OthelloSettings, Penalties
from tournament_xl.workbook.settings import Report, read_fields, restore_fields
from tournament_xl.workbook.settings_table import SettingsTable, find_settings
from tournament_xl.workbook.tables import Line, Problems, Table


class OthelloSettingsSheet(SettingsTable):
    """Settings of the tournament, and the row of each on the sheet Tournoi."""

    def __init__(self, table: Table, lines: dict[str, Line], settings: OthelloSettings) -> None:
        super().__init__(table, lines)
        self.settings = settings  # rounds: None when the cell is empty


def read_settings(table: Table, problems: Problems) -> OthelloSettingsSheet:
    """Read the settings of Tournoi, with a problem for every value that is not allowed."""
    lines = find_settings(table, schema.SETTINGS, problems)
    return OthelloSettingsSheet(table, lines.lines, build_settings(lines.texts(), partial(lines.report, problems)))


def build_settings(texts: Mapping[str, str], report: Report | None = None) -> OthelloSettings:
    """Build the settings from their texts."""
    return OthelloSettings(**_with_penalties(read_fields(schema.SETTINGS, texts, report)))


def settings_from_history(recorded: Mapping[str, Any], settings: OthelloSettings) -> OthelloSettings:
    """Return the settings with the values of a recorded document in place of current ones; the formula stays."""
    return replace(
        settings, **_with_penalties(restore_fields(schema.SETTINGS, recorded.get("effective", {}), settings))
    )


def _with_penalties(fields: dict[str, Any]) -> dict[str, Any]:
    return fields | {"penalties": Penalties(**fields["penalties"])}
