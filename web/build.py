"""Builds the page: dist/tournoi.html, one file, and dist/page/, the same for a web server. `make page`.

From pinned packages only (package-lock.json, requirements.txt): the same sources give the same bytes. Python is
compiled by the Python that the page runs.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Collection
from pathlib import Path

from bundle import PACKAGES, bundle, fetch_packages, program

from tournament_xl.core import processes
from tournament_xl.frontends.web.app import read_built, render_page, render_source
from tournament_xl.support import doctor

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
CACHE, DIST = ROOT / "build" / "page", ROOT / "dist"
PYODIDE = PACKAGES / "pyodide"
DATE = (2026, 1, 1, 0, 0, 0)  # of every file inside
PLATFORMS = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64", "any")
NEVER = {
    "argparse",
    "bdb",
    "cProfile",
    "ctypes",
    "curses",
    "doctest",
    "ensurepip",
    "ftplib",
    "gettext",
    "http",
    "imaplib",
    "mailbox",
    "multiprocessing",
    "optparse",
    "pdb",
    "pickletools",
    "plistlib",
    "poplib",
    "profile",
    "pstats",
    "pydoc",
    "smtplib",
    "socketserver",
    "sqlite3",
    "ssl",
    "statistics",
    "test",
    "tkinter",
    "turtle",
    "unittest",
    "venv",
    "webbrowser",
    "wsgiref",
    "xmlrpc",
    "_ast_unparse",
    "_pydatetime",
    "_pydecimal",
    "_pyio",
    "_pyrepl",
    "bz2",
    "compression.zstd",
    "lzma",
    "urllib.request",
}  # of the standard library: what no call of a page comes to, though something that it uses names it
ENCODINGS = (
    "aliases", "ascii", "cp1252", "cp437", "cp850", "idna", "latin_1", "iso8859_1", "mac_roman", "raw_unicode_escape",
    "unicode_escape", "utf_8", "utf_8_sig", "utf_16", "utf_16_le", "utf_16_be", "utf_32",
)  # fmt: skip
BOOT = (
    "encodings", "site", "zipimport", "_pyodide._core_docs", "_pyodide._future_helper", "_pyodide.docstring",
    "_pyodide.jsbind", "pyodide.code", "pyodide.ffi", "pyodide.webloop", "pyodide._package_loader",
)  # what Python and Pyodide begin with  # fmt: skip
IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*|[^#\n]*)|import[ \t]+([^#\n]*))", re.MULTILINE
)
NOT_IN_A_PAGE = (doctor.__name__, processes.__name__)  # of our modules: what no call of a page comes to, likewise


def main() -> None:
    fetch_packages()
    bundle()
    CACHE.mkdir(parents=True, exist_ok=True)
    wheels = fetched()
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    module = re.sub(rb"//# sourceMappingURL=.*", b"", (PYODIDE / "pyodide.mjs").read_bytes())
    ours, matching = app(wheels), rustworkx(wheels)
    parts = {
        "pyodide.mjs": module,
        "pyodide.asm.mjs": (PYODIDE / "pyodide.asm.mjs").read_bytes(),
        "pyodide.asm.wasm": (PYODIDE / "pyodide.asm.wasm").read_bytes(),
        "python_stdlib.zip": compiled("stdlib", stdlib(ours | matching)),
        "app.zip": compiled("app", ours),
        "rustworkx.zip": compiled("rustworkx", matching),
    }
    packed = {name: gzip.compress(data, 9, mtime=0) for name, data in parts.items()}
    licences = (WEB / "licences.txt").read_text("utf-8") + "".join(licence_texts(wheels))
    DIST.mkdir(exist_ok=True)
    page = one_file(packed, lock, licences)
    (DIST / "tournoi.html").write_text(page, "utf-8", newline="\n")
    folder(packed, lock, licences)
    for name, data in packed.items():
        print(f"{name:20}{len(parts[name]):>12,}{len(data):>12,}")
    print(f"dist/tournoi.html {(DIST / 'tournoi.html').stat().st_size:,}")


def fetched() -> dict[str, zipfile.ZipFile]:
    """Return the wheels of the Python index, downloaded once, by their project's name."""
    requirements = (WEB / "requirements.txt").read_bytes()
    target = CACHE / f"wheels-{hashlib.sha256(requirements).hexdigest()[:12]}"
    if not target.is_dir():
        platforms = [word for name in PLATFORMS for word in ("--platform", name)]
        with tempfile.TemporaryDirectory(dir=CACHE) as waits:
            command = [
                sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *platforms,
                "--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--abi", "abi3", "--abi",
                "none", "--require-hashes", "-r", str(WEB / "requirements.txt"), "-d", waits,
            ]  # fmt: skip
            subprocess.run(command, check=True)
            shutil.copytree(waits, target)
    return {file.name.split("-")[0]: zipfile.ZipFile(file) for file in sorted(target.glob("*.whl"))}


