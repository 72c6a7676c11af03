"""The command `doctor`: whether Excel or LibreOffice reaches the program, and what to do if not; it changes nothing.

The program is tournament-xl; it is reached when buttons in Excel or the menu in LibreOffice start it. The computer is
examined only through a `Machine`, so that tests can replace it.
"""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from tournament_xl import __version__
from tournament_xl.core.resources import MissingFileError, printable_path, resource_path
from tournament_xl.games.registry import GAMES
from tournament_xl.messages import doctor as texts
from tournament_xl.messages import workbook_files as host_texts
from tournament_xl.messages.doctor import MEND, OK
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.support.machine import MAC, WINDOWS, Machine
from tournament_xl.support.repair import restore_buttons
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx import buttons
from tournament_xl.xlsx.package import UNKNOWN_FORM_ERRORS, Package


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One fact about the computer or a workbook, with what to do about it; French texts."""

    state: str  # OK, MEND (to be mended) or ABSENT (not here) of messages.doctor
    text: str
    remedy: str  # "" where nothing is to be done


def _diagnose(key: str, **values: object) -> Diagnosis:
    """Build the diagnosis with this key of `texts.FINDINGS`."""
    state, text, remedy = texts.FINDINGS[key]
    values = {
        name: printable_path(value) if isinstance(value, str | os.PathLike) else value for name, value in values.items()
    }
    return Diagnosis(state, text.format(**values), remedy.format(**values))


# The program

EXTENSION = "tournament-xl.oxt"
_PACKAGE_FILES = tuple(("templates", f"{game}{end}") for game in GAMES for end in (".xlsx", ".xlsm", "-envoi.xlsx"))
# of Othello; where both are missing, rustworkx is what the installation lacks
_LIBRARIES = ("networkx" if find_spec("networkx") and not find_spec("rustworkx") else "rustworkx",)


def diagnose_program(machine: Machine, program: str) -> Iterator[Diagnosis]:
    """Diagnose the program itself: version, path, then one for each file or library that is missing or does not load.

    Of the machine only the path of Python is used. `program` is the path that buttons start.
    """
    yield _diagnose("version", version=__version__, python=platform.python_version(), path=machine.python)
    yield _diagnose("started", path=program)
    for folder, name in _PACKAGE_FILES:
        try:
            resource_path(folder, name)
        except MissingFileError as error:  # removed by a virus scanner, for instance
            yield _diagnose("own_file", reason=str(error))
    for name in _LIBRARIES:
        try:
            import_module(name)
        except Exception as error:  # a library may raise anything
            yield _diagnose("not_loaded", name=name, reason=" ".join(str(error).split())[:200])


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
CHILD_PROCESSES = "d4f940ab-401b-4efc-aadc-ad5f3c50688a"  # rule of Defender: Office starts no programs
FORBIDDEN = ("1", "6")  # values of the rule: block, warn first
SMART_APP_CONTROL = (r"HKLM\SYSTEM\CurrentControlSet\Control\CI\Policy", "VerifiedAndReputablePolicyState")  # "1": on
BLOCKED = ("3", "4")  # values of VBAWarnings: signed macros only, none; 1 is all, 2 or nothing: Excel asks


def diagnose_excel(machine: Machine, program: str) -> Iterator[Diagnosis]:
    """Diagnose whether Excel lets its buttons start the program: version, xlwings, macros, what Windows forbids.

    Without Excel there is a single diagnosis. On a Mac with Excel, where buttons start nothing, there are two: the
    version, and what to use instead. `program` is the path that buttons start, for the remedy.
    """
    if machine.system == MAC and (plist := machine.read_start(MAC_PLIST)):
        version = re.search(r"<key>CFBundleShortVersionString</key>\s*<string>([^<]*)", plist)
        yield _diagnose("excel", version=version[1] if version else "")
        yield _diagnose("mac")
        return
    path, version_number = machine.read_registry(APP), machine.read_registry(PROGID).rpartition(".")[2]
    if not (path or version_number):
        yield _diagnose("no_excel")
        return
    yield _diagnose("excel", version=version_number or f"({path})")
    version_of_xlwings = machine.installed_version("xlwings")
    yield _diagnose(
        "xlwings" if version_of_xlwings else "no_xlwings", version=version_of_xlwings, python=machine.python
    )
    policy = next(filter(None, (machine.read_registry(key, "VBAWarnings") for key in POLICIES)), "")
    are_blocked = (policy or machine.read_registry(SETTING, "VBAWarnings")) in BLOCKED
    yield _diagnose("macros" if not are_blocked else "macros_policy" if policy else "macros_off")
    if next(filter(None, (machine.read_registry(key, CHILD_PROCESSES) for key in DEFENDER)), "") in FORBIDDEN:
        yield _diagnose("defender", path=program)
    if machine.read_registry(*SMART_APP_CONTROL) == "1":
        yield _diagnose("smart_app_control")


# LibreOffice

INSTALLED = r"HKLM\SOFTWARE\LibreOffice\UNO\InstallPath"
SANDBOXES = (
    ("Flatpak", "/var/lib/flatpak/app/org.libreoffice.LibreOffice"),
    ("Flatpak", "~/.local/share/flatpak/app/org.libreoffice.LibreOffice"),
    ("Snap", "/snap/libreoffice"),
)
USUAL = ("~/.local/bin", "~/bin", "/usr/local/bin", "/opt/homebrew/bin")  # as in the extension (tournoi_program.py)


def list_libreoffice_folders(machine: Machine) -> Iterator[str]:
    """List folders in which LibreOffice's program may be installed, the likeliest first.

    Whether a folder exists is not checked; "" stands for a place that this computer's registry or PATH does not name.
    """
    if machine.system == WINDOWS:
        yield machine.read_registry(INSTALLED)
        for name in ("ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"):
            yield machine.join(machine.variable(name), "LibreOffice", "program")
    elif machine.system == MAC:
        for root in ("/Applications", "~/Applications"):
            yield machine.join(root, "LibreOffice.app", "Contents", "Resources")
    else:
        for name in ("soffice", "libreoffice"):
            yield machine.find_command(name).rpartition("/")[0]
        yield from ("/usr/lib/libreoffice/program", "/usr/lib64/libreoffice/program")
        yield from (f"/opt/{name}/program" for name in reversed(machine.list_names("/opt")) if "libreoffice" in name)


def find_libreoffice(machine: Machine) -> str:
    """Find the LibreOffice program that converts files without a window.

    It is soffice.com or soffice, the first that exists; "" if there is none.
    """
    for folder in filter(None, list_libreoffice_folders(machine)):
        for name in ("soffice.com", "soffice", "../MacOS/soffice"):
            if machine.is_file(machine.join(folder, name)):
                return machine.join(folder, name)
    return ""


def diagnose_libreoffice(machine: Machine, program: str) -> Iterator[Diagnosis]:
    """Diagnose whether LibreOffice's menu starts the program: version, Python, our extension, the program it finds.

    Without LibreOffice, or in a sandbox (Flatpak, Snap) that starts no programs, a single diagnosis. `program` is the
    path that the menu should start.
    """
    folder = next(
        (
            candidate
            for candidate in list_libreoffice_folders(machine)
            if candidate and _read_version(machine, candidate)
        ),
        "",
    )
    if not folder:
        sandbox = next(
            (sandbox for sandbox, sandbox_folder in SANDBOXES if machine.list_names(machine.join(sandbox_folder))), ""
        )
        yield _diagnose("sandbox" if sandbox else "no_office", kind=sandbox)
        return
    yield _diagnose("office", version=_read_version(machine, folder), folder=folder)
    if machine.system not in (MAC, WINDOWS) and not machine.is_file(machine.join(folder, "pythonscript.py")):
        yield _diagnose("no_python")
    profile = _profile_folder(machine)
    yield _check_extension(machine, profile)
    yield _check_menu_program(machine, program, profile)


def _read_version(machine: Machine, folder: str) -> str:
    """Read the version of the LibreOffice installed in a folder, "7.4"; "" if there is none."""
    name = "bootstrap.ini" if machine.system == WINDOWS else "bootstraprc"
    settings = machine.read_start(machine.join(folder, name))
    match = re.search(r"^ProductKey=LibreOffice\w* (\d{1,4}\.\d{1,4})", settings, re.MULTILINE)
    return match[1] if match else ""


def _profile_folder(machine: Machine) -> str:
    """Return the folder of the user's LibreOffice settings."""
    if machine.system == WINDOWS:
        return machine.join(machine.variable("APPDATA"), "LibreOffice", "4", "user")
    if machine.system == MAC:
        return machine.join("~/Library/Application Support/LibreOffice/4/user")
    return machine.join("~/.config/libreoffice/4/user")


