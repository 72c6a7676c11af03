"""The house keeps its shape: imports point down, rules know no sheet, a press loads little."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import walk_packages

import pytest

from tests import ROOT, books, mutations
from tournament_xl import messages
from tournament_xl.frontends.cli import verbs
from tournament_xl.games import scrabble
from tournament_xl.games.othello import actions as othello_actions
from tournament_xl.games.registry import GAMES
from tournament_xl.games.scrabble import actions as scrabble_actions
from tournament_xl.messages import (
    cli,
    compare,
    doctor,
    elo,
    exchange,
    exports,
    failures,
    federation,
    federation_sheets,
    live,
    page,
    publication,
    workbook_files,
)  # fmt: skip
from tournament_xl.workbook import schema

COLOUR_MARKS = {"B"}  # of a side, as pages mark it; also a column of Cotes
PACKAGE = ROOT / "tournament_xl"
MODULES = sorted(PACKAGE.rglob("*.py"))
FLOORS = [  # lowest first; a module imports from its own floor and those below
    "core",
    "messages",
    "workbook",
    "document",
    "xlsx",
    "games",
    "paper",
    "engine",
    "actions",
    "players",
    "storage",
    "interchange",
    "submission",
    "publication",
    "phones",
    "support",
    "compare",
    "federation",
    "frames",
    "service",
    "frontends",
    "__main__",
]
LOOSE = {"__init__", "__main__", "engine", "frames"}  # modules at the top of the package
PURE = [path for path in MODULES if path.parent.name in ("core", "rules")]
SYSTEM = {"processes.py", "resources.py"}  # of core: what opens files and starts processes


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def module_name(path: Path) -> str:
    return ".".join(("tournament_xl", *path.relative_to(PACKAGE).with_suffix("").parts))


@cache
def imports(path: Path) -> set[str]:
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return modules


def own_rooms(path: Path) -> set[str]:
    parts = [name.split(".") for name in imports(path) if name.startswith("tournament_xl.")]
    return {part[1] for part in parts if (PACKAGE / part[1]).is_dir() or (PACKAGE / f"{part[1]}.py").is_file()}


def floor(name: str) -> int:
    return FLOORS.index(name)


@pytest.mark.parametrize(
    "path", [path for path in MODULES if room(path) in FLOORS], ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_imports_point_down(path):
    higher = {name for name in own_rooms(path) if floor(name) > floor(room(path))}
    assert not higher, f"{path.name} imports from above: {higher}"


def test_every_module_is_in_a_room():
    assert {room(path) for path in MODULES} - set(FLOORS) <= LOOSE
    assert {path.stem for path in PACKAGE.glob("*.py")} == LOOSE


def test_no_two_modules_need_each_other_not_even_for_their_types():
    names = {module_name(path): path for path in MODULES}
    graph = {name: imports(path) & names.keys() - {name} for name, path in names.items()}
    assert sum(map(len, graph.values())) > len(graph)
    assert len([*TopologicalSorter(graph).static_order()]) == len(graph)


def test_no_two_folders_need_each_other():
    graph = {room(path): set() for path in MODULES}
    for path in MODULES:
        graph[room(path)] |= own_rooms(path) - {room(path)}
    assert len([*TopologicalSorter(graph).static_order()]) == len(graph) > 20


def test_what_a_result_from_a_phone_is_stands_in_one_room():
    """Others ask `phones` to read, to add and to merge: a second confirmation is a matter of that folder."""
    lines = "tournament_xl.phones.report_lines"
    texts_of_phones = "tournament_xl.messages.phones"
    users = {room(path) for path in MODULES if {lines, texts_of_phones} & imports(path)}
    assert users == {"phones", "frontends"}, "the command line says where the desk is"
    assert {room(path) for path in MODULES if lines in imports(path)} == {"phones"}


FRONT_ENDS = sorted(path.parent.name for path in (PACKAGE / "frontends").glob("*/__init__.py"))


@pytest.mark.parametrize("name", FRONT_ENDS)
def test_no_front_end_imports_another(name):
    """`launch` starts them, `wire` is the format that several speak."""
    others = tuple(f"tournament_xl.frontends.{front_end}" for front_end in FRONT_ENDS if front_end != name)
    paths = [*(PACKAGE / "frontends" / name).glob("*.py")]
    assert len(others) == len(FRONT_ENDS) - 1 > 2 and len(paths) > 1
    assert not [module for path in paths for module in imports(path) if module.startswith(others)]


@pytest.mark.parametrize("path", sorted((PACKAGE / "service").glob("*.py")), ids=lambda path: path.stem)
def test_a_use_case_gives_data_and_neither_prints_nor_asks_nor_speaks_json(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    roots = {name.split(".")[0] for name in imports(path)}
    assert not calls & {"print", "input"} and roots <= {*sys.stdlib_module_names, "tournament_xl"}
    assert not roots & {"argparse", "json", "sys", "ctypes", "tkinter", "webbrowser"}
    assert not {name for name in imports(path) if name.startswith("tournament_xl.messages.cli")} - {
        "tournament_xl.messages.cli",
        "tournament_xl.messages.cli.BACKUPS",
    }, "of the texts of the command line only the names of backups"


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_rules_use_the_standard_library_and_each_other_only(path):
    """But for exact matching, which a rule imports in the function that computes."""
    source = path.read_text(encoding="utf-8")
    names = imports(path)
    foreign = {name.split(".")[0] for name in names} - set(sys.stdlib_module_names) - {"tournament_xl"}
    assert foreign <= {"rustworkx", "networkx"}
    assert not [name for name in foreign if f"\nimport {name}" in source or f"\nfrom {name}" in source]
    ours = {name for name in names if name.startswith("tournament_xl.")}
    assert not {name for name in ours if not name.startswith("tournament_xl.core") and ".rules" not in name}
    if path.name not in SYSTEM:
        assert "print(" not in source and "open(" not in source and "random" not in names


def test_what_serves_every_game_names_none():
    """Neither a game, nor a column or setting that is of one game alone; sheets are named for all."""
    names = {
        name: {*chain(*game.columns.values()), *(setting.name for setting in game.settings)}
        for name, game in GAMES.items()
    }
    own = set.union(*names.values()) - set.intersection(*names.values()) - {*schema.SHEETS, *COLOUR_MARKS}
    own -= {*schema.SPLIT_COLUMNS, *schema.SPLIT_COLUMNS.values()}  # of old files
    assert {"Pdep", "Série duplicate", "Bêta", "Fin"} < own
    for path in (path for path in MODULES if room(path) in ("core", "workbook", "xlsx")):
        source = path.read_text(encoding="utf-8")
        assert not re.search("scrabble|othello", source, re.IGNORECASE), path
        assert not {name for name in own if f'"{name}"' in source}, path


@pytest.mark.parametrize("folder", ["bench", "libreoffice", "samples", "templates", "tests", "tournament_xl"])
def test_files_stay_readable(folder):
    sizes = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n")
        for path in (ROOT / folder).rglob("*.py")
    }
    assert sizes and not {name: lines for name, lines in sizes.items() if lines > 800}, "more than one subject?"


def test_the_workflows_run_actions_of_which_nobody_can_change_the_content():
    workflows = [path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")]
    used = re.findall(r"uses: (.+)", "\n".join(workflows))
    assert len(used) > 9 and not [
        use for use in used if not re.fullmatch(r"\./\S+|[\w/-]+@[0-9a-f]{40} # v[\d.]+", use)
    ]


@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "bench").glob("[a-z]*.py")))
def test_what_measures_finds_what_it_measures(name):
    import_module(f"bench.{name}")


@pytest.mark.parametrize("game", ["open", "othello"])
def test_a_press_loads_no_great_library_and_of_a_later_game_nothing(game, tmp_path):
    path = str(books.create(tmp_path, 12, formula=game))
    code = f"""import sys; from tournament_xl.frontends.cli.main import main
