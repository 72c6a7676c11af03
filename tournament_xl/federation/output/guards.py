"""Checks before files are overwritten (no foreign file, no input, no answer lost), and removal of stale letters."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.intake.build_request import BuildRequest
from tournament_xl.federation.intake.decisions import Questions, read_decisions
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.messages import federation as texts
from tournament_xl.messages.players import FEDERATION_TITLES
from tournament_xl.players.list_table import ListError
from tournament_xl.players.player_lists import split_by_each_separator
from tournament_xl.publication.pages import read_mark
from tournament_xl.submission.mail import read_draft
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx import limits
from tournament_xl.xlsx.atomic_write import has_replaceable_file, resolve_path


def check_targets(request: BuildRequest, decided: Collection[Mapping[str, str]]) -> None:
    """Check that a build may write its single files; letters and pages are checked when they are written.

    `decided` are the lines of all decisions that the build knows; a decisions file with other answers is not
    overwritten unless the build has read it.

    Raises:
        ExternalError: The output is no .xlsx or has no folder; a file that no build wrote, an input or an answer would
            be lost; or a folder is in the place of a file.
    """
    if request.output.suffix.lower() != ".xlsx":
        raise ExternalError(texts.ENDING, path=printable_path(request.output))
    if not os.path.isdir(request.output.parent):
        raise ExternalError(texts.NO_FOLDER, path=printable_path(request.output.parent))
    input_paths = (request.players, request.before, request.adjustments, request.calendar, *request.seasons)
    inputs = {resolve_path(path) for path in input_paths if path}
    if overwritten_input := next((path for path in request.files if resolve_path(path) in inputs), None):
        raise ExternalError(texts.SAME_FILE, path=printable_path(overwritten_input))
    has_site = read_mark(request.site) is not None
    was_built = has_site or os.path.lexists(
        request.output
    )  # the workbook is written last: a first build may have been killed before
    checks: tuple[Callable[[Path], bool], ...] = (
        _is_ranking,
        lambda path: was_built and _is_our_list(path),
        lambda path: _is_kept(path, decided, decisions_path=request.decisions),
        lambda path: was_built,  # the PDF has no mark
    )
    for path, is_fine in zip(request.files, checks, strict=False):
        if has_replaceable_file(path) and not is_fine(path):
            raise ExternalError(texts.NOT_OURS, path=printable_path(path))


def _is_ranking(path: Path) -> bool:
    return is_ours(_content(path))


def _is_our_list(path: Path) -> bool:
    """Check whether every line has the 13 columns; as it has no other mark, it is ours only next to its workbook."""
    try:
        rows, bad_quotes = split_by_each_separator("", _content(path))[";"]
    except ListError:
        return False
    return not bad_quotes and all(len(cells) == len(FEDERATION_TITLES) for _, cells in rows)


def _is_kept(path: Path, decided: Collection[Mapping[str, str]], decisions_path: Path | None) -> bool:
    """Check whether a file holds decisions; ExternalError when it has answers that would be lost."""
    if decisions_path and resolve_path(path) == resolve_path(decisions_path):
        return True
    try:
        answers_on_disk = Questions(read_decisions(path)).answered
    except ListError:
        return False
    questions = Questions(decided)
    if any(line["Décision"] != questions.answer(key) for key, line in answers_on_disk.items()):
        raise ExternalError(texts.UNSEEN_DECISIONS, path=printable_path(path))
    return True


def is_draft(path: Path) -> bool:
    """Check whether a file is a letter as a build writes it; False if anybody changed it, or if unreadable."""
    return read_draft(_content(path)) is not None


def _content(path: Path, max_bytes: int = limits.MAX_OVERWRITTEN) -> bytes:
    """Return the content of a file, b"" when it cannot be read."""
    try:
        return read_regular_file(path, max_bytes)
    except OSError:
        return b""


def remove_stale_letters(request: BuildRequest, drafts: Collection[Path]) -> None:
    """Remove letters of an earlier build for the same day that this build did not write, unless somebody edited them.

    A letter that cannot be removed stays. `drafts` are the letters that the build wrote.
    """
    for path in request.letters.glob(f"{request.day} *.eml"):
        if path not in drafts and is_draft(path):
            with suppress(OSError):
                path.unlink()
