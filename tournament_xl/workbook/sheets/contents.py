"""Sheets that every game has: what they are to contain, rendered by the game as one value, and their writing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tournament_xl.core.model import X
from tournament_xl.core.prizes import find_contenders
from tournament_xl.messages import sheets
from tournament_xl.messages.names import clip_text
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.sheets import Status
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, parse_int
from tournament_xl.workbook.decoded import Workbook, list_pending_tables
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.awards.write import write_award_sheets
from tournament_xl.workbook.sheets.computed import TableContents, write_event_lines, write_table
from tournament_xl.workbook.sheets.paging import lay_out_leaders
from tournament_xl.workbook.sheets.pairings import PrintedRound, write_round
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.tables import find_right_of_each

_STATUS_ROW = 4  # Tournoi: the title is written only when the status line is in this row, as in the template
PENDING_TABLES_WIDTH = 28  # Tournoi: width for the tables without result, in digits


class LeaderPanel(NamedTuple):
    """Values of a game for the dashboard on Tournoi: points of all players, and advice."""

    points: Mapping[int, float]  # N° -> points after the last complete round, highest rank first
    win: int  # most points for a round
    loss: int  # points for a lost round
    last_button: str  # label of the button to press when all is played
    steps: str  # steps of the day, one on each line
    points_under_way: Mapping[int, float]  # N° -> points from the round under way, where the result is known


class SheetContents(NamedTuple):
    """Contents of the sheets that an action computes whole, after the last complete round."""

    tables: Mapping[str, TableContents]  # sheet -> its table: Classement, Grille, those that only the game has
    status: Status  # Tournoi: the next step
    leader_panel: LeaderPanel  # Tournoi: points and advice
    printed_round: PrintedRound  # Appariements, Fiches, Chevalets
    prizes: AwardInputs | None = None  # Prix, Équipes, Évolution, Faits marquants, Palmarès; None: no such sheet


def write_contents(draft: Draft, decoded: Workbook, contents: SheetContents) -> None:
    """Write into the draft the sheets that every game has, and on Résultats the names and each N° that is not typed.

    Cells in the way are noted in the draft (`Draft.in_the_way`).
    """
    write_event_lines(draft, decoded)
    _write_names(draft, decoded)
    write_round(draft, decoded, contents.printed_round)
    for table in contents.tables.values():
        write_table(draft, decoded, table)
    _write_dashboard(draft, decoded, status=contents.status.text, leader_panel=contents.leader_panel)
    if contents.prizes:
        write_award_sheets(draft, contents.prizes)


def _write_names(draft: Draft, decoded: Workbook) -> None:
    """Write on Résultats both names of every row, whatever is typed there, and the N° where only a name is typed."""
    names, positions = decoded.names(), decoded.results.table.columns
    for row in decoded.results.rows:
        for (number_column, name_column), player_id in zip(decoded.side_columns, row.match.sides, strict=True):
            draft.put(schema.RESULTS, row.line.row, positions[name_column], names[player_id])
            if player_id != X and parse_int(row.line.text(number_column)) is None:
                draft.put(schema.RESULTS, row.line.row, positions[number_column], player_id)


def _write_dashboard(draft: Draft, decoded: Workbook, *, status: str, leader_panel: LeaderPanel) -> None:
    """Write Tournoi: title, status line, warnings, panel, first five, players who can still win or steps of the day.

    Each is written next to its label; without the label it is left out.
    """
    tournament = decoded.tournament
    settings, drawn, played = tournament.settings, len(tournament.rounds), tournament.played
    rounds, pending = settings.rounds or 0, len(decoded.pending)
    present = tournament.present(drawn if drawn > played or drawn == rounds > 0 else drawn + 1)
    games = len(tournament.rounds[-1]) if drawn else 0
    is_over = 0 < played == rounds
    warnings = sheets.warnings_text([notice_text(notice) for notice in decoded.warnings])
    values: dict[str, Cell] = {
        schema.STATUS: status,
        schema.WARNINGS: warnings or (sheets.ALL_PLAYED if is_over and not decoded.waits else ""),
        schema.PANEL[0]: None if is_over else len(present),
        schema.PANEL[1]: f"{played} sur {rounds}",
        schema.PANEL[2]: None if is_over else sheets.progress_bar(games - pending, games),
        schema.PANEL[3]: pending,
        schema.PANEL[4]: clip_text(list_pending_tables(decoded), PENDING_TABLES_WIDTH) if pending else "",
        schema.NEXT_ACT: sheets.next_act_text(pending, _next_button(decoded, leader_panel)),
    }
    labels = (*values, schema.LEADERS, schema.COURSE, schema.IN_THE_RACE)
    positions = find_right_of_each(decoded.snapshot, schema.TOURNAMENT, labels)
    for label, value in values.items():
        if position := positions.get(label):
            draft.put(schema.TOURNAMENT, *position, value)
    if (position := positions.get(schema.STATUS)) and position[0] == _STATUS_ROW:
        draft.put(schema.TOURNAMENT, 1, position[1] - 1, settings.title or decoded.default_title)
        draft.put(schema.TOURNAMENT, 2, position[1] - 1, sheets.join_parts(settings.place, settings.dates))
    if position := positions.get(schema.LEADERS):
        names_by_number = decoded.names()
        leaders = dict(enumerate(leader_panel.points.items() if played else (), start=1))
        for down in range(1, schema.LEADERS_SHOWN + 1):
            player_id, points = leaders.get(down, (0, None))
            draft.put(
                schema.TOURNAMENT,
                position[0] + down,
                position[1] - 1,
                names_by_number[player_id] if down in leaders else None,
            )
            draft.put(schema.TOURNAMENT, position[0] + down, position[1], points)
        shown = [names_by_number[player_id] for player_id, _ in leaders.values()][: schema.LEADERS_SHOWN]
        draft.layout_changes += lay_out_leaders(position[0] + 1, shown)
    if position := positions.get(schema.COURSE) or positions.get(schema.IN_THE_RACE):
        race_text = _race_text(decoded, leader_panel)
        draft.put(
            schema.TOURNAMENT,
            position[0],
            position[1] - 1,
            schema.IN_THE_RACE if race_text else schema.COURSE,
        )
        draft.put(
            schema.TOURNAMENT,
            position[0] + 1,
            position[1] - 1,
            race_text or leader_panel.steps,
        )


def _next_button(decoded: Workbook, leader_panel: LeaderPanel) -> str:
    """Return the label of the button to press when no score is missing any more; "" while there are no players."""
    tournament = decoded.tournament
    drawn, rounds = len(tournament.rounds), tournament.settings.rounds or 0
    if not tournament.players:
        return ""
    if drawn < rounds:
        return schema.BUTTON_PAIR
    if decoded.pending or decoded.waits:
        return schema.BUTTON_UPDATE
    return leader_panel.last_button


def _race_text(decoded: Workbook, leader_panel: LeaderPanel) -> str:
    """Name the players who can still win; "" unless one or two rounds are left to play, and always with finals."""
    tournament, names = decoded.tournament, decoded.names()
    played, rounds = tournament.played, tournament.settings.rounds or 0
    if not tournament.rounds or decoded.has_finals:
        return ""
    remaining_rounds = range(played + 1, rounds + 1)
    rounds_left = {
        player.number: sum(round_number not in player.absences for round_number in remaining_rounds)
        - (player.number in leader_panel.points_under_way)
        for player in tournament.players
    }
    points = {
        player_id: int(2 * (current_points + leader_panel.points_under_way.get(player_id, 0)))
        for player_id, current_points in leader_panel.points.items()
    }  # in half points, as integers
    pairs = [row.match.sides for row in decoded.pending]
    contender_ids = find_contenders(
        points, rounds_left, win=2 * leader_panel.win, loss=2 * leader_panel.loss, pairs=pairs
    )
    return sheets.in_the_race_text(
        [names[player_id] for player_id in leader_panel.points if player_id in contender_ids],
        len(remaining_rounds),
        played + 1 if pairs else None,
    )
