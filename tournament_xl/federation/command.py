"""Command `federation`: turns the parsed options into a build or another act, and summarizes it in French."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.intake.build_request import BuildRequest
from tournament_xl.federation.output.letters import list_letters
from tournament_xl.federation.publish import publish_ranking, take_back, write_again
from tournament_xl.federation.ranking.build import Publication
from tournament_xl.games.scrabble.rules.seasons import YEARS
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.workbook.cells import read_date
from tournament_xl.workbook.snapshot import UsageError
from tournament_xl.xlsx.pictures import MAX_LOGO_BYTES, encode_data_uri

_MAX_NAME_LENGTH = 40  # characters of a file's name next to the progress bar


def run_federation(options: argparse.Namespace) -> int:
    """Run `federation build`, `publish`, `pages` or `unpublish`, and print what was done.

    A terminal shows the progress on stderr. The exit code is always 0.

    Raises:
        UsageError: An option is missing, the date is invalid, the logo is no picture or too large, or there is no
            register and nothing to begin one from.
        ExternalError: An input or a target cannot be used; nothing is written then, or as `publish_ranking` says.
        ListError: The list, adjustments or decisions have problems; nothing is written.
    """
    builds = options.act in ("build", "publish")
    needed = {"DOSSIER": options.dir, "--date": options.date, "-o": options.output} if builds else {}
    if missing := [name for name, value in needed.items() if not value]:
        raise UsageError(fill_sentence(texts.NEEDED, {"act": options.act, "options": missing}))
    day = _read_day(options.date) if options.date else None
    register = Path(options.registre) if options.registre else None
    if not builds:
        beside = Path(options.output).parent if options.output else Path()
        register = register or beside / texts.REGISTER_FILE
        lines = _take_back(register) if options.act == "unpublish" else _write_again(register, day)
    else:
        assert day
        path_texts = (options.joueurs, options.ajustements, options.decisions, options.avant, options.calendrier)
        players, adjustments, decisions, before, calendar = (Path(text) if text else None for text in path_texts)
        request = BuildRequest(
            Path(options.dir), players, day, Path(options.output), adjustments, decisions, before,
            tuple(map(Path, options.saison or ())), calendar, options.pdf, _read_publisher_fields(options), register,
            options.clore or options.act == "publish",
        )  # fmt: skip
        lines = summarize_build(_publish_with_progress(request), request)
    for line in lines:
        print(line)
    return 0


def _read_day(text: str) -> date:
    day = read_date(text.strip())
    if day is None or not YEARS[0] <= day.year <= YEARS[1]:
        raise UsageError(texts.BAD_DAY.format(text=text))
    return day


def _write_again(register: Path, day: date | None) -> list[str]:
    publication, request = write_again(register, day)
    paths = {"file": request.output, "site": request.site, "letters": request.letters}
    return [
        texts.PAGES_WRITTEN.format(day=publication.day, **{name: printable_path(path) for name, path in paths.items()})
    ]


def _take_back(register: Path) -> list[str]:
    publication, request, letters = take_back(register)
    out = [fill_sentence(texts.LETTERS_OUT, {"letters": letters})] if letters else []
    pages = texts.PAGES_OUT.format(site=printable_path(request.site))
    return [texts.TAKEN_BACK.format(day=publication.day), pages, *out]


def _read_publisher_fields(options: argparse.Namespace) -> dict[str, object]:
    """Return the fields of the publisher that the options set; UsageError for a bad value."""
    fields: dict[str, object] = {}
    if options.federation is not None:
        fields["federation"] = options.federation.strip()
    if options.signature is not None:
        fields["signature"] = options.signature.strip()
    if options.logo is not None:
        fields["logo"] = _read_picture(Path(options.logo)) if options.logo else ""
    return fields


def _read_picture(path: Path) -> str:
    """Return a picture as data: URI; UsageError for no picture, or a large one."""
    try:
        data_uri = encode_data_uri(read_regular_file(path, MAX_LOGO_BYTES + 1))
    except OSError:
        data_uri = ""
    if not data_uri:
        raise UsageError(texts.BAD_LOGO.format(path=printable_path(path), most=MAX_LOGO_BYTES // 1000))
    return data_uri


def _publish_with_progress(request: BuildRequest) -> Publication:
    """Publish, with a progress bar on a terminal."""
    if not sys.stderr.isatty():
        return publish_ranking(request)
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(texts.READING, total=None)

        def tell(done: int, files: int, name: str) -> None:
            description = texts.READING_FILE.format(name=escape(printable_path(name)[-_MAX_NAME_LENGTH:]))
            progress.update(task, completed=done, total=files, description=description)

        return publish_ranking(request, tell)


def summarize_build(publication: Publication, request: BuildRequest) -> list[str]:
    """Summarize a build in French lines: counts, new refusals with reasons, changes, files written, questions.

    A file has a verdict (words in `messages.federation`): it counts, or it is REFUSED (faulty), STRUCK (excluded by a
    decision), WAITING (for a decision), TO_COME (ends after the day of the ranking), REPEATED (a copy of a file that
    counts) or ASIDE (no tournament). TOLD and STRUCK_TOLD are refusals and exclusions that an earlier publication
    reported; like copies they are on the sheet Tournois only. Of the request only the paths are read.
    """
    lines: list[str] = []

    def say(text: str, **values: object) -> None:
        lines.append(fill_sentence(text, {"day": publication.day, **values}))

    newly_refused = [*publication.left_out(texts.REFUSED), *publication.left_out(texts.STRUCK)]
    questions = publication.questions
    serious, remarked = (
        [printable_path(verdict.file.name) for verdict in publication.new if verdict.word == word]
        for word in (texts.SERIOUS, texts.COUNTED_WITH)
    )
    say(texts.DONE, ranked=publication.ranking, players=publication.accounts)
    say(
        texts.DONE_FILES, counted=publication.counted, remarked=len(remarked) + len(serious), left=newly_refused,
    )  # fmt: skip
    aside = [verdict for verdict in publication.left_out(texts.ASIDE) if not verdict.is_repeated]
    for verdict in newly_refused + [verdict for verdict in aside if not verdict.file.mail]:
        say(texts.LEFT, name=printable_path(verdict.file.name), sentence=verdict.file.refusal)
    for word, sentence in ((texts.TO_COME, texts.TO_COME_TOLD), (texts.WAITING, texts.WAITING_TOLD)):
        if waiting := [printable_path(verdict.file.name) for verdict in publication.left_out(word)]:
            say(sentence, names=waiting)
    if publication.since:
        say(texts.DONE_NEW, new=len(publication.new), since=publication.since)
    if not publication.ranking:
        say(texts.NOBODY_DATED)
    if later := sum(adjustment.day > publication.day for adjustment in publication.history.adjustments):
        say(texts.ADJUSTED_LATER, later=later)
    if serious:
        say(texts.SERIOUS_TO_READ, names=serious)
    if remarked:
        say(texts.TO_READ, names=remarked)
    if missing := publication.missing:
        expected = [texts.EXPECTED.format(title=one.title, day=one.day) for one in missing]
        say(texts.MISSING_TOLD, tournaments=expected)
    if publication.changes:
        say(texts.CHANGES_TOLD, changes=[change.where for change in publication.changes])
    say(texts.WRITTEN, files=", ".join(map(printable_path, request.files)))
    say(texts.OFFICER_ONLY, file=printable_path(request.files[0]))
    drafts = len(list_letters(publication))
    say(
        texts.WRITTEN_FOLDERS,
        site=printable_path(request.site),
        letters=f"{drafts}, {printable_path(request.letters)}" if drafts else texts.NONE,
    )
    lines += publication.notes
    for question, answer in questions.misread:
        subject = f"{question.name} {question.first_name}".strip() or question.title
        say(texts.MISREAD, answer=answer, who=subject, answers=" | ".join(question.proposals))
    if questions.open:
        say(texts.TO_ANSWER, questions=questions.open, file=printable_path(request.files[2]))
    say(texts.PUBLISHED_NOW if request.closes else texts.STILL_OPEN, copy=printable_path(request.register_copy))
    return lines
