"""The commands at work on a workbook file: what each does, says and keeps."""

import re
import shutil
from pathlib import Path

import pytest

from tests import books
from tests.books import edit, everything, journal, lines, pair, run, score, simulate, untouched, update
from tournament_xl.hosts import backups, files

RECORDS = ("Journal", "Mémoire")


@pytest.fixture
def copy(made, tmp_path):
    def get(name, folder="own"):
        (tmp_path / folder).mkdir()
        return Path(shutil.copy(made[name], tmp_path / folder))

    return get


# pair, update


def test_pair_says_what_it_did_and_what_comes_next(copy, capsys):
    path = copy("registered")
    assert run("pair", path) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "Ronde 1 appariée : 8 joueurs, 4 paires."
    assert out.splitlines()[1].startswith("→ Ronde 1 sur 5 · 4 résultats manquants") and err == ""
    assert books.content(path)["Résultats"].sheet_view.selection[-1].activeCell == "E5"


def test_pair_at_the_end_says_so(copy, capsys):
    path = copy("finished")
    with untouched(path):
        assert run("pair", path) == 1
    out, err = capsys.readouterr()
    assert "5 rondes" in err and "plus rien à apparier" in err and out == ""


def test_pair_with_everybody_away_is_refused(copy, capsys):
    path = edit(copy("played"), {f"Joueurs!Absences!{row}": "2" for row in range(5, 13)})
    with untouched(path):
        assert run("pair", path) == 1
    assert "Personne n'est présent à la ronde 2" in capsys.readouterr().err


@pytest.mark.parametrize("state", ["registered", "drawn", "played", "finished"])
def test_an_update_repeated_changes_nothing(copy, capsys, state):
    path = update(copy(state))
    with untouched(path):
        assert run("update", path) == 0
    assert "Tout est à jour" in capsys.readouterr().out


def test_a_corrected_score_corrects_what_follows_from_it(copy):
    path = edit(copy("played"), {"Résultats!Score 1!5": 300, "Résultats!Score 2!5": 301})
    assert run("update", path) == 0
    places = {row["Joueur"]: row["PM"] for row in lines(path, "Classement")}
    assert (places["Alpha P1"], places["Echo P5"]) == (1, 3)
    assert journal(path)[-1][:2] == ("Changement", 1)


# undo


def test_undo_then_pair_gives_the_same_round(copy):
    path = pair(copy("played"))
    before = everything(path, but=RECORDS)
    assert run("undo", path) == 0
    assert everything(path, but=RECORDS) != before
    assert run("pair", path) == 0
    assert everything(path, but=RECORDS) == before


def test_undoing_the_first_round_gives_back_the_workbook_as_it_was_but_for_the_numbers(copy):
    path = copy("registered")
    before = everything(path, but=(*RECORDS, "Joueurs"))
    assert run("undo", pair(path)) == 0
    assert everything(path, but=(*RECORDS, "Joueurs")) == before
    assert [(row["N°"], row["Rang initial"]) for row in lines(path, "Joueurs")] == [(n, None) for n in range(1, 9)]


def test_undo_with_nothing_drawn_is_refused(copy, capsys):
    path = copy("registered")
    with untouched(path):
        assert run("undo", path) == 1
    assert "Aucune ronde à annuler" in capsys.readouterr().err


def test_undo_of_a_round_with_scores_wants_force_and_the_journal_keeps_them(copy, capsys):
    path = copy("drawn")
    score(path, 1, 451, 407, but=(4,))
    edit(path, {"Résultats!Forfait!8": "2"})
    with untouched(path):
        assert run("undo", path) == 1
    assert "--force" in capsys.readouterr().err
    assert run("undo", path, "--force") == 0
    assert books.pairs(path, 1) == []
    action, number, detail = journal(path)[-1]
    assert (action, number) == ("Annulation", 1)
    assert all(text in detail for text in ("4 paires retirées", "Alpha – Echo 451-407", "Delta – Hotel forfait 2"))


