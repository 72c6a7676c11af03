"""Every problem that a workbook can have: typed into a real file, told at its cell, and the file left alone."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import books
from tests.books import edit, pair, run, score, simulate, untouched
from tournament_xl.core.exit_codes import PROBLEMS
from tournament_xl.messages.problems import PROBLEMS as SENTENCES
from tournament_xl.service.act import ActionRequest, act
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.workbook.tables import MOST_PROBLEMS

MANY = [f"Résultats!A{row}" for row in range(20, 20 + MOST_PROBLEMS + 1)]  # a formula filled down


class Case(NamedTuple):
    """A problem of a workbook, by what was typed."""

    start: str  # the workbook
    typed: dict[str, object] | Callable  # place -> value, or what is done to the file
    place: str = ""  # where the problem is told; "": at the first cell typed
    also: tuple[str, ...] = ()  # places of problems that follow from it
    action: str = "pair"


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
SIDES_OF_GAMES = ("1", "2", "1b", "2b", "1c", "2c")
DISCS_BUT_AT_TABLE_1 = {f"Résultats!Pions {side}!{row}": 32 for side in "NB" for row in (6, 7, 8)}

CASES = {
    # sheets and columns
    "numbers_sheet": Case("drawn", _by_numbers, "Tournoi!A1"),
    "sheet_renamed": Case("registered", _renamed, "Joueurs!A1"),
    "no_sheet": Case("drawn", _without_sheet, "Journal!A1"),
    "no_header": Case("drawn", {f"Journal!{c}4": None for c in "ABCD"}, "Journal!A1"),
    "no_column": Case("drawn", {"Résultats!Forfait!4": "Abandon"}, "Résultats!I4"),
    "above_header": Case("played", {"Résultats!A2": 1, "Résultats!C2": 1, "Résultats!H2": 5}),
    # settings
    "choice": Case("registered", {"Tournoi!Édition": "F20"}),
    "formula_changed": Case("played", {"Tournoi!Formule": "Toutes-rondes", "Tournoi!Nombre de rondes": None}),
    "rounds_below": Case("second round drawn", {"Tournoi!Nombre de rondes": 1}, action="update"),
    "rounds_gone": Case("second round drawn", {"Tournoi!Nombre de rondes": None}, action="update"),
    "rounds_fixed": Case("round robin of 4", {"Tournoi!Nombre de rondes": 4}),
    "no_seed": Case("open of 12", {"Tournoi!Graine": None}),
    "winning_games": Case("registered", {"Tournoi!Manches gagnantes": "trois"}),
    "date": Case("registered", {"Tournoi!Date de début": "samedi"}),
    "dates_order": Case("registered", {"Tournoi!Date de début": "22/11/2026", "Tournoi!Date de fin": "21/11/2026"},
                        "Tournoi!Date de fin"),
    "mail": Case("registered", {"Tournoi!Courriel fédération": "moi(à)ici"}),
    "season": Case("registered", {"Tournoi!Saison": "été"}),
    "season_file": Case("registered", with_a_broken_season, "Tournoi!Saison"),
    # players
    "bad_number": Case("registered", {"Joueurs!N°!5": "un"}),
    "value_twice": Case("registered", {"Joueurs!Licence!6": "L0001"}),
    "no_name": Case("registered", {"Joueurs!Nom!7": None}),
    "player_or_note": Case("registered", {"Joueurs!Nom!14": "Total 8 joueurs"}),
    "names_alone": Case("registered", {"Joueurs!Nom!13": "Club de Lyon", "Joueurs!Nom!14": "Groupe B"}),
    "licence_changed": Case("registered", {"Joueurs!Licence!6": "1,07E+06"}),
    "bad_cote": Case("registered", {"Joueurs!Cote!6": "fort"}),
    "bad_series": Case("registered", {"Joueurs!Cote!6": None, "Joueurs!Série duplicate!6": "9Z"},
                       "Joueurs!Série duplicate!6"),
    "bad_seed": Case("registered", {"Joueurs!Rang initial!5": "premier"}),
    "bad_absences": Case("played", {"Joueurs!Absences!5": "parfois"}),
    "avoid_unknown": Case("registered", {"Joueurs!L4": "Éviter", "Joueurs!L5": "Zoulou"}, "Joueurs!L5"),
    "own_table_taken": Case("registered", {"Joueurs!L4": "Table fixe", "Joueurs!L5": 4, "Joueurs!L6": 4}, "Joueurs!L6"),
    "absences_date": Case("played", {"Joueurs!Absences!5": 46114}),
    "name_twice": Case("registered", {"Joueurs!Nom!6": "ALPHA", "Joueurs!Prénom!6": "p1", "Joueurs!Licence!6": None}),
    "too_many_rows": Case("played", {"Résultats!A20001": "ici"}),
    "long_text": Case("registered", {"Joueurs!Club!6": "é" * 201}),
    "field": Case("129 players", {}, "Joueurs!Nom!133"),
    "late_refused": Case("round robin of 4", {"Joueurs!Nom!9": "Zoulou", "Joueurs!Prénom!9": "Awa"}),
    # results
    "bad_round": Case("played", {"Résultats!Ronde!5": "une"}),
    "no_round": Case("played", {"Résultats!Ronde!5": None}),
    "round_ahead": Case("played", _row(FREE, 3, 1, 2), "Résultats!Ronde!9"),
    "round_beyond": Case("played", _row(FREE, 6, 1, 2), "Résultats!Ronde!9"),
    "bad_table": Case("played", {"Résultats!Table!5": "A"}),
    "scores_missing": Case("drawn", {}, "Résultats!Score 1!5"),
    "unknown_number": Case("played", {"Résultats!N° 1!5": 99}),
    "setting_missing": Case("registered", {"Tournoi!B35": "2:5"}),
    "table_twice": Case("played", {"Résultats!Table!6": 1}),
    "score_over_name": Case("played", {"Résultats!Joueur 1!5": 451}),
    "names_moved": Case("played", {f"Joueurs!Nom!{row}": f"Autre{row}" for row in range(5, 9)}, "Joueurs!Nom!5"),
    "row_removed": Case("drawn", _EMPTY_ROW, "Résultats!Ronde!9", action="update"),
    "row_removed_played": Case("played", _EMPTY_ROW, "Résultats!Ronde!9"),
    "no_opponent": Case("played", _row(FREE, 2, 1, None), "Résultats!N° 2!9"),
    "x_first": Case("9 players", {f"Résultats!N° 1!{X_ROW}": "X", f"Résultats!N° 2!{X_ROW}": 5}, action="update"),
    "x_twice": Case("9 players", {"Résultats!N° 2!5": "X"}, f"Résultats!N° 2!{X_ROW}", action="update"),
    "bye_even": Case("played", _row(FREE, 2, 1, "X"), "Résultats!N° 2!9"),
    "twice": Case("played", {"Résultats!N° 1!6": 1}),
    "against_self": Case("played", {"Résultats!N° 2!5": 1}),
    "absent_fixed": Case("played", {"Joueurs!Absences!5": "2"} | _row(FREE, 2, 2, 1), "Résultats!N° 2!9"),
    "not_scheduled": Case("round robin of 4", _row(7, 2, 1, 3), "Résultats!N° 1!7"),
    "bad_score": Case("played", {"Résultats!Score 1!5": "451 pts"}),
    "uncomputed": Case("played", lambda path: books.type_formulas(path, {"Résultats!Score 1!5": "400+51"}, ""),
                       "Résultats!Score 1!5"),
    "error_cell": Case("played", {"Joueurs!Club!5": "#N/A", "Résultats!Score 1!5": "#REF!", "Prix!Pour!5": "#VALEUR !"},
                       "Résultats!Score 1!5", also=("Joueurs!Club!5", "Prix!Pour!5")),
    "more_problems": Case("played", lambda path: books.type_formulas(path, dict.fromkeys(MANY, "1+1"), ""), MANY[-1],
                          also=tuple(MANY[:-1])),
    "no_score": Case("drawn", lambda path: score(path, 1, but=(3,)), "Résultats!Score 1!7"),
    "score_forfeit": Case("played", {"Résultats!Forfait!5": "1"}, "Résultats!Score 1!5", also=("Résultats!Score 2!5",)),
    "bad_forfeit": Case("drawn", {"Résultats!Forfait!5": "forfait"}, action="update"),
    "forfeit_x": Case("9 players", {f"Résultats!Forfait!{X_ROW}": "2"}, action="update"),
    "one_game": Case("played", {"Résultats!Score 1b!5": 400}),
    "game_skipped": Case("two winning games", {"Résultats!Score 1b!5": 400, "Résultats!Score 2b!5": 390},
                         "Résultats!Score 1!5", action="update"),
    "game_surplus": Case("two winning games",
                         {f"Résultats!Score {side}!5": 400 - 10 * (side[0] == "2") for side in SIDES_OF_GAMES},
                         "Résultats!Score 1c!5", action="update"),
    "score_date": Case("played", {"Résultats!Score 1!5": 19329}),
    # sheets that are rewritten
    "in_the_way": Case("registered", {"Classement!Joueur!7": "Prix du public"}),
    # deciding game of an Open
    "final_gone": Case("open played", {"Finales!N° 1!5": 1, "Finales!N° 2!5": 2, "Finales!Score 1!5": 400}),
    # tables
    "table_wrong": Case("registered", _seats(9, (1, 5), (2, 3), (4, 6), (7, 8)), "Tables!Siège 1!9"),
    "table_number": Case("registered", {"Tables!Siège 1!5": "un"}, also=("Tables!Siège 1!6",)),
    # Othello
    "setting_range": Case("othello", {"Tournoi!Pions du bye": 65}),
    "beta": Case("othello", {"Tournoi!Bêta": "six"}),
    "compatriots": Case("othello", {"Tournoi!Compatriotes": "parfois"}),
    "yes_or_empty": Case("othello", {"Joueurs!Adhérent!6": "1"}),
    "final_match": Case("othello", {"Finales!Match!5": "Revanche", "Finales!N° N!5": 1}),
    "fee_typed": Case("othello", {"Joueurs!Droits!5": 412}),
    "final_game": Case("othello final", {f"Finales!Partie!{FINAL_ROW}": 41}),
    "final_not_due": Case("othello final", {SEMI_FINALS_CHOICE: 1}, f"Finales!Match!{FINAL_ROW}", action="update"),
    "final_other_players": Case("othello final of 8", with_another_finalist, f"Finales!Match!{FINAL_ROW}",
                                action="update"),
    "final_changed_by_setting": Case("othello final of 8", {"Tournoi!Bêta": 6}, action="update"),
    "bad_discs": Case("othello drawn", {"Résultats!Pions N!5": "4O"}, action="update"),
    "discs_sum": Case("othello drawn", {"Résultats!Pions N!5": 40, "Résultats!Pions B!5": 25}, "Résultats!Pions B!5",
                      action="update"),
    "penalties": Case("othello", {"Tournoi!Couleurs": "20 105"}),
    "given_undrawn": Case("othello drawn",
                          {"Résultats!Fin!5": "GN", "Résultats!Pions N!5": 9, "Résultats!Pions B!5": 8},
                          action="update"),
    "discs_bip": Case("othello of 9", {f"Résultats!Pions N!{X_ROW}": 64}, action="update"),
    "no_discs": Case("othello drawn", DISCS_BUT_AT_TABLE_1, "Résultats!Pions N!5"),
    "left_unplayed": Case("othello drawn",
                          {f"Joueurs!Absences!{row}": "1" for row in range(5, 13)} | DISCS_BUT_AT_TABLE_1,
                          "Résultats!Pions N!5"),
    "bad_end": Case("othello drawn", {"Résultats!Fin!5": "temps"}, action="update"),
    "end_bip": Case("othello of 9", {f"Résultats!Fin!{X_ROW}": "TN+"}, action="update"),
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
    assert sorted(CASES) == sorted(SENTENCES)


@pytest.mark.parametrize("key", CASES)
def test_a_problem_is_told_at_its_cell_and_nothing_is_done(starts, tmp_path, key):
    case = CASES[key]
    path = starts(case.start, tmp_path)
    case.typed(path) if callable(case.typed) else edit(path, case.typed)
    place = case.place or next(iter(case.typed))
    places = [place if place.endswith("!A1") else books.located(path, place) for place in (place, *case.also)]
    outcome = act(WorkbookFile(path), ActionRequest(case.action)).outcome
    assert outcome.code == PROBLEMS and not outcome.edits
    told = {f"{problem.sheet}!{problem.cell}": problem.key for problem in outcome.problems}
    assert {*told} == {*places} and told[places[0]] in (key, "")


@pytest.mark.parametrize("verb", ["pair", "undo", "standings"])
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
