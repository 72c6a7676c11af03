"""What PAPP's users do: a round completed, penalties, a running event taken over (X4)."""

from __future__ import annotations

import pytest

from tests import books
from tests.othello_data import four, game
from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.check import check
from tournament_xl.games import decode
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.rules.othello.costs import Costs
from tournament_xl.rules.othello.model import Penalties
from tournament_xl.rules.othello.standings import standings


def test_a_round_under_way_is_completed_what_stands_stands():
    """Two latecomers: a row is emptied, the press pairs its two and the latecomers; undoing takes the round away."""
    desk = OthelloDesk(8, Nombre_de_rondes=3).must().lower_wins().must()
    rows = desk.decoded().results.round(2)
    desk.result(2, rows[0].match.black, 40, 24)
    for column in rows[3].line.texts:
        desk.type(labels.RESULTS, rows[3].line.row, column, None)
    desk.player("Tard", 1500, Absences="1").player("Plus tard", 1400, Absences="1").must()
    assert desk.pairs(2)[:3] == [row.match.sides for row in rows[:3]] and len(desk.pairs(2)) == 5
    assert {who for two in desk.pairs(2)[3:] for who in two} == {*rows[3].match.sides, 9, 10}
    games = desk.decoded().tournament.rounds[1]
    assert games[0].complete and not [game for game in games if game.reason.startswith("Choix")]
    report = check(desk.snapshot)
    assert report.code == 0 and not [one for one in report.manual_changes if one.kind == "fixed"]
    assert desk.press().code == 3, "results are missing: nothing is left to complete"
    desk.must("undo", force=True)
    assert len(desk.decoded().tournament.rounds) == 1 and not desk.decoded().results.round(2)


def test_penalties_are_settings_with_papps_defaults():
    """What colours, the same country and differences weigh; BIP as a draw."""
    games = [game(1, 2, 40, 24), game(3, 4, 40, 24)]
    plain = Costs(four(games, penalties=Penalties()), 2)
    own = Costs(four(games, penalties=Penalties((0, 1, 2, 3, 4, 5), 7, 9, (10, 20, 30, 40))), 2)
    assert (plain.cost(2, 4), own.cost(2, 4)) == (105 + 15, 2 + 7)
    assert (plain.cost(1, 4), own.cost(1, 4)) == (2 * 105 + 2 * 15 + 40588 + 200, 2 * 2 + 2 * 7 + 40588 + 20)
    desk = OthelloDesk(5, Nombre_de_rondes=2, **{"Points du bye": 0.5, "Couleurs": "1 2 3 4 5"})
    desk.must().lower_wins().must("update")
    assert desk.decoded().tournament.settings.penalties.colour == (0, 1, 2, 3, 4, 5)
    assert desk.standing(desk.bye(1))["Points"] == "0.5"
    desk.must().lower_wins().must("update")
    assert check(desk.snapshot).code == 0


WORKFILE = """% fichier de travail
#_Nom-Tournoi = "Open; de Lyon" ; #_Nombre-Rondes = 3 ; #_BQ-double = 6.000000 ; #_Date = "21/11/2026" ;
& +050001 +050002 +050003 +050004 +050005 ;
raz-couplage; (050001 050002); (050003 050004);
% Ronde 1
raz-couplage;
(050001 54 050002 10);
(050003 30 050004 34);
ronde-suivante;
& -050004 +050006 ;
raz-couplage;
(050001 40 050005 24); (050003 31.5 050002 32.5);
ronde-suivante;
& -050006 +050004 ;
raz-couplage; (050004 050001); (050005 050003);
"""


def test_a_running_event_of_papp_is_taken_over(tmp_path):
    """Players, rounds, byes, results and the pairs under way; the workbook goes on."""
    (tmp_path / "papp-internal-workfile.txt").write_text(WORKFILE, encoding="latin-1")
    (tmp_path / "joueurs.txt").write_text(
        "pays = FRA\n" + "".join(f"5000{n} NOM{n}, Prénom{n} %_<150{n}>\n" for n in range(1, 6)), encoding="latin-1"
    )
    path = tmp_path / "t.xlsx"
    assert books.run("import", tmp_path / "papp-internal-workfile.txt", "-o", path) == 0
    decoded = decode(ClosedFile(path).read())
    tournament = decoded.tournament
    assert [sorted(game.sides for game in games) for games in tournament.rounds] == [
        [(50001, 50002), (50003, 50004), (50005, 0)],
        [(50001, 50005), (50003, 50002), (50006, 0)],
        [(50002, 0), (50004, 50001), (50005, 50003)],
    ]
    assert tournament.played == 2 and tournament.settings.beta == 6 and tournament.settings.title == "Open; de Lyon"
    table = [(line.number, line.points) for line in standings(tournament, 2)]
    assert table[0] == (50001, 2.0) and dict(table)[50006] == 1.0
    assert decoded.full_names()[50002] == "NOM2 Prénom2" and decoded.full_names()[50006] == "Joueur 50006"
    assert [str(one["Absences"] or "") for one in books.lines(path, "Joueurs")] == ["", "", "", "2", "", "1, 3-"]
    assert books.run("simulate", path) == 0 and books.run("check", path) == 0


@pytest.mark.parametrize(("broken", "words"), [
    ("(050001 050009);", "50009 n'est pas"), ("(050001 40 050002 25);", "64"), ("vive papp;", "ne se lit pas"),
    ("(050001 050003);", "joue deux fois"),
])  # fmt: skip
def test_a_journal_that_cannot_be_is_refused_at_its_line(tmp_path, capsys, broken, words):
    (tmp_path / "w.txt").write_text(WORKFILE + broken, encoding="latin-1")
    assert books.run("import", tmp_path / "w.txt", "-o", tmp_path / "t.xlsx") == 5
    told = capsys.readouterr().err
    assert words in told and "ligne 16" in told and not (tmp_path / "t.xlsx").exists()
