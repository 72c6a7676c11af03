"""Checks that are the same in all games: the order of rounds, tables and rows, and how a missing result is told."""

from __future__ import annotations

from typing import Any

from tournament_xl.model import X
from tournament_xl.texts.names import ranges
from tournament_xl.workbook import labels
from tournament_xl.workbook.results_table import RowOf
from tournament_xl.workbook.understood import Understood


def check_order(decoded: Understood) -> None:
    """No row of a round beyond the last, or after the next one to be drawn."""
    tournament, problems = decoded.tournament, decoded.problems
    rounds, drawn = tournament.settings.rounds or 0, len(tournament.rounds)
    if rounds < drawn:
        decoded.settings.problem(problems, "Nombre de rondes", "rounds_below", rounds=rounds, drawn=drawn)
    for row in decoded.results.rows:
        if row.round > max(rounds, drawn):
            row.line.problem(problems, "Ronde", "round_beyond", rounds=rounds)
        elif row.round > drawn + 1:
            row.line.problem(problems, "Ronde", "round_ahead", round=row.round, next=drawn + 1)


def check_rows(decoded: Understood) -> None:
    """Each table once a round; no drawn match of an earlier round has gone with its result."""
    last, names, table = len(decoded.tournament.rounds), decoded.names(), decoded.results.table
    seen: dict[tuple[int, int], RowOf[Any]] = {}
    people = {player.number: player for player in decoded.tournament.players}
    for row in decoded.results.rows:
        number = (row.round, row.match.table)
        if row.round >= last and row.match.table and seen.setdefault(number, row) is not row:
            first = seen[number].line.row
            row.line.problem(decoded.problems, "Table", "table_twice", table=row.match.table, row=first)
    for earlier, matches in enumerate(decoded.tournament.rounds[:-1], start=1):
        here = {who for match in matches for who in match.sides}
        here |= {who for who, line in people.items() if earlier in line.absences}  # left after the draw
        record = decoded.journal.rounds.get(earlier)
        for pair in sorted(record.drawn if record else (), key=sorted):
            one, two = sorted(pair, reverse=X in pair)
            if not (pair - {X}) & here and one in names and two in names:
                decoded.problems.add(
                    labels.RESULTS, table.last_row() + 1, table.columns["Ronde"], "row_gone",
                    round=earlier, one=f"{names[one]} (N° {one})", two=f"{names[two]} (N° {two or names[X]})",
                )  # fmt: skip


def report_at(decoded: Understood, row: RowOf[Any], column: str, key: str = "no_score") -> None:
    """Record that a row has no result, at a column; not when something in the row is wrong."""
    if any(problem.sheet == labels.RESULTS and problem.row == row.line.row for problem in decoded.problems.found):
        return
    names, (one, two) = decoded.names(), row.match.sides
    row.line.problem(decoded.problems, column, key, table=row.match.table or "?", one=names[one], two=names[two])


def pending_tables(decoded: Understood) -> str:
    """The tables without result, as people say it: "4 et 7", "17 à 32"."""
    tables = [row.match.table for row in decoded.pending]
    return ranges(tables) if all(tables) else "?"
