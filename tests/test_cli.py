"""The command line as a user meets it: its help, its refusals of wrong words, and what `new` makes."""

import re

import pytest

from tests import books
from tests.books import SAMPLES, run, untouched
from tournament_xl import __version__

COMMANDS = ("new", "pair", "update", "undo", "standings", "explain", "simulate", "restore", "demo")


# Help and usage


def test_without_a_command_the_usage_is_shown(capsys):
    assert run() == 2
    assert "utilisation : tournament-xl" in capsys.readouterr().err


def test_the_help_names_every_command(capsys):
    assert run("--help") == 0
    text = capsys.readouterr().out
    assert all(re.search(rf"^ +{command}\s+\w", text, re.MULTILINE) for command in COMMANDS)


def test_the_version_is_told(capsys):
    assert run("--version") == 0
    assert capsys.readouterr().out == f"tournament-xl {__version__}\n"


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


@pytest.mark.parametrize("name, told", [("t.xls", ".xlsx"), ("t", ".xlsx"), ("t.ods", ".xlsx")])
def test_new_wants_the_ending_of_a_workbook(tmp_path, capsys, name, told):
    assert run("new", tmp_path / name, "--formule", "classique") == 2
    assert told in capsys.readouterr().err and list(tmp_path.iterdir()) == []


# new


@pytest.mark.parametrize("formula, setting", [
    ("classique", "Classique"), ("toutes-rondes", "Toutes-rondes"), ("double-toutes-rondes", "Double toutes-rondes"),
])  # fmt: skip
def test_new_makes_an_empty_workbook_for_every_formula(tmp_path, formula, setting):
    path = tmp_path / "t.xlsx"
    assert run("new", path, "--formule", formula) == 0
    assert books.setting(path, "Formule") == setting
    assert [path] == list(tmp_path.iterdir())
    assert run("update", path) == 0


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


def test_new_draws_a_seed_when_none_is_given(tmp_path):
    seeds = set()
    for name in ("a.xlsx", "b.xlsx"):
        assert run("new", tmp_path / name, "--formule", "classique") == 0
        seeds.add(books.setting(tmp_path / name, "Graine"))
    assert len(seeds) == 2 and all(re.fullmatch(r"\d{6}", seed) for seed in seeds)


@pytest.mark.parametrize("sample, count, first", [
    ("joueurs-geneve.csv", 15, ("Rochat-Monnier", "Clémence", "2410387", 2312)),
    ("joueurs-cote-saint-andre.csv", 12, ("Vial-Perrachon", "Solange", "1120458", 1903)),
    ("joueurs-federation.csv", 64, ("ABOUKHALIL", "Nadim", "3804710", 2745)),
])  # fmt: skip
def test_new_registers_a_list_of_players(tmp_path, sample, count, first):
    path = tmp_path / "t.xlsx"
    assert run("new", path, "--formule", "classique", "--joueurs", SAMPLES / sample) == 0
    rows = books.lines(path, "Joueurs")
    assert len(rows) == count
    assert tuple(rows[0][column] for column in ("Nom", "Prénom", "Licence", "Cote")) == first
    assert run("pair", path) == 0


def test_new_never_replaces_a_file(tmp_path, capsys):
    path = books.create(tmp_path)
    with untouched(path):
        assert run("new", path, "--formule", "classique") == 5
    assert "existe déjà" in capsys.readouterr().err


def test_new_with_a_list_that_cannot_be_read_makes_no_file(tmp_path, capsys):
    path, listed = tmp_path / "t.xlsx", tmp_path / "liste.csv"
    listed.write_text("Nom;Cote\nA;fort\n", encoding="utf-8")
    for players in (listed, tmp_path / "absente.csv"):
        assert run("new", path, "--formule", "classique", "--joueurs", players) == 5
        assert players.name in capsys.readouterr().err and not path.exists()


def test_new_warns_of_a_list_longer_than_any_tournament(tmp_path, capsys):
    books.create(tmp_path, 130)
    assert "130 joueurs" in capsys.readouterr().out


def test_players_whose_whole_name_stands_in_one_cell_are_registered(tmp_path, capsys):
    """A row with nothing but a name of three words is a player, not a note."""
    path, listed = tmp_path / "t.xlsx", tmp_path / "liste.csv"
    listed.write_text("\n".join(["Nom", *(f"De La {name}" for name in books.SURNAMES)]), encoding="utf-8")
    assert run("new", path, "--formule", "classique", "--joueurs", listed) == 0
    assert run("pair", path) == 0, capsys.readouterr().err
    assert [row["N°"] for row in books.lines(path, "Joueurs")] == list(range(1, 11))
