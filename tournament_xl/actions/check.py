"""Check of a workbook: rounds, computed sheets and history are compared with what the rules give. Writes nothing.

The history (sheet Mémoire) says what each pairing read and wrote: every round is judged on what was known at its time.
Changes by people since the last action are reported at their cells; computed sheets are compared with what an action
would write now. Rules (C11): docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournament_xl.actions.check_report import Change, CheckReport, render_report_lines, render_verdict
from tournament_xl.actions.check_sheets import KINDS, SHEETS, compare_sheets, find_changed_reasons, find_wrong_names
from tournament_xl.games import findings as kinds
from tournament_xl.games.findings import Finding
from tournament_xl.games.registry import find_game, game_of
from tournament_xl.messages import changes
from tournament_xl.messages import check as texts
from tournament_xl.messages.notices import notice_text
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import EMPTY_CONTEXT, DecodeContext
from tournament_xl.workbook.decoded import REMOVED_ROWS, Workbook, build_naming
from tournament_xl.workbook.history import history
from tournament_xl.workbook.history.changes import select_result
from tournament_xl.workbook.history.views import (
    TYPED_BEFORE,
    find_changed_pairs,
    find_matches,
    find_names,
    make_pair_key,
    split_pair_key,
)
from tournament_xl.workbook.snapshot import Snapshot
from tournament_xl.workbook.tables import Line, Problems, sort_problems
from tournament_xl.workbook.working_copy import ActionAborted, Outcome

_KINDS = {
    "résultat": kinds.RESULT, "perdu": kinds.RESULT, "finale": kinds.RESULT, "paire": kinds.PAIR,
    "couleurs": kinds.PAIR, "réglage": kinds.SETTING, "cote": kinds.COTE,
    **dict.fromkeys(("nom", "remplacé", "parti", "licence", "pays"), kinds.NAME),
}  # kind of a change that a check reports -> kind of finding  # fmt: skip
_CHANGES = {
    kinds.RESULT: "corrected", kinds.PAIR: "exchanged", kinds.SETTING: "setting", kinds.COTE: "cote",
    kinds.NAME: "people",
}  # kind of finding -> kind of the organiser's change  # fmt: skip
_RANKED = {schema.STANDINGS, schema.GRID}
_COLUMNS = {"nom": "Nom", "remplacé": "Nom", "licence": "Licence", "pays": "Pays", "cote": "Cote"}


def check(
    snapshot: Snapshot, context: DecodeContext = EMPTY_CONTEXT, already_decoded: Workbook | None = None
) -> CheckReport:
    """Compare rounds, computed sheets and history of a workbook with the rules and its facts; no content raises.

    If cells have problems, neither rounds nor computed sheets are judged, and findings are only about the history. If a
    table cannot be read the report has nothing but the problems. If `already_decoded` is this workbook, `snapshot` and
    `context` are not read. Findings are sorted by kind and round.
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
        problems=sort_problems(set(decoded.problems)),
        has_ratings=game.has_ratings,
        manual_changes=tuple(find_manual_changes(decoded)),
        warnings=tuple(text for text in dict.fromkeys(map(notice_text, decoded.warnings)) if text not in doubts),
        doubts=doubts,
    )
    if not report.problems:
        pairings, rule_findings = game.judge_rounds(decoded)
        findings += [*find_unrecorded_changes(decoded), *rule_findings]
        sheets = compare_sheets(decoded, game)
        findings += [*sheets.findings, *find_wrong_names(decoded, game)]
        notes = [texts.finding_text("not_compared", sheet=sheet, column=column) for sheet, column in sheets.absent]
        if rows := find_changed_reasons(decoded, game):
            notes.append(texts.finding_text("reasons", rows=rows))
        old_figures = {*sheets.stale, *(finding.sheet for finding in sheets.findings)}
        shown = KINDS.keys() & decoded.snapshot.sheets.keys()
        has_ratings = schema.RATINGS in shown and game.is_rated(decoded)
        report = replace(
            report,
            pairings=tuple(pairings),
            stale=tuple(sheet for sheet in SHEETS if sheets.stale and sheet in (*sheets.stale, *sheets.others)),
            reworded=() if sheets.stale else tuple(sheets.others),
            standings_ok=_judge_standings(old_figures, shown),
            ratings_ok=schema.RATINGS not in old_figures if has_ratings else None,
            lots_ok=not any(finding.kind == kinds.LOT for finding in rule_findings) if game.has_lots(decoded) else None,
            warnings=(*report.warnings, *notes),
        )
    order = sorted(findings, key=lambda finding: (kinds.KINDS.index(finding.kind), finding.round or 0))
    return replace(report, findings=tuple(order))


def _judge_standings(old_figures: set[str], shown: set[str]) -> bool | None:
    """Tell whether Classement and Grille have the present figures; None where one of them is not there."""
    if not _RANKED.isdisjoint(old_figures):
        return False
    return True if shown >= _RANKED else None


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
        column = decoded.memory.table.columns["Faits"] if decoded.memory.table else 0
        message = texts.finding_text("memory_changed", rows=rows)
        yield Finding(kinds.MEMORY, message, schema.MEMORY, rows[0], column)


