"""The ledger: tournaments, adjustments and seasons in their order, from the list's cotes to today's (rules R9 to R12).

Days have four moments, in this order: a season begins (R9), adjustments of the day count (R11), tournaments begin,
tournaments end. So a tournament starts from what had ended before its first day, and overlapping ones each add their
own variation (R12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tournament_xl.federation.calendar import Calendar, two_years_before
from tournament_xl.federation.entries import Adjustment, Decisions
from tournament_xl.federation.facts import Entrant, File
from tournament_xl.federation.questions import Question, Questions
from tournament_xl.federation.register import Account, Doubt, Register, name_key, person
from tournament_xl.folding import fold
from tournament_xl.lists.columns import ListError
from tournament_xl.model import Player
from tournament_xl.scrabble.initial import unrated_cote
from tournament_xl.scrabble.rating import Rating, Ratings, at_season_start, rate
from tournament_xl.scrabble.seasons import Season
from tournament_xl.texts import federation as texts
from tournament_xl.workbook.decode_settings import read_date
from tournament_xl.workbook.labels import WORLD_CHAMPIONSHIP

_SEASON, _ADJUSTMENT, _START, _END = range(4)  # moments of a day


@dataclass(frozen=True, slots=True)
class Movement:
    """A change of a cote, or the entry of a player."""

    day: date
    kind: str  # texts.federation: TOURNAMENT, ENTRY, RETURNED, SEASON or ADJUSTED
    account: Account
    before: Fraction | None  # None: no cote yet
    after: Fraction
    reason: str
    rating: Rating | None = None  # of a tournament
    used: str = ""  # the starting cote in the workbook, of a tournament

    @property
    def change(self) -> Fraction:
        return self.after - (self.before or 0)


@dataclass(slots=True)
class Counted:
    """A tournament in the ledger."""

    file: File
    season: Season
    ratings: Ratings
    accounts: dict[int, Account]  # by N° of the participants
    remarks: list[str] = field(default_factory=list)  # French sentences


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a ranking."""

    place: int  # shared by equal cotes
    account: Account
    cote: Fraction


