"""`federation build` and `publish` as one function: read, build a month, keep it in the register, then write its files.

What is written is a function of the register and a publication: `write_again` gives it once more.
"""

from __future__ import annotations

import gc
import hashlib
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tournament_xl.core import text_limits
from tournament_xl.core.processes import BackgroundCall
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.intake.build_request import BuildRequest
from tournament_xl.federation.intake.decisions import Key, describe_line, question_key, read_adjustments, read_decisions
from tournament_xl.federation.intake.expected import read_calendar
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.intake.reading import ReportProgress
from tournament_xl.federation.intake.readings import Readings, digest_reader
from tournament_xl.federation.output.csv_files import render_decisions_csv, render_players_csv
from tournament_xl.federation.output.guards import check_targets, is_draft, remove_stale_letters
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.report import render_publication, render_ranking
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.build import Publication, build_publication
from tournament_xl.federation.ranking.history import PublicationHistory
from tournament_xl.federation.store.load import Line, MonthInputs, RegisterReader, is_withdrawal
from tournament_xl.federation.store.old_report import import_old_report
from tournament_xl.federation.store.register_file import RegisterFile, open_existing_register, open_register
from tournament_xl.federation.store.save import number_files, save_month
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.games.scrabble.seasons.toml_file import parse_season
from tournament_xl.messages import federation as texts
from tournament_xl.messages.federation_pages import PDF_NAME
from tournament_xl.players.player_lists import read_register
from tournament_xl.publication.pages import write_publication
from tournament_xl.support.doctor import find_libreoffice
from tournament_xl.support.machine import Machine
from tournament_xl.workbook.context import SeasonFile
from tournament_xl.workbook.snapshot import ExternalError, UsageError
from tournament_xl.xlsx.atomic_write import explain_error, has_replaceable_file, resolve_path

_PDF_SECONDS = 180  # time limit for LibreOffice to print the ranking


class OtherCotes(ExternalError):
    """What this program computes from the register is not what was published, as another version published it."""


class Outputs(NamedTuple):
    """Files of a publication, rendered and not yet written."""

    pages: dict[str, bytes]  # of the site
    drafts: dict[Path, bytes]
    files: dict[Path, bytes]  # the workbook first


def publish_ranking(request: BuildRequest, tell: ReportProgress = lambda done, count, name: None) -> Publication:
    """Build the open month, keep it in the register, and write its files, pages and letters (drafts of mails, .eml).

    The register is changed first; where that is interrupted, the next command writes the files. The state that the
    site's folder had is removed, and the letters of an earlier build for the same day that this build did not write,
    unless somebody edited them. What `request` does not give is as in the last build of this month.

    Raises:
        UsageError: There is no register, and neither a list nor an old report to make one.
        ExternalError: An input cannot be used, the last publication is not of an earlier day, no PDF can be made, a
            target may not be overwritten, such as an edited letter, or the register is locked, damaged or older than a
            report; then nothing is written. A failure during the writing leaves what `write_publication` says.
        ListError: The list, adjustments or decisions have problems; nothing is written.
    """
    with open_register(request.register) as register:
        register.check_reports({request.register.parent, request.output.parent})
        _begin_register(register, request)
        finished, notes = _finish_last(register)
        if finished and request.closes and finished.day == request.day:
            return finished
        month, reader = register.last_closed + 1, RegisterReader(register.connection)
        earlier = reader.read_history(month - 1)
        opened = reader.read_inputs(month) if register.has_open_month else None
        if earlier.day >= request.day:
            path = printable_path(request.register)
            raise ExternalError(texts.BEFORE_LATER, path=path, day=earlier.day, own=request.day)
        decisions, withdrawn = _join_decisions(
            opened.decisions if opened else (), request.decisions, {*map(question_key, earlier.decisions)}
        )
        check_targets(request, [*earlier.decisions, *decisions])
        program = _find_printer() if request.pdf else ""
        seasons = _read_seasons(request.seasons, (opened or earlier).seasons)
        inputs = replace(_read_inputs(request, opened, earlier), decisions=decisions, seasons=[*seasons])
        season_files = [SeasonFile(season.name, text.encode()) for text, season in seasons.items()]
        reader_mark = digest_reader(season_files)
        readings = Readings(
            (file, made_by == reader_mark or (number < month and bool(file.played)))
            for number, made_by, file in reader.read_received(month)
        )
        not_received = (request.before, request.decisions, request.adjustments, request.calendar)
        excluded = (*request.files, request.letters, *filter(None, not_received))
        files = read_folder(request.folder, excluded, tell, season_files, players=request.players, readings=readings)
        inputs = replace(inputs, files=number_files(reader, files, month, earlier))
        with _without_garbage_collection():
            publication = _build(inputs, earlier, seasons.values())
            save_month(register.connection, month, publication, inputs, reader_mark, earlier)
            if request.closes:
                register.close_month()
            outputs = _render(publication, request, inputs, register, month, program)
        register.commit()
        _write(outputs, request, register, month)
        return replace(publication, notes=(*notes, *withdrawn, *publication.notes))