def stdlib(code: dict[str, bytes]) -> dict[str, bytes]:
    """Return the modules of the standard library that `code` may import, with all that these import."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as library:
        files = {name: library.read(name) for name in library.namelist() if name.endswith(".py")}
    files = {name: source for name, source in files.items() if not name.startswith("asyncio/")}
    own = WEB / "python"
    files |= {file.relative_to(own).as_posix(): file.read_bytes() for file in sorted(own.rglob("*.py"))}
    waiting = [*BOOT, *(f"encodings.{name}" for name in ENCODINGS)]
    for name, data in code.items():
        if name.endswith(".py"):
            waiting += imports(data, "")
    return {name: files[name] for name in sorted(reached(files, waiting, NEVER))}


def reached(files: dict[str, bytes], waiting: list[str], never: Collection[str]) -> set[str]:
    """Return the files of the waiting modules, and of all that these may import."""
    modules = {name[:-3].replace("/", ".").removesuffix(".__init__"): name for name in files if name.endswith(".py")}
    reached_names: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in reached_names or name in never or name.split(".")[0] in never:
            continue
        if name in modules:
            reached_names.add(name)
            package = name if modules[name].endswith("__init__.py") else name.rpartition(".")[0]
            waiting += [*imports(files[modules[name]], package), name.rpartition(".")[0]]
    return {modules[name] for name in reached_names}


def imports(source: bytes, package: str) -> list[str]:
    """List the modules that a file imports, wherever these imports stand."""
    module_names = []
    for origin, names, plain in IMPORT.findall(source):
        listed = re.sub(r"#.*|[()]", "", (names or plain).decode()).split(",")
        words = [word.split()[0] for word in listed if word.split()]
        base = origin.decode()
        if base.startswith("."):
            up = len(base) - len(base.lstrip("."))
            parent = package.split(".")[: len(package.split(".")) - up + 1]
            base = ".".join([*parent, base.lstrip(".")]).strip(".")
        module_names += [base, *(f"{base}.{word}" for word in words)] if base else words
    return module_names


def app(wheels: dict[str, zipfile.ZipFile]) -> dict[str, bytes]:
    """Return our modules that a page needs, the templates it fills, the pure libraries of a publication's pages."""
    package, bridge = ROOT / "tournament_xl", (WEB / "bridge.py").read_bytes()
    ours = {
        file.relative_to(ROOT).as_posix(): file.read_bytes()
        for file in sorted(package.rglob("*")) if file.is_file() and "__pycache__" not in file.parts
    }  # fmt: skip
    needed = reached(ours, imports(bridge, ""), NOT_IN_A_PAGE)
    left = tuple(name[: -len("__init__.py")] for name in ours if name.endswith("/__init__.py") and name not in needed)
    files = {
        name: data for name, data in ours.items()
        if name in needed or not name.endswith(".py") and not name.startswith(left)
    }  # fmt: skip
    for file in sorted((ROOT / "templates").glob("*.xlsx")):
        files[f"tournament_xl/templates/{file.name}"] = file.read_bytes()
    for name in ("jinja2", "markupsafe", "segno"):
        for entry in wheels[name].namelist():
            if entry.endswith(".py") and not entry.startswith("segno/cli"):
                files[entry] = wheels[name].read(entry)
    files["bridge.py"] = bridge
    return files


