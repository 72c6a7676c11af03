"""From a snapshot of an Othello workbook to a tournament: every sheet read, every problem found, all at once."""

from __future__ import annotations

from tournament_xl.book import labels as shared
from tournament_xl.book.grid import Line, Problem, Problems, find_table, read_once
from tournament_xl.book.memory import Memory, read_memory, read_numbers
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.book.typed_rows import drawn_rounds
from tournament_xl.book.workbook import scores_over_names
from tournament_xl.games.othello import checks, labels
from tournament_xl.games.othello.checks import warnings
from tournament_xl.games.othello.decode_sheets import NAMES, read_players, read_results, read_settings
from tournament_xl.games.othello.decoded import Decoded
from tournament_xl.games.othello.finals import read_finals
from tournament_xl.record import replace
from tournament_xl.rules.othello import numbers
from tournament_xl.rules.othello.formulas import default_rounds
from tournament_xl.rules.othello.model import Player, Tournament

OPTIONAL = (shared.FINALS,)  # a derived sheet that an organiser may delete


def decode(snapshot: Snapshot, past: Memory | None = None) -> Decoded | list[Problem]:
    """The workbook understood, or its problems when a sheet or column is missing so that it cannot be.

    `past`: its memory where it is not the sheet's, within a press.
    """
    problems = Problems()
    settings = read_once(snapshot, shared.TOURNAMENT, problems, read_settings)
    players = read_once(snapshot, shared.PLAYERS, problems, read_players)
    log = find_table(snapshot, shared.JOURNAL, labels.COLUMNS[shared.JOURNAL], problems)
    memory = past or read_memory(snapshot, problems)
    wanted = [shared.PAIRINGS, shared.STANDINGS, shared.GRID, *(one for one in OPTIONAL if one in snapshot.sheets)]
    if any(key.startswith("finale|") for key in memory.facts) and shared.FINALS not in wanted:
        wanted.append(shared.FINALS)  # it has results
    derived = {sheet: find_table(snapshot, sheet, labels.COLUMNS[sheet], problems) for sheet in wanted}
    alone = memory.facts if settings and settings.settings.black_alone else None
    results = read_results(snapshot, players, problems if players else Problems(), alone)
    if not (settings and players and log and results and all(derived.values())):
        return sorted(problems.found)
    decoded = Decoded(
        snapshot, problems, settings, players, results, log, memory,
        {name: t for name, t in derived.items() if t},
Tournament(settings.settings, ()),
    )  # fmt: skip
    _assemble(decoded)
    return decoded


def _assemble(decoded: Decoded) -> None:
    """Build the tournament step by step, then check it as a whole."""
    settings, rows = decoded.settings.settings, decoded.players.rows
    drawn = drawn_rounds(decoded.results, [player for _, player in rows], decoded.memory.now)
    paired = {who for row in decoded.results.rows for who in row.match.sides}
    past = decoded.memory.now
    paired |= {who for at in past.rounds for pair in past.pairs(at) for who in pair}
    last = max(settings.rounds or 0, drawn + 1)
    paired.discard(0)  # BIP; a player without N° has 0, too
    registered = _numbered(decoded, [one for one in rows if one[1].number in paired or _takes_part(one[1], last)])
    decoded.lines = {player.number: line for line, player in registered}
    players = tuple(player for _, player in registered)
    decoded.tournament = Tournament(
        settings=replace(settings, rounds=settings.rounds or default_rounds(settings.formula, len(players))),
        players=players,
        rounds=tuple(tuple(row.match for row in decoded.results.round(number)) for number in range(1, drawn + 1)),
        fixed=tuple(row.match for row in decoded.results.round(drawn + 1)),
    )
    checks.check_all(decoded)
    if shared.FINALS in decoded.derived:
        known = {player.number: player for player in players}
        table, halves = decoded.derived[shared.FINALS], decoded.results.imported
        decoded.finals = read_finals(decoded.snapshot, table, known, decoded.problems, halves=halves)
        scores_over_names(decoded, (row.line for row in decoded.finals.rows), NAMES)
        if not decoded.problems.found:
            decoded.deciding = decoded.finals.so_far()
            decoded.warnings += decoded.finals.uncounted(decoded.tournament, decoded.names(), decoded.problems)
    if not decoded.problems.found:
        decoded.warnings += warnings(decoded)
    decoded.problems.found.sort()


def _takes_part(player: Player, last: int) -> bool:
    """Whether a row is a registration although it has never been paired: not absent in every round to come."""
    return any(number not in player.absences for number in range(1, last + 1))


def _numbered(decoded: Decoded, rows: list[tuple[Line, Player]]) -> list[tuple[Line, Player]]:
    """The players with the N° each has, or would get now in the order of the sheet, none again: where the world's list
    was known a free one of his country's range (X3), where somebody typed one of its numbers above them all, else the
    next ones.
    """
    typed = {player.number for _, player in decoded.players.rows if player.number}
    past, entries = decoded.memory.now, decoded.memory.entries
    ever = {key.removeprefix("nom|") for entry in entries for key in (*entry.found, *entry.made)}
    used = typed | {int(who) for who in ever if who.isdecimal()}
    spare = {int(first): read_numbers(text) for first, text in past.by_number("libres").items()}
    lowest = numbers.ABOVE if typed - past.by_number("donné").keys() else 1
    numbered = []
    for line, player in rows:
        if not player.number:
            after = max([*used, lowest - 1]) + 1
            given = numbers.next_number(player.country, spare, used) if spare else after
            used.add(given)
            player = replace(player, number=given)
        numbered.append((line, player))
    return numbered
