"""Rules broken on purpose, one expression at a time: do the tests notice? `python -m tests.mutations [NUMBER …]`.

Each expression below is changed in a copy of the tree, and the tests of the rule run until the first one fails. A line
names the function (or the module, for constants and private helpers) that holds the expression, and the shape of the
expression in it: `a` to `w` stand for any expression, `x`, `y` and `z` for a name. So rules may be moved, renamed and
laid out anew; tests/test_house.py says when a shape is no longer there exactly once.
"""

from __future__ import annotations

import ast
import inspect
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tests import ROOT
from tests.games.othello import test_othello_finals, test_othello_naive, test_othello_pairing, test_othello_results
from tests.games.scrabble import (
    test_naive,
    test_properties,
    test_published_example,
    test_rules_open,
    test_rules_pairing,
    test_rules_rating,
    test_rules_scoring,
    test_search,
)
from tournament_xl.games.othello.rules import costs
from tournament_xl.games.scrabble.rules import (
    classique,
    initial,
    model,
    open_groups,
    rating,
    round_robin,
    scoring,
    search,
    standings,
)

CLASSIQUE = (test_search, test_rules_scoring, test_rules_pairing, test_published_example, test_naive)
RATING = (test_rules_rating, test_naive)
OPEN = (test_rules_open, test_properties, test_naive)
OTHELLO = (test_othello_results, test_othello_finals, test_othello_naive, test_othello_pairing)


class Mutation(NamedTuple):
    """An expression of a rule, and the wrong expression that takes its place."""

    where: Callable[..., object] | ModuleType
    before: str
    after: str
    tests: tuple[ModuleType, ...]


MUTATIONS = tuple(Mutation(*line) for line in (
    (scoring.cap_difference, "max(-a, min(a, b))", "max(-a - 1, min(a + 1, b))", CLASSIQUE),
    (scoring, "(3, 2, 1, 0)", "(3, 2, 0, 0)", CLASSIQUE),
    (scoring.is_decided, "len(a) >= 2 * b - 1", "len(a) >= 2 * b", CLASSIQUE),
    (scoring.is_meeting, "a and not b", "a", CLASSIQUE),
    (scoring.tallies, "a(b, -c, d) if e else f", "a(b, 0, d) if e else f", CLASSIQUE),
    (scoring.tallies, "(x, a(b, -c, d))", "(x, a(b - 1, -c, d))", CLASSIQUE),
    (scoring.tallies, "(a(b, 0, c), a(b, 0, c))", "(a(b, -10, c), a(b, -10, c))", CLASSIQUE),
    (model, "(a, TieBreak('PPM', b, c), d)", "(a, d, TieBreak('PPM', b, c))", CLASSIQUE),
    (standings.standings, "a is None and b == c", "a is None", CLASSIQUE),
    (standings, "a < len(b) * (len(b) - 1) // 2", "a < len(b) - 1", CLASSIQUE),
    (standings, "sorted((x for x in a if x != b), key=c)", "sorted((x for x in a), key=c)", CLASSIQUE),
    (standings, "[a] if b > c else [d] if c > b else []", "[d] if b > c else [a] if c > b else []", OPEN),
    (initial.strength_key, "(-a, b(c), d)", "(-a, c, d)", CLASSIQUE),
    (initial, "a(b) > a(c)", "a(b) < a(c)", CLASSIQUE),
    (initial, "math.ceil(a) - 0.5", "math.floor(a) - 0.5", CLASSIQUE),
    (classique.table_rounds, "2 if a <= 8 else 3", "2 if a < 8 else 3", CLASSIQUE),
    (classique, "2 * ((len(a) + 1) // 3)", "2 * (len(a) // 3)", CLASSIQUE),
    (classique.assign_seats, "min(a, key=b, default=c)", "max(a, key=b, default=c)", CLASSIQUE),
    (search, "range(a + 1, len(b))", "range(len(b) - 1, a, -1)", CLASSIQUE),
    (search, "3 * a > 2 * b", "3 * a >= 2 * b", CLASSIQUE),
    (search, "a in c or b in c or d", "a in c or b in c", CLASSIQUE),
    (round_robin.berger_round, "(a - b - 1) % c + 1", "(a - b) % c + 1", CLASSIQUE),
    (rating.compute_experience, "a - b + 1", "a - b", RATING),
    (rating.compute_raw_pj, "2 if a >= 0 else 1", "2", RATING),
    (rating.compute_bonus, "a > len(b)", "a >= len(b)", RATING),
    (rating.compute_places, "1 + sum(a < b for x in c)", "1 + sum(a <= b for x in c)", RATING),
    (rating.compute_highest_pj, "a - min(b, a)", "a - b", RATING),
    (rating.compute_highest_pj, "(100 - a) / 2", "(100 - a) / 3", RATING),
    (rating.find_participants, "a != b and not c", "a != b", RATING),
    (open_groups.pair, "a > b", "a >= b", OPEN),
    (open_groups.default_rounds, "8 if a <= b else c", "8 if a < b else c", OPEN),
    (costs.Costs, "min(a) - 1", "min(a)", OTHELLO),
    (costs.compute_rematch_cost, "a if b[-1][0] == c else d", "a if b[0][0] == c else d", OTHELLO),
    (costs.compute_compatriot_cost, "a >= int(b)", "a > int(b)", OTHELLO),
    (costs.compute_rematch_cost, "sum(a if b == c else d for e in f)", "sum(a if b != c else d for e in f)", OTHELLO),
    (costs.Costs.table, "min(a + b, c + d)", "a + b", OTHELLO),
))  # fmt: skip


