"""`tournament-xl federation build`: the words of the command, the progress bar, what is said at the end."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tournament_xl.book.grid import read_date
from tournament_xl.federation.build import Publication
from tournament_xl.federation.history import told as corrections_told
from tournament_xl.federation.publish import Order, publish
from tournament_xl.rules.scrabble.seasons import YEARS
from tournament_xl.texts import federation as texts
from tournament_xl.texts.names import count
from tournament_xl.texts.notices import first_of

_SHOWN_NAME = 40  # letters of a file's name under the progress bar


class WordsError(Exception):
    """An option cannot be understood; the text is a French sentence."""


def build(options: argparse.Namespace) -> int:
    """Build what the options want and tell it; 0. Raises WordsError, ListError or HostError."""
    day = read_date(options.date.strip())
    if day is None or not YEARS[0] <= day.year <= YEARS[1]:
        raise WordsError(texts.BAD_DAY.format(text=options.date))
    if not options.joueurs and not options.avant:
        raise WordsError(texts.NO_LIST)
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
            shown = texts.READING_FILE.format(name=escape(name[-_SHOWN_NAME:]))
            progress.update(task, completed=done, total=files, description=shown)

        return publish(order, tell)


def told(publication: Publication, order: Order) -> list[str]:
    """What is said at the end: how many, what was left out and why, what was written, what is to be decided."""
    lines: list[str] = []

    def say(text: str, **values: object) -> None:
        lines.append(text.format(day=publication.day, **values))

    left, questions = publication.left_out(texts.REFUSED), publication.questions
    serious, remarked = (
        [one.file.name for one in publication.new if one.word == word] for word in (texts.SERIOUS, texts.COUNTED_WITH)
    )
    say(
        texts.DONE, ranked=count(len(publication.ranking), "joueur classé"),
        players=count(len(publication.accounts), "joueur"),
    )  # fmt: skip
    say(
        texts.DONE_FILES, counted=count(len(publication.counted), "compté"), remarked=len(remarked) + len(serious),
        left=count(len(left), "écarté") + (" :" if left else "."),
    )  # fmt: skip
    for verdict in left + publication.left_out(texts.ASIDE):
        say(texts.LEFT, name=verdict.file.name, sentence=verdict.file.refusal)
    if waiting := [verdict.file.name for verdict in publication.left_out(texts.WAITING)]:
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
    say(texts.WRITTEN, files=", ".join(map(str, order.files)))
    drafts = sum(map(len, (publication.new, publication.corrected, publication.returned)))
    say(texts.WRITTEN_FOLDERS, site=order.site, letters=f"{drafts}, {order.letters}" if drafts else texts.NONE)
    for question, answer in questions.misread:
        who = f"{question.name} {question.first_name}".strip() or question.title
        say(texts.MISREAD, answer=answer, who=who, answers=" | ".join(question.proposals))
    if questions.open:
        say(texts.TO_ANSWER, questions=count(len(questions.open), "question"), file=order.files[2])
    return lines
