"""Files that are no list, or of another form than their name says: read right, or named as what they are."""

from __future__ import annotations

import faulthandler
from datetime import date

import openpyxl
import pytest

from tests import foreign
from tests.programs import WHOLE
from tournament_xl.players.list_table import ListError

# What cannot be read

SHEETS = range(9 if WHOLE else 1)  # one has too many cells; nine take more memory than the process gets
LONG = foreign.odf({"A": [["Nom"], ["@"]]})
NOT_HERE, TOO_BIG = "ne se lit pas ici", "est trop gros"


@pytest.mark.parametrize(("name", "data", "words"), [
    ("html.xls", b"<html><table><tr><td>Nom</td></tr></table></html>", NOT_HERE),
    ("rien.ods", b"PK\x03\x04", NOT_HERE),
    ("numbers.xlsx", lambda: foreign.ods("x").replace(b"META-INF/manifest", b"META-INF/anything"), NOT_HERE),
    ("code.ods", lambda: foreign.ods("x", "<manifest><encryption-data/></manifest>"), "mot de passe"),
    ("bombe.ods", lambda: foreign.ods(bytes(90 * 2**20)), TOO_BIG),
    ("lignes.fods", lambda: LONG.replace("row>", f'row table:number-rows-repeated="{10**12}">', 1).encode(), TOO_BIG),
    ("chiffres.ods", lambda: foreign.ods(LONG.replace("16000", "9" * 5000)), NOT_HERE),
    ("entites.fods", lambda: LONG.replace("<office", "<!DOCTYPE a [<!ENTITY a 'b'>]><office", 1).encode(), NOT_HERE),
    ("profond.ods", lambda: foreign.ods(LONG.replace("@", "<text:span>" * 10**5 + "</text:span>" * 10**5)), NOT_HERE),
    ("loin.xls", lambda: foreign.xls({f"S{n}": {(0, 0): "Nom", (65535, 255): "x"} for n in SHEETS}), NOT_HERE),
])  # fmt: skip
def test_what_is_damaged_locked_or_made_to_burst_is_refused_with_the_way_out(coming, name, data, words):
    faulthandler.disable()  # it would tell how the other process ends
    with pytest.raises(ListError) as error:
        coming(data() if callable(data) else data, name)
    (sentence,) = error.value.sentences
    assert sentence.startswith(name) and words in sentence and "malgré son nom" not in sentence
    assert "CSV" in sentence or words == TOO_BIG


@pytest.mark.parametrize(("name", "data", "form"), [
    ("liste.csv", b'ID;PCALCOOO32\nC;X1;Y1;K"Nom"\nC;X1;Y2;K"Abel"\nE\n', "une feuille SYLK"),
    ("liste.xls", b'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n', "une feuille DIF"),
    ("liste.csv", b"%PDF-1.7\nNom;Club\n", "un document PDF"),
    ("liste.xls", b"<!DOCTYPE html>\n<table><tr><td>Nom</td></tr></table>", "une page web"),
    ("a.xls", b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>', "Excel 2003"),
    ("liste.xls", b"\x09\x04\x06\x00\x00\x00\x10\x00", "un classeur d'un Excel d'avant 1995"),
    ("liste.xlsx", b"PK\x03\x04" + b"word/document.xml", "un document Word"),
])  # fmt: skip
def test_a_file_of_another_form_is_named_as_what_it_is_whatever_it_is_called(coming, name, data, form):
    with pytest.raises(ListError, match=form) as error:
        coming(data, name)
    assert len(error.value.sentences) == 1 and "CSV" in str(error.value)


def test_a_table_whose_first_title_is_id_is_no_sylk(coming):
    assert coming("ID;Prénom;Nom\n1;Zoé;ABRICO\n")[0] == ["ABRICO Zoé"]


def test_a_locked_xls_is_told_to_have_a_password(coming):
    begin = bytes.fromhex("0908100000060500bb0dcc070000000006000000")
    locked = foreign.xls({"Feuil1": ACCENTS}).replace(begin, begin + bytes.fromhex("2f003600") + bytes(54))
    with pytest.raises(ListError, match="mot de passe"):
        coming(locked, "liste.xls")


ACCENTS = [["Nom", "Prénom"], ["Estève", "Véronique"], ["Huet", "Noël"]]


@pytest.mark.parametrize(("encoding", "page"), [
    ("cp1252", 1252), ("cp1252", None), ("mac_roman", 10000), ("mac_roman", None), ("cp850", None),
])  # fmt: skip
def test_the_letters_of_an_old_xls_are_those_that_were_meant(coming, encoding, page):
    data = foreign.xls5(ACCENTS, encoding, page)
    assert coming(data, "liste.xls")[0] == ["Estève Véronique", "Huet Noël"]


def test_an_old_xls_that_loses_letters_is_refused(coming):
    with pytest.raises(ListError, match="lettres accentuées"):
        coming(foreign.xls5(ACCENTS, "cp1252", 65001), "liste.xls")


# Numbers that were to stay a text


@pytest.mark.parametrize("cell", ['="0012345"', '"=""0012345"""', "'0012345'", "'0012345", "00\u200b12345\ufeff"])
def test_what_keeps_a_number_a_text_is_no_part_of_it(coming, cell):
    assert coming(f"Nom;Li\u200bcence\nABRI\u00adCO;{cell}\n")[0] == ["ABRICO 0012345"]


@pytest.mark.parametrize("cell", ["1,07E+06", "12/05/1934", "1934-05-12", "mai-34", "12-mai", "12-févr"])
def test_a_licence_that_a_spreadsheet_changed_is_told_at_its_cell(coming, cell):
    with pytest.raises(ListError, match="ligne 2, colonne « Licence » : « .* » n'est pas une licence"):
        coming(f"Nom;Licence\nABRICO;{cell}\n")


def test_a_licence_that_a_workbook_shows_as_a_date_is_told_at_its_cell(coming, tmp_path):
    with pytest.raises(ListError, match="liste.xlsx, Sheet!B3 : « 03/12/1955 » n'est pas une licence"):
        book = openpyxl.Workbook()
        for row in (["Nom", "Licence", "Cote"], ["VIDAUL", 1000101, 1500], ["ABRICO", date(1955, 12, 3), 1400]):
            book.active.append(row)
        book.save(tmp_path / "l.xlsx")
        coming((tmp_path / "l.xlsx").read_bytes(), "liste.xlsx")


def test_a_licence_with_letters_stays_as_it_is(coming):
    assert coming("Nom;Licence\nABRICO;B-12/3456\nVIDAUL;MA 1234567\n")[0] == ["ABRICO B-12/3456", "VIDAUL MA 1234567"]
