"""`federation build` on files: read everything, build, write the three files together or none."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from tournament_xl.federation.build import Publication, build
from tournament_xl.federation.entries import read_adjustments, read_decisions
from tournament_xl.federation.inbox import read_folder
from tournament_xl.federation.marks import is_ours
from tournament_xl.federation.players_file import decisions_csv, players_csv
from tournament_xl.federation.report import Sources, report
from tournament_xl.hosts.backups import why
from tournament_xl.hosts.places import full, put, uninterrupted
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.read import read_register
from tournament_xl.scrabble.seasons import Season
from tournament_xl.seasons import read_season
from tournament_xl.texts import federation as texts
from tournament_xl.texts import hosts as host_texts
from tournament_xl.workbook.snapshot import HostError


@dataclass(frozen=True, slots=True)
class Order:
    """What to build from what."""

    folder: Path
    players: Path  # the list
    day: date
    output: Path  # the workbook; the CSV files go beside it
    adjustments: Path | None = None
    decisions: Path | None = None
    since: date | None = None  # day of the last publication
    seasons: tuple[Path, ...] = ()  # files of seasons that are not built in

    @property
    def players_csv(self) -> Path:
        return self.output.with_name(texts.PLAYERS_FILE.format(stem=self.output.stem))

    @property
    def decisions_csv(self) -> Path:
        return self.output.with_name(texts.DECISIONS_FILE.format(stem=self.output.stem))


def publish(order: Order, tell: Callable[[int, int], None] = lambda done, count: None) -> Publication:
    """Build and write.

    Raises ListError for a list, HostError for a folder or file that cannot be used; nothing is written then.
    """
    _check_targets(order)
    players = read_register(order.players, order.day)
    adjustments = read_adjustments(order.adjustments) if order.adjustments else []
    decisions = read_decisions(order.decisions) if order.decisions else None
    later = [_season(path) for path in order.seasons]
    ours = (order.output, order.players_csv, order.decisions_csv, order.players)
    files = read_folder(order.folder, ours, tell, order.seasons)
    publication = build(
        files, players, order.day, adjustments=adjustments, decisions=decisions, since=order.since, later=later
    )
    list_sha = hashlib.sha256(order.players.read_bytes()).hexdigest()
    sources = Sources(list_sha, len(adjustments), len(decisions.answers) if decisions else 0)
    _write(
        {
            order.output: report(publication, sources),
            order.players_csv: players_csv(publication),
            order.decisions_csv: decisions_csv(publication),
        }
    )
    return publication


def _season(path: Path) -> Season:
    try:
        return read_season(path)
    except OSError as error:
        raise HostError(texts.NO_SEASON.format(path=path, reason=why(error, "")[0])) from None
    except ValueError as error:
        raise HostError(texts.NO_SEASON.format(path=path, reason=error)) from None


def _check_targets(order: Order) -> None:
    """Nothing of anybody else's is written over."""
    if order.output.suffix.lower() != ".xlsx":
        raise HostError(texts.ENDING.format(path=order.output))
    if not order.output.parent.is_dir():
        raise HostError(texts.NO_FOLDER.format(folder=order.output.parent))
    inputs = [path for path in (order.players, order.adjustments, *order.seasons) if path]
    targets = (order.output, order.players_csv, order.decisions_csv)
    for target in targets:
        if any(_same(target, path) for path in inputs):
            raise HostError(texts.SAME_FILE.format(path=target))
    try:
        foreign = os.path.lexists(order.output) and not is_ours(order.output.read_bytes())
    except OSError:
        foreign = True
    if foreign:
        raise HostError(texts.NOT_OURS.format(path=order.output))
    other = order.decisions_csv
    if os.path.lexists(other) and not (order.decisions and _same(other, order.decisions)):
        try:
            lost = read_decisions(other).answers
        except ListError:
            raise HostError(texts.NOT_OURS.format(path=other)) from None
        if lost:
            raise HostError(texts.UNSEEN_DECISIONS.format(path=other))


def _same(one: Path, two: Path) -> bool:
    return os.path.realpath(full(one)) == os.path.realpath(full(two))


def _write(contents: dict[Path, bytes]) -> None:
    """All files beside their targets first, then all in place."""
    temporary: dict[Path, str] = {}
    try:
        for target, content in contents.items():
            handle, temporary[target] = tempfile.mkstemp(".tmp", f"~{target.stem[:40]}.", target.parent)
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(temporary[target], 0o644)
        with uninterrupted():
            for target, name in list(temporary.items()):
                put(name, target)
                del temporary[target]
    except OSError as error:
        reason, advice = why(error, host_texts.DENIED_FOLDER)
        where = next(iter(contents))
        raise HostError(host_texts.UNWRITABLE.format(path=where, reason=reason, advice=advice)) from error
    finally:
        for name in temporary.values():
            with suppress(OSError):
                os.unlink(name)
