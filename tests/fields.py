"""Players, scores and ways of typing by chance, for tournaments of tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests import naive, naive_open
from tournament_xl.book.snapshot import Cell

EDITIONS = ("F50", "F10")
FOREVER = 99  # rounds of somebody who has left: up to this one, not included
SCORES = (("Score 1", "Score 2"), ("Score 1b", "Score 2b"), ("Score 1c", "Score 2c"))
SERIES = {"S": 2350, "0": 2350, "1A": 2250, "1B": 2250, "2A": 2000, "3C": 1800, "4D": 1700, "5A": 1500, "6B": 1300}
FAMILY = (
    "Dupont", "dupond", "Éluard", "Eluard", "Œuvrard", "Oeuvre", "Saint-Jean", "Saint Just", "D'Arcy", "Darcy", "Zola",
    "Ænea", "Müller", "Muller", "Lê", "Le Goff", "N'Diaye", "de Rham", "Çelik", "Celik", "O’Neil", "Martin", "Aubert",
)  # fmt: skip
FIRST = ("Zoé", "Zoe", "Anne", "Anne-Marie", "Jean", "Élie", "Luc", "Max", "Ève", "Noël", "", "Ida", "Paul", "René")


def number_of(text: str) -> int:
    """A number as it stands in a cell: "X", "12", "12,0"."""
    return naive.X if text == "X" else int(float(text.replace(",", ".")))


def people(source: Random, count: int, *, first: int = 0) -> list[dict[str, Cell]]:
    """Rows of Joueurs: names with accents, some of them equal, cotes often equal, some from the series."""
    few = source.random() < 0.3
    rows: list[dict[str, Cell]] = []
    for index in range(first, first + count):
        family, own = source.choice(FAMILY), source.choice(FIRST)
        if source.random() < 0.5:
            own = f"{own} {index}".strip()
        row: dict[str, Cell] = {"Nom": family, "Prénom": own, "Licence": f"{source.randrange(10**4):04}{index:03}"}
        chance = source.random()
        if chance < 0.1:
            row["Série duplicate"] = source.choice(list(SERIES))
        elif chance < 0.95:
            cote = source.choice((1500, 1700, 1800)) if few else source.randrange(900, 3000)
            row["Cote"] = source.choice((cote, str(cote), float(cote)))
        rows.append(row)
    return rows


def cote_of(row: Mapping[str, Cell]) -> float:
    return float(row["Cote"]) if row.get("Cote") else float(SERIES.get(str(row.get("Série duplicate")), 1000))


def games(source: Random, *, to_win: int) -> list[tuple[int, int]]:
    """A match: draws, narrow and crushing games; three games at most when two must be won."""
    played: list[tuple[int, int]] = []
    while len(played) < (1 if to_win == 1 else 3):
        one = source.randrange(250, 560)
        two = one if source.random() < 0.1 else source.randrange(250, 560)
        played.append((one, two))
        if max(sum(a > b for a, b in played), sum(a < b for a, b in played)) == to_win:
            break
    return played


def typed(source: Random, number: int) -> Cell:
    """A number as people type it, or hosts read it."""
    return source.choice((number, number, number, float(number), str(number), f" {number} ", f"{number},0"))


def gave(row):
    """Who gives the forfeit by a row of Résultats."""
    return {number_of(row[f"N° {side}"]) for side in "12" if side in row["Forfait"]}


def absences_text(source, away):
    """A set of rounds as people announce it: "3", "3, 5", "2-4", "4-"."""
    parts, rest = [], sorted(away)
    while rest:
        run = [number for at, number in enumerate(rest) if number == rest[0] + at]
        if run[-1] >= FOREVER - 1:
            parts.append(f"{run[0]}-")
        elif len(run) > 1 and source.random() < 0.8:
            parts.append(f"{run[0]}-{run[-1]}")
        else:
            parts.extend(str(number) for number in run)
        rest = rest[len(run) :]
    if len(parts) == 1 and parts[0].isdigit() and source.random() < 0.5:
        return int(parts[0])
    return source.choice((",", ", ", "; ")).join(parts)


def size_of_field(source, formula):
    if formula == naive_open.OPEN:
        return source.choice((source.randrange(11, 20), source.randrange(11, 20), source.randrange(20, 45)))
    if formula != naive.CLASSIQUE:
        return source.randrange(3, 11 if formula == naive.ROUND_ROBIN else 8)
    few, some, many = source.randrange(7, 17), source.randrange(17, 41), source.randrange(41, 129)
    return source.choice((few,) * 5 + (some,) * 4 + (many,))
