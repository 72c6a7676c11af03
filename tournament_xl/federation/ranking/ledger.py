"""Ledger: the cotes (ratings) of all players from the list to a day, as tournaments, adjustments, seasons change them.

A guest is the account of a participant about whom a question is open; it is not in the register.
Rules R1 to R13: Scrabble in docs/regles.md. A season without numbers of its own takes the numbers of the last season
before it that has some (R3, R9). A day has seven moments, in this order: a later list arrives, what changes of
published tournaments counts (R13), a season begins (R9), adjustments count (R11), tournaments begin, tournaments end,
late tournaments count (R13). So a tournament starts from what had ended before its first day, and overlapping ones each
add their own variation (R12).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.matching import Matching
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.identity.register import Register
from tournament_xl.federation.intake.decisions import Adjustment, Question, Questions
from tournament_xl.federation.intake.facts import Entrant, File, PlayedTournament, Remarks
from tournament_xl.games.scrabble.rules.initial import find_unrated_cote
from tournament_xl.games.scrabble.rules.model import Player
from tournament_xl.games.scrabble.rules.rating import (
    Gain,
    Rating,
    Ratings,
    compute_cote_at_season_start,
    find_series,
    rate,
)
from tournament_xl.games.scrabble.rules.seasons import Season, in_year, two_years_before, year_name
from tournament_xl.games.scrabble.schema import WORLD_CHAMPIONSHIP
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.players.list_table import ListError
from tournament_xl.workbook.cells import read_date

LIST, SETTLEMENT, SEASON, ADJUSTMENT, START, END, LATE = range(7)  # moments of a day
Event = tuple[date, int, int, Callable[[], None]]  # day, moment, number within it, what happens
RanksAndCotes = dict[int, tuple[int | None, Fraction | None]]
# register number of a player -> rank in a ranking, None for the unranked; cote at that time, None if there is none


def compute_provisional_cote(account: Account, entrant: Entrant, season: Season) -> Fraction:
    """Compute PL*, the provisional cote with which a player enters or returns (R10): by his duplicate series (R1).

    The register gives the series, else the row. Without a series PL* is the cote of the row, if that is one of the
    season's PL* (R12), else the cote of a new licence. An unreadable series gives the cote of a new licence.
    """
    series = account.series or entrant.series
    if not series and Fraction(entrant.cote) in season.unrated.values():
        return Fraction(entrant.cote)
    return Fraction(find_unrated_cote(series, season) or season.new_licence)


class Calendar:
    """Seasons of any year, past or future, with the numbers of the known ones."""

    def __init__(self, known_seasons: Iterable[Season]) -> None:
        """Build a calendar from at least one known season."""
        self._known_seasons = sorted(known_seasons, key=lambda season: season.first_day)
        self._begun: dict[int, Season] = {}  # by year of the first day

    def find_season(self, name: str) -> Season | None:
        """Return the known season of a name; None for any other name, even of a season with borrowed numbers."""
        return next((season for season in self._known_seasons if season.name == name), None)

    def season_on(self, day: date) -> Season:
        """Return the season of a day.

        A season that is not known has its own name and the numbers of the last known season before it, else of the
        first known one.
        """
        season = self._starting_in(day.year)
        return season if season.first_day <= day else self._starting_in(day.year - 1)

    def _starting_in(self, year: int) -> Season:
        """Return the season that begins in a year: a known one, else the last one before it renamed for the year."""
        if year not in self._begun:
            base, first_day = self._season_with_numbers(year), in_year(self._season_with_numbers(year).first_day, year)
            is_first_day_unchanged = base.first_day == first_day
            self._begun[year] = (
                base if is_first_day_unchanged else base._replace(name=year_name(year), first_day=first_day)
            )
        return self._begun[year]

    def _season_with_numbers(self, year: int) -> Season:
        return next(
            (season for season in self._known_seasons[::-1] if season.first_day.year <= year), self._known_seasons[0]
        )

    def find_lender(self, season: Season) -> str:
        """Return the name of the known season whose numbers this season has borrowed, "" if it is known itself."""
        lender = self._season_with_numbers(season.first_day.year).name
        return lender if lender != season.name else ""

    def seasons_starting(self, after: date, until: date) -> list[Season]:
        """Return the seasons that begin after `after` and up to `until`, in order, even with borrowed numbers."""
        seasons = map(self._starting_in, range(after.year, until.year + 1))
        return [season for season in seasons if after < season.first_day <= until]


class Terms(NamedTuple):
    """Terms of a variation: why a tournament brought a player what it brought (R2)."""

    place: int
    rank: int  # among the participants, by the cotes from which they started
    start: Fraction  # C_j
    gain: Gain


class Movement(NamedTuple):
    """Change of a player's cote, or his entry with a first one."""

    person: int  # register number of the player; 0 for a guest, whose movement is not published
    day: date
    kind: str  # messages.federation: TOURNAMENT, ENTRY, RETURNED, SEASON or ADJUSTED
    reason: str  # name of the tournament, or a French sentence
    before: Fraction | None  # None: no cote yet
    after: Fraction
    tournament: int = 0  # number of the tournament, 0 for another movement
    entrant: int = 0  # N° in the tournament
    terms: Terms | None = None  # of a tournament; None where an old report did not keep them

    @property
    def change(self) -> Fraction | None:
        """Difference of the cotes; None for an entry."""
        return None if self.before is None else self.after - self.before


