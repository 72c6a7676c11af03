"""What a person installs: the wheel holds every template, the extension and the seasons that the commands open."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_wheel_takes_every_file_that_the_program_opens_outside_its_package():
    taken = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    endings = (".xlsx", ".xlsm", "-envoi.xlsx")
    wanted = [f"templates/{game}{ending}" for game in ("scrabble", "othello") for ending in endings]
    built = {path.relative_to(ROOT).as_posix() for path in (ROOT / "templates").glob("*.xls?")}
    assert built == set(wanted) <= set(taken)
    assert all((ROOT / source).is_file() and place == f"tournament_xl/{source}" for source, place in taken.items())


@pytest.mark.parametrize(("system", "machine", "names"), [
    ("win32", "AMD64", {"xlwings", "rustworkx"}), ("win32", "ARM64", {"xlwings", "networkx"}),
    ("darwin", "arm64", {"rustworkx"}), ("linux", "x86_64", {"rustworkx"}),
])  # fmt: skip
def test_one_command_installs_what_the_machine_needs(system, machine, names):
    """Excel's buttons want xlwings; Windows on ARM has no rustworkx to install."""
    here = {"sys_platform": system, "platform_machine": machine, "extra": ""}
    required = map(Requirement, PROJECT["project"]["dependencies"])
    found = {one.name for one in required if not one.marker or one.marker.evaluate(here)}
    assert found & {"xlwings", "rustworkx", "networkx"} == names and "pytest" not in found
