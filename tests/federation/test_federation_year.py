"""The officer's year: late, corrected and repeated files, answers given, changed and taken back, as its twin has it."""

import hashlib
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import pytest

from tests import federation_world as world
from tests.federation_desk import build_publication, keep, line, mistype_score, number_received
from tests.fuzz import TRIALS
from tests.naive_closing import ClosedMonths
from tournament_xl.federation.intake.decisions import Adjustment, question_key, read_decisions
from tournament_xl.federation.output.csv_files import render_decisions_csv, render_players_csv
from tournament_xl.federation.ranking.history import BEFORE_THE_FIRST
from tournament_xl.messages.federation import PLAYER
from tournament_xl.players.player_lists import read_list, read_register


def row_line(player, decision):
    """An answer about a row of a tournament."""
    cells = {
        "Nom": player["name"],
        "Prénom": player["first_name"],
        "Licence": player["licence"],
        "Club": player["club"],
    }
    return line("joueur", decision, **cells)


def somebody(facts):
    """The first player of a tournament who has a game."""
    games = [match for matches in facts["rounds"] for match in matches if match["games"]]
    return next(player for player in facts["players"] if any(player["number"] in (m["one"], m["two"]) for m in games))


class Year:
    """What comes in each month, one tournament over its end, and what is decided then."""

    MONTHS = [date(2015, 10, 31), date(2015, 11, 30), date(2015, 12, 31), date(2016, 2, 29), date(2016, 3, 31)]

    def __init__(self, source, folder, *, people, tournaments):
        self.people, facts = world.invent_seasons(source, people=people, unknown=4, tournaments=tournaments, days=190)
        self.folder, self.facts_of = folder, {}  # facts of each file by its SHA-256
        self.decisions, self.adjustments = ([[] for _ in self.MONTHS] for _ in range(2))
        over = next(tournament for tournament in facts[6:] if tournament["first"] > self.MONTHS[1])
        over |= {"first": self.MONTHS[1], "last": self.MONTHS[1] + timedelta(days=3)}
        self.invent_decisions(source, facts)
        self.deliver(source, facts)

    def invent_decisions(self, source, facts):
        there = {player["licence"] for player in facts[5]["players"]}  # namesakes in one workbook need licences
        namesakes = [person for person in self.people if person["licence"] not in there]
        namesake = source.choice(namesakes) | {"licence": "", "club": "Nice"}
        somebody(facts[5]).update(namesake)
        a, b, c, d, e, f = source.sample([person for person in self.people if person["cote"]], 6)
        wrong = []  # three rows under the licence of somebody else
        for number, (tournament, guest) in enumerate(zip(facts[:3], (a, b, c), strict=True)):
            wrong.append(
                {"name": f"ÉTRANGER{number}", "first_name": "Zoé", "licence": guest["licence"], "club": "Nice"}
            )
            for player in tournament["players"]:
                if player["licence"] == guest["licence"]:
                    player["licence"] = ""
            somebody(tournament).update(wrong[-1])
        by_month = {
            1: [*map(row_line, wrong, ("nouveau", a["licence"], "nouveau"))],
            2: [
                *map(row_line, wrong, (a["licence"], "", "retirer")), row_line(namesake, "nouveau"),
                line("licence", "NEUVE-1", Licence=f["licence"]), line("nom", "MARIÉE, Ève", Licence=e["licence"]),
            ],
            3: [
                row_line(wrong[1], b["licence"]), row_line(wrong[2], f"fusionner avec {c['licence']}"),
                line("joueur", f"fusionner avec {e['licence']}", Licence=d["licence"]),
            ],
            4: [line("tournoi", "écarter", Tournoi=facts[4]["title"], Date=f"{facts[4]['last']:%d/%m/%Y}")],
        }  # fmt: skip
        for month, lines in by_month.items():
            self.decisions[month] += lines
        for month, points in ((1, 25), (2, 15)):  # the second replaces the first
            own = Adjustment(date(2015, 10, 20), a["licence"], Fraction(points), "CLAP", "a.csv, ligne 2")
            self.adjustments[month].append(own)
        self.struck, self.gone = facts[4]["title"], d["licence"]

    def deliver(self, source, facts):
        """Write each tournament in a month: in time, late, twice, and one of them first with a mistyped score."""
        last = len(self.MONTHS) - 1
        for number, tournament in enumerate(facts):
            month = next((m for m, day in enumerate(self.MONTHS) if tournament["last"] <= day), last)
            month = min(month + (number > 0 and source.random() < 0.3), last)
            mark = self.write(f"{month}/{number}.xlsx", tournament)
            if number == len(facts) // 2 + 1:
                wrong = self.write(f"{month - 1}/faux.xlsx", mistype_score(source, tournament))
                self.decisions[month] += [
                    line("doublon", "écarter", Empreinte=wrong), line("doublon", "compter", Empreinte=mark),
                ]  # fmt: skip
            if source.random() < 0.3:
                self.write(f"{last}/encore {number}.xlsx", tournament)

    def write(self, name, facts):
        """Write a workbook, and return what names it in a decision."""
        sha256 = hashlib.sha256(world.write_workbook(self.folder / name, facts).read_bytes()).hexdigest()
        self.facts_of[sha256] = facts
        return sha256[:16]


