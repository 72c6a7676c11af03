"""What is entered in the ledger: each tournament once, in its time, and the adjustments that hold; and what cannot be
of what came out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.identity.people import Account, Orders
from tournament_xl.federation.intake.decisions import Adjustment, Key, Questions
from tournament_xl.federation.intake.facts import Entrant, File
from tournament_xl.federation.intake.versions import once
from tournament_xl.federation.ranking.ledger import LaterList, Ledger
from tournament_xl.messages import federation as texts
from tournament_xl.players.columns import licence_key, name_key


def enter(
    ledger: Ledger,
    questions: Questions,
    files: Iterable[File],
    adjustments: Iterable[Adjustment],
    day: date,
    lists: Sequence[LaterList],
) -> list[File]:
    """Enter everything that ended by a day in a new ledger; the files, those left out without their tournament.

    `lists`: those after the first one. Raises ListError for an adjustment of an unknown licence.
    """
    left = [_in_time(file, day) for file in once(files, questions)]
    ledger.run([file for file in left if file.played], _not_undone(adjustments, questions), day, lists)
    return left


def at_once(ledger: Ledger, questions: Questions, given: Iterable[Key]) -> Iterator[str]:
    """A sentence for each player whom a given decision makes of two who played in two places on the same days."""
    rows: dict[Account, list[tuple[File, Entrant]]] = defaultdict(list)
    for counted in ledger.counted:
        for entrant in counted.file.tournament.participants:
            rows[counted.accounts[entrant.number]].append((counted.file, entrant))
    orders, told = Orders(questions), set(given)
    for found in (found for account, found in rows.items() if not told.isdisjoint(orders.made_one(account))):
        for (file, one), (other_file, other) in combinations(found, 2):
            first, second = file.tournament, other_file.tournament
            apart = first.last < second.first or second.last < first.first
            if not apart and _written(one) != _written(other):
                yield texts.AT_ONCE.format(
                    one=_named(one), title=first.title, day=first.last,
                    other=_named(other), other_title=second.title, other_day=second.last,
                )  # fmt: skip
                break


def _written(one: Entrant) -> tuple[str, str]:
    return licence_key(one.licence), name_key(one.full_name)


def _named(one: Entrant) -> str:
    return f"{one.full_name} ({one.licence})" if one.licence else one.full_name


def _in_time(file: File, day: date) -> File:
    """Without its tournament when it ends after the day of the ranking."""
    if file.played and file.played.last > day:
        return replace(file, played=None, refusal=texts.LATER.format(day=file.played.last), word=texts.TO_COME)
    return file


def _not_undone(adjustments: Iterable[Adjustment], questions: Questions) -> list[Adjustment]:
    """The adjustments but those that a decision `ajustement … retirer` names; without a reason all of that day."""
    orders = [
        (key, line) for key, line in questions.of_kind(texts.ADJUSTED) if normalize(line["Décision"]) == texts.WITHDRAW
    ]
    found = []
    for one in adjustments:
        undone = [key for key, _ in orders if key == one.key or (not key[3] and key[:3] == one.key[:3])]
        for key in undone:
            questions.follow(key)
        found += [] if undone else [one]
    return found
