"""Entry of tournaments and adjustments in the ledger, and a check for players at two places at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations

from tournament_xl.core.normalization import normalize
from tournament_xl.federation.identity.people import Account, PlayerDecisions
from tournament_xl.federation.intake.decisions import Adjustment, Key, Questions
from tournament_xl.federation.intake.facts import Entrant, File
from tournament_xl.federation.intake.versions import leave_out_repeated
from tournament_xl.federation.ranking.closing import OpenMonth
from tournament_xl.federation.ranking.history import PublicationHistory
from tournament_xl.federation.ranking.ledger import DatedList, Ledger
from tournament_xl.messages import federation as texts
from tournament_xl.players.columns import licence_key, name_key


def enter_open_month(
    ledger: OpenMonth,
    questions: Questions,
    files: Iterable[File],
    adjustments: Iterable[Adjustment],
    day: date,
    lists: Sequence[DatedList],
    earlier: PublicationHistory,
) -> list[File]:
    """Enter all that is new up to a day in a ledger that continues an earlier publication (R13 of docs/regles.md).

    Args:
        ledger: New ledger made for that publication, whose cotes are first restored in it; in the end it holds the
            cotes of `day`, with the points that changes of published tournaments add.
        questions: Decisions, marked as followed where they take effect; new questions are added.
        files: Files that no decision excludes with their tournament, others without.
        adjustments: All adjustments, old and new, in any order; those that a decision undoes are left out here.
        day: Last day that counts.
        lists: Lists of players after the initial one: the lines that were new with later publications.
        earlier: That publication.

    Returns:
        All files; those that do not count (repeated, waiting for a decision, ended later) come back without tournament,
        too.

    Raises:
        ListError: An adjustment has an unknown licence.
    """
    entered_files = [_in_time(file, day) for file in leave_out_repeated(files, questions)]
    adjustments_before = _without_undone(earlier.adjustments, Questions(earlier.decisions))
    ledger.run(entered_files, _without_undone(adjustments, questions), adjustments_before, day, lists)
    return entered_files


def describe_overlaps(ledger: Ledger, questions: Questions, decided_keys: Iterable[Key]) -> Iterator[str]:
    """Yield a French warning for each player who, by a decision, played two tournaments on the same days.

    It names the first two such tournaments in which he is written differently, by licence or name.

    Args:
        ledger: The ledger after everything was entered.
        questions: Decisions in force.
        decided_keys: Keys of the decisions to check, for example the new ones; other decisions give no warning.
    """
    rows: dict[Account, list[tuple[File, Entrant]]] = defaultdict(list)
    for counted in ledger.counted:
        for entrant in counted.file.tournament.participants:
            rows[counted.accounts[entrant.number]].append((counted.file, entrant))
    player_decisions, keys_of_decisions = PlayerDecisions(questions), set(decided_keys)
    for rows_of_player in (
        rows_of_player
        for account, rows_of_player in rows.items()
        if not keys_of_decisions.isdisjoint(player_decisions.find_identifying_decisions(account))
    ):
        for (file, first_entrant), (second_file, second_entrant) in combinations(rows_of_player, 2):
            first, second = file.tournament, second_file.tournament
            are_disjoint = first.last < second.first or second.last < first.first
            if not are_disjoint and _identity(first_entrant) != _identity(second_entrant):
                yield texts.AT_ONCE.format(
                    one=_name_with_licence(first_entrant), title=first.title, day=first.last,
                    other=_name_with_licence(second_entrant), other_title=second.title, other_day=second.last,
                )  # fmt: skip
                break


def _identity(entrant: Entrant) -> tuple[str, str]:
    return licence_key(entrant.licence), name_key(entrant.full_name)


def _name_with_licence(entrant: Entrant) -> str:
    return f"{entrant.full_name} ({entrant.licence})" if entrant.licence else entrant.full_name


def _in_time(file: File, day: date) -> File:
    """Return a file without its tournament when that ends after the day."""
    if file.played and file.played.last > day:
        return replace(file, played=None, refusal=texts.LATER.format(day=file.played.last), word=texts.TO_COME)
    return file


def _without_undone(adjustments: Iterable[Adjustment], questions: Questions) -> list[Adjustment]:
    """Leave out adjustments that a decision `ajustement … retirer` names, and mark it as followed.

    One without reason names all of a player and day.
    """
    withdrawals = [
        key for key, line in questions.find_by_nature(texts.ADJUSTED) if normalize(line["Décision"]) == texts.WITHDRAW
    ]
    in_force = []
    for adjustment in adjustments:
        undoing_keys = [
            key for key in withdrawals if key == adjustment.key or (not key[3] and key[:3] == adjustment.key[:3])
        ]
        for key in undoing_keys:
            questions.mark_followed(key)
        in_force += [] if undoing_keys else [adjustment]
    return in_force
