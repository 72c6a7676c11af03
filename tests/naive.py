"""Independent second implementation of the rules C1-C10, T and O2-O7, written from the rules page alone.

A player is a dict: number, name ("Nom Prénom"), licence, cote, seed (None before the first pairing), away (a set of
rounds), perhaps foes (players to avoid, C13). A match is a dict: one, two, games (pairs of scores), gave (the numbers
of those who gave the forfeit). Rounds are lists of matches. Nothing here is imported from the program, and nothing is
fast.
"""

import hashlib
import unicodedata

X = 0
FORFEIT = {"F50": 50, "F10": 10}
CLASSIQUE, ROUND_ROBIN, DOUBLE, OPEN = "Classique", "Toutes-rondes", "Double toutes-rondes", "Open"


def parse_seats(text):
    return [tuple(int(seat) for seat in pair.split("-")) for pair in text.split()]


EIGHT = {
    "F50": ["1-5 2-6 3-7 4-8", "1-4 2-3 5-8 6-7"],
    "F10": ["1-8 5-6 2-7 3-4", "1-6 5-8 2-4 3-7"],
}
TEN_TO_SIXTEEN = {
    10: ["1-6 2-7 3-8 4-9 5-10", "1-8 2-5 3-10 4-7 6-9", "1-3 2-4 5-6 7-9 8-10"],
    12: ["1-7 2-8 3-9 4-10 5-11 6-12", "1-11 2-12 3-5 4-6 7-9 8-10", "1-2 3-4 5-6 7-8 9-10 11-12"],
    14: [
        "1-8 2-9 3-10 4-11 5-12 6-13 7-14", "1-14 2-7 3-12 4-5 6-10 8-11 9-13", "1-3 2-6 4-7 5-9 8-13 10-11 12-14",
    ],
    16: [
        "1-9 2-10 3-11 4-12 5-13 6-14 7-15 8-16", "1-16 2-15 3-6 4-7 5-8 9-12 10-13 11-14",
        "1-2 3-8 4-5 6-7 9-14 10-11 12-13 15-16",
    ],
}  # fmt: skip


def count_rounds(registered, formula=CLASSIQUE):
    if formula != CLASSIQUE:
        return (registered + registered % 2 - 1) * (2 if formula == DOUBLE else 1)
    return 5 if registered <= 32 else 6 if registered <= 64 else 7


def normalize_name(name):
    marked = unicodedata.normalize("NFKD", name)
    letters = "".join(letter for letter in marked if not unicodedata.combining(letter)).casefold()
    for old, new in (("œ", "oe"), ("æ", "ae"), ("-", " "), ("'", " "), ("’", " ")):
        letters = letters.replace(old, new)
    return letters


def rank_key(player):
    return (-player["cote"], normalize_name(player["name"]), player["licence"])


def rank_initially(players):
    return sorted(players, key=rank_key)


def find_late_seed(entrant, players):
    for player in sorted((p for p in players if p["seed"] is not None), key=initial_place):
        if rank_key(player) > rank_key(entrant):
            return int(player["seed"]) - is_whole(player["seed"]) + 0.5
    return count_registered(players) + 0.5


def is_whole(seed):
    return seed is not None and seed == int(seed)


def count_registered(players):
    return sum(is_whole(player["seed"]) for player in players)


def initial_place(player):
    return (player["seed"], player["number"])


# C3 to C6


def score_match(match, value):
    """Return PM and Pdep of both players, and the winner: 1, 2, 0 for a draw, None when both gave the forfeit."""
    first, second, gave = match["one"], match["two"], match["gave"]
    if second == X:
        return ((0, -value), (1, -value), 2) if first in gave else ((3, value), (1, -value), 1)
    if first in gave and second in gave:
        return (0, 0), (0, 0), None
    if first in gave:
        return (0, -value), (3, value), 2
    if second in gave:
        return (3, value), (0, -value), 1
    won = sum(a > b for a, b in match["games"])
    lost = sum(a < b for a, b in match["games"])
    pdep = sum(max(-100, min(100, a - b)) for a, b in match["games"])
    if won == lost:
        return (2, pdep), (2, -pdep), 0
    return ((3, pdep), (1, -pdep), 1) if won > lost else ((1, pdep), (3, -pdep), 2)


def sum_points(numbers, rounds, edition):
    """Sum PM, Pdep, and matches won, drawn and lost of each player, X included."""
    table = {number: {"PM": 0, "Pdep": 0, "G": 0, "N": 0, "P": 0} for number in [*numbers, X]}
    for matches in rounds:
        for match in matches:
            first, second, winner = score_match(match, FORFEIT[edition])
            for side, player_id, (pm, pdep) in ((1, match["one"], first), (2, match["two"], second)):
                table[player_id]["PM"] += pm
                table[player_id]["Pdep"] += pdep
                table[player_id]["N" if winner == 0 else "G" if winner == side else "P"] += 1
    return table


