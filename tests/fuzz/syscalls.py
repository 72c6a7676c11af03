"""A press killed at each system call that it makes on files, with strace: `python -m tests.fuzz.syscalls [VERB …]`.

Counts, for each verb of tests/test_killed.py, how often the workbook was the old one and the new one; anything else, or
a next press that fails, is a fault. The calls of all threads count, those of excelize's Go too.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests import books

CALLS = (
    "write", "pwrite64", "writev", "ftruncate", "fsync", "fdatasync", "rename", "renameat", "renameat2", "unlink",
    "unlinkat", "mkdir", "mkdirat", "rmdir", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "flock",
    "close",
)  # fmt: skip
OPENING = "openat"  # from the first one of a file beside the workbook on
ROOT = Path(__file__).parent.parent.parent


def main() -> int:
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        base = _base(Path(folder) / "base")
        new = _pressed(base, Path(folder) / "new")
        for call in (*CALLS, OPENING):
            outcome = _kill_at_each(call, base, new, Path(folder) / "f")
            if outcome:
                print(
                    f"{call:<10}", "  ".join(f"{what}: {count}" for what, count in sorted(outcome.items())), flush=True
                )
            faults += outcome["FAULT"]
    return 1 if faults else 0


def _base(folder: Path) -> Path:
    path = books.pair(books.create(folder, 9, name="club.xlsx"))
    books.score(path, 1)
    books.update(path)
    return folder


def _child(folder: Path, *strace: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "tests.stopped", "9999", "pair", "club.xlsx"]
    paths = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    return subprocess.run([*strace, *words], cwd=folder, env=paths, capture_output=True, text=True)


def _pressed(base: Path, folder: Path) -> bytes:
    shutil.copytree(base, folder)
    done = _child(folder)
    assert done.returncode == 0, done.stderr
    return (folder / "club.xlsx").read_bytes()


def _kill_at_each(call: str, base: Path, new: bytes, folder: Path) -> Counter[str]:
    """Kill at the first, second, … call of this name until the press comes to its end."""
    outcome: Counter[str] = Counter()
    old = (base / "club.xlsx").read_bytes()
    number = _first_of_ours(call, base, folder)
    while number:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(base, folder)
        inject = f"inject={call}:signal=KILL:when={number}"
        done = _child(folder, "strace", "-f", "-o", "/dev/null", "-e", f"trace={call}", "-e", inject)
        if done.returncode == 0:
            break
        now = (folder / "club.xlsx").read_bytes()
        again = _child(folder)
        sound = (now == old and again.returncode == 0) or (now == new and again.returncode == 3)
        sound = sound and (folder / "club.xlsx").read_bytes() == new and not list(folder.rglob("~*"))
        if not sound:
            print(call, number, "old" if now == old else "new" if now == new else "OTHER", again.stderr)
        outcome[("old" if now == old else "new") if sound else "FAULT"] += 1
        number += 1
    return outcome


def _first_of_ours(call: str, base: Path, folder: Path) -> int:
    """The number of the first call on a file of the test, 0 when there is none; those before load the program."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(base, folder)
    log = folder / "log"
    _child(folder, "strace", "-f", "-y", "-o", str(log), "-e", f"trace={call}")
    lines = [line for line in log.read_text(errors="replace").splitlines() if re.search(rf"\b{call}\(", line)]
    if call not in (OPENING, "close"):
        return 1 if lines else 0
    first = next((number for number, line in enumerate(lines, 1) if "club" in line), 0)
    return max(first - 3, 1) if first else 0


if __name__ == "__main__":
    sys.exit(main())
