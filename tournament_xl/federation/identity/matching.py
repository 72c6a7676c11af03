"""Accounts of the participants of a tournament: of a registered player, of a new one, or of a guest.

A guest is a participant about whom a question is open; his account is not in the register. Accounts: people.py.
"""

from __future__ import annotations

from collections.abc import Collection

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.identity.people import Account, RegisteredPlayer, parse_licence, parse_player_handle
from tournament_xl.federation.identity.register import Doubt, Register, player_question_key
from tournament_xl.federation.intake.decisions import Questions
from tournament_xl.federation.intake.facts import Entrant, File
from tournament_xl.messages import federation as texts


class Matching:
    """Finder of the accounts of participants; it goes through the tournaments one after the other.

    A row about which a question is open gets the same guest in every tournament.
    """

    def __init__(self, register: Register, questions: Questions) -> None:
        self.register, self._questions = register, questions
        self._guests, self._decided_new = dict[tuple[str, ...], Account](), dict[tuple[str, ...], Account]()

    def restore(self, person: RegisteredPlayer) -> None:
        """Register again a player of an earlier publication whom no list or tournament brings now.

        He gets the name, licence and club of his oldest spelling, and all his spellings; he has no cote (rating).
        """
        first = person.spellings[0]
        account = self.register.add(
            Account(first.name, first.first_name, parse_licence(first.licence), first.club, "", None, None), first.since
        )
        for spelling in person.spellings:
            account.spellings.setdefault(spelling.evidence, spelling)
            key = (texts.PLAYER, *spelling.evidence)
            if normalize(self._questions.answer(key)) == normalize(texts.NEW):
                self._decided_new[key] = account

    def match_participants(self, file: File) -> tuple[dict[int, Account], list[str], list[str]]:
        """Find the account of each participant of a tournament, and record in it how he is written there.

        Somebody who resembles nobody is registered as a new player. Where there is doubt, also when two rows would be
        one player, a question is asked and the row goes to a guest, in whose account nothing is recorded. Players with
        a licence come first, then the others, both by N°. Decisions that name the player of a row are marked as
        followed. The file must have a tournament, else AssertionError.

        Returns:
            Account of each participant by N°; French remarks to look at (guests, players whose line in the federation's
            list of players has a last tournament at least as recent as this one); French remarks to know (players
            found by name and club alone, new players).
        """
        accounts: dict[int, Account] = {}
        doubtful, new, by_name, newer = [], [], [], []
        for entrant in sorted(file.tournament.participants, key=lambda row: (not row.licence, row.number)):
            count_before = len(self.register.accounts)
            account = self._find_or_register(entrant, set(accounts.values()), file)
            accounts[entrant.number] = account
            if not account.guest:
                self.register.record_spelling(account, entrant, file.tournament.first)
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

    def _find_or_register(self, entrant: Entrant, taken: Collection[Account], file: File) -> Account:
        """Return the account of a row; registers a new player, asks a question where it gives the row to a guest."""
        match, person = self._match(entrant), player_question_key(entrant)
        if isinstance(match, Account) and match in taken:
            match = Doubt("taken", (match,))
        if isinstance(match, Account):
            return match
        account = _new_account(entrant)
        if match is None:
            if self.register.find_by_licence(account.licence):  # the licence belongs to another player
                account.licence = ""
            account = self.register.add(account, file.tournament.first)
            if self._questions.answer(person):
                self._decided_new[person] = account
            return account
        self.register.ask(entrant, match, file.tournament.title, (file.tournament.first, file.tournament.last))
        account.guest = True
        return self._guests.setdefault(person, account)

    def _match(self, entrant: Entrant) -> Account | Doubt | None:
        """Return the player whom a decision, then marked as followed, names, else whom the register finds.

        None for a new player.
        """
        person = player_question_key(entrant)
        answer = parse_player_handle(self._questions.answer(person))
        if not answer:
            return self.register.find_player(entrant)
        self._questions.mark_followed(person)
        if normalize(answer) == normalize(texts.NEW):
            return self._decided_new.get(person)
        if account := self.register.find_by_handle(answer):
            return account
        match = self.register.find_player(entrant)
        if match is None and normalize(answer) == normalize(_new_account(entrant).handle):
            return None  # this tournament registers him; the answer names him for later ones
        return Doubt("nobody", (match,) if isinstance(match, Account) else match.candidates if match else ())


def _new_account(entrant: Entrant) -> Account:
    licence = parse_licence(entrant.licence)
    return Account(entrant.name, entrant.first_name, licence, entrant.club, entrant.series, None, None)
