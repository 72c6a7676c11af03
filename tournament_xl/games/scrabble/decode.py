"""From a snapshot to a tournament: every sheet read, every problem found, all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournament_xl.book import labels, memory
from tournament_xl.book.grid import Line, Problem, Problems, find_table, read_once, whole
from tournament_xl.book.memory import Memory, read_memory
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.book.typed_rows import drawn_rounds
from tournament_xl.games.scrabble import checks, open_sheets
from tournament_xl.games.scrabble.checks import warnings
from tournament_xl.games.scrabble.decode_sheets import (
    PlayersSheet,
    ResultsSheet,
    read_players,
    read_results,
    read_settings,
)
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.model import Notice, Player, Tournament
from tournament_xl.record import replace
from tournament_xl.rules.scrabble.classique import registered_at_first_pairing
from tournament_xl.rules.scrabble.formulas import FORMULAS
from tournament_xl.rules.scrabble.initial import numbered, seeded
from tournament_xl.rules.scrabble.tables import BUILT_IN, LARGEST, SeatTable, faults, is_override


def decode(snapshot: Snapshot, past: Memory | None = None) -> Decoded | list[Problem]:
    """The workbook understood, or its problems when a sheet or column is missing so that it cannot be.

    `past`: its memory where it is not the sheet's, within a press.
    """
    problems = Problems()
    settings = read_once(snapshot, labels.TOURNAMENT, problems, read_settings)
    season = settings.settings.season if settings else ""
    players = read_once(snapshot, labels.PLAYERS, problems, read_players, season)
    log = find_table(snapshot, labels.JOURNAL, labels.SCRABBLE_COLUMNS[labels.JOURNAL], problems)
    memory = past or read_memory(snapshot, problems)
    derived = {
        sheet: find_table(snapshot, sheet, labels.SCRABBLE_COLUMNS[sheet], problems)
        for sheet in (labels.PAIRINGS, labels.STANDINGS, labels.GRID)
    }
    tables = find_table(snapshot, labels.TABLES, labels.SCRABBLE_COLUMNS[labels.TABLES], problems)
    games_to_win = settings.settings.winning_games if settings else {}
    results = read_results(snapshot, players, games_to_win, problems if players else Problems())
    if labels.RESULTS not in snapshot.sheets and not players:
        problems.add(labels.RESULTS, 1, 1, "no_sheet", sheet=labels.RESULTS)
    if not (settings and players and log and results and tables and all(derived.values())):
        return sorted(problems.found)
    if settings.settings.formula in labels.FORMULA_SHEETS:
        derived |= open_sheets.open_tables(snapshot, problems)
        if not all(derived.values()):
            return sorted(problems.found)
    decoded = Decoded(
        snapshot, problems, settings, _with_places(players, results, memory), results, log, memory,
        {k: t for k, t in derived.items() if t}, Tournament(settings.settings, ()), False, 0,
    )  # fmt: skip
    decoded.first_pairing = all(player.seed is None for _, player in decoded.players.rows)
    _assemble(decoded)
    return decoded


def _with_places(players: PlayersSheet, results: ResultsSheet, memory: Memory) -> PlayersSheet:
    """The players with the places in the initial ranking that the pairings gave (C2): the column only shows them."""
    places = memory.now.numbers("rang")
    played = any(row.match.complete for row in results.rows)
    if played and not places and not memory.entries:  # rounds that no press of ours has paired
        return players
    rows = ((line, replace(player, seed=places.get(player.number))) for line, player in players.rows)
    return replace(players, rows=tuple(rows))


def _assemble(decoded: Decoded) -> None:
    """Build the tournament step by step, each step checking what it reads."""
    settings, rows = decoded.settings.settings, decoded.players.rows
    people = [player for _, player in rows]
    drawn = drawn_rounds(decoded.results, people, decoded.memory.now, FORMULAS[settings.formula].scheduled)
    waiting = _unregistered(decoded, people, drawn)
    for_phase_2 = open_sheets.waiting_for_phase_2(decoded, people, drawn, waiting)
    waiting |= for_phase_2
    highest = max([player.number for player in people] + [decoded.memory.highest])
    people = list(numbered(people, highest, last=waiting))
    decoded.lines = {player.number: line for player, (line, _) in zip(people, rows, strict=True)}
    decoded.waiting = [people[index] for index in sorted(for_phase_2)]
    registered = [player for index, player in enumerate(people) if index not in waiting]
    if decoded.first_pairing:
        decoded.registered = len(registered)
    else:
        decoded.registered = registered_at_first_pairing(Tournament(settings, tuple(people)))
    rounds = settings.rounds or decoded.formula.default_rounds(decoded.registered)
    decoded.tournament = Tournament(
        settings=replace(settings, rounds=rounds),
        players=seeded(registered, [player.number for player in registered if player.seed is None]),
        rounds=tuple(tuple(row.match for row in decoded.results.round(number)) for number in range(1, drawn + 1)),
        fixed=tuple(row.match for row in decoded.results.round(drawn + 1)),
        seat_table=_seat_table(decoded),
    )
    if labels.GROUPS in decoded.derived:
        decoded.tournament = replace(decoded.tournament, groups=open_sheets.read_groups(decoded))
    checks.check_all(decoded)
    if labels.FINALS in decoded.derived and not decoded.problems.found:
        open_sheets.read_final(decoded)
    decoded.warnings += warnings(decoded)
    decoded.problems.found.sort()


def _unregistered(decoded: Decoded, people: Sequence[Player], drawn: int) -> set[int]:
    """Indices of the rows that are no registration: absent in every round to come, without place or match (C2)."""
    settings = decoded.settings.settings
    rounds = settings.rounds or FORMULAS[settings.formula].default_rounds(len(people))
    remaining = range(1 if decoded.first_pairing else drawn + 1, rounds + 1)
    with_row = {who for row in decoded.results.rows for who in (row.match.one, row.match.two)}
    return {
        index
        for index, player in enumerate(people)
        if player.seed is None and not (player.number and player.number in with_row)
        and all(number in player.absences for number in remaining)
    }  # fmt: skip


def _seat_table(decoded: Decoded) -> tuple[tuple[tuple[int, int], ...], ...] | None:
    """The organiser's own table: from the sheet before the first pairing, from the memory afterwards (C9)."""
    size = decoded.registered + decoded.registered % 2
    if decoded.tournament.settings.formula != labels.CLASSIQUE or size > LARGEST:
        return None
    if decoded.first_pairing:
        return read_seat_table(decoded.snapshot, size, decoded.problems)
    used = memory.read_seat_table(decoded.memory.facts.get("tables", ""))
    if used is not None and faults(dict(enumerate(used, start=1)), size):  # a damaged memory
        used = None
    quiet = Problems()
    if read_seat_table(decoded.snapshot, size, quiet) != used or quiet.found:
        decoded.warnings.append(Notice("tables_ignored"))
    return used


