"""A report in words: for the terminal and the dialog (`lines`), for a mail in one paragraph (`summary`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tournament_xl import __version__
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.check import check
from tournament_xl.check import report as kinds
from tournament_xl.check.report import Finding, Pairing, Report
from tournament_xl.press import DONE, Outcome
from tournament_xl.texts import check as texts

SHOWN = 12  # findings of one kind told one by one
SHOWN_IN_A_MAIL = 2
_ADVICE = {
    kinds.MEMORY: "memory", kinds.SEED: "rules", kinds.DRAW: "rules", kinds.LOT: "seed",
    **dict.fromkeys((kinds.SETTING, kinds.RESULT, kinds.PAIR, kinds.COTE, kinds.NAME), "cells"),
    **dict.fromkeys((kinds.WALL, kinds.STANDINGS, kinds.GRID, kinds.RATINGS), "sheets"),
}  # fmt: skip
# kind of finding -> what to do about it


def lines(report: Report, file: str) -> Iterator[str]:
    """The report for a person: the verdict first, then what to look at, then the rest."""
    if report.formula:
        played, rounds = report.played, report.rounds
        yield texts.HEADING.format(file=file, formula=report.formula, played=played, rounds=rounds)
    else:
        yield file
    yield verdict(report)
    yield from _section(texts.CAUSES, list(_numbered(_once(report.causes))))
    yield from _section(texts.ADVICE, [f"· {text}" for text in _advice(report)])
    yield from _section(texts.CONSEQUENCES, [f"· {text}" for text in _grouped(_once(report.consequences), SHOWN)])
    if report.formula:
        yield from _section(texts.PAIRINGS, [f"· {text}" for text in _pairings(report)])
        yield f"{texts.STANDINGS} : {_standings(report)}"
        if report.has_ratings:
            yield f"{texts.RATINGS} : {_ratings(report)}"
        if report.lots_ok is not None:
            yield f"{texts.LOTS} : {texts.LOTS_RIGHT if report.lots_ok else texts.LOTS_WRONG}"
    yield from _section(texts.CHANGES, [f"· {change.message}" for change in report.manual_changes])
    yield from _section(texts.WARNINGS, [f"· {warning}" for warning in report.warnings])


def verdict(report: Report) -> str:
    """The one sentence to read when there is time for one."""
    if report.problems:
        return texts.PROBLEMS.format(problems=texts.cells_text(len(report.problems)))
    number = len(_once(report.causes)) or len(_once(report.consequences))
    return texts.FOUND.format(causes=texts.things(number)) if number else texts.ALL_RIGHT


def summary(report: Report) -> str:
    """The report in one paragraph, as it goes into the mail to the federation."""
    parts = [verdict(report).rstrip(".")]
    causes = _once(report.causes)
    parts += [finding.message.rstrip(".") for finding in causes[:SHOWN_IN_A_MAIL]]
    if len(causes) > SHOWN_IN_A_MAIL:
        parts.append(texts.AND_OTHERS.format(others=texts.others(len(causes) - SHOWN_IN_A_MAIL)))
    if report.formula:
        parts += [f"{texts.PAIRINGS.lower()}, {text}" for text in _pairings(report)]
        parts.append(f"{texts.STANDINGS.lower()} : {_standings(report)}")
        if report.has_ratings:
            parts.append(f"{texts.RATINGS.lower()} : {_ratings(report)}")
    if report.manual_changes:
        parts.append(texts.changes_text(len(report.manual_changes)))
    parts += [warning.rstrip(".") for warning in report.warnings]
    return texts.SUMMARY.format(version=__version__, sentences=texts.sentences(parts))


def _once(findings: Sequence[Finding]) -> list[Finding]:
    """One for each message: two sheets that are behind by the same rounds share theirs."""
    return list({one.message: one for one in findings}.values())


def _section(title: str, rows: Sequence[str]) -> Iterator[str]:
    if rows:
        yield f"{title} :"
        yield from (f"  {row}" for row in rows)


def _numbered(findings: Sequence[Finding]) -> Iterator[str]:
    for place, text in enumerate(_grouped(findings, SHOWN), start=1):
        yield f"{place}. {text}"


def _grouped(findings: Sequence[Finding], shown: int) -> Iterator[str]:
    """The findings kind by kind, only the first of many."""
    for _, group in groupby(findings, key=lambda one: one.kind):
        same = list(group)
        yield from (finding.message for finding in same[:shown])
        if len(same) > shown:
            yield texts.AND_OTHERS.format(others=texts.others(len(same) - shown))


def _advice(report: Report) -> Iterator[str]:
    """What to do, once for each kind of finding."""
    yield from map(texts.advice, dict.fromkeys(_ADVICE[one.kind] for one in report.causes))


def _pairings(report: Report) -> Iterator[str]:
    """The rounds by how they were paired, then the rematches."""
    pairings = report.pairings
    if not pairings:
        yield texts.NOT_JUDGED if report.problems and report.drawn else texts.NO_ROUND
    for sentence in (texts.OPTIMAL, texts.RULES, texts.OWN, texts.OTHER):
        numbers = [one.round for one in pairings if _sentence(one) == sentence]
        if numbers:
            yield sentence.format(rounds=texts.rounds_text(numbers))
    for judged in pairings:
        if judged.cost is not None and judged.optimum is not None and not judged.same:
            yield texts.DEARER.format(round=judged.round, cost=judged.cost, optimum=judged.optimum, more=judged.above)
    unrecorded = [one.round for one in pairings if not one.recorded]
    if unrecorded:
        yield texts.NOT_RECORDED.format(rounds=texts.rounds_text(unrecorded))
    for pairing in pairings:
        for one, two in pairing.rematches:
            yield texts.REMATCH.format(round=pairing.round, one=one, two=two)


def _sentence(pairing: Pairing) -> str:
    if pairing.cost is not None:
        return texts.OPTIMAL if pairing.same else ""
    if pairing.same and not pairing.imposed:
        return texts.RULES
    return texts.OWN if pairing.right else texts.OTHER


def _standings(report: Report) -> str:
    if report.standings_ok is None:
        return texts.STANDINGS_UNKNOWN
    return texts.STANDINGS_RIGHT if report.standings_ok else texts.STANDINGS_WRONG


def _ratings(report: Report) -> str:
    if report.ratings_ok is None:
        return texts.RATINGS_NONE
    return texts.RATINGS_RIGHT if report.ratings_ok else texts.RATINGS_WRONG


def press(snapshot: Snapshot, date: str) -> Outcome:
    """The button "Vérifier le tournoi": nothing is written, there is a text to read. `date` is not needed."""
    report = check(snapshot)
    code = DONE if report.code == kinds.RIGHT else report.code
    text = "\n".join(list(lines(report, ""))[2:]) if report.formula else ""
    return Outcome(code, verdict(report), problems=report.problems, text=text)