def count_in_twin(twin, year, publication, day):
    """Count a month in the twin, told who is who; return the cotes of all by number."""
    number_of = {account.licence: account.number for account in publication.accounts}
    tournaments = {
        row.file.tournament.title: (
            year.facts_of[row.file.sha256],
            {number: 0 if account.guest else account.number for number, account in row.counted.accounts.items()},
        )
        for row in publication.counted
    }
    points = {(own.day, number_of[own.licence], own.reason): own.points for own in publication.history.adjustments}
    twin.month(day, tournaments, points, {account.number for account in publication.accounts})
    return {number: person["cote"] for number, person in twin.people.items() if person["cote"] is not None}


def assert_explained(publication, earlier):
    """What a player's cote is now, it was then, with the movements since; what was published is as it was."""
    change = Counter()
    for movement in publication.history.movements:
        if movement.day > earlier.day:
            change[movement.person] += movement.after - (movement.before or 0)
    for ranked in publication.ranking:
        number = ranked.account.number
        assert (ranked.place_before, ranked.cote_before) == earlier.ranks_and_cotes.get(number, (None, None))
        if ranked.cote_before is not None:
            assert ranked.cote == ranked.cote_before + change[number], ranked.account
    assert [move for move in publication.history.movements if move.day <= earlier.day] == [*earlier.movements]


def assert_repeated_by_its_files(publication, folder, files, listed, **more):
    """The decisions that a build writes give this build again, and its list means the same players."""
    (folder / "decisions.csv").write_bytes(render_decisions_csv(publication))
    decisions = read_decisions(folder / "decisions.csv")
    rebuilt = build_publication(files, listed, publication.day, decisions=decisions, **more)
    answers, rebuilt_answers = (
        {question_key(own): own["Décision"] for own in history.decisions}
        for history in (publication.history, rebuilt.history)
    )
    assert answers == rebuilt_answers
    assert replace(publication.history, decisions=()) == replace(rebuilt.history, decisions=())
    (folder / "joueurs.csv").write_bytes(render_players_csv(publication))
    assert len(read_list(folder / "joueurs.csv")) == len(publication.accounts)
    relisted = build_publication([], read_register(folder / "joueurs.csv", publication.day), publication.day)
    people, relisted_people = (
        sorted((own.full_name, own.cote or 0, own.last) for own in accounts if own.last)
        for accounts in (publication.accounts, relisted.accounts)
    )
    assert people == relisted_people


@pytest.mark.rule(
    "R13",
    "ce qui est publié reste : retards, versions corrigées, tournois écartés",
    "federation/ranking/closing.py: run",
    "federation/ranking/closing.py: _stand",
    "federation/ranking/closing.py: _settle",
)
@pytest.mark.parametrize("seed", range(5 if TRIALS else 1))
def test_r13_the_officers_year_has_each_month_the_cotes_of_its_twin_and_nothing_published_changes(tmp_path, seed):
    size = {"people": 300, "tournaments": 138} if TRIALS else {"people": 50, "tournaments": 14}
    year = Year(Random(f"year {seed}"), tmp_path, **size)
    players = read_register(world.write_list(tmp_path / "liste.csv", year.people))
    earlier, twin, late = BEFORE_THE_FIRST, None, set()
    for month, day in enumerate(year.MONTHS):
        (tmp_path / f"{month}").mkdir(exist_ok=True)
        files = number_received(tmp_path, f"{month}", earlier)
        listed, more = ([] if earlier.lists else players), {"adjustments": year.adjustments[month], "earlier": earlier}
        publication = build_publication(files, listed, day, decisions=year.decisions[month], **more)
        if not twin:
            number_of = {account.licence: account.number for account in publication.accounts}
            people = {number_of[own["licence"]]: own | {"cote": own["cote"] or None} for own in year.people}
            twin = ClosedMonths(people, date(2015, 8, 31))
        assert count_in_twin(twin, year, publication, day) == {
            account.number: account.cote for account in publication.accounts if account.cote is not None
        }, day
        assert_repeated_by_its_files(publication, tmp_path, files, listed, **more)
        if earlier.lists:
            assert_explained(publication, earlier)
        late |= {row.file.tournament.title for row in publication.counted if row.counted.is_late}
        before, earlier = earlier, keep(tmp_path, publication, files, earlier)
        first_rows = {person.number: person.spellings[0].evidence for person in earlier.people}
        assert all(first_rows[person.number] == person.spellings[0].evidence for person in before.people)
    assert late and not publication.questions.misread
    asked = {question.doubt for question in publication.questions.open if question.kind == PLAYER}
    assert asked <= {"taken"}  # old licences and old names still lead to those whom they were
    licences, names = ({getattr(account, name) for account in publication.accounts} for name in ("licence", "name"))
    assert year.gone not in licences and "NEUVE-1" in licences and "MARIÉE" in names
    assert {verdict.word for verdict in publication.verdicts if verdict.file.sender[0] == year.struck} == {"écarté"}
