"""The rules S1-S3, B1-B6 a second time, written from the rules page alone and as plainly as possible.

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


def result(row):
    """Half-points and discs of both: [(points, discs), (points, discs)]; a game between two players."""
    black, white, one, two, end = row
    if end in ("FNB", "PNB"):
        return [(0, 0), (0, 0)]
    if end in ("GN", "GB"):
        return [(2, 32), (0, 32)] if end == "GN" else [(0, 32), (2, 32)]
    swap = end[1:2] == "B"  # seen from who is late, resigns or forfeits
    if end in ("TN+", "TB+", "AN", "AB", "FN", "FB"):
        late, other = 0, 64
    elif end in ("TNB", "TBN"):
        late, other = 31, 33
    else:
        late, other = (two, one) if swap else (one, two)
        empty = 64 - late - other
        if late == other:
            late = other = 32
        elif late > other:
            late += empty
        else:
            other += empty
        if end in ("TN", "TB") and late >= other:
            late, other = 31, 33
    points = (2, 0) if late > other else (0, 2) if late < other else (1, 1)
    found = [(points[0], late), (points[1], other)]
    return found[::-1] if swap else found


def row_of(rounds, number, who):
    for row in rounds[number - 1]:
        if who in row[:2]:
            return row
    return None


def gave(row, who):
    return row[4] == "FNB" or (row[4] in ("FN", "FB") and row[0 if row[4] == "FN" else 1] == who)


def what(rounds, number, who):
    """ "absent", "bye", or "game" in a round."""
    row = row_of(rounds, number, who)
    if row is None or (BIP in row[:2] and (gave(row, who) or row[4] == "PNB")):
        return "absent"
    return "bye" if BIP in row[:2] else "game"


def score(rounds, before, who):
    """Half-points from the rounds before round `before`."""
    total = 0
    for number in range(1, before):
        kind = what(rounds, number, who)
        if kind == "bye":
            total += 2
        elif kind == "game":
            row = row_of(rounds, number, who)
            total += result(row)[0 if row[0] == who else 1][0]
    return total


def opponent(row, who):
    return row[1] if row[0] == who else row[0]


def colour(rounds, number, who):
    if what(rounds, number, who) != "game":
        return ""
    return "N" if row_of(rounds, number, who)[0] == who else "B"


def delta(rounds, before, who):
    colours = [colour(rounds, number, who) for number in range(1, before)]
    return colours.count("N") - colours.count("B")


def last_float(rounds, before, who):
    for number in range(before - 1, 0, -1):
        kind = what(rounds, number, who)
        if kind == "bye":
            return 1
        if kind == "game":
            other = opponent(row_of(rounds, number, who), who)
            return score(rounds, number, who) - score(rounds, number, other)
    return 0


def last_result(rounds, before, who):
    if before == 1 or what(rounds, before - 1, who) != "game":
        return 0
    return score(rounds, before, who) - score(rounds, before - 1, who)


def own_float(rounds, number, who, own):
    cost, last = 0, last_float(rounds, number, who)
    if own * last > 0:
        cost += 25
    if own * last < 0 and number >= 3:
        before = last_result(rounds, number, who)
        if (last < 0 and before == 0) or (last > 0 and before == 2):
            cost -= 10
    return cost


def elitism(number, one, two):
    if one == two or one < 0 or two < 0:
        return 0
    factor = 100 if number <= 3 else 200 if number <= 5 else 300 if number <= 9 else 400
    return factor * (one + two) * abs(one - two) // 2


def cost(rounds, number, countries, black, white, compatriots="toujours", most=1, rematch_from=2):
    """S1 and S6 for two players."""
    one, two = score(rounds, number, black), score(rounds, number, white)
    total = C[min(abs(delta(rounds, number, black) + 1), 5)] + C[min(abs(delta(rounds, number, white) - 1), 5)]
    if number > 1:
        total += 15 * (colour(rounds, number - 1, black) == "N") + 15 * (colour(rounds, number - 1, white) == "B")
    total += F[min(abs(one - two), 24)]
    total += own_float(rounds, number, black, one - two) + own_float(rounds, number, white, two - one)
    games = [
        (before, row_of(rounds, before, black)[0])
        for before in range(1, number)
        if what(rounds, before, black) == "game" and white in row_of(rounds, before, black)[:2]
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
    return total + elitism(number, one, two)


def bye_cost(rounds, number, present, who):
    """S2."""
    bip = min(score(rounds, number, other) for other in present) - 1
    own = score(rounds, number, who)
    total = C[min(abs(delta(rounds, number, who)), 5)] + F[min(own - bip, 24)]
    total += own_float(rounds, number, who, own - bip) + elitism(number, own, bip)
    for before in range(1, number):
        if what(rounds, before, who) != "game":
            total += 10_000_000 + (before == number - 1)
    return total


def optimum(cost_of, people):
    """The least sum of limited costs over all perfect matchings of an even number of people, by trying all."""
    known = {0: 0}
    people = list(people)

    def best(left):
        if left not in known:
            first = (left & -left).bit_length() - 1
            rest = left & ~(1 << first)
            known[left] = min(
                min(max(cost_of(people[first], people[second]), 0), 10_000_000) + best(rest & ~(1 << second))
                for second in range(first + 1, len(people))
                if rest >> second & 1
            )
        return known[left]

    return best((1 << len(people)) - 1)


def standings(rounds, after, beta, papp, bye_discs=40):
    """N° -> (points, départage, second criterion, real discs), whole points (B5)."""
    entered = {who for rows in rounds[:after] for row in rows for who in row[:2] if who != BIP}
    here = {who for who in entered if what(rounds, after, who) != "absent"}
    points = {who: Fraction(score(rounds, after + 1, who), 2) for who in entered}
    found = {}
    for who in entered:
        text = real = buchholz = Fraction(0)
        for number in range(1, after + 1):
            kind, row = what(rounds, number, who), row_of(rounds, number, who)
            discs = bye_discs if kind == "bye" else 0
            if kind == "game":
                discs = result(row)[0 if row[0] == who else 1][1]
            real += discs
            if kind != "game" or gave(row, who) or opponent(row, who) not in here:
                text, buchholz = text + 32, buchholz + points[who]
            else:
                text, buchholz = text + discs, buchholz + points[opponent(row, who)]
        départage = real if papp and beta == 0 else text + beta * buchholz
        found[who] = (points[who], départage, real if papp else text, real)
    return found
