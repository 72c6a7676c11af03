"""What several cells of Joueurs and Résultats say together: the cote that counts, the match of a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any, ClassVar

from tournament_xl.core.model import Cote, X
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.rules.initial import find_unrated_cote
from tournament_xl.games.scrabble.rules.model import Match, Player
from tournament_xl.games.scrabble.rules.scoring import Scoring, find_surplus_game, is_decided
from tournament_xl.games.scrabble.rules.seasons import two_years_before
from tournament_xl.games.scrabble.schema import GAMES, SCORES, SIDES
from tournament_xl.games.scrabble.seasons.catalogue import Seasons
from tournament_xl.workbook import input_rows
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import read_date
from tournament_xl.workbook.input_rows import InputRow, People, PlayersSheet, ResultsReader, ResultsSheet, read_sides
from tournament_xl.workbook.input_texts import read_forfeit
from tournament_xl.workbook.tables import Line, Problems, Readings, Table
from tournament_xl.workbook.typed_columns import TABLE, Invalid, read_cell


def read_players(
    table: Table, problems: Problems, seasons: Seasons, season_name: str, start_date: date | None
) -> PlayersSheet[Player]:
    """Read the players of the sheet Joueurs, each with the cote that counts (`settle_cote`).

    The latest season counts if its name is "" or unknown; without a start date nobody counts as returning.
    """
    players = input_rows.read_players(table, problems, schema.PLAYER_COLUMNS, Player)
    rows = []
    for line, player in players.rows:
        cote = settle_cote(line, player.cote, seasons, season_name, start_date, problems)
        rows.append((line, player if cote == player.cote else replace(player, cote=cote)))
    return players._replace(rows=tuple(rows))


def settle_cote(
    line: Line, typed: Cote | None, seasons: Seasons, season_name: str, start_date: date | None, problems: Problems
) -> Cote:
    """Return the cote (rating) with which a player counts; 0 where it cannot be read.

    A player without one, or with 0, gets the season's provisional cote (PL*) for his series in duplicate Scrabble (R1).
    So does a player who returns: he last played more than two years before the tournament, his series is typed, and its
    PL* is larger than his own cote (R10). `typed` is None where there is none, or one that is reported already; season
    and date are as in `read_players`.
    """
    if typed is None and line.text("Cote").strip("* "):
        return 0
    series, last_played = line.text("Série duplicate"), read_date(line.texts.get(schema.LAST_PLAYED, ""))
    is_returning = last_played and start_date and last_played < two_years_before(start_date)
    if typed and not (is_returning and series):
        return typed
    provisional_cote = find_unrated_cote(series, seasons.find(season_name))
    if provisional_cote is None:
        line.report(problems, "Série duplicate", "bad_series", text=series)
    return max(typed or 0, provisional_cote or 0)


def read_typed_cote(line: Line) -> Cote | None:
    """Read the cote typed in a row of Joueurs: 0 where the cell says 0, None where it is empty or cannot be read."""
    try:
        return schema.parse_cote(line.text("Cote"))
    except Invalid:
        return None


class ScrabbleRow(InputRow[Match]):
    """A row of Résultats that names two opponents."""

    missing_key: ClassVar[str] = "no_score"
    scores: ClassVar[Sequence[str]] = SCORES
    games: ClassVar[Sequence[Sequence[str]]] = GAMES

    @cached_property
    def entry(self) -> dict[str, Any]:
        """The match in the tournament's document, with further games (null where not typed) and forfeits."""
        entry = super().entry
        further = [self.read_typed(game) or [None, None] for game in self.games[1:]]
        while further and further[-1] == [None, None]:
            further.pop()
        if further:
            entry["further"] = further
        if self.match.forfeits:
            entry["forfeit"] = "+".join(map(str, sorted(self.match.forfeits)))
        return entry


def read_results(
    table: Table,
    players: PlayersSheet[Player],
    scoring: Scoring,
    problems: Problems,
    readings: Readings,
) -> ResultsSheet[Match]:
    """Read the rows of the sheet Résultats.

    Rows that have not changed since an earlier reading come from `readings`, which is updated in place.

    Returns:
        The rows that name a round and two known players, or one and X (the bye), also rows with other problems.
    """
    reader = _ScrabbleResults(table, People(players.by_number), scoring)
    return reader.read(problems, readings, (players, scoring))


class _ScrabbleResults(ResultsReader[Match]):
    columns, side_columns = schema.TYPED_COLUMNS[shared.RESULTS], SIDES
    row_class = ScrabbleRow

    def __init__(self, table: Table, people: People, scoring: Scoring) -> None:
        super().__init__(table, people)
        self.scoring = scoring

    def read_match(self, line: Line, round_number: int, problems: Problems) -> Match | None:
        return _read_match(line, self.people, self.scoring.games_to_win(round_number), round_number, problems)


def _read_match(line: Line, people: People, to_win: int, round_number: int, problems: Problems) -> Match | None:
    """Read the match of a row; None, with a problem, when the row does not name two opponents."""
    sides = read_sides(line, SIDES, "X", people, problems)
    if sides is None:
        return None
    if sides[0] == X:
        line.report(problems, "N° 1", "x_first")
    forfeits = read_forfeits(line, sides, people, problems)
    table, reason = read_cell(line, TABLE, problems), line.text("Motif")
    typed_columns = [[column for column in columns if line.texts[column]] for columns in GAMES]
    games = _read_games(line, typed_columns, sides[1], forfeits, round_number, to_win, problems)
    has_half_score = any(len(columns) == 1 for columns in typed_columns)
    typed_match = Match(*sides, games, forfeits)
    if (surplus := find_surplus_game(typed_match, to_win)) is not None:
        line.report(problems, GAMES[surplus][0], "game_surplus")
    return Match(*sides, games, forfeits, table, is_decided(typed_match, to_win) and not has_half_score, reason)


def read_forfeits(line: Line, sides: tuple[int, int], people: People, problems: Problems) -> frozenset[int]:
    """Read which sides forfeit from the column Forfait.

    Returns:
        {1}, {2} or {1, 2}, also where X gets a forfeit; empty when the cell is empty or cannot be read.
    """
    text = line.text("Forfait")
    if not text:
        return frozenset()
    first_names, second_names = (people.names(player_id) for player_id in sides)
    forfeits = read_forfeit(text, first_names, second_names)
    if forfeits is None:
        line.report(problems, "Forfait", "bad_forfeit", text=text, one=first_names[0], two=second_names[0])
        return frozenset()
    if sides[1] == X and forfeits != {1}:
        line.report(problems, "Forfait", "forfeit_x")
    return forfeits


def _read_games(
    line: Line,
    typed_columns: Sequence[Sequence[str]],
    second: int,
    forfeits: frozenset[int],
    round_number: int,
    to_win: int,
    problems: Problems,
) -> tuple[tuple[int, int], ...]:
    """Read the games with two scores; a problem for every invalid score.

    `typed_columns` has for each game the columns in which something is typed.
    """
    games: list[tuple[int, int]] = []
    for index, columns in enumerate(typed_columns):
        if not columns:
            continue
        key = "score_forfeit" if second == X or forfeits else "one_game" if index and to_win == 1 else ""
        if key:
            for column in columns:
                line.report(problems, column, key, round=round_number)
            continue
        if index and line.empty(*GAMES[index - 1]):
            line.report(problems, GAMES[index - 1][0], "game_skipped")
        scores = [read_cell(line, schema.SCORE_COLUMNS[column], problems) for column in columns]
        if len(scores) == 2 and scores[0] is not None and scores[1] is not None and len(games) == index:
            games.append((scores[0], scores[1]))
    return tuple(games)
