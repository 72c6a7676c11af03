"""Report of a check, whatever the game: as values, as JSON, as lines for a person, as a paragraph for a mail.

Findings are faults. Sheets that are out of date, warnings (departures from the regulation that the organiser may
decide) and doubts (scores that may be mistyped) make no workbook wrong. The verdict is the conclusion of the check in
one sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby

from tournament_xl.core.exit_codes import DONE, PROBLEMS, REFUSED
from tournament_xl.core.resources import printable_path
from tournament_xl.games import findings as kinds
from tournament_xl.games.findings import Finding, Pairing
from tournament_xl.messages import check as texts
from tournament_xl.messages.names import fill_sentence, join_items
from tournament_xl.workbook.tables import Problem

SHOWN = 12  # findings of one kind shown one by one
SHOWN_IN_A_MAIL = 2  # findings shown in a mail
_ADVICE = {
    kinds.MEMORY: "memory", kinds.SEED: "rules", kinds.DRAW: "rules", kinds.LOT: "seed",
    **dict.fromkeys((kinds.SETTING, kinds.RESULT, kinds.PAIR, kinds.COTE, kinds.NAME), "cells"),
    **dict.fromkeys((kinds.STANDINGS, kinds.GRID, kinds.RATINGS), "sheets"),
}  # kind of finding -> key of the advice (`messages.check.ADVICE_ON`)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """Change that the organiser may make by hand, as the history (sheet Mémoire) records it."""

    kind: str  # "fixed", "exchanged", "late", "corrected", "cote", "setting", "people" or "undone"
    round: int  # 0: none
    message: str


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Result of checking one workbook."""

    formula: str = ""
    rounds: int = 0  # rounds of the tournament
    drawn: int = 0
    played: int = 0
    problems: tuple[Problem, ...] = ()  # cells to correct before the tournament can be checked
    pairings: tuple[Pairing, ...] = ()  # drawn rounds, judged; empty with problems
    findings: tuple[Finding, ...] = ()  # by kind and round
    stale: tuple[str, ...] = ()  # sheets that only wait for an update; empty while no figure does
    reworded: tuple[str, ...] = ()  # sheets of which only texts wait for one; empty while a figure does
    standings_ok: bool | None = None  # None: not judged
    ratings_ok: bool | None = None  # None: no ratings on the sheet, or not judged
    lots_ok: bool | None = None  # None: no draw by lot, or not judged
    has_ratings: bool = True  # the game has a sheet of ratings
    manual_changes: tuple[Change, ...] = ()  # by the organiser, in chronological order
    warnings: tuple[str, ...] = ()  # departures from the regulation that the organiser may decide, and others
    doubts: tuple[str, ...] = ()  # implausible results; not in the mail, as the organiser may have checked them

    @property
    def code(self) -> int:
        """Exit code: PROBLEMS if there are cells to correct, else REFUSED if there are findings, else DONE."""
        return PROBLEMS if self.problems else REFUSED if self.findings else DONE

    @property
    def out_of_date(self) -> tuple[str, ...]:
        """Sentences on the sheets that an update would change."""
        sheets_by_key = {"stale": self.stale, "words": self.reworded}
        return tuple(
            texts.finding_text(key, sheet=join_items(sheets)) for key, sheets in sheets_by_key.items() if sheets
        )

    @property
    def told(self) -> tuple[str, ...]:
        """Warnings, after the sentence on sheets that are out of date."""
        return *self.out_of_date, *self.warnings

    def as_json(self, file: str) -> dict[str, object]:
        """Return the object that `check --json` writes for a file (docs/regles.md); doubts are in "warnings".

        The keys "consequence" and "stale" of findings are always false: sheets out of date are no findings. `file` is
        the path as typed on the command line.
        """
        return {
            "file": file,
            "code": self.code,
            "formula": self.formula,
            "rounds": self.rounds,
            "drawn": self.drawn,
            "played": self.played,
            "problems": [
                {
                    "sheet": problem.sheet,
                    "cell": problem.cell,
                    "row": problem.row,
                    "column": problem.column,
                    "message": problem.message,
                }
                for problem in self.problems
            ],
            "pairings": [asdict(pairing) | {"right": pairing.right} for pairing in self.pairings],
            "standings_ok": self.standings_ok,
            "ratings_ok": self.ratings_ok,
            "lots_ok": self.lots_ok,
            "manual_changes": [asdict(change) for change in self.manual_changes],
            "findings": [
                asdict(finding) | {"cell": finding.cell, "consequence": False, "stale": False}
                for finding in self.findings
            ],
            "stale": [*self.stale],
            "warnings": [*self.told, *self.doubts],
        }


def build_unreadable_json(file: str, reason: str, code: int) -> dict[str, object]:
    """Return the JSON object for a file that cannot be read: the keys of an empty report, and `error`.

    `file` is the path in the words of the command line, `reason` a French sentence.
    """
    return CheckReport().as_json(file) | {"code": code, "error": reason}


# Report as text


