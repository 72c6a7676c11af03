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

from tests import ROOT, books, mutations
from tournament_xl.frontends.cli import verbs
from tournament_xl.games.registry import GAMES
from tournament_xl.workbook import schema

COLOUR_MARKS = {"B"}  # of a side, as pages mark it; also a column of Cotes
PACKAGE = ROOT / "tournament_xl"
MODULES = sorted(PACKAGE.rglob("*.py"))
FLOORS = (  # lowest first; a module imports from its own floor and those below
    "core", "messages", "workbook", "document", "xlsx", "games", "paper", "engine", "actions", "players", "storage",
    "interchange", "submission", "publication", "phones", "support", "compare", "federation", "frames", "service",
    "frontends", "__main__",
)  # fmt: skip
LOOSE = {"__init__", "__main__", "engine", "frames"}  # modules at the top of the package
TESTS = sorted((ROOT / "tests").rglob("*.py"))
SCRIPTS = sorted((ROOT / "web" / "src").rglob("*.ts*"))
PURE = [path for path in MODULES if path.parent.name in ("core", "rules")]
SYSTEM = {"processes.py", "resources.py"}  # of core: what opens files and starts processes


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def module_name(path: Path) -> str:
    return ".".join(("tournament_xl", *path.relative_to(PACKAGE).with_suffix("").parts))


IMPORT = re.compile(r"^ *(?:from ([\w.]+) import (\([^)]*\)|.*)|import (.*)).*$", re.MULTILINE)
NAME = re.compile(r"([\w.]+)(?: as \w+)?(?:,|\s*$)")
PRIVATE = re.compile(r"(?<!\bself)(?<!\bcls)\._[a-z]|import .*\b_[a-z]|^ +_[a-z]\w*,$|setattr", re.MULTILINE)


@cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def imports(path: Path) -> set[str]:
    """Modules, and names in them; found without a syntax tree, which takes a second and more for all files."""
    modules: set[str] = set()
    for module, names, plain in IMPORT.findall(read(path)):
        listed = NAME.findall(re.sub(r"#.*", "", names.strip("()") or plain))
        modules |= {f"{module}.{name}" for name in listed} | {module} if module else {*listed}
    return modules


def own_rooms(path: Path) -> set[str]:
    parts = [name.split(".") for name in imports(path) if name.startswith("tournament_xl.")]
    return {part[1] for part in parts if (PACKAGE / part[1]).is_dir() or (PACKAGE / f"{part[1]}.py").is_file()}


def test_imports_point_down():
    for path in (path for path in MODULES if room(path) in FLOORS):
        higher = {name for name in own_rooms(path) if FLOORS.index(name) > FLOORS.index(room(path))}
        assert not higher, f"{path} imports from above: {higher}"


def test_every_module_is_in_a_room():
    assert {room(path) for path in MODULES} - set(FLOORS) <= LOOSE
    assert {path.stem for path in PACKAGE.glob("*.py")} == LOOSE


def test_no_two_modules_need_each_other_not_even_for_their_types():
    names = {module_name(path): path for path in MODULES}
    graph = {name: imports(path) & names.keys() - {name} for name, path in names.items()}
    assert len([*TopologicalSorter(graph).static_order()]) == len(graph)


def test_no_two_folders_need_each_other():
    graph = {room(path): set() for path in MODULES}
    for path in MODULES:
        graph[room(path)] |= own_rooms(path) - {room(path)}
    assert len([*TopologicalSorter(graph).static_order()]) == len(graph) > 20


def test_no_front_end_imports_another():
    """`launch` starts them, `wire` is the format that several speak."""
    paths = [*(PACKAGE / "frontends").glob("*/*.py")]
    front_ends = {path.parent.name for path in paths}
    for path in paths:
        others = tuple(f"tournament_xl.frontends.{name}" for name in front_ends - {path.parent.name})
        assert not [module for module in imports(path) if module.startswith(others)], path


