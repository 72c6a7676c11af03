"""Lists of players, any: bytes of all kinds, and tables that read back as they were written."""

from __future__ import annotations

import csv
import io

from hypothesis import assume, given
from hypothesis import strategies as st

from tournament_xl.book.guarded import unguarded
from tournament_xl.book.snapshot import cell_text
from tournament_xl.lists.columns import KEYS, ListError, fold_title
from tournament_xl.lists.read import of_other_systems, read_list


@given(st.binary(max_size=300))
def test_any_bytes_give_players_or_sentences(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "octets.csv"
    for content in (data, b"Nom;Cote\n" + data):
        path.write_bytes(content)
        try:
            assert read_list(path)
        except ListError as error:
            assert error.sentences


# Round trip

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "cp1252"]
cells = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=12).map(cell_text).map(unguarded)
LATIN = [*map(chr, range(32, 127)), *"éèàçÉŒœŸ€…’«»ÿþð¿ "]
latin = st.text(LATIN, max_size=12).map(cell_text).map(unguarded)


@st.composite
def tables(draw):
    """A list of players, its keys shuffled, an encoding that has its letters, and a separator."""
    encoding = draw(st.sampled_from(ENCODINGS))
    cell = latin if encoding == "cp1252" else cells
    keys = draw(st.lists(st.sampled_from([key for key in KEYS if key != "Nom"]), unique=True))
    size = draw(st.integers(1, 6))
    values = {key: draw(st.lists(cell, min_size=size, max_size=size)) for key in keys}
    values["Nom"] = draw(st.lists(cell.filter(bool), min_size=size, max_size=size, unique_by=fold_title))
    for key, low, high in (("N°", 1, 9999), ("Cote", 1, 9999), ("Licence", 1, 10**7)):
        if key in values:
            numbers = st.lists(st.integers(low, high).map(str), min_size=size, max_size=size, unique=True)
            values[key] = draw(numbers)
    players = [{key: values[key][at] for key in KEYS if key in values and values[key][at]} for at in range(size)]
    order = draw(st.permutations(list(values)))
    separator = draw(st.sampled_from(";,\t"))
    if len(order) == 1:  # nothing tells the separator of a single column
        assume(not any(mark in player["Nom"] for player in players for mark in ";,\t"))
    return players, order, encoding, separator


@given(tables(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_table_written_as_csv_reads_back_the_same(tmp_path_factory, table, end):
    players, order, encoding, separator = table
    names = [fold_title(f"{player['Nom']} {player.get('Prénom', '')}") for player in players]
    assume("Licence" in order or len(set(names)) == len(names))
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator, lineterminator=end)
    writer.writerow(order)
    writer.writerows([player.get(key, "") for key in order] for player in players)
    data = text.getvalue().encode(encoding)
    if encoding == "cp1252" and not data.isascii():
        assume(data.decode(errors="replace").count("\ufffd"))  # what is UTF-8 as well is read as UTF-8
        assume(not of_other_systems(data))
    path = tmp_path_factory.getbasetemp() / "table.csv"
    path.write_bytes(data)
    assert read_list(path) == players
