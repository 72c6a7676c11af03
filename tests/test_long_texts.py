"""Texts that no tournament has: one that thousands of cells show, thousands of long ones, and one in every cell."""

import re
import shutil

import pytest

from tests.closed_files import refused, repacked
from tests.strangers import child
from tournament_xl.folding import fold, fold_label
from tournament_xl.hosts import package, parts
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.lists.columns import fold_title
from tournament_xl.workbook.snapshot import column_letters
from tournament_xl.workbook.typed_forms import read_rounds

SHEET, TEXTS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
Z = b"Z" * 16_000


def shown(book, text, rows=80, cell=b'<c r="%s" t="s"><v>%d</v></c>'):
    """The workbook with one more shared text, of 32,000 letters, which `rows` rows of fifty cells show."""

    def change(content):
        at = len(re.findall(rb"<si>", content[TEXTS]))
        table = b"".join(
            b'<row r="%d">' % row
            + b"".join(cell % (f"{column_letters(n)}{row}".encode(), at) for n in range(1, 51))
            + b"</row>"
            for row in range(1000, 1000 + rows)
        )
        counted = re.sub(rb'\s(count|uniqueCount)="\d+"', b"", content[TEXTS])
        return content | {
            TEXTS: counted.replace(b"</sst>", text + b"</sst>"),
            SHEET: content[SHEET].replace(b"</sheetData>", table + b"</sheetData>"),
        }

    return repacked(book, change)


FORMS = {
    "plain": b"<si><t>%b%b</t></si>" % (Z, Z),
    "in runs": b"<si><r><t>%b</t></r><r><t>%b</t></r></si>" % (Z, Z),
    "a comment with its end": b"<si><t>%b<!-- </t></si> -->%b</t></si>" % (Z, Z),
    "a prefix": b'<x:si xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:t>%b%b</x:t></x:si>'
    % (Z, Z),
    "blanks in its end": b"<si ><t >%b%b</t ></si >" % (Z, Z),
}
CELLS = {
    "plain": b'<c r="%s" t="s"><v>%d</v></c>',
    "other quotes": b"<c t='s' r=\"%s\"><v >%d</v ></c>",
    "a number in pieces": b'<c r="%s" t="&#115;"><v>+0<!-- -->%d</v></c>',
}


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("form", FORMS)
def test_a_long_text_that_thousands_of_cells_show_is_as_large_as_if_it_stood_in_each(path, form, cell):
    shown(path, FORMS[form], cell=CELLS[cell])
    refused(path, "Mo de feuilles (limite : 100 Mo")


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("form", FORMS)
def test_fewer_such_cells_are_read_in_whatever_way_they_are_written(path, form, cell):
    """The forms above are those that excelize reads: each would have been a bomb."""
    read = ClosedFile(shown(path, FORMS[form], rows=1, cell=CELLS[cell])).read()
    assert {len(text) for text in next(iter(read.sheets.values()))[999]} == {32_000}


def test_an_index_that_is_no_number_shows_the_first_text(path):
    """excelize takes it for 0; so does the count."""

    def first(content):
        one = b"<si><t>%b%b</t></si>" % (Z, Z)
        return content | {TEXTS: re.sub(rb"(<sst[^>]*>)", lambda tag: tag[1] + one, content[TEXTS], count=1)}

    shown(repacked(path, first), b"", cell=b'<c r="%s" t="s"><v>x%d</v></c>')
    refused(path, "Mo de feuilles")


def test_more_letters_than_the_largest_tournament_has_are_refused(path, monkeypatch):
    monkeypatch.setattr(package, "MAX_ALL_LETTERS", 20)
    refused(path, "lettres (limite : 20 lettres)")


@pytest.mark.parametrize("verb", ["check", "update"])
def test_long_texts_beside_a_table_cost_little(made, tmp_path, verb):
    """Within all limits: 270 texts of 32,000 letters right of the first rows of Joueurs."""
    book = tmp_path / "club.xlsx"
    book.write_bytes(made["played"].read_bytes())

    def change(content):
        sheet = content["xl/worksheets/sheet2.xml"]
        for row in (1, 2, 3):
            texts = b"".join(
                b'<c r="%s%d" t="inlineStr"><is><t>%06d%s</t></is></c>'
                % (column_letters(column).encode(), row, 1000 * row + column, "é".encode() * 32_000)
                for column in range(30, 120)
            )
            line = re.search(rb'<row r="%d"[^>]*?(/>|>.*?</row>)' % row, sheet, re.DOTALL)[0]
            longer = (line[:-6] if line.endswith(b"</row>") else line[:-2] + b">") + texts + b"</row>"
            sheet = sheet.replace(line, longer, 1)
        return content | {"xl/worksheets/sheet2.xml": sheet}

    code, told, memory = child(verb, repacked(book, change))
    assert code == 0 and memory < 300, told


def test_a_text_longer_than_a_name_is_compared_as_it_is():
    assert fold("É" * 500) == "e" * 500 and fold("É" * 501) == "É" * 501


def test_letters_that_stand_for_many_cost_no_time():
    many = "\ufdfa" * 40  # 18 letters each
    assert fold(many) == many and fold_title(many) == many
    assert fold_title("👤 Nom") == "nom" and fold_title("Gri\ufb03th") == fold_title("Griffith")
    assert fold_label("  N° 1 ") == "n° 1" and fold_label("\ufdfa") == fold_label("x" * 41) == ""


def test_a_list_of_rounds_longer_than_any_is_none():
    assert read_rounds("1," * 99 + "1") == (frozenset({1}), None)
    assert read_rounds("1," * 100 + "1") is None and read_rounds("1-" + " " * 30_000 + "x") is None


def test_a_large_workbook_is_not_counted_text_by_text(path, monkeypatch):
    monkeypatch.setattr(parts.shared_texts, "letters", None)
    assert ClosedFile(path).read().sheets


def test_signs_written_as_codes_are_limited_and_count_by_the_cells_that_show_them(path, tmp_path):
    """excelize copies a text for each of them, each time that a cell shows it."""
    few = b"<si><t>" + b"a" * 20_000 + b"_x0041_" * 40 + b"</t></si>"
    assert ClosedFile(shown(shutil.copy(path, tmp_path / "few.xlsx"), few, rows=1)).read()
    costly = b"<si><t>" + b"a" * 20_000 + b"_x0041_" * 1000 + b"</t></si>"
    refused(shown(path, costly, rows=10), "trop gros", "feuilles")


@pytest.mark.parametrize("sign", [b"_x0041_", b"&#95;x0041_"])
def test_too_many_signs_written_as_codes_are_refused(path, sign):
    refused(shown(path, b"<si><t>" + sign * 10_001 + b"</t></si>", rows=1), "trop gros", "signes codés")
