"""Files next to a workbook: the results received from phones, a file that only grows, and the secret of the slips.

A report is one line of the first file: who sent which scores for which pair.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core import text_limits
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.messages import phones as texts
from tournament_xl.messages import workbook_files
from tournament_xl.storage.backups import FOLDER
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx.atomic_write import translate_os_errors

if TYPE_CHECKING:
    from tournament_xl.phones.report_lines import Report

_TAIL = 64  # bytes before new lines, compared to see that the file only grew
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_SECRET = 32  # bytes


def report_path(workbook: Path) -> Path:
    """Return the path of the file in which the results for a workbook are received."""
    return workbook.parent / texts.FILE.format(stem=workbook.stem)


def read_reports(workbook: Path | None) -> tuple[Report, ...]:
    """Read all reports of a workbook's file, in their order; empty without one, or for an unsaved workbook (None).

    Malformed lines, and a last line without end, are skipped.

    Raises:
        ExternalError: The file cannot be read, or is too large.
    """
    file = report_path(workbook) if workbook else None
    if file is None or not os.path.lexists(file):
        return ()
    from tournament_xl.phones.report_lines import parse_reports  # slow to load, and most workbooks have no such file

    return tuple(parse_reports(_content(file)))


def _content(file: Path) -> bytes:
    with translate_os_errors(file, workbook_files.UNREADABLE):
        data = read_regular_file(file, text_limits.PHONE_RESULTS_BYTES + 1)
    if len(data) > text_limits.PHONE_RESULTS_BYTES:
        raise ExternalError(texts.TOO_LARGE, file=printable_path(file))
    return data


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


class ReceivedFile:
    """The file of received results while it grows: each line is read and parsed once."""

    def __init__(self, workbook: Path) -> None:
        self._file = report_path(workbook)
        self._read, self._tail = 0, b""  # bytes of whole lines read so far, the last of these bytes
        self._reports: list[Report] = []

    def read(self) -> list[Report]:
        """Read the lines that are new since the last call, and return all reports in their order.

        Returns:
            The same list as last time with new reports appended; a new list if the file was replaced or has shrunk.
            Empty without a file.

        Raises:
            ExternalError: The file cannot be read, or is too large.
        """
        from tournament_xl.phones.report_lines import parse_reports

        size = _size(self._file)
        if size == self._read:
            return self._reports
        new_bytes = (
            self._behind(self._read - len(self._tail)) if self._read < size <= text_limits.PHONE_RESULTS_BYTES else b""
        )
        if not new_bytes.startswith(self._tail) or size < self._read or size > text_limits.PHONE_RESULTS_BYTES:
            self._read, self._tail, self._reports = 0, b"", []
            new_bytes = _content(self._file) if size else b""
        whole_lines = new_bytes[: new_bytes.rfind(b"\n") + 1]
        self._reports += parse_reports(whole_lines[len(self._tail) :])
        self._read += len(whole_lines) - len(self._tail)
        self._tail = whole_lines[-_TAIL:]
        return self._reports

    def _behind(self, start: int) -> bytes:
        with translate_os_errors(self._file, workbook_files.UNREADABLE), self._file.open("rb") as file:
            file.seek(start)
            return file.read(text_limits.PHONE_RESULTS_BYTES)


def append_report(workbook: Path, report: Report, state: str) -> None:
    """Append a report to the workbook's file, on disk when this returns; an incomplete last line is ended first.

    The file is made, with its header, where it is missing. It is not locked against other writers. `state` is that of
    its pair including this report, for people who open the file.

    Raises:
        OSError: The line is not on disk, or only in part.
        ExternalError: The file would exceed its largest size; nothing was written.
    """
    from tournament_xl.phones.report_lines import HEADER, render_report

    flags = os.O_APPEND | os.O_CREAT | os.O_RDWR | _BINARY | _NO_LINK
    handle = os.open(report_path(workbook), flags, 0o666)
    try:
        size = os.lseek(handle, 0, os.SEEK_END)
        prefix = HEADER if not size else b""
        if size:
            os.lseek(handle, -1, os.SEEK_END)
            prefix = b"" if os.read(handle, 1) == b"\n" else b"\r\n"
        data = prefix + render_report(report, state)
        if size + len(data) > text_limits.PHONE_RESULTS_BYTES:
            raise ExternalError(texts.FILE_FULL)
        if os.write(handle, data) < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.fsync(handle)
    finally:
        os.close(handle)


def add_reports(workbook: Path, data: bytes) -> bool:
    """Append to the workbook's file the reports that another computer's file has and it lacks, in their order.

    Bytes of `data` above the largest size and malformed lines are ignored. True means that the workbook's file now has
    a report, old or new.

    Raises:
        ExternalError: The workbook's file cannot be read, or is full. Reports appended before stay in it.
        OSError: A report cannot be written. Reports appended before stay in the file.
    """
    from tournament_xl.phones.report_lines import PairReports, collect_reports, parse_reports

    recorded = read_reports(workbook)
    recorded_set, sent_by_pair = {*recorded}, collect_reports(recorded)
    new_reports = [
        report for report in parse_reports(data[: text_limits.PHONE_RESULTS_BYTES]) if report not in recorded_set
    ]
    for report in new_reports:
        sent_by_pair[report.pair] = sent_by_pair.get(report.pair, PairReports()).after(report)
        append_report(workbook, report, sent_by_pair[report.pair].state)
    return bool(recorded or new_reports)


def _secret_file(workbook: Path) -> Path:
    return workbook.parent / FOLDER / texts.SECRET.format(stem=workbook.stem)


def read_secret(workbook: Path) -> bytes:
    """Return the secret from which the keys of this workbook's slips are made; write a new one on first use.

    Its file is in the folder of the backups, readable by this user only. A file without a whole secret is replaced.

    Raises:
        ExternalError: The file cannot be read or written.
    """
    import secrets  # slow to load, and only the server in the hall needs it

    file = _secret_file(workbook)
    with translate_os_errors(file):
        file.parent.mkdir(exist_ok=True)
        with suppress(FileNotFoundError):
            content = read_regular_file(file, 1000)
            with suppress(ValueError):  # no hexadecimal digits, or an odd number of them
                if len(stored := bytes.fromhex(content.decode())) >= _SECRET:
                    return stored
            file.unlink()  # incomplete: its writer was killed
        token = secrets.token_bytes(_SECRET)
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | _BINARY, 0o600)
        try:
            os.write(handle, token.hex().encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        return token


def forget_secret(workbook: Path) -> None:
    """Delete the secret's file if possible: the next server makes a new one, for which printed slips are not valid."""
    with suppress(OSError):
        _secret_file(workbook).unlink()
