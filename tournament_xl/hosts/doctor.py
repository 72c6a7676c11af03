"""The verb `doctor`: can Excel or LibreOffice reach the program, and what to do if not. It only looks.

All that it asks a computer goes through a `Machine`, so that tests can imagine others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from tournament_xl import __version__
from tournament_xl.book.snapshot import HostError
from tournament_xl.files.package import UNKNOWN_FORM, Package
from tournament_xl.hosts import buttons
from tournament_xl.hosts.closed import ClosedFile, lock_on
from tournament_xl.hosts.machine import MAC, WINDOWS, Machine, office_folders
from tournament_xl.hosts.repair import repaired
from tournament_xl.record import record
from tournament_xl.resources import resource
from tournament_xl.texts import doctor as texts
from tournament_xl.texts import repair
from tournament_xl.texts.doctor import ABSENT, MEND, OK


@record
class Finding:
    """One line of the doctor: how it stands, what was found, what to do."""

    state: str  # OK, MEND or ABSENT of texts.doctor
    text: str
    remedy: str = ""


# Excel

APP = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
PROGID = r"HKCR\Excel.Application\CurVer"
MAC_PLIST = "/Applications/Microsoft Excel.app/Contents/Info.plist"
SETTING = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security"  # Excel 2016 and all later ones say 16.0
POLICIES = (
    r"HKCU\Software\Policies\Microsoft\Office\16.0\Excel\Security",
    r"HKLM\Software\Policies\Microsoft\Office\16.0\Excel\Security",
)
DEFENDER = (
    r"HKLM\SOFTWARE\Policies\Microsoft\Windows Defender\Windows Defender Exploit Guard\ASR\Rules",
    r"HKLM\SOFTWARE\Microsoft\Windows Defender\Windows Defender Exploit Guard\ASR\Rules",
)
CHILD_PROCESSES = "d4f940ab-401b-4efc-aadc-ad5f3c50688a"  # Defender's rule: Office starts no programs
SMART_APP_CONTROL = (r"HKLM\SYSTEM\CurrentControlSet\Control\CI\Policy", "VerifiedAndReputablePolicyState")
BLOCKS, WARNS = "1", "6"  # values of a rule
ALL_MACROS, SIGNED_ONLY, NO_MACROS = "1", "3", "4"  # values of VBAWarnings; 2 or none: Excel asks


def excel_findings(machine: Machine, program: str) -> Iterator[Finding]:
    """Excel on this computer, and what stands between its buttons and the program."""
    if machine.system == MAC:
        yield from _on_a_mac(machine)
        return
    path, version = machine.registry(APP), machine.registry(PROGID).rpartition(".")[2]
    if machine.system != WINDOWS or not (path or version):
        yield Finding(ABSENT, texts.NO_EXCEL if machine.system == WINDOWS else texts.NO_EXCEL_HERE)
        return
    yield Finding(OK, texts.EXCEL_FOUND.format(version=version or f"({path})"))
    if found := machine.installed("xlwings"):
        yield Finding(OK, texts.XLWINGS.format(version=found))
    else:
        yield Finding(MEND, texts.NO_XLWINGS, texts.INSTALL_XLWINGS.format(python=machine.python))
    yield _macros(machine)
    rule = next(filter(None, (machine.registry(key, CHILD_PROCESSES) for key in DEFENDER)), "")
    if rule == BLOCKS:
        yield Finding(MEND, texts.DEFENDER, texts.DEFENDER_REMEDY.format(path=program))
    elif rule == WARNS:
        yield Finding(OK, texts.DEFENDER_ASKS)
    if machine.registry(*SMART_APP_CONTROL) == "1":
        yield Finding(MEND, texts.SMART_APP_CONTROL, texts.SMART_APP_CONTROL_REMEDY)


def _on_a_mac(machine: Machine) -> Iterator[Finding]:
    plist = machine.read(MAC_PLIST)
    if not plist:
        yield Finding(ABSENT, texts.NO_EXCEL)
        return
    version = re.search(r"<key>CFBundleShortVersionString</key>\s*<string>([^<]*)", plist)
    yield Finding(OK, texts.EXCEL_FOUND.format(version=version[1] if version else ""))
    yield Finding(ABSENT, texts.MAC_BUTTONS, texts.MAC_REMEDY)


def _macros(machine: Machine) -> Finding:
    """What Excel does with macros; the organisation's policy goes before the person's setting."""
    policy = next(filter(None, (machine.registry(key, "VBAWarnings") for key in POLICIES)), "")
    if policy in (SIGNED_ONLY, NO_MACROS):
        return Finding(MEND, texts.MACROS_POLICY, texts.ASK_POLICY)
    setting = policy or machine.registry(SETTING, "VBAWarnings")
    if setting in (SIGNED_ONLY, NO_MACROS):
        return Finding(MEND, texts.MACROS_OFF, texts.ALLOW_MACROS)
    return Finding(OK, texts.MACROS_ON if setting == ALL_MACROS else texts.MACROS_ASK)


# LibreOffice

EXTENSION = "tournament-xl.oxt"
OLDEST = (7, 0)  # LibreOffice that the extension runs in
SANDBOXES = {
    "Flatpak": (
        "/var/lib/flatpak/app/org.libreoffice.LibreOffice",
        "~/.local/share/flatpak/app/org.libreoffice.LibreOffice",
    ),
    "Snap": ("/snap/libreoffice",),
}  # fmt: skip
USUAL = ("~/.local/bin", "~/bin", "/usr/local/bin", "/opt/homebrew/bin")  # as in the extension (tournoi_program.py)


def libreoffice_findings(machine: Machine, program: str) -> Iterator[Finding]:
    """LibreOffice on this computer, and what stands between its menu and the program."""
    folder = next((one for one in office_folders(machine) if _version(machine, one)), "")
    if not folder:
        for kind, places in SANDBOXES.items():
            if machine.system not in (MAC, WINDOWS) and any(machine.names(_at_home(machine, one)) for one in places):
                yield Finding(MEND, texts.SANDBOX.format(kind=kind), texts.SANDBOX_REMEDY)
                return
        yield Finding(ABSENT, texts.NO_LIBREOFFICE, texts.UPDATE_LIBREOFFICE)
        return
    version = _version(machine, folder)
    if tuple(map(int, version.split(".")[:2])) < OLDEST:
        yield Finding(MEND, texts.OLD_LIBREOFFICE.format(version=version, folder=folder), texts.UPDATE_LIBREOFFICE)
        return
    yield Finding(OK, texts.LIBREOFFICE_FOUND.format(version=version, folder=folder))
    if machine.system not in (MAC, WINDOWS) and not machine.is_file(machine.join(folder, "pythonscript.py")):
        yield Finding(MEND, texts.NO_PYTHON, texts.INSTALL_PYTHON)
    yield _extension(machine)
    yield _program(machine, program)


def _version(machine: Machine, folder: str) -> str:
    """The version that an installation's own file names: "7.4"; "" when there is none."""
    name = "bootstrap.ini" if machine.system == WINDOWS else "bootstraprc"
    found = re.search(
        r"^ProductKey=LibreOffice\w* (\d{1,4}\.\d{1,4})", machine.read(machine.join(folder, name)), re.MULTILINE
    )
    return found[1] if folder and found else ""


