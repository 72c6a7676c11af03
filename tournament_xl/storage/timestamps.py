"""Times of actions and of backups, by the clock of this computer."""

from __future__ import annotations

import time


def journal_date() -> str:
    """Return the present time for an action: the Journal shows its minute and keeps its seconds."""
    return time.strftime("%d/%m/%Y %H:%M:%S")


def backup_stamp(label: str, date: str = "") -> str:
    """Build the name of a backup: a time, then what comes next.

    Args:
        label: What comes next, such as "avant ronde 3".
        date: Time as `journal_date` gives it; "" for now.
    """
    date_text = f"{date or journal_date()}:00"[:19]
    return f"{date_text[6:10]}-{date_text[3:5]}-{date_text[:2]} {date_text[11:].replace(':', '-')} {label}"
