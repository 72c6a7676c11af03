"""Check for players who, by a decision, played at two places at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from tournament_xl.federation.identity.people import Account, PlayerDecisions
from tournament_xl.federation.intake.decisions import Key, Questions
from tournament_xl.federation.intake.facts import Entrant, File
from tournament_xl.federation.ranking.ledger import Ledger
from tournament_xl.messages import federation as texts
from tournament_xl.players.columns import licence_key, name_key


def describe_overlaps(ledger: Ledger, questions: Questions, decided_keys: Iterable[Key]) -> Iterator[str]:
    """Yield a French warning for each player who, by a decision, played two tournaments on the same days.

    It names the first two such tournaments in which he is written differently, by licence or name. Only the decisions
    `decided_keys`, for example the new ones, are checked. `ledger` is the one after everything was entered.
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
