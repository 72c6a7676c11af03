"""What the page says of an Othello tournament: how games end, what counts at a table, why two players meet."""

import re

import pytest

from tests import books
from tests.frontends.web.test_page import ask, done
from tests.messages.test_problems import final_typed
from tests.othello_desk import OthelloDesk
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.games.othello.actions import explain_round
from tournament_xl.games.othello.rules.model import ENDS
from tournament_xl.messages.othello_reasons import byes_before_text


def test_the_list_of_ends_says_who_wins(tmp_path):
    reply = done(PageSession(tmp_path), "open", file=books.create(tmp_path, 8, formula="othello").name)
    choices = reply["view"]["choices"]["Fin"]
    ends, noted = {code: text for code, text, _ in choices}, {code: text for code, _, text in choices}
    assert set(ends) == ENDS - {""}
    assert [*ends][:3] == ["FN", "FB", "FNB"], "what F opens begins with forfeits"
    assert ends["AN"] == "AN · Noir {1}, abandonne : Blanc gagne 64 – 0"
    assert ends["FB"] == "FB · Blanc {2}, forfait, ne joue pas : Noir gagne 64 – 0"
    assert ends["TBN"] == "TBN · Blanc {2}, tombé au temps, puis Noir dans le surplus : Noir gagne 33 – 31"
    assert ends["TN"].endswith(" : Blanc gagne, 33 – 31 au moins ; taper les pions du plateau")
    assert noted["TN"].endswith(" : Blanc gagne, 33 – 31 au moins"), "nothing is left to type"
    assert ends["GB"] == "GB · plateau nul donné gagné à Blanc (usage d'autres fédérations)"


def test_a_table_says_what_counts_where_that_is_not_what_was_typed(tmp_path):
    desk = PageSession(tmp_path)
    book = books.pair(books.create(tmp_path, 14, formula="othello"))
    view = done(desk, "open", file=book.name)["view"]
    typed = [(40, 24, ""), (40, 20, ""), (20, 20, ""), (35, 20, "TN"), (20, 34, "TN"), ("", "", "FB"), (32, 32, "GB")]
    columns = {column["name"]: column["column"] for column in view["sheets"]["Résultats"]["typed"]}
    rows = view["missing"]
    cells = [
        {"sheet": "Résultats", "row": row, "column": columns[name], "value": str(value), "was": ""}
        for row, values in zip(rows, typed, strict=True)
        for name, value in zip(("Pions N", "Pions B", "Fin"), values, strict=True)
        if value != ""
    ]
    view = done(desk, "type", file=book.name, cells=cells)["view"]
    assert [view["counted"].get(str(row), "") for row in rows] == [
        "",
        "Cases vides au vainqueur : compté 44 – 20, rien à faire.",
        "Cases vides partagées : compté 32 – 32, rien à faire.",
        "TN : compté 31 – 33, rien à faire.",
        "TN : compté 20 – 44, rien à faire.",
        "FB : compté 64 – 0, rien à faire.",
        "",
    ]
    assert [view["won"][str(row)] for row in rows] == [1, 1, 0, 2, 2, 1, 2]


def test_the_referees_forms_are_not_offered_where_nobody_can_fill_them_in(tmp_path):
    book = books.pair(books.create(tmp_path, 8, formula="othello"))
    sheets = done(PageSession(tmp_path), "open", file=book.name)["view"]["sheets"]
    assert sheets["Arbitre"]["filled"] and not sheets["Arbitre"]["offered"] and sheets["Appariements"]["offered"]


def test_half_points_have_one_form_and_who_enters_late_has_his_0_beside_his_name_as_others(tmp_path):
    desk = OthelloDesk(8, Nombre_de_rondes=3)
    desk.must().play().result(1, 1, 32, 32).must("update").player("Tard", 1500, Pays="FRA")
    book = desk.must().save(tmp_path / "partie.xlsx")
    view = done(PageSession(tmp_path), "open", file=book.name)["view"]
    assert [points for _, points in view["leaders"]] == ["1", "1", "1", "½", "½"]
    rows = [row for row in view["sheets"]["Appariements"]["rows"] if len(row) == 7]  # by table
    sides = [(row[2], row[1]) for row in rows] + [(row[5], row[6]) for row in rows]
    assert {("Tard", "0"), ("A01", "½")} <= {(name.strip("● ○"), points) for name, points in sides}


def test_a_setting_that_would_change_the_finalists_of_a_played_final_is_refused_at_its_box(tmp_path):
    desk = PageSession(tmp_path)
    book = final_typed(books.simulate(books.create(tmp_path, 8, "--rondes", 3, formula="othello"), 3))
    view = done(desk, "open", file=book.name)["view"]
    (beta,) = (setting for setting in view["settings"] if setting["name"] == "Bêta")
    answer = ask(desk, "setting", file=book.name, name="Bêta", value="6")["answer"]
    assert answer["code"] == 3 and [problem["row"] for problem in answer["problems"]] == [beta["row"]]
    view = done(desk, "open", file=book.name)["view"]
    assert not view["problems"] and beta in view["settings"], "as it was"


def alone_line(desk, book, number):
    """What the explanation of table 1 says last."""
    return done(desk, "explain", file=book.name, round=number, table=1)["pairs"][0]["lines"][-1]


