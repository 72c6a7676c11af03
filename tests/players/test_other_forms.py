"""Lists in other forms: letters of other systems, OpenDocument, .xls, rows out of sight; and what is no list."""

from __future__ import annotations

import faulthandler
from datetime import date

import openpyxl
import pytest
from openpyxl.styles import Font

from tests import foreign
from tests.programs import takes_seconds
from tournament_xl.players.player_lists import read_register

# Letters

NAMES = "Nom;Prénom;Club\nLegrand;André;Besançon\nDUPRÉ;Zoé;Hôpital\nLEFèVRE;Noël;Forêt\nMuñoz;Benoît;Là-bas\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252", "mac_roman", "cp850"])
def test_letters_are_known_whatever_system_wrote_them(read, encoding):
    expected = [line.replace(";", " ") for line in NAMES.splitlines()[1:]]
    assert read(NAMES.encode(encoding)).lines == expected


def test_utf8_written_twice_is_read_as_it_was_meant(read):
    assert read(NAMES.encode().decode("latin-1").encode()).lines == read(NAMES.encode()).lines


@pytest.mark.parametrize(("name", "encoding", "is_known"), [
    ("Dupré", "cp1252", True), ("ŒUVRARD", "cp1252", True), ("Élise", "mac_roman", False),
])  # fmt: skip
def test_one_accent_in_the_list_is_read_right_or_refused_never_garbled(read, refuse, name, encoding, is_known):
    data = f"Nom;Club\n{name};Lyon\n".encode(encoding)
    if is_known:
        assert read(data).lines == [f"{name} Lyon"]
    else:
        assert refuse(data).sentences


ACCENTS = [["Nom", "Prénom"], ["Estève", "Véronique"], ["Huet", "Noël"]]


@pytest.mark.parametrize(("encoding", "page"), [("cp1252", 1252), ("mac_roman", None)])
def test_the_letters_of_an_old_xls_are_those_that_were_meant(read, encoding, page):
    assert read(foreign.xls5(ACCENTS, encoding, page), "liste.xls").names == ["Estève Véronique", "Huet Noël"]


def test_an_old_xls_that_loses_letters_is_refused(refuse):
    assert "accentuées" in str(refuse(foreign.xls5(ACCENTS, "cp1252", 65001), "liste.xls"))


# Rows out of sight

TABLE = [["Nom", "Prénom", "Cote", "Dernier tournoi"], ["VIDAUL", "Kévin", 1500, date(2015, 11, 15)],
         ["CACHÉ", "Max", 1450, None], ["ABRICO", "Zoé", 1400.5, None], ["MORILLE", "Jean", "NC", None]]  # fmt: skip
EVERYBODY = ["VIDAUL Kévin 1500", "CACHÉ Max 1450", "ABRICO Zoé 1400,5", "MORILLE Jean"]


