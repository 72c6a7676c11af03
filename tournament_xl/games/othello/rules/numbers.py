"""Numbers of players who are new to the world's list (rule X3 of docs/regles.md): free, in their country's range."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count, islice

ZONES = {
    3200: (3349, "PG"), 9000: (9500, ""), 10000: (19999, "JPN"), 20000: (29999, "USA"), 30000: (39999, "KOR ROK"),
    40000: (49999, "I ITA"), 50000: (59999, "F FRA"), 60000: (69999, "CHN CN"), 70000: (79999, "D DEU"),
    80000: (89999, "FIN"), 90000: (99999, "E ESP"), 100000: (109999, "GB GBR"), 110000: (119999, "CAN CDN"),
    120000: (129999, "NL NLD"), 130000: (139999, "PL POL"),
    140000: (149999, "N NOR"), 150000: (159999, "S SWE"),
    160000: (169999, "MAL MYS"), 170000: (179999, "HK HKG"), 180000: (189999, "IDN RI"), 190000: (199999, "T THA"),
    200000: (209999, "ISR"), 210000: (219999, "CZ CZE"), 220000: (229999, "DK DNK DENMARK"),
    230000: (234999, "CRO HRV"),
    235000: (239999, "SRB"), 240000: (249999, "CH CHE"), 250000: (259999, "SGP"), 260000: (269999, "AUS"),
    270000: (279999, "B BEL"), 280000: (289999, "ARG"), 290000: (299999, "BR BRA"), 300000: (309999, "GR GRC"),
    310000: (319999, "A AUT"), 320000: (329999, "RUS"), 330000: (339999, "ISL"), 340000: (349999, "MEX"),
    350000: (359999, "IND"), 360000: (369999, "BLR"), 370000: (379999, "RO ROU"), 380000: (389999, "PAK PK"),
    390000: (399999, "IRN"), 400000: (409999, "BG BGR"), 410000: (419999, "CIV"), 420000: (429999, "TWN"),
    430000: (439999, "UKR"), 440000: (449999, "MNG"),
}  # first number -> last, codes in use for the country  # fmt: skip
ANY = 9000  # first number of the range of all other countries
ABOVE = 900_001  # [ours] first number above the world's list, for when that list is not at hand
MOST = 50  # free numbers of a range that are kept
_BY_CODE = {code: first for first, (_, codes) in ZONES.items() for code in codes.split()}


def find_range_start(country: str) -> int:
    """Return the first number of a country's range; a country without one has the range of all others."""
    return _BY_CODE.get(country.strip().upper(), ANY)


def find_free_numbers(taken_numbers: Collection[int]) -> dict[int, list[int]]:
    """Return up to `MOST` of the lowest free numbers of each range: first number of the range -> free numbers."""
    taken = set(taken_numbers)
    return {
        first: list(islice((number for number in range(first, last + 1) if number not in taken), MOST))
        for first, (last, _) in ZONES.items()
    }


def choose_player_number(
    country: str, free_numbers: Mapping[int, Collection[int]], used_numbers: Collection[int]
) -> int:
    """Choose the number of a new player (X3).

    It is the lowest free number in the range of his country, else in the range of the countries without their own, else
    the lowest one above the world's list. `country` is a code in any case, perhaps unknown or empty; `free_numbers` has
    the first number of a range -> free numbers in it.
    """
    for first in (find_range_start(country), ANY):
        for number in sorted(free_numbers.get(first, ())):
            if number not in used_numbers:
                return number
    return next(number for number in count(ABOVE) if number not in used_numbers)
