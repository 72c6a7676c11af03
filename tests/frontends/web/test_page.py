"""The page's door: what it shows is what an update leaves, what it types is typed, and it reaches one folder only."""

import io
import json
import re
import zipfile

import pytest

from tests import ROOT, books
from tests.books import run
from tournament_xl.core.model import Absences
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.games.registry import GAMES
from tournament_xl.phones.report_file import read_reports
from tournament_xl.phones.report_lines import FROM_FIRST, FROM_SECOND, HEADER, Report, render_report
from tournament_xl.service.type_cells import format_absences
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.tables import text_right_of
from tournament_xl.workbook.typed_columns import written_titles


def ask(desk, call, data=b"", **request):
    """The answer to a call, which must go through JSON."""
    return json.loads(json.dumps(desk.call(call, request, data), ensure_ascii=False))


def done(desk, call, data=b"", **request):
    """One that goes well; its view, for which the desk reads and understands only what has changed, is as another's."""
    reply = ask(desk, call, data, **request)
    assert reply["answer"]["code"] == 0, reply["answer"]
    if view := reply.get("view"):
        reopened = ask(PageSession(desk.folder), "open", file=view["file"])["view"]
        assert {**view, "sheets": without_journal(view)} == {**reopened, "sheets": without_journal(reopened)}
    return reply


def without_journal(view):
    return {name: sheet for name, sheet in view["sheets"].items() if name != "Journal"}  # an update's line has the time


def test_results_received_elsewhere_are_imported_and_taken_once(desk):
    place, book = desk
    row = done(place, "open", file=book.name)["view"]["missing"][0]
    cells = next(line for line in books.lines(book, "Résultats") if line["row"] == row)
    words = (2, cells["Table"], cells["N° 1"], 420, 380, cells["N° 2"])
    lines = b"".join(
        render_report(Report("01/01/2099 14:05:33", *words, sender), "") for sender in (FROM_FIRST, FROM_SECOND)
    )
    reply = done(place, "received", HEADER + lines, file=book.name)
    assert f"table {cells['Table']}" in " ".join(reply["answer"]["warnings"])
    assert row not in reply["view"]["missing"]
    repeated = ask(place, "received", HEADER + lines, file=book.name)["answer"]
    assert repeated["code"] == 1 and len(read_reports(book)) == 2, "a line is there once, and nothing waits"
    assert ask(place, "received", b"PK\x03\x04", file=book.name)["answer"]["code"] == 1


def test_ticks_go_into_the_column_of_those_who_are_there(desk):
    place, book = desk
    books.edit(book, {"Joueurs!L4": "Présent", "Joueurs!M4": "Payé", "Joueurs!M5": 10, "Joueurs!L6": "oui"})
    players = done(place, "open", file=book.name)["view"]["players"]
    assert [player["here"] for player in players] == [False, True] + [False] * 9 and players[0]["due"] == "10"
    reply = done(place, "presence", file=book.name, row=5, state="here")
    assert [player["here"] for player in reply["view"]["players"]][:3] == [True, True, False]
    assert not done(place, "presence", file=book.name, row=5, state="absent")["view"]["players"][0]["here"]


def column(view, sheet, name):
    return next(column["column"] for column in view["sheets"][sheet]["typed"] if column["name"] == name)


def scores(view, row, first, second):
    """A result as the page types it."""
    names = view["scores"][0]
    return [
        {"sheet": "Résultats", "row": row, "column": column(view, "Résultats", name), "value": str(value), "was": ""}
        for name, value in zip(names, (first, second), strict=True)
    ]


def result(view, row, first, second):
    """A result as the page notes it, by its round and its pair."""
    cells, names = view["sheets"]["Résultats"]["rows"][row - 1], view["scores"][0]
    at = {name: cells[column(view, "Résultats", name) - 1] for name in ("Ronde", *(side for side, _ in view["sides"]))}
    number, *pair = at.values()
    typed = dict(zip(names, map(str, (first, second)), strict=True))
    return {"round": int(number), "pair": pair, "scores": typed, "was": dict.fromkeys(names, "")}


