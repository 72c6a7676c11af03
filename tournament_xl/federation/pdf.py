"""The ranking as PDF, made by LibreOffice where it is installed."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tournament_xl.book.snapshot import HostError
from tournament_xl.hosts.doctor import Machine, office
from tournament_xl.texts import federation as texts

_SECONDS = 180


def program() -> str:
    """LibreOffice's program. HostError where there is none."""
    found = office(Machine())
    if not found:
        raise HostError(texts.NO_OFFICE)
    return found


def pdf(workbook: bytes, office_program: str) -> bytes:
    """A workbook of ours printed. HostError when LibreOffice does not give it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "classement.xlsx").write_bytes(workbook)
        profile = f"-env:UserInstallation={(folder / 'profil').as_uri()}"  # not that of a window which is open
        words = ["--headless", "--norestore", "--convert-to", "pdf", "--outdir", name, str(folder / "classement.xlsx")]
        try:
            subprocess.run([office_program, profile, *words], capture_output=True, timeout=_SECONDS, check=False)
            return (folder / "classement.pdf").read_bytes()
        except (OSError, subprocess.TimeoutExpired):
            raise HostError(texts.NO_PDF) from None
