"""Seasons built month by month, each build from the workbook of the one before: late, repeated and corrected files,
events over a month's end, answers and adjustments that come later. The end is that of a build at once, recomputed from
the facts by `naive_federation`; every difference on the way is on the sheet Corrections rétroactives. Then `--avant` by
the command, and what goes out of a build.
"""

import copy
import email
import email.policy
import hashlib
import re
import shutil
from collections import Counter, defaultdict
from datetime import date, timedelta
from html import unescape
from random import Random

import openpyxl
import pytest

from tests import books
from tests import federation_world as world
from tests import naive_federation as naive
from tests.books import run
from tests.federation_desk import FEBRUARY, JANUARY, MARCH, answered, cells, monthly, people, ranking, send
from tests.fuzz import TRIALS
from tests.xlsm import needs_libreoffice
from tournament_xl.federation.build import build
from tournament_xl.federation.decisions import Adjustment
from tournament_xl.federation.history import read_history
from tournament_xl.federation.reading import read_folder
from tournament_xl.federation.report import report
from tournament_xl.lists.read import read_register
from tournament_xl.texts.federation import DECISION_COLUMNS

START = date(2015, 9, 1)
MONTHS = [date(2015, 9 + m, 1) if m < 4 else date(2016 + (m - 4) // 12, 1 + (m - 4) % 12, 1) for m in range(1, 15)]
DAYS = [first - timedelta(days=1) for first in MONTHS]  # of the publications


def another_score(source, facts):
    """The facts with one result that was typed wrongly."""
    wrong = copy.deepcopy(facts)
    match = source.choice([match for matches in wrong["rounds"] for match in matches if match["games"]])
    ((own, other),) = match["games"]
    match["games"] = [(other + 7, own)]
    return wrong


class Deliveries:
    """A season: what comes into the folder of each month, and what is decided then."""

    def __init__(self, source, folder):
        self.people, self.facts = world.seasons(source, people=70, unknown=8, tournaments=26, days=400)
        self.source, self.folder, self.fates = source, folder, Counter()
        self.decisions, self.adjustments = defaultdict(list), defaultdict(list)
        for month in (3, 6, 9):  # over the month's end
            over = next(facts for facts in self.facts if facts["first"] > DAYS[month] and not facts["kind"])
            over |= {"first": DAYS[month], "last": DAYS[month] + timedelta(days=3)}
        for number, facts in enumerate(self.facts):
            self.deliver(f"{number}", facts)
        for number in range(6):
            month = source.randrange(3, len(DAYS))
            day, licence = (
                START + timedelta(days=source.randrange(1, 30 * month)),
                source.choice(self.people)["licence"],
            )
            self.adjustments[month].append(
                Adjustment(day, licence, 5 * number - 10, f"CLAP {number}", "a.csv, ligne 2")
            )

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
            known = {one["licence"] for one in self.people}
            player = self.source.choice([one for one in facts["players"] if one["licence"] in known])
            right, player["licence"] = player["licence"], f"9{player['licence']}"
            told = {"Nom": player["name"], "Prénom": player["first_name"], "Club": player["club"]}
            self.decide(month + 2, "joueur", right, Licence=player["licence"], **told)
        mark = self.send(month, name, facts)
        if fate == "corrected":
            self.decide(month + 1, "doublon", "compter", Empreinte=mark)
        if self.source.random() < 0.3 and month + 1 < len(DAYS):
            self.fates["repeated"] += 1
            self.send(self.source.randrange(month + 1, len(DAYS)), name, facts)

    def send(self, month, name, facts):
        """Writes the file; its mark in the file of decisions."""
        path = world.write(self.folder / f"{month}" / f"{name}.xlsx", facts)
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]

    def decide(self, month, kind, answer, **told):
        self.decisions[month].append(dict.fromkeys(DECISION_COLUMNS, "") | {"Nature": kind, "Décision": answer} | told)


@pytest.mark.parametrize("seed", range(4 if TRIALS else 1))
def test_a_season_built_month_by_month_ends_as_one_built_at_once_and_every_difference_is_told(tmp_path, seed):
    season = Deliveries(Random(f"months {seed}"), tmp_path)
    assert {"late", "corrected", "licence", "repeated"} <= season.fates.keys()
    listed = read_register(world.write_list(tmp_path / "liste.csv", season.people))
    earlier = None
    for number, day in enumerate(DAYS):
        (tmp_path / f"{number}").mkdir(exist_ok=True)
        publication = build(
            read_folder(tmp_path / f"{number}"), listed if not earlier or seed % 2 else [], day,
            adjustments=season.adjustments[number], decisions=season.decisions[number], earlier=earlier,
        )  # fmt: skip
        if earlier:
            explained(publication, earlier)
        path = tmp_path / f"{day}.xlsx"
        path.write_bytes(report(publication, "", ""))
        earlier = read_history(path)
        assert earlier.movements == publication.history.movements and earlier.places == publication.history.places
    adjusted = [(one.day, one.licence, one.points) for found in season.adjustments.values() for one in found]
    state = naive.recomputed(season.people, season.facts, DAYS[-1], adjusted)
    assert {one.licence: (one.cote, one.last) for one in publication.accounts} == {
        licence: (line["cote"], line["last"]) for licence, line in state.items()
    }
    ranked = {line.account.licence: (line.place, line.cote) for line in publication.ranking}
    assert ranked == naive.ranking(state, DAYS[-1])
    assert len(publication.counted) == len(season.facts)


def explained(publication, earlier):
    """What a player's cote is now, it was then, with the corrections of the past and the movements since."""
    told = publication.corrections
    assert all(one.cause for one in told)
    change = Counter()
    for sign, movements in (
        (1, [one.now for one in told if one.now]),
        (-1, [one.published for one in told if one.published]),
        (1, [one for one in publication.history.movements if one.day > earlier.day]),
    ):
        for one in movements:
            change[one.key] += sign * (one.after - (one.before or 0))
    for line in publication.ranking:
        key = line.account.key
        assert (line.place_before, line.cote_before) == earlier.places.get(key, (None, None))
        if line.cote_before is not None:
            assert line.cote == line.cote_before + change[key], line.account


# On files, by the command


@pytest.fixture
def desk(tmp_path):
    """A list, and the command for a day on the files of its month."""
    world.write_list(tmp_path / "liste.csv", people(10))
    return tmp_path


def test_the_next_month_begins_where_the_last_one_ended_and_tells_what_it_knows_already(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    send(desk, JANUARY, "Hiver", date(2016, 1, 30), days=5)
    (desk / JANUARY / "abîmé.xlsx").write_bytes(b"PK\x03\x04 rien")
    assert monthly(desk, JANUARY) == 0
    said = capsys.readouterr().out
    assert "1 écarté" in said and "  abîmé.xlsx : " in said
    assert "En attente, comptés dans une prochaine publication" in said and "Hiver.xlsx" in said
    shutil.copytree(desk / JANUARY, desk / FEBRUARY)
    send(desk, FEBRUARY, "Lyon", date(2016, 2, 10))
    assert monthly(desk, FEBRUARY, JANUARY) == 0
    said = capsys.readouterr().out
    assert "Tournois comptés depuis la publication du 31/01/2016 : 2." in said and "Tournois : 3 comptés" in said
    assert "abîmé" not in said and "écartés dans une publication d'avant : 2 fichiers" in said
    lines = {line["Fichier"]: line["Verdict"] for line in cells(desk / f"{FEBRUARY}.xlsx", "Tournois")}
    assert (lines["Vienne.xlsx"], lines["abîmé.xlsx"]) == ("déjà compté", "écarté, déjà dit")
    before, now = ranking(desk, JANUARY), ranking(desk, FEBRUARY)
    moves = [line for line in cells(desk / f"{FEBRUARY}.xlsx", "Saison 2015-2016") if line["Date"].month == 2]
    assert len(moves) == 16 and cells(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives") == []
    for licence, one in now.items():
        assert one["Place avant"] == before[licence]["Place"] and one["Cote avant"] == before[licence]["Cote"]
        gained = sum(line["Variation"] for line in moves if line["Licence"] == licence)
        assert one["Variation"] == gained == one["Cote"] - one["Cote avant"]


def test_a_late_file_is_counted_on_its_day_and_everything_that_it_changes_is_listed(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 20))
    monthly(desk, JANUARY)
    send(desk, FEBRUARY, "Tardif", date(2016, 1, 10))
    assert monthly(desk, FEBRUARY, JANUARY) == 0
    assert "Passé corrigé : " in capsys.readouterr().out
    found = cells(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives")
    assert [line["Départ publié"] for line in found if line["Tournoi ou motif"] == "Tardif"] == [None] * 8
    assert {line["Cause"] for line in found if line["Tournoi ou motif"] == "Vienne"} >= {"Suite de : Tardif."}


def test_a_corrected_version_is_a_question_with_the_differences_and_one_answer_settles_it(desk, capsys):
    """A workbook of the program: its first round was drawn once, so both are one tournament."""
    (desk / JANUARY).mkdir()
    path = books.simulate(books.create(desk / JANUARY, 8, "--set", "Date de début=10/01/2016", name="club.xlsx"), 5)
    monthly(desk, JANUARY)
    shutil.copytree(desk / JANUARY, desk / FEBRUARY)
    line, path = books.lines(path, "Résultats")[0], desk / FEBRUARY / "club.xlsx"
    books.edit(path, {f"Résultats!Score 1!{line['row']}": line["Score 1"] + 200})
    books.update(path)
    assert monthly(desk, FEBRUARY, JANUARY) == 0
    assert "1 question à décider" in capsys.readouterr().out
    (question,) = cells(desk / f"{FEBRUARY}.xlsx", "À décider")
    score = f"{line['Score 1'] + 200}-{line['Score 2']} au lieu de {line['Score 1']}-{line['Score 2']}"
    assert score in question["Question"] and "ronde 1" in question["Question"]
    assert ranking(desk, FEBRUARY).keys() == ranking(desk, JANUARY).keys()  # the one that was published goes on
    given = ("--decisions", answered(desk / f"{FEBRUARY}-decisions.csv", "compter"))
    assert monthly(desk, FEBRUARY, JANUARY, *given) == 0
    lines = {line["Fichier"]: line["À savoir"] or "" for line in cells(desk / f"{FEBRUARY}.xlsx", "Tournois")}
    assert "Remplacé par club.xlsx, selon votre décision" in lines["club.xlsx (31/01/2016)"]
    assert monthly(desk, MARCH, FEBRUARY) == 0  # the answer is kept
    assert cells(desk / f"{FEBRUARY}.xlsx", "À décider") == cells(desk / f"{MARCH}.xlsx", "À décider") == []


def test_a_club_that_plays_with_the_same_list_again_has_two_tournaments(desk):
    """Same people and cotes: the same first round, but another day and other results."""
    (desk / JANUARY).mkdir()
    for day in ("10", "17"):
        book = books.create(desk / JANUARY, 8, "--set", f"Date de début={day}/01/2016", name=f"le {day}.xlsx")
        books.run("simulate", book, "--seed", day)
    monthly(desk, JANUARY)
    counted = [line["Verdict"] for line in cells(desk / f"{JANUARY}.xlsx", "Tournois")]
    assert [verdict.split(",")[0] for verdict in counted] == ["compté", "compté"]


def test_a_later_list_brings_clubs_and_new_players_not_cotes(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    monthly(desk, JANUARY)
    listed = [people(1)[0] | {"club": "Grenoble", "cote": 3000}, *people(11)[1:]]
    world.write_list(desk / "liste2.csv", listed)
    send(desk, FEBRUARY, "Lyon", date(2016, 2, 10), field=[*people(11)[3:], people(1)[0] | {"club": "Grenoble"}])
    assert monthly(desk, FEBRUARY, JANUARY, "--joueurs", desk / "liste2.csv") == 0
    now = ranking(desk, FEBRUARY)
    assert now["L01"]["Club"] == "Grenoble" and now["L01"]["Cote avant"] == ranking(desk, JANUARY)["L01"]["Cote"]
    (entry,) = (line for line in cells(desk / f"{FEBRUARY}.xlsx", "Saison 2015-2016") if line["Licence"] == "L11")
    assert entry["Cote avant"] == 1511 and cells(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives") == []


def test_a_publication_saved_by_another_program_still_serves_what_is_none_or_a_later_one_is_told(desk, capsys):
    send(desk, JANUARY, "=1+1 _x0041_ é", date(2016, 1, 10))
    monthly(desk, JANUARY)
    words = ("federation", "build", desk / JANUARY, "--date", JANUARY, "-o", desk / "x.xlsx")
    assert run(*words, "--avant", desk / f"{JANUARY}.xlsx") == 5
    assert "--date (31/01/2016) doit être après" in capsys.readouterr().err
    assert run(*words) == 2
    assert "Donnez --joueurs LISTE" in capsys.readouterr().err
    book = openpyxl.load_workbook(desk / f"{JANUARY}.xlsx")
    book.save(desk / f"{JANUARY}.xlsx")
    assert monthly(desk, FEBRUARY, JANUARY) == 0
    assert {line["Variation"] for line in ranking(desk, FEBRUARY).values()} == {0}
    del book["Mémoire"]
    book.save(desk / f"{JANUARY}.xlsx")
    assert run(*words, "--avant", desk / f"{JANUARY}.xlsx") == 5
    assert "est abîmé, ou d'une version" in capsys.readouterr().err and not (desk / "x.xlsx").exists()


def test_a_decision_of_the_next_month_gives_the_points_and_says_so(desk, capsys):
    """In doubt they are nobody's: nothing was published of them, the page says that they wait, then a letter goes."""
    field = [one | {"licence": "L99"} if one["licence"] == "L03" else one for one in people(8)]
    send(desk, JANUARY, "Vienne", date(2016, 1, 10), field=field)
    assert monthly(desk, JANUARY) == 0
    before = ranking(desk, JANUARY)["L03"]
    (page,) = (desk / f"{JANUARY}-site").glob("etat-*/tournoi-1.html")
    assert "en attente d'une décision" in unescape(page.read_text("utf-8"))
    wrong = answered(desk / f"{JANUARY}-decisions.csv", "oui")
    capsys.readouterr()
    assert monthly(desk, JANUARY, None, "--decisions", wrong) == 0
    said = capsys.readouterr().out
    assert "Réponse pas comprise : « oui » pour " in said and "nouveau" in said, said
    (desk / FEBRUARY).mkdir()
    given = ("--decisions", answered(desk / f"{JANUARY}-decisions.csv", "L03"))
    assert monthly(desk, FEBRUARY, JANUARY, *given) == 0  # the answers that stand there are those given
    now = ranking(desk, FEBRUARY)["L03"]
    (line,) = cells(desk / f"{FEBRUARY}.xlsx", "Corrections rétroactives")
    assert (line["Variation publiée"], line["Cote après publiée"]) == (None, None)
    assert line["Écart"] == now["Cote"] - before["Cote"] == line["Variation"]
    assert line["Cause"] == "Décidé depuis : ces points n'étaient portés à personne."


# Pages, letters to organisers, the ranking on paper: each number is the sheet's


def pages(desk, day=JANUARY):
    """The first page, and the folder of the others to which it leads."""
    site = desk / f"{day}-site"
    html = (site / "index.html").read_text("utf-8")
    return html, site / re.search(r'data-state="([^"]+)"', html)[1]


def player_page(state, line):
    name = f"{line['Nom']} {line['Prénom']}".lower().replace(" ", "-").replace("è", "e")
    return (state / f"joueur-{name}.html").read_text("utf-8")


def rows(html):
    """The cells of the first table's rows, as texts."""
    table = html[html.index("<table") : html.index("</table>")]
    return [
        [" ".join(unescape(re.sub(r"<details.*?</details>|<[^>]+>", "", cell)).split())
         for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    ]  # fmt: skip


def letter(path):
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    parts = {part.get_filename(): part.get_content() for part in mail.iter_attachments()}
    return mail["to"], mail["subject"], mail.get_body(("plain",)).get_content(), parts


def test_the_page_of_the_ranking_has_what_the_sheet_has_and_leads_to_every_player(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    monthly(desk, JANUARY)
    send(desk, FEBRUARY, "Lyon <b>&", date(2016, 2, 10))
    assert monthly(desk, FEBRUARY, JANUARY) == 0
    html, state = pages(desk, FEBRUARY)
    shown = {row[2]: row for row in rows(html)[1:]}
    for line in ranking(desk, FEBRUARY).values():
        row = shown[f"{line['Nom']} {line['Prénom']}"]
        assert row[:2] == [str(line["Place"]), line["±"]] and row[3] == str(line["Cote"])
        assert row[5].replace("−", "-") == f"{line['Variation']:+}".replace("+0", "0")
        assert line["Licence"] not in player_page(state, line)
    assert "Lyon &lt;b&gt;&amp;" in html and "<b>&" not in html
    links = re.findall(r'href="(etat-[^"]+)"', html)
    assert len(links) > 20 and all((state.parent / link).exists() for link in links)


def test_a_players_page_has_his_tournaments_and_a_tournaments_page_says_why(desk):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    monthly(desk, JANUARY)
    _, state = pages(desk)
    tournament = (state / "tournoi-1.html").read_text("utf-8")
    table = {row[1]: row for row in rows(tournament)[1:]}
    for line in cells(desk / f"{JANUARY}.xlsx", "Saison 2015-2016"):
        after = rows(player_page(state, line))[1][-1]
        assert after == str(line["Cote après"]) == table[f"{line['Nom']} {line['Prénom']}"][-2]
        share = "les deux tiers" if line["Cote de référence (Ci)"] > line["Cote de départ (Cj)"] else "un tiers"
        if line["PJ brut"]:
            assert f"a {line['Cote de référence (Ci)']}, contre {line['Cote de départ (Cj)']} ; {share}" in tournament
        if line["PJ"] != line["PJ brut"]:
            assert f"soit {line['PJ brut']:+}, limités à" in tournament.replace("−", "-")


def test_a_letter_goes_to_the_organiser_with_what_to_mend_then_with_his_cotes_and_the_lists_names(desk):
    values = ("Organisateur=Léa Rey <lea@club.example>", "Nom=Été", "Date de début=10/01/2016")
    (desk / JANUARY).mkdir()
    words = [word for value in values for word in ("--set", value)]
    path = books.simulate(books.create(desk / JANUARY, 8, *words), 4)
    listed = [
        one | {"name": name, "first_name": first, "licence": licence, "cote": int(cote) + 7}
        for one, (name, first, licence, cote) in zip(people(8), books.players(8), strict=True)
    ]
    misspelt = f"{listed[0]['name']} {listed[0]['first_name']}e"
    listed[0]["first_name"] += "e"
    world.write_list(desk / "liste.csv", listed)
    assert monthly(desk, JANUARY) == 0
    (draft,) = (desk / "courriers").iterdir()
    to, subject, body, parts = letter(draft)
    assert (to, subject, parts) == ("lea@club.example", "Votre tournoi ne compte pas encore : Été", {})
    assert f"« {path.name} »" in body and "rondes jouées, 4 sur 5" in body
    books.simulate(path, 1)
    assert monthly(desk, JANUARY) == 0
    (draft,) = (desk / "courriers").iterdir()
    to, subject, body, parts = letter(draft)
    assert (draft.name, to) == ("2016-01-31 Été.eml", "lea@club.example") and f" : {misspelt}, licence " in body
    assert subject == "Votre tournoi au classement : Été, le 10/01/2016" and body.startswith("Bonjour Léa Rey,")
    for line in cells(desk / f"{JANUARY}.xlsx", "Saison 2015-2016"):
        name = f"{line['Nom']} {line['Prénom']} "  # as the list has it
        (row,) = (row for row in body.splitlines() if row[3:].lstrip().startswith(name))
        assert row.split()[-2:] == [str(line["Cote après"]), line["Série"]]
    assert parts["Cotes.csv"].count("\n") >= 9 and "Qui a gagné quoi" in parts["Rapport.html"]


def test_letters_go_to_those_who_are_newly_counted_and_foreign_files_stay(desk, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    monthly(desk, JANUARY)
    send(desk, FEBRUARY, "Lyon", date(2016, 2, 10))
    other = send(desk, FEBRUARY, "Brest", date(2016, 2, 20))
    monthly(desk, FEBRUARY, JANUARY)
    found = {path.name for path in (desk / "courriers").iterdir()}
    assert found == {"2016-01-31 Vienne.eml", "2016-02-29 Lyon.eml", "2016-02-29 Brest.eml"}
    other.unlink()
    monthly(desk, FEBRUARY, JANUARY)  # again: the draft that is no longer wanted goes
    assert {path.name for path in (desk / "courriers").iterdir()} == found - {"2016-02-29 Brest.eml"}
    (desk / "courriers" / "2016-02-29 Lyon.eml").write_text("corrigé à la main")
    before = (desk / f"{FEBRUARY}.xlsx").read_bytes()
    assert monthly(desk, FEBRUARY, JANUARY) == 5
    assert "Lyon.eml existe et n'a pas été fait par ce programme" in capsys.readouterr().err
    assert (desk / f"{FEBRUARY}.xlsx").read_bytes() == before


@needs_libreoffice
def test_the_ranking_is_printed_by_libreoffice_or_nothing_is_written(desk, monkeypatch, capsys):
    send(desk, JANUARY, "Vienne", date(2016, 1, 10))
    with monkeypatch.context() as patched:
        for office, words in (("", "LibreOffice n'est pas trouvé"), ("/bin/true", "n'a pas fait le PDF")):
            patched.setattr("tournament_xl.federation.publish.office", lambda machine, office=office: office)
            assert monthly(desk, JANUARY, None, "--pdf") == 5 and words in capsys.readouterr().err
    assert sorted(path.name for path in desk.iterdir()) == [JANUARY, "liste.csv"]
    assert monthly(desk, JANUARY, None, "--pdf") == 0
    assert (desk / f"{JANUARY}.pdf").read_bytes().startswith(b"%PDF")
