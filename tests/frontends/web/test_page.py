"""The page's door: what it shows is what an update leaves, what it types is typed, and it reaches one folder only."""

import io
import re
import shutil
import zipfile
from operator import itemgetter

import pytest

from tests import ROOT, books
from tests.messages.test_problems import final_typed
from tests.page_desk import PageDesk, column
from tournament_xl.core.exit_codes import PROBLEMS, REFUSED, UNREADABLE, USAGE
from tournament_xl.core.model import Absences
from tournament_xl.games.othello.rules.model import ENDS
from tournament_xl.games.registry import GAMES
from tournament_xl.phones.report_file import read_reports
from tournament_xl.phones.report_lines import FROM_FIRST, FROM_SECOND, HEADER, Report, render_report
from tournament_xl.service.type_cells import format_absences
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.cells import cell_address
from tournament_xl.workbook.tables import text_right_of
from tournament_xl.workbook.typed_columns import written_titles

SCRABBLE = {"game": "scrabble", "settings": {"Nom": "T"}}


@pytest.fixture
def othello(tmp_path):
    """Open a tournament of nine whose second round has no results yet."""
    desk = PageDesk(books.pair(books.simulate(books.create(tmp_path, 9, "--rondes", 2, formula="othello"), 1)))
    desk.done("open")
    return desk


# What there is to see


def test_the_view_is_what_an_update_leaves(desk):
    assert (desk.view["drawn"], desk.view["played"], desk.view["button"]) == (2, 1, "") and not desk.view["stale"]
    view = desk.type(*(cell for row in desk.view["missing"] for cell in desk.scores(row, 400, 350)))
    assert view["stale"] and not view["missing"] and {*view["won"].values()} <= {1, 2}
    live = view["sheets"]["Classement"]["rows"]
    view = desk.done("press", action="update")["view"]
    assert not view["stale"] and view["sheets"]["Classement"]["rows"] == live
    stands = ClosedFile(desk.book).read().sheets["Classement"]
    assert live == [["" if cell is None else str(cell) for cell in row] for row in stands]


def test_every_column_of_a_typed_sheet_can_be_typed_but_those_that_presses_write(desk):
    for sheet in ("Joueurs", "Résultats", "Prix", "Tables"):
        shown = desk.view["sheets"][sheet]
        assert [column["name"] for column in shown["typed"]] == [
            name for name in shown["rows"][shown["header"] - 1] if name
        ]
        locked = {column["name"] for column in shown["typed"] if not column["typed"]}
        assert locked == {column["name"] for column in shown["typed"]} & written_titles(
            GAMES["scrabble"].typed_columns[sheet]
        )
    desk.done("setting", name="Date de début", value="21/11/2026")
    assert {setting["name"]: setting["value"] for setting in desk.view["settings"]}["Date de début"] == "21/11/2026"
    assert text_right_of(ClosedFile(desk.book).read(), "Tournoi", "Date de début") == "46347"
    assert desk.refused("setting", name="Nom de rien", value="1")["code"] == USAGE


@pytest.mark.parametrize(("formula", "cells"), [
    ("classique", {"Prix": ("Prix", "Pour", "Gagnant"), "Résultats": ("Ronde", "Table", "Motif")}),
    ("othello", {"Joueurs": ("N°", "Nom", "Absences"), "Résultats": ("Ronde", "Noir", "Fin")}),
])  # fmt: skip
def test_titles_of_columns_may_be_written_in_capitals(tmp_path, formula, cells):
    desk = PageDesk(books.create(tmp_path, 7, formula=formula))
    before = desk.done("open")["view"]
    places = {(sheet, title): cell_address(before["sheets"][sheet]["header"], column(before, sheet, title))
              for sheet, titles in cells.items() for title in titles}  # fmt: skip
    books.edit(desk.book, {f"{sheet}!{place}": title.upper() for (sheet, title), place in places.items()})
    after = desk.done("open")["view"]
    for sheet, titles in cells.items():
        shown = [[{**column, "label": column["label"].casefold()} for column in view["sheets"][sheet]["typed"]]
                 for view in (before, after)]  # fmt: skip
        assert shown[0] == shown[1] and {column["name"] for column in shown[1]} >= {*titles}


