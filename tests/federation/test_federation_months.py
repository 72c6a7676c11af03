"""Month after month by the command, each build from the workbook of the one before (`--avant`), and what goes out."""

import copy
import email.message
import email.policy
import shutil
from dataclasses import replace
from datetime import date
from random import Random

import openpyxl

from tests import books
from tests import federation_world as world
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
from tournament_xl.federation.intake.versions import describe_differences
from tournament_xl.messages.federation import DECISION_COLUMNS


def another_score(source, facts):
    """The facts with one result that was typed wrongly."""
    wrong = copy.deepcopy(facts)
    match = source.choice([match for matches in wrong["rounds"] for match in matches if match["games"]])
    ((own, opposing),) = match["games"]
    match["games"] = [(opposing + 7, own)]
    return wrong


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
    assert "différence des variations s'ajoute" in " ".join(body.split()) and "  Alpha P1 : +" in body
    assert publish_month(desk, MARCH, FEBRUARY) == 0  # the answer is kept
    assert (
        read_sheet_rows(desk / f"{FEBRUARY}.xlsx", "À décider")
        == read_sheet_rows(desk / f"{MARCH}.xlsx", "À décider")
        == []
    )


def site_of(desk, day):
    return str([(page.name, page.read_bytes().decode()) for page in (desk / f"{day}-site").rglob("*.*")])


def test_who_asks_for_anonymity_after_a_publication_has_it_at_once_and_keeps_it(desk):
    """From the same workbook sent again, without a question; from another version once it counts."""
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

    def find_unnamed():
        return {player["name"] for player in list_people(8) if player["name"] not in site_of(desk, MARCH)}

    assert find_unnamed() == {first["name"]}
    answers = ("--decisions", answer_decisions(desk / f"{MARCH}-decisions.csv", "compter"))
    assert publish_month(desk, MARCH, FEBRUARY, *answers) == 0 and find_unnamed() == {second["name"]}


def test_versions_that_differ_only_in_how_a_name_is_split_or_in_a_place_say_so(desk):
    old = read_received(send(desk, JANUARY, "club", date(2016, 1, 10)).parent)[0]
    first = old.tournament.entrants[0]
    for change in ({"name": "NOM", "first_name": "01 Ève"}, {"place": 7}):
        entrants = (first._replace(**change), *old.tournament.entrants[1:])
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
    assert entry["Cote avant"] == 1511 and read_sheet_rows(desk / f"{FEBRUARY}.xlsx", "Ce qui a changé") == []


def test_a_publication_saved_by_another_program_still_serves(desk):
    send(desk, JANUARY, "=1+1 _x0041_ é", date(2016, 1, 10))
    publish_month(desk, JANUARY)
    openpyxl.load_workbook(desk / f"{JANUARY}.xlsx").save(desk / f"{JANUARY}.xlsx")
    assert publish_month(desk, FEBRUARY, JANUARY) == 0
    assert {line["Variation"] for line in read_ranking(desk, FEBRUARY).values()} == {0}


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
    page = "".join(path.read_text("utf-8") for path in (desk / f"{FEBRUARY}-site").rglob("changements.html"))
    assert "plus compté, les variations publiées sont reprises" in page


def test_who_is_twice_in_a_tournament_is_a_question(desk):
    double = list_people(3)[2] | {"licence": "", "name": "Ève", "first_name": "NOM03"}
    send(desk, JANUARY, "Vienne", date(2016, 1, 10), field=[*list_people(8), double])
    assert publish_month(desk, JANUARY) == 0
    (question,) = read_sheet_rows(desk / f"{JANUARY}.xlsx", "À décider")
    assert (question["Nom"], question["Prénom"], question["Tournoi"]) == ("Ève", "NOM03", "Vienne")
