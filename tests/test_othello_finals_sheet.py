"""Finals of an Othello tournament (F1, F2): through the workbook, into the ELO file and back (X2)."""

from __future__ import annotations

import pytest

from tests import books
from tests.othello_desk import OthelloDesk
from tournament_xl.check import check
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.othello_desk.elo_text import elo_text
from tournament_xl.workbook import labels
from tournament_xl.workbook.games import decode
from tournament_xl.workbook.grid import right_of
from tournament_xl.workbook.othello import labels as othello


class FinalsDesk(OthelloDesk):
    """Eight players after three rounds, standings 1 to 8 as ranked."""

    def __init__(self, **choices: str) -> None:
        super().__init__(8, Nombre_de_rondes=3)
        for _ in range(3):
            self.must().lower_wins().must("update")
        self.ranks = [int(number) for number in self.column(labels.STANDINGS, "N°")]
        for label, value in choices.items():
            self.choose(getattr(othello, label), value)
        self.must("update")

    def choose(self, label: str, value: str | None) -> None:
        row, column = right_of(self.snapshot, labels.FINALS, label)
        grid = [list(cells) for cells in self.snapshot.sheets[labels.FINALS]]
        grid[row - 1] += [None] * (column - len(grid[row - 1]))
        grid[row - 1][column - 1] = value
        self.snapshot = type(self.snapshot)({**self.snapshot.sheets, labels.FINALS: grid})

    def games(self) -> list[tuple[str, str, int, int]]:
        """Match, game, and the two by their rank in the Swiss, Black first."""
        return [
            (row["Match"], row["Partie"], *(self.ranks.index(int(row[side])) + 1 for side in ("N° N", "N° B")))
            for row in self.rows(labels.FINALS)
            if row["Match"]
        ]

    def play(self, match: str, number: int, black: int, white: int) -> FinalsDesk:
        line = next(
            line
            for line in self.table(labels.FINALS).lines()
            if (line.text("Match"), line.text("Partie")) == (match, str(number))
        )
        self.type(labels.FINALS, line.row, "Pions N", black)
        self.type(labels.FINALS, line.row, "Pions B", white)
        self.must("update")
        return self


def test_semi_finals_are_1_4_and_2_3_and_final_and_third_place_follow():
    desk = FinalsDesk(SEMI_FINALS="1", THIRD_PLACE="1", FINAL="1")
    assert desk.games() == [("Demi-finale 1", "1", 1, 4), ("Demi-finale 2", "1", 2, 3)]
    assert "Demi-finale 1, Demi-finale 2" in desk.status()
    desk.play("Demi-finale 1", 1, 20, 44).play("Demi-finale 2", 1, 40, 24)
    assert desk.games()[2:] == [("Finale", "1", 2, 4), ("3e place", "1", 1, 3)]
    points = {row["N°"]: (row["Points"], row["Départage"]) for row in desk.rows(labels.STANDINGS)}
    desk.play("Finale", 1, 30, 34).play("3e place", 1, 50, 14)
    order = [desk.ranks.index(int(number)) + 1 for number in desk.column(labels.STANDINGS, "N°")]
    assert order == [4, 2, 1, 3, 5, 6, 7, 8]
    assert {row["N°"]: (row["Points"], row["Départage"]) for row in desk.rows(labels.STANDINGS)} == points
    assert desk.status().startswith(f"Tournoi terminé · 1er : A{desk.ranks[3]:02}")
    assert check(desk.snapshot).code == 0


def test_a_final_of_three_games_turns_the_colours_and_ends_when_the_third_cannot_change_the_winner():
    desk = FinalsDesk(FINAL="3")
    assert desk.games() == [("Finale", "1", 1, 2)]
    desk.play("Finale", 1, 40, 24)
    assert desk.games()[1:] == [("Finale", "2", 2, 1)]
    desk.play("Finale", 2, 50, 14)  # one win each; the second has more discs and chooses
    assert desk.games()[2:] == [("Finale", "3", 2, 1)]
    desk.play("Finale", 3, 20, 44)
    assert len(desk.games()) == 3
    assert desk.status().startswith(f"Tournoi terminé · 1er : A{desk.ranks[0]:02}")


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
