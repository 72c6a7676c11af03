"""The federation's players, and who of them a row of a workbook means: found, new, or a question with candidates; never
a guess.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.identity.people import (
    Account,
    Orders,
    RegisteredPlayer,
    listed,
    number_of,
    real_licence,
    said_to_be,
)
from tournament_xl.federation.intake.decisions import Key, Question, Questions
from tournament_xl.federation.intake.facts import Entrant, File, Played
from tournament_xl.messages import federation as texts
from tournament_xl.players.columns import fold_title, licence_key, name_key

_SAME_WORD = 0.75  # likeness of two words of a name that may be one, of two names that is worth telling
_NEAR = 0.85  # likeness of two names from which a player without licence is asked about
_LONGEST = 100  # letters of a name that is compared so; ours: what is longer is no name
_START = 3  # letters that some word of two such names has in common at its beginning
Period = tuple[date, date]  # first and last day
_MOST, _MOST_NEAR = 20, 3  # namesakes, and players of nearly the same name, that are proposed


@dataclass(frozen=True, slots=True)
class Doubt:
    """A row that may mean somebody, or nobody, of the register."""

    kind: str  # key of texts.federation.DOUBTS
    candidates: tuple[Account, ...]


class Register:
    """All players by licence and by name."""

    def __init__(
        self,
        lines: Iterable[Mapping[str, str]] = (),
        questions: Questions | None = None,
        people: Iterable[RegisteredPlayer] = (),
    ) -> None:
        """`lines` of the federation's list, as `read_register` gives them; `people` whom the publication
        before knew.
        """
        self.accounts: list[Account] = []
        self._questions = questions or Questions()
        self._orders = Orders(self._questions)
        self._by_licence: dict[str, Account] = {}
        self._by_name: dict[str, list[Account]] = defaultdict(list)
        self._by_handle: dict[str, list[Account]] = defaultdict(list)
        self._by_start: dict[str, set[str]] = defaultdict(set)  # beginning of a word -> names with it
        self._by_number: dict[int, Account] = {}
        self._asked: list[tuple[Key, str, Account, Period]] = []  # question, candidate and what he is called, when
        self._awaited: dict[str, Account] = {}  # who has not come yet -> who is to be one with him
        there = list(people)
        self._origins = {one.known[0].evidence: one.number for one in there[::-1]}
        self._earlier = {one.number for one in there}
        self._before = {one.evidence for person in there for one in person.known}
        self._taken = set(self._earlier)
        for line in lines:
            self.add(listed(line), date.min)

    def add(self, account: Account, since: date) -> Account:
        """Somebody who comes; the one whom he is, where a decision says that he is another one."""
        typed = account.licence
        account.licence = self._orders.licence(typed)
        origin = account.note(since, typed, account.name, account.first_name, account.club)
        other = self.with_licence(account.licence) if account.licence else None
        if target := self._orders.target(account):
            other = self.named(target)
            self._awaited |= {normalize(target): account} if other is None else {}
        elif waiting := self._awaited.pop(normalize(account.handle), None):
            other = waiting
            other.name, other.first_name, other.club = account.name, account.first_name, account.club
            other.licence, other.listed = account.licence, account.listed or other.listed
        if other:
            other.absorb(account)
        else:
            other = account
            self.accounts.append(account)
            self._give_number(account, origin)
        self._index(account, other)
        self._orders.rename(other)
        self._index(other, other)
        return other

    def _give_number(self, account: Account, origin: Key) -> None:
        """The number that the last publication gave this person, else the list's own number, else a new one."""
        wanted = self._origins.get(origin) or account.number
        if not wanted or wanted in self._by_number:
            wanted = max(self._taken, default=0) + 1
        account.number = wanted
        self._taken.add(wanted)
        self._by_number[wanted] = account

    def note(self, account: Account, entrant: Entrant, since: date) -> None:
        """How a row of a tournament writes a player; who came in by a later row last time keeps his number."""
        evidence = account.note(since, entrant.licence, entrant.name, entrant.first_name, entrant.club)
        number = self._origins.get(evidence)
        if number and number not in self._by_number and account.number not in self._earlier:
            del self._by_number[account.number]
            account.number = number
            self._by_number[number] = account

    def receive(self, line: Mapping[str, str], day: date) -> None:
        """A line of a later list: what it says of somebody known, cote and date excepted; else a new player. A licence
        that goes to another name, or a name to another licence, is a question.
        """
        new = listed(line)
        known = self._by_number.get(new.number)
        typed, new.licence = new.licence, self._orders.licence(new.licence)
        new.note(day, typed, new.name, new.first_name, new.club)
        if self._orders.target(new):
            return
        holder = self.with_licence(new.licence) if new.licence else None
        namesakes = self._by_name.get(name_key(new.full_name), [])
        alike = holder and (holder in namesakes or _alike(name_key(new.full_name), name_key(holder.full_name)))
        if known is None and alike:
            known = holder
        elif known is None and (new.licence and (holder or namesakes)):
            who = Entrant(0, new.name, new.first_name, typed, new.club, new.series, "0", None)
            same = [one for one in namesakes if not one.licence and fold_title(one.club) == fold_title(new.club)]
            if not holder and len(namesakes) == len(same) == 1:
                known = same[0]
            elif not (answer := self._questions.answer(person_key(who))):
                doubt = Doubt("new_name" if holder else "new_licence", tuple(filter(None, (holder, *namesakes))))
                self.ask(who, doubt, texts.LATER_LIST, (day, day))
                return
            else:
                self._questions.follow(person_key(who))
                known = None if normalize(answer) == normalize(texts.NEW) else self.named(said_to_be(answer))
                if known is None and holder:
                    holder.licence = ""
                    del self._by_licence[licence_key(new.licence)]
        elif known is None:
            same = self._named(new.full_name, new.club)
            if len(same) > 1 or (not same and new.known.keys() <= self._before):
                return  # of our own list: who was there by a decision that holds no more is not somebody new
            known = same[0] if same else None
        if known is None:
            self.add(new, day)
            return
        known.note(day, typed, new.name, new.first_name, new.club)
        known.name, known.first_name, known.licence = new.name, new.first_name, new.licence or known.licence
        known.club, known.series, known.listed = new.club, new.series or known.series, new.listed
        self._index(new, known)
        self._orders.rename(known)
        self._index(known, known)

    def _index(self, written: Account, account: Account) -> None:
        """Find a player under licence, name and club as they are `written`; those of before still lead to him."""
        if written.licence:
            self._by_licence.setdefault(licence_key(written.licence), account)
        key = name_key(written.full_name)
        for found in (self._by_name[key], self._by_handle[normalize(written.handle)]):
            if account not in found:
                found.append(account)
        for word in key.split() if len(key) <= _LONGEST else ():
            self._by_start[word[:_START]].add(key)

    def with_licence(self, licence: str) -> Account | None:
        """The player of a licence, or of a number in the register."""
        number = number_of(licence)
        return (
            self._by_number.get(number) if number else self._by_licence.get(licence_key(self._orders.licence(licence)))
        )

    def handle(self, account: Account) -> str:
        """What a decision calls him, so that nobody else is meant."""
        return (
            account.handle if len(self._by_handle[normalize(account.handle)]) == 1 else account.licence or account.key
        )

    def _named(self, name: str, club: str) -> list[Account]:
        """Those of this name and club."""
        return [one for one in self._by_name.get(name_key(name), ()) if fold_title(one.club) == fold_title(club)]

    def named(self, handle: str) -> Account | None:
        """The player whom a decision names, by licence or by "name, club"; None when there is none or several."""
        named = self._by_handle.get(normalize(handle), [])
        return self.with_licence(handle) or (named[0] if len(named) == 1 else None)

    def find(self, entrant: Entrant) -> Account | Doubt | None:
        """The player of a row; None for a new one; a Doubt where licence, name and club do not settle it.

        A licence decides when the names are alike and nobody else has exactly this one. Without licence name and club
        must both be those of one player.
        """
        key = name_key(entrant.full_name)
        namesakes = tuple(self._by_name.get(key, ())[:_MOST])
        if real_licence(entrant.licence) or number_of(entrant.licence):
            holder = self.with_licence(entrant.licence)
            if holder is None:
                found, kind = (namesakes, "other_licence") if namesakes else (self._partly(key), "part_of_name")
                return Doubt(kind, found) if found else None
            sure = holder in namesakes or (not namesakes and _alike(key, name_key(holder.full_name)))
            return holder if sure else Doubt("other_name", (holder, *namesakes))
        same_club = self._named(entrant.full_name, entrant.club) if entrant.club else []
        if len(same_club) == 1:
            return same_club[0]
        if namesakes:
            return Doubt("other_club", namesakes)
        found, kind = (partly, "part_of_name") if (partly := self._partly(key)) else (self._near(key), "near_name")
        return Doubt(kind, found) if found else None

    def ask(self, entrant: Entrant, doubt: Doubt, title: str, days: Period) -> None:
        """Ask who a row of this tournament, or list, is."""
        candidates = dict.fromkeys(doubt.candidates)
        found = [_candidate(entrant, one, self.handle(one)) for one in candidates]
        found.sort(key=lambda one: -one[0])
        self._asked += [(person_key(entrant), self.handle(one), one, days) for one in candidates]
        self._questions.ask(Question(
            texts.PLAYER, texts.DOUBTS[doubt.kind], title=title, day=days[1], name=entrant.name,
            first_name=entrant.first_name, licence=entrant.licence, club=entrant.club,
            proposals=tuple(dict.fromkeys([*(handle for _, handle, _ in found), texts.NEW])),
            candidates=tuple(sentence for *_, sentence in found),
        ))  # fmt: skip

    def tell_who_was_elsewhere(self, played: Iterable[tuple[Played, Collection[Account]]]) -> None:
        """Tell of each candidate the tournaments of those days in which he played: it is hardly he.

        `played`: every tournament, and who played in it; but a row in doubt is nobody's.
        """
        there: dict[Account, list[Played]] = defaultdict(list)
        for tournament, accounts in played:
            for account in accounts:
                there[account].append(tournament)
        for key, handle, account, (first, last) in self._asked:
            at = [one.title for one in there[account] if one.first <= last and first <= one.last]
            if at:
                self._questions.add_to_candidate(key, handle, texts.ELSEWHERE.format(titles=texts.names(at)))

    def _near(self, key: str) -> tuple[Account, ...]:
        """Players whose names are nearly this one, a word of it begun alike; names with digits are codes, not words."""
        if len(key) > _LONGEST or any(letter.isdigit() for letter in key):
            return ()
        near = difflib.get_close_matches(key, self._begun_alike(key), _MOST_NEAR, _NEAR)
        return tuple(account for name in sorted(near) for account in self._by_name[name])

    def _partly(self, key: str) -> tuple[Account, ...]:
        """Players whose name is this one with words more or fewer, two in both: a first name left out."""
        words = set(key.split())
        both = [(name, words & set(name.split())) for name in self._begun_alike(key) if name != key]
        partly = [name for name, same in both if len(same) > 1 and same in (words, set(name.split()))]
        return tuple(account for name in partly for account in self._by_name[name])[:_MOST]

    def _begun_alike(self, key: str) -> list[str]:
        """The names of which a word begins as one of this name."""
        words = key.split() if len(key) <= _LONGEST else ()
        return sorted({name for word in words for name in self._by_start.get(word[:_START], ())})


