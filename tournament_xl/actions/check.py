"""Check of a workbook: rounds, computed sheets and history are compared with what rules and facts give. Writes nothing.

Facts come from the cells; the history (sheet Mémoire) says what each pairing read and wrote. Every round is therefore
judged on the facts of its time, changes by people since the last action are reported at their cells, and the computed
sheets are compared with what an action would write now. Rules (C11): docs/regles.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace

from tournament_xl.actions.check_report import Change, CheckReport, render_report_lines, render_verdict
from tournament_xl.core.model import Changes, Fact, Facts
from tournament_xl.games import findings as kinds
from tournament_xl.games.findings import Finding
from tournament_xl.games.game import AnyGame
from tournament_xl.games.registry import find_game, game_of
from tournament_xl.messages import changes
from tournament_xl.messages import check as texts
from tournament_xl.messages.names import join_items, ranges
from tournament_xl.messages.notices import message_text, notice_text
from tournament_xl.messages.player_names import build_mark_remover
from tournament_xl.messages.prizes import PALMARES, NoWinner, read_no_winner
from tournament_xl.messages.sheets import LEFT
from tournament_xl.messages.submission import PAGE
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, column_letters, is_same_content, parse_number
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import REMOVED_ROWS, Workbook, build_naming
from tournament_xl.workbook.history import fact_texts, history
from tournament_xl.workbook.history.history import StateView
from tournament_xl.workbook.sheets import prizes as awards
from tournament_xl.workbook.sheets.computed import find_header_columns
from tournament_xl.workbook.sheets.contents import write_contents
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import MOST_ROWS, Line, Problems, Table, find_right_of, find_table
from tournament_xl.workbook.working_copy import ActionAborted, Outcome

_KINDS = {
    "résultat": kinds.RESULT, "perdu": kinds.RESULT, "finale": kinds.RESULT, "paire": kinds.PAIR,
    "couleurs": kinds.PAIR, "réglage": kinds.SETTING, "cote": kinds.COTE,
    **dict.fromkeys(("nom", "remplacé", "parti", "licence", "pays"), kinds.NAME),
}  # kind of changed fact that a check reports -> kind of finding  # fmt: skip
_CHANGES = {
    kinds.RESULT: "corrected", kinds.PAIR: "exchanged", kinds.SETTING: "setting", kinds.COTE: "cote",
    kinds.NAME: "people",
}  # kind of finding -> kind of the organiser's change  # fmt: skip
_COLUMNS = {"nom": "Nom", "remplacé": "Nom", "licence": "Licence", "pays": "Pays", "cote": "Cote"}
SHEETS = {
    schema.STANDINGS: kinds.STANDINGS, schema.GRID: kinds.GRID, schema.RATINGS: kinds.RATINGS,
    schema.PAIRINGS: kinds.WALL,
    **dict.fromkeys((*awards.SHEETS, schema.GROUPS, schema.FINALS, schema.SLIPS, schema.TENTS), kinds.SHEET),
}  # sheets that an action writes, all compared -> kind of finding  # fmt: skip
_TO_PRINT = (schema.SLIPS, schema.TENTS)  # printouts of the round: nothing depends on them
_MAX_LINES_SHOWN = 5  # lines of a sheet reported one by one


def check(
    snapshot: Snapshot, context: DecodeContext = EMPTY_CONTEXT, already_decoded: Workbook | None = None
) -> CheckReport:
    """Compare rounds, computed sheets and history of a workbook with the rules and its facts; no content raises.

    If cells have problems, neither rounds nor computed sheets are judged, and findings are only about the history. If a
    table cannot be read the report has nothing but the problems.

    Args:
        snapshot: Workbook to check.
        context: Facts from outside the cells, such as season files next to the workbook; by default none.
        already_decoded: The same workbook, if it is decoded already; `snapshot` and `context` are then not read.

    Returns:
        The report; its findings are sorted: causes before consequences, then by kind and round.
    """
    game = game_of(already_decoded) if already_decoded else find_game(snapshot)
    try:
        decoded = already_decoded or game.decode(snapshot, context)
    except ActionAborted as stop:
        return CheckReport(problems=stop.outcome.problems, has_ratings=game.has_ratings)
    kept_problems = [problem for problem in decoded.problems if problem.key not in REMOVED_ROWS]
    decoded = decoded.with_problems(Problems(kept_problems))
    tournament, findings = decoded.tournament, list(_history_findings(decoded))
    doubts = tuple(dict.fromkeys(map(notice_text, game.find_unlikely_scores(decoded))))
    report = CheckReport(
        formula=tournament.settings.formula.name,
        rounds=tournament.settings.rounds or 0,
        drawn=len(tournament.rounds),
        played=tournament.played,
        problems=tuple(sorted(set(decoded.problems))),
        has_ratings=game.has_ratings,
        manual_changes=tuple(find_manual_changes(decoded)),
        warnings=tuple(text for text in dict.fromkeys(map(notice_text, decoded.warnings)) if text not in doubts),
        doubts=doubts,
    )
    if not report.problems:
        pairings, rule_findings = game.judge_rounds(decoded)
        findings += [*find_unrecorded_changes(decoded, game.collect_facts(decoded)), *rule_findings]
        sheet_findings, stale_titles = compare_sheets(decoded, game, caused=bool(findings))
        findings += sheet_findings
        notes = (texts.finding_text("titles", sheet=join_items(stale_titles)),) if stale_titles else ()
        stale_kinds = {finding.kind for finding in sheet_findings}
        rated = kinds.RATINGS not in stale_kinds if game.is_rated(decoded) else None
        lots = not any(finding.kind == kinds.LOT for finding in rule_findings) if game.has_lots(decoded) else None
        standings = not stale_kinds & {kinds.STANDINGS, kinds.GRID}
        report = replace(report, pairings=tuple(pairings), standings_ok=standings, ratings_ok=rated, lots_ok=lots)
        report = replace(report, warnings=(*report.warnings, *notes))
    order = sorted(
        findings, key=lambda finding: (finding.consequence, kinds.KINDS.index(finding.kind), finding.round or 0)
    )
    return replace(report, findings=tuple(order))


def check_as_action(snapshot: Snapshot, date: str, context: DecodeContext = EMPTY_CONTEXT) -> Outcome:
    """Run the check as a button ("Vérifier le tournoi"), with the arguments of an action; `date` is ignored.

    Returns:
        Outcome without edits: the code of the report, its problems, its verdict (the conclusion in one sentence) as
        message, the lines after the verdict as `text`; "" if a table cannot be read.
    """
    report = check(snapshot, context)
    text = "\n".join(list(render_report_lines(report, ""))[2:]) if report.formula else ""
    return Outcome(report.code, render_verdict(report), problems=report.problems, text=text)


def _history_findings(decoded: Workbook) -> Iterator[Finding]:
    """Yield at most one finding: there is no history though a round is drawn, or lines of it were changed by hand."""
    if decoded.tournament.rounds and not decoded.memory.entries:
        yield Finding(kinds.MEMORY, texts.finding_text("no_memory"), schema.MEMORY)
    elif rows := decoded.memory.broken:
        yield Finding(kinds.MEMORY, texts.finding_text("memory_changed", rows=ranges(rows)), schema.MEMORY, rows[0])


# Changes by hand: since the last action, at their cells; before it, as each action observed them


def find_unrecorded_changes(decoded: Workbook, facts: Facts) -> Iterator[Finding]:
    """Yield a finding for each fact on the sheets that people changed since the last action.

    Only results, pairs, finals, settings, cotes (ratings) and identities of players count, not what people may change
    at any time, such as absences or pairs to avoid. Nothing is yielded before a round is drawn, nor for a result typed
    where there was none.

    Args:
        decoded: Workbook without problems.
        facts: Facts on its sheets, as its game collects them.
    """
    facts_before = history.select_sheet_facts(decoded.memory.facts)
    for item in changes.list_changes(
        history.compute_changes(facts_before, facts), decoded.memory.facts, build_naming(decoded)
    ):
        if item.kind not in _KINDS:
            continue
        sheet, row, column, table = _locate(decoded, item)
        sentence = message_text(changes.render_change(item.kind, item.round, [item.description]))
        message = texts.unseen_change_text(f"{sheet}!{row}" if row else sheet, sentence)
        old_text, new_text = facts_before.get(item.fact, ""), facts.get(item.fact, "")
        round_number = item.round or None
        yield Finding(_KINDS[item.kind], message, sheet, row, column, round_number, table or None, old_text, new_text)


def _locate(decoded: Workbook, item: changes.ChangeItem) -> tuple[str, int, int, int]:
    """Return sheet, row, column and table of a changed fact; 0 for what no longer exists."""
    kind, round_number, subject = item.fact
    if kind == "réglage":
        return schema.TOURNAMENT, *_position(decoded.settings.lines.get(str(subject)), "Valeur"), 0
    if kind in ("paire", "résultat"):
        for row in decoded.results.round(round_number):
            if fact_texts.format_pair_key(*row.match.sides) == subject:
                return schema.RESULTS, *_position(row.line, row.scores[0]), row.match.table
        return schema.RESULTS, 0, 0, 0
    if kind == "finale":
        return schema.FINALS, 0, 0, 0
    return schema.PLAYERS, *_position(decoded.lines.get(int(subject)), _COLUMNS.get(item.kind, "N°")), 0


def _position(line: Line | None, column: str) -> tuple[int, int]:
    return (line.row, line.table.columns.get(column, 0)) if line else (0, 0)


def find_manual_changes(decoded: Workbook) -> Iterator[Change]:
    """Yield the organiser's changes that the history records, in chronological order.

    These are changed results, pairs, settings, cotes (ratings) and identities, pairs typed before their round was
    paired, rounds in which a pair was changed after its result was known (C11), and undone rounds (the message says if
    they were paired again). Pairs that are typed again when a round is paired again count once.
    """
    facts, fixed_so_far = dict[Fact, str](), set[str]()
    change_names = build_naming(decoded, facts)  # reads `facts` when called, as it is then
    for index, entry in enumerate(decoded.memory.entries):
        change_names = change_names._replace(begun=Fact("appariée", 1) in facts)
        for item in changes.list_changes(entry.observed, facts, change_names):
            if item.kind in _KINDS:
                kind = _CHANGES[_KINDS[item.kind]]
                sentence = message_text(changes.render_change(item.kind, item.round, [item.description]))
                yield Change(kind, item.round, sentence)
        for round_number in sorted(_rounds_changed_late(entry.observed, facts)):
            yield Change("late", round_number, texts.change_text("late", round=round_number))
        history.replay(facts, entry.observed)
        history.replay(facts, entry.applied)
        applied = StateView({fact: text for fact, text in entry.applied.items() if text})
        fixed = applied.named("imposée", entry.round or 0)
        if entry.action == history.PAIRED and (
            imposed := [pair for pair, status in fixed.items() if status != "tient"]
        ):
            pairs = ", ".join(" – ".join(map(change_names.name, fact_texts.parse_pair(pair) or ())) for pair in imposed)
            message = texts.change_text("fixed", round=entry.round, pairs=pairs)
            if message not in fixed_so_far:  # paired again after an undo
                yield Change("fixed", entry.round or 0, message)
            fixed_so_far.add(message)
        elif entry.action == history.UNDONE:
            is_redone = any(
                later.action == history.PAIRED and later.round == entry.round
                for later in decoded.memory.entries[index + 1 :]
            )
            message = texts.change_text("redone" if is_redone else "undone", round=entry.round)
            yield Change("undone", entry.round or 0, message)


def _rounds_changed_late(observed: Changes, before: Facts) -> set[int]:
    """Return the rounds in which a pair was changed after its result was known (C11)."""
    removed_pairs = (fact for fact, text in observed.items() if text is None and fact.kind == "paire")
    return {pair.round for pair in removed_pairs if pair._replace(kind="résultat") in before}


# Sheets that an action writes, cell by cell


def compare_sheets(decoded: Workbook, game: AnyGame, *, caused: bool) -> tuple[list[Finding], list[str]]:
    """Compare the computed sheets with what an action would write now.

    A line with a cell that also differs from what the last action wrote, empty or not, is wrong, except for what the
    history does not record (`_differs_in_unrecorded`): nobody can tell such a cell that is out of date from one that a
    person changed, and an update writes both anew. A sheet whose differing cells are all of these two kinds is only out
    of date.

    Args:
        decoded: Workbook without problems.
        game: Game of the workbook.
        caused: Whether there are other findings. Sheets out of date, and wrong lines on sheets of kind SHEET (prizes,
            groups, finals …), are then reported as their consequences.

    Returns:
        Findings: one for each wrong line, beyond `_MAX_LINES_SHOWN` of a sheet one for the rest; one for each sheet out
        of date. And the sheets of which only titles or printouts are out of date, if no other sheet is.
    """
    rendered = _render_sheets(decoded, game)
    differing = {cell: value for cell, value in rendered.items() if not _has_value(decoded.snapshot, *cell, value)}
    if not differing:
        return [], []
    rendered_before = (
        _render_sheets(game.state_after_last_action(decoded), game) if decoded.memory.entries else None
    )  # unknown without a history
    remove_marks = build_mark_remover(decoded.tournament.players)
    findings, stale, titles = list[Finding](), list[str](), list[str]()
    for sheet, kind in SHEETS.items():
        (first, last), table = _figure_rows(decoded, sheet), _find_table(decoded, sheet)
        cells = [cell for cell in differing if cell[0] == sheet]
        figures = [cell for cell in cells if first <= cell[1] <= last]
        rows = defaultdict(list)
        for cell in figures:
            value = differing[cell]
            was_written = rendered_before and _has_value(decoded.snapshot, *cell, rendered_before.get(cell))
            if not was_written and not _differs_in_unrecorded(decoded, table, cell, value, remove_marks):
                rows[cell[1]].append((cell[2], value))
        if cells and not rows:
            (stale if figures else titles).append(sheet)
        findings += [
            replace(finding, consequence=caused and kind == kinds.SHEET)
            for finding in _line_findings(decoded, sheet, kind, rows)
        ]
    if stale:  # one advice for all sheets; a consequence when anything else is wrong
        message = texts.finding_text(
            "stale", sheet=join_items([sheet for sheet in SHEETS if sheet in (*stale, *titles)])
        )
        follows = caused or bool(findings)
        findings += [Finding(SHEETS[sheet], message, sheet, consequence=follows, stale=True) for sheet in stale]
    return findings, [] if stale else titles


def _differs_in_unrecorded(
    decoded: Workbook,
    table: Table | None,
    cell: tuple[str, int, int],
    expected: Cell,
    remove_marks: Callable[[str], str],
) -> bool:
    """Check whether a differing cell differs only in what people change without a trace in the history.

    That is any cell of `schema.UNRECORDED_SHEETS`, what a column of class `schema.Identity` shows, who has left (by
    Absences or Présent), and the marks of homonyms, which come from their clubs.

    Args:
        decoded: Workbook.
        table: Table of the sheet; None where it has none.
        cell: Sheet, row and column.
        expected: What an action would write.
        remove_marks: Removes the marks of homonyms from a text.
    """
    sheet, row, column = cell
    if sheet in schema.UNRECORDED_SHEETS:
        return True
    texts_shown = cell_text(decoded.snapshot.cell(*cell)), cell_text(expected)
    if table and row > table.header:
        columns = {position for name, position in table.columns.items() if isinstance(name, schema.Identity)}
        if LEFT in texts_shown:
            columns.update(find_header_columns(table, schema.MOVE_COLUMN).values())
        if column in columns:
            return True
    return len(set(map(remove_marks, texts_shown))) == 1


def _render_sheets(decoded: Workbook, game: AnyGame) -> dict[tuple[str, int, int], Cell]:
    """Return the cells of `SHEETS` as an action would write them, even over what a person typed there."""
    draft = Draft(decoded.snapshot)
    write_contents(draft, decoded, game.render_compared_sheets(draft, decoded))
    causes = [read_no_winner(cell_text(value)) for value in draft.wanted.get(schema.PRIZES, {}).values()]
    is_cut = PAGE in decoded.snapshot.sheets and not {NoWinner.UNKNOWN_SCOPE, NoWinner.NO_CATEGORY}.isdisjoint(causes)
    apart = (schema.PRIZES, schema.PALMARES) if is_cut else ()
    # the copy for the federation lacks the organiser's own columns, on which prizes may depend
    return {
        (sheet, *position): value
        for sheet in SHEETS
        if sheet not in apart
        for position, value in draft.wanted.get(sheet, {}).items()
    }


def _has_value(snapshot: Snapshot, sheet: str, row: int, column: int, value: Cell) -> bool:
    """Check whether a cell holds a value: numbers are compared as numbers, the rest as text."""
    current = snapshot.cell(sheet, row, column)
    if is_same_content(current, value):
        return True
    current_text, expected_text = cell_text(current), cell_text(value)
    if current_text == expected_text or not (current_text and expected_text):
        return current_text == expected_text
    current_number, expected_number = parse_number(current_text), parse_number(expected_text)
    return (
        current_number is not None
        and expected_number is not None
        and abs(current_number - expected_number) <= 1e-9 * max(1.0, abs(expected_number))
    )


def _figure_rows(decoded: Workbook, sheet: str) -> tuple[int, int]:
    """Return the first and last row of a sheet that contain figures.

    They start at the header of the table, or on Palmarès at the podium; printouts have none.
    """
    if sheet in _TO_PRINT:
        return MOST_ROWS, 0
    if sheet == schema.PALMARES:
        position = find_right_of(decoded.snapshot, sheet, PALMARES)
        return (position[0] + schema.PODIUM[1][1], position[0] + schema.SIGNED_AT - 1) if position else (1, MOST_ROWS)
    return _header_row(decoded, sheet) - (sheet == schema.RATINGS), MOST_ROWS  # Cotes: with PJmax above it


def _header_row(decoded: Workbook, sheet: str) -> int:
    """Return the header row of a sheet's table; 0 where it has none."""
    table = _find_table(decoded, sheet)
    return table.header if table else 0


