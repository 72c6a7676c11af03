"""Bad inputs and hurried hands by chance, some of each kind, and inputs that once made a fault. More: `make trials`."""

from collections import Counter
from pathlib import Path

import pytest

from tests.fuzz import damage, hands, run

CORPUS = sorted((Path(__file__).parent / "fuzz" / "corpus").glob("*.*"))
COUNT = 2  # inputs of each kind


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bases")
    run.build(folder)
    return folder


@pytest.mark.parametrize("kind", damage.KINDS)
def test_bad_inputs_get_a_sentence_and_an_exit_code_of_the_contract(kind, made, tmp_path):
    for seed in range(COUNT):
        verdict = run.judge(*damage.make(kind, seed, made), tmp_path / str(seed))
        assert not verdict.faults, (seed, verdict.faults)


@pytest.mark.parametrize("first", range(0, 160, 40))
def test_whatever_hands_do_every_command_answers_and_no_recorded_result_is_lost_without_a_word(first):
    became = Counter(hands.one(seed)[0] for seed in range(first, first + 40))
    assert not became["silent"], "python -m tests.fuzz.hands tells which"
    assert min(became[word] for word in ("kept", "told", "refused")) > 1


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_an_input_that_once_made_a_fault_makes_none(path, made, tmp_path):
    verdict = run.judge(path.name, path.read_bytes(), tmp_path / "folder")
    assert not verdict.faults
