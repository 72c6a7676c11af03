"""Accounts of the participants of a tournament: matched, new, or a guest's while a question is open."""

from __future__ import annotations

from collections.abc import Collection

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.identity.people import Account, RegisteredPlayer, parse_licence, player_named_in
from tournament_xl.federation.identity.register import Doubt, Register, player_question_key
from tournament_xl.federation.intake.decisions import Questions
from tournament_xl.federation.intake.facts import Entrant, File
from tournament_xl.messages import federation as texts


class Matching:
    """Accounts of participants: matched, new, or a guest's while a question is open."""

    def __init__(self, register: Register, questions: Questions) -> None:
        self.register, self._questions = register, questions
        self._guests, self._decided_new = dict[tuple[str, ...], Account](), dict[tuple[str, ...], Account]()

    def restore(self, person: RegisteredPlayer) -> None:
        """Register somebody of an earlier publication whom no tournament brings any more."""
        first = person.spellings[0]
        account = self.register.add(
            Account(first.name, first.first_name, parse_licence(first.licence), first.club, "", None, None), first.since
        )
        for spelling in person.spellings:
            account.spellings.setdefault(spelling.evidence, spelling)
            key = (texts.PLAYER, *spelling.evidence)
            if normalize(self._questions.answer(key)) == normalize(texts.NEW):
                self._decided_new[key] = account

    def accounts(self, file: File) -> tuple[dict[int, Account], list[str], list[str]]:
        """Match the participants of a tournament with accounts.

        Players with a licence are matched first, then the others, both by N°. Nobody has two rows in one tournament.

        Args:
            file: A file with a tournament.

        Returns:
            Account of each participant by N°; French sentences about doubts, and about matches by name and new players.
        """
        accounts: dict[int, Account] = {}
        doubtful, new, by_name, newer = [], [], [], []
        for entrant in sorted(file.tournament.participants, key=lambda row: (not row.licence, row.number)):
            count_before = len(self.register.accounts)
            account = self._account(entrant, set(accounts.values()), file)
            accounts[entrant.number] = account
            if not account.guest:
                self.register.note(account, entrant, file.tournament.first)
            if account.guest:
                doubtful.append(entrant.full_name)
            elif len(self.register.accounts) > count_before:
                new.append(entrant.full_name)
            elif not entrant.licence and not self._questions.answer(player_question_key(entrant)):
                by_name.append(entrant.full_name)
            if account.listed_last and account.listed_last >= file.tournament.last:
                newer.append(entrant.full_name)
        doubts = texts.sentences_about((texts.DOUBTFUL, doubtful), (texts.NEWER, newer))
        return accounts, doubts, texts.sentences_about((texts.BY_NAME, by_name), (texts.NEW_PLAYERS, new))

    def _account(self, entrant: Entrant, taken: Collection[Account], file: File) -> Account:
        match, person = self._match(entrant), player_question_key(entrant)
        if isinstance(match, Account) and match in taken:
            match = Doubt("taken", (match,))
        if isinstance(match, Account):
            return match
        account = _account(entrant)
        if match is None:
            if self.register.with_licence(account.licence):  # the licence belongs to another player
                account.licence = ""
            account = self.register.add(account, file.tournament.first)
            if self._questions.answer(person):
                self._decided_new[person] = account
            return account
        self.register.ask(entrant, match, file.tournament.title, (file.tournament.first, file.tournament.last))
        account.guest = True
        return self._guests.setdefault(person, account)

    def _match(self, entrant: Entrant) -> Account | Doubt | None:
        """Return the player whom a decision names, else whom the register finds; None for a new player."""
        person = player_question_key(entrant)
        answer = player_named_in(self._questions.answer(person))
        if not answer:
            return self.register.find(entrant)
        self._questions.follow(person)
        if normalize(answer) == normalize(texts.NEW):
            return self._decided_new.get(person)
        if account := self.register.named(answer):
            return account
        match = self.register.find(entrant)
        if match is None and normalize(answer) == normalize(_account(entrant).handle):
            return None  # this tournament registers him; the answer names him for later ones
        return Doubt("nobody", (match,) if isinstance(match, Account) else match.candidates if match else ())


def _account(entrant: Entrant) -> Account:
    licence = parse_licence(entrant.licence)
    return Account(entrant.name, entrant.first_name, licence, entrant.club, entrant.series, None, None)
