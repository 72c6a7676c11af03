"""The button that makes a workbook anew from today's template, in the built page."""

from pathlib import Path

from tests import ROOT, books
from tests.page_browser import drop_file, read_page_file, settled
from tests.programs import starts_programs

pytestmark = starts_programs
OLD = ROOT / "tests" / "versions" / "2026-11-25" / "classique-cotes.xlsx"
NEW = "classique-cotes (nouveau modèle).xlsx"


def test_the_new_workbook_is_open_and_what_does_not_come_is_said(page, tmp_path):
    drop_file(page, OLD)
    page.run("document.querySelector('#more #do-upgrade').click()")
    page.until(f"book?.name === {NEW!r}")
    settled(page)
    assert page.run("book.unsaved") and "graphiques" in page.run("$('told').textContent")
    new = Path(tmp_path / NEW)
    new.write_bytes(read_page_file(page, NEW))
    assert books.run("check", new) == 0
    assert read_page_file(page, OLD.name) == OLD.read_bytes()
    drop_file(page, OLD)
    page.run("document.querySelector('#more #do-upgrade').click()")
    page.until("$('told').textContent.includes('existe déjà')")
    assert page.run("book.name") == OLD.name
