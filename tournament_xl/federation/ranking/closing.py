"""What is published stands (rule R13 of docs/regles.md): what comes later changes the month that is open.

A movement is a change of a player's cote (rating). A tournament that comes late counts on the day of the publication,
after all others. Adjustments on the first morning after the previous publication account for a published tournament
that is corrected or excluded, for a row that now means another player, and for points of a past day; each names its
tournament, with the old and the new variation, or its reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.identity.register import Register
from tournament_xl.federation.intake.decisions import Adjustment, Questions
from tournament_xl.federation.intake.facts import File, Remarks
from tournament_xl.federation.ranking.history import PublicationHistory, StandingRow, StandingTournament
from tournament_xl.federation.ranking.ledger import (
    ADJUSTMENT,
    END,
    LATE,
    LIST,
    SEASON,
    START,
    Calendar,
    CountedTournament,
    DatedList,
    Event,
    Ledger,
    Movement,
    compute_provisional_cote,
    rate_tournament,
)
from tournament_xl.games.scrabble.rules.rating import find_series
from tournament_xl.messages import federation as texts
from tournament_xl.players.columns import licence_key

_ZERO = Fraction(0)


def list_standing_tournaments(counted: Iterable[CountedTournament]) -> tuple[StandingTournament, ...]:
    """List how tournaments count (day, participants with starting cotes), in the order in which they count.

    The next publication counts them in the same way.
    """
    return tuple(
        StandingTournament(entry.file.sha256, entry.day, tuple(
            StandingRow(
                line.player.number, "" if entry.accounts[line.player.number].guest
                else entry.accounts[line.player.number].key, line.old,
            )
            for line in sorted(entry.ratings.lines, key=lambda line: line.player.number)
        ))
        for entry in sorted(counted, key=lambda entry: entry.order)
    )  # fmt: skip


class Change(NamedTuple):
    """File or decision that came after the publication of its month."""

    where: str  # "TH de Vienne (10/01/2016)"
    why: str  # "compté en retard, dans la liste de ce mois."

    @property
    def text(self) -> str:
        """French sentence of `where` and `why`."""
        return texts.CHANGE.format(where=self.where, why=self.why)


@dataclass(frozen=True, slots=True)
class PlayerDifference:
    """What a change of a published tournament adds to the cote of a player in the month that is built."""

    change: Change
    sha256: str  # of the version that counts now, else of the published one
    account: Account
    old: Fraction  # variation as published
    new: Fraction  # variation now, from the cotes with which it was published

    @property
    def points(self) -> Fraction:
        """Points that the difference adds."""
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class MovedPlayers:
    """Players whose cote a change moves in the month that is built."""

    change: Change
    points: tuple[tuple[str, Fraction], ...]  # key of a player, points that it adds to his cote


class OpenMonth(Ledger):
    """Ledger that goes on from a publication and changes nothing in it; `resume` takes the place of `run`."""

    def __init__(
        self, register: Register, calendar: Calendar, questions: Questions, earlier: PublicationHistory
    ) -> None:
        super().__init__(register, calendar, questions)
        self.differences: list[PlayerDifference] = []
        self._earlier, self._morning = earlier, earlier.day + timedelta(days=1)
        self._is_counting_late = False
        self._recognised: dict[str, tuple[dict[int, Account], Remarks]] = {}  # by SHA-256
        self._entries: list[tuple[Account, Fraction, str, CountedTournament]] = []  # with PL* and series
        self._published: dict[str, list[Movement]] = defaultdict(list)  # by player
        for movement in earlier.movements:
            self._published[movement.key].append(movement)
        self._ghosts: dict[str, Account] = {}  # players merged into others since, by key

    def resume(
        self,
        files: Sequence[File],
        adjustments: Iterable[Adjustment],
        adjustments_before: Iterable[Adjustment],
        until: date,
        lists: Sequence[DatedList],
    ) -> None:
        """Restore the published cotes and movements, then enter everything that is new up to a day; called once.

        Players are registered and change their cotes. What changes of published tournaments add to cotes is entered on
        the first morning after the publication and collected in `differences`. Questions are asked, decisions marked as
        followed.

        Args:
            files: Files of the new publication, also files that do not count, whether they counted before or not.
            adjustments: Adjustments in force now.
            adjustments_before: Adjustments in force in the previous publication.
            until: Last day that counts.
            lists: Lists after the initial one.

        Raises:
            ListError: An adjustment has an unknown licence.
        """
        old_files = {file.sha256: file for file in self._earlier.files}
        pairs = [(standing, _version_now(standing.sha256, files)) for standing in self._earlier.standing]
        self._recognise(pairs, lists)
        for account in self.register.accounts:
            if account.key in self._earlier.ranks_and_cotes:
                account.cote = self._earlier.ranks_and_cotes[account.key][1]
        differences: dict[tuple[Change, str, Account], list[Fraction]] = defaultdict(lambda: [_ZERO, _ZERO])
        for standing, file in pairs:
            for change, account, old, new in self._stand(standing, old_files[standing.sha256], file):
                variations = differences[change, file.sha256 if file else standing.sha256, account]
                variations[0] += old
                variations[1] += new
        self._restate_movements(files)
        settled = {standing.sha256 for standing, _ in pairs} | {file.sha256 for _, file in pairs if file}
        new_files = sorted(
            (file for file in files if file.played and file.sha256 not in settled), key=lambda file: file.order
        )
        adjustments = list(adjustments)
        events: list[Event] = [
            (self._morning, LIST, number, partial(self._receive, later))
            for number, later in enumerate(lists) if later.day >= self._morning
        ]  # fmt: skip
        events.append((self._morning, ADJUSTMENT, -1, partial(self._settle, differences)))
        gone = self._licences_of_the_merged()
        before = [adjustment for adjustment in adjustments_before if licence_key(adjustment.licence) not in gone]
        past = _past_adjustments(adjustments, before, self._morning)
        for number, adjustment in enumerate(
            [*past, *(adjustment for adjustment in adjustments if adjustment.day >= self._morning)]
        ):
            if adjustment.day <= until:
                events.append((adjustment.day, ADJUSTMENT, number, partial(self._adjust, adjustment)))
        for season in self.calendar.seasons_starting(self._earlier.day, until):
            events.append((season.first_day, SEASON, 0, partial(self._begin_season, season, season.first_day)))
        for number, file in enumerate(new_files):
            first, last = file.tournament.first, file.tournament.last
            if last < self._morning:
                events.append((until, LATE, number, partial(self._count_late, file, until)))
                continue
            begin = max(first, self._morning)
            events.append((begin, START, number, partial(self._begin, file, begin, last)))
            events.append((last, END, number, partial(self._end, file)))
        self._apply(events)

    def list_changes(self) -> list[MovedPlayers]:
        """List the late, corrected and excluded files and the decisions: whose cote each changes, and by how much.

        Late files come first, even files that move nobody. New or changed adjustments are not in the list. To be called
        after `resume`.
        """
        moved: dict[Change, list[tuple[Account, Fraction]]] = {
            _change(tournament.file, texts.COUNTED_LATE): [
                (tournament.accounts[line.player.number], Fraction(line.gain.total))
                for line in tournament.ratings.lines
                if not tournament.accounts[line.player.number].guest and line.gain.total
            ]
            for tournament in self.counted if tournament.is_late and tournament.day > self._earlier.day
        }  # fmt: skip
        for difference in self.differences:
            moved.setdefault(difference.change, []).append((difference.account, difference.points))
        return [
            MovedPlayers(change, tuple(
                (account.key, points) for account, points in sorted(players, key=lambda player: player[0].order)
            ))
            for change, players in moved.items()
        ]  # fmt: skip

    def _recognise(self, pairs: Iterable[tuple[StandingTournament, File | None]], lists: Iterable[DatedList]) -> None:
        """Find the players of the published tournaments, in the order in which they came, with the lists of then.

        Ranked players whom nothing brings any more are registered again.
        """

        def find(file: File) -> None:
            accounts, doubts, details = self._matching.match_participants(file)
            played = file.tournament
            remarks = Remarks(played.serious, tuple(doubts), (*details, *played.details))
            self._recognised[file.sha256] = accounts, remarks

        events: list[Event] = [
            (later.day, LIST, number, partial(self._receive, later))
            for number, later in enumerate(lists) if later.day < self._morning
        ]  # fmt: skip
        for number, (standing, file) in enumerate(pairs):
            if file:
                is_late = standing.day > file.tournament.last
                events.append((standing.day if is_late else file.tournament.first, START, number, partial(find, file)))
        for *_, happen in sorted(events, key=lambda event: event[:3]):
            happen()
        present = {account.number for account in self.register.accounts}
        for person in self._earlier.people:
            if person.number not in present and f"R-{person.number}" in self._earlier.ranks_and_cotes:
                self._matching.restore(person)

    def _licences_of_the_merged(self) -> set[str]:
        """Return the licence numbers of players who were ranked apart and are merged with others now."""
        present = {account.number for account in self.register.accounts}
        return {
            licence_key(spelling.licence)
            for person in self._earlier.people for spelling in person.spellings
            if person.number not in present and f"R-{person.number}" in self._earlier.ranks_and_cotes
        }  # fmt: skip

    def _stand(
        self, standing: StandingTournament, old_file: File, file: File | None
    ) -> Iterable[tuple[Change, Account, Fraction, Fraction]]:
        """Count a tournament as it was published; yield what a newer version or decisions change since.

        That is the change, the player, the variation that goes and the one that comes.
        """
        season = self.calendar.find_season(old_file.tournament.season) or self.calendar.season_on(
            old_file.tournament.first
        )
        by_key = {account.key: account for account in self.register.accounts}
        starts = {row.number: row.start for row in standing.rows}
        old_keys = {row.number: row.key for row in standing.rows}
        old_gains = {
            line.player.number: Fraction(line.gain.total)
            for line in rate_tournament(old_file.tournament, starts, season).lines
        }
        if file is None:
            for number, gain in old_gains.items():
                if account := by_key.get(old_keys[number]):
                    yield _change(old_file, texts.PUBLISHED_STRUCK), account, gain, _ZERO
            return
        accounts, remarks = self._recognised[file.sha256]
        season = self.calendar.find_season(file.tournament.season) or self.calendar.season_on(file.tournament.first)
        for entrant in file.tournament.participants:
            account = accounts[entrant.number]
            if entrant.number not in starts:
                earlier_cote = self._earlier.ranks_and_cotes.get(account.key, (None, None))[1]
                starts[entrant.number] = (
                    Fraction(entrant.cote) if account.guest
                    else compute_provisional_cote(account, entrant, season) if earlier_cote is None else earlier_cote
                )  # fmt: skip
            account.tournaments += 1
            account.last = max(account.last or file.tournament.last, file.tournament.last)
        ratings = rate_tournament(file.tournament, starts, season)
        counted = CountedTournament(file, season, ratings, accounts, remarks, standing.day)
        self.counted.append(counted)
        if self._is_last_championship(counted):
            self._champions = counted
        is_same = file.sha256 == standing.sha256
        change = _change(file, texts.PUBLISHED_DECIDED if is_same else texts.PUBLISHED_CORRECTED)
        gains = {line.player.number: Fraction(line.gain.total) for line in ratings.lines}
        for number in {**old_gains, **gains}:
            old_account, account = by_key.get(old_keys.get(number, "")), accounts.get(number)
            if is_same and account and account is old_account:
                continue
            if old_account:
                yield change, old_account, old_gains[number], _ZERO
            if account and not account.guest:
                if account.cote is None:
                    entrant = next(
                        participant for participant in file.tournament.participants if participant.number == number
                    )
                    provisional = compute_provisional_cote(account, entrant, season)
                    self._entries.append((account, provisional, account.series or entrant.series, counted))
                yield change, account, _ZERO, gains[number]

    def _restate_movements(self, files: Sequence[File]) -> None:
        """Repeat the published movements unchanged, with the terms that gave them."""
        by_key = {account.key: account for account in self.register.accounts}
        present = {counted.file.sha256: counted for counted in self.counted}
        by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
        cotes_after: dict[tuple[str, str], Movement] = {}  # by the version that counts now, and player
        published = self._published_ratings()
        for movement in self._earlier.movements:
            account = by_key.get(movement.key) or self._ghost(movement)
            counted = published.get(movement.sha256)
            lines = counted.ratings.lines if counted else ()
            line = next((line for line in lines if line.player.number == movement.number), None)
            if line and counted and line.gain.total == movement.change:
                line = replace(line, new=movement.after, series=find_series(movement.after, counted.season))
            else:  # other numbers of the season: these terms did not give what was published
                line = None
            counted = present.get(movement.sha256, counted)
            self.movements.append(replace(movement, _account=account, rating=line, counted=counted))
            if movement.sha256:
                cotes_after[_place_now(movement.sha256, by_sha), movement.key] = movement
        for counted in self.counted:
            self._restate_cotes(counted, cotes_after)

    def _published_ratings(self) -> dict[str, CountedTournament]:
        """Return the tournaments of the published movements, by SHA-256, rated from the cotes of then."""
        movements: dict[str, dict[int, Movement]] = defaultdict(dict)
        for movement in self._earlier.movements:
            if movement.sha256:
                movements[movement.sha256][movement.number] = movement
        tournaments = {}
        for file in (file for file in self._earlier.files if file.sha256 in movements):
            rows = movements[file.sha256]
            starts = {entrant.number: Fraction(entrant.cote) for entrant in file.tournament.participants}  # of guests
            starts |= {number: row.start for number, row in rows.items() if row.start is not None}
            season = self.calendar.find_season(file.tournament.season) or self.calendar.season_on(file.tournament.first)
            ratings = rate_tournament(file.tournament, starts, season)
            day = next(iter(rows.values())).day
            tournaments[file.sha256] = CountedTournament(file, season, ratings, {}, Remarks(), day)
        return tournaments

    def _restate_cotes(self, counted: CountedTournament, cotes_after: Mapping[tuple[str, str], Movement]) -> None:
        """Give the lines of a tournament the cotes that were published after it, and note what counts apart."""
        lines, apart, unpublished = [], dict[int, Fraction](), set[int]()
        for line in counted.ratings.lines:
            number = line.player.number
            movement = cotes_after.get((counted.file.sha256, counted.accounts[number].key))
            points = line.gain.total - ((movement.change if movement else None) or _ZERO)
            if movement:
                line = replace(line, new=movement.after, series=find_series(movement.after, counted.season))
            elif not counted.accounts[number].guest:
                unpublished.add(number)
            lines.append(line)
            if points and not counted.accounts[number].guest:
                apart[number] = Fraction(points)
        counted.ratings = replace(counted.ratings, lines=tuple(lines))
        counted.apart, counted.unpublished = apart, unpublished

    def _ghost(self, movement: Movement) -> Account:
        """Return an account, the same each time, for a player of a published movement who is merged into another."""
        if movement.key not in self._ghosts:
            number = int(movement.key.removeprefix("R-"))
            self._ghosts[movement.key] = Account(movement.name, "", movement.licence, "", "", None, None, number=number)
        return self._ghosts[movement.key]

    def _settle(self, differences: Mapping[tuple[Change, str, Account], Sequence[Fraction]]) -> None:
        """Add the differences to the cotes on the first morning after the previous publication."""
        for account, provisional, series, counted in self._entries:
            if account.cote is None:
                self._enter(account, self._morning, provisional, series, counted.file.tournament.title)
        for (change, sha256, account), (old, new) in differences.items():
            if old != new and account.cote is not None:
                difference = PlayerDifference(change, sha256, account, old, new)
                self.differences.append(difference)
                reason = texts.variations_text(change.text, old, new)
                self._move(self._morning, texts.ADJUSTED, account, account.cote + difference.points, reason)

    def _count_late(self, file: File, day: date) -> None:
        """Count a tournament that comes after the publication of its month, from the present cotes."""
        self._is_counting_late = True
        self._begin(file, day, day)
        self._is_counting_late = False
        self._end(file)

    def _cote_at_start(self, account: Account, first: date) -> Fraction:
        """Return the cote on the first day of a tournament: as published, for one begun before that (R12)."""
        assert account.cote is not None
        own = self._published.get(account.key, ())
        if first >= self._morning or not own or self._is_counting_late:
            return account.cote
        before = [move for move in own if move.day < first or (move.day == first and not move.sha256)]
        if before:
            return before[-1].after
        return own[0].after if own[0].before is None else own[0].before


def _version_now(sha256: str, files: Iterable[File]) -> File | None:
    """Return the file that counts for a published one: itself, or the version in its place; None if it is excluded."""
    by_sha = {file.sha256: file for file in files if file.sha256 and not file.repeats}
    file = by_sha.get(sha256)
    if file and not file.played and file.instead:
        file = by_sha.get(file.instead)
    return file if file and file.played else None


def _place_now(sha256: str, by_sha: Mapping[str, File]) -> str:
    """Return the version that counts in the place of a published one: itself, or the last that replaced it."""
    for _ in by_sha:
        file = by_sha.get(sha256)
        if not file or file.played or not file.instead:
            break
        sha256 = file.instead
    return sha256


def _past_adjustments(now: Iterable[Adjustment], before: Iterable[Adjustment], morning: date) -> list[Adjustment]:
    """Return the changes of adjustments of days that are published, as adjustments of the first morning after them."""
    new = {adjustment.key: adjustment for adjustment in now if adjustment.day < morning}
    old = {adjustment.key: adjustment for adjustment in before if adjustment.day < morning}
    changes = []
    for key in {**old, **new}:
        points = (new[key].points if key in new else _ZERO) - (old[key].points if key in old else _ZERO)
        if points:
            changes.append(replace(new.get(key) or old[key], day=morning, points=points))
    return changes


def _change(file: File, why: str) -> Change:
    played = file.tournament
    return Change(texts.CHANGE_WHERE.format(title=played.title, day=played.last), why)
