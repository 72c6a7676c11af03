"""The panel of Tournoi: the first five with their surnames whole, and the tables without result."""

import pytest
from openpyxl import load_workbook

from tests import books
from tournament_xl.messages.sheets import status_line
from tournament_xl.workbook import schema

SURNAMES = (
    "DE LA ROCHEFOUCAULD-MONTGOMERY", "VAN DEN BROUCKE-DELACROIX", "VIAL-PERRACHON DE MONTEYNARD",
    "CASTELNAU-MONTMORENCY", "Brunet-Manquat", "Rey", "Petit", "Durand",
)  # fmt: skip


@pytest.mark.parametrize("formula", ["classique", "othello"])
def test_names_of_the_first_five_are_whole_on_one_line_or_on_two_in_a_row_that_is_high_enough(tmp_path, formula):
    listed = tmp_path / "liste.csv"
    lines = [f"{name};Marie-Antoinette;Lyon" for name in SURNAMES]
    listed.write_text("\n".join(["Nom;Prénom;Club", *lines]), encoding="utf-8")
    path = books.create(tmp_path / "b", 0, "--joueurs", listed, "--rondes", 3, formula=formula)
    sheet = load_workbook(books.simulate(path, 3))[schema.TOURNAMENT]
    (title,) = (cell for row in sheet.iter_rows() for cell in row if cell.value == schema.LEADERS)
    cells = [sheet.cell(title.row + down, title.column) for down in range(1, schema.LEADERS_SHOWN + 1)]
    assert len({surname for surname in SURNAMES for cell in cells if cell.value.startswith(f"{surname} ")}) == 5
    assert all(cell.alignment.wrap_text and not cell.alignment.shrink_to_fit for cell in cells)
    heights = [sheet.row_dimensions[cell.row].height for cell in cells]
    assert [height > 28 for height in heights] == [len(cell.value) > 27 for cell in cells] and min(heights) == 18


def test_a_list_of_tables_that_is_cut_ends_in_no_comma():
    tables = ", ".join(map(str, range(2, 32, 2)))
    facts = {"players": 64, "rounds": 6, "drawn": 3, "played": 2, "pending": 15, "leaders": ()}
    text = str(status_line(**facts, tables=tables, button="Apparier"))
    assert "…" in text and ",…" not in text and "18…" in text, text
