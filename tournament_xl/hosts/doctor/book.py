"""What the doctor sees of a workbook: does it read, are its buttons whole, where do they lead, may Excel run them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tournament_xl.files.package import UNKNOWN_FORM, Package
from tournament_xl.hosts import buttons
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.doctor.machine import WINDOWS, Finding, Machine
from tournament_xl.hosts.locks import lock_on
from tournament_xl.hosts.repair import repaired
from tournament_xl.texts import doctor as texts
from tournament_xl.texts import hosts, repair
from tournament_xl.texts.doctor import ABSENT, MEND, OK
from tournament_xl.workbook.snapshot import HostError

INTERNET = ("ZoneId=3", "ZoneId=4")  # what Windows writes beside a file from elsewhere


def book_findings(machine: Machine, path: str) -> Iterator[Finding]:
    """A workbook: what stands between its buttons and the program."""
    try:
        book = ClosedFile(path)
        data = book.content()
        mended = repaired(book.path, data)
    except HostError as error:
        yield Finding(MEND, str(error))
        return
    yield Finding(OK, texts.READABLE.format(path=book.path))
    if book.path.suffix.lower() == ".xlsx":
        yield Finding(ABSENT, texts.NO_BUTTONS)
    else:
        yield from _buttons(machine, book.path, data, mended)
    if machine.system == WINDOWS and any(zone in machine.read(f"{book.path}:Zone.Identifier") for zone in INTERNET):
        yield Finding(MEND, texts.FROM_WEB, texts.UNBLOCK)
    if lock := lock_on(book.path):
        user = hosts.LOCKED_BY.format(user=lock.user) if lock.user else ""
        yield Finding(OK, texts.OPEN.format(program=lock.program, user=user))
    folder = str(book.path.parent)
    if machine.writable(folder):
        yield Finding(OK, texts.FOLDER_OK)
    else:
        yield Finding(MEND, texts.FOLDER_NO.format(folder=folder), texts.MOVE)


def _buttons(machine: Machine, path: Path, data: bytes, mended: bytes) -> Iterator[Finding]:
    remedy = texts.REPAIR.format(path=f'"{path}"')
    try:
        named = buttons.named_program(Package(data))
        whole = Package(buttons.with_program(mended, named)).parts == Package(data).parts
    except UNKNOWN_FORM:
        yield Finding(MEND, repair.UNKNOWN_FORM.format(path=path))
        return
    if whole:
        yield Finding(OK, texts.BUTTONS)
    else:
        yield Finding(MEND, texts.BUTTONS_GONE, remedy)
    if not named:
        yield Finding(MEND, texts.BOOK_NAMES_NONE, remedy)
    elif machine.is_file(named):
        yield Finding(OK, texts.BOOK_PROGRAM.format(path=named))
    else:
        yield Finding(MEND, texts.BOOK_NO_PROGRAM.format(path=named), remedy)
