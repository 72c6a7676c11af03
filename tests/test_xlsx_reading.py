"""Our own reader of workbooks: what is read, in whatever way it is written."""

import re
from datetime import datetime
from random import Random

import pytest
import xlsxwriter

from tests.closed_files import MAIN, STAMP, chart, one, untouched
from tests.fuzz.damage import xml_changed
from tests.plain_xlsx import pack, parts
from tournament_xl.book.snapshot import HostError
from tournament_xl.files import limits, sheet
from tournament_xl.files.package import Package
from tournament_xl.files.values import value_of
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.resources import resource

SHEET = "xl/worksheets/sheet1.xml"


def test_cells_are_read_as_the_documentation_says(tmp_path):
    path = tmp_path / "a.XLSX"
    with xlsxwriter.Workbook(path) as book:
        sheet, bold = book.add_worksheet("É & <1>"), book.add_format({"bold": True})
        sheet.merge_range("A1:C1", "Titre")
        sheet.write_row("A2", [12.5, 451, " 007 ", "", "été\nchaud", "_x0041_"])
        sheet.write_datetime("A3", datetime(2026, 11, 21), book.add_format({"num_format": "dd/mm/yyyy"}))
        sheet.write_boolean("B3", True)
        sheet.write_boolean("C3", False)
        sheet.write_number("D3", 0.5, book.add_format({"num_format": "0%"}))
        sheet.write_formula("A4", "=1+1", None, 2)
        sheet.write_formula("B4", "=1/0", None, "#DIV/0!")
        sheet.write_formula("C4", "=NOW()", None, "")
        sheet.write_formula("D4", '="a"', None, "a")
        sheet.write_rich_string("A5", "un ", bold, "deux")
        sheet.write_url("B5", "https://ffsc.fr", string="lien")
        sheet.write("A7", "caché")
        sheet.set_row(6, None, None, {"hidden": True})
        sheet.write_blank("F20", None, bold)
        book.add_chartsheet("Graphe").set_chart(chart(book, "='É & <1>'!$A$2:$B$2"))
        book.add_worksheet("Vide")
        hidden = book.add_worksheet("Cachée")
        hidden.write("B2", "x")
        hidden.hide()
    assert ClosedFile(path).read().sheets == {
        "É & <1>": [
            ["Titre"],
            ["12.5", "451", " 007 ", None, "été\nchaud", "_x0041_"],
            ["46347", True, False, "0.5"],
            ["2", "#DIV/0!", None, "a"],
            ["un deux", "lien"],
            [],
            ["caché"],
        ],
        "Graphe": [],
        "Vide": [],
        "Cachée": [[], [None, "x"]],
    }


UNUSUAL = {
    "other quotes": lambda text: text.replace('"', "'"),
    "spaces": lambda text: text.replace('r="', 'r = "'),
    "line ends": lambda text: text.replace(" r=", "\nr="),
    "digits as entities": lambda text: text.replace('1"', '&#49;"'),
    "a prefix": lambda text: re.sub(r"<(/?)(?=row|c|v|is|t|f)", r"<\1x:", text),
    "without addresses": lambda text: re.sub(r' r="[A-Z]*\d+"', "", text),
    "a comment": lambda text: f'<!-- <row r="9"> -->{text}',
    "blanks between": lambda text: text.replace("><", "> <"),
    "runs": lambda text: text.replace(
        "<t>été &amp; hiver</t>", "<r><t>été </t></r><rPh><t>ete</t></rPh><r><t>&#38; hiver</t></r>"
    ),
    "raw data": lambda text: text.replace("<t>été &amp; hiver</t>", "<t><![CDATA[été & hiver]]></t>"),
}
PLAIN = (
    '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="inlineStr"><is><t>été &amp; hiver</t></is></c></row>'
    '<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2"/><c r="C2"><f>1+1</f></c></row>'
)


def with_rows(path, body):
    """A workbook with one sheet, Résultats, with these rows."""
    content = parts({"Résultats": [["x"]]})
    data = f'<sheetData xmlns:x="{MAIN}">' if "x:" in body else "<sheetData>"
    content[SHEET] = re.sub("<sheetData>.*</sheetData>", lambda _: f"{data}{body}</sheetData>", content[SHEET])
    return pack(path, content)


@pytest.mark.parametrize("way", UNUSUAL)
def test_whatever_way_a_sheet_is_written_it_says_the_same(way, tmp_path):
    plain = ClosedFile(with_rows(tmp_path / "a.xlsx", PLAIN)).read()
    assert plain.sheets["Résultats"] == [["1", "été & hiver"], [True]]
    assert plain.uncomputed == {("Résultats", 2, 3)}
    assert ClosedFile(with_rows(tmp_path / "b.xlsx", UNUSUAL[way](PLAIN))).read() == plain


@pytest.mark.parametrize("way", ["a prefix", "without addresses", "a comment"])
def test_a_sheet_written_in_an_unusual_way_is_not_written_but_may_be_once_excel_has_saved_it(way, tmp_path):
    path = with_rows(tmp_path / "b.xlsx", UNUSUAL[way](PLAIN))
    before = path.read_bytes()
    with pytest.raises(HostError, match="Ouvrez le classeur dans Excel, enregistrez-le"):
        ClosedFile(path).write(one(7, sheet="Résultats"), stamp=STAMP)
    untouched(path, before)


@pytest.mark.parametrize("seed", range(12))
def test_both_readers_agree_on_damaged_workbooks(seed):
    """One by a regular expression, the other by expat: each says what the other says, or that the sheet is damaged."""
    data = xml_changed(resource("samples", "geneve-2010.xlsx").read_bytes(), Random(f"readers{seed}"))
    try:
        package = Package(data)
        contents = [package.parts[part] for part in package.sheets().values()]
        texts = sheet.shared_texts(package.parts.get("xl/sharedStrings.xml", b""))
    except limits.DAMAGE:
        return
    for content in contents:
        answers = []
        for read in (sheet.read, lambda *known: sheet._Unusual(known[1]).read(known[0])):
            try:
                answers.append(vars(read(content, texts)) | {"rows": {}})
            except (*limits.DAMAGE, sheet.TooManyError) as error:
                answers.append(type(error))
        assert answers[0] == answers[1]


SEEN = {
    "1.1204501E7": "11204501", "1.12E1": "1.12E1", "-7.0": "-7", "1.5": "1.5", "7.00": "7.00", "E": "E",
    "1.5E99": "1.5E99",
}  # fmt: skip


@pytest.mark.parametrize(("stored", "seen"), SEEN.items())
def test_whole_numbers_of_other_programs_are_read_as_such_and_texts_as_they_are(stored, seen):
    assert value_of(None, stored, None, []) == seen
    assert value_of("s", "0", None, [stored]) == stored
