"""Files that come with the program: templates and sample lists, in the installed package or in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


class MissingFileError(FileNotFoundError):
    """A file that comes with the program is not there; `name` is its own."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def resource(folder: str, name: str) -> Path:
    """The path of `folder/name`; MissingFileError when the installation is incomplete."""
    for root in (_PACKAGE, _PACKAGE.parent):
        path = root / folder / name
        if path.is_file():
            return path
    raise MissingFileError(f"{folder}/{name}")