# Changes by hand: since the last action, at their cells; before it, as each action observed them


def find_unrecorded_changes(decoded: Workbook) -> Iterator[Finding]:
    """Yield a finding for each value on the sheets that people changed since the last action.

    Only results, pairs, finals, settings, cotes (ratings) and identities of players count, not what people may change
    at any time, such as absences or pairs to avoid. Nothing is yielded before a round is drawn, nor for a result typed
    where there was none. `decoded` must have no problems.
    """
    game, recorded = game_of(decoded), decoded.memory.document
    changed = game.find_changes(decoded, recorded, game.record(decoded))
    for item in changes.list_told_changes(changed, recorded, build_naming(decoded)):
        if item.kind not in _KINDS:
            continue
        sheet, row, column, table = _locate(decoded, item)
        sentence = changes.render_change(item.kind, item.round, [item.description])
        message = texts.unseen_change_text(f"{sheet}!{row}" if row else sheet, sentence)
        old_text, new_text = (
            changes.value_text(item.change.field, value) for value in (item.change.old, item.change.new)
        )
        round_number = item.round or None
        yield Finding(_KINDS[item.kind], message, sheet, row, column, round_number, table or None, old_text, new_text)


def _locate(decoded: Workbook, item: changes.ChangeItem) -> tuple[str, int, int, int]:
    """Return sheet, row, column and table of what changed; 0 for what no longer exists."""
    field, round_number, key = item.change[:3]
    if field == "setting":
        return schema.TOURNAMENT, *_position(decoded.settings.lines.get(str(key)), "Valeur"), 0
    if round_number:
        for row in decoded.results.round(round_number):
            if make_pair_key(*row.match.sides) == key:
                return schema.RESULTS, *_position(row.line, row.scores[0]), row.match.table
        return schema.RESULTS, 0, 0, 0
    if field == "final":
        return schema.FINALS, 0, 0, 0
    return schema.PLAYERS, *_position(decoded.lines.get(int(key)), _COLUMNS.get(item.kind, "N°")), 0


def _position(line: Line | None, column: str) -> tuple[int, int]:
    return (line.row, line.table.columns.get(column, 0)) if line else (0, 0)


def find_manual_changes(decoded: Workbook) -> Iterator[Change]:
    """Yield the organiser's changes that the history records, in chronological order.

    These are changed results, pairs, settings, cotes (ratings) and identities, pairs typed before their round was
    paired, rounds in which a pair was changed after its result was known (C11), and undone rounds (the message says if
    they were paired again). Pairs that are typed again when a round is paired again count once.
    """
    game, naming, fixed_so_far = game_of(decoded), build_naming(decoded), set[str]()
    for index, entry in enumerate(decoded.memory.entries):
        observed = game.find_changes(decoded, entry.before, entry.found)
        for item in changes.list_told_changes(observed, entry.before, naming):
            if item.kind in _KINDS:
                kind = _CHANGES[_KINDS[item.kind]]
                sentence = changes.render_change(item.kind, item.round, [item.description])
                yield Change(kind, item.round, sentence)
        for round_number in sorted(_rounds_changed_late(decoded, entry)):
            yield Change("late", round_number, texts.change_text("late", round=round_number))
        if entry.action == history.PAIRED and (imposed := _list_imposed(entry)):
            names = {**find_names(entry.after), **naming.names}
            pairs = ", ".join(
                " – ".join(names.get(player_id, f"N° {player_id}") for player_id in split_pair_key(key))
                for key in imposed
            )
            message = texts.change_text("fixed", round=entry.round, pairs=pairs)
            if message not in fixed_so_far:  # paired again after an undo
                yield Change("fixed", entry.round or 0, message)
            fixed_so_far.add(message)
        elif entry.action == history.UNDONE:
            is_redone = any(
                later.action == history.PAIRED and later.round == entry.round
                for later in decoded.memory.entries[index + 1 :]
            )
            message = texts.change_text("redone" if is_redone else "undone", round=entry.round or "?")
            yield Change("undone", entry.round or 0, message)


def _list_imposed(entry: history.HistoryEntry) -> list[str]:
    """List the keys of the pairs that people typed before the pairing of an entry, as far as it recorded them first."""
    before, after = (
        document.get("rounds", {}).get(str(entry.round), {}).get("imposed", {})
        for document in (entry.found, entry.after)
    )
    return [key for key, status in after.items() if status == TYPED_BEFORE and before.get(key) != status]


def _rounds_changed_late(decoded: Workbook, entry: history.HistoryEntry) -> set[int]:
    """Return the rounds in which a pair was changed after its result was known (C11)."""
    changed = find_changed_pairs(entry.before, entry.found, entry.observed.get("rounds") or ())
    matches = ((number, find_matches(entry.before, number).get(key)) for number, key in changed)
    return {number for number, match in matches if match and select_result(decoded.settle_match(match))}
