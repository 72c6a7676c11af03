"""The sheets of an Open, Groupes and Finales, read and written: the drawn groups, who waits for phase 2, the deciding
game (rules O4, O5, O8).
"""

from __future__ import annotations

from collections.abc import Sequence

from tournament_xl.book import labels
from tournament_xl.book.derived import beside, page_ends, retitle, with_columns
from tournament_xl.book.grid import Line, Problems, Table, find_table, whole
from tournament_xl.book.snapshot import Cell, Draft, Pages, Snapshot
from tournament_xl.book.typed_rows import People
from tournament_xl.book.workbook import scores_over_names
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.sheets import Row, read_forfeits, read_score
from tournament_xl.model import Match, Player, Tournament, X
from tournament_xl.record import replace
from tournament_xl.rules.scrabble.classique import registered_at_first_pairing
from tournament_xl.rules.scrabble.formulas import FORMULAS
from tournament_xl.rules.scrabble.initial import strength
from tournament_xl.rules.scrabble.open_groups import (
    ROUNDS,
    SCHEDULES,
    Groups,
    draw,
    finalists,
    in_place_of_x,
    is_possible,
)
from tournament_xl.rules.scrabble.scoring import EDITIONS, tallies
from tournament_xl.texts import sheets

Place = tuple[int, int]  # group and order, from 1
LINES = 36  # of a page of Groupes
_MARKS = {"G": "+", "N": "=", "P": "\u2212"}
_GROUP_FACTS = ("Groupe", "Ordre", "N°")
_RESULT = ("Score 1", "Score 2", "Forfait")  # of the deciding game


def open_tables(snapshot: Snapshot, problems: Problems) -> dict[str, Table | None]:
    """The sheets Groupes and Finales, problems when one is missing."""
    return {
        sheet: find_table(snapshot, sheet, labels.SCRABBLE_COLUMNS[sheet], problems)
        for sheet in labels.FORMULA_SHEETS[labels.OPEN]
    }


def waiting_for_phase_2(decoded: Decoded, people: Sequence[Player], drawn: int, unregistered: set[int]) -> set[int]:
    """Indices of late entrants without a seat in the groups: they are no participants before phase 2 (O5).

    X's seat, while nobody has it, goes to the one who is there for the next round, of several to the lowest N°.
    """
    formula = FORMULAS[decoded.settings.settings.formula]
    if decoded.first_pairing or formula.closed or not formula.scheduled(drawn + 1):
        return set()
    rows = {who for row in decoded.results.rows for who in row.match.sides}
    played = {who for row in decoded.results.rows if row.round <= drawn for who in row.match.sides}
    late = {index for index, one in enumerate(people) if one.seed is None} - unregistered
    with_row = {index for index in late if people[index].number in rows and people[index].number}
    taken = any(player.seed is not None and player.seed % 1 for player in people)
    taken |= any(people[index].number in played for index in with_row)
    odd = registered_at_first_pairing(Tournament(decoded.settings.settings, tuple(people))) % 2
    here = [index for index in late if index in with_row or drawn + 1 not in people[index].absences]
    free = odd and not taken and here
    first = {min(here, key=lambda index: (people[index].number or 10**6, strength(people[index])))} if free else set()
    return late - with_row - first


def read_groups(decoded: Decoded) -> Groups | None:
    """The groups as drawn: by the memory, else drawn again; None before.

    Problems at every line of the sheet Groupes that says otherwise; lines that are missing are written again (O4).
    """
    lines = [line for line in decoded.derived[labels.GROUPS].lines() if not line.empty(*_GROUP_FACTS)]
    if decoded.first_pairing:
        for line in lines:
            line.problem(decoded.problems, _first_filled(line), "group_line")
        return None
    known, places = decoded.memory.now.groups, decoded.memory.now.numbers("rang")
    players = tuple(replace(one, seed=places.get(one.number, one.seed)) for one in decoded.tournament.players)
    drawn = draw(then := replace(decoded.tournament, players=players))
    if drawn and not is_possible(then, known):
        known = drawn
    if drawn:
        _compare(decoded, lines, known)
        scores_over_names(decoded, lines, ["Joueur"])
    return known


def _first_filled(line: Line) -> str:
    return next(column for column in _GROUP_FACTS if line.text(column))


def _compare(decoded: Decoded, lines: Sequence[Line], groups: Groups) -> None:
    """Every line of the sheet stands as drawn: each place with its player."""
    drawn = {(group, order): who for group, them in enumerate(groups, 1) for order, who in enumerate(them, 1)}
    for line in lines:
        place = whole(line.text("Groupe")) or 0, whole(line.text("Ordre")) or 0
        wanted = str(drawn[place] or "X") if place in drawn else ""
        if wanted and wanted != line.text("N°").upper():
            line.problem(decoded.problems, "N°", "group_number", group=place[0], order=place[1], number=wanted)
        elif not wanted:
            line.problem(decoded.problems, _first_filled(line), "group_line")


