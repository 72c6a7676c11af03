"""Counters of the hall: how often something happened in this minute, and the clock of a round."""

from __future__ import annotations

import time
from collections import Counter

from tournament_xl.phones import network_limits


class RateLimits:
    """Counter of events in the present minute."""

    def __init__(self) -> None:
        self._minute, self._count = 0, Counter[object]()

    def is_exceeded(self, what: object, most: int) -> bool:
        """Count an event and check whether it now happened more than `most` times in this minute.

        Args:
            what: The event.
            most: How often it may happen.
        """
        minute = int(time.monotonic() // 60)
        if minute != self._minute or len(self._count) > network_limits.MAX_COUNTED:
            self._minute, self._count = minute, Counter()
        self._count[what] += 1
        return self._count[what] > most


class Clock:
    """Clock of a round on the hall's screen, which the organiser starts."""

    def __init__(self) -> None:
        self._end: float | None = None

    def start(self, minutes: float) -> None:
        """Start the clock, or start it again."""
        self._end = time.monotonic() + 60 * minutes

    def stop(self) -> None:
        """Stop the clock."""
        self._end = None

    @property
    def left(self) -> int | None:
        """Seconds left, 0 at the end; None when the clock does not run."""
        return None if self._end is None else max(0, round(self._end - time.monotonic()))
