"""The lots of an Open: the order inside each group is the one that the seed draws (O4); the deciding game (O8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournament_xl.check.report import LOT, RESULT, Finding
from tournament_xl.check.trace import Trace
from tournament_xl.model import X
from tournament_xl.scrabble.open_groups import draw
from tournament_xl.texts import check as texts
from tournament_xl.workbook import compact, labels
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.grid import whole


def compare(decoded: Decoded, trace: Trace) -> list[Finding]:
    """Groups that the seed does not give, a seed changed since; nothing where nothing is drawn."""
    if not decoded.journal.groups:
        return []
    found = [*_groups(decoded), *_seed(decoded)]
    return [replace(one, consequence=trace.doubts(1)) for one in found]


def _groups(decoded: Decoded) -> Iterator[Finding]:
    """O4: the order inside each group, by the seed that the Journal recorded at the draw."""
    log, table = decoded.journal, decoded.derived[labels.GROUPS]
    players = tuple(replace(player, seed=log.seeds.get(player.number)) for player in decoded.tournament.players)
    settings = replace(decoded.tournament.settings, seed=log.seed)
    drawn = draw(replace(decoded.tournament, players=players, settings=settings))
    for group, (there, wanted) in enumerate(zip(log.groups, drawn, strict=False), start=1):
        if there != wanted:
            was, now = (" ".join("X" if who == X else str(who) for who in order) for order in (wanted, there))
            message = texts.finding_text("lot", group=group, seed=log.seed or "—", was=was, now=now)
            yield Finding(LOT, message, labels.GROUPS, table.header, 0, was=was, now=now)


def _seed(decoded: Decoded) -> Iterator[Finding]:
    """The setting Graine is still the one that the groups were drawn from, or a change that the Journal has."""
    was, now = decoded.journal.seed, decoded.settings.settings.seed
    line = decoded.settings.lines.get("Graine")
    if now not in (was, decoded.journal.settings.get("Graine")) and line:
        message = texts.finding_text("seed", row=line.row, was=was or "—", now=now or "—")
        yield Finding(LOT, message, labels.TOURNAMENT, line.row, line.table.columns["Valeur"], was=was, now=now)


def final(decoded: Decoded) -> list[Finding]:
    """The deciding game is the one that the Journal recorded (O8)."""
    played = decoded.tournament.final
    now = compact.result_of(played) if played and played.complete else ""
    was = decoded.journal.final
    if now == was:
        return []
    table = decoded.derived[labels.FINALS]
    sides = set(played.sides) if played else set()
    rows = [line.row for line in table.lines() if {whole(line.text("N° 1")), whole(line.text("N° 2"))} == sides]
    row = rows[0] if rows else table.header
    shown = {"was": was or texts.NO_RESULT, "now": now or texts.NO_RESULT}
    message = texts.finding_text("final", row=row, **shown)
    return [Finding(RESULT, message, labels.FINALS, row, table.columns["Score 1"], was=was, now=now)]
