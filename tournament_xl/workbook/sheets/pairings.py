"""Sheets to print: Appariements (by table and by name), Fiches (result slips), Chevalets (numbers of tables)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, pairwise, product, repeat, takewhile, zip_longest
from typing import NamedTuple

from tournament_xl.core.model import Encounter, X
from tournament_xl.core.normalization import normalize
from tournament_xl.messages import sheets
from tournament_xl.messages.player_names import name_opponents
from tournament_xl.messages.text_width import text_width
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, parse_number
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.sheets.computed import TableContents, note_in_the_way, write_table
from tournament_xl.workbook.sheets.paging import compute_page_ends, compute_page_starts, lay_out_rows, measure_rows
from tournament_xl.workbook.snapshot import CollapsedRange, ColumnWidth, Draft, LayoutChange, PageBreaks
from tournament_xl.workbook.tables import Table

ONE_PAGE = 24  # most players for a single page, unless many names take two lines
_SCALES = {80: 27, 76: 28, 72: 30, 68: 32, 64: 34}  # percent at which it prints: rows of a page besides a header
_PAGE_WIDTH = 94.7  # of a page's columns at 100 percent, in digits, with the gaps of seven columns
_OTHER_COLUMNS = 35.6  # table, points and boxes, with the gaps
_SQUEEZED = 3  # rows more than a single page has, which smaller letters make fit
_TALLEST = 1.75  # how much higher rows become at most so that they fill their page
_TALLEST_FINALS = 4  # the same of finals, which are few
_SPARE = 0.5  # rows that a filled page leaves free, since Excel rounds their heights
Row = dict[str, Cell]
Part = tuple[tuple[str, str] | None, Sequence[Encounter]]  # optional headings of the two columns of names; pairs
ROWS = 6  # rows of a slip: head, two players, note, signatures, cutting line
_MAX_SLIPS = 500  # enough for 1000 players; content further below belongs to the organiser
LEFT, RIGHT, COLUMNS = 1, 6, 4  # first columns of the left and right slip; columns in a slip
EMPTY: Sequence[Sequence[Cell]] = ((None,) * COLUMNS,) * ROWS


def find_last_round(decoded: Workbook) -> list[Encounter]:
    """Return the matches of the last drawn round by table, those without a table last; [] if no round is drawn."""
    last = decoded.tournament.rounds[-1] if decoded.tournament.rounds else ()
    return sorted(last, key=lambda match: (match.table or 10_000, match.sides[0]))


class DueFinal(NamedTuple):
    """Game of the finals that is to be played now."""

    title: str  # of its row on Appariements
    sides: tuple[int, int]  # N°, where there are colours Black first
    stage: str  # name of its match, as short as on a slip in the place of the table
    number: int = 0  # of the game in its match; 0 where that is one game


class WallPages(NamedTuple):
    """Rows of Appariements, and how they print in letters of 25 points at a scale."""

    scale: int  # percent
    rows: Sequence[Row]
    starts: Sequence[int]  # rows, from 0, at which pages begin but the first
    is_single: bool = False  # whether all is on one page, which may be smaller yet
    tallest: float = _TALLEST

    @property
    def name_width(self) -> float:
        """Width of both columns of names, in digits."""
        return compute_name_width(self.scale)

    @property
    def heights(self) -> list[float]:
        """Heights of the rows, in rows of the usual height: those of each page fill it."""
        heights, filled = _measure(self.rows, self.scale), list[float]()
        for start, end in pairwise((0, *self.starts, len(heights))):
            stretch = (_SCALES[self.scale] - _SPARE) / max(sum(heights[start:end]), 1)
            filled += [height * max(1, min(self.tallest, stretch)) for height in heights[start:end]]
        return filled


def compute_name_width(scale: int) -> float:
    """Return the width of both columns of names on Appariements, in digits, at a scale in percent."""
    return round((_PAGE_WIDTH * 100 / scale - _OTHER_COLUMNS) / 2, 1)


class Seat(NamedTuple):
    """Where a player plays in the round."""

    player: int  # N°
    table: Cell
    mark: str = ""  # of his colour
    opponent: int = X  # N°
    without: str = ""  # why he meets nobody


class Slip(NamedTuple):
    """Slip for the result of a game."""

    played: str  # round, or game of a final
    table: str  # "Table 4", or the name of a final
    sides: tuple[int, int]  # N°


class PrintedRound(NamedTuple):
    """Last drawn round with what its printed sheets say, in the words of a game."""

    title: str  # of Appariements
    parts: Sequence[Part]  # all its matches, in the order to write; each part stays together on a page
    names: Mapping[int, str]  # N° -> name
    points: Mapping[int, Cell]  # N° -> points before the round
    marks: tuple[str, str] = ("", "")  # colour marks for the players named first and second; "" without colours
    slip_marks: tuple[str, str] = ("1", "2")  # Fiches: texts before the first and the second name
    slip_note: str = ""  # Fiches: what players are to write down besides the scores
    finals: Sequence[DueFinal] = ()  # to be played: on Appariements and Fiches they take the place of the round
    points_title: str = sheets.POINTS  # Appariements: heads the points on further pages


def write_round(draft: Draft, decoded: Workbook, printed_round: PrintedRound) -> None:
    """Write the sheets to print for the last drawn round: Appariements, Fiches (slips), Chevalets (table numbers).

    Each is skipped if the workbook lacks it; Chevalets is empty unless the setting Chevalets is oui.
    """
    if table := decoded.find_table(schema.PAIRINGS):
        _write_pairings_sheet(draft, decoded, table, printed_round)
        draft.layout_changes += _hide_points(decoded, table, printed_round)
    else:
        draft.unhide += decoded.sheets_to_unhide(len(decoded.tournament.rounds))
    _write_slips(draft, decoded, printed_round)
    _write_tents(draft, decoded)


def _write_pairings_sheet(draft: Draft, decoded: Workbook, table: Table, printed_round: PrintedRound) -> None:
    """Write Appariements: the pairs by table, then all players by name, with title, pages and sheets to unhide.

    The list by name has the opponent unless that would take a small field to a second page. Players who meet the bye or
    are absent have no table; players who have left are not on it. The table's own header is on the first page; later
    pages repeat a header as a row. With a title that changed, the sheets that the round needs are unhidden.

    While finals are to be played, they take the place of the round, each below its name, with a table to write.
    """
    settings = decoded.settings
    table_column, first_points, first_name, _, _, second_name, second_points = table.columns
    subtitle = sheets.join_parts(settings.text("Salle"), sheets.time_per_player_text(settings.text("Temps par joueur")))
    if printed_round.finals:
        stages = [final.stage for final in printed_round.finals]
        title = sheets.FINAL if stages == [sheets.FINAL] else schema.FINALS
        rows = _list_final_rows(printed_round, [*table.columns])
        scale = _choose_scales(rows, [*table.columns])[0]
        wall = WallPages(scale, rows, [], is_single=True, tallest=_TALLEST_FINALS)
        lay_out = partial(_lay_out_sheet, wall)
        write_table(draft, decoded, TableContents(schema.PAIRINGS, wall.rows, title, subtitle, lay_out=lay_out))
        return
    names, points, marks = printed_round.names, printed_round.points, printed_round.marks
    by_table = list[list[Row]]()
    for heading, matches in printed_round.parts:
        by_table.append([{first_name: heading[0], second_name: heading[1]}] if heading else [])
        for match in matches:
            if X in match.sides:
                player_id = match.opponent(X)
                by_table[-1].append(
                    {first_name: names[player_id], second_name: sheets.EXEMPT, first_points: points.get(player_id)}
                )
                continue
            first, second = match.sides
            by_table[-1].append({
                table_column: match.table or None, first_name: f"{names[first]} {marks[0]}".strip(),
                second_name: f"{marks[1]} {names[second]}".strip(), first_points: points.get(first),
                second_points: points.get(second),
            })  # fmt: skip
    by_name = list_seats(decoded, printed_round)
    head: Row = {
        table_column: sheets.TABLE,
        first_points: printed_round.points_title,
        first_name: first_name,
        second_name: second_name,
        second_points: printed_round.points_title,
    }
    wall = _lay_out_wall(by_table, by_name, names, head, [*table.columns])
    round_number = len(decoded.tournament.rounds)
    title = sheets.join_parts(
        printed_round.title, find_round_time(read_round_times(decoded), round_number) if round_number else ""
    )
    contents = TableContents(
        schema.PAIRINGS, wall.rows, title, subtitle, is_filled=bool(round_number), lay_out=partial(_lay_out_sheet, wall)
    )
    if write_table(draft, decoded, contents):
        draft.unhide += decoded.sheets_to_unhide(round_number)


def _lay_out_sheet(wall: WallPages, table: Table) -> list[LayoutChange]:
    """Return widths, heights and pages of Appariements."""
    first = table.header + 1
    _, _, first_name, _, _, second_name, _ = table.columns.values()
    return [
        *(ColumnWidth(schema.PAIRINGS, column, column, wall.name_width) for column in (first_name, second_name)),
        *lay_out_rows(schema.PAIRINGS, dict(enumerate(wall.heights, start=first))),
        PageBreaks(schema.PAIRINGS, None)
        if wall.is_single
        else PageBreaks(schema.PAIRINGS, tuple(first + start for start in wall.starts), scale=wall.scale),
    ]


def _lay_out_wall(
    by_table: Sequence[Sequence[Row]],
    by_name: Sequence[Seat],
    names: Mapping[int, str],
    head: Row,
    columns: Sequence[str],
) -> WallPages:
    """Return the pages of tables and names: as few as letters of 16 points allow, in the largest letters for that.

    Letters are so large at most that names stand on one line if they do in the smallest. A small field has a single
    page if possible; there the names have their opponents unless two lists side by side save a page.
    """
    rows, gap = [row for part in by_table for row in part], Row({columns[2]: sheets.GAP})
    if not by_name:
        return WallPages(max(_SCALES), [], [], is_single=True)
    opponents = _list_opponents(by_name, names, columns)
    wide, in_two = [*rows, gap, *opponents], [*rows, gap, *_list_in_two(by_name, names, columns)]
    scales = _choose_scales(rows, columns)
    for scale in scales if len(by_name) <= ONE_PAGE else ():
        lines = _SCALES[scale]
        page = wide if sum(_measure(wide, scale)) <= lines else in_two
        if sum(_measure(page, scale)) <= lines + _SQUEEZED:
            return WallPages(scale, page, [], is_single=True)
    pages = [_lay_out_pages(by_table, opponents, head, scale) for scale in scales]
    return min(pages, key=lambda wall: (len(wall.starts), -wall.scale))


def _choose_scales(rows: Sequence[Row], columns: Sequence[str]) -> list[int]:
    """Return the scales at which all names stand on one line that do so at the smallest."""
    names = [cell_text(row[column]) for row in rows for column in (columns[2], columns[5]) if column in row]
    most = _compute_name_room(min(_SCALES))
    widest = max((width for width in map(text_width, names) if width <= most), default=0)
    return [scale for scale in _SCALES if _compute_name_room(scale) >= widest]


def _lay_out_pages(by_table: Sequence[Sequence[Row]], opponents: Sequence[Row], head: Row, scale: int) -> WallPages:
    """Return pages of tables, then pages of names, at a scale; each but the first begins with its header."""
    rows, starts = [row for part in by_table for row in part], list[int]()
    for heads, line in enumerate(compute_page_ends([_measure(part, scale) for part in by_table], _SCALES[scale])):
        starts.append(line + heads)
        rows.insert(line + heads, head)
    name_starts = compute_page_starts(_measure(opponents[1:], scale), _SCALES[scale])
    for start, end in pairwise([*name_starts, len(opponents) - 1]):
        starts.append(len(rows))
        rows += [opponents[0], *opponents[start + 1 : end + 1]]
    return WallPages(scale, rows, starts)


def _measure(rows: Sequence[Row], scale: int) -> list[float]:
    """Return the heights of rows of Appariements at a scale in percent, in rows of the usual height."""
    room = _compute_name_room(scale)
    return measure_rows(schema.PAIRINGS, rows, dict.fromkeys({name for row in rows for name in row}, room))


def _compute_name_room(scale: int) -> float:
    """Return the room of a line of a name on Appariements, in digits of its own size, at a scale in percent."""
    return (5.556 * compute_name_width(scale) + 3.97 - 10.2) / (0.507 * 25)  # indented


def _list_opponents(seats: Sequence[Seat], names: Mapping[int, str], columns: Sequence[str]) -> list[Row]:
    """Return a heading and a row of Appariements for each player, with his table, colour and opponent."""
    _, _, name, first_box, second_box, opponent, _ = columns
    rows: list[Row] = [
        {
            name: names[seat.player], first_box: seat.table, second_box: seat.mark,
            opponent: seat.without or names[seat.opponent],
        }
        for seat in seats
    ]  # fmt: skip
    return [{name: sheets.BY_NAME, first_box: sheets.TABLE, opponent: sheets.AGAINST}, *rows]


def _list_in_two(seats: Sequence[Seat], names: Mapping[int, str], columns: Sequence[str]) -> list[Row]:
    """Return a heading and the rows of Appariements for two lists of players side by side, with table and colour."""
    _, _, first_name, first_box, second_box, second_name, _ = columns
    entries = [
        (
            names[seat.player],
            sheets.ABSENT
            if seat.without == sheets.ABSENT_NOW
            else f"{seat.table} {seat.mark}"
            if seat.mark
            else seat.table,
        )
        for seat in seats
    ]
    half = -(-len(entries) // 2)
    return [
        {first_name: sheets.BY_NAME, first_box: sheets.TABLE, second_box: sheets.TABLE, second_name: sheets.BY_NAME},
        *(
            {first_name: left[0], first_box: left[1], second_box: right[1], second_name: right[0]}
            for left, right in zip_longest(entries[:half], entries[half:], fillvalue=("", None))
        ),
    ]


def list_seats(decoded: Workbook, printed_round: PrintedRound) -> list[Seat]:
    """Return where everybody plays, by name: who meets the bye or is absent has no table; who has left is left out."""
    seats = list[Seat]()
    for match in (match for _, matches in printed_round.parts for match in matches):
        if X in match.sides:
            seats.append(Seat(match.opponent(X), sheets.NO_TABLE, without=sheets.EXEMPT))
            continue
        seats += [
            Seat(player_id, match.table or "?", mark, match.opponent(player_id))
            for player_id, mark in zip(match.sides, printed_round.marks, strict=True)
        ]
    playing_ids = {seat.player for seat in seats}
    drawn = len(decoded.tournament.rounds)
    seats += [
        Seat(player.number, sheets.NO_TABLE, without=sheets.ABSENT_NOW)
        for player in decoded.tournament.players
        if playing_ids and player.number not in playing_ids and not player.absences.has_left(drawn)
    ]
    positions = {player_id: position for position, player_id in enumerate(decoded.list_alphabetically())}
    return sorted(seats, key=lambda seat: positions[seat.player])


def _hide_points(decoded: Workbook, table: Table, printed_round: PrintedRound) -> list[CollapsedRange]:
    """Return the columns of points of Appariements, to hide in round 1, when nobody has any, and to show later."""
    _, first_points, *_, second_points = table.columns.values()
    is_first = bool(decoded.tournament.rounds) and not printed_round.points
    return [
        CollapsedRange(schema.PAIRINGS, column, column, is_first, columns=True)
        for column in (first_points, second_points)
    ]


def _list_final_rows(printed_round: PrintedRound, columns: Sequence[str]) -> list[Row]:
    """Return two rows of Appariements for each final to be played: its name, then its players."""
    table_column, first_points, first_name, _, _, second_name, second_points = columns
    names, points, (first_mark, second_mark) = printed_round.names, printed_round.points, printed_round.marks
    rows = list[Row]()
    for final in printed_round.finals:
        first, second = final.sides
        rows += [
            {first_name: final.title},
            {
                table_column: sheets.FINAL_TABLE, first_points: points.get(first),
                first_name: f"{names[first]} {first_mark}".strip(),
                second_name: f"{second_mark} {names[second]}".strip(), second_points: points.get(second),
            },
        ]  # fmt: skip
    return rows


def read_round_times(decoded: Workbook) -> list[str]:
    """Return the times of the setting Heure de la ronde as "14:30": one for all rounds, or one each; [] without any.

    They are separated by blanks, semicolons, or commas before a blank. A text that is no time stays unchanged.
    """
    return [_time(part) for part in re.split(r"[,;]\s|\s*;\s*|\s+", decoded.settings.text("Heure de la ronde")) if part]


def find_round_time(round_times: Sequence[str], number: int) -> str:
    """Return the time of a round (from 1), or the only time that there is, for any round; "" without a time."""
    return (
        round_times[0] if len(round_times) == 1 else round_times[number - 1] if 0 < number <= len(round_times) else ""
    )


def _time(text: str) -> str:
    """Format a time typed by a person ("14h05") or stored as a share of a day as "14:05"; other texts are unchanged."""
    share = parse_number(text)
    if share is not None and 0 < share < 1:
        minutes = round(share * 24 * 60)
        return f"{minutes // 60:02}:{minutes % 60:02}"
    match = re.fullmatch(r"([01]?\d|2[0-3])(?:\s*[h:]\s*([0-5]\d)?(?::\d\d)?)?", text.casefold())
    return f"{int(match[1]):02}:{match[2] or '00'}" if match else text


def _write_slips(draft: Draft, decoded: Workbook, printed_round: PrintedRound) -> None:
    """Rewrite Fiches: a slip for each match of the last drawn round, except the bye's; do nothing without the sheet.

    While finals are to be played, the slips are theirs, with the name of the game in the place of the table.
    Slips left over from an earlier round are emptied; a cell that a person filled where a further slip is to go
    is noted in the draft. The sheet is unhidden with its first slip.
    """
    if schema.SLIPS not in decoded.snapshot.sheets:
        return
    grid = decoded.snapshot.sheets[schema.SLIPS]
    title_row = next(
        (row for row, cells in enumerate(grid[:30], 1) if cells and cell_text(cells[0]) == schema.SLIPS_TITLE), 1
    )
    tournament, names, slips = decoded.tournament, decoded.names(), list_slips(decoded, printed_round)
    first_mark, second_mark = printed_round.slip_marks
    time_text = sheets.time_per_player_text(decoded.settings.text("Temps par joueur"))
    note = "\n".join(filter(None, (printed_round.slip_note, time_text)))
    event = tournament.settings.title or decoded.default_title
    first = title_row + schema.SLIPS_FIRST_ROW - 1
    draft.unhide += [schema.SLIPS] if slips and not _is_slip(decoded, first, 0) else []
    slip_count = sum(1 for _ in takewhile(partial(_is_slip, decoded, first), range(_MAX_SLIPS)))
    signers = name_opponents(tournament.players, names)
    filled = (
        _slip(
            (sheets.slip_head(title, event), None, None, table),
            (first_mark, names[first], None, None),
            (second_mark, names[second], None, None),
            note,
            (signers[first], signers[second]),
        )
        for title, table, (first, second) in slips
    )
    for index, lines in zip(range(max(slip_count, len(slips))), chain(filled, repeat(EMPTY)), strict=False):
        top, left = first + ROWS * (index // 2), LEFT if index % 2 == 0 else RIGHT
        for row_offset, line in enumerate(lines):
            for column_offset, value in enumerate(line):
                if index >= slip_count:
                    note_in_the_way(draft, decoded, schema.SLIPS, top + row_offset, left + column_offset)
                draft.put(schema.SLIPS, top + row_offset, left + column_offset, value)
            if left == LEFT:
                draft.put(
                    schema.SLIPS, top + row_offset, left + COLUMNS, sheets.CUT_DOWN if lines is not EMPTY else None
                )


def list_slips(decoded: Workbook, printed_round: PrintedRound) -> list[Slip]:
    """Return the slips of the finals to be played, else of the last drawn round by table, without the bye's."""
    if printed_round.finals:
        return [Slip(sheets.slip_game(final.number), final.stage, final.sides) for final in printed_round.finals]
    tournament = decoded.tournament
    played = sheets.round_name(len(tournament.rounds), tournament.settings.rounds or 0, 0)
    matches = (match for match in find_last_round(decoded) if X not in match.sides)
    positions = {player_id: position for position, player_id in enumerate(decoded.list_alphabetically())}
    by_table = sorted(matches, key=lambda match: (match.table, positions[match.sides[0]]))
    return [Slip(played, sheets.slip_table_text(match.table), match.sides) for match in by_table]


