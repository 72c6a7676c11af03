"""Berger tables, the order of games of a round robin as FIDE publishes it (rule T)."""

from __future__ import annotations


def berger_round(seats: int, number: int) -> list[tuple[int, int]]:
    """Games of round `number` (1 … seats - 1) for an even number of seats, as (first, second) by seat from 1.

    Closed form of FIDE's tables: the last seat meets the pivot, the others meet in equal distance around it.
    ValueError for an odd number of seats or a round outside the cycle.
    """
    if seats % 2 or seats < 2 or not 1 <= number < seats:
        raise ValueError(f"no Berger round {number} for {seats} seats")
    ring = seats - 1
    pivot = (number + 1) // 2 if number % 2 else (number + seats) // 2
    games = [(pivot, seats) if number % 2 else (seats, pivot)]
    games += [((pivot + step - 1) % ring + 1, (pivot - step - 1) % ring + 1) for step in range(1, seats // 2)]
    return games
