"""Whom a row of a workbook may mean, as the person who decides wants to see them: the likeliest first, and why."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from fractions import Fraction

from tournament_xl.federation.facts import Entrant
from tournament_xl.federation.register import Account, licence_key, name_key
from tournament_xl.lists.columns import fold_title
from tournament_xl.record import record
from tournament_xl.texts import federation as texts

_NEAR = 0.75  # likeness of names that is worth telling


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
