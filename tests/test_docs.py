"""The documents say what is, and each rule has functions and a test that exist."""

from __future__ import annotations

import re

from docs import commands
from tests import ROOT
from tests.rules import read_proofs

README = (ROOT / "README.md").read_text(encoding="utf-8")


def source_of(test_file):
    """What a file of tests holds, whatever its folder."""
    (path,) = (ROOT / "tests").rglob(test_file)
    return path.read_text(encoding="utf-8")


def test_every_rule_has_its_proof_in_functions_that_exist():
    proofs = [*read_proofs()]
    for is_othello, letters in ((False, {"C": 15, "O": 8, "R": 13}), (True, {"S": 8, "B": 8, "R": 1, "F": 2, "X": 4})):
        numbered = {f"{letter}{number}" for letter, last in letters.items() for number in range(1, last + 1)}
        of_game = [proof for proof in proofs if proof.rules.startswith("Othello") == is_othello]
        assert numbered <= {number for proof in of_game for number in proof.numbers}
    for file, name in {tuple(function.split(": ")) for proof in proofs for function in proof.functions}:
        source = (ROOT / "tournament_xl" / file).read_text(encoding="utf-8")
        assert re.search(rf"(def|class) {name}\b", source), f"{file} has no {name}"


def test_the_page_of_commands_says_what_their_help_says():
    """If this fails: python -m docs.commands."""
    assert commands.PAGE.read_text(encoding="utf-8") == commands.render()


def test_every_link_and_picture_of_a_document_exists():
    for path in (path for folder in (".", "samples", "docs") for path in (ROOT / folder).glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            is_elsewhere = re.match(r"http|mailto:|(\.\./)+(releases|deployments)/", target)
            assert is_elsewhere or (path.parent / target).exists(), f"{path.name} links to {target}"


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


def test_a_document_stays_within_its_words():
    counts = {name: len((ROOT / name).read_text(encoding="utf-8").split()) for name in WORDS}
    assert {name: count for name, count in counts.items() if count > WORDS[name]} == {}


def test_the_first_screen_of_the_readme_has_two_doors_and_three_pictures():
    first_screen = README.partition("## Par où commencer")[0]
    assert first_screen.count("\n") < 25
    downloads = re.findall(r"\*\*\]\(\.\./\.\./releases/latest/download/([\w.-]+)\)", first_screen)
    assert downloads == ["tournoi.html", "tournois-setup.exe"]
    pictures = re.findall(r'<img src="([^"]+)" width="\d+" alt="[^"]+">', first_screen)
    assert len(pictures) == 3 and all((ROOT / picture).is_file() for picture in pictures)
