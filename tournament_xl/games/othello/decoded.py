"""An Othello workbook understood: what its decode gives."""

from __future__ import annotations

from typing import ClassVar

from tournament_xl.book.workbook import Workbook
from tournament_xl.games.othello import labels
from tournament_xl.games.othello.finals import Finals
from tournament_xl.games.othello.sheets import SettingsSheet
from tournament_xl.record import replace, workspace
from tournament_xl.rules.othello.finals import Match, final_places
from tournament_xl.rules.othello.model import Player, Tournament
from tournament_xl.rules.othello.standings import Standing, standings
from tournament_xl.texts.names import short_names
from tournament_xl.texts.othello_sheets import DEFAULT_TITLE


@workspace
class Decoded(Workbook):
    """A workbook of Othello understood; `derived` lacks the sheets that the organiser has deleted."""

    default_title: ClassVar[str] = DEFAULT_TITLE
    settings: SettingsSheet
    tournament: Tournament
    finals: Finals | None = None  # the sheet Finales; None when it has been deleted

    def standings(self, after: int) -> tuple[list[Standing], dict[str, Match]]:
        """The standings after a round, and the matches of Finales as they stand: after the last round the places are
        theirs, points and tie-breaks still those of the rounds (F1, F2).
        """
        table = standings(self.tournament, after)
        over = after == self.tournament.settings.rounds
        won = self.finals.matches(table) if self.finals and over else {}
        lines = {line.number: line for line in table}
        order = enumerate(final_places(table, won), start=1)
        return [replace(lines[who], place=place) for place, who in order] if won else table, won

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

    @property
    def newcomers(self) -> list[Player]:
        """Who is in no round yet and was not announced absent in all of them, with a N° already or without."""
        drawn = self.tournament.rounds
        playing = {who for games in drawn for game in games for who in game.sides}
        return [
            player
            for player in self.tournament.players
            if player.number not in playing
            and any(number not in player.absences for number in range(1, len(drawn) + 1))
        ]
