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
    """Result of a publication.

    Attributes:
        folder: Folder of the pages, also if problems of the workbook kept them from being written; None if the workbook
            has no file or has changes that its file lacks.
    """

    outcome: Outcome
    folder: Path | None = None


def publish(workbook: WorkbookAccess, folder: Path | None = None, *, initials: bool | None = None) -> PublishResult:
    """Write the pages of a tournament into a folder, as they are after an update; the workbook is not written.

    The pages of the last publication stay for readers who have them open, older ones are deleted.

    Args:
        workbook: The workbook; of an open one, which must be saved, the open sheets are read.
        folder: The folder, made where it is missing; None for "NOM - publication" next to the workbook (NOM: its name).
        initials: Whether players are named by their initials; None for what the last publication in the folder did,
            names in a new folder.

    Returns:
        Outcome and folder; a refusal without folder if the workbook has no file or is `modified`. If the workbook has
        problems, they are in the outcome and nothing is written.

    Raises:
        ExternalError: The workbook cannot be read, or the folder cannot be written or has files of other programs. The
            pages that people open are then as before, or the sentence names those that are not.
    """
    if refusal := refuse_without_file(workbook, "publish"):
        return PublishResult(refusal)
    assert workbook.path
    publication = PublishedWorkbook(workbook.path, folder, initials=initials)
    return PublishResult(publication.publish(workbook.read() if workbook.is_open else None), publication.folder)
