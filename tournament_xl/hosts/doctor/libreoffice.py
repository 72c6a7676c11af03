"""What the doctor sees of LibreOffice: is it there, has it the extension, which program will the menu start."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tournament_xl import __version__
from tournament_xl.hosts.doctor.machine import MAC, WINDOWS, Finding, Machine
from tournament_xl.resources import resource
from tournament_xl.texts import doctor as texts
from tournament_xl.texts.doctor import ABSENT, MEND, OK

EXTENSION = "tournament-xl.oxt"
OLDEST = (7, 0)  # LibreOffice that the extension runs in
INSTALLED = r"HKLM\SOFTWARE\LibreOffice\UNO\InstallPath"
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
    folder = next((one for one in _folders(machine) if _version(machine, one)), "")
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


def _folders(machine: Machine) -> Iterator[str]:
    """Where LibreOffice's settings of the installation may stand, the one that a double click starts first."""
    if machine.system == WINDOWS:
        yield machine.registry(INSTALLED)
        for name in ("ProgramW6432", "ProgramFiles", "ProgramFiles(x86)"):
            yield machine.join(machine.variable(name), "LibreOffice", "program")
    elif machine.system == MAC:
        for root in ("/Applications", machine.home("Applications")):
            yield machine.join(root, "LibreOffice.app", "Contents", "Resources")
    else:
        for name in ("soffice", "libreoffice"):
            yield machine.which(name).rpartition("/")[0]
        yield "/usr/lib/libreoffice/program"
        yield "/usr/lib64/libreoffice/program"
        yield from (f"/opt/{name}/program" for name in reversed(machine.names("/opt")) if "libreoffice" in name)


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
