"""Bad inputs by chance, some of each kind, and those that once made a fault. `make trials` tries thousands."""

from collections import Counter
from pathlib import Path

import pytest

from tests.fuzz import afternoons, bases, cases, gestures
from tournament_xl.hosts import files

CORPUS = sorted((Path(__file__).parent / "fuzz" / "corpus").glob("*.*"))
COUNT = 2  # inputs of each kind


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    folder, before = tmp_path_factory.mktemp("bases"), (files.journal_date, files.stamp)
    bases.build(folder)
    files.journal_date, files.stamp = before
    return folder


@pytest.mark.parametrize("kind", cases.KINDS)
def test_bad_inputs_get_a_sentence_and_an_exit_code_of_the_contract(kind, made, tmp_path):
    for seed in range(COUNT):
        verdict = cases.judge(*cases.make(kind, seed, made), tmp_path / str(seed), made)
        assert not verdict.faults, (seed, verdict.faults)


def test_what_a_hurried_hand_does_by_accident_takes_no_recorded_result_away_without_a_word():
    became = Counter(gestures.one(seed)[0] for seed in range(120))
    assert not became["silent"], "python -m tests.fuzz.gestures tells which"
    assert min(became[word] for word in ("kept", "told", "refused")) > 1


def test_whatever_happens_in_a_whole_afternoon_every_command_answers_and_no_result_is_lost():
    became = Counter(afternoons.one(seed)[0] for seed in range(5))
    assert not became["silent"], "python -m tests.fuzz.afternoons tells which"
    assert became["kept"] > 1


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_an_input_that_once_made_a_fault_makes_none(path, made, tmp_path):
    verdict = cases.judge(path.name, path.read_bytes(), tmp_path / "folder", made)
    assert not verdict.faults
