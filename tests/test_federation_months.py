"""Seasons built month by month, each build from the workbook of the one before: late, repeated and corrected files,
events over a month's end, answers and adjustments that come later. The end is that of a build at once, recomputed from
the facts by `naive_federation`; every difference on the way is on the sheet Corrections rétroactives.
"""

import copy
from collections import defaultdict
from datetime import date, timedelta
from random import Random

import pytest

from tests import federation_world as world
from tests import naive_federation as naive
from tests.fuzz import TRIALS
from tournament_xl.federation.archive import read_history
from tournament_xl.federation.build import build
from tournament_xl.federation.entries import Adjustment, Decisions, question_key
from tournament_xl.federation.inbox import read_folder
from tournament_xl.federation.report import Sources, report
from tournament_xl.lists.read import read_register

START = date(2015, 9, 1)
MONTHS = [date(2015, 9 + m, 1) if m < 4 else date(2016 + (m - 4) // 12, 1 + (m - 4) % 12, 1) for m in range(1, 15)]
DAYS = [first - timedelta(days=1) for first in MONTHS]  # of the publications


def another_score(source, facts):
    """The facts with one result that was typed wrongly."""
    wrong = copy.deepcopy(facts)
    games = [match for matches in wrong["rounds"] for match in matches if match["games"]]
    match = source.choice(games)
    match["games"] = [tuple(reversed(match["games"][0]))]
    match["games"] = [(match["games"][0][0] + 7, match["games"][0][1])]
    return wrong


class Deliveries:
    """A season and what comes in each month."""

    def __init__(self, source):
        self.people, self.facts = world.seasons(source, people=70, unknown=8, tournaments=26, days=400)
        for month in (3, 6, 9):  # over the month's end
            over = next(facts for facts in self.facts if facts["first"] > DAYS[month] and not facts["kind"])
            over |= {"first": DAYS[month], "last": DAYS[month] + timedelta(days=3)}
        self.sent = defaultdict(list)  # month -> (file name, facts)
        self.answers = defaultdict(dict)  # month -> file name -> answer
        self.people_answered = defaultdict(list)  # month -> players of whom it is said then who they are
        self.adjustments = defaultdict(list)
        self.corrected = self.late = self.repeated = 0
        for number, facts in enumerate(self.facts):
            month = next(m for m, day in enumerate(DAYS) if facts["last"] <= day)
            fate = source.random()
            late = min(month + source.choice([1, 1, 2, 3]), len(DAYS) - 3)
            if fate < 0.2 and late > month:
                self.late += 1
                month = late
            elif fate < 0.4 and month < len(DAYS) - 3:
                self.corrected += 1
                self.sent[month].append((f"{number}-faux", another_score(source, facts)))
                self.answers[late + 1] = self.answers[late + 1] | {f"{number}-faux": "écarter", f"{number}": "compter"}
                month = max(late, month + 1)
            if fate > 0.85 and month < len(DAYS) - 3:
                facts = self.with_a_licence_typed_wrongly(source, facts, month)
            self.sent[month].append((f"{number}", facts))
            if source.random() < 0.3 and month + 1 < len(DAYS):
                self.repeated += 1
                self.sent[source.randrange(month + 1, len(DAYS))].append((f"{number}", facts))
        for number in range(6):
            month = source.randrange(3, len(DAYS))
            day = START + timedelta(days=source.randrange(1, 30 * month))
            licence = source.choice(self.people)["licence"]
            self.adjustments[month].append(Adjustment(day, licence, 5 * number - 10, f"CLAP {number}", "a.csv", 2))

    def with_a_licence_typed_wrongly(self, source, facts, month):
        """The facts as they are sent; the answer comes two months later."""
        wrong = copy.deepcopy(facts)
        known = {one["licence"] for one in self.people}
        player = source.choice([one for one in wrong["players"] if one["licence"] in known])
        right, player["licence"] = player["licence"], f"9{player['licence']}"
        self.people_answered[month + 2].append(player | {"right": right})
        return wrong

    @property
    def adjusted(self):
        return [(one.day, one.licence, one.points) for found in self.adjustments.values() for one in found]


def contributions(movements):
    """Key of a player -> what these movements made of his cote."""
    total = defaultdict(int)
    for one in movements:
        if one is not None:
            total[one.key] += one.after - (one.before or 0)
    return total


@pytest.mark.parametrize("seed", range(4 if TRIALS else 1))
def test_a_season_built_month_by_month_ends_as_one_built_at_once_and_every_difference_is_told(tmp_path, seed):
    season = Deliveries(Random(f"months {seed}"))
    assert season.late and season.corrected and season.repeated
    listed = world.write_list(tmp_path / "liste.csv", season.people)
    earlier, marks = None, {}
    for month, day in enumerate(DAYS):
        folder = tmp_path / f"{month}"
        folder.mkdir()
        for name, facts in season.sent[month]:
            world.write(folder / f"{name}.xlsx", facts)
        files = read_folder(folder)
        marks |= {file.name.removesuffix(".xlsx"): file.sha256[:16] for file in files}
        lines = [
            dict.fromkeys(["Tournoi", "Date", "Nom", "Prénom", "Licence", "Club", "Question"], "")
            | {"Nature": "doublon", "Empreinte": marks[name], "Décision": answer}
            for name, answer in season.answers[month].items()
        ]
        lines += [
            dict.fromkeys(["Tournoi", "Date", "Empreinte", "Question"], "")
            | {"Nature": "joueur", "Nom": one["name"], "Prénom": one["first_name"], "Licence": one["licence"]}
            | {"Club": one["club"], "Décision": one["right"]}
            for one in season.people_answered[month]
        ]
        decisions = Decisions({question_key(line): line["Décision"] for line in lines}, tuple(lines))
        players = read_register(listed) if not earlier or seed % 2 else []
        publication = build(
            files, players, day, adjustments=season.adjustments[month], decisions=decisions, earlier=earlier
        )
        if earlier:
            explained(publication, earlier)
        path = tmp_path / f"{day}.xlsx"
        path.write_bytes(report(publication, Sources("", "")))
        earlier = read_history(path)
        assert earlier.movements == publication.history.movements and earlier.places == publication.history.places
    state = naive.recomputed(season.people, season.facts, DAYS[-1], season.adjusted)
    assert {one.licence: (one.cote, one.last) for one in publication.accounts} == {
        licence: (line["cote"], line["last"]) for licence, line in state.items()
    }
    ranked = {line.account.licence: (line.place, line.cote) for line in publication.ranking}
    assert ranked == naive.ranking(state, DAYS[-1])
    assert len(publication.counted) == len(season.facts)


def explained(publication, earlier):
    """What a player's cote is now, it was then, with the corrections of the past and the movements since."""
    told = publication.corrections
    corrected = contributions(one.now for one in told)
    taken_back = contributions(one.published for one in told)
    since = contributions(one for one in publication.history.movements if one.day > earlier.day)
    assert all(one.cause for one in told)
    for line in publication.ranking:
        key = line.account.key
        place, cote = earlier.places.get(key, (None, None))
        assert (line.place_before, line.cote_before) == (place, cote)
        if cote is not None:
            assert line.cote == cote + corrected[key] - taken_back[key] + since[key], line.account
    was = {named(one): one for one in earlier.movements}
    now = {named(one): one for one in publication.history.movements if one.day <= earlier.day}
    changed = {place for place in was.keys() | now.keys() if not same(was.get(place), now.get(place))}
    shown = {named(side) for one in told for side in (one.published, one.now) if side}
    assert changed <= shown


def named(one):
    """The movement, whichever version of the workbook it comes from."""
    return one.kind, one.key, one.day, one.reason if one.sha256 else one.number


def same(one, other):
    return one and other and (one.before, one.after) == (other.before, other.after)
