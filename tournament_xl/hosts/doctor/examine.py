"""What the doctor looks at, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from tournament_xl import __version__
from tournament_xl.hosts import buttons
from tournament_xl.hosts.doctor.book import book_findings
from tournament_xl.hosts.doctor.excel import excel_findings
from tournament_xl.hosts.doctor.libreoffice import EXTENSION, libreoffice_findings
from tournament_xl.hosts.doctor.machine import Finding, Machine
from tournament_xl.record import record
from tournament_xl.resources import resource
from tournament_xl.texts import doctor as texts
from tournament_xl.texts.doctor import MEND, OK


@record
class Report:
    """What was found, by heading."""

    program: tuple[Finding, ...]
    excel: tuple[Finding, ...]
    libreoffice: tuple[Finding, ...]

    def works(self, host: tuple[Finding, ...]) -> bool:
        """Whether a press in that host can reach the program: nothing is to be mended, nothing absent."""
        return all(one.state == OK for one in host) and not any(one.state == MEND for one in self.program)

    @property
    def verdict(self) -> str:
        """A key of texts.VERDICT: both, excel, libreoffice or none."""
        excel, libreoffice = self.works(self.excel), self.works(self.libreoffice)
        if excel and libreoffice:
            return "both"
        return "excel" if excel else "libreoffice" if libreoffice else "none"


def doctor(path: str | None, machine: Machine | None = None, program: str | None = None) -> tuple[bool, list[str]]:
    """Whether a press can work, and the lines that say so; `path`: a workbook to look at too.

    It can when Excel or LibreOffice reaches the program and nothing of the workbook is to be mended.
    """
    machine = machine or Machine()
    report = examine(machine, program or buttons.program())
    headed = {texts.PROGRAM: report.program, texts.EXCEL: report.excel, texts.LIBREOFFICE: report.libreoffice}
    if path is not None:
        headed[texts.BOOK] = tuple(book_findings(machine, path))
    lines = []
    for heading, findings in headed.items():
        lines.append(heading)
        for one in findings:
            lines.append(f"  {one.state:<{len(MEND)}}  {one.text}")
            if one.remedy:
                lines.append(" " * (len(MEND) + 4) + texts.REMEDY.format(text=one.remedy))
    lines += ["", texts.VERDICT[report.verdict]]
    sick = any(one.state == MEND for one in headed.get(texts.BOOK, ()))
    if sick:
        lines.append(texts.VERDICT["book"])
    return report.verdict != "none" and not sick, lines


def examine(machine: Machine, program: str) -> Report:
    """Look at the program, Excel and LibreOffice of a computer; `program` is what its buttons start."""
    return Report(
        tuple(program_findings(machine, program)),
        tuple(excel_findings(machine, program)),
        tuple(libreoffice_findings(machine, program)),
    )


_FILES = (
    *(("templates", f"{game}.{ending}") for game in ("scrabble", "othello") for ending in ("xlsx", "xlsm")),
    ("libreoffice", EXTENSION),
)
# Of Othello and the federation: see pairing.matching.
_LIBRARIES = ("numpy", "rustworkx" if find_spec("rustworkx") else "networkx")


def program_findings(machine: Machine, program: str) -> Iterator[Finding]:
    """The program itself: its version and path, whether it is whole, whether another one goes before it."""
    yield Finding(OK, texts.VERSION.format(version=__version__, python=machine.python_version, path=machine.python))
    if not machine.is_file(program):
        yield Finding(MEND, texts.NOT_THERE.format(path=program), texts.REINSTALL)
    elif len(program) > buttons.MAX_CONSTANT:
        told = texts.TOO_LONG.format(path=program, count=len(program), most=buttons.MAX_CONSTANT)
        yield Finding(MEND, told, texts.SHORTER)
    else:
        yield Finding(OK, texts.STARTED.format(path=program))
    for folder, name in _FILES:
        try:
            resource(folder, name)
        except FileNotFoundError:
            yield Finding(MEND, texts.INCOMPLETE.format(name=name), texts.REINSTALL)
    for name in _LIBRARIES:
        try:
            import_module(name)
        except Exception as error:  # whatever it raises where it cannot run
            reason = " ".join(str(error).split())[:200]
            yield Finding(MEND, texts.NOT_LOADED.format(name=name, reason=reason), texts.REINSTALL)
    found = machine.which("tournament-xl")
    if not found:
        yield Finding(OK, texts.NOT_ON_PATH)
    elif machine.same(found, program) or program == machine.python:
        yield Finding(OK, texts.ON_PATH)
    else:
        yield Finding(MEND, texts.OTHER_ON_PATH.format(path=found), texts.REMOVE_OTHER)
