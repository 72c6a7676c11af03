"""The door for a page that shows a workbook by itself: workbooks of one folder looked at, typed into and pressed.

A page in a browser asks it in a worker (web/), or over the computer's own network (`app`). Each call takes an object
and bytes and gives an object, as docs/stdio.md describes; the folder is all that it reaches.
"""

from __future__ import annotations

import io
import os
import re
import tempfile
import traceback
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import BUG, DONE, REFUSED, UNREADABLE
from tournament_xl.core.model import Absences, Notice
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.frontends.libreoffice.stdio import answer_of
from tournament_xl.frontends.web.page_view import View, seen
from tournament_xl.games.new_workbook import setting_cell, typed_cell
from tournament_xl.games.registry import decode, jobs_of, of
from tournament_xl.messages import page as texts
from tournament_xl.messages import submission as send_texts
from tournament_xl.messages.cli import BACKUPS
from tournament_xl.messages.failures import bug_sentence, sentence
from tournament_xl.messages.forms import PAGE, said
from tournament_xl.service import live_actions
from tournament_xl.storage import file_actions, restore
from tournament_xl.storage.phone_report_file import append, reports
from tournament_xl.storage.workbook_file import ENDINGS, ClosedFile, copies, refuse_copy
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.input_rows import read_rounds
from tournament_xl.workbook.phone_reports import Sent, sent
from tournament_xl.workbook.phone_reports import read as read_reports
from tournament_xl.workbook.snapshot import (
    Cell,
    Draft,
    HostError,
    Json,
    Snapshot,
    UsageError,
    address,
    cell_text,
    whole_letters,
)
from tournament_xl.workbook.tables import Problem, right_of
from tournament_xl.workbook.working_copy import ActionAborted, Outcome, invalid, refused, require_valid

Given = Mapping[str, Json]
Found = tuple[Outcome, View]  # what happened, and what else the answer has
_LISTED = 60  # workbooks of a folder
_MOST_RECEIVED = 4_000_000  # bytes of a file of results
_HIDDEN = ("~", ".")  # how the names of locks and of files that nobody named begin


