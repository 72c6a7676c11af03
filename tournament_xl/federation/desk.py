"""`tournament-xl federation build`: the words of the command, the progress bar, what is said at the end."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from pathlib import Path

from tournament_xl.book.grid import read_date
from tournament_xl.federation.build import Publication
from tournament_xl.federation.corrections import told as corrections_told
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
    day = _day("--date", options.date)
    given = (options.joueurs, options.ajustements, options.decisions, options.avant)
    players, adjustments, decisions, before = (Path(text) if text else None for text in given)
    if players is None and before is None:
        raise WordsError(texts.NO_LIST)
    elo = Path(options.elo) if options.elo else None
    output, seasons = Path(options.output), tuple(map(Path, options.saison or ()))
    order = Order(Path(options.dir), players, day, output, adjustments, decisions, before, elo, seasons, options.pdf)
    publication = _with_progress(order)
    for line in told(publication, order):
        print(line)
    return 0


def _day(option: str, text: str) -> date:
    day = read_date(text.strip())
    if day is None or not YEARS[0] <= day.year <= YEARS[1]:
        raise WordsError(texts.BAD_DAY.format(option=option, text=text))
    return day


def _with_progress(order: Order) -> Publication:
    """`publish` under a progress bar, where somebody watches."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(texts.READING, total=None)

        def tell(done: int, files: int, name: str) -> None:
            shown = texts.READING_FILE.format(name=escape(name[-_SHOWN_NAME:]))
            progress.update(task, completed=done, total=files, description=shown)

        return publish(order, tell)


def told(publication: Publication, order: Order) -> list[str]:
    """What is said at the end: how many, what was left out and why, what was written, what is to be decided."""
    verdicts, left = publication.verdicts, publication.refused
    remarked = [verdict.file.name for verdict in publication.new if verdict.word == texts.COUNTED_WITH]
    serious = [verdict.file.name for verdict in publication.new if verdict.word == texts.SERIOUS]
    facts = {
        "day": publication.day,
        "ranked": count(len(publication.ranking), "joueur classé"),
        "players": count(len(publication.accounts), "joueur"),
        "counted": count(len(publication.counted), "compté"),
        "remarked": len(remarked) + len(serious),
        "left": count(len(left), "écarté") + (" :" if left else "."),
    }
    lines = [texts.DONE.format(**facts), texts.DONE_FILES.format(**facts)]
    for verdict in left + publication.aside:
        lines.append(texts.LEFT.format(name=verdict.file.name, sentence=" ".join(verdict.sentences)))
    if waiting := [verdict.file.name for verdict in publication.waiting]:
        lines.append(texts.WAITING_TOLD.format(files=first_of(waiting)))
    if publication.since:
        lines.append(texts.DONE_NEW.format(new=len(publication.new), day=publication.since))
    if not publication.ranking:
        lines.append(texts.NOBODY_DATED)
    if later := sum(one.day > publication.day for one in publication.history.adjustments):
        lines.append(texts.ADJUSTED_LATER.format(day=publication.day, count=later))
    if serious:
        lines.append(texts.SERIOUS_TO_READ.format(files=first_of(serious)))
    if remarked:
        lines.append(texts.TO_READ.format(files=first_of(remarked)))
    repeated = sum(verdict.word in (texts.REPEATED, texts.TOLD) for verdict in verdicts)
    if repeated:
        lines.append(texts.REPEATED_TOLD.format(files=count(repeated, "fichier")))
    if publication.corrections:
        lines.append(texts.CORRECTIONS_WHERE.format(told=corrections_told(publication.corrections)))
    files = ", ".join(map(str, order.files))
    lines.append(texts.WRITTEN.format(files=files))
    drafts = sum(map(len, (publication.new, publication.corrected, publication.returned)))
    letters = f"{drafts}, {order.letters}" if drafts else texts.NONE
    lines.append(texts.WRITTEN_FOLDERS.format(site=order.site, letters=letters))
    for question, answer in publication.questions.misread:
        who = f"{question.name} {question.first_name}".strip() or question.title
        lines.append(texts.MISREAD.format(answer=answer, who=who, answers=" | ".join(question.proposals)))
    questions = len(publication.questions.open)
    if questions:
        lines.append(texts.TO_ANSWER.format(questions=count(questions, "question"), file=order.decisions_csv))
    return lines
