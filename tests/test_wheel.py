"""What a person installs: the wheel holds every template, the extension and the seasons that the commands open."""

import tomllib
from pathlib import Path

from tests.books import run

ROOT = Path(__file__).resolve().parent.parent


def test_the_wheel_takes_every_file_that_the_program_opens_outside_its_package():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    taken = build["targets"]["wheel"]["force-include"]
    wanted = [f"templates/{game}.{ending}" for game in ("scrabble", "othello") for ending in ("xlsx", "xlsm")]
    built = {path.relative_to(ROOT).as_posix() for path in (ROOT / "templates").glob("*.xls?")}
    assert built == set(wanted) <= set(taken)
    assert all((ROOT / source).is_file() and place == f"tournament_xl/{source}" for source, place in taken.items())


def test_standings_before_the_first_results_are_told_in_a_sentence(tmp_path, capsys):
    path = tmp_path / "othello.xlsx"
    assert run("new", path, "--formule", "othello", "--joueurs", ROOT / "samples/joueurs-geneve.csv") == 0
    assert run("pair", path) == 0
    capsys.readouterr()
    assert run("standings", path) == 0
    assert "Pas encore de classement" in capsys.readouterr().out
