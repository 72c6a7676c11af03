"""What is entered in the ledger: each tournament once, in its time, and the adjustments that hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from tournament_xl.federation.decisions import Adjustment, Questions
from tournament_xl.federation.facts import File
from tournament_xl.federation.ledger import LaterList, Ledger
from tournament_xl.federation.versions import once
from tournament_xl.folding import fold
from tournament_xl.texts import federation as texts


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


def _in_time(file: File, day: date) -> File:
    """Without its tournament when it ends after the day of the ranking."""
    if file.played and file.played.last > day:
        return replace(file, played=None, refusal=texts.LATER.format(day=file.played.last), word=texts.TO_COME)
    return file


def _not_undone(adjustments: Iterable[Adjustment], questions: Questions) -> list[Adjustment]:
    """The adjustments but those that a decision `ajustement … retirer` names; without a reason all of that day."""
    orders = [
        (key, line) for key, line in questions.of_kind(texts.ADJUSTED) if fold(line["Décision"]) == texts.WITHDRAW
    ]
    found = []
    for one in adjustments:
        undone = [key for key, _ in orders if key == one.key or (not key[3] and key[:3] == one.key[:3])]
        for key in undone:
            questions.follow(key)
        found += [] if undone else [one]
    return found
