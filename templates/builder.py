"""What the templates of both games are built by. Two builds give the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from theme import Book

CREATED = datetime(2026, 1, 1)  # fixed, so that the file is reproducible
Sheet = Callable[[Book], object]


def build(
    path: Path, title: str, subject: str, sheets: Sequence[Sheet], colours: Mapping[str, str] | None = None
) -> None:
    """Write a template of these sheets to `path`; an .xlsm has the buttons and the macros, an .xlsx a hint instead."""
    book = Book(str(path), colours)
    book.workbook.set_properties({"title": title, "author": "tournament_xl", "created": CREATED, "subject": subject})
    book.workbook.set_custom_property("Language", "fr-FR")
    for sheet in sheets:
        sheet(book)
    if book.buttons:
        from vba_project import vba_project  # needs pyOpenVBA, which the .xlsx does without

        book.add_macros(vba_project(len(sheets)))
    book.workbook.close()
