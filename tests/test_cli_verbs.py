"""The commands at work on a workbook file: what each does, says and keeps."""

import re
import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import edit, everything, journal, lines, run, score, simulate, untouched
from tournament_xl.hosts import backups, files

RECORDS = ("Journal", "Mémoire")


@pytest.fixture
def copy(made, tmp_path):
    def get(name, folder="own"):
        (tmp_path / folder).mkdir()
        return Path(shutil.copy(made[name], tmp_path / folder))

    return get


# pair, update


def test_a_corrected_score_corrects_what_follows_from_it(copy):
    path = edit(copy("played"), {"Résultats!Score 1!5": 300, "Résultats!Score 2!5": 301})
    assert run("update", path) == 0
    places = {row["Joueur"]: row["PM"] for row in lines(path, "Classement")}
    assert (places["Alpha P1"], places["Echo P5"]) == (1, 3)
    assert journal(path)[-1][:2] == ("Changement", 1)


# undo


def test_undo_of_a_round_with_scores_wants_force_and_the_journal_keeps_them(copy, capsys):
    path = copy("drawn")
    score(path, 1, 451, 407, but=(4,))
    edit(path, {"Résultats!Forfait!8": "2"})
    with untouched(path):
        assert run("undo", path) == 1
    assert "--force" in capsys.readouterr().err
    assert run("undo", path, "--force") == 0
    assert books.pairs(path, 1) == []
    action, number, detail = journal(path)[-1]
    assert (action, number) == ("Annulation", 1)
    assert all(text in detail for text in ("4 paires retirées", "Alpha – Echo 451-407", "Delta – Hotel forfait 2"))


def test_the_journal_keeps_a_round_whose_rows_the_organiser_deleted(copy):
    """Contract: the Journal has every removed pairing."""
    path = simulate(copy("played"), 1)
    with books.opened(path) as book:
        for _ in range(4):
            book.remove_row("Résultats", 9)
    assert run("update", path) == 0
    (action, number, detail) = journal(path)[-1]
    assert (action, number) == ("Changement", 2) and "ronde 2 ont été effacées : elle est annulée" in detail


# standings, explain


def test_standings_show_the_last_complete_round_or_an_earlier_one(copy, capsys):
    path = copy("finished")
    assert run("standings", path) == 0
    out = capsys.readouterr().out
    assert "Classement final" in out
    shown = [line.split()[1] for line in out.splitlines() if re.match(r" +\d+ +\d", line)]
    assert shown == [str(row["N°"]) for row in lines(path, "Classement")]
    assert run("standings", path, "--after", 2) == 0
    assert "Classement après la ronde 2 sur 5" in capsys.readouterr().out
    assert run("standings", path, "--after", 0) == 0
    assert "Classement initial" in capsys.readouterr().out


def test_explain_says_why_every_pair_was_made(copy, capsys):
    path = copy("finished")
    capsys.readouterr()
    assert run("explain", path) == 0
    assert capsys.readouterr().out.count("Ronde 5, table") == 4
    assert run("explain", path, "--round", 1, "--table", 2) == 0
    text = capsys.readouterr().out
    assert text.startswith(
        "Ronde 1, table 2 : Bravo P2 – Foxtrot P6\n  Table de 8 joueurs, ronde 1 : siège 2 contre siège 6."
    )
    assert "même paire" in text and text.count("table") == 1


def test_explain_says_when_a_correction_would_give_another_pair(copy, capsys):
    path = simulate(copy("played"), 2)
    edit(path, {f"Résultats!Score {side}!{row}": value for row in range(5, 13) for side, value in ((1, 300), (2, 500))})
    capsys.readouterr()
    assert run("explain", path, "--round", 3) == 0
    assert "le règlement donnerait" in capsys.readouterr().out


# simulate, demo


def test_the_same_seed_gives_the_same_tournament(copy, monkeypatch):
    words = ("--forfaits", "0.1", "--absences", "0,1")
    monkeypatch.setattr(files, "journal_date", lambda: "21/11/2026 14:00:30")
    one, two, three = (copy("registered", folder) for folder in ("one", "two", "three"))
    for path in (one, two):
        assert run("simulate", path, "--seed", "42", *words) == 0
    assert run("simulate", three, "--seed", "43", *words) == 0
    assert everything(one, but=RECORDS) == everything(two, but=RECORDS)
    assert journal(one) == journal(two)
    assert everything(one, but=RECORDS) != everything(three, but=("Journal",))


def test_simulate_fills_the_current_round_first_and_keeps_what_was_typed(copy):
    path = edit(copy("drawn"), {"Résultats!Score 1!6": 123, "Résultats!Score 2!6": 456})
    simulate(path, 1)
    rows = lines(path, "Résultats")
    assert (rows[1]["Score 1"], rows[1]["Score 2"]) == (123, 456)
    assert len(rows) == 4 and all(row["Score 1"] is not None for row in rows)


def test_the_demonstration_plays_a_whole_tournament_in_a_new_workbook_each_time(tmp_path, capsys):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "tournoi.xlsx").touch()
    assert run("demo", tmp_path / "d") == 0
    out = capsys.readouterr().out
    assert "tournoi-2.xlsx" in out and "Classement final" in out and "Ronde 5 sur 5" in out
    assert run("update", tmp_path / "d" / "tournoi-2.xlsx") == 0
    assert "Tout est à jour" in capsys.readouterr().out


# Backups


def test_every_change_leaves_a_copy_of_what_was(copy):
    path = copy("registered")
    kept = []
    for words in (("pair",), ("simulate", "--rounds", 1), ("undo", "--force")):
        kept.append(path.read_bytes())
        assert run(words[0], path, *words[1:]) == 0
    edit(path, {"Tournoi!Lieu": "Genève"})
    kept.append(path.read_bytes())
    assert run("update", path) == 0
    copies = [copy.file for copy in backups.copies(path)]
    assert [one.read_bytes() for one in copies] == kept
    assert [re.sub(r"( \(\d\))?\.xlsx", "", one.name).split(" ", 3)[3] for one in copies] == [
        "avant appariement", "avant simulation", "avant annulation", "avant mise à jour",
    ]  # fmt: skip
    assert {one.parent.name for one in copies} == {"Sauvegardes"}
