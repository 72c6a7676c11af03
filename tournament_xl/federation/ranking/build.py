"""Building of a publication from files, a list of players and a day: no I/O, no clock.

The order of the files does not matter. Each file gets a verdict: its tournament counts, or why the file is left out.
A movement is a change of a player's cote (rating). Rules R1 to R13: section Scrabble of docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction

from tournament_xl.federation.identity.people import Account, merge_people
from tournament_xl.federation.identity.register import Register
from tournament_xl.federation.intake.decisions import (
    Adjustment,
    Questions,
    add_record,
    merge_adjustments,
    merge_decisions,
    question_key,
)
from tournament_xl.federation.intake.expected import ExpectedTournament, find_missing
from tournament_xl.federation.intake.facts import File, Lack, Remarks
from tournament_xl.federation.intake.versions import (
    leave_out_later,
    leave_out_misdated,
    leave_out_repeated,
    leave_out_struck,
    mark_anonymous_in_copies,
)
from tournament_xl.federation.ranking.anonymity import describe_new_anonymous, find_anonymous
from tournament_xl.federation.ranking.closing import Change, OpenMonth, list_standing_tournaments
from tournament_xl.federation.ranking.history import (
    BEFORE_THE_FIRST,
    MAX_RANKINGS,
    PublicationHistory,
    PublishedLine,
    PublishedRanking,
    Publisher,
    find_new_lines,
)
from tournament_xl.federation.ranking.ledger import Calendar, CountedTournament, DatedList, Ledger, Movement
from tournament_xl.federation.ranking.overlaps import describe_overlaps
from tournament_xl.games.scrabble.rules.rating import find_series
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.games.scrabble.seasons.catalogue import seasons
from tournament_xl.messages import federation as texts

_REPEATED_WORDS = {texts.REFUSED: texts.TOLD, texts.STRUCK: texts.STRUCK_TOLD}


@dataclass(frozen=True, slots=True)
class RankingLine:
    """Player in the published ranking, with his place now and in the previous publication."""

    place: int  # from 1; equal cotes share one
    account: Account
    cote: Fraction
    series: str
    place_before: int | None  # in the previous publication; None: not ranked
    cote_before: Fraction | None  # None: had no cote

    @property
    def change(self) -> Fraction | None:
        """Change of the cote since the previous publication; None without a cote there."""
        return None if self.cote_before is None else self.cote - self.cote_before

    @property
    def places_gained_text(self) -> str:
        """Places gained or lost since the previous publication, for column ±.

        "▲3" gained, "▼2" lost, "=" the same place; "N": not ranked in it.
        """
        if self.place_before is None:
            return texts.NOT_RANKED_BEFORE
        moved = self.place_before - self.place
        return f"▲{moved}" if moved > 0 else f"▼{-moved}" if moved else "="


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a publication says about a file: whether its tournament counts or it is left out, in a word, and why."""

    file: File
    word: str  # column Verdict: texts.COUNTED, COUNTED_WITH, SERIOUS, LATE_WORD; left out: REFUSED, STRUCK, WAITING …
    remarks: Remarks  # on the tournament, or `questions` with the reason why the file is left out
    entry: CountedTournament | None = None  # tournament in the ledger; None for a file left out
    is_repeated: bool = False  # left out for a reason that an earlier publication reported

    @property
    def counted(self) -> CountedTournament:
        """Tournament in the ledger; AssertionError for a file that is left out."""
        assert self.entry
        return self.entry


