"""Failures of an open workbook in Excel: a class a kind, with its fields. `str` gives the French sentence.

ExcelError              any of them
    ExcelBusyError          Excel does not answer: somebody is typing, or a dialog is open
    ExcelRefusalError       Excel refused a call; `reason`
    WorkbookNotOpenError    the workbook is not open, or open twice; `name`
    SheetRefusalError       a sheet or a cell cannot be read or written; `sheet`, `cell`
"""

from __future__ import annotations

from tournament_xl.messages import live as texts
from tournament_xl.workbook.snapshot import HostError


class ExcelError(HostError):
    """Failure of an open workbook, or of Excel itself."""


class ExcelBusyError(ExcelError):
    """Excel that does not answer: somebody is typing, or a dialog is open."""

    def __init__(self) -> None:
        """Build the failure."""
        super().__init__(texts.BUSY)


class ExcelRefusalError(ExcelError):
    """Call that Excel refused.

    Attributes:
        reason: What Excel says about it.
    """

    def __init__(self, text: str, reason: str, **facts: object) -> None:
        """Build the failure.

        Args:
            text: French sentence of the catalogue, with {reason}.
            reason: What Excel says about it.
            facts: Other fields of the sentence.
        """
        super().__init__(text.format(reason=reason, **facts))
        self.reason = reason


class WorkbookNotOpenError(ExcelError):
    """Workbook that is open in no Excel, or in two.

    Attributes:
        name: Its name.
        is_open_twice: It is open in two.
    """

    def __init__(self, name: str, *, is_open_twice: bool) -> None:
        """Build the failure for a workbook."""
        super().__init__((texts.OPEN_TWICE if is_open_twice else texts.NOT_OPEN).format(name=name))
        self.name, self.is_open_twice = name, is_open_twice


class SheetRefusalError(ExcelError):
    """Sheet of the open workbook that cannot be read or written.

    Attributes:
        sheet: Its name.
        cell: Address of the cell concerned; "" for the sheet as a whole.
    """

    def __init__(self, text: str, sheet: str, cell: str = "", **facts: object) -> None:
        """Build the failure.

        Args:
            text: French sentence of the catalogue, with {sheet}, perhaps {cell}.
            sheet: Name of the sheet.
            cell: Address of the cell concerned.
            facts: Other fields of the sentence.
        """
        super().__init__(text.format(sheet=sheet, cell=cell, **facts))
        self.sheet, self.cell = sheet, cell