def render_report_lines(report: CheckReport, file: str) -> Iterator[str]:
    """Yield the lines of the report for a person.

    The first names the file, the second is the verdict. Then come, each with its title: findings, advice, pairings,
    standings, ratings, lots, the organiser's changes, warnings with doubts. A part without content is left out. So are
    pairings, standings, ratings and lots if a table could not be read. At most `SHOWN` findings of a kind are listed.
    `file` is the path of the workbook, "" for an open one.
    """
    if report.formula:
        played, rounds = report.played, report.rounds
        yield texts.HEADING.format(file=printable_path(file), formula=report.formula, played=played, rounds=rounds)
    else:
        yield printable_path(file)
    yield render_verdict(report)
    numbered = enumerate(_messages_by_kind(report.findings), start=1)
    yield from _section(texts.FINDINGS, [f"{place}. {text}" for place, text in numbered])
    keys = dict.fromkeys(_ADVICE[finding.kind] for finding in report.findings)
    yield from _section(texts.ADVICE, [f"· {texts.ADVICE_ON[key]}" for key in keys])
    if report.formula:
        yield from _section(texts.PAIRINGS, [f"· {text}" for text in _pairings(report)])
        yield f"{texts.STANDINGS} : {texts.STANDINGS_ARE[report.standings_ok]}"
        if report.has_ratings:
            yield f"{texts.RATINGS} : {texts.RATINGS_ARE[report.ratings_ok]}"
        if report.lots_ok is not None:
            yield f"{texts.LOTS} : {texts.LOTS_ARE[report.lots_ok]}"
    yield from _section(texts.CHANGES, [f"· {change.message}" for change in report.manual_changes])
    warnings = (*_list_told(report), *report.doubts)
    yield from _section(texts.WARNINGS, [f"· {warning}" for warning in warnings])


def render_verdict(report: CheckReport) -> str:
    """Return the verdict in one sentence: cells to correct first, else how many things to look at, else all is right.

    Of a workbook that only needs an update it says which sheets are out of date. With cells to correct only these are
    counted; warnings and doubts never count.
    """
    if report.problems:
        return fill_sentence(texts.PROBLEMS, {"problems": report.problems})
    if report.findings:
        return fill_sentence(texts.FOUND, {"findings": report.findings})
    return texts.OUT_OF_DATE.format(stale=report.told[0]) if report.stale else texts.ALL_RIGHT


def _list_told(report: CheckReport) -> tuple[str, ...]:
    """Return what is told besides the findings, and is not the verdict already."""
    return report.warnings if report.stale and not report.findings else report.told


def render_summary(report: CheckReport) -> str:
    """Return the report in one paragraph, for the mail to the federation.

    It has the verdict, the first `SHOWN_IN_A_MAIL` findings, pairings, standings, ratings, the first changes by the
    organiser, and all warnings; no lots or doubts.
    """
    parts = [render_verdict(report).rstrip(".")]
    parts += [finding.message.rstrip(".") for finding in report.findings[:SHOWN_IN_A_MAIL]]
    if len(report.findings) > SHOWN_IN_A_MAIL:
        parts.append(fill_sentence(texts.AND_OTHERS, {"others": report.findings[SHOWN_IN_A_MAIL:]}))
    if report.formula:
        parts += [f"{texts.PAIRINGS.lower()}, {text}" for text in _pairings(report)]
        parts.append(f"{texts.STANDINGS.lower()} : {texts.STANDINGS_ARE[report.standings_ok]}")
        if report.has_ratings:
            parts.append(f"{texts.RATINGS.lower()} : {texts.RATINGS_ARE[report.ratings_ok]}")
    if report.manual_changes:
        parts.append(texts.changes_text([change.message for change in report.manual_changes]))
    parts += [warning.rstrip(".") for warning in _list_told(report)]
    return texts.SUMMARY.format(sentences=texts.join_clauses(parts))


def _section(title: str, rows: Sequence[str]) -> Iterator[str]:
    if rows:
        yield f"{title} :"
        yield from (f"  {row}" for row in rows)


def _messages_by_kind(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the messages kind by kind, only the first of many."""
    for _, group in groupby(findings, key=lambda finding: finding.kind):
        same = list(group)
        yield from (finding.message for finding in same[:SHOWN])
        if len(same) > SHOWN:
            yield fill_sentence(texts.AND_OTHERS, {"others": same[SHOWN:]})


def _pairings(report: CheckReport) -> Iterator[str]:
    """Yield which rounds are paired as the rules say and which are not, then costs, then rematches."""
    pairings = report.pairings
    if not pairings:
        yield texts.NOT_JUDGED if report.problems and report.drawn else texts.NO_ROUND
    for sentence in (texts.OPTIMAL, texts.OPTIMAL_THEN, texts.RULES, texts.OWN, texts.OTHER):
        numbers = [pairing.round for pairing in pairings if _sentence(pairing) == sentence]
        if numbers:
            yield fill_sentence(sentence, {"rounds": numbers})
    for dearer in pairings:
        if dearer.cost is not None and dearer.optimum is not None and not dearer.same:
            yield texts.DEARER.format(round=dearer.round, cost=dearer.cost, optimum=dearer.optimum, more=dearer.above)
    unrecorded = [pairing.round for pairing in pairings if not pairing.recorded]
    if unrecorded:
        yield fill_sentence(texts.NOT_RECORDED, {"rounds": unrecorded})
    for pairing in pairings:
        for first, second in pairing.rematches:
            yield texts.REMATCH.format(round=pairing.round, one=first, two=second)


def _sentence(pairing: Pairing) -> str:
    if pairing.cost is not None:
        return (texts.OPTIMAL_THEN if pairing.corrected else texts.OPTIMAL) if pairing.same else ""
    if pairing.same and not pairing.imposed:
        return texts.RULES
    return texts.OWN if pairing.right else texts.OTHER
