"""Read access to the computer on which the program runs, for the command `doctor`."""

from __future__ import annotations

import ntpath
import os
import platform
import posixpath
import shutil
import sys
from importlib import metadata

from tournament_xl.core.resources import read_regular_file
from tournament_xl.xlsx.atomic_write import resolve_path

WINDOWS, MAC = "Windows", "Darwin"


class Machine:
    """Read access to this computer: its files, registry, environment and programs. Tests override its methods."""

    system = platform.system()  # "Windows", "Darwin", "Linux"
    python = os.path.abspath(sys.executable)

    def join(self, *parts: str) -> str:
        """Join the parts of a path with this system's separator; "~" at the start becomes the user's home folder."""
        path = str(ntpath.join(*parts) if self.system == WINDOWS else posixpath.join(*parts))
        return self.home() + path[1:] if path.startswith("~") else path

    def home(self) -> str:
        """Return the user's home folder."""
        return os.path.expanduser("~")

    def variable(self, name: str) -> str:
        """Return an environment variable; "" if it is not set."""
        return os.environ.get(name, "")

    def path_folders(self) -> list[str]:
        """Return the folders of PATH without those of an active virtual environment: desktop programs do not see it."""
        virtual_env, path_variable = self.variable("VIRTUAL_ENV"), self.variable("PATH")
        folders = path_variable.split(";" if self.system == WINDOWS else ":")
        return [folder for folder in folders if folder and not (virtual_env and folder.startswith(virtual_env))]

    def is_file(self, path: str) -> bool:
        """Check whether a path is a file."""
        return os.path.isfile(path)

    def list_names(self, folder: str) -> list[str]:
        """Return the sorted names of files and folders in a folder; empty if it is missing or cannot be read."""
        try:
            return sorted(os.listdir(folder))
        except OSError:
            return []

    def read_start(self, path: str) -> str:
        """Read the first 100,000 bytes of a text file, or of a stream such as "club.xlsm:Zone.Identifier".

        Bytes that are not UTF-8 become �; the text is "" if the file is missing or cannot be read.
        """
        try:
            return read_regular_file(path, 100_000).decode("utf-8", "replace")
        except (OSError, ValueError):
            return ""

    def read_registry(self, key: str, name: str = "") -> str:
        r"""Read a value of the Windows registry as text, in the view of 64-bit programs, else of 32-bit programs.

        The key is such as "HKCU\Software\…"; `name` "" means its default value. The result is "" if the value is
        missing, and on other systems than Windows.
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

    def find_command(self, name: str) -> str:
        """Find a command in `path_folders`.

        The full path has links resolved; it is "" if there is none.
        """
        path = shutil.which(name, path=os.pathsep.join(self.path_folders()))
        return str(resolve_path(path)) if path else ""

    def is_same_file(self, first: str, second: str) -> bool:
        """Check whether two paths lead to one file, links resolved: a command of pipx is a link to another file."""
        return os.path.normcase(resolve_path(first)) == os.path.normcase(resolve_path(second))

    def installed_version(self, distribution: str) -> str:
        """Return the version of a Python package installed here; "" if it is not installed."""
        try:
            return metadata.version(distribution)
        except metadata.PackageNotFoundError:
            return ""
