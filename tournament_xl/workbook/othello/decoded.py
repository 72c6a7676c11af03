"""An Othello workbook understood: what decode gives and everything after reads."""

from __future__ import annotations

from dataclasses import dataclass, field

from tournament_xl.model import Notice
from tournament_xl.othello.model import Player, Tournament
from tournament_xl.texts.names import short_names
from tournament_xl.workbook import journal
from tournament_xl.workbook.grid import Line, Problems, Table
from tournament_xl.workbook.othello import labels
from tournament_xl.workbook.othello.decode_players import PlayersSheet
from tournament_xl.workbook.othello.decode_results import ResultsSheet, Row
from tournament_xl.workbook.othello.decode_settings import SettingsSheet
from tournament_xl.workbook.othello.finals import Finals
from tournament_xl.workbook.snapshot import Snapshot


@dataclass(slots=True)
class Decoded:
    """The tournament, where its facts stand, what is wrong."""

    snapshot: Snapshot
    problems: Problems
    settings: SettingsSheet
    players: PlayersSheet
    results: ResultsSheet
    journal: journal.Journal
    derived: dict[str, Table]  # sheets that a press rewrites, but those that the organiser has deleted
    tournament: Tournament
    finals: Finals | None = None  # the sheet Finales; None when it has been deleted
    lines: dict[int, Line] = field(default_factory=dict)  # N° -> row of Joueurs
    warnings: list[Notice] = field(default_factory=list)
    pending: list[Row] = field(default_factory=list)  # rows of the last drawn round that want a result

    @property
    def first_pairing(self) -> bool:
        """Whether no round is drawn yet."""
        return not self.tournament.rounds

    def names(self) -> dict[int, str]:
        """Short names by N°, BIP included."""
        return short_names(self.tournament.players, labels.BIP)

    def full_names(self) -> dict[int, str]:
        return {player.number: player.full_name for player in self.tournament.players} | {0: labels.BIP}

    def unnumbered(self) -> list[Player]:
        """The players whose N° is yet to be written."""
        typed = {line.row for line, player in self.players.rows if player.number}
        return [player for player in self.tournament.players if self.lines[player.number].row not in typed]