def read_seat_table(snapshot: Snapshot, size: int, problems: Problems) -> SeatTable | None:
    """The table for `size` seats when it is valid and differs from the built-in one, else None.

    Problems with every line that cannot be read, and with a table that pairs a seat twice, leaves one out, repeats a
    pair or has other rounds than C9 wants.
    """
    table = find_table(snapshot, labels.TABLES, labels.SCRABBLE_COLUMNS[labels.TABLES], problems)
    if table is None or size not in BUILT_IN:
        return None
    rounds: dict[int, list[tuple[int, int]]] = {}
    lines: dict[tuple[int, tuple[int, int]], Line] = {}
    heads: dict[int, Line] = {}
    for line in table.lines():
        values = {column: _read(line, column, problems) for column in table.columns}
        players, number, one, two = (values[column] for column in labels.SCRABBLE_COLUMNS[labels.TABLES])
        if players is not None and players not in BUILT_IN:
            line.problem(problems, "Joueurs", "table_size", text=players)
        if players != size or number is None or one is None or two is None:
            continue
        rounds.setdefault(number, []).append((one, two))
        lines[number, (one, two)] = line
        heads.setdefault(number, line)
    if not rounds:
        return None
    found = faults(rounds, size)
    first = min(heads.values(), key=lambda line: line.row)
    for fault, number, seats in found:
        if fault == "rounds":
            first.problem(problems, "Ronde", "table_rounds", players=size, rounds=number)
        elif fault == "missing":
            heads[number].problem(problems, "Siège 1", "table_missing", round=number, seats=_list(seats))
        else:
            line = lines[number, (seats[0], seats[1])]
            line.problem(problems, "Siège 1", f"table_{fault}", round=number, one=seats[0], two=seats[1])
    own = tuple(tuple(rounds[number]) for number in sorted(rounds))
    return own if not found and is_override(own, size) else None


def _read(line: Line, column: str, problems: Problems) -> int | None:
    text = line.text(column)
    value = whole(text)
    if value is None:
        line.problem(problems, column, "table_number", text=text)
    return value


def _list(seats: Iterable[int]) -> str:
    return ", ".join(str(seat) for seat in seats)
