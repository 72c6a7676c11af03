"""`federation build`: files, a list and a day give a publication. Pure: no file, no clock, whatever their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction

from tournament_xl.federation.calendar import Calendar
from tournament_xl.federation.corrections import Correction, corrections
from tournament_xl.federation.entries import Adjustment, Decisions, question_key
from tournament_xl.federation.facts import File, Remarks
from tournament_xl.federation.history import History, new_lines, published, with_earlier
from tournament_xl.federation.ledger import Counted, LaterList, Ledger, Movement, Places
from tournament_xl.federation.questions import Questions
from tournament_xl.federation.register import Account, from_list
from tournament_xl.federation.thresholds import Proposal, propose
from tournament_xl.federation.twice import without_twins
from tournament_xl.record import record, replace
from tournament_xl.rules.scrabble.rating import series_of
from tournament_xl.rules.scrabble.seasons import Season
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
    word: str  # texts.COUNTED, COUNTED_WITH, SERIOUS, REFUSED, WAITING, TOLD, REPEATED or ASIDE
    remarks: Remarks  # why it is left out, or what is to be said of the tournament

    @property
    def sentences(self) -> tuple[str, ...]:
        return self.remarks.every


@record
class Publication:
    """Everything that is published, or kept to recompute it."""

    day: date
    since: date | None  # the day of the last publication; None: the list as given
    corrections: tuple[Correction, ...]  # of what was published then
    history: History  # what the next one starts from
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
    def returned(self) -> list[Verdict]:
        """Of these, those whose organiser can be written to and has sent no other version."""
        counted = (verdict.file.played for verdict in self.counted)
        there = {(played.title, played.organiser, played.email) for played in counted if played}
        senders = ((verdict, verdict.file.sender) for verdict in self.refused)
        return [verdict for verdict, sender in senders if any(sender[1:]) and sender not in there]

    @property
    def replaced(self) -> frozenset[str]:
        """SHA-256 of versions that count in the place of one that was published."""
        files = (verdict.file for verdict in self.verdicts)
        return frozenset(file.instead for file in files if file.instead and file.published)

    @property
    def corrected(self) -> list[Verdict]:
        """The verdicts of tournaments that an earlier publication counted and whose cotes are now others."""
        changed = {one.now.sha256 for one in self.corrections if one.now}
        return [verdict for verdict in self.counted if verdict.file.published and verdict.file.sha256 in changed]

    @property
    def waiting(self) -> list[Verdict]:
        """The verdicts of tournaments that end after the day."""
        return [verdict for verdict in self.verdicts if verdict.word == texts.WAITING]

    @property
    def aside(self) -> list[Verdict]:
        """The verdicts of our own rankings."""
        return [verdict for verdict in self.verdicts if verdict.word == texts.ASIDE]

    @property
    def counted(self) -> list[Verdict]:
        """The verdicts of the tournaments that count."""
        return [verdict for verdict in self.verdicts if verdict.counted]

    @property
    def new(self) -> list[Verdict]:
        """Of these, those that no earlier publication counted."""
        return [verdict for verdict in self.counted if not verdict.file.published]


def build(
    files: Iterable[File],
    players: Iterable[Mapping[str, str]],
    day: date,
    *,
    adjustments: Sequence[Adjustment] = (),
    decisions: Decisions | None = None,
    later: Iterable[Season] = (),
    earlier: History | None = None,
    season_files: Sequence[str] = (),
) -> Publication:
    """The publication of a day. `files` as read, `players` as `lists.read.read_register` gives them.

    `later`: seasons besides those built in, or in their place. With an `earlier` publication everything that it counted
    counts, its answers and adjustments hold, and `players` only tells what has changed since. `season_files`: the texts
    of the files that `later` comes from, for the next publication.
    Raises ListError for an adjustment of an unknown licence.
    """
    decided, questions = _decisions(decisions or Decisions({}), earlier), Questions()
    calendar = Calendar((seasons() | {season.name: season for season in later}).values())
    lists = _lists(list(players), earlier)
    entered = with_earlier(adjustments, earlier.adjustments if earlier else ())
    ledger = Ledger(from_list(lists[0].lines if lists else ()), calendar, decided, questions)
    before = earlier.places if earlier else ledger.places()
    every = _named_apart(files, earlier)
    left = [_in_time(file, day) for file in without_twins(every, decided, questions)]
    ledger.run([file for file in left if file.played], entered, day, lists[1:])
    season = calendar.on(day)
    ranking = []
    for line in ledger.ranking(day):
        place, cote = before.get(line.account.key, (None, None))
        ranking.append(Line(line.place, line.account, line.cote, series_of(line.cote, season), place, cote))
    moved = published(ledger.movements)
    refused = {file.sha256: file.refusal for file in left if file.sha256 and not file.played}
    history = History(
        day, lists, tuple(_kept(every, left, day)), tuple(entered), decided.lines,
        tuple(season_files), (dict(earlier.refused) if earlier else {}) | refused,
        _places(ledger, ranking), tuple(moved),
    )  # fmt: skip
    return Publication(
        day, earlier.day if earlier else None,
        tuple(corrections(earlier, moved, left)) if earlier else (), history, season,
        tuple(ranking), tuple(_verdicts(left, ledger, earlier)), tuple(ledger.movements),
        tuple(sorted(ledger.register.accounts, key=lambda account: account.order)),
        tuple(propose([line.cote for line in ranking], season)), questions, decided, calendar,
    )  # fmt: skip


def _decisions(given: Decisions, earlier: History | None) -> Decisions:
    """The answers of both; one given now is instead of the earlier one."""
    if earlier is None:
        return given
    lines = {question_key(line): line for line in earlier.decisions}
    lines |= {question_key(line): line for line in given.lines if line["Décision"] or question_key(line) not in lines}
    answers = {key: line["Décision"] for key, line in lines.items() if line["Décision"]}
    return Decisions(answers | dict(given.answers), tuple(lines.values()))


def _lists(players: Sequence[Mapping[str, str]], earlier: History | None) -> tuple[LaterList, ...]:
    """The list that it all began with, then what each later one changed."""
    if earlier is None:
        return (LaterList(date.min, tuple(players)),)
    lines = new_lines(earlier.lists, players)
    more = (LaterList(earlier.day + timedelta(days=1), lines),) if lines else ()
    return (*earlier.lists, *more)


def _named_apart(files: Iterable[File], earlier: History | None) -> list[File]:
    """The files, and those of before under names of their own: files of several months may have one name."""
    found = {file.name: file for file in files}
    for file in earlier.files if earlier else ():
        name = file.name
        while earlier and name in found:
            name = texts.FILE_OF.format(name=name, day=file.published or earlier.day)
        found[name] = replace(file, name=name)
    return list(found.values())


def _kept(files: Iterable[File], left: Iterable[File], day: date) -> list[File]:
    """Every tournament that was read, for the next publication: those counted, and those that wait."""
    now = {file.name: file for file in left}
    found = [
        replace(file, published=(file.published or day) if now[file.name].played else None)
        for file in files
        if file.played and not now[file.name].repeats
    ]
    return sorted(found, key=lambda file: file.order)


def _places(ledger: Ledger, ranking: Iterable[Line]) -> Places:
    places = {line.account.key: line.place for line in ranking}
    return {account.key: (places.get(account.key), account.cote) for account in ledger.register.accounts}


def _in_time(file: File, day: date) -> File:
    """Without its tournament when it ends after the day of the ranking."""
    if file.played and file.played.last > day:
        return replace(file, played=None, refusal=texts.LATER.format(day=file.played.last), waits=True)
    return file


def _verdicts(files: Sequence[File], ledger: Ledger, earlier: History | None) -> list[Verdict]:
    counted = {one.file.name: one for one in ledger.counted}
    with_one = sorted((file for file in files if file.played), key=lambda file: file.order)
    found = []
    for number, file in enumerate(with_one, start=1):
        remarks = counted[file.name].remarks
        word = texts.SERIOUS if remarks.serious else texts.COUNTED_WITH if remarks.questions else texts.COUNTED
        found.append(Verdict(file, counted[file.name], number, word, remarks))
    without = sorted((file for file in files if not file.played), key=lambda file: file.name)
    told = earlier.refused if earlier else {}
    counted_before = {file.sha256 for file in files if file.played and file.published}
    for file in without:
        cases = {
            texts.ASIDE: file.refusal == texts.OUR_RANKING,
            texts.WAITING: file.waits,
            texts.REPEATED: file.repeats in counted_before,
            texts.TOLD: told.get(file.sha256) == file.refusal,
        }
        word = next((word for word, it_is in cases.items() if it_is), texts.REFUSED)
        found.append(Verdict(file, None, None, word, Remarks(questions=(file.refusal,))))
    return found
