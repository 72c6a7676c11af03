"""`federation build` on files: read everything, build, write the three files together or none."""

from __future__ import annotations

import gc
import hashlib
import os
import signal
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from tournament_xl.book.snapshot import HostError
from tournament_xl.federation.archive import read_history
from tournament_xl.federation.build import Publication, build
from tournament_xl.federation.elo import Numbers, read_numbers
from tournament_xl.federation.entries import question_key, read_adjustments, read_decisions
from tournament_xl.federation.inbox import read_folder
from tournament_xl.federation.letters import letters
from tournament_xl.federation.marks import is_our_list, is_ours
from tournament_xl.federation.pdf import pdf, program
from tournament_xl.federation.players_file import decisions_csv, players_csv
from tournament_xl.federation.report import Sources, ranking, report
from tournament_xl.federation.website import files_of
from tournament_xl.hosts.places import check_place, real, why, write_together
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.read import read_register
from tournament_xl.ordinary import read_ordinary
from tournament_xl.publish.write import former, write
from tournament_xl.record import record
from tournament_xl.rules.scrabble.seasons import Season
from tournament_xl.seasons.toml_file import read_season
from tournament_xl.texts import federation as texts
from tournament_xl.texts.federation_pages import LETTERS_FOLDER, SITE_FOLDER

_MOST_BYTES = 500_000_000  # of a publication that is written over


@record
class Order:
    """What to build from what."""

    folder: Path
    players: Path | None  # the list; None only with an earlier publication
    day: date
    output: Path  # the workbook; the CSV files go beside it
    adjustments: Path | None = None
    decisions: Path | None = None
    before: Path | None = None  # the workbook of the last publication
    elo: Path | None = None  # numbers of a rating beside PL
    seasons: tuple[Path, ...] = ()  # files of seasons that are not built in
    pdf: bool = False  # the ranking as PDF, too

    @property
    def files(self) -> tuple[Path, ...]:
        """What is written beside the workbook's folders: the workbook first."""
        files = (self.output, self.players_csv, self.decisions_csv)
        return (*files, self.output.with_suffix(".pdf")) if self.pdf else files

    @property
    def letters(self) -> Path:
        return self.output.with_name(LETTERS_FOLDER)

    @property
    def site(self) -> Path:
        return self.output.with_name(SITE_FOLDER.format(stem=self.output.stem))

    @property
    def players_csv(self) -> Path:
        return self.output.with_name(texts.PLAYERS_FILE.format(stem=self.output.stem))

    @property
    def decisions_csv(self) -> Path:
        return self.output.with_name(texts.DECISIONS_FILE.format(stem=self.output.stem))


def publish(order: Order, tell: Callable[[int, int, str], None] = lambda done, count, name: None) -> Publication:
    """Build and write.

    Raises ListError for a list, HostError for a folder or file that cannot be used; nothing is written then.
    """
    earlier = read_history(order.before) if order.before else None
    decisions = read_decisions(order.decisions) if order.decisions else None
    _check_targets(order, (*(earlier.decisions if earlier else ()), *(decisions.lines if decisions else ())))
    if earlier and earlier.day >= order.day:
        raise HostError(texts.BEFORE_LATER.format(path=order.before, day=earlier.day, own=order.day))
    numbers = _numbers(order.elo) if order.elo else None
    office_program = program() if order.pdf else ""
    players = read_register(order.players, order.day) if order.players else []
    adjustments = read_adjustments(order.adjustments) if order.adjustments else []
    with _season_files(order.seasons, earlier.seasons if earlier else ()) as paths:
        later = [_season(path) for path in paths]
        season_files = [path.read_text(encoding="utf-8") for path in paths]
        but = (*order.files, *filter(None, [order.before]))
        files = read_folder(order.folder, but, tell, paths, players=order.players)
    publication = build(
        files, players, order.day, adjustments=adjustments, decisions=decisions, later=later, earlier=earlier,
        season_files=season_files,
    )  # fmt: skip
    sources = Sources(_digest(order.players), _digest(order.before))
    with _others() as others:
        site, mails = others.submit(files_of, publication), others.submit(letters, publication)
        contents = [report(publication, sources, numbers), players_csv(publication), decisions_csv(publication)]
        contents += [pdf(ranking(publication), office_program)] if order.pdf else []
        pages, drafts = site.result(), {order.letters / name: mail for name, mail in mails.result().items()}
    for path in drafts:
        if check_place(path) and not _is_draft(path):
            raise HostError(texts.NOT_OUR_LETTER.format(path=path))
    write_together(dict(zip(order.files, contents, strict=True)) | drafts)
    _remove_others(order, drafts)
    write(order.site, pages)
    return publication