def test_the_journal_also_keeps_a_score_whose_other_half_was_not_typed_yet(copy):
    path = edit(copy("drawn"), {"Résultats!Score 1!5": 451})
    assert run("undo", path, "--force") == 0
    assert "451" in journal(path)[-1][2]


def test_the_journal_keeps_a_round_whose_rows_the_organiser_deleted(copy):
    """Contract: the Journal has every removed pairing."""
    path = simulate(copy("played"), 1)
    with books.opened(path) as book:
        for _ in range(4):
            book.remove_row("Résultats", 9)
    assert run("update", path) == 0
    (action, number, detail) = journal(path)[-1]
    assert (action, number) == ("Changement", 2) and "ronde 2 ont été effacées : elle est annulée" in detail


# standings, explain


def test_standings_show_the_last_complete_round_or_an_earlier_one(copy, capsys):
    path = copy("finished")
    assert run("standings", path) == 0
    out = capsys.readouterr().out
    assert "Classement final" in out
    shown = [line.split()[1] for line in out.splitlines() if re.match(r" +\d+ +\d", line)]
    assert shown == [str(row["N°"]) for row in lines(path, "Classement")]
    assert run("standings", path, "--after", 2) == 0
    assert "Classement après la ronde 2 sur 5" in capsys.readouterr().out
    assert run("standings", path, "--after", 0) == 0
    assert "Classement initial" in capsys.readouterr().out


def test_standings_after_a_round_are_those_shown_then(copy, capsys):
    path = copy("played")
    run("standings", path)
    then = capsys.readouterr().out
    simulate(path, 2)
    capsys.readouterr()
    run("standings", path, "--after", 1)
    assert capsys.readouterr().out == then


@pytest.mark.parametrize("after", ["2", "-1", "99"])
def test_standings_of_a_round_not_played_are_refused(copy, capsys, after):
    path = pair(copy("played"))
    with untouched(path):
        capsys.readouterr()
        assert run("standings", path, "--after", after) == 1
    assert f"ronde {after} n'existe pas encore" in capsys.readouterr().err


def test_explain_says_why_every_pair_was_made(copy, capsys):
    path = copy("finished")
    capsys.readouterr()
    assert run("explain", path) == 0
    assert capsys.readouterr().out.count("Ronde 5, table") == 4
    assert run("explain", path, "--round", 1, "--table", 2) == 0
    text = capsys.readouterr().out
    assert text.startswith(
        "Ronde 1, table 2 : Bravo P2 – Foxtrot P6\n  Table de 8 joueurs, ronde 1 : siège 2 contre siège 6."
    )
    assert "même paire" in text and text.count("table") == 1


@pytest.mark.parametrize("words, told", [
    (["--round", "6"], "ronde 6 n'existe pas"), (["--round", "0"], "ronde 0 n'existe pas"),
    (["--table", "5"], "pas de table 5"),
])  # fmt: skip
def test_explain_refuses_what_is_not_there(copy, capsys, words, told):
    path = copy("finished")
    with untouched(path):
        assert run("explain", path, *words) == 1
    assert told in capsys.readouterr().err


def test_explain_says_when_a_correction_would_give_another_pair(copy, capsys):
    path = simulate(copy("played"), 2)
    edit(path, {f"Résultats!Score {side}!{row}": value for row in range(5, 13) for side, value in ((1, 300), (2, 500))})
    capsys.readouterr()
    assert run("explain", path, "--round", 3) == 0
    assert "le règlement donnerait" in capsys.readouterr().out


# simulate, demo


