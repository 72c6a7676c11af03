"""Sheets that every game has: what they are to contain, rendered by the game as one value, and their writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from tournament_xl.workbook.sheets.computed import (
    PLACE_AND_NUMBER,
    Rows,
    Title,
    add_columns,
    rewrite_sheet,
    write_event_lines,
)
from tournament_xl.workbook.sheets.paging import lay_out_grid, lay_out_leaders
from tournament_xl.workbook.sheets.pairings import PrintedRound, write_round
from tournament_xl.workbook.snapshot import CollapsedRange, Draft
from tournament_xl.workbook.tables import Table, extend_table, find_header_columns, find_right_of_each

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
    """Contents of the sheets that every game has, after the last complete round."""

    standings: Rows  # Classement, best first
    standings_title: str
    grid: Rows  # Grille, one line a player
    grid_columns: Sequence[str]  # its columns of results: "R1", "R2", …; in a round robin ranks of opponents, "1", …
    status: Status  # Tournoi: the next step
    leader_panel: LeaderPanel  # Tournoi: points and advice
    printed_round: PrintedRound  # Appariements, Fiches, Chevalets
    prizes: AwardInputs | None = None  # Prix, Équipes, Évolution, Faits marquants, Palmarès; None: no such sheet
    decided: str = ""  # Classement, Grille: sentence on how finals decided the first places; "" where they did not
    grid_title: str = ""  # Grille, where finals make its places; "" for the title by rounds
    grid_legend: str = ""  # Grille, where the template's is not that of every tournament; "" to leave it


def write_contents(draft: Draft, decoded: Workbook, contents: SheetContents) -> None:
    """Write into the draft the sheets that every game has, and on Résultats the names and each N° that is not typed.

    Args:
        draft: Receives cells, sheets to unhide, layout changes, and cells in the way (`Draft.in_the_way`).
        decoded: Workbook to write.
        contents: What its sheets are to contain.
    """
    write_event_lines(draft, decoded)
    _write_names(draft, decoded)
    write_round(draft, decoded, contents.printed_round)
    _write_standings(draft, decoded, contents.standings, contents.standings_title, contents.decided)
    _write_grid(draft, decoded, contents)
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


def _write_standings(draft: Draft, decoded: Workbook, rows: Rows, title: str, decided: str) -> None:
    """Write the table of Classement and its title; column ± (ranks gained or lost) only if the sheet has that column.

    Columns that few tournaments need are hidden while they are empty.

    Args:
        draft: Draft that receives the cells; a person's content in the way of the table is noted in it.
        decoded: Workbook to write.
        rows: Cells by column name, one dict a player, best first; the cells of column ± are always in them.
        title: Title of the sheet; a hidden sheet is unhidden when the first round has been played.
        decided: Sentence for the line below the title; "" for none.
    """
    sheet = decoded.tables.get(schema.STANDINGS)
    if sheet is None:
        return
    table = extend_table(sheet, find_header_columns(sheet, schema.MOVE_COLUMN))
    title_of_round = Title(title, decided, is_empty=not decoded.tournament.played)
    rewrite_sheet(draft, decoded, table, rows, PLACE_AND_NUMBER, title_of_round)
    _hide_empty_columns(draft, decoded, sheet)


def _hide_empty_columns(draft: Draft, decoded: Workbook, table: Table) -> None:
    """Hide columns of Classement or Grille that few tournaments need while they are empty, and show them otherwise."""
    for name, is_empty in decoded.sparse_columns(decoded.ranked(decoded.tournament.played)).items():
        column = table.columns[name]
        draft.layout_changes.append(CollapsedRange(table.sheet, column, column, is_empty, columns=True))


def _write_grid(draft: Draft, decoded: Workbook, contents: SheetContents) -> None:
    """Write Grille (table, title, pages and widths), and empty columns of results that it no longer has."""
    sheet, tournament = decoded.tables.get(schema.GRID), decoded.tournament
    if sheet is None:
        return
    rows, names = contents.grid, contents.grid_columns
    columns = add_columns(draft, decoded, sheet, names, rows)
    text = contents.grid_title or sheets.grid_title(tournament.played, tournament.settings.rounds or 0)
    title = Title(text, contents.decided, contents.grid_legend, is_empty=not tournament.played)
    rewrite_sheet(draft, decoded, extend_table(sheet, columns), rows, PLACE_AND_NUMBER, title)
    _hide_empty_columns(draft, decoded, sheet)
    draft.layout_changes += lay_out_grid(decoded, sheet, rows, {name: columns[name] for name in names})


def _write_dashboard(draft: Draft, decoded: Workbook, *, status: str, leader_panel: LeaderPanel) -> None:
    """Write Tournoi: title, status line, warnings, panel, first five, players who can still win or steps of the day.

    Each is written next to its label; without the label it is left out.

    Args:
        draft: Draft that receives the cells.
        decoded: Workbook to write.
        status: Text of the status line.
        leader_panel: Points of the players and advice.
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
            schema.IN_THE_RACE if race_text or is_over else schema.COURSE,
        )
        draft.put(
            schema.TOURNAMENT,
            position[0] + 1,
            position[1] - 1,
            race_text if race_text or is_over else leader_panel.steps,
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
