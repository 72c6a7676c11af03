"""Server in the hall, on the local network: publishes each save of a workbook, serves the pages, takes phone results.

The hall is the room where the tournament is played; the players' phones and the screen there open the pages.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from threading import Event

from tournament_xl.core.exit_codes import DONE
from tournament_xl.messages import publication as texts
from tournament_xl.messages.failures import bug_sentence, installation_sentence
from tournament_xl.phones.local_addresses import HallAddress
from tournament_xl.phones.report_file import forget_secret
from tournament_xl.phones.reports import ReportHandler
from tournament_xl.phones.served_pages import open_server
from tournament_xl.phones.server import LOOPBACK, format_url
from tournament_xl.publication.publish import PublishedWorkbook, read_file_state
from tournament_xl.workbook.snapshot import ExternalError, UsageError

POLL_SECONDS = 0.5  # seconds between two looks at the file


class HallServer:
    """Server of a publication in the local network, bound to a port; `refresh` starts it.

    `chosen_host` is the address of this computer to show to phones, "" for the first.

    Raises:
        UsageError: The chosen address is none of this computer's.
        ExternalError: No port is free, or the secret of the slips' keys cannot be read or written.
    """

    def __init__(self, publication: PublishedWorkbook, chosen_host: str = "") -> None:
        self.addresses = HallAddress(chosen_host)
        if chosen_host and self.addresses.host != chosen_host:
            listed = texts.addresses_text(self.addresses.all) or texts.NO_ADDRESS
            raise UsageError(texts.NOT_HERE.format(host=chosen_host, listed=listed))
        self.publication, self.reports = publication, ReportHandler(publication, self.addresses)
        self._server, self._is_serving = open_server(self.reports, self._hosts), False
        self.stopped = Event()
        publication.address = self._address

    @property
    def _hosts(self) -> list[str]:
        """Address to listen at besides this computer's own, if there is one."""
        return [self.addresses.host] if self.addresses.host else []

    @property
    def _address(self) -> str:
        """Address that phones in the hall type; "" where they can reach none of this computer's."""
        return format_url(self.addresses.host, self._server.port) if self.addresses.host else ""

    @property
    def local_url(self) -> str:
        """Address of the published pages for a browser on this computer, with "/" at the end."""
        return format_url(LOOPBACK[0], self._server.port)

    @property
    def desk_url(self) -> str:
        """Secret address, on this computer, of the desk, where the organiser prints slips and decides on results."""
        return f"{self.local_url}m/{self.reports.desk_key}"

    @property
    def urls(self) -> list[str]:
        """All addresses at which the server listens, the address of this computer included."""
        return [format_url(host, self._server.port) for host in self._server.hosts]

    def refresh(self) -> bool:
        """Listen at addresses that the computer has got, and start serving if the workbook has ever been published.

        If the address for phones has changed while serving, the publication gets it.

        Returns:
            True when serving has just started, or the address for phones has changed: the caller publishes again, so
            that the pages show the address.
        """
        self.addresses.update()
        self._server.listen_at(self._hosts)
        if not self._is_serving:
            self._is_serving = self.publication.decoded is not None
            if self._is_serving:
                self._server.start()
            return self._is_serving
        if self._address == self.publication.address:
            return False
        self.publication.address = self._address
        return True

    def close(self) -> None:
        """Stop serving and set `stopped`; if all rounds are played as published last, delete the secret of the keys.

        Slips that are printed already are then no longer valid.
        """
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
    """Publish the workbook again after each save, until the server in the hall is closed.

    Without a server it goes on until Ctrl-C, which raises KeyboardInterrupt, as it does with a server. The state of the
    file (size and time) is read twice a second. A save is published as soon as two readings in succession agree, so
    that a save under way is complete. Any error while publishing gives a line with the reason; that save is not tried
    again, the next one is. `publication.publish` has been called once already; `hall` is None if the pages are not
    served. `print_line` gets the line about each publication, done or failed. `address_changed` is called with the
    server when it starts or its address changes; the workbook has been published again just before.
    """
    latest_mark, stopped = publication.seen, hall.stopped if hall else Event()
    while not stopped.wait(POLL_SECONDS):
        if hall and hall.refresh():
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
    except ExternalError as error:
        reason = str(error)
    except Exception as error:  # a bug of ours: only this save is not published
        reason = installation_sentence(error) or bug_sentence(error)
    publication.trouble = texts.TROUBLE_AT.format(time=time_text, reason=reason) if reason else ""
    return publication.trouble or texts.PUBLISHED_AT.format(time=time_text, status=status)
