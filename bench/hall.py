"""`publish --serve` with a full hall: phones that look every ten seconds, slow and greedy clients among them.

    python -m bench.hall [SECONDS]

A tournament of 128 players. Each phone is an address of its own (127.1.x.y), opens the page once, then asks for the
state; slow ones drip a byte every three seconds, greedy ones send six megabytes of headers.
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
from contextlib import nullcontext, suppress
from pathlib import Path

from tests import books

PHONES, SLOW, GREEDY = 500, 1100, 60
EVERY = 10.0  # seconds between two looks of a phone
ROOT = Path(__file__).parent.parent


async def ask(port: int, phone: int, path: str) -> tuple[float, bytes]:
    """Seconds until the answer is there, and the answer."""
    began = time.perf_counter()
    host = f"127.1.{phone // 250}.{phone % 250 + 1}"
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return time.perf_counter() - began, answer


async def phone(port: int, number: int, until: float, took: list[float], faults: list[str]) -> None:
    """Open the page, then look at the state until the end."""
    await asyncio.sleep(random.random() * EVERY)
    path = "/"
    while time.monotonic() < until:
        try:
            seconds, answer = await ask(port, number, path)
            took.append(seconds)
            if not answer.startswith(b"HTTP/1.1 200"):
                faults.append(answer[:40].decode())
        except OSError as error:
            faults.append(type(error).__name__)
        path = "/etat.js"
        await asyncio.sleep(EVERY)


async def slow(port: int) -> None:
    """A byte every three seconds, again and again."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            while not reader.at_eof():
                writer.write(b"G")
                await writer.drain()
                await asyncio.sleep(3)
        await asyncio.sleep(1)


async def greedy(port: int) -> None:
    """Six megabytes of headers, again and again."""
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\n")
            for _ in range(600):
                writer.write(b"X-%d: " % random.randrange(10**6) + b"y" * 10_000 + b"\r\n")
                await writer.drain()
            writer.close()
        await asyncio.sleep(1)


async def hall(port: int, seconds: float) -> tuple[list[float], list[str]]:
    """The phones; what each look took, in seconds, and what went wrong."""
    until, took, faults = time.monotonic() + seconds, [], []
    await asyncio.gather(*(phone(port, number, until, took, faults) for number in range(PHONES)))
    return took, faults


async def others(port: int) -> None:
    """Those who are slow or greedy, for ever: they have a process of their own."""
    await asyncio.gather(*(slow(port) for _ in range(SLOW)), *(greedy(port) for _ in range(GREEDY)))


def used(pid: int) -> tuple[float, float]:
    """Seconds of processor and megabytes at most of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(peak[1]) / 1024 if peak else 0.0


def main() -> int:
    """1 when a phone was not served."""
    if sys.argv[1:2] == ["others"]:
        asyncio.run(others(int(sys.argv[2])))
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 25
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = books.simulate(books.create(Path(folder), 128), 3)
        command = [sys.executable, "-u", "-m", "tournament_xl", "publish", str(path), "--serve"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as server:
            told = ""
            while "Ctrl+C" not in told:
                told += server.stdout.readline()
            port = int(re.search(r"http://127.0.0.1:(\d+)/", told)[1])
            print("      phones  looks  p50 ms  p99 ms    most  cpu %    MB  faults")
            for hostile in (False, True):
                words = [sys.executable, "-m", "bench.hall", "others", str(port)]
                with subprocess.Popen(words, cwd=ROOT) if hostile else nullcontext() as there:
                    time.sleep(4 * hostile)
                    before, began = used(server.pid)[0], time.monotonic()
                    took, faults = asyncio.run(hall(port, seconds))
                    cpu, peak = used(server.pid)
                    lasted = time.monotonic() - began
                    if there:
                        there.kill()
                took.sort()
                p50, p99, most = (1000 * took[int(len(took) * part)] for part in (0.5, 0.99, 0.9999))
                print(
                    f"{'and others' if hostile else 'alone':<12}{len(took):>7}{p50:>8.1f}{p99:>8.1f}{most:>8.0f}"
                    f"{100 * (cpu - before) / lasted:>7.0f}{peak:>6.0f}  {len(faults)} {sorted(set(faults))[:3]}"
                )
                failed |= bool(faults) or not took
            server.terminate()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
