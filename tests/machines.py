"""Machines that a test imagines for `doctor`: Windows, a Mac, Linux, with what is installed on them."""

from __future__ import annotations

from tournament_xl import __version__
from tournament_xl.hosts import doctor
from tournament_xl.hosts import machine as computer
from tournament_xl.hosts.machine import Machine

EXTENSION = f'<description><version value="{__version__}"/></description>'


class Imagined(Machine):
    """A computer told by its files (path -> text), registry and variables."""

    python, python_version = "python", "3.12.1"

    def __init__(self, system, home, files=(), registry=(), variables=(), packages=("xlwings",), found=""):
        self.system, self._home, self.files, self.values = system, home, dict(files), dict(registry)
        self.variables, self.packages, self.found = dict(variables), packages, found

    def home(self, *parts):
        return self.join(self._home, *parts)

    def variable(self, name):
        return self.variables.get(name, "")

    def is_file(self, path):
        return path in self.files

    def names(self, folder):
        start = self.join(folder, "")
        return sorted(
            {path[len(start) :].replace("\\", "/").split("/")[0] for path in self.files if path.startswith(start)}
        )

    def read(self, path):
        return self.files.get(path, "")

    def registry(self, key, name=""):
        return self.values.get((key, name), "")

    def which(self, name):
        return self.found if name == "tournament-xl" else "/usr/lib/libreoffice/program/" + name * 0

    def same(self, one, other):
        return one == other

    def installed(self, distribution):
        return "0.37.8" if distribution in self.packages else ""

    def writable(self, folder):
        return "interdit" not in folder


PROGRAM = {
    "Windows": r"C:\Users\Zoé\venv\Scripts\tournament-xl.exe",
    "Darwin": "/Users/zoe/.local/bin/tournament-xl",
    "Linux": "/home/zoe/.local/bin/tournament-xl",
}
ROAMING = r"C:\Users\Zoé\AppData\Roaming"
OFFICE = r"C:\Program Files\LibreOffice\program"
CACHE = {
    "Windows": ROAMING
    + r"\LibreOffice\4\user\uno_packages\cache\uno_packages\lu1.tmp_\tournament-xl.oxt\description.xml",
    "Darwin": "/Users/zoe/Library/Application Support/LibreOffice/4/user/uno_packages/cache/uno_packages/lu1.tmp_/"
    "tournament-xl.oxt/description.xml",
    "Linux": "/home/zoe/.config/libreoffice/4/user/uno_packages/cache/uno_packages/lu1.tmp_/tournament-xl.oxt/"
    "description.xml",
}
EXCEL = {
    (doctor.APP, ""): r"C:\Program Files\Microsoft Office\root\Office16\EXCEL.EXE",
    (doctor.PROGID, ""): "Excel.Application.16",
}


def windows(registry=(), *, files=(), without=(), **more):
    """Windows with Excel, LibreOffice and the extension, all in order."""
    there = {
        PROGRAM["Windows"]: "", CACHE["Windows"]: EXTENSION,
        OFFICE + r"\bootstrap.ini": "[Bootstrap]\nProductKey=LibreOffice 24.8\n",
    } | dict(files)  # fmt: skip
    values = EXCEL | {(computer.INSTALLED, ""): OFFICE} | dict(registry)
    variables = {"APPDATA": ROAMING, "TOURNAMENT_XL": PROGRAM["Windows"]} | more.pop("variables", {})
    there = {path: text for path, text in there.items() if path not in without}
    values = {key: value for key, value in values.items() if key not in without}
    return Imagined("Windows", r"C:\Users\Zoé", there, values, variables, **more)


def linux(files=(), *, without=(), **more):
    """Linux with LibreOffice and the extension, all in order."""
    there = {
        PROGRAM["Linux"]: "", CACHE["Linux"]: EXTENSION,
        "/usr/lib/libreoffice/program/bootstraprc": "[Bootstrap]\nProductKey=LibreOffice 7.4\n",
        "/usr/lib/libreoffice/program/pythonscript.py": "",
    } | dict(files)  # fmt: skip
    there = {path: text for path, text in there.items() if path not in without}
    return Imagined("Linux", "/home/zoe", there, **more)


def mac(files=(), **more):
    there = {
        PROGRAM["Darwin"]: "", CACHE["Darwin"]: EXTENSION,
        "/Applications/LibreOffice.app/Contents/Resources/bootstraprc": "ProductKey=LibreOffice 25.2\n",
        doctor.MAC_PLIST: "<key>CFBundleShortVersionString</key>\n\t<string>16.89</string>",
    } | dict(files)  # fmt: skip
    return Imagined("Darwin", "/Users/zoe", there, **more)
