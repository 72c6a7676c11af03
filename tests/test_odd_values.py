"""Values and machines that nobody means: a sentence or a way round, never a bug."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.desk import Desk
from tests.test_federation_files import build, inbox  # noqa: F401
from tournament_xl.federation.entries import read_adjustments
from tournament_xl.folding import fold, fold_label
from tournament_xl.lists.columns import ListError, fold_title
from tournament_xl.resources import resource
from tournament_xl.seasons import read_season


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


@pytest.mark.parametrize(("formula", "most"), [("Classique", 100), ("Toutes-rondes", 300)])
def test_more_rounds_than_a_check_can_draw_again_are_told(formula, most):
    for rounds in (most, most + 1):
        problems = Desk(Formule=formula, Nombre_de_rondes=rounds).players(8).press("update").problems
        assert any(f"de 1 à {most}" in one.message for one in problems) == (rounds > most)


def test_letters_that_stand_for_many_cost_no_time():
    many = "\ufdfa" * 40  # 18 letters each
    assert fold(many) == many and fold_title(many) == many
    assert fold_title("👤 Nom") == "nom" and fold_title("Gri\ufb03th") == fold_title("Griffith")
    assert fold_label("  N° 1 ") == "n° 1" and fold_label("\ufdfa") == fold_label("x" * 41) == ""
