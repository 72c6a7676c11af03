"""Scrabble workbooks read from a snapshot of their cells: every sheet is read and checked.

All problems, faults at cells that the organiser must correct, are collected. A formula is a way to pair a tournament
(the setting Formule); a seed is a player's place in the initial ranking.
"""

from __future__ import annotations

from dataclasses import replace

from tournament_xl.games.pairing_constraints import apply_check_in, find_checked_in_players, read_pairing_constraints
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.assembly import build_tournament, number_players
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.checks import check_all, find_warnings
from tournament_xl.games.scrabble.input_sheets import read_players, read_results
from tournament_xl.games.scrabble.read_open import find_groups, read_final
from tournament_xl.games.scrabble.read_seat_table import find_seat_table
from tournament_xl.games.scrabble.rules.model import Match, Player, Tournament
from tournament_xl.games.scrabble.rules.scoring import Scoring
from tournament_xl.games.scrabble.seasons.catalogue import Seasons
from tournament_xl.games.scrabble.settings_sheet import keep_season, read_settings
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.history.history import History, read_history
from tournament_xl.workbook.history.views import find_seeds
from tournament_xl.workbook.input_rows import PlayersSheet, ResultsSheet, count_drawn_rounds
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Problems, find_tables, read_cached
from tournament_xl.workbook.working_copy import invalid

_OPTIONAL = (shared.MEMORY,)
_REQUIRED = (shared.PLAYERS, shared.RESULTS, shared.JOURNAL, shared.TABLES)
_COLUMNS = {
    shared.TOURNAMENT: shared.SETTINGS_COLUMNS,
    **{sheet: schema.COLUMNS[sheet] for sheet in (*_REQUIRED, shared.MEMORY)},
}


def decode(snapshot: Snapshot, context: DecodeContext = EMPTY_CONTEXT) -> ScrabbleBook:
    """Read a whole workbook of Scrabble and check it.

    Faults of its content do not raise but come back as problems; warnings need no correction. The `readings` of an
    earlier workbook in `context` are updated in place.

    Raises:
        ActionAborted: A table cannot be found or read at all: a sheet or a column is missing, there are more rows than
            allowed, or filled rows above its header. The error has all problems found until then.
    """
    problems, readings = Problems(), context.previous.readings if context.previous else {}
    tables = find_tables(snapshot, _COLUMNS, problems, _OPTIONAL)
    seasons = Seasons(context.season_files)
    history = context.history or read_history(tables.get(shared.MEMORY))
    settings = read_cached(tables.get(shared.TOURNAMENT), problems, readings, read_settings, seasons)
    settings = settings and keep_season(settings, history.document)
    formula_sheets = {*settings.settings.formula.sheets} & schema.TYPED_COLUMNS.keys() if settings else set()
    columns = {sheet: schema.COLUMNS[sheet] for sheet in formula_sheets}
    tables |= find_tables(snapshot, columns, problems, _OPTIONAL)
    season, start_date = (settings.settings.season, settings.start_date) if settings else ("", None)
    players = read_cached(tables.get(shared.PLAYERS), problems, readings, read_players, seasons, season, start_date)
    scoring, results = Scoring.of(settings.settings) if settings else Scoring(), None
    if players and shared.RESULTS in tables:
        results = read_results(tables[shared.RESULTS], players, scoring, problems, readings)
    required = {*_COLUMNS, *formula_sheets} - {*_OPTIONAL}
    if not (settings and players and results and tables.keys() >= required):
        raise invalid(problems.entries)
    read_sheets = ScrabbleBook(
        snapshot, (), settings, _with_recorded_seeds(players, results, history), results, history,
        tables | {shared.PLAYERS: players.table}, Tournament(settings.settings, ()), readings=readings,
    )  # fmt: skip
    return _assemble(read_sheets, problems)


def _with_recorded_seeds(
    players: PlayersSheet[Player], results: ResultsSheet[Match], history: History
) -> PlayersSheet[Player]:
    """Return the players with their places in the initial ranking from the history (C2); the sheet only shows them."""
    seeds = find_seeds(history.document)
    has_results = any(row.match.complete for row in results.rows)
    if has_results and not seeds and not history.entries:  # rounds were typed, not paired by this program
        return players
    rows = ((line, replace(player, seed=seeds.get(player.number))) for line, player in players.rows)
    return players._replace(rows=tuple(rows))


def _assemble(decoded: ScrabbleBook, problems: Problems) -> ScrabbleBook:
    """Return the workbook with the tournament that its sheets give, checked as a whole."""
    settings, rows = decoded.settings.settings, decoded.players.rows
    drawn_count = count_drawn_rounds(
        decoded.results, find_checked_in_players(rows), decoded.memory.document, settings.formula.is_scheduled
    )
    rows, unchecked = apply_check_in(rows, decoded.results, drawn_count)
    has_seed = any(player.seed is not None for _, player in decoded.players.rows)
    decoded = replace(
        decoded, unchecked=unchecked, first_pairing=not has_seed, pending=decoded.results.pending(drawn_count)
    )
    rounds = decoded.results.matches
    numbered = number_players(settings, [player for _, player in rows], rounds, drawn_count, decoded.memory.numbers)
    numbered_rows = [(line, player) for (line, _), player in zip(rows, numbered.players, strict=True)]
    players = read_pairing_constraints(numbered_rows, problems)
    registered, tournament = build_tournament(settings, numbered, players, rounds, drawn_count)
    decoded = replace(
        decoded,
        lines={player.number: line for line, player in numbered_rows},
        entrants={line.row: player for (line, _), player in zip(numbered_rows, players, strict=True)},
        waiting=tuple(players[index] for index in sorted(numbered.phase_2)),
        registered=registered,
        tournament=tournament,
    )
    tournament = replace(tournament, seat_table=find_seat_table(decoded, problems))
    decoded = replace(decoded, tournament=tournament)
    if shared.GROUPS in settings.formula.sheets:
        decoded = replace(decoded, tournament=replace(tournament, groups=find_groups(decoded)))
    check_all(decoded, problems)
    if shared.FINALS in decoded.tables and not problems.entries:
        decoded = read_final(decoded, problems)
    return replace(decoded, warnings=tuple(find_warnings(decoded))).with_problems(problems)
