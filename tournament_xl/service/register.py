"""Players of a list entered into a workbook before its first round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count

from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.messages import page as texts
from tournament_xl.messages.names import count as count_noun
from tournament_xl.players.columns import name_key
from tournament_xl.players.list_checks import join_name
from tournament_xl.players.player_lists import Registrations
from tournament_xl.service.create import PlayerList, read_players
from tournament_xl.service.type_cells import TypedCell, type_cells
from tournament_xl.service.workbook_access import WorkbookAccess, decode_workbook
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.tables import Problem
from tournament_xl.workbook.working_copy import ActionAborted, Outcome


@dataclass(frozen=True, slots=True)
class RegisterResult:
    """What became of a list.

    Attributes:
        outcome: What happened, with a problem for each value that is not allowed, at its place in the list.
        line: First line of the list at fault; 0 for none.
    """

    outcome: Outcome
    line: int = 0


def register_players(workbook: WorkbookAccess, players: PlayerList) -> RegisterResult:
    """Enter the players of a list into Joueurs below those who are there, all or none; no other sheet changes.

    Whoever is entered already, by name and club, is left out. It is refused once a round is drawn.

    Raises:
        ExternalError: The list cannot be used (ListError), or as `type_cells`.
        ActionAborted: The workbook has problems.
    """
    decoded = decode_workbook(workbook)
    if decoded.tournament.rounds:
        return RegisterResult(Outcome(REFUSED, texts.REGISTER_LATE))
    registrations = read_players(decoded.game, players)
    entered = {(name_key(player.full_name), name_key(player.club)) for _, player in decoded.players.rows}
    new = [
        (index, player)
        for index, player in enumerate(registrations.players)
        if (name_key(join_name(player)), name_key(player.get("Club", ""))) not in entered
    ]
    rows = dict(zip(decoded.players.table.free_rows(), new, strict=False))
    if not rows:
        return RegisterResult(Outcome(REFUSED, texts.REGISTERED_ALREADY))
    try:
        outcome = type_cells(workbook, [*_cells(decoded, rows)]).outcome
    except ActionAborted as aborted:
        return _refuse(aborted.outcome, decoded, rows, registrations)
    if outcome.code != DONE:
        return RegisterResult(outcome)
    known = len(registrations.players) - len(rows)
    sentences = [texts.REGISTERED.format(players=count_noun(len(rows), "joueur inscrit"))]
    sentences += [texts.LEFT_OUT.format(players=count_noun(known, "joueur"))] if known else []
    warnings = (*registrations.warnings, *outcome.warnings)
    return RegisterResult(outcome._replace(message=" ".join(sentences), warnings=warnings))


def _cells(decoded: Workbook, rows: Mapping[int, tuple[int, Mapping[str, str]]]) -> Iterator[TypedCell]:
    """Yield the cells of players, with the titles of the optional columns that some of them have and Joueurs lacks."""
    table = decoded.players.table
    free_columns = count(len(decoded.snapshot.sheets[schema.PLAYERS][table.header - 1]) + 1)
    wanted = [name for name in decoded.optional if any(name in player for _, player in rows.values())]
    added = dict(zip((name for name in wanted if name not in table.columns), free_columns, strict=False))
    for name, column in added.items():
        yield TypedCell(schema.PLAYERS, table.header, column, name)
    columns = table.columns | added
    for row, (_, player) in rows.items():
        for name, text in player.items():
            if name in columns:  # a list may have columns of the other game
                yield TypedCell(schema.PLAYERS, row, columns[name], text)


def _refuse(
    outcome: Outcome, decoded: Workbook, rows: Mapping[int, tuple[int, Mapping[str, str]]], listed: Registrations
) -> RegisterResult:
    """Give each problem its place in the list: nothing was typed into the cells that it names."""
    header = decoded.snapshot.sheets[schema.PLAYERS][decoded.players.table.header - 1]

    def with_list_place(problem: Problem) -> Problem:
        if problem.sheet != schema.PLAYERS or problem.row not in rows:
            return problem
        title = cell_text(header[problem.column - 1]) if problem.column <= len(header) else ""
        return replace(problem, place=listed.place(rows[problem.row][0], title))

    problems = tuple(map(with_list_place, outcome.problems))
    lines = (listed.line_at(problem.place) for problem in problems if problem.place)
    return RegisterResult(outcome._replace(problems=problems), next(filter(None, lines), 0))
