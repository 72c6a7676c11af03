"""Files that come with the program: templates and sample lists, in the installed package or in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(folder: str, name: str) -> Path:
    """The path of `folder/name`; FileNotFoundError when the installation is incomplete."""
    for root in (_PACKAGE, _PACKAGE.parent):
        path = root / folder / name
        if path.is_file():
            return path
    raise FileNotFoundError(f"{folder}/{name}")
