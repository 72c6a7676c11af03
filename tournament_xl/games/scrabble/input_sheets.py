"""Reading of the sheets into which people type: players on Joueurs, results on Résultats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from tournament_xl.core.model import Cote, X
from tournament_xl.games.pairing_constraints import with_optional_columns
from tournament_xl.games.reading import (
    Columns,
    Registration,
    ResultsReader,
    check_players,
    read_player_lines,
    read_sides,
    read_table,
    report_duplicates,
)
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.rules.initial import find_unrated_cote
from tournament_xl.games.scrabble.rules.model import Match, Player
from tournament_xl.games.scrabble.rules.scoring import (
    HIGHEST_SCORE,
    LOWEST_SCORE,
    Scoring,
    find_surplus_game,
    is_decided,
)
from tournament_xl.games.scrabble.rules.seasons import two_years_before
from tournament_xl.games.scrabble.schema import GAMES, SCORES, SIDES
from tournament_xl.games.scrabble.seasons.catalogue import Seasons
from tournament_xl.workbook import input_rows
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import is_serial_day, is_spoilt_identifier, parse_int, parse_number, read_date
from tournament_xl.workbook.csv_text import unwrap
from tournament_xl.workbook.input_rows import InputRow, People, PlayersSheet, ResultsSheet
from tournament_xl.workbook.input_texts import read_forfeit
from tournament_xl.workbook.tables import Line, Problems, Readings, Table

if TYPE_CHECKING:
    UnratedCote = Callable[[str], Cote | None]  # duplicate series -> PL*; None for a series that does not exist
HIGHEST_NUMBER = 9999
COLUMNS = Columns.of_sides(SIDES, "X")
REGISTRATION = Registration(("N°",), ("N°", "Licence", "Club", "Cote"), HIGHEST_NUMBER, "Licence")


def read_players(
    table: Table, problems: Problems, seasons: Seasons, season_name: str, start_date: date | None
) -> PlayersSheet[Player]:
    """Read the players of the sheet Joueurs.

    A player without a rating (cote), or with 0, gets the season's provisional rating (PL*) for his series in duplicate
    Scrabble (R1). So does a player who returns: he last played more than two years before the tournament, his series is
    typed, and its PL* is larger than his own rating (R10). A rating that cannot be read counts as 0.

    Args:
        table: Table of Joueurs.
        problems: Receives a problem for each cell that cannot be read, each player without a name, and each player,
            N°, licence number or initial rank that occurs twice.
        seasons: Seasons that the tournament may name.
        season_name: Season whose PL* are used; the latest if it is "" or unknown.
        start_date: First day of the tournament; None when unknown, then nobody counts as returning.

    Returns:
        The table, with the optional columns that the sheet has, and each row with its player, also a row with problems.
    """
    table = with_optional_columns(table, (schema.LAST_PLAYED, *shared.OPTIONAL_COLUMNS))

    def read_unrated_cote(series: str) -> Cote | None:
        return find_unrated_cote(series, seasons.find(season_name))

    rows = tuple(
        (line, _read_player(line, number, problems, read_unrated_cote, start_date))
        for line, number in read_player_lines(table, REGISTRATION, problems)
    )
    check_players(rows, REGISTRATION, problems)
    report_duplicates("Licence", ((line, player.licence) for line, player in rows), problems)
    seeds = ((line, player.seed) for line, player in rows if player.seed and player.seed.is_integer())
    report_duplicates("Rang initial", seeds, problems)
    return PlayersSheet(table, rows)


def _read_player(
    line: Line, number: int, problems: Problems, read_unrated_cote: UnratedCote, start_date: date | None
) -> Player:
    return Player(
        number=number,
        name=line.text("Nom"),
        first_name=line.text("Prénom"),
        licence=_read_licence(line, problems),
        club=line.text("Club"),
        cote=_read_cote(line, problems, read_unrated_cote, start_date),
        seed=_read_seed(line, problems),
        absences=input_rows.read_absences(line, problems),
    )


def _read_licence(line: Line, problems: Problems) -> str:
    """Read the licence number; a problem where a spreadsheet program has changed it."""
    text = unwrap(line.text("Licence"))
    if is_spoilt_identifier(text):
        line.report(problems, "Licence", "licence_changed", text=text)
    return text


def read_typed_cote(line: Line) -> Cote | None:
    """Read the cote (rating) typed in a row of Joueurs; a star at its end (the mark of PL*) is ignored.

    0 where the cell says 0; None where it is empty or cannot be read.
    """
    return input_rows.read_cote(line.text("Cote").rstrip("*").strip())


def _read_cote(line: Line, problems: Problems, read_unrated_cote: UnratedCote, start_date: date | None) -> Cote:
    """Read the cote, or PL* by the duplicate series for a player without one (R1); who returns has the larger (R10)."""
    text, series, cote = line.text("Cote").rstrip("*").strip(), line.text("Série duplicate"), read_typed_cote(line)
    if text and cote is None:
        line.report(problems, "Cote", "bad_cote", text=text)
        return 0
    last_played_text = line.texts.get(schema.LAST_PLAYED, "")
    last_played = read_date(last_played_text)
    if last_played_text and last_played is None:
        line.report(problems, schema.LAST_PLAYED, "date", text=last_played_text)
    is_returning = last_played and start_date and last_played < two_years_before(start_date)
    if cote and not (is_returning and series):
        return cote
    provisional_cote = read_unrated_cote(series)
    if provisional_cote is None:
        line.report(problems, "Série duplicate", "bad_series", text=series)
    return max(cote or 0, provisional_cote or 0)


def _read_seed(line: Line, problems: Problems) -> float | None:
    """Read the place in the initial ranking, a multiple of 0.5."""
    text = line.text("Rang initial")
    seed = parse_number(text)
    if text and (seed is None or seed < 0.5 or not (2 * seed).is_integer()):
        line.report(problems, "Rang initial", "bad_seed", text=text)
        return None
    return seed


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

    Args:
        table: Table of Résultats.
        players: Players of the workbook.
        scoring: Says how many games win a match of a round (C5).
        problems: Receives a problem for each invalid cell, each row with content that lacks a round or two known
            players, and each player with two rows in a round.
        readings: Cache: rows that have not changed since an earlier reading are not read again; updated in place.

    Returns:
        The rows that name a round and two known players, or one and X (the bye), also rows with other problems.
    """
    reader = _ScrabbleResults(table, People(players.by_number), scoring)
    return reader.read(problems, readings, (players, scoring))


