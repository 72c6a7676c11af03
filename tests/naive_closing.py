"""Independent second implementation of R13, months that are closed, written from the rules page alone.

An input says which player a row of a tournament means (the key of the player, "" in doubt): identity has its own
tests. A tournament is known by its name. No season begins in these months (R9).
"""

from datetime import timedelta

from tests.federation_world import PL_STAR, find_pl_star
from tests.naive_federation import compute_variations, find_day_two_years_before, rank_participants


def pl_star(player, series):
    """Return the PL* of a player: of his series, else his cote if it is one."""
    if series:
        return find_pl_star(series)
    return player["cote"] if player["cote"] in PL_STAR.values() else 1000


def in_workbook(player):
    """Return the cote with which the organiser's workbook starts a player."""
    return player["cote"] or find_pl_star(player["series"])


class ClosedMonths:
    """Cotes by key of the player, month after month."""

    def __init__(self, people, day):
        """People: key -> {"cote", "last", "series"} as in the list; day: before the first month."""
        self.people, self.day = {key: line | {"listed": line["last"]} for key, line in people.items()}, day
        self.held = {}  # title -> (facts, {N°: (key, start)})
        self.points = {}  # adjustments given up to now: (day, key, reason) -> points
        self.evenings = {}  # day -> cotes at its end, by key
        self.held_before = False  # whether a month was published

    def month(self, day, tournaments, adjustments, alive):
        """Count a month.

        `tournaments`: title -> (facts, {N°: key}) of everything that counts now; `adjustments` as `points`; `alive`:
        keys of those who are still players of their own.
        """
        morning = self.day + timedelta(days=1)
        self.people = {key: line for key, line in self.people.items() if key in alive}
        for title in list(self.held):
            self.settle(title, tournaments.get(title))
        for key, line in self.people.items():
            played = [
                facts["last"]
                for facts, rows in self.held.values()
                if key in {key_of_row for key_of_row, _ in rows.values()}
            ]
            line["last"] = max(filter(None, [line.get("listed"), *played]), default=None)
        for key in {*self.points, *adjustments}:
            when, person_key, _ = key
            if when < morning and key in adjustments:
                self.people[person_key]["cote"] += adjustments[key] - self.points.get(key, 0)
        fresh = {title: facts for title, facts in tournaments.items() if title not in self.held}
        late = [title for title, (facts, _) in fresh.items() if self.held_before and facts["last"] < morning]
        begun = {}
        today = morning if self.held_before else min([facts["first"] for facts, _ in fresh.values()])
        for title in fresh:
            facts, rows = fresh[title]
            if facts["first"] < today and title not in late:  # over the month's end
                begun[title] = self.starts(facts, rows, self.evenings)
        while today <= day:
            for (when, person_key, _), points in adjustments.items():
                if when == today:
                    self.people[person_key]["cote"] += points
            for title, (facts, rows) in fresh.items():
                if facts["first"] == today and title not in late:
                    begun[title] = self.starts(facts, rows)
            for title in sorted(fresh):
                facts, rows = fresh[title]
                if facts["last"] == today and title not in late:
                    self.count(title, facts, rows, begun[title])
            self.evenings[today] = {key: line["cote"] for key, line in self.people.items()}
            today += timedelta(days=1)
        for title in sorted(late, key=lambda title: (fresh[title][0]["last"], fresh[title][0]["first"], title)):
            facts, rows = fresh[title]
            self.count(title, facts, rows, self.starts(facts, rows))
        self.evenings[day] = {key: line["cote"] for key, line in self.people.items()}
        self.day, self.points, self.held_before = day, dict(adjustments), True

    def settle(self, title, now):
        """Book what changed of a published tournament: its version, its rows, or that it counts."""
        facts, rows = self.held[title]
        old = compute_variations(facts, {number: start for number, (_, start) in rows.items()})
        if now is None:
            del self.held[title]
            for number, (key, _) in rows.items():
                if key in self.people:
                    self.people[key]["cote"] -= old[number]
            return
        new_facts, keys = now
        starts = {number: rows[number][1] for number in keys if number in rows}
        for number in keys.keys() - starts.keys():
            player = new_facts["players"][number - 1]
            line = self.line(keys[number], player)
            starts[number] = line["cote"] if line else in_workbook(player)
        new = compute_variations(new_facts, starts)
        for number in {**rows, **keys}:
            before, after = rows.get(number, ("", 0))[0], keys.get(number, "")
            if before == after and new_facts is facts:
                continue
            if before in self.people:
                self.people[before]["cote"] -= old[number]
            if after:
                self.line(after, new_facts["players"][number - 1])["cote"] += new[number]
        self.held[title] = new_facts, {number: (keys[number], starts[number]) for number in keys}

    def line(self, key, player):
        """Return the line of a player, who enters with PL*; None for a player in doubt."""
        if not key:
            return None
        line = self.people.setdefault(key, {"cote": None, "last": None, "series": player["series"], "listed": None})
        if line["cote"] is None:
            line["cote"] = pl_star(player, line["series"] or player["series"])
        return line

    def starts(self, facts, rows, evenings=None):
        """Compute the starting cotes of the participants; `evenings` has the cotes of published days."""
        cotes = {}
        for number in rank_participants(facts):
            player = facts["players"][number - 1]
            key = rows[number]
            has_cote = self.people.get(key, {}).get("cote") is not None
            line = self.line(key, player)
            cotes[number] = line["cote"] if line else in_workbook(player)
            if evenings and key:
                before = [month for month in evenings if month < facts["first"] and key in evenings[month]]
                cotes[number] = evenings[max(before)][key] if before else cotes[number]
            is_back = (
                line
                and has_cote
                and line["last"]
                and line["last"] < find_day_two_years_before(facts["first"])
                and line["series"]
            )
            if is_back and find_pl_star(line["series"]) > line["cote"]:
                cotes[number] = line["cote"] = find_pl_star(line["series"])
        return cotes

    def count(self, title, facts, rows, starts):
        for number, points in compute_variations(facts, starts).items():
            if key := rows[number]:
                line = self.people[key]
                line["cote"] += points
                line["last"] = max(line["last"] or facts["last"], facts["last"])
        self.held[title] = facts, {number: (rows[number], starts[number]) for number in starts}
