"""The federation's players, and who of them a row of a workbook means: found, new, or a question with candidates; never
a guess.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tournament_xl.book.grid import read_date
from tournament_xl.federation.decisions import Question, Questions
from tournament_xl.federation.facts import Entrant, File, licence_key, name_key
from tournament_xl.folding import fold
from tournament_xl.lists.columns import fold_title
from tournament_xl.texts import federation as texts

_SAME_WORD = 0.75  # likeness of two words of a name that may be one, of two names that is worth telling
_NEAR = 0.85  # likeness of two names from which a player without licence is asked about
_LONGEST = 100  # letters of a name that is compared so; ours: what is longer is no name
_START = 3  # letters that some word of two such names has in common at its beginning
_MOST, _MOST_NEAR = 20, 3  # namesakes, and players of nearly the same name, that are proposed


@dataclass(eq=False)
class Account:
    """A player of the register and where he stands now."""

    name: str
    first_name: str
    licence: str
    club: str
    series: str  # Série duplicate
    cote: Fraction | None  # PL; None before the first tournament
    last: date | None  # end of the last tournament known; None: not known
    listed: Mapping[str, str] = field(default_factory=dict)  # his line of the list, empty for a new player
    listed_last: date | None = None  # the day of his last tournament in the list
    tournaments: int = 0  # of the folder
    guest: bool = False  # stands for a player about whom there is a question: in no list, in no ranking

    @property
    def full_name(self) -> str:
        return f"{self.name} {self.first_name}".strip()

    @property
    def key(self) -> str:
        """What he is known by from one publication to the next: his licence, else name and club."""
        return licence_key(self.licence) or f"{name_key(self.full_name)}, {fold_title(self.club)}"

    @property
    def handle(self) -> str:
        """What a decision calls him: his licence, else name and club."""
        return self.licence or ", ".join(filter(None, (self.full_name, self.club)))

    @property
    def order(self) -> tuple[str, str, str]:
        """Alphabetical order, as C2."""
        return fold(self.full_name), self.licence, fold(self.club)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A row that may mean somebody, or nobody, of the register."""

    kind: str  # key of texts.federation.DOUBTS
    candidates: tuple[Account, ...]


class Register:
    """All players by licence and by name."""

    def __init__(self, lines: Iterable[Mapping[str, str]] = ()) -> None:
        """`lines` of the federation's list, as `lists.read.read_register` gives them."""
        self.accounts: list[Account] = []
        self._by_licence: dict[str, Account] = {}
        self._by_name: dict[str, list[Account]] = defaultdict(list)
        self._by_handle: dict[str, list[Account]] = defaultdict(list)
        self._by_start: dict[str, set[str]] = defaultdict(set)  # beginning of a word -> names with it
        for line in lines:
            self.add(_listed(line))

    def add(self, account: Account) -> None:
        self.accounts.append(account)
        self._index(account)

    def receive(self, line: Mapping[str, str]) -> None:
        """A line of a later list: what it says of somebody known, cote and date excepted; else a new player."""
        new = _listed(line)
        known = self.with_licence(new.licence)
        if known is None:
            named = [one for one in self._named(new.full_name, new.club) if not one.licence or not new.licence]
            if len(named) != 1:
                if new.licence or not named:
                    self.add(new)
                return
            known = named[0]
        known.name, known.first_name, known.licence = new.name, new.first_name, new.licence or known.licence
        known.club, known.series, known.listed = new.club, new.series or known.series, new.listed
        self._index(known)

    def _index(self, account: Account) -> None:
        """Find him under his licence, name and club as they are now; those of before still lead to him."""
        if account.licence:
            self._by_licence.setdefault(licence_key(account.licence), account)
        key = name_key(account.full_name)
        for found in (self._by_name[key], self._by_handle[fold(account.handle)]):
            if account not in found:
                found.append(account)
        for word in key.split() if len(key) <= _LONGEST else ():
            self._by_start[word[:_START]].add(key)

    def with_licence(self, licence: str) -> Account | None:
        return self._by_licence.get(licence_key(licence))

    def _named(self, name: str, club: str) -> list[Account]:
        """Those of this name and club."""
        return [one for one in self._by_name.get(name_key(name), ()) if fold_title(one.club) == fold_title(club)]

    def named(self, handle: str) -> Account | None:
        """The player whom a decision names, by licence or by "name, club"; None when there is none or several."""
        named = self._by_handle.get(fold(handle), [])
        return self.with_licence(handle) or (named[0] if len(named) == 1 else None)

    def find(self, entrant: Entrant) -> Account | Doubt | None:
        """The player of a row; None for a new one; a Doubt where licence, name and club do not settle it.

        A licence decides when the names are alike and nobody else has exactly this one. Without licence name and club
        must both be those of one player.
        """
        key = name_key(entrant.full_name)
        namesakes = tuple(self._by_name.get(key, ())[:_MOST])
        if entrant.licence:
            holder = self.with_licence(entrant.licence)
            if holder is None:
                return Doubt("other_licence", namesakes) if namesakes else None
            sure = name_key(holder.full_name) == key or (not namesakes and _alike(key, name_key(holder.full_name)))
            return holder if sure else Doubt("other_name", (holder, *namesakes))
        same_club = self._named(entrant.full_name, entrant.club) if entrant.club else []
        if len(same_club) == 1:
            return same_club[0]
        if namesakes:
            return Doubt("other_club", namesakes)
        near = self._near(key)
        return Doubt("near_name", near) if near else None

    def _near(self, key: str) -> tuple[Account, ...]:
        """Players whose names are nearly this one, a word of it begun alike; names with digits are codes, not words."""
        if len(key) > _LONGEST or any(letter.isdigit() for letter in key):
            return ()
        begun_alike = {name for word in key.split() for name in self._by_start.get(word[:_START], ())}
        near = difflib.get_close_matches(key, sorted(begun_alike), _MOST_NEAR, _NEAR)
        return tuple(account for name in sorted(near) for account in self._by_name[name])