@dataclass(slots=True)
class PageSession:
    """The folder whose workbooks a page works on."""

    folder: Path
    _last: ClosedFile | None = None  # the workbook asked for last: only what has changed in it is read again,
    known: Workbook | None = None  # and understood again

    def call(self, name: str, given: Given, data: bytes = b"") -> View:
        """The answer to a call: `answer` as a press gives it, what the call adds, and the `view` that there is now."""
        more: View = {}
        try:
            outcome, more = CALLS[name](self, given, data)
            path, current = more.pop("path", None), more.pop("current", False)
            if path and outcome.code == DONE:
                more["view"] = self._view(path, current=current)
        except ActionAborted as stop:
            outcome = stop.outcome
        except (HostError, UsageError) as error:
            outcome = Outcome(error.code, str(error))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            reason = f"{type(error).__name__}: {error}"[:200]
            outcome = Outcome(
                UsageError.code, texts.NOT_AS_DESCRIBED.format(name=name, reason=reason), text=traceback.format_exc()
            )
        except Exception as error:
            broken = sentence(error)
            outcome = Outcome(UNREADABLE if broken else BUG, broken or bug_sentence(error), text=traceback.format_exc())
        answer = answer_of(self._worded(outcome))
        _word(answer["problems"], "message")
        return {"answer": answer, **more}

    def _worded(self, outcome: Outcome) -> Outcome:
        """The outcome without what is written already, in the words of a page: no terminal, no path of the folder."""

        def worded(text: str) -> str:
            return _worded(text.replace(f"{self.folder}{os.sep}", ""))

        return outcome._replace(
            message=worded(outcome.message), text=worded(outcome.text), edits=(), looks=(), select=(),
            warnings=tuple(map(worded, outcome.warnings)),
        )  # fmt: skip

    def path(self, given: Given) -> Path:
        """The workbook that is meant; UsageError for all but a plain name of one, and for a link out of the folder."""
        name = whole_letters(str(given["file"]))
        if Path(name).name != name or "\\" in name or name.startswith(_HIDDEN) or not name.lower().endswith(ENDINGS):
            raise UsageError(texts.NOT_A_NAME.format(file=printable_path(name)))
        if self._inside(name) is None:
            raise UsageError(texts.LEADS_OUT.format(file=printable_path(name)))
        return self.folder / name

    def _inside(self, name: str) -> Path | None:
        """Where a name of the folder leads, links followed; None where that is not inside it, or nowhere."""
        try:
            target = (self.folder / name).resolve()
        except (OSError, RuntimeError, ValueError):  # links in a circle; a name that no system has
            return None
        return target if target.is_relative_to(self.folder.resolve()) else None

    def file(self, path: Path) -> ClosedFile:
        """A workbook of the folder."""
        file = ClosedFile(path)
        if self._last is None or self._last.path != file.path:
            self._last, self.known = file, None
        return self._last

    def decoded(self, snapshot: Snapshot) -> Workbook:
        """The workbook of `file` as it is understood; Stop where it cannot be."""
        self.known = decode(snapshot, self.known)
        return self.known

    def read(self, given: Given) -> Snapshot:
        """The workbook that is meant, as saved. UsageError as `path`, HostError when it cannot be read."""
        return self.file(self.path(given)).read()

    def _view(self, path: Path, *, current: bool) -> View:
        """What there is to see of a workbook; `current`: a press has just left it; HostError when it cannot be read."""
        kept = [copy.file.name for copy in copies(path)]
        snapshot = self.file(path).read()
        view, self.known = seen(snapshot, self.known, current=current)
        _word(view["problems"], "message")
        _word(view.get("settings", ()), "help")
        return {"file": path.name, "copies": kept, **view, "status": _worded(view["status"])}

    def content(self, name: str) -> bytes:
        """The bytes of a file in the folder, or in a folder of it; of such a folder its files in one .zip. UsageError
        for a name that leads out of it, HostError for a file that is not there.
        """
        target = self._inside(name)
        if target is None or target == self.folder.resolve():
            raise UsageError(texts.NOT_A_NAME.format(file=printable_path(name)))
        try:
            return _zipped(target) if target.is_dir() else read_regular_file(target)
        except OSError:
            raise HostError(texts.NOT_THERE.format(file=printable_path(name))) from None


def _worded(text: str) -> str:
    """A sentence as it is said to those who look at a page."""
    return said(text, PAGE)


def _word(told: Iterable[View], key: str) -> None:
    """The sentences under a key, as a page says them."""
    for one in told:
        one[key] = _worded(one[key])


