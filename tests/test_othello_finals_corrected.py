"""Finals typed in a workbook file, then something that they rest on changed: nothing typed stops counting unsaid."""

from __future__ import annotations

import email
import shutil
from email.policy import default
from pathlib import Path

import pytest

from tests import books
from tests.books import content, edit, lines, run, untouched, update
from tournament_xl.workbook.othello import labels


def choice(path, label):
    """The cell right of a label beside the table of Finales."""
    cell = next(cell for row in content(path)["Finales"].iter_rows() for cell in row if cell.value == label)
    return f"Finales!{cell.offset(0, 1).coordinate}"


def finals(path):
    return [row for row in lines(path, "Finales") if row["Match"]]


def type_finals(path):
    """Black wins every game that is proposed."""
    wanted = [row["row"] for row in finals(path) if row["Pions N"] is None]
    return edit(path, {f"Finales!Pions {side}!{row}": 40 - 16 * (side == "B") for row in wanted for side in "NB"})


def winner(path):
    return lines(path, "Classement")[0]["N°"]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Three rounds, semi-finals and final of one game each: rows 5 and 6 of Finales, and row 7."""
    path = books.create(tmp_path_factory.mktemp("finals"), 8, "--set", "Nombre de rondes=3", formula="othello")
    books.simulate(path, 3)
    edit(path, {choice(path, label): 1 for label in (labels.SEMI_FINALS, labels.FINAL)})
    update(type_finals(update(path)))
    return update(type_finals(path))


@pytest.fixture
def book(played, tmp_path):
    return Path(shutil.copy(played, tmp_path))


def told(path, capsys, *press):
    """The problems of a press that leaves the file alone: cell -> sentence."""
    capsys.readouterr()
    with untouched(path):
        assert run(*(press or ("update",)), path) == 3
    return dict(line.split(" : ", 1) for line in capsys.readouterr().err.splitlines())


def exchange(path, row):
    """The two counts of a game of Résultats the other way round: another winner."""
    game = next(one for one in lines(path, "Résultats") if one["row"] == row)
    return edit(path, {f"Résultats!Pions N!{row}": game["Pions B"], f"Résultats!Pions B!{row}": game["Pions N"]})


def test_a_corrected_game_of_the_rounds_names_the_finals_that_no_longer_count(book, capsys):
    one, two, final = [row["row"] for row in finals(book)]
    first, before, seen = winner(book), book.read_bytes(), set()
    for game in [row["row"] for row in lines(book, "Résultats") if row["Ronde"] == 3]:
        if run("update", exchange(book, game)) == 0:
            assert winner(book) == first and len(finals(book)) == 3, "all that is typed counts"
            seen.add("counts")
        else:
            problems = told(book, capsys)
            semis = set(problems) & {f"Finales!C{one}", f"Finales!C{two}"}
            assert semis and set(problems) <= semis | {f"Finales!A{final}", f"Finales!C{final}"}
            assert all("correction" in sentence and "videz la ligne" in sentence for sentence in problems.values())
            seen.add("is told")
        book.write_bytes(before)
    assert seen >= {"is told"}


def test_who_is_to_play_by_the_standings_is_named_and_proposed_once_the_row_is_empty(book, capsys):
    rows, before = [row["row"] for row in finals(book)], book.read_bytes()
    for game in [row["row"] for row in lines(book, "Résultats")]:
        if run("update", exchange(book, game)):
            break
        book.write_bytes(before)
    match, sentence = next(
        (match, sentence) for sentence in told(book, capsys).values() for match in ("Demi-finale 1", "Demi-finale 2")
        if f"{match} se joue entre" in sentence
    )  # fmt: skip
    edit(book, {f"Finales!{column}{row}": None for column in "ABCDEFGHI" for row in rows})
    proposed = next(row for row in finals(update(book)) if row["Match"] == match)
    assert all(proposed[side].split()[0] in sentence for side in ("Noir", "Blanc"))


def test_a_choice_taken_back_after_its_games_is_told_at_them(book, capsys):
    problems = told(edit(book, {choice(book, labels.FINAL): None}), capsys)
    at = f"Finales!A{finals(book)[-1]['row']}"
    assert list(problems) == [at] and "Finale n'est pas au programme" in problems[at]


def test_a_round_is_not_undone_under_finals_that_are_typed(book, capsys):
    assert set(told(book, capsys, "undo", "--force")) == {f"Finales!A{row['row']}" for row in finals(book)}


def final_game(path, number, won_by):
    """A further game of the final, 64 to 0."""
    last = finals(path)[-1]
    black = 64 if last["N° N"] == won_by else 0
    game = {"Match": "Finale", "Partie": number, "N° N": last["N° N"], "N° B": last["N° B"]}
    game |= {"Pions N": black, "Pions B": 64 - black}
    return edit(path, {f"Finales!{column}!{last['row'] + 1}": value for column, value in game.items()})


def test_a_game_more_than_the_match_has_is_told_at_its_row(book, capsys):
    at = f"Finales!B{finals(book)[-1]['row'] + 1}"
    problems = told(final_game(book, 2, winner(book)), capsys)
    assert list(problems) == [at] and "1 partie" in problems[at]


def test_a_third_game_that_the_match_did_not_need_is_mentioned(book, capsys):
    first = winner(book)
    loser = next(row[side] for row in finals(book)[-1:] for side in ("N° N", "N° B") if row[side] != first)
    final_game(edit(book, {choice(book, labels.FINAL): 3}), 2, first)
    update(final_game(book, 3, loser))
    at = finals(book)[-1]["row"]
    said = f"ligne {at} : Finale était déjà gagnée, la partie 3 ne compte pas"
    assert said in "".join(capsys.readouterr()) and winner(book) == first


def said(path, capsys):
    """What an update says beside its answer."""
    capsys.readouterr()
    assert run("update", path) == 0
    return capsys.readouterr().out


def test_a_recorded_final_whose_numbers_are_exchanged_is_told_once_with_both_results(book, capsys):
    last = finals(book)[-1]
    names = {"Noir": last["Blanc"], "Blanc": last["Noir"]}
    numbers = {"N° N": last["N° B"], "N° B": last["N° N"]}
    edit(book, {f"Finales!{column}!{last['row']}": value for column, value in {**names, **numbers}.items()})
    text = said(book, capsys)
    now = f"{last['N° B']}-{last['N° N']} 40-24"
    assert "1 résultat corrigé depuis l'inscription au Journal : Finale 1 " in text
    assert f"({last['N° N']}-{last['N° B']} 40-24 devient {now})" in text
    assert winner(book) == last["N° B"]
    assert "corrigé" not in said(book, capsys)


def test_a_name_typed_over_in_a_played_final_is_told_and_a_score_there_stops_the_press(book, capsys):
    last = finals(book)[-1]
    edit(book, {f"Finales!Noir!{last['row']}": "Durand Zoé"})
    assert f"Finales, ligne {last['row']} : « Durand Zoé » a été remplacé par {last['Noir']}" in said(book, capsys)
    assert finals(book)[-1] == last and "Durand" not in said(book, capsys)
    problems = told(edit(book, {f"Finales!Blanc!{last['row']}": 24}), capsys)
    assert list(problems.values())[0].startswith("« 24 » a été tapé sur le nom")


def test_numbers_exchanged_before_the_game_are_told_by_nobody(tmp_path, capsys):
    """Who chooses the colour stands as Black; the names follow."""
    path = books.create(tmp_path, 8, "--set", "Nombre de rondes=3", formula="othello")
    books.simulate(path, 3)
    update(edit(path, {choice(path, labels.FINAL): 1}))
    (game,) = finals(path)
    edit(path, {f"Finales!N° N!{game['row']}": game["N° B"], f"Finales!N° B!{game['row']}": game["N° N"]})
    assert "Finales, ligne" not in said(path, capsys)
    assert finals(path)[0]["Noir"] == game["Blanc"]


def test_who_won_the_final_is_the_winner_in_what_is_sent(book, tmp_path):
    last = finals(book)[-1]
    edit(book, {f"Finales!Pions N!{last['row']}": 24, f"Finales!Pions B!{last['row']}": 40})
    assert run("update", book) == 0 and winner(book) == last["N° B"]
    assert run("send", book, "--to", tmp_path / "envoi") == 0
    (mail,) = (tmp_path / "envoi").glob("*.eml")
    text = email.message_from_bytes(mail.read_bytes(), policy=default).get_body().get_content()
    assert f"1er : {last['Blanc']}" in " ".join(text.split())


def test_half_a_result_that_slips_to_another_game_is_told_and_one_that_is_completed_is_not(book, capsys):
    one, two, _ = finals(book)
    cells = {f"Finales!Pions {side}!{row['row']}": None for row in (one, two) for side in "NB"}
    for column in ("Match", "Partie", "N° N", "N° B", "Noir", "Blanc", "Pions N", "Pions B"):
        cells[f"Finales!{column}!{finals(book)[2]['row']}"] = None
    cells[f"Finales!Pions N!{one['row']}"] = 40
    update(edit(book, cells))
    edit(book, {f"Finales!Pions N!{one['row']}": None, f"Finales!Pions N!{two['row']}": 40})
    text = said(book, capsys)
    pair = f"{one['N° N']}-{one['N° B']}"
    assert f"Demi-finale 1 1 ({pair} 40-? devient sans résultat)" in text
    edit(book, {f"Finales!Pions B!{two['row']}": 24})
    assert "corrigé" not in said(book, capsys)


@pytest.mark.parametrize("renamed", [False, True])
def test_the_sheet_finales_that_goes_with_half_a_result_is_missed(book, capsys, renamed):
    last = finals(book)[-1]["row"]
    update(edit(book, {f"Finales!Pions B!{last}": None}))
    with books.opened(book) as workbook:
        if renamed:
            workbook.set_sheet_name("Finales", "Finales samedi")
        else:
            workbook.delete_sheet("Finales")
    assert "Finales" in " ".join(told(book, capsys))
