"""Wine as the Windows of `make windows`: a prefix of its own, and programs run in it.

Wine 8 lacks bcryptprimitives.dll, of which rustworkx wants random bytes: a library of one page stands in, which only
passes that one call on to Wine's own generator.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = "/usr/lib/wine"  # Debian's wine64, without the 32-bit half that setups of old need
USER = "root"  # as Wine names whoever runs it here; see `Wine.home`


@dataclass(frozen=True, slots=True)
class Wine:
    """A Windows in a folder."""

    prefix: Path

    @property
    def environment(self) -> dict[str, str]:
        """Windows 10 in the code page 1252, without a desktop of its own or what it would download."""
        ours = {"WINEPREFIX": str(self.prefix), "WINEDEBUG": "-all", "LC_ALL": "C.UTF-8",
                "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe=d",
                "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}  # fmt: skip
        return {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")} | ours

    def make(self) -> None:
        """A fresh prefix."""
        shutil.rmtree(self.prefix, ignore_errors=True)
        self.prefix.mkdir(parents=True)
        self.run("wineboot", "-u")
        self.run("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
        (self.prefix / "drive_c/windows/system32/bcryptprimitives.dll").write_bytes(passing_on())

    @property
    def home(self) -> Path:
        """The person's own folder, as Linux has it."""
        (found,) = (one for one in (self.prefix / "drive_c/users").iterdir() if one.name != "Public")
        return found

    def start(self, *command: str | Path, **more: object) -> subprocess.Popen[bytes]:
        """A program of this Windows, as it runs; its streams are pipes, or Python finds none."""
        words = [str(word) for word in command]
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return subprocess.Popen(["wine64", *words], env=self.environment, **(streams | more))  # type: ignore[call-overload]

    def run(self, *command: str | Path, given: bytes = b"", timeout: int = 300) -> tuple[int, str]:
        """A program run to its end: its exit code and what it said."""
        started = self.start(*command, stdin=subprocess.PIPE)
        said = started.communicate(given, timeout=timeout)[0]
        return started.returncode, said.decode("utf-8", "replace").replace("\r\n", "\n")

    def end(self) -> None:
        """End what still runs in it."""
        subprocess.run([f"{PROGRAMS}/wineserver", "-k"], env=self.environment, check=False)


def seen(path: Path) -> str:
    r"""A path of Linux as Windows sees it: Z:\home\…"""
    return "Z:" + str(path).replace("/", "\\")


def passing_on() -> bytes:
    """bcryptprimitives.dll with the one function ProcessPrng, which is advapi32's SystemFunction036."""
    at = 0x1000  # where its one section stands in memory
    names = [b"bcryptprimitives.dll\0", b"ProcessPrng\0", b"advapi32.SystemFunction036\0"]
    addresses, place = [], at + 40 + 4 + 4 + 2  # behind the directory and its three tables of one entry
    for name in names:
        addresses.append(place)
        place += len(name)
    library, function, target = addresses
    directory = struct.pack("<IIHHIIIIIII", 0, 0, 0, 0, library, 1, 1, 1, at + 40, at + 44, at + 48)
    section = directory + struct.pack("<IIH", target, function, 0) + b"".join(names)
    head = struct.pack("<2s58xI", b"MZ", 64) + b"PE\0\0" + struct.pack("<HHIIIHH", 0x8664, 1, 0, 0, 0, 240, 0x2022)
    optional = struct.pack("<HBBIIIIIQIIHHHHHHIIIIHHQQQQII", 0x20B, 0, 0, 0, 512, 0, 0, at, 0x180000000, 0x1000, 512, 6, 0,
                           0, 0, 6, 0, 0, 0x2000, 512, 0, 2, 0x100, 1 << 20, 4096, 1 << 20, 4096, 0, 16)  # fmt: skip
    directories = struct.pack("<II", at, len(section)) + bytes(15 * 8)
    table = struct.pack("<8sIIIIIIHHI", b".edata", len(section), at, 512, 512, 0, 0, 0, 0, 0x40000040)
    return (head + optional + directories + table).ljust(512, b"\0") + section.ljust(512, b"\0")
