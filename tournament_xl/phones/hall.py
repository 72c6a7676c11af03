"""A publication in use: each save of the workbook is published, phones get the pages and send results."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from threading import Event

from tournament_xl.core.exit_codes import DONE
from tournament_xl.messages import publication as texts
from tournament_xl.messages.failures import bug_sentence, sentence
from tournament_xl.phones.local_addresses import HallAddress
from tournament_xl.phones.reports import Reports
from tournament_xl.phones.served_pages import listen
from tournament_xl.phones.server import LOOPBACK, address
from tournament_xl.publication.publish import PublishedWorkbook, look
from tournament_xl.storage.phone_report_file import forget_secret
from tournament_xl.workbook.snapshot import HostError, UsageError

EVERY = 0.5  # seconds between two looks at the file


class HallServer:
    """The server of a publication in the local network.

    Args:
        publication: What is served.
        wanted: The address of this computer that phones are told; "" for the best.

    Raises:
        UsageError: The wanted address is none of this computer.
        HostError: There is no port to be had.
    """

    def __init__(self, publication: PublishedWorkbook, wanted: str = "") -> None:
        self.addresses = HallAddress(wanted)
        if wanted and self.addresses.host != wanted:
            listed = texts.addresses_text(self.addresses.all) or texts.NO_ADDRESS
            raise UsageError(texts.NOT_HERE.format(host=wanted, listed=listed))
        self.publication, self.reports = publication, Reports(publication, self.addresses)
        self._server, self._begun = listen(self.reports, self.addresses.served), False
        self.stopped = Event()
        publication.address = self._address

    @property
    def _address(self) -> str:
        """What phones in the hall type, "" where they reach none of this computer's addresses."""
        return address(self.addresses.host, self._server.port) if self.addresses.host else ""

    @property
    def here(self) -> str:
        """Its address on this computer."""
        return address(LOOPBACK[0], self._server.port)

    @property
    def desk(self) -> str:
        """Where the organiser prints slips and sees what is received: as secret as a key."""
        return f"{self.here}m/{self.reports.desk_key}"

    @property
    def places(self) -> list[str]:
        """All that it listens at."""
        return [address(host, self._server.port) for host in self._server.hosts]

    def look(self) -> bool:
        """Begin once there is something to show, move when another address is told; whether it did."""
        self.addresses.update()
        self._server.also(self.addresses.served)
        if not self._begun:
            self._begun = self.publication.decoded is not None
            if self._begun:
                self._server.start()
            return self._begun
        if self._address == self.publication.address:
            return False
        self.publication.address = self._address
        return True

    def close(self) -> None:
        """Serve no longer; the slips' keys die with the tournament."""
        self.stopped.set()
        self._server.close()
        decoded = self.publication.decoded
        if decoded is not None and decoded.tournament.played == decoded.tournament.settings.rounds:
            forget_secret(self.publication.path)


def follow(
    publication: PublishedWorkbook,
    hall: HallServer | None,
    tell: Callable[[str], object],
    moved: Callable[[HallServer], object],
) -> None:
    """Publish each save, and serve it, until the hall is closed or Ctrl-C; `tell` gets a line about each."""
    latest, stopped = publication.seen, hall.stopped if hall else Event()
    while not stopped.wait(EVERY):
        if hall and hall.look():
            tell(_again(publication))
            moved(hall)
        before, latest = latest, look(publication.path)
        if latest not in (None, publication.seen) and latest == before:  # whoever saves has finished
            tell(_again(publication))


def _again(publication: PublishedWorkbook) -> str:
    """Publish again; one line about it. Whatever goes wrong, the next save is tried again."""
    at, status, reason = f"{datetime.now():%H:%M:%S}", "", ""
    try:
        outcome = publication.publish()
        if outcome.code == DONE:
            status = outcome.status
        else:
            reason = str(outcome.problems[0]) if outcome.problems else outcome.message
    except HostError as error:
        reason = str(error)
    except Exception as error:  # a bug of ours: it costs this save only
        reason = sentence(error) or bug_sentence(error)
    publication.trouble = texts.TROUBLE_AT.format(time=at, reason=reason) if reason else ""
    return publication.trouble or texts.PUBLISHED_AT.format(time=at, status=status)
