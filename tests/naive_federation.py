"""Independent second implementation of the rules R9-R12, day by day, written from the rules page alone.

A tournament's own ratings (R1-R7) are those of `naive_ratings`. Tournaments are facts as `federation_world` makes
them, the list its dicts. Cotes are whole numbers in 2015-2016.
"""

from datetime import date, timedelta

from tests import naive_ratings
from tests.federation_world import PL_STAR, find_pl_star
from tests.naive import compute_standings

JOKER = 2900


def compute_table(facts):
    return compute_standings(facts["players"], facts["rounds"], facts["edition"], final=True)


def rank_participants(facts):
    """Rank the players who have a match that they did not forfeit: N° -> place among these."""
    own = {player["number"] for player in facts["players"] if naive_ratings.has_played(player, facts["rounds"])}
    lines = [line for line in compute_table(facts) if line["number"] in own]
    return {line["number"]: 1 + sum(rival["place"] < line["place"] for rival in lines) for line in lines}


def compute_variations(facts, start):
    """Compute points won or lost by N°, from the starting cotes by N° of those who took part."""
    players = [player | {"cote": start.get(player["number"], 0), "away": ()} for player in facts["players"]]
    rounds, kind = facts["rounds"], facts["kind"]
    _, rows = naive_ratings.compute_ratings(players, rounds, compute_table(facts), len(rounds), kind)
    return {number: pe + b + pj for _, number, _, _, _, pe, b, _, pj, _, _ in rows}


def find_day_two_years_before(day):
    return date(day.year - 2, day.month, min(day.day, 28) if day.month == 2 else day.day)


def recompute_state(people, tournaments, day, adjustments=()):
    """Compute everybody's cote at the end of a day: licence -> {"cote", "last"}.

    Args:
        adjustments: (day, licence, points) each.
    """
    state = {p["licence"]: {"cote": p["cote"] or None, "last": p["last"], "series": p["series"]} for p in people}
    counted = [facts for facts in tournaments if facts["last"] <= day]
    pending, champions = {}, {}
    today = min([facts["first"] for facts in counted] + [adjustment[0] for adjustment in adjustments] + [day])
    first_tournament = min([facts["first"] for facts in counted], default=day)
    while today <= day:
        if (today.month, today.day) == (9, 1) and today > first_tournament:
            for licence, x in champions.items():
                if x <= 10 and state[licence]["cote"] < JOKER:
                    state[licence]["cote"] = JOKER
        for when, licence, points in adjustments:
            if when == today:
                state[licence]["cote"] = (state[licence]["cote"] or find_pl_star(state[licence]["series"])) + points
        for index, facts in enumerate(counted):
            if facts["first"] == today:
                pending[index] = compute_variations(
                    facts, {number: _start(state, facts, number) for number in rank_participants(facts)}
                )
        for index, facts in enumerate(counted):
            if facts["last"] == today:
                for number, points in pending[index].items():
                    line = state[facts["players"][number - 1]["licence"]]
                    line["cote"] += points
                    line["last"] = max(line["last"] or today, today)
                if facts["kind"] == "Championnat du monde":
                    champions = {facts["players"][n - 1]["licence"]: x for n, x in rank_participants(facts).items()}
        today += timedelta(days=1)
    return state


def _start(state, facts, number):
    """Return a player's starting cote: his own, PL* without one, the larger of both after two years."""
    player = facts["players"][number - 1]
    line = state.setdefault(player["licence"], {"cote": None, "last": None, "series": player["series"]})
    if line["cote"] is None:
        typed = player["cote"] if player["cote"] in PL_STAR.values() else 1000
        line["cote"] = find_pl_star(line["series"]) if line["series"] else typed
    elif line["last"] and line["last"] < find_day_two_years_before(facts["first"]) and line["series"]:
        line["cote"] = max(line["cote"], find_pl_star(line["series"]))
    return line["cote"]


def rank_players(state, day):
    """List (place, licence, cote), highest cote first."""
    since = find_day_two_years_before(day)
    dated = {licence: line for licence, line in state.items() if line["cote"] is not None and line["last"]}
    active = [(line["cote"], licence) for licence, line in dated.items() if since <= line["last"] <= day]
    return {licence: (1 + sum(rival > cote for rival, _ in active), cote) for cote, licence in active}
