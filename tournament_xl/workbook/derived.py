"""Parts of the derived sheets that are the same in all games: the cockpit, places won, columns of rounds, the wall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile

from tournament_xl.awards.race import contenders
from tournament_xl.folding import fold, fold_label
from tournament_xl.record import record
from tournament_xl.texts import sheets
from tournament_xl.texts.names import clipped
from tournament_xl.texts.notices import notice_text
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import HEADER_COLUMNS, Table, right_of, right_of_each
from tournament_xl.workbook.rewriting import (
    MOST_COLUMNS,
    PLACE_AND_NUMBER,
    blocks_right,
    report_new_column,
    retitle,
    rewrite,
    with_columns,
)
from tournament_xl.workbook.shared_checks import pending_tables
from tournament_xl.workbook.snapshot import Cell, Draft, cell_text
from tournament_xl.workbook.understood import AnyTournament, Understood

TITLE_ROWS = 4  # Tournoi: the status line stands below the title as in the template, else the title is left alone
ROOM_OF_TABLES = 28  # Tournoi: the tables without result, in figures
Rows = Sequence[dict[str, Cell]]


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