def test_prizes_are_offered_what_they_may_be_for_and_sheets_only_where_there_is_something(desk):
    books.edit(desk.book, {"Joueurs!E5": "Lyon", "Joueurs!E6": "Vienne"})
    view = desk.done("open")["view"]
    (scopes,) = (column["choices"] for column in view["sheets"]["Prix"]["typed"] if column["name"] == "Pour")
    assert {"Général", "Série A", "Cote moins de 1500", "Club", "Club Lyon", "Meilleure partie"} <= {*scopes}
    offered = {name for name, sheet in view["sheets"].items() if sheet["offered"]}
    assert {"Joueurs", "Résultats", "Prix", "Classement"} <= offered
    assert offered.isdisjoint({"Groupes", "Finales", "Cotes", "Équipes", "Chevalets"})


def test_the_position_of_a_player_by_name_is_that_of_the_wall_before_and_after_the_first_round(desk):
    people = ("Martin Dupuy;Anne", "Martin;Zoé", "Élan;Luc", "Martin;Anne", "A;B", "Z;A", "Z-A;A", "Y;Y")
    before = desk.done("new", "\n".join(("Nom;Prénom", *people)).encode(), file="n.xlsx", list="l.csv", **SCRABBLE)
    after = desk.done("press", file="n.xlsx", action="pair")
    for view in (before["view"], after["view"]):
        names = [player["name"] for player in sorted(view["players"], key=itemgetter("position"))]
        assert names == ["A B", "Élan Luc", "Martin Anne", "Martin Zoé", "Martin Dupuy Anne", "Y Y", "Z A", "Z-A A"]
        assert sorted(player["position"] for player in view["players"]) == [*range(1, 9)]


def test_a_player_without_a_cote_has_what_counts_for_him(desk):
    listed = "Nom;Prénom;Cote;Série duplicate\nA;Anne;1652;\nB;Luc;;\nC;Zoé;0;\nD;Max;1500*;\nE;Eve;;2B\n".encode()
    view = desk.done("new", listed, file="n.xlsx", list="l.csv", **SCRABBLE)["view"]
    *cotes, of_a_series = (player["unrated_cote"] for player in view["players"])
    assert cotes == ["", "1000", "1000", ""] and int(of_a_series) > 1000


def test_the_folder_lists_its_workbooks_with_where_each_stands(desk):
    (desk.book.parent / "abîmé.xlsx").write_bytes(b"PK")
    listed = {book["file"]: book["status"] for book in desk.done("books")["books"]}
    assert len(listed) == 2 and all(listed.values())


def test_why_and_what_if(desk):
    assert len(desk.done("explain", round=2)["pairs"]) >= 6
    reply = desk.done("what_if", tables=[["1", "444-333"], ["2", "38-389"]])
    assert reply["answer"]["message"] and not reply["next"] and reply["standings"][0][:3] == ["Place", "N°", "Joueur"]
    every = [[str(index + 1), "400-350"] for index in range(len(desk.view["missing"]))]
    *pairs, bye = desk.done("what_if", tables=every)["next"]
    assert [pair["table"] for pair in pairs] == ["1", "2", "3", "4", "5"] and len(bye["sides"]) == 1
    names = {side["name"] for pair in (*pairs, bye) for side in pair["sides"]}
    assert names == {player["name"] for player in desk.view["players"]}
    assert len(desk.done("standings", after=1)["standings"]) == 12


def fields_of(name):
    """Fields of a type of web/src/wire.ts, those that may be missing without their "?"."""
    source = (ROOT / "web" / "src" / "wire.ts").read_text("utf-8")
    base, body = re.search(rf"^export interface {name}(?: extends (\w+))? \{{$(.*?)^\}}$", source, re.M | re.S).groups()
    return {*re.findall(r"^  (\w+)\??: ", body, re.M)} | (fields_of(base) if base else set())


def test_the_types_of_the_scripts_are_those_of_the_wire(desk):
    view = desk.view
    answer = desk.refused("result", **desk.result(view["missing"][0], "4O2", 350))
    wire = {
        "Problem": answer["problems"][0], "View": view, "Sheet": view["sheets"]["Prix"],
        "PlayerLine": view["players"][0], "TypedColumn": view["sheets"]["Prix"]["typed"][0],
        "SettingLine": view["settings"][0],
    }  # fmt: skip
    for name, value in wire.items():
        assert fields_of(name) == value.keys(), name
    assert fields_of("Answer") < answer.keys(), "the page needs no edits"


# Results


