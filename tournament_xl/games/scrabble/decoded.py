"""A workbook of Scrabble understood: what its decode gives."""

from __future__ import annotations

from typing import ClassVar

from tournament_xl.book.grid import Line
from tournament_xl.book.workbook import Workbook
from tournament_xl.games.scrabble.sheets import SettingsSheet
from tournament_xl.model import Player, Tournament
from tournament_xl.record import field, replace, workspace
from tournament_xl.rules.scrabble.formulas import FORMULAS, Formula
from tournament_xl.texts.sheets import DEFAULT_TITLE


@workspace
class Decoded(Workbook):
    """A workbook of Scrabble understood."""

    default_title: ClassVar[str] = DEFAULT_TITLE
    settings: SettingsSheet
    tournament: Tournament
    first_pairing: bool = False  # nobody has a place in the initial ranking yet
    registered: int = 0  # at the first pairing, or now if there was none
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

    @property
    def newcomers(self) -> list[Player]:
        """Those of them who are in no round yet: who took the seat of X plays already."""
        playing = {who for matches in self.tournament.rounds for match in matches for who in match.sides}
        return [player for player in self.entering if player.number not in playing]

    def numbered_rows(self) -> list[tuple[Line, Player]]:
        """The rows of Joueurs, with the N° each has or would get now."""
        by_row = {line.row: number for number, line in self.lines.items()}
        return [
            (line, replace(player, number=by_row[line.row])) for line, player in self.players.rows if line.row in by_row
        ]