def _zipped(folder: Path) -> bytes:
    """A zip of a folder's files, the same bytes for the same files; those that links show elsewhere are left out."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.resolve().is_relative_to(folder):
                out.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
    return packed.getvalue()


def _books(desk: PageSession, given: Given, data: bytes) -> Found:
    """The workbooks of the folder, the one used last first, each with where it stands."""
    try:
        found = [file for file in desk.folder.iterdir() if file.name.lower().endswith(ENDINGS) and file.is_file()]
    except OSError:
        raise HostError(texts.FOLDER_GONE.format(folder=printable_path(desk.folder))) from None
    newest = sorted((one for one in found if not one.name.startswith(_HIDDEN)), key=os.path.getmtime, reverse=True)
    return Outcome(DONE), {"books": [_listed(desk, file) for file in newest[:_LISTED]]}


def _listed(desk: PageSession, file: Path) -> View:
    when = file.stat().st_mtime
    try:
        snapshot = ClosedFile(desk.path({"file": file.name})).read()
    except (HostError, UsageError) as error:
        return {"file": file.name, "when": when, "status": str(error)}
    at = right_of(snapshot, schema.TOURNAMENT, schema.STATUS)
    return {"file": file.name, "when": when, "status": cell_text(snapshot.cell(schema.TOURNAMENT, *at)) if at else ""}


def _open(desk: PageSession, given: Given, data: bytes) -> Found:
    return Outcome(DONE), {"path": desk.path(given)}


def _take(desk: PageSession, given: Given, data: bytes) -> Found:
    """A workbook from elsewhere, put into the folder; `over`: also in the place of another one of this name."""
    path = desk.path(given)
    if path.exists() and path.read_bytes() != data and not given.get("over"):
        raise HostError(texts.OTHER_FILE.format(file=printable_path(path.name)))
    with tempfile.TemporaryDirectory() as waits:  # what is no workbook does not get there
        file = Path(waits) / path.name
        file.write_bytes(data)
        snapshot = ClosedFile(file).read()
    refuse_copy(path, snapshot)
    if path.exists():
        ClosedFile(path).replace(lambda _: data, stamp=None)
    else:
        file_actions.write_new(path, data)
    return Outcome(DONE), {"path": path}


def _new(desk: PageSession, given: Given, data: bytes) -> Found:
    """A new workbook; the list of players comes as `data` under the name `list`, or is a workbook of the folder."""
    from tournament_xl.players.player_lists import Registrations
    from tournament_xl.players.registrations import read_registrations

    path, game, coming = desk.path(given), str(given["game"]), Registrations([], [])
    settings = {name: whole_letters(str(text).strip()) for name, text in given.get("settings", {}).items()}
    if given.get("list"):
        with tempfile.TemporaryDirectory() as waits:
            name = Path(str(given["list"])).name
            if data:
                (Path(waits) / name).write_bytes(_titled(data))
            source = Path(waits) / name if data else desk.path({"file": name})
            coming = read_registrations(game, source, [desk.folder])
    chosen = {name: text for name, text in settings.items() if text}
    made = file_actions.create_for(path, chosen, coming, game=game, shown=path.name)
    return made, {"path": path} if made.code == DONE else {}


def _titled(data: bytes) -> bytes:
    """A pasted list, with the titles that it has not: of names, one a line, or of cells between tabs."""
    from tournament_xl.players.whole_names import title_columns

    if data[:2] == b"PK" or b"\0" in data or (b"\t" not in data and re.search(rb"[;,]", data)):
        return data
    try:
        encoding, text = "utf-8", data.decode()
    except UnicodeDecodeError:
        encoding, text = "cp1252", data.decode("cp1252", "replace")
    titles = "\t".join(title_columns(text))
    return f"{titles}\n".encode(encoding) + data if titles else data


def _press(desk: PageSession, given: Given, data: bytes) -> Found:
    """A button; `force` and `provisional` as the options of undo and ratings. Files written beside are named."""
    path, action = desk.path(given), str(given["action"])
    if action in BACKUPS and action in workbook_actions.BY_NAME:
        file, option = desk.file(path), {"undo": "force", "ratings": "provisional"}.get(action)
        options = {option: bool(given.get(option))} if option else {}
        outcome = file_actions.press(
            file, partial(workbook_actions.BY_NAME[action], before=desk.known, **options), BACKUPS[action]
        )
        told: View = {"path": path, "current": True, "show": live_actions.SHOWN[action] if outcome.code == DONE else ""}
        has_scores = action == "undo" and outcome.code == REFUSED and outcome.message != texts.NOTHING_TO_UNDO
        return outcome, told | ({"doubt": True} if has_scores else {})
    if action == "send":
        return _send(path)
    if action == "publish":
        from tournament_xl.publication.publish import PublishedWorkbook

        publication = PublishedWorkbook(path, initials=bool(given.get("initials")))
        outcome = publication.publish()
        return outcome, {"files": [publication.folder.name] if outcome.code == DONE else []}
    snapshot = desk.file(path).read()
    return file_actions.pressed(live_actions.ON_SHEETS[action], snapshot, file_actions.journal_date(), path), {}


def _send(path: Path) -> Found:
    """What goes to the federation, in a folder of its own, with the mail to be read."""
    from email import message_from_bytes
    from email.policy import default

    from tournament_xl.submission.send import send

    folder = path.parent / send_texts.FOLDER.format(stem=path.stem)
    outcome = send(path, folder)
    if outcome.code != DONE:
        return outcome, {}
    mail = message_from_bytes(max(folder.glob("*.eml"), key=os.path.getmtime).read_bytes(), policy=default)
    body = mail.get_body(("plain",))
    told = {"to": mail["To"] or "", "subject": mail["Subject"] or "", "body": body.get_content() if body else ""}
    names = [folder.name, *(f"{folder.name}/{file.name}" for file in sorted(folder.iterdir()))]
    return outcome, {"files": names, "mail": told}


def _type(desk: PageSession, given: Given, data: bytes) -> Found:
    """Cells as a person types them, all or none: `sheet`, `row`, `column`, `value`, and `was`, what stood there.

    Refused where the typed rows then have a problem that they had not, and, with `doubt`, where a score must be a slip,
    unless `sure`.
    """
    path = desk.path(given)
    book = desk.file(path)
    book.refuse_when_open()
    snapshot = book.read()
    refuse_copy(path, snapshot)
    draft, places = Draft(snapshot), set()
    for one in given["cells"]:
        sheet, row, column = str(one["sheet"]), int(one["row"]), int(one["column"])
        text, now = whole_letters(str(one["value"])).strip(), cell_text(snapshot.cell(sheet, row, column))
        if sheet not in snapshot.sheets or sheet == schema.MEMORY or not (0 < row < 10**5 and 0 < column < 10**3):
            raise ValueError(sheet)
        if one.get("was", now) != now and now != text:
            raise refused_text(texts.MEANWHILE.format(sheet=sheet, cell=address(row, column), now=now))
        draft.put(sheet, row, column, _cell(snapshot, sheet, row, column, text) if text else None)
        places.add((sheet, row, column))
    known, rows = set(_problems(_decoded(desk, snapshot))), {place[:2] for place in places}
    decoded = _decoded(desk, draft.after())
    if wrong := [one for one in _problems(decoded) if (one.sheet, one.row) in rows and one not in known]:
        raise invalid(wrong)
    if not given.get("sure") and (doubts := [one for one in _doubts(decoded) if one[:3] in places]):
        return Outcome(REFUSED, problems=tuple(doubts)), {"doubt": True}
    book.write(draft.edits(), stamp=None)
    return Outcome(DONE, texts.TYPED), {"path": path}


def refused_text(text: str) -> ActionAborted:
    """To raise where what is asked cannot be done."""
    return ActionAborted(Outcome(REFUSED, text))


def _decoded(desk: PageSession, snapshot: Snapshot) -> Workbook | Outcome:
    """The workbook, or why it is none."""
    try:
        return desk.decoded(snapshot)
    except ActionAborted as stop:
        return stop.outcome


def _problems(decoded: Workbook | Outcome) -> Sequence[Problem]:
    return decoded.problems if isinstance(decoded, Outcome) else decoded.problems.found


def _doubts(decoded: Workbook | Outcome) -> Iterator[Problem]:
    """The scores that nobody believes without being asked."""
    if isinstance(decoded, Outcome):
        return
    table = decoded.results.table
    for row, column, score in jobs_of(decoded).unlikely_cells(decoded):
        yield Problem(table.sheet, row, table.columns[column], texts.UNLIKELY.format(score=score))


def _cell(snapshot: Snapshot, sheet: str, row: int, column: int, text: str) -> Cell:
    """The value that stands in a cell where this is typed."""
    if sheet == schema.TOURNAMENT:
        return setting_cell(cell_text(snapshot.cell(sheet, row, column - 1)), text)
    header = (cell_text(snapshot.cell(sheet, above, column)) for above in range(min(row, 10), 0, -1))
    return typed_cell(next(filter(None, header), ""), text)


def _presence(desk: PageSession, given: Given, data: bytes) -> Found:
    """Who comes to the next round and who does not, by ticks: `rows` of Joueurs, with `state` here, absent or left."""
    decoded = require_valid(desk.decoded(desk.read(given)))
    coming, table = decoded.tournament.next_round, decoded.players.table
    lines = {line.row: line for line, _ in decoded.players.rows}
    cells = []
    for row in given["rows"]:
        was = lines[int(row)].text("Absences")
        known = read_rounds(was) if was else (frozenset(), None)
        text = absences_text(Absences(*(known or (frozenset(), None))), coming, str(given["state"]))
        where = {"sheet": schema.PLAYERS, "row": int(row), "column": table.columns["Absences"]}
        cells.append({**where, "value": text, "was": was})
        if column := table.columns.get(schema.HERE):  # C15
            cells.append({**where, "column": column, "value": "oui" if given["state"] == "here" else ""})
    return _type(desk, {**given, "cells": cells}, data)


def absences_text(absences: Absences, number: int, state: str) -> str:
    """What Absences says when a player is here, absent or has left from round `number` on, and was as given before."""
    rounds, after = set(absences.rounds), absences.after
    if state == "left":
        after = number if after is None else min(after, number)
    elif state == "absent":
        rounds.add(number)
    else:
        if after is not None and after <= number:
            rounds, after = rounds | set(range(after, number)), None
        rounds.discard(number)
    single = sorted(at for at in rounds if after is None or at < after)
    return ", ".join([*map(str, single), *([f"{after}-"] if after is not None else [])])


def _received(desk: PageSession, given: Given, data: bytes) -> Found:
    """The file of results received elsewhere, added to the one beside the workbook; what is agreed in it is taken."""
    path = desk.path(given)
    known = reports(path)
    there, found = {*known}, sent(known)
    if not (fresh := [one for one in read_reports(data[:_MOST_RECEIVED]) if one not in there]) and not known:
        raise refused_text(texts.NO_REPORTS)
    for report in fresh:
        found[report.pair] = found.get(report.pair, Sent()).after(report)
        append(path, report, found[report.pair].state)
    return _press(desk, {**given, "action": "take"}, b"")


def _copies(desk: PageSession, given: Given, data: bytes) -> Found:
    """The copies beside the workbook, newest first, as `restore` lists them."""
    path = desk.path(given)
    return Outcome(DONE), {"rows": restore.listed(path), "names": [copy.file.name for copy in copies(path)[::-1]]}


def _back(desk: PageSession, given: Given, data: bytes) -> Found:
    """A copy put back by its name; the present state is kept first."""
    path = desk.path(given)
    return restore.restore(path, str(given["name"]))._replace(status=""), {"path": path}


def _explain(desk: PageSession, given: Given, data: bytes) -> Found:
    """Why the pairs of a round were made."""
    decoded = require_valid(desk.decoded(desk.read(given)))
    last = len(decoded.tournament.rounds)
    number = int(given.get("round") or last)
    if not 1 <= number <= last:
        raise refused(Notice("no_round_yet") if not last else Notice("no_such_round", {"round": number, "last": last}))
    found = of(decoded).explain_round(decoded, number, given.get("table"))
    return Outcome(DONE), {"pairs": [{"title": one.title, "lines": one.lines} for one in found]}


def _what_if(desk: PageSession, given: Given, data: bytes) -> Found:
    """Standings, and the next pairs, if results come; nothing is written."""
    from tournament_xl.actions.what_if import what_if
    from tournament_xl.interchange.export_tables import standings_after

    found = what_if(desk.read(given), [(str(table), str(text)) for table, text in given["tables"]])
    table = standings_after(found.decoded, found.after)
    used = [name for name in table.columns if any(row.get(name) not in (None, "") for row in table.rows)]
    rows = [used, *([cell_text(row.get(name)) for name in used] for row in table.rows)]
    following = found.next.snapshot.sheets[schema.PAIRINGS] if found.next else ()
    pairs = [[cell_text(cell) for cell in row] for row in following]
    return Outcome(DONE, found.sentence), {"standings": rows, "next": pairs}


def _standings(desk: PageSession, given: Given, data: bytes) -> Found:
    """Classement after any round that is played."""
    from tournament_xl.interchange.export_tables import standings

    decoded = require_valid(desk.decoded(desk.read(given)))
    after, played = int(given["after"]), decoded.tournament.played
    if not 0 <= after <= played:
        raise refused(Notice("not_played_yet", {"round": after, "last": played}))
    rows = [[cell_text(cell) for cell in line] for line in standings(decoded, after).lines()]
    return Outcome(DONE, of(decoded).standings_title(decoded, after)), {"standings": rows}


CALLS: dict[str, Callable[[PageSession, Given, bytes], Found]] = {
    "books": _books, "open": _open, "take": _take, "new": _new, "press": _press, "type": _type,
    "presence": _presence, "received": _received,
    "copies": _copies, "back": _back, "explain": _explain, "what_if": _what_if,
    "standings": _standings,
}  # fmt: skip
