"""Who is who, and which file is which tournament: found, or asked, never guessed; answers are read back."""

from datetime import date
from random import Random

import pytest

from tests import federation_world as world
from tests.federation_desk import Story, answered, of, people
from tournament_xl.federation.decisions import read_adjustments, read_decisions
from tournament_xl.federation.report import decisions_csv
from tournament_xl.lists.columns import ListError

OCTOBER, MARCH = date(2015, 10, 4), date(2016, 3, 6)


def row(name, first_name, licence="", club="", series="", cote=1444):
    return {"name": name, "first_name": first_name, "licence": licence, "club": club, "series": series, "cote": cote}


LISTED = [
    row("DUPONT", "Jean", "1001", "Vienne", "4A", 1510), row("DUPONT", "Jean", "1002", "Lyon", "4A", 1520),
    row("LE GOFF-MARTÍN", "Zoé", "1003", "Brest", "3A", 1530), row("ŒUVRARD", "Ève", "1004", "Vienne", "3A", 1540),
]  # fmt: skip


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path)


@pytest.fixture
def listed():
    return [one | {"last": date(2015, 8, 1)} for one in LISTED] + people(8)


def with_guest(guest):
    return [*people(8), guest]


def played_by(publication):
    """The account of the guest, and what it won in the tournament."""
    move = next(m for m in publication.movements if m.kind == "tournoi" and m.rating.player.number == 9)
    return move.account, move.rating


FOUND = [
    (row("Dupont", "Jean", "1001"), "1001"),
    (row("Dupond", "Jean", "1001", "Vienne"), "1001"),  # a letter
    (row("Jean", "Dupont", "1002"), "1002"),  # exchanged
    (row("LE GOFF", "Zoe", " 10 03 "), "1003"),  # half the surname, blanks in the licence
    (row("MARTIN LE GOFF Zoé", "", "1003"), "1003"),
    (row("Dupont", "Jean", club="lyon"), "1002"),  # without licence: name and club
    (row("Œuvrard", "Eve", club="VIENNE"), "1004"),
]


@pytest.mark.parametrize(("guest", "licence"), FOUND, ids=lambda value: str(value)[:60])
def test_the_licence_or_name_and_club_say_who_it_is(story, listed, guest, licence):
    publication = story.played(OCTOBER, with_guest(guest)).build(listed)
    account, rating = played_by(publication)
    assert account.licence == licence and publication.questions.open == []
    assert rating.old == next(one["cote"] for one in LISTED if one["licence"] == licence)
    assert account.last == OCTOBER
    assert any("reconnu(s) par le nom" in s for s in publication.verdicts[0].remarks.every) == (not guest["licence"])


DOUBTS = [
    (row("OEUVRARD Luc", "", "1004"), "d'un autre nom", ["1004", "nouveau"]),
    (row("Dupont", "Jean", "1003"), "d'un autre nom", ["1001", "1002", "1003", "nouveau"]),
    (row("DUPONT", "Jean", "9999"), "connu sous une autre", ["1001", "1002", "nouveau"]),
    (row("DUPONT", "Jean", club="Nice"), "dans un autre club", ["1001", "1002", "nouveau"]),
    (row("Le Gof-Martin", "Zoé", club="Brest"), "presque pareil", ["1003", "nouveau"]),
    (row("Ève", "NOM03", club="Vienne"), "déjà présent", ["L03", "nouveau"]),  # L03 is in the field
]


@pytest.mark.parametrize(("guest", "sentence", "proposals"), DOUBTS, ids=lambda value: str(value)[:60])
def test_a_doubt_is_asked_and_its_points_go_to_nobody(story, listed, guest, sentence, proposals):
    publication = story.played(OCTOBER, with_guest(guest)).build(listed)
    (question,) = publication.questions.open
    assert sentence in question.sentence and list(question.proposals) == proposals
    account, rating = played_by(publication)
    assert account.guest and rating.old == 1444  # the workbook's cote, which the others meet in the list of C_i
    assert [of(publication, one["licence"]).cote for one in LISTED] == [one["cote"] for one in LISTED]
    assert len(publication.accounts) == len(listed) and of(publication, "L01").last == OCTOBER
    assert any(s.startswith("À décider") for s in publication.verdicts[0].remarks.every)


def decided(publication, folder, *answers):
    """The lines of the CSV of decisions as the federation gives it back."""
    (folder / "d.csv").write_bytes(decisions_csv(publication))
    return read_decisions(answered(folder / "d.csv", *answers))


