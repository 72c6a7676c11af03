"""`compare`: the same digits whatever ran it, resumed where it was; measures against a second way of computing them."""

from itertools import combinations
from random import Random

import openpyxl
import pytest

from tests.books import run
from tournament_xl.compare.report import Case
from tournament_xl.compare.run import CHUNK, KINDS, entrants, kendall, measured, rounds_of, tasks
from tournament_xl.compare.run import play as play_task
from tournament_xl.compare.run import run as run_tasks

COTES = (2500.0, 2000.0, 1700.0, 1400.0, 1200.0, 1000.0)
CASES = [Case("F50", 10, 3), Case("Open", 13, 8)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_formula_plays_and_its_measures_are_shares(kind):
    field = entrants(13, COTES, Random(1))
    found = KINDS[kind](field, rounds_of(kind, 13), 5)
    assert -1 <= found.kendall <= 1 and all(0 <= value <= 1 for value in (found.best_wins, found.first_ten))
    assert found.byes > 0 and (found.colours > 0) == kind.startswith("Othello")
    assert KINDS[kind](field, rounds_of(kind, 13), 5) == found


def test_measures_of_a_tournament_worked_out_by_hand():
    """Four players; 1 and 2 meet twice, 3 has two byes; the final order is 2, 1, 3, 4."""
    drawn = [[(1, 2), (3, 0), (4, 0)], [(2, 1), (3, 0)], [(1, 4), (2, 3)]]
    ranked = {2: [(1, 1), (2, 2), (3, 3), (4, 4)], 3: [(1, 2), (2, 1), (3, 3), (4, 4)]}
    found = measured({1: 9.0, 2: 8.0, 3: 7.0, 4: 6.0}, drawn, ranked, colours=True)
    assert found.best_wins == 0 and found.first_ten == 1
    assert found.kendall == pytest.approx((5 - 1) / 6)
    assert (found.rematches, found.byes, found.twice) == (2 / 4, 3 / 4, 1 / 4)
    assert found.neighbours == 1, "nobody is more than four places away"
    assert found.colours == (1 + 1 + 1 + 1) / 4


def test_kendalls_tau_with_ties_is_that_of_its_definition():
    source = Random(3)
    for _ in range(30):
        first, second = ([source.randrange(5) for _ in range(9)] for _ in "ab")
        two = list(combinations(range(9), 2))
        turns = [(first[i] - first[j]) * (second[i] - second[j]) for i, j in two]
        untied = [sum(values[i] != values[j] for i, j in two) for values in (first, second)]
        same, other = sum(turn > 0 for turn in turns), sum(turn < 0 for turn in turns)
        assert kendall(first, second) == pytest.approx((same - other) / (untied[0] * untied[1]) ** 0.5)


def test_the_digits_are_the_same_with_one_process_two_and_a_cluster(tmp_path):
    from distributed import LocalCluster

    todo = tasks(CASES, CHUNK + 3, "9", COTES)
    alone, two = (run_tasks(todo, tmp_path / f"{n}", processes=n) for n in (1, 2))
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        there = run_tasks(todo, tmp_path / "c", processes=1, cluster=cluster.scheduler_address)
    assert alone == two == there and len(alone) == 4


def test_an_interrupted_run_goes_on_where_it_was(tmp_path, monkeypatch):
    todo, kept = tasks(CASES[:1], 3 * CHUNK, "9", COTES), tmp_path / "kept"
    whole = run_tasks(todo, tmp_path / "whole", processes=1)
    run_tasks(todo[:2], kept, processes=1)
    with kept.open("a") as file:
        file.write('{"of": ["9"')  # cut short
    played = []
    monkeypatch.setattr("tournament_xl.compare.run.play", lambda task: played.append(task.key) or play_task(task))
    assert run_tasks(todo, kept, processes=1) == whole and played == [todo[2].key]


def test_the_command_writes_a_workbook_with_charts_and_says_what_is_unknown(tmp_path, capsys):
    path = tmp_path / "c.xlsx"
    words = ["compare", "--joueurs", "8,9", "--formules", "f50,othello", "--tournois", 4, "-o", path]
    assert run(*words) == 0
    shown = capsys.readouterr().out
    assert shown.count("| F50 |") == 2 and "± " in shown and not path.with_name("c.xlsx.partiel").exists()
    book = openpyxl.load_workbook(path)
    rows = list(book["Comparaison"].iter_rows(min_row=5, values_only=True))
    assert [row[:4] for row in rows] == [("F50", 8, 5, 4), ("Othello", 8, 5, 4), ("F50", 9, 5, 4), ("Othello", 9, 5, 4)]
    assert len(book["Graphiques"]._charts) == 3
    assert run("compare", "--formules", "Danoise", "-o", path) == 2
    assert "Formule inconnue : Danoise" in capsys.readouterr().err
