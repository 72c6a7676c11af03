"""Parts of the derived sheets that are the same in all games: the cockpit, places won, columns of rounds, the wall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from tournament_xl.folding import fold
from tournament_xl.texts import sheets
from tournament_xl.texts.names import some_names
from tournament_xl.texts.notices import notice_text
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Table, right_of_each
from tournament_xl.workbook.rewriting import (
    MOST_COLUMNS,
    PLACE_AND_NUMBER,
    blocks_right,
    report_new_column,
    retitle,
    rewrite,
    with_columns,
)
from tournament_xl.workbook.snapshot import Cell, Draft, cell_text
from tournament_xl.workbook.understood import AnyTournament, Understood

TITLE_ROWS = 4  # Tournoi: the status line stands below the title as in the template, else the title is left alone
Rows = Sequence[dict[str, Cell]]


def write_by_name(
    draft: Draft, decoded: Understood, table: Table, columns: Sequence[str], rows: Rows, number: int
) -> None:
    """Appariements: the blocks by name; `rows` have the name in the first of `columns`, the opponent in the last."""
    where, against = columns[0], columns[-1]
    by_name = sorted(rows, key=lambda row: fold(str(row[where])))
    blocks = blocks_right(draft, table, columns)
    share = -(-len(by_name) // max(1, len(blocks)))
    for index, block in enumerate(blocks):
        rewrite(draft, decoded, block, by_name[index * share : (index + 1) * share], (where, against))
        retitle(draft, decoded, block, sheets.by_name_title(number))


def moves(tournament: AnyTournament, now: Mapping[int, int], before: Mapping[int, int], after: int) -> dict[int, str]:
    """Classement, column ±: N° -> places won or lost since the round before; places by N°, `before` may be empty."""
    found = {}
    next_round = min(after + 1, tournament.settings.rounds or 0)
    played = {who for games in tournament.rounds[:after] for game in games for who in game.sides}
    left = {player.number for player in tournament.players if player.absences.left(next_round)}
    for who, place in now.items():
        gain = before.get(who, place) - place
        found[who] = "" if not before else f"▲{gain}" if gain > 0 else f"▼{-gain}" if gain < 0 else "·"
        if before and who not in played:
            found[who] = sheets.NEW
        if who in left:
            found[who] = sheets.LEFT
    return found


def write_standings(draft: Draft, decoded: Understood, sheet: Table, rows: Rows, title: str) -> None:
    """Classement, its move column and its title."""
    moved = blocks_right(draft, sheet, (labels.MOVE_COLUMN,))
    rewrite(draft, decoded, with_columns(sheet, moved[0].columns if moved else {}), rows, PLACE_AND_NUMBER)
    retitle(draft, decoded, sheet, title)


def write_grid(draft: Draft, decoded: Understood, sheet: Table, rows: Rows, after: int) -> None:
    """Grille: rows with cells R1, R2, …; the columns of rounds that are not played are emptied."""
    rounds = decoded.tournament.settings.rounds or 0
    columns = _round_columns(draft, sheet, rounds)
    table = with_columns(sheet, columns)
    for column in columns.values():
        report_new_column(draft, decoded, sheet, column, len(rows))
    rewrite(draft, decoded, table, rows, PLACE_AND_NUMBER)
    for name, column in columns.items():
        draft.put(sheet.sheet, sheet.header, column, name if int(name[1:]) <= rounds else None)
    retitle(draft, decoded, sheet, sheets.grid_title(after, rounds))


def _round_columns(draft: Draft, sheet: Table, rounds: int) -> dict[str, int]:
    """The columns R1, R2, … without a gap that are there, then the next free ones."""
    header = [cell_text(cell) for cell in draft.snapshot.sheets[sheet.sheet][sheet.header - 1]]
    there = {text: column for column, text in enumerate(header, start=1)}
    names = (f"R{number}" for number in range(1, max(rounds, MOST_COLUMNS) + 1))
    found = {name: there[name] for name in takewhile(there.__contains__, names)}
    free = _free_columns(header, max(sheet.columns.values()))
    return found | {f"R{number}": next(free) for number in range(1, rounds + 1) if f"R{number}" not in found}


def _free_columns(header: Sequence[str], after: int) -> Iterator[int]:
    column = after
    while True:
        column += 1
        if column > len(header) or not header[column - 1]:
            yield column


def write_cockpit(draft: Draft, decoded: Understood, *, status: str, leaders: Sequence[str]) -> None:
    """Tournoi: title, status line, warnings, panel; `leaders`: the names of those who share place 1."""
    tournament = decoded.tournament
    settings, drawn, played = tournament.settings, len(tournament.rounds), tournament.played
    rounds = settings.rounds or 0
    present = tournament.present(drawn if drawn > played or drawn == rounds > 0 else drawn + 1)
    values: dict[str, Cell] = {
        labels.STATUS: status,
        labels.WARNINGS: sheets.warnings_text([notice_text(notice) for notice in decoded.warnings]),
        labels.PANEL[0]: len(present),
        labels.PANEL[1]: sheets.of(played, rounds),
        labels.PANEL[2]: len(decoded.pending),
        labels.PANEL[3]: some_names(leaders, 2) if played else "",
    }
    wanted: dict[tuple[int, int], Cell] = {}
    titles: dict[tuple[int, int], Cell] = {}
    places = right_of_each(decoded.snapshot, labels.TOURNAMENT, (labels.STATUS, labels.WARNINGS))
    places |= right_of_each(decoded.snapshot, labels.TOURNAMENT, labels.PANEL)
    for label, at in places.items():
        wanted[at] = values[label]
        if label == labels.STATUS and at[0] == TITLE_ROWS:
            titles[at[0] - 3, at[1] - 1] = settings.title or decoded.default_title
            titles[at[0] - 2, at[1] - 1] = sheets.where_line(settings.place, settings.dates)
    table = decoded.settings.table
    rows = [table.header, *(line.row for line in decoded.settings.lines.values())]
    kept = {(row, column) for row in rows for column in table.columns.values()}
    for at, value in (titles | wanted).items():
        if at not in kept:  # a panel moved beside the settings writes nothing over them
            draft.show(labels.TOURNAMENT, *at, value, apart=at in titles)