def _find_table(decoded: Workbook, sheet: str) -> Table | None:
    """Return the table of a sheet that an action writes; None where it has none."""
    columns = decoded.columns.get(sheet)
    return decoded.derived.get(sheet) or (find_table(decoded.snapshot, sheet, columns, Problems()) if columns else None)


def _line_findings(
    decoded: Workbook, sheet: str, kind: str, rows: dict[int, list[tuple[int, Cell]]]
) -> Iterator[Finding]:
    """Yield a finding for each of the first wrong lines of a sheet, and one for the rest."""
    for row, cells in list(rows.items())[:_MAX_LINES_SHOWN]:
        yield _line_finding(decoded, sheet, kind, row, cells)
    if len(rows) > _MAX_LINES_SHOWN:
        message = texts.finding_text("other_lines", sheet=sheet, count=len(rows) - _MAX_LINES_SHOWN)
        yield Finding(kind, message, sheet)


def _line_finding(decoded: Workbook, sheet: str, kind: str, row: int, cells: list[tuple[int, Cell]]) -> Finding:
    """Build the finding for one line of a sheet; `cells` are the columns that differ with what they should contain."""
    snapshot, header = decoded.snapshot, _header_row(decoded, sheet)
    differences = [
        texts.cell_difference_text(
            (cell_text(snapshot.cell(sheet, header, column)) if row > header > 0 else "") or column_letters(column),
            cell_text(snapshot.cell(sheet, row, column)),
            cell_text(value),
        )
        for column, value in cells
    ]
    message = texts.finding_text("line", sheet=sheet, row=row, cells=" ; ".join(differences))
    return Finding(kind, message, sheet, row, cells[0][0])
