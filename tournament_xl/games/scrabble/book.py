"""A workbook of Scrabble Classique, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from tournament_xl.core.model import Match, Player, Side, Tournament, replace_fields
from tournament_xl.games.scrabble.input_sheets import (
    SettingsSheet,
)
from tournament_xl.games.scrabble.rules.formulas import FORMULAS, Formula
from tournament_xl.games.scrabble.rules.scoring import sides
from tournament_xl.games.scrabble.rules.standings import Standing, standings
from tournament_xl.messages import sheets
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import WorkbookOf
from tournament_xl.workbook.tables import (
    Line,
)


@dataclass(eq=False)
class ScrabbleBook(WorkbookOf[Player, Match]):
    """A workbook of Scrabble understood."""

    game: ClassVar[str] = "scrabble"
    bye: ClassVar[str] = "X"
    columns: ClassVar[Mapping[str, tuple[str, ...]]] = schema.SCRABBLE_COLUMNS
    default_title: ClassVar[str] = sheets.DEFAULT_TITLE
    optional: ClassVar[tuple[str, ...]] = (schema.LAST_PLAYED, *schema.OPTIONAL_COLUMNS)
    settings: SettingsSheet
    tournament: Tournament
    registered: int = 0  # at the first pairing, or now if there was none
    waiting: list[Player] = field(default_factory=list)  # Open: late entrants without a seat before phase 2 (O5)
    _ranked: dict[int, list[Standing]] = field(default_factory=dict, init=False)  # standings by round

    @property
    def formula(self) -> Formula:
        return FORMULAS[self.tournament.settings.formula]

    def ranked(self, after: int) -> list[Standing]:
        if after not in self._ranked:
            self._ranked[after] = standings(self._without_newcomers, after)
        return self._ranked[after]

    @cached_property
    def _without_newcomers(self) -> Tournament:
        newcomer_ids = () if self.first_pairing else {player.number for player in self.newcomers}
        players = tuple(player for player in self.tournament.players if player.number not in newcomer_ids)
        return replace(self.tournament, players=players)

    def sides(self, round_number: int) -> list[tuple[Side, Side]]:
        edition = self.tournament.settings.edition
        return [sides(match, round_number, edition) for match in self.tournament.rounds[round_number - 1]]

    @property
    def waits(self) -> bool:
        return self.formula.still_to_play(self.tournament) is not None

    @property
    def entering(self) -> list[Player]:
        """Players whose place in the initial ranking is yet to be written, if a pairing comes now (C2)."""
        unseeded_ids = {player.number for line, player in self.numbered_rows() if player.seed is None}
        drawn_ids = {
            player_id for matches in self.tournament.rounds for match in matches for player_id in (match.one, match.two)
        }
        fixed_ids = {player_id for match in self.tournament.fixed for player_id in (match.one, match.two)}
        expected_ids = drawn_ids | fixed_ids | self.tournament.present(self.tournament.next_round)
        return [
            player
            for player in self.tournament.players
            if player.number in unseeded_ids and (self.first_pairing or player.number in expected_ids)
        ]

    @property
    def newcomers(self) -> list[Player]:
        """Those of them who are in no round yet: who took the seat of X plays already."""
        playing_ids = {
            player_id for matches in self.tournament.rounds for match in matches for player_id in match.sides
        }
        return [player for player in self.entering if player.number not in playing_ids]

    def numbered_rows(self) -> list[tuple[Line, Player]]:
        """The rows of Joueurs, with the N° each has or would get now."""
        by_row = {line.row: number for number, line in self.lines.items()}
        return [
            (line, replace_fields(player, number=by_row[line.row]))
            for line, player in self.players.rows
            if line.row in by_row
        ]
