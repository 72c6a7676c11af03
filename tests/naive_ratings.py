"""Independent second implementation of the rules R1 to R7: whole numbers only, nothing imported from the program.

`players`, `rounds` and the standings are those of `tests/naive.py`.
"""

from tests import naive

CATEGORY_OF = {
    "Championnat du monde": 5, "Championnat national": 4, "Open international": 4, "Masters régional": 2,
    "Masters départemental": 1,
}  # fmt: skip
M = {5: 250, 4: 150, 3: 100, 2: 50, 1: 20}


def round_half_away(numerator, denominator):
    """Round a fraction to the nearest whole number, halves away from zero."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


def has_played(player, rounds):
    mine = [m for matches in rounds for m in matches if player["number"] in (m["one"], m["two"])]
    return any(player["number"] not in match["gave"] for match in mine)


def find_series(cote):
    return "Joker" if cote >= 2900 else "A" if cote >= 2250 else "B" if cote >= 1600 else "C"


def compute_ratings(players, rounds, table, total_rounds, event):
    """Compute the sheet Cotes: the figures above its header, and its rows.

    Returns:
        The figures, and of each row Place, N°, rank, cotes, PE, B, PJ brut, PJ, new cote, series.
    """
    to_come = range(len(rounds) + 1, total_rounds + 1)
    with_match = {player_id for matches in rounds for match in matches for player_id in (match["one"], match["two"])}
    registered = [
        player for player in players
        if player["seed"] is not None or player["number"] in with_match
        or any(number not in player["away"] for number in to_come)
    ]  # fmt: skip
    field = [player for player in players if has_played(player, rounds)]
    initial = naive.rank_initially(field)
    numbers = [player["number"] for player in initial]
    size, jokers = len(field), sum(player["cote"] >= 2900 for player in field)
    by_size = 1 if size <= 16 else 2 if size <= 32 else 3 if size <= 64 else 4
    category = CATEGORY_OF.get(event, by_size)
    fifths = 4 if event == "TH Classique B" else 5
    # PJmax times 10 x size: CT in fifths, the percentage of Jokers over size
    scale = 10 * size
    most = fifths * (2 * size * (400 - 25 * (5 - category) - 5 * (14 - min(14, total_rounds)) - 50) + 100 * jokers)
    rows = []
    lines = [line for line in table if line["number"] in numbers]
    for line in lines:
        x = 1 + len([rival for rival in lines if rival["place"] < line["place"]])
        own = next(player["cote"] for player in field if player["number"] == line["number"])
        there = initial[x - 1]["cote"]
        raw = round_half_away((2 if there >= own else 1) * int(there - own), 3)
        pj = raw
        if raw * scale > most:
            pj = round_half_away(most, scale)
        elif 2 * raw * scale < -most:
            pj = round_half_away(-most, 2 * scale)
        pe, b = len(registered) - x + 1, {1: 1, 2: 2, 3: 5, 4: 10}.get(x)
        b = M[category] // b if b else 0
        new = own + pe + b + pj
        rank = 1 + numbers.index(line["number"])
        rows.append([x, line["number"], rank, own, there, pe, b, raw, pj, new, find_series(new)])
    above = [category, M[category], fifths / 5, most / scale, -most / scale / 2, 100 * jokers / size]
    return above, sorted(rows, key=lambda row: (row[0], row[2]))
