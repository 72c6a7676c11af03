"""A hall for tests: the server's function, asked directly or through HTTP, and phones that know the key of a slip."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests import ROOT, books
from tournament_xl.phones.reports import ReportHandler
from tournament_xl.phones.server import Request
from tournament_xl.publication.publish import PublishedWorkbook


class Hall:
    """`publish --serve` on a workbook, asked directly."""

    port = 0  # of a server in front of it; 0: none

    def __init__(self, path, **options):
        self.publication = PublishedWorkbook(path, **options)
        self.publication.address = "http://192.0.2.7:8064/"
        self.reports = ReportHandler(self.publication)
        self.saved()

    def saved(self):
        """Publish the workbook again after it was saved."""
        assert self.publication.publish().code == 0
        return self

    @property
    def slips(self):
        """Paths of the slips of the current round, by table."""
        hall = self.reports.hall
        return {pair[1]: f"r/{hall.find_key(row)}" for pair, row in hall.open.items()}

    @property
    def desk(self):
        return f"m/{self.reports.desk_key}"

    def ask(self, path, phone="", address="192.0.2.9", **sent):
        """Ask for a page, or send a form when there are fields; return status and text of the answer."""
        headers = {"cookie": f"telephone={phone:-<22}"} if phone else {}
        method, (path, _, query) = "POST" if sent else "GET", path.partition("?")
        if self.port:  # from an address of the phone's own
            here = f"127.0.{sum(phone.encode()) % 200 + 1}.{len(phone) + 1}"
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(here, 0))) as line:
                line.request(method, f"/{path}", urlencode(sent) or None, headers)
                answer = line.getresponse()
                return answer.status, answer.read().decode()
        answer = self.reports(Request(method, path, query, address, headers, urlencode(sent).encode()))
        return answer.status.value, answer.body.decode()

    def send(self, table, first, second, side, phone="", path=""):
        """Report a result as a player; return the status, 303 when it is noted."""
        phone = phone or f"phone-{table}-{side}"
        return self.ask(path or self.slips[table], phone, un=first, deux=second, qui=side, sur=f"{first}-{second}")[0]

    def both(self, table, first, second):
        """Report the same result as both players."""
        assert [self.send(table, first, second, side) for side in (1, 2)] == [303, 303]


def get(port, path, **headers):
    """An answer as a browser has it: status, headers, content."""
    asked = HTTPConnection("127.0.0.1", port, timeout=30)
    asked.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = asked.getresponse()
    return answer.status, answer.headers, answer.read()


def scores(path, number=1):
    """Table of a round -> what stands in its score cells."""
    rows = [row for row in books.lines(path, "Résultats") if row["Ronde"] == number]
    first, second = ("Pions N", "Pions B") if "Noir" in rows[0] else ("Score 1", "Score 2")
    return {row["Table"]: (row[first], row[second]) for row in rows}


@contextmanager
def serving(path, *words):
    """Run `publish --serve` as a process: the process and its port; who kills it or sends Ctrl-C waits no longer."""
    command = [sys.executable, "-u", "-m", "tournament_xl", "publish", str(path), "--serve", *map(str, words)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # as in the foreground of a shell
    ) as server:  # fmt: skip
        output = ""
        while "Ctrl+C" not in output:
            output += server.stdout.readline()
        try:
            yield server, int(re.search(r"http://127.0.0.1:(\d+)/", output)[1])
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(60)