def _profile(machine: Machine) -> str:
    """The folder of the person's settings."""
    if machine.system == WINDOWS:
        return machine.join(machine.variable("APPDATA"), "LibreOffice", "4", "user")
    if machine.system == MAC:
        return machine.home("Library", "Application Support", "LibreOffice", "4", "user")
    configuration = machine.variable("XDG_CONFIG_HOME") or machine.home(".config")
    return machine.join(configuration, "libreoffice", "4", "user")


def _extension(machine: Machine) -> Finding:
    cache = machine.join(_profile(machine), "uno_packages", "cache", "uno_packages")
    copies = [machine.join(cache, name, EXTENSION, "description.xml") for name in machine.names(cache)]
    versions = [re.search(r'<version value="([^"]*)"', machine.read(copy)) for copy in copies]
    remedy = texts.INSTALL_EXTENSION.format(path=_extension_file())
    found = [one[1] for one in versions if one]
    if not found:
        return Finding(MEND, texts.NO_EXTENSION, remedy)
    if __version__ not in found:
        return Finding(MEND, texts.OTHER_EXTENSION.format(version=found[0], ours=__version__), remedy)
    return Finding(OK, texts.EXTENSION.format(version=__version__))


def _extension_file() -> str:
    try:
        return str(resource("libreoffice", EXTENSION))
    except FileNotFoundError:  # told elsewhere
        return EXTENSION


def _program(machine: Machine, program: str) -> Finding:
    """Which program the menu will start, looked for as the extension does."""
    try:
        remembered = json.loads(machine.read(machine.join(_profile(machine), "tournament-xl.json")))
    except (ValueError, RecursionError):
        remembered = []
    name = "tournament-xl.exe" if machine.system == WINDOWS else "tournament-xl"
    folders = [*machine.folders(), *(_at_home(machine, one) for one in USUAL)]
    places = [("variable", machine.variable("TOURNAMENT_XL"))]
    places += [
        ("profile", path) for path in (remembered if isinstance(remembered, list) else ()) if isinstance(path, str)
    ]
    places += [("path", machine.join(folder, name)) for folder in folders]
    for where, path in places:
        if path and machine.is_file(path):
            if not machine.same(path, program):
                return Finding(MEND, texts.FINDS_OTHER.format(path=path, where=texts.WHERE[where]), texts.REMOVE_OTHER)
            return Finding(OK, texts.FINDS.format(path=path, where=texts.WHERE[where]))
    command = texts.SET_COMMAND if machine.system == WINDOWS else texts.LINK_COMMAND
    return Finding(MEND, texts.FINDS_NONE, texts.LINK.format(command=command.format(path=program)))


def _at_home(machine: Machine, path: str) -> str:
    return machine.home(*path[2:].split("/")) if path.startswith("~/") else path


# A workbook

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
        yield Finding(OK, texts.OPEN.format(program=lock.program))
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


# The program, and what comes of it all


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