def test_a_use_case_gives_data_and_neither_prints_nor_asks_nor_speaks_json():
    for path in (PACKAGE / "service").glob("*.py"):
        assert not re.search(r"^[^#\"]*(?<![\w.])(?:print|input)\(", read(path), re.MULTILINE), path
        roots = {name.split(".")[0] for name in imports(path)}
        assert roots <= {*sys.stdlib_module_names, "tournament_xl"}, path
        assert not roots & {"argparse", "json", "sys", "ctypes", "tkinter", "webbrowser"}, path
        of_commands = {name for name in imports(path) if name.startswith("tournament_xl.messages.cli.")}
        assert of_commands <= {"tournament_xl.messages.cli.BACKUPS"}, path


def test_the_rules_use_the_standard_library_and_each_other_only():
    """But for exact matching, which a rule imports in the function that computes."""
    for path in PURE:
        source, names = read(path), imports(path)
        foreign = {name.split(".")[0] for name in names} - set(sys.stdlib_module_names) - {"tournament_xl"}
        assert foreign <= {"rustworkx", "networkx"}, path
        assert not [name for name in foreign if f"\nimport {name}" in source or f"\nfrom {name}" in source], path
        ours = {name for name in names if name.startswith("tournament_xl.")}
        assert not {name for name in ours if not name.startswith("tournament_xl.core") and ".rules" not in name}, path
        if path.name not in SYSTEM:
            assert "print(" not in source and "open(" not in source and "random" not in names, path


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
        source = read(path)
        assert not re.search("scrabble|othello", source, re.IGNORECASE), path
        assert not {name for name in own if f'"{name}"' in source}, path


def test_files_stay_readable():
    folders = ("bench", "libreoffice", "samples", "templates", "tests", "tournament_xl")
    paths = [*chain(*((ROOT / folder).rglob("*.py") for folder in folders)), *SCRIPTS]
    assert not [path for path in paths if read(path).count("\n") > 800], "more than one subject?"
    assert [path for path in SCRIPTS if not read(path).startswith("// Owns ")] == []


def test_the_workflows_run_actions_of_which_nobody_can_change_the_content():
    workflows = [read(path) for path in (ROOT / ".github" / "workflows").glob("*.yml")]
    used = re.findall(r"uses: (.+)", "\n".join(workflows))
    pinned = re.compile(r"\./\S+|[\w/-]+@[0-9a-f]{40} # v[\d.]+")
    assert len(used) > 9 and not [use for use in used if not pinned.fullmatch(use)]


def test_what_measures_finds_what_it_measures():
    for path in (ROOT / "bench").glob("[a-z]*.py"):
        import_module(f"bench.{path.stem}")


def test_a_press_loads_no_great_library_and_nothing_of_a_later_game(tmp_path):
    path = str(books.create(tmp_path, 12, formula="open"))
    code = f"""import sys; from tournament_xl.frontends.cli.main import main
assert not any(main([verb, {path!r}]) for verb in ('pair', 'update', 'undo'))
print(*sys.modules)"""
    command = [sys.executable, "-X", "utf8", "-c", code]
    ran = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", cwd=ROOT)
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert not loaded & {"pandas", "openpyxl", "xlwings", "rich", "numpy", "sqlite3"}
    assert "tournament_xl.games.scrabble.actions" in loaded
    assert not [name for name in loaded if name.startswith("tournament_xl.games.othello")]


def test_every_module_is_reached_from_a_test_or_a_command():
    """By imports, through whatever imports it: what nothing reaches is dead."""
    modules = {module_name(path).removesuffix(".__init__"): path for path in MODULES}
    reached, waiting = set(), {command.run.__module__ for command in verbs.VERBS.values()} | {"tournament_xl.__main__"}
    for path in TESTS:
        waiting |= imports(path)
    while waiting := waiting & modules.keys() - reached:
        reached |= waiting
        waiting = set().union(*(imports(modules[name]) for name in waiting))
    assert {name for name in modules.keys() - reached if modules[name].stem != "__init__"} == set()