def find_meetings(rounds):
    """Return the matches without forfeit; those against X count."""
    return [match for matches in rounds for match in matches if not match["gave"]]


def find_met_pairs(rounds):
    return {frozenset((match["one"], match["two"])) for match in find_meetings(rounds)}


# C7, C8


def compute_ppm(numbers, rounds, pm):
    """Compute the PPM of each of `numbers`; None where the players of the same PM have not all met each other."""
    result, already = {}, find_met_pairs(rounds)
    for number in numbers:
        group = [rival for rival in numbers if pm[rival] == pm[number]]
        everybody_met = all(frozenset((a, b)) in already for a in group for b in group if a != b)
        if len(group) < 2 or not everybody_met:
            result[number] = None
            continue
        result[number] = 0
        for match in find_meetings(rounds):
            if number in (match["one"], match["two"]) and match["one"] in group and match["two"] in group:
                first, second, _ = score_match(match, 0)
                result[number] += first[0] if number == match["one"] else second[0]
    return result


def compute_standings(players, rounds, edition, *, final):
    """Rank the players: (place, number) from the first to the last, with the totals and PPM of each."""
    numbers = [player["number"] for player in players]
    table = sum_points(numbers, rounds, edition)
    among = compute_ppm(numbers, rounds, {number: table[number]["PM"] for number in numbers})

    def points(player):
        line = table[player["number"]]
        return (-line["PM"], -(among[player["number"]] or 0), -line["Pdep"])

    order = sorted(players, key=lambda player: (points(player), initial_place(player)))
    lines = []
    for index, player in enumerate(order):
        same = final and index > 0 and points(player) == points(order[index - 1])
        place = lines[-1]["place"] if same else index + 1
        number = player["number"]
        lines.append({"place": place, "number": number, "PPM": among[number]} | table[number])
    return lines


def rank_for_pairing(players, present, rounds, edition, *, with_ppm):
    """Rank the present players for pairing, X among them if they are odd.

    Returns:
        Their numbers from the first to the last, and the PM of each.
    """
    table = sum_points([player["number"] for player in players], rounds, edition)
    pm = {number: line["PM"] for number, line in table.items()}
    among = compute_ppm(present, rounds, pm) if with_ppm else {}
    place = {player["number"]: initial_place(player) for player in players} | {X: (float("inf"), 0)}
    people = list(present) + [X] * (len(present) % 2)
    people.sort(
        key=lambda player_id: (
            -pm[player_id],
            -(among.get(player_id) or 0),
            -table[player_id]["Pdep"],
            place[player_id],
        )
    )
    return people, pm


# C9


def find_pairs_to_avoid(players):
    """Return the pairs to avoid (C13): the wish of one player holds for both."""
    return {frozenset((p["number"], foe["number"])) for p in players for foe in p.get("foes", ())}


