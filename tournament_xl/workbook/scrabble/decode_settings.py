"""Reading the settings on the sheet Tournoi."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tournament_xl.model import Settings
from tournament_xl.record import record, replace
from tournament_xl.seasons import latest, named, seasons
from tournament_xl.workbook import codes, labels
from tournament_xl.workbook.grid import Problems, whole
from tournament_xl.workbook.settings_table import Recorded, SettingsReader, SettingsTable, find_settings
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.typed_forms import read_rounds

if TYPE_CHECKING:
    from tournament_xl.scrabble.seasons import Season


@record
class SettingsSheet(SettingsTable):
    """The settings and where each stands."""

    settings: Settings  # rounds None when the cell is empty

    @property
    def season(self) -> Season:
        """The rating season of the tournament; the latest one when none is named."""
        return named(self.settings.season)


def read_settings(snapshot: Snapshot, problems: Problems) -> SettingsSheet | None:
    """The settings of the sheet Tournoi, problems with every value that is not allowed."""
    table = find_settings(snapshot, labels.SCRABBLE_SETTINGS, problems)
    if table is None:
        return None
    reader = _Reader(table, labels.SCRABBLE_SETTINGS, problems)
    return SettingsSheet(table.table, table.lines, reader.settings())


def decisive(settings: Settings) -> dict[str, str]:
    """The settings that decide rounds, standings and ratings, as Mémoire keeps them: what an empty cell means."""
    games = settings.winning_games
    listed = f"2 : {codes.ranges(games)}" if games else "1"
    return {
        "Édition": settings.edition,
        "Nombre de rondes": str(settings.rounds or ""),
        "Manches gagnantes": "2" if 0 in games else listed,
        "Type d'épreuve": settings.event or labels.TH,
        "Saison": settings.season or latest(),
    }


def as_recorded(texts: Mapping[str, str], settings: Settings) -> Settings:
    """The settings with those that the Journal recorded (`texts`) in their place."""
    table = Recorded({**decisive(settings), **texts})
    read = _Reader(table, labels.SCRABBLE_SETTINGS, Problems()).settings()
    return replace(
        settings, edition=read.edition, rounds=read.rounds or settings.rounds, winning_games=read.winning_games,
        event=read.event, season=read.season,
    )  # fmt: skip


class _Reader(SettingsReader):
    def settings(self) -> Settings:
        formula = self.choice("Formule") or labels.CLASSIQUE
        self.mail()
        return Settings(
            formula=formula,
            edition=self.choice("Édition") or "F50",
            rounds=self.rounds(),
            winning_games=self._winning_games(),
            seed=self.text("Graine"),
            title=self.text("Nom"),
            place=self.text("Lieu"),
            dates=self.dates(),
            event=self.choice("Type d'épreuve"),
            season=self._season(),
        )

    def _winning_games(self) -> dict[int, int]:
        """C5: "1", "2", or "2 : 4-5"; key 0 stands for every round."""
        text = self.text("Manches gagnantes")
        if text in ("", "1"):
            return {}
        head, colon, tail = text.partition(":")
        listed = read_rounds(tail)
        if whole(head) != 2 or (colon and (listed is None or not listed[0] or listed[1] is not None)):
            self.bad("Manches gagnantes", "winning_games")
            return {}
        return dict.fromkeys(listed[0], 2) if colon and listed else {0: 2}

    def _season(self) -> str:
        """The name of a known season ("2015/16" is 2015-2016); "" when empty or unknown."""
        if not (text := self.text("Saison")):
            return ""
        years = re.fullmatch(r"(20\d\d) ?[-/–] ?(?:20)?(\d\d)", text)
        name = f"{years[1]}-20{years[2]}" if years else ""
        if name not in seasons():
            self.bad("Saison", "season_unknown" if years else "season", known=", ".join(seasons()))
        return name if name in seasons() else ""
