"""Seasons built month by month, each build from the workbook of the one before: late, repeated and corrected files,
events over a month's end, answers and adjustments that come later. The end is that of a build at once, recomputed from
the facts by `naive_federation`; every difference on the way is on the sheet Corrections rétroactives. Then `--avant` by
the command, and what goes out of a build.
"""

import copy
import email.message
import email.policy
import hashlib
import shutil
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import openpyxl
import pytest

from tests import books
from tests import federation_world as world
from tests import naive_federation as naive
from tests.federation_desk import (
    FEBRUARY,
    JANUARY,
    MARCH,
    answer_decisions,
    list_people,
    make_anonymous,
    publish_month,
    read_letter,
    read_ranking,
    read_received,
    read_sheet_rows,
    send,
)
from tests.fuzz import TRIALS
from tests.programs import WHOLE
from tournament_xl.federation.intake.decisions import Adjustment
from tournament_xl.federation.intake.versions import describe_differences
from tournament_xl.federation.output.report import render_publication
from tournament_xl.federation.ranking.build import build_publication
from tournament_xl.federation.ranking.history import read_publication_history
from tournament_xl.messages.federation import DECISION_COLUMNS
from tournament_xl.players.player_lists import read_register

START = date(2015, 9, 1)
MONTHS = [date(2015, 9 + m, 1) if m < 4 else date(2016 + (m - 4) // 12, 1 + (m - 4) % 12, 1) for m in range(1, 15)]
DAYS = [first - timedelta(days=1) for first in MONTHS]  # of the publications


def another_score(source, facts):
    """The facts with one result that was typed wrongly."""
    wrong = copy.deepcopy(facts)
    match = source.choice([match for matches in wrong["rounds"] for match in matches if match["games"]])
    ((own, opposing),) = match["games"]
    match["games"] = [(opposing + 7, own)]
    return wrong


class Deliveries:
    """A season: what comes into the folder of each month, and what is decided then."""

    def __init__(self, source, folder):
        self.people, self.facts = world.invent_seasons(
            source, people=70, unknown=8, tournaments=26 if WHOLE else 18, days=400
        )
        self.source, self.folder, self.fates = source, folder, Counter()
        self.decisions, self.adjustments = defaultdict(list), defaultdict(list)
        for month in (3, 6, 9):  # over the month's end
            over = next(facts for facts in self.facts if facts["first"] > DAYS[month] and not facts["kind"])
            over |= {"first": DAYS[month], "last": DAYS[month] + timedelta(days=3)}
        for number, facts in enumerate(self.facts):
            self.deliver(f"{number}", facts)
        for number in range(6):
            month = source.randrange(3, len(DAYS))
            day, licence = START + timedelta(source.randrange(1, 30 * month)), source.choice(self.people)["licence"]
            self.adjustments[month].append(Adjustment(day, licence, 5 * number - 10, "CLAP", "a.csv, ligne 2"))

    def deliver(self, name, facts):
        """In its month, late, first with a wrong score, with a licence typed wrongly, twice."""
        month = next(m for m, day in enumerate(DAYS) if facts["last"] <= day)
        later = min(month + self.source.choice([1, 1, 2, 3]), len(DAYS) - 3)
        fate = self.source.choice(["late", "corrected", "licence", "", ""]) if later > month else ""
        self.fates[fate] += 1
        if fate == "late":
            month = later
        elif fate == "corrected":
            wrong = self.send(month, f"{name}-faux", another_score(self.source, facts))
            month = later
            self.decide(month + 1, "doublon", "écarter", Empreinte=wrong)
        elif fate == "licence":
            facts = copy.deepcopy(facts)
            listed_licences = {person["licence"] for person in self.people}
            player = self.source.choice(
                [
                    player_of_tournament
                    for player_of_tournament in facts["players"]
                    if player_of_tournament["licence"] in listed_licences
                ]
            )
            right, player["licence"] = player["licence"], f"9{player['licence']}"
            identity = {"Nom": player["name"], "Prénom": player["first_name"], "Club": player["club"]}
            self.decide(month + 2, "joueur", right, Licence=player["licence"], **identity)
        mark = self.send(month, name, facts)
        if fate == "corrected":
            self.decide(month + 1, "doublon", "compter", Empreinte=mark)
        if self.source.random() < 0.3 and month + 1 < len(DAYS):
            self.fates["repeated"] += 1
            self.send(self.source.randrange(month + 1, len(DAYS)), name, facts)

    def send(self, month, name, facts):
        """Writes the file; its mark in the file of decisions."""
        path = world.write_workbook(self.folder / f"{month}" / f"{name}.xlsx", facts)
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]

    def decide(self, month, kind, answer, **cells):
        self.decisions[month].append(dict.fromkeys(DECISION_COLUMNS, "") | {"Nature": kind, "Décision": answer} | cells)


@pytest.mark.parametrize("seed", range(4 if TRIALS else 1))
def test_a_season_built_month_by_month_ends_as_one_built_at_once_and_every_difference_is_told(tmp_path, seed):
    season = Deliveries(Random(f"months {seed}"), tmp_path)
    assert {"late", "corrected", "licence", "repeated"} <= season.fates.keys()
    listed = read_register(world.write_list(tmp_path / "liste.csv", season.people))
    earlier = None
    for number, day in enumerate(DAYS):
        (tmp_path / f"{number}").mkdir(exist_ok=True)
        publication = build_publication(
            read_received(tmp_path / f"{number}"), listed if not earlier or seed % 2 else [], day,
            adjustments=season.adjustments[number], decisions=season.decisions[number], earlier=earlier,
        )  # fmt: skip
        if earlier:
            assert_explained(publication, earlier)
        roots = {root for player in publication.corrected_players for root in player.roots}  # every tournament counts
        assert not [root for root in roots if "n'est plus compté" in root.text or root.where == "Recalculé"]
        path = tmp_path / f"{day}.xlsx"
        path.write_bytes(render_publication(publication, "", ""))
        earlier, written = read_publication_history(path), publication.history
        assert (earlier.movements, earlier.ranks_and_cotes) == (written.movements, written.ranks_and_cotes)
    adjusted = [
        (adjustment.day, adjustment.licence, adjustment.points)
        for value in season.adjustments.values()
        for adjustment in value
    ]
    state = naive.recompute_state(season.people, season.facts, DAYS[-1], adjusted)
    assert {account.licence: (account.cote, account.last) for account in publication.accounts} == {
        licence: (line["cote"], line["last"]) for licence, line in state.items()
    }
    ranked = {line.account.licence: (line.place, line.cote) for line in publication.ranking}
    assert ranked == naive.rank_players(state, DAYS[-1])
    assert len(publication.counted) == len(season.facts)


def assert_explained(publication, earlier):
    """What a player's cote is now, it was then, with the corrections of the past and the movements since."""
    corrections = publication.corrections
    assert all(correction.cause for correction in corrections)
    change = Counter()
    for sign, movements in (
        (1, [correction.now for correction in corrections if correction.now]),
        (-1, [correction.published for correction in corrections if correction.published]),
        (1, [movement for movement in publication.history.movements if movement.day > earlier.day]),
    ):
        for movement in movements:
            change[movement.key] += sign * (movement.after - (movement.before or 0))
    for line in publication.ranking:
        key = line.account.key
        assert (line.place_before, line.cote_before) == earlier.ranks_and_cotes.get(key, (None, None))
        if line.cote_before is not None:
            assert line.cote == line.cote_before + change[key], line.account
    heads = {head.root: dict(head.moved) for head in publication.changes}
    for player in publication.corrected_players:
        assert player.now is None or sum(part.points for part in player.contributions) == player.change
        direct = Counter()
        for part in player.contributions:
            if not part.root.ricochet:
                direct[part.root] += part.points
        assert player.now is None or all(heads[root][player.key] == points for root, points in direct.items())


# On files, by the command


def test_a_corrected_version_is_a_question_with_the_differences_and_one_answer_settles_it(desk, capsys):
    """A workbook of the program: its first round was drawn once, so both are one tournament."""
    (desk / JANUARY).mkdir()
    path = books.simulate(books.create(desk / JANUARY, 8, "--set", "Date de début=10/01/2016", name="club.xlsx"), 5)
    publish_month(desk, JANUARY)
    shutil.copytree(desk / JANUARY, desk / FEBRUARY)
    line, path = books.lines(path, "Résultats")[0], desk / FEBRUARY / "club.xlsx"
    books.edit(path, {f"Résultats!Score 1!{line['row']}": line["Score 1"] + 200})
    books.update(path)
    assert publish_month(desk, FEBRUARY, JANUARY) == 0
    assert "1 question à décider" in capsys.readouterr().out
    (question,) = read_sheet_rows(desk / f"{FEBRUARY}.xlsx", "À décider")
    score = f"{line['Score 1'] + 200}-{line['Score 2']} au lieu de {line['Score 1']}-{line['Score 2']}"
    assert score in question["Question"]
    answers = ("--decisions", answer_decisions(desk / f"{FEBRUARY}-decisions.csv", "compter"))
    assert publish_month(desk, FEBRUARY, JANUARY, *answers) == 0
    (draft,) = (desk / "courriers").glob(f"{FEBRUARY} *")
    body = read_letter(draft)[2]
    assert f"{score})." in body and "classeur corrigé (ronde 1, " in body and "restent les mêmes" not in body
    assert publish_month(desk, MARCH, FEBRUARY) == 0  # the answer is kept
    assert (
        read_sheet_rows(desk / f"{FEBRUARY}.xlsx", "À décider")
        == read_sheet_rows(desk / f"{MARCH}.xlsx", "À décider")
        == []
    )


def site_of(desk, day):
    return str([(page.name, page.read_bytes().decode()) for page in (desk / f"{day}-site").rglob("*.*")])


def test_who_asks_for_anonymity_after_a_publication_has_it_at_once_and_keeps_it(desk):
    """From the same workbook sent again, without a question; from another version too, which waits for its answer."""
    send(desk, JANUARY, "club", date(2016, 1, 10))
    publish_month(desk, JANUARY)
    shutil.copytree(desk / JANUARY, desk / FEBRUARY)
    first, second = list_people(8)[3:5]
    make_anonymous(desk / FEBRUARY / "club.xlsx", first["licence"])
    assert publish_month(desk, FEBRUARY, JANUARY) == 0 and read_sheet_rows(desk / f"{FEBRUARY}.xlsx", "À décider") == []
    assert first["name"] in site_of(desk, JANUARY)
    assert first["name"] not in (pages := site_of(desk, FEBRUARY)) and second["name"] in pages
    shutil.copytree(desk / JANUARY, desk / MARCH)  # the first one comes back
    facts = world.invent_tournament(Random(2), list_people(8), date(2016, 1, 10), title="club")
    make_anonymous(world.write_workbook(desk / MARCH / "2.xlsx", facts), second["licence"])
    assert publish_month(desk, MARCH, FEBRUARY) == 0 and len(read_sheet_rows(desk / f"{MARCH}.xlsx", "À décider")) == 1
    assert {player_id["name"] for player_id in list_people(8) if player_id["name"] not in site_of(desk, MARCH)} == {
        first["name"],
        second["name"],
    }


def test_versions_that_differ_only_in_how_a_name_is_split_or_in_a_place_say_so(desk):
    old = read_received(send(desk, JANUARY, "club", date(2016, 1, 10)).parent)[0]
    first = old.tournament.entrants[0]
    for change in ({"name": "NOM", "first_name": "01 Ève"}, {"place": 7}):
        entrants = (replace(first, **change), *old.tournament.entrants[1:])
        new = replace(old, played=replace(old.tournament, entrants=entrants))
        assert all(
            str(value) in describe_differences(new, old) for value in change.values()
        ) and not describe_differences(old, old)


def test_a_club_that_plays_with_the_same_list_again_has_two_tournaments(desk):
    """Same people and cotes: the same first round, but another day and other results."""
    (desk / JANUARY).mkdir()
    for day in ("10", "17"):
        book = books.create(desk / JANUARY, 8, "--set", f"Date de début={day}/01/2016", name=f"le {day}.xlsx")
        books.run("simulate", book, "--seed", day)
    publish_month(desk, JANUARY)
    counted = [line["Verdict"] for line in read_sheet_rows(desk / f"{JANUARY}.xlsx", "Tournois")]
    assert [verdict.split(",")[0] for verdict in counted] == ["compté", "compté"]


def test_a_later_list_brings_clubs_and_new_players_not_cotes(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    publish_month(desk, JANUARY)
    listed = [list_people(1)[0] | {"club": "Grenoble", "cote": 3000}, *list_people(11)[1:]]
    world.write_list(desk / "liste2.csv", listed)
    send(
        desk,
        FEBRUARY,
        "Lyon",
        date(2016, 2, 10),
        field=[*list_people(11)[3:], list_people(1)[0] | {"club": "Grenoble"}],
    )
    assert publish_month(desk, FEBRUARY, JANUARY, "--joueurs", desk / "liste2.csv") == 0
    now = read_ranking(desk, FEBRUARY)
    assert now["L01"]["Club"] == "Grenoble" and now["L01"]["Cote avant"] == read_ranking(desk, JANUARY)["L01"]["Cote"]
    (entry,) = (
        line for line in read_sheet_rows(desk / f"{FEBRUARY}.xlsx", "Saison 2015-2016") if line["Licence"] == "L11"
    )
    assert entry["Cote avant"] == 1511 and read_sheet_rows(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives") == []


def test_a_publication_saved_by_another_program_still_serves(desk):
    send(desk, JANUARY, "=1+1 _x0041_ é", date(2016, 1, 10))
    publish_month(desk, JANUARY)
    openpyxl.load_workbook(desk / f"{JANUARY}.xlsx").save(desk / f"{JANUARY}.xlsx")
    assert publish_month(desk, FEBRUARY, JANUARY) == 0
    assert {line["Variation"] for line in read_ranking(desk, FEBRUARY).values()} == {0}


def test_who_is_twice_in_a_tournament_is_named_on_screen(desk, capsys):
    double = list_people(3)[2] | {"licence": "", "name": "Ève", "first_name": "NOM03"}
    send(desk, JANUARY, "Vienne", date(2016, 1, 10), field=[*list_people(8), double])
    assert publish_month(desk, JANUARY) == 0
    assert "Deux fois la même personne dans un tournoi, semble-t-il : Ève NOM03 (Vienne)." in capsys.readouterr().out


def test_the_folder_to_upload_has_no_address_message_or_reason_and_the_workbook_says_for_whom_it_is(desk, capsys):
    path = send(desk, JANUARY, "Vienne", date(2016, 1, 20))
    mail = email.message.EmailMessage(policy=email.policy.SMTP)
    mail["From"], mail["Subject"] = "Zoé Blanc <zoe@club.example>", "Notre tournoi secret"
    mail.set_content("Ne le dites à personne.")
    mail.add_attachment(path.read_bytes(), maintype="application", subtype="octet-stream", filename="th.xlsx")
    (desk / JANUARY / "a.eml").write_bytes(mail.as_bytes())
    path.unlink()
    assert publish_month(desk, JANUARY, None, "--signature", "Anne Roux") == 0
    assert f"{JANUARY}.xlsx est pour vous seul (adresses, messages, motifs)" in capsys.readouterr().out
    sheet = books.content(desk / f"{JANUARY}.xlsx")["Classement"]
    assert "à ne pas mettre en ligne" in str([cell.value for row in sheet["A1:A3"] for cell in row])
    send(desk, FEBRUARY, "Lyon", date(2016, 1, 10))
    titles = ";".join([*DECISION_COLUMNS, "Auteur", "Décidé le", "Motif"])
    order = ["tournoi", "Vienne", "20/01/2016", *[""] * 8, "écarter", "Zoé Noir", "", "tricherie avérée"]
    (desk / "d.csv").write_text(f"{titles}\n{';'.join(order)}\n", encoding="utf-8-sig")
    assert publish_month(desk, FEBRUARY, JANUARY, "--decisions", desk / "d.csv") == 0
    assert "tricherie avérée" in str(read_sheet_rows(desk / f"{FEBRUARY}.xlsx", "Décisions"))
    for day in (JANUARY, FEBRUARY):
        for page in (path for path in (desk / f"{day}-site").rglob("*") if path.is_file()):
            text = page.read_bytes().decode("utf-8", "replace")
            for secret in ("zoe@", "Zoé Blanc", "secret", "à personne", "Zoé Noir", "tricherie", "votre décision"):
                assert secret not in text, (page, secret)
    page = "".join(path.read_text("utf-8") for path in (desk / f"{FEBRUARY}-site").rglob("corrections.html"))
    assert "écarté par la fédération" in page
