"""`send`: writes the federation's copy, the ratings and the mail draft next to the workbook or into another folder.

Nothing is sent: the organiser opens the draft. The copy is built from the template with values of his workbook only: no
macro, button, formula, link, picture, private sheet or name gets into it.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.model import Notice
from tournament_xl.core.resources import printable_path, read_regular_file, resource_path
from tournament_xl.messages import submission as texts
from tournament_xl.messages.notices import notice_text
from tournament_xl.storage import newer_backup
from tournament_xl.storage.season_files import read_season_files
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.submission.mail import clean_subject, parse_address, read_draft, render_draft, sha256_hex
from tournament_xl.submission.parcel import Parcel, build_parcel
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import DecodeContext
from tournament_xl.workbook.history.history import find_history
from tournament_xl.workbook.snapshot import ExternalError, Grid, Snapshot, compute_edits, pad_to_cover
from tournament_xl.workbook.working_copy import ActionAborted, Outcome
from tournament_xl.xlsx import workbook_package
from tournament_xl.xlsx.atomic_write import make_absolute, write_together
from tournament_xl.xlsx.limits import MAX_FILE

_HEAD_ROWS, _HEAD_COLUMNS = 5, 3  # of Tournoi; cells to the right of them are merged


@dataclass(frozen=True, slots=True)
class MailDraft:
    """Mail to the federation: address ("" where the workbook has no valid one), subject and text."""

    to: str
    subject: str
    body: str


@dataclass(frozen=True, slots=True)
class SendResult:
    """What was prepared for the federation.

    Attributes:
        outcome: Sentence and report for the organiser, notes on what the federation still needs; or the refusal.
        files: Paths of the three files written: copy, ratings or ELO file, mail; empty after a refusal.
        mail: The mail of the draft; None after a refusal.
        complete: The check found nothing, and no setting for the federation is empty; an address, or data that
            `outcome` notes, may still be missing. False after a refusal.
    """

    outcome: Outcome
    files: tuple[Path, ...] = ()
    mail: MailDraft | None = None
    complete: bool = False


def write_parcel(
    path: str | os.PathLike[str], folder: str | os.PathLike[str] | None = None, snapshot: Snapshot | None = None
) -> SendResult:
    """Write the three files for the federation, named after the tournament and its last day; the workbook is only read.

    Files of these names are replaced; " (2)" is added to a name that is the workbook's own. The mail and the other
    files that an earlier `send` of this workbook wrote into the folder under other names are deleted if nobody has
    changed them.

    No file is written, and the result is a refusal, if the workbook has problems, if the tournament is not finished, or
    if no action has recorded some of its pairs or results yet. What the check finds refuses nothing; the result
    (`complete`) and the mail say it. The folder is made where it is missing; None means the folder of the workbook.
    `snapshot` has the sheets as a program has them open, saved or not; None means those of the file.

    Raises:
        ExternalError: The workbook cannot be read, a value fits no cell of the copy, or a file cannot be written. All
            files are then as before, or the sentence names those that are not.
    """
    book = ClosedFile(path)
    saved, data = book.read(), book.read_bytes()
    snapshot = snapshot or saved
    context = DecodeContext(season_files=read_season_files(book.path.parent))
    try:
        contents = build_parcel(snapshot, sha256_hex(data), context)
    except ActionAborted as aborted:
        return SendResult(aborted.outcome)
    target = make_absolute(folder) if folder is not None else book.path.parent
    parts, mail = _render_files(book.path, target, contents)
    replaced_files = _sent_before(target, {entry.chain for entry in find_history(snapshot).entries}, parts)
    write_together(parts)
    for file in replaced_files:
        with suppress(OSError):
            file.unlink()
    is_complete = contents.is_sound and not contents.empty_settings
    key = "sent" if contents.to else "sent_no_address"
    if not is_complete:
        key = "sent_incomplete" if contents.is_sound else "sent_doubtful"
    replaced_lines = (
        [texts.REPLACED, *(f"  {printable_path(file.name)}" for file in replaced_files)] if replaced_files else []
    )
    report_lines = [
        texts.FILES,
        *(f"  {printable_path(file)}" for file in parts),
        *replaced_lines,
        contents.facts["check"],
    ]
    newer = newer_backup.find_newer_backup_warning(book.path, snapshot)
    warnings = filter(None, (newer, contents.empty_settings, contents.missing_data, contents.remarks))
    message = notice_text(Notice(key))
    outcome = Outcome(DONE, message, text="\n".join(report_lines), warnings=tuple(warnings))
    return SendResult(outcome, tuple(parts), mail, is_complete)


def _sent_before(target: Path, chains: Collection[str], new: Collection[Path]) -> list[Path]:
    """Return the files of earlier sends of this workbook under other names that nobody has changed.

    Their mail identifies them: the last history entry of its copy is one of this workbook (`chains`). `read_draft`
    returns None for a mail that was edited or sent.
    """
    earlier_files = []
    for mail in sorted(target.glob(texts.MAIL_NAME.format(stem="*"))) if target.is_dir() else ():
        with suppress(OSError, ExternalError):
            attached = read_draft(read_regular_file(mail, MAX_FILE)) or {} if mail not in new else {}
            copies = [
                workbook_package.parse_snapshot(mail, data) for name, data in attached.items() if name.endswith(".xlsx")
            ]
            entries = find_history(copies[0]).entries if copies else ()
            if entries and entries[-1].chain in chains:
                paths = {target / Path(name).name: data for name, data in attached.items()}
                earlier_files += [file for file, data in paths.items() if file not in new and _holds(file, data)]
                earlier_files.append(mail)
    return earlier_files


def _holds(file: Path, data: bytes) -> bool:
    with suppress(OSError):
        return read_regular_file(file, len(data) + 1) == data
    return False


def _render_files(source: Path, target: Path, contents: Parcel) -> tuple[dict[Path, bytes], MailDraft]:
    """Return the three files with their content, and the mail in the third."""
    copy, enclosure, mail = (
        _avoid_workbook(source, target / name.format(stem=contents.stem))
        for name in (texts.COPY_NAME, contents.enclosure_name, texts.MAIL_NAME)
    )
    attached = {copy.name: _clean_copy(source, contents), enclosure.name: contents.enclosure}
    attachment_lines = "\n".join(texts.ATTACHMENT.format(name=name) for name in attached)
    digest = sha256_hex(attached[copy.name])
    body = texts.BODY.format(**contents.facts, attachments=attachment_lines, digest=digest)
    files = {
        copy: attached[copy.name],
        enclosure: attached[enclosure.name],
        mail: render_draft(contents.to, contents.subject, body, attached),
    }
    return files, MailDraft(parse_address(contents.to), clean_subject(contents.subject), body)


def _avoid_workbook(source: Path, file: Path) -> Path:
    """Return the path, or another name when it is the workbook itself."""
    with suppress(OSError):
        if file.exists() and file.samefile(source):
            return file.with_name(f"{file.stem} (2){file.suffix}")
    return file


def _clean_copy(path: Path, contents: Parcel) -> bytes:
    """Return the bytes of the copy, sheet Fiche first; deleted sheets are as in the template.

    `path` appears in error messages. The same values give the same bytes. ExternalError when a value fits no cell.
    """
    source = resource_path("templates", contents.template)
    book, own_sheets = workbook_package.parse_workbook(source, source.read_bytes()), contents.snapshot.sheets
    empty = book.snapshot()
    sheets = {
        sheet: pad_to_cover(grid, _fit_heading(book, sheet, own_sheets[sheet])) if sheet in own_sheets else grid
        for sheet, grid in empty.sheets.items()
    }
    head = sheets[schema.TOURNAMENT]
    sheets[schema.TOURNAMENT] = [*(row[:_HEAD_COLUMNS] for row in head[:_HEAD_ROWS]), *head[_HEAD_ROWS:]]
    sheets[texts.PAGE] = [[contents.page[0][1]], [texts.PAGE_SUBTITLE], [], *map(list, contents.page)]
    edits = compute_edits(empty, Snapshot(sheets))
    filled_sheets = {edit.sheet for edit in edits if edit.row + len(edit.values) > _HEAD_ROWS} - {schema.MEMORY}
    return workbook_package.edit_workbook(path, book, edits, filled_sheets).data


def _fit_heading(book: workbook_package.Book, sheet: str, grid: Grid) -> Grid:
    """Return a computed sheet without texts above its table that the template has no cell for.

    Earlier versions had the legends of Cotes in other columns.
    """
    if sheet not in schema.COMPUTED_SHEETS:
        return grid
    covered = workbook_package.find_covered_cells(book, sheet)
    heading = [
        [None if (row, column) in covered else cell for column, cell in enumerate(cells, start=1)]
        for row, cells in enumerate(grid[: schema.TABLE_HEADER - 1], start=1)
    ]
    return [*heading, *grid[schema.TABLE_HEADER - 1 :]]