def _check_extension(machine: Machine, profile: str) -> Diagnosis:
    cache = machine.join(profile, "uno_packages", "cache", "uno_packages")
    copies = [machine.join(cache, name, EXTENSION, "description.xml") for name in machine.list_names(cache)]
    versions = [
        match[1]
        for match in (re.search(r'<version value="([^"]*)"', machine.read_start(copy)) for copy in copies)
        if match
    ]
    path = resource_path("libreoffice", EXTENSION)
    if not versions:
        return _diagnose("no_extension", path=path)
    if __version__ not in versions:
        return _diagnose("other_extension", version=versions[0], ours=__version__, path=path)
    return _diagnose("extension", version=__version__)


def _check_menu_program(machine: Machine, program: str, profile: str) -> Diagnosis:
    """Diagnose which program the menu starts, searching in the same places as the extension."""
    try:
        remembered = json.loads(machine.read_start(machine.join(profile, "tournament-xl.json")))
    except (ValueError, RecursionError):
        remembered = []
    name = "tournament-xl.exe" if machine.system == WINDOWS else "tournament-xl"
    setup = machine.join(machine.variable("LOCALAPPDATA"), "Programs", "tournament-xl", "python.exe")
    candidates = [machine.variable("TOURNAMENT_XL")]
    candidates += [path for path in (remembered if isinstance(remembered, list) else ()) if isinstance(path, str)]
    candidates += [machine.join(folder, name) for folder in (*machine.path_folders(), *USUAL)]
    candidates += [setup] if machine.system == WINDOWS else []
    if path := next((candidate for candidate in candidates if candidate and machine.is_file(candidate)), ""):
        return _diagnose("finds" if machine.is_same_file(path, program) else "finds_other", path=path)
    command = texts.SET_COMMAND if machine.system == WINDOWS else texts.LINK_COMMAND
    return _diagnose("finds_none", command=command.format(path=printable_path(program)))


