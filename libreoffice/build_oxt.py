"""Builds libreoffice/tournament-xl.oxt: `python libreoffice/build_oxt.py [OUT]`. Two builds give the same bytes."""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from tournament_xl.messages import live as texts  # noqa: E402

OUT = HERE / "tournament-xl.oxt"
SCRIPT = "vnd.sun.star.script:tournament-xl.oxt|python|tournoi.py${}?language=Python&location=user:uno_packages"
CREATED = (2026, 1, 1, 0, 0, 0)  # fixed, so that the file is reproducible


def parts() -> dict[str, bytes]:
    """Return the parts of the extension: name -> content; the version is the package's."""
    version = re.search(r'__version__ = "(.+)"', (HERE.parent / "tournament_xl" / "__init__.py").read_text("utf-8"))
    assert version
    scripts = sorted((HERE / "python").rglob("*.py"))
    files = [HERE / "META-INF" / "manifest.xml", HERE / "description.xml", HERE / "Addons.xcu", *scripts]
    content = {file.relative_to(HERE).as_posix(): file.read_bytes().replace(b"\r\n", b"\n") for file in files}
    content["Addons.xcu"] = content["Addons.xcu"].replace(b"MENU", menu().encode())
    content["description.xml"] = content["description.xml"].replace(b"VERSION", version[1].encode())
    return content


def menu() -> str:
    """List the items of the menu Tournoi, in the order of Excel's tab, a line between its groups."""
    items = []
    for actions in texts.TAB.values():
        items.append([("URL", "private:separator")])
        for action in actions:
            name = f"press_{action.replace('-', '_')}"
            items.append([("URL", SCRIPT.format(name)), ("Title", texts.BUTTONS[action]), ("Target", "_self")])
    return "\n".join(
        f'<node oor:name="m{index:02}" oor:op="replace">{"".join(map(_property, item))}</node>'
        for index, item in enumerate(items[1:], 1)
    )


def _property(prop: tuple[str, str]) -> str:
    name, value = prop
    return f'<prop oor:name="{name}" oor:type="xs:string"><value>{escape(value)}</value></prop>'


def build(path: Path) -> None:
    """Write the extension to `path`; stored, not compressed: the bytes then depend on no zlib."""
    with zipfile.ZipFile(path, "w") as package:
        for name, data in parts().items():
            entry = zipfile.ZipInfo(name, CREATED)
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            package.writestr(entry, data)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT)
