"""Scrabble workbooks read from a snapshot of their cells: every sheet is read and checked.

All problems, faults at cells that the organiser must correct, are collected. A formula is a way to pair a tournament
(the setting Formule); a seed is a player's place in the initial ranking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournament_xl.games.pairing_constraints import apply_check_in, find_checked_in_players, read_pairing_constraints
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.checks import check_all, find_warnings
from tournament_xl.games.scrabble.input_sheets import read_players, read_results
from tournament_xl.games.scrabble.read_open import find_waiting_for_phase_2, read_final, read_groups
from tournament_xl.games.scrabble.read_seat_table import find_seat_table
from tournament_xl.games.scrabble.rules.classique import count_registered_at_first_pairing
from tournament_xl.games.scrabble.rules.initial import assign_numbers, assign_seeds
from tournament_xl.games.scrabble.rules.model import Match, Player, Tournament
from tournament_xl.games.scrabble.rules.scoring import Scoring
from tournament_xl.games.scrabble.seasons.catalogue import Seasons
from tournament_xl.games.scrabble.settings_sheet import read_settings
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.history.history import History, read_history
from tournament_xl.workbook.input_rows import PlayersSheet, ResultsSheet, count_drawn_rounds
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Problems, find_tables, read_cached
from tournament_xl.workbook.working_copy import invalid

_COMPUTED = (shared.PAIRINGS, shared.STANDINGS, shared.GRID)  # in every formula
_COLUMNS = {
    shared.TOURNAMENT: shared.SETTINGS_COLUMNS,
    **{
        sheet: schema.COLUMNS[sheet]
        for sheet in (shared.PLAYERS, shared.RESULTS, shared.JOURNAL, shared.TABLES, shared.MEMORY, *_COMPUTED)
    },
}


def decode(snapshot: Snapshot, context: DecodeContext = EMPTY_CONTEXT) -> ScrabbleBook:
    """Read a whole workbook of Scrabble and check it.

    Args:
        snapshot: Cells of the workbook.
        context: Facts besides the cells. If `history` (what earlier actions recorded) is set, it is used instead of the
            sheet Mémoire. `season_files` are seasons of the rating system, from files next to the workbook. `previous`
            is the workbook as decoded earlier: sheets that have not changed since are not read again, and its
            `readings`, the cache for this, are updated in place.

    Returns:
        The workbook with its tournament, its `problems` and its `warnings`. Faults in the content of cells, such as a
        wrong setting or a score that is no number, do not raise: they are in `problems`. Warnings need no correction.

    Raises:
        ActionAborted: A table cannot be found or read at all: a sheet or a column is missing, there are more rows than
            allowed, or filled rows above its header. The error has all problems found until then.
    """
    problems, readings = Problems(), context.previous.readings if context.previous else {}
    tables = find_tables(snapshot, _COLUMNS, problems, optional=[shared.MEMORY])
    seasons = Seasons(context.season_files)
    settings = read_cached(tables.get(shared.TOURNAMENT), problems, readings, read_settings, seasons)
    formula_sheets = settings.settings.formula.sheets if settings else ()
    tables |= find_tables(snapshot, {sheet: schema.COLUMNS[sheet] for sheet in formula_sheets}, problems)
    season, start_date = (settings.settings.season, settings.start_date) if settings else ("", None)
    players = read_cached(tables.get(shared.PLAYERS), problems, readings, read_players, seasons, season, start_date)
    history = context.history or read_history(tables.get(shared.MEMORY))
    scoring, results = Scoring.of(settings.settings) if settings else Scoring(), None
    if players and shared.RESULTS in tables:
        results = read_results(tables[shared.RESULTS], players, scoring, problems, readings)
    if not (settings and players and results and tables.keys() | {shared.MEMORY} >= {*_COLUMNS, *formula_sheets}):
        raise invalid(problems.entries)
    read_sheets = ScrabbleBook(
        snapshot, (), settings, _with_recorded_seeds(players, results, history), results, tables[shared.JOURNAL],
        history, {sheet: tables[sheet] for sheet in (*_COMPUTED, *formula_sheets)},
        Tournament(settings.settings, ()), readings=readings,
    )  # fmt: skip
    return _assemble(read_sheets, problems)


def _with_recorded_seeds(
    players: PlayersSheet[Player], results: ResultsSheet[Match], history: History
) -> PlayersSheet[Player]:
    """Return the players with their places in the initial ranking from the history (C2); the sheet only shows them."""
    seeds = history.now.numbers("rang")
    has_results = any(row.match.complete for row in results.rows)
    if has_results and not seeds and not history.entries:  # rounds were typed, not paired by this program
        return players
    rows = ((line, replace(player, seed=seeds.get(player.number))) for line, player in players.rows)
    return players._replace(rows=tuple(rows))


def _assemble(decoded: ScrabbleBook, problems: Problems) -> ScrabbleBook:
    """Return the workbook with the tournament that its sheets give, checked as a whole.

    Args:
        decoded: Sheets as read, with a tournament of nobody.
        problems: Those of the cells.
    """
    settings, rows = decoded.settings.settings, decoded.players.rows
    drawn_count = count_drawn_rounds(
        decoded.results, find_checked_in_players(rows), decoded.memory.now, settings.formula.is_scheduled
    )
    rows, unchecked = apply_check_in(rows, decoded.results, drawn_count, problems)
    has_seed = any(player.seed is not None for _, player in decoded.players.rows)
    decoded = replace(
        decoded, unchecked=unchecked, first_pairing=not has_seed, pending=decoded.results.pending(drawn_count)
    )
    players = [player for _, player in rows]
    unregistered_indices = _find_unregistered(decoded, players, drawn_count)
    phase_2_indices = find_waiting_for_phase_2(decoded, players, drawn_count, unregistered_indices)
    waiting_indices = unregistered_indices | phase_2_indices
    highest_number = max([player.number for player in players] + [*decoded.memory.numbers], default=0)
    players = list(assign_numbers(players, highest_number, last=waiting_indices))
    numbered_rows = [(line, player) for (line, _), player in zip(rows, players, strict=True)]
    players = read_pairing_constraints(numbered_rows, problems)
    registered_players = [player for index, player in enumerate(players) if index not in waiting_indices]
    if decoded.first_pairing:
        registered = len(registered_players)
    else:
        registered = count_registered_at_first_pairing(Tournament(settings, tuple(players)))
    decoded = replace(
        decoded,
        lines={player.number: line for line, player in numbered_rows},
        entrants={line.row: player for (line, _), player in zip(numbered_rows, players, strict=True)},
        waiting=tuple(players[index] for index in sorted(phase_2_indices)),
        registered=registered,
    )
    rounds = settings.rounds or decoded.formula.default_rounds(registered)
    tournament = Tournament(
        settings=replace(settings, rounds=rounds),
        players=assign_seeds(
            registered_players, [player.number for player in registered_players if player.seed is None]
        ),
        rounds=tuple(
            tuple(row.match for row in decoded.results.round(round_number))
            for round_number in range(1, drawn_count + 1)
        ),
        fixed=tuple(row.match for row in decoded.results.round(drawn_count + 1)),
        seat_table=find_seat_table(decoded, problems),
    )
    decoded = replace(decoded, tournament=tournament)
    if shared.GROUPS in decoded.derived:
        decoded = replace(decoded, tournament=replace(tournament, groups=read_groups(decoded, problems)))
    check_all(decoded, problems)
    if shared.FINALS in decoded.derived and not problems.entries:
        decoded = read_final(decoded, problems)
    return replace(decoded, warnings=tuple(find_warnings(decoded))).with_problems(problems)


def _find_unregistered(decoded: ScrabbleBook, players: Sequence[Player], drawn_count: int) -> set[int]:
    """Return the indices of rows that register nobody (C2): absent in every round left, without a seed or a match."""
    settings = decoded.settings.settings
    rounds = settings.rounds or settings.formula.default_rounds(len(players))
    remaining = range(1 if decoded.first_pairing else drawn_count + 1, rounds + 1)
    ids_in_rows = {player_id for row in decoded.results.rows for player_id in (row.match.one, row.match.two)}
    return {
        index
        for index, player in enumerate(players)
        if player.seed is None and not (player.number and player.number in ids_in_rows)
        and all(round_number in player.absences for round_number in remaining)
    }  # fmt: skip
