"""Register of the federation's players: which account a row of a tournament, or a line of a later list, means.

Accounts, spellings and handles are explained in people.py. A doubt that no decision settles becomes a question.
"""

from __future__ import annotations

import difflib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.identity.people import (
    Account,
    PlayerDecisions,
    RegisteredPlayer,
    build_account,
    identify,
    parse_licence,
    parse_player_handle,
    parse_register_number,
)
from tournament_xl.federation.intake.decisions import Candidate, Key, Question, Questions
from tournament_xl.federation.intake.facts import Entrant, PlayedTournament
from tournament_xl.messages import federation as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.players.columns import licence_key, name_key, normalize_title

_MIN_WORD_SIMILARITY = 0.75  # two words of a name that may be one word; two names whose likeness is worth mentioning
_MIN_NAME_SIMILARITY = 0.85  # a player without licence whose name is this close to a registered one raises a question
_MAX_NAME_LENGTH = 100  # letters [ours]: longer texts are not compared as names
_PREFIX_LENGTH = 3  # letters: two names are compared only when some words share this many at the beginning
Period = tuple[date, date]  # first and last day
_MAX_NAMESAKES, _MAX_SIMILAR_NAMES = 20, 3  # proposed in one question


@dataclass(frozen=True, slots=True)
class Doubt:
    """Reason why a row cannot be given to a player: it may mean one of the candidates, or somebody else."""

    kind: str  # key of texts.federation.DOUBTS
    candidates: tuple[Account, ...]