def _hurry() -> None:
    """For a process that makes one thing: nothing is collected, which would take seconds; Ctrl-C is the first one's."""
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _others() -> Iterator[ProcessPoolExecutor]:
    """Two processes beside this one. HostError when one of them is killed."""
    try:
        gc.disable()
        with ProcessPoolExecutor(2, initializer=_hurry) as others:
            yield others
    except (BrokenProcessPool, OSError) as error:
        raise HostError(texts.NO_READER.format(reason=error)) from error
    finally:
        gc.enable()


def _is_draft(path: Path) -> bool:
    """Whether it is a letter that has not been touched."""
    try:
        return read_ordinary(path, 20).startswith(b"X-Unsent: 1")
    except OSError:
        return False


def _remove_others(order: Order, drafts: Collection[Path]) -> None:
    """Letters of an earlier build for the same day that this one does not make."""
    for path in order.letters.glob(f"{order.day} *.eml"):
        if path not in drafts and _is_draft(path):
            with suppress(OSError):
                path.unlink()


def _digest(path: Path | None) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path else ""


@contextmanager
def _season_files(given: Sequence[Path], earlier: Sequence[str]) -> Iterator[list[Path]]:
    """The files of seasons that the earlier publication had, and those given: a later one wins."""
    with TemporaryDirectory() as folder:
        kept = [Path(folder) / f"{number}.toml" for number in range(len(earlier))]
        for path, text in zip(kept, earlier, strict=True):
            path.write_text(text, encoding="utf-8")
        names = {_season(path).name for path in given}
        yield [*(path for path in kept if _season(path).name not in names), *given]


def _season(path: Path) -> Season:
    try:
        return read_season(path)
    except OSError as error:
        raise HostError(texts.NO_SEASON.format(path=path, reason=why(error)[0])) from None
    except ValueError as error:
        raise HostError(texts.NO_SEASON.format(path=path, reason=error)) from None


def _numbers(path: Path) -> Numbers:
    try:
        return read_numbers(path)
    except OSError as error:
        raise HostError(texts.NO_ELO.format(path=path, reason=why(error)[0])) from None
    except ValueError as error:
        raise HostError(texts.NO_ELO.format(path=path, reason=error)) from None


def _check_targets(order: Order, decided: Sequence[Mapping[str, str]]) -> None:
    """Nothing of anybody else's is written over."""
    if order.output.suffix.lower() != ".xlsx":
        raise HostError(texts.ENDING.format(path=order.output))
    if not os.path.isdir(order.output.parent):
        raise HostError(texts.NO_FOLDER.format(folder=order.output.parent))
    inputs = [path for path in (order.players, order.before, order.adjustments, order.elo, *order.seasons) if path]
    targets = (order.output, order.players_csv, order.decisions_csv)
    for target in targets:
        if any(_same(target, path) for path in inputs):
            raise HostError(texts.SAME_FILE.format(path=target))
    workbook, players, decisions = map(_content, targets)
    if workbook is not None and not is_ours(workbook):
        raise HostError(texts.NOT_OURS.format(path=order.output))
    if order.pdf and workbook is None and os.path.lexists(order.output.with_suffix(".pdf")):
        raise HostError(texts.NOT_OURS.format(path=order.output.with_suffix(".pdf")))
    if players is not None and (workbook is None or not is_our_list(players)):
        raise HostError(texts.NOT_OUR_LIST.format(path=order.players_csv, workbook=order.output.name))
    if decisions is not None and not (order.decisions and _same(order.decisions_csv, order.decisions)):
        _check_decisions(order.decisions_csv, decided)
    former(order.site)


def _content(target: Path) -> bytes | None:
    """What stands in a place that is to be written, b"" when it is not to be read; None when nothing does."""
    if not check_place(target):
        return None
    try:
        return read_ordinary(target, _MOST_BYTES)
    except OSError:
        return b""


def _check_decisions(path: Path, decided: Sequence[Mapping[str, str]]) -> None:
    """Only a file of decisions may be written over unread, and only if its answers are among those that are kept."""
    try:
        kept = {question_key(line): line["Décision"] for line in decided}
        lost = read_decisions(path).answers.items() - kept.items()
    except ListError:
        raise HostError(texts.NOT_OUR_DECISIONS.format(path=path)) from None
    if lost:
        raise HostError(texts.UNSEEN_DECISIONS.format(path=path))


def _same(one: Path, two: Path) -> bool:
    return real(one) == real(two)