def test_a_result_names_its_round_and_pair_and_half_of_it_stays_until_the_other_comes(desk):
    row = desk.view["missing"][0]
    whole = desk.result(row, 402, 380)
    view = desk.done("result", **desk.result(row, 402))["view"]
    assert view["missing"][0] == row and "402" in view["sheets"]["Résultats"]["rows"][row - 1]
    view = desk.done("result", **whole | {"scores": {"Score 2": "380"}, "was": {}})["view"]
    assert row not in view["missing"] and view["won"][str(row)] == 1
    for pair in (["1", "1"], whole["pair"][::-1]):
        assert desk.refused("result", **whole | {"pair": pair})["code"] == REFUSED


def test_a_match_typed_by_names_alone_is_found_by_the_numbers_that_the_page_shows(desk):
    row = desk.view["missing"][0]
    books.edit(desk.book, {f"Résultats!{title}!{row}": None for title in ("N° 1", "N° 2")})
    assert row not in desk.done("result", **desk.result(row, 402, 380))["view"]["missing"]


def test_a_slip_is_told_at_its_cell_and_an_unusual_score_is_asked_about_before_it_is_taken(desk):
    row = desk.view["missing"][0]
    (problem,) = (answer := desk.refused("result", **desk.result(row, "4O2", 350)))["problems"]
    at = {title: column(desk.view, "Résultats", title) for title in ("Score 1", "Score 2")}
    assert (answer["code"], problem["row"], problem["column"]) == (PROBLEMS, row, at["Score 1"])
    (doubt,) = (answer := desk.refused("result", **desk.result(row, 402, 38)))["problems"]
    assert (answer["code"], doubt["column"]) == (REFUSED, at["Score 2"])
    desk.done("result", **desk.result(row, 402, 38), sure=True)
    desk.done(
        "result", **desk.result(desk.view["missing"][0], 402, 380)
    )  # what stands and was kept is not asked about again


def test_a_cell_that_another_hand_has_filled_is_not_written_over(desk):
    row = desk.view["missing"][0]
    by_result, by_cells = desk.result(row, 411, 350), desk.scores(row, 411, 350)
    desk.done("result", **desk.result(row, 400, 350))
    assert desk.refused("result", **by_result)["code"] == REFUSED
    assert desk.refused("type", cells=by_cells)["code"] == REFUSED


def test_a_correction_says_what_becomes_of_the_round_after_it(desk):
    past = next(line["row"] for line in books.lines(desk.book, "Résultats") if line["Ronde"] == 1 and line["Score 1"])
    corrected = {**desk.result(past, 471, 300), "was": {}}
    (while_empty,) = desk.done("result", **corrected)["answer"]["warnings"]
    assert desk.done("result", **desk.result(desk.view["missing"][0], 402, 380))["answer"]["warnings"] == []
    (while_played,) = desk.done("result", **corrected)["answer"]["warnings"]
    assert while_empty != while_played


def test_results_received_elsewhere_are_imported_and_taken_once(desk):
    row = desk.view["missing"][0]
    cells = next(line for line in books.lines(desk.book, "Résultats") if line["row"] == row)
    words = (2, cells["Table"], cells["N° 1"], 420, 380, cells["N° 2"])
    reports = (Report("01/01/2099 14:05:33", *words, sender) for sender in (FROM_FIRST, FROM_SECOND))
    sent = HEADER + b"".join(render_report(report, "") for report in reports)
    assert row not in desk.done("received", sent)["view"]["missing"]
    assert desk.refused("received", sent)["code"] == REFUSED and len(read_reports(desk.book)) == 2, "a line once"
    assert desk.refused("received", b"PK\x03\x04")["code"] == REFUSED


def test_an_othello_table_says_what_counts_where_that_is_not_what_was_typed(tmp_path):
    desk = PageDesk(books.pair(books.create(tmp_path, 14, formula="othello")))
    desk.done("open")
    typed = [(40, 24, ""), (40, 20, ""), (20, 20, ""), (35, 20, "TN"), (20, 34, "TN"), ("", "", "FB"), (32, 32, "GB")]
    rows = desk.view["missing"]
    titles = ("Pions N", "Pions B", "Fin")
    typed_by_row = [dict(zip(titles, values, strict=True)) for values in typed]
    view = desk.type(*(desk.cell("Résultats", row, title, value) for row, values in zip(rows, typed_by_row, strict=True)
                       for title, value in values.items() if value))  # fmt: skip
    counted = [re.search(r"\d+ – \d+|$", view["counted"].get(str(row), ""))[0] for row in rows]
    assert counted == ["", "44 – 20", "32 – 32", "31 – 33", "20 – 44", "64 – 0", ""]
    assert [view["won"][str(row)] for row in rows] == [1, 1, 0, 2, 2, 1, 2]


