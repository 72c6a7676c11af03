"""Which functions and which test hold each rule of docs/regles.md: `python -m tests.rules` prints the table.

A test says it by `@pytest.mark.rule(numbers, subject, "FILE: FUNCTION", …)`; Othello's numbers follow "Othello ".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tests import ROOT


class Proof(NamedTuple):
    """A test that proves what the program does of a rule."""

    rules: str  # "C3, C9"; "Othello F1"
    subject: str
    functions: tuple[str, ...]  # "FILE: FUNCTION"
    test: str  # "FILE: FUNCTION"

    @property
    def numbers(self) -> list[str]:
        """Numbers of the rules, without the game."""
        return self.rules.removeprefix("Othello ").split(", ")


def read_proofs() -> Iterator[Proof]:
    """Yield the proofs of all rules, Scrabble's first, each by its first number."""
    proofs = [
        proof
        for path in (ROOT / "tests").rglob("test_*.py")
        for proof in _read_file(path.name, path.read_text("utf-8"))
    ]
    yield from sorted(
        proofs, key=lambda proof: (proof.rules.startswith("Othello"), _order(proof.numbers[0]), proof.test)
    )


def _order(number: str) -> tuple[int, int]:
    return "COTRSBFX".index(number[0]), int(number[1:] or 0)


def _read_file(name: str, source: str) -> Iterator[Proof]:
    if "mark.rule(" not in source:
        return
    for function in ast.walk(ast.parse(source)):
        for mark in function.decorator_list if isinstance(function, ast.FunctionDef) else ():
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                rules, subject, *functions = (ast.literal_eval(word) for word in mark.args)
                yield Proof(rules, subject, tuple(functions), f"{name}: {function.name}")


if __name__ == "__main__":
    print("| règle | contenu | fonctions | test |\n|---|---|---|---|")
    for proof in read_proofs():
        print(f"| {proof.rules} | {proof.subject} | {'; '.join(proof.functions)} | {proof.test} |")
