"""The command `doctor`: whether Excel or LibreOffice reaches the program, and what to do if not; it changes nothing.

It asks the computer only through a `Machine`, so that tests can replace it.
"""

from __future__ import annotations

import json
import ntpath
import os
import platform
import posixpath
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec

from tournament_xl import __version__
from tournament_xl.core.resources import MissingFileError, printable_path, read_regular_file, resource_path
from tournament_xl.games.registry import GAMES
from tournament_xl.messages import doctor as texts
from tournament_xl.messages import workbook_files as host_texts
from tournament_xl.messages.doctor import MEND, OK
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.support.repair import restore_buttons
from tournament_xl.workbook.snapshot import HostError
from tournament_xl.xlsx import buttons
from tournament_xl.xlsx.atomic_write import resolve_path
from tournament_xl.xlsx.package import UNKNOWN_FORM_ERRORS, Package

WINDOWS, MAC = "Windows", "Darwin"


class Machine:
    """Access to this computer: its files, registry and programs."""

    system = platform.system()  # "Windows", "Darwin", "Linux"
    python = os.path.abspath(sys.executable)

    def join(self, *parts: str) -> str:
        """Join the parts of a path of this computer; "~" in front is the user's home folder."""
        path = str(ntpath.join(*parts) if self.system == WINDOWS else posixpath.join(*parts))
        return self.home() + path[1:] if path.startswith("~") else path

    def home(self) -> str:
        """Return the user's home folder."""
        return os.path.expanduser("~")

    def variable(self, name: str) -> str:
        """Return an environment variable; "" if it is not set."""
        return os.environ.get(name, "")

    def folders(self) -> list[str]:
        """Return the folders of PATH without an active virtual environment, which desktop programs do not see."""
        virtual_env, path_variable = self.variable("VIRTUAL_ENV"), self.variable("PATH")
        folders = path_variable.split(";" if self.system == WINDOWS else ":")
        return [folder for folder in folders if folder and not (virtual_env and folder.startswith(virtual_env))]

    def is_file(self, path: str) -> bool:
        """Check whether a path is a file."""
        return os.path.isfile(path)

    def names(self, folder: str) -> list[str]:
        """Return the sorted names in a folder; empty if it cannot be read."""
        try:
            return sorted(os.listdir(folder))
        except OSError:
            return []

    def read(self, path: str) -> str:
        """Read the beginning of a text file or of a stream such as "club.xlsm:Zone.Identifier"; "" if it is missing."""
        try:
            return read_regular_file(path, 100_000).decode("utf-8", "replace")
        except (OSError, ValueError):
            return ""

    def registry(self, key: str, name: str = "") -> str:
        r"""Return a value of the Windows registry as text; "" if it is missing.

        Args:
            key: Key such as "HKCU\Software\…".
            name: Name of the value; "" for the key's default value.
        """
        if sys.platform != "win32":
            return ""
        import winreg

        roots = {"HKCU": winreg.HKEY_CURRENT_USER, "HKLM": winreg.HKEY_LOCAL_MACHINE, "HKCR": winreg.HKEY_CLASSES_ROOT}
        root, _, rest = key.partition("\\")
        for view in (winreg.KEY_WOW64_64KEY, winreg.KEY_WOW64_32KEY):
            try:
                with winreg.OpenKey(roots[root], rest, access=winreg.KEY_READ | view) as opened:
                    return str(winreg.QueryValueEx(opened, name)[0])
            except OSError:
                continue
        return ""

    def which(self, name: str) -> str:
        """Return the full path of a command, links resolved; "" if none is outside an active virtual environment."""
        path = shutil.which(name, path=os.pathsep.join(self.folders()))
        return str(resolve_path(path)) if path else ""

    def same(self, first: str, second: str) -> bool:
        """Check whether two paths lead to one file; a command of pipx is a link to the one next to its Python."""
        return os.path.normcase(resolve_path(first)) == os.path.normcase(resolve_path(second))

    def installed(self, distribution: str) -> str:
        """Return the version of an installed package; "" if it is missing."""
        try:
            return metadata.version(distribution)
        except metadata.PackageNotFoundError:
            return ""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A line of the report: a state, what was found, and a remedy."""

    state: str  # OK, MEND or ABSENT of messages.doctor
    text: str
    remedy: str


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
_LIBRARIES = ("rustworkx" if find_spec("rustworkx") else "networkx",)  # of Othello


def program_findings(machine: Machine, program: str) -> Iterator[Diagnosis]:
    """Diagnose the program itself: whether its files and libraries are complete."""
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


def excel_findings(machine: Machine, program: str) -> Iterator[Diagnosis]:
    """Diagnose Excel: whether its buttons reach the program."""
    if machine.system == MAC and (plist := machine.read(MAC_PLIST)):
        version = re.search(r"<key>CFBundleShortVersionString</key>\s*<string>([^<]*)", plist)
        yield _diagnose("excel", version=version[1] if version else "")
        yield _diagnose("mac")
        return
    path, version_number = machine.registry(APP), machine.registry(PROGID).rpartition(".")[2]
    if not (path or version_number):
        yield _diagnose("no_excel")
        return
    yield _diagnose("excel", version=version_number or f"({path})")
    version_of_xlwings = machine.installed("xlwings")
    yield _diagnose(
        "xlwings" if version_of_xlwings else "no_xlwings", version=version_of_xlwings, python=machine.python
    )
    policy = next(filter(None, (machine.registry(key, "VBAWarnings") for key in POLICIES)), "")
    are_blocked = (policy or machine.registry(SETTING, "VBAWarnings")) in BLOCKED
    yield _diagnose("macros" if not are_blocked else "macros_policy" if policy else "macros_off")
    if next(filter(None, (machine.registry(key, CHILD_PROCESSES) for key in DEFENDER)), "") in FORBIDDEN:
        yield _diagnose("defender", path=program)
    if machine.registry(*SMART_APP_CONTROL) == "1":
        yield _diagnose("smart_app_control")


# LibreOffice

INSTALLED = r"HKLM\SOFTWARE\LibreOffice\UNO\InstallPath"
SANDBOXES = (
    ("Flatpak", "/var/lib/flatpak/app/org.libreoffice.LibreOffice"),
    ("Flatpak", "~/.local/share/flatpak/app/org.libreoffice.LibreOffice"),
    ("Snap", "/snap/libreoffice"),
)
USUAL = ("~/.local/bin", "~/bin", "/usr/local/bin", "/opt/homebrew/bin")  # as in the extension (tournoi_program.py)


def office_folders(machine: Machine) -> Iterator[str]:
    """Yield the folders in which LibreOffice may keep the settings of its installation, the likeliest first."""
    if machine.system == WINDOWS:
        yield machine.registry(INSTALLED)
        for name in ("ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"):
            yield machine.join(machine.variable(name), "LibreOffice", "program")
    elif machine.system == MAC:
        for root in ("/Applications", "~/Applications"):
            yield machine.join(root, "LibreOffice.app", "Contents", "Resources")
    else:
        for name in ("soffice", "libreoffice"):
            yield machine.which(name).rpartition("/")[0]
        yield from ("/usr/lib/libreoffice/program", "/usr/lib64/libreoffice/program")
        yield from (f"/opt/{name}/program" for name in reversed(machine.names("/opt")) if "libreoffice" in name)


def find_libreoffice(machine: Machine) -> str:
    """Return the path of LibreOffice's program that can start without a window; "" if there is none."""
    for folder in filter(None, office_folders(machine)):
        for name in ("soffice.com", "soffice", "../MacOS/soffice"):
            if machine.is_file(machine.join(folder, name)):
                return machine.join(folder, name)
    return ""


