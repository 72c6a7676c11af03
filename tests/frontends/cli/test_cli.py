"""The command line as a user meets it: help, wrong words, what each verb keeps, what the exit code says."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import run, untouched
from tests.programs import WHOLE
from tournament_xl.service import check as check_service


@pytest.mark.parametrize("command", ["new", "explain", "federation"])
def test_the_help_of_a_command_is_french(capsys, command):
    assert run(command, "--help") == 0
    text = capsys.readouterr().out
    assert text.startswith(f"utilisation : tournament-xl {command} ")
    plain = text.replace("\noptions:\n", "").replace("\narguments:\n", "")  # the same words in French
    assert not re.search(r"\b(FILE|LIST|TEXT|DIR|usage|options|arguments|positional|show|exit|the)\b", plain)


NEW = ["new", "t.xlsx", "--formule", "classique"]


@pytest.mark.parametrize(("words", "named"), [
    (["pair"], "CLASSEUR"), (["pair", "a.xlsx", "b.xlsx"], "b.xlsx"), (["undo", "a.xlsx", "--force=1"], "--force"),
    (["new", "a.xlsx", "--formule", "belote"], "« belote »"), (["standings", "a.xlsx", "--after", "deux"], "'deux'"),
    (["simulate", "a.xlsx", "--forfaits", "2"], "0 à 1"), ([*NEW, "--set", "Couleur=bleu"], "« Couleur »"),
    ([*NEW, "--set", "Date de début=31/02/2026"], "« 31/02/2026 »"), ([*NEW, "--set", "Rondes=900"], "Rondes"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")  # fmt: skip
def test_wrong_words_are_wrong_usage_and_make_no_file(tmp_path, monkeypatch, capsys, words, named):
    monkeypatch.chdir(tmp_path)
    assert run(*words) == 2
    assert named in capsys.readouterr().err and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [
    ["pair", "absent.xlsx"],
    ["new", "n.xlsx", "--formule", "classique", "--joueurs", "absente.csv"],
    ["import", "absent.elo", "-o", "i.xlsx"],
    ["federation", "build", ".", "--joueurs", "absente.csv", "--date", "01/09/2026", "-o", "f.xlsx"],
], ids=" ".join)  # fmt: skip
def test_a_file_that_is_not_there_is_told_with_5(tmp_path, capsys, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    assert run(*words) == 5
    assert "absent" in capsys.readouterr().err and list(tmp_path.iterdir()) == []


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


def test_a_workbook_open_elsewhere_is_read_but_not_written(workbooks, tmp_path, capsys):
    path = Path(shutil.copy(workbooks["played"], tmp_path))
    path.with_name(f".~lock.{path.name}#").write_text(",zoe,pc,21.11.2026 14:00,file:///x;", encoding="utf-8")
    for verb, code in (("pair", 5), ("undo", 5), ("send", 5), ("standings", 0), ("check", 0)):
        with untouched(path):
            assert run(verb, path) == code
        assert "LibreOffice par zoe" in capsys.readouterr().err


def test_one_table_of_an_earlier_round_is_explained(workbooks, capsys):
    assert run("explain", workbooks["finished"], "--round", 1, "--table", 2) == 0
    assert capsys.readouterr().out.startswith("Ronde 1, table 2 : Bravo P2 – Foxtrot P6\n")


@pytest.mark.parametrize("options", [(), ("--othello",)][: 2 if WHOLE else 1], ids=str)
def test_the_demonstration_plays_a_whole_tournament_in_a_new_workbook_each_time(tmp_path, capsys, options):
    (tmp_path / "tournoi.xlsx").touch()
    assert run("demo", tmp_path, *options) == 0
    assert "tournoi-2.xlsx" in capsys.readouterr().out
    path = tmp_path / "tournoi-2.xlsx"
    assert {row["Ronde"] for row in books.lines(path, "Résultats")} == {1, 2, 3, 4, 5}
    with untouched(path):
        assert run("update", path) == 0


def test_each_file_of_a_check_gets_its_verdict_also_behind_a_bug_of_ours(workbooks, tmp_path, monkeypatch, capsys):
    paths = [Path(shutil.copy(workbooks["played"], tmp_path / f"{name}.xlsx")) for name in "abc"]
    usual = check_service.check_file

    def check(path):
        if Path(path) == paths[1]:
            raise KeyError("?")
        return usual(path)

    monkeypatch.setattr(check_service, "check_file", check)
    assert run("check", "--json", *paths) == 70
    assert [verdict["code"] for verdict in json.loads(capsys.readouterr().out)["files"]] == [0, 70, 0]
