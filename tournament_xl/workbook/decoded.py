"""A workbook understood: what decode gives and everything after reads."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from tournament_xl.formulas import FORMULAS, Formula
from tournament_xl.model import Notice, Player, Tournament
from tournament_xl.texts.names import short_names
from tournament_xl.workbook import journal
from tournament_xl.workbook.decode_players import PlayersSheet
from tournament_xl.workbook.decode_results import ResultsSheet, Row
from tournament_xl.workbook.decode_settings import SettingsSheet
from tournament_xl.workbook.grid import Line, Problems, Table
from tournament_xl.workbook.results_table import ResultsOf
from tournament_xl.workbook.settings_table import SettingsTable
from tournament_xl.workbook.snapshot import Snapshot


class AnyTournament(Protocol):
    """A tournament as far as all games have the same."""

    @property
    def settings(self) -> Any: ...  # with rounds, title, place, dates

    @property
    def players(self) -> tuple[Any, ...]: ...

    @property
    def rounds(self) -> tuple[tuple[Any, ...], ...]: ...

    @property
    def played(self) -> int: ...

    def present(self, number: int) -> frozenset[int]: ...


class Understood(Protocol):
    """A workbook understood, whatever the game."""

    snapshot: Snapshot
    problems: Problems
    journal: journal.Journal
    warnings: list[Notice]
    pending: list[Any]  # rows of the last drawn round that want a result

    @property
    def settings(self) -> SettingsTable: ...

    @property
    def results(self) -> ResultsOf[Any]: ...

    @property
    def tournament(self) -> AnyTournament: ...

    def names(self) -> dict[int, str]: ...


@dataclass(slots=True)
class Decoded:
    """A workbook of Scrabble understood: the tournament, where its facts stand, what is wrong."""

    snapshot: Snapshot
    problems: Problems
    settings: SettingsSheet
    players: PlayersSheet
    results: ResultsSheet
    journal: journal.Journal
    derived: dict[str, Table]  # sheets that a press rewrites
    tournament: Tournament
    first_pairing: bool  # nobody has a place in the initial ranking yet
    registered: int  # at the first pairing, or now if there was none
    lines: dict[int, Line] = field(default_factory=dict)  # N° -> row of Joueurs
    warnings: list[Notice] = field(default_factory=list)
    pending: list[Row] = field(default_factory=list)  # rows of the last drawn round that want a result
    waiting: list[Player] = field(default_factory=list)  # Open: late entrants without a seat before phase 2 (O5)

    @property
    def formula(self) -> Formula:
        return FORMULAS[self.tournament.settings.formula]

    @property
    def entering(self) -> list[Player]:
        """Players whose place in the initial ranking is yet to be written, if a pairing comes now (C2)."""
        unwritten = {player.number for line, player in self.numbered_rows() if player.seed is None}
        drawn = {who for matches in self.tournament.rounds for match in matches for who in (match.one, match.two)}
        fixed = {who for match in self.tournament.fixed for who in (match.one, match.two)}
        coming = drawn | fixed | self.tournament.present(self.tournament.next_round)
        return [
            player
            for player in self.tournament.players
            if player.number in unwritten and (self.first_pairing or player.number in coming)
        ]

    def numbered_rows(self) -> list[tuple[Line, Player]]:
        """The rows of Joueurs, with the N° each has or would get now."""
        by_row = {line.row: number for number, line in self.lines.items()}
        return [
            (line, replace(player, number=by_row[line.row])) for line, player in self.players.rows if line.row in by_row
        ]

    def names(self) -> dict[int, str]:
        """Short names by N°, X included."""
        return short_names(self.tournament.players)
