"""A workbook of Scrabble Classique, read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from tournament_xl.core.model import Side
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.input_sheets import read_typed_cote
from tournament_xl.games.scrabble.rules.model import Match, Player, ScrabbleFormula, Standing, Tournament
from tournament_xl.games.scrabble.rules.scoring import Scoring, match_sides
from tournament_xl.games.scrabble.rules.standings import standings
from tournament_xl.games.scrabble.settings_sheet import SettingsSheet
from tournament_xl.messages import sheets
from tournament_xl.workbook.computed_columns import ComputedColumn
from tournament_xl.workbook.decoded import RankedLine, WorkbookOf
from tournament_xl.workbook.history.views import X_MARK


@dataclass(frozen=True, eq=False, repr=False)
class ScrabbleBook(WorkbookOf[Player, Match]):
    """A decoded workbook of Scrabble: its sheets, its tournament, its problems and warnings.

    A place in the initial ranking is a player's seed. X is the fictitious player of an odd field (the bye).
    """

    game: ClassVar[str] = "scrabble"
    bye: ClassVar[str] = "X"
    side_columns: ClassVar[Sequence[tuple[str, str]]] = schema.SIDES
    columns: ClassVar[Mapping[str, tuple[str, ...]]] = schema.COLUMNS
    computed_columns: ClassVar[Mapping[str, Sequence[ComputedColumn]]] = schema.COMPUTED_COLUMNS
    page_lines: ClassVar[Mapping[str, int]] = schema.PAGE_LINES
    default_title: ClassVar[str] = sheets.DEFAULT_TITLE
    optional: ClassVar[tuple[str, ...]] = schema.OPTIONAL_TITLES
    settings: SettingsSheet
    tournament: Tournament
    registered: int = 0  # at the first pairing, or now if there was none yet
    waiting: tuple[Player, ...] = ()  # Open: late entrants without a seat before phase 2 (O5)
    _ranked: dict[int, list[Standing]] = field(default_factory=dict, init=False)  # cache: round -> standings after it

    @staticmethod
    def settle_match(match: Mapping[str, Any]) -> dict[str, Any]:
        """Return a match of the document with the lower N° first, without games of which nothing is typed."""
        (first, second), forfeit = match["sides"], match.get("forfeit", "")
        games = [game for game in (match.get("scores"), *match.get("further", ())) if game and game != [None, None]]
        if first == X_MARK or (second != X_MARK and first > second):
            first, second, forfeit = second, first, {"1": "2", "2": "1"}.get(forfeit, forfeit)
            games = [game[::-1] for game in games]
        settled = {"sides": [first, second], "scores": games[0] if games else None, "further": games[1:]}
        return {name: value for name, value in (settled | {"forfeit": forfeit}).items() if value}

    @property
    def formula(self) -> ScrabbleFormula:
        """Formula of the tournament."""
        return self.tournament.settings.formula

    @property
    def scoring(self) -> Scoring:
        """Numbers by which the tournament's matches score."""
        return Scoring.of(self.tournament.settings)

    def games_to_win(self, round_number: int) -> int:
        """Return how many won games win a match of this round: 1 or 2 (C5)."""
        return self.scoring.games_to_win(round_number)

    def find_unrated_cotes(self) -> Mapping[int, int]:
        """Return the PL* of each player who typed no cote (R1): row of Joueurs -> cote."""
        lines = ((line, player) for line, player in self.players.rows if player.cote and not read_typed_cote(line))
        return {line.row: int(player.cote) for line, player in lines}

    def ranked(self, after: int) -> list[Standing]:
        """Return the standings after a round (0: before the first), best first; each is computed once.

        Once round 1 is paired, whoever has neither a place in the initial ranking nor a drawn round is left out until
        the pairing of his first round.
        """
        if after not in self._ranked:
            self._ranked[after] = standings(self._without_newcomers, after)
        return self._ranked[after]

    @cached_property
    def _without_newcomers(self) -> Tournament:
        waiting_ids = set[int]() if self.first_pairing else self._unseeded_ids - self._drawn_ids
        players = tuple(player for player in self.tournament.players if player.number not in waiting_ids)
        return replace(self.tournament, players=players)

    def sides(self, round_number: int) -> list[tuple[Side, Side]]:
        """Return each match of a drawn round (from 1) as its two sides see it, in the order of the sheet."""
        scoring = self.scoring
        return [match_sides(match, round_number, scoring) for match in self.tournament.rounds[round_number - 1]]

    def sparse_columns(self, table: Sequence[RankedLine]) -> dict[str, bool]:
        """Return PPM, which is empty unless all players of the same PM have met each other."""
        return {"PPM": bool(table) and all(getattr(line, "ppm", None) is None for line in table)}

    def spare_columns(self) -> dict[str, bool]:
        """Return for each column of second and third games whether it is unused: column -> True or False (C5).

        All have the same value: True if nothing is typed in any of them and the setting Manches gagnantes says that one
        game wins every match.
        """
        filled = any(not row.line.empty(*schema.FURTHER_SCORES) for row in self.results.rows)
        is_unused = not filled and self.settings.text("Manches gagnantes") in ("", "1")
        return dict.fromkeys(schema.FURTHER_SCORES, is_unused)

    @property
    def waits(self) -> bool:
        """Whether an Open has played all rounds and its deciding game is due but has no result yet (O8)."""
        return self.formula.find_missing_final(self.tournament) is not None

    @cached_property
    def entering(self) -> list[Player]:
        """Players who would get their place in the initial ranking if the next round were paired now (C2).

        At the first pairing everybody registered; later the players without a place who are in a drawn round or a typed
        pair, or whose absence from the next round is not announced.
        """
        fixed_ids = {player_id for match in self.tournament.fixed for player_id in (match.one, match.two)}
        expected_ids = self._drawn_ids | fixed_ids | self.tournament.present(self.tournament.next_round)
        return [
            player
            for player in self.tournament.players
            if player.number in self._unseeded_ids and (self.first_pairing or player.number in expected_ids)
        ]

    @property
    def newcomers(self) -> list[Player]:
        """Players who would enter with the next pairing (`entering`) and are in no drawn round yet.

        A late entrant who has taken the seat of X is in a drawn round already.
        """
        return [player for player in self.entering if player.number not in self._drawn_ids]

    @cached_property
    def _unseeded_ids(self) -> set[int]:
        """N° of the players without a recorded place in the initial ranking."""
        return {player.number for player in self.entrants.values() if player.seed is None}

    @cached_property
    def _drawn_ids(self) -> set[int]:
        """N° of the players of all drawn rounds, X (0) included."""
        return {player_id for matches in self.tournament.rounds for match in matches for player_id in match.sides}