def write_again(register_path: Path, day: date | None = None) -> tuple[Publication, BuildRequest]:
    """Write the files of a publication again, all of them made from the register.

    `day` None means the last publication, or the open month. The request returned says where its files are.

    Raises:
        OtherCotes: This program would publish other cotes.
        ExternalError: The register has no such publication, or it is of before the register; else as `publish_ranking`
            says.
    """
    with open_existing_register(register_path) as register:
        return _write_number(register, register.find_publication(day))


def take_back(register_path: Path) -> tuple[Publication, BuildRequest, list[str]]:
    """Open the last publication again, as if it had only been built; a month that was built on it goes.

    Decisions that were given for that month are kept.

    Returns:
        The publication that was taken back, where its files are, the names of its letters.

    Raises:
        ExternalError: There is no publication to take back, or it is of before the register.
    """
    with open_existing_register(register_path) as register:
        number = register.find_publication(None, closed=True)
        publication, request, _ = _build_again(register, number)
        register.open_last()
        register.commit()
    return publication, request, sorted(render_letters(publication))


def _begin_register(register: RegisterFile, request: BuildRequest) -> None:
    """Make the register from an old report, once; UsageError where a new one has nothing to begin from."""
    is_empty = not register.last_closed and not register.has_open_month
    if request.before and not is_empty:
        raise ExternalError(texts.BEFORE_NOT_NEEDED, path=printable_path(register.path))
    if request.before:
        report = _relative(request.before, register.path)
        import_old_report(register.connection, request.before, report)
        register.add_generation(texts.GENERATION_IMPORTED)
    elif is_empty and not request.players:
        raise UsageError(texts.NO_LIST)


def _finish_last(register: RegisterFile) -> tuple[Publication | None, tuple[str, ...]]:
    """Write the files of the last publication if that was interrupted.

    Returns:
        The publication, None where nothing was written; a French sentence where only another version can write them.
    """
    number = register.last_closed
    if not number or register.is_written(number):
        return None, ()
    try:
        return _write_number(register, number)[0], ()
    except OtherCotes as error:
        return None, (str(error),)


def _write_number(register: RegisterFile, number: int) -> tuple[Publication, BuildRequest]:
    """Write the files of a publication; OtherCotes where it would be another one."""
    publication, request, inputs = _build_again(register, number)
    published = RegisterReader(register.connection).read_history(number)
    if (published.movements, published.ranks_and_cotes) != (
        publication.history.movements, publication.history.ranks_and_cotes
    ):  # fmt: skip
        sentence = texts.OTHER_COTES if request.closes else texts.OPEN_MONTH_CHANGED
        raise OtherCotes(sentence, day=inputs.day, path=printable_path(register.path))
    program = _find_printer() if request.pdf else ""
    _write(_render(publication, request, inputs, register, number, program), request, register, number)
    return publication, request


def _build_again(register: RegisterFile, number: int) -> tuple[Publication, BuildRequest, MonthInputs]:
    """Build a publication from the register; ExternalError for one of before the register."""
    reader = RegisterReader(register.connection)
    inputs = reader.read_inputs(number)
    output = register.path.parent / inputs.report
    if register.is_imported(number):
        raise ExternalError(texts.PUBLISHED_BEFORE_REGISTER, day=inputs.day, path=printable_path(output))
    earlier = reader.read_history(number - 1)
    with _without_garbage_collection():
        publication = _build(inputs, earlier, _read_seasons((), inputs.seasons).values())
    request = BuildRequest(
        Path(), None, inputs.day, output, pdf=inputs.pdf, register_path=register.path,
        closes=number <= register.last_closed,
    )  # fmt: skip
    return publication, request, inputs


def _join_decisions(opened: Iterable[Line], path: Path | None, published: Set[Key]) -> tuple[list[Line], list[str]]:
    """Join the decisions given for the open month, the old ones first; lines of the file replace those of its key.

    Returns:
        The lines, without those that the file withdraws and that were never `published`; a French sentence about each
        of these.
    """
    lines: dict[Key, list[Line]] = {question_key(line): [line] for line in opened}
    given: dict[Key, list[Line]] = defaultdict(list)
    for line in read_decisions(path) if path else ():
        given[question_key(line)].append(line)
    withdrawn = {key for key in lines.keys() & given.keys() - published if all(map(is_withdrawal, given[key]))}
    joined = [line for key, own in (lines | given).items() if key not in withdrawn for line in own]
    return joined, [texts.WITHDRAWN.format(line=describe_line(lines[key][0])) for key in lines if key in withdrawn]


def _read_inputs(
    request: BuildRequest, opened: MonthInputs | None, earlier: PublicationHistory
) -> MonthInputs:  # fmt: skip
    """Read list and adjustments; what is not given is as in the last build of the month, the publisher as before."""
    last = opened or MonthInputs(request.day, publisher=earlier.publisher)
    players = read_register(request.players, request.day) if request.players else last.players
    adjustments = read_adjustments(request.adjustments) if request.adjustments else last.adjustments
    expected = read_calendar(request.calendar) if request.calendar else last.expected
    return MonthInputs(
        request.day, (), players, (), adjustments, (), replace(last.publisher, **request.publisher_fields),  # type: ignore[arg-type]
        _relative(request.output, request.register), request.pdf,
        _digest(request.players) if request.players else last.list_hash, expected,
    )  # fmt: skip


