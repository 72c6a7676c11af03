"""The command line as a user meets it: every command, every exit code, and the file left alone on any code but 0."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.books import SAMPLES, edit, pair, run, simulate, untouched
from tournament_xl import __version__, cli

COMMANDS = ("new", "pair", "update", "undo", "standings", "explain", "simulate", "demo")
ON_A_FILE = ("pair", "update", "undo", "standings", "explain", "simulate")
WRITING = ("pair", "update", "undo", "simulate")
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Workbooks of 8 players made once: registered, round 1 drawn, round 1 played, all rounds played."""
    folder = tmp_path_factory.mktemp("made")
    paths = {name: books.create(folder / name) for name in ("registered", "drawn", "played", "finished")}
    pair(paths["drawn"])
    simulate(paths["played"], 1)
    simulate(paths["finished"], 5)
    return paths


@pytest.fixture
def copy(made, tmp_path):
    """A copy of one of them, of one's own, without backups."""

    def get(name):
        return Path(shutil.copy(made[name], tmp_path))

    return get


def process(*words, env=None, cwd=None, text=True):
    """The command in a process of its own."""
    command = [sys.executable, "-m", "tournament_xl", *map(str, words)]
    full = os.environ | {"PYTHONPATH": str(ROOT)} | (env or {})
    return subprocess.run(command, capture_output=True, env=full, cwd=cwd, encoding="utf-8" if text else None)


# Help and usage


def test_without_a_command_the_usage_is_shown(capsys):
    assert run() == 2
    assert "utilisation : tournament-xl" in capsys.readouterr().err


def test_the_help_names_every_command(capsys):
    assert run("--help") == 0
    text = capsys.readouterr().out
    assert all(re.search(rf"^ +{command} +\w", text, re.MULTILINE) for command in COMMANDS)


def test_the_version_is_told(capsys):
    assert run("--version") == 0
    assert capsys.readouterr().out == f"tournament-xl {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_is_french(capsys, command):
    assert run(command, "--help") == 0
    text = capsys.readouterr().out
    assert text.startswith(f"utilisation : tournament-xl {command} ") and "montrer cette aide" in text
    assert not re.search(r"\b(usage|options?:|show this|the|positional|arguments:)\b", text.replace("options:", "", 1)
                         .replace("arguments:", "", 1))  # fmt: skip