def _alike(one: str, two: str) -> bool:
    """Whether two names under one licence may be one person's: each word of the shorter has its like in the other."""
    words, others = sorted((one.split(), two.split()), key=len)
    return all(any(_like(word, other) for other in others) for word in words)


def _like(one: str, two: str) -> bool:
    """Whether one word is the other, its beginning, or nearly it."""
    if one.startswith(two) or two.startswith(one):
        return True
    return max(len(one), len(two)) <= _LONGEST and difflib.SequenceMatcher(None, one, two).ratio() >= _SAME_WORD


class Matching:
    """Which account each participant has: matched, new, or a guest's while there is a question."""

    def __init__(self, register: Register, questions: Questions) -> None:
        self.register, self._questions = register, questions
        self._guests: dict[tuple[str, ...], Account] = {}
        self._decided_new: dict[tuple[str, ...], Account] = {}

    def accounts(self, file: File) -> tuple[dict[int, Account], list[str], list[str]]:
        """The account of each participant by N°, and what is to be said of them: what is in doubt, what was done.

        Players with a licence come first, then by N°; nobody has two rows in one tournament.
        """
        found: dict[int, Account] = {}
        doubtful, new, by_name, newer = [], [], [], []
        for entrant in sorted(file.tournament.participants, key=lambda one: (not one.licence, one.number)):
            known = len(self.register.accounts)
            account = self._account(entrant, set(found.values()), file)
            found[entrant.number] = account
            if not account.guest:
                self.register.note(account, entrant, file.tournament.first)
            if account.guest:
                doubtful.append(entrant.full_name)
            elif len(self.register.accounts) > known:
                new.append(entrant.full_name)
            elif not entrant.licence and not self._questions.answer(person_key(entrant)):
                by_name.append(entrant.full_name)
            if account.listed_last and account.listed_last >= file.tournament.last:
                newer.append(entrant.full_name)
        doubts = texts.about((texts.DOUBTFUL, doubtful), (texts.NEWER, newer))
        return found, doubts, texts.about((texts.BY_NAME, by_name), (texts.NEW_PLAYERS, new))

    def _account(self, entrant: Entrant, taken: Collection[Account], file: File) -> Account:
        match, person = self._match(entrant), person_key(entrant)
        if isinstance(match, Account) and match in taken:
            match = Doubt("taken", (match,))
        if isinstance(match, Account):
            return match
        account = _account(entrant)
        if match is None:
            if self.register.with_licence(account.licence):  # another's: not his
                account.licence = ""
            account = self.register.add(account, file.tournament.first)
            if self._questions.answer(person):
                self._decided_new[person] = account
            return account
        self.register.ask(entrant, match, file.tournament.title, (file.tournament.first, file.tournament.last))
        account.guest = True
        return self._guests.setdefault(person, account)

    def _match(self, entrant: Entrant) -> Account | Doubt | None:
        """Whom the decision names, else whom the register knows; None: somebody new."""
        person = person_key(entrant)
        answer = said_to_be(self._questions.answer(person))
        if not answer:
            return self.register.find(entrant)
        self._questions.follow(person)
        if normalize(answer) == normalize(texts.NEW):
            return self._decided_new.get(person)
        if found := self.register.named(answer):
            return found
        match = self.register.find(entrant)
        if match is None and normalize(answer) == normalize(_account(entrant).handle):
            return None  # he comes in by this tournament, and is meant in later ones
        return Doubt("nobody", (match,) if isinstance(match, Account) else match.candidates if match else ())


