"""Versions of one tournament in the federation's folder, made by the program itself: told, none counts unasked."""

import shutil

from tests import books


def test_a_version_in_which_every_score_was_corrected_is_known_by_the_draw_of_its_first_round(tmp_path, capsys):
    """The Journal's line of that draw: neither the scores nor an empty title tell it."""
    path = books.simulate(books.create(tmp_path, 8, "--set", "Date de début=21/11/2026"), 5)
    (tmp_path / "recus").mkdir()
    shutil.copy(path, tmp_path / "recus" / "v1.xlsx")
    for row in books.lines(path, "Résultats"):
        books.edit(path, {f"Résultats!Score {i}!{row['row']}": row[f"Score {3 - i}"] for i in (1, 2)})
    books.update(path)
    shutil.copy(path, tmp_path / "recus" / "v2.xlsx")
    rows = "".join(f"{name};{first};{licence};{cote}\n" for name, first, licence, cote in books.players(8))
    (tmp_path / "liste.csv").write_text(f"Nom;Prénom;Licence;Cote\n{rows}", encoding="utf-8")
    words = ("--joueurs", tmp_path / "liste.csv", "--date", "2026-11-30", "-o", tmp_path / "classement.xlsx")
    assert books.run("federation", "build", tmp_path / "recus", *words) == 0
    told = capsys.readouterr().out
    assert "0 compté" in told and "v1.xlsx : Le même tournoi, différent, est aussi dans v2.xlsx" in told


def test_a_version_that_names_another_season_is_no_copy(tmp_path, capsys):
    path = books.simulate(books.create(tmp_path, 8, "--set", "Date de début=21/11/2026", "--set", "Nom=Coupe"), 5)
    (tmp_path / "recus").mkdir()
    shutil.copy(path, tmp_path / "recus" / "v1.xlsx")
    books.edit(path, {"Tournoi!Saison": "2015-2016"})
    shutil.copy(path, tmp_path / "recus" / "v2.xlsx")
    rows = "".join(f"{name};{first};{licence};{cote}\n" for name, first, licence, cote in books.players(8))
    (tmp_path / "liste.csv").write_text(f"Nom;Prénom;Licence;Cote\n{rows}", encoding="utf-8")
    words = ("--joueurs", tmp_path / "liste.csv", "--date", "2026-11-30", "-o", tmp_path / "classement.xlsx")
    assert books.run("federation", "build", tmp_path / "recus", *words) == 0
    assert "v1.xlsx : Le même tournoi, différent, est aussi dans v2.xlsx" in capsys.readouterr().out
