"""`federation build` as one function: read the inputs, build a publication, write all of its files or none."""

from __future__ import annotations

import gc
import hashlib
import subprocess
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tournament_xl.core.processes import BackgroundCall
from tournament_xl.core.resources import printable_path
from tournament_xl.federation.intake.build_request import BuildRequest
from tournament_xl.federation.intake.cache import read_cache, write_cache
from tournament_xl.federation.intake.decisions import read_adjustments, read_decisions
from tournament_xl.federation.intake.expected import read_calendar
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.intake.reading import ReportProgress
from tournament_xl.federation.output.csv_files import render_decisions_csv, render_players_csv
from tournament_xl.federation.output.guards import check_targets, is_draft, remove_stale_letters
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.report import render_publication, render_ranking
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.build import Publication, build_publication
from tournament_xl.federation.ranking.history import PublicationHistory, Publisher, read_publication_history
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.games.scrabble.seasons.toml_file import read_season
from tournament_xl.messages import federation as texts
from tournament_xl.messages.federation_pages import PDF_NAME
from tournament_xl.players.player_lists import read_register
from tournament_xl.publication.pages import write_publication
from tournament_xl.support.doctor import find_libreoffice
from tournament_xl.support.machine import Machine
from tournament_xl.workbook.context import SeasonFile
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx.atomic_write import explain_error, has_replaceable_file

_PDF_SECONDS = 180  # time limit for LibreOffice to print the ranking


def publish_ranking(request: BuildRequest, tell: ReportProgress = lambda done, count, name: None) -> Publication:
    """Build a publication and write its files, pages and letters (drafts of mails, .eml): all, or none.

    The previous state in the site's folder is removed. Afterwards the letters of an earlier build for the same day that
    this build did not write are removed, unless somebody edited them, and the reading cache is written; failures of
    these two steps are ignored.

    Args:
        request: Inputs and output paths.
        tell: Called after each file that is not in the cache, with the numbers of files read and to read, and its name.

    Returns:
        The publication.

    Raises:
        ExternalError: An input cannot be used, the previous publication is not of an earlier day, no PDF can be made,
            or a target may not be overwritten, such as an edited letter; then nothing is written. A failure during the
            writing leaves what `write_publication` says.
        ListError: The list, adjustments or decisions have problems; nothing is written.
    """
    earlier = read_publication_history(request.before) if request.before else None
    decisions = read_decisions(request.decisions) if request.decisions else []
    check_targets(request, [*(earlier.decisions if earlier else ()), *decisions])
    if earlier and earlier.day >= request.day:
        before = printable_path(str(request.before))
        raise ExternalError(texts.BEFORE_LATER, path=before, day=earlier.day, own=request.day)
    program = find_libreoffice(Machine()) if request.pdf else ""
    if request.pdf and not program:
        raise ExternalError(texts.NO_OFFICE)
    players = read_register(request.players, request.day) if request.players else []
    adjustments = read_adjustments(request.adjustments) if request.adjustments else []
    seasons = _read_seasons(request.seasons, earlier.seasons if earlier else ())
    inputs = (request.before, request.decisions, request.adjustments, request.calendar)
    excluded = (*request.files, request.letters, *filter(None, inputs))
    season_files = [SeasonFile(season.name, text.encode()) for text, season in seasons.items()]
    cache = read_cache(request.cache, season_files)
    files = read_folder(request.folder, excluded, tell, season_files, players=request.players, cache=cache)
    with _without_garbage_collection():
        publication = build_publication(
            files, players, request.day, adjustments=adjustments, decisions=decisions, extra_seasons=seasons.values(),
            earlier=earlier, season_files=list(seasons),
            publisher=replace(_read_publisher(request.output, earlier), **request.publisher_fields),  # type: ignore[arg-type]
        )  # fmt: skip
        if request.calendar:
            publication = replace(publication, expected=tuple(read_calendar(request.calendar)))
        with _render_in_workers(publication, pdf=request.pdf) as (site, letters):
            workbook = render_publication(publication, _digest(request.players), _digest(request.before))
            contents = [workbook, render_players_csv(publication), render_decisions_csv(publication)]
            contents += [_print_pdf(render_ranking(publication), program)] if program else []
            pages, drafts = site.result(), {request.letters / name: mail for name, mail in letters.result().items()}
    for path in drafts:
        if has_replaceable_file(path) and not is_draft(path):
            raise ExternalError(texts.NOT_OURS, path=printable_path(path))
    output_files = dict(zip(request.files, contents, strict=True))
    if request.pdf:
        pages[PDF_NAME] = contents[-1]
    write_publication(
        request.site, pages, outside=drafts | dict(reversed(output_files.items())), keep=False
    )  # the workbook is written last
    remove_stale_letters(request, drafts)
    write_cache(request.cache, cache)
    return publication


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


def _read_publisher(output: Path, earlier: PublicationHistory | None) -> Publisher:
    """Return the publisher of the ranking to overwrite, else of the previous publication."""
    with suppress(ExternalError):
        return read_publication_history(output).publisher
    return earlier.publisher if earlier else Publisher()


def _digest(path: Path | None) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path else ""


def _read_seasons(paths: Collection[Path], earlier: Collection[str]) -> dict[str, Season]:
    """Return content of a season's file -> season; files at `paths` replace files of the previous publication."""
    with TemporaryDirectory() as name:
        earlier_paths = [Path(name, f"{number}.toml") for number in range(len(earlier))]
        for path, text in zip(earlier_paths, earlier, strict=True):
            path.write_text(text, encoding="utf-8")
        season_by_name = {
            season.name: (text, season) for text, season in map(_read_season_text, [*earlier_paths, *paths])
        }
    return dict(season_by_name.values())


def _read_season_text(path: Path) -> tuple[str, Season]:
    try:
        season = read_season(path)
        return path.read_text(encoding="utf-8"), season
    except (OSError, ValueError) as error:
        reason = explain_error(error)[0] if isinstance(error, OSError) else error
        raise ExternalError(texts.NO_SEASON, path=printable_path(path), reason=reason) from None