@pytest.mark.parametrize("words, told", [
    (["zut"], "zut"),
    (["pair"], "il manque : FILE"),
    (["pair", "a.xlsx", "b.xlsx"], "argument inconnu : b.xlsx"),
    (["pair", "a.xlsx", "--zut"], "argument inconnu : --zut"),
    (["undo", "a.xlsx", "--forc"], "argument inconnu : --forc"),
    (["new", "a.xlsx"], "il manque : --formule"),
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
    assert run("new", path, "--formule", "classique", "--edition", "F10", "--rondes", 6, "--graine", "007", "--nom", "=1+1",
               "--set", "lieu=1/2", "--set", "Date de debut = 21/11/2026", "--set", "Manches gagnantes=2 : 4-5") == 0  # fmt: skip
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
    assert run("simulate", path) == 0


def test_new_never_replaces_a_file(copy, capsys):
    path = copy("played")
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


# Files that cannot be read or written


def _text(path):
    path.write_text("Nom;Prénom\n", encoding="utf-8")


def _truncated(path):
    path.write_bytes(path.read_bytes()[:9000])


def _libreoffice_lock(path):
    path.with_name(f".~lock.{path.name}#").write_text(",zoe,pc,21.11.2026 14:00,file:///x;", encoding="utf-8")


def _excel_lock(path):
    path.with_name(f"~${path.name}").write_bytes(b"\x03Zo\xe9" + b" " * 161)


@pytest.mark.parametrize("verb", ON_A_FILE)
@pytest.mark.parametrize("damage, told", [
    (_text, "n'est pas un classeur"), (_truncated, "abîmé"), (lambda path: path.write_bytes(b""), "vide"),
], ids=["text", "truncated", "empty"])  # fmt: skip
def test_a_file_that_is_no_workbook_is_unreadable(copy, capsys, verb, damage, told):
    path = copy("drawn")
    damage(path)
    with untouched(path):
        assert run(verb, path) == 5
    out, err = capsys.readouterr()
    assert told in err and out == "" and err.count("\n") == 1


@pytest.mark.parametrize("verb", ON_A_FILE)
def test_a_missing_file_a_folder_and_another_ending_are_unreadable(tmp_path, capsys, verb):
    (tmp_path / "liste.csv").write_text("Nom", encoding="utf-8")
    for path, told in ((tmp_path / "t.xlsx", "introuvable"), (tmp_path, "dossier"), (tmp_path / "liste.csv", ".xlsx")):
        assert run(verb, path) == 5
        assert told in capsys.readouterr().err


@pytest.mark.parametrize("lock, program", [(_libreoffice_lock, "LibreOffice par zoe"), (_excel_lock, "Excel par Zoé")])
def test_a_workbook_open_elsewhere_is_read_but_not_written(copy, capsys, lock, program):
    path = copy("played")
    lock(path)
    for verb, words in (("pair", ()), ("simulate", ()), ("undo", ("--force",))):
        with untouched(path):
            assert run(verb, path, *words) == 5
        assert program in capsys.readouterr().err
    assert run("standings", path) == 0 and run("explain", path) == 0


@pytest.mark.parametrize("verb", ON_A_FILE)
def test_a_workbook_that_is_not_ours_has_a_problem_for_every_missing_sheet(tmp_path, capsys, verb):
    path, book = tmp_path / "comptes.xlsx", openpyxl.Workbook()
    book.active.append(["loyer", 700])
    book.save(path)
    with untouched(path):
        assert run(verb, path) == 3
    places = [line.split(" : ")[0] for line in capsys.readouterr().err.splitlines()]
    sheets = ["Appariements", "Classement", "Grille", "Joueurs", "Journal", "Résultats", "Tables", "Tournoi"]
    assert places == [f"{sheet}!A1" for sheet in sheets]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits")
def test_a_read_only_folder_is_refused(copy, tmp_path):
    """In a process without root's rights."""
    path = copy("played")
    code = (
        f"import os, sys, tempfile; sys.path.insert(0, {str(ROOT)!r}); from tournament_xl.cli import main\n"
        "import tournament_xl.actions, tournament_xl.hosts.files, tournament_xl.simulate\n"
        "folder = tempfile.mkdtemp(dir='/tmp'); copy = folder + '/t.xlsx'\n"
        "data = open(sys.argv[1], 'rb').read(); open(copy, 'wb').write(data); os.chmod(copy, 0o666)\n"
        "os.chmod(folder, 0o555)\n"
        "if os.geteuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "print(main(['pair', copy]), main(['new', folder + '/n.xlsx', '--formule', 'classique']))\n"
        "print(open(copy, 'rb').read() == data, os.listdir(folder))\n"
    )
    ran = subprocess.run([sys.executable, "-X", "utf8", "-c", code, path], capture_output=True, encoding="utf-8")
    assert ran.stdout.splitlines()[-2:] == ["5 5", "True ['t.xlsx']"], ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr and "denied" not in ran.stderr.lower()


# A bug of ours


@pytest.mark.parametrize("verb", ON_A_FILE)
def test_a_bug_of_ours_is_70_with_a_sentence_and_no_traceback(copy, capsys, monkeypatch, tmp_path, verb):
    path = copy("played")

    def fail(*_, **__):
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("tournament_xl.hosts.closed.ClosedFile.read", fail)
    monkeypatch.setattr(cli.tempfile, "tempdir", str(tmp_path.parent))
    with untouched(path):
        assert run(verb, path) == 70
    err = capsys.readouterr().err
    assert "Erreur interne (ZeroDivisionError)" in err and "Traceback" not in err and err.count("\n") == 1
    (log,) = re.findall(r"\S+erreur\S+\.txt", err)
    assert "ZeroDivisionError: oh" in Path(log).read_text(encoding="utf-8")


def test_an_interruption_leaves_the_file(copy, capsys, monkeypatch):
    path = copy("played")

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with untouched_but_folder(path):
        assert run("pair", path) == 1
    assert "Interrompu" in capsys.readouterr().err


class untouched_but_folder:
    """The file stays to the byte and no copy is left; an empty folder of copies may appear."""

    def __init__(self, path):
        self.path, self.before = path, path.read_bytes()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        assert self.path.read_bytes() == self.before
        assert books.backups(self.path) == []
        assert {one.name for one in self.path.parent.iterdir()} <= {self.path.name, "Sauvegardes"}


# In a process of its own


def test_a_press_imports_no_heavy_library(copy):
    path = copy("registered")
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tournament_xl.cli import main\n"
        "codes = [main([verb, sys.argv[1]]) for verb in ('pair', 'update', 'undo')]\n"
        "print(codes, sorted({'pandas', 'numpy', 'openpyxl', 'xlwings', 'rich', 'xlsxwriter'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-X", "utf8", "-c", code, path], capture_output=True, encoding="utf-8")
    assert ran.stdout.splitlines()[-1] == "[0, 0, 0] []", ran.stderr


def test_a_command_runs_as_a_module_from_any_folder(copy, tmp_path):
    path = copy("registered")
    ran = process("pair", path.name, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "") and "Ronde 1 appariée : 4 tables." in ran.stdout
    ran = process("pair", path.name, cwd=tmp_path)
    assert ran.returncode == 3 and len(ran.stderr.splitlines()) == 4 and ran.stdout == ""


def test_a_terminal_without_accents_is_no_bug(copy):
    path = copy("registered")
    edit(path, {"Joueurs!Nom!5": "Zoé 👩‍🦰"})
    for words in (("pair", path), ("standings", path), ("explain", path), ("undo", path), ("zut", path)):
        ran = process(*words, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, text=False)
        assert ran.returncode == (2 if words[0] == "zut" else 0) and b"Traceback" not in ran.stderr
