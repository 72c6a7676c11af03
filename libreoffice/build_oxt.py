"""Builds libreoffice/tournament-xl.oxt: `python libreoffice/build_oxt.py [OUT]`. Two builds give the same bytes."""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE / "tournament-xl.oxt"
CREATED = (2026, 1, 1, 0, 0, 0)  # fixed, so that the file is reproducible


def parts() -> dict[str, bytes]:
    """Name in the extension -> content; the version is the package's."""
    found = re.search(r'__version__ = "(.+)"', (HERE.parent / "tournament_xl" / "__init__.py").read_text("utf-8"))
    assert found
    scripts = sorted((HERE / "python").rglob("*.py"))
    files = [HERE / "META-INF" / "manifest.xml", HERE / "description.xml", HERE / "Addons.xcu", *scripts]
    content = {file.relative_to(HERE).as_posix(): file.read_bytes().replace(b"\r\n", b"\n") for file in files}
    content["description.xml"] = content["description.xml"].replace(b"VERSION", found[1].encode())
    return content


def build(path: Path) -> None:
    """Write the extension to `path`; stored, not compressed: the bytes then depend on no zlib."""
    with zipfile.ZipFile(path, "w") as package:
        for name, data in parts().items():
            entry = zipfile.ZipInfo(name, CREATED)
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            package.writestr(entry, data)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT)
