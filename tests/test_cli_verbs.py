"""The commands at work on a workbook file: what each does, says and keeps."""

import re
import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import edit, everything, journal, lines, run, score, untouched
from tournament_xl.hosts import backups, files

RECORDS = ("Journal", "Mémoire")


@pytest.fixture
def copy(made, tmp_path):
    def get(name, folder="own"):
        (tmp_path / folder).mkdir()
        return Path(shutil.copy(made[name], tmp_path / folder))

    return get


# pair, update


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
