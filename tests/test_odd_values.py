"""Values and machines that nobody means: a sentence or a way round, never a bug."""

import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from tests import books
from tests.desk import Desk
from tests.test_federation_files import build, inbox  # noqa: F401
from tournament_xl.federation.build import build as built
from tournament_xl.federation.entries import read_adjustments
from tournament_xl.folding import fold, fold_label
from tournament_xl.lists.columns import ListError, fold_title
from tournament_xl.resources import resource
from tournament_xl.seasons.toml_file import read_season
from tournament_xl.workbook.typed_forms import read_rounds


def adjusted(folder: Path, day: str, points: str):
    file = folder / "a.csv"
    file.write_text(f"Date;Licence;Points;Motif\n{day};L01;{points};CLAP\n", encoding="utf-8")
    return read_adjustments(file)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "31/12/1979", "01/01/2201"])
def test_an_adjustment_of_another_age_is_told(tmp_path, day):
    with pytest.raises(ListError, match="ligne 2.*n'est pas une date"):
        adjusted(tmp_path, day, "5")


@pytest.mark.parametrize("points", ["9" * 5000, "0," + "0" * 20_000 + "1", "1e99", "5001"])
def test_points_beyond_reason_are_told(tmp_path, points):
    with pytest.raises(ListError, match="ligne 2.*n'est pas un nombre de points"):
        adjusted(tmp_path, "01/02/2016", points)
    assert len(adjusted(tmp_path, "01/02/2016", "-12,5")) == 1


def test_a_last_tournament_of_the_year_one_is_long_ago(tmp_path):
    field = [{"Nom": "A", "Cote": "1500", "Dernier tournoi": "0001-01-01"}]
    assert [account.last.year for account in built([], field, date(2016, 8, 31)).accounts] == [1]


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit on Windows")
def test_without_a_handle_for_a_reader_nothing_is_published(inbox):  # noqa: F811
    """A workbook that could not be read for want of handles must not be told to be damaged, nor left out."""
    (inbox / "sortie").mkdir()
    code = (
        "import resource, sys; from tournament_xl.cli import main; import tournament_xl.federation.desk, rich.progress;"
        "import os, tournament_xl.federation.worker; top = os.dup(0); os.close(top);"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (top + 2, top + 2)); sys.exit(main(sys.argv[1:]))"
    )
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code, "federation", "build", "recus", "--joueurs", "liste.csv",
         "--date", "2016-08-31", "-o", "sortie/c.xlsx"],
        cwd=inbox, capture_output=True, encoding="utf-8", timeout=60,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)},
    )  # fmt: skip
    assert ran.returncode == 5 and "trop de fichiers sont ouverts" in ran.stderr, ran.stderr
    assert not list((inbox / "sortie").iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="names are always Unicode on Windows")
def test_without_a_language_the_demonstration_and_the_parcel_get_names_that_can_be(tmp_path):
    """LC_ALL=C: names of files can be ASCII only; backups and the federation's copy are named in French."""
    env = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    env["PYTHONPATH"] = str(Path(__file__).parent.parent)
    sample = resource("samples", "geneve-2010.xlsx")
    for words in (("demo", tmp_path / "d"), ("send", sample, "--to", tmp_path / "envoi")):
        command = [sys.executable, "-m", "tournament_xl", *map(str, words)]
        ran = subprocess.run(command, env=env, capture_output=True, timeout=120)
        assert ran.returncode == 0, ran.stderr
    names = {file.name for file in tmp_path.rglob("*.*")}
    assert any("avant mise - jour" in name for name in names) and any("Gen-ve" in name for name in names)


