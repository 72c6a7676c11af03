"""Reading the sheets into which people type: the settings on Tournoi, Joueurs, Résultats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from tournament_xl.book import labels, memory
from tournament_xl.book.grid import Line, Problems, find_table, number, whole
from tournament_xl.book.memory import typed
from tournament_xl.book.settings_table import SettingsReader, SettingsTable, find_settings
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.book.typed_rows import (
    People,
    PlayersOf,
    ResultsOf,
    RowOf,
    once_a_round,
    read_absences,
    read_cote,
    read_forfeit,
    read_number,
    read_round,
    read_rounds,
    read_rows,
    read_side,
    registered,
    report_notes,
)
from tournament_xl.folding import fold
from tournament_xl.model import Match, Player, Settings, X
from tournament_xl.record import record, replace
from tournament_xl.rules.scrabble.initial import unrated_cote
from tournament_xl.rules.scrabble.scoring import HIGHEST_SCORE, LOWEST_SCORE, is_decided, surplus_game
from tournament_xl.seasons import latest, named, seasons
from tournament_xl.texts.names import NOT_PLAYED

if TYPE_CHECKING:
    from tournament_xl.rules.scrabble.seasons import Season
HIGHEST_NUMBER = 9999
PlayersSheet = PlayersOf[Player]  # seed None where the row has no Rang initial
GAMES = (("Score 1", "Score 2"), ("Score 1b", "Score 2b"), ("Score 1c", "Score 2c"))
SCORES = tuple(column for game in GAMES for column in game)
NUMBERS, NAMES = ("N° 1", "N° 2"), ("Joueur 1", "Joueur 2")


@record
class SettingsSheet(SettingsTable):
    """The settings and where each stands."""

    settings: Settings  # rounds None when the cell is empty

    @property
    def season(self) -> Season:
        """The rating season of the tournament; the latest one when none is named."""
        return named(self.settings.season)


def read_settings(snapshot: Snapshot, problems: Problems) -> SettingsSheet | None:
    """The settings of the sheet Tournoi, problems with every value that is not allowed."""
    table = find_settings(snapshot, labels.SCRABBLE_SETTINGS, problems)
    if table is None:
        return None
    reader = _Reader(table.texts(), labels.SCRABBLE_SETTINGS, partial(table.problem, problems))
    return SettingsSheet(table.table, table.lines, reader.settings())


def decisive(settings: Settings) -> dict[str, str]:
    """The settings that decide rounds, standings and ratings, as Mémoire keeps them: what an empty cell means."""
    games = settings.winning_games
    listed = f"2 : {memory.ranges(games)}" if games else "1"
    return {
        "Édition": settings.edition,
        "Nombre de rondes": str(settings.rounds or ""),
        "Manches gagnantes": "2" if 0 in games else listed,
        "Type d'épreuve": settings.event or labels.TH,
        "Saison": settings.season or latest(),
    }


def as_recorded(texts: Mapping[str, str], settings: Settings) -> Settings:
    """The settings with those that the Journal recorded (`texts`) in their place."""
    read = _Reader({**decisive(settings), **texts}, labels.SCRABBLE_SETTINGS).settings()
    return replace(
        settings, edition=read.edition, rounds=read.rounds or settings.rounds, winning_games=read.winning_games,
        event=read.event, season=read.season,
    )  # fmt: skip


class _Reader(SettingsReader):
    def settings(self) -> Settings:
        formula = self.choice("Formule") or labels.CLASSIQUE
        self.mail()
        return Settings(
            formula=formula,
            edition=self.choice("Édition") or "F50",
            rounds=self.rounds(),
            winning_games=self._winning_games(),
            seed=self.text("Graine"),
            title=self.text("Nom"),
            place=self.text("Lieu"),
            dates=self.dates(),
            event=self.choice("Type d'épreuve"),
            season=self._season(),
        )

    def _winning_games(self) -> dict[int, int]:
        """C5: "1", "2", or "2 : 4-5"; key 0 stands for every round."""
        text = self.text("Manches gagnantes")
        if text in ("", "1"):
            return {}
        head, colon, tail = text.partition(":")
        listed = read_rounds(tail)
        if whole(head) != 2 or (colon and (listed is None or not listed[0] or listed[1] is not None)):
            self.bad("Manches gagnantes", "winning_games")
            return {}
        return dict.fromkeys(listed[0], 2) if colon and listed else {0: 2}

    def _season(self) -> str:
        """The name of a known season ("2015/16" is 2015-2016); "" when empty or unknown."""
        if not (text := self.text("Saison")):
            return ""
        years = re.fullmatch(r"(20\d\d) ?[-/–] ?(?:20)?(\d\d)", text)
        name = f"{years[1]}-20{years[2]}" if years else ""
        if name not in seasons():
            self.bad("Saison", "season", known=", ".join(seasons()))
        return name if name in seasons() else ""


def read_players(snapshot: Snapshot, problems: Problems, season: str) -> PlayersSheet | None:
    """The players of the sheet, problems with every cell that cannot be read and with everybody listed twice.

    `season` names the one that gives the PL* of those without cote (R1), "" the latest.
    """
    table = find_table(snapshot, labels.PLAYERS, labels.SCRABBLE_COLUMNS[labels.PLAYERS], problems)
    if table is None:
        return None
    filled = (line for line in table.lines() if not line.empty(*(name for name in table.columns if name != "N°")))
    lines = list(registered(filled, problems))
    report_notes(lines, ("N°", "Licence", "Club", "Cote"), problems)
    rows = tuple((line, _player(line, problems, season)) for line in lines)
    _twice(rows, problems)
    return PlayersSheet(table, rows)


def _player(line: Line, problems: Problems, season: str) -> Player:
    if not line.text("Nom"):
        line.problem(problems, "Nom", "no_name")
    player_number = read_number(line, problems, HIGHEST_NUMBER)
    seed = _seed(line, problems)
    return Player(
        number=player_number,
        name=line.text("Nom"),
        first_name=line.text("Prénom"),
        licence=line.text("Licence"),
        club=line.text("Club"),
        cote=_cote(line, problems, season),
        seed=seed,
        absences=read_absences(line, problems),
    )


def _cote(line: Line, problems: Problems, season: str) -> float:
    """The cote; empty or 0 is none: PL* from the duplicate series (R1)."""
    text = line.text("Cote").rstrip("*").strip()
    cote = read_cote(text)
    if text and cote is None:
        line.problem(problems, "Cote", "bad_cote", text=text)
        return 0.0
    if cote:
        return cote
    unrated = unrated_cote(line.text("Série duplicate"), named(season))
    if unrated is None:
        line.problem(problems, "Série duplicate", "bad_series", text=line.text("Série duplicate"))
    return float(unrated or 0)


def _seed(line: Line, problems: Problems) -> float | None:
    text = line.text("Rang initial")
    seed = number(text)
    if text and (seed is None or seed < 0.5 or not (2 * seed).is_integer()):
        line.problem(problems, "Rang initial", "bad_seed", text=text)
        return None
    return seed


def _twice(rows: tuple[tuple[Line, Player], ...], problems: Problems) -> None:
    numbers: dict[int, Line] = {}
    seeds: dict[float, Line] = {}
    licences: dict[str, tuple[Line, Player]] = {}
    names: dict[str, dict[str, Line]] = {}  # name -> licence, or "" -> the first row with both
    for line, player in rows:
        if player.number and (first := numbers.setdefault(player.number, line)) is not line:
            line.problem(problems, "N°", "number_twice", number=player.number, row=first.row)
        whole_seed = player.seed is not None and player.seed.is_integer()
        if whole_seed and (first := seeds.setdefault(player.seed or 0, line)) is not line:
            line.problem(problems, "Rang initial", "seed_twice", seed=int(player.seed or 0), row=first.row)
        if not player.name:
            continue
        same = names.setdefault(fold(player.full_name), {})
        others = {"", player.licence} & same.keys() if player.licence else islice(same, 1)
        alike = [same[licence] for licence in others]
        if alike:
            line.problem(problems, "Nom", "name_twice", name=player.full_name, row=min(one.row for one in alike))
        elif player.licence:
            holder_line, holder = licences.setdefault(player.licence, (line, player))
            if holder_line is not line:
                facts = {"licence": player.licence, "name": holder.full_name, "row": holder_line.row}
                line.problem(problems, "Licence", "licence_twice", **facts)
        same.setdefault(player.licence, line)


@record
class Row(RowOf[Match]):
    """A row of Résultats that names two opponents."""

    def compact(self) -> str:
        """The row as typed, seen from the lower N°: "1-5:451/407", half a score as "451/?", a forfeit as "1-5:F2"."""
        turned = self.match.two != X and self.match.one > self.match.two
        one, two = self.match.sides[::-1] if turned else self.match.sides
        given = sorted(3 - side if turned else side for side in self.match.forfeits)
        games = [game[::-1] if turned else game for game in GAMES if any(map(self.line.texts.get, game))]
        scores = "+".join("/".join(typed(self.line.text(column)) for column in game) for game in games)
        forfeit = f"F{'+'.join(map(str, given))}" if given else ""
        return ":".join(filter(None, (f"{one}-{two or 'X'}", forfeit, scores)))


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
