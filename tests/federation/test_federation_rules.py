"""R3 and R9 to R12: on tournaments of eight, each test writes the few workbooks of its story and builds; then on three
seasons, every cote and place recomputed from the facts by `naive_federation`. Then who is who, and which file is which
tournament: found, or asked, never guessed; answers are read back.
"""

import hashlib
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from datetime import date
from email import message_from_bytes
from email.policy import default
from fractions import Fraction
from random import Random

import openpyxl
import pytest

from tests import federation_world as world
from tests import naive_federation as naive
from tests.federation.test_federation_year import line
from tests.federation_desk import (
    Story,
    answer_decisions,
    build_publication,
    find_account,
    find_mover,
    list_people,
    read_mail_text,
    read_received,
)
from tests.plain_xlsx import build_parts, write_package
from tournament_xl.federation.intake.decisions import Adjustment, read_adjustments, read_decisions
from tournament_xl.federation.intake.folder import read_folder
from tournament_xl.federation.intake.versions import describe_differences
from tournament_xl.federation.output.csv_files import render_decisions_csv
from tournament_xl.federation.output.letters import render_letters
from tournament_xl.federation.output.website import render_site
from tournament_xl.federation.ranking.analysis import propose_thresholds
from tournament_xl.federation.ranking.ledger import Calendar
from tournament_xl.games.scrabble.rules.seasons import two_years_before
from tournament_xl.games.scrabble.seasons.catalogue import find_season, seasons
from tournament_xl.messages.federation import DECISION_COLUMNS
from tournament_xl.players.list_table import ListError
from tournament_xl.players.player_lists import read_register
from tournament_xl.workbook.cells import read_date

DAY = date(2016, 8, 31)


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path)


def moves(publication, licence, *kinds):
    return [
        m
        for m in publication.movements
        if find_mover(publication, m).licence == licence and (not kinds or m.kind in kinds)
    ]


# R3


@pytest.mark.rule("R3", "seuils proposés pour la saison suivante", "federation/ranking/analysis.py: propose_thresholds")
def test_r3_thresholds_are_proposed_at_5_15_and_45_percent_rounded_to_50():
    cotes = [Fraction(3500 - 20 * n) for n in range(100)]  # 3500, 3480, … 1520
    joker, a, b, c = propose_thresholds(cotes, find_season(""))
    # the 5th has 3420, the 15th 3220, the 45th 2620
    expected = [(5, 3420, 3400), (15, 3220, 3200), (45, 2620, 2600)]
    assert [(threshold.rank, threshold.cote, threshold.proposed) for threshold in (joker, a, b)] == expected
    assert [(threshold.now, threshold.players, threshold.then) for threshold in (joker, a, b, c)] == [
        (2900, 31, 6), (2250, 32, 10), (1600, 33, 30), (None, 4, 54),
    ]  # fmt: skip


# R9


@pytest.mark.rule(
    "R9",
    "application au registre, saisons sans données propres",
    "federation/ranking/ledger.py: _begin_season",
    "federation/ranking/ledger.py: seasons_starting",
)
def test_r9_the_first_ten_of_the_last_championship_begin_the_season_at_the_joker_threshold(story):
    field = list_people(12, cote=2000)
    story.played(date(2016, 7, 10), field, kind="Championnat du monde", title="Mondial")
    before, after = story.build(field, date(2016, 8, 31)), story.build(field, date(2016, 9, 1))
    place = {story.facts[0]["players"][n - 1]["licence"]: x for n, x in naive.rank_participants(story.facts[0]).items()}
    for licence, x in place.items():
        assert find_account(before, licence).cote < 2900
        expected = 2900 if x <= 10 else find_account(before, licence).cote
        assert find_account(after, licence).cote == expected, (licence, x)
    assert sum(m.kind == "début de saison" for m in after.movements) == sum(x <= 10 for x in place.values())


def test_r9_seasons_go_on_with_the_last_data_known_under_their_own_name():
    calendar = Calendar(seasons().values())
    assert [calendar.season_on(date(2016, 8, 31)).name, calendar.season_on(date(2016, 9, 1)).name] == [
        "2015-2016",
        "2016-2017",
    ]
    assert [s.name for s in calendar.seasons_starting(date(2015, 9, 1), date(2018, 1, 1))] == ["2016-2017", "2017-2018"]
    assert calendar.season_on(date(2030, 1, 1)).thresholds == find_season("").thresholds


# R10


