"""Standings after a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournament_xl.core.model import Notice
from tournament_xl.games.registry import game_of
from tournament_xl.interchange.export_tables import ExportTable, build_standings_table_after
from tournament_xl.workbook.working_copy import refused

if TYPE_CHECKING:
    from tournament_xl.workbook.decoded import Workbook


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings as on the sheet Classement.

    Attributes:
        after: Number of the last round counted; 0 before the first round.
        title: Title over the table, in French.
        table: Columns and rows, the best player first.
    """

    after: int
    title: str
    table: ExportTable


def compute_standings(decoded: Workbook, after: int | None = None) -> Standings:
    """Compute the standings after a round.

    `after` 0 means the start, None the last round before the first one that lacks results.

    Raises:
        ActionAborted: This round or an earlier one lacks results, or there is no round of this number.
    """
    played = decoded.tournament.played
    number = played if after is None else after
    if not 0 <= number <= played:
        raise refused(Notice("not_played_yet", {"round": number, "last": played}))
    return build_standings(decoded, number)


def build_standings(decoded: Workbook, after: int, title: str = "") -> Standings:
    """Compute the standings after a drawn round; matches without a result do not count, and nothing is refused.

    `after` 0 means the start; `title` "" means the title of the sheet Classement.
    """
    shown_title = title or game_of(decoded).render_standings_title(decoded, after)
    return Standings(after, shown_title, build_standings_table_after(decoded, after))
