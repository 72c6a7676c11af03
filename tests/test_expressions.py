"""No regular expression takes time with the square of what a stranger writes."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.expressions import PACKAGE, expressions

SECONDS = 120  # of processor, for all of a file: the slowest takes ten; with the square of the letters, hours
FILES = [file for file in sorted(PACKAGE.rglob("*.py")) if "re." in file.read_text(encoding="utf-8")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_an_expression_gets_through_a_megabyte_of_each_of_its_letters(file):
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

    done = subprocess.run(
        [sys.executable, "-m", "tests.expressions", file], cwd=PACKAGE.parent, preexec_fn=limited, capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout.splitlines()[-1:]} does not end: {done.stderr}"


def test_the_expressions_are_found_with_what_is_done_with_them():
    found = expressions(Path(PACKAGE / "games" / "othello" / "elo" / "file.py"))
    used = {pattern.pattern: ways for _, pattern, ways in found}
    assert used["([+-])\\s*(\\d{1,6})"] == {"findall"} and used['"[^"\\n]*"|[";]'] == {"finditer"}
