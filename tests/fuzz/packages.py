"""Packages with their XML changed by chance: `python -m tests.fuzz.packages [--count N] [--first SEED]`.

A workbook with formulas of every kind gets tags and attributes dropped, exchanged, repeated or filled with nonsense, in
its sheets and in all other parts; then it is read and written. excelize is a Go library: what it panics over ends the
process, so each series runs in a process of its own, and what ends one is a fault, as is any exception but a HostError.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from tournament_xl.hosts.opc import Package

from tests import books
from tournament_xl.hosts import package
from tournament_xl.workbook.snapshot import Draft, HostError

FORMULAS = {
    "A6": '<f t="shared" ref="A6:A8" si="0">B6+1</f>', "A7": '<f t="shared" si="0"/>', "A8": '<f t="shared" si="0"/>',
    "A9": '<f t="array" ref="A9:A10">SUM(B6:B9)</f>', "A10": "<f>1+1</f>",
    "B6": '<f t="dataTable" ref="B6:B7" dt2D="1" dtr="1" r1="A1" r2="A2"/>',
}  # of Classement  # fmt: skip
ODD = (
    "", "0", "-1", "1", "99999999999999999999", "1048577", "16385", "A1", "A0", "XFE1", "A1:B2", "B2:A1", "A1:", "zz",
    "1.5", "true", "shared", "array", "dataTable", "inlineStr", "s", "b", "e", "str", "rId1", "rId99", "&amp;",
)  # fmt: skip
WRITTEN = ("Classement", "Résultats", "Joueurs", "Journal", "Grille")
TAG, ATTRIBUTE = re.compile(r"<([\w:]+)[^<>]*>"), re.compile(r'\s([\w:]+)="([^"]*)"')


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--series", type=Path, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    if chosen.series:
        for seed in seeds:
            print(json.dumps([seed, one(seed, chosen.series.read_bytes())]), flush=True)
        return 0
    became, faults = Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder) / "base.bin"
        base.write_bytes(_base(Path(folder)))
        at = seeds.start
        while at < seeds.stop:
            words = ("--series", base, "--first", at, "--count", seeds.stop - at)
            done = subprocess.run(
                [sys.executable, "-m", "tests.fuzz.packages", *map(str, words)], capture_output=True, text=True
            )
            answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
            became.update(word for _, word in answers)
            faults += [f"seed {seed}: {word}" for seed, word in answers if word.startswith("fault")]
            at = answers[-1][0] + 1 if answers else at
            if at < seeds.stop:
                faults.append(f"seed {at}: the process ended ({done.returncode})")
                at += 1
    told = ", ".join(f"{word}: {count}" for word, count in sorted(became.items()))
    print(f"packages: {len(seeds)} tried, {len(faults)} faults; {told}")
    print(*faults[:10], sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def one(seed: int, base: bytes) -> str:
    """ "refused" on reading, "not written", "written", or a fault."""
    source, changed = Random(f"package {seed}"), Package(base)
    sheets = changed.sheets()
    part = sheets["Classement"] if source.random() < 0.5 else source.choice(sorted(changed.parts))
    changed.parts[part] = _mutated(changed.parts[part].decode(), source).encode()
    path, data = Path("x.xlsx"), changed.to_bytes()
    try:
        snapshot = package.load(path, data)
    except HostError:
        return "refused"
    except Exception as error:
        return f"fault on reading: {type(error).__name__}"
    draft = Draft(snapshot)
    for row in range(6, 11):  # over the formulas
        if source.random() < 0.5:
            draft.put("Classement", row, 1, source.choice((None, row)))
    for sheet in (name for name in WRITTEN if name in snapshot.sheets):
        for _ in range(6):
            value = source.choice(("texte", 5, None, 2.5, True))
            draft.put(sheet, source.randrange(4, 14), source.randrange(1, 9), value)
    try:
        package.edit(path, data, snapshot, draft.edits(), ("Groupes",) if source.random() < 0.3 else ())
    except HostError:
        return "not written"
    except Exception as error:
        return f"fault on writing: {type(error).__name__}"
    return "written"


def _base(folder: Path) -> bytes:
    path = books.create(folder, 8)
    books.update(books.score(books.pair(path), 1))
    found = Package(path.read_bytes())
    part = found.sheets()["Classement"]
    text = found.parts[part].decode()
    for cell, formula in FORMULAS.items():
        new = f'<c r="{cell}">{formula}<v>1</v></c>'
        text = re.sub(rf'<c r="{cell}"[^>]*?(?:/>|>.*?</c>)', lambda _, new=new: new, text, count=1, flags=re.DOTALL)
    found.parts[part] = text.encode()
    return found.to_bytes()


def _mutated(text: str, source: Random) -> str:
    """With one to three tags changed; each kind of tag is as likely, formulas more."""
    for _ in range(source.choice((1, 1, 2, 3))):
        tags = list(TAG.finditer(text))
        if not tags:
            return text
        name = "f" if source.random() < 0.4 else source.choice(sorted({tag[1] for tag in tags}))
        tag = source.choice([tag for tag in tags if tag[1] == name] or tags)
        text = text[: tag.start()] + _changed(tag[0], source.choice(tags)[0], source) + text[tag.end() :]
    return text


def _changed(tag: str, other: str, source: Random) -> str:
    attributes, theirs = list(ATTRIBUTE.finditer(tag)), list(ATTRIBUTE.finditer(other))
    kind = source.randrange(5)
    if kind < 2 and attributes:  # dropped, or another value
        found = source.choice(attributes)
        if kind == 0:
            return tag[: found.start()] + tag[found.end() :]
        return tag[: found.start(2)] + source.choice(ODD) + tag[found.end(2) :]
    if kind == 2 and theirs and (new := source.choice(theirs))[1] not in {one[1] for one in attributes}:
        end = len(tag) - (2 if tag.endswith("/>") else 1)
        return tag[:end] + new[0] + tag[end:]
    if tag.endswith("/>"):  # twice, or not at all
        return tag * 2 if kind == 3 else ""
    return tag + (other if other.endswith("/>") else "")


if __name__ == "__main__":
    sys.exit(main())
