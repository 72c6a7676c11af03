"""The seal of a Journal line: eight characters by which a line changed by hand is recognised ([ours], for `check`).

It tells an accident or a quick correction, not a forger: whoever runs this program can seal a line of his own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from tournament_xl.workbook.grid import Line, whole

KEY = "sceau"  # the part of a detail that holds the seal, always the last one
_MARK = f" | {KEY}="


def sealed(action: str, number: int | None, detail: str) -> str:
    """A detail with the seal of its line. The date has none: spreadsheets rewrite dates."""
    return f"{detail}{_MARK}{_seal(action, number, detail)}"


def is_whole(line: Line) -> bool | None:
    """Whether a line of the Journal is as it was written; None for one without seal (older versions)."""
    detail, mark, seal = line.text("Détail").rpartition(_MARK)
    if not mark:
        return None
    return seal == _seal(line.text("Action"), whole(line.text("Ronde")), detail)


def damage(lines: Iterable[Line]) -> str:
    """A fingerprint of what stands in these lines, whatever their order; "" for none."""
    texts = sorted(_seal(line.text("Action"), whole(line.text("Ronde")), line.text("Détail")) for line in lines)
    return _seal("", None, " ".join(texts)) if texts else ""


def _seal(action: str, number: int | None, detail: str) -> str:
    text = "\n".join((action, "" if number is None else str(number), detail))
    return hashlib.sha256(" ".join(text.split()).encode(errors="surrogatepass")).hexdigest()[:8]