class _ScrabbleResults(ResultsReader[Match]):
    columns = COLUMNS
    row_class = ScrabbleRow

    def __init__(self, table: Table, people: People, scoring: Scoring) -> None:
        super().__init__(table, people)
        self.scoring = scoring

    def read_match(self, line: Line, round_number: int, problems: Problems) -> Match | None:
        return _read_match(line, self.people, self.scoring.games_to_win(round_number), round_number, problems)


def _read_match(line: Line, people: People, to_win: int, round_number: int, problems: Problems) -> Match | None:
    """Read the match of a row; None, with a problem, when the row does not name two opponents."""
    sides = read_sides(line, COLUMNS, people, problems)
    if sides is None:
        return None
    if sides[0] == X:
        line.report(problems, "N° 1", "x_first")
    forfeits = read_forfeits(line, sides, people, problems)
    table, reason = read_table(line, problems), line.text("Motif")
    games = _read_games(line, sides[1], forfeits, round_number, to_win, problems)
    has_half_score = True in [
        (line.text(first_column) == "") != (line.text(second_column) == "") for first_column, second_column in GAMES
    ]
    typed_match = Match(*sides, games, forfeits)
    if (surplus := find_surplus_game(typed_match, to_win)) is not None:
        line.report(problems, GAMES[surplus][0], "game_surplus")
    return Match(*sides, games, forfeits, table, is_decided(typed_match, to_win) and not has_half_score, reason)


def read_forfeits(line: Line, sides: tuple[int, int], people: People, problems: Problems) -> frozenset[int]:
    """Read which sides forfeit from the column Forfait.

    Args:
        line: Row of the sheet.
        sides: N° of the two, X (the bye) second.
        people: Players by N°; the column may name them.
        problems: Receives a problem when the column cannot be read, or gives X a forfeit.

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
    line: Line, second: int, forfeits: frozenset[int], round_number: int, to_win: int, problems: Problems
) -> tuple[tuple[int, int], ...]:
    """Read the games with two scores; a problem for every invalid score."""
    games: list[tuple[int, int]] = []
    for index, columns in enumerate(GAMES):
        typed_columns = [column for column in columns if line.text(column)]
        key = "score_forfeit" if second == X or forfeits else "one_game" if index and to_win == 1 else ""
        if key:
            for column in typed_columns:
                line.report(problems, column, key, round=round_number)
            continue
        if typed_columns and index and line.empty(*GAMES[index - 1]):
            line.report(problems, GAMES[index - 1][0], "game_skipped")
        scores = [read_score(line, column, problems) for column in typed_columns]
        if len(scores) == 2 and scores[0] is not None and scores[1] is not None and len(games) == index:
            games.append((scores[0], scores[1]))
    return tuple(games)


def read_score(line: Line, column: str, problems: Problems) -> int | None:
    """Read the score typed in a column: a whole number from -500 to 2000; None, with a problem, for anything else.

    An empty cell is a problem too: callers pass filled ones only.
    """
    score = parse_int(line.text(column))
    if score is None or not LOWEST_SCORE <= score <= HIGHEST_SCORE:
        limits = {"lowest": LOWEST_SCORE, "highest": HIGHEST_SCORE}
        key = "score_date" if is_serial_day(line.text(column)) else "bad_score"
        line.report(problems, column, key, text=line.text(column), **limits)
        return None
    return score
