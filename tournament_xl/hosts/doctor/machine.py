"""What the doctor asks a computer: files, registry, environment. Nothing is started, nothing is written.

Tests imagine other computers by a subclass; so paths are texts in that computer's own form (`join`).
"""

from __future__ import annotations

import ntpath
import os
import platform
import posixpath
import shutil
import sys
from importlib import metadata

from tournament_xl.hosts.places import real
from tournament_xl.ordinary import read_ordinary
from tournament_xl.record import record

WINDOWS, MAC = "Windows", "Darwin"


@record
class Finding:
    """One line of the doctor: how it stands, what was found, what to do."""

    state: str  # OK, MEND or ABSENT of texts.doctor
    text: str
    remedy: str = ""


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
