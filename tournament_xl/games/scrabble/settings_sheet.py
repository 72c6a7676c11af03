"""Settings of the tournament: read from the sheet Tournoi, restored from the history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.rules.model import Settings
from tournament_xl.games.scrabble.seasons.catalogue import Seasons, latest_season
from tournament_xl.workbook.cells import read_date
from tournament_xl.workbook.settings import Report, read_fields, restore_fields
from tournament_xl.workbook.settings_table import SettingsTable, find_settings
from tournament_xl.workbook.tables import Line, Problems, Table

if TYPE_CHECKING:
    from tournament_xl.games.scrabble.rules.seasons import Season


class SettingsSheet(SettingsTable):
    """Settings of the tournament as typed on the sheet Tournoi, and the row of each there."""

    def __init__(self, table: Table, lines: dict[str, Line], settings: Settings, seasons: Seasons) -> None:
        super().__init__(table, lines)
        self.settings = settings  # rounds None when the cell is empty
        self.seasons = seasons  # that the tournament may name

    @property
    def season(self) -> Season:
        """Rating season that the settings name; the latest built-in one when they name none, or an unknown one."""
        return self.seasons.find(self.settings.season)

    @property
    def start_date(self) -> date | None:
        """First day of the tournament; None when Date de début is empty or no date."""
        return read_date(self.text("Date de début"))


def read_settings(table: Table, problems: Problems, seasons: Seasons) -> SettingsSheet:
    """Read the settings of the sheet Tournoi, with a problem for every value that is not allowed.

    Such a value counts as empty, so that its default holds.
    """
    lines = find_settings(table, schema.SETTINGS, problems)
    return SettingsSheet(
        table, lines.lines, build_settings(lines.texts(), seasons, partial(lines.report, problems)), seasons
    )


def keep_season(sheet: SettingsSheet, recorded: Mapping[str, Any]) -> SettingsSheet:
    """Return the settings with the season of a recorded document where the cell Saison was empty and still is.

    A later program may have a later season: it is not that of a tournament recorded with an earlier one.
    """
    season = recorded.get("effective", {}).get("Saison", "")
    if season in ("", latest_season()) or sheet.text("Saison") or "Saison" in recorded.get("settings", {}):
        return sheet
    if season not in sheet.seasons.by_name:
        return sheet
    return SettingsSheet(sheet.table, sheet.lines, replace(sheet.settings, season=season), sheet.seasons)


def build_settings(texts: Mapping[str, str], seasons: Seasons, report: Report | None = None) -> Settings:
    """Build the settings from their texts; an unknown season is reported and counts as none."""
    settings, typed = Settings(**read_fields(schema.SETTINGS, texts, report)), texts.get("Saison")
    if not typed or settings.season in seasons.by_name:
        return settings
    if report:
        reason = seasons.find_fault(settings.season)
        key, known = "season_file" if reason else "season", ", ".join(seasons.by_name)
        report("Saison", key, text=typed, known=known, reason=reason)
    return replace(settings, season="")


def settings_from_history(recorded: Mapping[str, Any], settings: Settings, seasons: Seasons) -> Settings:
    """Return the settings with the values of a recorded document in place of current ones; formula and seed stay."""
    fields = restore_fields(schema.SETTINGS, recorded.get("effective", {}), settings, kept=("formula", "seed"))
    if fields["season"] not in seasons.by_name:
        fields["season"] = ""
    return replace(settings, **fields)
