"""Checks of a tournament as a whole that games share: rounds, pairs typed, missing results, players without a game.

Rules (C3, C11, S2, S8): docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tournament_xl.core.model import Notice, Person, X
from tournament_xl.workbook import decoded as workbook
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.schema import MEMORY, PRIZES
from tournament_xl.workbook.tables import Problems, report_errors


def check_tournament(decoded: Workbook, problems: Problems) -> None:
    """Check a tournament as a whole: rounds, pairs typed for the next one, and what `check_sheets` does.

    The pairs are checked only where there is no other problem yet.
    """
    check_rounds(decoded, problems)
    if not problems.entries:
        check_fixed_pairs(decoded, problems)
    check_sheets(decoded, problems)


def check_rounds(decoded: Workbook, problems: Problems) -> None:
    """Report wrong numbers of rounds in settings and rows, and a formula of play changed after the first pairing."""
    workbook.report_misplaced_rounds(decoded, problems)
    workbook.report_changed_formula(decoded, problems)


def check_sheets(decoded: Workbook, problems: Problems) -> None:
    """Check what several sheets say together: rows of Résultats, names on Joueurs, error values on Prix.

    Reports tables that occur twice, names that moved to other N°, rows of drawn rounds that are gone, scores typed on
    names, and rows without a result of earlier rounds than the last drawn one.
    """
    workbook.report_double_tables(decoded, problems)
    workbook.report_moved_names(decoded, problems)
    workbook.report_removed_rows(decoded, problems)
    workbook.report_scores_over_names(decoded, problems, (row.line for row in decoded.results.rows))
    if table := decoded.find_table(PRIZES):
        report_errors(table, table.columns, problems)
    last = len(decoded.tournament.rounds)
    for row in decoded.results.rows:
        if row.round < last and not row.match.complete:
            workbook.report_missing(decoded, problems, row)


def check_fixed_pairs(decoded: Workbook, problems: Problems) -> None:
    """Report absent players in pairs typed for the next round, and a bye typed for an even number (C3, S8, S2)."""
    tournament, names = decoded.tournament, decoded.names()
    round_number = tournament.next_round
    present, rows = tournament.present(round_number), decoded.results.round(round_number)
    for index, side in tournament.find_misplaced_sides():
        player_id, line, column = rows[index].match.sides[side], rows[index].line, decoded.side_columns[side][0]
        if player_id == X:
            line.report(problems, column, "bye_even", present=len(present), bye=decoded.bye)
        else:
            line.report(problems, column, "absent_fixed", name=names[player_id], round=round_number)


def find_missing_sheets(decoded: Workbook, sheets: Collection[str]) -> Iterator[Notice]:
    """Name the sheets of the program's own that somebody took away or renamed: they are written no more.

    `sheets` are the computed sheets that its template has.
    """
    missing_sheets = [sheet for sheet in (*sheets, MEMORY) if sheet not in decoded.snapshot.sheets]
    if missing_sheets:
        yield Notice("sheets_missing", {"names": missing_sheets})


def find_idle_players(decoded: Workbook, newcomers: Collection[Person]) -> Iterator[Notice]:
    """Name the players who neither have a match nor a bye in the last drawn round, nor are announced absent (C11).

    When no round is drawn, or the last one has all its results, nobody is named. All are in one notice, by N°;
    `newcomers`, who start in a later round, are not among them.
    """
    round_number, names = len(decoded.tournament.rounds), decoded.names()
    if not decoded.pending:
        return
    elsewhere = {player_id for match in decoded.tournament.rounds[-1] for player_id in match.sides}
    elsewhere |= {player.number for player in newcomers}
    present = [player.number for player in decoded.tournament.players if round_number not in player.absences]
    if idle_names := [names[player_id] for player_id in sorted(present) if player_id not in elsewhere]:
        yield Notice("idle", {"round": round_number, "names": idle_names})
