"""Publication of a workbook: its file is read, its pages are rendered and written into a folder.

`phones.hall` repeats that at each save.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.model import Notice
from tournament_xl.core.resources import printable_path
from tournament_xl.games.registry import decode
from tournament_xl.messages import publication as texts
from tournament_xl.messages.notices import notice_text
from tournament_xl.publication.facts import PublicNames, collect_published_facts
from tournament_xl.publication.pages import read_mark, render_files, write_publication
from tournament_xl.publication.papers import render_papers
from tournament_xl.storage import timestamps
from tournament_xl.storage.season_files import read_season_files
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.context import DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import ExternalError, Snapshot
from tournament_xl.workbook.working_copy import Outcome, require_valid, returns_outcome
from tournament_xl.xlsx.atomic_write import make_absolute
from tournament_xl.xlsx.pictures import encode_data_uri


class PublishedWorkbook:
    """Workbook with the folder in which it is published again and again, and its last publication.

    Attributes:
        address: Address of the pages for the QR code; "" for none. `phones.hall`, the server, sets it.
        trouble: Why the last save is not published; "" if it is. `phones.hall` sets it.
        files: Files of the last publication, by their path in the folder; empty before the first.
        initials: Whether the last publication had initials instead of names.
        decoded: The workbook at the last publication; None before the first.
        title: Title of the tournament at the last publication; "" before the first.
        logo: Logo of the workbook as data: URI; "" for none.
        seen: State of the workbook's file before `publish` last read it (`read_file_state`); None before.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        folder: str | os.PathLike[str] | None = None,
        *,
        initials: bool | None = False,
    ) -> None:
        """Prepare the publication of a workbook; nothing is read or written.

        `folder` None means the default one next to the workbook; `initials` None means what the folder's last
        publication has.
        """
        self.path = ClosedFile(path).path
        default_folder = self.path.parent / texts.FOLDER.format(stem=self.path.stem)
        self.folder = make_absolute(folder) if folder is not None else default_folder
        self._initials_wanted, self.initials = initials, bool(initials)
        self.address = self.trouble = self.title = self.logo = ""
        self.files: dict[str, bytes] = {}
        self.decoded: Workbook | None = None
        self.seen: tuple[int, int, int] | None = None

    @returns_outcome
    def publish(self, snapshot: Snapshot | None = None) -> Outcome:
        """Publish the workbook once, as an update would leave it, and set the attributes of the last publication.

        The workbook itself is not written. If nothing is published, only `seen` and perhaps `logo` change. `snapshot`
        is the workbook as a program has it open; None reads the file. The outcome's next step says how far the
        tournament is; if the workbook has problems, they are in it, and nothing is published.

        Raises:
            ExternalError: The workbook cannot be read or the folder cannot be written. The pages that people open are
                then as before, or the sentence names those that are not.
        """
        self.seen = read_file_state(self.path)
        book = ClosedFile(self.path)
        decoded = _decode_updated(
            snapshot or book.read(), DecodeContext(season_files=read_season_files(book.path.parent))
        )
        with suppress(ExternalError):  # an open workbook's file may be unreadable
            self.logo = encode_data_uri(book.read_picture(schema.TOURNAMENT, texts.LOGO))
        initials = (
            bool((read_mark(self.folder) or {}).get("initials"))
            if self._initials_wanted is None
            else self._initials_wanted
        )
        facts = collect_published_facts(decoded, initials=initials)
        papers = render_papers(decoded, PublicNames(decoded, initials=initials), self.logo)
        files = render_files(facts, self.address, self.logo, papers)
        changed = write_publication(self.folder, files, facts["hidden"], initials=initials)
        self.files, self.initials, self.decoded, self.title = files, initials, decoded, facts["title"]
        notice = Notice("published" if changed else "published_same", {"folder": printable_path(self.folder)})
        return Outcome(DONE, notice_text(notice), next_step=(facts["status"],))


def _decode_updated(snapshot: Snapshot, context: DecodeContext) -> Workbook:
    """Decode the workbook as an update would leave it: with prizes, teams and highlights up to date."""
    decoded = require_valid(decode(snapshot, context))
    outcome = workbook_actions.update(snapshot, timestamps.journal_date(), context)
    if not outcome.edits:
        return decoded
    return require_valid(decode(workbook_actions.apply_outcome(snapshot, outcome), context))


def read_file_state(path: Path) -> tuple[int, int, int] | None:
    """Return time (nanoseconds), size and inode of a file, by which a new save is recognised; None without a file."""
    with suppress(OSError):
        status = os.stat(path)
        return status.st_mtime_ns, status.st_size, status.st_ino
    return None
