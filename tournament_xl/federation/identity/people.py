"""Who a player of the register is: one identity, to which licences, names and clubs belong with the day since when; and
what the federation orders about identities: two players who are one, a new licence, a new name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.intake.decisions import Key, Questions
from tournament_xl.messages import federation as texts
from tournament_xl.players.columns import fold_title, licence_key, name_key
from tournament_xl.workbook.tables import read_date

_NUMBER = re.compile(r"r-([0-9]{1,9})")


def number_of(licence: str) -> int:
    """The number in the register that stands in the place of a licence ("R-12"); 0 for a licence."""
    found = _NUMBER.fullmatch(licence_key(licence))
    return int(found[1]) if found else 0


def real_licence(text: str) -> str:
    """A licence as typed, "" for what has no digit ("en cours") and for a number in the register."""
    return text if any(map(str.isdigit, text)) and not number_of(text) else ""


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a player was written somewhere for the first time."""

    since: date
    licence: str
    name: str
    first_name: str
    club: str

    @property
    def evidence(self) -> Key:
        """By what he is recognised next month."""
        return licence_key(self.licence), name_key(f"{self.name} {self.first_name}"), fold_title(self.club)


@dataclass(frozen=True, slots=True)
class RegisteredPlayer:
    """A player as Mémoire keeps him: his number in the register, and how he was written, first what he came in by."""

    number: int
    known: tuple[Spelling, ...]


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
    number: int = 0  # in the register, the same in all publications; 0 for a guest
    known: dict[Key, Spelling] = field(default_factory=dict)  # by evidence, in the order of coming

    @property
    def full_name(self) -> str:
        return f"{self.name} {self.first_name}".strip()

    @property
    def key(self) -> str:
        """What he is known by from one publication to the next: his number in the register."""
        return f"R-{self.number}"

    @property
    def handle(self) -> str:
        """What a decision calls him: his licence, else name and club."""
        return self.licence or ", ".join(filter(None, (self.full_name, self.club)))

    @property
    def order(self) -> tuple[str, str, str]:
        """Alphabetical order, as C2."""
        return normalize(self.full_name), self.licence, normalize(self.club)

    def note(self, since: date, licence: str, name: str, first_name: str, club: str) -> Key:
        """Note how he is written; its evidence."""
        one = Spelling(since, licence, name, first_name, club)
        self.known.setdefault(one.evidence, one)
        return one.evidence

    def absorb(self, other: Account) -> None:
        """Be the other one, too: he has a cote if one of both has one."""
        self.cote = other.cote if self.cote is None else self.cote
        self.last = max(filter(None, (self.last, other.last)), default=None)
        self.listed_last = max(filter(None, (self.listed_last, other.listed_last)), default=None)
        self.listed, self.series = self.listed or other.listed, self.series or other.series
        self.known |= other.known


def listed(line: Mapping[str, str]) -> Account:
    """The player of a line of a list."""
    cote = Fraction(line["Cote"].replace(",", ".")) if "Cote" in line else None
    last, licence = read_date(line.get("Dernier tournoi", "")), line.get("Licence", "")
    return Account(
        line["Nom"], line.get("Prénom", ""), real_licence(licence), line.get("Club", ""),
        line.get("Série duplicate", ""), cote, last, dict(line), last, number=number_of(licence),
    )  # fmt: skip


def said_to_be(answer: str) -> str:
    """Whom an answer names: "fusionner avec 1001" names 1001, as "1001" alone."""
    words = answer.split()
    return " ".join(words[2:]) if normalize(" ".join(words[:2])) == texts.MERGE_WITH else answer


@dataclass(frozen=True, slots=True)
class PlayerOrder:
    """A decision about the player whom its line names."""

    key: Key
    licence: str  # as compared; "" when the line names him otherwise
    name: str  # as compared
    club: str  # as compared; counts only without licence
    answer: str

    def means(self, account: Account) -> bool:
        """Whether the line names this player, as he is written now or was once."""
        there = [
            (licence, name, club)
            for licence, name, club in account.known
            if licence == self.licence or not self.licence
        ]
        if self.name:
            there = [one for one in there if one[1] == self.name]
        if not self.licence and self.club:
            there = [one for one in there if one[2] == self.club]
        return bool(there) and bool(self.licence or self.name)


class Orders:
    """What the federation orders about players: who is whom, who has which licence, what he is called."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._answers = _orders(questions, texts.PLAYER)
        self._merges = [one for one in self._answers if said_to_be(one.answer) != one.answer]
        self._names = _orders(questions, texts.NAME)
        self._licences = {
            key[1]: (key, line["Décision"])
            for key, line in questions.of_kind(texts.LICENCE)
            if key[1] and real_licence(line["Décision"])
        }

    def licence(self, typed: str) -> str:
        """The licence that holds today for one as it was typed."""
        found, seen = typed, set[str]()
        while (old := licence_key(found)) in self._licences and old not in seen:
            seen.add(old)
            key, found = self._licences[old]
            self._questions.follow(key)
        return found

    def target(self, account: Account) -> str:
        """Whom a player is to be one with, "" for nobody."""
        for order in self._merges:
            target = said_to_be(order.answer)
            if order.means(account) and licence_key(target) != licence_key(account.licence):
                self._questions.follow(order.key)
                return target
        return ""

    def made_one(self, account: Account) -> list[Key]:
        """The decisions by which somebody written otherwise is this player."""
        return [
            one.key for one in self._answers if normalize(one.answer) != normalize(texts.NEW) and one.means(account)
        ]

    def renamed(self, account: Account) -> tuple[str, str] | None:
        """The name and first name that are decided for a player, "NOM, Prénom"."""
        found = None
        for order in self._names:
            name, comma, first_name = (part.strip() for part in order.answer.partition(","))
            if name and comma and order.means(account):
                found = name, first_name
                self._questions.follow(order.key)
        return found

    def rename(self, account: Account) -> None:
        """Give a player the name that is decided."""
        account.name, account.first_name = self.renamed(account) or (account.name, account.first_name)


def _orders(questions: Questions, kind: str) -> list[PlayerOrder]:
    return [PlayerOrder(key, key[1], key[2], key[3], line["Décision"]) for key, line in questions.of_kind(kind)]


def people_after(earlier: Iterable[RegisteredPlayer], accounts: Iterable[Account]) -> tuple[RegisteredPlayer, ...]:
    """Everybody whom the register has known: those of before who are nobody's any more keep their numbers."""
    found = {one.number: one for one in earlier}
    found |= {one.number: RegisteredPlayer(one.number, tuple(one.known.values())) for one in accounts}
    return tuple(found[number] for number in sorted(found))