def test_r10_the_ranking_has_those_with_a_tournament_in_two_years_the_file_everybody(story):
    days = (date(2014, 8, 31), date(2014, 8, 30), None, date(2015, 8, 1))
    publication = story.build([person | {"last": day} for person, day in zip(list_people(4), days, strict=True)])
    assert [line.account.licence for line in publication.ranking] == ["L04", "L01"]
    assert len(publication.accounts) == 4 and two_years_before(date(2016, 2, 29)) == date(2014, 2, 28)


@pytest.mark.rule(
    "R10",
    "inactifs : classement publié, retour",
    "federation/ranking/ledger.py: rank_players",
    "federation/ranking/ledger.py: _has_returned",
)
def test_r10_who_returns_after_two_years_takes_the_larger_of_his_cote_and_his_pl_star(story):
    field = list_people(8, cote=1200, series="4A")  # PL* 1700
    field[0]["last"] = date(2013, 10, 3)  # inactive by a day at the start
    field[1]["last"] = date(2013, 10, 4)
    field[2] |= {"last": date(2010, 1, 1), "cote": 1900}
    field[3] |= {"last": date(2010, 1, 1), "series": ""}
    publication = story.played(date(2015, 10, 4), field).build(field)
    start = {find_mover(publication, m).licence: m.terms.start for m in publication.movements if m.kind == "tournoi"}
    assert (start["L01"], start["L02"], start["L03"], start["L04"]) == (1700, 1202, 1900, 1204)
    assert moves(publication, "L01", "retour")[0].before == 1201


def test_r10_without_a_date_nobody_is_raised_but_asked_about_and_the_decision_is_followed(story):
    field = list_people(8, cote=1200, series="4A")
    for player in field[:4]:
        player["last"] = None
    field[3]["cote"] = 1900  # whatever the date, he keeps it: no question
    story.played(date(2015, 10, 4), field)
    publication = story.build(field)
    assert [q.licence for q in publication.questions.open] == ["L01", "L02", "L03"]
    assert not [m for m in publication.movements if m.kind == "retour"]
    answers = zip(publication.questions.open, ("Inactif", "01/05/2015", ""), strict=True)
    decided = story.build(
        field, decisions=[question.to_csv_line() | {"Décision": answer} for question, answer in answers]
    )
    assert [find_mover(decided, m).licence for m in decided.movements if m.kind == "retour"] == ["L01"]
    assert [q.licence for q in decided.questions.open] == ["L03"]


# R11, R12


@pytest.mark.rule("R11", "ajustements", "federation/ranking/ledger.py: _adjust")
def test_r11_adjustments_count_from_their_day_on(story):
    field = list_people(8)
    story.played(date(2015, 10, 4), field)
    for day, start in ((date(2015, 10, 4), 1551), (date(2015, 10, 5), 1501), (date(2016, 9, 1), 1501)):
        publication = story.build(field, adjustments=[Adjustment(day, "L01", Fraction(50), "CLAP", "a.csv, ligne 2")])
        line = next(
            m for m in publication.movements if m.kind == "tournoi" and find_mover(publication, m).licence == "L01"
        )
        assert line.terms.start == start
        counted = day <= DAY
        assert [m.reason for m in moves(publication, "L01", "ajustement")] == ["CLAP"] * counted
        assert find_account(publication, "L01").cote == 1501 + line.terms.gain.total + 50 * counted


@pytest.mark.parametrize(("series", "typed", "star"), [("", 1700, 1700), ("", 1803, 1000), ("2C", 1700, 2000)])
def test_r12_of_the_workbooks_cotes_only_a_pl_star_of_an_unknown_player_counts(story, series, typed, star):
    listed_people, stranger = list_people(8), list_people(9)[-1] | {"cote": typed, "series": series}
    field = [*(person | {"cote": 2222} if person["licence"] == "L03" else person for person in listed_people), stranger]
    publication = story.played(date(2015, 10, 1), field).build(listed_people)
    entry, played = moves(publication, "L09")
    assert (entry.kind, entry.before, entry.after, played.terms.start) == ("entrée", None, star, star)
    assert moves(publication, "L03")[0].terms.start == 1503


