"""Versions of one tournament in the federation's folder, made by the program itself: told, none counts unasked."""

import hashlib
import shutil

import pytest

from tests import books


@pytest.fixture
def folder(tmp_path):
    """A tournament of eight, sent as v1.xlsx, and the list."""
    path = books.simulate(books.create(tmp_path, 8, "--set", "Date de début=21/11/2026"), 5)
    (tmp_path / "recus").mkdir()
    shutil.copy(path, tmp_path / "recus" / "v1.xlsx")
    rows = "".join(f"{name};{first};{licence};{cote}\n" for name, first, licence, cote in books.players(8))
    (tmp_path / "liste.csv").write_text(f"Nom;Prénom;Licence;Cote\n{rows}", encoding="utf-8")
    return tmp_path


def build(folder, capsys, *more):
    words = ("--joueurs", folder / "liste.csv", "--date", "2026-11-30", "-o", folder / "classement.xlsx", *more)
    capsys.readouterr()
    assert books.run("federation", "build", folder / "recus", *words) == 0
    return capsys.readouterr().out


def corrected(folder):
    """Another winner of every match, as v2.xlsx."""
    path = folder / "tournoi.xlsx"
    for row in books.lines(path, "Résultats"):
        books.edit(path, {f"Résultats!Score {i}!{row['row']}": row[f"Score {3 - i}"] for i in (1, 2)})
    books.update(path)
    return shutil.copy(path, folder / "recus" / "v2.xlsx")


TOLD = "v1.xlsx : Le même tournoi, différent, est aussi dans v2.xlsx"


def test_a_version_in_which_every_score_was_corrected_is_known_by_the_draw_of_its_first_round(folder, capsys):
    """The Journal's line of that draw: neither the scores nor an empty title tell it."""
    corrected(folder)
    said = build(folder, capsys)
    assert "0 compté" in said and TOLD in said


def test_what_a_decision_leaves_out_stays_out_and_what_it_counts_counts(folder, capsys):
    one, two = folder / "recus" / "v1.xlsx", corrected(folder)
    build(folder, capsys)
    decisions = folder / "classement-decisions.csv"
    text = decisions.read_bytes().decode("utf-8-sig").splitlines()
    for file, answer in ((one, "écarter"), (two, "compter")):
        mark = hashlib.sha256(file.read_bytes()).hexdigest()[:16]
        text = [line + answer if mark in line else line for line in text]
    decisions.write_text("\n".join(text), encoding="utf-8-sig")
    said = build(folder, capsys, "--decisions", decisions)
    assert "1 compté" in said and "v1.xlsx : Écarté par votre décision (voir aussi v2.xlsx)" in said
    copies = [shutil.copy(two, folder / "recus" / f"v2-{number}.xlsx") for number in range(4)]
    for number, copy in enumerate(copies):  # the same facts; one of them has a lower digest
        books.edit(copy, {"Joueurs!Remarque!5": f"essai {number}"})
    said = build(folder, capsys, "--decisions", decisions)
    assert "1 compté" in said and said.count("v2.xlsx, qui est compté") == 4
    for file in (two, *copies):
        file.unlink()
    assert "v1.xlsx : Écarté par votre décision." in build(folder, capsys, "--decisions", decisions)
