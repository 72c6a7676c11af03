"""The ledger: tournaments, adjustments and seasons in their order, from the list's cotes to today's (rules R9 to R12).

A season without numbers of its own goes on with those of the last one before it (R3, R9).

Days have five moments, in this order: a later list arrives, a season begins (R9), adjustments of the day count (R11),
tournaments begin, tournaments end. So a tournament starts from what had ended before its first day, and overlapping
ones each add their own variation (R12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import partial

from tournament_xl.core.model import Player
from tournament_xl.core.normalization import normalize
from tournament_xl.core.resources import printable_path
from tournament_xl.federation.identity.people import Account
from tournament_xl.federation.identity.register import Matching, Register
from tournament_xl.federation.intake.decisions import Adjustment, Question, Questions
from tournament_xl.federation.intake.facts import Entrant, File, Remarks
from tournament_xl.games.scrabble.rules.initial import unrated_cote
from tournament_xl.games.scrabble.rules.rating import Rating, Ratings, at_season_start, rate, series_of
from tournament_xl.games.scrabble.rules.seasons import Season, in_year, two_years_before, year_name
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import ordinal
from tournament_xl.players.columns import ListError
from tournament_xl.workbook.schema import WORLD_CHAMPIONSHIP
from tournament_xl.workbook.tables import read_date

_LIST, _SEASON, _ADJUSTMENT, _START, _END = range(5)  # moments of a day
Places = dict[str, tuple[int | None, Fraction | None]]
# by key of the account: place in a ranking, cote then; None where there was none


class Calendar:
    """Every season, past and to come, on the data of those known."""

    def __init__(self, known: Iterable[Season]) -> None:
        """`known`: at least one season."""
        self._known = sorted(known, key=lambda season: season.first_day)
        self._begun: dict[int, Season] = {}  # by the year of the first day

    def named(self, name: str) -> Season | None:
        """The known season of this name."""
        return next((season for season in self._known if season.name == name), None)

    def on(self, day: date) -> Season:
        """The season of a day."""
        season = self._of(day.year)
        return season if season.first_day <= day else self._of(day.year - 1)

    def _of(self, year: int) -> Season:
        """The season that begins in a year: a known one, else the last one before under the year's own name."""
        if year not in self._begun:
            base, first_day = self._base(year), in_year(self._base(year).first_day, year)
            own = base.first_day == first_day
            self._begun[year] = base if own else base._replace(name=year_name(year), first_day=first_day)
        return self._begun[year]

    def _base(self, year: int) -> Season:
        return next((season for season in self._known[::-1] if season.first_day.year <= year), self._known[0])

    def lender(self, season: Season) -> str:
        """The name of the season whose numbers this one has, because it has no own; "" when it has."""
        lender = self._base(season.first_day.year).name
        return lender if lender != season.name else ""

    def starting(self, after: date, until: date) -> list[Season]:
        """The seasons whose first day is later than `after` and not later than `until`, in order."""
        seasons = map(self._of, range(after.year, until.year + 1))
        return [season for season in seasons if after < season.first_day <= until]


@dataclass(frozen=True, slots=True)
class Movement:
    """A change of a cote, or the entry of a player; the last three fields only in the ledger that makes it."""

    day: date
    kind: str  # messages.federation: TOURNAMENT, ENTRY, RETURNED, SEASON or ADJUSTED
    reason: str  # the tournament's name, or a French sentence
    before: Fraction | None  # None: no cote yet
    after: Fraction
    sha256: str = ""  # of the tournament's file
    number: int = 0  # N° in it; for others how many of this day, kind and player came before
    start: Fraction | None = None  # C_j
    reference: Fraction | None = None  # C_i
    key: str = ""  # of the account, as published
    name: str = ""
    licence: str = ""
    _account: Account | None = field(default=None, compare=False)
    rating: Rating | None = field(default=None, compare=False)  # of a tournament
    counted: Counted | None = field(default=None, compare=False)

    @property
    def change(self) -> Fraction | None:
        return None if self.before is None else self.after - self.before

    @property
    def account(self) -> Account:
        """Whose it is, in the ledger that made it."""
        assert self._account
        return self._account


@dataclass(eq=False)
class Counted:
    """A tournament in the ledger."""

    file: File
    season: Season
    ratings: Ratings
    accounts: dict[int, Account]  # by N° of the participants
    remarks: Remarks


