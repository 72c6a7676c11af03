"""What the first pairing fixes for several rounds, as the Journal writes it: a table of seats, groups."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.model import X

BUILT_IN_TABLE = "intégrée"


def seat_table_text(table: Iterable[Iterable[tuple[int, int]]] | None) -> str:
    """A table of seats for the first pairing's record: rounds separated by "/"."""
    if table is None:
        return BUILT_IN_TABLE
    return "/".join(" ".join(f"{a}-{b}" for a, b in games) for games in table)


def read_seat_table(text: str) -> tuple[tuple[tuple[int, int], ...], ...] | None:
    """The organiser's own table from the record; None for the built-in one."""
    if text in ("", BUILT_IN_TABLE):
        return None
    try:
        return tuple(
            tuple((int(a), int(b)) for a, b in (game.split("-") for game in games.split())) for games in text.split("/")
        )
    except ValueError:
        return None


def groups_text(groups: Iterable[Iterable[int]]) -> str:
    """The N° of each group in the order drawn: "8-1-X-4-5-9/2-7-3-6-10-11"."""
    return "/".join("-".join(str(who or "X") for who in group) for group in groups)


def read_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """The groups from the record; () when it cannot be read."""
    try:
        return tuple(tuple(X if who == "X" else int(who) for who in group.split("-")) for group in text.split("/"))
    except ValueError:
        return ()
