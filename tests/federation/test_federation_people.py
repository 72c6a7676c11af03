"""Who is who: found, or asked, never guessed; answers are read back, kept, and taken back."""

from datetime import date
from fractions import Fraction
from functools import partial

import pytest

from tests import federation_world as world
from tests.federation_desk import (
    FEBRUARY,
    JANUARY,
    MARCH,
    OCTOBER,
    answer,
    answer_decisions,
    build_publication,
    find_account,
    find_mover,
    line,
    list_people,
    publish_month,
    read_mail_text,
    read_sheet_rows,
    says,
    send,
)
from tests.plain_xlsx import build_parts, write_package
from tournament_xl.federation.intake.decisions import Adjustment, read_adjustments, read_decisions
from tournament_xl.federation.output.csv_files import render_decisions_csv
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.website import render_site
from tournament_xl.messages import federation_pages as texts
from tournament_xl.messages.federation import DECISION_COLUMNS, NO_EFFECT, NOTHING_TO_WITHDRAW, WITHDRAWN
from tournament_xl.players.list_table import ListError
from tournament_xl.workbook.cells import read_date

NOVEMBER, DECEMBER, APRIL = date(2015, 11, 30), date(2015, 12, 31), "2016-04-30"


def row(name, first_name, licence="", club="", series="", cote=1444):
    return {"name": name, "first_name": first_name, "licence": licence, "club": club, "series": series, "cote": cote}


LISTED = [
    row("DUPONT", "Jean", "1001", "Vienne", "4A", 1510), row("DUPONT", "Jean", "1002", "Lyon", "4A", 1520),
    row("LE GOFF-MARTÍN", "Zoé", "1003", "Brest", "3A", 1530), row("ŒUVRARD", "Ève", "1004", "Vienne", "3A", 1540),
]  # fmt: skip


@pytest.fixture
def listed():
    return [person | {"last": date(2015, 8, 1)} for person in LISTED] + list_people(8)


def with_guest(guest):
    return [*list_people(8), guest]


def played_by(publication):
    """The account of the guest, and what it won in the tournament."""
    move = next(move for move in publication.movements if move.kind == "tournoi" and move.entrant == 9)
    return find_mover(publication, move), move.terms


# Found, or asked


@pytest.mark.parametrize(("guest", "licence"), [
    (row("Dupont", "Jean", "1001"), "1001"), (row("Jean", "Dupont", "1002"), "1002"),
    (row("LE GOFF", "Zoe", " 10 03 "), "1003"), (row("MARTIN LE GOFF Zoé", "", "1003"), "1003"),
    (row("Dupont", "Jean", club="lyon"), "1002"),
], ids=["licence", "names exchanged", "half the surname", "all in one", "name and club"])  # fmt: skip
def test_the_licence_or_name_and_club_say_who_it_is(story, listed, guest, licence):
    publication = story.played(OCTOBER, with_guest(guest)).build(listed)
    account, rating = played_by(publication)
    assert account.licence == licence and publication.questions.open == []
    assert rating.start == next(person["cote"] for person in LISTED if person["licence"] == licence)


AFI = row("GNASSOUNOU", "Afi Delphine", "2001", "Vienne")


@pytest.mark.parametrize(("guest", "doubt", "proposals"), [
    (row("OEUVRARD Luc", "", "1004"), "other_name", ["1004", "nouveau"]),
    (row("Dupont", "Jean", "1003"), "other_name", ["1001", "1002", "1003", "nouveau"]),
    (row("DUPONT", "Jean", club="Nice", cote=1520), "other_club", ["1002", "1001", "nouveau"]),
    (row("Le Gof-Martin", "Zoé", club="Brest"), "near_name", ["1003", "nouveau"]),
    (row("GNASSOUNOU", "Afi", "9999", "Nice"), "part_of_name", ["2001", "nouveau"]),
    (row("GNASSOUNOU", "Afi", club="Nice"), "part_of_name", ["2001", "nouveau"]),
    (row("Ève", "NOM03", club="Vienne"), "taken", ["L03", "nouveau"]),
], ids=str)  # fmt: skip
def test_a_doubt_is_asked_and_its_points_go_to_nobody(story, listed, guest, doubt, proposals):
    listed.append(AFI | {"last": date(2015, 8, 1)})
    publication = story.played(OCTOBER, with_guest(guest)).build(listed)
    (question,) = publication.questions.open
    assert (question.doubt, list(question.proposals)) == (doubt, proposals)
    account, rating = played_by(publication)
    assert account.guest and rating.start == guest["cote"]  # the workbook's, which the others meet in the list of C_i
    for person in LISTED:
        assert find_account(publication, person["licence"]).cote == person["cote"]
    assert len(publication.accounts) == len(listed) and find_account(publication, "L01").last == OCTOBER