# Players


def test_presence_is_typed_into_joueurs_and_ticks_into_the_column_of_those_who_are_there(desk):
    row = desk.view["players"][0]["row"]
    player = desk.done("presence", row=row, state="left")["view"]["players"][0]
    assert player["left"] and player["absences"] == "3-"
    desk.done("presence", row=row, state="here")
    books.edit(desk.book, {"Joueurs!L4": "Présent", "Joueurs!M4": "Payé", "Joueurs!M5": 10, "Joueurs!L6": "oui",
                           "Joueurs!E5": "Scrabble Club, section d'Ozon"})  # fmt: skip
    players = desk.done("open")["view"]["players"]
    assert [player["here"] for player in players] == [False, True] + [False] * 9
    assert (players[0]["due"], players[0]["club"]) == ("10", "Scrabble Club, section d'Ozon")
    players = desk.done("presence", row=row, state="here")["view"]["players"]
    assert [player["here"] for player in players][:3] == [True, True, False]
    assert not desk.done("presence", row=row, state="absent")["view"]["players"][0]["here"]


@pytest.mark.parametrize(("text", "state", "then"), [
    ("", "absent", "4"), ("3", "absent", "3, 4"), ("", "left", "4-"), ("2", "left", "2, 4-"), ("4", "here", ""),
    ("3-", "here", "3"), ("6-", "left", "4-"), ("5", "left", "4-"), ("2, 6-", "absent", "2, 4, 6-"),
])  # fmt: skip
def test_a_tick_of_presence_in_round_4(text, state, then):
    single = {int(word) for word in text.split(", ") if word and not word.endswith("-")}
    after = next((int(word[:-1]) for word in text.split(", ") if word.endswith("-")), None)
    assert format_absences(Absences(frozenset(single), after), 4, state) == then


def test_players_of_one_name_are_told_apart_before_anybody_has_a_number_and_in_what_is_noted(desk):
    books.edit(desk.book, {f"Joueurs!{title}!{row}": text for row, club in ((30, "Pau"), (31, "Lyon"))
                           for title, text in (("Nom", "Durand"), ("Prénom", "Paul"), ("Club", club))})  # fmt: skip
    players = desk.done("open")["view"]["players"]
    assert [player["name"] for player in players[-2:]] == ["Durand Paul (Pau)", "Durand Paul (Lyon)"]
    assert "Durand Paul (Lyon)" in desk.done("presence", row=31, state="absent")["answer"]["message"]


def test_a_fixed_pair_is_released_whole_after_an_update_wrote_its_names(desk):
    pair = [str(player["number"]) for player in desk.view["players"][:2]]
    fixed = desk.done("fix", pair=pair, fixed=True)["view"]["sheets"]["Résultats"]["rows"][-1]
    assert fixed[0] == "3" and {*pair} <= {*fixed}
    desk.done("press", action="update")
    rows = desk.done("fix", pair=pair, fixed=False)["view"]["sheets"]["Résultats"]["rows"]
    assert not any(row[0] == "3" or (not row[0] and any(row)) for row in rows[4:])
    assert desk.refused("fix", pair=pair, fixed=False)["code"] == REFUSED


def test_a_world_number_is_typed_until_the_history_has_it(tmp_path):
    desk = PageDesk(tmp_path / "t.xlsx")
    names = b"Durand Anne\nPetit Luc\nBazin Zoe\nNoir Jean\n"
    view = desk.done("new", names, game="othello", settings={"Nombre de rondes": "3"})["view"]
    rows = [player["row"] for player in view["players"]]

    def fixed_rows():
        (title,) = (column for column in desk.view["sheets"]["Joueurs"]["typed"] if column["name"] == "N°")
        return title["fixed"]

    def note(row, title, value):
        return desk.type(desk.cell("Joueurs", row, title, value))

    assert view["world"] and view["sheets"]["Joueurs"]["start"] == column(view, "Joueurs", "Nom"), "a form begins there"
    for number in ("4711", "4712"):
        assert note(rows[0], "N°", number)["players"][0]["number"] == int(number)
    assert fixed_rows() == [], "no round yet"
    assert desk.refused("type", cells=[desk.cell("Joueurs", rows[1], "N°", "4712")])["code"] == PROBLEMS
    note(rows[3], "Absences", "1")
    desk.done("press", action="pair")
    assert fixed_rows() == rows[:3], "who has not played yet may still say his"
    assert note(rows[3], "N°", "4720")["players"][-1]["number"] == 4720
    assert desk.done("press", action="undo")["view"]["players"][0]["number"] == 4712 and fixed_rows() == []


