"""The old program and this tree do the same, in part; the whole: `python -m tests.oracle`, bench/trials.py."""

import pytest

from tests.oracle import __main__ as oracle
from tests.oracle import install
from tests.programs import WANTED

SCRIPTS = ("13-open-12", "21-names-mended", "31-a-pair-imposed", "45-othello-a-final-and-a-game-beside-it",
           "59-scores-that-cannot-be")  # fmt: skip
SEEDS = range(10)

if not install.is_ready():
    MISSING = install.why_not() or "no oracle: make oracle"
    if WANTED and not install.why_not():
        raise RuntimeError(MISSING)
    pytest.skip(MISSING, allow_module_level=True)


@pytest.mark.parametrize("name", [*SCRIPTS, *(f"random {seed}" for seed in SEEDS)])
def test_both_programs_do_the_same(name):
    result = oracle.play_one(name, oracle.programs())
    assert not result.found, "\n".join((result.found.act, *result.found.lines, "", *result.script))


def test_a_command_line_does_what_the_process_of_many_commands_does():
    result = oracle.play_one("03-club-8-three-rounds", oracle.programs(by_command_line=True))
    assert not result.found, "\n".join((result.found.act, *result.found.lines))


def test_both_programs_publish_the_same_months():
    result = oracle.play_federation(0, oracle.programs(), months=3, tournaments=8, people=60, as_text=[1])
    assert not result.found, "\n".join((result.found.act, *result.found.lines))