@pytest.mark.parametrize("licence", ["L99", ""])
@pytest.mark.parametrize(("name", "first_name"), [("JEAN", "Jean-Loup"), ("LOUP", "Jean"), ("LE BIHANSON", "Maria")])
def test_who_only_shares_first_names_or_the_surname_with_a_known_player_is_somebody_else(
    story, name, first_name, licence
):
    player = row("LE BIHANSON", "Jean-Loup", "3001", "Vienne") | {"last": date(2015, 8, 1)}
    publication = story.played(OCTOBER, with_guest(row(name, first_name, licence, "Vienne"))).build([player])
    assert not publication.questions.open and len(publication.accounts) == 10


def test_a_candidate_is_named_once_and_said_to_play_elsewhere_on_the_same_days(story):
    lea = row("PETIT", "Léa", club="Vienne")
    story.played(OCTOBER, with_guest(lea), title="Paris")
    story.played(OCTOBER, with_guest(lea | {"name": "PETITT"}), title="Toulouse", days=2)
    (question,) = story.build(list_people(8)).questions.open
    (candidate,) = question.candidates
    assert candidate.handle == "PETIT Léa, Vienne" and "Paris" in candidate.text
    merged = line("joueur", "fusionner avec PETIT Léa, Vienne", Nom="PETITT", Prénom="Léa", Club="Vienne")
    (note,) = story.build(list_people(8), decisions=[merged]).notes
    assert "Paris" in note and "Toulouse" in note  # one person in two places


# Answers


def decided(publication, folder, *answers):
    """The lines of the CSV of decisions as the federation gives it back."""
    (folder / "d.csv").write_bytes(render_decisions_csv(publication))
    return read_decisions(answer_decisions(folder / "d.csv", *answers))


@pytest.mark.parametrize(("reply", "licence"), [("1002", "1002"), (" 10 01 ", "1001"), ("Nouveau", "9999")])
def test_an_answer_is_read_back_and_holds_in_every_tournament(story, listed, reply, licence):
    guest = row("DUPONT", "Jean", "9999", "Nice", "2A")
    first = story.played(OCTOBER, with_guest(guest)).played(date(2016, 3, 6), with_guest(guest)).build(listed)
    assert len(first.questions.open) == 1
    publication = story.build(listed, decisions=decided(first, story.folder, reply))
    account = find_account(publication, licence)
    moves = [own for own in publication.movements if find_mover(publication, own) is account and own.kind == "tournoi"]
    assert [own.day for own in moves] == [OCTOBER, date(2016, 3, 6)] and publication.questions.open == []
    assert moves[0].terms.start == (2000 if licence == "9999" else int(account.listed["Cote"]))
    assert reply.strip() in render_decisions_csv(publication).decode("utf-8-sig")  # given back, to be used again


def test_somebody_new_without_licence_may_be_told_to_be_one_in_both_tournaments(story, listed):
    guest = row("Roux", "Théo")
    first = story.played(OCTOBER, with_guest(guest)).played(date(2016, 3, 6), with_guest(guest)).build(listed)
    (question,) = first.questions.open
    assert list(question.proposals) == ["Roux Théo", "nouveau"]
    publication = story.build(listed, decisions=decided(first, story.folder, "Roux Théo"))
    assert len([account for account in publication.accounts if account.name == "Roux"]) == 1
    assert publication.questions.open == []


def test_decisions_and_adjustments_are_read_from_a_workbook_as_from_a_csv(tmp_path):
    decision = [*["x"] * (len(DECISION_COLUMNS) - 1), "1002"]
    decision[DECISION_COLUMNS.index("Date")] = 42400  # a day as Excel stores it
    sheets = {"Note": [["à lire"]], "Feuil1": [[*DECISION_COLUMNS], [], decision]}
    (own,) = read_decisions(write_package(tmp_path / "d.xlsx", build_parts(sheets)))
    assert own["Décision"] == "1002" and read_date(own["Date"]) == date(2016, 1, 31)
    rows = [["Date", "Licence", "Points", "Motif"], [42522, "L01", 12.5, "CLAP"]]
    (points,) = read_adjustments(write_package(tmp_path / "a.xlsx", build_parts({"Feuil1": rows})))
    assert points == Adjustment(date(2016, 6, 1), "L01", Fraction("12.5"), "CLAP", "a.xlsx, Feuil1!A2")
    rows[1][2] = "douze"
    with pytest.raises(ListError, match=r"a.xlsx, Feuil1!C2.*douze"):
        read_adjustments(write_package(tmp_path / "a.xlsx", build_parts({"Feuil1": rows})))


