"""Publication from files, a list and a day: no I/O, no clock, independent of the order of files."""

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
    merge_adjustments,
    merge_decisions,
    question_key,
)
from tournament_xl.federation.intake.facts import File, Remarks
from tournament_xl.federation.intake.versions import mark_anonymous_in_all
from tournament_xl.federation.ranking.causes import Causes
from tournament_xl.federation.ranking.corrections import Correction, PlayerCorrection, find_corrections, group_by_player
from tournament_xl.federation.ranking.entering import enter_tournaments, find_overlaps
from tournament_xl.federation.ranking.history import (
    History,
    PublishedLine,
    PublishedRanking,
    Publisher,
    find_new_lines,
    prepare_movements,
)
from tournament_xl.federation.ranking.ledger import Calendar, CountedTournament, LaterList, Ledger, Movement
from tournament_xl.games.scrabble.rules.rating import find_series
from tournament_xl.games.scrabble.rules.seasons import Season
from tournament_xl.games.scrabble.seasons.catalogue import seasons
from tournament_xl.messages import federation as texts

_MAX_EARLIER_RANKINGS = 35  # earlier rankings that a publication carries: three years with its own


@dataclass(frozen=True, slots=True)
class RankingLine:
    """Line of the published ranking."""

    place: int
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
    def move(self) -> str:
        """Text of column ±: "▲3", "▼2", "=", "N"."""
        if self.place_before is None:
            return texts.NOT_RANKED_BEFORE
        moved = self.place_before - self.place
        return f"▲{moved}" if moved > 0 else f"▼{-moved}" if moved else "="


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on a file."""

    file: File
    word: str  # texts.COUNTED, COUNTED_WITH, SERIOUS, REFUSED, STRUCK, WAITING, TO_COME, TOLD, REPEATED or ASIDE
    remarks: Remarks  # why it is left out, or remarks on the tournament
    number: int | None = None  # of the tournament, in the order of R12; None for a file left out
    entry: CountedTournament | None = None  # tournament in the ledger
    is_repeated: bool = False  # left out for a reason that an earlier publication reported

    @property
    def counted(self) -> CountedTournament:
        """Tournament in the ledger, for a file that counts."""
        assert self.entry
        return self.entry


@dataclass(frozen=True, slots=True)
class Publication:
    """Everything that is published, or stored to recompute it."""

    day: date
    since: date | None  # day of the previous publication; None: compared with the list
    corrections: tuple[Correction, ...]  # of the previous publication
    corrected_players: tuple[PlayerCorrection, ...]  # players whose cote on that day differs now
    notes: tuple[str, ...]  # French sentences: decisions revoked, not understood, without effect
    history: History  # input of the next publication
    season: Season  # season of the day
    ranking: tuple[RankingLine, ...]
    verdicts: tuple[Verdict, ...]  # counted tournaments in the order of R12, then other files by name
    movements: tuple[Movement, ...]
    accounts: tuple[Account, ...]  # all players, alphabetically
    questions: Questions
    calendar: Calendar
    received: frozenset[str] = frozenset()  # SHA-256 of files that the previous publication received, counted or not

    @property
    def counted(self) -> list[Verdict]:
        """Verdicts of the tournaments that count."""
        return [verdict for verdict in self.verdicts if verdict.entry]

    @property
    def new(self) -> list[Verdict]:
        """Verdicts of counted tournaments that no earlier publication counted."""
        return [verdict for verdict in self.counted if not verdict.file.published]

    @property
    def corrected(self) -> list[Verdict]:
        """Verdicts of tournaments counted before that have a correction to report.

        That is a cote changed by the publisher's limit or more, or a movement in only one of the two publications.
        """
        limit = self.history.desk.limit
        changed = {
            correction.one.sha256 for correction in self.corrections
            if not (correction.now and correction.published)
            or abs(correction.now.after - correction.published.after) >= limit
        }  # fmt: skip
        return [verdict for verdict in self.counted if verdict.file.published and verdict.file.sha256 in changed]

    def left_out(self, word: str) -> list[Verdict]:
        """Return the verdicts of the files left out with this word."""
        return [verdict for verdict in self.verdicts if verdict.word == word]

    @property
    def returned(self) -> list[Verdict]:
        """Verdicts of refused files whose organiser has an address and sent no other version that counts."""
        counted = (verdict.file for verdict in self.counted)
        counted_senders = {(file.tournament.title, file.tournament.organiser, file.address) for file in counted}
        refused = ((verdict, verdict.file.sender) for verdict in self.left_out(texts.REFUSED))
        return [verdict for verdict, sender in refused if any(sender[1:]) and sender not in counted_senders]

    @property
    def anonymous(self) -> frozenset[Account]:
        """Players whom a workbook of a counted tournament marks as Anonyme; no public page names them."""
        return frozenset(
            counted.accounts[entrant.number]
            for verdict in self.counted for counted in [verdict.counted]
            for entrant in verdict.file.tournament.entrants if entrant.anonymous and entrant.number in counted.accounts
        )  # fmt: skip

    @property
    def replaced(self) -> frozenset[str]:
        """SHA-256 of versions that count in place of a published one."""
        return frozenset(verdict.file.instead for verdict in self.verdicts if verdict.file.published)


def build_publication(
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
    """Build the publication of a day.

    Everything that an `earlier` publication counted goes on counting, with its answers and adjustments; `players` then
    only says what has changed since.

    Args:
        files: Files as read.
        players: Lines of the list, as `players.player_lists.read_register` returns them.
        day: Day of the publication.
        adjustments: New adjustments.
        decisions: New lines of the decisions CSV.
        later: Seasons in addition to the built-in ones, or replacing them.
        earlier: The previous publication.
        season_files: Contents of the files that `later` was read from, for the next publication.
        desk: Publisher; None for that of the previous publication.

    Raises:
        ListError: An adjustment has an unknown licence.
    """
    given_lines = list(decisions)
    merged_decisions = merge_decisions(earlier.decisions if earlier else (), given_lines)
    questions = Questions(merged_decisions.lines, merged_decisions.withdrawn)
    earlier_answers = {question_key(line): line["Décision"] for line in earlier.decisions} if earlier else {}
    changed_lines = [line for line in given_lines if earlier_answers.get(question_key(line)) != line["Décision"]]
    calendar = Calendar((seasons() | {season.name: season for season in later}).values())
    lists = _lists(players, earlier)
    all_adjustments = merge_adjustments(adjustments, earlier.adjustments if earlier else ())
    people = earlier.people if earlier else ()
    ledger = Ledger(Register(lists[0].lines, questions, people), calendar, questions)
    earlier_places = earlier.places if earlier else ledger.places()
    all_files = mark_anonymous_in_all(_with_unique_names(files, earlier))
    entered_files = enter_tournaments(ledger, questions, all_files, all_adjustments, day, lists[1:])
    season = calendar.on(day)
    ranking = []
    for place, account in ledger.ranking(day):
        assert account.cote is not None
        series = find_series(account.cote, season)
        ranking.append(
            RankingLine(place, account, account.cote, series, *earlier_places.get(account.key, (None, None)))
        )
    movements = prepare_movements(ledger.movements)
    refused = {file.sha256: file.refusal for file in entered_files if file.sha256 and not file.played}
    accounts = tuple(sorted(ledger.register.accounts, key=lambda account: account.order))
    history = History(
        day, lists, tuple(_files_to_store(all_files, entered_files, day)), tuple(all_adjustments),
        tuple(questions.answered.values()), tuple(season_files),
        (dict(earlier.refused) if earlier else {}) | refused, ledger.places(day), tuple(movements),
        merge_people(people, accounts),
        (*(earlier.rankings[-_MAX_EARLIER_RANKINGS:] if earlier else ()), _ranking(day, ranking)),
        desk or (earlier.desk if earlier else Publisher()),
    )  # fmt: skip
    found_corrections = find_corrections(earlier, movements, entered_files, accounts) if earlier else []
    causes = (
        Causes(earlier, all_files, entered_files, questions, all_adjustments, calendar, history.people)
        if earlier and found_corrections
        else None
    )
    found_corrections = causes.named(found_corrections) if causes else found_corrections
    corrected_players = (
        group_by_player(earlier, found_corrections, accounts, movements, causes.of_player) if earlier and causes else ()
    )
    notes = (
        *merged_decisions.notes,
        *questions.without_effect(changed_lines),
        *find_overlaps(ledger, questions, map(question_key, changed_lines)),
    )
    return Publication(
        day, earlier.day if earlier else None, tuple(found_corrections), tuple(corrected_players), notes, history,
        season, tuple(ranking), tuple(_verdicts(entered_files, ledger, earlier.refused if earlier else {})),
        tuple(ledger.movements), accounts, questions, calendar, _received(earlier),
    )  # fmt: skip


def _ranking(day: date, lines: Iterable[RankingLine]) -> PublishedRanking:
    published_lines = (
        PublishedLine(line.account.key, line.place, line.account.full_name, line.account.club, line.series, line.cote)
        for line in lines
    )
    return PublishedRanking(day, tuple(published_lines))


def _lists(players: Sequence[Mapping[str, str]], earlier: History | None) -> tuple[LaterList, ...]:
    """Return the initial list, then the changes of each later one."""
    if earlier is None:
        return (LaterList(date.min, tuple(players)),)
    lines = find_new_lines(earlier.lists, players)
    later_lists = (LaterList(earlier.day + timedelta(days=1), lines),) if lines else ()
    return (*earlier.lists, *later_lists)


def _with_unique_names(files: Iterable[File], earlier: History | None) -> list[File]:
    """Return the files with those of the previous publication, each under a unique name.

    Files of several months may have the same name. One that did not count before and is still in the folder appears
    once.
    """
    files_by_name = {file.name: file for file in files}
    still_there = {file.sha256: file.name for file in files_by_name.values() if file.played}
    for file in earlier.files if earlier else ():
        if not file.published and (name := still_there.get(file.sha256)):
            files_by_name[name] = replace(file, name=name)
            continue
        name = file.name
        while earlier and name in files_by_name:
            name = texts.FILE_OF.format(name=name, day=file.published or earlier.day)
        files_by_name[name] = replace(file, name=name)
    return list(files_by_name.values())


def _files_to_store(files: Iterable[File], entered_files: Iterable[File], day: date) -> list[File]:
    """Return every tournament read, counted or waiting, for the next publication; each file once."""
    current = {file.name: file for file in entered_files}
    files_by_sha: dict[str, File] = {}
    for file in files:
        if file.played and not current[file.name].repeats:
            published = (file.published or day) if current[file.name].played else None
            files_by_sha.setdefault(file.sha256, replace(file, published=published))
    return sorted(files_by_sha.values(), key=lambda file: file.order)


def _received(earlier: History | None) -> frozenset[str]:
    return frozenset({file.sha256 for file in earlier.files} | earlier.refused.keys()) if earlier else frozenset()


def _verdicts(files: Sequence[File], ledger: Ledger, earlier_refusals: Mapping[str, str]) -> list[Verdict]:
    counted = {counted.file.name: counted for counted in ledger.counted}
    with_tournament = sorted((file for file in files if file.played), key=lambda file: file.order)
    verdicts = []
    for number, file in enumerate(with_tournament, start=1):
        remarks = counted[file.name].remarks
        word = texts.SERIOUS if remarks.serious else texts.COUNTED_WITH if remarks.questions else texts.COUNTED
        verdicts.append(Verdict(file, word, remarks, number, counted[file.name]))
    for file in sorted((file for file in files if not file.played), key=lambda file: file.name):
        is_repeated = earlier_refusals.get(file.sha256) == file.refusal
        word = texts.TOLD if is_repeated and file.word == texts.REFUSED else file.word
        verdicts.append(Verdict(file, word, Remarks(questions=(file.refusal,)), is_repeated=is_repeated))
    return verdicts
