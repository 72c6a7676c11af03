"""The house keeps its shape: imports point down, rules know no sheet, a press loads little."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

from tests import books, mutations

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "tournament_xl"
MODULES = sorted(PACKAGE.rglob("*.py"))
FLOORS = [  # lowest first; a module imports from its own floor and those below
    {"folding", "model", "resources", "processes", ""},
    {"rules"},
    {"texts", "exits"},
    {"seasons"},
    {"engine"},
    {"book"},
    {"files"},
    {"press"},
    {"games"},
    {"taking", "actions", "check", "simulate"},
    {"exports", "send"},
    {"publish", "lists"},
    {"hosts"},
    {"federation", "compare"},
    {"frames"},
    {"excel", "app"},
    {"cli"},
    {"__main__"},
]
RULES = {"model", "folding", "rules"}


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py").replace("__init__", "")


@cache
def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return found


def own_rooms(path: Path) -> set[str]:
    parts = [name.split(".") for name in imports(path) if name.startswith("tournament_xl.")]
    return {part[1] for part in parts if (PACKAGE / part[1]).is_dir() or (PACKAGE / f"{part[1]}.py").is_file()}


def floor(name: str) -> int:
    return next(height for height, rooms in enumerate(FLOORS) if name in rooms)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path):
    higher = {name for name in own_rooms(path) if floor(name) > floor(room(path))}
    assert not higher, f"{path.name} imports from above: {higher}"


def test_no_two_modules_need_each_other_not_even_for_their_types():
    names = {".".join(("tournament_xl", *path.relative_to(PACKAGE).with_suffix("").parts)): path for path in MODULES}
    graph = {name: imports(path) & names.keys() - {name} for name, path in names.items()}
    assert sum(map(len, graph.values())) > len(graph)
    assert len([*TopologicalSorter(graph).static_order()]) == len(graph)


def test_no_two_folders_need_each_other():
    graph = {room(path): set() for path in MODULES}
    for path in MODULES:
        graph[room(path)] |= own_rooms(path) - {room(path)}
    assert len([*TopologicalSorter(graph).static_order()]) == len(graph) > 20


@pytest.mark.parametrize("path", [p for p in MODULES if room(p) in RULES], ids=lambda p: str(p.relative_to(PACKAGE)))
def test_the_rules_use_the_standard_library_and_each_other_only(path):
    """But for exact matching, which a rule imports in the function that computes."""
    source = path.read_text(encoding="utf-8")
    foreign = {name.split(".")[0] for name in imports(path)} - set(sys.stdlib_module_names) - {"tournament_xl"}
    assert foreign <= {"rustworkx", "networkx"} and own_rooms(path) <= RULES
    assert not [name for name in foreign if f"\nimport {name}" in source or f"\nfrom {name}" in source]
    assert "print(" not in source and "open(" not in source and "random" not in imports(path)


@pytest.mark.parametrize("folder", ["bench", "libreoffice", "samples", "templates", "tests", "tournament_xl"])
def test_files_stay_readable(folder):
    sizes = {path.name: path.read_text(encoding="utf-8").count("\n") for path in (ROOT / folder).rglob("*.py")}
    assert sizes and not {name: lines for name, lines in sizes.items() if lines > 450}, "split them"


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "bench").glob("[a-z]*.py")))
def test_what_measures_finds_what_it_measures(name):
    import_module(f"bench.{name}")


@pytest.mark.parametrize("game", ["open", "othello"])
def test_a_press_loads_no_great_library_and_nothing_of_the_other_game_but_the_names_of_its_columns(game, tmp_path):
    path = str(books.create(tmp_path, 12, formula=game))
    code = f"""import sys; from tournament_xl.cli import main
assert not any(main([verb, {path!r}]) for verb in ('pair', 'update', 'undo'))
print(*sys.modules)"""
    command = [sys.executable, "-X", "utf8", "-c", code]
    ran = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", cwd=ROOT)
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert not loaded & {"pandas", "openpyxl", "xlwings", "rich", "numpy"}
    ours = {name.removeprefix("tournament_xl.") for name in loaded if name.startswith("tournament_xl.")}
    of_othello = {name for name in ours if "othello" in name}
    of_scrabble = {name for name in ours if name.startswith(("rules.scrabble", "seasons", "games.scrabble"))}
    if game == "othello":
        assert not of_scrabble and "games.othello.press" in of_othello
    else:
        assert of_othello == {"games.othello", "games.othello.labels"} and "games.scrabble.press" in of_scrabble


HELD_BY = {
    "test_awards": "book.awards",
    "test_changes": "book.memory_line",
    "test_check": "check.report games.othello.check games.scrabble.check",
    "test_page": "hosts.page_view",
    "test_cli": "cli.answers cli.demo cli.outputs cli.program cli.show cli.words",
    "test_federation_months": "federation.command federation.corrections federation.letters federation.versions",
    "test_federation_folder": "federation.guards federation.order federation.people federation.register",
    "test_federation_year": "federation.causes federation.entering federation.website files.paper",
    "test_othello_files": "games.othello.elo.deduce rules.othello.numbers",
    "test_othello_finals": "games.othello.finals",
    "test_othello_workbook": "games.othello.encode games.othello.sheets",
    "test_games": "games.othello.jobs games.scrabble.jobs hosts.export",
    "test_rules_open": "games.scrabble.encode games.scrabble.open_sheets",
    "test_rules_rating": "games.scrabble.ratings",
    "test_publish": "games.scrabble.what_if",
    "test_publish_live": "hosts.hall",
    "test_orphans": "processes",
    "test_lists_of_others": "lists.coming lists.last_week lists.letters lists.other_forms lists.sheets",
    "test_received": "taking",
}  # tests that go through verbs and presses -> modules that they hold and do not name


def test_every_module_is_named_by_a_test():
    """By an import, or above; the texts are told by the tests of what says them."""
    tests = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    imported = {name for path in (ROOT / "tests").rglob("*.py") for name in imports(path)}
    held = {f"tournament_xl.{name}" for names in HELD_BY.values() for name in names.split()}
    public = [path for path in MODULES if not path.name.startswith("_") and room(path) != "texts"]
    names = {".".join(("tournament_xl", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in public}
    assert names - imported <= held <= names and HELD_BY.keys() <= tests.keys()


def test_what_a_button_says_can_be_done_without_a_terminal():
    """The terminal has its own words in `texts.forms`. Exempt is what only those read who installed by hand, or
    who list copies there.
    """
    exempt = {"NO_XLWINGS", "ONLY_WINDOWS", "HOW_TO_RESTORE", "COPIES_OF_OTHERS", "AFTER_RESTORE"}
    for name in ("asking", "awards", "changes", "check", "hosts", "live", "notices", "player_list", "problems",
                 "received", "reasons", "send", "sheets"):  # fmt: skip
        module = vars(import_module(f"tournament_xl.texts.{name}"))
        told = repr([one for key, one in module.items() if key.isupper() and key not in exempt])
        found = re.findall(r"[^']*(?:terminal| --[a-z]|tournament-xl [a-z])[^']*", told)
        assert found == []


def test_the_lines_that_are_broken_on_purpose_stand_where_the_list_says():
    for file, before, after, tests in mutations.MUTATIONS:
        assert (PACKAGE / file).read_text(encoding="utf-8").count(before) == 1 and before != after, (file, before)
        assert all((ROOT / "tests" / f"{name}.py").exists() for name in tests)