@pytest.mark.parametrize(
    ("points", "is_refused"), [("5000", False), ("-5000", False), ("5000,01", True), ("-5001", True)]
)
def test_an_adjustment_has_at_most_five_thousand_points(tmp_path, points, is_refused):
    (tmp_path / "a.csv").write_text(f"Date;Licence;Points;Motif\n01/06/2016;L01;{points};CLAP\n", encoding="utf-8")
    if is_refused:
        with pytest.raises(ListError, match="ligne 2"):
            read_adjustments(tmp_path / "a.csv")
    else:
        assert len(read_adjustments(tmp_path / "a.csv")) == 1


def test_lines_that_are_not_understood_or_do_nothing_are_told(story):
    story.played(OCTOBER, list_people(8))
    lines = [
        line("tournois", "écarter", Tournoi="1.xlsx"), line("tournoi", "écarter", Tournoi="9.xlsx"),
        line("joueur", "fusionner avec L02", Licence="L99"), line("licence", "L3", Licence="L98"),
        line("nom", "sans virgule", Licence="L01"), line("ajustement", "retirer", Licence="L01", Date="01/10/2015"),
    ]  # fmt: skip
    notes = story.build(list_people(8), decisions=lines).notes
    assert len(notes) == len(lines) and "tournois 1.xlsx" in notes[0]


# Answers that come after a publication


@pytest.mark.parametrize("order", [
    line("joueur", "fusionner avec L02", Licence="L01"), line("tournoi", "écarter", Tournoi="1.xlsx"),
    line("tournoi", "écarter", Tournoi="Tournoi", Date="04/10/2015"), line("nom", "MARIÉE, Ève", Licence="L01"),
    line("licence", "L77", Licence="L01"),
    line("ajustement", "retirer", Tournoi="CLAP", Date="04/10/2015", Licence="L01"),
], ids=lambda order: " ".join(filter(None, order.values())))  # fmt: skip
def test_a_decision_is_taken_back_after_its_publication_and_stays_so(story, order):
    clap = [Adjustment(OCTOBER, "L01", Fraction(25), "CLAP", "a.csv, ligne 2")]
    people = list_people(8)
    plain = story.played(OCTOBER, people[1:]).build(people, date(2015, 10, 31), adjustments=clap)
    followed = story.build(people, date(2015, 10, 31), decisions=[order], adjustments=clap)
    undo = order | {"Décision": "" if order["Nature"] == "ajustement" else "retirer"}
    back = build_publication([], [], NOVEMBER, earlier=followed.history, decisions=[undo])
    assert len(back.notes) == 1 and not back.history.decisions
    (story.folder / "d.csv").write_bytes(render_decisions_csv(back))
    again = build_publication(
        [], [], NOVEMBER, earlier=followed.history, decisions=read_decisions(story.folder / "d.csv")
    )
    for publication in (back, again):
        assert who_counts(publication) == who_counts(plain)


_STRIKE = line("tournoi", "écarter", Tournoi="TH de Vienne", Date="20/01/2016")
_UNDO = line("ajustement", "retirer", Tournoi="CLAP", Date="15/01/2016", Licence="L01")


@pytest.mark.parametrize(("order", "withdrawal"), [(_STRIKE, ""), (_STRIKE, "retirer"), (_UNDO, "")])
def test_a_decision_of_the_open_month_is_taken_back_and_nothing_else_is_said_of_it(desk, capsys, order, withdrawal):
    send(desk, JANUARY, "TH de Vienne", date(2016, 1, 20))
    (desk / "a.csv").write_text("Date;Licence;Points;Motif\n15/01/2016;L01;25;CLAP\n", "utf-8")

    def build(*options):
        assert publish_month(desk, JANUARY, None, *options) == 0
        cotes = (desk / f"{JANUARY}-joueurs.csv").read_bytes()
        return cotes, capsys.readouterr().out

    def decide(answer):
        rows = [order.keys(), (order | {"Décision": answer}).values()]
        path = desk / f"{JANUARY}-decisions.csv"
        path.write_text("\n".join(map(";".join, rows)), "utf-8")
        return "--decisions", path

    plain, _ = build("--ajustements", desk / "a.csv")
    assert build(*decide(order["Décision"]))[0] != plain
    cotes, output = build(*decide(withdrawal))
    assert cotes == plain and says(output, WITHDRAWN)
    assert not says(output, NO_EFFECT) and not says(output, NOTHING_TO_WITHDRAW)
    assert build()[0] == plain


