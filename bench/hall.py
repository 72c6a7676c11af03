"""`publish --serve` with a full hall: phones that look every four seconds and send results.

    python -m bench.hall [SECONDS]

Othello, 500 players, a round under way. Each phone is an address of its own (127.1.x.y) and a browser: it opens the
page once, then asks for the state, over one connection as long as the server keeps it; at some moment of SECONDS (40)
each player opens his slip and sends. The hall ends `2 * PATIENCE` after SECONDS, whatever phones still wait for.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import books
from tournament_xl.phones import report_file as beside
from tournament_xl.phones.hall_tables import build_hall
from tournament_xl.storage import decoding

PLAYERS = 500
EVERY = 4.0  # seconds between two looks of a phone
PATIENCE = 20.0  # seconds until a phone gives up
ROOT = Path(__file__).parent.parent


class Phone:
    """A browser at an address of its own."""

    def __init__(self, port: int, number: int) -> None:
        self._port, self._host = port, f"127.1.{number // 250}.{number % 250 + 1}"
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, sent: str = "") -> tuple[float, int]:
        """Seconds until the whole answer is there, and its status.

        Raises:
            OSError: There is none; TimeoutError is one. Of a connection that it had kept a browser asks once more.
        """
        began, is_open = time.perf_counter(), self._line is not None
        try:
            status = await self._answered(path, sent)
        except OSError:
            if not is_open:
                raise
            status = await self._answered(path, sent)
        return time.perf_counter() - began, status

    async def _answered(self, path: str, sent: str) -> int:
        try:
            return await asyncio.wait_for(self._answer(path, sent), PATIENCE)
        except EOFError:
            self.leave()
            raise ConnectionError("no answer") from None
        except OSError:
            self.leave()
            raise

    async def _answer(self, path: str, sent: str) -> int:
        if self._line is None:
            self._line = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._host, 0))
        reader, writer = self._line
        head = f"{'POST' if sent else 'GET'} {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n"
        writer.write(f"{head}{f'Content-Length: {len(sent)}' if sent else 'X: x'}\r\n\r\n{sent}".encode())
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if size := re.search(r"content-length: (\d+)", answer):
            await reader.readexactly(int(size[1]))
        if "connection: close" in answer:
            self.leave()
        return int(answer[9:12])

    def leave(self) -> None:
        """Close the connection."""
        if self._line:
            self._line[1].close()
        self._line = None


async def look(phone: Phone, until: float, took: list[float], faults: list[str]) -> None:
    """Open the page, then look at the state until the end."""
    await asyncio.sleep(random.random() * EVERY)
    path = "/"
    while time.monotonic() < until:
        await noted(phone, path, "", (200,), took, faults)
        path = "/etat.js"
        await asyncio.sleep(EVERY)
    phone.leave()


async def send(phone: Phone, side: int, slip: str, seconds: float, took: list[float], faults: list[str]) -> None:
    """Open the slip, then send, at some moment."""
    await asyncio.sleep(random.random() * seconds)
    for sent in ("", f"un=40&deux=24&sur=40-24&qui={side + 1}"):
        await noted(phone, f"/{slip}", sent, (303,) if sent else (200,), took, faults)
    phone.leave()


async def noted(
    phone: Phone, path: str, sent: str, expected: tuple[int, ...], took: list[float], faults: list[str]
) -> None:
    """Ask, and note how long it took or what went wrong."""
    try:
        seconds, status = await phone.ask(path, sent)
        took.append(seconds)
        if status not in expected:
            faults.append(str(status))
    except OSError as error:
        faults.append(type(error).__name__)


async def hall(port: int, seconds: float, slips: list[str]) -> tuple[list[float], list[float], list[str]]:
    """The phones; what each look and each report took, in seconds, and what went wrong."""
    until, looks, reports, faults = time.monotonic() + seconds, [], [], []
    sides = [(2 * index + side, slip) for index, slip in enumerate(slips) for side in (0, 1)]
    phones = asyncio.gather(
        *(look(Phone(port, number), until, looks, faults) for number in range(PLAYERS)),
        *(send(Phone(port, number), number % 2, slip, seconds, reports, faults) for number, slip in sides),
    )
    try:
        await asyncio.wait_for(phones, seconds + 2 * PATIENCE)
    except TimeoutError:
        faults.append("unfinished")
    return looks, reports, faults


def used(pid: int) -> tuple[float, float]:
    """Return seconds of processor and most megabytes of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(peak[1]) / 1024 if peak else 0.0


def main() -> int:
    """Measure the hall; return 1 when a phone was not served."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as folder:
        path = books.pair(books.simulate(books.create(Path(folder), PLAYERS, formula="othello"), 2))
        command = [sys.executable, "-u", "-m", "tournament_xl", "publish", str(path), "--serve"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as server:
            try:
                return int(not all_served(server, path, seconds))
            finally:
                server.terminate()


def all_served(server: subprocess.Popen[str], path: Path, seconds: float) -> bool:
    """Measure the hall and print the figures.

    Returns:
        Whether every phone had its answers, and every report is there.
    """
    banner = ""
    while "Ctrl+C" not in banner:
        banner += server.stdout.readline()
    port = int(re.search(r"http://127.0.0.1:(\d+)/", banner)[1])
    there = build_hall(decoding.decode_file(path), beside.read_secret(path), {}, initials=False)
    slips = [f"r/{there.find_key(row)}" for row in there.open.values()]
    print("                 requests  p50 ms  p99 ms    most  cpu %    MB  faults")
    before, began = used(server.pid)[0], time.monotonic()
    looks, reports, faults = asyncio.run(hall(port, seconds, slips))
    cpu, peak = used(server.pid)
    cpu = 100 * (cpu - before) / (time.monotonic() - began)
    for what, took in (("looks", sorted(looks)), ("reports", sorted(reports))):
        p50, p99, most = (1000 * took[int(len(took) * part)] if took else 0 for part in (0.5, 0.99, 0.9999))
        figures = f"{what:<15}{len(took):>10}{p50:>8.1f}{p99:>8.1f}{most:>8.0f}{cpu:>7.0f}{peak:>6.0f}"
        print(figures, f" {len(faults)} {sorted(set(faults))[:3]}", flush=True)
    lines = len(beside.read_reports(path))
    print(f"{lines} reports received, {2 * len(slips)} sent")
    return bool(looks) and not faults and lines == 2 * len(slips)


if __name__ == "__main__":
    sys.exit(main())
