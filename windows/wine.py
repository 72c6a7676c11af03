"""Wine as the Windows of `make windows`: a prefix of its own, and programs run in it.

Wine 8 lacks bcryptprimitives.dll, of which rustworkx wants random bytes: a library of one page stands in, which only
passes that one call on to Wine's own generator.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
SETUP = Path(__file__).resolve().parents[1] / "dist" / "tournois-setup-wine.exe"
PROGRAMS = "/usr/lib/wine"  # Debian's wine64, without the 32-bit half that setups of old need


@dataclass(frozen=True, slots=True)
class Wine:
    """A Windows in a folder."""

    prefix: Path
    display: str = ""  # of X: where windows are shown; "": nowhere
    transcript: Path | None = None  # what was run and said is added to it

    @property
    def environment(self) -> dict[str, str]:
        """Environment of Windows 10 in the code page 1252, without a desktop or downloads.

        In French where Debian's package `locales` is installed.
        """
        ours = {"WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all", "LC_ALL": "fr_FR.UTF-8",
                "LOCPATH": str(self.prefix.parent),
                "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe=d",
                "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "DISPLAY": self.display}  # fmt: skip
        return {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")} | ours

    def make(self) -> None:
        """Create a new prefix."""
        shutil.rmtree(self.prefix, ignore_errors=True)
        self.prefix.mkdir(parents=True)
        french = ["localedef", "-i", "fr_FR", "-f", "UTF-8", str(self.prefix.with_name("fr_FR.UTF-8"))]
        subprocess.run(french, check=False, capture_output=True)
        self.run("wineboot", "-u")
        self.run("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
        (self.prefix / "drive_c/windows/system32/bcryptprimitives.dll").write_bytes(passing_on())

    @property
    def home(self) -> Path:
        """The person's own folder, as Linux has it."""
        return next((self.prefix / "drive_c/users").glob("*/AppData")).parent

    def start(self, *command: str | Path, **more: object) -> subprocess.Popen[bytes]:
        """Start a program of this Windows; its streams are pipes, or Python finds none."""
        words = [str(word) for word in command]
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return subprocess.Popen(["wine64", *words], env=self.environment, **(streams | more))  # type: ignore[call-overload]

    def run(self, *command: str | Path, stdin: bytes = b"", timeout: int = 1500) -> tuple[int, str]:
        """Run a program to its end; return its exit code and output."""
        started = self.start(*command, stdin=subprocess.PIPE)
        raw = started.communicate(stdin, timeout)[0]
        code, output = started.returncode, raw.decode("utf-8", "replace").replace("\r\n", "\n")
        self.note(f"> {self._shown(command)}", output.rstrip(), f"[{code}]")
        return code, output

    def _shown(self, command: tuple[str | Path, ...]) -> str:
        """Write a command as a person would type it."""
        words = list(map(str, command))
        if "tournament_xl" in words:
            words = ["tournament-xl", *words[words.index("tournament_xl") + 1 :]]
        return " ".join(words).replace(str(self.prefix / "drive_c"), "C:")

    def note(self, *lines: str) -> None:
        """Add lines to the transcript."""
        if self.transcript:
            with open(self.transcript, "a", encoding="utf-8") as file:
                file.write("\n".join(filter(None, lines)) + "\n\n")

    def end(self) -> None:
        """End the programs that still run in it."""
        subprocess.run([f"{PROGRAMS}/wineserver", "-k"], env=self.environment, check=False)


def windows_path(path: Path) -> str:
    r"""Convert a path of Linux to a path of Windows: Z:\home\…"""
    return "Z:" + str(path).replace("/", "\\")


def passing_on() -> bytes:
    """Build bcryptprimitives.dll with the only function ProcessPrng, which is advapi32's SystemFunction036."""
    rva = 0x1000  # where its one section stands in memory
    names = [b"bcryptprimitives.dll\0", b"ProcessPrng\0", b"advapi32.SystemFunction036\0"]
    addresses, place = [], rva + 40 + 4 + 4 + 2  # behind the directory and its three tables of one entry
    for name in names:
        addresses.append(place)
        place += len(name)
    library, function, target = addresses
    directory = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, library, 1, 1, 1, rva + 40, rva + 44, rva + 48)
    section = directory + struct.pack("<IIH", target, function, 0) + b"".join(names)
    head = struct.pack("<2s58xI", b"MZ", 64) + b"PE\0\0" + struct.pack("<HHIIIHH", 0x8664, 1, 0, 0, 0, 240, 0x2022)
    sizes = (0x2000, 512, 0, 2, 0x100, 1 << 20, 4096, 1 << 20, 4096, 0, 16)
    optional = struct.pack("<HBBIIIIIQIIHHHHHHIIIIHHQQQQII", 0x20B, 0, 0, 0, 512, 0, 0, rva, 0x180000000, 0x1000, 512,
                           6, 0, 0, 0, 6, 0, 0, *sizes)  # fmt: skip
    directories = struct.pack("<II", rva, len(section)) + bytes(15 * 8)
    table = struct.pack("<8sIIIIIIHHI", b".edata", len(section), rva, 512, 512, 0, 0, 0, 0, 0x40000040)
    return (head + optional + directories + table).ljust(512, b"\0") + section.ljust(512, b"\0")


@dataclass(frozen=True, slots=True)
class Screen:
    """Windows on the screen, and keys."""

    display: str

    def _do(self, *command: str) -> str:
        environment = os.environ | {"DISPLAY": self.display}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout

    def wait_for(self, title: str, seconds: int = 300, but: str = "") -> str:
        """Wait for the window with this title, other than the one that was there before."""
        words = ("xdotool", "search", "--onlyvisible", "--name", f"^{title}")
        return self.until(lambda: [handle for handle in self._do(*words).split() if handle != but], seconds)[-1]

    def until(self, test: Callable[[], T], seconds: int = 600) -> T:
        """Wait until `test` gives a value, and return it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := test():
                return value
            time.sleep(0.2)
        raise AssertionError(f"waited {seconds} s in vain")

    def press(self, window: str, *keys: str) -> None:
        """Type keys into a window."""
        self._do("xdotool", "windowfocus", window)
        time.sleep(0.5)
        self._do("xdotool", "key", "--delay", "100", *keys)

    def click(self, window: str, left: int, up: int) -> None:
        """Click the mouse, so many points from the window's lower right corner."""
        geometry = dict(line.split("=") for line in self._do("xdotool", "getwindowgeometry", "--shell", window).split())
        place = (int(geometry["X"]) + int(geometry["WIDTH"]) - left, int(geometry["Y"]) + int(geometry["HEIGHT"]) - up)
        self._do("xdotool", "mousemove", *map(str, place), "sleep", "0.3", "click", "1")

    def picture(self, window: str, path: Path) -> Path:
        """Save the window as a PNG."""
        time.sleep(0.5)  # drawn to the end
        self._do("import", "-window", window, str(path))
        return path