def test_the_same_seed_gives_the_same_tournament(copy, monkeypatch):
    words = ("--forfaits", "0.1", "--absences", "0,1")
    monkeypatch.setattr(files, "journal_date", lambda: "21/11/2026 14:00:30")
    one, two, three = (copy("registered", folder) for folder in ("one", "two", "three"))
    for path in (one, two):
        assert run("simulate", path, "--seed", "42", *words) == 0
    assert run("simulate", three, "--seed", "43", *words) == 0
    assert everything(one, but=RECORDS) == everything(two, but=RECORDS)
    assert journal(one) == journal(two)
    assert everything(one, but=RECORDS) != everything(three, but=("Journal",))


def test_without_seed_it_is_the_tournaments_own(copy):
    one, two = copy("registered", "one"), copy("registered", "two")
    assert run("simulate", one) == 0 and run("simulate", two, "--seed", "7") == 0
    assert everything(one, but=RECORDS) == everything(two, but=RECORDS)


def test_rounds_simulated_one_by_one_are_those_simulated_at_once(copy):
    one, two = copy("registered", "one"), copy("registered", "two")
    simulate(one, 5)
    for _ in range(5):
        simulate(two, 1)
    assert everything(one, but=RECORDS) == everything(two, but=RECORDS)


def test_simulate_fills_the_current_round_first_and_keeps_what_was_typed(copy):
    path = edit(copy("drawn"), {"Résultats!Score 1!6": 123, "Résultats!Score 2!6": 456})
    simulate(path, 1)
    rows = lines(path, "Résultats")
    assert (rows[1]["Score 1"], rows[1]["Score 2"]) == (123, 456)
    assert len(rows) == 4 and all(row["Score 1"] is not None for row in rows)


def test_forfeits_and_absences_happen(copy):
    path = copy("registered")
    assert run("simulate", path, "--forfaits", "0.4", "--absences", "0.3", "--seed", "5") == 0
    assert any(row["Forfait"] for row in lines(path, "Résultats"))
    assert any(row["Absences"] for row in lines(path, "Joueurs"))
    with untouched(path):
        assert run("update", path) == 0


def test_however_many_are_absent_a_simulation_goes_on(copy):
    """simulate.py: never so many that nobody is left."""
    path = copy("registered")
    assert run("simulate", path, "--absences", "1") == 0


def test_a_finished_tournament_is_not_simulated_further(copy, capsys):
    path = copy("finished")
    with untouched(path):
        assert run("simulate", path) == 1
    assert "plus rien à apparier" in capsys.readouterr().err


def test_the_demonstration_plays_a_whole_tournament_in_a_new_workbook_each_time(tmp_path, capsys):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "tournoi.xlsx").touch()
    assert run("demo", tmp_path / "d") == 0
    out = capsys.readouterr().out
    assert "tournoi-2.xlsx" in out and "Classement final" in out and "Ronde 5 sur 5" in out
    assert run("update", tmp_path / "d" / "tournoi-2.xlsx") == 0
    assert "Tout est à jour" in capsys.readouterr().out


# Backups


def test_every_change_leaves_a_copy_of_what_was(copy):
    path = copy("registered")
    kept = []
    for words in (("pair",), ("simulate", "--rounds", 1), ("undo", "--force")):
        kept.append(path.read_bytes())
        assert run(words[0], path, *words[1:]) == 0
    edit(path, {"Tournoi!Lieu": "Genève"})
    kept.append(path.read_bytes())
    assert run("update", path) == 0
    copies = [copy.file for copy in backups.copies(path)]
    assert [one.read_bytes() for one in copies] == kept
    assert [re.sub(r"( \(\d\))?\.xlsx", "", one.name).split(" ", 3)[3] for one in copies] == [
        "avant appariement", "avant simulation", "avant annulation", "avant mise à jour",
    ]  # fmt: skip
    assert {one.parent.name for one in copies} == {"Sauvegardes"}


def test_a_press_that_changes_nothing_leaves_no_copy(copy):
    path = copy("finished")
    for verb in ("update", "pair", "simulate", "standings", "explain"):
        with untouched(path):
            run(verb, path)