@pytest.mark.rule(
    "R12",
    "ordre des tournois, cotes de départ, chevauchements",
    "federation/ranking/closing.py: run",
    "federation/ranking/ledger.py: _begin",
    "federation/ranking/ledger.py: _end",
)
def test_r12_three_seasons_are_built_as_an_independent_recomputation_has_them(tmp_path):
    day = date(2018, 9, 30)
    listed, tournaments = world.invent_seasons(Random("three seasons"), people=400, unknown=40, tournaments=65)
    for number, facts in enumerate(tournaments):
        world.write_workbook(tmp_path / "reçus" / f"{number % 7}" / f"t{number:03}.xlsx", facts)
    players = read_register(world.write_list(tmp_path / "liste.csv", listed))
    files = [replace(file, number=number) for number, file in enumerate(read_received(tmp_path / "reçus"), start=1)]
    assert len(files) == 65 and len(listed) == 360
    source = Random("adjustments")
    adjusted = [(date(2016 + n % 3, 3, 1 + n), source.choice(listed)["licence"], 10 * n - 50) for n in range(20)]
    adjustments = [Adjustment(*adjustment, "CLAP", "a.csv, ligne 2") for adjustment in adjusted]
    publication = build_publication(files, players, day, adjustments=adjustments)
    rebuilt = build_publication(files[::-1], players, day, adjustments=adjustments)  # whatever the order of the files
    assert publication.history.movements == rebuilt.history.movements and publication.history == rebuilt.history
    state = naive.recompute_state(listed, tournaments, day, adjusted)
    assert [verdict.word for verdict in publication.verdicts].count("refusé") == 0
    assert {account.licence: (account.cote, account.last) for account in publication.accounts} == {
        licence: (line["cote"], line["last"]) for licence, line in state.items()
    }
    assert {line.account.licence: (line.place, line.cote) for line in publication.ranking} == naive.rank_players(
        state, day
    )
    kinds = Counter(movement.kind for movement in publication.movements)
    assert kinds["début de saison"] > 4 and kinds["retour"] > 10 and kinds["entrée"] > 20, kinds


# Who is who


OCTOBER, MARCH = date(2015, 10, 4), date(2016, 3, 6)


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
    move = next(m for m in publication.movements if m.kind == "tournoi" and m.entrant == 9)
    return find_mover(publication, move), move.terms


FOUND = [
    (row("Dupont", "Jean", "1001"), "1001"),
    (row("Jean", "Dupont", "1002"), "1002"),  # exchanged
    (row("LE GOFF", "Zoe", " 10 03 "), "1003"),  # half the surname, blanks in the licence
    (row("MARTIN LE GOFF Zoé", "", "1003"), "1003"),
    (row("Dupont", "Jean", club="lyon"), "1002"),  # without licence: name and club
]


@pytest.mark.parametrize(("guest", "licence"), FOUND, ids=lambda value: str(value)[:60])
def test_the_licence_or_name_and_club_say_who_it_is(story, listed, guest, licence):
    publication = story.played(OCTOBER, with_guest(guest)).build(listed)
    account, rating = played_by(publication)
    assert account.licence == licence and publication.questions.open == []
    assert rating.start == next(person["cote"] for person in LISTED if person["licence"] == licence)


DOUBTS = [
    (row("OEUVRARD Luc", "", "1004"), "d'un autre nom", ["1004", "nouveau"]),
    (row("Dupont", "Jean", "1003"), "d'un autre nom", ["1001", "1002", "1003", "nouveau"]),
    (row("DUPONT", "Jean", club="Nice", cote=1520), "dans un autre club", ["1002", "1001", "nouveau"]),
    (row("Le Gof-Martin", "Zoé", club="Brest"), "presque pareil", ["1003", "nouveau"]),
    (row("Ève", "NOM03", club="Vienne"), "déjà présent", ["L03", "nouveau"]),  # L03 is in the field
]


@pytest.mark.parametrize(("guest", "sentence", "proposals"), DOUBTS, ids=lambda value: str(value)[:60])
def test_a_doubt_is_asked_and_its_points_go_to_nobody(story, listed, guest, sentence, proposals):
    publication = story.played(OCTOBER, with_guest(guest)).build(listed)
    (question,) = publication.questions.open
    assert sentence in question.sentence and list(question.proposals) == proposals
    account, rating = played_by(publication)
    assert account.guest and rating.start == guest["cote"]  # the workbook's, which the others meet in the list of C_i
    assert [find_account(publication, person["licence"]).cote for person in LISTED] == [
        person["cote"] for person in LISTED
    ]
    assert len(publication.accounts) == len(listed) and find_account(publication, "L01").last == OCTOBER