def who_counts(publication):
    people = {(account.full_name, account.licence) for account in publication.accounts}
    return people, len(publication.counted), [own.points for own in publication.history.adjustments]


def test_points_that_an_answer_gives_to_somebody_else_go_over_in_the_month_of_the_answer(story):
    namesake = list_people(1)[0] | {"licence": "", "club": "Nice"}
    first = story.played(OCTOBER, [*list_people(8)[1:], namesake]).build(list_people(8), date(2015, 10, 31))
    (question,) = first.questions.open
    follow = partial(build_publication, [], [])
    new = follow(NOVEMBER, earlier=first.history, decisions=[answer(question, "nouveau")])
    same, back, wrong = (
        follow(DECEMBER, earlier=new.history, decisions=[answer(question, text)]) for text in ("L01", "retirer", "L99")
    )
    (guest,) = (own for own in first.counted[0].counted.ratings.lines if own.player.club == "Nice")
    points = guest.gain.total
    (given,), (moved,) = new.changes, same.changes
    assert [(own.account.club, own.old, own.new) for own in given.variations] == [("Nice", 0, points)]
    assert {(own.account.club, own.old, own.new) for own in moved.variations} == {
        ("Nice", points, 0), ("Vienne", 0, points),
    }  # fmt: skip
    assert find_account(new, "L01").cote + points == find_account(same, "L01").cote
    (page,) = (content.decode() for name, content in render_site(same).items() if name.endswith("changements.html"))
    assert "Tournoi (04/10/2015)" in page and not render_letters(same)
    assert [asked.key for asked in back.questions.open] == [question.key] and find_account(back, "L01").cote == 1501
    assert [(asked.proposals, reply) for asked, reply in wrong.questions.misread] == [(("L01", "nouveau"), "L99")]


def test_a_moved_licence_in_a_new_list_is_asked_about_and_nobody_is_ranked_twice(story):
    first = story.played(OCTOBER, list_people(8)).build(list_people(8), date(2015, 10, 31))
    moved = [list_people(1)[0] | {"licence": "L77"}, *list_people(8)[1:]]
    asked = story.build(moved, NOVEMBER, earlier=first.history)
    (question,) = asked.questions.open
    assert (question.doubt, question.proposals) == ("new_licence", ("L01", "nouveau"))
    assert len(asked.accounts) == len(asked.ranking) == 8
    for reply, licences in (("L01", {"L77"}), ("nouveau", {"L01", "L77"})):
        publication = story.build(moved, NOVEMBER, earlier=first.history, decisions=[answer(question, reply)])
        assert {account.licence for account in publication.accounts if account.name == "NOM01"} == licences
        (same,) = (own for own in publication.ranking if own.cote_before and own.account.name == "NOM01")
        assert same.cote == same.cote_before


def test_a_later_list_brings_clubs_and_new_players_not_cotes(story):
    first = story.played(OCTOBER, list_people(8)).build(list_people(10), date(2015, 10, 31))
    listed = [list_people(1)[0] | {"club": "Grenoble", "cote": 3000}, *list_people(11)[1:]]
    story.played(date(2015, 11, 10), [listed[0], *list_people(11)[3:]])
    second = story.build(listed, NOVEMBER, earlier=first.history)
    (known,) = (own for own in second.ranking if own.account.licence == "L01")
    assert (known.account.club, known.cote_before) == ("Grenoble", find_account(first, "L01").cote)
    (entry,) = (own for own in second.movements if find_mover(second, own).licence == "L11")
    assert entry.before == 1511 and not second.changes


def test_a_new_player_under_the_licence_of_another_has_no_place_before_and_not_his_cote(story):
    first = story.played(OCTOBER, list_people(8)).build(list_people(10), date(2015, 10, 31))
    story.played(date(2015, 11, 10), [*list_people(7), row("BLANC", "Théo", "L09", "Vienne")])
    (question,) = story.build(list_people(10), NOVEMBER, earlier=first.history).questions.open
    publication = story.build(list_people(10), NOVEMBER, earlier=first.history, decisions=[answer(question, "nouveau")])
    (new,) = (own for own in publication.ranking if own.account.name == "BLANC")
    assert (new.place_before, new.cote_before, new.account.licence) == (None, None, "")
    assert find_account(publication, "L09").cote == 1509