@dataclass(eq=False)
class CountedTournament:
    """Tournament that has begun in the ledger, rated from the cotes of the ledger and not of its workbook."""

    number: int  # the register's, of the version of it that counted first: the address of its page
    file: File
    season: Season
    ratings: Ratings
    accounts: dict[int, Account]  # by N°, participants only, guests among them
    remarks: Remarks
    day: date  # on which it counts: its last day, or the day of the publication if it comes late (R13)
    later: Mapping[int, Fraction] = field(default_factory=dict)  # by N°: points that count after its publication (R13)

    @property
    def is_late(self) -> bool:
        """Whether it counts on a later day than its last one, because it came after the publication (R13)."""
        return self.day > self.file.tournament.last

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key: day on which it counts, late tournaments after the others of that day (R13), then R12's order."""
        return self.day, self.is_late, self.file.order


def rate_tournament(played: PlayedTournament, starts: Mapping[int, Fraction], season: Season) -> Ratings:
    """Compute the ratings of a tournament from the starting cotes of its participants, given by N° (R2 to R7).

    The ratings have a line for each participant (who has a match that he did not forfeit); other entrants count only in
    the number of registered players.
    """
    players = [
        Player(
            entrant.number, entrant.name, entrant.first_name, entrant.club, starts[entrant.number],
            licence=entrant.licence,
        )
        for entrant in played.participants
    ]  # fmt: skip
    return rate(
        players, {entrant.number: entrant.place or 0 for entrant in played.participants},
        registered=len(played.entrants), games=played.games, event_type=played.kind, season=season,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DatedList:
    """List of players: the initial one, or the lines that were new with a later publication."""

    day: date  # first day on which it counts
    lines: tuple[Mapping[str, str], ...]


class Ledger(ABC):
    """Accounts, movements and tournaments after everything that was entered so far."""

    def __init__(self, register: Register, calendar: Calendar, questions: Questions) -> None:
        self.register, self.calendar = register, calendar
        self.movements: list[Movement] = []  # in chronological order
        self.counted: list[CountedTournament] = []  # by first day
        self._questions, self._matching = questions, Matching(register, questions)
        self._files: dict[int, int] = {}  # number of a tournament that counts -> number of its file
        self._open: dict[int, CountedTournament] = {}  # tournaments begun but not ended, by number of the file
        self._champions: CountedTournament | None = None  # of the last world championship that counts

    def _apply(self, events: Iterable[Event]) -> None:
        """Apply events in their order, then add to open questions what their candidates played elsewhere."""
        for *_, apply_event in sorted(events, key=lambda event: event[:3]):
            apply_event()
        self.register.add_simultaneous_tournaments(
            (counted.file.tournament, counted.accounts.values()) for counted in self.counted
        )

    def rank_players(self, day: date) -> list[tuple[int, Account]]:
        """Rank the players who have played in the two years up to `day`, by their present cotes (R10).

        Ranks count from 1, the highest cote first; equal cotes share a rank and are in alphabetical order.
        """
        since = two_years_before(day)
        active = [account for account in self.register.accounts if account.cote is not None and account.last]
        active = [account for account in active if account.last and since <= account.last <= day]
        active.sort(key=lambda account: (-(account.cote or 0), account.order))
        ranking: list[tuple[int, Account]] = []
        for position, account in enumerate(active, start=1):
            is_tied = ranking and ranking[-1][1].cote == account.cote
            ranking.append((ranking[-1][0] if is_tied else position, account))
        return ranking

    def list_ranks_and_cotes(self, day: date | None = None) -> RanksAndCotes:
        """Return number -> rank on a day and present cote of every account; None for a missing rank or cote.

        `day` None means the last day on which anybody has played.
        """
        day = day or max((account.last for account in self.register.accounts if account.last), default=None)
        ranked = {account: place for place, account in self.rank_players(day)} if day else {}
        return {account.number: (ranked.get(account), account.cote) for account in self.register.accounts}

    def find_season_of(self, file: File) -> Season:
        """Return the season whose numbers count for a tournament: the one that it names, else that of its first day."""
        played = file.tournament
        return self.calendar.find_season(played.season) or self.calendar.season_on(played.first)

    def _receive(self, later: DatedList) -> None:
        for line in later.lines:
            self.register.update_from_line(line, later.day)

    def _enter(self, account: Account, day: date, provisional: int | Fraction, series: str, title: str) -> None:
        """Enter a player without cote with his provisional cote PL* (R1)."""
        reason = texts.ENTRY_REASON.format(title=title, series=series or texts.NO_SERIES)
        self._move(day, texts.ENTRY, account, Fraction(provisional), reason)

    def _begin(self, file: File, day: date, counted_on: date) -> None:
        """Begin a tournament: find or enter its players, and rate it from the cotes on its first day (R12).

        `day` dates the entries and returns that it brings: its first one, but for a late tournament. It counts on
        `counted_on`.
        """
        played, season = file.tournament, self.find_season_of(file)
        accounts, questions, details = self._matching.match_participants(file)
        starts: dict[int, Fraction] = {}
        for entrant in played.participants:
            starts[entrant.number] = self._determine_starting_cote(accounts[entrant.number], entrant, file, season, day)
        for account in accounts.values():
            account.tournaments += 1
        ratings = rate_tournament(played, starts, season)
        remarks = Remarks(played.serious, tuple(questions), (*details, *played.details))
        number = file.number
        while number in self._files:  # what counts in its place has its number; it comes back as another tournament
            number = self._files[number]
        self._open[file.number] = CountedTournament(number, file, season, ratings, accounts, remarks, counted_on)
        self._count(self._open[file.number])

    def _count(self, counted: CountedTournament) -> None:
        self.counted.append(counted)
        self._files[counted.number] = counted.file.number

    def _determine_starting_cote(
        self, account: Account, entrant: Entrant, file: File, season: Season, day: date
    ) -> Fraction:
        """Return C_j: the cote in the ledger, after entering a new player (R1, PL*) or raising a returning one (R10).

        A guest has the cote of his workbook.
        """
        if account.guest:
            return Fraction(entrant.cote)
        series = account.series or entrant.series
        provisional = compute_provisional_cote(account, entrant, season)
        if account.cote is None:
            self._enter(account, day, provisional, series, file.tournament.title)
        elif series and provisional > account.cote and self._has_returned(account, file, provisional):
            reason = texts.RETURN_REASON.format(title=file.tournament.title, series=series)
            self._move(day, texts.RETURNED, account, provisional, reason)
        else:
            return self._cote_at_start(account, file.tournament.first)
        assert account.cote is not None
        return account.cote

    @abstractmethod
    def _cote_at_start(self, account: Account, first: date) -> Fraction:
        """Return the cote of a player on the first day of a tournament."""

    def _has_returned(self, account: Account, file: File, provisional: Fraction) -> bool:
        """Check whether a player had played nothing for two years (R10); ask a question when the list does not say.

        False while the question is open.
        """
        begins = two_years_before(file.tournament.first)
        if account.last or account.tournaments:
            return bool(account.last and account.last < begins)
        question = Question(
            texts.RETURN, texts.RETURN_QUESTION.format(cote=account.cote, star=provisional),
            title=file.tournament.title, day=file.tournament.last,
            name=account.name, first_name=account.first_name, licence=account.licence, club=account.club,
            proposals=texts.RETURN_PROPOSALS,
        )  # fmt: skip
        answer = self._questions.answer(question.key)
        last_day = read_date(answer)
        if normalize(answer) in (texts.ACTIVE, texts.INACTIVE) or last_day:
            self._questions.mark_followed(question.key)
        else:
            self._questions.ask(question)
        return normalize(answer) == texts.INACTIVE or bool(last_day and last_day < begins)

    def _end(self, file: File) -> None:
        """Add the variations to the current cotes (R12); the tournament becomes the last one of its players."""
        counted = self._open.pop(file.number)
        day, last, lines = counted.day, file.tournament.last, list[Rating]()
        for line in counted.ratings.lines:
            account = counted.accounts[line.player.number]
            if account.guest:
                account.cote = line.old
            assert account.cote is not None
            before, account.cote = account.cote, account.cote + line.gain.total
            account.last = max(account.last or last, last)
            lines.append(replace(line, new=account.cote, series=find_series(account.cote, counted.season)))
            self.movements.append(Movement(
                account.number, day, texts.TOURNAMENT, file.tournament.title, before, account.cote, counted.number,
                line.player.number, Terms(line.place, line.rank, line.old, line.gain),
            ))  # fmt: skip
        counted.ratings = replace(counted.ratings, lines=tuple(lines))
        if self._is_last_championship(counted):
            self._champions = counted
            season = self.calendar.season_on(day)
            if counted.is_late and last < season.first_day:
                self._begin_season(season, day)

    def _is_last_championship(self, counted: CountedTournament) -> bool:
        """Check for a world championship that was played after the one known so far."""
        return counted.file.tournament.kind == WORLD_CHAMPIONSHIP and (
            self._champions is None or self._champions.file.order < counted.file.order
        )

    def _begin_season(self, season: Season, day: date) -> None:
        """Raise the first ten of the last world championship to series Joker (R9).

        `day` is its first day; or, for a championship that was played before it and comes late, the day on which that
        counts (R13).
        """
        if self._champions is None:
            return
        for line in self._champions.ratings.lines:
            account = self._champions.accounts[line.player.number]
            if account.guest or account.cote is None:
                continue
            cote = compute_cote_at_season_start(account.cote, line.place, season)
            if cote != account.cote:
                reason = fill_sentence(texts.SEASON_REASON, {"place": line.place})
                self._move(day, texts.SEASON, account, cote, reason)

    def _adjust(self, adjustment: Adjustment) -> None:
        """Apply an adjustment (R11); a player without cote starts from his PL*."""
        account = self.register.find_by_licence(adjustment.licence)
        if account is None:
            fields = {"licence": adjustment.licence, "day": adjustment.day}
            raise ListError([texts.UNKNOWN_LICENCE.format(source=printable_path(adjustment.source), **fields)])
        if account.cote is None:
            season = self.calendar.season_on(adjustment.day)
            provisional = find_unrated_cote(account.series, season) or season.new_licence
            self._enter(account, adjustment.day, provisional, account.series, adjustment.reason)
        assert account.cote is not None
        self._move(adjustment.day, texts.ADJUSTED, account, account.cote + adjustment.points, adjustment.reason)

    def _move(self, day: date, kind: str, account: Account, cote: Fraction, reason: str) -> None:
        self.movements.append(Movement(account.number, day, kind, reason, account.cote, cote))
        account.cote = cote