def libreoffice_findings(machine: Machine, program: str) -> Iterator[Diagnosis]:
    """Diagnose LibreOffice: whether its menu reaches the program."""
    folder = next(
        (candidate for candidate in office_folders(machine) if candidate and _read_version(machine, candidate)), ""
    )
    if not folder:
        sandbox = next(
            (sandbox for sandbox, sandbox_folder in SANDBOXES if machine.names(machine.join(sandbox_folder))), ""
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
    """Read the version of a LibreOffice installation, "7.4"; "" if the folder has none."""
    name = "bootstrap.ini" if machine.system == WINDOWS else "bootstraprc"
    settings = machine.read(machine.join(folder, name))
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
    copies = [machine.join(cache, name, EXTENSION, "description.xml") for name in machine.names(cache)]
    versions = [
        match[1] for match in (re.search(r'<version value="([^"]*)"', machine.read(copy)) for copy in copies) if match
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
        remembered = json.loads(machine.read(machine.join(profile, "tournament-xl.json")))
    except (ValueError, RecursionError):
        remembered = []
    name = "tournament-xl.exe" if machine.system == WINDOWS else "tournament-xl"
    setup = machine.join(machine.variable("LOCALAPPDATA"), "Programs", "tournament-xl", "python.exe")
    candidates = [machine.variable("TOURNAMENT_XL")]
    candidates += [path for path in (remembered if isinstance(remembered, list) else ()) if isinstance(path, str)]
    candidates += [machine.join(folder, name) for folder in (*machine.folders(), *USUAL)]
    candidates += [setup] if machine.system == WINDOWS else []
    if path := next((candidate for candidate in candidates if candidate and machine.is_file(candidate)), ""):
        return _diagnose("finds" if machine.same(path, program) else "finds_other", path=path)
    command = texts.SET_COMMAND if machine.system == WINDOWS else texts.LINK_COMMAND
    return _diagnose("finds_none", command=command.format(path=printable_path(program)))


# A workbook

INTERNET = ("ZoneId=3", "ZoneId=4")  # Windows marks downloaded files so


def book_findings(machine: Machine, path: str) -> Iterator[Diagnosis]:
    """Diagnose a workbook: whether its buttons reach the program."""
    try:
        book = ClosedFile(path)
        data = book.read_bytes()
        mended_data = restore_buttons(book.path, data)
        program = buttons.read_program_path(Package(data))
        is_whole = Package(buttons.write_program_path(mended_data, program)).parts == Package(data).parts
    except (HostError, *UNKNOWN_FORM_ERRORS) as error:
        reason = (
            str(error) if isinstance(error, HostError) else host_texts.UNKNOWN_FORM.format(path=printable_path(path))
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
    if machine.system == WINDOWS and any(zone in machine.read(f"{book.path}:Zone.Identifier") for zone in INTERNET):
        yield _diagnose("from_web")


# Report


def examine(machine: Machine, program: str) -> dict[str, list[Diagnosis]]:
    """Diagnose the program, Excel and LibreOffice.

    Args:
        machine: Computer to examine.
        program: Path of the program that the buttons start.

    Returns:
        Diagnoses by heading.
    """
    return {
        texts.PROGRAM: [*program_findings(machine, program)],
        texts.EXCEL: [*excel_findings(machine, program)],
        texts.LIBREOFFICE: [*libreoffice_findings(machine, program)],
    }


def verdict(findings: Mapping[str, Sequence[Diagnosis]]) -> str:
    """Return who reaches the program, as a key of `texts.VERDICT`: both, excel, libreoffice or none.

    A library that does not load stops only Othello and large fields, so it does not count here.
    """
    excel, libreoffice = (
        all(diagnosis.state == OK for diagnosis in findings[host]) for host in (texts.EXCEL, texts.LIBREOFFICE)
    )
    if excel and libreoffice:
        return "both"
    return "excel" if excel else "libreoffice" if libreoffice else "none"


def doctor(path: str | None, machine: Machine | None = None, program: str | None = None) -> tuple[bool, list[str]]:
    """Report whether buttons can work: Excel or LibreOffice reaches the program and the workbook needs no repair.

    Args:
        path: Workbook to check as well; None for none.
        machine: Computer to examine; None for this one.
        program: Path of the program; None for the one that buttons start.

    Returns:
        Whether buttons can work, and the lines of the report.
    """
    machine = machine or Machine()
    findings_by_heading = examine(machine, program or buttons.find_program())
    verdict_key = verdict(findings_by_heading)
    if path is not None:
        findings_by_heading[texts.BOOK] = [*book_findings(machine, path)]
    lines = []
    for heading, findings in findings_by_heading.items():
        lines.append(heading)
        for diagnosis in findings:
            lines.append(f"  {diagnosis.state:<{len(MEND)}}  {diagnosis.text}")
            if diagnosis.remedy:
                lines.append(" " * (len(MEND) + 4) + texts.REMEDY.format(text=diagnosis.remedy))
    lines += ["", texts.VERDICT[verdict_key]]
    if any(diagnosis.state == MEND for diagnosis in findings_by_heading.get(texts.BOOK, ())):
        lines.append(texts.VERDICT["book"])
    has_faults = any(
        diagnosis.state == MEND
        for heading in (texts.PROGRAM, texts.BOOK)
        for diagnosis in findings_by_heading.get(heading, ())
    )
    return verdict_key != "none" and not has_faults, lines
