"""`make trials`: the long trials, one after the other, and a table of what they gave.

    python -m bench.trials [NAME ...]

Each is a part of the tests that tries far more where TOURNAMENT_XL_FUZZ is set; hours in all, with
TOURNAMENT_XL_FUZZ=10 a tenth of what goes by chance or step by step.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time

TRIALS = {
    "bad inputs, hurried hands": "pytest -q -n auto tests/fuzz/test_fuzz.py",
    "second implementations": "pytest -q -n auto tests/games -k 'naive or search'",
    "matching of large fields": "pytest -q -n auto tests/core/test_matching.py",
    "computed cells typed over": "pytest -q -n auto tests/actions/test_check.py",
    "declared tables": "pytest -q tests/test_frames.py -k by_chance",
    "killed at each step": "pytest -q -n auto -k killed tests",
    "a call that fails at each step": "pytest -q -n auto -k fails tests/storage",
    "scripts in the page's engine": "pytest -q tests/frontends/web/test_inside.py",
    "children of who is killed": "pytest -q -n auto tests/core/test_orphans.py",
    "files beside the program": "pytest -q -n auto tests/frontends/cli/test_beside.py tests/storage/test_paths.py",
    "months of a federation": "pytest -q -n auto tests/federation -k 'months or year'",
    "a hall of 500 phones": "bench.hall",
    "lines broken on purpose": "tests.mutations",
}
IN_BROWSERS = ("scripts in the page's engine",)
STARTS = {"TOURNAMENT_XL_NEEDS_LIBREOFFICE": "1"}  # tests/programs.py


def main() -> int:
    """Run the named trials, or all; return 1 when one has failed."""
    rows = []
    for name in sys.argv[1:] or TRIALS:
        began = time.monotonic()
        ran = subprocess.run(
            [sys.executable, "-m", *shlex.split(TRIALS[name])],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={"TOURNAMENT_XL_FUZZ": "1", **(STARTS if name in IN_BROWSERS else {})} | os.environ,
        )  # fmt: skip
        print(ran.stdout, flush=True)
        last = next((line for line in reversed(ran.stdout.splitlines()) if line.strip()), "")
        rows.append((name, ran.returncode, time.monotonic() - began, last[:100]))
    print(f"{'trial':<31}{'':<9}{'s':>6}  last line")
    for name, code, seconds, last in rows:
        print(f"{name:<31}{'failed' if code else 'ok':<9}{seconds:>6.0f}  {last}")
    return int(any(code for _, code, *_ in rows))


if __name__ == "__main__":
    sys.exit(main())
