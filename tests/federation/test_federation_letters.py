"""Letters to organisers: one a month to each, about all of his tournaments, with nothing that is for the officer."""

from datetime import date
from email.message import EmailMessage
from io import BytesIO
from random import Random

import openpyxl
import pytest

from tests import federation_world as world
from tests.federation_desk import JANUARY, list_people, publish_month, read_letter

LEA, OTHER_LEA = "Léa Rey <lea@club.example>", "Léa Rey <rey@ailleurs.example>"
CLUBS = ("Lyon", "Genève")


def send(desk, title, day, organiser, field=None, **more):
    facts = world.invent_tournament(Random(title), field or list_people(8), day, title=title) | {"organiser": organiser}
    world.write_workbook(desk / JANUARY / f"{title}.xlsx", facts | more)


def read_letters(desk):
    return {path.name: read_letter(path) for path in sorted((desk / "courriers").iterdir())}


def test_an_organiser_has_one_letter_about_all_of_his_tournaments_and_a_namesake_his_own(desk):
    send(desk, "Sète n° 11", date(2016, 1, 10), LEA)
    send(desk, "Agde", date(2016, 1, 17), LEA, rounds=[])
    send(desk, "Béziers", date(2016, 1, 24), LEA)
    send(desk, "Vienne", date(2016, 1, 24), OTHER_LEA, field=list_people(9)[1:])
    assert publish_month(desk, JANUARY) == 0
    letters = read_letters(desk)
    assert [to for to, *_ in letters.values()] == ["lea@club.example", "rey@ailleurs.example"]
    to, subject, body, parts = letters[f"{JANUARY} Sète n° 11 et 2 autres.eml"]
    assert subject == "Vos tournois : Sète n° 11, Béziers et Agde"
    assert body.startswith("Bonjour Léa Rey,") and body.count("Bonjour") == body.count("Cordialement") == 1
    assert body.count("est compté au classement") == 2 and body.count("ne peut pas encore être compté") == 1
    assert [*parts] == [
        "Rapport Sète n° 11.html", "Cotes Sète n° 11.csv", "Rapport Béziers.html", "Cotes Béziers.csv",
    ]  # fmt: skip
    assert "Sète n° 11</h1>" in parts["Rapport Sète n° 11.html"]


def test_tournaments_without_an_address_have_a_letter_by_organiser_and_place(desk):
    send(desk, "Un", date(2016, 1, 10), "Léa Rey")
    send(desk, "Deux", date(2016, 1, 17), "Léa Rey")
    send(desk, "Trois", date(2016, 1, 20), "Léa Rey", where="Lyon")
    for number in range(2):
        send(desk, f"Sans {number}", date(2016, 1, 24 + number), "")
    assert publish_month(desk, JANUARY) == 0
    assert sorted(body.count("est compté") for _, _, body, _ in read_letters(desk).values()) == [1, 1, 1, 2]


def test_namesakes_are_told_apart_by_their_clubs_in_a_letter(desk):
    field = list_people(8)
    for person, club in zip(field, CLUBS, strict=False):
        person |= {"name": "MARTIN", "first_name": "Jean", "club": club}
    world.write_list(desk / "liste.csv", field)
    send(desk, "Sète", date(2016, 1, 10), LEA, field=[person | {"cote": 1200} for person in field])
    assert publish_month(desk, JANUARY) == 0
    ((_, _, body, _),) = read_letters(desk).values()
    for club in CLUBS:
        assert body.count(f"MARTIN Jean ({club}) : ") == 2  # where he started from, and his cote
    assert "MARTIN Jean :" not in body


def other_workbook(*rows):
    book, data = openpyxl.Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(data)
    return data.getvalue()


RESULTS = ["Ronde", "Table", "Joueur 1", "Score 1", "Score 2", "Joueur 2"], [1, 1, "A", 400, 300, "B"]


@pytest.mark.parametrize(("name", "content", "asked"), [
    ("membres.xlsx", other_workbook(["Liste", "des", "membres"]), "celui de votre tournoi"),
    ("th.xlsx", other_workbook(*RESULTS), "C'est un tableau de résultats"),
    ("th.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Ce format n'est pas lu"),
    ("th.rar", b"Rar!\x1a\x07", "Ce format n'est pas lu"),
    ("th.xlsx.part", b"PK", "ou une autre copie"),
])  # fmt: skip
def test_a_letter_has_nothing_that_only_the_officer_can_do(desk, name, content, asked):
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Zoé Blanc <zoe@club.example>", "classement@ff.example", "Nos résultats"
    mail.set_content("Voici.")
    mail.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    (desk / JANUARY).mkdir()
    (desk / JANUARY / "zoe.eml").write_bytes(mail.as_bytes())
    assert publish_month(desk, JANUARY) == 0
    ((to, _, body, _),) = read_letters(desk).values()
    assert to == "zoe@club.example" and asked in body
    assert not any(word in body for word in ("tournament-xl", " ici", "nuire", "expéditeur"))
