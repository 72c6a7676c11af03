"""Reading the sheet Résultats: who met whom, with what score."""

from __future__ import annotations

from collections.abc import Mapping

from tournament_xl.folding import fold
from tournament_xl.model import Match, X
from tournament_xl.record import record
from tournament_xl.scrabble.scoring import HIGHEST_SCORE, LOWEST_SCORE, is_decided, surplus_game
from tournament_xl.texts.names import NOT_PLAYED
from tournament_xl.workbook import labels
from tournament_xl.workbook.codes import typed
from tournament_xl.workbook.grid import Line, Problems, find_table, whole
from tournament_xl.workbook.results_table import (
    People,
    ResultsOf,
    RowOf,
    once_a_round,
    read_round,
    read_rows,
    read_side,
)
from tournament_xl.workbook.scrabble.decode_players import PlayersSheet
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.typed_forms import read_forfeit

GAMES = (("Score 1", "Score 2"), ("Score 1b", "Score 2b"), ("Score 1c", "Score 2c"))
SCORES = tuple(column for game in GAMES for column in game)
NUMBERS, NAMES = ("N° 1", "N° 2"), ("Joueur 1", "Joueur 2")


@record
class Row(RowOf[Match]):
    """A row of Résultats that names two opponents."""

    def compact(self) -> str:
        """The row as typed, for the Journal: "1-5:451/407", half a score as "451/?"."""
        names = f"{self.match.one}-{self.match.two or 'X'}"
        if self.match.forfeits:
            names += f":F{'+'.join(map(str, sorted(self.match.forfeits)))}"
        games = [[typed(self.line.text(column)) for column in game] for game in GAMES if not self.line.empty(*game)]
        return names + (":" + "+".join("/".join(game) for game in games) if games else "")


ResultsSheet = ResultsOf[Row]


def read_results(
    snapshot: Snapshot, players: PlayersSheet | None, games_to_win: Mapping[int, int], problems: Problems
) -> ResultsSheet | None:
    """The rows of the sheet; `games_to_win` by round (0: every round), problems at their cells."""
    table = find_table(snapshot, labels.RESULTS, labels.SCRABBLE_COLUMNS[labels.RESULTS], problems)
    if table is None:
        return None
    people = People(players.by_number if players else {})
    rows = read_rows(table, problems, (players, games_to_win), lambda line: _row(line, people, games_to_win, problems))
    once_a_round(rows, NUMBERS, people, problems)
    return ResultsSheet(table, rows)


def _row(line: Line, people: People, games_to_win: Mapping[int, int], problems: Problems) -> Row | None:
    if line.empty(*(column for column in line.texts if column not in ("Ronde", "Table"))):
        return None  # a row prepared by hand: nobody is named
    round_number = read_round(line, problems)
    one, two = (read_side(line, *side, people, "X", problems) for side in zip(NUMBERS, NAMES, strict=True))
    if one == X:
        line.problem(problems, "N° 1", "x_first")
    if round_number is None or one is None or two is None:
        return None
    if one == two != X:
        line.problem(problems, "N° 2", "against_self", name=people.by_number[one].full_name)
        return None
    return Row(line, round_number, _match(line, (one, two), people, round_number, games_to_win, problems))


def _match(
    line: Line,
    sides: tuple[int, int],
    people: People,
    round_number: int,
    games_to_win: Mapping[int, int],
    problems: Problems,
) -> Match:
    one, two = sides
    to_win = games_to_win.get(round_number, games_to_win.get(0, 1))
    forfeits = read_forfeits(line, sides, people, problems)
    table = whole(line.text("Table"))
    if line.text("Table") and (table is None or table < 0):
        line.problem(problems, "Table", "bad_table", text=line.text("Table"))
    games = _games(line, two, forfeits, round_number, to_win, problems)
    half = any(line.empty(a) != line.empty(b) for a, b in GAMES)
    bare = Match(one, two, games, forfeits, table or 0, reason=line.text("Motif"))
    surplus = _surplus(line, bare, to_win)
    if surplus:
        line.problem(problems, surplus, "game_surplus")
    complete = is_decided(bare, to_win) and not half
    return Match(one, two, games, forfeits, table or 0, complete, line.text("Motif"))


def _surplus(line: Line, match: Match, to_win: int) -> str:
    """The column of the first score typed after the match was decided (C5), "" when there is none."""
    decided = surplus_game(match, to_win)
    if decided is None and to_win > 1 and match.games and is_decided(match, to_win):
        decided = len(match.games)  # half a game may stand there
    typed = [column for columns in GAMES[decided:] for column in columns if line.text(column)] if decided else []
    return typed[0] if typed and not match.forfeits and match.two != X else ""


def read_forfeits(line: Line, sides: tuple[int, int], people: People, problems: Problems) -> frozenset[int]:
    """Who gives the match, by the column Forfait: {1}, {2} or {1, 2}."""
    text = line.text("Forfait")
    if not text:
        return frozenset()
    one, two = (people.names(who) for who in sides)
    forfeits = read_forfeit(text, one, two)
    if forfeits is None:
        line.problem(problems, "Forfait", "bad_forfeit", text=text, one=one[0], two=two[0])
        return frozenset()
    if sides[1] == X and forfeits != {1}:
        line.problem(problems, "Forfait", "forfeit_x")
    return forfeits


def _games(
    line: Line, two: int, forfeits: frozenset[int], round_number: int, to_win: int, problems: Problems
) -> tuple[tuple[int, int], ...]:
    """The games whose two scores are typed; problems with every score that cannot stand."""
    games: list[tuple[int, int]] = []
    for index, columns in enumerate(GAMES):
        typed = [column for column in columns if line.text(column)]
        if not typed:
            continue
        if two == X or forfeits:
            for column in typed:
                line.problem(problems, column, "score_x" if two == X else "score_forfeit")
            continue
        if index and to_win == 1:
            for column in typed:
                line.problem(problems, column, "one_game", round=round_number)
            continue
        if index and line.empty(*GAMES[index - 1]):
            line.problem(problems, GAMES[index - 1][0], "game_skipped")
        scores = [read_score(line, column, problems) for column in typed]
        if len(scores) == 2 and scores[0] is not None and scores[1] is not None and len(games) == index:
            games.append((scores[0], scores[1]))
    return tuple(games)


def read_score(line: Line, column: str, problems: Problems) -> int | None:
    """The score typed in a column, None when it is none that can be."""
    text = line.text(column)
    score = whole(text)
    if fold(text) in NOT_PLAYED:
        line.problem(problems, column, "score_word", text=text, side=column[len("Score ")])
    elif score is None:
        line.problem(problems, column, "bad_score", text=text)
    elif not LOWEST_SCORE <= score <= HIGHEST_SCORE:
        line.problem(problems, column, "score_range", text=score, lowest=LOWEST_SCORE, highest=HIGHEST_SCORE)
        return None
    return score


def missing_score(row: Row, games_to_win: int) -> str:
    """The column of the first score that is wanted for an incomplete match."""
    for columns in GAMES if games_to_win > 1 else GAMES[:1]:
        for column in columns:
            if row.line.empty(column):
                return column
    return GAMES[0][0]
