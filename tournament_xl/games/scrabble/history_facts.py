"""Facts of Scrabble that only the history (sheet Mémoire) has: seat table, groups and their seed, ratings requested."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.core.model import Fact, X
from tournament_xl.workbook.history.history import StateView

TABLES, GROUPS, SEED, RATED_ONCE = Fact("tables"), Fact("groupes"), Fact("graine"), Fact("calculées")
PROVISIONAL = "provisoires"  # RATED_ONCE: requested before the end, or rounds were added since; else "oui"
BUILT_IN_TABLE = "intégrée"


def read_groups(state: StateView) -> tuple[tuple[int, ...], ...]:
    """Return the N° of each group of an Open in the order drawn (O4), X (the bye) as 0.

    () before the draw, or if the record is damaged.
    """
    return parse_groups(state.facts[GROUPS]) if GROUPS in state.facts else ()


def format_seat_table(table: Iterable[Iterable[tuple[int, int]]] | None) -> str:
    """Format a seat table for the record of the first pairing, rounds separated by "/"; None is the built-in table."""
    if table is None:
        return BUILT_IN_TABLE
    return "/".join(" ".join(f"{a}-{b}" for a, b in games) for games in table)


def parse_seat_table(text: str) -> tuple[tuple[tuple[int, int], ...], ...] | None:
    """Parse the organiser's own seat table from the record; None for the built-in one, or a damaged text."""
    if text in ("", BUILT_IN_TABLE):
        return None
    try:
        return tuple(
            tuple((int(a), int(b)) for a, b in (game.split("-") for game in games.split())) for games in text.split("/")
        )
    except ValueError:
        return None


def format_groups(groups: Iterable[Iterable[int]]) -> str:
    """Format the N° of each group in drawing order: "8-1-X-4-5-9/2-7-3-6-10-11"."""
    return "/".join("-".join(str(player_id or "X") for player_id in group) for group in groups)


def parse_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """Parse groups from the record, X as 0; () when the text is damaged."""
    try:
        return tuple(tuple(X if part == "X" else int(part) for part in group.split("-")) for group in text.split("/"))
    except ValueError:
        return ()
