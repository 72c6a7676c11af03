"""The calls that a page may make on the workbooks of a folder, by name (docs/stdio.md).

Each takes the folder, the request and the bytes that came with it, and returns the outcome and the call's own fields.
Two fields are for `page_session` alone: `path`, the workbook to show afterwards, and `current`, true where an action
has just updated it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.core import text_limits
from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.model import Absences, Notice
from tournament_xl.core.resources import printable_path
from tournament_xl.frontends.web.page_view import View
from tournament_xl.frontends.web.page_workbooks import HIDDEN_PREFIXES, CallRequest, PageWorkbooks
from tournament_xl.games.new_workbook import setting_cell, typed_cell
from tournament_xl.games.registry import game_of
from tournament_xl.messages import page as texts
from tournament_xl.messages import submission as send_texts
from tournament_xl.messages.cli import BACKUPS
from tournament_xl.messages.notices import Reason
from tournament_xl.service import live_actions
from tournament_xl.storage import file_actions, restore
from tournament_xl.storage.phone_report_file import append, reports
from tournament_xl.storage.workbook_file import ENDINGS, ClosedFile, find_backups, refuse_backup
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.input_rows import read_rounds
from tournament_xl.workbook.phone_reports import PairReports, collect_reports
from tournament_xl.workbook.phone_reports import parse_reports as read_reports
from tournament_xl.workbook.snapshot import (
    Cell,
    Draft,
    HostError,
    Snapshot,
    UsageError,
    cell_address,
    cell_text,
    replace_surrogates,
)
from tournament_xl.workbook.tables import Problem, find_right_of
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, invalid, refused, require_valid

CallResult = tuple[Outcome, View]  # the outcome, and the fields that the call adds to the answer
_LISTED = 60  # workbooks of a folder


def _books(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """List the workbooks of the folder, the most recently modified first, each with its status."""
    try:
        files = [file for file in workbooks.folder.iterdir() if file.name.lower().endswith(ENDINGS) and file.is_file()]
    except OSError:
        raise HostError(texts.FOLDER_GONE.format(folder=printable_path(workbooks.folder))) from None
    newest = sorted(
        (file for file in files if not file.name.startswith(HIDDEN_PREFIXES)), key=os.path.getmtime, reverse=True
    )
    return Outcome(DONE), {"books": [_listed(workbooks, file) for file in newest[:_LISTED]]}


def _listed(workbooks: PageWorkbooks, file: Path) -> View:
    modified = file.stat().st_mtime
    try:
        snapshot = ClosedFile(workbooks.path({"file": file.name})).read()
    except (HostError, UsageError) as error:
        return {"file": file.name, "when": modified, "status": str(error)}
    position = find_right_of(snapshot, schema.TOURNAMENT, schema.STATUS)
    return {
        "file": file.name,
        "when": modified,
        "status": cell_text(snapshot.cell(schema.TOURNAMENT, *position)) if position else "",
    }


def _open(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    return Outcome(DONE), {"path": workbooks.path(request)}


def _take(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Put a workbook from elsewhere into the folder; `over` allows it to replace another one of the same name."""
    path = workbooks.path(request)
    if path.exists() and path.read_bytes() != data and not request.get("over"):
        raise HostError(texts.OTHER_FILE.format(file=printable_path(path.name)))
    with tempfile.TemporaryDirectory() as staging:  # only a readable workbook reaches the folder
        file = Path(staging) / path.name
        file.write_bytes(data)
        snapshot = ClosedFile(file).read()
    refuse_backup(path, snapshot)
    if path.exists():
        ClosedFile(path).replace(lambda _: data, stamp=None)
    else:
        file_actions.write_new(path, data)
    return Outcome(DONE), {"path": path}


