"""`compare`: the same digits whatever ran it, resumed where it was; measures against a second way of computing them."""

import subprocess
import sys
from itertools import combinations
from random import Random

import openpyxl
import pytest

from tests import ROOT
from tests.books import run
from tournament_xl.compare import cluster
from tournament_xl.compare import run as compare_run
from tournament_xl.compare.play import (
    KINDS,
    compute_kendall_tau,
    draw_entrants,
    draw_margin,
    measure_tournament,
)
from tournament_xl.compare.report import Case, compare_formulas, join_measures, summarize_cases
from tournament_xl.compare.run import CHUNK, play_missing_tasks, play_task, regulation_rounds, split_into_tasks
from tournament_xl.core.exit_codes import UNREADABLE, USAGE
from tournament_xl.games.othello.game import Othello
from tournament_xl.games.scrabble.game import Scrabble
from tournament_xl.interchange.export_tables import build_games_table, to_data_frame
from tournament_xl.storage.decoding import decode_file

SAMPLES = ROOT / "samples"
COTES = (2500.0, 2000.0, 1700.0, 1400.0, 1200.0, 1000.0)
CASES = [Case("F50", 10, 3), Case("Open", 13, 8)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_formula_plays_and_its_measures_are_shares(kind):
    field = draw_entrants(13, COTES, Random(1))
    measures = KINDS[kind].play(field, regulation_rounds(kind, 13), 5)
    assert -1 <= measures.kendall <= 1 and all(0 <= value <= 1 for value in (measures.best_wins, measures.first_ten))
    assert measures.byes > 0 and (measures.colours is not None) == kind.startswith("Othello")
    assert KINDS[kind].play(field, regulation_rounds(kind, 13), 5) == measures


def test_measures_of_a_tournament_worked_out_by_hand():
    """Four players; 1 and 2 meet twice, 3 has two byes; the final order is 2, 1, 3, 4."""
    drawn = [[(1, 2), (3, 0), (4, 0)], [(2, 1), (3, 0)], [(1, 4), (2, 3)]]
    ranked = {2: [(1, 1), (2, 2), (3, 3), (4, 4)], 3: [(1, 2), (2, 1), (3, 3), (4, 4)]}
    measures = measure_tournament({1: 9.0, 2: 8.0, 3: 7.0, 4: 6.0}, drawn, ranked, colours=True)
    assert measures.best_wins == 0 and measures.first_ten == 1
    assert measures.kendall == pytest.approx((5 - 1) / 6)
    assert (measures.rematches, measures.byes, measures.twice) == (2 / 4, 3 / 4, 1 / 4)
    assert measures.neighbours == 1, "nobody is more than four places away"
    assert measures.colours == (1 + 1 + 1 + 1) / 4


@pytest.mark.parametrize(("game", "unit"), [(Scrabble, 1), (Othello, 2)])
def test_the_margin_follows_the_gap_and_wins_as_documented(game, unit):
    """Between equals as wide as in the samples, there between players less than 150 points apart; wider with the gap;
    wins and half the draws come to 1 / (1 + 10^(-gap/400)).
    """
    pandas = pytest.importorskip("pandas")
    books = [book for path in SAMPLES.glob("*.xlsx") if (book := decode_file(path)).game == game.name]
    games = pandas.concat([to_data_frame(build_games_table(book)) for book in books])
    season = games.query("Score.notna() and `Cote adverse`.notna()")
    near = season[(season["Cote"] - season["Cote adverse"]).abs() < 150]
    gaps = (near["Cote"] - near["Cote adverse"]).tolist()
    source = Random(7)
    drawn = [abs(round(draw_margin(gap, game, source) / unit)) * unit for gap in gaps * 30]
    assert sum(drawn) / len(drawn) == pytest.approx((near["Score"] - near["Score adverse"]).abs().mean(), rel=0.05)
    for gap in (0, 200, 400):
        played = [round(draw_margin(gap, game, source) / unit) for _ in range(8_000)]
        share = sum((margin > 0) + (margin == 0) / 2 for margin in played) / len(played)
        assert share == pytest.approx(1 / (1 + 10 ** (-gap / 400)), abs=0.02)
    assert sum(draw_margin(500, game, source) for _ in range(2000)) > 1.5 * sum(
        draw_margin(200, game, source) for _ in range(2000)
    )


def test_differences_are_taken_tournament_by_tournament():
    """Means of 3 and 4, differences 1, 1, 1: their interval is none at all. One tournament has no interval."""
    case_f10, case_f50, othello = Case("F10", 8, 5), Case("F50", 8, 5), Case("Othello", 8, 5)
    games = {kind: compared.game.name for kind, compared in KINDS.items()}
    differences = compare_formulas(
        {case_f10: [[2.0], [3.0], [4.0]], case_f50: [[3.0], [4.0], [5.0]], othello: [[0.0]] * 3}, games
    )
    assert list(differences) == [Case("F50 − F10", 8, "5 − 5")] and differences[
        Case("F50 − F10", 8, "5 − 5")
    ].measures == [(1.0, 0.0)]
    assert summarize_cases(join_measures([(case_f10, [[2.0, None]])]))[case_f10].measures == [(2.0, None), (None, None)]


def test_kendalls_tau_with_ties_is_that_of_its_definition():
    source = Random(3)
    for _ in range(30):
        first, second = ([source.randrange(5) for _ in range(9)] for _ in "ab")
        two = list(combinations(range(9), 2))
        turns = [(first[i] - first[j]) * (second[i] - second[j]) for i, j in two]
        untied = [sum(values[i] != values[j] for i, j in two) for values in (first, second)]
        same, discordant = sum(turn > 0 for turn in turns), sum(turn < 0 for turn in turns)
        assert compute_kendall_tau(first, second) == pytest.approx((same - discordant) / (untied[0] * untied[1]) ** 0.5)


def test_the_digits_are_the_same_with_one_process_two_and_a_cluster(tmp_path):
    LocalCluster = pytest.importorskip("distributed").LocalCluster  # the group cluster: `make check`

    todo = split_into_tasks(CASES, CHUNK + 3, "9", COTES)
    alone, two = (play_missing_tasks(todo, tmp_path / f"{n}", processes=n) for n in (1, 2))
    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as local:
        there = play_missing_tasks(todo, tmp_path / "c", processes=1, cluster=local.scheduler_address)
    assert alone == two == there and len(alone) == 4


def on_a_cluster(address, tmp_path, count=2 * CHUNK):
    words = ["compare", "--joueurs", "8", "--formules", "F50", "--tournois", count, "-o", tmp_path / "c.xlsx"]
    return run(*words, "--dask", address)


@pytest.fixture
def scheduler(monkeypatch):
    """A scheduler without workers; nobody is waited for long."""
    LocalCluster = pytest.importorskip("distributed").LocalCluster  # the group cluster: `make check`

    monkeypatch.setattr(cluster, "CONNECT", 1.0)
    monkeypatch.setattr(cluster, "JOIN", 1.0)
    with LocalCluster(n_workers=0, processes=False, dashboard_address=None, protocol="tcp", host="127.0.0.1") as local:
        yield local


def test_an_address_that_is_none_a_dead_scheduler_and_one_without_workers_are_told(scheduler, tmp_path, capsys):
    for address, code in (
        ("127.0.0.1", USAGE), ("http://127.0.0.1:8786", USAGE), ("tcp://127.0.0.1:1", UNREADABLE),
        (scheduler.scheduler_address, UNREADABLE),
    ):  # fmt: skip
        assert on_a_cluster(address, tmp_path) == code and capsys.readouterr().err
    assert not (tmp_path / "c.xlsx").exists()


def test_a_worker_with_another_version_plays_nothing(scheduler, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(cluster, "JOIN", 30.0)
    address = scheduler.scheduler_address
    program = f"""import tournament_xl; tournament_xl.__version__ = "0.0.9"
from distributed.cli.dask_worker import main
main({[address, "--no-nanny", "--nthreads", "1", "--dashboard-address", ":0"]})"""
    worker = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
    try:
        assert on_a_cluster(address, tmp_path) == UNREADABLE
    finally:
        worker.kill()
        worker.wait()
    assert "0.0.9" in capsys.readouterr().err


def test_an_interrupted_run_goes_on_where_it_was(tmp_path, monkeypatch):
    todo, results_file = split_into_tasks(CASES[:1], 3 * CHUNK, "9", COTES), tmp_path / "kept"
    whole = play_missing_tasks(todo, tmp_path / "whole", processes=1)
    play_missing_tasks(todo[:2], results_file, processes=1)
    with results_file.open("a") as file:
        file.write('{"of": ["9"')  # cut short
    played = []
    monkeypatch.setattr(compare_run, "play_task", lambda task: played.append(task.key) or play_task(task))
    assert play_missing_tasks(todo, results_file, processes=1) == whole and played == [todo[2].key]
    monkeypatch.setattr(Scrabble, "margin_spread", 80.0)
    play_missing_tasks(todo, results_file, processes=1)
    assert played[1:] == [task.key for task in todo], "by another law of games nothing is kept"


def test_a_command_that_is_interrupted_keeps_what_is_played(tmp_path, monkeypatch, capsys):
    def stopped(task):
        if task.first:
            raise KeyboardInterrupt
        return play_task(task)

    monkeypatch.setattr(compare_run, "play_task", stopped)
    words = ["compare", "--joueurs", "8", "--formules", "F50", "--tournois", 2 * CHUNK, "--processus", 1]
    assert run(*words, "-o", tmp_path / "c.xlsx") == 1 and f"{CHUNK} " in capsys.readouterr().err
    monkeypatch.setattr(compare_run, "play_task", play_task)
    assert run(*words, "-o", tmp_path / "c.xlsx") == 0 and f"{CHUNK} " in capsys.readouterr().err


def test_the_command_writes_a_workbook_with_charts_and_a_file_of_all_tournaments(tmp_path, capsys):
    path = tmp_path / "c.xlsx"
    words = ["compare", "--joueurs", "8,9", "--formules", "f50,othello", "--tournois", 4, "-o", path]
    pandas = pytest.importorskip("pandas")
    assert run(*words, "--garder", tmp_path / "c.csv") == 0
    stored = pandas.read_csv(tmp_path / "c.csv", sep=";", decimal=",")
    assert len(stored) == 16 and stored["Tournoi"].max() == 4 and stored.iloc[:, -1].isna().sum() == 8
    output = capsys.readouterr().out
    assert output.count("| F50 |") == 2 and output.count(" – |") == 2
    assert not path.with_name("c.xlsx.partiel").exists()
    book = openpyxl.load_workbook(path)
    rows = list(book["Comparaison"].iter_rows(min_row=5, values_only=True))
    assert [row[:4] for row in rows] == [("F50", 8, 5, 4), ("Othello", 8, 5, 4), ("F50", 9, 5, 4), ("Othello", 9, 5, 4)]
    assert len(book["Graphiques"]._charts) == 3
    assert run("compare", "--formules", "Danoise", "-o", path) == USAGE
