"""Workbooks as the program itself makes them: each formula counts, the check finds nothing, Othello is left out."""

import shutil
from datetime import date

import pytest

from tests import books
from tests.books import SAMPLES
from tournament_xl.federation.build import build
from tournament_xl.federation.inbox import read_folder
from tournament_xl.lists.read import read_list

DAY = date(2016, 8, 31)
DATED = ("--set", "Date de début=10/10/2015", "--set", "Date de fin=11/10/2015", "--set", "Saison=2015-2016")


def published(folder, players=()):
    return build(read_folder(folder), players, DAY)


def numbers(publication):
    """Licence -> PE, B, PJ, new cote, of the only tournament."""
    lines = [m for m in publication.movements if m.rating]
    return {m.account.licence: (m.rating.gain.pe, m.rating.gain.bonus, m.rating.gain.pj, m.after) for m in lines}


@pytest.mark.parametrize(("formula", "players"), [("classique", 9), ("toutes-rondes", 5), ("double-toutes-rondes", 4)])
def test_a_tournament_of_the_program_counts_as_its_own_sheet_cotes_has_it(tmp_path, formula, players):
    path = books.create(tmp_path / "recus", players, *DATED, formula=formula)
    books.simulate(path, 99)
    assert books.run("ratings", path) == 0
    known = [
        dict(zip(("Nom", "Prénom", "Licence", "Cote"), map(str, one), strict=True)) for one in books.players(players)
    ]
    publication = published(tmp_path / "recus", known)
    (verdict,) = publication.verdicts
    assert (verdict.word, verdict.sentences) == ("compté", ())
    sheet = {
        line["Licence"]: (line["PE"], line["B"], line["PJ"], line["Nouvelle cote"])
        for line in books.lines(path, "Cotes") if line["Licence"]
    }  # fmt: skip
    assert len(sheet) == players and numbers(publication) == sheet


def test_an_open_waits_for_its_final_and_then_has_the_winner_first(tmp_path):
    path = tmp_path / "recus" / "open.xlsx"
    path.parent.mkdir()
    shutil.copy(SAMPLES / "open-64-finale.xlsx", path)
    books.edit(path, {"Tournoi!Date de début": "10/10/2015", "Tournoi!Date de fin": "12/10/2015"})
    (verdict,) = published(path.parent).verdicts
    assert verdict.word == "écarté" and verdict.sentences[0].startswith("Finale à jouer")
    (game,) = books.lines(path, "Finales")
    books.edit(path, {f"Finales!Score 1!{game['row']}": 380, f"Finales!Score 2!{game['row']}": 420})
    (verdict,) = published(path.parent).verdicts
    assert verdict.counted and verdict.file.played.formula == "Open"
    place = {entrant.number: entrant.place for entrant in verdict.file.played.entrants}
    assert (place[game["N° 2"]], place[game["N° 1"]]) == (1, 2)
    assert verdict.file.played.games == max(line["Ronde"] for line in books.lines(path, "Résultats"))


def test_a_registered_player_without_a_match_of_his_own_wins_and_loses_nothing(tmp_path):
    path = books.create(tmp_path / "recus", 9, *DATED)
    books.simulate(path, 99)
    cells = {}
    for line in books.lines(path, "Résultats"):
        for side in ("1", "2"):
            if line[f"N° {side}"] == 9:
                cells[f"Résultats!Forfait!{line['row']}"] = side
                cells |= {f"Résultats!Score {n}!{line['row']}": None for n in "12"}
    books.edit(path, cells)
    publication = published(tmp_path / "recus", read_list(_listed(tmp_path, 9)))
    assert publication.verdicts[0].counted
    assert len(numbers(publication)) == 8 and "L0009" not in numbers(publication)
    assert {pe for pe, *_ in numbers(publication).values()} <= set(range(2, 10))  # n is 9 all the same


def _listed(folder, players):
    lines = ["Nom;Prénom;Licence;Cote", *(";".join(map(str, one)) for one in books.players(players))]
    path = folder / "liste.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_score_changed_by_hand_is_serious_a_cote_only_a_detail(tmp_path):
    path = books.simulate(books.create(tmp_path / "recus", 8, *DATED), 5)
    line = books.lines(path, "Résultats")[0]
    books.edit(path, {f"Résultats!Score 1!{line['row']}": line["Score 1"] + 200})
    (verdict,) = published(path.parent).verdicts
    assert verdict.word == "compté, grave" and "Résultats" in verdict.remarks.serious[0]
    books.update(path)  # recorded now: as is the organiser's right
    (verdict,) = published(path.parent).verdicts
    assert verdict.word == "compté" and verdict.remarks.serious == ()
    assert all(sentence.startswith(("Nouveau", "Cotes")) for sentence in verdict.remarks.details)
