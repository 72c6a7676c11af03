"""Results received from phones: those on which both players agree go into empty cells as if typed.

Cells that say otherwise stay, and a warning says so; so it does for results on which the players disagree, which the
organiser decides at the desk (his page for these results).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.model import X
from tournament_xl.games.registry import decode, game_of
from tournament_xl.messages import phones as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.phones.report_lines import Pair, Report, Scores, collect_reports, format_sent_scores
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history import history
from tournament_xl.workbook.input_rows import ResultsSheet
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Line, Problems
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, Row

_RESULTS_PER_LINE = 8  # results in one line of the Journal


@dataclass(slots=True)
class MergedResults:
    """Results received for the current round, sorted by what is done with them."""

    draft: Draft  # the workbook with the agreed results in its empty cells
    sentences: list[str] = field(default_factory=list)  # warnings about results that were not put into the draft
    tables: list[int] = field(default_factory=list)  # tables whose results are in the draft
    lines: list[str] = field(default_factory=list)  # these results as sentences
    waiting: list[int] = field(default_factory=list)  # tables for which one player has reported


def run_with_phone_results(
    action: Callable[[Snapshot, DecodeContext], Outcome],
    snapshot: Snapshot,
    reports: Sequence[Report],
    context: DecodeContext = EMPTY_CONTEXT,
) -> Outcome:
    """Run an action on the workbook with the agreed results from phones in its empty cells; nothing is written.

    The action gets the filled sheets, and in its context the Journal sentences about the results. `reports` are in the
    order of their file.

    Returns:
        Outcome of the action. If it is DONE, the agreed results are among its edits, and its first note names their
        tables. In any case its notes have the warnings of `merge_phone_results`.
    """
    results = merge_phone_results(snapshot, reports, context)
    outcome = action(results.draft.after(), context._replace(phone_results=_journal(results)))
    if outcome.code != DONE or not results.tables:
        return outcome._replace(warnings=(*results.sentences, *outcome.warnings))
    for block in outcome.edits:
        for cell, value in block.cells():
            results.draft.put(*cell, value)
    summary = fill_sentence(texts.TAKEN, {"tables": results.tables})
    return outcome._replace(edits=results.draft.edits(), warnings=(summary, *results.sentences, *outcome.warnings))


def merge_phone_results(
    snapshot: Snapshot, reports: Sequence[Report], context: DecodeContext = EMPTY_CONTEXT
) -> MergedResults:
    """Put the agreed results of the last drawn round into a draft, where cells are empty and the game allows them.

    There is a warning (`sentences`) for each agreed result that the game refuses or whose cells have another result,
    for each table without result whose players disagree, and one for all tables where one player has reported. Reports
    from before the round was paired and pairs with a bye are ignored. The snapshot does not change. All lists are empty
    when a table of the workbook cannot be read.
    """
    results = MergedResults(Draft(snapshot))
    try:
        decoded: Workbook = decode(snapshot, context)
    except ActionAborted:
        return results
    reports_by_pair, names = collect_reports(reports, find_pairing_date(decoded)), decoded.names()
    agreed = []
    for row in decoded.results.round(len(decoded.tournament.rounds)):
        pair_reports = reports_by_pair.get(get_report_key(row))
        if pair_reports is None or X in row.match.sides:
            continue
        first, second = (names[player_id] for player_id in row.match.sides)
        facts = {
            "table": row.match.table,
            "one": first,
            "two": second,
            "scores": format_sent_scores(pair_reports.scores_by_sender),
        }
        if typed_text := format_typed_result(decoded, row):
            if pair_reports.agreed is not None and typed_text != texts.SCORES.format(*pair_reports.agreed):
                results.sentences.append(texts.CELL_STAYS.format(**facts, typed=typed_text))
        elif pair_reports.agreed is not None:
            agreed.append((row, pair_reports.agreed, facts))
        elif pair_reports.state is texts.ReportState.DIFFERS:
            results.sentences.append(texts.DIFFERENT.format(**facts))
        else:
            results.waiting.append(row.match.table)
    _merge_agreed(results, decoded, agreed)
    if results.waiting:
        results.sentences.append(fill_sentence(texts.NOT_CONFIRMED, {"tables": results.waiting}))
    return results


def find_pairing_date(decoded: Workbook) -> str:
    """Return the date when the last drawn round was paired last, as in the Journal; "" where no action paired it."""
    number = len(decoded.tournament.rounds)
    pairings = [entry for entry in decoded.memory.entries if entry.action == history.PAIRED and entry.round == number]
    return pairings[-1].date if pairings else ""


def _merge_agreed(
    results: MergedResults, decoded: Workbook, agreed: list[tuple[Row, Scores, dict[str, object]]]
) -> None:
    """Put the agreed results that the game allows into the draft, and report the others."""
    refusal_reasons = find_refusals(decoded, [(row, scores) for row, scores, _ in agreed])
    for row, scores, facts in agreed:
        if reason := refusal_reasons.get(row.line.row):
            results.sentences.append(texts.REFUSED.format(reason=reason, **facts))
        else:
            put_scores(results.draft, decoded, row, scores)
            results.tables.append(row.match.table)
            results.lines.append(texts.TAKEN_ONE.format(**facts))


def get_report_key(row: Row) -> Pair:
    """Return the key that a row of Résultats shares with its reports: round, table (0 without one), both N°."""
    return row.round, row.match.table or 0, *row.match.sides


def format_typed_result(decoded: Workbook, row: Row) -> str:
    """Return the result in a row as text, "420-380"; French words for a forfeit or an abandoned match.

    Where one score is missing it is "420-?"; without any score it is "".
    """
    cells = [row.line.text(column) for column in game_of(decoded).score_pairs[0]]
    if any(pending_row is row for pending_row in decoded.pending):
        return texts.SCORES.format(*(cell or "?" for cell in cells)) if any(cells) else ""
    rows = decoded.results.round(row.round)
    score_texts = game_of(decoded).render_scores(decoded, row.round, decoded.names())
    return next(text for result_row, text in zip(rows, score_texts, strict=True) if result_row is row).replace(
        " – ", "-"
    )


def find_refusals(decoded: Workbook, results: list[tuple[Row, Scores]]) -> dict[int, str]:
    """Return row of Résultats -> French reason why the game refuses its scores; accepted rows are left out.

    The scores are judged as if they were typed in the row, in its order.
    """
    problems = Problems()
    for row, scores in results:
        decoded.results.read_row(_typed_into(decoded, row, scores), problems)
    return {problem.row: problem.message for problem in problems.entries}


def find_unlikely_score(decoded: Workbook, row: Row, scores: Scores) -> str:
    """Return the first of two scores that is probably mistyped, such as "38"; "" if none is, or the game refuses them.

    The scores are judged as if they were typed in the row; nothing is changed.
    """
    sheet = decoded.results
    new_row = sheet.read_row(_typed_into(decoded, row, scores), Problems())
    if new_row is None:
        return ""
    single_row_workbook = replace(
        decoded, results=ResultsSheet(sheet.table, (new_row,), sheet.read_row, imported=sheet.imported)
    )
    return next((score for _, _, score in game_of(single_row_workbook).find_unlikely_cells(single_row_workbook)), "")


def _typed_into(decoded: Workbook, row: Row, scores: Scores) -> Line:
    """Return the line of a row as if these scores were typed.

    Judging it needs no second decoding of the workbook (20 ms at 250 players).
    """
    columns = game_of(decoded).score_pairs[0]
    return row.line._replace(texts=row.line.texts | dict(zip(columns, map(str, scores), strict=True)))


def put_scores(draft: Draft, decoded: Workbook, row: Row, scores: Scores) -> None:
    """Put two scores, in the order of the row, into the draft's cells of a row of Résultats (its first game)."""
    for column, score in zip(game_of(decoded).score_pairs[0], scores, strict=True):
        draft.put(schema.RESULTS, row.line.row, row.line.table.columns[column], score)


def _journal(results: MergedResults) -> tuple[str, ...]:
    """Return the Journal sentences about the results taken."""
    parts = [
        results.lines[start : start + _RESULTS_PER_LINE] for start in range(0, len(results.lines), _RESULTS_PER_LINE)
    ]
    return tuple(texts.TAKEN_DETAIL.format(results=" ; ".join(part)) for part in parts)
