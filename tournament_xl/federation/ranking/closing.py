"""What is published stands (rule R13 of docs/regles.md): what comes later changes the month that is open.

A movement is a change of a player's cote (rating). A tournament that comes late counts on the day of the publication,
after all others. Adjustments on the first morning after the previous publication account for a published tournament
that is corrected or excluded, for a row that now means another player, and for points of a past day; each names its
tournament, with the old and the new variation, or its reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.identity.register import Register
from tournament_xl.federation.intake.decisions import Adjustment, Questions, leave_out_undone
from tournament_xl.federation.intake.facts import File, Remarks
from tournament_xl.federation.ranking.history import PublicationHistory, StandingRow, StandingTournament
from tournament_xl.federation.ranking.ledger import (
    ADJUSTMENT,
    END,
    LATE,
    LIST,
    SEASON,
    SETTLEMENT,
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
from tournament_xl.games.scrabble.rules.rating import Ratings, find_series
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.players.columns import licence_key

_ZERO = Fraction(0)


def list_standing_tournaments(counted: Iterable[CountedTournament]) -> tuple[StandingTournament, ...]:
    """List how tournaments count (day, participants with starting cotes), in the order in which they count.

    The next publication counts them in the same way.
    """
    return tuple(
        StandingTournament(entry.number, entry.file.number, entry.day, tuple(
            StandingRow(line.player.number, entry.accounts[line.player.number].number, line.old)
            for line in sorted(entry.ratings.lines, key=lambda line: line.player.number)
        ))
        for entry in sorted(counted, key=lambda entry: entry.order)
    )  # fmt: skip


class Variation(NamedTuple):
    """Variation of a player in a tournament: as published, and as it counts from now on."""

    account: Account
    old: Fraction  # 0 for a late tournament
    new: Fraction  # from the cotes with which the tournament was published

    @property
    def points(self) -> Fraction:
        """Points that the difference adds to his cote."""
        return self.new - self.old


class Change(NamedTuple):
    """Late, corrected or excluded tournament, or a decision on its players, and whose cote it changes in this month."""

    tournament: int  # number of the tournament
    where: str  # "TH de Vienne (10/01/2016)"
    why: str  # "compté en retard, dans la liste de ce mois."
    variations: tuple[Variation, ...]  # that differ, by name of the player

    @property
    def text(self) -> str:
        """French sentence of `where` and `why`."""
        return texts.CHANGE.format(where=self.where, why=self.why)


class OpenMonth(Ledger):
    """Ledger that goes on from a publication and changes nothing in it; `run` enters the month, once."""

    def __init__(
        self, register: Register, calendar: Calendar, questions: Questions, earlier: PublicationHistory
    ) -> None:
        super().__init__(register, calendar, questions)
        self.changes: list[Change] = []
        self._earlier, self._morning = earlier, earlier.day + timedelta(days=1)
        self._is_counting_late = False
        self._recognised: dict[int, tuple[dict[int, Account], Remarks]] = {}  # by number of the file
        self._entries: list[tuple[Account, Fraction, str, str]] = []  # with PL*, series and title of the tournament
        self.movements = list(earlier.movements)
        self._published: dict[int, list[Movement]] = defaultdict(list)  # by player
        for movement in self.movements:
            self._published[movement.person].append(movement)
        last_days = {file.number: file.tournament.last for file in earlier.files if file.played}
        self._came_late = {own.number for own in earlier.standing if own.day > last_days[own.file]}  # tournaments

    def run(
        self, files: Sequence[File], adjustments: Iterable[Adjustment], until: date, lists: Sequence[DatedList]
    ) -> None:
        """Restore the published cotes, then enter everything that is new up to a day; called once.

        Players are registered and change their cotes. What changes of published tournaments add to cotes is entered on
        the first morning after the publication and collected in `changes`. Questions are asked, decisions marked as
        followed. `files` are all of the new publication, also those that do not count; `adjustments` are all, old and
        new, in any order, of which those that a decision undoes are left out here; `lists` are those after the initial
        one.

        Raises:
            ListError: An adjustment has an unknown licence.
        """
        by_number = {file.number: file for file in files}
        pairs = [(standing, _version_now(standing.file, by_number)) for standing in self._earlier.standing]
        self._recognise(pairs, lists)
        accounts = {account.number: account for account in self.register.accounts}
        for number, account in accounts.items():
            if number in self._earlier.ranks_and_cotes:
                account.cote = self._earlier.ranks_and_cotes[number][1]
        published_files = {file.number: file for file in self._earlier.files}
        moves = {(move.tournament, move.person): move for move in self.movements if move.tournament}
        for standing, file in pairs:
            self._stand(standing, published_files[standing.file], file, accounts, moves)
        settled = {standing.file for standing, _ in pairs} | {file.number for _, file in pairs if file}
        new_files = sorted(
            (file for file in files if file.played and file.number not in settled), key=lambda file: file.order
        )
        adjustments = leave_out_undone(adjustments, self._questions)
        adjustments_before = leave_out_undone(self._earlier.adjustments, Questions(self._earlier.decisions))
        events: list[Event] = [
            (self._morning, LIST, number, partial(self._receive, later))
            for number, later in enumerate(lists) if later.day >= self._morning
        ]  # fmt: skip
        events.append((self._morning, SETTLEMENT, 0, self._settle))
        gone = self._licences_of_the_merged(accounts)
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

    def _recognise(self, pairs: Iterable[tuple[StandingTournament, File | None]], lists: Iterable[DatedList]) -> None:
        """Find the players of the published tournaments, in the order in which they came, with the lists of then.

        Ranked players whom nothing brings any more are registered again.
        """

        def find(file: File) -> None:
            accounts, doubts, details = self._matching.match_participants(file)
            played = file.tournament
            remarks = Remarks(played.serious, tuple(doubts), (*details, *played.details))
            self._recognised[file.number] = accounts, remarks

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
            if person.number not in present and person.number in self._earlier.ranks_and_cotes:
                self._matching.restore(person)

    def _licences_of_the_merged(self, accounts: Mapping[int, Account]) -> set[str]:
        """Return the licence numbers of players who were ranked apart and are merged with others now."""
        return {
            licence_key(spelling.licence)
            for person in self._earlier.people for spelling in person.spellings
            if person.number not in accounts and person.number in self._earlier.ranks_and_cotes
        }  # fmt: skip

    def _stand(
        self, standing: StandingTournament, old_file: File, file: File | None, by_number: Mapping[int, Account],
        moves: Mapping[tuple[int, int], Movement],
    ) -> None:  # fmt: skip
        """Count a tournament as it was published; note what a newer version or decisions change since.

        `old_file` is its version then, `file` the one that counts now, None if it is excluded; `moves` are the
        published movements by tournament and player.
        """
        starts = {row.number: row.start for row in standing.rows}
        old_accounts = {row.number: by_number.get(row.person) for row in standing.rows}
        ratings = rate_tournament(old_file.tournament, starts, self.find_season_of(old_file))
        old_gains = {line.player.number: Fraction(line.gain.total) for line in ratings.lines}
        variations: dict[Account, list[Fraction]] = defaultdict(lambda: [_ZERO, _ZERO])
        if file is None:
            for number, gain in old_gains.items():
                if account := old_accounts[number]:
                    variations[account][0] += gain
            self._note(standing.number, old_file, texts.PUBLISHED_STRUCK, variations)
            return
        is_same = file.number == standing.file
        accounts, _ = self._recognised[file.number]
        if not is_same:
            starts |= self._start_added(file, accounts, starts)
            ratings = rate_tournament(file.tournament, starts, self.find_season_of(file))
        self._continue(standing, file, ratings, moves)
        gains = {line.player.number: Fraction(line.gain.total) for line in ratings.lines}
        for number in {**old_gains, **gains}:
            old_account, now = old_accounts.get(number), accounts.get(number)
            if is_same and now is old_account:
                continue
            if old_account:
                variations[old_account][0] += old_gains[number]
            if now and not now.guest:
                variations[now][1] += gains[number]
                self._enter_added(now, file, number)
        self._note(standing.number, file, texts.PUBLISHED_DECIDED if is_same else texts.PUBLISHED_CORRECTED, variations)

    def _start_added(
        self, file: File, accounts: Mapping[int, Account], known: Mapping[int, Fraction]
    ) -> dict[int, Fraction]:
        """Return the cotes from which participants start whom only the newer version has: as published, else PL*."""
        starts = {}
        for entrant in file.tournament.participants:
            if entrant.number not in known:
                account = accounts[entrant.number]
                _, cote = self._earlier.ranks_and_cotes.get(account.number, (None, None))
                provisional = compute_provisional_cote(account, entrant, self.find_season_of(file))
                start = provisional if cote is None else cote
                starts[entrant.number] = Fraction(entrant.cote) if account.guest else start
        return starts

    def _continue(
        self, standing: StandingTournament, file: File, ratings: Ratings, moves: Mapping[tuple[int, int], Movement]
    ) -> None:
        """Count a published tournament on, with the cotes that were published after it, and what counts later."""
        accounts, remarks = self._recognised[file.number]
        season, lines, later = self.find_season_of(file), [], dict[int, Fraction]()
        for line in ratings.lines:
            account = accounts[line.player.number]
            account.tournaments += 1
            account.last = max(account.last or file.tournament.last, file.tournament.last)
            move = moves.get((standing.number, account.number))
            points = line.gain.total - ((move and move.change) or _ZERO)
            if points and not account.guest:
                later[line.player.number] = Fraction(points)
            lines.append(replace(line, new=move.after, series=find_series(move.after, season)) if move else line)
        counted = CountedTournament(
            standing.number, file, season, replace(ratings, lines=tuple(lines)), accounts, remarks, standing.day, later
        )
        self._count(counted)
        if self._is_last_championship(counted):
            self._champions = counted

    def _enter_added(self, account: Account, file: File, number: int) -> None:
        """Note that a player of a published tournament who has no cote yet enters with his PL*."""
        if account.cote is None:
            entrant = next(entrant for entrant in file.tournament.participants if entrant.number == number)
            provisional = compute_provisional_cote(account, entrant, self.find_season_of(file))
            self._entries.append((account, provisional, account.series or entrant.series, file.tournament.title))

    def _note(self, tournament: int, file: File, why: str, variations: Mapping[Account, Sequence[Fraction]]) -> None:
        """Note a change, unless no variation differs by it."""
        played = file.tournament
        differing = tuple(
            Variation(account, old, new)
            for account, (old, new) in sorted(variations.items(), key=lambda item: item[0].order) if old != new
        )  # fmt: skip
        where = texts.CHANGE_WHERE.format(title=played.title, day=played.last)
        if differing or why == texts.COUNTED_LATE:
            self.changes.append(Change(tournament, where, why, differing))

    def _settle(self) -> None:
        """Add to the cotes, on the first morning after the previous publication, what changes of tournaments give."""
        for account, provisional, series, title in self._entries:
            if account.cote is None:
                self._enter(account, self._morning, provisional, series, title)
        for change in self.changes:
            for variation in change.variations:
                account = variation.account
                if account.cote is not None:
                    reason = fill_sentence(
                        texts.VARIATIONS,
                        {"change": change.text, "published": variation.old, "variation": variation.new},
                    )
                    self._move(self._morning, texts.ADJUSTED, account, account.cote + variation.points, reason)

    def _count_late(self, file: File, day: date) -> None:
        """Count a tournament that comes after the publication of its month, from the present cotes."""
        self._is_counting_late = True
        self._begin(file, day, day)
        self._is_counting_late = False
        counted = self._open[file.number]
        self._end(file)
        variations = {
            counted.accounts[line.player.number]: (_ZERO, Fraction(line.gain.total)) for line in counted.ratings.lines
            if not counted.accounts[line.player.number].guest
        }  # fmt: skip
        self._note(counted.number, file, texts.COUNTED_LATE, variations)

    def _cote_at_start(self, account: Account, first: date) -> Fraction:
        """Return the cote on the first day of a tournament: as published, for one begun before that (R12)."""
        assert account.cote is not None
        own = self._published.get(account.number, ())
        if first >= self._morning or not own or self._is_counting_late:
            return account.cote
        before = [move for move in own if move.day < first or (move.day == first and not move.tournament)]
        following = own[len(before) : len(before) + 2]
        if (
            following
            and following[0].kind in (texts.ENTRY, texts.RETURNED)  # with a tournament that was played at that time
            and following[-1].tournament not in self._came_late
        ):
            return following[0].after
        return before[-1].after if before else own[0].before or own[0].after


def _version_now(number: int, files: Mapping[int, File]) -> File | None:
    """Return the file that counts for a published one: itself, or what is in its place; None if it is excluded."""
    file = files[number]
    if not file.played and file.instead:
        file = files[file.instead]
    return file if file.played else None


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