def workbook(rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return book


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_who_is_hidden_by_a_filter_is_left_out_and_told(read, tmp_path, ending):
    path = tmp_path / f"liste.{ending}"
    if ending == "xlsx":
        book = workbook(TABLE)
        book.active.auto_filter.ref, book.active.row_dimensions[3].hidden = "A1:D5", True
        book.save(path)
    else:
        path.write_bytes(foreign.ods(foreign.odf({"Feuille": TABLE}, hidden={3})))
    listed = read(path.read_bytes(), path.name)
    assert listed.lines == [person for person in EVERYBODY if "CACHÉ" not in person]
    assert "ligne 3 : CACHÉ Max" in listed.told
    assert read(path.read_bytes(), path.name, hidden=True).lines == EVERYBODY
    register = read_register(path)
    assert len(register) == 4, "a filter takes nobody out of the federation's ranking"
    assert register[0]["Dernier tournoi"] in ("42323", "2015-11-15")


def test_an_old_xls_gives_everybody_and_says_so_for_it_does_not_tell_who_is_hidden(read):
    listed = read(foreign.xls({"Feuil1": [row[:3] for row in TABLE]}), "liste.xls")
    assert listed.lines == EVERYBODY and "toutes" in listed.told


def test_dates_from_1904_are_those_that_excel_for_mac_shows(tmp_path):
    book = workbook(TABLE[:2])
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.save(tmp_path / "mac.xlsx")
    assert read_register(tmp_path / "mac.xlsx")[0]["Dernier tournoi"] == "42323"


def test_a_licence_that_a_workbook_shows_as_a_date_is_told_at_its_cell(refuse, tmp_path):
    rows = [["Nom", "Licence", "Cote"], ["VIDAUL", 1000101, 1500], ["ABRICO", date(1955, 12, 3), 1400]]
    workbook(rows).save(tmp_path / "l.xlsx")
    assert "Sheet!B3" in str(refuse((tmp_path / "l.xlsx").read_bytes(), "l.xlsx"))


CLUBS = [
    ["Club", "Nom", "Prénom"],
    ["Lyon", "VIDAUL", "Kévin"],
    [None, "ABRICO", "Zoé"],
    [None],
    [None, "MORILLE", "Jean"],
]


@pytest.mark.parametrize("ending", ["xlsx", "fods"])
def test_a_merged_club_is_that_of_each_player_beside_it(read, tmp_path, ending):
    book = workbook(CLUBS)
    book.active.merge_cells("A2:A4")
    book.save(tmp_path / "l.xlsx")
    cell = foreign.odf_cell("Lyon")
    spanned = cell.replace("<table:table-cell", '<table:table-cell table:number-rows-spanned="3"', 1)
    fods = foreign.odf({"A": CLUBS}).replace(cell, spanned).encode()
    data = (tmp_path / "l.xlsx").read_bytes() if ending == "xlsx" else fods
    assert read(data, f"l.{ending}").lines == ["VIDAUL Kévin Lyon", "ABRICO Zoé Lyon", "MORILLE Jean"]


def test_a_name_that_is_struck_out_is_set_aside_also_in_opendocument(read):
    styles = (
        '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><style:style'
        ' style:name="b"><style:text-properties style:text-line-through-style="solid"/></style:style>'
        "</office:automatic-styles><office:body"
    )
    cell, content = foreign.odf_cell("Martin"), foreign.odf({"A": [["Nom"], ["Durand"], ["Martin"], ["Petit"]]})
    struck = cell.replace("<table:table-cell", '<table:table-cell table:style-name="b"', 1)
    content = content.replace(cell, struck).replace("<office:body", styles, 1)
    assert read(content, "l.fods").names == ["Durand", "Petit"]


def test_a_name_that_is_struck_out_is_set_aside_and_told(read, tmp_path):
    book = workbook([["Nom", "Club"], ["Durand", "Lyon"], ["Martin", "Lyon"]])
    book.active["A3"].font, book.active["B2"].font = Font(strike=True), Font(strike=True)
    book.save(tmp_path / "l.xlsx")
    listed = read((tmp_path / "l.xlsx").read_bytes(), "l.xlsx")
    assert listed.names == ["Durand"] and "ligne 3 : Martin" in listed.told


# What is no list

FAR = {(0, 0): "Nom", (2**16 - 1, 255): "x"}
LONG = foreign.odf({"A": [["Nom"], ["@"]]})


@pytest.mark.parametrize(("name", "data"), [
    ("liste.csv", b"Nom;Club\n;\n"),
    ("utf16.csv", "Nom;Prénom\nDupont;Zoé".encode("utf-16-le")),
    ("guillemets.csv", b"Nom;Prenom\nDupont;Zoe\nNgo;\"Ea\nSy;Awa\n"),
    ("rien.ods", b"PK\x03\x04"),
    ("numbers.xlsx", lambda: foreign.ods("x").replace(b"META-INF/manifest", b"META-INF/anything")),
    ("bombe.ods", lambda: foreign.ods(bytes(90 * 2**20))),
    ("lignes.fods", lambda: LONG.replace("row>", f'row table:number-rows-repeated="{10**12}">', 1).encode()),
    ("entites.fods", lambda: LONG.replace("<office", "<!DOCTYPE a [<!ENTITY a 'b'>]><office", 1).encode()),
    ("profond.ods", lambda: foreign.ods(LONG.replace("@", "<text:span>" * 10**5 + "</text:span>" * 10**5))),
    pytest.param("loin.xls", lambda: foreign.xls({f"S{n}": FAR for n in range(9)}), marks=takes_seconds),
], ids=lambda value: value if isinstance(value, str) else "")  # fmt: skip
def test_what_is_damaged_or_made_to_burst_is_refused_in_one_sentence(refuse, name, data):
    faulthandler.disable()  # it would tell how the other process ends
    (sentence,) = refuse(data() if callable(data) else data, name).sentences
    assert sentence.startswith(name)


@pytest.mark.parametrize(("name", "data", "form"), [
    ("liste.csv", b'ID;PCALCOOO32\nC;X1;Y1;K"Nom"\nC;X1;Y2;K"Abel"\nE\n', "SYLK"),
    ("liste.xls", b'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n', "DIF"),
    ("liste.csv", b"%PDF-1.7\nNom;Club\n", "PDF"),
    ("liste.xls", b"<!DOCTYPE html>\n<table><tr><td>Nom</td></tr></table>", "web"),
    ("a.xls", b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>', "Excel 2003"),
    ("liste.xls", b"\x09\x04\x06\x00\x00\x00\x10\x00", "1995"),
    ("liste.xlsx", b"PK\x03\x04" + b"word/document.xml", "Word"),
    ("code.ods", lambda: foreign.ods("x", "<manifest><encryption-data/></manifest>"), "mot de passe"),
    ("code.xls", lambda: locked(foreign.xls({"Feuil1": ACCENTS})), "mot de passe"),
], ids=lambda value: value if isinstance(value, str) else "")  # fmt: skip
def test_a_file_of_another_form_is_named_as_what_it_is_whatever_it_is_called(refuse, name, data, form):
    (sentence,) = refuse(data() if callable(data) else data, name).sentences
    assert form in sentence


def locked(xls):
    """A workbook of Excel 97 that says to be encrypted."""
    begin = bytes.fromhex("0908100000060500bb0dcc070000000006000000")
    return xls.replace(begin, begin + bytes.fromhex("2f003600") + bytes(54))