class Ledger:
    """Accounts as they are after everything up to `until`."""

    def __init__(
        self, register: Register, calendar: Calendar, decisions: Decisions, questions: Questions, until: date
    ) -> None:
        self.register, self.calendar, self.until = register, calendar, until
        self.movements: list[Movement] = []
        self.counted: list[Counted] = []
        self._decisions, self._questions = decisions, questions
        self._guests: dict[object, Account] = {}
        self._champions: Counted | None = None  # the last world championship that has ended

    def run(self, files: Iterable[File], adjustments: Iterable[Adjustment], since: date | None) -> dict[Account, int]:
        """Enter everything that ended by `until`; the places of the ranking of `since` (None: of the list as it was).

        `files` with a tournament, in any order. Raises ListError for an adjustment of an unknown licence.
        """
        events: list[tuple[tuple[object, ...], Callable[[], None]]] = []
        files = sorted((file for file in files if file.played), key=lambda file: file.order)
        for number, file in enumerate(files):
            assert file.played
            counted: list[Counted] = []
            begin, end = self._beginning(file, counted), self._end(counted)
            events += [((file.played.first, _START, number), begin), ((file.played.last, _END, number), end)]
        adjustments = [one for one in adjustments if one.day <= self.until]
        for number, one in enumerate(adjustments):
            events.append(((one.day, _ADJUSTMENT, number), self._adjustment(one)))
        first = min((file.played.first for file in files if file.played), default=self.until)
        for season in self.calendar.starting(first, self.until):
            events.append(((season.first_day, _SEASON, 0), self._season_start(season)))
        before = self._list_places() if since is None else None
        for when, happen in sorted(events, key=lambda event: event[0]):
            if before is None and since and when[0] > since:  # type: ignore[operator]
                before = {line.account: line.place for line in self.ranking(since)}
            happen()
        if before is None and since:
            before = {line.account: line.place for line in self.ranking(since)}
        return before or {}

    def ranking(self, day: date) -> list[Ranked]:
        """The players with a tournament in the two years before `day`, by cote, then alphabetically (R10)."""
        return ranked(self.register.accounts, day)

    def _list_places(self) -> dict[Account, int]:
        """The places in the list's own ranking, published on the day of its last tournament; none without dates."""
        days = [account.last for account in self.register.accounts if account.last]
        return {line.account: line.place for line in self.ranking(max(days))} if days else {}

    def _beginning(self, file: File, counted: list[Counted]) -> Callable[[], None]:
        def happen() -> None:
            assert file.played
            played, remarks = file.played, list(file.played.remarks)
            season = self.calendar.named(played.season) or self.calendar.on(played.first)
            accounts = self._players(file, remarks)
            players, used = [], {}
            for entrant in played.participants:
                account = accounts[entrant.number]
                start = self._starting_cote(account, entrant, file, season)
                player = Player(entrant.number, entrant.name, entrant.first_name, entrant.licence, entrant.club, start)  # type: ignore[arg-type]  # exact
                players.append(player)
                if start != Fraction(entrant.cote):
                    used[entrant.full_name] = entrant.cote, start
            places = {entrant.number: entrant.place or 0 for entrant in played.entrants}
            ratings = rate(
                players, places, registered=len(played.entrants), games=played.games, kind=played.kind, season=season
            )
            remarks += texts.different_cotes(used)
            counted.append(Counted(file, season, ratings, accounts, remarks))

        return happen

    def _players(self, file: File, remarks: list[str]) -> dict[int, Account]:
        """The account of each participant; those in doubt get one of their own that is in no ranking."""
        assert file.played
        found: dict[int, Account] = {}
        newer, doubtful, by_name, new = 0, [], [], []
        for entrant in sorted(file.played.participants, key=lambda one: (not one.licence, one.number)):
            account = self._account(entrant, found.values(), file)
            found[entrant.number] = account
            if account.guest:
                doubtful.append(entrant.full_name)
            elif not account.tournaments and not account.listed:
                new.append(entrant.full_name)
            elif not entrant.licence:
                by_name.append(entrant.full_name)
            newer += bool(account.last and account.listed and not account.tournaments and account.last >= file.played.last)
        for account in found.values():
            account.tournaments += 1
        remarks += texts.about_players(doubtful, new, by_name, newer)
        return found

    def _account(self, entrant: Entrant, taken: Iterable[Account], file: File) -> Account:
        assert file.played
        decided = self._decisions.get((texts.PLAYER, *person(entrant)))
        guest = self._guests.get(person(entrant))
        if decided and not guest:
            match: Account | Doubt | None = self.register.named(decided)
            if fold(decided) == texts.NEW and not match:
                mine = self._guests.get((texts.NEW, person(entrant)))
                match = mine
        else:
            match = self.register.find(entrant)
        if isinstance(match, Account) and match in taken:
            match = Doubt("taken", (match,))
        if isinstance(match, Account):
            return match
        created = Account(entrant.name, entrant.first_name, entrant.licence, entrant.club, entrant.series, None, None)
        if match is None and (not decided or fold(decided) == texts.NEW):
            self.register.add(created)
            if decided:
                self._guests[texts.NEW, person(entrant)] = created
            return created
        if match is None:  # a decision that names nobody
            again = self.register.find(entrant)
            match = again if isinstance(again, Doubt) else Doubt("nobody", ())
        self._questions.ask(
            Question(
                texts.PLAYER, texts.DOUBTS[match.kind], title=file.played.title, day=file.played.last,
                name=entrant.name, first_name=entrant.first_name, licence=entrant.licence, club=entrant.club,
                proposals=tuple(dict.fromkeys([*(one.handle for one in match.candidates), texts.NEW])),
            ), decided,
        )  # fmt: skip
        created.guest = True
        return self._guests.setdefault(person(entrant), created)
