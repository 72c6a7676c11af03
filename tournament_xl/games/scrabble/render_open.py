"""Writers of the sheets of an Open: Groupes with the drawn groups (O4), Finales with the deciding game (O8).

The deciding game is the one between the only two unbeaten players. X is the fictitious player of an odd field. Rules:
docs/regles.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import NamedTuple

from tournament_xl.core.model import X
from tournament_xl.games.scrabble import schema
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.read_open import FINAL_RESULT
from tournament_xl.games.scrabble.rules.open_groups import ROUNDS, SCHEDULES, find_finalists, find_substitute_of_x
from tournament_xl.games.scrabble.rules.scoring import tallies
from tournament_xl.messages import sheets
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import parse_int
from tournament_xl.workbook.computed_columns import render_rows
from tournament_xl.workbook.sheets.computed import TableContents
from tournament_xl.workbook.sheets.final_rows import FinalRow, FinalToPlay, write_final_rows
from tournament_xl.workbook.sheets.paging import compute_page_ends
from tournament_xl.workbook.snapshot import Draft, PageBreaks
from tournament_xl.workbook.tables import Line

Place = tuple[int, int]  # group, and order in the group, from 1
LINES, SCALE = 36, 74  # on a printed page of Groupes; percent, at which it has all its columns
_MARKS = {"G": "+", "N": "=", "P": "\u2212"}


class Seat(NamedTuple):
    """Line of Groupes."""

    group: int
    order: int  # in the group
    number: int  # N°; 0 for X
    name: str
    results: Mapping[str, str]  # title of a round of phase 1 -> result


def build_groups(decoded: ScrabbleBook) -> TableContents:
    """Build the sheet Groupes: the drawn groups with names and results."""
    tournament, names = decoded.tournament, decoded.names()
    groups, substitute = tournament.groups or (), find_substitute_of_x(tournament) if tournament.groups else None
    names[X] = sheets.seat_of_x(names[substitute[0]], substitute[1]) if substitute else sheets.X_NAME
    results_by_seat = _find_phase_1_results(decoded)
    seats = [
        Seat(group, order, player_id, names[player_id], results_by_seat[group, order])
        for group, members in enumerate(groups, start=1)
        for order, player_id in enumerate(members, start=1)
    ]
    ends = compute_page_ends([[1] * len(members) for members in groups], LINES) if groups else []
    return TableContents(
        shared.GROUPS, render_rows(schema.COMPUTED_COLUMNS[shared.GROUPS], seats), sheets.GROUPS_TITLE,
        sheets.GROUPS_LEGEND, is_filled=bool(groups),
        lay_out=lambda table: [
            PageBreaks(shared.GROUPS, tuple(table.header + 1 + row for row in ends) or None, scale=SCALE)
            for _ in groups[:1]
        ],
    )  # fmt: skip


def _find_phase_1_results(decoded: ScrabbleBook) -> dict[Place, dict[str, str]]:
    """Return group and order -> results of phase 1 (O5): "+4" for a win against the fourth, "4" for a match to come."""
    tournament = decoded.tournament
    substitute = find_substitute_of_x(tournament) if tournament.groups else None
    scoring = decoded.scoring
    results_by_seat = defaultdict[Place, dict[str, str]](dict)
    for title, round_number in zip(schema.GROUP_ROUNDS, range(1, ROUNDS + 1), strict=True):
        matches = tournament.rounds[round_number - 1] if round_number <= len(tournament.rounds) else ()
        marks = {
            player_id: _MARKS[tally.outcome]
            for match in matches
            if match.complete
            for player_id, tally in zip(match.sides, tallies(match, scoring), strict=True)
        }
        if substitute:
            marks.setdefault(X, marks.get(substitute[0], ""))
        for group, members in enumerate(tournament.groups or (), start=1):
            for first, second in SCHEDULES[len(members)][round_number - 1]:
                for order, opponent in ((first, second), (second, first)):
                    mark = marks.get(members[order - 1], "")
                    results_by_seat[group, order][title] = f"{mark}{opponent}"
    return results_by_seat


def write_final(draft: Draft, decoded: ScrabbleBook) -> None:
    """Write the row of the deciding game on Finales when there is one to play, and show the sheet when it is new.

    Rows of a game that is not due are emptied unless they have a result.
    """
    finalists, games = find_finalists(decoded.tournament), dict[Hashable, FinalToPlay]()
    rows = [
        FinalRow(line, sheets.FINAL, sides, not line.empty(*FINAL_RESULT))
        for line in decoded.tables[shared.FINALS].lines()
        if {*(sides := _read_sides(line))} == {*(finalists or ())} or line.text("Match") == sheets.FINAL
    ]
    if finalists:
        games[sheets.FINAL] = FinalToPlay({"Match": sheets.FINAL}, (finalists[0], finalists[1]))
    draft.unhide += [shared.FINALS] if write_final_rows(draft, decoded, rows, games) else []


def _read_sides(line: Line) -> tuple[int | None, int | None]:
    """Return the two N° of a row; None for an unreadable one."""
    return parse_int(line.text("N° 1")), parse_int(line.text("N° 2"))
