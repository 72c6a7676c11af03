"""The register as a file: opened by one command at a time, changed whole or not at all, never older than its reports.

A report carries the name of its register, the register's generation and the hash of the last publication then. Each
publication, and each one taken back, is a generation; the register keeps them all.
"""

from __future__ import annotations

import getpass
import os
import socket
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import unescape

from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.federation.intake.own_files import read_register_mark
from tournament_xl.federation.store.tables import APPLICATION_ID, PUBLISHED, TABLES, UPGRADES, VERSION, list_views
from tournament_xl.messages import federation as texts
from tournament_xl.workbook.snapshot import ExternalError
from tournament_xl.xlsx.atomic_write import explain_error

_HEADER, _ID_OFFSET = b"SQLite format 3\x00", 68
_WAIT_SECONDS = 1.0  # for another command on this computer
_MAX_LOCK_BYTES = 1000


class RegisterMark(NamedTuple):
    """What a report says about its register."""

    register: str  # name of its file
    generation: int
    hash: str  # of the last publication, "" before the first


class RegisterFile:
    """An open register, locked: `begin` and `commit` enclose what is changed."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self.connection = path, connection

    @property
    def last_closed(self) -> int:
        """Number of the last publication, 0 before the first."""
        return int(self.connection.execute("SELECT max(number) FROM publication WHERE closed").fetchone()[0] or 0)

    @property
    def has_open_month(self) -> bool:
        """Whether a month was built that is not published yet."""
        return self.connection.execute("SELECT 1 FROM publication WHERE NOT closed").fetchone() is not None

    def find_publication(self, day: date | None, *, closed: bool = False) -> int:
        """Return the number of the publication of a day; without a day of the last one that is published, or at all.

        Raises:
            ExternalError: There is none.
        """
        query = "SELECT max(number) FROM publication WHERE (? IS NULL OR day = ?) AND closed >= ?"
        (number,) = self.connection.execute(query, (day and str(day), day and str(day), closed)).fetchone()
        if number is None:
            raise ExternalError(texts.NO_PUBLICATION, path=printable_path(self.path))
        return int(number)

    def find_hash(self, number: int) -> str:
        """Return the hash of a publication; "" for 0."""
        return str(self._find("hash", number) or "")

    def is_written(self, number: int) -> bool:
        """Check whether the files of a publication were written."""
        return bool(self._find("written", number))

    def is_imported(self, number: int) -> bool:
        """Check whether a publication is of before the register."""
        return bool(self._find("imported", number))

    def _find(self, column: str, number: int) -> object:
        row = self.connection.execute(f"SELECT {column} FROM publication WHERE number = ?", (number,)).fetchone()
        return row and row[0]

    def find_mark(self, number: int) -> str:
        """Return what the report of a publication says about the register."""
        row = self.connection.execute(
            "SELECT number, hash FROM generation WHERE publication <= ? ORDER BY number DESC LIMIT 1", (number,)
        ).fetchone()
        generation, digest = row or (0, "")
        return f"{self.path.name} {generation} {digest or '-'}"

    def mark_written(self, number: int) -> None:
        """Note that the files of a publication were written."""
        self.connection.execute("UPDATE publication SET written = 1 WHERE number = ?", (number,))

    def close_month(self) -> None:
        """Publish the open month."""
        self.connection.execute("UPDATE publication SET closed = 1")
        self.add_generation(texts.GENERATION_PUBLISHED)

    def open_last(self) -> None:
        """Take back the last publication; what was built on it goes, but for its decisions."""
        number = self.last_closed
        for table in (*PUBLISHED, "publication"):
            column = "number" if table == "publication" else "publication"
            self.connection.execute(f"DELETE FROM {table} WHERE {column} > ?", (number,))
        self.connection.execute("UPDATE decision SET publication = ? WHERE publication > ?", (number, number))
        self.connection.execute("UPDATE publication SET closed = 0, written = 0 WHERE number = ?", (number,))
        self.add_generation(texts.GENERATION_TAKEN_BACK)

    def add_generation(self, act: str) -> None:
        """Add a generation, after a publication or its taking back."""
        last = self.last_closed
        self.connection.execute(
            "INSERT INTO generation (act, publication, hash) VALUES (?, ?, ?)", (act, last, self.find_hash(last))
        )

    def commit(self) -> None:
        """Keep what was changed; what follows is another change."""
        self.connection.execute("COMMIT")
        self.connection.execute("BEGIN IMMEDIATE")

    def check_reports(self, folders: Iterable[Path]) -> None:
        """Refuse a register that is older than a report beside it, or that is not the one of that report.

        Raises:
            ExternalError: A report in one of the folders says so.
        """
        generations = dict(self.connection.execute("SELECT number, hash FROM generation")) | {0: ""}
        for report in sorted({path for folder in folders for path in folder.glob("*.xlsx")}):
            mark = _read_mark(report)
            if mark and mark.register == self.path.name and generations.get(mark.generation) != mark.hash:
                is_older = mark.generation not in generations
                sentence = texts.REGISTER_OLDER if is_older else texts.REGISTER_OTHER
                raise ExternalError(sentence, path=printable_path(self.path), report=printable_path(report))


def _read_mark(report: Path) -> RegisterMark | None:
    with suppress(OSError, ValueError):
        name, generation, digest = unescape(read_register_mark(report)).rsplit(" ", 2)
        return RegisterMark(name, int(generation), "" if digest == "-" else digest)
    return None


def is_register(path: Path) -> bool:
    """Check whether a file is a register, of any version of the program; False if it cannot be read."""
    try:
        head = read_regular_file(path, 100)
    except OSError:
        return False
    return head.startswith(_HEADER) and head[_ID_OFFSET : _ID_OFFSET + 4] == APPLICATION_ID.to_bytes(4, "big")


@contextmanager
def open_existing_register(path: Path) -> Iterator[RegisterFile]:
    """Open a register as `open_register` does; ExternalError if there is none."""
    if not path.exists():
        raise ExternalError(texts.NO_REGISTER_THERE, path=printable_path(path))
    with open_register(path) as register:
        yield register


@contextmanager
def open_register(path: Path) -> Iterator[RegisterFile]:
    """Open a register for one command, or make a new one; what is not committed at the end is as before.

    Raises:
        ExternalError: The file is no register, of a newer program, damaged, or another command or computer has it.
    """
    is_new = not path.exists() or path.stat().st_size == 0
    if not is_new and not is_register(path):
        raise ExternalError(texts.NO_REGISTER, path=printable_path(path))
    lock = path.with_name(f"{path.name}{texts.LOCK_ENDING}")
    try:
        with closing(sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)) as connection:
            _check_lock(lock, path)
            connection.execute("BEGIN IMMEDIATE")
            _write_lock(lock)
            try:
                _prepare(connection, path, is_new=is_new)
                yield RegisterFile(path, connection)
            finally:
                connection.rollback()
                lock.unlink(missing_ok=True)
    except sqlite3.ProgrammingError:
        raise  # a bug of ours
    except sqlite3.Error as error:
        busy = isinstance(error, sqlite3.OperationalError) and "locked" in str(error)
        sentence = texts.REGISTER_BUSY if busy else texts.REGISTER_DAMAGED
        raise ExternalError(sentence, path=printable_path(path), reason=error) from error
    except OSError as error:
        raise ExternalError(
            texts.REGISTER_DAMAGED, path=printable_path(path), reason=explain_error(error)[0]
        ) from error
    finally:
        if is_new and path.exists() and path.stat().st_size == 0:
            path.unlink()  # of a first build that was refused


def _prepare(connection: sqlite3.Connection, path: Path, *, is_new: bool) -> None:
    if is_new:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        for statement in (*TABLES.split(";"), *list_views()):
            connection.execute(statement)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise ExternalError(texts.REGISTER_NEWER, path=printable_path(path))
    for earlier in range(version, VERSION):
        for statement in UPGRADES[earlier]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {earlier + 1}")


def _check_lock(lock: Path, path: Path) -> None:
    """Refuse a register that somebody has on another computer; on this one SQLite itself does."""
    with suppress(OSError):
        host, _, who = read_regular_file(lock, _MAX_LOCK_BYTES).decode("utf-8", "replace").partition("\n")
        if host != socket.gethostname():
            raise ExternalError(
                texts.REGISTER_LOCKED, path=printable_path(path), who=" ".join(who.split()), host=host,
                lock=printable_path(lock),
            )  # fmt: skip


def _write_lock(lock: Path) -> None:
    """Say who works, where and since when, for people and for the programs of other computers."""
    lock.write_text(f"{socket.gethostname()}\n{_user()}, {datetime.now():%d/%m/%Y %H:%M}\n", encoding="utf-8")


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return str(os.getpid())
