"""The command line as a user meets it: help, wrong words, what each verb does, says and keeps."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import run, untouched
from tournament_xl.messages import scrabble_reasons
from tournament_xl.service import check as check_service

COMMANDS = ("new", "pair", "update", "undo", "standings", "explain", "simulate", "restore", "demo")


# Help and usage


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_is_french(capsys, command):
    assert run(command, "--help") == 0
    text = capsys.readouterr().out
    assert text.startswith(f"utilisation : tournament-xl {command} ") and "montrer cette aide" in text
    plain = text.replace("\noptions:\n", "").replace("\narguments:\n", "")  # the same words in French
    assert not re.search(r"\b(FILE|LIST|TEXT|DIR|usage|options|arguments|positional|show|exit|the)\b", plain)


NEW = ["new", "t.xlsx", "--formule", "classique"]


@pytest.mark.parametrize("words, sentence", [
    (["pair"], "il manque : CLASSEUR"),
    (["pair", "a.xlsx", "b.xlsx"], "argument inconnu : b.xlsx"),
    (["undo", "a.xlsx", "--force=1"], "--force : cette option ne prend pas de valeur : '1'"),
    (["new", "a.xlsx"], "il manque : --formule"),
    (["new", "a.xlsx", "--formule", "belote"], "« belote » n'existe pas"),
    (["standings", "a.xlsx", "--after", "deux"], "'deux' ne convient pas"),
    (["simulate", "a.xlsx", "--forfaits", "2"], "une probabilité va de 0 à 1"),
    ([*NEW, "--set", "Couleur=bleu"], "« Couleur » n'existe pas"),
    ([*NEW, "--set", "Date de début=31/02/2026"], "« 31/02/2026 »"),
])  # fmt: skip
def test_wrong_words_are_wrong_usage_and_make_no_file(tmp_path, monkeypatch, capsys, words, sentence):
    monkeypatch.chdir(tmp_path)
    assert run(*words) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# new


def test_new_types_the_options_into_the_settings(tmp_path):
    path = tmp_path / "t.xlsx"
    options = ["--edition", "F10", "--rondes", "6", "--graine", "007", "--nom", "=1+1", "--set", "lieu=1/2"]
    options += ["--set", "Date de debut = 21/11/2026", "--set", "Manches gagnantes=2 : 4-5"]
    assert run("new", path, "--formule", "classique", *options) == 0
    settings = {row["Paramètre"]: row["Valeur"] for row in books.lines(path, "Tournoi") if row.get("Valeur")}
    assert settings | {"Date de début": None} == {
        "Nom": "=1+1", "Lieu": "1/2", "Date de début": None, "Formule": "Classique", "Édition": "F10",
        "Nombre de rondes": 6, "Manches gagnantes": "2 : 4-5", "Graine": "007",
    }  # fmt: skip
    assert f"{settings['Date de début']:%d/%m/%Y}" == "21/11/2026"


# Files that cannot be read or written


def test_a_setting_that_new_refuses_is_named_as_it_was_given(tmp_path, capsys):
    words = ("--formule", "open", "--set", "nombre de rondes=9")
    assert books.run("new", tmp_path / "neuf.xlsx", *words) == 2
    output = capsys.readouterr().err
    assert "Nombre de rondes=9 : cette formule se joue en 8, 10, 12 ou 14 rondes" in output and "Tournoi!" not in output


def test_a_workbook_open_elsewhere_is_read_but_not_written(workbooks, tmp_path, capsys):
    path, program = Path(shutil.copy(workbooks["played"], tmp_path)), "LibreOffice par zoe"
    path.with_name(f".~lock.{path.name}#").write_text(",zoe,pc,21.11.2026 14:00,file:///x;", encoding="utf-8")
    for verb in ("pair", "simulate", "undo", "send", "repair"):
        with untouched(path):
            assert run(verb, path) == 5
        assert program in capsys.readouterr().err
    for verb in ("standings", "explain", "check"):
        assert run(verb, path) == 0
        output = capsys.readouterr().err
        assert program in output and "pas encore enregistré" in output


@pytest.mark.parametrize("words", [
    ["pair", "absent.xlsx"],
    ["new", "n.xlsx", "--formule", "classique", "--joueurs", "absente.csv"],
    ["import", "absent.elo", "-o", "i.xlsx"],
    ["federation", "build", ".", "--joueurs", "absente.csv", "--date", "01/09/2026", "-o", "f.xlsx"],
])  # fmt: skip
def test_a_file_that_is_not_there_is_told_with_5(tmp_path, capsys, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    assert run(*words) == 5
    assert "absent" in capsys.readouterr().err and list(tmp_path.iterdir()) == []


# explain, demo


def test_one_table_of_an_earlier_round_is_explained(workbooks, capsys):
    assert run("explain", workbooks["finished"], "--round", 1, "--table", 2) == 0
    seats = "Ronde 1, table 2 : Bravo P2 – Foxtrot P6\n  Table de 8 joueurs, ronde 1 : siège 2 contre siège 6.\n"
    assert capsys.readouterr().out.startswith(f"{seats}  Siège : le rang initial")
    assert "tirée au sort" in scrabble_reasons.SEATS["group"] and "even" not in scrabble_reasons.SEATS


def test_who_is_exempt_reads_first_that_x_is_the_last_of_the_ranking_and_why_it_meets_him(tmp_path, capsys):
    book = books.create(tmp_path, 23)
    assert run("pair", book) == 0
    assert run("explain", book, "--round", 1) == 0
    pairs = capsys.readouterr().out.split("\n\n")
    (exempt,) = [pair for pair in pairs if "exempt (X)" in pair]
    why = exempt.splitlines()[1]
    assert why.startswith("  Présents en nombre impair : X,") and "24e sur 24" in why.partition(" Ronde 1,")[0]
    assert "Joueur022 P23 (23e)" in why.partition(" Ronde 1,")[0]
    assert "nombre impair" not in "".join(pair for pair in pairs if pair != exempt)


@pytest.mark.parametrize("options", [(), ("--othello",)], ids=["scrabble", "othello"])
def test_the_demonstration_plays_a_whole_tournament_in_a_new_workbook_each_time(tmp_path, capsys, options):
    (tmp_path / "tournoi.xlsx").touch()
    assert run("demo", tmp_path, *options) == 0
    out = capsys.readouterr().out
    assert "tournoi-2.xlsx" in out and "Ronde 5 sur 5" in out and ("Finale" in out or not options)
    assert run("update", tmp_path / "tournoi-2.xlsx") == 0
    assert "Tout est à jour" in capsys.readouterr().out


def test_each_file_of_a_check_gets_its_verdict_also_behind_a_bug_of_ours(workbooks, tmp_path, monkeypatch, capsys):
    paths = [tmp_path / f"{name}.xlsx" for name in "abc"]
    for path in paths:
        shutil.copy(workbooks["played"], path)
    usual = check_service.check_file

    def check(path):
        if Path(path) == paths[1]:
            raise KeyError("?")
        return usual(path)

    monkeypatch.setattr(check_service, "check_file", check)
    assert books.run("check", *paths) == 70
    output = capsys.readouterr()
    assert all(str(path) in output.out for path in (paths[0], paths[2])) and str(paths[1]) in output.err
    assert books.run("check", "--json", *paths) == 70
    assert [verdict["code"] for verdict in json.loads(capsys.readouterr().out)["files"]] == [0, 70, 0]