def test_a_player_understands_why_and_the_exact_account_is_apart(tmp_path):
    desk = PageSession(tmp_path)
    book = books.pair(books.simulate(books.create(tmp_path, 9, formula="othello"), 1))
    whole, *pairs = done(desk, "explain", file=book.name, round=2)["pairs"]
    for pair in pairs:
        assert not {"Coût", "coût", "optimum"}.intersection(" ".join(pair["lines"]).split())
        assert pair["details"][0].startswith("Coût ")
    (exempt,) = (pair for pair in pairs if "exempt" in pair["title"])
    assert exempt["lines"][0].startswith("Exempt : présents en nombre impair. L'exempt est choisi")
    assert "un joueur à ½ point sous le dernier des présents" in " ".join(exempt["details"])
    assert whole["lines"] == [alone_line(desk, book, 2)] and "la cote ne compte pas ; les tables" in whole["lines"][0]
    assert "les adversaires sont tirés au sort aussi" in alone_line(desk, book, 1)
    alone = done(desk, "explain", file=book.name, round=2, table=1)["pairs"][0]
    assert "Mêmes points, jamais rencontrés. Couleurs" in alone["lines"][0]
    assert re.search(r" avant la ronde : .* point, 1 partie avec (Noir|Blanc) de plus$", alone["lines"][1])
    assert len(alone["lines"]) == 4 and len(alone["details"]) == 1


def test_the_question_about_an_exempt_names_who_with_as_few_points_has_been_exempt_already():
    assert byes_before_text([]) == ""
    assert byes_before_text([("HAMON", 2)]) == "Avec aussi peu de points : HAMON, 1 point, a déjà été exempt."
    players = [("A", 0), ("B", 1), ("C", 2), ("D", 2)]
    assert "C, 1 point, a déjà été exempt." in byes_before_text(players) and "D" not in byes_before_text(players)
    desk = OthelloDesk(7)
    for _ in range(4):
        desk.must().play()
    desk.must("update")
    exempt_ids = [desk.bye(number) for number in range(1, 5)]
    (pair,) = (pair for pair in explain_round(desk.decoded(), 4) if "exempt" in pair.title)
    points = {line.number: line.points for line in desk.decoded().ranked(3)}
    named = [f"A{number:02}" for number in exempt_ids[:3] if points[number] <= points[exempt_ids[3]]]
    (line,) = [line for line in pair.lines if "a déjà été exempt" in line] or [""]
    assert named and all(name in line for name in named) and line.count("exempt") == len(named)


def test_the_form_of_a_game_says_what_to_type_in_hors_cote_and_the_bye_how_a_late_player_takes_its_place(tmp_path):
    desk = PageSession(tmp_path)
    book = books.pair(books.create(tmp_path, 9, formula="othello"))
    view = done(desk, "open", file=book.name)["view"]
    for sheet in ("Résultats", "Finales"):
        (column,) = (column for column in view["sheets"][sheet]["typed"] if column["name"] == "Hors cote")
        assert column["help"].startswith("oui : cette partie compte au classement, pas pour les cotes")
    assert "tapez son N° à la place de BIP" in view["bye_help"] and not view["over"]


def test_an_earlier_result_corrected_after_the_pairing_changes_no_explanation_and_check_says_so(tmp_path):
    desk = PageSession(tmp_path)
    book = books.pair(books.simulate(books.create(tmp_path, 12, formula="othello"), 2))
    uncorrected = done(desk, "press", file=book.name, action="check")["answer"]["text"]
    explained = done(desk, "explain", file=book.name, round=3)["pairs"]
    row = next(line for line in books.lines(book, "Résultats") if (line["Ronde"], line["Table"]) == (2, 2))
    books.edit(book, {f"Résultats!E{row['row']}": row["Pions B"], f"Résultats!F{row['row']}": row["Pions N"]})
    desk = PageSession(tmp_path)
    assert "rondes 1 à 3 : l'optimum\n" in uncorrected
    assert done(desk, "explain", file=book.name, round=3)["pairs"] == explained
    text = desk.call("press", {"file": book.name, "action": "check"})["answer"]["text"]
    assert "rondes 1 et 2 : l'optimum\n" in text and "ronde 3 : les meilleures paires sur les résultats d'alors" in text


@pytest.mark.parametrize(("setting", "value"), [("Pions du bye", 36), ("Points du bye", "½")])
def test_another_count_of_byes_after_the_pairing_is_no_corrected_result(tmp_path, setting, value):
    book = books.pair(books.simulate(books.create(tmp_path, 9, formula="othello"), 2))
    books.edit(book, {f"Tournoi!{setting}": value})
    desk = PageSession(tmp_path)
    text = desk.call("press", {"file": book.name, "action": "check"})["answer"]["text"]
    assert "rondes 1 à 3 : l'optimum\n" in text


def test_a_name_typed_after_the_first_pairing_says_what_the_missed_rounds_count(tmp_path):
    desk = PageSession(tmp_path)
    book = books.pair(books.create(tmp_path, 8, formula="othello"))
    view = done(desk, "open", file=book.name)["view"]
    sheet = view["sheets"]["Joueurs"]
    columns = {column["name"]: column["column"] for column in sheet["typed"]}
    cells = [
        {"sheet": "Joueurs", "row": sheet["free"], "column": columns[name], "value": text, "was": ""}
        for name, text in (("Nom", "Marchand"), ("Prénom", "Odile"), ("Pays", "Italie"), ("Club", "Roma, Sud"))
    ]
    reply = done(desk, "type", file=book.name, cells=cells)
    warning, _ = reply["answer"]["warnings"]
    assert warning == "Marchand Odile, en cours de tournoi : chaque ronde manquée compte 0 point."
    assert [(player["country"], player["club"]) for player in reply["view"]["players"]][-1] == ("Italie", "Roma, Sud")
    cells = [{"sheet": "Joueurs", "row": sheet["free"], "column": columns["Club"], "value": "Bari", "was": "Roma, Sud"}]
    assert not done(desk, "type", file=book.name, cells=cells)["answer"]["warnings"]
