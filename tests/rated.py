"""Tournaments for tests of ratings, and the sheet Cotes as people see it."""

from __future__ import annotations

from tests.desk import Desk
from tournament_xl.book import labels
from tournament_xl.book.snapshot import cell_text

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
        desk.must()
        play(desk, STRENGTH)
    return desk


def play(desk: Desk, order: list[int]) -> None:
    """Results of the current round: whoever stands first in `order` wins."""
    for row in desk.decoded().pending:
        edge = 10 * (order.index(row.match.two) - order.index(row.match.one))
        desk.type(labels.RESULTS, row.line.row, "Score 1", 400 + edge)
        desk.type(labels.RESULTS, row.line.row, "Score 2", 400)


def finished(players: int = 8, **settings: object) -> Desk:
    """A tournament of five rounds in which the better seed always won; results all in."""
    desk = Desk(**settings).players(players)
    for _ in range(5):
        desk.must().better_seed_wins()
    return desk


def lines(desk: Desk) -> dict[str, dict[str, str]]:
    """The rows of Cotes by player's name."""
    return {line.text("Joueur"): line.texts for line in desk.table(labels.RATINGS).lines()}


def facts(desk: Desk) -> dict[str, str]:
    """Row 3: label -> value in the next cell."""
    row = [cell_text(cell) for cell in desk.snapshot.sheets[labels.RATINGS][2]] + [""]
    return {label: row[row.index(label) + 1] for label in labels.RATING_FACTS}


def header(desk: Desk) -> list[str]:
    return [cell_text(cell) for cell in desk.snapshot.sheets[labels.RATINGS][3]]


def title(desk: Desk) -> str:
    return cell_text(desk.snapshot.cell(labels.RATINGS, 1, 1))


def by_place(desk: Desk, name: str) -> list[str]:
    """The columns "1", "2", … of a player."""
    head = header(desk)
    row = desk.table(labels.RATINGS).header
    row += 1 + list(lines(desk)).index(name)
    after = head.index(labels.BY_PLACE_COLUMN) + 1
    return [cell_text(desk.snapshot.cell(labels.RATINGS, row, at)) for at in range(after + 1, len(head) + 1)]
