"""Accounts of the federation's register, and the decisions that say which of them are one player.

An account is one player of the register: his number in it, his current cote, and his spellings (licence, name and club
as a list or a workbook wrote them together). A handle is the text by which a decision names a player. A decision merges
two players, or gives a player a new licence or a new name. Rules (C2, R10, R13): docs/regles.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.intake.decisions import Key, Questions
from tournament_xl.messages import federation as texts
from tournament_xl.messages.player_names import alphabetical_key
from tournament_xl.players.columns import licence_key, name_key, normalize_title
from tournament_xl.workbook.cells import read_date

_REGISTER_NUMBER = re.compile(r"r-([0-9]{1,9})")


def parse_register_number(licence: str) -> int:
    """Return the number in a register number written in place of a licence ("R-12"), 0 for any other text."""
    match = _REGISTER_NUMBER.fullmatch(licence_key(licence))
    return int(match[1]) if match else 0


def parse_licence(text: str) -> str:
    """Return the licence number unchanged; "" for a text without a digit ("en cours") or a register number ("R-12")."""
    return text if any(map(str.isdigit, text)) and not parse_register_number(text) else ""


@cache
def identify(licence: str, name: str, first_name: str, club: str) -> Key:
    """Return normalized licence, name and club: what recognises a player.

    Each spelling is normalized once in a build: the same player stands in many tournaments.
    """
    return licence_key(licence), name_key(f"{name} {first_name}"), normalize_title(club)


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
        return identify(self.licence, self.name, self.first_name, self.club)


@dataclass(frozen=True, slots=True)
class RegisteredPlayer:
    """Player as a publication stores him for the next one: register number, and spellings, the oldest first."""

    number: int
    spellings: tuple[Spelling, ...]


@dataclass(eq=False)
class Account:
    """Player of the register: who he is, and his cote so far; it changes while tournaments are entered."""

    name: str
    first_name: str
    licence: str
    club: str
    series: str  # Série duplicate
    cote: Fraction | None  # PL; None before the first tournament
    last: date | None  # end of his last tournament, in the list or counted here (R10); None: unknown
    listed: Mapping[str, str] = field(default_factory=dict)  # his line in the list, empty for a new player
    listed_last: date | None = None  # the day of his last tournament in the list
    tournaments: int = 0  # counted ones of this build that he plays in
    guest: bool = False  # placeholder while a question about the player is open: in no list, in no ranking
    number: int = 0  # in the register, the same in all publications; 0 for a guest
    spellings: dict[Key, Spelling] = field(default_factory=dict)  # by evidence, oldest first

    @property
    def full_name(self) -> str:
        """Name and first name."""
        return f"{self.name} {self.first_name}".strip()

    @property
    def code(self) -> str:
        """Register number as a list has it in place of a licence, "R-12"."""
        return f"R-{self.number}"

    @property
    def handle(self) -> str:
        """Text by which a decision names the player: licence, else "name, club", which namesakes may share."""
        return self.licence or ", ".join(filter(None, (self.full_name, self.club)))

    @property
    def order(self) -> tuple[str, ...]:
        """Sort key of the alphabetical order of players: surname, first name, club, licence."""
        return _sort_key(self.name, self.first_name, self.club, self.licence)

    def record_spelling(self, since: date, licence: str, name: str, first_name: str, club: str) -> Key:
        """Record a spelling of the player, unless he has the same one already; return its evidence (`Spelling`)."""
        evidence = identify(licence, name, first_name, club)
        if evidence not in self.spellings:
            self.spellings[evidence] = Spelling(since, licence, name, first_name, club)
        return evidence

    def absorb(self, account: Account) -> None:
        """Merge another account, which is not changed, into this one, which keeps its name, licence, club and number.

        It takes the later days and all spellings of the other account; cote, line of the list and series only where it
        has none. The numbers of tournaments are not added up.
        """
        self.cote = account.cote if self.cote is None else self.cote
        self.last = max(filter(None, (self.last, account.last)), default=None)
        self.listed_last = max(filter(None, (self.listed_last, account.listed_last)), default=None)
        self.listed, self.series = self.listed or account.listed, self.series or account.series
        self.spellings |= account.spellings


def build_account(line: Mapping[str, str]) -> Account:
    """Build an account from a line of a list (title of a column -> text); it is not added to the register.

    Column Nom is required. Without column Cote the account has no cote. A register number ("R-12") in column Licence
    becomes its number. The day of the last tournament is taken from column Dernier tournoi, None if it is no date.

    Raises:
        KeyError: There is no column Nom.
        ValueError: The text in column Cote is no number.
    """
    cote = Fraction(line["Cote"].replace(",", ".")) if "Cote" in line else None
    last, licence = read_date(line.get("Dernier tournoi", "")), line.get("Licence", "")
    return Account(
        line["Nom"], line.get("Prénom", ""), parse_licence(licence), line.get("Club", ""),
        line.get("Série duplicate", ""), cote, last, dict(line), last, number=parse_register_number(licence),
    )  # fmt: skip


def parse_player_handle(answer: str) -> str:
    """Return the handle in an answer: "1001" for "fusionner avec 1001"; any other answer unchanged."""
    words = answer.split()
    return " ".join(words[2:]) if normalize(" ".join(words[:2])) == texts.MERGE_WITH else answer


@dataclass(frozen=True, slots=True)
class PlayerDecision:
    """Decision about one player, with the texts by which its line names him."""

    key: Key
    licence: str  # normalized; "" when the line names him otherwise
    name: str  # normalized
    club: str  # normalized; used only without licence
    answer: str

    def means(self, account: Account) -> bool:
        """Check whether the line names this player: one of his spellings has this licence number with this name.

        What the line leaves empty is not compared. Its club is compared only if it has no licence. A line without
        licence and name names nobody.
        """
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
    """Decisions of the federation about players: merges, new licence numbers, new names.

    Each method `follow_…` returns what a decision gives and marks it as followed; a decision that is never marked is
    reported to the federation (`Questions.describe_without_effect`).
    """

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._answers = _decisions_of_kind(questions, texts.PLAYER)
        self._merges = [
            decision for decision in self._answers if parse_player_handle(decision.answer) != decision.answer
        ]
        self._names = _decisions_of_kind(questions, texts.NAME)
        self._licences = {
            key[1]: (key, line["Décision"])
            for key, line in questions.find_by_nature(texts.LICENCE)
            if key[1] and parse_licence(line["Décision"])
        }

    def follow_licence(self, typed: str) -> str:
        """Return the licence number that decisions put in the place of a typed one, and mark them as followed.

        If another decision replaces the new number, that one is followed too. Without a decision the typed number is
        returned.
        """
        current, followed = typed, set[str]()
        while (old := licence_key(current)) in self._licences and old not in followed:
            followed.add(old)
            key, current = self._licences[old]
            self._questions.mark_followed(key)
        return current

    def follow_merge(self, account: Account) -> str:
        """Return the handle of the player into whom a decision merges this one, and mark it as followed.

        Returns:
            The text after "fusionner avec"; of several decisions the first one counts, "" without any. A decision that
            names the player's own licence does not count.
        """
        for decision in self._merges:
            target = parse_player_handle(decision.answer)
            if decision.means(account) and licence_key(target) != licence_key(account.licence):
                self._questions.mark_followed(decision.key)
                return target
        return ""

    def find_identifying_decisions(self, account: Account) -> list[Key]:
        """Return the keys of the decisions about this player (Nature joueur) with another answer than `nouveau`.

        These decisions give different spellings to one player. They are not marked as followed.
        """
        return [
            decision.key
            for decision in self._answers
            if normalize(decision.answer) != normalize(texts.NEW) and decision.means(account)
        ]

    def follow_name(self, account: Account) -> tuple[str, str] | None:
        """Return the name and first name that a decision ("NOM, Prénom") gives a player, and mark it as followed.

        Returns:
            The name and the first name, which may be ""; None without a decision. Of several decisions all are marked,
            and the last one holds. An answer without name or comma does not count.
        """
        name_and_first_name = None
        for decision in self._names:
            name, comma, first_name = (part.strip() for part in decision.answer.partition(","))
            if name and comma and decision.means(account):
                name_and_first_name = name, first_name
                self._questions.mark_followed(decision.key)
        return name_and_first_name

    def rename(self, account: Account) -> None:
        """Give a player the name that a decision says, as `follow_name` does; without a decision he keeps his name."""
        account.name, account.first_name = self.follow_name(account) or (account.name, account.first_name)


def _decisions_of_kind(questions: Questions, kind: str) -> list[PlayerDecision]:
    return [
        PlayerDecision(key, key[1], key[2], key[3], line["Décision"]) for key, line in questions.find_by_nature(kind)
    ]


def _sort_key(surname: str, first_name: str, club: str, licence: str) -> tuple[str, ...]:
    """Return the sort key of a player of the register: by name, then club, then licence."""
    return *alphabetical_key(surname, first_name), normalize(club), licence


def merge_people(earlier: Iterable[RegisteredPlayer], accounts: Iterable[Account]) -> tuple[RegisteredPlayer, ...]:
    """Return everybody who was ever registered, in the order of their numbers.

    A player of the previous publication (`earlier`) without an account keeps number and spellings; the spellings of an
    account replace earlier ones.
    """
    people = {person.number: person for person in earlier}
    people |= {
        account.number: RegisteredPlayer(account.number, tuple(account.spellings.values())) for account in accounts
    }
    return tuple(people[number] for number in sorted(people))