def main() -> int:
    chosen = [int(word) for word in sys.argv[1:]] or range(1, len(MUTATIONS) + 1)
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "images"))
        for number in chosen:
            mutation = MUTATIONS[number - 1]
            file, source, old, new = mutate(mutation)
            print(f"{number:>2} {mutation.where.__name__}: {old} -> {new}", flush=True)
            noticed = _first_failure(copy, file, source, mutation.tests)
            print(f"   {noticed or 'SURVIVED'}", flush=True)
            if not noticed:
                survivors.append(number)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} noticed; survivors: {survivors}")
    return 1 if survivors else 0


def mutate(mutation: Mutation) -> tuple[Path, str, str, str]:
    """Break the rule.

    Returns:
        Its file in the tree, the file's new source, the present expression and the new one.

    Raises:
        ValueError: The shape is not there exactly once.
    """
    file = Path(inspect.getfile(mutation.where))
    tree = ast.parse(file.read_text(encoding="utf-8"))
    lines, start = inspect.getsourcelines(mutation.where)
    pattern, replacement = (ast.parse(shape, mode="eval").body for shape in (mutation.before, mutation.after))
    fitting = []
    for node in ast.walk(tree):
        letters: dict[str, ast.AST] = {}
        if isinstance(node, ast.expr) and start <= node.lineno <= start + len(lines) and _fits(pattern, node, letters):
            fitting.append((node, letters))
    if len(fitting) != 1:
        raise ValueError(f"{mutation.where.__name__}: {mutation.before} is there {len(fitting)} times")
    old, letters = fitting[0]
    before = ast.unparse(old)
    new = _Replacer(letters).visit(replacement)
    return file.relative_to(ROOT), ast.unparse(_Replacer({old: new}).visit(tree)), before, ast.unparse(new)


def _fits(pattern: object, part: object, letters: dict[str, ast.AST]) -> bool:
    """Check whether a part of a syntax tree has this shape; `letters` receives what each letter of it stands for."""
    if isinstance(pattern, ast.Name) and len(pattern.id) == 1 and pattern.id.islower():
        if not isinstance(part, ast.Name if pattern.id in "xyz" else ast.expr):
            return False
        return ast.unparse(letters.setdefault(pattern.id, part)) == ast.unparse(part)
    if isinstance(pattern, ast.AST):
        fields = [name for name in pattern._fields if name != "ctx"]
        return type(pattern) is type(part) and all(
            _fits(getattr(pattern, name), getattr(part, name), letters) for name in fields
        )
    if isinstance(pattern, list):
        return (
            isinstance(part, list)
            and len(pattern) == len(part)
            and all(_fits(expected, actual, letters) for expected, actual in zip(pattern, part, strict=True))
        )
    return pattern == part


class _Replacer(ast.NodeTransformer):
    """Puts other expressions in the place of nodes, or of the letters of a shape."""

    def __init__(self, replacements: Mapping[ast.AST, ast.AST] | Mapping[str, ast.AST]) -> None:
        self.replacements = replacements

    def visit(self, node: ast.AST) -> ast.AST:
        key = node.id if isinstance(node, ast.Name) and node not in self.replacements else node
        return self.replacements[key] if key in self.replacements else self.generic_visit(node)


def _first_failure(copy: Path, file: Path, source: str, tests: tuple[ModuleType, ...]) -> str:
    """Run the tests until one fails where `file` has this source; return its name, "" when none does."""
    original = (copy / file).read_text(encoding="utf-8")
    (copy / file).write_text(source, encoding="utf-8")
    try:
        paths = [str(Path(inspect.getfile(test)).relative_to(ROOT)) for test in tests]
        done = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *paths], cwd=copy,
            env=os.environ | {"PYTHONPATH": str(copy)}, capture_output=True, text=True,
        )  # fmt: skip
    finally:
        (copy / file).write_text(original, encoding="utf-8")
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if done.returncode not in (0, 1):
        return f"the tests cannot run: {done.stdout[-200:]}"
    return failed[0].split(" - ")[0] if failed else ""


if __name__ == "__main__":
    sys.exit(main())