def test_the_next_tournament_takes_over_players_with_their_new_cotes_and_the_place(rated, tmp_path):
    desk = PageDesk(shutil.copy(rated, tmp_path / "t.xlsx"))
    desk.done("setting", name="Lieu", value="Vienne")
    desk.done("press", action="ratings")
    reply = desk.done("carry_over")
    assert desk.book.name in reply["taken"], "names that the next one cannot have"
    assert reply["settings"] == {"Lieu": "Vienne"}
    cotes = {row[2]: row[12] for row in desk.view["sheets"]["Cotes"]["rows"][4:]}
    assert len(reply["players"]) == 8 and all(cotes[name] == cote for name, cote in reply["players"])


# Workbooks that come, go, and come back


def test_new_from_pasted_names_and_the_tournament_after_this_one(desk):
    reply = desk.done("new", b"Durand Anne\nPetit Luc\n", file="n.xlsx", list="liste.txt", **SCRABBLE)
    assert [player["name"] for player in reply["view"]["players"]] == ["Durand Anne", "Petit Luc"]
    reply = desk.done("new", b"Durand\tAnne\t1652\nPetit\tLuc\t\n", file="t.xlsx", list="a.txt", **SCRABBLE)
    sheet = reply["view"]["sheets"]["Joueurs"]
    rows = [row[1:3] + row[5:6] for row in sheet["rows"][sheet["header"] :][:2]]
    assert rows == [["Durand", "Anne", "1652"], ["Petit", "Luc", ""]]
    after = desk.done("new", file="suivant.xlsx", list=desk.book.name, **SCRABBLE)["view"]
    assert len(after["players"]) == 11 and after["drawn"] == 0


def test_a_refused_new_tournament_says_at_which_field(desk):
    dated = {"game": "scrabble", "settings": {"Nom": "T", "Date de début": "35/13/2026"}}
    (problem,) = desk.refused("new", file="n.xlsx", **dated)["problems"]
    assert problem["sheet"].startswith("Date de début=")
    pasted = desk.ask("new", b"Durand Anne\n\nBazin 12 Luc\n", file="n.xlsx", **SCRABBLE)
    assert (pasted["field"], pasted["line"]) == ("list", 3)
    there = desk.ask("new", **SCRABBLE)
    assert there["field"] == "Nom" and there["answer"]["code"] == UNREADABLE


def test_a_workbook_just_created_is_discarded_as_long_as_it_is_as_created(tmp_path):
    desk, new = PageDesk(tmp_path / "t.xlsx"), {"game": "othello", "settings": {"Nom": "T", "Lieu": "Vienne"}}
    reply = desk.done("new", "Nom;Prénom;Force\nDurand;Anne;1652\nPetit;Luc;1400\n".encode(), **new)
    assert reply["missing"] == ["Date de début", "Organisateur", "Pays du tournoi"]
    assert len(reply["answer"]["warnings"]) == 1, "of a column left aside"
    shutil.copy(desk.book, tmp_path / "u.xlsx")
    assert desk.refused("discard", file="u.xlsx")["code"] == REFUSED and (tmp_path / "u.xlsx").exists()
    desk.done("discard")
    assert not desk.book.exists() and desk.ask("discard")["answer"]["code"] == REFUSED
    view = desk.done("new", b"Durand Anne\nPetit Luc\n", **new)["view"]
    desk.type(desk.cell("Joueurs", view["players"][0]["row"], "Club", "Lyon"))
    assert desk.refused("discard")["code"] == REFUSED and desk.book.exists()


def test_a_forgotten_name_is_free_again_and_other_workbooks_stay(desk):
    for name in ("t.xlsx", "t - finale.xlsx"):
        desk.done("new", file=name, **SCRABBLE)
        desk.done("press", file=name, action="publish")
    of_the_final = {path.name for path in desk.book.parent.glob("t - finale*")}
    desk.session.forget("t.xlsx")
    assert len(of_the_final) == 2 and {path.name for path in desk.book.parent.glob("t *")} == of_the_final
    desk.done("new", file="t.xlsx", **SCRABBLE)


