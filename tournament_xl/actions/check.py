"""`check`: a tournament recomputed from its facts, and what is not as the rules have it. Pure: snapshot → report.

Facts come from the cells; the memory tells what each pairing read and made. So every round is judged on the facts of
its moment, what a hand changed since the last press is named at its cell, and the sheets that a press writes are
compared with what it would write now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from dataclasses import replace

from tournament_xl.actions.check_report import Change, CheckReport, lines, verdict
from tournament_xl.core.model import Changes, Fact, Facts
from tournament_xl.games import findings as kinds
from tournament_xl.games.findings import Finding
from tournament_xl.games.registry import GAMES, kind_of
from tournament_xl.messages import changes as told
from tournament_xl.messages import check as texts
from tournament_xl.messages.names import listing, ranges
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.prizes import PALMARES, UNKNOWN
from tournament_xl.messages.submission import PAGE
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook, naming
from tournament_xl.workbook.history import history
from tournament_xl.workbook.history.history import StateView
from tournament_xl.workbook.sheets import prizes as awards
from tournament_xl.workbook.snapshot import Cell, Draft, Snapshot, cell_text, column_letters, same
from tournament_xl.workbook.tables import MOST_ROWS, Line, Problems, find_table, number, right_of
from tournament_xl.workbook.working_copy import ActionAborted, Game, Outcome

_KINDS = {
    "résultat": kinds.RESULT, "perdu": kinds.RESULT, "finale": kinds.RESULT, "paire": kinds.PAIR,
    "couleurs": kinds.PAIR, "réglage": kinds.SETTING, "cote": kinds.COTE,
    **dict.fromkeys(("nom", "remplacé", "parti", "licence", "pays"), kinds.NAME),
}  # kind of a changed fact -> of a finding  # fmt: skip
_CHANGES = {
    kinds.RESULT: "corrected", kinds.PAIR: "exchanged", kinds.SETTING: "setting", kinds.COTE: "cote",
    kinds.NAME: "people",
}  # kind of a finding -> of an organiser's change  # fmt: skip
_COLUMNS = {"nom": "Nom", "remplacé": "Nom", "licence": "Licence", "pays": "Pays", "cote": "Cote"}
SHEETS = {
    schema.STANDINGS: kinds.STANDINGS, schema.GRID: kinds.GRID, schema.RATINGS: kinds.RATINGS,
    schema.PAIRINGS: kinds.WALL,
    **dict.fromkeys((*awards.SHEETS, schema.GROUPS, schema.FINALS, schema.SLIPS, schema.TENTS), kinds.SHEET),
}  # those that a press writes, all of them compared -> kind of finding  # fmt: skip
_TO_PRINT = (schema.SLIPS, schema.TENTS)  # paper of the round: nothing rests on it
_FEW = 5  # lines of a sheet that are told one by one


def check(snapshot: Snapshot, read: Workbook | None = None) -> CheckReport:
    """Check a workbook; whatever is in it, there is a report. With problems at cells nothing is judged.

    `read`: what its game's `decode` gives, where it is there already.
    """
    kind = GAMES[read.game] if read else kind_of(snapshot)
    game, job, has_ratings = kind.press, kind.jobs, kind.has_ratings
    try:
        decoded = read or game.decode(snapshot)
    except ActionAborted as stop:
        return CheckReport(problems=stop.outcome.problems, has_ratings=has_ratings)
    tournament, found = decoded.tournament, list(_broken(decoded))
    doubts = tuple(dict.fromkeys(map(notice_text, job.unlikely_scores(decoded))))
    report = CheckReport(
        formula=tournament.settings.formula,
        rounds=tournament.settings.rounds or 0,
        drawn=len(tournament.rounds),
        played=tournament.played,
        problems=tuple(sorted(set(decoded.problems.found))),
        has_ratings=has_ratings,
        manual_changes=tuple(changed_by_hand(decoded)),
        warnings=tuple(text for text in dict.fromkeys(map(notice_text, decoded.warnings)) if text not in doubts),
        doubts=doubts,
    )
    if not report.problems:
        pairings, wrong = job.judge(decoded)
        found += [*unseen(decoded, game.facts(decoded)), *wrong]
        written, shown = compare(decoded, game, caused=bool(found))
        found += written
        notes = (texts.finding_text("titles", sheet=listing(shown)),) if shown else ()
        sheets = {one.kind for one in written}
        rated = kinds.RATINGS not in sheets if job.is_rated(decoded) else None
        lots = not any(one.kind == kinds.LOT for one in wrong) if history.GROUPS in decoded.memory.facts else None
        standings = not sheets & {kinds.STANDINGS, kinds.GRID}
        report = replace(report, pairings=tuple(pairings), standings_ok=standings, ratings_ok=rated, lots_ok=lots)
        report = replace(report, warnings=(*report.warnings, *notes))
    order = sorted(found, key=lambda one: (one.consequence, kinds.KINDS.index(one.kind), one.round or 0))
    return replace(report, findings=tuple(order))


def press(snapshot: Snapshot, date: str) -> Outcome:
    """The button "Vérifier le tournoi": nothing is written, there is a text to read. `date` is not needed."""
    report = check(snapshot)
    text = "\n".join(list(lines(report, ""))[2:]) if report.formula else ""
    return Outcome(report.code, verdict(report), problems=report.problems, text=text)


def _broken(decoded: Workbook) -> Iterator[Finding]:
    """A memory that is missing, or lines of it that are not as a press wrote them."""
    if decoded.tournament.rounds and not decoded.memory.entries:
        yield Finding(kinds.MEMORY, texts.finding_text("no_memory"), schema.MEMORY)
    elif rows := decoded.memory.broken:
        yield Finding(kinds.MEMORY, texts.finding_text("memory_changed", rows=ranges(rows)), schema.MEMORY, rows[0])


# what hands changed: since the last press, at its cell; before that, as each press found it


def unseen(decoded: Workbook, now: Facts) -> Iterator[Finding]:
    """What no press has seen: facts that are not those which the last one left."""
    before = history.on_sheets(decoded.memory.facts)
    for item in told.items(history.difference(before, now), decoded.memory.facts, naming(decoded)):
        if item.kind not in _KINDS:
            continue
        sheet, row, column, table = _place(decoded, item)
        sentence = told.sentence(item.kind, item.round, [item.shown])
        message = texts.unseen(f"{sheet}!{row}" if row else sheet, sentence)
        was, value = before.get(item.fact, ""), now.get(item.fact, "")
        at = item.round or None
        yield Finding(_KINDS[item.kind], message, sheet, row, column, at, table or None, was, value)


def _place(decoded: Workbook, item: told.Item) -> tuple[str, int, int, int]:
    """Sheet, row, column and table of a changed fact; 0 where it has none any more."""
    kind, at, who = item.fact
    if kind == "réglage":
        return schema.TOURNAMENT, *_cell(decoded.settings.lines.get(str(who)), "Valeur"), 0
    if kind in ("paire", "résultat"):
        for row in decoded.results.round(at):
            if history.pair_key(*row.match.sides) == who:
                column = next(iter(name for name in row.line.table.columns if name.startswith(("Score", "Pions"))))
                return schema.RESULTS, *_cell(row.line, column), row.match.table
        return schema.RESULTS, 0, 0, 0
    if kind == "finale":
        return schema.FINALS, 0, 0, 0
    return schema.PLAYERS, *_cell(decoded.lines.get(int(who)), _COLUMNS.get(item.kind, "N°")), 0


def _cell(line: Line | None, column: str) -> tuple[int, int]:
    return (line.row, line.table.columns.get(column, 0)) if line else (0, 0)


def changed_by_hand(decoded: Workbook) -> Iterator[Change]:
    """What presses found changed, and the pairs typed before their pairing, in the order of the afternoon (C11)."""
    facts, fixed_so_far = dict[Fact, str](), set[str]()
    named = naming(decoded, facts)  # as they are when it is asked
    for entry in decoded.memory.entries:
        named = named._replace(begun=Fact("appariée", 1) in facts)
        for item in told.items(entry.found, facts, named):
            if item.kind in _KINDS:
                kind = _CHANGES[_KINDS[item.kind]]
                yield Change(kind, item.round, told.sentence(item.kind, item.round, [item.shown]))
        for at in sorted(_late(entry.found, facts)):
            yield Change("late", at, texts.change_text("late", round=at))
        history.replay(facts, entry.found)
        history.replay(facts, entry.made)
        made = StateView({fact: text for fact, text in entry.made.items() if text})
        fixed = made.named("imposée", entry.round or 0)
        if entry.action == history.PAIRED and (imposed := [pair for pair, how in fixed.items() if how != "tient"]):
            pairs = ", ".join(" – ".join(map(named.name, history.sides(pair) or ())) for pair in imposed)
            message = texts.change_text("fixed", round=entry.round, pairs=pairs)
            if message not in fixed_so_far:  # paired again after an undo
                yield Change("fixed", entry.round or 0, message)
            fixed_so_far.add(message)
        elif entry.action == history.UNDONE:
            yield Change("undone", entry.round or 0, texts.change_text("undone", round=entry.round))


def _late(found: Changes, before: Facts) -> set[int]:
    """The rounds of which a pair was changed when its result was known already (C11)."""
    gone = (fact for fact, now in found.items() if now is None and fact.kind == "paire")
    return {pair.round for pair in gone if pair._replace(kind="résultat") in before}


# the sheets that a press writes, cell by cell


def compare(decoded: Workbook, game: Game[Workbook], *, caused: bool) -> tuple[list[Finding], list[str]]:
    """Compare the sheets that a press writes with what it would write now.

    Args:
        decoded: The workbook, without problems.
        game: Its game.
        caused: Whether something is wrong already, from which a sheet that is not up to date may follow.

    Returns:
        A finding for each line that would be another, or one for a sheet that only waits for an update; the sheets of
        which titles or paper to print would be, which settings like the place change, and nothing rests on them.
    """
    now = _rendered(decoded, game)
    wrong = {cell: value for cell, value in now.items() if not _alike(decoded.snapshot, *cell, value)}
    if not wrong:
        return [], []
    left = (
        _rendered(game.state_after_last_action(decoded), game) if decoded.memory.entries else None
    )  # else nobody knows what was left
    found, stale, titles = list[Finding](), list[str](), list[str]()
    for sheet, kind in SHEETS.items():
        first, last = _figures(decoded, sheet)
        cells = [cell for cell in wrong if cell[0] == sheet]
        figures = [cell for cell in cells if first <= cell[1] <= last]
        rows = defaultdict(list)
        for cell in figures:
            if left is None or not _alike(decoded.snapshot, *cell, left.get(cell)):
                rows[cell[1]].append((cell[2], wrong[cell]))
        if cells and not rows:
            (stale if figures else titles).append(sheet)
        lines = [_line(decoded, sheet, kind, row, cells) for row, cells in list(rows.items())[:_FEW]]
        if len(rows) > _FEW:
            message = texts.finding_text("other_lines", sheet=sheet, count=len(rows) - _FEW)
            lines.append(Finding(kind, message, sheet))
        found += [replace(one, consequence=caused and kind == kinds.SHEET) for one in lines]
    if stale:  # one thing to do, whatever the number of sheets; it only follows where something else is wrong
        message = texts.finding_text("stale", sheet=listing([sheet for sheet in SHEETS if sheet in (*stale, *titles)]))
        follows = caused or bool(found)
        found += [Finding(SHEETS[sheet], message, sheet, consequence=follows) for sheet in stale]
    return found, [] if stale else titles


def _rendered(decoded: Workbook, game: Game[Workbook]) -> dict[tuple[str, int, int], Cell]:
    """The cells of these sheets as a press would write them; what would stand in its way is no matter here."""
    draft, book = Draft(decoded.snapshot), copy(decoded)  # which shares names and standings
    book.problems = Problems()
    game.rewrite_derived(draft, book)
    prizes = draft.wanted.get(schema.PRIZES, {}).values()
    apart = (schema.PRIZES, schema.PALMARES) if PAGE in decoded.snapshot.sheets and UNKNOWN in prizes else ()
    # the copy for the federation has no column of the organiser's own, for which there may be prizes
    return {
        (sheet, *at): value
        for sheet in SHEETS
        if sheet not in apart
        for at, value in draft.wanted.get(sheet, {}).items()
    }


def _alike(snapshot: Snapshot, sheet: str, row: int, column: int, value: Cell) -> bool:
    """Whether a cell holds a value: numbers as such, the rest as text."""
    there = snapshot.cell(sheet, row, column)
    if same(there, value):
        return True
    one, other = cell_text(there), cell_text(value)
    if one == other or not (one and other):
        return one == other
    left, right = number(one), number(other)
    return left is not None and right is not None and abs(left - right) <= 1e-9 * max(1.0, abs(right))


def _figures(decoded: Workbook, sheet: str) -> tuple[int, int]:
    """The first and last row of a sheet in which there are figures: from the header of its table, or from the podium
    of Palmarès to its signatures; none on paper to print.
    """
    if sheet in _TO_PRINT:
        return MOST_ROWS, 0
    if sheet == schema.PALMARES:
        at = right_of(decoded.snapshot, sheet, PALMARES)
        return (at[0] + schema.PODIUM[1][1], at[0] + schema.SIGNED_AT - 1) if at else (1, MOST_ROWS)
    return _header(decoded, sheet) - (sheet == schema.RATINGS), MOST_ROWS  # Cotes: PJmax and others above it


def _header(decoded: Workbook, sheet: str) -> int:
    """The row with the titles of a sheet's table; 0 where there is none."""
    columns = decoded.columns.get(sheet)
    table = decoded.derived.get(sheet) or (columns and find_table(decoded.snapshot, sheet, columns, Problems()))
    return table.header if table else 0


def _line(decoded: Workbook, sheet: str, kind: str, row: int, cells: list[tuple[int, Cell]]) -> Finding:
    """One line of a sheet with what differs in it."""
    snapshot, header = decoded.snapshot, _header(decoded, sheet)
    shown = [
        texts.cell_differs(
            (cell_text(snapshot.cell(sheet, header, column)) if row > header > 0 else "") or column_letters(column),
            cell_text(snapshot.cell(sheet, row, column)),
            cell_text(value),
        )
        for column, value in cells
    ]
    message = texts.finding_text("line", sheet=sheet, row=row, cells=", ".join(shown))
    return Finding(kind, message, sheet, row, cells[0][0])