@dataclass(frozen=True, slots=True)
class LaterList:
    """A list of players given with a publication after the first one: clubs, series, new players."""

    day: date  # it counts from this day on
    lines: tuple[Mapping[str, str], ...]


class Ledger:
    """Accounts as they are after everything that was entered."""

    def __init__(self, register: Register, calendar: Calendar, questions: Questions) -> None:
        self.register, self.calendar = register, calendar
        self.movements: list[Movement] = []  # in order
        self.counted: list[Counted] = []  # in the order of their beginning
        self._questions, self._matching = questions, Matching(register, questions)
        self._open: dict[str, Counted] = {}  # tournaments begun, by SHA-256
        self._champions: Counted | None = None  # the last world championship that has ended

    def run(
        self, files: Iterable[File], adjustments: Iterable[Adjustment], until: date, lists: Iterable[LaterList] = ()
    ) -> None:
        """Enter everything that ended by `until`.

        `files`: with tournaments, in any order. Raises ListError for an adjustment of an unknown licence.
        """
        in_order = sorted(files, key=lambda file: file.order)
        events: list[tuple[date, int, int, Callable[[], None]]] = []
        for number, file in enumerate(in_order):
            events.append((file.tournament.first, _START, number, partial(self._begin, file)))
            events.append((file.tournament.last, _END, number, partial(self._end, file)))
        for number, one in enumerate(adjustments):
            if one.day <= until:
                events.append((one.day, _ADJUSTMENT, number, partial(self._adjust, one)))
        for number, later in enumerate(lists):
            events.append((later.day, _LIST, number, partial(self._receive, later)))
        first = min((file.tournament.first for file in in_order), default=until)
        for season in self.calendar.starting(first, until):
            events.append((season.first_day, _SEASON, 0, partial(self._begin_season, season)))
        events.sort(key=lambda event: event[:3])
        for *_, happen in events:
            happen()
        self.register.tell_who_was_elsewhere((one.file.tournament, one.accounts.values()) for one in self.counted)

    def ranking(self, day: date) -> list[tuple[int, Account]]:
        """The players with a tournament in the two years before `day`, by cote, then alphabetically (R10).

        Each with his place, shared by equal cotes.
        """
        since = two_years_before(day)
        active = [one for one in self.register.accounts if one.cote is not None and one.last]
        active = [one for one in active if one.last and since <= one.last <= day]
        active.sort(key=lambda one: (-(one.cote or 0), one.order))
        found: list[tuple[int, Account]] = []
        for position, account in enumerate(active, start=1):
            tied = found and found[-1][1].cote == account.cote
            found.append((found[-1][0] if tied else position, account))
        return found

    def places(self, day: date | None = None) -> Places:
        """The ranking of a day; without one that of the last tournament: the list's own at first."""
        day = day or max((account.last for account in self.register.accounts if account.last), default=None)
        ranked = {account: place for place, account in self.ranking(day)} if day else {}
        return {account.key: (ranked.get(account), account.cote) for account in self.register.accounts}

    def _receive(self, later: LaterList) -> None:
        for line in later.lines:
            self.register.receive(line, later.day)

    def _enter(self, account: Account, day: date, star: int | Fraction, series: str, title: str) -> None:
        """R1: a player without cote starts from his PL*."""
        reason = texts.ENTRY_REASON.format(title=title, series=series or texts.NO_SERIES)
        self._move(day, texts.ENTRY, account, Fraction(star), reason)

    def _begin(self, file: File) -> None:
        """R12: the variations, from the cotes of everybody at the start date."""
        played = file.tournament
        season = self.calendar.named(played.season) or self.calendar.on(played.first)
        accounts, questions, details = self._matching.accounts(file)
        players: list[Player] = []
        different: list[tuple[str, str, Fraction]] = []
        for entrant in played.participants:
            start = self._starting_cote(accounts[entrant.number], entrant, file, season)
            if start != Fraction(entrant.cote):
                different.append((entrant.full_name, entrant.cote, start))
            players.append(
                Player(entrant.number, entrant.name, entrant.first_name, entrant.club, start, licence=entrant.licence)
            )
        for account in accounts.values():
            account.tournaments += 1
        ratings = rate(
            players, {entrant.number: entrant.place or 0 for entrant in played.participants},
            registered=len(played.entrants), games=played.games, kind=played.kind, season=season,
        )  # fmt: skip
        details += [*texts.different_cotes(different), *played.details]
        remarks = Remarks(played.serious, tuple(questions), tuple(details))
        self._open[file.sha256] = Counted(file, season, ratings, accounts, remarks)
        self.counted.append(self._open[file.sha256])

    def _starting_cote(self, account: Account, entrant: Entrant, file: File, season: Season) -> Fraction:
        """C_j: the ledger's; PL* for who has none (R1), the larger of both for who returns (R10)."""
        if account.guest:
            return Fraction(entrant.cote)
        series = account.series or entrant.series
        star = Fraction(unrated_cote(series, season) or season.new_licence)
        if account.cote is None:
            if not series and Fraction(entrant.cote) in season.unrated.values():  # a PL* typed as the cote
                star = Fraction(entrant.cote)
            self._enter(account, file.tournament.first, star, series, file.tournament.title)
        elif series and star > account.cote and self._is_back(account, file, star):
            reason = texts.RETURN_REASON.format(title=file.tournament.title, series=series)
            self._move(file.tournament.first, texts.RETURNED, account, star, reason)
        assert account.cote is not None
        return account.cote

    def _is_back(self, account: Account, file: File, star: Fraction) -> bool:
        """R10: whether he has had no tournament for two years; a question when the list does not tell."""
        begins = two_years_before(file.tournament.first)
        if account.last or account.tournaments:
            return bool(account.last and account.last < begins)
        question = Question(
            texts.RETURN, texts.RETURN_QUESTION.format(cote=account.cote, star=star), title=file.tournament.title,
            day=file.tournament.last, name=account.name, first_name=account.first_name, licence=account.licence,
            club=account.club, proposals=texts.RETURN_PROPOSALS,
        )  # fmt: skip
        answer = self._questions.answer(question.key)
        day = read_date(answer)
        if normalize(answer) in (texts.ACTIVE, texts.INACTIVE) or day:
            self._questions.follow(question.key)
        else:
            self._questions.ask(question)
        return normalize(answer) == texts.INACTIVE or bool(day and day < begins)

    def _end(self, file: File) -> None:
        """The variations are added to the cotes of now (R12); the tournament becomes everybody's last one."""
        counted = self._open.pop(file.sha256)
        day, lines = file.tournament.last, list[Rating]()
        for line in counted.ratings.lines:
            account = counted.accounts[line.player.number]
            if account.guest:
                account.cote = line.old
            assert account.cote is not None
            before, account.cote = account.cote, account.cote + line.gain.total
            account.last = max(account.last or day, day)
            lines.append(replace(line, new=account.cote, series=series_of(account.cote, counted.season)))
            self.movements.append(Movement(
                day, texts.TOURNAMENT, file.tournament.title, before, account.cote, file.sha256, line.player.number,
                line.old, line.gain.reference, _account=account, rating=lines[-1], counted=counted,
            ))  # fmt: skip
        counted.ratings = replace(counted.ratings, lines=tuple(lines))
        if file.tournament.kind == WORLD_CHAMPIONSHIP:
            self._champions = counted

    def _begin_season(self, season: Season) -> None:
        """R9: the first ten of the last world championship are in series Joker."""
        if self._champions is None:
            return
        for line in self._champions.ratings.lines:
            account = self._champions.accounts[line.player.number]
            if account.guest or account.cote is None:
                continue
            cote = at_season_start(account.cote, line.place, season)
            if cote != account.cote:
                reason = texts.SEASON_REASON.format(place=ordinal(line.place))
                self._move(season.first_day, texts.SEASON, account, cote, reason)

    def _adjust(self, one: Adjustment) -> None:
        """R11; a player without cote starts from his PL*."""
        account = self.register.with_licence(one.licence)
        if account is None:
            facts = {"licence": one.licence, "day": one.day}
            raise ListError([texts.UNKNOWN_LICENCE.format(source=printable_path(one.source), **facts)])
        if account.cote is None:
            season = self.calendar.on(one.day)
            star = unrated_cote(account.series, season) or season.new_licence
            self._enter(account, one.day, star, account.series, one.reason)
        assert account.cote is not None
        self._move(one.day, texts.ADJUSTED, account, account.cote + one.points, one.reason)

    def _move(self, day: date, kind: str, account: Account, cote: Fraction, reason: str) -> None:
        self.movements.append(Movement(day, kind, reason, account.cote, cote, _account=account))
        account.cote = cote