# Letters and records


def test_a_letter_has_the_open_question_about_a_row_of_its_own_tournament_only(story, listed):
    """The same name without licence in two clubs is two questions; one of them is answered."""
    guest = row("DUPOND", "Jean", club="Pau")
    story.played(OCTOBER, with_guest(guest), title="Pau")
    story.played(date(2016, 3, 6), with_guest(guest | {"club": "Nice"}), title="Nice")
    questions = story.build(listed).questions.open
    of_pau = next(question for question in questions if question.club == "Pau")
    publication = story.build(listed, decisions=[answer(of_pau, "1001")])
    assert len(questions) == 2 and [question.club for question in publication.questions.open] == ["Nice"]
    letters = {name.split()[1]: read_mail_text(draft) for name, draft in render_letters(publication).items()}
    assert [says(letters[f"{title}.eml"], texts.ASKED) for title in ("Nice", "Pau")] == [True, False]
    assert "DUPOND Jean" in letters["Nice.eml"] and "DUPONT Jean" in letters["Pau.eml"]  # as asked; as the list has it


def test_a_letter_asks_nothing_about_a_licence_or_a_name_that_is_ordered(story):
    orders = [line("licence", "L77", Licence="L01"), line("nom", "MARIÉE, Ève", Licence="L02")]
    publication = story.played(OCTOBER, list_people(8)).build(list_people(8), decisions=orders)
    assert not publication.questions.open  # the old licence and the old name still lead to them
    (text,) = map(read_mail_text, render_letters(publication).values())
    assert "L77" in text and "L01" in text and "MARIÉE Ève" in text and "NOM02 Ève" in text and "?" not in text


def test_a_decision_keeps_its_author_its_day_and_its_reason_through_changes_and_nothing_of_them_is_public(tmp_path):
    """Where the file does not say, the day is that of the ranking and the author who signs it."""
    world.write_list(tmp_path / "liste.csv", list_people(8))
    send(tmp_path, JANUARY, "Vienne", date(2016, 1, 20))
    order = line("nom", "MARIÉE, Ève", Licence="L01") | {"Auteur": "Paul Ex", "Décidé le": "", "Motif": "acte du 3 mai"}

    def give(own):
        cells = [own.keys(), own.values()]
        text = "\n".join(";".join(f'"{cell}"' for cell in cells_of_row) for cells_of_row in cells)
        (tmp_path / "d.csv").write_text(text, "utf-8-sig")
        return "--decisions", tmp_path / "d.csv"

    assert publish_month(tmp_path, JANUARY, None, "--signature", "Anne Roux", *give(order)) == 0
    changed = order | {"Décision": "JURÉE, Ève", "Auteur": "", "Décidé le": "31/01/2016"}  # the day of the old answer
    assert publish_month(tmp_path, FEBRUARY, JANUARY, *give(changed)) == 0
    written = (tmp_path / f"{FEBRUARY}-decisions.csv").read_text("utf-8-sig")
    assert written.splitlines()[1].endswith("JURÉE, Ève;Anne Roux;29/02/2016;acte du 3 mai")
    assert publish_month(tmp_path, MARCH, FEBRUARY, *give(order | {"Décision": "retirer", "Motif": "recours"})) == 0
    rows = read_sheet_rows(tmp_path / f"{MARCH}.xlsx", "Décisions")
    assert [[own[title] for title in ("Décidé le", "Auteur", "Décision", "Motif")] for own in rows] == [
        ["31/03/2016", "Paul Ex", "retirer", "recours"], ["29/02/2016", "Anne Roux", "JURÉE, Ève", "acte du 3 mai"],
        ["31/01/2016", "Paul Ex", "MARIÉE, Ève", "acte du 3 mai"],
    ]  # fmt: skip
    public = [*tmp_path.glob("*-site/**/*.*"), *(tmp_path / "courriers").iterdir()]
    pages = "".join(path.read_text("utf-8") for path in public)
    assert len(public) > 20 and not any(word in pages for word in ("Paul Ex", "acte du", "recours"))
    assert publish_month(tmp_path, MARCH, FEBRUARY, *give(order | {"Décidé le": "hier"})) == 5
