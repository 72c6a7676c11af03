"""The ledger: tournaments, adjustments and seasons in their order, from the list's cotes to today's (rules R9 to R12).

Days have five moments, in this order: a later list arrives, a season begins (R9), adjustments of the day count (R11),
tournaments begin, tournaments end. So a tournament starts from what had ended before its first day, and overlapping
ones each add their own variation (R12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from fractions import Fraction
from functools import partial

from tournament_xl.book.grid import read_date
from tournament_xl.book.labels import WORLD_CHAMPIONSHIP
from tournament_xl.federation.calendar import Calendar, two_years_before
from tournament_xl.federation.entries import Adjustment, Decisions
from tournament_xl.federation.facts import Entrant, File, Remarks
from tournament_xl.federation.matching import Matching
from tournament_xl.federation.questions import Question, Questions
from tournament_xl.federation.register import Account, Register
from tournament_xl.folding import fold
from tournament_xl.lists.columns import ListError
from tournament_xl.model import Player
from tournament_xl.record import record, replace, workspace
from tournament_xl.rules.scrabble.initial import unrated_cote
from tournament_xl.rules.scrabble.rating import Rating, Ratings, at_season_start, rate
from tournament_xl.rules.scrabble.seasons import Season
from tournament_xl.texts import federation as texts
from tournament_xl.texts.names import ordinal

_LIST, _SEASON, _ADJUSTMENT, _START, _END = range(5)  # moments of a day


@record
class Movement:
    """A change of a cote, or the entry of a player."""

    day: date
    kind: str  # texts.federation: TOURNAMENT, ENTRY, RETURNED, SEASON or ADJUSTED
    account: Account
    before: Fraction | None  # None: no cote yet
    after: Fraction
    reason: str  # the tournament's name, or a French sentence
    rating: Rating | None = None  # of a tournament
    counted: Counted | None = None

    @property
    def change(self) -> Fraction | None:
        return None if self.before is None else self.after - self.before


@workspace
class Counted:
    """A tournament in the ledger."""

    file: File
    season: Season
    ratings: Ratings
    accounts: dict[int, Account]  # by N° of the participants
    remarks: Remarks


@record
class LaterList:
    """A list of players given with a publication after the first one: clubs, series, new players."""

    day: date  # it counts from this day on
    lines: tuple[Mapping[str, str], ...]


@record
class Ranked:
    """A line of a ranking."""

    place: int  # shared by equal cotes
    account: Account
    cote: Fraction


class Ledger:
    """Accounts as they are after everything that was entered."""

    def __init__(self, register: Register, calendar: Calendar, decisions: Decisions, questions: Questions) -> None:
        self.register, self.calendar = register, calendar
        self.movements: list[Movement] = []  # in order
        self.counted: list[Counted] = []  # in the order of their beginning
        self._decisions, self._questions = decisions, questions
        self._matching = Matching(register, decisions, questions)
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
            assert file.played
            events.append((file.played.first, _START, number, partial(self._begin, file)))
            events.append((file.played.last, _END, number, partial(self._end, file)))
        for number, one in enumerate(adjustments):
            if one.day <= until:
                events.append((one.day, _ADJUSTMENT, number, partial(self._adjust, one)))
        for number, later in enumerate(lists):
            events.append((later.day, _LIST, number, partial(self._receive, later)))
        first = min((file.played.first for file in in_order if file.played), default=until)
        for season in self.calendar.starting(first, until):
            events.append((season.first_day, _SEASON, 0, partial(self._begin_season, season)))
        events.sort(key=lambda event: event[:3])
        for *_, happen in events:
            happen()

    def ranking(self, day: date) -> list[Ranked]:
        """The players with a tournament in the two years before `day`, by cote, then alphabetically (R10)."""
        active = [
            (account.cote, account)
            for account in self.register.accounts
            if account.cote is not None and account.last and two_years_before(day) <= account.last <= day
        ]
        active.sort(key=lambda line: (-line[0], line[1].order))
        lines: list[Ranked] = []
        for position, (cote, account) in enumerate(active, start=1):
            tied = lines and lines[-1].cote == cote
            lines.append(Ranked(lines[-1].place if tied else position, account, cote))
        return lines

    def places(self) -> Places:
        """The ranking as it is now, as if published on the day of the last tournament: the list's own at first."""
        day = max((account.last for account in self.register.accounts if account.last), default=None)
        ranked = {line.account: line.place for line in self.ranking(day)} if day else {}
        return {account.key: (ranked.get(account), account.cote) for account in self.register.accounts}

    def _receive(self, later: LaterList) -> None:
        for line in later.lines:
            self.register.receive(line)

    def _begin(self, file: File) -> None:
        """R12: the variations, from the cotes of everybody at the start date."""
        assert file.played
        played = file.played
        season = self.calendar.named(played.season) or self.calendar.on(played.first)
        accounts, questions, details = self._matching.accounts(file)
        players: list[Player] = []
        different: list[tuple[str, str, Fraction]] = []
        for entrant in played.participants:
            start = self._starting_cote(accounts[entrant.number], entrant, file, season)
            if start != Fraction(entrant.cote):
                different.append((entrant.full_name, entrant.cote, start))
            exact: float = start  # type: ignore[assignment]  # a Fraction: `rate` counts exactly
            players.append(
                Player(entrant.number, entrant.name, entrant.first_name, entrant.licence, entrant.club, exact)
            )
        for account in accounts.values():
            account.tournaments += 1
        ratings = rate(
            players, {entrant.number: entrant.place or 0 for entrant in played.participants},
            registered=len(played.entrants), games=played.games, kind=played.kind, season=season,
        )  # fmt: skip
        details += [*self._other_season(file, season), *texts.different_cotes(different), *played.details]
        remarks = Remarks(played.serious, tuple(questions), tuple(details))
        self._open[file.sha256] = Counted(file, season, ratings, accounts, remarks)
        self.counted.append(self._open[file.sha256])

    def _other_season(self, file: File, season: Season) -> list[str]:
        """A remark when the numbers of the season that the workbook names are not those of its first day (R12)."""
        assert file.played
        own = self.calendar.on(file.played.first)
        if replace(season, name=own.name, first_day=own.first_day) == own:
            return []
        return [texts.OTHER_SEASON.format(named=season.name, day=file.played.first, own=own.name)]

    def _starting_cote(self, account: Account, entrant: Entrant, file: File, season: Season) -> Fraction:
        """C_j: the ledger's; PL* for who has none (R1), the larger of both for who returns (R10)."""
        assert file.played
        if account.guest:
            return Fraction(entrant.cote)
        series = account.series or entrant.series
        star = Fraction(unrated_cote(series, season) or season.new_licence)
        if account.cote is None:
            if not series and Fraction(entrant.cote) in season.unrated.values():  # a PL* typed as the cote
                star = Fraction(entrant.cote)
            reason = texts.ENTRY_REASON.format(title=file.played.title, series=series or texts.NO_SERIES)
            self._move(file.played.first, texts.ENTRY, account, star, reason)
        elif series and star > account.cote and self._is_back(account, file, star):
            reason = texts.RETURN_REASON.format(title=file.played.title, series=series)
            self._move(file.played.first, texts.RETURNED, account, star, reason)
        assert account.cote is not None
        return account.cote

    def _is_back(self, account: Account, file: File, star: Fraction) -> bool:
        """R10: whether he has had no tournament for two years; a question when the list does not tell."""
        assert file.played
        begins = two_years_before(file.played.first)
        if account.last or account.tournaments:
            return bool(account.last and account.last < begins)
        question = Question(
            texts.RETURN, texts.RETURN_QUESTION.format(cote=account.cote, star=star), title=file.played.title,
            day=file.played.last, name=account.name, first_name=account.first_name, licence=account.licence,
            club=account.club, proposals=texts.RETURN_PROPOSALS,
        )  # fmt: skip
        answer = self._decisions.get(question.key)
        day = read_date(answer)
        if fold(answer) not in (texts.ACTIVE, texts.INACTIVE) and not day:
            self._questions.ask(question, answer)
        return fold(answer) == texts.INACTIVE or bool(day and day < begins)

    def _end(self, file: File) -> None:
        """The variations are added; the tournament becomes everybody's last one."""
        assert file.played
        counted = self._open.pop(file.sha256)
        day = file.played.last
        for line in counted.ratings.lines:
            account = counted.accounts[line.player.number]
            if account.guest:
                account.cote = line.old
            assert account.cote is not None
            before, account.cote = account.cote, account.cote + line.gain.total
            account.last = max(account.last or day, day)
            self.movements.append(
                Movement(day, texts.TOURNAMENT, account, before, account.cote, file.played.title, line, counted)
            )
        if file.played.kind == WORLD_CHAMPIONSHIP:
            self._champions = counted

    def _begin_season(self, season: Season) -> None:
        """R9: the first ten of the last world championship are in series Joker."""
        for line in self._champions.ratings.lines if self._champions else ():
            account = self._champions.accounts[line.player.number] if self._champions else None
            if account is None or account.guest or account.cote is None:
                continue
            cote = at_season_start(account.cote, line.place, season)
            if cote != account.cote:
                reason = texts.SEASON_REASON.format(place=ordinal(line.place))
                self._move(season.first_day, texts.SEASON, account, cote, reason)

    def _adjust(self, one: Adjustment) -> None:
        """R11; a player without cote starts from his PL*."""
        account = self.register.with_licence(one.licence)
        if account is None:
            raise ListError(
                [texts.UNKNOWN_LICENCE.format(file=one.file, line=one.line, licence=one.licence, day=one.day)]
            )
        if account.cote is None:
            season = self.calendar.on(one.day)
            star = Fraction(unrated_cote(account.series, season) or season.new_licence)
            reason = texts.ENTRY_REASON.format(title=one.reason, series=account.series or texts.NO_SERIES)
            self._move(one.day, texts.ENTRY, account, star, reason)
        assert account.cote is not None
        self._move(one.day, texts.ADJUSTED, account, account.cote + one.points, one.reason)

    def _move(self, day: date, kind: str, account: Account, cote: Fraction, reason: str) -> None:
        self.movements.append(Movement(day, kind, account, account.cote, cote, reason))
        account.cote = cote


Places = dict[str, tuple[int | None, Fraction | None]]
# by key of the account: place in a ranking, cote then; None where there was none
