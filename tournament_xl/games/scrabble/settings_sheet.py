"""Settings of the tournament: read from the sheet Tournoi, recorded in the history, restored from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.rules.formulas import FORMULAS
from tournament_xl.games.scrabble.rules.model import Settings
from tournament_xl.games.scrabble.seasons.catalogue import Seasons, latest_season
from tournament_xl.workbook.cells import parse_int, read_date
from tournament_xl.workbook.history.fact_texts import format_ranges
from tournament_xl.workbook.input_texts import read_rounds
from tournament_xl.workbook.settings_table import SettingsReader, SettingsTable, find_settings
from tournament_xl.workbook.tables import Problems, Table

if TYPE_CHECKING:
    from tournament_xl.games.scrabble.rules.seasons import Season


@dataclass(frozen=True, slots=True)
class SettingsSheet(SettingsTable):
    """Settings of the tournament as typed on the sheet Tournoi, and the row of each there."""

    settings: Settings  # rounds None when the cell is empty
    seasons: Seasons  # that the tournament may name

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

    Args:
        table: Table of Tournoi.
        problems: Receives the problems.
        seasons: Rating seasons that the tournament may name.

    Returns:
        The settings; a value that is not allowed counts as empty, so that its default holds.
    """
    lines = find_settings(table, schema.SETTINGS, problems)
    reader = _ScrabbleReader(lines.texts(), schema.SETTINGS, partial(lines.report, problems))
    return SettingsSheet(table, lines.lines, reader.settings(seasons), seasons)


def format_decisive_settings(settings: Settings) -> dict[str, str]:
    """Return the settings that decide rounds, standings and ratings, as the history (sheet Mémoire) records them.

    Empty settings are recorded as what they stand for: Manches gagnantes as "1", Type d'épreuve as TH, Saison as the
    latest one; but an empty number of rounds or of games as "". The setting Formule is not among them.

    Returns:
        Name of the setting -> text.
    """
    games = settings.winning_games
    winning_games_text = f"2 : {format_ranges(games)}" if games else "1"
    return {
        "Édition": settings.edition,
        "Nombre de rondes": str(settings.rounds or ""),
        "Manches gagnantes": "2" if 0 in games else winning_games_text,
        "Type d'épreuve": settings.event or schema.TH,
        "Saison": settings.season or latest_season(),
        "Parties (cotes)": str(settings.own_games or ""),
    }


def settings_from_history(texts: Mapping[str, str], settings: Settings, seasons: Seasons) -> Settings:
    """Return the settings with the values that the history recorded in place of current ones.

    Only settings of `format_decisive_settings` are restored: formula, seed, name, place and dates stay current, and so
    does the number of rounds where the recorded one is empty. A recorded text that is not allowed counts as empty.

    Args:
        texts: Name of the setting -> recorded text; settings not recorded keep the current value.
        settings: Current settings.
        seasons: Rating seasons that the tournament may name.
    """
    recorded = _ScrabbleReader({**format_decisive_settings(settings), **texts}, schema.SETTINGS).settings(seasons)
    return replace(
        settings,
        edition=recorded.edition,
        rounds=recorded.rounds or settings.rounds,
        winning_games=recorded.winning_games,
        event=recorded.event,
        season=recorded.season,
        own_games=recorded.own_games,
    )


class _ScrabbleReader(SettingsReader):
    def settings(self, seasons: Seasons) -> Settings:
        self.check_team_size_and_mail()
        formula = FORMULAS[self.read_choice("Formule")]
        return Settings(
            formula=formula,
            edition=self.read_choice("Édition"),
            rounds=self.read_round_count(formula),
            winning_games=self._winning_games(),
            seed=self.text("Graine"),
            title=self.text("Nom"),
            place=self.text("Lieu"),
            dates=self.read_dates(),
            columns=self.read_columns(),
            event=self.read_choice("Type d'épreuve"),
            season=self._season(seasons),
            own_games=self.read_int("Parties (cotes)"),
        )

    def _winning_games(self) -> dict[int, int]:
        """Read games to win by round (C5) from "1", "2" or "2 : 4-5"; key 0 means every round."""
        text = self.text("Manches gagnantes")
        if text in ("", "1"):
            return {}
        head, colon, tail = text.partition(":")
        round_numbers = read_rounds(tail)
        if parse_int(head) != 2 or (
            colon and (round_numbers is None or not round_numbers[0] or round_numbers[1] is not None)
        ):
            self.report_value("Manches gagnantes", "winning_games")
            return {}
        return dict.fromkeys(round_numbers[0], 2) if colon and round_numbers else {0: 2}

    def _season(self, seasons: Seasons) -> str:
        """Return the name of a known season ("2015/16" is 2015-2016); "" when empty or unknown."""
        if not (text := self.text("Saison")):
            return ""
        years = re.fullmatch(r"(20\d\d) ?[-/–] ?(?:20)?(\d\d)", text)
        name = f"{years[1]}-20{years[2]}" if years else ""
        if name in seasons.by_name:
            return name
        reason = seasons.find_fault(name)
        self.report_value(
            "Saison", "season_file" if reason else "season", known=", ".join(seasons.by_name), reason=reason
        )
        return ""