class Register:
    """Accounts of all registered players, who can be found by licence, name, handle or register number."""

    def __init__(
        self,
        lines: Iterable[Mapping[str, str]] = (),
        questions: Questions | None = None,
        people: Iterable[RegisteredPlayer] = (),
    ) -> None:
        """Register the players of a list.

        Args:
            lines: Lines of the federation's list, as `read_register` returns them.
            questions: Decisions of the federation; new questions are added to it, and decisions that take effect
                marked as followed.
            people: Players of the previous publication. A player whose line has the first spelling of one of them gets
                the number of that one.
        """
        self.accounts: list[Account] = []
        self._questions = questions or Questions()
        self._decisions = PlayerDecisions(self._questions)
        self._by_licence: dict[str, Account] = {}
        self._by_name: dict[str, list[Account]] = defaultdict(list)
        self._by_handle: dict[str, list[Account]] = defaultdict(list)
        self._by_start: dict[str, set[str]] = defaultdict(set)  # beginning of a word -> names with it
        self._words: dict[str, Counter[str]] = {}  # name -> its words
        self._by_number: dict[int, Account] = {}
        self._asked: list[tuple[Key, str, Account, Period]] = []  # question, candidate's handle and account, days
        self._awaited: dict[str, Account] = {}  # handle of a player not yet registered -> account to merge with him
        earlier_people = list(people)
        self._origins = {person.spellings[0].evidence: person.number for person in earlier_people[::-1]}
        self._earlier = {person.number for person in earlier_people}
        self._before = {spelling.evidence for person in earlier_people for spelling in person.spellings}
        self._taken = set(self._earlier)
        for line in lines:
            self.add(build_account(line), date.min)

    def add(self, account: Account, since: date) -> Account:
        """Register a player, or merge him into a registered player: who has his licence, or whom a decision names.

        He gets a number and the name that a decision gives him; his spelling is recorded, and decisions about him are
        marked as followed. If a decision merges him with somebody who is not registered yet, he is registered; when
        that other player is added, this account takes over the name, club and licence of the other. Licence, name,
        number and spellings of `account`, written this way since the day `since`, are changed. Returned is `account`
        itself, or the account into which it was merged.
        """
        typed_licence = account.licence
        account.licence = self._decisions.follow_licence(typed_licence)
        origin = account.record_spelling(since, typed_licence, account.name, account.first_name, account.club)
        existing = self.find_by_licence(account.licence) if account.licence else None
        if target := self._decisions.follow_merge(account):
            existing = self.find_by_handle(target)
            self._awaited |= {normalize(target): account} if existing is None else {}
        elif expecting := self._awaited.pop(normalize(account.handle), None):
            existing = expecting
            existing.name, existing.first_name, existing.club = account.name, account.first_name, account.club
            existing.licence, existing.listed = account.licence, account.listed or existing.listed
        if existing:
            existing.absorb(account)
        else:
            existing = account
            self.accounts.append(account)
            self._give_number(account, origin)
        self._index(account, existing)
        self._decisions.rename(existing)
        self._index(existing, existing)
        return existing

    def _give_number(self, account: Account, origin: Key) -> None:
        """Set an account's number: of the previous publication, else of the list, else the highest one and 1."""
        number = self._origins.get(origin) or account.number
        if not number or number in self._by_number:
            number = max(self._taken, default=0) + 1
        account.number, self._by_number[number] = number, account
        self._taken.add(number)

    def record_spelling(self, account: Account, entrant: Entrant, since: date) -> None:
        """Record how a row of a tournament writes a player, and from which day on (`since`).

        If that is the first spelling of a player of the previous publication whose number nobody has, an account that
        is new in this publication changes its number to that one.
        """
        evidence = account.record_spelling(since, entrant.licence, entrant.name, entrant.first_name, entrant.club)
        number = self._origins.get(evidence)
        if number and number not in self._by_number and account.number not in self._earlier:
            del self._by_number[account.number]
            account.number = number
            self._by_number[number] = account

    def update_from_line(self, line: Mapping[str, str], day: date) -> None:
        """Update the register from a line of a later list, which counts from a day on.

        The line replaces all facts of a registered player but his cote and last tournament (an empty licence or series
        replaces nothing), or adds a new player. A known licence with an unlike name, or a known name with an unknown
        licence (unless the club tells who it is), needs a decision; without a decision a question is asked and nothing
        changes. If the answer is `nouveau` or names nobody, the line is a new player and the former holder loses the
        licence. Nothing changes for a player merged into another, and for a line without licence if two players have
        its name and club, or if somebody of the previous publication who is no longer registered was written so.
        """
        listed = build_account(line)
        account = self._by_number.get(listed.number)
        typed_licence, listed.licence = listed.licence, self._decisions.follow_licence(listed.licence)
        listed.record_spelling(day, typed_licence, listed.name, listed.first_name, listed.club)
        if self._decisions.follow_merge(listed):
            return
        holder = self.find_by_licence(listed.licence) if listed.licence else None
        key = name_key(listed.full_name)
        namesakes = self._by_name.get(key, [])
        is_same_name = holder and (holder in namesakes or _alike(key, name_key(holder.full_name)))
        same_club = self._with_name_and_club(listed.full_name, listed.club)
        if account is None and is_same_name:
            account = holder
        elif account is None and listed.licence and (holder or namesakes):
            series, unlicensed = listed.series, [namesake for namesake in same_club if not namesake.licence]
            entrant = Entrant(0, listed.name, listed.first_name, typed_licence, listed.club, series, "0", None)
            question = player_question_key(entrant)
            if not holder and len(namesakes) == len(unlicensed) == 1:
                account = unlicensed[0]
            elif answer := self._questions.answer(question):
                self._questions.mark_followed(question)
                if normalize(answer) != normalize(texts.NEW):
                    account = self.find_by_handle(parse_player_handle(answer))
                if account is None and holder:
                    holder.licence = ""
                    del self._by_licence[licence_key(listed.licence)]
            else:
                doubt = Doubt("new_name" if holder else "new_licence", tuple(filter(None, (holder, *namesakes))))
                self.ask(entrant, doubt, texts.LATER_LIST, (day, day))
                return
        elif account is None:
            if len(same_club) > 1 or (not same_club and listed.spellings.keys() <= self._before):
                return  # a line of our own list, entered by a decision since withdrawn, is no new player
            account = same_club[0] if same_club else None
        if account is None:
            self.add(listed, day)
            return
        account.record_spelling(day, typed_licence, listed.name, listed.first_name, listed.club)
        account.name, account.first_name, account.club = listed.name, listed.first_name, listed.club
        account.licence, account.series = listed.licence or account.licence, listed.series or account.series
        account.listed = listed.listed
        self._index(listed, account)
        self._decisions.rename(account)
        self._index(account, account)

    def _index(self, written: Account, account: Account) -> None:
        """Index an account under the licence, name and club as `written`; earlier spellings stay indexed."""
        if written.licence:
            self._by_licence.setdefault(licence_key(written.licence), account)
        key = name_key(written.full_name)
        self._words.setdefault(key, Counter(key.split()))
        for accounts in (self._by_name[key], self._by_handle[normalize(written.handle)]):
            if account not in accounts:
                accounts.append(account)
        for word in key.split() if len(key) <= _MAX_NAME_LENGTH else ():
            self._by_start[word[:_PREFIX_LENGTH]].add(key)

    def find_by_licence(self, licence: str) -> Account | None:
        """Return the player with a licence or a register number ("R-12"), None if there is none.

        A decision of the federation may put another licence in the place of this one: it is applied and marked as
        followed. Decisions do not replace register numbers.
        """
        number = parse_register_number(licence)
        return (
            self._by_number.get(number)
            if number
            else self._by_licence.get(licence_key(self._decisions.follow_licence(licence)))
        )

    def unique_handle(self, account: Account) -> str:
        """Return a text by which a decision names this player alone.

        It is his handle (licence, else "name, club"), or his register number "R-12" if namesakes without licence
        share the handle.
        """
        return (
            account.handle if len(self._by_handle[normalize(account.handle)]) == 1 else account.licence or account.code
        )

    def _with_name_and_club(self, name: str, club: str) -> list[Account]:
        """Return the players with this name and club."""
        return [
            account
            for account in self._by_name.get(name_key(name), ())
            if normalize_title(account.club) == normalize_title(club)
        ]

    def find_by_handle(self, handle: str) -> Account | None:
        """Return the player whom a handle names: licence, register number or "name, club".

        None if nobody has the handle, or if several players have this name and club. Decisions that replace a licence
        are applied and marked as followed.
        """
        namesakes = self._by_handle.get(normalize(handle), [])
        return self.find_by_licence(handle) or (namesakes[0] if len(namesakes) == 1 else None)

    def find_player(self, entrant: Entrant) -> Account | Doubt | None:
        """Find the player of a row; decisions that say who he is are ignored, no question is asked, nobody registered.

        Decisions that replace the row's licence are applied and marked as followed.

        A licence identifies its holder if he has the name of the row, or if nobody has it and his name is like it.
        Without licence (or with a text that is none, "en cours"), name and club must both match one single player.

        Returns:
            The player; None if the row is a new player: nobody has its licence, its name, or its name with words more
            or fewer, and (asked only of a row without licence) nobody has a similar name; else a Doubt with candidates.
        """
        _, key, _ = identify(entrant.licence, entrant.name, entrant.first_name, entrant.club)
        namesakes = tuple(self._by_name.get(key, ())[:_MAX_NAMESAKES])
        if parse_licence(entrant.licence) or parse_register_number(entrant.licence):
            holder = self.find_by_licence(entrant.licence)
            if holder is None:
                candidates, doubt_kind = (
                    (namesakes, "other_licence") if namesakes else (self._with_partial_name(entrant), "part_of_name")
                )
                return Doubt(doubt_kind, candidates) if candidates else None
            sure = holder in namesakes or (not namesakes and _alike(key, name_key(holder.full_name)))
            return holder if sure else Doubt("other_name", (holder, *namesakes))
        same_club = self._with_name_and_club(entrant.full_name, entrant.club) if entrant.club else []
        if len(same_club) == 1:
            return same_club[0]
        if namesakes:
            return Doubt("other_club", namesakes)
        candidates, doubt_kind = (
            (partly, "part_of_name")
            if (partly := self._with_partial_name(entrant))
            else (self._with_similar_name(key), "near_name")
        )
        return Doubt(doubt_kind, candidates) if candidates else None

    def ask(self, entrant: Entrant, doubt: Doubt, title: str, days: Period) -> None:
        """Add the question which player a row of a tournament, or of a list, means; the likeliest candidate first.

        `title` names the tournament or list, `days` are its first and last day.
        """
        candidates = dict.fromkeys(doubt.candidates)
        ranked = [_candidate(entrant, candidate, self.unique_handle(candidate)) for candidate in candidates]
        ranked.sort(key=lambda item: -item[0])
        self._asked += [
            (player_question_key(entrant), self.unique_handle(candidate), candidate, days) for candidate in candidates
        ]
        self._questions.ask(Question(
            texts.PLAYER, texts.DOUBTS[doubt.kind], title=title, day=days[1], name=entrant.name,
            first_name=entrant.first_name, licence=entrant.licence, club=entrant.club,
            proposals=tuple(dict.fromkeys([*(candidate.handle for _, candidate in ranked), texts.NEW])),
            candidates=tuple(candidate for _, candidate in ranked), doubt=doubt.kind,
        ))  # fmt: skip

    def add_simultaneous_tournaments(self, played: Iterable[tuple[PlayedTournament, Collection[Account]]]) -> None:
        """Add to each candidate of an open question, as a doubt, the tournaments that he played on the same days.

        A row in doubt has a guest among the accounts of its tournament.
        """
        tournaments_of: dict[Account, list[PlayedTournament]] = defaultdict(list)
        for tournament, accounts in played:
            for account in accounts:
                tournaments_of[account].append(tournament)
        for key, handle, account, (first, last) in self._asked:
            titles = [entry.title for entry in tournaments_of[account] if entry.first <= last and first <= entry.last]
            if titles:
                self._questions.add_doubt(key, handle, fill_sentence(texts.ELSEWHERE, {"titles": titles}))

    def _with_similar_name(self, key: str) -> tuple[Account, ...]:
        """Return players with a similar name that shares the beginning of a word; names with digits are codes."""
        if len(key) > _MAX_NAME_LENGTH or any(letter.isdigit() for letter in key):
            return ()
        near = difflib.get_close_matches(key, self._names_sharing_prefix(key), _MAX_SIMILAR_NAMES, _MIN_NAME_SIMILARITY)
        return tuple(account for name in sorted(near) for account in self._by_name[name])

    def _with_partial_name(self, entrant: Entrant) -> tuple[Account, ...]:
        """Return players whose name has words more or fewer than this one, two in common: a first name left out.

        The surnames share a word, too: LOUP Jean is nobody's part of MARTIN Jean-Loup.
        """
        key = name_key(entrant.full_name)
        words = Counter(key.split())
        partly = [
            name for name in self._names_sharing_prefix(key)
            if name != key and (common := words & self._words[name]).total() > 1
            and common in (words, self._words[name])
        ]  # fmt: skip
        accounts = (account for name in partly for account in self._by_name[name] if _may_be_family(entrant, account))
        return tuple(accounts)[:_MAX_NAMESAKES]

    def _names_sharing_prefix(self, key: str) -> list[str]:
        """Return the names with a word that begins like a word of this name."""
        words = key.split() if len(key) <= _MAX_NAME_LENGTH else ()
        return sorted({name for word in words for name in self._by_start.get(word[:_PREFIX_LENGTH], ())})