def decided(publication, folder, *answers):
    """The lines of the CSV of decisions as the federation gives it back."""
    (folder / "d.csv").write_bytes(render_decisions_csv(publication))
    return read_decisions(answer_decisions(folder / "d.csv", *answers))


def test_decisions_and_adjustments_are_read_from_a_workbook_as_from_a_csv(tmp_path):
    decision = [*["x"] * (len(DECISION_COLUMNS) - 1), "1002"]
    decision[DECISION_COLUMNS.index("Date")] = 42400  # a day as Excel stores it
    write_package(
        tmp_path / "d.xlsx", build_parts({"Note": [["à lire"]], "Feuil1": [[*DECISION_COLUMNS], [], decision]})
    )
    (line,) = read_decisions(tmp_path / "d.xlsx")
    assert line["Décision"] == "1002" and read_date(line["Date"]) == date(2016, 1, 31)
    rows = [["Date", "Licence", "Points", "Motif"], [42522, "L01", 12.5, "CLAP"]]
    write_package(tmp_path / "a.xlsx", build_parts({"Feuil1": rows}))
    (points,) = read_adjustments(tmp_path / "a.xlsx")
    assert points == Adjustment(date(2016, 6, 1), "L01", Fraction("12.5"), "CLAP", "a.xlsx, Feuil1!A2")
    write_package(tmp_path / "a.xlsx", build_parts({"Feuil1": [rows[0], [42522, "L01", "douze", ""]]}))
    with pytest.raises(ListError, match=r"a.xlsx, Feuil1!C2 : « douze »"):
        read_adjustments(tmp_path / "a.xlsx")


@pytest.mark.parametrize(("answer", "licence"), [("1002", "1002"), (" 10 01 ", "1001"), ("Nouveau", "9999")])
def test_an_answer_is_read_back_and_holds_in_every_tournament(story, listed, answer, licence):
    guest = row("DUPONT", "Jean", "9999", "Nice", "2A")
    open_one = story.played(OCTOBER, with_guest(guest)).played(MARCH, with_guest(guest)).build(listed)
    assert len(open_one.questions.open) == 1
    publication = story.build(listed, decisions=decided(open_one, story.folder, answer))
    account = find_account(publication, licence)
    moves = [m for m in publication.movements if find_mover(publication, m) is account and m.kind == "tournoi"]
    assert [m.day for m in moves] == [OCTOBER, MARCH] and publication.questions.open == []
    assert moves[0].terms.start == (2000 if licence == "9999" else int(account.listed["Cote"]))
    assert answer.strip() in render_decisions_csv(publication).decode("utf-8-sig")  # given back, to be used again


def test_a_letter_has_the_open_question_about_a_row_of_its_own_tournament_only(story, listed):
    """The same name without licence in two clubs is two questions; one of them is answered."""
    guest = row("DUPOND", "Jean", club="Pau")
    story.played(OCTOBER, with_guest(guest), title="Pau")
    story.played(MARCH, with_guest(guest | {"club": "Nice"}), title="Nice")
    questions = story.build(listed).questions.open
    answer = next(question for question in questions if question.club == "Pau").to_csv_line() | {"Décision": "1001"}
    publication = story.build(listed, decisions=[answer])
    assert len(questions) == 2 and [question.club for question in publication.questions.open] == ["Nice"]
    letters = {name.split()[1]: read_mail_text(draft) for name, draft in render_letters(publication).items()}
    assert "DUPOND Jean : nous ne savons pas qui c'est" in letters["Nice.eml"]
    assert "nous ne savons pas" not in letters["Pau.eml"] and "la liste a « DUPONT Jean »" in letters["Pau.eml"]


def test_somebody_new_without_licence_may_be_told_to_be_one_in_both_tournaments(story, listed):
    guest = row("Roux", "Théo")
    open_one = story.played(OCTOBER, with_guest(guest)).played(MARCH, with_guest(guest)).build(listed)
    (question,) = open_one.questions.open
    assert list(question.proposals) == ["Roux Théo", "nouveau"]
    publication = story.build(listed, decisions=decided(open_one, story.folder, "Roux Théo"))
    moves = [m for m in publication.movements if find_mover(publication, m).name == "Roux" and m.kind == "tournoi"]
    assert [m.day for m in moves] == [OCTOBER, MARCH] and publication.questions.open == []


# The same tournament twice


def another_score(facts):
    facts["rounds"][0][0]["games"] = [(600, 100)]


def without_licences(facts):
    for player in facts["players"]:
        player["licence"] = ""


def another_place(facts):
    facts["where"] = "Isère"


