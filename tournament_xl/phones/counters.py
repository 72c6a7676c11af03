"""Counters of the server in the hall: how often something happened in this minute, and the clock of a round."""

from __future__ import annotations

import time
from collections import Counter

from tournament_xl.phones import network_limits


class RateLimits:
    """Counter of events in the present minute; every 60 seconds all counts begin again at 0."""

    def __init__(self) -> None:
        self._minute, self._count = 0, Counter[object]()

    def count_event(self, event: object, limit: int) -> bool:
        """Count an event and return whether it has now happened more than `limit` times in this minute.

        All counts also begin again when more than `MAX_COUNTED` different events were counted. An event is any hashable
        value, equal for equal events.
        """
        minute = int(time.monotonic() // 60)
        if minute != self._minute or len(self._count) > network_limits.MAX_COUNTED:
            self._minute, self._count = minute, Counter()
        self._count[event] += 1
        return self._count[event] > limit


class Clock:
    """Clock of a round on the hall's screen, which the organiser starts."""

    def __init__(self) -> None:
        self._end: float | None = None

    def start(self, minutes: float) -> None:
        """Start the clock with this many minutes, whether it runs already or not."""
        self._end = time.monotonic() + 60 * minutes

    def stop(self) -> None:
        """Stop the clock, so that no time is shown."""
        self._end = None

    @property
    def seconds_left(self) -> int | None:
        """Seconds left, rounded; 0 from the end on until `stop`; None before `start` and after `stop`."""
        return None if self._end is None else max(0, round(self._end - time.monotonic()))