# A workbook

INTERNET = ("ZoneId=3", "ZoneId=4")  # Windows marks downloaded files so


def diagnose_workbook(machine: Machine, path: str) -> Iterator[Diagnosis]:
    """Diagnose a workbook: whether it can be read, its buttons are complete and their program exists on this computer.

    On Windows a last diagnosis says if the file is marked as downloaded. An .xlsx, which can have no buttons, gives one
    diagnosis in place of both about buttons; a workbook that cannot be read gives a single diagnosis. The file is only
    read.
    """
    try:
        book = ClosedFile(path)
        data = book.read_bytes()
        mended_data = restore_buttons(book.path, data)
        program = buttons.read_program_path(Package(data))
        is_whole = Package(buttons.write_program_path(mended_data, program)).parts == Package(data).parts
    except (ExternalError, *UNKNOWN_FORM_ERRORS) as error:
        reason = (
            str(error)
            if isinstance(error, ExternalError)
            else host_texts.UNKNOWN_FORM.format(path=printable_path(path))
        )
        yield _diagnose("unreadable", reason=reason)
        return
    yield _diagnose("readable", path=book.path)
    if book.path.suffix.lower() == ".xlsx":
        yield _diagnose("no_buttons")
    else:
        yield _diagnose("buttons" if is_whole else "buttons_gone", path=book.path)
        finding = "book_program" if machine.is_file(program) else "book_no_program"
        yield _diagnose(finding, program=program or "—", path=book.path)
    if machine.system == WINDOWS and any(
        zone in machine.read_start(f"{book.path}:Zone.Identifier") for zone in INTERNET
    ):
        yield _diagnose("from_web")


# Report


def examine(machine: Machine, program: str) -> dict[str, list[Diagnosis]]:
    """Diagnose the program, Excel and LibreOffice.

    Each heading (PROGRAM, EXCEL, LIBREOFFICE of messages.doctor) has at least one diagnosis.
    """
    return {
        texts.PROGRAM: [*diagnose_program(machine, program)],
        texts.EXCEL: [*diagnose_excel(machine, program)],
        texts.LIBREOFFICE: [*diagnose_libreoffice(machine, program)],
    }


def choose_verdict(findings: Mapping[str, Sequence[Diagnosis]]) -> str:
    """Choose the sentence that sums up a report: which of Excel and LibreOffice reaches the program.

    One reaches it if all its diagnoses are OK. Those of the program itself do not count: a library that does not load
    stops only Othello and large fields. The result is a key of `texts.VERDICT`: "both", "excel", "libreoffice" or
    "none".
    """
    excel, libreoffice = (
        all(diagnosis.state == OK for diagnosis in findings[host]) for host in (texts.EXCEL, texts.LIBREOFFICE)
    )
    if excel and libreoffice:
        return "both"
    return "excel" if excel else "libreoffice" if libreoffice else "none"


def doctor(path: str | None, machine: Machine | None = None, program: str | None = None) -> tuple[bool, list[str]]:
    """Build the report of the command `doctor`; nothing is printed or changed.

    `path` is a workbook to examine as well. `machine` None means this one, `program` None the program that buttons of
    this installation start.

    Returns:
        True if Excel or LibreOffice reaches the program and nothing of the program or the workbook is to be mended; and
        the French lines of the report.
    """
    machine = machine or Machine()
    findings_by_heading = examine(machine, program or buttons.find_program())
    verdict = choose_verdict(findings_by_heading)
    if path is not None:
        findings_by_heading[texts.BOOK] = [*diagnose_workbook(machine, path)]
    lines = []
    for heading, findings in findings_by_heading.items():
        lines.append(heading)
        for diagnosis in findings:
            lines.append(f"  {diagnosis.state:<{len(MEND)}}  {diagnosis.text}")
            if diagnosis.remedy:
                lines.append(" " * (len(MEND) + 4) + texts.REMEDY.format(text=diagnosis.remedy))
    lines += ["", texts.VERDICT[verdict]]
    if any(diagnosis.state == MEND for diagnosis in findings_by_heading.get(texts.BOOK, ())):
        lines.append(texts.VERDICT["book"])
    has_faults = any(
        diagnosis.state == MEND
        for heading in (texts.PROGRAM, texts.BOOK)
        for diagnosis in findings_by_heading.get(heading, ())
    )
    return verdict != "none" and not has_faults, lines
