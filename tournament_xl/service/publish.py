"""Pages for the web site and the hall's screen."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.publication.publish import PublishedWorkbook
from tournament_xl.service.send import refuse_without_file

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess
    from tournament_xl.workbook.working_copy import Outcome


@dataclass(frozen=True, slots=True)
class PublishResult:
    """What a publication wrote.

    Attributes:
        outcome: What happened.
        folder: Folder of the pages; None if the workbook has no file or has changes that its file lacks.
    """

    outcome: Outcome
    folder: Path | None = None


def publish(workbook: WorkbookAccess, folder: Path | None = None, *, initials: bool | None = None) -> PublishResult:
    """Write the pages of a tournament, as an update would leave it, into a folder, made where it is missing.

    The pages of the last publication stay for readers who have them open, older ones are deleted. The workbook is not
    written.

    Args:
        workbook: The workbook; of an open one the open sheets are published, not the file.
        folder: The folder; None for "NOM - publication" next to the workbook (NOM: its name).
        initials: Whether players are named by their initials; None for what the last publication in the folder did,
            names in a new folder.

    Returns:
        What was written; refused, without folder, if the workbook has no file or is `modified`. Problems of the
        workbook are in the outcome, and nothing is published then.

    Raises:
        ExternalError: The workbook cannot be read, or the folder cannot be written or has files of other programs. The
            pages that people open are then as before, or the sentence names those that are not.
    """
    if refusal := refuse_without_file(workbook, "publish"):
        return PublishResult(refusal)
    assert workbook.path
    publication = PublishedWorkbook(workbook.path, folder, initials=initials)
    return PublishResult(publication.publish(workbook.read() if workbook.is_open else None), publication.folder)