@dataclass(frozen=True, slots=True)
class Publication:
    """Ranking of a day, with all that is published with it and all that the next publication needs."""

    day: date
    since: date | None  # day of the previous publication; None: compared with the list
    changes: tuple[Change, ...]  # by files and decisions that came after the publication of their month (R13)
    notes: tuple[str, ...]  # French sentences: decisions revoked, without effect, or that put one player in two places
    history: PublicationHistory  # input of the next publication
    season: Season  # season of the day
    ranking: tuple[RankingLine, ...]
    verdicts: tuple[Verdict, ...]  # counted tournaments in the order of R12, then other files by name
    movements: tuple[Movement, ...]  # of all players and guests, those that were published before first
    accounts: tuple[Account, ...]  # all players, ranked or not, alphabetically; no guests
    questions: Questions  # open ones, and the decisions in force
    calendar: Calendar
    anonymous: frozenset[Account]  # whom no public page names
    expected: tuple[ExpectedTournament, ...] | None = None  # tournaments that a calendar announces; None without one

    @property
    def counted(self) -> list[Verdict]:
        """Verdicts of the files that count, in the order of R12."""
        return [verdict for verdict in self.verdicts if verdict.entry]

    @property
    def new(self) -> list[Verdict]:
        """Verdicts of counted tournaments that no earlier publication counted."""
        return [verdict for verdict in self.counted if not verdict.file.published]

    def left_out(self, word: str) -> list[Verdict]:
        """Return the verdicts with this word, which is one for files left out (texts.REFUSED, STRUCK, WAITING …)."""
        return [verdict for verdict in self.verdicts if verdict.word == word]

    @property
    def refusals_to_send(self) -> list[Verdict]:
        """Verdicts of newly refused files about which the organiser gets a letter: he has a name or an address.

        He gets no letter if a file with the same title, organiser and address counts, nor where he has nothing to
        correct: no access to the file, a newer version of the program wrote it, or a bug of ours.
        """
        counted = (verdict.file for verdict in self.counted)
        counted_senders = {(file.tournament.title, file.tournament.organiser, file.address) for file in counted}
        refused = (
            (verdict, verdict.file.sender) for verdict in self.left_out(texts.REFUSED) if not verdict.file.is_transient
        )
        return [verdict for verdict, sender in refused if any(sender[1:]) and sender not in counted_senders]

    @property
    def misdated(self) -> list[Verdict]:
        """Verdicts of tournaments whose dates their mails contradict, not yet told; the organisers get letters."""
        verdicts = (verdict for verdict in self.left_out(texts.WAITING) if not verdict.is_repeated)
        return [verdict for verdict in verdicts if verdict.file.lack is Lack.DATES and any(verdict.file.sender[1:])]

    @property
    def struck_out(self) -> list[Verdict]:
        """Verdicts of tournaments that a decision newly excludes and about which the organiser gets a letter.

        He has a name or a mail address, and no decision lets another version of the tournament count. Of several files
        with the same content there is one verdict.
        """
        struck = [verdict for verdict in self.left_out(texts.STRUCK) if not verdict.file.instead]
        struck.sort(key=lambda verdict: verdict.file.published is not None)  # of equal files the last, published, stays
        by_sha = {verdict.file.sha256: verdict for verdict in struck if any(verdict.file.sender[1:])}
        return list(by_sha.values())

    @property
    def missing(self) -> list[ExpectedTournament]:
        """Tournaments of the calendar that nothing was received of."""
        files = [file for file in self.history.files if file.played]
        refused = (verdict.file for verdict in self.verdicts if verdict.word in (texts.REFUSED, texts.TOLD))
        return find_missing(self.expected or (), files, refused, self.day)

    @property
    def replacements(self) -> frozenset[int]:
        """Numbers of the files that count in place of a published one; 0 may be among them."""
        return frozenset(verdict.file.instead for verdict in self.verdicts if verdict.file.published)


def build_publication(
    files: Iterable[File],
    players: Sequence[Mapping[str, str]],
    day: date,
    *,
    adjustments: Sequence[Adjustment] = (),
    decisions: Iterable[Mapping[str, str]] = (),
    extra_seasons: Iterable[Season] = (),
    earlier: PublicationHistory = BEFORE_THE_FIRST,
    season_files: Sequence[str] = (),
    publisher: Publisher | None = None,
) -> Publication:
    """Build the publication of a day: enter all that counts, rank, and compare with the previous publication.

    Everything that an `earlier` publication counted goes on counting, with its decisions and adjustments, unless a
    decision says otherwise; of `players` then only the changed lines are used. Nothing published is recomputed (R13).

    Args:
        files: Files as read, each with its number; a file of the previous publication that comes again and waits has
            the number that it has there.
        players: Lines of the list, as `players.player_lists.read_register` returns them.
        day: Day of the publication.
        adjustments: New adjustments.
        decisions: New lines of the decisions CSV.
        extra_seasons: Seasons in addition to the built-in ones, or replacing them.
        earlier: The previous publication, `BEFORE_THE_FIRST` if there is none.
        season_files: Contents of the files that `extra_seasons` were read from, for the next publication.
        publisher: Publisher; None for the publisher of the previous publication.

    Returns:
        The publication; its history is `earlier` for the next one.

    Raises:
        ListError: An adjustment has an unknown licence.
    """
    publisher = publisher or earlier.publisher
    earlier_lines = {question_key(line): line for line in earlier.decisions}
    given_lines = [
        add_record(line, earlier_lines.get(question_key(line)), day, publisher.signature) for line in decisions
    ]
    merged_decisions = merge_decisions(earlier.decisions, given_lines)
    questions = Questions(merged_decisions.lines, merged_decisions.withdrawn)
    changed_lines = [line for line in given_lines if _answer(earlier_lines.get(question_key(line))) != _answer(line)]
    calendar = Calendar((seasons() | {season.name: season for season in extra_seasons}).values())
    lists = _lists(players, earlier)
    all_adjustments = merge_adjustments(adjustments, earlier.adjustments)
    register = Register(lists[0].lines, questions, earlier.people)
    received = {file.number: file for file in (*files, *earlier.files)}
    struck_before = {sha256 for sha256, reason in earlier.refused.items() if reason == texts.STRUCK}
    all_files = leave_out_misdated(leave_out_struck([*received.values()], questions, struck_before), questions)
    all_files = mark_anonymous_in_copies(all_files)
    ledger = OpenMonth(register, calendar, questions, earlier)
    earlier_places = earlier.ranks_and_cotes or ledger.list_ranks_and_cotes()
    entered_files = leave_out_later(leave_out_repeated(all_files, questions), day)
    ledger.run(entered_files, all_adjustments, day, lists[1:])
    season = calendar.season_on(day)
    ranking = []
    for place, account in ledger.rank_players(day):
        assert account.cote is not None
        series = find_series(account.cote, season)
        ranking.append(
            RankingLine(place, account, account.cote, series, *earlier_places.get(account.number, (None, None)))
        )
    anonymous = find_anonymous(ledger.counted, questions)
    refused = {file.sha256: exclusion_reason(file) for file in entered_files if file.sha256 and not file.played}
    accounts = tuple(sorted(ledger.register.accounts, key=lambda account: account.order))
    history = PublicationHistory(
        day, lists, tuple(_files_to_store(received, all_files, entered_files, day)), tuple(all_adjustments),
        tuple(questions.answered.values()), tuple(season_files),
        {**earlier.refused, **refused}, ledger.list_ranks_and_cotes(day),
        tuple(movement for movement in ledger.movements if movement.person),
        merge_people(earlier.people, accounts), (*earlier.rankings[1 - MAX_RANKINGS :], _ranking(day, ranking)),
        publisher, list_standing_tournaments(ledger.counted),
    )  # fmt: skip
    notes = (
        *merged_decisions.notes,
        *questions.describe_without_effect(changed_lines),
        *describe_overlaps(ledger, questions, map(question_key, changed_lines)),
        *describe_new_anonymous(ledger.counted, anonymous, earlier.files),
    )
    return Publication(
        day, earlier.day if earlier.lists else None, tuple(ledger.changes), notes, history, season,
        tuple(ranking), tuple(_verdicts(entered_files, ledger, earlier.refused)),
        tuple(ledger.movements), accounts, questions, calendar, anonymous,
    )  # fmt: skip


