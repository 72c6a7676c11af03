"""What the Journal of an Othello workbook records of a pairing, in the form of workbook/journal.

A pairing (action "Appariement") has `formule`, `présents`, `rondes` (only when pairing wrote them), `numéros` (N° that
the program gave now: players without one in the world's list), `réglages`, `noms`, `cotes`,
`résultats` of the preceding round, `fixes`, `paires` (Black first), `coût` of these pairs and the `optimum` for these
players (S3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from tournament_xl.othello.model import BIP, ENDS, Game, Tournament
from tournament_xl.othello.results import is_complete, is_possible
from tournament_xl.workbook import compact, journal
from tournament_xl.workbook.compact import read_numbers
from tournament_xl.workbook.grid import number
from tournament_xl.workbook.journal_facts import Journal
from tournament_xl.workbook.othello import labels

GAME = "Othello"  # before the formula, in the part `formule`


def pairing_parts(
    tournament: Tournament,
    drawn: int,
    *,
    rounds: int | None,
    new: Iterable[int],
    pairs: Iterable[tuple[int, int]],
    cost: int | None,
    optimum: int | None,
) -> dict[str, str]:
    """The parts of the detail of round `drawn`.

    `rounds`: when the pairing wrote them; `new`: N° just given; `settings`, `people` (the part `noms`): those that no
    line before has.
    """
    return {
        "formule": f"{tournament.settings.formula} {GAME}",
        "présents": compact.ranges(tournament.present(drawn)),
        "rondes": str(rounds) if rounds else "",
        "numéros": compact.ranges(new),
        "résultats": ",".join(map(result_of, tournament.rounds[-1] if tournament.rounds else ())),
        "fixes": pairs_text(game.sides for game in tournament.fixed),
        "paires": pairs_text(pairs),
        "coût": "" if cost is None else str(cost),
        "optimum": "" if optimum is None else str(optimum),
    }


def formula_of(text: str) -> str:
    """The formula in the part `formule`."""
    return text.removesuffix(f" {GAME}")


def pairs_text(pairs: Iterable[tuple[int, int]]) -> str:
    """Pairs in a compact form, Black first: "1-5,6-2,3-BIP"."""
    return ",".join(f"{_name(black)}-{_name(white)}" for black, white in pairs)


def result_of(game: Game) -> str:
    """A result in a compact form: "1-5:40/24", "2-6:TN:28/36", "2-6:FN", "3-BIP"."""
    discs = game.discs_black, game.discs_white
    board = f":{discs[0]:g}/{discs[1]:g}" if discs[0] is not None and discs[1] is not None else ""
    return pairs_text([game.sides]) + (f":{game.end}" if game.end else "") + board


def read_result(text: str) -> Game | None:
    """A result back from its compact form; None when it was damaged, or cannot be."""
    found = re.fullmatch(r"(\d{1,6}|BIP)-(\d{1,6}|BIP)(?::([A-Z]+\+?))?(?::([\d.]+)/([\d.]+))?", text)
    if found is None or (found[3] or "") not in ENDS:
        return None
    black, white = (BIP if side == labels.BIP else int(side) for side in found.groups()[:2])
    discs = [number(part) if part else None for part in found.groups()[3:]]
    game = Game(black, white, discs[0], discs[1], found[3] or "")
    if not is_complete(game) or not is_possible(game):
        return None
    return replace(game, complete=True)


def _name(who: int) -> str:
    return labels.BIP if who == BIP else str(who)


def new_numbers(log: Journal) -> frozenset[int]:
    """N° that the program gave, or an imported file marks so, by the Journal: of players whom the world's list does not
    have.
    """
    found: set[int] = set()
    for line in log.table.lines():
        if line.text("Action") in (journal.PAIRED, journal.CREATED):
            found |= read_numbers(journal.read_detail(line.text("Détail")).get("numéros", ""))
    return frozenset(found)


def first_present(log: Journal) -> frozenset[int]:
    """N° of those who were there when round 1 was paired; empty when no pairing tells it."""
    found: set[int] = set()
    for entry in log.lines:
        if entry.action == journal.PAIRED and entry.round == 1:
            found |= read_numbers(entry.parts.get("présents", ""))
    return frozenset(found)
