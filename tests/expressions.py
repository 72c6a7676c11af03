"""Every regular expression of the program, found in its source with its uses, and texts to slow it down.

The texts repeat the expression's own letters, one or two of them. `python -m tests.expressions FILE` tries each on 16
kB of them (`make trials`: on one MB), prints which expression is next, and says which ones were slow.
"""

from __future__ import annotations

import ast
import re
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import permutations
from pathlib import Path
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from tests import ROOT
from tests.fuzz import TRIALS

PACKAGE = ROOT / "tournament_xl"
WAYS = ("fullmatch", "match", "search", "findall", "finditer", "split", "sub", "subn")
LENGTH = 2**20 if TRIALS else 2**13
LENGTH_OF_TWO = 2**18 if TRIALS else 2**12  # of texts of two letters, which are many
SLOW = 2**-16  # seconds of processor time a letter; a fifth is much, and what takes the square of the letters has more
OF_FILE_NAMES = "(?P<stem>.+) "  # no system has longer ones than 255 letters
FOREIGN = "\u20ac"  # a letter that no expression names
OF_CATEGORY = {kinds.CATEGORY_DIGIT: "1", kinds.CATEGORY_SPACE: " ", kinds.CATEGORY_WORD: "a"}
REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT)
Found = tuple[int, re.Pattern[Any], set[str]]  # the line, the expression, how it is used


def expressions(file: Path) -> list[Found]:
    """Find the regular expressions of a module."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    name = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    values = vars(import_module(name)) if file.stem != "__main__" else {}
    nodes = [*ast.walk(tree)]
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    used = [(call.func.value.id, call.func.attr) for call in calls if isinstance(call.func.value, ast.Name)]
    assigned = [node for node in nodes if isinstance(node, ast.Assign) and _compiles(node)]
    uses: list[Found] = []
    for call in (call for call in calls if isinstance(call.func.value, ast.Name) and call.func.value.id == "re"):
        ways = {call.func.attr} & {*WAYS}
        if call.args and isinstance(call.args[0], ast.Attribute):
            continue  # of a field of the document (document/description.py): short, without alternatives that repeat
        if call.func.attr == "compile":
            of_call = [node for node in assigned if any(part is call for part in ast.walk(node.value))]
            names = {part.id for node in of_call for target in node.targets for part in ast.walk(target)
                     if isinstance(part, ast.Name)}  # fmt: skip
            ways = {way for name, way in used if name in names and way in WAYS} or {"search"}
        if ways and not str((pattern := _pattern(call, values)).pattern).startswith(OF_FILE_NAMES):
            uses.append((call.lineno, pattern, ways))
    return uses


def _compiles(node: ast.Assign) -> bool:
    return any(isinstance(part, ast.Attribute) and part.attr == "compile" for part in ast.walk(node.value))


def _pattern(call: ast.Call, values: dict[str, Any]) -> re.Pattern[Any]:
    """Compile the expression; names of local variables in it stand for a word."""
    code = compile(ast.Expression(call.args[0]), "", "eval")
    text = eval(code, {**dict.fromkeys(code.co_names, "mot"), **values})
    if isinstance(text, re.Pattern):
        return text
    flags = [word.value for word in call.keywords if word.arg == "flags"]
    flags_at = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(call.func.attr, 2)  # type: ignore[attr-defined]
    flags += call.args[flags_at : flags_at + 1]
    flag = eval(compile(ast.Expression(flags[0]), "", "eval"), {"re": re}) if flags else 0
    return re.compile(text, flag)


def letters(pattern: re.Pattern[Any]) -> set[str]:
    """Return the letters that an expression names, one of each kind, and one that it does not name."""
    return {FOREIGN, "\n", "\r", *_letters(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))}


def _letters(part: Any) -> Iterator[str]:
    if isinstance(part, tuple) and len(part) == 2 and part[0] in (kinds.LITERAL, kinds.NOT_LITERAL):
        yield chr(part[1])
    elif isinstance(part, tuple) and len(part) == 2 and part[0] is kinds.RANGE:
        yield chr(part[1][0])
    elif isinstance(part, tuple) and len(part) == 2 and part[0] is kinds.CATEGORY:
        yield OF_CATEGORY.get(part[1], "-")
    elif isinstance(part, (tuple, list, parser.SubPattern)):
        for item in part:
            yield from _letters(item)


def _repeated(part: Any) -> Iterator[str]:
    """Return the letters within repeated parts: only there two in turn get far."""
    if isinstance(part, (tuple, list, parser.SubPattern)):
        is_repeat = isinstance(part, tuple) and len(part) == 2 and part[0] in REPEATS and part[1][1] > 1
        for item in part:
            yield from _letters(item) if is_repeat else _repeated(item)


def beginning(pattern: re.Pattern[Any]) -> str:
    """Return about the shortest text that it finds, without the last letter."""
    return "".join(_shortest(parser.parse(pattern.pattern, pattern.flags)))[:-1]


def _shortest(parts: Any) -> Iterator[str]:
    for kind, what in parts:
        if kind is kinds.LITERAL:
            yield chr(what)
        elif kind is kinds.IN:
            yield next(_letters(what), "a") if what[0][0] is not kinds.NEGATE else "b"
        elif kind in (kinds.ANY, kinds.NOT_LITERAL):
            yield "b"
        elif kind in REPEATS:
            yield "".join(_shortest(what[2])) * max(what[0], 1)
        elif kind is kinds.SUBPATTERN:
            yield from _shortest(what[3])
        elif kind is kinds.ATOMIC_GROUP:
            yield from _shortest(what)
        elif kind is kinds.BRANCH:
            yield from _shortest(what[1][0])


def attempts(pattern: re.Pattern[Any]) -> Iterator[Any]:
    """Build long texts: each letter, the beginning repeated, and each letter and each two after a beginning."""
    begun = beginning(pattern)
    long = [letter * LENGTH for letter in sorted(letters(pattern))]
    repeated = {FOREIGN, "\n", "\r", *_repeated(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))}
    pairs = ("".join(two) * (LENGTH_OF_TWO // 2) for two in permutations(sorted(repeated), 2))
    for text in (*long, *(begun + text for text in (*long, *pairs)), begun * (LENGTH // max(len(begun), 1))):
        yield text.encode() if isinstance(pattern.pattern, bytes) else text


def attempt(pattern: re.Pattern[Any], way: str, text: Any) -> None:
    """Use the expression as the program does."""
    if way == "finditer":
        for _ in pattern.finditer(text):
            pass
    elif way in ("sub", "subn"):
        pattern.sub(text[:0], text)
    else:
        getattr(pattern, way)(text)


def main() -> None:
    slow = []
    for file in map(Path, sys.argv[1:]):
        for line, pattern, ways in expressions(file):
            for way in sorted(ways):
                print(tried := f"{file.relative_to(PACKAGE)}:{line} {way} {pattern.pattern!r}", flush=True)
                for text in attempts(pattern):
                    began = time.process_time()
                    attempt(pattern, way, text)
                    if (took := time.process_time() - began) > SLOW * max(len(text), LENGTH_OF_TWO):
                        slow.append(f"{tried} takes {took:.1f} s on {text[:20]!r} ... {text[-20:]!r}")
                        break
    sys.exit("\n".join(slow) or None)


if __name__ == "__main__":
    main()