assert not any(main([verb, {path!r}]) for verb in ('pair', 'update', 'undo'))
print(*sys.modules)"""
    command = [sys.executable, "-X", "utf8", "-c", code]
    ran = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", cwd=ROOT)
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert not loaded & {"pandas", "openpyxl", "xlwings", "rich", "numpy", "sqlite3"}
    othello_loaded, scrabble_loaded = (
        {name for name in loaded if name.startswith(f"tournament_xl.games.{folder}")}
        for folder in ("othello", "scrabble")
    )
    if game == "open":
        assert scrabble_actions.__name__ in scrabble_loaded and not othello_loaded
        return
    assert othello_actions.__name__ in othello_loaded
    besides_rules = {name for name in scrabble_loaded if not name.startswith(f"{scrabble.__name__}.rules")}
    assert besides_rules == {scrabble.__name__, f"{scrabble.__name__}.game", f"{scrabble.__name__}.schema"}


def test_every_module_is_reached_from_a_test_or_a_command():
    """By imports, through whatever imports it: what nothing reaches is dead."""
    modules = {module_name(path).removesuffix(".__init__"): path for path in MODULES}
    reached, waiting = set(), {command.run.__module__ for command in verbs.VERBS.values()} | {"tournament_xl.__main__"}
    for path in (ROOT / "tests").rglob("*.py"):
        waiting |= imports(path)
    while waiting := waiting & modules.keys() - reached:
        reached |= waiting
        waiting = set().union(*(imports(modules[name]) for name in waiting))
    assert {name for name in modules.keys() - reached if modules[name].stem != "__init__"} == set()


def test_what_a_button_says_can_be_done_without_a_terminal():
    """Exempt is what only those read who typed a command or installed by hand, or who list copies there."""
    of_commands = {
        module.__name__
        for module in (
            cli,
            compare,
            doctor,
            elo,
            exchange,
            exports,
            failures,
            federation,
            federation_sheets,
        )  # fmt: skip
    }
    exempt = [workbook_files.AFTER_RESTORE, workbook_files.HOW_TO_RESTORE]
    exempt += [live.NO_XLWINGS, live.ONLY_WINDOWS, page.NO_KEY, publication.OTHERS]
    names = {module.name for module in walk_packages(messages.__path__, f"{messages.__name__}.")}
    assert of_commands < names
    for name in names - of_commands:
        texts = [value for key, value in vars(import_module(name)).items() if key.isupper() and value not in exempt]
        assert re.findall(r"[^']*(?:terminal| --[a-z]|tournament-xl [a-z])[^']*", repr(texts)) == [], name


SCRIPTS = sorted((ROOT / "web" / "src").rglob("*.ts*"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_each_script_of_the_page_says_first_what_it_owns(script):
    text = script.read_text("utf-8")
    assert text.startswith("// Owns ") and text.count("\n") <= 800


def test_scripts_of_the_page_hold_words_in_texts_alone():
    """Any text that begins as a sentence, or has a sign of French, is a name on the workbook or one of the browser."""
    names = {"Tournoi", "Sauvegardes", "Joueurs présents", "Match", "R"}  # other names on the workbook
    for game in GAMES.values():
        names |= {setting.name for setting in game.settings} | {setting.group for setting in game.settings}
        names |= {*game.sheets} | {*game.columns}
        names |= {title for titles in game.columns.values() for title in titles} | {*game.extra_columns}
    names |= {"Variation", "Place", *schema.WINNER_COLUMNS}
    names |= {
        "Enter",
        "Tab",
        "Escape",
        "AbortError",
        "AccessDenied",
        "QuotaExceededError",
        "TimeoutError",
        "Content-Type",
        "Visible",
        "écran",
    }
    literal, comment = re.compile(r'"([^"\\\n]*)"|`([^`\n]*)`'), re.compile(r"/\*.*?\*/|(?<![:\"])//[^\n]*", re.DOTALL)
    words = []
    for script in SCRIPTS:
        source = comment.sub("", script.read_text("utf-8"))
        source = re.sub(r"^export const TEXTS = \{$.*?^\};$", "", source, flags=re.MULTILINE | re.DOTALL)
        for match in literal.finditer(source):
            text = re.sub(r"\$\{[^}]*\}", " ", match[1] or match[2] or "").strip(" /:…×–")
            if re.search(r"[À-ÖØ-öø-ÿœ’]|^\W*[A-Z][a-zà-ÿ]+|\W[a-z]'[a-z]", text) and text not in names:
                words.append((script.name, text))
    assert words == []


def test_the_expressions_that_are_broken_on_purpose_are_there():
    for mutation in mutations.MUTATIONS:
        *_, before, after = mutations.mutate(mutation)  # ValueError: it is not there, or more than once
        assert before != after, mutation


OTHERS = {  # attributes that the standard library and openpyxl give such names
    "_replace", "_asdict", "_fields", "_exit", "_getframe", "_cells", "_current_row", "_value", "_charts",
}  # fmt: skip


OWN_NAMES = sorted((ROOT / "tests").rglob("*.py"))


@pytest.mark.parametrize("path", OWN_NAMES, ids=lambda path: path.name)
def test_no_test_depends_on_a_private_name_of_another_file(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("tests", "tournament_xl"):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") not in ("self", "cls"):
            names = [node.attr] if node.attr not in OTHERS else []
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "setattr" and len(node.args) > 1:
            names = [node.args[1].value] if isinstance(node.args[1], ast.Constant) else []
        assert not [name for name in names if re.match("_[a-z]", str(name))], (path.name, node.lineno)
