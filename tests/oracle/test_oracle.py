"""The old program and this tree do the same, in part; the whole: `python -m tests.oracle`, bench/trials.py."""

import pytest

from tests.oracle import __main__ as oracle
from tests.oracle import install
from tests.oracle.program import CommandLine, new_program, old_program
from tests.programs import WANTED

SCRIPTS = ("13-open-12", "21-names-mended", "31-a-pair-imposed", "45-othello-a-final-and-a-game-beside-it",
           "59-scores-that-cannot-be")  # fmt: skip
SEEDS = range(10)

if not install.is_ready():
    why_not = install.why_not()
    if WANTED and not why_not:
        raise RuntimeError("no oracle: make oracle")
    pytest.skip(why_not or "no oracle: make oracle", allow_module_level=True)


@pytest.fixture(scope="module")
def both():
    programs = old_program(), new_program()
    yield programs
    for program in programs:
        program.end()


@pytest.mark.parametrize("name", [*SCRIPTS, *(f"random {seed}" for seed in SEEDS)])
def test_both_programs_do_the_same(name, both):
    result = oracle.play_one(name, both)
    assert not result.found, "\n".join((result.found.act, *result.found.lines, "", *result.script))


def test_a_command_line_does_what_the_process_of_many_commands_does(both):
    result = oracle.play_one("32-opponents-exchanged", (both[0], new_program(kind=CommandLine)))
    assert not result.found, "\n".join((result.found.act, *result.found.lines))


def test_both_programs_publish_the_same_months():
    result = oracle.play_federation(0, months=3, tournaments=8, people=60, as_text=[1])
    assert not result.found, "\n".join((result.found.act, *result.found.lines))