def test_a_result_names_its_round_and_pair_and_half_of_it_stays_until_the_other_comes(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    row = view["missing"][0]
    whole = result(view, row, 402, 380)
    half = whole | {"scores": {"Score 1": "402"}, "was": {"Score 1": ""}}
    view = done(desk, "result", file=book.name, **half)["view"]
    assert view["missing"][0] == row and "402" in view["sheets"]["Résultats"]["rows"][row - 1]
    view = done(desk, "result", file=book.name, **whole | {"scores": {"Score 2": "380"}, "was": {}})["view"]
    assert row not in view["missing"] and view["won"][str(row)] == 1
    before = book.read_bytes()
    for pair in (["1", "1"], whole["pair"][::-1]):
        answer = ask(desk, "result", file=book.name, **whole | {"pair": pair})["answer"]
        assert answer["code"] == 1 and "n'a plus ce match" in answer["message"] and book.read_bytes() == before


def test_a_match_typed_by_names_alone_is_found_by_the_numbers_that_the_page_shows(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    row = view["missing"][0]
    books.edit(book, {f"Résultats!{name}!{row}": None for name in ("N° 1", "N° 2")})
    view = done(desk, "result", file=book.name, **result(view, row, 402, 380))["view"]
    assert row not in view["missing"]


def test_a_fixed_pair_is_released_whole_after_an_update_wrote_its_names(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    pair = [str(player["number"]) for player in view["players"][:2]]
    fixed = done(desk, "fix", file=book.name, pair=pair, fixed=True)["view"]["sheets"]["Résultats"]["rows"][-1]
    assert fixed[0] == "3" and {*pair} <= {*fixed}
    done(desk, "press", file=book.name, action="update")
    rows = done(desk, "fix", file=book.name, pair=pair, fixed=False)["view"]["sheets"]["Résultats"]["rows"]
    assert not any(row[0] == "3" or (not row[0] and any(row)) for row in rows[4:])
    assert ask(desk, "fix", file=book.name, pair=pair, fixed=False)["answer"]["code"] == 1


def test_the_view_is_what_an_update_leaves(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    assert (view["drawn"], view["played"], view["button"]) == (2, 1, "") and not view["stale"]  # scores are missing
    cells = [cell for row in view["missing"] for cell in scores(view, row, 400, 350)]
    view = done(desk, "type", file=book.name, cells=cells)["view"]
    assert view["stale"] and not view["missing"]
    live = view["sheets"]["Classement"]["rows"]
    view = done(desk, "press", file=book.name, action="update")["view"]
    assert not view["stale"] and view["sheets"]["Classement"]["rows"] == live
    stands = ClosedFile(book).read().sheets["Classement"]
    assert live == [["" if cell is None else str(cell) for cell in row] for row in stands]
    assert set(view["won"].values()) == {1, 2} or set(view["won"].values()) == {1}


def test_a_slip_is_told_at_its_cell_and_nothing_is_written(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    before = book.read_bytes()
    reply = ask(desk, "result", file=book.name, **result(view, view["missing"][0], "4O2", 350))
    (problem,) = reply["answer"]["problems"]
    assert reply["answer"]["code"] == 3 and problem["row"] == view["missing"][0] and "4O2" in problem["message"]
    assert problem["column"] == column(view, "Résultats", "Score 1") and book.read_bytes() == before


def test_a_score_that_must_be_a_slip_is_asked_about_before_it_is_taken(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    before, unlikely = book.read_bytes(), result(view, view["missing"][0], 402, 38)
    reply = ask(desk, "result", file=book.name, **unlikely)
    (doubt,) = reply["answer"]["problems"]
    assert reply["doubt"] and reply["answer"]["code"] == 1 and book.read_bytes() == before
    assert (doubt["column"], doubt["message"][:14]) == (column(view, "Résultats", "Score 2"), "38 est inhabit")
    view = done(desk, "result", file=book.name, **unlikely, sure=True)["view"]
    others = result(view, view["missing"][0], 402, 380)
    done(desk, "result", file=book.name, **others)  # what stands and was kept is not asked about again


def test_a_cell_that_another_hand_has_filled_is_not_written_over(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    row = view["missing"][0]
    done(desk, "result", file=book.name, **result(view, row, 400, 350))
    before = book.read_bytes()
    reply = ask(desk, "result", file=book.name, **result(view, row, 411, 350))
    assert reply["answer"]["code"] == 1 and "« 400 »" in reply["answer"]["message"] and book.read_bytes() == before


def test_a_correction_says_what_becomes_of_the_round_after_it_and_presence_what_is_noted(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    past = next(line["row"] for line in books.lines(book, "Résultats") if line["Ronde"] == 1 and line["Score 1"])
    corrected = {**result(view, past, 471, 300), "was": {}}
    (warning,) = done(desk, "result", file=book.name, **corrected)["answer"]["warnings"]
    assert "La ronde 2 est déjà appariée" in warning
    reply = done(desk, "result", file=book.name, **result(view, view["missing"][0], 402, 380))
    assert reply["answer"]["warnings"] == [], "a result of the round under way"
    (warning,) = done(desk, "result", file=book.name, **corrected)["answer"]["warnings"]
    assert "a déjà des scores" in warning
    for state, word in (("absent", "Absent à la ronde 3 : "), ("left", "Parti dès la ronde 3 : ")):
        assert done(desk, "presence", file=book.name, row=6, state=state)["answer"]["message"].startswith(word)


def test_typing_makes_no_copy_a_press_does_and_it_can_be_put_back(desk):
    desk, book = desk
    copies = len(done(desk, "copies", file=book.name)["rows"])
    view = done(desk, "open", file=book.name)["view"]
    cells = [cell for row in view["missing"] for cell in scores(view, row, 400, 350)]
    done(desk, "type", file=book.name, cells=cells)
    assert len(done(desk, "copies", file=book.name)["rows"]) == copies
    typed = book.read_bytes()
    done(desk, "press", file=book.name, action="pair")
    listed = (there := done(desk, "copies", file=book.name))["rows"]
    assert len(listed) == copies + 1 and "ronde 3" in listed[0][4]
    back = done(desk, "back", file=book.name, name=there["names"][0])
    assert back["view"]["drawn"] == 2 and book.read_bytes() == typed


@pytest.mark.parametrize(
    ("text", "state", "then"),
    [
        ("", "absent", "4"), ("3", "absent", "3, 4"), ("", "left", "4-"), ("2", "left", "2, 4-"), ("4", "here", ""),
        ("3-", "here", "3"), ("6-", "left", "4-"), ("5", "left", "4-"), ("2, 6-", "absent", "2, 4, 6-"),
    ],
)  # fmt: skip
def test_a_tick_of_presence_in_round_4(text, state, then):
    single = {int(word) for word in text.split(", ") if word and not word.endswith("-")}
    after = next((int(word[:-1]) for word in text.split(", ") if word.endswith("-")), None)
    assert format_absences(Absences(frozenset(single), after), 4, state) == then


def test_presence_is_typed_into_joueurs(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    row = view["players"][0]["row"]
    view = done(desk, "presence", file=book.name, row=row, state="left")["view"]
    assert view["players"][0]["left"] and view["players"][0]["absences"] == "3-"


def test_players_of_one_name_are_told_apart_before_anybody_has_a_number_and_in_what_is_noted(desk):
    desk, book = desk
    row = {"Nom": "Durand", "Prénom": "Paul"}
    edits = {f"Joueurs!{title}!{number}": text for number, club in ((30, "Pau"), (31, "Lyon"))
             for title, text in {**row, "Club": club}.items()}  # fmt: skip
    books.edit(book, edits)
    players = done(desk, "open", file=book.name)["view"]["players"]
    assert [player["name"] for player in players[-2:]] == ["Durand Paul (Pau)", "Durand Paul (Lyon)"]
    reply = done(desk, "presence", file=book.name, row=31, state="absent")
    assert "Durand Paul (Lyon)" in reply["answer"]["message"]


def test_the_podium_waits_for_the_final_that_was_chosen_while_the_last_round_was_played(tmp_path):
    book, desk = books.simulate(books.create(tmp_path, 8, "--rondes", "2", formula="othello"), 1), PageSession(tmp_path)
    books.pair(book)
    view = done(desk, "setting", file=book.name, name="Grande finale", value="1")["view"]
    columns = {column["name"]: column["column"] for column in view["sheets"]["Résultats"]["typed"]}
    cells = [
        {"sheet": "Résultats", "row": row, "column": columns[name], "value": value}
        for row in view["missing"]
        for name, value in (("Pions N", "40"), ("Pions B", "24"))
    ]
    done(desk, "type", file=book.name, cells=cells)
    screen = ask(desk, "screen", file=book.name)
    assert "Finale" in screen["views"] and "podium" not in screen["views"]


def test_every_column_of_a_typed_sheet_can_be_typed_but_those_that_presses_write(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    for sheet in ("Joueurs", "Résultats", "Prix", "Tables"):
        header = [name for name in view["sheets"][sheet]["rows"][view["sheets"][sheet]["header"] - 1] if name]
        assert [column["name"] for column in view["sheets"][sheet]["typed"]] == header
        locked = {column["name"] for column in view["sheets"][sheet]["typed"] if not column["typed"]}
        assert locked == set(header) & written_titles(GAMES["scrabble"].typed_columns[sheet])
    view = done(desk, "setting", file=book.name, name="Date de début", value="21/11/2026")["view"]
    assert {setting["name"]: setting["value"] for setting in view["settings"]}["Date de début"] == "21/11/2026"
    assert text_right_of(ClosedFile(book).read(), "Tournoi", "Date de début") == "46347"
    assert ask(desk, "setting", file=book.name, name="Nom de rien", value="1")["answer"]["code"] == 2


def test_new_from_pasted_names_and_the_tournament_after_this_one(desk):
    desk, book = desk
    reply = done(desk, "new", b"Durand Anne\nPetit Luc\n", file="n.xlsx", game="scrabble", list="liste.txt",
                settings={"Nom": "Essai", "Formule": "Toutes-rondes"})  # fmt: skip
    assert [player["name"] for player in reply["view"]["players"]] == ["Durand Anne", "Petit Luc"]
    pasted = b"Durand\tAnne\t1652\nPetit\tLuc\t\n"
    reply = done(desk, "new", pasted, file="t.xlsx", game="scrabble", list="a.txt", settings={"Nom": "T"})
    players = reply["view"]["sheets"]["Joueurs"]["rows"][reply["view"]["sheets"]["Joueurs"]["header"] :][:2]
    assert [row[1:3] + row[5:6] for row in players] == [["Durand", "Anne", "1652"], ["Petit", "Luc", ""]]
    assert not any("« new »" in setting["help"] for setting in reply["view"]["settings"])
    in_one = ask(desk, "new", b"Durand, Petit\n", file="v.xlsx", game="scrabble")["answer"]
    assert in_one["message"].startswith("Liste collée : mettez un joueur par ligne.")
    after = done(desk, "new", file="suivant.xlsx", game="scrabble", list=book.name, settings={"Nom": "Suivant"})
    assert len(after["view"]["players"]) == 11 and after["view"]["drawn"] == 0
    repeated = ask(desk, "new", file="n.xlsx", game="scrabble", settings={"Nom": "Essai"})
    assert repeated["answer"]["code"] == 5 and "existe déjà" in repeated["answer"]["message"]


def test_a_refused_new_tournament_says_at_which_field(desk):
    desk, book = desk
    request = {"game": "scrabble", "settings": {"Nom": "T", "Date de début": "35/13/2026"}}
    (problem,) = ask(desk, "new", file="n.xlsx", **request)["answer"]["problems"]
    assert problem["sheet"].startswith("Date de début=")
    pasted = ask(desk, "new", b"Durand Anne\n\nBazin 12 Luc\n", file="n.xlsx", **request)
    assert pasted["field"] == "list" and pasted["answer"]["message"].startswith("Liste collée, ligne 3")
    assert ask(desk, "new", file=book.name, game="scrabble", settings={})["field"] == "Nom"


def test_the_next_tournament_takes_over_players_with_their_new_cotes_and_the_place(desk):
    desk, book = desk
    done(desk, "setting", file=book.name, name="Lieu", value="Vienne")
    assert run("simulate", book) == 0
    done(desk, "press", file=book.name, action="ratings")
    reply = done(desk, "carry_over", file=book.name)
    assert book.name in reply["taken"], "names that the next one cannot have"
    assert reply["answer"]["message"].startswith("Joueurs repris de ce tournoi avec leur nouvelle cote, et Lieu")
    assert reply["settings"] == {"Lieu": "Vienne"}
    cotes = {row[2]: row[12] for row in done(desk, "open", file=book.name)["view"]["sheets"]["Cotes"]["rows"][4:]}
    assert len(reply["players"]) == 11 and all(cotes[name] == cote for name, cote in reply["players"])


def test_a_forgotten_name_is_free_again_and_other_workbooks_stay(desk):
    desk, book = desk
    new = {"game": "scrabble", "settings": {"Nom": "T"}}
    for name in ("t.xlsx", "t - finale.xlsx"):
        done(desk, "new", file=name, **new)
        done(desk, "press", file=name, action="publish")
    of_the_final = {path.name for path in book.parent.glob("t - finale*")}
    desk.forget("t.xlsx")
    assert len(of_the_final) == 2 and {path.name for path in book.parent.glob("t*")} - {book.name} == of_the_final
    done(desk, "new", file="t.xlsx", **new)


def test_one_line_with_tabs_leaves_the_ratings_of_the_others(desk):
    desk, _ = desk
    pasted = "Durand Anne 1652\nBazin Léa 1700\nLambert\tThéo\t1099\nNoir Jean\n".encode()
    sheet = done(desk, "new", pasted, file="t.xlsx", game="scrabble", list="a.txt", settings={})["view"]["sheets"][
        "Joueurs"
    ]
    players = {row[1]: row[2:3] + row[5:6] for row in sheet["rows"][sheet["header"] :][:4]}
    assert players == {
        "Durand": ["Anne", "1652"], "Bazin": ["Léa", "1700"], "Lambert": ["Théo", "1099"], "Noir": ["Jean", ""],
    }  # fmt: skip


def test_send_gives_its_files_in_one_zip_and_the_text_of_the_mail(desk):
    desk, book = desk
    assert run("simulate", book) == 0
    reply = done(desk, "press", file=book.name, action="send")
    packed = zipfile.ZipFile(io.BytesIO(desk.content(reply["files"][0])))
    assert sorted(name.rsplit(" - ")[-1] for name in packed.namelist()) == ["cotes.csv", "courriel.eml", "envoi.xlsx"]
    assert not reply["complete"] and "incomplet" in reply["answer"]["message"]
    assert "Résultats" in reply["mail"]["subject"] and "Bonjour" in reply["mail"]["body"]
    assert str(book.parent) not in reply["answer"]["message"] and " - envoi" not in reply["answer"]["message"]
    published = done(desk, "press", file=book.name, action="publish")["files"]
    assert "index.html" in zipfile.ZipFile(io.BytesIO(desk.content(published[0]))).namelist()


def test_who_did_not_come_and_is_paired_again_is_told_until_the_round_has_a_score(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    rows, first = view["missing"], view["missing"][0]
    absent = {"sheet": "Résultats", "row": first, "column": column(view, "Résultats", "Forfait"), "value": "1"}
    cells = [absent, *(cell for row in rows[1:] for cell in scores(view, row, 400, 350))]
    done(desk, "type", file=book.name, cells=cells)
    reply = done(desk, "press", file=book.name, action="pair")
    for sentence in (" ".join(reply["answer"]["warnings"]), " ".join(reply["view"]["notes"])):
        assert "Forfait à la ronde 2, apparié à la ronde 3" in sentence
    view = reply["view"]
    notes = done(desk, "type", file=book.name, cells=scores(view, view["missing"][-1], 400, 350))["view"]["notes"]
    assert "apparié à la ronde 3" not in " ".join(notes), "to take the round back would lose a score"


def test_prizes_are_offered_what_they_may_be_for_and_sheets_only_where_there_is_something(desk):
    desk, book = desk
    books.edit(book, {"Joueurs!E5": "Lyon", "Joueurs!E6": "Vienne"})
    view = done(desk, "open", file=book.name)["view"]
    (scopes,) = (column["choices"] for column in view["sheets"]["Prix"]["typed"] if column["name"] == "Pour")
    assert {"Général", "Série A", "Cote moins de 1500", "Club", "Club Lyon", "Meilleure partie"} <= {*scopes}
    (scope_help,) = (column["help"] for column in view["sheets"]["Prix"]["typed"] if column["name"] == "Pour")
    limits = "Joker dès 2 900, A de 2 250 à 2 899, B de 1 600 à 2 249, C jusqu'à 1 599."
    assert scope_help.replace("\u00a0", " ").endswith(limits)
    offered = {name for name, sheet in view["sheets"].items() if sheet["offered"]}
    assert {"Joueurs", "Résultats", "Prix", "Classement"} <= offered
    assert offered.isdisjoint({"Groupes", "Finales", "Cotes", "Équipes", "Chevalets"})
    assert view["names"][str(view["players"][0]["number"])] == view["players"][0]["name"]


def test_a_setting_that_somebody_changed_is_told_and_noted(desk):
    desk, book = desk
    books.edit(book, {"Tournoi!Nombre de rondes": 4})
    warnings = done(desk, "press", file=book.name, action="update")["answer"]["warnings"]
    assert any("Nombre de rondes : 4 au lieu de" in text for text in warnings)
    journal = [" ".join(map(str, row)) for row in ClosedFile(book).read().sheets["Journal"]]
    assert any("Nombre de rondes : 4 au lieu de" in row for row in journal)


def test_sentences_are_those_of_a_page(desk):
    desk, book = desk
    for action in ("ratings", "undo"):
        if action == "undo":
            view = done(desk, "open", file=book.name)["view"]
            done(desk, "type", file=book.name, cells=scores(view, view["missing"][0], 400, 350))
        answer = ask(desk, "press", file=book.name, action=action)["answer"]
        text = answer["message"] + "".join(problem["message"] for problem in answer["problems"])
        assert answer["code"] in (1, 3) and "terminal" not in text and "tournament-xl" not in text


@pytest.mark.parametrize("name", ["../club.xlsx", "/etc/passwd", "a\\b.xlsx", ".x.xlsx", "~$club.xlsx", "club.txt", ""])
def test_only_workbooks_of_the_folder_have_a_name(desk, name):
    assert ask(desk[0], "open", file=name)["answer"]["code"] == 2


@pytest.mark.parametrize("name", ["..", "../autre", "/etc/passwd", ""])
def test_no_content_from_outside_the_folder(desk, tmp_path, name):
    (tmp_path / "autre").write_text("secret", encoding="utf-8")
    with pytest.raises(Exception, match="n'est pas le nom|Il n'y a pas"):
        desk[0].content(name)


def test_what_comes_in_is_looked_at(desk):
    desk, book = desk
    data = book.read_bytes()
    assert ask(desk, "take", b"no workbook", file="a.xlsx")["answer"]["code"] == 5
    assert not (book.parent / "a.xlsx").exists()
    assert done(desk, "take", data, file="b.xlsx")["view"]["drawn"] == 2
    done(desk, "press", file="b.xlsx", action="undo")
    assert ask(desk, "take", data, file="b.xlsx")["answer"]["code"] == 5  # another one is there
    assert done(desk, "take", data, file="b.xlsx", over=True)["view"]["drawn"] == 2
    infinite = {"file": book.name, "round": float("inf")}  # as JSON reads 1e400
    for call, request in (
        ("rien", {}), ("result", {"file": book.name}), ("type", {"file": book.name}),
        ("type", {"file": book.name, "cells": [{}]}), ("explain", infinite),
    ):  # fmt: skip
        assert ask(desk, call, **request)["answer"]["code"] == 2


def test_the_folder_lists_its_workbooks_with_where_each_stands(desk):
    desk, book = desk
    (book.parent / "abîmé.xlsx").write_bytes(b"PK")
    listed = {book["file"]: book["status"] for book in done(desk, "books")["books"]}
    assert "Ronde 2" in listed[book.name] and "abîmé" in listed["abîmé.xlsx"] and len(listed) == 2


def test_why_and_what_if(desk):
    desk, book = desk
    view = done(desk, "open", file=book.name)["view"]
    assert len(done(desk, "explain", file=book.name, round=2)["pairs"]) >= 6
    reply = done(desk, "what_if", file=book.name, tables=[["1", "444-333"], ["2", "38-389"]])
    assert "Table 2 : 38 est inhabituel" in reply["answer"]["message"] and "Table 1 :" not in reply["answer"]["message"]
    assert reply["standings"][0][:3] == ["Place", "N°", "Joueur"] and not reply["next"]
    every = [[str(index + 1), "400-350"] for index in range(len(view["missing"]))]
    *pairs, bye = done(desk, "what_if", file=book.name, tables=every)["next"]
    names = {player["name"] for player in view["players"]}
    assert [pair["table"] for pair in pairs] == ["1", "2", "3", "4", "5"] and len(bye["sides"]) == 1
    assert {side["name"] for pair in (*pairs, bye) for side in pair["sides"]} == names
    assert pairs[0]["sides"][0]["points"] == "6"
    assert len(done(desk, "standings", file=book.name, after=1)["standings"]) == 12


def fields_of(name):
    """Fields of a type of web/src/wire.ts, those that may be missing without their "?"."""
    source = (ROOT / "web" / "src" / "wire.ts").read_text("utf-8")
    base, body = re.search(rf"^export interface {name}(?: extends (\w+))? \{{$(.*?)^\}}$", source, re.M | re.S).groups()
    return {*re.findall(r"^  (\w+)\??: ", body, re.M)} | (fields_of(base) if base else set())


def test_the_types_of_the_scripts_are_those_of_the_wire(desk):
    desk, book = desk
    reply = done(desk, "open", file=book.name)
    view = reply["view"]
    (problem,) = ask(desk, "result", file=book.name, **result(view, view["missing"][0], "4O2", 350))["answer"][
        "problems"
    ]
    wire = {
        "Problem": problem, "View": view, "Sheet": view["sheets"]["Prix"], "PlayerLine": view["players"][0],
        "TypedColumn": view["sheets"]["Prix"]["typed"][0], "SettingLine": view["settings"][0],
    }  # fmt: skip
    for name, value in wire.items():
        assert fields_of(name) == value.keys(), name
    assert fields_of("Answer") < reply["answer"].keys(), "the page needs no edits"
