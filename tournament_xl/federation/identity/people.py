"""Players of the register and the federation's orders about their identities.

A player is one identity with the licences, names and clubs under which he was written, each with its first day.
Orders merge two players, or give a player a new licence or a new name.
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
from tournament_xl.players.columns import licence_key, name_key, normalize_title
from tournament_xl.workbook.cells import read_date

_REGISTER_NUMBER = re.compile(r"r-([0-9]{1,9})")


def parse_register_number(licence: str) -> int:
    """Return the register number in the text of a licence ("R-12"), 0 for a real licence."""
    match = _REGISTER_NUMBER.fullmatch(licence_key(licence))
    return int(match[1]) if match else 0


def parse_licence(text: str) -> str:
    """Return a licence as typed, "" for a text without digit ("en cours") and for a register number."""
    return text if any(map(str.isdigit, text)) and not parse_register_number(text) else ""


@dataclass(frozen=True, slots=True)
class Spelling:
    """Licence, name and club as they first appeared together."""

    since: date
    licence: str
    name: str
    first_name: str
    club: str

    @property
    def evidence(self) -> Key:
        """Normalized licence, name and club: the key that recognises the player in later publications."""
        return licence_key(self.licence), name_key(f"{self.name} {self.first_name}"), normalize_title(self.club)


@dataclass(frozen=True, slots=True)
class RegisteredPlayer:
    """Player as sheet Mémoire stores him: register number, and spellings with the first one first."""

    number: int
    spellings: tuple[Spelling, ...]


@dataclass(eq=False)
class Account:
    """Player of the register with his current cote."""

    name: str
    first_name: str
    licence: str
    club: str
    series: str  # Série duplicate
    cote: Fraction | None  # PL; None before the first tournament
    last: date | None  # day on which his last tournament counts (R10); None: unknown
    listed: Mapping[str, str] = field(default_factory=dict)  # his line in the list, empty for a new player
    listed_last: date | None = None  # the day of his last tournament in the list
    last_played: date | None = None  # end of the last one that counts here, the same unless it came late (R13)
    tournaments: int = 0  # played in the folder
    guest: bool = False  # placeholder while a question about the player is open: in no list, in no ranking
    number: int = 0  # in the register, the same in all publications; 0 for a guest
    spellings: dict[Key, Spelling] = field(default_factory=dict)  # by evidence, oldest first

    @property
    def full_name(self) -> str:
        """Name and first name."""
        return f"{self.name} {self.first_name}".strip()

    @property
    def last_tournament(self) -> date | None:
        """End of his last tournament, from the list or counted here; None: unknown."""
        return max(filter(None, (self.listed_last, self.last_played)), default=None)

    @property
    def key(self) -> str:
        """Identifier across publications: the register number, "R-12"."""
        return f"R-{self.number}"

    @property
    def handle(self) -> str:
        """Text by which a decision names the player: licence, else name and club."""
        return self.licence or ", ".join(filter(None, (self.full_name, self.club)))

    @property
    def order(self) -> tuple[str, str, str]:
        """Key for alphabetical order (C2)."""
        return normalize(self.full_name), self.licence, normalize(self.club)

    def note(self, since: date, licence: str, name: str, first_name: str, club: str) -> Key:
        """Record a spelling of the player and return its evidence."""
        spelling = Spelling(since, licence, name, first_name, club)
        self.spellings.setdefault(spelling.evidence, spelling)
        return spelling.evidence

    def absorb(self, account: Account) -> None:
        """Merge another account into this one; its cote is taken only where this one has none."""
        self.cote = account.cote if self.cote is None else self.cote
        self.last = max(filter(None, (self.last, account.last)), default=None)
        self.last_played = max(filter(None, (self.last_played, account.last_played)), default=None)
        self.listed_last = max(filter(None, (self.listed_last, account.listed_last)), default=None)
        self.listed, self.series = self.listed or account.listed, self.series or account.series
        self.spellings |= account.spellings


def account_of_line(line: Mapping[str, str]) -> Account:
    """Build the account of a player from a line of a list."""
    cote = Fraction(line["Cote"].replace(",", ".")) if "Cote" in line else None
    last, licence = read_date(line.get("Dernier tournoi", "")), line.get("Licence", "")
    return Account(
        line["Nom"], line.get("Prénom", ""), parse_licence(licence), line.get("Club", ""),
        line.get("Série duplicate", ""), cote, last, dict(line), last, number=parse_register_number(licence),
    )  # fmt: skip


def player_named_in(answer: str) -> str:
    """Return the player whom an answer names: "1001" for "fusionner avec 1001" as for "1001"."""
    words = answer.split()
    return " ".join(words[2:]) if normalize(" ".join(words[:2])) == texts.MERGE_WITH else answer


@dataclass(frozen=True, slots=True)
class PlayerDecision:
    """Decision about the player whom its line names."""

    key: Key
    licence: str  # normalized; "" when the line names him otherwise
    name: str  # normalized
    club: str  # normalized; used only without licence
    answer: str

    def means(self, account: Account) -> bool:
        """Check whether the line names this player by a current or an earlier spelling."""
        spellings = [
            (licence, name, club)
            for licence, name, club in account.spellings
            if licence == self.licence or not self.licence
        ]
        if self.name:
            spellings = [spelling for spelling in spellings if spelling[1] == self.name]
        if not self.licence and self.club:
            spellings = [spelling for spelling in spellings if spelling[2] == self.club]
        return bool(spellings) and bool(self.licence or self.name)


class PlayerDecisions:
    """Decisions of the federation about players: merges, licences, names."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._answers = _orders(questions, texts.PLAYER)
        self._merges = [order for order in self._answers if player_named_in(order.answer) != order.answer]
        self._names = _orders(questions, texts.NAME)
        self._licences = {
            key[1]: (key, line["Décision"])
            for key, line in questions.of_kind(texts.LICENCE)
            if key[1] and parse_licence(line["Décision"])
        }

    def licence(self, typed: str) -> str:
        """Return the current licence for one as typed, following the decisions that replaced it."""
        current, followed = typed, set[str]()
        while (old := licence_key(current)) in self._licences and old not in followed:
            followed.add(old)
            key, current = self._licences[old]
            self._questions.follow(key)
        return current

    def target(self, account: Account) -> str:
        """Return the handle of the player to merge this one into, "" for nobody."""
        for order in self._merges:
            target = player_named_in(order.answer)
            if order.means(account) and licence_key(target) != licence_key(account.licence):
                self._questions.follow(order.key)
                return target
        return ""

    def made_one(self, account: Account) -> list[Key]:
        """Return the keys of the decisions that identify another spelling with this player."""
        return [
            order.key
            for order in self._answers
            if normalize(order.answer) != normalize(texts.NEW) and order.means(account)
        ]

    def renamed(self, account: Account) -> tuple[str, str] | None:
        """Return the name and first name that a decision ("NOM, Prénom") gives a player, None without one."""
        name_and_first_name = None
        for order in self._names:
            name, comma, first_name = (part.strip() for part in order.answer.partition(","))
            if name and comma and order.means(account):
                name_and_first_name = name, first_name
                self._questions.follow(order.key)
        return name_and_first_name

    def rename(self, account: Account) -> None:
        """Set the name that a decision gives a player."""
        account.name, account.first_name = self.renamed(account) or (account.name, account.first_name)


def _orders(questions: Questions, kind: str) -> list[PlayerDecision]:
    return [PlayerDecision(key, key[1], key[2], key[3], line["Décision"]) for key, line in questions.of_kind(kind)]


def merge_people(earlier: Iterable[RegisteredPlayer], accounts: Iterable[Account]) -> tuple[RegisteredPlayer, ...]:
    """Return everybody the register has ever known, by number.

    Args:
        earlier: Players of the previous publication; those without an account keep their numbers.
        accounts: Accounts of the register now.
    """
    people = {person.number: person for person in earlier}
    people |= {
        account.number: RegisteredPlayer(account.number, tuple(account.spellings.values())) for account in accounts
    }
    return tuple(people[number] for number in sorted(people))
