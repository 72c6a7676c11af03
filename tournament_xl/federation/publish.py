"""`tournament-xl federation build`: read everything, build, write files and drafts together or none, then the pages;
the words of the command, the progress bar, what is said at the end.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from tournament_xl.book.grid import read_date
from tournament_xl.book.snapshot import HostError, UsageError
from tournament_xl.federation.analysis import Numbers, read_numbers
from tournament_xl.federation.build import Publication, build
from tournament_xl.federation.decisions import Questions, read_adjustments, read_decisions
from tournament_xl.federation.history import is_ours, read_history
from tournament_xl.federation.history import told as corrections_told
from tournament_xl.federation.reading import Tell, read_folder
from tournament_xl.federation.report import decisions_csv, players_csv, ranking, report
from tournament_xl.federation.website import files_of, letters
from tournament_xl.files.places import check_place, real, why
from tournament_xl.hosts.doctor import Machine, office
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.read import parse, read_register
from tournament_xl.processes import begin
from tournament_xl.publish.pages import former, write
from tournament_xl.resources import legible, read_ordinary
from tournament_xl.rules.scrabble.seasons import YEARS, Season
from tournament_xl.seasons.toml_file import read_season
from tournament_xl.texts import federation as texts
from tournament_xl.texts.federation_pages import LETTERS_FOLDER, SITE_FOLDER
from tournament_xl.texts.names import count
from tournament_xl.texts.notices import first_of
from tournament_xl.texts.player_list import FEDERATION_TITLES

_MOST_BYTES = 500_000_000  # of a publication that is written over
_SECONDS = 180  # for LibreOffice to print the ranking
_SHOWN_NAME = 40  # letters of a file's name under the progress bar


@dataclass(frozen=True, slots=True)
class Order:
    """What to build from what."""

    folder: Path
    players: Path | None  # the list; None only with an earlier publication
    day: date
    output: Path  # the workbook; the other files go beside it
    adjustments: Path | None = None
    decisions: Path | None = None
    before: Path | None = None  # the workbook of the last publication
    elo: Path | None = None  # numbers of a rating beside PL
    seasons: tuple[Path, ...] = ()  # files of seasons that are not built in
    pdf: bool = False  # the ranking as PDF, too

    @property
    def files(self) -> tuple[Path, ...]:
        """What is written beside the workbook's folders: the workbook first."""
        names = (texts.PLAYERS_FILE, texts.DECISIONS_FILE)
        found = (self.output, *(self.output.with_name(name.format(stem=self.output.stem)) for name in names))
        return (*found, self.output.with_suffix(".pdf")) if self.pdf else found

    @property
    def letters(self) -> Path:
        return self.output.with_name(LETTERS_FOLDER)

    @property
    def site(self) -> Path:
        return self.output.with_name(SITE_FOLDER.format(stem=self.output.stem))


def publish(order: Order, tell: Tell = lambda done, count, name: None) -> Publication:
    """Build and write.

    HostError for a list, folder or file that cannot be used; nothing is written then.
    """
    earlier = read_history(order.before) if order.before else None
    decisions = read_decisions(order.decisions) if order.decisions else []
    _check_targets(order, [*(earlier.decisions if earlier else ()), *decisions])
    if earlier and earlier.day >= order.day:
        raise HostError(texts.BEFORE_LATER.format(path=legible(str(order.before)), day=earlier.day, own=order.day))
    numbers = _numbers(order.elo) if order.elo else None
    program = office(Machine()) if order.pdf else ""
    if order.pdf and not program:
        raise HostError(texts.NO_OFFICE)
    players = read_register(order.players, order.day) if order.players else []
    adjustments = read_adjustments(order.adjustments) if order.adjustments else []
    seasons = _seasons(order.seasons, earlier.seasons if earlier else ())
    but = (*order.files, *filter(None, [order.before]))
    files = read_folder(order.folder, but, tell, seasons.values(), players=order.players)
    publication = build(
        files, players, order.day, adjustments=adjustments, decisions=decisions, later=seasons.values(),
        earlier=earlier, season_files=list(seasons),
    )  # fmt: skip
    with _beside(publication) as (site, mails):
        workbook = report(publication, _digest(order.players), _digest(order.before), numbers)
        contents = [workbook, players_csv(publication), decisions_csv(publication)]
        contents += [_pdf(ranking(publication), program)] if program else []
        pages, drafts = site.result(), {order.letters / name: mail for name, mail in mails.result().items()}
    for path in drafts:
        if check_place(path) and not _is_draft(path):
            raise HostError(texts.NOT_OURS.format(path=legible(path)))
    written = dict(zip(order.files, contents, strict=True))
    write(order.site, pages, beside=drafts | dict(reversed(written.items())))  # the workbook last
    _remove_others(order, drafts)
    return publication