def another_name(facts):
    facts["title"] = "TH"


def another_kind(facts):
    facts["kind"] = "Masters régional"


def twins(story, change):
    """The publication of a tournament sent twice, and the words of its verdicts."""
    facts = world.invent_tournament(Random(1), list_people(8), OCTOBER, title="TH de Vienne")
    world.write_workbook(story.folder / "reçus" / "1.xlsx", facts)
    change(facts)
    world.write_workbook(story.folder / "reçus" / "copie.xlsx", facts)
    publication = story.build(list_people(8))
    return publication, sorted(verdict.word.split(",")[0] for verdict in publication.verdicts)


def test_the_same_facts_in_another_file_count_once_and_are_told(story):
    publication, words = twins(story, another_place)
    assert words == ["compté", "déjà compté"]
    (remarks,) = (verdict.remarks.all_sentences for verdict in publication.verdicts if not verdict.entry)
    assert remarks[0].startswith("Mêmes joueurs et mêmes résultats que")


def test_two_tournaments_of_one_day_without_a_recorded_draw_are_two_even_with_a_result_in_common(story):
    first = world.invent_tournament(Random(1), list_people(8), OCTOBER, title="TH de Vienne")
    second = world.invent_tournament(Random(2), list_people(8), OCTOBER, title="TH de Lyon")
    second["rounds"][0] = first["rounds"][0]
    for name, facts in (("1", first), ("2", second)):
        world.write_workbook(story.folder / "reçus" / f"{name}.xlsx", facts)
    publication = story.build(list_people(8))
    assert [verdict.word.split(",")[0] for verdict in publication.verdicts] == ["compté", "compté"]


@pytest.mark.parametrize(("day", "common", "word"), [
    (OCTOBER, 9, "compté"), (OCTOBER, 10, "en attente"), (date(2015, 10, 5), 19, "compté"),
    (date(2015, 10, 5), 20, "en attente"),
])  # fmt: skip
def test_files_of_other_names_are_versions_from_half_of_their_scores_in_common_on_on_another_day_of_all(
    story, day, common, word
):
    facts = world.invent_tournament(Random(1), list_people(8), OCTOBER, title="TH de Vienne")
    world.write_workbook(story.folder / "reçus" / "1.xlsx", facts)
    matches = [match for matches in facts["rounds"] for match in matches]
    assert len(matches) == 20 and all(match["games"] for match in matches)
    for match in matches[common:]:
        match["games"] = [(match["games"][0][0] + 1, match["games"][0][1])]
    world.write_workbook(story.folder / "reçus" / "2.xlsx", facts | {"title": "TH de Lyon", "first": day, "last": day})
    publication = story.build(list_people(8))
    assert [verdict.word.split(",")[0] for verdict in publication.verdicts] == [word, word]


@pytest.mark.parametrize("change", [another_score, without_licences, another_name, another_kind])
def test_another_score_licence_name_or_kind_makes_another_version_and_both_wait(story, change):
    publication, words = twins(story, change)
    assert words == ["en attente", "en attente"] and not publication.movements
    first, second = publication.questions.open
    assert (first.kind, second.kind) == ("doublon", "doublon") and first.mark != second.mark


WORDS = {
    "F2 451-407, 9-7,5": {"forfeit": "2", "scores": [451, 407], "further": [[9, 7.5]]},
    "F1+2 451-?, 9-7": {"forfeit": "1+2", "scores": [451, None], "further": [[9, 7]]},
    "forfait 1+2": {"forfeit": "1+2"},
    "-12-451": {"scores": [-12, 451]},
    "sans résultat": {},
}  # words -> the result in the document


@pytest.mark.parametrize("words", WORDS)
def test_a_result_that_differs_is_told_in_the_words_of_a_change(story, words):
    facts = world.invent_tournament(Random(1), list_people(8), OCTOBER)
    world.write_workbook(story.folder / "reçus" / "1.xlsx", facts)
    (file,) = read_folder(story.folder / "reçus")
    document = deepcopy(file.tournament.document)
    matches = document["rounds"]["1"]["matches"]
    pair, match = next(iter(matches.items()))
    first, second = sorted(match["sides"])
    scores = match["scores"] if match["sides"][0] == first else match["scores"][::-1]
    matches[pair] = {"sides": [first, second], **WORDS[words]}
    told = describe_differences(replace(file, played=replace(file.tournament, document=document)), file)
    assert told.endswith(f" : {words} au lieu de {scores[0]}-{scores[1]}")