def _relative(path: Path, register: Path) -> str:
    """Return a path as the register keeps it: relative to its own folder, unless that is on another drive."""
    path = resolve_path(path)
    try:
        return os.path.relpath(path, resolve_path(register).parent)
    except ValueError:
        return str(path)


def _build(inputs: MonthInputs, earlier: PublicationHistory, seasons: Iterable[Season]) -> Publication:
    publication = build_publication(
        inputs.files, inputs.players, inputs.day, adjustments=inputs.adjustments, decisions=inputs.decisions,
        extra_seasons=seasons, earlier=earlier, season_files=inputs.seasons, publisher=inputs.publisher,
    )  # fmt: skip
    return replace(publication, expected=tuple(inputs.expected) or None)


def _render(
    publication: Publication, request: BuildRequest, inputs: MonthInputs, register: RegisterFile, number: int,
    program: str,
) -> Outputs:  # fmt: skip
    """Render all files; ExternalError where an edited letter is in the way."""
    with _render_in_workers(publication, pdf=request.pdf) as (site, letters):
        mark = register.find_mark(number)
        journal = [*RegisterReader(register.connection).read_journal(number)]
        workbook = render_publication(publication, inputs.list_hash, register.find_hash(number - 1), mark, journal)
        contents = [workbook, render_players_csv(publication), render_decisions_csv(publication)]
        contents += [_print_pdf(render_ranking(publication), program)] if program else []
        pages, drafts = site.result(), {request.letters / name: mail for name, mail in letters.result().items()}
    for path in drafts:
        if has_replaceable_file(path) and not is_draft(path):
            raise ExternalError(texts.EDITED_LETTER, path=printable_path(path))
    if request.pdf:
        pages[PDF_NAME] = contents[-1]
    return Outputs(pages, drafts, dict(zip(request.files, contents, strict=True)))


def _write(outputs: Outputs, request: BuildRequest, register: RegisterFile, number: int) -> None:
    """Write all files, the workbook last, beside a publication a copy of the register; note that it is done."""
    copy = {}
    if number == register.last_closed and not register.has_open_month:
        copy[request.register_copy] = register.connection.serialize()
    outside = outputs.drafts | copy | dict(reversed(outputs.files.items()))
    write_publication(request.site, outputs.pages, outside=outside, keep=False)
    remove_stale_letters(request, outputs.drafts)
    register.mark_written(number)
    register.commit()


@contextmanager
def _render_in_workers(
    publication: Publication, *, pdf: bool
) -> Iterator[tuple[BackgroundCall[dict[str, bytes]], BackgroundCall[dict[str, bytes]]]]:
    """Render pages and letters in two worker processes; ExternalError when one of them is killed."""
    render_pages = partial(render_site, pdf=pdf)
    try:
        with BackgroundCall(render_pages, publication) as site, BackgroundCall(render_letters, publication) as letters:
            yield site, letters
    except OSError as error:
        raise ExternalError(texts.NO_READER, reason=error) from error


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Switch off garbage collection, which would take seconds: all objects live until the end."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _print_pdf(workbook: bytes, program: str) -> bytes:
    """Print a report workbook with LibreOffice; ExternalError when it writes no PDF."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "classement.xlsx").write_bytes(workbook)
        profile = f"-env:UserInstallation={(folder / 'profil').as_uri()}"  # an open LibreOffice locks the usual profile
        words = ["--headless", "--norestore", "--convert-to", "pdf", "--outdir", name, str(folder / "classement.xlsx")]
        try:
            subprocess.run([program, profile, *words], capture_output=True, timeout=_PDF_SECONDS, check=False)
            return (folder / "classement.pdf").read_bytes()
        except (OSError, subprocess.TimeoutExpired):
            raise ExternalError(texts.NO_PDF) from None


def _find_printer() -> str:
    if not (program := find_libreoffice(Machine())):
        raise ExternalError(texts.NO_OFFICE)
    return program


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read_seasons(paths: Iterable[Path], earlier: Iterable[str]) -> dict[str, Season]:
    """Return content of a season's file -> season; files at `paths` replace files of the previous publication."""
    season_by_name = {season.name: (text, season) for text in earlier for season in [parse_season(text.encode())]}
    for path in paths:
        try:
            content = read_regular_file(path, text_limits.SEASON_BYTES + 1)
            season = parse_season(content)
        except (OSError, ValueError) as error:
            reason = explain_error(error)[0] if isinstance(error, OSError) else error
            raise ExternalError(texts.NO_SEASON, path=printable_path(path), reason=reason) from None
        season_by_name[season.name] = content.decode(), season
    return dict(season_by_name.values())
