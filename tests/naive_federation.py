"""The rating rules R1-R7 and R9-R12 a second time, from the rules page alone: day by day, one dictionary, no tricks.

Tournaments are facts as `federation_world` makes them, the list its dicts. Cotes are whole numbers in 2015-2016.
"""

from datetime import date, timedelta
from fractions import Fraction

from tests.federation_world import PL_STAR, star
from tests.naive import X, standings

JOKER, A, B = 2900, 2250, 1600
M = {5: 250, 4: 150, 3: 100, 2: 50, 1: 20}
FIXED = {
    "Championnat du monde": 5, "Championnat national": 4, "Open international": 4, "Masters régional": 2,
    "Masters départemental": 1,
}  # fmt: skip


def rounded(value):
    """Nearest whole number, halves away from zero."""
    return int(abs(value) + Fraction(1, 2)) * (1 if value >= 0 else -1)


def places(facts):
    """x of everybody who has a match that he did not forfeit, among these people."""
    taking_part = {
        who for matches in facts["rounds"] for match in matches for who in (match["one"], match["two"])
        if who != X and who not in match["gave"]
    }  # fmt: skip
    lines = [one for one in standings(facts["players"], facts["rounds"], facts["edition"], final=True)
             if one["number"] in taking_part]  # fmt: skip
    return {one["number"]: 1 + sum(other["place"] < one["place"] for other in lines) for one in lines}


def variations(facts, start):
    """N° -> points won or lost, from the starting cotes by N° of those who took part."""
    place = places(facts)
    order = sorted((start[number] for number in place), reverse=True)
    players = len(place)
    category = FIXED.get(facts["kind"]) or (1 if players <= 16 else 2 if players <= 32 else 3 if players <= 64 else 4)
    jokers = Fraction(100 * sum(cote >= JOKER for cote in order), players)
    ct = Fraction(8, 10) if facts["kind"] == "TH Classique B" else 1
    most = ct * (400 - 25 * (5 - category) - 5 * (14 - min(14, len(facts["rounds"]))) - (100 - jokers) / 2)
    found = {}
    for number, x in place.items():
        own, other = start[number], order[x - 1]
        pj = rounded(Fraction(2, 3) * (other - own) if own <= other else Fraction(1, 3) * (other - own))
        pj = rounded(min(most, max(-most / 2, Fraction(pj))))
        bonus = {1: M[category], 2: M[category] / 2, 3: M[category] / 5, 4: M[category] / 10}.get(x, 0)
        found[number] = len(facts["players"]) - x + 1 + int(bonus) + pj
    return found


def two_years_before(day):
    return date(day.year - 2, day.month, min(day.day, 28) if day.month == 2 else day.day)


def recomputed(people, tournaments, day, adjustments=()):
    """Licence -> {"cote", "last"} of everybody after the end of a day. Adjustments: (day, licence, points)."""
    state = {p["licence"]: {"cote": p["cote"] or None, "last": p["last"], "series": p["series"]} for p in people}
    counted = [facts for facts in tournaments if facts["last"] <= day]
    pending, champions = {}, {}
    today = min([facts["first"] for facts in counted] + [one[0] for one in adjustments] + [day])
    first_tournament = min([facts["first"] for facts in counted], default=day)
    while today <= day:
        if (today.month, today.day) == (9, 1) and today > first_tournament:
            for licence, x in champions.items():
                if x <= 10 and state[licence]["cote"] < JOKER:
                    state[licence]["cote"] = JOKER
        for when, licence, points in adjustments:
            if when == today:
                state[licence]["cote"] = (state[licence]["cote"] or star(state[licence]["series"])) + points
        for index, facts in enumerate(counted):
            if facts["first"] == today:
                pending[index] = variations(facts, {number: _start(state, facts, number) for number in places(facts)})
        for index, facts in enumerate(counted):
            if facts["last"] == today:
                for number, points in pending[index].items():
                    line = state[facts["players"][number - 1]["licence"]]
                    line["cote"] += points
                    line["last"] = max(line["last"] or today, today)
                if facts["kind"] == "Championnat du monde":
                    champions = {facts["players"][n - 1]["licence"]: x for n, x in places(facts).items()}
        today += timedelta(days=1)
    return state


def _start(state, facts, number):
    """The cote from which a player starts: his own, PL* for who has none, the larger for who returns."""
    player = facts["players"][number - 1]
    line = state.setdefault(player["licence"], {"cote": None, "last": None, "series": player["series"]})
    if line["cote"] is None:
        typed = player["cote"] if player["cote"] in PL_STAR.values() else 1000
        line["cote"] = star(line["series"]) if line["series"] else typed
    elif line["last"] and line["last"] < two_years_before(facts["first"]) and line["series"]:
        line["cote"] = max(line["cote"], star(line["series"]))
    return line["cote"]


def ranking(state, day):
    """(place, licence, cote), cote first."""
    since = two_years_before(day)
    dated = {licence: line for licence, line in state.items() if line["cote"] is not None and line["last"]}
    active = [(line["cote"], licence) for licence, line in dated.items() if since <= line["last"] <= day]
    return {licence: (1 + sum(other > cote for other, _ in active), cote) for cote, licence in active}