def test_typing_makes_no_copy_a_press_does_and_it_can_be_put_back(desk):
    copies = len(desk.done("copies")["rows"])
    desk.type(*(cell for row in desk.view["missing"] for cell in desk.scores(row, 400, 350)))
    assert len(desk.done("copies")["rows"]) == copies
    typed = desk.book.read_bytes()
    desk.done("press", action="pair")
    names = desk.done("copies")["names"]
    assert len(names) == copies + 1
    assert desk.done("back", name=names[0])["view"]["drawn"] == 2 and desk.book.read_bytes() == typed


def test_what_comes_in_is_looked_at(desk):
    data = desk.book.read_bytes()
    assert desk.ask("take", b"no workbook", file="a.xlsx")["answer"]["code"] == UNREADABLE
    assert not (desk.book.parent / "a.xlsx").exists()
    assert desk.done("take", data, file="b.xlsx")["view"]["drawn"] == 2
    desk.done("press", file="b.xlsx", action="undo")
    assert desk.ask("take", data, file="b.xlsx")["answer"]["code"] == UNREADABLE, "another one is there"
    assert desk.done("take", data, file="b.xlsx", over=True)["view"]["drawn"] == 2
    infinite = {"round": float("inf")}  # as JSON reads 1e400
    for call, request in (("rien", {}), ("result", {}), ("type", {}), ("type", {"cells": [{}]}), ("explain", infinite)):
        assert desk.ask(call, **request)["answer"]["code"] == USAGE


@pytest.mark.parametrize(
    "name", ["../autre", "/etc/passwd", "a\\b.xlsx", ".x.xlsx", "~$club.xlsx", "club.txt", "..", ""]
)
def test_a_name_is_that_of_a_workbook_of_the_folder_and_there_is_no_content_from_outside(desk, tmp_path, name):
    (tmp_path.parent / "autre").write_text("secret", encoding="utf-8")
    assert desk.ask("open", file=name)["answer"]["code"] == USAGE
    with pytest.raises(Exception, match=r"n'est pas le nom|Il n'y a pas"):
        desk.session.content(name)


# The end


def test_a_tournament_that_ends_early_has_its_ratings_once_the_number_of_rounds_is_corrected(desk):
    assert desk.refused("press", action="ratings")["code"] in (REFUSED, PROBLEMS)
    desk.type(*(cell for row in desk.view["missing"] for cell in desk.scores(row, 400, 350)))
    undone = desk.ask("press", action="undo")
    assert undone["doubt"] and undone["answer"]["code"] == REFUSED, "it has scores"
    desk.done("press", action="ratings", provisional=True)
    for rounds, button in (("2", "ratings"), ("3", "pair"), ("2", "ratings")):
        assert desk.done("setting", name="Nombre de rondes", value=rounds)["view"]["button"] == button
    assert desk.done("press", action="update")["view"]["button"] == "ratings"
    assert desk.done("press", action="ratings")["view"]["button"] == "send"


@pytest.mark.parametrize(("sheet", "title", "value", "button", "is_parcel_as_before"), [
    ("Résultats", "Score 1", "611", "ratings", False),
    ("Joueurs", "Cote", "1700", "ratings", False),
    ("Joueurs", "Licence", "7654321", "send", False),
    ("Joueurs", "Nom", "Zorro", "send", False),
    ("Prix", "Pour", "Général", "send", True),
])  # fmt: skip
def test_after_the_ratings_only_what_they_depend_on_asks_for_them_again_and_only_what_is_sent_for_sending(
    rated, tmp_path, sheet, title, value, button, is_parcel_as_before
):
    desk = PageDesk(shutil.copy(rated, tmp_path / "t.xlsx"))
    view = desk.done("open")["view"]
    assert view["button"] == "send"
    free = view["sheets"]["Prix"]["free"]
    row = {"Prix": free, "Joueurs": view["players"][0]["row"], "Résultats": int(min(view["won"]))}[sheet]
    after = desk.type(desk.cell(sheet, row, title, value))
    assert (after["button"], after["stale"], after["parcel"] == view["parcel"]) == (button, True, is_parcel_as_before)


