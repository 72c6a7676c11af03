"""What a person gets: the wheel holds every file that commands open; the samples hold their published facts."""

from __future__ import annotations

import re
import tomllib
from itertools import chain

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from packaging.requirements import Requirement

import hatch_build
from tests import ROOT
from tests.programs import WHOLE
from tournament_xl import __version__
from tournament_xl.actions import workbook_actions
from tournament_xl.actions.check import check
from tournament_xl.games.scrabble.rules.standings import standings
from tournament_xl.storage import decoding
from tournament_xl.storage.workbook_file import ClosedFile

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ("requirements.txt", "requirements-more.txt")


def test_the_wheel_takes_every_file_that_the_program_opens_outside_its_package():
    taken = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    endings = (".xlsx", ".xlsm", "-envoi.xlsx")
    expected = [f"templates/{game}{ending}" for game in ("scrabble", "othello") for ending in endings]
    built = {path.relative_to(ROOT).as_posix() for path in (ROOT / "templates").glob("*.xls?")}
    assert built == set(expected) and {*expected, "web/index.html"} <= set(taken)
    assert all((ROOT / source).exists() and place == f"tournament_xl/{source}" for source, place in taken.items())


@pytest.mark.parametrize("is_built", [True, False])
def test_a_package_takes_the_bundle_of_the_page_and_one_built_without_npm_says_that_it_has_none(
    is_built, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("PATH", str(tmp_path))
    if is_built:
        (tmp_path / "web" / "built").mkdir(parents=True)
        for name in ("page.js", "page.css", "worker.js"):
            (tmp_path / "web" / "built" / name).touch()
    taken = {}
    for target in ("wheel", "sdist"):
        data = taken[target] = {"force_include": {}}
        hook = hatch_build.PageBundle(str(tmp_path), {}, None, None, "", target)
        hook.initialize("standard", data)
    assert bool("".join(capsys.readouterr())) == (not is_built) and taken["sdist"]["force_include"] == {}
    places = ["tournament_xl/web/built/page.js", "tournament_xl/web/built/page.css"]
    assert [*taken["wheel"]["force_include"].values()] == places * is_built


@pytest.mark.parametrize(("system", "machine", "names"), [
    ("win32", "AMD64", {"xlwings", "rustworkx"}), ("win32", "ARM64", {"xlwings", "networkx"}),
    ("darwin", "arm64", {"rustworkx"}), ("linux", "x86_64", {"rustworkx"}),
])  # fmt: skip
def test_one_command_installs_what_the_machine_needs(system, machine, names):
    """Excel's buttons want xlwings; Windows on ARM has no rustworkx to install."""
    here = {"sys_platform": system, "platform_machine": machine, "extra": ""}
    required = map(Requirement, PROJECT["project"]["dependencies"])
    packages = {
        requirement.name for requirement in required if not requirement.marker or requirement.marker.evaluate(here)
    }
    assert packages & {"xlwings", "rustworkx", "networkx"} == names and "pytest" not in packages


def names_pinned(*files):
    lines = (line for file in files for line in (ROOT / file).read_text(encoding="utf-8").splitlines())
    return {Requirement(line.split()[0]).name for line in lines if line[:1].isalpha()}


def test_the_licence_of_every_package_is_told():
    pinned = names_pinned(*LOCKS, "windows/python313.txt", "windows/python311.txt", "web/requirements.txt")
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    shipped, tools = (part.splitlines() for part in page.split("\n## ")[1:])
    cells = [line.split("|")[column] for column, lines in ((1, shipped), (2, tools)) for line in lines if "|" in line]
    documented = {name.split("(")[0].strip() for cell in cells for name in cell.split(",")}
    assert pinned <= documented
    assert documented - pinned == {"---", "paquet", "paquets", "Python", "Pyodide"}
    assert "GPL" not in page


def test_what_the_lock_installs_is_what_the_project_asks_for():
    listed = [*PROJECT["project"]["dependencies"], *chain(*PROJECT["project"]["optional-dependencies"].values())]
    listed += [entry for entry in chain(*PROJECT["dependency-groups"].values()) if isinstance(entry, str)]
    lines = "".join((ROOT / lock).read_text(encoding="utf-8") for lock in LOCKS).splitlines()
    pinned = [Requirement(line.split(";")[0].strip(" \\")) for line in lines if line[:1].isalpha()]
    for dependency in map(Requirement, listed):
        versions = [
            str(requirement.specifier)[2:] for requirement in pinned if requirement.name == dependency.name.lower()
        ]
        assert versions and all(map(dependency.specifier.contains, versions)), dependency


FORGE = {"GITHUB_SERVER_URL": "https://forge.example", "GITHUB_REPOSITORY": "club/tournois"}


@pytest.mark.parametrize("forge", [FORGE, {}], ids=["built at a forge", "built elsewhere"])
def test_on_a_package_index_every_link_and_picture_of_the_readme_leads_somewhere(forge, monkeypatch):
    for name in FORGE:
        monkeypatch.setenv(name, forge.get(name, ""))
    shown = ProjectMetadata(str(ROOT), PluginManager(), PROJECT).core
    targets = {link or picture for link, picture in re.findall(r"""\]\(([^)]+)\)|src="([^"]+)\"""", shown.readme)}
    home = "https://forge.example/club/tournois"
    assert bool(targets) == bool(shown.urls) == bool(forge)
    assert f"{home}/releases/latest/download/tournoi.html" in targets or not forge
    for target in targets:
        kind, _, path = target.removeprefix(f"{home}/").partition(f"/v{__version__}/")
        assert (
            kind.startswith(("releases/", "deployments/"))
            or kind in ("blob", "raw")
            and (ROOT / path.partition("#")[0]).exists()
        )


SAMPLES = ROOT / "samples"


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.xlsx"))[: None if WHOLE else 2], ids=lambda path: path.name)
def test_a_sample_is_up_to_date_and_stands_up_to_check(path):
    snapshot = ClosedFile(path).read()
    outcome = workbook_actions.update(snapshot, "21/11/2026 14:00")
    assert (outcome.code, outcome.edits) == (0, ())
    assert check(snapshot).code == 0


def test_the_published_facts_of_a_real_tournament_hold():
    """Geneva 2010: 15 players, five rounds, one who won them all, one who left after the fourth."""
    tournament = decoding.decode_file(SAMPLES / "geneve-2010.xlsx").tournament
    table = standings(tournament, tournament.played)
    assert (len(table), tournament.played, table[0].pm) == (15, 5, 15)
    assert [line.won for line in table].count(5) == 1
    assert [player.absences.after for player in tournament.players if player.absences.after] == [4]


@pytest.mark.parametrize("pins", ["python313.txt", "python311.txt"])
def test_the_setup_for_windows_carries_every_package_that_the_program_wants(pins):
    """A new dependency wants its line, with its hash (windows/README.md)."""
    here = {"sys_platform": "win32", "platform_machine": "AMD64", "extra": ""}
    lines = (ROOT / "windows" / pins).read_text(encoding="utf-8").splitlines()
    pinned = {own.name.lower(): own for own in (Requirement(line.split()[0]) for line in lines if line[:1] != "#")}
    for requirement in map(Requirement, PROJECT["project"]["dependencies"]):
        if not requirement.marker or requirement.marker.evaluate(here):
            assert requirement.specifier.contains(str(pinned[requirement.name.lower()].specifier)[2:])
