"""The federation's players, and who of them a row of a workbook means: found, new, or a question; never a guess."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction

from tournament_xl.book.grid import read_date
from tournament_xl.federation.facts import Entrant
from tournament_xl.federation.near_names import LONGEST, NearNames
from tournament_xl.folding import fold
from tournament_xl.lists.columns import fold_title
from tournament_xl.record import field, record, workspace

_SAME_WORD = 0.75  # likeness of surnames, or of first names, under one licence below which it is asked about
_MOST = 20  # namesakes that are proposed


@workspace
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


@record
class Doubt:
    """A row that may mean somebody, or nobody, of the register."""

    kind: str  # key of texts.federation.DOUBTS
    candidates: tuple[Account, ...]


Person = tuple[str, str, str]  # licence, name and club, each as compared: one question per person


def person(entrant: Entrant) -> Person:
    """What a decision about this row is kept under."""
    return licence_key(entrant.licence), name_key(entrant.full_name), fold_title(entrant.club)


def licence_key(licence: str) -> str:
    """A licence as compared: no blanks, no case."""
    return "".join(licence.casefold().split())


def name_key(name: str) -> str:
    """A name as compared: folded, its words in alphabetical order (first name and surname exchanged do no harm)."""
    return " ".join(sorted(fold_title(name).split()))


class Register:
    """All players by licence and by name."""

    def __init__(self, accounts: Iterable[Account] = ()) -> None:
        self.accounts: list[Account] = []
        self._by_licence: dict[str, Account] = {}
        self._by_name: dict[str, list[Account]] = {}
        self._by_club: dict[tuple[str, str], list[Account]] = {}  # name and club
        self._by_handle: dict[str, list[Account]] = {}
        self._names = NearNames()
        for account in accounts:
            self.add(account)

    def add(self, account: Account) -> None:
        self.accounts.append(account)
        self._index(account)

    def receive(self, line: Mapping[str, str]) -> None:
        """A line of a later list: what it says of somebody known, cote and date excepted; else a new player."""
        new = _listed(line)
        named = self._by_name.get(name_key(new.full_name), [])
        same_club = [one for one in named if fold_title(one.club) == fold_title(new.club)]
        without = [one for one in same_club if not one.licence or not new.licence]
        known = self.with_licence(new.licence) if new.licence else None
        if known is None and len(without) == 1:
            known = without[0]
        if known is None and not (without and not new.licence):
            self.add(new)
        elif known:
            known.name, known.first_name, known.licence = new.name, new.first_name, new.licence or known.licence
            known.club, known.series, known.listed = new.club, new.series or known.series, new.listed
            self._index(known)

    def _index(self, account: Account) -> None:
        """Find him under his licence, name and club as they are now; those of before still lead to him."""
        if account.licence:
            self._by_licence.setdefault(licence_key(account.licence), account)
        key = name_key(account.full_name)
        _note(self._by_name.setdefault(key, []), account)
        if account.club:
            _note(self._by_club.setdefault((key, fold_title(account.club)), []), account)
        _note(self._by_handle.setdefault(fold(account.handle), []), account)
        self._names.add(key)

    def with_licence(self, licence: str) -> Account | None:
        return self._by_licence.get(licence_key(licence))

    def named(self, handle: str) -> Account | None:
        """The player whom a decision names, by licence or by "name, club"; None when there is none or several."""
        by_licence = self.with_licence(handle)
        named = self._by_handle.get(fold(handle), [])
        return by_licence or (named[0] if len(named) == 1 else None)

    def find(self, entrant: Entrant) -> Account | Doubt | None:
        """The player of a row; None for a new one; a Doubt where licence, name and club do not settle it.

        A licence decides when the names are alike and nobody else has exactly this one. Without licence name and club
        must both be those of one player. A Doubt has at most `_MOST` of many namesakes.
        """
        key = name_key(entrant.full_name)
        namesakes = self._by_name.get(key, [])[:_MOST]
        if entrant.licence:
            holder = self.with_licence(entrant.licence)
            if holder:
                sure = name_key(holder.full_name) == key or (not namesakes and _alike(entrant, holder))
                return holder if sure else Doubt("other_name", (holder, *namesakes))
            return Doubt("other_licence", tuple(namesakes)) if namesakes else None
        same_club = self._by_club.get((key, fold_title(entrant.club)), [])[:_MOST]
        if len(same_club) == 1:
            return same_club[0]
        if namesakes:
            return Doubt("several" if same_club else "other_club", tuple(same_club or namesakes))
        near = self._near(entrant.full_name)
        return Doubt("near_name", near) if near else None

    def _near(self, name: str) -> tuple[Account, ...]:
        """Players whose names are nearly this one; names with digits are codes, not words."""
        key = name_key(name)
        if any(letter.isdigit() for letter in key):
            return ()
        return tuple(account for found in sorted(self._names.near(key)) for account in self._by_name[found])


def _alike(entrant: Entrant, account: Account) -> bool:
    """Whether two names may well be one person's: surnames that share a word or nearly so, and like first names."""
    own, other = fold_title(entrant.name), fold_title(account.name)
    if set(own.split()) & set(other.split()):
        return _alike_first_names(_first_names(entrant, other), _first_names(account, own))
    if set(own.split()) & set(name_key(account.full_name).split()):  # both names in one column, or exchanged
        return bool(set(fold_title(entrant.full_name).split()) & set(other.split()))
    return _nearly(own, other) and _alike_first_names(fold_title(entrant.first_name), fold_title(account.first_name))


def _first_names(one: Entrant | Account, surname: str) -> str:
    """The first names; where there is no such cell, what stands beside the other's surname."""
    words = fold_title(one.first_name or one.name).split()
    return " ".join(word for word in words if one.first_name or word not in surname.split())


def _alike_first_names(own: str, other: str) -> bool:
    """Whether first names may be one person's: one missing, a word or its beginning, initials, a letter off."""
    words, others = own.split(), other.split()
    shared = any(one.startswith(two) or two.startswith(one) for one in words for two in others)
    initials = {"".join(word[0] for word in words), "".join(word[0] for word in others)} & {own, other}
    return not words or not others or shared or bool(initials) or _nearly(own, other)


def _nearly(own: str, other: str) -> bool:
    if max(len(own), len(other)) > LONGEST:
        return own == other
    return difflib.SequenceMatcher(None, own, other).ratio() >= _SAME_WORD


def from_list(lines: Iterable[Mapping[str, str]]) -> Register:
    """The players of the federation's list, as `lists.read.read_register` gives them."""
    register = Register()
    for line in lines:
        register.add(_listed(line))
    return register


def _listed(line: Mapping[str, str]) -> Account:
    cote = Fraction(line["Cote"].replace(",", ".")) if "Cote" in line else None
    last = read_date(line.get("Dernier tournoi", ""))
    return Account(
        line["Nom"], line.get("Prénom", ""), line.get("Licence", ""), line.get("Club", ""),
        line.get("Série duplicate", ""), cote, last, dict(line), last,
    )  # fmt: skip


def _note(accounts: list[Account], account: Account) -> None:
    if account not in accounts:
        accounts.append(account)
