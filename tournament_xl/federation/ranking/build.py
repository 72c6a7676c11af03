"""`federation build`: files, a list and a day give a publication. Pure: no file, no clock, whatever their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction

from tournament_xl.federation.identity.people import Account, people_after
from tournament_xl.federation.identity.register import Register
from tournament_xl.federation.intake.decisions import Adjustment, Questions, merged, question_key, with_earlier
from tournament_xl.federation.intake.facts import File, Remarks
from tournament_xl.federation.intake.versions import anonymous_in_all
from tournament_xl.federation.ranking.causes import Causes
from tournament_xl.federation.ranking.corrections import Correction, PlayerCorrection, by_player, corrections
from tournament_xl.federation.ranking.entering import at_once, enter
from tournament_xl.federation.ranking.history import History, PublishedLine, Publisher, Ranking, new_lines, published
from tournament_xl.federation.ranking.ledger import Calendar, Counted, LaterList, Ledger, Movement
from tournament_xl.games.scrabble.rules.rating import series_of
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.games.scrabble.seasons.catalogue import seasons
from tournament_xl.messages import federation as texts

_MOST_RANKINGS = 35  # of before that a publication carries: three years with its own


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A line of the published ranking."""

    place: int
    account: Account
    cote: Fraction
    series: str
    place_before: int | None  # in the last publication; None: was not in it
    cote_before: Fraction | None  # None: had none

    @property
    def change(self) -> Fraction | None:
        """Since the last publication."""
        return None if self.cote_before is None else self.cote - self.cote_before

    @property
    def move(self) -> str:
        """The column ±: "▲3", "▼2", "=", "N"."""
        if self.place_before is None:
            return texts.NOT_RANKED_BEFORE
        moved = self.place_before - self.place
        return f"▲{moved}" if moved > 0 else f"▼{-moved}" if moved else "="


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a file."""

    file: File
    word: str  # texts.COUNTED, COUNTED_WITH, SERIOUS, REFUSED, STRUCK, WAITING, TO_COME, TOLD, REPEATED or ASIDE
    remarks: Remarks  # why it is left out, or what is to be said of the tournament
    number: int | None = None  # of the tournament, in the order of R12; None: left out
    entry: Counted | None = None  # in the ledger
    again: bool = False  # left out, for a reason that an earlier publication has told

    @property
    def counted(self) -> Counted:
        """What the ledger has of a file that counts."""
        assert self.entry
        return self.entry


@dataclass(frozen=True, slots=True)
class Publication:
    """Everything that is published, or kept to recompute it."""

    day: date
    since: date | None  # the day of the last publication; None: the list as given
    corrections: tuple[Correction, ...]  # of what was published then
    corrected_players: tuple[PlayerCorrection, ...]  # whose cote of then is another one now
    notes: tuple[str, ...]  # decisions taken back, not understood, without effect: French sentences
    history: History  # what the next one starts from
    season: Season  # of the day
    ranking: tuple[RankingLine, ...]
    verdicts: tuple[Verdict, ...]  # tournaments counted in the order of R12, then the others by name
    movements: tuple[Movement, ...]
    accounts: tuple[Account, ...]  # everybody, alphabetically
    questions: Questions
    calendar: Calendar
    received: frozenset[str] = frozenset()  # SHA-256 of files that had come for the publication before, counted or not

    @property
    def counted(self) -> list[Verdict]:
        """The verdicts of the tournaments that count."""
        return [verdict for verdict in self.verdicts if verdict.entry]

    @property
    def new(self) -> list[Verdict]:
        """Of these, those that no earlier publication counted."""
        return [verdict for verdict in self.counted if not verdict.file.published]

    @property
    def corrected(self) -> list[Verdict]:
        """Of these, those that an earlier publication counted and a cote of which has changed enough to be told, or is
        nobody's any more.
        """
        limit = self.history.desk.limit
        changed = {
            one.one.sha256 for one in self.corrections
            if not (one.now and one.published) or abs(one.now.after - one.published.after) >= limit
        }  # fmt: skip
        return [verdict for verdict in self.counted if verdict.file.published and verdict.file.sha256 in changed]

    def left_out(self, word: str) -> list[Verdict]:
        """The verdicts of the files that do not count, for this reason."""
        return [verdict for verdict in self.verdicts if verdict.word == word]

    @property
    def returned(self) -> list[Verdict]:
        """Refused files whose organiser can be written to and has sent no other version that counts."""
        counted = (verdict.file.tournament for verdict in self.counted)
        there = {(played.title, played.organiser, played.email) for played in counted}
        refused = ((verdict, verdict.file.sender) for verdict in self.left_out(texts.REFUSED))
        return [verdict for verdict, sender in refused if any(sender[1:]) and sender not in there]

    @property
    def anonymous(self) -> frozenset[Account]:
        """Who is Anonyme in a tournament that counts, by any of its workbooks: named on nothing that everybody sees."""
        return frozenset(
            one.accounts[who.number]
            for verdict in self.counted for one in [verdict.counted]
            for who in verdict.file.tournament.entrants if who.anonymous and who.number in one.accounts
        )  # fmt: skip

    @property
    def replaced(self) -> frozenset[str]:
        """SHA-256 of versions that count in the place of one that was published."""
        return frozenset(verdict.file.instead for verdict in self.verdicts if verdict.file.published)


def build(
    files: Iterable[File],
    players: Sequence[Mapping[str, str]],
    day: date,
    *,
    adjustments: Sequence[Adjustment] = (),
    decisions: Iterable[Mapping[str, str]] = (),
    later: Iterable[Season] = (),
    earlier: History | None = None,
    season_files: Sequence[str] = (),
    desk: Publisher | None = None,
) -> Publication:
    """The publication of a day. `files` as read, `players` as `players.player_lists.read_register` gives them.

    `decisions`: lines of the CSV. `later`: seasons besides those built in, or in their place. With an `earlier`
    publication everything that it counted counts, its answers and adjustments hold, and `players` only tells what has
    changed since. `season_files`: the texts of the files that `later` comes from, for the next publication. `desk`: who
    publishes; without one as before.
    Raises ListError for an adjustment of an unknown licence.
    """
    given = list(decisions)
    decided = merged(earlier.decisions if earlier else (), given)
    questions = Questions(decided.lines, decided.withdrawn)
    said = {question_key(line): line["Décision"] for line in earlier.decisions} if earlier else {}
    new = [line for line in given if said.get(question_key(line)) != line["Décision"]]
    calendar = Calendar((seasons() | {season.name: season for season in later}).values())
    lists = _lists(players, earlier)
    entered = with_earlier(adjustments, earlier.adjustments if earlier else ())
    people = earlier.people if earlier else ()
    ledger = Ledger(Register(lists[0].lines, questions, people), calendar, questions)
    before = earlier.places if earlier else ledger.places()
    every = anonymous_in_all(_named_apart(files, earlier))
    left = enter(ledger, questions, every, entered, day, lists[1:])
    season = calendar.on(day)
    ranking = []
    for place, account in ledger.ranking(day):
        assert account.cote is not None
        series = series_of(account.cote, season)
        ranking.append(RankingLine(place, account, account.cote, series, *before.get(account.key, (None, None))))
    moved = published(ledger.movements)
    refused = {file.sha256: file.refusal for file in left if file.sha256 and not file.played}
    accounts = tuple(sorted(ledger.register.accounts, key=lambda account: account.order))
    history = History(
        day, lists, tuple(_kept(every, left, day)), tuple(entered), tuple(questions.answered.values()),
        tuple(season_files), (dict(earlier.refused) if earlier else {}) | refused, ledger.places(day), tuple(moved),
        people_after(people, accounts),
        (*(earlier.rankings[-_MOST_RANKINGS:] if earlier else ()), _ranking(day, ranking)),
        desk or (earlier.desk if earlier else Publisher()),
    )  # fmt: skip
    found = corrections(earlier, moved, left, accounts) if earlier else []
    causes = Causes(earlier, every, left, questions, entered, calendar, history.people) if earlier and found else None
    found = causes.named(found) if causes else found
    players_told = by_player(earlier, found, accounts, moved, causes.of_player) if earlier and causes else ()
    return Publication(
        day, earlier.day if earlier else None, tuple(found),
        tuple(players_told),
        (*decided.notes, *questions.without_effect(new), *at_once(ledger, questions, map(question_key, new))), history,
        season, tuple(ranking), tuple(_verdicts(left, ledger, earlier.refused if earlier else {})),
        tuple(ledger.movements), accounts, questions, calendar, _received(earlier),
    )  # fmt: skip


def _ranking(day: date, lines: Iterable[RankingLine]) -> Ranking:
    found = (
        PublishedLine(one.account.key, one.place, one.account.full_name, one.account.club, one.series, one.cote)
        for one in lines
    )
    return Ranking(day, tuple(found))


def _lists(players: Sequence[Mapping[str, str]], earlier: History | None) -> tuple[LaterList, ...]:
    """The list that it all began with, then what each later one changed."""
    if earlier is None:
        return (LaterList(date.min, tuple(players)),)
    lines = new_lines(earlier.lists, players)
    more = (LaterList(earlier.day + timedelta(days=1), lines),) if lines else ()
    return (*earlier.lists, *more)


def _named_apart(files: Iterable[File], earlier: History | None) -> list[File]:
    """The files, and those of before under names of their own: files of several months may have one name.

    One that did not count, and is still there, is one file.
    """
    found = {file.name: file for file in files}
    still_there = {file.sha256: file.name for file in found.values() if file.played}
    for file in earlier.files if earlier else ():
        if not file.published and (name := still_there.get(file.sha256)):
            found[name] = replace(file, name=name)
            continue
        name = file.name
        while earlier and name in found:
            name = texts.FILE_OF.format(name=name, day=file.published or earlier.day)
        found[name] = replace(file, name=name)
    return list(found.values())


def _kept(files: Iterable[File], left: Iterable[File], day: date) -> list[File]:
    """Every tournament that was read, for the next publication, each file once: those counted, and those that wait."""
    now = {file.name: file for file in left}
    found: dict[str, File] = {}
    for file in files:
        if file.played and not now[file.name].repeats:
            published = (file.published or day) if now[file.name].played else None
            found.setdefault(file.sha256, replace(file, published=published))
    return sorted(found.values(), key=lambda file: file.order)


def _received(earlier: History | None) -> frozenset[str]:
    return frozenset({file.sha256 for file in earlier.files} | earlier.refused.keys()) if earlier else frozenset()


def _verdicts(files: Sequence[File], ledger: Ledger, told: Mapping[str, str]) -> list[Verdict]:
    counted = {one.file.name: one for one in ledger.counted}
    with_one = sorted((file for file in files if file.played), key=lambda file: file.order)
    found = []
    for number, file in enumerate(with_one, start=1):
        remarks = counted[file.name].remarks
        word = texts.SERIOUS if remarks.serious else texts.COUNTED_WITH if remarks.questions else texts.COUNTED
        found.append(Verdict(file, word, remarks, number, counted[file.name]))
    for file in sorted((file for file in files if not file.played), key=lambda file: file.name):
        again = told.get(file.sha256) == file.refusal
        word = texts.TOLD if again and file.word == texts.REFUSED else file.word
        found.append(Verdict(file, word, Remarks(questions=(file.refusal,)), again=again))
    return found
