"""Standings and next pairs under supposed results; nothing is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.actions.what_if import suppose_results
from tournament_xl.core.model import X
from tournament_xl.games.registry import game_of
from tournament_xl.messages.sheets import points_text
from tournament_xl.service.standings import Standings, build_standings
from tournament_xl.service.workbook_access import collect_context
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.sheets.pairings import find_last_round

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess
    from tournament_xl.workbook.decoded import Workbook


class SupposedResult(NamedTuple):
    """Supposed result, as people type it: the table, and the scores "444-333"; "+" joins the games of a match."""

    table: str
    scores: str


class SupposedSide(NamedTuple):
    """Player of a supposed pair: full name, and points as the standings would have them."""

    name: str
    points: str


class SupposedPair(NamedTuple):
    """Pair that the next round would have."""

    table: int  # 0 without one
    first: str  # full name; X or BIP for the bye
    second: str
    sides: tuple[SupposedSide, ...]  # both players in this order; one player against the bye


@dataclass(frozen=True, slots=True)
class WhatIfResult:
    """Tournament under supposed results.

    Attributes:
        message: French sentences: what is shown, which results are missing or unlikely.
        standings: Standings after the last drawn round with these results; their title says when some are missing.
        decoded: The workbook with these results; matches without a result are left out of its last round.
        next: The workbook with the next round paired; None while results are missing, or after the last round.
    """

    message: str
    standings: Standings
    decoded: Workbook
    next: Workbook | None

    @property
    def next_round(self) -> int:
        """Number of the next round; 0 where none is paired."""
        return len(self.next.tournament.rounds) if self.next else 0

    @property
    def pairs(self) -> tuple[SupposedPair, ...]:
        """Pairs of the next round by table, those without a table last, the bye too; empty where none is paired."""
        if self.next is None:
            return ()
        names, column = self.next.names(), game_of(self.next).points_column
        points = {
            str(row["N°"]): points_text(float(cell_text(row.get(column)) or 0)) for row in self.standings.table.rows
        }
        pairs = []
        for match in find_last_round(self.next):
            players = (player_id for player_id in match.sides if player_id != X)
            sides = tuple(SupposedSide(names[player_id], points.get(str(player_id), "")) for player_id in players)
            pairs.append(SupposedPair(match.table, names[match.sides[0]], names[match.sides[1]], sides))
        return tuple(pairs)


def suppose(workbook: WorkbookAccess, results: Sequence[SupposedResult]) -> WhatIfResult:
    """Compute the standings and the next pairs for supposed results of the last drawn round; nothing is written.

    Some tables may be left out; of two results for one table the later one counts. The next pairs need all results and
    a round left. Unlikely scores are only mentioned in `message`.

    Raises:
        ExternalError: The workbook cannot be read.
        ActionAborted: The workbook has problems, no result is missing, a table has a result or does not exist, a result
            is invalid, or the next round cannot be paired.
    """
    supposed = suppose_results(workbook.read(), results, collect_context(workbook))
    standings = build_standings(supposed.decoded, supposed.after, supposed.title)
    return WhatIfResult(supposed.sentence, standings, supposed.decoded, supposed.next)


def parse_results(text: str) -> tuple[SupposedResult, ...]:
    """Parse results typed as "3 444-333 ; 4 400-380", separated by ";", "," or line ends; scores are not checked here.

    The results are in their order; there are none if nothing is typed, or if any part lacks a table or a score.
    """
    parts = [part.split(maxsplit=1) for part in re.split(r"[;,\n]", text) if part.strip()]
    return tuple(SupposedResult(*part) for part in parts) if all(len(part) == 2 for part in parts) else ()
