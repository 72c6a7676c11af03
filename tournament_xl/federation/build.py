"""`federation build`: files, a list and a day give a publication. Pure: no file, no clock, whatever their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction

from tournament_xl.federation.calendar import Calendar
from tournament_xl.federation.entries import Adjustment, Decisions
from tournament_xl.federation.facts import File
from tournament_xl.federation.ledger import Counted, Ledger, Movement
from tournament_xl.federation.questions import Questions
from tournament_xl.federation.register import Account, from_list
from tournament_xl.federation.thresholds import Proposal, propose
from tournament_xl.federation.twice import without_twins
from tournament_xl.record import record, replace
from tournament_xl.scrabble.rating import series_of
from tournament_xl.scrabble.seasons import Season
from tournament_xl.seasons import seasons
from tournament_xl.texts import federation as texts


@record
class Line:
    """A line of the published ranking."""

    place: int
    account: Account
    cote: Fraction
    series: str
    place_before: int | None  # in the last publication; None: was not in it
    cote_before: Fraction | None  # None: had none


@record
class Verdict:
    """What became of a file."""

    file: File
    counted: Counted | None  # None: left out
    number: int | None  # of the tournament, in the order of R12
    word: str  # texts.COUNTED, COUNTED_WITH, REFUSED or ASIDE
    sentences: tuple[str, ...]


@record
class Publication:
    """Everything that is published, or kept to recompute it."""

    day: date
    since: date | None  # the day of the last publication; None: the list as given
    season: Season  # of the day
    ranking: tuple[Line, ...]
    verdicts: tuple[Verdict, ...]  # tournaments counted in the order of R12, then the others by name
    movements: tuple[Movement, ...]
    accounts: tuple[Account, ...]  # everybody, alphabetically
    proposals: tuple[Proposal, ...]
    questions: Questions
    decisions: Decisions
    calendar: Calendar

    @property
    def refused(self) -> list[Verdict]:
        """The verdicts of files that do not count; a ranking of our own is not asked to."""
        return [verdict for verdict in self.verdicts if verdict.word == texts.REFUSED]

    @property
    def aside(self) -> list[Verdict]:
        """The verdicts of our own rankings."""
        return [verdict for verdict in self.verdicts if verdict.word == texts.ASIDE]


def build(
    files: Iterable[File],
    players: Iterable[Mapping[str, str]],
    day: date,
    *,
    adjustments: Sequence[Adjustment] = (),
    decisions: Decisions | None = None,
    since: date | None = None,
    later: Iterable[Season] = (),
) -> Publication:
    """The publication of a day. `files` as read, `players` as `lists.read.read_register` gives them.

    `later`: seasons besides those built in, or in their place.
    Raises ListError for an adjustment of an unknown licence.
    """
    decided, questions = decisions or Decisions({}), Questions()
    calendar = Calendar((seasons() | {season.name: season for season in later}).values())
    ledger = Ledger(from_list(players), calendar, decided, questions)
    left = [_in_time(file, day) for file in without_twins(files, decided, questions)]
    before = ledger.run([file for file in left if file.played], adjustments, day, since)
    season = calendar.on(day)
    ranking = []
    for line in ledger.ranking(day):
        place, cote = before.get(line.account, (None, None))
        ranking.append(Line(line.place, line.account, line.cote, series_of(line.cote, season), place, cote))
    return Publication(
        day, since, season, tuple(ranking), tuple(_verdicts(left, ledger)), tuple(ledger.movements),
        tuple(sorted(ledger.register.accounts, key=lambda account: account.order)),
        tuple(propose([line.cote for line in ranking], season)), questions, decided, calendar,
    )  # fmt: skip


def _in_time(file: File, day: date) -> File:
    """Without its tournament when it ends after the day of the ranking."""
    if file.played and file.played.last > day:
        return replace(file, played=None, refusal=texts.LATER.format(day=file.played.last))
    return file


def _verdicts(files: Iterable[File], ledger: Ledger) -> list[Verdict]:
    counted = {one.file.name: one for one in ledger.counted}
    with_one = sorted((file for file in files if file.played), key=lambda file: file.order)
    found = []
    for number, file in enumerate(with_one, start=1):
        remarks = counted[file.name].remarks
        word = texts.COUNTED_WITH if set(remarks) - {texts.MACROS} else texts.COUNTED  # every .xlsm of ours has macros
        found.append(Verdict(file, counted[file.name], number, word, remarks))
    without = sorted((file for file in files if not file.played), key=lambda file: file.name)
    for file in without:
        word = texts.ASIDE if file.refusal == texts.OUR_RANKING else texts.REFUSED
        found.append(Verdict(file, None, None, word, (file.refusal,)))
    return found