def _may_be_family(entrant: Entrant, account: Account) -> bool:
    """Check whether two surnames share a word, or each a word with the other's first name where columns are exchanged.

    A name without first name is all surname.
    """
    (surname, first_name), (other, other_first) = (
        [set(name_key(part).split()) for part in (person.name, person.first_name)] for person in (entrant, account)
    )
    return bool(surname & other) or bool(surname & other_first and first_name & other)


def _alike(first: str, second: str) -> bool:
    """Check whether each word of the shorter name resembles a word of the longer one; equal words serve once."""
    words, others = sorted((Counter(first.split()), Counter(second.split())), key=Counter.total)
    return all(any(_like(word, other) for other in others - words) for word in words - others)


def _like(first: str, second: str) -> bool:
    """Check whether two words are equal, nearly equal, or one begins with the other."""
    if first.startswith(second) or second.startswith(first):
        return True
    return (
        max(len(first), len(second)) <= _MAX_NAME_LENGTH
        and difflib.SequenceMatcher(None, first, second).ratio() >= _MIN_WORD_SIMILARITY
    )


def player_question_key(entrant: Entrant) -> tuple[str, ...]:
    """Return the key of the question who a row is, made of licence, name and club: the same in all tournaments."""
    return (texts.PLAYER, *identify(entrant.licence, entrant.name, entrant.first_name, entrant.club))


