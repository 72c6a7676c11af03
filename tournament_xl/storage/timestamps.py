"""Times of actions and of backups, by the clock of this computer."""

from __future__ import annotations

import time


def journal_date() -> str:
    """Return the present time as actions record it, "21/11/2026 14:05:33"; the Journal shows it up to the minute."""
    return time.strftime("%d/%m/%Y %H:%M:%S")


def backup_stamp(label: str, date: str = "") -> str:
    """Build the stamp of a backup, a part of its file name: "2026-11-21 14-05-33 avant ronde 3".

    Args:
        label: What is about to be done, such as "avant ronde 3"; "" leaves a space at the end.
        date: Time as `journal_date` gives it, also without seconds, which are then 00; "" for now.
    """
    date_text = f"{date or journal_date()}:00"[:19]
    return f"{date_text[6:10]}-{date_text[3:5]}-{date_text[:2]} {date_text[11:].replace(':', '-')} {label}"