def _is_slip(decoded: Workbook, first: int, index: int) -> bool:
    """Check whether the slip with this index, from 0, was written here: several of its cells are filled."""
    top, left = first + ROWS * (index // 2), LEFT if index % 2 == 0 else RIGHT
    places = product(range(top, top + ROWS - 1), range(left, left + COLUMNS))
    return sum(bool(cell_text(decoded.snapshot.cell(schema.SLIPS, *place))) for place in places) > 1


def _slip(
    head: Sequence[Cell], first: Sequence[Cell], second: Sequence[Cell], note: str, signers: tuple[str, str]
) -> Sequence[Sequence[Cell]]:
    return (
        head,
        first,
        second,
        (note, None, None, None),
        (sheets.SIGNATURES, *signers, None),
        (sheets.CUT_ACROSS, None, None, None),
    )


def _write_tents(draft: Draft, decoded: Workbook) -> None:
    """Write Chevalets, and unhide it: a number for each table of two players if the setting Chevalets says so.

    Otherwise its old numbers are emptied. Without the sheet nothing is written.
    """
    grid = decoded.snapshot.sheets.get(schema.TENTS)
    if grid is None:
        return
    has_tents = normalize(decoded.settings.text("Chevalets")) == "oui"
    tent_count = len(decoded.tournament.players) // 2 if has_tents else 0
    for row in range(1, max(len(grid), tent_count) + 1):
        if row <= tent_count or cell_text(decoded.snapshot.cell(schema.TENTS, row, 1)) == str(row):
            for column in (1, 2):  # front and back
                draft.put(schema.TENTS, row, column, row if row <= tent_count else None)
    draft.unhide += [schema.TENTS] if tent_count else []
