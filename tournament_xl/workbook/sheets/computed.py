"""Rewriting of computed tables, in every game.

New rows replace the rows that the program wrote before, with anything typed over these. Other cells in their way that a
person filled are never overwritten: they are noted in the draft, which then must not be written (`require_free_cells`).

Here are, too, changes of rank, and columns that a table has for each round or opponent. Functions that write put cells,
layout changes and sheets to unhide into the draft that they are passed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

from tournament_xl.core.model import Encounter, Person, RoundByRound
from tournament_xl.core.normalization import normalize, normalize_label
from tournament_xl.messages import sheets
from tournament_xl.messages.legends import is_grid_legend
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, is_same_content, parse_int
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.tables import Line, Table

Rows = Sequence[dict[str, Cell]]
PLACE_AND_NUMBER = ("Place", "N°")
NAME_WIDTHS = {
    schema.RESULTS: 25.0, schema.GROUPS: 34.0, schema.FINALS: 21.0, schema.RATINGS: schema.RATINGS_NAME.room,
}  # sheet -> width of a name in digits, as in the templates' columns, or at most where these follow  # fmt: skip
SURNAME_SHRINK = 1.45  # Résultats, Finales: how many times smaller a long surname may be printed
SLIP_NAME_WIDTH = 23.9  # Fiches: width of a line of a name, in its bold letters
BRACKET_NAME_WIDTH = 22.0  # Finales: width of a name in the bracket, in its large bold letters
SUBTITLE_NAME_WIDTH = 20.0  # Classement: width of each name in the line below the title


def compute_rank_changes(
    tournament: RoundByRound[Person, Encounter],
    places: Mapping[int, int],
    previous_places: Mapping[int, int],
    after: int,
) -> dict[int, str]:
    """Compute the column ± of Classement, by N°: "▲3" ranks gained since the round before, "▼2" lost, "·" none.

    Players who have left (`find_withdrawn`) have `sheets.LEFT` instead. The others have `sheets.NEW` if they are in no
    match up to round `after`, and "" if `previous_places` is empty, whether they have played or not.

    Args:
        tournament: Tournament with its rounds.
        places: Rank after round `after`, by N°.
        previous_places: Rank after the round before, by N°; empty when there is none.
        after: Number of the round.
    """
    texts = {}
    played = {player_id for games in tournament.rounds[:after] for game in games for player_id in game.sides}
    withdrawn_ids = find_withdrawn(tournament, after)
    for player_id, place in places.items():
        gain = previous_places.get(player_id, place) - place
        texts[player_id] = "" if not previous_places else f"▲{gain}" if gain > 0 else f"▼{-gain}" if gain < 0 else "·"
        if previous_places and player_id not in played:
            texts[player_id] = sheets.NEW
        if player_id in withdrawn_ids:
            texts[player_id] = sheets.LEFT
    return texts


def find_withdrawn(tournament: RoundByRound[Person, Encounter], after: int) -> set[int]:
    """Return the N° of players whose Absences say that they play neither round `after` + 1 nor any later one.

    If `after` is the last round, they are the players who have left before it.

    Args:
        tournament: Tournament with its players.
        after: Number of the round.
    """
    next_round = min(after + 1, tournament.settings.rounds or 0)
    return {player.number for player in tournament.players if player.absences.has_left(next_round)}


def add_columns(draft: Draft, decoded: Workbook, table: Table, names: Sequence[str], rows: Rows) -> dict[str, int]:
    """Find the columns R1, R2, … or 1, 2, … of a table, add missing ones in free columns, and write their titles.

    A column whose title a person overtyped is recognised by its neighbours or its content, and gets its title again.
    The title of an old column that is not among `names` is emptied. Content of a person where rows of an added column
    are to go is noted in the draft.

    Args:
        draft: Draft that receives the titles.
        decoded: Workbook to write.
        table: Table to extend.
        names: Names of the columns that the table is to have.
        rows: Rows to be written into the table.

    Returns:
        Name -> column (from 1), including old columns that are not among `names`.
    """
    header = table.titles()
    last = max(table.columns.values())
    columns = _find_series_columns(table, header, names, rows)
    free = (
        column
        for column in count(last + 1)
        if column > len(header) or not (header[column - 1] or column in columns.values())
    )
    for name in names:
        if name in columns:
            continue
        columns[name] = column = next(free)
        for row in range(table.header + 1, table.header + len(rows) + 1):
            note_in_the_way(draft, decoded, table.sheet, row, column)
    for name, column in columns.items():
        title = int(name) if name.isdigit() and name in names else name if name in names else None
        draft.put(table.sheet, table.header, column, title)
    return columns


def _find_series_columns(table: Table, header: Sequence[str], names: Sequence[str], rows: Rows) -> dict[str, int]:
    """Return, by name, the columns R1, R2, … and 1, 2, … that a table has.

    A column whose title was overtyped is recognised between its neighbours, or right of its predecessor by its content.
    """
    columns, columns_by_title, name_set = dict[str, int](), defaultdict[str, list[int]](list), {*names}
    for position, text in enumerate(header, start=1):
        columns_by_title[text].append(position)
    for letter in ("R", ""):
        column = max(table.columns.values()) + 1  # expected column of the next name; 0: none
        for number in count(1):
            name, after = f"{letter}{number}", f"{letter}{number + 1}"
            candidates = columns_by_title.get(name, [])
            if not candidates and name not in name_set:
                break
            if (
                not candidates
                and column
                and (column + 1 in columns_by_title.get(after, ()) or _column_matches(table, column, name, rows))
            ):
                candidates = [column]
            if candidates:
                columns[name] = column if column in candidates else candidates[0]
            column = columns[name] + 1 if candidates else 0
    return columns


def _column_matches(table: Table, column: int, name: str, rows: Rows) -> bool:
    """Check whether a column has the contents that `rows` have under this name, of which one at least is not empty."""
    expected = {row: cells.get(name) for row, cells in enumerate(rows, start=table.header + 1)}
    non_empty = {row: value for row, value in expected.items() if cell_text(value)}
    return bool(non_empty) and all(
        is_same_content(table.snapshot.cell(table.sheet, row, column), value) for row, value in non_empty.items()
    )


def note_in_the_way(draft: Draft, decoded: Workbook, sheet: str, row: int, column: int) -> None:
    """Note in the draft (`Draft.in_the_way`) a cell that the program must write; do nothing if it is empty so far."""
    if text := cell_text(decoded.snapshot.cell(sheet, row, column)):
        draft.in_the_way[sheet, row, column] = text


class Title(NamedTuple):
    """Title of a computed sheet."""

    text: str
    subtitle: str = ""  # text before the tournament in the line below
    legend: str = ""  # below that, in the place of the program's legend (`legends.is_grid_legend`); "" to leave it
    is_empty: bool = False  # whether no round is on the sheet yet
    note: str = ""  # a second line below the subtitle and the tournament, in their cell


def rewrite_sheet(
    draft: Draft, decoded: Workbook, table: Table, rows: Rows, keys: tuple[str, str], title: Title
) -> bool:
    """Rewrite a computed sheet: its table, and the title above it.

    Args:
        draft: Draft that receives the cells.
        decoded: Workbook to write.
        table: Table to rewrite.
        rows: Cells by column name, as in `rewrite_table`.
        keys: Two columns that are filled in every row that the program writes.
        title: New title.

    Returns:
        Whether the title changed; False where the sheet has no title (`retitle`).
    """
    rewrite_table(draft, decoded, table, rows, keys)
    return retitle(draft, decoded, table, title)


def rewrite_table(
    draft: Draft, decoded: Workbook, table: Table, rows: Sequence[dict[str, Cell]], keys: tuple[str, str]
) -> None:
    """Rewrite a table with its titles, and empty old rows that it no longer needs; what a person wrote below stays.

    What a person wrote in the way of a growing table, and the title of a column of a person's own in the place of one
    that is missing, are noted in the draft, which then must not be written (`require_free_cells`).

    Args:
        draft: Draft that receives the cells.
        decoded: Workbook to write.
        table: Table to rewrite.
        rows: Cells by column name, one dict a row; a column that a row lacks is emptied.
        keys: Two columns that are filled in every row that the program writes.
    """
    for name in decoded.columns.get(table.sheet, ()):
        if name in table.columns:
            if _is_own_column(table, name, rows):
                note_in_the_way(draft, decoded, table.sheet, table.header, table.columns[name])
            draft.put(table.sheet, table.header, table.columns[name], str(name))
    old = _count_old_rows(table, len(rows), keys)
    for offset in range(max(len(rows), old)):
        row = table.header + 1 + offset
        for name, column in table.columns.items():
            if offset >= old:
                note_in_the_way(draft, decoded, table.sheet, row, column)
            draft.put(table.sheet, row, column, rows[offset].get(name) if offset < len(rows) else None)


def _is_own_column(table: Table, name: str, rows: Rows) -> bool:
    """Check whether a column has another title than the one to be written, and nothing of what is to be below it."""
    title = normalize_label(cell_text(table.snapshot.cell(table.sheet, table.header, table.columns[name])))
    if title in {"", normalize(name)} or title in map(normalize, schema.EARLIER_TITLES):
        return False
    contents = {line.text(name) for line in table.lines()} - {""}
    return bool(contents) and contents.isdisjoint(cell_text(row.get(name)) for row in rows)


def _count_old_rows(table: Table, new: int, keys: tuple[str, str]) -> int:
    """Count the rows below the header that an earlier action wrote: `keys` filled, with numbers in ranks and N°.

    Within the first `new` rows, a row that was overtyped also counts, by its other content or by a row of the table
    below it; a text alone is a note.
    """
    numeric, old = keys == PLACE_AND_NUMBER, 0
    for offset in range(len(table.snapshot.sheets[table.sheet]) - table.header):
        row = table.header + 1 + offset
        texts = table.line(row, keys).texts.values()
        keyed = [bool(text) if not numeric else parse_int(text) is not None for text in texts]
        if all(keyed) or (offset < new and (any(keyed) or not numeric) and _is_no_note(table.line(row))):
            old = offset + 1
        elif offset >= new:
            break
    return old


def _is_no_note(line: Line) -> bool:
    """Check whether a line has more than one filled cell."""
    return sum(map(bool, line.texts.values())) > 1


def retitle(draft: Draft, decoded: Workbook, table: Table, title: Title) -> bool:
    """Write the title of a computed table, and the tournament in the line below.

    The old title is known by its words, in the first column of the table, at least two rows above the header; without
    it nothing is written. A sheet whose old title says that it is empty is unhidden unless the new one is empty too.

    Args:
        draft: Draft that receives the cells.
        decoded: Workbook with the tournament.
        table: Table below the title.
        title: New title.

    Returns:
        Whether the title changed; False where there is no old title.
    """
    column = min(table.columns.values())
    for row in range(1, table.header - 1):
        old = cell_text(draft.snapshot.cell(table.sheet, row, column))
        if state := sheets.read_title(old):
            draft.put(table.sheet, row, column, title.text)
            event_line = render_event_line(decoded, title.subtitle)
            draft.put(table.sheet, row + 1, column, "\n".join(filter(None, (event_line, title.note))))
            if title.legend and is_grid_legend(cell_text(draft.snapshot.cell(table.sheet, row + 2, column))):
                draft.put(table.sheet, row + 2, column, title.legend)
            if state is sheets.TitleState.EMPTY and not title.is_empty:
                draft.unhide.append(table.sheet)
            return old != title.text
    return False


def write_event_lines(draft: Draft, decoded: Workbook) -> None:
    """Write the tournament right of the titles of Joueurs, Résultats, Journal, where the template has it."""
    text = sheets.event_text(render_event_line(decoded))
    for sheet in (schema.PLAYERS, schema.RESULTS, schema.JOURNAL):
        first_row = next(iter(draft.snapshot.sheets[sheet]), ())
        for column, cell in enumerate(first_row, start=1):
            if sheets.is_event_text(cell_text(cell)):
                draft.put(sheet, 1, column, text)


def render_event_line(decoded: Workbook, subtitle: str = "") -> str:
    """Return the line under a title: subtitle, name of the tournament, place and dates, each unless it is empty."""
    settings = decoded.tournament.settings
    return sheets.join_parts(subtitle, settings.title or decoded.default_title, settings.place, settings.dates)
