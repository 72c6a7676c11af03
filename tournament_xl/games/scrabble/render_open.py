"""The sheets of an Open, Groupes and Finales, as a press writes them: the drawn groups, the deciding game (O4, O8)."""

from __future__ import annotations

from tournament_xl.core.model import X
from tournament_xl.games.scrabble.read import FINAL_RESULT, GROUP_FACTS, ScrabbleBook
from tournament_xl.games.scrabble.rules.open_groups import ROUNDS, SCHEDULES, finalists, in_place_of_x
from tournament_xl.games.scrabble.rules.scoring import EDITIONS, tallies
from tournament_xl.messages import sheets
from tournament_xl.workbook import schema
from tournament_xl.workbook.sheets.computed import beside, page_ends, retitle, with_columns
from tournament_xl.workbook.snapshot import Cell, Draft, PageBreaks
from tournament_xl.workbook.tables import Line, whole

Place = tuple[int, int]  # group and order, from 1
LINES = 36  # of a page of Groupes
_MARKS = {"G": "+", "N": "=", "P": "\u2212"}


def write_open(draft: Draft, decoded: ScrabbleBook) -> None:
    """Put the groups and the deciding game into the draft."""
    filled = {schema.GROUPS: _groups(draft, decoded), schema.FINALS: _write_final(draft, decoded)}
    draft.unhide += [sheet for sheet, new in filled.items() if new]


def clear_groups(draft: Draft, decoded: ScrabbleBook) -> None:
    """Take the drawn groups off their sheet (C2: round 1 is undone)."""
    table = decoded.derived[schema.GROUPS]
    for line in table.lines():
        for column in table.columns.values():
            draft.put(schema.GROUPS, line.row, column, None)


def _groups(draft: Draft, decoded: ScrabbleBook) -> bool:
    """Groupes: the names beside the numbers, lines where there are none; whether the sheet was empty."""
    table, tournament = decoded.derived[schema.GROUPS], decoded.tournament
    retitle(draft, decoded, table, sheets.GROUPS_TITLE, sheets.GROUPS_LEGEND)
    lines = {line.text("N°").upper(): line.row for line in table.lines() if not line.empty(*GROUP_FACTS)}
    columns = beside(table, *schema.GROUP_ROUNDS)
    course = _course(decoded) if columns else {}
    table = with_columns(table, columns)
    free = table.free_rows()
    names = decoded.full_names()
    instead = in_place_of_x(tournament) if tournament.groups else None
    names[X] = sheets.seat_of_x(names[instead[0]], instead[1]) if instead else sheets.X_NAME
    for group, members in enumerate(tournament.groups or (), start=1):
        for order, who in enumerate(members, start=1):
            number = who or "X"
            row = lines.get(str(number)) or next(free)
            values: dict[str, Cell] = {"Joueur": names[who], **course.get((group, order), {})}
            if str(number) not in lines:
                values |= {"Groupe": group, "Ordre": order, "N°": number}
            for column, value in values.items():
                draft.put(schema.GROUPS, row, table.columns[column], value)
    sizes = [len(members) for members in tournament.groups or ()]
    if sizes:
        ends = [table.header + 1 + row for row in page_ends(sizes, LINES)]
        draft.looks.append(PageBreaks(schema.GROUPS, tuple(ends) or None))
    return bool(tournament.groups) and not lines


def _course(decoded: ScrabbleBook) -> dict[tuple[int, int], dict[str, Cell]]:
    """Group and order -> the five rounds of phase 1: "+4" for a match won against the fourth, "4" to come (O5)."""
    tournament = decoded.tournament
    instead = in_place_of_x(tournament) if tournament.groups else None
    value = EDITIONS[tournament.settings.edition].forfeit
    found: dict[tuple[int, int], dict[str, Cell]] = {}
    for name, number in zip(schema.GROUP_ROUNDS, range(1, ROUNDS + 1), strict=True):
        matches = tournament.rounds[number - 1] if number <= len(tournament.rounds) else ()
        marks = {
            who: _MARKS[tally.outcome]
            for match in matches
            if match.complete
            for who, tally in zip(match.sides, tallies(match, value), strict=True)
        }
        if instead:
            marks.setdefault(X, marks.get(instead[0], ""))
        for group, members in enumerate(tournament.groups or (), start=1):
            for one, two in SCHEDULES[len(members)][number - 1]:
                for order, other in ((one, two), (two, one)):
                    mark = marks.get(members[order - 1], "")
                    found.setdefault((group, order), {})[name] = f"{mark}{other}"
    return found


def _write_final(draft: Draft, decoded: ScrabbleBook) -> bool:
    """Finales: the row of the deciding game when there is one to play; whether it is new."""
    table, tournament = decoded.derived[schema.FINALS], decoded.tournament
    wanted = finalists(tournament)
    lines = [line for line in table.lines() if line.text("Match") == sheets.FINAL or _pair(line) == set(wanted or ())]
    standing = [line for line in lines if wanted and _pair(line) == set(wanted)]
    stale = [line for line in lines if line not in standing[:1] and line.empty(*FINAL_RESULT)]
    for line in stale:
        for at in table.columns.values():
            draft.put(schema.FINALS, line.row, at, None)
    if wanted is None:
        return False
    names = decoded.full_names()
    one, two = wanted
    if standing and whole(standing[0].text("N° 1")) == two:
        one, two = two, one
    row = standing[0].row if standing else stale[0].row if stale else next(table.free_rows())
    shown: dict[str, Cell] = {
        "Match": sheets.FINAL, "N° 1": one, "Joueur 1": names[one], "Joueur 2": names[two], "N° 2": two
    }  # fmt: skip
    for column, value in shown.items():
        draft.put(schema.FINALS, row, table.columns[column], value)
    return not standing


def _pair(line: Line) -> set[int | None]:
    return {whole(line.text("N° 1")), whole(line.text("N° 2"))}
