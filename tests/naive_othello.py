"""Independent second implementation of the rules S1-S3 and B1-B6, written from the rules page alone.

A round is a list of rows (black, white, discs of Black, discs of White, end); 0 is BIP, discs may be None. Countries
are a dict N° -> text. Nothing here is imported from the program, and nothing is fast.
"""

from fractions import Fraction

BIP = 0
C = [0, 20, 105, 225, 530, 1075]
F = [
    0, 20000, 40588, 62785, 87119, 114041, 143998, 177453, 214908, 256910, 304062, 357037, 416582, 483534, 558828,
    643514, 738767, 845906, 966413, 1101949, 1254381, 1425805, 1618578, 1835345, 2079081,
]  # fmt: skip


def score_row(row):
    """Return half-points and discs of both players of a game: [(points, discs), (points, discs)]."""
    black, white, black_discs, white_discs, end = row
    if end in ("FNB", "PNB"):
        return [(0, 0), (0, 0)]
    if end in ("GN", "GB"):
        return [(2, 32), (0, 32)] if end == "GN" else [(0, 32), (2, 32)]
    swap = end[1:2] == "B"  # seen from who is late, resigns or forfeits
    if end in ("TN+", "TB+", "AN", "AB", "FN", "FB"):
        late, opposing = 0, 64
    elif end in ("TNB", "TBN"):
        late, opposing = 31, 33
    else:
        late, opposing = (white_discs, black_discs) if swap else (black_discs, white_discs)
        empty = 64 - late - opposing
        if late == opposing:
            late = opposing = 32
        elif late > opposing:
            late += empty
        else:
            opposing += empty
        if end in ("TN", "TB") and late >= opposing:
            late, opposing = 31, 33
    points = (2, 0) if late > opposing else (0, 2) if late < opposing else (1, 1)
    sides = [(points[0], late), (points[1], opposing)]
    return sides[::-1] if swap else sides


def find_row(rounds, number, player_id):
    for row in rounds[number - 1]:
        if player_id in row[:2]:
            return row
    return None


def has_forfeited(row, player_id):
    return row[4] == "FNB" or (row[4] in ("FN", "FB") and row[0 if row[4] == "FN" else 1] == player_id)


def find_kind(rounds, number, player_id):
    """Name what a player had in a round: "absent", "bye" or "game"."""
    row = find_row(rounds, number, player_id)
    if row is None or (BIP in row[:2] and (has_forfeited(row, player_id) or row[4] == "PNB")):
        return "absent"
    return "bye" if BIP in row[:2] else "game"


def sum_half_points(rounds, before, player_id):
    """Sum a player's half-points of the rounds before round `before`."""
    total = 0
    for number in range(1, before):
        kind = find_kind(rounds, number, player_id)
        if kind == "bye":
            total += 2
        elif kind == "game":
            row = find_row(rounds, number, player_id)
            total += score_row(row)[0 if row[0] == player_id else 1][0]
    return total


def find_opponent(row, player_id):
    return row[1] if row[0] == player_id else row[0]


def find_colour(rounds, number, player_id):
    if find_kind(rounds, number, player_id) != "game":
        return ""
    return "N" if find_row(rounds, number, player_id)[0] == player_id else "B"


def find_delta(rounds, before, player_id):
    colours = [find_colour(rounds, number, player_id) for number in range(1, before)]
    return colours.count("N") - colours.count("B")


def find_last_float(rounds, before, player_id):
    for number in range(before - 1, 0, -1):
        kind = find_kind(rounds, number, player_id)
        if kind == "bye":
            return 1
        if kind == "game":
            rival = find_opponent(find_row(rounds, number, player_id), player_id)
            return sum_half_points(rounds, number, player_id) - sum_half_points(rounds, number, rival)
    return 0


def find_last_result(rounds, before, player_id):
    if before == 1 or find_kind(rounds, before - 1, player_id) != "game":
        return 0
    return sum_half_points(rounds, before, player_id) - sum_half_points(rounds, before - 1, player_id)


def find_own_float(rounds, number, player_id, own):
    cost, last = 0, find_last_float(rounds, number, player_id)
    if own * last > 0:
        cost += 25
    if own * last < 0 and number >= 3:
        before = find_last_result(rounds, number, player_id)
        if (last < 0 and before == 0) or (last > 0 and before == 2):
            cost -= 10
    return cost


