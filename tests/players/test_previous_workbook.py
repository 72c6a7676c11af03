"""Last week's workbook as a list: its people with their newest cotes, and nothing of the event."""

from __future__ import annotations

from tests import books
from tournament_xl.players.player_lists import read_player_list
from tournament_xl.service.create import read_carried_over
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.workbook.schema import PLAYERS


def test_a_workbook_of_ours_as_a_list_gives_people_with_their_newest_cotes_not_the_event(tmp_path):
    place = ("--set", "Lieu=Bourg", "--set", "Salle=Halle", "--set", "Courriel fédération=f@exemple.invalid")
    path = books.pair(books.create(tmp_path / "avant", 8, "--rondes", 2, *place))
    books.edit(path, {"Joueurs!Absences!6": "2-", "Joueurs!Remarque!7": "payé"})
    books.simulate(path, 2)
    assert books.run("ratings", path) == 0
    cotes = {row["Joueur"]: row["Nouvelle cote"] for row in books.lines(path, "Cotes")}
    new = tmp_path / "neuf.xlsx"
    assert books.run("new", new, "--formule", "classique", "--joueurs", path, "--set", "Lieu=Ville") == 0
    listed = books.lines(new, "Joueurs")
    assert [(row["N°"], row["Absences"], row["Remarque"]) for row in listed] == [(None, None, None)] * 8
    assert {f"{row['Nom']} {row['Prénom']}": row["Cote"] for row in listed} == cotes and len(cotes) == 8
    assert (books.setting(new, "Lieu"), books.setting(new, "Salle")) == ("Ville", "Halle")
    assert not books.setting(new, "Nom") and not books.setting(new, "Date de début")
    assert books.run("export", path, "--to", tmp_path / "tables") == 0
    players = read_player_list(tmp_path / "tables" / "cotes.csv").players
    assert {player["Nom"]: float(player["Cote"].replace(",", ".")) for player in players} == cotes
    assert [*players[0]] == ["Nom", "Licence", "Cote"], "neither N° nor the series that the cote gives"
    players = read_player_list(tmp_path / "tables" / "joueurs.csv").players
    assert not {"N°", "Absences", "Remarque"} & {key for player in players for key in player}


def test_who_has_a_number_in_a_workbook_of_ours_is_a_player_even_with_a_name_alone(copy_workbook, tmp_path):
    path = copy_workbook("played")
    alone = {f"Joueurs!{column}!9": None for column in ("Prénom", "Cote", "Licence")}
    books.update(books.edit(path, {"Joueurs!Nom!9": "Total"} | alone))
    new = tmp_path / "neuf.xlsx"
    assert books.run("new", new, "--formule", "classique", "--joueurs", path) == 0
    assert [(row["N°"], row["Nom"]) for row in books.lines(new, "Joueurs")][4] == (None, "Total")
    books.pair(new)


def test_r10_who_played_last_week_is_no_returner(tmp_path, capsys):
    listed = tmp_path / "liste.csv"
    rows = "".join(f"Nom{n};{1500 - n};1;12/10/2023\n" for n in range(1, 9))
    listed.write_text("Nom;Cote;Série duplicate;Dernier tournoi\n" + rows, encoding="utf-8")
    path = tmp_path / "avant.xlsx"
    dated = ("--set", "Date de début=20/11/2026", "--set", "Date de fin=21/11/2026", "--rondes", 1)
    assert books.run("new", path, "--formule", "classique", "--joueurs", listed, *dated) == 0
    books.edit(path, {"Joueurs!Absences!12": "1-"})  # Nom8 is listed, and was not there
    books.simulate(path, 1)
    assert books.run("ratings", path) == 0
    assert {player["Nom"]: player["Dernier tournoi"] for player in read_player_list(path).players} == {
        f"Nom{n}": "12/10/2023" if n == 8 else "21/11/2026" for n in range(1, 9)
    }
    new = tmp_path / "neuf.xlsx"
    dated = ("--set", "Date de début=28/11/2026")
    assert books.run("new", new, "--formule", "classique", "--joueurs", path, *dated) == 0
    capsys.readouterr()
    assert books.run("pair", new) == 0
    assert "2250 au lieu de 1492" in (output := capsys.readouterr().out) and output.count("au lieu de") == 1


def test_provisional_cotes_are_nobodys_newest_and_the_worlds_numbers_stay_in_othello(copy_workbook, tmp_path):
    path = copy_workbook("played")
    assert books.run("ratings", path, "--provisional") == 0
    assert {player["Cote"] for player in read_player_list(path).players} == {str(2500 - 10 * n) for n in range(1, 9)}
    listed = tmp_path / "othello.csv"
    listed.write_text("N°;Nom;Pays\n2788;VIDAUL;FRA\n;ABRICO;FRA\n", encoding="utf-8")
    path = tmp_path / "o.xlsx"
    assert books.run("new", path, "--formule", "othello", "--rondes", 1, "--joueurs", listed) == 0
    players = read_player_list(books.pair(path), othello=True).players
    assert {player["Nom"]: player.get("N°") for player in players} == {"VIDAUL": "2788", "ABRICO": None}


def test_a_row_that_is_hidden_is_not_carried_over_and_told(copy_workbook):
    path = copy_workbook("played")
    with books.opened(path) as book:
        book[PLAYERS].row_dimensions[books.FIRST].hidden = True
    assert "masquée" in read_carried_over(WorkbookFile(path)).sentence


def test_a_prize_of_a_category_is_won_by_the_column_that_the_list_brought(tmp_path):
    listed, path = tmp_path / "l.csv", tmp_path / "a.xlsx"
    listed.write_text("Nom;Cote;Cat.\nVIDAUL;1500;V\nABRICO;1400;S\nCERISE;1300;V\n", encoding="utf-8")
    assert books.run("new", path, "--formule", "toutes-rondes", "--joueurs", listed) == 0
    books.edit(path, {"Prix!Prix!5": "Vermeil", "Prix!Pour!5": "Catégorie V"})
    assert books.run("simulate", path) == 0
    (prize,) = books.lines(path, "Prix")
    first = next(row["Joueur"] for row in books.lines(path, "Classement") if row["Joueur"] != "ABRICO")
    assert prize["Gagnant"] == first
