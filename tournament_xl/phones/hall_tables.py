"""Tables of the saved workbook in the hall, with the secret key of each slip."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass

from tournament_xl.core.model import X
from tournament_xl.phones.merge import get_report_key
from tournament_xl.phones.report_lines import Pair
from tournament_xl.publication.facts import PublicNames
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.history import history
from tournament_xl.workbook.working_copy import Row


def derive_key(secret: bytes, *parts: object) -> str:
    """Derive a key of 128 bits (22 letters fit for a URL) from the secret and some values, as text in their order."""
    digest = hmac.digest(secret, "|".join(map(str, parts)).encode(), "sha256")
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


@dataclass(frozen=True)
class HallTables:
    """Tables of the saved workbook; built once per publication."""

    decoded: Workbook
    round: int  # the last drawn round; 0 before the first
    rows: Mapping[str, Row]  # key -> row of Résultats, of all rounds
    open: Mapping[Pair, Row]  # rows of this round that have no result yet
    names: Mapping[int, str]  # player_id -> name to show, or initials
    single: bool  # a match of this round is one game
    style: str  # path of the style sheet

    def find_key(self, row: Row) -> str:
        """Return the secret key of a row's slip; StopIteration for a row without a slip: a bye, or without a table."""
        return next(key for key, candidate in self.rows.items() if candidate is row)


def build_hall(decoded: Workbook, secret: bytes, published: Mapping[str, bytes], *, initials: bool) -> HallTables:
    """Build the tables of all drawn rounds, with the secret key of each slip; byes and rows without table have none.

    Keys depend on the first pairing too, so that two tournaments with the same secret have different ones. `published`
    are the published pages by path; they give the path of the style sheet.
    """
    first_pairing = next(
        (entry.date + entry.chain for entry in decoded.memory.entries if entry.action == history.PAIRED), ""
    )
    round_number = len(decoded.tournament.rounds)
    rows = (row for row in decoded.results.rows if row.round <= round_number and row.match.table)
    real_matches = [row for row in rows if X not in row.match.sides]
    return HallTables(
        decoded, round_number, {derive_key(secret, first_pairing, *get_report_key(row)): row for row in real_matches},
        {get_report_key(row): row for row in decoded.pending if row in real_matches},
        PublicNames(decoded, initials=initials).names,
        round_number == 0 or decoded.games_to_win(round_number) == 1,
        next((name for name in published if name.endswith("/style.css")), ""),
    )  # fmt: skip
