"""The documents say what is, and each rule has functions and a test that exist."""

from __future__ import annotations

import re

import pytest

from docs import commands
from tests import ROOT
from tests.rules import read_proofs

README = (ROOT / "README.md").read_text(encoding="utf-8")


def source_of(test_file):
    """What a file of tests holds, whatever its folder."""
    (path,) = (ROOT / "tests").rglob(test_file)
    return path.read_text(encoding="utf-8")


PROOFS = [*read_proofs()]


@pytest.mark.parametrize(("is_othello", "letters"), [
    (False, {"C": 15, "O": 8, "R": 13}), (True, {"S": 8, "B": 8, "R": 1, "F": 2, "X": 4}),
])  # fmt: skip
def test_every_rule_has_its_proof(is_othello, letters):
    numbered = {f"{letter}{number}" for letter, last in letters.items() for number in range(1, last + 1)}
    proved = {number for proof in PROOFS if proof.rules.startswith("Othello") == is_othello for number in proof.numbers}
    assert numbered <= proved


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: f"{proof.rules} {proof.subject}")
def test_the_functions_that_hold_a_rule_exist(proof):
    for file, name in (function.split(": ") for function in proof.functions):
        source = (ROOT / "tournament_xl" / file).read_text(encoding="utf-8")
        assert re.search(rf"(def|class) {name}\b", source), f"{file} has no {name}"


def test_the_page_of_commands_says_what_their_help_says():
    """If this fails: python -m docs.commands."""
    assert commands.PAGE.read_text(encoding="utf-8") == commands.render()


DOCUMENTS = [path.relative_to(ROOT) for folder in (".", "samples", "docs") for path in (ROOT / folder).glob("*.md")]


@pytest.mark.parametrize("name", DOCUMENTS, ids=str)
def test_every_link_and_picture_of_a_document_exists(name):
    path = ROOT / name
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        if (
            not target.startswith(("http", "mailto:"))
            and "../releases/" not in target
            and "../deployments/" not in target
        ):
            assert (path.parent / target).exists(), f"{name} links to {target}"


def test_every_test_that_the_page_on_reliability_names_exists():
    text = (ROOT / "docs" / "fiabilite.md").read_text(encoding="utf-8")
    references = re.findall(r"`(test_\w+\.py):\s+(test_\w+)`", text)
    assert len(references) > 15
    for file, test in references:
        assert f"def {test}(" in source_of(file), f"{file}: {test}"


WORDS = {
    "README.md": 660, "CHANGELOG.md": 110, "CONTRIBUTING.md": 700, "docs/architecture.md": 1350,
    "docs/guide-organisateur.md": 6050, "docs/federation.md": 2750, "docs/regles.md": 5800,
    "docs/moteur.md": 1700, "docs/stdio.md": 650, "docs/fiabilite.md": 1650,
}  # fmt: skip


@pytest.mark.parametrize("name", WORDS)
def test_a_document_stays_within_its_words(name):
    assert len((ROOT / name).read_text(encoding="utf-8").split()) <= WORDS[name]


def test_the_first_screen_of_the_readme_says_for_whom_and_has_two_doors_and_three_pictures():
    start, paths, end = (README.index(title) for title in ("**Votre", "## Par où commencer", "## Développer"))
    assert README[:paths].count("\n") < 25
    promise, doors = README[start:paths].split("\n\n", 1)
    promises = ("bénévoles", "du premier nom au courriel pour la fédération", "Gratuit", "sans connexion")
    assert [words for words in promises if words not in promise] == []
    downloads = re.findall(r"\*\*\]\(\.\./\.\./releases/latest/download/([\w.-]+)\)", doors)
    assert downloads == ["tournoi.html", "tournois-setup.exe"]
    pictures = re.findall(r'<img src="([^"]+)" width="\d+" alt="[^"]+">', doors)
    assert len(pictures) == 3 and all((ROOT / picture).is_file() for picture in pictures)
    situations = ("petit tournoi amical", "tournoi homologué", "une fédération")
    assert [words for words in situations if words not in README[paths:end]] == []
    assert "make demo" in README[end:] and "make test" in README[end:]


def test_the_installation_leads_a_volunteer_with_excel_to_the_first_pairing():
    text = (ROOT / "docs" / "installation.md").read_text(encoding="utf-8")
    steps = text.split("## Windows : le programme d'installation", 1)[1].split("\n## ", 1)[0]
    assert re.findall(r"^(\d)\. ", steps, re.MULTILINE) == ["1", "2", "3", "4", "5"]
    assert "Apparier la ronde suivante" in steps and "à votre fédération" in steps
