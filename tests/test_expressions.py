"""No regular expression takes time with the square of what a stranger writes."""

import re
import resource
import subprocess
import sys
import time
from pathlib import Path

from tests.expressions import PACKAGE, SLOW, attempt, attempts, expressions
from tests.fuzz import TRIALS
from tournament_xl.games.othello.elo import file as elo

SECONDS = 40  # of processor, for all
FILES = [file for file in sorted(PACKAGE.rglob("*.py")) if re.search(r"\bre\.\w+\(", file.read_text(encoding="utf-8"))]


def test_an_expression_gets_through_many_of_each_of_its_letters():
    limit = SECONDS * 20 if TRIALS else SECONDS

    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    done = subprocess.run(
        [sys.executable, "-m", "tests.expressions", *FILES],
        cwd=PACKAGE.parent,
        preexec_fn=limited,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{done.stdout.splitlines()[-1:]} is the last one tried: {done.stderr}"


def test_the_expressions_are_found_with_what_is_done_with_them():
    used_patterns = expressions(Path(elo.__file__))
    used = {pattern.pattern: ways for _, pattern, ways in used_patterns}
    assert used["([+-])\\s*(\\d{1,6})"] == {"findall"} and used['"[^"\\n]*"|[";]'] == {"finditer"}


def test_an_expression_that_is_slow_on_two_letters_alone_is_noticed():
    pattern = re.compile("(?:ab)*c")
    for text in attempts(pattern):
        began = time.process_time()
        attempt(pattern, "search", text)
        if time.process_time() - began > SLOW * len(text):
            break
    assert {*text} == {"a", "b"}
