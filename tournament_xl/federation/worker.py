"""A process of its own that reads files for the inbox: one line of JSON in, one out, for each file.

What a hostile file does to the reading ends here. Started by `readers`, never by a person; its arguments are
files of seasons that workbooks may name.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tournament_xl.federation.limits import MEMORY


def main() -> None:
    """Answer every line {"path", "name"} with {"sha256", "played"} or {"sha256", "refusal", "sender"}.

    The path comes by its bytes, each as a letter of Latin-1.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # nothing else may write into the answers
    _limit_memory()
    from tournament_xl.federation.reading import read_file
    from tournament_xl.seasons import learn
    from tournament_xl.seasons.toml_file import read_season

    for path in sys.argv[1:]:
        learn(read_season(Path(path)))
    for line in sys.stdin:
        asked = json.loads(line)
        path = os.fsdecode(asked["path"].encode("latin-1"))
        answers.write(json.dumps(read_file(path, asked["name"])) + "\n")
        answers.flush()


def _limit_memory() -> None:
    """At most so much address space; Windows has no such limit."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass


if __name__ == "__main__":
    main()
