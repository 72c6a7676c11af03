"""Every problem that a workbook can have: typed into a real file, told at its cell, and the file left alone."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import books
from tests.books import edit, pair, run, score, simulate, untouched
from tournament_xl.messages.problems import PROBLEMS
from tournament_xl.workbook.tables import MOST_PROBLEMS

MANY = [f"Résultats!A{row}" for row in range(20, 20 + MOST_PROBLEMS + 1)]  # a formula filled down


@dataclass(frozen=True)
class Case:
    start: str  # the workbook
    typed: dict[str, object] | Callable  # place -> value, or what is done to the file
    place: str  # where the problem is told
    words: tuple[str, ...]  # in its sentence
    also: tuple[str, ...] = ()  # places of problems that follow from it
    verbs: tuple[str, ...] = ("pair", "update")


def with_a_broken_season(path):
    """The season of a file beside the workbook that lacks its values."""
    (path.parent / "2026-2027.toml").write_text('name = "2026-2027"\nfirst_day = 2026-09-01\n', encoding="utf-8")
    return edit(path, {"Tournoi!Saison": "2026-2027"})


def final_typed(path):
    """The final of one game, played."""
    books.update(edit(path, {FINAL_CHOICE: 1}))
    return books.update(edit(path, {f"Finales!Pions {side}!{FINAL_ROW}": 40 - 16 * (side == "B") for side in "NB"}))


def with_another_finalist(path):
    """The final of one game, played, with a number that is not of the final."""
    (game,) = (line for line in books.lines(path, "Finales") if line["N° N"])
    another = next(number for number in range(1, 9) if number not in (game["N° N"], game["N° B"]))
    return edit(path, {f"Finales!N° N!{FINAL_ROW}": another})


def _without_sheet(path):
    with books.opened(path) as book:
        del book["Journal"]


def _renamed(path):
    with books.opened(path) as book:
        book["Joueurs"].title = "Joueurs TH"


def _by_numbers(path):
    with books.opened(path) as book:
        for sheet in book:
            sheet.title += " - Tableau 1"


def _row(number, round_number, first, second):
    """A pair typed by hand in a row of Résultats."""
    values = {"Ronde": round_number, "N° 1": first, "N° 2": second}
    return {f"Résultats!{title}!{number}": value for title, value in values.items()}


_ROW_CELLS = ("Ronde", "Table", "N° 1", "Joueur 1", "Score 1", "Score 2", "Joueur 2", "N° 2", "Motif")
_EMPTY_ROW = {f"Résultats!{title}!5": None for title in _ROW_CELLS}


def _seats(row, *pairs):
    """Seats typed over the lines of the sheet Tables from a row on."""
    cells = {}
    for number, (first, second) in enumerate(pairs, row):
        cells |= {f"Tables!Siège 1!{number}": first, f"Tables!Siège 2!{number}": second}
    return cells


SEMI_FINALS_CHOICE, FINAL_CHOICE, FINAL_ROW = "Finales!M6", "Finales!M8", 5  # games at most; where the final stands
X_ROW = 9  # of Résultats in "9 players": the pair with X stands last
FREE = 9  # the first row of Résultats after the four pairs of 8 players

CASES = {
    # sheets and columns
    "numbers_sheet": Case(
        "drawn", _by_numbers, "Tournoi!A1", ("Par feuille",),
    ),
    "sheet_renamed": Case("registered", _renamed, "Joueurs!A1", ("« Joueurs TH »", "Redonnez-lui son nom : Joueurs")),
    "no_sheet": Case("drawn", _without_sheet, "Journal!A1", ("« Journal » manque",)),
    "no_header": Case("drawn", {f"Journal!{c}4": None for c in "ABCD"}, "Journal!A1", ("en-têtes", "Détail")),
    "no_column": Case("drawn", {"Résultats!Forfait!4": "Abandon"}, "Résultats!I4",
                      ("« Forfait » manque", "Remettez")),
    "above_header": Case("played", {"Résultats!A2": 1, "Résultats!C2": 1, "Résultats!H2": 5}, "Résultats!A2",
                         ("ligne 4", "au-dessus")),
    # settings
    "choice": Case("registered", {"Tournoi!Édition": "F20"}, "Tournoi!Édition", ("« F20 »", "F50, F10")),
    "formula_changed": Case("played", {"Tournoi!Formule": "Toutes-rondes", "Tournoi!Nombre de rondes": None},
                            "Tournoi!Formule", ("a commencé en formule Classique",)),
    "rounds_below": Case("second round drawn", {"Tournoi!Nombre de rondes": 1}, "Tournoi!Nombre de rondes",
                         ("1 rondes", "ronde 2"), verbs=("update",)),
    "rounds_gone": Case("second round drawn", {"Tournoi!Nombre de rondes": None}, "Tournoi!Nombre de rondes",
                        ("effacé", "Retapez"), verbs=("update",)),
    "rounds_fixed": Case("round robin of 4", {"Tournoi!Nombre de rondes": 4}, "Tournoi!Nombre de rondes",
                         ("3 rondes (inscrits : 4)",)),
    "no_seed": Case("open of 12", {"Tournoi!Graine": None}, "Tournoi!Graine", ("graine",),
                    verbs=("pair",)),
    "winning_games": Case("registered", {"Tournoi!Manches gagnantes": "trois"}, "Tournoi!Manches gagnantes",
                          ("« trois »", "2 : 4-5")),
    "date": Case("registered", {"Tournoi!Date de début": "samedi"}, "Tournoi!Date de début",
                 ("« samedi »", "21/11/2026")),
    "dates_order": Case("registered", {"Tournoi!Date de début": "22/11/2026", "Tournoi!Date de fin": "21/11/2026"},
                        "Tournoi!Date de fin", ("précède",)),
    "mail": Case("registered", {"Tournoi!Courriel fédération": "moi(à)ici"}, "Tournoi!Courriel fédération",
                 ("« moi(à)ici »", "courriel")),
    "season": Case("registered", {"Tournoi!Saison": "été"}, "Tournoi!Saison",
                   ("« été »", "2015-2016")),
    "season_file": Case("registered", with_a_broken_season, "Tournoi!Saison",
                        ("il manque field_sizes",)),
    # players
    "bad_number": Case("registered", {"Joueurs!N°!5": "un"}, "Joueurs!N°!5", ("« un »", "nombre entier")),
    "value_twice": Case("registered", {"Joueurs!Licence!6": "L0001"}, "Joueurs!Licence!6",
                        ("« L0001 »", "ligne 5", "Licence")),
    "no_name": Case("registered", {"Joueurs!Nom!7": None}, "Joueurs!Nom!7", ("nom est vide",)),
    "player_or_note": Case("registered", {"Joueurs!Nom!14": "Total 8 joueurs"}, "Joueurs!Nom!14",
                           ("« Total 8 joueurs » : joueur ou remarque ?",)),
    "names_alone": Case("registered", {"Joueurs!Nom!13": "Club de Lyon", "Joueurs!Nom!14": "Groupe B"},
                        "Joueurs!Nom!13", ("« Club de Lyon » (B13) et « Groupe B » (B14) : joueur ou remarque ?",)),
    "licence_changed": Case("registered", {"Joueurs!Licence!6": "1,07E+06"}, "Joueurs!Licence!6",
                            ("« 1,07E+06 »", "format Texte")),
    "bad_cote": Case("registered", {"Joueurs!Cote!6": "fort"}, "Joueurs!Cote!6", ("« fort »", "0 à 5000")),
    "bad_series": Case("registered", {"Joueurs!Cote!6": None, "Joueurs!Série duplicate!6": "9Z"},
                       "Joueurs!Série duplicate!6", ("« 9Z »", "7D")),
    "bad_seed": Case("registered", {"Joueurs!Rang initial!5": "premier"}, "Joueurs!Rang initial!5", ("« premier »",)),
    "bad_absences": Case("played", {"Joueurs!Absences!5": "parfois"}, "Joueurs!Absences!5", ("« parfois »", "« 4- »")),
    "avoid_unknown": Case("registered", {"Joueurs!L4": "Éviter", "Joueurs!L5": "Zoulou"}, "Joueurs!L5",
                          ("« Zoulou »", "N°", "prénom")),
    "own_table_taken": Case("registered", {"Joueurs!L4": "Table fixe", "Joueurs!L5": 4, "Joueurs!L6": 4}, "Joueurs!L6",
                            ("la table 4 est déjà celle de", "Alpha"), verbs=("pair",)),
    "absences_date": Case("played", {"Joueurs!Absences!5": 46114}, "Joueurs!Absences!5", ("format Texte",)),
    "name_twice": Case("registered", {"Joueurs!Nom!6": "ALPHA", "Joueurs!Prénom!6": "p1", "Joueurs!Licence!6": None},
                       "Joueurs!Nom!6", ("ALPHA p1", "ligne 5", "Licence")),
    "too_many_rows": Case("played", {"Résultats!A20001": "ici"}, "Résultats!A20001",
                          ("jusqu'à la ligne 20001", "20000")),
    "long_text": Case("registered", {"Joueurs!Club!6": "é" * 201}, "Joueurs!Club!6", ("201 caractères", "200 au plus")),
    "field": Case("129 players", {}, "Joueurs!Nom!133", ("129 joueurs inscrits", "Open"), verbs=("pair",)),
    "late_refused": Case("round robin of 4", {"Joueurs!Nom!9": "Zoulou", "Joueurs!Prénom!9": "Awa"}, "Joueurs!Nom!9",
                         ("Zoulou", "nul n'entre")),
    # results
    "bad_round": Case("played", {"Résultats!Ronde!5": "une"}, "Résultats!Ronde!5", ("« une »", "ronde")),
    "no_round": Case("played", {"Résultats!Ronde!5": None}, "Résultats!Ronde!5", ("ronde", "est vide")),
    "round_ahead": Case("played", _row(FREE, 3, 1, 2), "Résultats!Ronde!9",
                        ("ronde 3 ", "la 2 ")),
    "round_beyond": Case("played", _row(FREE, 6, 1, 2), "Résultats!Ronde!9", ("compte 5 rondes",)),
    "bad_table": Case("played", {"Résultats!Table!5": "A"}, "Résultats!Table!5", ("« A »", "table")),
    "scores_missing": Case("drawn", {}, "Résultats!Score 1!5", ("manquants aux tables 1 à 4",), verbs=("pair",)),
    "unknown_number": Case("played", {"Résultats!N° 1!5": 99}, "Résultats!N° 1!5", ("N° 99", "Joueurs")),
    "setting_missing": Case("registered", {"Tournoi!B35": "2:5"}, "Tournoi!B35", ("« Formule » manque",)),
    "table_twice": Case("played", {"Résultats!Table!6": 1}, "Résultats!Table!6", ("table 1", "ligne 5")),
    "score_over_name": Case("played", {"Résultats!Joueur 1!5": 451}, "Résultats!Joueur 1!5", ("« 451 »", "nom")),
    "names_moved": Case("played", {f"Joueurs!Nom!{row}": f"Autre{row}" for row in range(5, 9)}, "Joueurs!Nom!5",
                        ("4 noms", "N° 1")),
    "row_removed": Case("drawn", _EMPTY_ROW, "Résultats!Ronde!9",
                        ("ronde 1 : ", "« 1 » dans Absences"), verbs=("update",)),
    "row_removed_played": Case("played", _EMPTY_ROW, "Résultats!Ronde!9", ("ronde 1 : ", "(416-405)"),
                               verbs=("pair", "update")),
    "no_opponent": Case("played", _row(FREE, 2, 1, None), "Résultats!N° 2!9", ("adversaire manque", "ou X")),
    "x_first": Case("9 players", {f"Résultats!N° 1!{X_ROW}": "X", f"Résultats!N° 2!{X_ROW}": 5},
                    f"Résultats!N° 1!{X_ROW}", ("exempt", "joueur 2"), verbs=("update",)),
    "x_twice": Case("9 players", {"Résultats!N° 2!5": "X"}, f"Résultats!N° 2!{X_ROW}", ("X joue déjà", "ligne 5"),
                    verbs=("update",)),
    "bye_even": Case("played", _row(FREE, 2, 1, "X"), "Résultats!N° 2!9", ("nombre pair (8)", "X ne joue pas")),
    "twice": Case("played", {"Résultats!N° 1!6": 1}, "Résultats!N° 1!6", ("Alpha P1 joue déjà", "ligne 5")),
    "against_self": Case("played", {"Résultats!N° 2!5": 1}, "Résultats!N° 2!5", ("Alpha P1", "contre lui-même")),
    "absent_fixed": Case("played", {"Joueurs!Absences!5": "2"} | _row(FREE, 2, 2, 1), "Résultats!N° 2!9",
                         ("Alpha P1 est annoncé absent à la ronde 2",)),
    "not_scheduled": Case("round robin of 4", _row(7, 2, 1, 3), "Résultats!N° 1!7", ("Alpha P1 et Charlie P3",)),
    "bad_score": Case("played", {"Résultats!Score 1!5": "451 pts"}, "Résultats!Score 1!5", ("« 451 pts »",)),
    "uncomputed": Case("played", lambda path: books.type_formulas(path, {"Résultats!Score 1!5": "400+51"}, ""),
                       "Résultats!Score 1!5", ("formule",)),
    "error_cell": Case("played", {"Joueurs!Club!5": "#N/A", "Résultats!Score 1!5": "#REF!", "Prix!Pour!5": "#VALEUR !"},
                       "Résultats!Score 1!5", ("« #REF! » est l'erreur d'une formule",),
                       also=("Joueurs!Club!5", "Prix!Pour!5")),
    "more_problems": Case("played", lambda path: books.type_formulas(path, dict.fromkeys(MANY, "1+1"), ""), MANY[-1],
                          ("bien d'autres cellules", "recopié"), also=tuple(MANY[:-1]), verbs=("pair",)),
    "no_score": Case("drawn", lambda path: score(path, 1, but=(3,)), "Résultats!Score 1!7",
                     ("table 3, Charlie P3 – Golf P7", "forfait"), verbs=("pair",)),
    "score_forfeit": Case("played", {"Résultats!Forfait!5": "1"}, "Résultats!Score 1!5", ("par forfait", "Forfait"),
                          also=("Résultats!Score 2!5",)),
    "bad_forfeit": Case("drawn", {"Résultats!Forfait!5": "forfait"}, "Résultats!Forfait!5",
                        ("« forfait »", "1 (Alpha P1), 2 (Echo P5) ou 1+2"), verbs=("update",)),
    "forfeit_x": Case("9 players", {f"Résultats!Forfait!{X_ROW}": "2"}, f"Résultats!Forfait!{X_ROW}", ("X ne déclare",),
                      verbs=("update",)),
    "one_game": Case("played", {"Résultats!Score 1b!5": 400}, "Résultats!Score 1b!5", ("ronde 1", "Manches gagnantes")),
    "game_skipped": Case("two winning games", {"Résultats!Score 1b!5": 400, "Résultats!Score 2b!5": 390},
                         "Résultats!Score 1!5", ("manche précédente", "dans l'ordre"), verbs=("update",)),
    "game_surplus": Case(
        "two winning games",
        {f"Résultats!{title}!5": 400 - 10 * (title[6] == "2")
         for title in ("Score 1", "Score 2", "Score 1b", "Score 2b", "Score 1c", "Score 2c")},
        "Résultats!Score 1c!5", ("déjà gagné",), verbs=("update",)),
    "score_date": Case("played", {"Résultats!Score 1!5": 19329}, "Résultats!Score 1!5", ("« 19329 »", "date")),
    # sheets that are rewritten
    "in_the_way": Case("registered", {"Classement!Joueur!7": "Prix du public"}, "Classement!Joueur!7",
                       ("« Prix du public »", "plus bas"), verbs=("pair",)),
    # deciding game of an Open
    "final_gone": Case("open played", {"Finales!N° 1!5": 1, "Finales!N° 2!5": 2, "Finales!Score 1!5": 400},
                       "Finales!N° 1!5", ("finale", "Videz la ligne")),
    # tables
    "table_wrong": Case("registered", _seats(9, (1, 5), (2, 3), (4, 6), (7, 8)), "Tables!Siège 1!9",
                        ("pour 8", "ronde 2", "sièges 1-5")),
    "table_number": Case("registered", {"Tables!Siège 1!5": "un"}, "Tables!Siège 1!5", ("« un »",),
                         also=("Tables!Siège 1!6",)),
    # Othello
    "setting_range": Case("othello", {"Tournoi!Pions du bye": 65}, "Tournoi!Pions du bye", ("« 65 »", "0 à 64")),
    "beta": Case("othello", {"Tournoi!Bêta": "six"}, "Tournoi!Bêta", ("« six »", "0 ou 6")),
    "compatriots": Case("othello", {"Tournoi!Compatriotes": "parfois"}, "Tournoi!Compatriotes",
                        ("« parfois »", "interdit dès 4")),
    "yes_or_empty": Case("othello", {"Joueurs!Adhérent!6": "1"}, "Joueurs!Adhérent!6", ("« 1 »", "oui")),
    "final_match": Case("othello", {"Finales!Match!5": "Revanche", "Finales!N° N!5": 1}, "Finales!Match!5",
                        ("« Revanche »", "Demi-finale 1")),
    "fee_typed": Case("othello", {"Joueurs!Droits!5": 412}, "Joueurs!Droits!5", ("« 412 »", "Remarque")),
    "final_game": Case("othello final", {f"Finales!Partie!{FINAL_ROW}": 41}, f"Finales!Partie!{FINAL_ROW}",
                       ("« 41 »", "1 à 3")),
    "final_not_due": Case("othello final", {SEMI_FINALS_CHOICE: 1}, f"Finales!Match!{FINAL_ROW}",
                          ("Finale", "pas à jouer"), verbs=("update",)),
    "final_other_players": Case("othello final of 8", with_another_finalist, f"Finales!Match!{FINAL_ROW}",
                                ("Finale", "est à jouer, et non"), verbs=("update",)),
    "final_changed_by_setting": Case("othello final of 8", {"Tournoi!Bêta": 6}, "Tournoi!Bêta",
                                     ("finalistes", "(vide)"), verbs=("update",)),
    "bad_discs": Case("othello drawn", {"Résultats!Pions N!5": "4O"}, "Résultats!Pions N!5", ("« 4O »", "0 à 64"),
                     verbs=("update",)),
    "discs_sum": Case("othello drawn", {"Résultats!Pions N!5": 40, "Résultats!Pions B!5": 25}, "Résultats!Pions B!5",
                      ("65 pions en tout", "64"),
                     verbs=("update",)),
    "penalties": Case("othello", {"Tournoi!Couleurs": "20 105"}, "Tournoi!Couleurs", ("20 105 225 530 1075",)),
    "given_undrawn": Case("othello drawn", {"Résultats!Fin!5": "GN", "Résultats!Pions N!5": 9, "Résultats!Pions B!5": 8,
                          }, "Résultats!Fin!5", ("GN donne un plateau nul",), verbs=("update",)),
    "discs_bip": Case("othello of 9", {f"Résultats!Pions N!{X_ROW}": 64}, f"Résultats!Pions N!{X_ROW}", ("BIP",),
                     verbs=("update",)),
    "no_discs": Case("othello drawn", {f"Résultats!Pions {side}!{row}": 32 for side in "NB" for row in (6, 7, 8)},
                     "Résultats!Pions N!5", ("table 1", "Fin"), verbs=("pair",)),
    "left_unplayed": Case("othello drawn", {f"Joueurs!Absences!{row}": "1" for row in range(5, 13)} | {
        f"Résultats!Pions {side}!{row}": 32 for side in "NB" for row in (6, 7, 8)},
        "Résultats!Pions N!5", ("annoncé absent", "videz la ligne 5"), verbs=("pair",)),
    "bad_end": Case("othello drawn", {"Résultats!Fin!5": "temps"}, "Résultats!Fin!5", ("« temps »", "TNB"),
                     verbs=("update",)),
    "end_bip": Case("othello of 9", {f"Résultats!Fin!{X_ROW}": "TN+"}, f"Résultats!Fin!{X_ROW}", ("par forfait",),
                     verbs=("update",)),
}  # fmt: skip


def _start(folder, name):
    """The workbooks that the cases begin with: 8 players unless the name says otherwise; pairs 1-5 2-6 3-7 4-8."""
    make = {
        "registered": lambda: books.create(folder),
        "drawn": lambda: pair(books.create(folder)),
        "played": lambda: simulate(books.create(folder), 1),
        "second round drawn": lambda: pair(simulate(books.create(folder), 1)),
        "two rounds played": lambda: simulate(books.create(folder), 2),
        "9 players": lambda: pair(books.create(folder, 9)),
        "129 players": lambda: books.create(folder, 129),
        "two winning games": lambda: pair(books.create(folder, 8, "--set", "Manches gagnantes=2")),
        "round robin of 4": lambda: simulate(books.create(folder, 4, formula="toutes-rondes"), 1),
        "othello": lambda: books.create(folder, 8, formula="othello"),
        "othello drawn": lambda: pair(books.create(folder, 8, formula="othello")),
        "othello final": lambda: final_typed(simulate(books.create(folder, 4, formula="othello"), 3)),
        "othello final of 8": lambda: final_typed(
            simulate(books.create(folder, 8, "--rondes", 3, formula="othello"), 3)
        ),
        "othello of 9": lambda: pair(books.create(folder, 9, formula="othello")),
        "open of 12": lambda: books.create(folder, 12, formula="open"),
        "open played": lambda: simulate(books.create(folder, 12, formula="open"), 1),
    }
    return make[name]()


@pytest.fixture(scope="module")
def starts(tmp_path_factory):
    """Each workbook is made once; a test gets a copy of its own."""
    workbooks = {}

    def get(name, folder):
        if name not in workbooks:
            workbooks[name] = _start(tmp_path_factory.mktemp("start"), name)
        return Path(shutil.copy(workbooks[name], folder))

    return get


def test_every_problem_of_the_catalogue_has_a_case():
    assert sorted(CASES) == sorted(PROBLEMS)


@pytest.mark.parametrize("key", CASES)
def test_a_problem_is_told_at_its_cell_and_the_file_stays(starts, tmp_path, capsys, key):
    case = CASES[key]
    path = starts(case.start, tmp_path)
    case.typed(path) if callable(case.typed) else edit(path, case.typed)
    place = case.place if case.place.endswith("A1") else books.located(path, case.place)
    also = [books.located(path, cell) for cell in case.also]
    capsys.readouterr()
    for verb in case.verbs:
        with untouched(path):
            assert run(verb, path) == 3
        out, err = capsys.readouterr()
        problems = [line.split(" : ", 1) for line in err.splitlines()]
        assert sorted(where for where, _ in problems) == sorted([place, *also]), err
        assert any(where == place and all(word in sentence for word in case.words) for where, sentence in problems), err
        assert out == ""


@pytest.mark.parametrize("verb", ["pair", "update", "undo", "simulate", "standings", "explain"])
def test_every_command_shows_all_problems_at_once_in_the_order_of_the_sheets(starts, tmp_path, capsys, verb):
    path = edit(starts("two rounds played", tmp_path), {
        "Tournoi!Courriel fédération": "non", "Résultats!Forfait!6": "abc", "Résultats!Score 1!5": None,
        "Joueurs!Cote!10": "x", "Joueurs!Absences!9": "hier", "Résultats!N° 1!10": 77,
    })  # fmt: skip
    capsys.readouterr()
    with untouched(path):
        assert run(verb, path) == 3
    places = [line.split(" : ")[0] for line in capsys.readouterr().err.splitlines()]
    assert places == ["Joueurs!I9", "Joueurs!F10", "Résultats!E5", "Résultats!I6", "Résultats!C10", "Tournoi!C32"]
