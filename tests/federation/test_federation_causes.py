"""Causes of corrections: what each movement gives now less what it gave, and the change behind it. The second opinion
removes each change in turn and builds everything again.
"""

import io
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from random import Random

import openpyxl
import pytest

from tests import federation_world as world
from tests.federation.test_federation_months import another_score
from tests.federation.test_federation_year import OCTOBER, build_player_line, line
from tests.federation_desk import Story, list_people, read_mail_text, read_received
from tests.fuzz import TRIALS
from tournament_xl.federation.intake.decisions import Adjustment
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.report import render_publication
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.build import build_publication
from tournament_xl.federation.ranking.history import read_publication_history
from tournament_xl.messages import federation as texts
from tournament_xl.players.player_lists import read_register

START, PUBLISHED, LATER = date(2015, 9, 1), date(2015, 12, 31), date(2016, 1, 31)


@dataclass(frozen=True, eq=False)
class Change:
    """A file or a decision of the month that changes the past."""

    where: str  # how the page names it
    files: tuple = ()
    decisions: tuple = ()
    adjustments: tuple = ()


class Months:
    """A published autumn, and a January with two late files, a corrected one, a strike-out, an answer and points."""

    def __init__(self, source, folder, *, people, tournaments):
        listed, self.facts = world.invent_seasons(
            source, people=people, unknown=2, tournaments=tournaments, days=110, start=START
        )
        for number, facts in enumerate(self.facts):
            facts["title"] = f"T{number:02}"
        self.source, self.folder, self.listed = source, folder, listed
        chosen = source.sample(range(tournaments // 4, tournaments), 5)
        late, (corrected, struck, asked) = chosen[:2], chosen[2:]
        self.changes = []
        stranger = self.stranger(self.facts[asked])
        for number, facts in enumerate(self.facts):
            if number not in late:
                world.write_workbook(folder / "first" / f"{number}.xlsx", facts)
        world.write_list(folder / "liste.csv", listed)
        self.players = read_register(folder / "liste.csv")
        for number in late:
            self.add(self.facts[number], files=[self.write(f"{number}", self.facts[number])])
        right = another_score(source, self.facts[corrected])
        mark = self.write("juste", right)
        order = line("doublon", "compter", Empreinte=mark.sha256[:16])
        self.add(self.facts[corrected], files=[mark], decisions=[order])
        day = f"{self.facts[struck]['last']:%d/%m/%Y}"
        self.add(self.facts[struck], decisions=[line("tournoi", "écarter", Tournoi=f"T{struck:02}", Date=day)])
        self.add(self.facts[asked], decisions=[build_player_line(stranger, "joueur", "nouveau")])
        lucky, day = source.choice(listed)["licence"], START + timedelta(source.randrange(20, 100))
        points = Adjustment(day, lucky, Fraction(15), "CLAP", "a.csv, ligne 2")
        self.changes.append(Change(f"CLAP ({day:%d/%m/%Y})", adjustments=(points,)))
        self.first = self.built(read_received(folder / "first"), [], [], PUBLISHED, None)

    def stranger(self, facts):
        """A row under the licence of somebody who is not there: a question."""
        there = {player["licence"] for player in facts["players"]}
        absent = self.source.choice([person for person in self.listed if person["licence"] not in there])
        games = [match for matches in facts["rounds"] for match in matches if match["games"]]
        row = next(player for player in facts["players"] if player["number"] == games[0]["one"])
        row |= {"name": "ÉTRANGER", "first_name": "Zoé", "licence": absent["licence"], "club": "Nice"}
        return row

    def write(self, name, facts):
        path = world.write_workbook(self.folder / name / f"{name}.xlsx", facts)
        return read_received(path.parent)[0]

    def add(self, facts, **more):
        where = f"{facts['title']} ({facts['last']:%d/%m/%Y})"
        self.changes.append(Change(where, **{key: tuple(value) for key, value in more.items()}))

    def built(self, files, decisions, adjustments, day, earlier):
        return build_publication(
            files, [] if earlier else self.players, day, decisions=decisions, adjustments=adjustments, earlier=earlier
        )

    def with_changes(self, changes):
        """The publication of January, with these changes only."""
        files, decisions, adjustments = (
            [item for change in changes for item in getattr(change, what)]
            for what in ("files", "decisions", "adjustments")
        )
        return self.built(files, decisions, adjustments, LATER, self.first.history)


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path)


def sum_movements(publication, until=PUBLISHED):
    """What each movement up to a day gave a player: his key and how a page names it -> points."""
    points = defaultdict(lambda: defaultdict(Fraction))
    for move in publication.history.movements:
        if move.day <= until:
            where = texts.WHERE.get(move.kind, f"{move.reason} ({move.day:%d/%m/%Y})")
            points[move.key][where] += move.after if move.before is None else move.after - move.before
    return points


def corrections(source, folder, **size):
    """Yield each corrected player with what his movements gave him: as published, now, and without each change."""
    months = Months(source, folder, **size)
    publication = months.with_changes(months.changes)
    without = {
        change.where: sum_movements(
            months.with_changes([other_change for other_change in months.changes if other_change is not change])
        )
        for change in months.changes
    }
    published, now = sum_movements(months.first), sum_movements(publication)
    for player in publication.corrected_players:
        key = player.key
        yield player, published[key], now[key], {where: points[key] for where, points in without.items()}


def differences(now, before):
    """What each movement gives more in one of two publications."""
    every = {where: now[where] - before[where] for where in {**now, **before}}
    return {where: points for where, points in every.items() if points}


def test_a_correction_is_the_sum_of_its_movements_each_with_the_change_without_which_it_is_another(tmp_path):
    """`make trials` tries more than 200; where no removal alone does anything a change is named all the same."""
    kinds, size = Counter(), {"people": 80, "tournaments": 30} if TRIALS else {"people": 50, "tournaments": 12}
    for seed in range(6 if TRIALS else 1):
        for player, published, now, without in corrections(Random(f"causes {seed}"), tmp_path / f"{seed}", **size):
            kinds[frozenset(part.root.ricochet for part in player.contributions)] += 1
            parts = defaultdict(Fraction)
            for part in player.contributions:
                parts[part.where] += part.points
            assert dict(parts) == differences(now, published) and sum(parts.values()) == player.change
            weights = [abs(part.points) for part in player.contributions]
            assert weights == sorted(weights, reverse=True) and all(weights)
            for where, _, root in player.contributions:
                assert root.ricochet == (root.where != where) and root.where in without, player.name
                removed = {change: abs(now[where] - points[where]) for change, points in without.items()}
                others = [weight for change, weight in removed.items() if change != where]
                if root.ricochet and any(removed.values()):
                    assert removed[root.where] == max(others), player.name
                elif any(removed.values()):
                    assert removed[where], player.name
    assert sum(kinds.values()) > (200 if TRIALS else 20), kinds
    assert min(kinds[frozenset(mix)] for mix in ({True}, {False}, {True, False})) > 1, kinds


def test_a_movement_that_gives_the_same_points_is_no_cause_whatever_happened_to_its_tournament(tmp_path):
    """A corrected Vienne changes few rows; who has the same points there is corrected by Lyon alone, and it says so."""
    story = Story(tmp_path)
    story.played(date(2015, 10, 20), list_people(16), title="Vienne")
    first = story.build(list_people(16), date(2015, 10, 31))
    story.played(date(2015, 10, 10), list_people(16), title="Lyon")
    world.write_workbook(tmp_path / "reçus" / "juste.xlsx", another_score(Random(1), story.facts[0]))
    (right,) = (file for file in read_received(tmp_path / "reçus") if file.name == "juste.xlsx")
    order = line("doublon", "compter", Empreinte=right.sha256[:16])
    publication = story.build(list_people(16), date(2015, 11, 30), earlier=first.history, decisions=[order])
    rows = [correction for correction in publication.corrections if correction.movement.reason == "Vienne"]
    same = [correction for correction in rows if correction.published.change == correction.now.change]
    assert same and len(rows) > len(same)
    players = {player.key: player for player in publication.corrected_players}
    for row in rows:
        parts = [part for part in players[row.movement.key].contributions if part.where == "Vienne (20/10/2015)"]
        assert sum(part.points for part in parts) == row.now.change - row.published.change
        if row in same:
            assert not parts and "version corrigée" not in row.reason and "Même variation, " in row.reason
        else:
            assert ("version corrigée" in row.reason) == any(not part.root.ricochet for part in parts)


def test_a_cause_is_a_change_without_which_the_cote_is_another_one(story):
    """Two late files, an answer to a question of return, a corrected file and the answer that it counts."""
    others = [person | {"cote": 90 * n} for n, person in enumerate(list_people(20)[1:], 14)]
    field = [*list_people(1, series="1A", last=None), *others]
    for number, day in enumerate((3, 10, 12, 14, 17, 24), start=1):
        story.played(date(2015, 10, day), Random(number).sample(field, 9), title=f"T{number}")
    story.played(date(2015, 10, 20), field[:8], title="Paris")
    listed, until, later = field, date(2015, 10, 31), date(2015, 11, 30)
    story.build(listed, until)  # writes the list
    players = read_register(story.folder / "liste.csv")
    files = {file.tournament.title: file for file in read_received(story.folder / "reçus")}
    late = {"T2", "T3"}
    first = build_publication([file for title, file in files.items() if title not in late], players, until)
    (question,) = (candidate for candidate in first.questions.open if candidate.kind == "retour")
    answer = question.to_csv_line() | {"Décision": "inactif"}
    arrived = "{} ({:%d/%m/%Y}) : arrivé après la publication, compté à sa date."
    causes = {arrived.format(title, files[title].tournament.last): title for title in sorted(late)}
    back = "retour après plus de deux ans : départ de la cote de la série duplicate (R10). Décision : inactif."
    causes[f"NOM01 Ève ({question.day:%d/%m/%Y}) : {back}"] = "retour"
    world.write_workbook(story.folder / "corrigé" / "T1.xlsx", another_score(Random(1), story.facts[0]))
    ((corrected,), mark) = read_received(story.folder / "corrigé"), line("doublon", "compter")
    mark["Empreinte"] = corrected.sha256[:16]
    causes["T1 (03/10/2015) : une version corrigée du classeur compte à la place."] = "corrigé"

    def built(changes):
        more = [answer] * ("retour" in changes) + [mark] * ("corrigé" in changes)
        late_files = [files[title] for title in changes & late] + [corrected] * ("corrigé" in changes)
        return build_publication(late_files, [], later, earlier=first.history, decisions=more)

    def gains(changes):
        """What each movement gives, by player."""
        points = defaultdict(dict)
        for move in built(changes).history.movements:
            points[move.key][move.reason, move.day] = move.change
        return points

    every = {*late, "retour", "corrigé"}
    publication = built(every)
    assert not publication.notes and len(publication.corrected_players) > 8
    now, without = gains(every), {change: gains(every - {change}) for change in every}
    there = {title: {player.licence for player in files[title].tournament.participants} for title in ("T1", "T2", "T3")}
    there |= {"corrigé": there["T1"], "retour": {"L01"}}
    for player in publication.corrected_players:
        assert sum(part.points for part in player.contributions) == player.change
        removed = {change for change in every if without[change][player.key] != now[player.key]}
        direct = {change for change in removed if player.licence in there[change]}
        roots = {causes[root.origin.text] for root in player.roots}
        assert roots <= removed and {causes[root.text] for root in player.roots if not root.ricochet} <= direct, (
            player.name
        )
    assert len({player.roots for player in publication.corrected_players}) > 3  # and they differ from player to player
    alone = {root.origin for player in built({"retour"}).corrected_players for root in player.roots}
    assert not built({"retour"}).notes and [causes[root.text] for root in alone] == ["retour"]
    (draft,) = (body for name, body in render_letters(publication).items() if name.endswith(" T1.eml"))
    body = read_mail_text(draft)
    assert "Les résultats sont ceux de votre classeur corrigé (" in body
    reasons, there = re.findall(r"^\d\. (.*)$", body, re.M), re.findall("^  (.*) : .* → ", body, re.M)
    causes_told = {root.origin for correction in publication.corrections for root in correction.causes}
    named_roots = {root for root in causes_told if root.text in reasons}
    others = [
        player for player in publication.corrected_players if {root.origin for root in player.roots} & named_roots
    ]
    number = sum(player.name not in there for player in others)
    assert f"les cotes de {number} autre{'s' * (number > 1)} joueur{'s' * (number > 1)}" in body


def test_points_of_somebody_who_only_comes_by_a_late_file_are_his_cause_and_the_others_is_the_file(story):
    first = story.played(OCTOBER, list_people(8)).played(date(2015, 10, 17), list_people(8), title="Lyon")
    first = first.build(list_people(8), date(2015, 10, 31))
    new = list_people(1)[0] | {"name": "BLANC", "licence": "L99"}
    story.played(date(2015, 10, 10), [*list_people(8)[1:7], new], title="Tard")
    clap = [Adjustment(date(2015, 10, 20), "L99", Fraction(5), "CLAP", "a.csv, ligne 2")]
    publication = story.build(list_people(8), date(2015, 11, 30), earlier=first.history, adjustments=clap)
    roots = {player.licence: player.roots for player in publication.corrected_players}
    assert {root.where for own in roots.values() for root in own} == {"Tard (10/10/2015)"}
    assert {licence for licence, own in roots.items() if all(root.ricochet for root in own)} == roots.keys() & {
        "L01",
        "L08",
    }
    assert [change.root.where for change in publication.changes] == ["Tard (10/10/2015)", "CLAP (20/10/2015)"]


def test_players_stand_in_alphabetical_order_whatever_their_accents(story):
    names = ("BOUTROS", "Ödön", "BÉRANGER", "BOURGAREL", "Œuvrard", "ZOLA", "Eco", "Otto")
    field = [person | {"name": name} for person, name in zip(list_people(8), names, strict=True)]
    first = story.played(OCTOBER, field).build(field, date(2015, 10, 31))
    story.played(date(2015, 10, 1), field, title="Tard")
    publication = story.build(field, date(2015, 11, 30), earlier=first.history)
    order = ["BÉRANGER", "BOURGAREL", "BOUTROS", "Eco", "Ödön", "Œuvrard", "Otto", "ZOLA"]
    surnames = [player.name.split()[0] for player in publication.corrected_players]
    assert len(surnames) > 5 and surnames == [name for name in order if name in surnames]
    of_key = {account.key: account.name for account in publication.accounts}
    (change,) = publication.changes
    moved = [of_key[key] for key, _ in change.moved]
    assert len(moved) > 5 and moved == [name for name in order if name in moved]


def test_homonyms_of_one_club_read_apart_on_their_pages_and_who_enters_does_so_at_a_cote(story):
    field = list_people(8)
    for person, name in zip(field, ("OSTROWSKI-FONTANAROSA", "OSTROWSKI", "MARTIN", "MARTIN"), strict=False):
        person["name"] = name
    first = story.played(OCTOBER, field).build(field, date(2015, 10, 31))
    new = list_people(1)[0] | {"name": "ABADIE", "licence": "L99"}
    story.played(date(2015, 10, 20), [*field, new], title="Tard")
    publication = story.build(field, date(2015, 11, 30), earlier=first.history)
    (change,) = publication.changes
    names = {account.key: account.name for account in publication.accounts}
    moved = [names[key] for key, _ in change.moved]
    assert moved == sorted(moved) and moved[0] == "ABADIE"  # "OSTROWSKI" before "OSTROWSKI-FONTANAROSA"
    assert {names[key] for key in change.entered} == {"ABADIE"}
    pages = {name.rpartition("/")[2]: page.decode() for name, page in render_site(publication).items()}
    entry_cote = f"{float(dict(change.moved)[change.moved[0][0]]):,.0f}".replace(",", "\u202f")
    assert f"ABADIE Ève entre à\u00a0{entry_cote}, " in pages["corrections.html"]
    headings = re.findall("<h1>(MARTIN.*?)</h1>", "".join(pages.values()))
    assert sorted(headings) == [f"MARTIN Ève N°\u00a0{account.number}" for account in publication.accounts
                                if account.name == "MARTIN"]  # fmt: skip
    assert all(f">{heading}</a>" in pages["index.html"] for heading in headings)


def test_who_is_moved_and_moved_back_has_no_line_and_the_head_says_so(story):
    first = story.played(OCTOBER, list_people(8)).build(list_people(8), date(2015, 10, 31))
    new = list_people(1)[0] | {
        "name": "BLANC",
        "licence": "L99",
    }  # in no publication: no line, and nothing is moved back
    story.played(date(2015, 10, 20), [*list_people(8)[1:], new], title="Tard")
    points = [
        Adjustment(date(2015, 10, day), "L01", Fraction(gain), reason, "a.csv, ligne 2")
        for day, gain, reason in ((10, 42, "CLAP"), (11, -42, "erreur"))
    ]
    publication = story.build(list_people(8), date(2015, 11, 30), earlier=first.history, adjustments=points)
    assert "L01" not in {player.licence for player in publication.corrected_players} and publication.corrected_players
    pages = {name.rpartition("/")[2]: page.decode() for name, page in render_site(publication).items()}
    (vienne, clap, error) = (page_part.split("</li>")[0] for page_part in pages["corrections.html"].split("<li>")[-3:])
    assert "NOM01 Ève\u00a0+42\u00a0(compensé)." in clap and "NOM01 Ève\u00a0−42\u00a0(compensé)." in error
    assert "BLANC Ève entre à\u00a01\u202f" in vienne and "compensé" not in vienne
    page = openpyxl.load_workbook(io.BytesIO(render_publication(publication, "", "")))["Corrections rétroactives"]
    assert "NOM01 Ève\u00a0−42\u00a0(compensé)." in page["F7"].value


def test_who_enters_or_returns_does_so_with_the_whole_title_of_his_tournament_in_the_next_publication_too(story):
    """A title may have a dot as stands before it in the reason, which is all that a publication stores."""
    title = "Coupe · Lyon"
    field = list_people(10, series="1A", last=date(2012, 8, 1))
    publication = story.played(date(2015, 10, 20), field, title=title).build(field[:8])
    path = story.folder / "classement.xlsx"
    path.write_bytes(render_publication(publication, "", ""))
    for movements in (publication.history.movements, read_publication_history(path).movements):
        titles = {(move.kind, move.title) for move in movements}
        assert titles == {("retour", title), ("entrée", title), ("tournoi", "")}
