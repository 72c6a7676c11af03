"""What went wrong on a day: pairs imposed and undone, groups undone, latecomers, tables, rows that vanished."""

import pytest

from tests import books


def scored(path, number, but=()):
    """Type a result at every table of a round, in both games."""
    cells = {}
    for row in books.lines(path, "Résultats"):
        first, second, last = ("Score 1", "Score 2", "N° 2") if "Score 1" in row else ("Pions N", "Pions B", "N° B")
        values = (450, 400) if last == "N° 2" else (40, 24)
        if row["Ronde"] == number and row[last] not in ("X", "BIP") and row["Table"] not in but:
            cells |= {
                f"Résultats!{title}!{row['row']}": value for title, value in zip((first, second), values, strict=False)
            }
    return books.edit(path, cells)


def emptied(path, row):
    """Empty a row of Résultats, as a person does."""
    return books.edit(path, {f"Résultats!{title}!{row['row']}": None for title in row if title != "row"})


def without_row(path, number, table):
    row = next(row for row in books.lines(path, "Résultats") if (row["Ronde"], row["Table"]) == (number, table))
    return emptied(path, row)


@pytest.mark.parametrize(
    ("formula", "columns"),
    [("othello", ("N° N", "N° B", "Pions N", "Pions B")), ("classique", ("N° 1", "N° 2", "Score 1", "Score 2"))],
)
def test_a_pair_typed_before_the_round_stays_the_organisers_whoever_saw_it_first(formula, columns, tmp_path, capsys):
    path = books.pair(books.create(tmp_path, 8, formula=formula))
    met = {frozenset((row[columns[0]], row[columns[1]])) for row in books.lines(path, "Résultats")}
    one, two = next((a, b) for a in range(1, 9) for b in range(a + 1, 9) if frozenset((a, b)) not in met)
    scored(path, 1)
    row = books.lines(path, "Résultats")[-1]["row"] + 1
    books.edit(
        path, dict(zip([f"Résultats!{title}!{row}" for title in ("Ronde", *columns[:2])], (2, one, two), strict=False))
    )
    books.pair(books.update(path))
    typed = next(line for line in books.lines(path, "Résultats") if line["Ronde"] == 2 and line[columns[0]] == one)
    assert typed[columns[1]] == two
    books.edit(path, {f"Résultats!{title}!{row}": value for title, value in zip(columns[2:], (40, 24), strict=False)})
    assert books.run("undo", path, "--force") == 0
    left = [line for line in books.lines(path, "Résultats") if line["Ronde"] == 2]
    assert [[line[title] for title in columns] for line in left] == [[one, two, 40, 24]]
    capsys.readouterr()
    books.pair(path)
    assert "dont imposée" in books.journal(path)[-1][2]


def test_undoing_round_1_of_an_open_empties_its_groups_whole(tmp_path):
    path = books.pair(books.create(tmp_path, 12, formula="open"))
    scored(path, 1)
    assert books.run("undo", path, "--force") == 0
    top, columns = books.header(books.content(path)["Groupes"])
    cells = books.content(path)["Groupes"]
    rows = range(top + 1, cells.max_row + 1)
    assert {"R1", "R5"} <= columns.keys()
    assert not [(title, row) for title, letter in columns.items() for row in rows if cells[f"{letter}{row}"].value]


@pytest.mark.parametrize("absences", [None, "2"])
def test_who_comes_later_is_in_the_standings_from_the_pairing_of_his_first_round_on(absences, tmp_path):
    path = scored(books.pair(books.create(tmp_path, 12)), 1)
    row = books.FIRST + 12
    typed = {"Nom": "Tard", "Prénom": "Zoé", "Cote": 1500, "Absences": absences}
    books.update(books.edit(path, {f"Joueurs!{title}!{row}": value for title, value in typed.items()}))
    shown = []
    for number in (2, 3):
        shown.append("Tard Zoé" in [line["Joueur"] for line in books.lines(path, "Classement")])
        scored(books.pair(path), number)
    assert shown == [False, absences is None]
    assert "Tard Zoé" in [line["Joueur"] for line in books.lines(path, "Classement")]


@pytest.mark.parametrize(
    ("count", "options", "formula", "said"),
    [
        (7, (), "classique", "7 joueurs inscrits"),
        (11, (), "open", "11 joueurs inscrits"),
        (8, ("--rondes", "4"), "classique", "4 rondes au lieu de 5"),
    ],
)
def test_a_departure_from_the_regulation_is_said_when_made_and_at_the_first_pairing(
    count, options, formula, said, tmp_path, capsys
):
    path = books.create_anew(tmp_path / "tournoi.xlsx", count, options, formula, "7")
    assert said in capsys.readouterr().out
    assert books.run("pair", path) == 0
    assert said in capsys.readouterr().out


def test_seats_edited_after_the_first_pairing_are_ignored_and_this_is_said(tmp_path, capsys):
    path = scored(books.pair(books.create(tmp_path, 10)), 1)
    rows = [line for line in books.lines(path, "Tables") if line["Joueurs"] == 10 and line["Ronde"] == 2][:2]
    capsys.readouterr()
    assert books.run("update", path) == 0
    assert "Tables" not in capsys.readouterr().out
    swapped = {f"Tables!Siège 2!{line['row']}": other["Siège 2"] for line, other in zip(rows, rows[::-1], strict=False)}
    assert books.run("pair", books.edit(path, swapped)) == 0
    assert "La feuille Tables a changé" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("formula", "verb"),
    [
        *(("classique", verb) for verb in ("pair", "update", "ratings", "send", "check")),
        *(("othello", verb) for verb in ("pair", "update", "send", "check")),
    ],
)
def test_a_played_row_that_is_gone_is_a_problem_with_its_result(formula, verb, tmp_path, capsys):
    path = books.create(tmp_path, 8, formula=formula)
    for number in (1, 2):
        scored(books.pair(path), number)
    without_row(books.update(path), 2, 3)
    with books.untouched(path):
        assert books.run(verb, path) == (1 if verb == "check" else 3)
    said = "".join(capsys.readouterr())
    assert "onde 2" in said and ("450-400" in said or "40-24" in said)
    assert ("il manque" in said) == (verb != "check")


@pytest.mark.parametrize(("absent", "code"), [(False, 3), (True, 0)])
def test_a_row_without_result_may_go_with_players_announced_absent(absent, code, tmp_path, capsys):
    path = books.update(scored(books.pair(scored(books.pair(books.create(tmp_path, 8)), 1)), 2, but=(3,)))
    row = next(row for row in books.lines(path, "Résultats") if (row["Ronde"], row["Table"]) == (2, 3))
    emptied(path, row)
    if absent:
        books.edit(path, {f"Joueurs!Absences!{books.FIRST + row[side] - 1}": "2" for side in ("N° 1", "N° 2")})
    assert books.run("update", path) == code
    assert ("il manque" in capsys.readouterr().err) == (not absent)


def test_opponents_exchanged_after_the_draw_are_no_problem(tmp_path):
    path = books.pair(books.create(tmp_path, 8))
    first, second = books.lines(path, "Résultats")[:2]
    books.edit(
        path, {f"Résultats!N° 2!{row['row']}": other["N° 2"] for row, other in ((first, second), (second, first))}
    )
    books.update(scored(books.update(path), 1))
