"""End of every action: computed sheets, reasons, history (sheet Mémoire) and Journal go into its draft.

Rules (C11): docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.model import FieldChange, Notice, X
from tournament_xl.core.normalization import normalize
from tournament_xl.document.keys import Document
from tournament_xl.document.recorded import KEPT_OF_ROUNDS, join_parts, select_kept
from tournament_xl.games.registry import game_of
from tournament_xl.messages import changes, journal, reasons, sheets
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.decoded import Workbook, build_naming
from tournament_xl.workbook.history import history
from tournament_xl.workbook.history.changes import select_result
from tournament_xl.workbook.history.old_lines import find_observed
from tournament_xl.workbook.history.patches import apply_patch, compute_patch, join_patches
from tournament_xl.workbook.history.views import (
    find_drawn_pairs,
    find_matches,
    find_sides,
    list_drawn_rounds,
    list_pairs,
    make_pair_key,
)
from tournament_xl.workbook.sheets.contents import write_contents
from tournament_xl.workbook.sheets.paging import compute_layout_changes
from tournament_xl.workbook.tables import text_right_of
from tournament_xl.workbook.working_copy import (
    TO_THE_MINUTE,
    Outcome,
    WorkingCopy,
    put_reason,
    require_free_cells,
    require_valid,
)


def finish(working_copy: WorkingCopy, action: str, number: int, notice: Notice, sentence: str = "") -> Outcome:
    """Put into the draft what every action writes, and build its outcome.

    That is the computed sheets, reasons (Motif) that changed, and lines of Mémoire and Journal about the action and
    about what people changed since the last one (no such lines before the tournament begins, or when nothing changed).
    A last round that people typed gets missing table numbers, and Joueurs the optional columns that setting Colonnes
    names. `action` is its name for the history, such as `history.PAIRED`, and `number` the round concerned, 0 for none.
    `sentence` is the one about the action in the Journal; "" when only people's changes are worth a line.

    Returns:
        Outcome with the edits, the warnings that Tournoi does not show yet (all of them at the first pairing), and the
        first score cell without a result to select. If there are no edits its message says that all is up to date, but
        after an action that computes ratings it is `notice`.

    Raises:
        ActionAborted: The workbook as changed has problems, or a person wrote where a computed sheet grows.
    """
    decoded, history_before = working_copy.decoded, working_copy.decoded.memory
    game = game_of(decoded)
    _number_tables(working_copy)
    _add_columns(working_copy)
    new_workbook = decoded
    if working_copy.recorded or working_copy.draft.wanted:  # read it as the next action will
        history_after = history_before.with_document(apply_patch(history_before.document, working_copy.recorded))
        context = working_copy.context._replace(history=history_after, previous=decoded)
        new_workbook = require_valid(game.decode(working_copy.draft.after(), context))
    for round_number in range(1, len(new_workbook.tournament.rounds) + 1):
        _write_reasons(working_copy, new_workbook, round_number)
    contents = game.render_sheets(working_copy, new_workbook)
    status = contents.status
    write_contents(working_copy.draft, new_workbook, contents)
    require_free_cells(working_copy.draft)
    changed = _record_action(working_copy, new_workbook, action, number, sentence, status)
    is_first_pairing = action == history.PAIRED and number == 1
    text_shown = "" if is_first_pairing else text_right_of(decoded.snapshot, schema.TOURNAMENT, schema.WARNINGS)
    shown_warnings = sheets.split_warnings(text_shown)
    notices = [*working_copy.warnings, *_describe_names_put_back(decoded), *new_workbook.warnings]
    told = dict.fromkeys([*changed, *map(notice_text, notices)])
    warnings = tuple(text for text in told if text not in shown_warnings)
    edits, unhide = working_copy.draft.edits(), tuple(working_copy.draft.unhide)
    if not edits:
        same = notice if working_copy.rated else Notice("up_to_date")  # the ratings were up to date
        return Outcome(DONE, notice_text(same), (), (), warnings, number, status.parts)
    first_score = game.score_pairs[0][0]
    columns = new_workbook.results.table.columns
    select = tuple((schema.RESULTS, row.line.row, columns[first_score]) for row in new_workbook.pending[:1])
    layout_changes = compute_layout_changes(working_copy.draft, new_workbook)
    return Outcome(
        DONE, notice_text(notice), edits, (), warnings, number, status.parts, unhide, select, layout_changes
    )  # fmt: skip


def _describe_names_put_back(decoded: Workbook) -> Iterator[Notice]:
    """Yield a notice for rows of Résultats where the name of a third player is typed and the N° are as they were.

    The names are written anew from the N°, which alone counts; names that changed on Joueurs are none of these.
    """
    names, state = decoded.names(), decoded.memory.document
    recorded = {number: player.get("name") for number, player in state.get("players", {}).items()}
    number_of = {
        normalize(names[player.number]): player.number
        for player in decoded.tournament.players if recorded.get(str(player.number)) == player.name
    }  # fmt: skip
    rows = []
    for row in decoded.results.rows:
        sides = row.match.sides
        typed_names = {row.line.text(name_column) for _, name_column in decoded.side_columns}
        others = {number_of.get(normalize(name), X) for name in typed_names - {names[player] for player in sides}}
        if others - {X, *sides} and make_pair_key(*sides) in find_matches(state, row.round):
            rows.append(row.line.row)
    if rows:
        yield Notice("names_put_back", {"rows": rows})


def _add_columns(working_copy: WorkingCopy) -> None:
    """Add the optional columns of Joueurs that the setting Colonnes asks for and that are missing."""
    table = working_copy.decoded.players.table
    titles = working_copy.decoded.snapshot.sheets[schema.PLAYERS][table.header - 1]
    titles_present, free = {normalize(cell_text(title)) for title in titles}, count(len(titles) + 1)
    for name in working_copy.decoded.tournament.settings.columns:
        if normalize(name) not in titles_present:
            working_copy.draft.put(schema.PLAYERS, table.header, next(free), name)


def _number_tables(working_copy: WorkingCopy) -> None:
    """Number the tables that have no number, if people typed the last round themselves and it lacks results."""
    decoded, number = working_copy.decoded, len(working_copy.decoded.tournament.rounds)
    rows = decoded.results.round(number) if number not in decoded.memory.drawn else []
    if number > decoded.tournament.played:
        free = (table for table in count(1) if table not in {row.match.table for row in rows})
        for row in rows:
            if not row.match.table:
                working_copy.put(row, "Table", next(free))


def _record_action(
    working_copy: WorkingCopy, new_workbook: Workbook, action: str, number: int, sentence: str, status: sheets.Status
) -> list[str]:
    """Write this action into Mémoire and Journal, and return the people's changes that the answer reports.

    Nothing is written before the tournament begins, for a workbook just created, or where nothing changed.
    """
    history_before = working_copy.decoded.memory
    game = game_of(new_workbook)
    recorded = _record_documents(working_copy, new_workbook)
    observed = recorded.changes
    has_actions = any(entry.action != history.CREATED for entry in history_before.entries)
    has_begun = bool(new_workbook.tournament.rounds or has_actions) or any(
        entry.get("matches") for entry in recorded.found.get("rounds", {}).values()
    )
    has_changed = bool(recorded.observed or recorded.applied)
    if has_changed and history_before.is_old:  # what the old form never recorded is no reason for a line
        kept, new_kept = (
            {name: value for name, value in select_kept(document).items() if name != "former_numbers"}
            for document in (recorded.found, recorded.made)
        )
        has_changed = bool(
            observed or kept != new_kept or game.find_changes(new_workbook, recorded.found, recorded.made)
        )
    if (working_copy.quiet and not new_workbook.tournament.rounds) or not has_begun or not has_changed:
        return []
    history.write_entry(
        working_copy.draft, history_before, working_copy.date, action, number or None, recorded.observed,
        recorded.applied,
    )  # fmt: skip
    rounds = len(new_workbook.tournament.rounds)
    state = history_before.document
    lines = changes.describe_changes(observed, state, build_naming(working_copy.decoded))
    drawn_count = max(len(working_copy.decoded.tournament.rounds), rounds)
    for round_number in list_drawn_rounds(state)[drawn_count:]:
        key = "round_incomplete" if working_copy.decoded.results.round(round_number) else "round_emptied"
        settled = map(working_copy.decoded.settle_match, find_matches(state, round_number).values())
        results = sum(bool(select_result(match)) for match in settled)
        notice = Notice(key, {"round": round_number, "results": results})
        lines.append(changes.Sentence(notice_text(notice), round_number, True))
    last = new_workbook.tournament.settings.rounds
    has_last_round_result = any(
        change.field == "result" and change.round == last and select_result(change.new or {}) for change in observed
    )
    new_results = has_last_round_result or any(
        change.new and (change.field == "final" or (change.field == "pair" and change.round == last))
        for change in observed
    )
    is_settled = has_last_round_result or (new_results and status.ended)
    if is_settled and last == new_workbook.tournament.played and action != history.UNDONE:
        finals_alone = working_copy.decoded.has_finals and not has_last_round_result
        sentence = f"{sentence} {journal.ended_detail(status, final=finals_alone)}".strip()
    table, journal_rows = (
        working_copy.decoded.tables[schema.JOURNAL],
        [(journal.CORRECTED, line.round, line.text) for line in lines],
    )
    journal_rows += [
        (history.TAKEN, len(working_copy.decoded.tournament.rounds), text)
        for text in working_copy.context.phone_results
    ]
    journal_rows += [(action, number or None, sentence)] if sentence else []
    for row, line in zip(table.free_rows(), () if working_copy.quiet else journal_rows, strict=False):
        values: tuple[Cell, ...] = (working_copy.date[:TO_THE_MINUTE], *line)
        for column, value in zip(schema.JOURNAL_COLUMNS, values, strict=True):
            working_copy.draft.put(schema.JOURNAL, row, table.columns[column], value)
    messages = [line.text for line in lines if line.in_answer]
    drawn = len(working_copy.decoded.tournament.rounds)
    is_corrected = any(change.field == "result" and change.round < drawn for change in observed)
    if is_corrected and history_before.entries and action != history.UNDONE:
        messages += map(notice_text, describe_correction(working_copy.decoded))
    return messages


def describe_correction(decoded: Workbook) -> Iterator[Notice]:
    """Say what becomes of the last drawn round where a result of an earlier one is corrected; nothing of a schedule."""
    drawn = len(decoded.tournament.rounds)
    if not decoded.tournament.settings.formula.cycles:
        has_scores = bool(game_of(decoded).find_typed_rows(decoded, drawn))
        yield Notice("correction_stands" if has_scores else "correction_repairable", {"drawn": drawn})


class _Recorded(NamedTuple):
    """What Mémoire records of an action: patches, and the documents that they lead to."""

    observed: Document  # patch: what people changed
    applied: Document  # patch: what the action changed
    found: Document  # recorded part of the document with what people changed
    made: Document  # recorded part of the document after the action
    changes: Sequence[FieldChange]  # what people changed, value by value


def _record_documents(working_copy: WorkingCopy, new_workbook: Workbook) -> _Recorded:
    decoded, history_before, game = working_copy.decoded, working_copy.decoded.memory, game_of(new_workbook)
    state, found, new_said = history_before.document, game.record(decoded), game.select_said(new_workbook)
    if history_before.is_old:
        observed = find_observed(state, found, game.find_changes(decoded, state, found))
        found = apply_patch(state, observed)
    else:
        observed = compute_patch(state, found)
    changed = game.find_changes(decoded, state, found) if observed else []
    rounds = len(new_workbook.tournament.rounds)
    patch = join_patches(working_copy.recorded, {"rounds": {
        **{str(number): {"drawn": True} for number in range(1, rounds + 1)},
        **{str(number): dict.fromkeys(KEPT_OF_ROUNDS) for number in list_drawn_rounds(state) if number > rounds},
    }})  # fmt: skip
    if copy := working_copy.context.newer_backup:
        patch = join_patches(patch, {"backups_told": {copy: True}})
    kept = select_kept(apply_patch(state, patch))
    players = {*new_said.get("players", {})}
    former = sorted(number for number in history_before.numbers if str(number) not in players)
    made = join_parts(new_said, kept | ({"former_numbers": former} if former else {}))
    return _Recorded(observed, compute_patch(found, made), found, made, changed)


# Motif: the rule's sentence for a paired pair, "organiser" for a pair made by hand (C11, C12)


def _write_reasons(working_copy: WorkingCopy, new_workbook: Workbook, number: int) -> None:
    """Write Motif beside the pairs of a round that people made since the last action, and where it is empty.

    Not in a round just paired; in one that people typed themselves once it is played.
    """
    drawn = working_copy.decoded.memory.drawn.get(number)
    just_paired = "present" in (working_copy.recorded.get("rounds", {}).get(str(number)) or {})
    if just_paired or not (drawn or number <= new_workbook.tournament.played):
        return
    has_colours, last_state = game_of(new_workbook).has_colours, working_copy.decoded.memory.document
    last_pairs, last_sides = list_pairs(last_state, number), find_sides(last_state, number)
    drawn_pairs = find_drawn_pairs(drawn.after, number) if drawn else frozenset()
    drawn_sides = find_sides(drawn.after, number) if drawn else frozenset()
    for row in new_workbook.results.round(number):
        pair, sides, reason = frozenset(row.match.sides), row.match.sides, row.match.reason
        is_new = drawn is not None and (pair not in last_pairs or (has_colours and sides not in last_sides))
        if reason and not is_new:
            continue
        if pair not in drawn_pairs:
            put_reason(working_copy, row, reasons.ORGANISER)
        elif has_colours and X not in pair and sides not in drawn_sides:
            put_reason(working_copy, row, reasons.COLOURS)
        elif not reason or reasons.read_author(reason) is reasons.ReasonAuthor.ORGANISER:
            put_reason(working_copy, row, reasons.LOST)
