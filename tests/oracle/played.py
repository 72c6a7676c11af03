"""A script played by both programs, line by line, until they differ."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from tests.oracle import differences, install, sheets
from tests.oracle.differences import DIFFERENCES, RENAMED_KEYS, RENAMED_TITLES, RENAMED_WORDS, REWORDED, Difference
from tests.oracle.facts import Facts, Sentences, read_answer, read_facts
from tests.oracle.program import Answer, Program
from tests.scripted import Script

NEVER_COMPARED = ("Sauvegardes",)  # folders beside the workbook


class Side(Script):
    """One program at a script."""

    books = sheets

    def __init__(self, program: Program, folder: Path, *, is_new: bool) -> None:
        super().__init__(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.program, self.is_new = program, is_new
        self.sentences = _sentences(program, is_new)
        self._answered: Facts = {}
        self._seen: dict[Path, tuple[int, int]] = {}  # workbook -> when it was written, and its size
        self._facts: dict[Path, Facts] = {}

    def act(self, line: str) -> Facts:
        """Play a line of the script and read what is compared then."""
        self._answered = {}
        try:
            self.play([line])
        except Exception as error:  # such as a row that is not there: an answer, too
            self._answered = {("réponse", "not playable", type(error).__name__): str(error)[:200]}
        return self._answered | self.facts()

    def facts(self) -> Facts:
        """Read what is compared of the workbooks of the folder."""
        facts: Facts = {}
        for path in sorted(self.folder.rglob("*.xls[xm]")):
            if any(part in NEVER_COMPARED for part in path.parts):
                continue
            stat = path.stat()
            if self._seen.get(path) != (stat.st_mtime_ns, stat.st_size):
                self._seen[path] = stat.st_mtime_ns, stat.st_size
                self._facts[path] = read_facts(path) if "Résultats" in sheets.content(path).sheetnames else {}
            name = "" if path == self.book else f"{path.relative_to(self.folder).as_posix()} "
            facts |= {(name + sheet, row, column): value for (sheet, row, column), value in self._facts[path].items()}
        return facts

    def _run(self, arguments: list[str], date: str) -> tuple[int, str]:
        words = [*arguments, "--json"] if arguments[0] == "check" and "--json" not in arguments else arguments
        if self.is_new:
            words = [new for word in words if (new := RENAMED_WORDS.get(word, word))]
        answer = self.program.run(words, self.folder, date)
        named = next((self.folder / word for word in words if re.search(r"\.xls[xm]$", word)), self.book)
        told = Answer(answer.code, *(text.replace(str(self.folder), ".") for text in answer[1:]))
        self._answered = read_answer(told, words, named if named.is_file() else self.book, self.sentences)
        return answer.code, answer.err + answer.out

    def _changed(self, command: str) -> None:
        """Note nothing: what has changed is seen in the facts."""

    def _sample(self, rest: str) -> None:
        """Copy a sample of the old checkout as the workbook, or as a list: `sample NAME FILE`."""
        name, target = rest.split(" ")
        shutil.copy(install.TREE / "samples" / name, self.folder / target)
        if re.search(r"\.xls[xm]$", target):
            self.book = self.folder / target


@lru_cache(maxsize=8)
def _sentences(program: Program, is_new: bool) -> Sentences:
    return Sentences(program.catalogue(), *((RENAMED_KEYS, REWORDED) if is_new else ({}, {})))


class FirstDifference(NamedTuple):
    """Where two programs begin to differ."""

    number: int  # of the line, from 1
    act: str
    lines: list[str]  # "PLACE: OLD → NEW"


class Counts(NamedTuple):
    """What was met, over all tournaments."""

    acts: Counter[str]
    used: set[Difference]


COUNTS = Counts(Counter(), set())


def play(script: Iterable[str], old: Program, new: Program, folder: Path, played: list[str],
         hear: Callable[[Facts], None] = lambda _answer: None) -> FirstDifference | None:  # fmt: skip
    """Play a script by both programs.

    Args:
        script: Lines; may be made one by one, from the old program's workbook, `folder / "old"`.
        old: The oracle.
        new: The program that must do the same.
        folder: An empty folder.
        played: Receives the lines that were played.
        hear: Is given what the old program answered to each line.

    Returns:
        The first difference that is not a reviewed one; None where there is none.
    """
    sides = [Side(old, folder / "old", is_new=False), Side(new, folder / "new", is_new=True)]
    for line in script:
        if line.startswith("  "):  # an answer of another day
            continue
        played.append(line)
        before, after = (side.act(line) for side in sides)
        _count(line, before)
        hear(before)
        found, ends = compare(line, before, {_retitled(place): value for place, value in after.items()})
        if found:
            return FirstDifference(len(played), line, found)
        if ends:
            return None
    return None


def compare(act: str, old: Facts, new: Facts) -> tuple[list[str], bool]:
    """List the differences that are not reviewed, and say whether a reviewed one ends the comparison."""
    found = []
    for place in sorted({place for place, _ in old.items() ^ new.items()}):
        values = [str(facts.get(place, "")) for facts in (old, new)]
        if values[0] == values[1] and place in old and place in new:
            values = [repr(facts[place]) for facts in (old, new)]  # a number and its text
        found.append(differences.Found(" · ".join(filter(None, place)), place[1], *values))
    lines = [str(difference) for difference in found]

    @cache  # a site has 20,000 lines
    def is_there(pattern: str) -> bool:
        return any(re.fullmatch(pattern, line, re.DOTALL) for line in lines)

    unknown, ends = [], False
    for difference in found:
        known = next((line for line in DIFFERENCES if line.covers(act, difference, is_there)), None)
        if known:
            COUNTS.used.add(known)
            ends |= known.ends
        else:
            unknown.append(str(difference))
    return [] if ends else unknown, ends


def _retitled(place: tuple[str, str, str]) -> tuple[str, str, str]:
    sheet, row, column = place
    return sheet, RENAMED_TITLES.get(row, row), RENAMED_TITLES.get(column, column)


def _count(line: str, facts: Facts) -> None:
    word, _, rest = line.partition(" ")
    code = facts.get(("réponse", "code", ""))
    if ("réponse", "not playable") in {place[:2] for place in facts}:
        COUNTS.acts["not playable"] += 1
    if word == "$":
        COUNTS.acts[f"$ {rest.split(' ')[0]} [{code}]"] += 1
        for sheet, what, _ in facts:
            if sheet == "réponse" and (
                " · " in what or (code == 1 and what != "code" and not what.startswith("check"))
            ):
                COUNTS.acts[f"  {what.split(' · ')[-1] if code else what}"] += 1
    elif word not in ("", "#", "|"):
        COUNTS.acts[word] += 1


def scripts() -> Iterator[tuple[str, list[str]]]:
    """List all scripts: those of the old checkout, and what has come since."""
    new = {path.stem: path for path in (install.ROOT / "tests" / "tournaments").glob("*.txt")}
    old = {path.stem: path for path in (install.TREE / "tests" / "tournaments").glob("*.txt")}
    for name, path in sorted((new | old).items()):
        yield name, path.read_text(encoding="utf-8").splitlines()
