"""What is asked of this computer: its files, registry, programs. Tests imagine other ones."""

from __future__ import annotations

import ntpath
import os
import platform
import posixpath
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata

from tournament_xl.hosts.places import real
from tournament_xl.ordinary import read_ordinary

WINDOWS, MAC = "Windows", "Darwin"
INSTALLED = r"HKLM\SOFTWARE\LibreOffice\UNO\InstallPath"


class Machine:
    """This computer."""

    system = platform.system()  # "Windows", "Darwin", "Linux"
    python = os.path.abspath(sys.executable)
    python_version = platform.python_version()

    def join(self, *parts: str) -> str:
        """A path of this computer."""
        return str(ntpath.join(*parts) if self.system == WINDOWS else posixpath.join(*parts))

    def home(self, *parts: str) -> str:
        """A path in the person's own folder."""
        return self.join(os.path.expanduser("~"), *parts)

    def variable(self, name: str) -> str:
        """An environment variable, "" when there is none."""
        return os.environ.get(name, "")

    def folders(self) -> list[str]:
        """The folders of PATH, those of an active virtual environment left out: programs of the desktop lack them."""
        active, found = self.variable("VIRTUAL_ENV"), self.variable("PATH")
        folders = found.split(";" if self.system == WINDOWS else ":")
        return [one for one in folders if one and not (active and one.startswith(active))]

    def is_file(self, path: str) -> bool:
        return os.path.isfile(path)

    def names(self, folder: str) -> list[str]:
        """What stands in a folder; nothing when it cannot be read."""
        try:
            return sorted(os.listdir(folder))
        except OSError:
            return []

    def read(self, path: str) -> str:
        """The beginning of a text file, also a stream such as "club.xlsm:Zone.Identifier"; "" when it is not there."""
        try:
            return read_ordinary(path, 100_000).decode("utf-8", "replace")
        except (OSError, ValueError):
            return ""

    def registry(self, key: str, name: str = "") -> str:
        r"""A value of Windows' registry as text, key like "HKCU\Software\…"; "" when there is none."""
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
        """The full path of a command, links followed; "" when PATH has none. An active environment counts not."""
        found = shutil.which(name, path=os.pathsep.join(self.folders()))
        return str(real(found)) if found else ""

    def same(self, one: str, other: str) -> bool:
        """Whether two paths lead to one file; a command made by pipx is a link to the one beside its Python."""
        return os.path.normcase(real(one)) == os.path.normcase(real(other))

    def installed(self, distribution: str) -> str:
        """The version of a package beside this program; "" when there is none."""
        try:
            return metadata.version(distribution)
        except metadata.PackageNotFoundError:
            return ""

    def writable(self, folder: str) -> bool:
        return os.access(folder or ".", os.W_OK | os.X_OK)


def office_folders(machine: Machine) -> Iterator[str]:
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


def office(machine: Machine) -> str:
    """LibreOffice's program that can be started without a window; "" where there is none."""
    for folder in filter(None, office_folders(machine)):
        for name in ("soffice.com", "soffice", "../MacOS/soffice"):
            if machine.is_file(machine.join(folder, name)):
                return machine.join(folder, name)
    return ""