def _answer(line: Mapping[str, str] | None) -> str | None:
    return line["Décision"] if line else None


def _ranking(day: date, lines: Iterable[RankingLine]) -> PublishedRanking:
    published_lines = (
        PublishedLine(
            line.account.number, line.place, line.account.full_name, line.account.club, line.series, line.cote
        )
        for line in lines
    )
    return PublishedRanking(day, tuple(published_lines))


def _lists(players: Sequence[Mapping[str, str]], earlier: PublicationHistory) -> tuple[DatedList, ...]:
    """Return the initial list, then the changes of each later one."""
    if not earlier.lists:
        return (DatedList(date.min, tuple(players)),)
    lines = find_new_lines(earlier.lists, players)
    later_lists = (DatedList(earlier.day + timedelta(days=1), lines),) if lines else ()
    return (*earlier.lists, *later_lists)


def _files_to_store(
    received: Mapping[int, File], checked_files: Iterable[File], entered_files: Iterable[File], day: date
) -> list[File]:
    """Return every tournament read, counted or waiting, for the next publication; each file once.

    Args:
        received: Files as read, by number.
        checked_files: Those that a decision excludes without their tournaments, the others with their marks.
        entered_files: Those that count, with their tournaments, and all others without.
        day: Day of the publication.
    """
    entered = {file.number: file for file in entered_files}
    files_by_sha: dict[str, File] = {}
    for checked in checked_files:
        file, current = received[checked.number], entered[checked.number]
        if file.played and not current.repeats:
            published = (file.published or day) if current.played else None
            stored = replace(file, played=checked.played or file.played, published=published)
            files_by_sha.setdefault(file.sha256, stored)
    return sorted(files_by_sha.values(), key=lambda file: file.order)


def exclusion_reason(file: File) -> str:
    """Return the reason to store why a file is left out, reported once; all exclusions by decision are one reason."""
    return texts.STRUCK if file.word == texts.STRUCK else file.refusal


def _verdicts(files: Sequence[File], ledger: Ledger, earlier_refusals: Mapping[str, str]) -> list[Verdict]:
    verdicts = []
    for counted in sorted(ledger.counted, key=lambda counted: counted.order):
        remarks = counted.remarks
        word = texts.LATE_WORD if counted.is_late else texts.COUNTED
        word = texts.SERIOUS if remarks.serious else texts.COUNTED_WITH if remarks.questions else word
        verdicts.append(Verdict(counted.file, word, remarks, counted))
    for file in sorted((file for file in files if not file.played), key=lambda file: (file.name, file.number)):
        is_repeated = earlier_refusals.get(file.sha256) == exclusion_reason(file)
        word = _REPEATED_WORDS.get(file.word, file.word) if is_repeated else file.word
        remarks = Remarks(serious=(file.refusal,)) if file.lack is Lack.DATES else Remarks(questions=(file.refusal,))
        verdicts.append(Verdict(file, word, remarks, is_repeated=is_repeated))
    return verdicts