def test_a_tournament_struck_out_and_restored_counts_as_a_late_one_and_its_organiser_is_told(story):
    """The decision is the officer's: neither pages nor the letters of others have his sentence."""
    story.played(OCTOBER, list_people(8), title="Lyon").played(date(2015, 10, 20), list_people(12)[4:], title="Vienne")
    first = story.build(list_people(12), date(2015, 10, 31))
    order = line("tournoi", "écarter", Tournoi="1.xlsx")
    struck = story.build(list_people(12), date(2015, 11, 30), earlier=first.history, decisions=[order])
    assert not render_letters(struck), "nobody's published cotes have changed"
    pages = b"".join(render_site(struck).values()).decode("utf-8", "replace")
    assert "plus compté, les variations publiées sont reprises" in pages and "votre décision" not in pages
    later = story.build(list_people(12), date(2015, 12, 31), earlier=struck.history)  # the file is still in the folder
    assert [(verdict.file.name, verdict.remarks.all_sentences) for verdict in later.left_out("écarté, déjà dit")] == [
        ("1.xlsx", ("Écarté par votre décision.",))
    ]
    back = story.build(
        list_people(12), date(2016, 1, 31), earlier=later.history, decisions=[order | {"Décision": "retirer"}]
    )
    (restored,) = back.changes
    assert restored.text == "Lyon (04/10/2015) : compté en retard, dans la liste de ce mois."
    (letter_text,) = (
        text for text in map(read_mail_text, render_letters(back).values()) if "Votre tournoi « Lyon »" in text
    )
    assert "publication du 31/12/2015 ne change plus" in " ".join(letter_text.split())


def test_the_organiser_of_a_tournament_struck_out_gets_one_letter(story):
    story.played(OCTOBER, list_people(8), title="Lyon").played(date(2015, 10, 20), list_people(12)[4:], title="Vienne")
    for path in (story.folder / "reçus").iterdir():
        book = openpyxl.load_workbook(path)
        (cell,) = (row[0] for row in book["Tournoi"].iter_rows() if row[0].value == "Organisateur")
        book["Tournoi"].cell(cell.row, 2, "Léa Rey <lea@club.fr>")
        book.save(path)
    first = story.build(list_people(12), date(2015, 10, 31))
    order = line("tournoi", "écarter", Tournoi="1.xlsx")
    struck = story.build(list_people(12), date(2015, 11, 30), earlier=first.history, decisions=[order])
    letters = {name: message_from_bytes(draft, policy=default) for name, draft in render_letters(struck).items()}
    letter = letters["2015-11-30 Lyon.eml"]
    assert (letter["To"], letter["Subject"]) == ("lea@club.fr", "Votre tournoi n'est pas compté : Lyon")
    assert "la fédération l'a écarté" in read_mail_text(letter)
    assert "ses variations sont reprises" in read_mail_text(letter)
    later = story.build(list_people(12), date(2015, 12, 31), earlier=struck.history)
    assert not later.struck_out


def test_a_letter_says_whose_series_changes(story):
    field = [person | {"cote": 2890 + 3 * n} for n, person in enumerate(list_people(8))]
    first = story.played(OCTOBER, field).build(field, date(2015, 10, 31))
    (body,) = map(read_mail_text, render_letters(first).values())
    for own in first.counted[0].counted.ratings.lines:
        old, new = ("Joker" if cote >= 2900 else "A" for cote in (own.old, own.new))
        (row,) = (row for row in body.splitlines() if f" {own.player.full_name} : " in row)
        assert (f"(série {old} → {new})" in row) == (old != new) and ("série" in row) == (old != new)
    assert "(série A → Joker)" in body or "(série Joker → A)" in body


def test_a_published_version_set_aside_for_another_is_no_copy_of_itself(story):
    facts = story.played(OCTOBER, list_people(8)).facts[0]
    first = story.build(list_people(8), date(2015, 10, 31))
    another_score(facts)
    mark = hashlib.sha256(world.write_workbook(story.folder / "reçus" / "2.xlsx", facts).read_bytes()).hexdigest()[:16]
    count = line("doublon", "compter", Empreinte=mark)
    settled = story.build(list_people(8), date(2015, 11, 30), earlier=first.history, decisions=[count])
    assert {verdict.remarks.all_sentences for verdict in settled.left_out("écarté")} == {
        ("Remplacé par 2.xlsx, selon votre décision.",)
    }