def compute_elitism(number, own, opposing):
    if own == opposing or own < 0 or opposing < 0:
        return 0
    factor = 100 if number <= 3 else 200 if number <= 5 else 300 if number <= 9 else 400
    return factor * (own + opposing) * abs(own - opposing) // 2


def compute_cost(rounds, number, countries, black, white, compatriots="toujours", most=1, rematch_from=2):
    """Compute the cost of pairing two players (S1, S6)."""
    black_score, white_score = sum_half_points(rounds, number, black), sum_half_points(rounds, number, white)
    total = (
        C[min(abs(find_delta(rounds, number, black) + 1), 5)] + C[min(abs(find_delta(rounds, number, white) - 1), 5)]
    )
    if number > 1:
        total += 15 * (find_colour(rounds, number - 1, black) == "N") + 15 * (
            find_colour(rounds, number - 1, white) == "B"
        )
    total += F[min(abs(black_score - white_score), 24)]
    total += find_own_float(rounds, number, black, black_score - white_score) + find_own_float(
        rounds, number, white, white_score - black_score
    )
    games = [
        (before, find_row(rounds, before, black)[0])
        for before in range(1, number)
        if find_kind(rounds, before, black) == "game" and white in find_row(rounds, before, black)[:2]
    ]
    if games and most >= 2 and number >= rematch_from and len(games) < most:
        total += 10_000_000 * (games[-1][1] == black) + (games[-1][0] == number - 1)
    else:
        for before, had_black in games:
            total += (10_000_000 if had_black == black else 5_000_000) + (before == number - 1)
    if countries[black].lower() == countries[white].lower():
        if compatriots == "toujours" or (compatriots == "ronde 1" and number == 1):
            total += 2
        if compatriots.startswith("interdit"):
            total += 10_000_000 if number >= int(compatriots.split()[-1]) else 2
    return total + compute_elitism(number, black_score, white_score)


def compute_bye_cost(rounds, number, present, player_id):
    """Compute the cost of a bye (S2)."""
    bip = min(sum_half_points(rounds, number, person) for person in present) - 1
    own = sum_half_points(rounds, number, player_id)
    total = C[min(abs(find_delta(rounds, number, player_id)), 5)] + F[min(own - bip, 24)]
    total += find_own_float(rounds, number, player_id, own - bip) + compute_elitism(number, own, bip)
    for before in range(1, number):
        if find_kind(rounds, before, player_id) != "game":
            total += 10_000_000 + (before == number - 1)
    return total


def find_optimum(cost_of, people):
    """Find the least sum of limited costs over all perfect matchings of an even number of people, by trying all."""
    cache = {0: 0}
    people = list(people)

    def best(left):
        if left not in cache:
            first = (left & -left).bit_length() - 1
            rest = left & ~(1 << first)
            cache[left] = min(
                min(max(cost_of(people[first], people[second]), 0), 10_000_000) + best(rest & ~(1 << second))
                for second in range(first + 1, len(people))
                if rest >> second & 1
            )
        return cache[left]

    return best((1 << len(people)) - 1)


def compute_standings(rounds, after, beta, papp, bye_discs=40):
    """Compute the standings by N°: (points, départage, second criterion, real discs), whole points (B5)."""
    entered = {player_id for rows in rounds[:after] for row in rows for player_id in row[:2] if player_id != BIP}
    here = {player_id for player_id in entered if find_kind(rounds, after, player_id) != "absent"}
    points = {player_id: Fraction(sum_half_points(rounds, after + 1, player_id), 2) for player_id in entered}
    lines = {}
    for player_id in entered:
        text = real = buchholz = Fraction(0)
        for number in range(1, after + 1):
            kind, row = find_kind(rounds, number, player_id), find_row(rounds, number, player_id)
            discs = bye_discs if kind == "bye" else 0
            if kind == "game":
                discs = score_row(row)[0 if row[0] == player_id else 1][1]
            real += discs
            if kind != "game" or has_forfeited(row, player_id) or find_opponent(row, player_id) not in here:
                text, buchholz = text + 32, buchholz + points[player_id]
            else:
                text, buchholz = text + discs, buchholz + points[find_opponent(row, player_id)]
        départage = real if papp and beta == 0 else text + beta * buchholz
        lines[player_id] = (points[player_id], départage, real if papp else text, real)
    return lines