@pytest.mark.parametrize(("answer", "licence"), [("1002", "1002"), (" 10 01 ", "1001"), ("Nouveau", "9999")])
def test_an_answer_is_read_back_and_holds_in_every_tournament(story, listed, answer, licence):
    guest = row("DUPONT", "Jean", "9999", "Nice", "2A")
    open_one = story.played(OCTOBER, with_guest(guest)).played(MARCH, with_guest(guest)).build(listed)
    (question,) = open_one.questions.open
    assert question.times == 2 and "et 1 autre(s)" in question.values()["Tournoi"]
    publication = story.build(listed, decisions=decided(open_one, story.folder, answer))
    account = of(publication, licence)
    moves = [m for m in publication.movements if m.account is account and m.kind == "tournoi"]
    assert [m.day for m in moves] == [OCTOBER, MARCH] and publication.questions.open == []
    assert moves[0].rating.old == (2000 if licence == "9999" else int(account.listed["Cote"]))
    kept = decisions_csv(publication).decode("utf-8-sig")
    assert answer.strip() in kept and kept.count("joueur;") == 1  # given back, to be used again


def test_other_files_than_decisions_and_problems_of_adjustments_are_told_with_their_line(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("Licence;Date;Points;Motif\nL1;01/02/2016;12,5;CLAP\n;demain;beaucoup;\n", encoding="utf-8")
    with pytest.raises(ListError, match=r"a\.csv : la première ligne doit donner les colonnes Nature ; Tournoi"):
        read_decisions(path)
    with pytest.raises(ListError) as told:
        read_adjustments(path)
    assert [sentence.split(" : ")[0] for sentence in told.value.sentences] == [
        f"a.csv, ligne 3, colonne « {column} »" for column in ("Date", "Licence", "Points")
    ]


# The same tournament twice


def another_score(facts):
    facts["rounds"][0][0]["games"] = [(600, 100)]


def without_licences(facts):
    for player in facts["players"]:
        player["licence"] = ""


def with_initials(facts):
    for player in facts["players"]:
        player["first_name"] = player["first_name"][0] + "."


def other(**values):
    return lambda facts: facts.update(values)


LATER = date(2015, 10, 6)
CHANGES = [another_score, without_licences, with_initials, other(first=LATER, last=LATER), other(title="TH"),
           other(kind="Masters régional")]  # fmt: skip


def twins(story, change):
    """The publication of a tournament sent twice, and the words of its verdicts."""
    facts = world.tournament(Random(1), people(8), OCTOBER, title="TH de Vienne")
    world.write(story.folder / "reçus" / "1.xlsx", facts)
    change(facts)
    world.write(story.folder / "reçus" / "copie.xlsx", facts)
    publication = story.build(people(8))
    return publication, sorted(verdict.word.split(",")[0] for verdict in publication.verdicts)


def test_the_same_facts_in_another_file_count_once_and_are_told(story):
    publication, words = twins(story, other(where="Isère"))
    assert words == ["compté", "écarté"]
    (told,) = (verdict.remarks.every for verdict in publication.verdicts if not verdict.found)
    assert len(told) == 1 and told[0].startswith("Mêmes joueurs et mêmes résultats que")


@pytest.mark.parametrize("change", CHANGES)
def test_another_score_date_name_or_kind_makes_another_version_and_both_wait(story, change):
    publication, words = twins(story, change)
    assert words == ["écarté", "écarté"] and not publication.movements
    first, second = publication.questions.open
    assert (first.kind, second.kind) == ("doublon", "doublon") and first.mark != second.mark
    assert "compter" in first.proposals


@pytest.mark.parametrize(("answers", "left"), [
    (("Écarter", "COMPTER"), 0), (("compter", "compter"), 0),
    (("compter", ""), 1),  # nothing says that one draw made both: they may be two tournaments, after all
])  # fmt: skip
def test_two_versions_count_as_decided(story, answers, left):
    publication, _ = twins(story, another_score)
    later = story.build(people(8), decisions=decided(publication, story.folder, *answers))
    assert len(later.counted) == sum(answer.lower() == "compter" for answer in answers)
    assert len(later.questions.open) == left


def test_a_question_tells_who_the_candidates_are_and_why_the_likeliest_first(story, listed):
    guest = row("DUPONT", "Jean", "9999", "Lyon", cote=1520)
    (question,) = story.played(OCTOBER, with_guest(guest)).build(listed).questions.open
    assert question.proposals == ("1002", "1001", "nouveau")
    assert question.candidates[0] == (
        "1002 · DUPONT Jean, Lyon, cote 1520, dernier tournoi le 01/08/2015 : "
        "même nom, la cote du classeur est la sienne, même club"
    )
