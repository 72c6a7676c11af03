"""Workbooks as strangers make them, and commands in a process of their own."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
FORMULAS = [
    '=HYPERLINK("http://example.org","ici")', "+cmd|' /C calc'!A0", "@SUM(1+1)*cmd|' /C calc'!A0", "-2+3", "=1+1",
    '=WEBSERVICE("http://example.org")', "%0A-3+3+cmd", "=DDE(1)", "＝1+1", "'=1+1",
]  # fmt: skip


def changed(path, parts):
    """The package with parts replaced or added; a function gets the old bytes."""
    with zipfile.ZipFile(path) as old:
        read = {name: old.read(name) for name in old.namelist()}
    for name, new in parts.items():
        read[name] = new(read[name]) if callable(new) else new
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in read.items():
            new.writestr(name, data)
    return path


def child(*words, wrapped=()):
    """A command in its own process: exit code, what it told, the most memory that it had, in megabytes."""
    code = (
        "import resource, sys\nfrom tournament_xl.cli import main\ncode = main(sys.argv[1:])\n"
        "try: memory = next(line for line in open('/proc/self/status') if line.startswith('VmHWM')).split()[1]\n"
        "except OSError: memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # counts the parent's, too\n"
        "print('\\nMEMORY', int(memory) // 1024)\nsys.exit(code)"
    )
    done = subprocess.run(
        [*wrapped, sys.executable, "-X", "utf8", "-c", code, *map(str, words)], cwd=ROOT, capture_output=True,
        encoding="utf-8", timeout=60,
    )  # fmt: skip
    return done.returncode, done.stderr, int(re.search(r"MEMORY (\d+)", done.stdout)[1])
