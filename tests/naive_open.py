"""The rules O2-O7 a second time, from the rules page alone, on the same dicts as `naive`. Nothing of the program's."""

import hashlib

from tests import naive

OPEN = "Open"
PHASE_1 = 5
SIX = ["1-6 2-5 3-4", "2-6 1-3 4-5", "3-6 2-4 1-5", "4-6 3-5 1-2", "5-6 1-4 2-3"]
EIGHT = ["1-8 2-7 3-6 4-5", "3-8 2-4 1-5 6-7", "4-8 3-5 2-6 1-7", "5-8 4-6 3-7 1-2", "7-8 1-6 2-5 3-4"]


def there_and_back(seats, width):
    """Rows of `width` seats, every second one from right to left."""
    rows = [list(seats[at : at + width]) for at in range(0, len(seats), width)]
    return [row if at % 2 == 0 else row[::-1] for at, row in enumerate(rows)]


def composition(n):
    """The seats of each group for an even n (O2, O3)."""
    ng, n8 = n // 6, n % 6 // 2
    seat = list(range(1, n + 1))
    if n8 == 0:
        rows = there_and_back(seat, ng)
    else:
        rows = there_and_back(seat[: 3 * ng], ng)
        rows += there_and_back(seat[3 * ng : 3 * ng + 2 * n8], n8)
        rows += there_and_back(seat[3 * ng + 2 * n8 : n - ng], ng)
        rows += [seat[n - ng :][::-1]]
    return [[row[group] for row in rows if group < len(row)] for group in range(ng)]


def drawn_groups(n, seed):
    """The seats of each group in the order of their lots (O4)."""

    def lot(group, seat):
        return hashlib.sha256(f"{seed}|groupe|{group}|{seat}".encode()).digest()

    return [sorted(seats, key=lambda seat: lot(at, seat)) for at, seats in enumerate(composition(n), start=1)]


def first_row(player, rounds):
    """The first round in which a player has a row; the next one for somebody who has none yet."""
    with_row = (at for at, ms in enumerate(rounds, 1) if any(player["number"] in (m["one"], m["two"]) for m in ms))
    return next(with_row, len(rounds) + 1)


def who_sits(players, rounds, number):
    """Seat -> number in round `number` of phase 1; X's seat is the first late entrant's from his first round on."""
    seated = {int(p["seed"]): p["number"] for p in players if naive.is_whole(p["seed"])}
    if len(seated) % 2:
        late = [p for p in players if p["seed"] is not None and not naive.is_whole(p["seed"])]
        entries = sorted((first_row(p, rounds), p["number"]) for p in late)
        taken = entries and entries[0][0] <= min(number, PHASE_1)
        seated[len(seated) + 1] = entries[0][1] if taken else naive.X
    return seated


def games_of_groups(players, rounds, seed):
    """The next round of phase 1: pair -> who gives the forfeit (O5)."""
    number = len(rounds) + 1
    sits = who_sits(players, rounds, number)
    away = {p["number"] for p in players if number in p["away"]}
    games = {}
    for seats in drawn_groups(len(sits), seed):
        for a, b in naive.seats((SIX if len(seats) == 6 else EIGHT)[number - 1]):
            pair = frozenset((sits[seats[a - 1]], sits[seats[b - 1]]))
            games[pair] = pair & away - {naive.X}
    return games


def pairs_of_phase_2(players, rounds, fixed, edition):
    """The next round as every later round of the Formule Classique (O6)."""
    number = len(rounds) + 1
    present = [p["number"] for p in players if p["seed"] is not None and number not in p["away"]]
    ranked, pm = naive.ranking_for_pairing(players, present, rounds, edition, with_ppm=True)
    unpaired = [who for who in ranked if not any(who in pair for pair in fixed)]
    return naive.every_later_round(ranked, unpaired, pm, naive.met(rounds), edition)
