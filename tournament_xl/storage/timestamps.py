"""Times of actions and of backups, by the clock of this computer."""

from __future__ import annotations

import time


def journal_date() -> str:
    """Return the local time as actions record it, "21/11/2026 14:05:33"; the Journal shows it without seconds."""
    return time.strftime("%d/%m/%Y %H:%M:%S")


def backup_stamp(label: str, date: str = "") -> str:
    """Build the stamp of a backup, a part of its file name: "2026-11-21 14-05-33 avant ronde 3".

    `label` is the action before which the backup is made; if it is "", the stamp ends in a space. `date` is "21/11/2026
    14:05:33" or "21/11/2026 14:05" (seconds 00), "" for now.
    """
    date_text = f"{date or journal_date()}:00"[:19]
    return f"{date_text[6:10]}-{date_text[3:5]}-{date_text[:2]} {date_text[11:].replace(':', '-')} {label}"