def _account(entrant: Entrant) -> Account:
    licence = real_licence(entrant.licence)
    return Account(entrant.name, entrant.first_name, licence, entrant.club, entrant.series, None, None)


def person_key(entrant: Entrant) -> tuple[str, ...]:
    """The key of the question who this row is: one question a person, in all his tournaments."""
    who = licence_key(entrant.licence), name_key(entrant.full_name)
    return (texts.PLAYER, *who, fold_title(entrant.club))


def _candidate(entrant: Entrant, account: Account, handle: str) -> tuple[int, str, str]:
    """A player who may be meant: what speaks for him as a weight, what a decision calls him, a sentence with both."""
    own, other = name_key(entrant.full_name), name_key(account.full_name)
    near = own != other and difflib.SequenceMatcher(None, own, other).ratio() >= _SAME_WORD
    clues = (
        (3, own == other, texts.SAME_NAME),
        (3, account.cote is not None and account.cote == Fraction(entrant.cote), texts.SAME_COTE),
        (2, near, texts.NEAR_NAME),
        (2, bool(entrant.licence) and licence_key(entrant.licence) == licence_key(account.licence), texts.SAME_LICENCE),
        (1, bool(entrant.club) and fold_title(entrant.club) == fold_title(account.club), texts.SAME_CLUB),
        (1, bool(entrant.series) and entrant.series == account.series, texts.SAME_SERIES),
    )
    reasons = [sentence for _, holds, sentence in clues if holds]
    named = handle == account.handle and not account.licence
    facts = [
        *(() if named else (account.full_name, account.club)),
        texts.CANDIDATE_COTE.format(cote=texts.plain(account.cote)) if account.cote is not None else texts.NO_COTE,
        texts.CANDIDATE_LAST.format(day=account.last) if account.last else "" if account.tournaments else texts.NO_LAST,
    ]  # fmt: skip
    told = texts.CANDIDATE.format(
        handle=handle, facts=", ".join(filter(None, facts)), reasons=", ".join(reasons) or texts.NO_CLUE
    )
    return sum(weight for weight, holds, _ in clues if holds), handle, told