def _alike(one: str, two: str) -> bool:
    """Whether two names under one licence may be one person's: each word of the shorter has its like in the other."""
    words, others = sorted((one.split(), two.split()), key=len)
    return all(any(_like(word, other) for other in others) for word in words)


def _like(one: str, two: str) -> bool:
    """Whether one word is the other, its beginning, or nearly it."""
    if one.startswith(two) or two.startswith(one):
        return True
    return max(len(one), len(two)) <= _LONGEST and difflib.SequenceMatcher(None, one, two).ratio() >= _SAME_WORD


def _listed(line: Mapping[str, str]) -> Account:
    cote = Fraction(line["Cote"].replace(",", ".")) if "Cote" in line else None
    last = read_date(line.get("Dernier tournoi", ""))
    return Account(
        line["Nom"], line.get("Prénom", ""), line.get("Licence", ""), line.get("Club", ""),
        line.get("Série duplicate", ""), cote, last, dict(line), last,
    )  # fmt: skip


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
            if account.guest:
                doubtful.append(entrant.full_name)
            elif len(self.register.accounts) > known:
                new.append(entrant.full_name)
            elif not entrant.licence and not self._questions.answer(_person(entrant)):
                by_name.append(entrant.full_name)
            if account.listed_last and account.listed_last >= file.tournament.last:
                newer.append(entrant.full_name)
        doubts = texts.about((texts.DOUBTFUL, doubtful), (texts.NEWER, newer))
        return found, doubts, texts.about((texts.BY_NAME, by_name), (texts.NEW_PLAYERS, new))

    def _account(self, entrant: Entrant, taken: Collection[Account], file: File) -> Account:
        match, person = self._match(entrant), _person(entrant)
        if isinstance(match, Account) and match in taken:
            match = Doubt("taken", (match,))
        if isinstance(match, Account):
            return match
        account = _account(entrant)
        if match is None:
            self.register.add(account)
            if self._questions.answer(person):
                self._decided_new[person] = account
            return account
        self._ask(entrant, match, file)
        account.guest = True
        return self._guests.setdefault(person, account)

    def _match(self, entrant: Entrant) -> Account | Doubt | None:
        """Whom the decision names, else whom the register knows; None: somebody new."""
        answer = self._questions.answer(_person(entrant))
        if not answer:
            return self.register.find(entrant)
        if fold(answer) == fold(texts.NEW):
            return self._decided_new.get(_person(entrant))
        if found := self.register.named(answer):
            return found
        first = fold(answer) == fold(_account(entrant).handle) and self.register.find(entrant) is None
        return None if first else Doubt("nobody", ())  # he comes in by this tournament, and is meant in later ones

    def _ask(self, entrant: Entrant, doubt: Doubt, file: File) -> None:
        found = sorted((_candidate(entrant, one) for one in doubt.candidates), key=lambda one: -one[0])
        question = Question(
            texts.PLAYER, texts.DOUBTS[doubt.kind], title=file.tournament.title, day=file.tournament.last,
            name=entrant.name, first_name=entrant.first_name, licence=entrant.licence, club=entrant.club,
            proposals=tuple(dict.fromkeys([*(handle for _, handle, _ in found), texts.NEW])),
            candidates=tuple(sentence for *_, sentence in found),
        )  # fmt: skip
        self._questions.ask(question)


def _account(entrant: Entrant) -> Account:
    return Account(entrant.name, entrant.first_name, entrant.licence, entrant.club, entrant.series, None, None)


def _person(entrant: Entrant) -> tuple[str, ...]:
    """The key of the question who this row is: one question a person, in all his tournaments."""
    who = licence_key(entrant.licence), name_key(entrant.full_name)
    return (texts.PLAYER, *who, fold_title(entrant.club))


def _candidate(entrant: Entrant, account: Account) -> tuple[int, str, str]:
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
    facts = [
        account.full_name, account.club,
        texts.CANDIDATE_COTE.format(cote=texts.plain(account.cote)) if account.cote is not None else texts.NO_COTE,
        texts.CANDIDATE_LAST.format(day=account.last) if account.last else texts.NO_LAST,
    ]  # fmt: skip
    told = texts.CANDIDATE.format(
        handle=account.handle, facts=", ".join(filter(None, facts)), reasons=", ".join(reasons) or texts.NO_CLUE
    )
    return sum(weight for weight, holds, _ in clues if holds), account.handle, told
