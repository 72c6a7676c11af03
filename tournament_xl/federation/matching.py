"""Which account each participant of a tournament has: matched, new, or a guest's while there is a question; and whom he
may be, the likeliest first, for the one who decides.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from fractions import Fraction

from tournament_xl.federation.entries import Decisions
from tournament_xl.federation.facts import Entrant, File
from tournament_xl.federation.questions import Question, Questions
from tournament_xl.federation.register import Account, Doubt, Person, Register, licence_key, name_key, person
from tournament_xl.folding import fold
from tournament_xl.lists.columns import fold_title
from tournament_xl.record import record
from tournament_xl.texts import federation as texts

_NEAR = 0.75  # likeness of names that is worth telling


class Matching:
    """The register, the decisions about it, and what it does not settle."""

    def __init__(self, register: Register, decisions: Decisions, questions: Questions) -> None:
        self.register = register
        self._decisions, self._questions = decisions, questions
        self._guests: dict[Person, Account] = {}
        self._decided_new: dict[Person, Account] = {}

    def accounts(self, file: File) -> tuple[dict[int, Account], list[str], list[str]]:
        """The account of each participant by N°, and what is to be said of them: what is in doubt, what was done.

        Players with a licence come first, then by N°; nobody has two rows in one tournament.
        """
        assert file.played
        found: dict[int, Account] = {}
        doubtful, new, by_name, newer = [], [], [], []
        for entrant in sorted(file.played.participants, key=lambda one: (not one.licence, one.number)):
            known = len(self.register.accounts)
            account = self._account(entrant, set(found.values()), file)
            found[entrant.number] = account
            if account.guest:
                doubtful.append(entrant.full_name)
            elif len(self.register.accounts) > known:
                new.append(entrant.full_name)
            elif not entrant.licence and not self._answer(entrant):
                by_name.append(entrant.full_name)
            if account.listed_last and account.listed_last >= file.played.last:
                newer.append(entrant.full_name)
        return found, texts.doubts_about(doubtful, newer), texts.facts_about(by_name, new)

    def _answer(self, entrant: Entrant) -> str:
        return self._decisions.get((texts.PLAYER, *person(entrant)))

    def _account(self, entrant: Entrant, taken: Collection[Account], file: File) -> Account:
        match = self._match(entrant)
        if isinstance(match, Account) and match in taken:
            match = Doubt("taken", (match,))
        if isinstance(match, Account):
            return match
        account = Account(entrant.name, entrant.first_name, entrant.licence, entrant.club, entrant.series, None, None)
        if match is None:
            self.register.add(account)
            if self._answer(entrant):
                self._decided_new[person(entrant)] = account
            return account
        self._ask(entrant, match, file)
        account.guest = True
        return self._guests.setdefault(person(entrant), account)

    def _match(self, entrant: Entrant) -> Account | Doubt | None:
        """Whom the decision names, else whom the register knows; None: somebody new."""
        answer = self._answer(entrant)
        if not answer:
            return self.register.find(entrant)
        if fold(answer) == fold(texts.NEW):
            return self._decided_new.get(person(entrant))
        return self.register.named(answer) or Doubt("nobody", ())

    def _ask(self, entrant: Entrant, doubt: Doubt, file: File) -> None:
        assert file.played
        likeliest = candidates(entrant, doubt.candidates)
        proposals = dict.fromkeys([*(one.handle for one in likeliest), texts.NEW])
        question = Question(
            texts.PLAYER, texts.DOUBTS[doubt.kind], title=file.played.title, day=file.played.last,
            name=entrant.name, first_name=entrant.first_name, licence=entrant.licence, club=entrant.club,
            proposals=tuple(proposals), candidates=tuple(one.sentence for one in likeliest),
        )  # fmt: skip
        self._questions.ask(question, self._answer(entrant))


@record
class Candidate:
    """A player who may be meant."""

    handle: str  # what a decision calls him
    reasons: tuple[str, ...]  # French: what speaks for him, the weightiest first
    weight: int
    sentence: str  # name, club, cote, last tournament, reasons


def candidates(entrant: Entrant, accounts: Iterable[Account]) -> list[Candidate]:
    """The likeliest first; equals in the order given."""
    return sorted((_candidate(entrant, one) for one in accounts), key=lambda one: -one.weight)


def _candidate(entrant: Entrant, account: Account) -> Candidate:
    own, other = name_key(entrant.full_name), name_key(account.full_name)
    alike = difflib.SequenceMatcher(None, own, other).ratio() >= _NEAR
    clues = (
        (3, own == other, texts.SAME_NAME),
        (2, own != other and alike, texts.NEAR_NAME),
        (3, account.cote is not None and account.cote == Fraction(entrant.cote), texts.SAME_COTE),
        (2, bool(entrant.licence) and licence_key(entrant.licence) == licence_key(account.licence), texts.SAME_LICENCE),
        (1, bool(entrant.club) and fold_title(entrant.club) == fold_title(account.club), texts.SAME_CLUB),
        (1, bool(entrant.series) and entrant.series == account.series, texts.SAME_SERIES),
    )
    found = [(weight, sentence) for weight, holds, sentence in clues if holds]
    reasons = tuple(sentence for _, sentence in sorted(found, key=lambda clue: -clue[0]))
    facts = [
        account.full_name, account.club,
        texts.CANDIDATE_COTE.format(cote=texts.plain(account.cote)) if account.cote is not None else texts.NO_COTE,
        texts.CANDIDATE_LAST.format(day=account.last) if account.last else texts.NO_LAST,
    ]  # fmt: skip
    told = texts.CANDIDATE.format(
        handle=account.handle, facts=", ".join(filter(None, facts)), reasons=", ".join(reasons) or texts.NO_CLUE
    )
    return Candidate(account.handle, reasons, sum(weight for weight, _ in found), told)
