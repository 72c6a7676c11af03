"""S7 and colours through the workbook: what the organiser is to type, what the Journal and `check` make of it."""

from __future__ import annotations

import re
from functools import cache

from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Snapshot
from tournament_xl.check import check
from tournament_xl.press import DONE

TYPED = re.compile(r"ligne (\d+) : tapez N° N (\w+), N° B (\w+)")
EMPTIED = re.compile(r"videz la ligne (\d+)")


def third_round(players: int) -> OthelloDesk:
    """Two rounds are played, the third is drawn."""
    desk = OthelloDesk()
    desk.snapshot = third(players)
    return desk


@cache
def third(players: int) -> Snapshot:
    desk = OthelloDesk(players, Nombre_de_rondes=5)
    for _ in range(2):
        desk.must().lower_wins().must("update")
    return desk.must().snapshot


def obey(desk: OthelloDesk, sentence: str) -> None:
    """Type what the sentence says, and nothing else."""
    for row, black, white in TYPED.findall(sentence):
        for column, who in (("N° N", black), ("N° B", white)):
            desk.type(labels.RESULTS, int(row), column, who if who == "BIP" else int(who))
    for row in EMPTIED.findall(sentence):
        for column in desk.columns[labels.RESULTS]:
            desk.type(labels.RESULTS, int(row), column, None)


def told(desk: OthelloDesk) -> str:
    (sentence,) = [text for text in desk.press("update").warnings if "annoncé absent" in text]
    return sentence


def finish(desk: OthelloDesk, number: int) -> None:
    """The round goes into the Journal as the organiser's, the tournament goes on, `check` permits it."""
    assert desk.press("update").code == DONE
    changed = [row for row in desk.rows(labels.JOURNAL) if row["Action"] == "Changement" and "paires" in row["Détail"]]
    assert [row["Ronde"] for row in changed] == [str(number)]
    assert told_nothing(desk)
    desk.lower_wins().must("update").must()
    report = check(desk.snapshot)
    assert (report.code, [one.kind for one in report.manual_changes]) == (0, ["exchanged"])


def told_nothing(desk: OthelloDesk) -> bool:
    return not any("annoncé absent" in text for text in desk.press("update").warnings)


def test_s7_who_had_bip_meets_who_is_left_without_opponent_and_no_row_of_bip_remains():
    desk = third_round(9)
    idle, (black, white) = desk.bye(3), desk.pairs(3)[1]
    others = [two for two in desk.pairs(3) if not {idle, black, white} & set(two)]
    desk.absences(white, "3-")
    obey(desk, told(desk))
    assert sorted(map(sorted, desk.pairs(3))) == sorted(map(sorted, [*others, (idle, black)]))
    finish(desk, 3)


def test_s7_two_leave_different_tables_and_the_two_that_remain_meet():
    desk = third_round(8)
    (one, first), (second, two) = desk.pairs(3)[:2]
    desk.absences(one, "3-").absences(two, "3-")
    obey(desk, told(desk))
    assert len(desk.pairs(3)) == 3 and {first, second} in map(set, desk.pairs(3))
    finish(desk, 3)


def turn(desk: OthelloDesk, number: int) -> tuple[int, int]:
    """Exchange the colours of the second table of a round; its sides as drawn."""
    row = desk.decoded().results.round(number)[1]
    black, white = row.match.sides
    desk.type(labels.RESULTS, row.line.row, "N° N", white)
    desk.type(labels.RESULTS, row.line.row, "N° B", black)
    return black, white


def test_s4_colours_exchanged_are_the_organisers_change_and_stay_permitted():
    desk = third_round(8)
    reason = desk.decoded().results.round(3)[1].match.reason
    black, white = turn(desk, 3)
    findings = [one for one in check(desk.snapshot).findings if not one.consequence]
    assert {(one.kind, one.round) for one in findings} == {("pair", 3), ("wall", None)}
    desk.must("update")
    assert [row["Détail"] for row in desk.rows(labels.JOURNAL) if row["Action"] == "Changement"] == [
        f"Ronde 3, couleurs échangées : A{white:02} – A{black:02}."
    ]
    assert "couleurs échangées" in desk.decoded().results.round(3)[1].match.reason
    assert desk.press("update").edits == ()
    report = check(desk.snapshot)
    assert (report.code, [one.kind for one in report.manual_changes]) == (0, ["exchanged"])
    assert [one.by for one in report.pairings[2].differences] == ["organiser"]
    turn(desk, 3)
    desk.must("update")
    assert desk.decoded().results.round(3)[1].match.reason == reason
    assert not check(desk.snapshot).pairings[2].differences
    turn(desk, 3)
    desk.lower_wins().must()
    assert check(desk.snapshot).code == 0