OF_COMMANDS = {"cli", "compare", "doctor", "elo", "exchange", "exports", "failures", "federation", "federation_sheets"}
OF_INSTALLATIONS = {"AFTER_RESTORE", "HOW_TO_RESTORE", "NO_XLWINGS", "ONLY_WINDOWS", "NO_KEY", "OTHERS"}
TERMINAL = re.compile(r"[^']*(?:terminal| --[a-z]|tournament-xl [a-z])[^']*")


def test_what_a_button_says_can_be_done_without_a_terminal():
    """Exempt is what only those read who typed a command or installed by hand, or who list copies there."""
    names = {path.stem for path in (PACKAGE / "messages").glob("*.py")}
    assert names > OF_COMMANDS
    for name in names - OF_COMMANDS:
        constants = vars(import_module(f"tournament_xl.messages.{name}")).items()
        texts = [value for key, value in constants if key.isupper() and key not in OF_INSTALLATIONS]
        assert TERMINAL.findall(repr(texts)) == [], name


NAMES_IN_SCRIPTS = {  # other names on the workbook, and names of the browser
    "Tournoi", "Sauvegardes", "Joueurs présents", "Match", "R", "Variation", "Place", "Enter", "Tab", "Escape",
    "AbortError", "AccessDenied", "QuotaExceededError", "TimeoutError", "Content-Type", "Visible", "écran",
}  # fmt: skip
LITERAL = re.compile(r'"([^"\\\n]*)"|`([^`\n]*)`')
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"])//[^\n]*", re.DOTALL)
TEXTS = re.compile(r"^export const TEXTS = \{$.*?^\};$", re.MULTILINE | re.DOTALL)
FRENCH = re.compile(r"[À-ÖØ-öø-ÿœ’]|^\W*[A-Z][a-zà-ÿ]+|\W[a-z]'[a-z]")


def test_scripts_of_the_page_hold_words_in_texts_alone():
    """Any text that begins as a sentence, or has a sign of French, is a name on the workbook or one of the browser."""
    names = NAMES_IN_SCRIPTS | {*schema.WINNER_COLUMNS}
    for game in GAMES.values():
        names |= {word for setting in game.settings for word in (setting.name, setting.group)}
        names |= {*game.sheets, *game.columns, *chain(*game.columns.values()), *game.extra_columns}
    words = []
    for script in SCRIPTS:
        for match in LITERAL.finditer(TEXTS.sub("", COMMENT.sub("", read(script)))):
            text = re.sub(r"\$\{[^}]*\}", " ", match[1] or match[2] or "").strip(" /:…×–")
            if FRENCH.search(text) and text not in names:
                words.append((script.name, text))
    assert words == []


def test_the_expressions_that_are_broken_on_purpose_are_there():
    for mutation in mutations.MUTATIONS:
        mutations.find_expression(mutation)  # ValueError: it is not there, or more than once
        assert mutation.before != mutation.after, mutation


OTHERS = {  # attributes that the standard library and openpyxl give such names
    "_replace", "_asdict", "_fields", "_exit", "_getframe", "_cells", "_current_row", "_value", "_charts",
}  # fmt: skip


def list_names_of_others(node: ast.AST) -> list[str]:
    """Names that a line of a test takes from another file or object."""
    if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("tests", "tournament_xl"):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") not in ("self", "cls"):
        return [node.attr] if node.attr not in OTHERS else []
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "setattr" and len(node.args) > 1:
        return [str(node.args[1].value)] if isinstance(node.args[1], ast.Constant) else []
    return []


def test_no_test_depends_on_a_private_name_of_another_file():
    for path in (path for path in TESTS if PRIVATE.search(read(path))):
        names = [name for node in ast.walk(ast.parse(read(path))) for name in list_names_of_others(node)]
        assert [name for name in names if re.match("_[a-z]", name)] == [], path
