"""Values from which prizes, teams and highlights are written, in every game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property

from tournament_xl.core import prizes as awards
from tournament_xl.messages import prizes as texts
from tournament_xl.messages.player_names import name_players
from tournament_xl.workbook.cells import Cell, parse_int
from tournament_xl.workbook.decoded import Workbook


class AwardInputs:
    """Values from which the sheets of prizes and highlights (`write.SHEETS`) are written.

    Attributes:
        book: The workbook.
        field: Results of the complete rounds.
        team_column: Column of Joueurs with the teams.
        teams_of: N° -> name of his team.
        unit: Unit of points.
        changes: N° -> change of cote, where ratings were computed; else None.
        rated_games: Games that count for the cotes (R7); 0 without cotes.
        find_group: Returns the N° of a group that is no column of Joueurs, by its two words, such as "Série A"; None
            for an unknown group.
        not_notable: Highlights that mean nothing in the game.
        ppm: N° -> PPM of players with equal PM, which rank before Pdep; None where there is none.
        decided: Sentence on how finals decided the first places; "" where they did not.
        finals: Games of finals that were played, which no highlight counts.
    """

    def __init__(
        self,
        book: Workbook,
        field: awards.ResultsSoFar,
        team_column: str,
        teams_of: Mapping[int, str],
        unit: str,
        *,
        changes: Mapping[int, Cell] | None = None,
        rated_games: int = 0,
        find_group: Callable[[str, str], set[int] | None] = lambda word, value: None,
        not_notable: Collection[awards.HighlightKind] = (),
        ppm: Mapping[int, int] | None = None,
        decided: str = "",
        finals: int = 0,
    ) -> None:
        self.book, self.field, self.team_column, self.teams_of, self.unit = book, field, team_column, teams_of, unit
        self.changes, self.rated_games, self.find_group = changes, rated_games, find_group
        self.not_notable, self.ppm, self.decided, self.finals = not_notable, ppm, decided, finals

    @property
    def complete(self) -> bool:
        """True when all rounds of the tournament are played, and no deciding game or final is left to play."""
        tournament = self.book.tournament
        return 0 < tournament.played == tournament.settings.rounds and not self.book.waits

    def title(self, sheet: str) -> str:
        """Return the title of a sheet of awards."""
        tournament = self.book.tournament
        return texts.prizes_title(sheet, tournament.played, tournament.settings.rounds or 0)

    @cached_property
    def eligible_lines(self) -> list[awards.Ranked]:
        """Standings without players who cannot win prizes (F2), each rank less by the number of these above it."""
        barred = [line.place for line in self.field.table if line.number in self.book.barred]
        eligible = (line for line in self.field.table if line.number not in self.book.barred)
        return [line._replace(place=line.place - sum(place < line.place for place in barred)) for line in eligible]

    @cached_property
    def names(self) -> dict[int, str]:
        """Full names by N°, without the bye."""
        return name_players(self.book.tournament.players)

    @cached_property
    def highlights(self) -> dict[awards.HighlightKind, awards.Groups]:
        """Kind of highlight -> all its candidates, in groups of equals, best group first."""
        return {kind: kind(self.field) for kind in awards.HIGHLIGHT_KINDS}

    @cached_property
    def team_size(self) -> int:
        """Number of players that count in a team (setting Équipes); 0 for no teams, if it is empty or no number."""
        return parse_int(self.book.settings.text("Équipes")) or 0

    @cached_property
    def teams(self) -> list[awards.Team]:
        """Teams, best first; empty if the tournament has no teams (`team_size`)."""
        return awards.rank_teams(self.field.table, self.teams_of, self.team_size) if self.team_size > 0 else []