def test_a_setting_that_cotes_has_in_its_titles_alone_does_not_ask_for_the_ratings_again(rated, tmp_path):
    desk = PageDesk(shutil.copy(rated, tmp_path / "t.xlsx"))
    for name, value in (("Lieu", "Nice"), ("Nom", "Nice"), ("Date de début", "2026-11-20")):
        assert desk.done("setting", name=name, value=value)["view"]["button"] == "send"


def test_send_gives_its_files_in_one_zip_and_the_text_of_the_mail(rated, tmp_path):
    desk = PageDesk(shutil.copy(rated, tmp_path / "t.xlsx"))
    reply = desk.done("press", action="send")
    packed = zipfile.ZipFile(io.BytesIO(desk.session.content(reply["files"][0])))
    assert sorted(name.rsplit(" - ")[-1] for name in packed.namelist()) == ["cotes.csv", "courriel.eml", "envoi.xlsx"]
    assert not reply["complete"] and reply["mail"]["subject"] and reply["mail"]["body"]
    assert str(tmp_path) not in reply["answer"]["message"]
    published = desk.done("press", action="publish")["files"]
    assert "index.html" in zipfile.ZipFile(io.BytesIO(desk.session.content(published[0]))).namelist()


# Othello


def test_the_ends_of_a_game_are_offered_forfeits_first_and_the_referees_forms_are_not(othello):
    ends = [code for code, *_ in othello.view["choices"]["Fin"]]
    assert {*ends} == ENDS - {""} and ends[:3] == ["FN", "FB", "FNB"]
    sheets = othello.view["sheets"]
    assert sheets["Arbitre"]["filled"] and not sheets["Arbitre"]["offered"] and sheets["Appariements"]["offered"]


def test_an_explanation_keeps_its_exact_account_apart(othello):
    whole, *pairs = othello.done("explain", round=2)["pairs"]
    assert pairs and all(pair["lines"] and pair["details"] for pair in pairs) and len(whole["lines"]) == 1
    (alone,) = othello.done("explain", round=2, table=1)["pairs"]
    assert alone["lines"][-1] == whole["lines"][0], "the rule of the whole round stands at each pair that is asked for"


def test_an_earlier_result_corrected_after_the_pairing_changes_no_explanation_and_the_check_says_so(othello):
    account = othello.done("press", action="check")["answer"]["text"]
    books.edit(othello.book, {"Tournoi!Pions du bye": 36, "Tournoi!Points du bye": "½"})
    explained = othello.done("explain", round=2)["pairs"]
    of_byes = othello.ask("press", action="check")["answer"]["text"]
    assert account.count("optimum") == of_byes.count("optimum") == 1, "another count of byes is no corrected result"
    row = next(line for line in books.lines(othello.book, "Résultats") if (line["Ronde"], line["Table"]) == (1, 2))
    exchanged = {f"Résultats!Pions N!{row['row']}": row["Pions B"], f"Résultats!Pions B!{row['row']}": row["Pions N"]}
    books.edit(othello.book, exchanged)
    assert othello.done("explain", round=2)["pairs"] == explained
    assert "d'alors" in othello.ask("press", action="check")["answer"]["text"]


def test_a_final_chosen_during_the_last_round_is_what_the_step_and_the_screen_wait_for(othello):
    othello.done("setting", name="Grande finale", value="1")
    black = (
        (row, title, discs) for row in othello.view["missing"] for title, discs in (("Pions N", 40), ("Pions B", 24))
    )
    view = othello.type(*(othello.cell("Résultats", row, title, discs) for row, title, discs in black))
    (final,) = view["final_games"]
    assert final["waits"] and "podium" not in othello.done("screen")["views"]
    othello.done("result", final=final["title"], scores={"Pions N": "40", "Pions B": "24"}, was={})
    assert "podium" in othello.done("screen")["views"]


def test_a_setting_that_would_change_the_finalists_of_a_played_final_is_refused_at_its_box(tmp_path):
    desk = PageDesk(final_typed(books.simulate(books.create(tmp_path, 8, "--rondes", 3, formula="othello"), 3)))
    (beta,) = (setting for setting in desk.done("open")["view"]["settings"] if setting["name"] == "Bêta")
    refused = desk.refused("setting", name="Bêta", value="6")
    assert refused["code"] == PROBLEMS and [problem["row"] for problem in refused["problems"]] == [beta["row"]]