def rustworkx(wheels: dict[str, zipfile.ZipFile]) -> dict[str, bytes]:
    """Return rustworkx without its drawing, which needs matplotlib."""
    wheel = wheels["rustworkx"]
    names = [name for name in wheel.namelist() if name.endswith((".py", ".so")) and "visualization" not in name]
    drawing = b"mpl_draw = graphviz_draw = None\n"
    return {name: wheel.read(name) for name in names} | {"rustworkx/visualization/__init__.py": drawing}


def compiled(label: str, files: dict[str, bytes]) -> bytes:
    """Compile the Python files into a stored zip, kept while they are the same.

    Whatever packs the zip later packs it better than this would.
    """
    script = (WEB / "compile.mjs").read_bytes()
    digest = hashlib.sha256(script + (PYODIDE / "package.json").read_bytes())
    for name, data in files.items():
        digest.update(f"\0{name}\0".encode() + data)
    cached = CACHE / f"{label}-{digest.hexdigest()[:16]}.zip"
    if not cached.is_file():
        for old in CACHE.glob(f"{label}-*.zip"):
            old.unlink()
        with tempfile.TemporaryDirectory(dir=CACHE) as before, tempfile.TemporaryDirectory(dir=CACHE) as after:
            for name, data in files.items():
                target = Path(before) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
            subprocess.run([program("node"), str(WEB / "compile.mjs"), before, after], check=True, cwd=WEB)
            paths = (path for path in sorted(Path(after).rglob("*")) if path.is_file())
            modules = {path.relative_to(after).as_posix(): path.read_bytes() for path in paths}
        cached.write_bytes(stored(modules))
    return cached.read_bytes()


def stored(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name, DATE), data)
    return out.getvalue()


def licence_texts(wheels: dict[str, zipfile.ZipFile]) -> list[str]:
    """Return the licence of each wheel."""
    texts = []
    for name, wheel in wheels.items():
        for entry in wheel.namelist():
            if re.search(r"\.dist-info/.*LICENSE", entry):
                texts.append(f"\n\n— {name} —\n\n{wheel.read(entry).decode('utf-8')}")
    return texts


def one_file(packed: dict[str, bytes], lock: object, licences: str) -> str:
    """Put everything in a single file: parts and worker stand in it as texts."""
    texts = {"worker": read_built("worker.js"), "licences": licences.replace("</", "<\\/")}
    texts |= {f"part-{name}": base64.b64encode(data).decode() for name, data in packed.items()}
    assert not any("</script" in text.lower() for text in texts.values())
    inert = (
        f'<script type="text/plain" id="{name}">{text}</script><script>part("{name}")</script>\n'
        for name, text in texts.items()
    )
    return render_page({"lock": lock}, "".join(inert))


def folder(packed: dict[str, bytes], lock: object, licences: str) -> None:
    """Write the same as a folder: installable, and kept by the browser for the day without network."""
    site = DIST / "page"
    shutil.rmtree(site, ignore_errors=True)
    (site / "moteur").mkdir(parents=True)
    for name, data in packed.items():
        (site / "moteur" / f"{name}.bin").write_bytes(data)
    config = render_source({"folder": "moteur/", "lock": lock}) + "\n"
    links = '<link rel="stylesheet" href="page.css">\n<link rel="manifest" href="page.webmanifest">'
    html = (WEB / "index.html").read_text("utf-8")
    written = {
        "index.html": html.replace("<!--STYLE-->", links).replace("<!--SCRIPTS-->", '<script src="page.js"></script>'),
        "page.js": config + read_built("page.js"),
        "page.css": read_built("page.css"),
        "worker.js": read_built("worker.js"),
        "page.webmanifest": (WEB / "page.webmanifest").read_text("utf-8"),
        "licences.txt": licences,
    }
    for name, text in written.items():
        (site / name).write_text(text, "utf-8", newline="\n")
    for size in (192, 512):
        shutil.copy(WEB / "icons" / f"{size}.png", site / f"icone-{size}.png")
    files = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode() + (site / name).read_bytes())
    kept = f"const DIGEST = {json.dumps(digest.hexdigest()[:16])}, FILES = {json.dumps(['./', *files])};\n"
    (site / "sw.js").write_text(kept + read_built("sw.js"), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
