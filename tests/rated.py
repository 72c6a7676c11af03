"""Tournaments for tests of ratings."""

from __future__ import annotations

from tests.desk import Desk
from tournament_xl.book import labels

PUBLISHED = (
    ("Joker", 2923, ""), ("Première série", None, "1A"), ("Troisième", 1860, ""), ("Cas A", 1803, ""),
    ("Cas B", 1700, ""), ("Quatrième série", None, "4C"), ("Septième", 1580, ""), ("Huitième", 1415, ""),
    ("Neuvième", 1002, ""), ("Nouveau", None, ""),
)  # regulation, paragraph 8: name, PL, duplicate series  # fmt: skip
STRENGTH = [6, 4, 9, 2, 8, 10, 1, 5, 7, 3]  # who beats whom, so that case A ends second and case B eighth


def published(**settings: object) -> Desk:
    """The tournament of the regulation's example, its five rounds played."""
    desk = Desk(**settings)
    for name, cote, series in PUBLISHED:
        desk.player(name, cote, Série_duplicate=series)
    for _ in range(5):
        for row in desk.must().decoded().pending:
            edge = 10 * (STRENGTH.index(row.match.two) - STRENGTH.index(row.match.one))
            desk.fill(labels.RESULTS, {row.line.row: {"Score 1": 400 + edge, "Score 2": 400}})
    return desk
