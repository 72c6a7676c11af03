"""Files that somebody made to be slow, to fill the memory or to be read in two ways: each verb answers with a sentence
and an exit code of the contract, within three seconds of processor time and 300 MB, and the file stays as it was.
"""

import re
import shutil

import pytest

from tests import books
from tests.closed_files import MAIN, change_parts
from tests.stopped import child

CODES = {1, 2, 3, 5}  # of the contract, where something is refused
SECONDS, MEGABYTES = 3, 300
SHEETS = "xl/worksheets/sheet{}.xml"
BOOK, BOOK_LINKS, TYPES = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"


def elsewhere(part, kind):
    """Changes of a package that let a part be called something that does not end in .xml."""
    folder, _, name = part.rpartition("/")
    target_part = f"{folder}/{kind}.dat"

    def link(old):
        target = f'Id="rId77" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}"'
        without = re.sub(rb"<Relationship [^<>]*%b[^<>]*>" % name.encode(), b"", old)
        tag = f'<Relationship {target} Target="/{target_part}"/></Relationships>'
        return without.replace(b"</Relationships>", tag.encode())

    return {part: None, target_part: b"", BOOK_LINKS: link}, target_part


def shared(head, body):
    """The shared texts in a part not called .xml."""
    parts, name = elsewhere("xl/sharedStrings.xml", "sharedStrings")
    return parts | {name: f'{head}<sst xmlns="{MAIN}"><si><t>{body}</t></si></sst>'.encode()}


def styles_elsewhere():
    """The formats in a part not called .xml, which is none."""
    parts, name = elsewhere("xl/styles.xml", "styles")
    return parts | {name: b"<styleSheet><q:a/></styleSheet>"}


def sheet_elsewhere(old):
    """The first sheet in a part not called .xml, with a document type."""
    return old.replace(b"<worksheet", b'<!DOCTYPE worksheet [<!ENTITY a "b">]><worksheet', 1)


def relations(old):
    """20,000 relations that lead to no part."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
    more = "".join(
        f'<Relationship Id="x{number}" Type="{kind}" Target="worksheets/x{number}.xml"/>' for number in range(20_000)
    )
    return old.replace(b"</Relationships>", f"{more}</Relationships>".encode())


def array_formulas(old):
    """As many formulas, each over columns that nobody writes and rows that a press does."""
    more = "".join(
        f'<row r="{row}"><c r="BA{row}"><f t="array" ref="BA1:BC3000">1</f></c></row>' for row in range(3000, 53_000)
    )
    return old.replace(b"</sheetData>", f"{more}</sheetData>".encode())


ENTITIES = "".join(f'<!ENTITY a{number} "{f"&a{number - 1};" * 10 if number else "x" * 10}">' for number in range(9))
WORKBOOKS = {
    "a sheet that is no XML": {SHEETS.format(3): lambda old: old.replace(b"</row>", b'<c</row>', 1)},
    "cells of a sheet twice": {SHEETS.format(3): lambda old: old.replace(b"</sheetData>", b"</sheetData><sheetData/>")},
    "an undeclared prefix": {SHEETS.format(7): lambda old: old.replace(b"<row ", b'<row q:z="1" ', 1)},
    "an undeclared prefix in the list of sheets": {BOOK: lambda old: old.replace(b"<sheet ", b'<sheet q:z="1" ', 1)},
    "a false encoding": {
        SHEETS.format(2): lambda old: b'<?xml version="1.0" encoding="UTF-16"?>' + old[old.index(b"<w") :],
    },
    "entities of entities": shared(f"<!DOCTYPE a [{ENTITIES}]>", "&a8;"),
    "one entity": shared('<!DOCTYPE a [<!ENTITY a "b">]>', "&a;"),
    "millions of tags": shared("", "<a>" * 20_000_000),
    "formats that are no XML": styles_elsewhere(),
    "a document type in a sheet": {SHEETS.format(1): sheet_elsewhere},
}  # fmt: skip
HONEST = {  # slow once, and a workbook
    "relations": {BOOK_LINKS: relations},
    "array formulas": {SHEETS.format(6): array_formulas},
}
LISTS = {
    "liste.fods": (
        f'<?xml version="1.0"?><office:document xmlns:office="{OFFICE.format("office")}" '
        f'xmlns:table="{OFFICE.format("table")}" xmlns:text="{OFFICE.format("text")}"><office:body><office:spreadsheet>'
        "<table:table><table:table-row><table:table-cell><text:p>Nom</text:p></table:table-cell></table:table-row>"
        "<calcext:x/></table:table></office:spreadsheet></office:body></office:document>"
    ),
    "lignes.txt": "\n" * 500_000 + "x",
    "blancs.csv": " \n" * 250_000 + "x",
}


def answered(*words):
    """What a command tells, which ends as it may."""
    code, output, memory, took = child(*words)
    assert "Traceback" not in output and "Erreur interne" not in output
    assert took < SECONDS and memory < MEGABYTES
    return code, output


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return books.pair(books.create(tmp_path_factory.mktemp("hostile"), 64))


@pytest.mark.parametrize("kind", WORKBOOKS)
def test_a_hostile_workbook_is_refused_with_a_sentence(kind, sound, tmp_path):
    path = change_parts(shutil.copy(sound, tmp_path / "a.xlsx"), WORKBOOKS[kind])
    before = path.read_bytes()
    for words in (("check", path), ("update", path), ("repair", path), ("import", path, "-o", tmp_path / "b.xlsx")):
        code, sentence = answered(*words)
        assert code == 5 and ("est abîmé" in sentence or "trop gros" in sentence)
        assert path.read_bytes() == before and [*tmp_path.iterdir()] == [path]
    code, sentence = answered("new", tmp_path / "b.xlsx", "--formule", "classique", "--joueurs", path)
    assert code in CODES and sentence and [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("kind", HONEST)
def test_a_workbook_of_great_numbers_takes_no_more_time_than_they_need(kind, sound, tmp_path):
    path = change_parts(shutil.copy(sound, tmp_path / "a.xlsx"), HONEST[kind])
    assert answered("check", path)[0] == 0
    books.score(path, 1)
    assert answered("update", path)[0] == 0


@pytest.mark.parametrize("name", LISTS)
def test_a_hostile_list_or_file_of_results_is_refused_with_a_sentence(name, tmp_path):
    path = tmp_path / name
    path.write_text(LISTS[name], encoding="utf-8")
    new = tmp_path / "neuf.xlsx"
    for words in (("import", path, "-o", new), ("new", new, "--formule", "classique", "--joueurs", path)):
        code, sentence = answered(*words)
        assert code in CODES and sentence and not new.exists()
