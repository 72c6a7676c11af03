"""The folder whose workbooks a page shows and edits: nothing outside it can be read or written."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from glob import escape
from pathlib import Path

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.games.registry import decode
from tournament_xl.messages import page as texts
from tournament_xl.storage.workbook_file import ENDINGS, ClosedFile, find_backups
from tournament_xl.workbook.context import DecodeContext
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.snapshot import HostError, Json, Snapshot, UsageError, replace_surrogates

CallRequest = Mapping[str, Json]
HIDDEN_PREFIXES = ("~", ".")  # of the names of lock files and hidden files


@dataclass(slots=True)
class PageWorkbooks:
    """Workbooks of one folder, with the last one kept in memory.

    Attributes:
        folder: The folder.
        last_decoded: The last workbook as decoded; `decode` parses only what has changed since.
    """

    folder: Path
    _last_file: ClosedFile | None = None  # reads only what has changed since the last call
    last_decoded: Workbook | None = None

    def path(self, request: CallRequest) -> Path:
        """Return the path of the workbook that a request names under `file`.

        Raises:
            UsageError: The name is not the plain name of a workbook, or is a link that leads out of the folder.
        """
        name = replace_surrogates(str(request["file"]))
        if (
            Path(name).name != name
            or "\\" in name
            or name.startswith(HIDDEN_PREFIXES)
            or not name.lower().endswith(ENDINGS)
        ):
            raise UsageError(texts.NOT_A_NAME.format(file=printable_path(name)))
        if self._inside(name) is None:
            raise UsageError(texts.LEADS_OUT.format(file=printable_path(name)))
        return self.folder / name

    def _inside(self, name: str) -> Path | None:
        """Resolve a name in the folder, links followed; None where it leads out of it, or cannot be resolved."""
        try:
            target = (self.folder / name).resolve()
        except (OSError, RuntimeError, ValueError):  # links in a circle; a name that no system has
            return None
        return target if target.is_relative_to(self.folder.resolve()) else None

    def file(self, path: Path) -> ClosedFile:
        """Return the file of a workbook: the one in memory where it is the same as in the last call."""
        file = ClosedFile(path)
        if self._last_file is None or self._last_file.path != file.path:
            self._last_file, self.last_decoded = file, None
        return self._last_file

    def decode(self, snapshot: Snapshot) -> Workbook:
        """Decode a snapshot of the workbook that `file` returned last.

        Raises:
            ActionAborted: The workbook cannot be decoded.
        """
        self.last_decoded = decode(snapshot, DecodeContext(previous=self.last_decoded))
        return self.last_decoded

    def read(self, request: CallRequest) -> Snapshot:
        """Read the workbook that a request names, as saved.

        Raises:
            UsageError: As `path`.
            HostError: The file cannot be read.
        """
        return self.file(self.path(request)).read()

    def content(self, name: str) -> bytes:
        """Return the bytes of a file of the folder or of its subfolders, or a subfolder's files in one zip file.

        Raises:
            UsageError: The name leads out of the folder.
            HostError: There is no such file.
        """
        target = self._inside(name)
        if target is None or target == self.folder.resolve():
            raise UsageError(texts.NOT_A_NAME.format(file=printable_path(name)))
        try:
            return _zipped(target) if target.is_dir() else read_regular_file(target)
        except OSError:
            raise HostError(texts.NOT_THERE.format(file=printable_path(name))) from None

    def forget(self, name: str) -> None:
        """Remove a workbook, its backups and what was made of it, so that its name is free again.

        Raises:
            UsageError: As `path`.
        """
        path = self.path({"file": name})
        self._last_file = self.last_decoded = None
        for file in (path, *(backup.file for backup in find_backups(path))):
            file.unlink(missing_ok=True)
        for output in self.folder.glob(f"{escape(path.stem)} - *"):
            if output.is_dir():
                shutil.rmtree(output)
            elif not output.name.lower().endswith(ENDINGS):  # another workbook may have a longer name
                output.unlink()


def _zipped(folder: Path) -> bytes:
    """Zip a folder's files, without links that lead out of it; the same files always give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.resolve().is_relative_to(folder):
                out.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
    return packed.getvalue()
