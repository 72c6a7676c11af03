"""ELO files (X2): real tournaments imported and judged, our own written and read again, damaged ones refused."""

from __future__ import annotations

import json

import pytest

from tests import books
from tests.elo_files import elo_file
from tests.othello_data import of, rows
from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.elo.deduce import settle, unplayed
from tournament_xl.elo.file import EloError, elo_name, elo_text, read_elo
from tournament_xl.games import decode
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.rules.othello.standings import standings

TOURNAMENTS = [row["tid"] for row in rows("tournaments")]


def imported(folder, tid, name="tournoi.xlsx", ending="\r\n"):
    source = folder / f"{tid}.ELO"
    source.write_bytes(elo_file(tid).replace("\r\n", ending).encode("latin-1"))
    assert books.run("import", source, "-o", folder / name) == 0
    return folder / name


@pytest.mark.parametrize("tid", TOURNAMENTS)
def test_byes_and_absences_are_deduced_from_the_points(tid):
    byes, absent, odd = unplayed(settle(read_elo(elo_file(tid), "x.ELO")))
    idle = of("unpaired", tid)
    assert byes == {int(row["round"]): int(row["player_id"]) for row in idle if row["kind"] == "bye"}
    assert {(number, who) for who, numbers in absent.items() for number in numbers} == {
        (int(row["round"]), int(row["player_id"])) for row in idle if row["kind"] != "bye"
    }
    assert not odd


@pytest.mark.parametrize("tid", TOURNAMENTS)
def test_an_imported_tournament_has_the_official_standings(tmp_path, tid):
    """Order, points, discs as published, finals not counted; tie-breaks where a federation's page gives them."""
    path = imported(tmp_path, tid)
    table = {int(row["N°"]): row for row in books.lines(path, labels.STANDINGS)}
    tournament = decode(ClosedFile(path).read()).tournament
    swiss = {line.number: line.place for line in standings(tournament, tournament.played)}
    for row in of("players", tid):
        line = table[int(row["player_id"])]
        assert (swiss[int(row["player_id"])], line["Points"], line["Pions"]) == (
            int(row["official_rank"]),
            float(row["official_points"]),
            float(row["official_discs_raw"]),
        )
        if row["published_tiebreak"]:
            assert line["Départage"] == float(row["published_tiebreak"])


