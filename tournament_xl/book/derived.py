"""What all games rewrite at each press: a table over its old rows and never over what a person wrote; the cockpit,
places won, columns of rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile

from tournament_xl.book import labels
from tournament_xl.book.grid import HEADER_COLUMNS, Line, Table, right_of, right_of_each, whole
from tournament_xl.book.shared_checks import pending_tables
from tournament_xl.book.snapshot import Cell, Draft, cell_text
from tournament_xl.book.understood import AnyTournament, Understood
from tournament_xl.folding import fold, fold_label
from tournament_xl.record import record
from tournament_xl.rules.awards import contenders
from tournament_xl.texts import sheets
from tournament_xl.texts.names import clipped
from tournament_xl.texts.notices import notice_text

TITLE_ROWS = 4  # Tournoi: the status line stands below the title as in the template, else the title is left alone
ROOM_OF_TABLES = 28  # Tournoi: the tables without result, in figures
Rows = Sequence[dict[str, Cell]]
PLACE_AND_NUMBER = ("Place", "N°")
ROOM = {
    labels.RESULTS: 25.0, labels.PAIRINGS: 16.8, labels.STANDINGS: 23.5, labels.GRID: 24.0, labels.RATINGS: 33.0,
    labels.GROUPS: 44.0, labels.FINALS: 27.0,
}  # sheet -> how wide a name may be there, in figures: the templates' columns  # fmt: skip
ROOM_OF_SLIPS = 19.0  # Fiches: a name
ROOM_IN_BOX = 30.0  # Finales: a name in the bracket
ROOM_BESIDE = 22  # Classement: the club
MOST_COLUMNS = 300  # of rounds or places that a press looks after: more than any tournament has
_MOST_BLOCKS = 20  # of columns with the same titles beside each other


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


def round_names(rounds: int) -> list[str]:
    """Grille: the headers of a column a round."""
    return [f"R{number}" for number in range(1, rounds + 1)]


def opponent_columns(players: int) -> list[str]:
    """Grille of a round robin: the headers of a column for each player, in the order of the places."""
    return [str(place) for place in range(1, players + 1)]


def opponent_cells(columns: Sequence[str], own: int, results: Sequence[Sequence[str]]) -> dict[str, Cell]:
    """A row of it: the results against each player, a line each; `own`: which of them he is himself."""
    cells = ["\n".join(lines) for lines in results]
    cells[own] = sheets.ONESELF
    return dict(zip(columns, cells, strict=True))


def write_grid(draft: Draft, decoded: Understood, sheet: Table, rows: Rows, after: int, names: Sequence[str]) -> None:
    """Grille: rows with cells by the `names` of its further columns: R1, R2, …, or the places of a round robin's
    players; others that it had are emptied.
    """
    rounds = decoded.tournament.settings.rounds or 0
    columns = _further_columns(draft, sheet, names)
    table = with_columns(sheet, columns)
    for column in columns.values():
        report_new_column(draft, decoded, sheet, column, len(rows))
    rewrite(draft, decoded, table, rows, PLACE_AND_NUMBER)
    for name, column in columns.items():
        draft.put(sheet.sheet, sheet.header, column, name if name in names else None)
    retitle(draft, decoded, sheet, sheets.grid_title(after, rounds))


def write_rounds(draft: Draft, decoded: Understood, sheet: Table, rows: Rows, played: int) -> None:
    """Évolution: rows with cells by the number of the round, in columns that have it as a number in their header."""
    names = [str(number) for number in range(1, played + 1)]
    columns = _further_columns(draft, sheet, names)
    for column in columns.values():
        report_new_column(draft, decoded, sheet, column, len(rows))
    rewrite(draft, decoded, with_columns(sheet, columns), rows, ("Place", "Joueur"))
    for name, column in columns.items():
        draft.put(sheet.sheet, sheet.header, column, int(name) if name in names else None)


def _further_columns(draft: Draft, sheet: Table, names: Sequence[str]) -> dict[str, int]:
    """The columns R1, R2, … or 1, 2, … without a gap that are there, then the next free ones for `names`."""
    header = [cell_text(cell) for cell in draft.snapshot.sheets[sheet.sheet][sheet.header - 1]]
    there = {text: column for column, text in enumerate(header, start=1)}
    series = [[f"{letter}{number}" for number in range(1, MOST_COLUMNS + 1)] for letter in ("R", "")]
    found = {name: there[name] for one in series for name in takewhile(there.__contains__, one)}
    free = _free_columns(header, max(sheet.columns.values()))
    return found | {name: next(free) for name in names if name not in found}


def _free_columns(header: Sequence[str], after: int) -> Iterator[int]:
    column = after
    while True:
        column += 1
        if column > len(header) or not header[column - 1]:
            yield column


@record
class Front:
    """Those at the head of the standings, for Tournoi."""

    names: Mapping[int, str]  # N° -> full name
    points: Mapping[int, float]  # N° -> points, best placed first
    win: int  # points that a round may bring
    loss: int  # those of a lost one
    last_button: str  # the one to press when all is played
    coming: Mapping[int, float]  # N° -> points from the round under way, of those whose result is there


def write_cockpit(draft: Draft, decoded: Understood, *, status: str, front: Front, waits: bool = False) -> None:
    """Tournoi: title, status line, warnings, panel, the first five, who can still win.

    waits: results are wanted although all rounds are played, those of finals.
    """
    tournament = decoded.tournament
    settings, drawn, played = tournament.settings, len(tournament.rounds), tournament.played
    rounds, pending = settings.rounds or 0, len(decoded.pending)
    present = tournament.present(drawn if drawn > played or drawn == rounds > 0 else drawn + 1)
    games = len(tournament.rounds[-1]) if drawn else 0
    values: dict[str, Cell] = {
        labels.STATUS: status,
        labels.WARNINGS: sheets.warnings_text([notice_text(notice) for notice in decoded.warnings]),
        labels.PANEL[0]: len(present),
        labels.PANEL[1]: sheets.of(played, rounds),
        labels.PANEL[2]: sheets.progress(games - pending, games),
        labels.PANEL[3]: pending,
        labels.PANEL[4]: clipped(pending_tables(decoded), ROOM_OF_TABLES) if pending else "",
        labels.PANEL[5]: _next_button(decoded, front, waits=waits),
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
    wanted |= _below(decoded, labels.LEADERS, _leaders(front) if played else [])
    wanted |= _below(decoded, labels.IN_THE_RACE, [(_race(decoded, front),)], rows=1, columns=1)
    table = decoded.settings.table
    rows = [table.header, *(line.row for line in decoded.settings.lines.values())]
    kept = {(row, column) for row in rows for column in table.columns.values()}
    for at, value in (titles | wanted).items():
        if at not in kept:  # a panel moved beside the settings writes nothing over them
            draft.put(labels.TOURNAMENT, *at, value)


def _next_button(decoded: Understood, front: Front, *, waits: bool) -> str:
    """The button to press once what is missing is typed; "" while there are no players."""
    tournament = decoded.tournament
    drawn, rounds = len(tournament.rounds), tournament.settings.rounds or 0
    if not tournament.players:
        return ""
    if drawn < rounds:
        return labels.BUTTON_PAIR
    return labels.BUTTON_UPDATE if decoded.pending or waits else front.last_button


def _leaders(front: Front) -> list[tuple[Cell, ...]]:
    shown = islice(front.points.items(), labels.LEADERS_SHOWN)
    return [(front.names[who], int(points) if points == int(points) else points) for who, points in shown]


def _race(decoded: Understood, front: Front) -> str:
    """Who can still win, in the last two rounds."""
    tournament = decoded.tournament
    played, rounds = tournament.played, tournament.settings.rounds or 0
    finals = getattr(decoded, "finals", None)  # Othello: who is first is then decided there (F1)
    if not tournament.rounds or (finals and finals.best_of):
        return ""
    coming = range(played + 1, rounds + 1)
    left = {
        one.number: sum(at not in one.absences for at in coming) - (one.number in front.coming)
        for one in tournament.players
    }
    points = {who: int(2 * (have + front.coming.get(who, 0))) for who, have in front.points.items()}  # in halves: whole
    pairs = [row.match.sides for row in decoded.pending]
    still = contenders(points, left, win=2 * front.win, loss=2 * front.loss, pairs=pairs)
    return sheets.in_the_race([front.names[who] for who in front.points if who in still], len(coming), rounds)


def _below(
    decoded: Understood, label: str, lines: Sequence[Sequence[Cell]], rows: int = labels.LEADERS_SHOWN, columns: int = 2
) -> dict[tuple[int, int], Cell]:
    """The cells under a title of the panel, `lines` in them, the others emptied; none where the title is gone. It
    stands in the row above the panel's first label: elsewhere the word is somebody's own.
    """
    first = right_of(decoded.snapshot, labels.TOURNAMENT, labels.PANEL[0])
    row = first[0] - 1 if first else 0
    titles = decoded.snapshot.sheets[labels.TOURNAMENT][row - 1][:HEADER_COLUMNS] if row else ()
    column = next((at for at, cell in enumerate(titles, 1) if fold_label(cell_text(cell)) == fold(label)), 0)
    if not column:
        return {}
    empty: dict[tuple[int, int], Cell] = {
        (row + down, column + right): None for down in range(1, rows + 1) for right in range(columns)
    }
    return empty | {
        (row + down, column + right): value for down, line in enumerate(lines, 1) for right, value in enumerate(line)
    }


def rewrite(
    draft: Draft, decoded: Understood, table: Table, rows: Sequence[dict[str, Cell]], keys: tuple[str, str]
) -> None:
    """Rewrite a table: its rows, and nothing left of its old ones; what a person wrote further below stays.

    Old rows are those right below the header with something in both `keys`, whole numbers where these are numbers. A
    note where the table now has to grow is a problem: nothing that somebody typed is written over.
    """
    numeric = keys == PLACE_AND_NUMBER

    def ours(line: Line) -> bool:
        texts = [line.text(key) for key in keys]
        return all(whole(text) is not None for text in texts) if numeric else all(texts)

    old = table.block(ours)
    for offset in range(max(len(rows), old)):
        row = table.header + 1 + offset
        for name, column in table.columns.items():
            if offset >= old and (text := cell_text(draft.snapshot.cell(table.sheet, row, column))):
                decoded.problems.add(table.sheet, row, column, "in_the_way", text=text[:40])
            draft.put(table.sheet, row, column, rows[offset].get(name) if offset < len(rows) else None)


def retitle(draft: Draft, decoded: Understood, table: Table, title: str, more: str = "") -> None:
    """The title of a derived table, wherever above its header it stands now; in the line below the tournament, `more`.

    Known by its first word; without one nothing is written. Under merged cells both may stay out.
    """
    column = min(table.columns.values())
    for row in range(1, table.header - 1):
        if cell_text(draft.snapshot.cell(table.sheet, row, column)).startswith(sheets.TITLES):
            draft.put(table.sheet, row, column, title, optional=True)
            draft.put(table.sheet, row + 1, column, event_of(decoded, more), optional=True)
            return


def event_of(decoded: Understood, more: str = "") -> str:
    """The line under the titles: tournament, place, dates, `more`."""
    settings = decoded.tournament.settings
    return sheets.event_line(settings.title or decoded.default_title, settings.place, settings.dates, more)


def page_ends(sizes: Sequence[int], lines: int) -> Iterator[int]:
    """The rows, from 0, before which a page of so many lines ends so that no part is cut; `sizes`: rows of each part.

    A single part breaks where it must.
    """
    row = used = 0
    for size in sizes:
        if used and used + size > lines:
            yield row
            used = 0
        row, used = row + size, used + size


def blocks_right(draft: Draft, table: Table, names: Sequence[str]) -> list[Table]:
    """The tables with further columns in a table's header row, from left to right; no more than a sheet may have."""
    header = [fold(cell_text(cell)) for cell in draft.snapshot.sheets[table.sheet][table.header - 1]]
    places = [[at for at, text in enumerate(header, start=1) if text == fold(name)] for name in names]
    return [
        Table(draft.snapshot, table.sheet, table.header, dict(zip(names, columns, strict=True)))
        for columns in islice(zip(*places, strict=False), _MOST_BLOCKS)
    ]


def with_columns(table: Table, columns: Mapping[str, int]) -> Table:
    return Table(table.snapshot, table.sheet, table.header, table.columns | dict(columns))


def report_new_column(draft: Draft, decoded: Understood, table: Table, column: int, rows: int) -> None:
    """A column that has no header yet stands where nobody wrote anything: a problem at each filled cell of its rows."""
    if cell_text(draft.snapshot.cell(table.sheet, table.header, column)):
        return
    for row in range(table.header + 1, table.header + rows + 1):
        if text := cell_text(draft.snapshot.cell(table.sheet, row, column)):
            decoded.problems.add(table.sheet, row, column, "in_the_way", text=text[:40])
