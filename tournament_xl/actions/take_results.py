"""Results received from phones, taken by a press: those on which both players agree go into empty cells as if typed.

What was typed otherwise stays, and is told; so is what the desk has to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.model import X
from tournament_xl.games.registry import decode, jobs_of, of
from tournament_xl.messages import phone_reports as texts
from tournament_xl.messages.names import tables_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history import history
from tournament_xl.workbook.input_rows import ResultsSheet
from tournament_xl.workbook.phone_reports import Pair, Scores, lines_of, sent
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import Line, Problems
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, Row

_IN_A_LINE = 8  # results told in one line of the Journal


@dataclass(slots=True)
class Taken:
    """What a press finds among the received results of the round under way."""

    draft: Draft
    sentences: list[str] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)  # whose result goes into its cells
    lines: list[str] = field(default_factory=list)  # these results, in words
    waiting: list[int] = field(default_factory=list)


def taken(action: Callable[[Snapshot], Outcome], snapshot: Snapshot) -> Outcome:
    """The action, on the workbook with what has been received in its empty cells."""
    found = received(snapshot)
    outcome = action(found.draft.after()._replace(taken=_journal(found)))
    if outcome.code != DONE or not found.tables:
        return outcome._replace(warnings=(*found.sentences, *outcome.warnings))
    for block in outcome.edits:
        for at, value in block.cells():
            found.draft.put(*at, value)
    first = texts.TAKEN.format(tables=tables_text(found.tables))
    return outcome._replace(edits=found.draft.edits(), warnings=(first, *found.sentences, *outcome.warnings))


def received(snapshot: Snapshot) -> Taken:
    """The received results of the round under way, those that are agreed in a draft."""
    taken = Taken(Draft(snapshot))
    try:
        decoded: Workbook = decode(snapshot)
    except ActionAborted:
        return taken
    found, names = sent(snapshot.received, drawn_at(decoded)), decoded.names()
    agreed = []
    for row in decoded.results.round(len(decoded.tournament.rounds)):
        words = found.get(pair_of(row))
        if words is None or X in row.match.sides:
            continue
        one, two = (names[who] for who in row.match.sides)
        told = {"table": row.match.table, "one": one, "two": two, "scores": lines_of(words.words)}
        if there := typed(decoded, row):
            if words.agreed is not None and there != texts.SCORES.format(*words.agreed):
                taken.sentences.append(texts.CELL_STAYS.format(**told, typed=there))
        elif words.agreed is not None:
            agreed.append((row, words.agreed, told))
        elif words.state == texts.DIFFERS:
            taken.sentences.append(texts.DIFFERENT.format(**told))
        else:
            taken.waiting.append(row.match.table)
    _take(taken, decoded, agreed)
    if taken.waiting:
        taken.sentences.append(texts.NOT_CONFIRMED.format(tables=tables_text(taken.waiting)))
    return taken


def drawn_at(decoded: Workbook) -> str:
    """When the round under way was drawn, "" where no press drew it."""
    number = len(decoded.tournament.rounds)
    pairings = [one for one in decoded.memory.entries if one.action == history.PAIRED and one.round == number]
    return pairings[-1].date if pairings else ""


def _take(taken: Taken, decoded: Workbook, agreed: list[tuple[Row, Scores, dict[str, object]]]) -> None:
    """The agreed results that the game admits."""
    refused = refusals(decoded, [(row, scores) for row, scores, _ in agreed])
    for row, scores, told in agreed:
        if reason := refused.get(row.line.row):
            taken.sentences.append(texts.REFUSED.format(reason=reason, **told))
        else:
            _put(taken.draft, decoded, row, scores)
            taken.tables.append(row.match.table)
            taken.lines.append(texts.TAKEN_ONE.format(**told))


def pair_of(row: Row) -> Pair:
    """What a row of Résultats and a report have in common."""
    return row.round, row.match.table or 0, *row.match.sides


def typed(decoded: Workbook, row: Row) -> str:
    """What stands in a row, "420-380", a forfeit or an end as the game shows it; "" while it wants its result."""
    cells = [row.line.text(column) for column in of(decoded).SCORE_PAIRS[0]]
    if any(one is row for one in decoded.pending):
        return texts.SCORES.format(*(cell or "?" for cell in cells)) if any(cells) else ""
    rows = decoded.results.round(row.round)
    shown = of(decoded).score_texts(decoded, row.round, decoded.names())
    return next(text for one, text in zip(rows, shown, strict=True) if one is row).replace(" – ", "-")


def refusals(decoded: Workbook, results: list[tuple[Row, Scores]]) -> dict[int, str]:
    """Row on Résultats -> why the game does not admit these scores there, as a press would say it."""
    problems = Problems()
    for row, scores in results:
        decoded.results.read_row(_typed_into(decoded, row, scores), problems)
    return {one.row: one.message for one in problems.found}


def unlikely(decoded: Workbook, row: Row, scores: Scores) -> str:
    """A score among these that must be a slip of typing, "38"; "" without one."""
    sheet = decoded.results
    then = sheet.read_row(_typed_into(decoded, row, scores), Problems())
    if then is None:
        return ""
    alone = replace(decoded, results=ResultsSheet(sheet.table, (then,), sheet.read_row, imported=sheet.imported))
    return next((score for _, _, score in jobs_of(alone).unlikely_cells(alone)), "")


def _typed_into(decoded: Workbook, row: Row, scores: Scores) -> Line:
    """The line of a row as it reads with these scores: judging it needs no workbook decoded again (20 ms at 250)."""
    columns = of(decoded).SCORE_PAIRS[0]
    return row.line._replace(texts=row.line.texts | dict(zip(columns, map(str, scores), strict=True)))


def _put(draft: Draft, decoded: Workbook, row: Row, scores: Scores) -> None:
    for column, score in zip(of(decoded).SCORE_PAIRS[0], scores, strict=True):
        draft.put(schema.RESULTS, row.line.row, row.line.table.columns[column], score)


def _journal(taken: Taken) -> tuple[str, ...]:
    """The results that are taken, for the Journal."""
    parts = [taken.lines[at : at + _IN_A_LINE] for at in range(0, len(taken.lines), _IN_A_LINE)]
    return tuple(texts.TAKEN_DETAIL.format(results=" ; ".join(part)) for part in parts)