def fold_first_round(order, avoid=frozenset()):
    m = round(len(order) / 3)
    if avoid:  # ours: the same by the way down of C9, part by part
        part = {player_id: -((max(0, rank - 2 * m) + 1) // 2) for rank, player_id in enumerate(order, start=1)}
        return pair_from_top(order, part, frozenset(), avoid)
    top, rest = order[: 2 * m], order[2 * m :]
    return [(top[i], top[-1 - i]) for i in range(m)] + [(rest[i], rest[i + 1]) for i in range(0, len(rest), 2)]


def pair_from_top(order, pm, already, avoid=frozenset()):
    """Pair the unpaired players `order` from the top down, as every later round does (C9)."""
    free, pairs = list(order), []
    while free:
        a = free[0]
        group = [player_id for player_id in free if pm[player_id] == pm[a]]
        b = group[-1] if len(group) % 2 == 0 else free[len(group)]
        index = free.index(b)
        search = free[index:0:-1] + free[index + 1 :]  # B, upwards to the player after A, then downwards
        new = [player_id for player_id in search if frozenset((a, player_id)) not in already]
        b = next((player_id for player_id in new if frozenset((a, player_id)) not in avoid), (new or [b])[0])  # C13
        pairs.append((a, b))
        free.remove(a)
        free.remove(b)
    return pairs


def pair_from_bottom(order, pm, already, avoid):
    """Pair from the bottom up by the same procedure, for the end repair."""
    return [(b, z) for z, b in pair_from_top(order[::-1], pm, already, avoid)]


def find_rematches(pairs, already):
    return [pair for pair in pairs if frozenset(pair) in already]


def pair_later_round(ranked, unpaired, pm, already, edition, avoid):
    """Pair the unpaired players of a later round; `ranked` holds everybody ranked for this round."""
    pairs = pair_from_top([player_id for player_id in ranked if player_id in unpaired], pm, already, avoid)
    if edition == "F10" or not find_rematches(pairs, already):
        return pairs
    last_third = {player_id for rank, player_id in enumerate(ranked, start=1) if 3 * rank > 2 * len(ranked)}
    dissolved = [pair for pair in pairs if set(pair) & last_third or frozenset(pair) in already]
    freed = {player_id for pair in dissolved for player_id in pair}
    repaired = pair_from_bottom([player_id for player_id in ranked if player_id in freed], pm, already, avoid)
    new = [pair for pair in pairs if pair not in dissolved] + repaired
    return new if len(find_rematches(new, already)) < len(find_rematches(pairs, already)) else pairs


def find_fixed_rounds(registered, edition):
    """Return the fixed rounds for this number of players; none for more than 16."""
    if registered > 16:
        return []
    published = EIGHT[edition] if registered <= 8 else TEN_TO_SIXTEEN[registered + registered % 2]
    return [parse_seats(text) for text in published]


def map_seats(players, rounds):
    """Map seats to numbers: whole initial ranks; X keeps its seat until the first late entrant takes it."""
    seated = {int(player["seed"]): player["number"] for player in players if is_whole(player["seed"])}
    if len(seated) % 2:
        late = [player for player in players if player["seed"] is not None and not is_whole(player["seed"])]
        entries = [(find_first_round(player, rounds), player["number"]) for player in late]
        seated[len(seated) + 1] = min(entries)[1] if late else X
    return seated


def pair_classique(players, rounds, fixed, edition):
    """Pair the next round of the Formule Classique: tuples, X as 0, without the organiser's `fixed` pairs.

    Everybody who is there has a seed already, late entrants too.
    """
    number = len(rounds) + 1
    present = [player["number"] for player in players if player["seed"] is not None and number not in player["away"]]
    registered = count_registered(players)
    table, already, avoid = find_fixed_rounds(registered, edition), find_met_pairs(rounds), find_pairs_to_avoid(players)
    ranked, pm = rank_for_pairing(players, present, rounds, edition, with_ppm=not table or number > len(table) + 1)
    unpaired = [player_id for player_id in ranked if not any(player_id in pair for pair in fixed)]
    if not table and number == 1:
        return fold_first_round(unpaired, avoid)
    if number <= len(table):
        sits = map_seats(players, rounds)
        seated = [(sits[a], sits[b]) for a, b in table[number - 1]]
        seated = [(a, b) for a, b in seated if a in unpaired and b in unpaired]
        left_over = [player_id for player_id in unpaired if not any(player_id in pair for pair in seated)]
        pairs = seated + pair_later_round(ranked, left_over, pm, already, edition, avoid)
        if not find_rematches(pairs, already):
            return pairs
    return pair_later_round(ranked, unpaired, pm, already, edition, avoid)


def berger(n, number):
    """List the pairs of seats of a round of FIDE's Berger table for n seats (even); later cycles repeat the first."""
    turn = (number - 1) % (n - 1) + 1
    pairs = []
    for a in range(1, n):
        for b in range(a, n):
            if (a + b) % (n - 1) == (turn + 1) % (n - 1):
                pairs.append((a, n) if a == b else (a, b))
    return pairs


def pair_round_robin(players, number):
    """Pair a round of a round robin: pair of numbers -> those who forfeit because they announced their absence."""
    sits = {player["seed"]: player for player in players if player["seed"] is not None}
    n = len(sits) + len(sits) % 2
    result = {}
    for pair in berger(n, number):
        here = [sits[seat] for seat in pair if seat in sits]
        numbers = [player["number"] for player in here] + [X] * (2 - len(here))
        result[frozenset(numbers)] = {player["number"] for player in here if number in player["away"]}
    return result


# O2 to O7

PHASE_1 = 5
GROUP_OF_SIX = ["1-6 2-5 3-4", "2-6 1-3 4-5", "3-6 2-4 1-5", "4-6 3-5 1-2", "5-6 1-4 2-3"]
GROUP_OF_EIGHT = ["1-8 2-7 3-6 4-5", "3-8 2-4 1-5 6-7", "4-8 3-5 2-6 1-7", "5-8 4-6 3-7 1-2", "7-8 1-6 2-5 3-4"]


def lay_in_rows(seats, width):
    """Lay the seats in rows of `width`, every second row from right to left."""
    rows = [list(seats[start : start + width]) for start in range(0, len(seats), width)]
    return [row if index % 2 == 0 else row[::-1] for index, row in enumerate(rows)]


def compose_groups(n):
    """Return the seats of each group for an even n (O2, O3)."""
    ng, n8 = n // 6, n % 6 // 2
    seat = list(range(1, n + 1))
    if n8 == 0:
        rows = lay_in_rows(seat, ng)
    else:
        rows = lay_in_rows(seat[: 3 * ng], ng)
        rows += lay_in_rows(seat[3 * ng : 3 * ng + 2 * n8], n8)
        rows += lay_in_rows(seat[3 * ng + 2 * n8 : n - ng], ng)
        rows += [seat[n - ng :][::-1]]
    return [[row[group] for row in rows if group < len(row)] for group in range(ng)]


def draw_groups(n, seed):
    """Return the seats of each group in the order of their lots (O4)."""

    def lot(group, seat):
        return hashlib.sha256(f"{seed}|groupe|{group}|{seat}".encode()).digest()

    return [sorted(seats, key=lambda seat: lot(group, seat)) for group, seats in enumerate(compose_groups(n), start=1)]


def find_first_round(player, rounds):
    """Return the first round in which a player has a row; the next round for a player who has none yet."""
    with_row = (
        round_number
        for round_number, ms in enumerate(rounds, 1)
        if any(player["number"] in (m["one"], m["two"]) for m in ms)
    )
    return next(with_row, len(rounds) + 1)


def map_seats_in_groups(players, rounds, number):
    """Map seats to numbers in a round of phase 1; X's seat is the first late entrant's from his first round on."""
    seated = {int(p["seed"]): p["number"] for p in players if is_whole(p["seed"])}
    if len(seated) % 2:
        late = [p for p in players if p["seed"] is not None and not is_whole(p["seed"])]
        entries = sorted((find_first_round(p, rounds), p["number"]) for p in late)
        taken = entries and entries[0][0] <= min(number, PHASE_1)
        seated[len(seated) + 1] = entries[0][1] if taken else X
    return seated


def pair_groups(players, rounds, seed):
    """Pair the next round of phase 1: pair -> who gives the forfeit (O5)."""
    number = len(rounds) + 1
    sits = map_seats_in_groups(players, rounds, number)
    away = {p["number"] for p in players if number in p["away"]}
    games = {}
    for group in draw_groups(len(sits), seed):
        for a, b in parse_seats((GROUP_OF_SIX if len(group) == 6 else GROUP_OF_EIGHT)[number - 1]):
            pair = frozenset((sits[group[a - 1]], sits[group[b - 1]]))
            games[pair] = pair & away - {X}
    return games


def pair_phase_2(players, rounds, fixed, edition):
    """Pair the next round of phase 2 (O6).

    As every later round of the Formule Classique, with the fewest rematches of phase 1, then the fewest in all.
    """
    number = len(rounds) + 1
    present = [p["number"] for p in players if p["seed"] is not None and number not in p["away"]]
    ranked, pm = rank_for_pairing(players, present, rounds, edition, with_ppm=True)
    unpaired = [player_id for player_id in ranked if not any(player_id in pair for pair in fixed)]
    already, early, avoid = find_met_pairs(rounds), find_met_pairs(rounds[:PHASE_1]), find_pairs_to_avoid(players)
    return pair_with_look_ahead(ranked, unpaired, pm, already, early, avoid)


def pair_with_look_ahead(ranked, unpaired, pm, already, early, avoid):
    """Pair as a later round; if that is not the least cost, as it is first reached from the top."""
    pairs = pair_later_round(ranked, unpaired, pm, already, "F50", avoid)  # with the end repair, whatever the edition
    costs = len(find_rematches(pairs, early)), len(find_rematches(pairs, already))
    cheaper = [(a, b) for a in range(costs[0] + 1) for b in range(a, len(pairs) + 1) if (a, b) < costs]
    for allowed in cheaper:  # the least first
        if (solution := pair_within(allowed, unpaired, pm, already, early, avoid, set())) is not None:
            return solution
    return pairs


def pair_within(allowed, free, pm, already, early, avoid, dead_ends):
    """Pair from the top at no more than the allowed cost, going back from dead ends.

    Args:
        allowed: Most rematches of phase 1, and most rematches in all.

    Returns:
        The pairs, each player with the first of his search that fits; None when there is no way.
    """
    if min(allowed) < 0 or (allowed, tuple(free)) in dead_ends:
        return None
    if not free:
        return []
    a = free[0]
    group = [player_id for player_id in free if pm[player_id] == pm[a]]
    index = len(group) - 1 if len(group) % 2 == 0 else len(group)
    search = free[index:0:-1] + free[index + 1 :]

    def turn(b):  # whom he has not met before those to avoid (C13) before whom he has met
        return 2 if frozenset((a, b)) in already else frozenset((a, b)) in avoid

    for b in sorted(search, key=turn):
        left = allowed[0] - (frozenset((a, b)) in early), allowed[1] - (frozenset((a, b)) in already)
        below = pair_within(
            left, [player_id for player_id in free if player_id not in (a, b)], pm, already, early, avoid, dead_ends
        )
        if below is not None:
            return [(a, b), *below]
    dead_ends.add((allowed, tuple(free)))
    return None