_publication: list[Publication] = []  # of a process that makes pages or letters


def _take(publication: Publication) -> None:
    """Begin such a process: nothing is collected, which would take seconds."""
    begin()
    gc.disable()
    _publication[:] = [publication]


def _pages() -> dict[str, bytes]:
    return files_of(_publication[0])


def _letters() -> dict[str, bytes]:
    return letters(_publication[0])


@contextmanager
def _beside(publication: Publication) -> Iterator[tuple[Future[dict[str, bytes]], Future[dict[str, bytes]]]]:
    """Pages and letters, each made in a process beside this one. HostError when one of them is killed."""
    try:
        gc.disable()
        with ProcessPoolExecutor(2, initializer=_take, initargs=(publication,)) as others:
            yield others.submit(_pages), others.submit(_letters)
    except (BrokenProcessPool, OSError) as error:
        raise HostError(texts.NO_READER.format(reason=error)) from error
    finally:
        gc.enable()


def _pdf(workbook: bytes, program: str) -> bytes:
    """A workbook of ours printed by LibreOffice. HostError when it does not give it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "classement.xlsx").write_bytes(workbook)
        profile = f"-env:UserInstallation={(folder / 'profil').as_uri()}"  # not that of a window which is open
        words = ["--headless", "--norestore", "--convert-to", "pdf", "--outdir", name, str(folder / "classement.xlsx")]
        try:
            subprocess.run([program, profile, *words], capture_output=True, timeout=_SECONDS, check=False)
            return (folder / "classement.pdf").read_bytes()
        except (OSError, subprocess.TimeoutExpired):
            raise HostError(texts.NO_PDF) from None


def _digest(path: Path | None) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path else ""


def _seasons(given: Collection[Path], earlier: Collection[str]) -> dict[str, Season]:
    """Text of a season's file -> season: those that the earlier publication had, and those given, which win."""
    with TemporaryDirectory() as name:
        kept = [Path(name, f"{number}.toml") for number in range(len(earlier))]
        for path, text in zip(kept, earlier, strict=True):
            path.write_text(text, encoding="utf-8")
        found = {season.name: (text, season) for text, season in map(_season, [*kept, *given])}
    return dict(found.values())


def _season(path: Path) -> tuple[str, Season]:
    try:
        season = read_season(path)
        return path.read_text(encoding="utf-8"), season
    except (OSError, ValueError) as error:
        reason = why(error)[0] if isinstance(error, OSError) else error
        raise HostError(texts.NO_SEASON.format(path=legible(path), reason=reason)) from None


def _numbers(path: Path) -> Numbers:
    try:
        return read_numbers(path)
    except (OSError, ValueError):
        raise HostError(texts.NO_ELO.format(path=legible(path))) from None


# What may be written over


def _check_targets(order: Order, decided: Collection[Mapping[str, str]]) -> None:
    """Nothing of anybody else's is written over, nor anything that is read here."""
    if order.output.suffix.lower() != ".xlsx":
        raise HostError(texts.ENDING.format(path=legible(order.output)))
    if not os.path.isdir(order.output.parent):
        raise HostError(texts.NO_FOLDER.format(folder=legible(order.output.parent)))
    given = (order.players, order.before, order.adjustments, order.elo, *order.seasons)
    inputs = {real(path) for path in given if path}
    if same := next((path for path in order.files if real(path) in inputs), None):
        raise HostError(texts.SAME_FILE.format(path=legible(same)))
    is_there = os.path.lexists(order.output)
    checks: tuple[Callable[[Path], bool], ...] = (
        _is_ranking,
        lambda path: is_there and _is_our_list(path),
        lambda path: _is_kept(path, decided, given=order.decisions),
        lambda path: is_there,  # the PDF has no mark of its own
    )
    for path, is_fine in zip(order.files, checks, strict=False):
        if check_place(path) and not is_fine(path):
            raise HostError(texts.NOT_OURS.format(path=legible(path)))
    former(order.site)


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
        raise HostError(texts.UNSEEN_DECISIONS.format(path=legible(path)))
    return True


def _is_draft(path: Path) -> bool:
    """Whether it is a letter that has not been touched."""
    return _content(path, 20).startswith(b"X-Unsent: 1")


