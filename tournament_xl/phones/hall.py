"""Server of a publication in the local network: publishes each save, serves the pages, takes phone results."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from threading import Event

from tournament_xl.core.exit_codes import DONE
from tournament_xl.messages import publication as texts
from tournament_xl.messages.failures import bug_sentence, sentence
from tournament_xl.phones.local_addresses import HallAddress
from tournament_xl.phones.report_file import forget_secret
from tournament_xl.phones.reports import ReportHandler
from tournament_xl.phones.served_pages import open_server
from tournament_xl.phones.server import LOOPBACK, format_url
from tournament_xl.publication.publish import PublishedWorkbook, read_file_state
from tournament_xl.workbook.snapshot import HostError, UsageError

EVERY = 0.5  # seconds between two looks at the file


class HallServer:
    """The server of a publication in the local network.

    Args:
        publication: The publication to serve.
        chosen_host: The address of this computer to show to phones; "" for the best.

    Raises:
        UsageError: The chosen address is none of this computer.
        HostError: No port is free.
    """

    def __init__(self, publication: PublishedWorkbook, chosen_host: str = "") -> None:
        self.addresses = HallAddress(chosen_host)
        if chosen_host and self.addresses.host != chosen_host:
            listed = texts.addresses_text(self.addresses.all) or texts.NO_ADDRESS
            raise UsageError(texts.NOT_HERE.format(host=chosen_host, listed=listed))
        self.publication, self.reports = publication, ReportHandler(publication, self.addresses)
        self._server, self._begun = open_server(self.reports, self.addresses.served), False
        self.stopped = Event()
        publication.address = self._address

    @property
    def _address(self) -> str:
        """Address that phones in the hall type; "" where they can reach none of this computer's."""
        return format_url(self.addresses.host, self._server.port) if self.addresses.host else ""

    @property
    def here(self) -> str:
        """Address of the pages on this computer."""
        return format_url(LOOPBACK[0], self._server.port)

    @property
    def desk(self) -> str:
        """Secret address of the desk, where the organiser prints slips and sees what is received."""
        return f"{self.here}m/{self.reports.desk_key}"

    @property
    def places(self) -> list[str]:
        """All addresses that are served."""
        return [format_url(host, self._server.port) for host in self._server.hosts]

    def look(self) -> bool:
        """Start serving once there is something to show; follow the computer's addresses.

        Returns:
            Whether serving has just started, or the address for phones has changed.
        """
        self.addresses.update()
        self._server.listen_at(self.addresses.served)
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
        """Stop serving; once the tournament is over, forget the secret of the slips' keys."""
        self.stopped.set()
        self._server.close()
        decoded = self.publication.decoded
        if decoded is not None and decoded.tournament.played == decoded.tournament.settings.rounds:
            forget_secret(self.publication.path)


def publish_saves(
    publication: PublishedWorkbook,
    hall: HallServer | None,
    print_line: Callable[[str], object],
    address_changed: Callable[[HallServer], object],
) -> None:
    """Publish each save of the workbook until the hall is closed or Ctrl-C is pressed.

    Args:
        publication: The publication.
        hall: Its server; None where it is not served.
        print_line: Function that prints a line about each publication.
        address_changed: Function to call when the hall starts or its address changes.
    """
    latest_mark, stopped = publication.seen, hall.stopped if hall else Event()
    while not stopped.wait(EVERY):
        if hall and hall.look():
            print_line(_publish_again(publication))
            address_changed(hall)
        previous_mark, latest_mark = latest_mark, read_file_state(publication.path)
        if (
            latest_mark not in (None, publication.seen) and latest_mark == previous_mark
        ):  # unchanged since the last look: the save is complete
            print_line(_publish_again(publication))


def _publish_again(publication: PublishedWorkbook) -> str:
    """Publish again and return a line about it; after any error the next save is tried."""
    time_text, status, reason = f"{datetime.now():%H:%M:%S}", "", ""
    try:
        outcome = publication.publish()
        if outcome.code == DONE:
            status = outcome.status
        else:
            reason = str(outcome.problems[0]) if outcome.problems else outcome.message
    except HostError as error:
        reason = str(error)
    except Exception as error:  # a bug of ours: only this save is not published
        reason = sentence(error) or bug_sentence(error)
    publication.trouble = texts.TROUBLE_AT.format(time=time_text, reason=reason) if reason else ""
    return publication.trouble or texts.PUBLISHED_AT.format(time=time_text, status=status)
