"""Every problem that a workbook can have: typed into a real file, told at its cell, and the file left alone."""

import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import edit, pair, run, simulate, untouched
from tests.problem_cases import CASES, final_typed
from tournament_xl.texts.problems import problem_keys


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
        "othello of 9": lambda: pair(books.create(folder, 9, formula="othello")),
        "open of 12": lambda: books.create(folder, 12, formula="open"),
        "open played": lambda: simulate(books.create(folder, 12, formula="open"), 1),
    }
    return make[name]()


@pytest.fixture(scope="module")
def starts(tmp_path_factory):
    """Each workbook is made once; a test gets a copy of its own."""
    made = {}

    def get(name, folder):
        if name not in made:
            made[name] = _start(tmp_path_factory.mktemp("start"), name)
        return Path(shutil.copy(made[name], folder))

    return get


def test_every_problem_of_the_catalogue_has_a_case():
    assert sorted(CASES) == sorted(problem_keys())


@pytest.mark.parametrize("key", CASES)
def test_a_problem_is_told_at_its_cell_and_the_file_stays(starts, tmp_path, capsys, key):
    case = CASES[key]
    path = starts(case.start, tmp_path)
    case.typed(path) if callable(case.typed) else edit(path, case.typed)
    place = case.place if case.place.endswith("A1") else books.located(path, case.place)
    also = [books.located(path, other) for other in case.also]
    capsys.readouterr()
    for verb in case.verbs:
        with untouched(path):
            assert run(verb, path) == 3
        out, err = capsys.readouterr()
        told = [line.split(" : ", 1) for line in err.splitlines()]
        assert sorted(where for where, _ in told) == sorted([place, *also]), err
        assert any(where == place and all(word in sentence for word in case.words) for where, sentence in told), err
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
    assert places == ["Joueurs!I9", "Joueurs!F10", "Résultats!E5", "Résultats!I6", "Résultats!C10", "Tournoi!C31"]