def _content(path: Path, most: int = _MOST_BYTES) -> bytes:
    """What stands there, b"" when it is not to be read."""
    try:
        return read_ordinary(path, most)
    except OSError:
        return b""


def _remove_others(order: Order, drafts: Collection[Path]) -> None:
    """Letters of an earlier build for the same day that this one does not make."""
    for path in order.letters.glob(f"{order.day} *.eml"):
        if path not in drafts and _is_draft(path):
            with suppress(OSError):
                path.unlink()


# The command


def command(options: argparse.Namespace) -> int:
    """Build what the options want and tell it; 0. UsageError for an option that cannot be understood."""
    day = read_date(options.date.strip())
    if day is None or not YEARS[0] <= day.year <= YEARS[1]:
        raise UsageError(texts.BAD_DAY.format(text=options.date))
    if not options.joueurs and not options.avant:
        raise UsageError(texts.NO_LIST)
    given = (options.ajustements, options.decisions, options.avant, options.elo)
    adjustments, decisions, before, elo = (Path(text) if text else None for text in given)
    order = Order(
        Path(options.dir), Path(options.joueurs) if options.joueurs else None, day, Path(options.output), adjustments,
        decisions, before, elo, tuple(map(Path, options.saison or ())), options.pdf,
    )  # fmt: skip
    for line in told(_with_progress(order), order):
        print(line)
    return 0


def _with_progress(order: Order) -> Publication:
    """`publish` under a progress bar, where somebody watches."""
    if not sys.stderr.isatty():
        return publish(order)
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(texts.READING, total=None)

        def tell(done: int, files: int, name: str) -> None:
            shown = texts.READING_FILE.format(name=escape(legible(name)[-_SHOWN_NAME:]))
            progress.update(task, completed=done, total=files, description=shown)

        return publish(order, tell)


def told(publication: Publication, order: Order) -> list[str]:
    """What is said at the end: how many, what was left out and why, what was written, what is to be decided."""
    lines: list[str] = []

    def say(text: str, **values: object) -> None:
        lines.append(text.format(day=publication.day, **values))

    left, questions = publication.left_out(texts.REFUSED), publication.questions
    words = texts.SERIOUS, texts.COUNTED_WITH
    serious, remarked = ([legible(one.file.name) for one in publication.new if one.word == word] for word in words)
    say(
        texts.DONE, ranked=count(len(publication.ranking), "joueur classé"),
        players=count(len(publication.accounts), "joueur"),
    )  # fmt: skip
    say(
        texts.DONE_FILES, counted=count(len(publication.counted), "compté"), remarked=len(remarked) + len(serious),
        left=count(len(left), "écarté") + (" :" if left else "."),
    )  # fmt: skip
    for verdict in left + publication.left_out(texts.ASIDE):
        say(texts.LEFT, name=legible(verdict.file.name), sentence=verdict.file.refusal)
    if waiting := [legible(verdict.file.name) for verdict in publication.left_out(texts.WAITING)]:
        say(texts.WAITING_TOLD, files=first_of(waiting))
    if publication.since:
        say(texts.DONE_NEW, new=len(publication.new), since=publication.since)
    if not publication.ranking:
        say(texts.NOBODY_DATED)
    if later := sum(one.day > publication.day for one in publication.history.adjustments):
        say(texts.ADJUSTED_LATER, count=later)
    if serious:
        say(texts.SERIOUS_TO_READ, files=first_of(serious))
    if remarked:
        say(texts.TO_READ, files=first_of(remarked))
    if repeated := len(publication.left_out(texts.REPEATED) + publication.left_out(texts.TOLD)):
        say(texts.REPEATED_TOLD, files=count(repeated, "fichier"))
    if publication.corrections:
        say(texts.CORRECTIONS_WHERE, told=corrections_told(publication.corrections))
    say(texts.WRITTEN, files=", ".join(map(legible, order.files)))
    drafts = sum(map(len, (publication.new, publication.corrected, publication.returned)))
    drafts_told = f"{drafts}, {legible(order.letters)}" if drafts else texts.NONE
    say(texts.WRITTEN_FOLDERS, site=legible(order.site), letters=drafts_told)
    for question, answer in questions.misread:
        who = f"{question.name} {question.first_name}".strip() or question.title
        say(texts.MISREAD, answer=answer, who=who, answers=" | ".join(question.proposals))
    if questions.open:
        say(texts.TO_ANSWER, questions=count(len(questions.open), "question"), file=legible(order.files[2]))
    return lines
