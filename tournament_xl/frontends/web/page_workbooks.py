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
from tournament_xl.messages import page as texts
from tournament_xl.messages import workbook_files as file_texts
from tournament_xl.service.read import HIDDEN_PREFIXES, resolve_inside
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage.backups import find_backups
from tournament_xl.storage.workbook_file import ENDINGS
from tournament_xl.workbook.snapshot import ExternalError, Json, UsageError, replace_surrogates
from tournament_xl.xlsx.atomic_write import translate_os_errors

CallRequest = Mapping[str, Json]


@dataclass(slots=True)
class PageWorkbooks:
    """Workbooks of one folder; the one opened last is kept in memory.

    Attributes:
        folder: The folder.
    """

    folder: Path
    _last: WorkbookFile | None = None  # reads and decodes only what has changed since the last call
    _created: tuple[Path, bytes] | None = None  # the workbook that was created last, as it was then

    def path(self, request: CallRequest) -> Path:
        """Return the path, in the folder, of the workbook that a request names under `file`; it need not exist.

        Raises:
            UsageError: The name has a folder in it, does not end in .xlsx or .xlsm, begins with "~" or "." (lock files
                and hidden files), or is a link that leads out of the folder.
            KeyError: The request has no `file`.
        """
        name = replace_surrogates(str(request["file"]))
        if (
            Path(name).name != name
            or "\\" in name
            or name.startswith(HIDDEN_PREFIXES)
            or not name.lower().endswith(ENDINGS)
        ):
            raise UsageError(texts.NOT_A_NAME.format(file=printable_path(name)))
        if resolve_inside(self.folder, name) is None:
            raise UsageError(texts.LEADS_OUT.format(file=printable_path(name)))
        return self.folder / name

    def workbook(self, request: CallRequest) -> WorkbookFile:
        """Return the access to the workbook that a request names under `file`, as `open` does; it is not read yet.

        Raises:
            UsageError: As `path`.
            KeyError: As `path`.
        """
        return self.open(self.path(request))

    def open(self, path: Path) -> WorkbookFile:
        """Return the access to a workbook's file, and keep it; the file is not read yet.

        It is the same object as in the last call if the file is the same, so that only changes are read and decoded.
        """
        workbook = WorkbookFile(path)
        if self._last is None or self._last.path != workbook.path:
            self._last = workbook
        return self._last

    def names(self) -> list[str]:
        """Return the sorted names in the folder that end like a workbook's, lock files and hidden files included."""
        return sorted(file.name for file in self.folder.iterdir() if file.name.lower().endswith(ENDINGS))

    def content(self, name: str) -> bytes:
        """Return the bytes of any file of the folder or of its subfolders, or a subfolder's files in one zip file.

        Raises:
            UsageError: The name leads out of the folder, or is the folder itself.
            ExternalError: There is no such file, or it cannot be read.
        """
        target = resolve_inside(self.folder, name)
        if target is None or target == self.folder.resolve():
            raise UsageError(texts.NOT_A_NAME.format(file=printable_path(name)))
        try:
            return _zipped(target) if target.is_dir() else read_regular_file(target)
        except OSError:
            raise ExternalError(texts.NOT_THERE, file=printable_path(name)) from None

    def note_created(self, path: Path) -> None:
        """Keep what a workbook that has just been created is like, for `discard_created`."""
        self._created = path, path.read_bytes()

    def discard_created(self, path: Path) -> bool:
        """Delete the workbook that was created last, and return True; False if it is another one or has changed since.

        Raises:
            ExternalError: The file cannot be read or deleted.
        """
        with translate_os_errors(path, file_texts.UNWRITABLE):
            if not path.exists() or self._created != (path, path.read_bytes()):
                return False
            path.unlink()
        self._created = self._last = None
        return True

    def forget(self, name: str) -> None:
        """Delete a workbook, its backups and all that was made of it, so that its name is free again.

        What was made of it is each file and folder "NOM - …" (NOM: its name without ending) that is no workbook, and
        was not made of another one whose name begins so. If the workbook is missing, nothing is raised.

        Raises:
            UsageError: As `path`.
            ExternalError: The folder of the backups cannot be read.
            OSError: A file cannot be deleted; those before it are.
        """
        path = self.path({"file": name})
        self._last = None
        for file in (path, *(backup.file for backup in find_backups(path))):
            file.unlink(missing_ok=True)
        longer_names = [
            f"{other.stem} - "
            for other in self.folder.glob(f"{escape(path.stem)} - *")
            if other.suffix.lower() in ENDINGS
        ]
        for output in self.folder.glob(f"{escape(path.stem)} - *"):
            if output.name.startswith(tuple(longer_names)):
                continue  # made of another workbook
            if output.is_dir():
                shutil.rmtree(output)
            elif not output.name.lower().endswith(ENDINGS):
                output.unlink()


def _zipped(folder: Path) -> bytes:
    """Zip a folder's files, without links that lead out of it; the same files always give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.resolve().is_relative_to(folder):
                out.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
    return packed.getvalue()
