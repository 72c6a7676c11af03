"""What may be written over: nothing of anybody else's, nothing that is read, no answer that would be lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.intake.decisions import Questions, read_decisions
from tournament_xl.federation.intake.order import Order
from tournament_xl.federation.intake.own_files import is_ours
from tournament_xl.messages import federation as texts
from tournament_xl.messages.players import FEDERATION_TITLES
from tournament_xl.players.columns import ListError
from tournament_xl.players.player_lists import parse
from tournament_xl.publication.pages import former
from tournament_xl.workbook.snapshot import HostError
from tournament_xl.xlsx.atomic_write import check_place, real

_MOST_BYTES = 500_000_000  # of a publication that is written over


def check_targets(order: Order, decided: Collection[Mapping[str, str]]) -> None:
    """Raises HostError for an output that is no .xlsx or has no folder, and where something of anybody else's,
    something that is read here, or an answer would be written over.
    """
    if order.output.suffix.lower() != ".xlsx":
        raise HostError(texts.ENDING.format(path=printable_path(order.output)))
    if not os.path.isdir(order.output.parent):
        raise HostError(texts.NO_FOLDER.format(folder=printable_path(order.output.parent)))
    given = (order.players, order.before, order.adjustments, order.elo, *order.seasons)
    inputs = {real(path) for path in given if path}
    if same := next((path for path in order.files if real(path) in inputs), None):
        raise HostError(texts.SAME_FILE.format(path=printable_path(same)))
    built = former(order.site) is not None
    is_there = built or os.path.lexists(order.output)  # the workbook comes last: a first build may be killed before
    checks: tuple[Callable[[Path], bool], ...] = (
        _is_ranking,
        lambda path: is_there and _is_our_list(path),
        lambda path: _is_kept(path, decided, given=order.decisions),
        lambda path: is_there,  # the PDF has no mark of its own
    )
    for path, is_fine in zip(order.files, checks, strict=False):
        if check_place(path) and not is_fine(path):
            raise HostError(texts.NOT_OURS.format(path=printable_path(path)))


def _is_ranking(path: Path) -> bool:
    return is_ours(_content(path))


def _is_our_list(path: Path) -> bool:
    """Whether every line has the 13 columns; it has no other mark: it is ours only together with its workbook."""
    try:
        rows, bad_quotes = parse("", _content(path))[";"]
    except ListError:
        return False
    return not bad_quotes and all(len(cells) == len(FEDERATION_TITLES) for _, cells in rows)


def _is_kept(path: Path, decided: Collection[Mapping[str, str]], given: Path | None) -> bool:
    """Whether it is a file of decisions. HostError when it has answers that would be lost."""
    if given and real(path) == real(given):
        return True
    try:
        there = Questions(read_decisions(path)).answered
    except ListError:
        return False
    kept = Questions(decided)
    if any(line["Décision"] != kept.answer(key) for key, line in there.items()):
        raise HostError(texts.UNSEEN_DECISIONS.format(path=printable_path(path)))
    return True


def is_draft(path: Path) -> bool:
    """Whether it is a letter that has not been touched."""
    return _content(path, 20).startswith(b"X-Unsent: 1")


def _content(path: Path, most: int = _MOST_BYTES) -> bytes:
    """What stands there, b"" when it is not to be read."""
    try:
        return read_regular_file(path, most)
    except OSError:
        return b""


def remove_others(order: Order, drafts: Collection[Path]) -> None:
    """Remove the letters of an earlier build for the same day that this build does not write again."""
    for path in order.letters.glob(f"{order.day} *.eml"):
        if path not in drafts and is_draft(path):
            with suppress(OSError):
                path.unlink()
