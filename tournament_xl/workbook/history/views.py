"""What a recorded document says of its players and rounds, and the keys of its pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tournament_xl.core.model import X
from tournament_xl.workbook.number_texts import to_one_line

X_MARK = "X"  # the fictitious player in pairs and groups
TYPED_BEFORE, DRAWN_BEFORE = "typed", "drawn"  # pair fixed before a pairing: by people, or by an earlier draw
Match = Mapping[str, Any]  # entry of a match
Recorded = Mapping[str, Any]  # recorded part of a document, or a part of that
Pairs = frozenset[frozenset[int]]
Sides = frozenset[tuple[int, int]]


def make_pair_key(first: int | str, second: int | str) -> str:
    """Return the key of a pair, "3-5" or "3-X": the lower N° first, X (also 0) last."""
    first, second = first or X_MARK, second or X_MARK
    is_ordered = second == X_MARK or (first != X_MARK and first < second)  # type: ignore[operator]  # both are N°
    return f"{first}-{second}" if is_ordered else f"{second}-{first}"


def split_pair_key(key: str) -> tuple[int, int]:
    """Return the two N° of the key of a pair, X (0) for the fictitious player."""
    first, _, second = key.partition("-")
    return int(first), number_side(second)


def number_side(side: int | str) -> int:
    """Return the N° of a side, X (0) for the fictitious player."""
    return X if side == X_MARK else int(side)


def number_sides(match: Match) -> tuple[int, int]:
    """Return the two N° of a match in the order of the sheet, X (0) for the fictitious player."""
    first, second = map(number_side, match["sides"])
    return first, second


def find_matches(document: Recorded, round_number: int) -> Mapping[str, Match]:
    """Return the matches of a round by the key of their pair, in the order in which they were recorded.

    That is the order of the sheet when the round was paired; pairs that people typed later follow.
    """
    matches: Mapping[str, Match] = document.get("rounds", {}).get(str(round_number), {}).get("matches", {})
    return matches


def list_pairs(document: Recorded, round_number: int) -> list[frozenset[int]]:
    """Return the pairs of a round, each as the set of its two N° (0 for X), in the order of `find_matches`."""
    return [frozenset(split_pair_key(key)) for key in find_matches(document, round_number)]


def find_sides(document: Recorded, round_number: int) -> Sides:
    """Return the pairs of a round, each as (first, second) N° on the sheet: Black first where there are colours."""
    return frozenset(map(number_sides, find_matches(document, round_number).values()))


def find_imposed_pairs(document: Recorded, round_number: int, status: str = "") -> Pairs:
    """Return the pairs of a round that were fixed before its pairing.

    The status `TYPED_BEFORE` selects pairs that people typed, `DRAWN_BEFORE` pairs that the program had drawn and that
    remained when the round was paired again; "" selects all.
    """
    imposed = document.get("rounds", {}).get(str(round_number), {}).get("imposed", {})
    return frozenset(frozenset(split_pair_key(key)) for key, kind in imposed.items() if status in ("", kind))


def find_drawn_pairs(document: Recorded, round_number: int) -> Pairs:
    """Return the pairs of a round that were not fixed before its pairing."""
    return frozenset(list_pairs(document, round_number)) - find_imposed_pairs(document, round_number)


def find_present(document: Recorded, round_number: int) -> frozenset[int]:
    """Return the N° of players present when the round was paired; empty when no action paired it."""
    return frozenset(document.get("rounds", {}).get(str(round_number), {}).get("present", ()))


def list_drawn_rounds(document: Recorded) -> list[int]:
    """Return the numbers of the rounds that count as drawn, ascending."""
    return sorted(int(number) for number, entry in document.get("rounds", {}).items() if entry.get("drawn"))


def find_changed_pairs(before: Recorded, after: Recorded, rounds: Iterable[str]) -> set[tuple[int, str]]:
    """Return round and key of each pair that only one of two documents has."""
    numbers = [*map(int, rounds)]
    return {
        (number, key) for number in numbers for key in find_matches(before, number).keys() ^ find_matches(after, number)
    }


def find_names(document: Recorded) -> dict[int, str]:
    """Return the full name of each player who has one, by N°."""
    names = {int(number): name_player(player) for number, player in document.get("players", {}).items()}
    return {number: name for number, name in names.items() if name}


def name_player(player: Mapping[str, Any]) -> str:
    """Return surname and first name of a player's entry; "" where it has none."""
    return to_one_line(f"{player.get('name', '')} {player.get('first_name', '')}")


def find_seeds(document: Recorded) -> dict[int, float]:
    """Return the place in the initial ranking of each player who has one, by N°."""
    players = document.get("players", {})
    return {int(number): float(player["seed"]) for number, player in players.items() if player.get("seed")}


def find_cotes(document: Recorded) -> dict[int, float]:
    """Return the cote that counts of each player who has one, by N°."""
    cotes = {int(number): find_cote(player) for number, player in document.get("players", {}).items()}
    return {number: cote for number, cote in cotes.items() if cote}


def find_cote(player: Mapping[str, Any]) -> float:
    """Return the cote that counts of a player's entry; 0 where there is none."""
    cote = player.get("used_cote") or player.get("cote")
    return float(cote) if isinstance(cote, int | float) else 0
