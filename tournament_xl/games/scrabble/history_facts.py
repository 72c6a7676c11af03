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
    """Format a seat table for the history: "1-5 2-6 3-7 4-8/1-4 2-3 5-8 6-7", rounds separated by "/".

    Args:
        table: Rounds of pairs of seats; None for the built-in table, recorded as "intégrée".
    """
    if table is None:
        return BUILT_IN_TABLE
    return "/".join(" ".join(f"{a}-{b}" for a, b in games) for games in table)


def parse_seat_table(text: str) -> tuple[tuple[tuple[int, int], ...], ...] | None:
    """Parse the organiser's own seat table from its record in the history.

    None for the built-in table, "" and a text that is damaged; whether the seats are possible is not checked.
    """
    if text in ("", BUILT_IN_TABLE):
        return None
    try:
        return tuple(
            tuple((int(a), int(b)) for a, b in (game.split("-") for game in games.split())) for games in text.split("/")
        )
    except ValueError:
        return None


def format_groups(groups: Iterable[Iterable[int]]) -> str:
    """Format the N° of each group for the history, in the order drawn, X for 0: "8-1-X-4-5-9/2-7-3-6-10-11"."""
    return "/".join("-".join(str(player_id or "X") for player_id in group) for group in groups)


def parse_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """Parse the N° of each group from the history's record, X (the bye) as 0; () when the text is damaged or empty."""
    try:
        return tuple(tuple(X if part == "X" else int(part) for part in group.split("-")) for group in text.split("/"))
    except ValueError:
        return ()