def _new(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Create a workbook; the list of players is `data` under the name `list`, or a workbook of the folder."""
    from tournament_xl.players.pasted_list import PastedList, read_pasted_list
    from tournament_xl.players.player_lists import Registrations
    from tournament_xl.players.registrations import read_registrations

    path, game, registrations = workbooks.path(request), str(request["game"]), Registrations([], [])
    settings = {name: replace_surrogates(str(text).strip()) for name, text in request.get("settings", {}).items()}
    if request.get("list"):
        with tempfile.TemporaryDirectory() as staging:
            name = Path(str(request["list"])).name
            pasted = read_pasted_list(data, name) if data else PastedList(data)
            if data:
                (Path(staging) / name).write_bytes(pasted.data)
            source = Path(staging) / name if data else workbooks.path({"file": name})
            registrations = read_registrations(game, source, [workbooks.folder], titles=pasted.titles)
            registrations.warnings.extend(pasted.notes)
    filled_in = {name: text for name, text in settings.items() if text}
    outcome = file_actions.create_from_list(path, filled_in, registrations, game=game, shown_path=path.name)
    return outcome, {"path": path} if outcome.code == DONE else {}


def _press(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Do a button's action; `force` and `provisional` are the options of undo and ratings, `files` what was written."""
    path, action = workbooks.path(request), str(request["action"])
    if action in BACKUPS and action in workbook_actions.ACTIONS:
        file, option = workbooks.file(path), {"undo": "force", "ratings": "provisional"}.get(action)
        options = {option: bool(request.get(option))} if option else {}
        outcome = file_actions.run_action_on_file(
            file, partial(workbook_actions.ACTIONS[action], before=workbooks.last_decoded, **options), BACKUPS[action]
        )
        extra: View = {
            "path": path,
            "current": True,
            "show": live_actions.SHEET_AFTER_ACTION[action] if outcome.code == DONE else "",
        }
        return outcome, extra | ({"doubt": True} if outcome.reason is Reason.ROUND_HAS_SCORES else {})
    if action == "send":
        return _send(path)
    if action == "publish":
        from tournament_xl.publication.publish import PublishedWorkbook

        publication = PublishedWorkbook(path, initials=bool(request.get("initials")))
        outcome = publication.publish()
        return outcome, {"files": [publication.folder.name] if outcome.code == DONE else []}
    snapshot = workbooks.file(path).read()
    return file_actions.run_action_on_snapshot(
        live_actions.ON_SHEETS[action], snapshot, file_actions.journal_date(), path
    ), {}


def _send(path: Path) -> CallResult:
    """Write the files for the federation into a folder of their own, and return the mail to be read."""
    from email import message_from_bytes
    from email.policy import default

    from tournament_xl.submission.send import send

    folder = path.parent / send_texts.FOLDER.format(stem=path.stem)
    outcome = send(path, folder)
    if outcome.code != DONE:
        return outcome, {}
    mail = message_from_bytes(max(folder.glob("*.eml"), key=os.path.getmtime).read_bytes(), policy=default)
    body = mail.get_body(("plain",))
    message = {"to": mail["To"] or "", "subject": mail["Subject"] or "", "body": body.get_content() if body else ""}
    names = [folder.name, *(f"{folder.name}/{file.name}" for file in sorted(folder.iterdir()))]
    return outcome, {"files": names, "mail": message}


def _type(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Type cells as a person would, all or none: each has `sheet`, `row`, `column`, `value`, and `was`, its old text.

    Refused where the typed rows would get a new problem. Also refused, with `doubt`, where a score is unlikely, unless
    the request says `sure`.
    """
    path = workbooks.path(request)
    file = workbooks.file(path)
    file.refuse_when_open()
    snapshot = file.read()
    refuse_backup(path, snapshot)
    draft, positions = Draft(snapshot), set()
    for cell in request["cells"]:
        sheet, row, column = str(cell["sheet"]), int(cell["row"]), int(cell["column"])
        text, current = replace_surrogates(str(cell["value"])).strip(), cell_text(snapshot.cell(sheet, row, column))
        if sheet not in snapshot.sheets or sheet == schema.MEMORY or not (0 < row < 10**5 and 0 < column < 10**3):
            raise ValueError(sheet)
        if cell.get("was", current) != current and current != text:
            raise _refusal(texts.MEANWHILE.format(sheet=sheet, cell=cell_address(row, column), now=current))
        draft.put(sheet, row, column, _cell_value(snapshot, sheet, row, column, text) if text else None)
        positions.add((sheet, row, column))
    earlier_problems, rows = set(_problems_of(_decode(workbooks, snapshot))), {position[:2] for position in positions}
    decoded = _decode(workbooks, draft.after())
    if new_problems := [
        problem
        for problem in _problems_of(decoded)
        if (problem.sheet, problem.row) in rows and problem not in earlier_problems
    ]:
        raise invalid(new_problems)
    if not request.get("sure") and (
        unlikely := [
            problem
            for problem in _unlikely_scores(decoded)
            if (problem.sheet, problem.row, problem.column) in positions
        ]
    ):
        return Outcome(REFUSED, problems=tuple(unlikely)), {"doubt": True}
    file.write(draft.edits(), stamp=None)
    return Outcome(DONE, texts.TYPED), {"path": path}


def _refusal(text: str) -> ActionAborted:
    """Build the error for a refused request."""
    return ActionAborted(Outcome(REFUSED, text))


def _decode(workbooks: PageWorkbooks, snapshot: Snapshot) -> Workbook | Outcome:
    """Decode the workbook, or return the outcome that says why it cannot be decoded."""
    try:
        return workbooks.decode(snapshot)
    except ActionAborted as aborted:
        return aborted.outcome


def _problems_of(decoded: Workbook | Outcome) -> Sequence[Problem]:
    return decoded.problems if isinstance(decoded, Outcome) else decoded.problems.found


def _unlikely_scores(decoded: Workbook | Outcome) -> Iterator[Problem]:
    """Find the scores that need a confirmation."""
    if isinstance(decoded, Outcome):
        return
    table = decoded.results.table
    for row, column, score in game_of(decoded).find_unlikely_cells(decoded):
        yield Problem(table.sheet, row, table.columns[column], texts.UNLIKELY.format(score=score))


def _cell_value(snapshot: Snapshot, sheet: str, row: int, column: int, text: str) -> Cell:
    """Convert typed text to the value that the cell gets."""
    if sheet == schema.TOURNAMENT:
        return setting_cell(cell_text(snapshot.cell(sheet, row, column - 1)), text)
    header = (cell_text(snapshot.cell(sheet, header_row, column)) for header_row in range(min(row, 10), 0, -1))
    return typed_cell(next(filter(None, header), ""), text)


def _presence(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Set who comes to the next round: `rows` of Joueurs, with `state` "here", "absent" or "left"."""
    decoded = require_valid(workbooks.decode(workbooks.read(request)))
    next_round, table = decoded.tournament.next_round, decoded.players.table
    player_lines = {line.row: line for line, _ in decoded.players.rows}
    cells = []
    for row in request["rows"]:
        absences = player_lines[int(row)].text("Absences")
        parsed = read_rounds(absences) if absences else (frozenset(), None)
        text = format_absences(Absences(*(parsed or (frozenset(), None))), next_round, str(request["state"]))
        cell = {"sheet": schema.PLAYERS, "row": int(row), "column": table.columns["Absences"]}
        cells.append({**cell, "value": text, "was": absences})
        if column := table.columns.get(schema.PRESENT):  # C15
            cells.append({**cell, "column": column, "value": "oui" if request["state"] == "here" else ""})
    return _type(workbooks, {**request, "cells": cells}, data)


def format_absences(absences: Absences, round_number: int, state: str) -> str:
    """Return the text of the column Absences after a player's presence has changed.

    Args:
        absences: Absences of the player before the change.
        round_number: Round from which the new state holds.
        state: "absent" for this round only, "left" from this round on, anything else for present.
    """
    rounds, left_from = set(absences.rounds), absences.after
    if state == "left":
        left_from = round_number if left_from is None else min(left_from, round_number)
    elif state == "absent":
        rounds.add(round_number)
    else:
        if left_from is not None and left_from <= round_number:
            rounds, left_from = rounds | set(range(left_from, round_number)), None
        rounds.discard(round_number)
    single = sorted(absent_round for absent_round in rounds if left_from is None or absent_round < left_from)
    return ", ".join([*map(str, single), *([f"{left_from}-"] if left_from is not None else [])])


def _received(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Add a file of phone results to the one next to the workbook, then write the agreed results into Résultats."""
    path = workbooks.path(request)
    recorded = reports(path)
    recorded_set, sent_by_pair = {*recorded}, collect_reports(recorded)
    if (
        not (
            new_reports := [
                report for report in read_reports(data[: text_limits.PHONE_RESULTS_BYTES]) if report not in recorded_set
            ]
        )
        and not recorded
    ):
        raise _refusal(texts.NO_REPORTS)
    for report in new_reports:
        sent_by_pair[report.pair] = sent_by_pair.get(report.pair, PairReports()).after(report)
        append(path, report, sent_by_pair[report.pair].state)
    return _press(workbooks, {**request, "action": "take"}, b"")


def _copies(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """List the backups of the workbook, newest first."""
    path = workbooks.path(request)
    return Outcome(DONE), {
        "rows": restore.list_backups(path),
        "names": [copy.file.name for copy in find_backups(path)[::-1]],
    }


def _back(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Restore a backup by its name; the present state is backed up first."""
    path = workbooks.path(request)
    return restore.restore(path, str(request["name"]))._replace(status=""), {"path": path}


def _explain(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Explain the pairs of a round."""
    decoded = require_valid(workbooks.decode(workbooks.read(request)))
    last = len(decoded.tournament.rounds)
    round_number = int(request.get("round") or last)
    if not 1 <= round_number <= last:
        raise refused(
            Notice("no_round_yet") if not last else Notice("no_such_round", {"round": round_number, "last": last})
        )
    explanations = game_of(decoded).explain_round(decoded, round_number, request.get("table"))
    return Outcome(DONE), {
        "pairs": [{"title": explanation.title, "lines": explanation.lines} for explanation in explanations]
    }


def _what_if(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Compute the standings and the next pairs for supposed results; nothing is written."""
    from tournament_xl.actions.what_if import suppose_results
    from tournament_xl.interchange.export_tables import build_standings_table_after

    result = suppose_results(workbooks.read(request), [(str(table), str(text)) for table, text in request["tables"]])
    table = build_standings_table_after(result.decoded, result.after)
    columns = [name for name in table.columns if any(row.get(name) not in (None, "") for row in table.rows)]
    rows = [columns, *([cell_text(row.get(name)) for name in columns] for row in table.rows)]
    next_rows = result.next.snapshot.sheets[schema.PAIRINGS] if result.next else ()
    pairs = [[cell_text(cell) for cell in row] for row in next_rows]
    return Outcome(DONE, result.sentence), {"standings": rows, "next": pairs}


def _standings(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Return the standings after a round that has been played."""
    from tournament_xl.interchange.export_tables import build_standings_table

    decoded = require_valid(workbooks.decode(workbooks.read(request)))
    after, played = int(request["after"]), decoded.tournament.played
    if not 0 <= after <= played:
        raise refused(Notice("not_played_yet", {"round": after, "last": played}))
    rows = [[cell_text(cell) for cell in line] for line in build_standings_table(decoded, after).lines()]
    return Outcome(DONE, game_of(decoded).render_standings_title(decoded, after)), {"standings": rows}


def _paper(workbooks: PageWorkbooks, request: CallRequest, data: bytes) -> CallResult:
    """Render a sheet as its workbook prints it, updated; nothing is written."""
    from tournament_xl.printing.page_html import render_print  # with ElementTree, which other calls do without
    from tournament_xl.printing.printed_sheet import PrintedSheet

    file, sheet = workbooks.file(workbooks.path(request)), str(request["sheet"])
    snapshot = file.read()
    outcome = workbook_actions.update(snapshot, file_actions.journal_date(), before=workbooks.last_decoded)
    book = file.preview(outcome.edits, outcome.unhide, outcome.looks)
    if sheet not in book.parts or sheet == schema.MEMORY:
        raise ValueError(sheet)
    return Outcome(DONE), {"paper": render_print(PrintedSheet(book, sheet))}


CALLS: dict[str, Callable[[PageWorkbooks, CallRequest, bytes], CallResult]] = {
    "books": _books, "open": _open, "take": _take, "new": _new, "press": _press, "type": _type,
    "presence": _presence, "received": _received,
    "copies": _copies, "back": _back, "explain": _explain, "what_if": _what_if,
    "standings": _standings, "paper": _paper,
}  # fmt: skip