def test_check_recognises_the_rounds_of_the_world_championship_2018(tmp_path, capsys):
    path = imported(tmp_path, "woc2018")
    capsys.readouterr()
    assert books.run("check", path, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    published = {int(row["round"]): row for row in of("pairing_penalties", "woc2018")}
    for one in report["pairings"]:
        row = published[one["round"]]
        assert (one["cost"], one["optimum"]) == (int(row["penalty_of_real_pairing"]), int(row["optimal_penalty"]))
        assert one["same"] == (one["round"] > 1)
    assert report["standings_ok"] is True


@pytest.mark.parametrize(("tid", "formula"), [("egp_athens2019", "Toutes-rondes"), ("gpf2017", "Double toutes-rondes")])
def test_an_imported_round_robin_is_recognised_game_for_game(tmp_path, capsys, tid, formula):
    path = imported(tmp_path, tid)
    assert books.setting(path, "Formule") == formula
    capsys.readouterr()
    assert books.run("check", path, "--json") == 0
    assert all(one["same"] for one in json.loads(capsys.readouterr().out)["pairings"])


def pairs(games):
    return sorted((one.black, one.black_discs, one.sign, one.white_discs, one.white) for one in games)


def test_what_we_write_reads_back_as_the_same_tournament(tmp_path):
    path = imported(tmp_path, "egp_paris2017")
    decoded = decode(ClosedFile(path).read())
    text = elo_text(decoded, creator="PAPP 1.36", created="2026/11/21 18:00")
    again, first = read_elo(text, "x"), read_elo(elo_file("egp_paris2017"), "x")
    assert [pairs(games) for games in again.rounds] == [pairs(games) for games in first.rounds]
    facts = [(one.number, one.name, one.country, one.points, one.discs) for one in again.players.values()]
    assert facts == [(one.number, one.name, one.country, one.points, one.discs) for one in first.players.values()]
    assert unplayed(settle(again))[:2] == unplayed(settle(first))[:2]
    assert elo_name(decoded) == "20170826_EGP_Paris_2017.ELO"


def test_numbers_given_by_the_program_are_new_in_the_file_and_forfeits_are_listed():
    desk = OthelloDesk(Nom="Été, à Lyon", Date_de_début="21/11/2026", Nombre_de_rondes=1)
    desk.player("DURAND", 1500, Prénom="Zoé", N=2788, Pays="FRA").player("PETIT", 1400, Pays="FRA").must()
    desk.result(1, 2788, None, None, end="F+").must("update")
    text = elo_text(desk.decoded(), creator="x", created="y")
    assert "%_%    2788, DURAND, Zoé, FRA, 1.0, 64, 1500" in text
    assert "%_% +900001, PETIT, , FRA, 0.0, 0, 1400" in text
    assert "B %% forfait" in text and ("(64)>(00)" in text or "(00)<(64)" in text)
    assert "%%Tournament: Été à Lyon" in text
    assert elo_name(desk.decoded()) == "20261121_Ete_a_Lyon.ELO"


HEAD = "%%Tournament: T\n%_%    1, A, B, FRA, 1, 40\n%_%    2, C, D, FRA, 0, 24\n"
DAMAGED = {
    "not a file of results": ("hello\n", "ligne 1"),
    "no round": (HEAD, "il y faut des joueurs (« %_% ») et des rondes"),
    "a player of one figure": ("%_% 1, A, B, FRA, 3\n", "ligne 1"),
    "a player twice": (HEAD + "%_% 1, E, F, FRA, 0, 0\n", "ligne 4"),
    "a game that breaks off": (HEAD + "%Round: 1\n 1 (40)>(2\n", "ligne 5"),
    "a game on the line of its round": (HEAD + "%Round: 1   1 (40)>(24) 2 B\n", "ligne 4"),
    "a game behind a title": (HEAD + "%Round: 1\n%%Added results 2 (40)>(24) 1 B\n", "ligne 5"),
    "a game far behind blanks": (HEAD + "%Round: 1\n 1 (40)" + " " * 600 + ">(24) 2 B\n", "ligne 5"),
    "65 discs": (HEAD + "%Round: 1\n 1 (40)>(25) 2 B\n", "ligne 5"),
    "a stranger": (HEAD + "%Round: 1\n 1 (40)>(24) 3 B\n", "joueur 3"),
    "the format of before 2000": ("%%Tournament: T\n 224 >  309\n", "ligne 2"),
    "twice in a round": (HEAD + "%Round: 1\n 1 (40)>(24) 2 B\n 2 (40)>(24) 1 B\n", "joue deux fois"),
    "against himself": (HEAD + "%Round: 1\n 1 (40)>(24) 1 B\n", "joue deux fois"),
    "a round left out": (HEAD + "%Round: 2\n 1 (40)>(24) 2 B\n", "la suivante est la ronde 1"),
    "a game before the rounds": (HEAD + " 1 (40)>(24) 2 B\n", "%Round"),
    "a thousand rounds": (HEAD + "".join(f"%Round: {n}\n" for n in range(1, 101)), "99 rondes"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_refused_with_its_line(tmp_path, capsys, name):
    text, words = DAMAGED[name]
    with pytest.raises(EloError, match="x.ELO"):
        read_elo(text, "x.ELO")
    source = tmp_path / "x.ELO"
    source.write_text(text)
    assert books.run("import", source, "-o", tmp_path / "t.xlsx") == 5
    assert words in capsys.readouterr().err
    assert not (tmp_path / "t.xlsx").exists()


@pytest.mark.parametrize(("game", "end"), [
    ("1 (40)>(24) 2 B", None), ("1 (40)<(24) 2 B", ""), ("1 (32)=(32) 2 B", None), ("1 (32)>(32) 2 B", "GN"),
    ("1 (0)<(0) 2 B", "PNB"),
])  # fmt: skip
def test_a_sign_that_the_discs_contradict_decides_where_the_points_fit_and_is_told_once(game, end):
    found = settle(read_elo(HEAD + f"%Round: 1\n {game}\n", "x.ELO"))
    assert len(found.warnings) == (end is not None)
    assert all(one.end == (end or "") for games in found.rounds for one in games)
    assert all("1 partie où" in text and "lignes 5" in text for text in found.warnings)


def test_an_imported_tournament_can_be_updated_and_undone(tmp_path):
    path = imported(tmp_path, "cdf2019")
    with books.untouched(path):
        assert books.run("update", path) == 0
        assert books.run("pair", path) == 1
        assert books.run("undo", path, "--force") == 3  # the finals stand on that round
    assert books.run("undo", without_finals(path), "--force") == 0
    assert books.run("pair", path) == 0


def without_finals(path):
    typed = [line["row"] for line in books.lines(path, "Finales") if line["Match"]]
    return books.edit(path, {f"Finales!{column}{row}": None for row in typed for column in "ABCDEFGHI"})


def test_send_writes_the_elo_file_beside_the_copy_and_the_mail(tmp_path, capsys):
    path = imported(tmp_path, "egp_athens2019")
    assert books.run("send", path, "--to", tmp_path / "envoi") == 0
    names = {file.name for file in (tmp_path / "envoi").iterdir()}
    assert names == {
        "20190914_EGP_Athens.ELO", "EGP Athens 2019-09-14 - envoi.xlsx", "EGP Athens 2019-09-14 - courriel.eml",
    }  # fmt: skip
    sent = read_elo((tmp_path / "envoi" / "20190914_EGP_Athens.ELO").read_text(encoding="latin-1"), "x")
    assert sum(map(len, sent.rounds)) == len(of("games", "egp_athens2019"))
    capsys.readouterr()
    assert books.run("check", tmp_path / "envoi" / "EGP Athens 2019-09-14 - envoi.xlsx") == 0
    assert "Cotes" not in capsys.readouterr().out