def read_final(decoded: Decoded) -> None:
    """The deciding game into the tournament (O8); a problem where one is typed that is not to be played."""
    wanted = set(finalists(decoded.tournament) or ())
    for line in decoded.derived[labels.FINALS].lines():
        one, two = (whole(line.text(column)) for column in ("N° 1", "N° 2"))
        if decoded.tournament.final is None and one is not None and two is not None and {one, two} == wanted:
            scores_over_names(decoded, [line], ["Joueur 1", "Joueur 2"])
            match = _final(line, (one, two), decoded)
            decoded.tournament = replace(decoded.tournament, final=match)
            decoded.deciding = {} if line.empty(*_RESULT) else {sheets.FINAL: Row(line, 0, match).compact}
        elif not line.empty(*_RESULT):
            line.problem(decoded.problems, "N° 1", "final_gone")


def _final(line: Line, sides: tuple[int, int], decoded: Decoded) -> Match:
    """The deciding game as typed: one game, or a forfeit."""
    problems, people = decoded.problems, People({player.number: player for player in decoded.tournament.players})
    forfeits = read_forfeits(line, sides, people, problems)
    typed = [column for column in ("Score 1", "Score 2") if line.text(column)]
    scores = [read_score(line, column, problems) for column in typed]
    if forfeits:
        for column in typed:
            line.problem(problems, column, "score_forfeit")
    games = ((scores[0], scores[1]),) if len(scores) == 2 and scores[0] is not None and scores[1] is not None else ()
    return Match(*sides, () if forfeits else games, forfeits, complete=bool(forfeits or games))


def write_open(draft: Draft, decoded: Decoded) -> None:
    """Put the groups and the deciding game into the draft."""
    filled = {labels.GROUPS: _groups(draft, decoded), labels.FINALS: _write_final(draft, decoded)}
    draft.reveal += [sheet for sheet, new in filled.items() if new]


def clear_groups(draft: Draft, decoded: Decoded) -> None:
    """Take the drawn groups off their sheet (C2: round 1 is undone)."""
    table = decoded.derived[labels.GROUPS]
    for line in table.lines():
        for column in table.columns.values():
            draft.put(labels.GROUPS, line.row, column, None)


def _groups(draft: Draft, decoded: Decoded) -> bool:
    """Groupes: the names beside the numbers, lines where there are none; whether the sheet was empty."""
    table, tournament = decoded.derived[labels.GROUPS], decoded.tournament
    retitle(draft, decoded, table, sheets.GROUPS_TITLE)
    lines = {line.text("N°").upper(): line.row for line in table.lines() if not line.empty(*_GROUP_FACTS)}
    columns = beside(table, *labels.GROUP_ROUNDS)
    course = _course(decoded) if columns else {}
    table = with_columns(table, columns)
    free = table.free_rows()
    names = {player.number: player.full_name for player in tournament.players}
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
                draft.put(labels.GROUPS, row, table.columns[column], value)
    sizes = [len(members) for members in tournament.groups or ()]
    if sizes:
        ends = [table.header + 1 + row for row in page_ends(sizes, LINES)]
        draft.looks.append(Pages(labels.GROUPS, tuple(ends) or None))
    return bool(tournament.groups) and not lines


def _course(decoded: Decoded) -> dict[tuple[int, int], dict[str, Cell]]:
    """Group and order -> the five rounds of phase 1: "+4" for a match won against the fourth, "4" to come (O5)."""
    tournament = decoded.tournament
    instead = in_place_of_x(tournament) if tournament.groups else None
    value = EDITIONS[tournament.settings.edition].forfeit
    found: dict[tuple[int, int], dict[str, Cell]] = {}
    for name, number in zip(labels.GROUP_ROUNDS, range(1, ROUNDS + 1), strict=True):
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


def _write_final(draft: Draft, decoded: Decoded) -> bool:
    """Finales: the row of the deciding game when there is one to play; whether it is new."""
    table, tournament = decoded.derived[labels.FINALS], decoded.tournament
    wanted = finalists(tournament)
    lines = [line for line in table.lines() if line.text("Match") == sheets.FINAL or _pair(line) == set(wanted or ())]
    standing = [line for line in lines if wanted and _pair(line) == set(wanted)]
    stale = [line for line in lines if line not in standing[:1] and line.empty(*_RESULT)]
    for line in stale:
        for at in table.columns.values():
            draft.put(labels.FINALS, line.row, at, None)
    if wanted is None:
        return False
    names = {player.number: player.full_name for player in tournament.players}
    one, two = wanted
    if standing and whole(standing[0].text("N° 1")) == two:
        one, two = two, one
    row = standing[0].row if standing else stale[0].row if stale else next(table.free_rows())
    shown: dict[str, Cell] = {
        "Match": sheets.FINAL, "N° 1": one, "Joueur 1": names[one], "Joueur 2": names[two], "N° 2": two
    }  # fmt: skip
    for column, value in shown.items():
        draft.put(labels.FINALS, row, table.columns[column], value)
    return not standing


def _pair(line: Line) -> set[int | None]:
    return {whole(line.text("N° 1")), whole(line.text("N° 2"))}