def _candidate(entrant: Entrant, account: Account, handle: str) -> tuple[int, Candidate]:
    """Return how much speaks for a candidate (a sum of weights), and his line in the question."""
    entrant_name, account_name = name_key(entrant.full_name), name_key(account.full_name)
    near = (
        entrant_name != account_name
        and difflib.SequenceMatcher(None, entrant_name, account_name).ratio() >= _MIN_WORD_SIMILARITY
    )
    clues = (
        (3, entrant_name == account_name, texts.SAME_NAME),
        (3, account.cote is not None and account.cote == Fraction(entrant.cote), texts.SAME_COTE),
        (2, near, texts.NEAR_NAME),
        (2, bool(entrant.licence) and licence_key(entrant.licence) == licence_key(account.licence), texts.SAME_LICENCE),
        (1, bool(entrant.club) and normalize_title(entrant.club) == normalize_title(account.club), texts.SAME_CLUB),
        (1, bool(entrant.series) and entrant.series == account.series, texts.SAME_SERIES),
    )
    reasons = [sentence for _, holds, sentence in clues if holds]
    is_named_by_handle = handle == account.handle and not account.licence
    facts = [
        *(() if is_named_by_handle else (account.full_name, account.club)),
        texts.CANDIDATE_COTE.format(cote=texts.format_cote(account.cote))
            if account.cote is not None else texts.NO_COTE,
        texts.CANDIDATE_LAST.format(day=account.last) if account.last else "" if account.tournaments else texts.NO_LAST,
    ]  # fmt: skip
    candidate = Candidate(handle, ", ".join(filter(None, facts)), ", ".join(reasons) or texts.NO_CLUE)
    return sum(weight for weight, holds, _ in clues if holds), candidate
