"""The command line as a user meets it: its help, its refusals of wrong words, and what `new` makes."""

import re

import pytest

from tests import books
from tests.books import run, untouched

COMMANDS = ("new", "pair", "update", "undo", "standings", "explain", "simulate", "restore", "demo")


# Help and usage


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_is_french(capsys, command):
    assert run(command, "--help") == 0
    text = capsys.readouterr().out
    assert text.startswith(f"utilisation : tournament-xl {command} ") and "montrer cette aide" in text
    plain = text.replace("\noptions:\n", "").replace("\narguments:\n", "")  # the same words in French
    assert not re.search(r"\b(FILE|LIST|TEXT|DIR|usage|options|arguments|positional|show|exit|the)\b", plain)


@pytest.mark.parametrize("words, told", [
    (["zut"], "zut"),
    (["pair"], "il manque : CLASSEUR"),
    (["pair", "a.xlsx", "b.xlsx"], "argument inconnu : b.xlsx"),
    (["pair", "a.xlsx", "--zut"], "argument inconnu : --zut"),
    (["undo", "a.xlsx", "--force=1"], "--force : cette option ne prend pas de valeur : '1'"),
    (["undo", "a.xlsx", "--forc"], "argument inconnu : --forc"),
    (["new", "a.xlsx"], "il manque --formule : classique, open,"),
    (["new", "a.xlsx", "--formule", "belote"], "'belote' n'existe pas"),
    (["new", "a.xlsx", "--formule", "classique", "--edition", "F20"], "'F20' n'existe pas"),
    (["standings", "a.xlsx", "--after", "deux"], "'deux' ne convient pas"),
    (["explain", "a.xlsx", "--table"], "il faut une valeur"),
    (["simulate", "a.xlsx", "--forfaits", "2"], "une probabilité va de 0 à 1"),
    (["simulate", "a.xlsx", "--absences", "souvent"], "une probabilité va de 0 à 1"),
    (["simulate", "a.xlsx", "--rounds", "-1"], "--rounds"),
])  # fmt: skip
def test_wrong_words_are_wrong_usage_whatever_the_file(capsys, words, told):
    assert run(*words) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("words, told", [
    (["--set", "Couleur=bleu"], "« Couleur » n'existe pas"),
    (["--set", "Lieu"], "« Paramètre=valeur »"),
    (["--set", "Édition=F20"], "« F20 »"),
    (["--set", "Date de début=31/02/2026"], "« 31/02/2026 »"),
    (["--rondes", "cinq"], "« cinq »"),
    (["--rondes", "0"], "« 0 »"),
])  # fmt: skip
def test_new_refuses_a_setting_that_cannot_be_and_makes_no_file(tmp_path, capsys, words, told):
    assert run("new", tmp_path / "t.xlsx", "--formule", "classique", *words) == 2
    assert told in capsys.readouterr().err
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


def test_new_never_replaces_a_file(tmp_path, capsys):
    path = books.create(tmp_path)
    with untouched(path):
        assert run("new", path, "--formule", "classique") == 5
    assert "existe déjà" in capsys.readouterr().err
