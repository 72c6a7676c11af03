"""Finals in ELO files go onto the sheet Finales, and their results into the Journal (F1, F2, X2)."""

from __future__ import annotations

import pytest

from tests import books
from tests.test_othello_finals_sheet import FinalsDesk
from tournament_xl.check import check
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.othello_desk.elo_text import elo_text
from tournament_xl.workbook import labels
from tournament_xl.workbook.games import decode


def sent(desk: FinalsDesk, folder, change=lambda text: text):
    """The desk's ELO file imported, its players' numbers in it those of the desk; the new workbook."""
    source = folder / "x.ELO"
    text = elo_text(desk.decoded(), creator="x", created="y").replace("90000", "     ")
    source.write_bytes(change(text).encode("latin-1"))
    assert books.run("import", source, "-o", folder / "t.xlsx") == 0
    return folder / "t.xlsx"


def semis_and_finals() -> FinalsDesk:
    desk = FinalsDesk(SEMI_FINALS="1", THIRD_PLACE="1", FINAL="3")
    desk.play("Demi-finale 1", 1, 20, 44).play("Demi-finale 2", 1, 40, 24)
    desk.play("Finale", 1, 30, 34).play("3e place", 1, 50, 14)
    return desk.play("Finale", 2, 60, 4)


@pytest.mark.parametrize(
    "make",
    [
        semis_and_finals,
        lambda: FinalsDesk(FINAL="3").play("Finale", 1, 40, 24).play("Finale", 2, 20, 44),
        lambda: FinalsDesk(FINAL="1", THIRD_PLACE="1").play("Finale", 1, 20, 44).play("3e place", 1, 31, 33),
        lambda: FinalsDesk(SEMI_FINALS="1").play("Demi-finale 1", 1, 32, 32).play("Demi-finale 2", 1, 0, 64),
    ],
)
def test_what_was_sent_comes_back_with_the_same_finals_and_the_same_places(tmp_path, make):
    desk = make()
    path = sent(desk, tmp_path)
    played = {(row["Match"], row["Partie"], row["N° N"], row["Pions N"], row["N° B"], row["Pions B"])
              for row in desk.rows(labels.FINALS) if row["Pions N"]}  # fmt: skip
    again = decode(ClosedFile(path).read())
    assert {(row.line.text("Match"), str(row.number), str(row.game.black), f"{row.game.discs_black:g}",
             str(row.game.white), f"{row.game.discs_white:g}")
            for row in again.finals.rows if row.game.complete} == played  # fmt: skip
    assert [str(int(row["N°"])) for row in books.lines(path, labels.STANDINGS)] == desk.column(labels.STANDINGS, "N°")
    assert books.run("check", path) == 0


def test_added_games_that_are_no_finals_decide_no_place_and_are_told(tmp_path, capsys):
    desk = FinalsDesk(FINAL="1").play("Finale", 1, 20, 44)
    one, eight = desk.ranks[0], desk.ranks[7]
    text = f"%%Added results\r\n{one} (40)>(24) {eight} B\r\n"
    path = sent(desk, tmp_path, lambda elo: elo.replace("%%Added results\r\n", text))
    told = capsys.readouterr()
    assert "1 partie après les rondes" in told.out + told.err
    rows = decode(ClosedFile(path).read()).finals.rows
    assert [(row.stage, row.game.sides) for row in rows][1:] == [("unranked", (one, eight))]
    assert [int(row["N°"]) for row in books.lines(path, labels.STANDINGS)][:2] == desk.ranks[1::-1]


def test_an_edit_of_a_final_is_found_and_goes_into_the_journal():
    desk = FinalsDesk(FINAL="1").play("Finale", 1, 20, 44)
    line = next(desk.table(labels.FINALS).lines())
    desk.type(labels.FINALS, line.row, "Pions N", 30)
    desk.type(labels.FINALS, line.row, "Pions B", 34)
    assert [one.sheet for one in check(desk.snapshot).findings if not one.consequence] == [labels.FINALS]
    desk.must("update")
    assert check(desk.snapshot).code == 0
    assert desk.rows(labels.JOURNAL)[-1]["Détail"].startswith("Finales, résultat corrigé : Finale 1 : ")
