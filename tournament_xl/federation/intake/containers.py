"""Copying of workbooks and tables out of mails, mailboxes and archives, in a process that may be ended."""

from __future__ import annotations

import hashlib
import mmap
from dataclasses import dataclass
from pathlib import Path

from tournament_xl.core import text_limits
from tournament_xl.core.resources import read_regular_file
from tournament_xl.federation.intake.facts import File, Mail
from tournament_xl.federation.intake.kinds import MAILS, Kind, find_ending
from tournament_xl.federation.intake.leaves import LeafReader, TooMuchError
from tournament_xl.messages import federation as texts


@dataclass(frozen=True, slots=True)
class Part:
    """File to read: of the folder, or copied out of a mail or an archive."""

    path: Path
    name: str  # path relative to the folder; "MAIL › FILE" for a copy
    kind: Kind
    digest: str  # SHA-256 of the content; "" if it is too large to be known again
    mail: Mail | None = None
    within: str = ""  # name of the mail whose time it shares, "" for none
    origin: tuple[str, str] = ("", "")  # SHA-256 of its mail or archive, and its name there


@dataclass(frozen=True, slots=True)
class Contents:
    """Contents of a container."""

    parts: tuple[Part, ...]  # to read, or mails to open
    files: tuple[File, ...]  # left out: what was not copied, with the reasons


def open_container(part: Part, folder: Path) -> Contents:
    """Copy the workbooks and tables out of a mail or an archive; never raises for any content.

    The folder must exist.

    Returns:
        Copies with the mail that they came with, and the mails of a mailbox or an archive, each to be opened by itself;
        the file itself if it turns out to be a workbook; files left out. If the parts are too many or too large,
        nothing is returned but the container, left out.
    """
    parts: list[Part] = []
    files: list[File] = []
    refusal, is_transient = "", False
    within = part.name if part.kind in MAILS else ""
    try:
        reader = LeafReader(mails_apart=part.kind not in MAILS)
        for leaf in reader.iterate(part.name, _read(part), kind=part.kind if part.kind is not Kind.ARCHIVE else None):
            if isinstance(leaf, File):
                files.append(leaf)
            elif leaf.kind is Kind.OTHER:
                continue
            elif leaf.name == part.name:
                parts.append(Part(part.path, part.name, leaf.kind, part.digest))
            else:
                ending = find_ending(Path(leaf.name)) if leaf.kind is Kind.TABLE else f".{leaf.kind}"
                copy = folder / f"{len(parts):05}{ending}"
                copy.write_bytes(leaf.data)
                digest = hashlib.sha256(leaf.data).hexdigest()
                parts.append(Part(copy, leaf.name, leaf.kind, digest, leaf.mail, within))
    except TooMuchError:
        parts, files = [], []  # nothing of it counts
        refusal = texts.TOO_MANY_PARTS.format(
            parts=text_limits.MAIL_PARTS, limit=text_limits.MAIL_UNPACKED_BYTES // 10**6
        )
    except OSError:
        refusal, is_transient = texts.UNREADABLE, True
    except (MemoryError, RecursionError):
        refusal = texts.DAMAGED_CONTAINER
    except Exception as error:  # a bug of ours must not cost the other files
        refusal, is_transient = texts.BUG.format(kind=type(error).__name__), True
    if refusal:
        files.append(File(part.name, part.digest, None, refusal, is_transient=is_transient))
    return Contents(tuple(parts), tuple(files))


def _read(part: Part) -> bytes | mmap.mmap:
    """Return the content of a file, at most one byte more than a mail may have; a mailbox is mapped into memory."""
    if part.kind is not Kind.MAILBOX or part.path.stat().st_size == 0:
        return read_regular_file(part.path, text_limits.MAIL_BYTES + 1)
    with part.path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