def test_a_file_of_a_season_with_a_key_of_thousands_of_dots_is_refused_unread(tmp_path):
    """tomllib would take time and memory with the square of its length."""
    season = tmp_path / "saison.toml"
    season.write_text(".".join(["a"] * 12_000) + " = 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match="plus de 20000 octets"):
        read_season(season)


@pytest.mark.parametrize("series", ["S", *"1234567"])
def test_a_file_of_a_season_without_a_series_of_the_unrated_is_refused(tmp_path, series):
    text = resource("tournament_xl", "seasons/2015-2016.toml").read_text(encoding="utf-8")
    head, rest = text.split("[unrated]")
    bare = re.sub(rf"^{series} *=.*\n", "", rest, count=1, flags=re.MULTILINE)
    assert bare != rest
    season = tmp_path / "saison.toml"
    season.write_text(f"{head}[unrated]{bare}", encoding="utf-8")
    with pytest.raises(ValueError, match="unrated"):
        read_season(season)


@pytest.mark.parametrize("table", ["name", "coefficients"])
def test_a_file_of_a_season_with_a_table_of_thousands_of_levels_for_a_value_is_refused(tmp_path, table):
    """A table made by a key of dots is too deep to be told as text."""
    text = resource("tournament_xl", "seasons/2015-2016.toml").read_text(encoding="utf-8")
    deep = ".a" * 4000 + " = 1\n"
    if table == "name":
        text, changed = re.subn(r"^name *=.*\n", f"name{deep}", text, count=1, flags=re.MULTILINE)
    else:
        text, changed = re.subn(r"^\[coefficients\].*\n", f"[coefficients]\nx{deep}", text, count=1, flags=re.MULTILINE)
    assert changed
    season = tmp_path / "saison.toml"
    season.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="name doit être|est attendu"):
        read_season(season)


def test_adjustments_without_end_for_one_player_do_not_lengthen_the_histogram(inbox):  # noqa: F811
    """A line for each hundred points up to his cote would be millions."""
    (inbox / "a.csv").write_text("Date;Licence;Points;Motif\n" + "01/02/2016;L01;5000;x\n" * 2000, encoding="utf-8")
    assert build(inbox, "--ajustements", inbox / "a.csv") == 0
    page = openpyxl.load_workbook(inbox / "sortie" / "classement.xlsx")["Seuils"]
    column = [cell.value for cell in page["A"]]
    lows = column[column.index("Répartition des cotes") + 1 :]
    assert 2 <= len(lows) <= 8 and lows == sorted(lows, key=int) and int(lows[-1]) >= 10_000_000


@pytest.mark.parametrize(("formula", "most"), [("Classique", 100), ("Toutes-rondes", 300)])
def test_more_rounds_than_a_check_can_draw_again_are_told(formula, most):
    for rounds in (most, most + 1):
        problems = Desk(Formule=formula, Nombre_de_rondes=rounds).players(8).press("update").problems
        assert any(f"de 1 à {most}" in one.message for one in problems) == (rounds > most)


@pytest.mark.parametrize("name", ["COLUMNS", "LINES"])
@pytest.mark.parametrize("size", ["²", "9" * 5000, "80.5"])
def test_a_size_of_the_window_that_is_none_is_forgotten(tmp_path, monkeypatch, capsys, name, size):
    path = books.create(tmp_path, 8)
    monkeypatch.setenv(name, size)
    assert books.run("standings", path) == 0
    assert "Alpha" in capsys.readouterr().out


def test_a_text_longer_than_a_name_is_compared_as_it_is():
    assert fold("É" * 500) == "e" * 500 and fold("É" * 501) == "É" * 501


def test_letters_that_stand_for_many_cost_no_time():
    many = "\ufdfa" * 40  # 18 letters each
    assert fold(many) == many and fold_title(many) == many
    assert fold_title("👤 Nom") == "nom" and fold_title("Gri\ufb03th") == fold_title("Griffith")
    assert fold_label("  N° 1 ") == "n° 1" and fold_label("\ufdfa") == fold_label("x" * 41) == ""


def test_a_list_of_rounds_longer_than_any_is_none():
    assert read_rounds("1," * 99 + "1") == (frozenset({1}), None)
    assert read_rounds("1," * 100 + "1") is None and read_rounds("1-" + " " * 30_000 + "x") is None
