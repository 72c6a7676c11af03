"""How often the regulation makes two players meet again, and whether it had to (docs/regles.md).

`python -m bench.rematches [TOURNAMENTS]`: that many random tournaments per edition (default 500), the field sizes of
club life (half 7-16 players, most others 17-40, some up to 128), with and without absences and forfeits. A round with
a rematch was avoidable when some other perfect matching of the same players has none (exact, rustworkx).
"""

from __future__ import annotations

import random
import sys
from collections import Counter

import rustworkx

from bench.press import players
from tournament_xl.actions import workbook_actions
from tournament_xl.actions.simulate import simulate
from tournament_xl.core.model import X
from tournament_xl.core.resources import resource_path
from tournament_xl.games.new_workbook import fill_template
from tournament_xl.games.scrabble.book import ScrabbleBook
from tournament_xl.games.scrabble.read import decode
from tournament_xl.games.scrabble.rules.model import Tournament
from tournament_xl.games.scrabble.rules.standings import find_meetings
from tournament_xl.games.simulation import Chances
from tournament_xl.xlsx import workbook_package


def main(count: int) -> None:
    print(f"{count} tournaments per line; rounds from the second on")
    print(f"{'':22} {'pairs':>8} {'rematches':>10} {'with X':>7} {'rounds':>7} {'with one':>9} {'avoidable':>10}")
    for events in (0.0, 0.05):
        for edition in ("F50", "F10"):
            total: Counter[str] = Counter()
            for number in range(count):
                total += _one(edition, number, events)
            name = f"{edition}, {'absences, forfeits 5 %' if events else 'all present'}"
            share = 100 * total["again"] / total["pairs"]
            print(
                f"{name:22} {total['pairs']:>8} {total['again']:>5} {share:.2f}% {total['again X']:>6} "
                f"{total['rounds']:>7} {total['rounds again']:>9} {total['avoidable']:>10}"
            )


def _one(edition: str, number: int, events: float) -> Counter[str]:
    source = random.Random(f"{edition}{number}{events}")
    bands = ((7, 16), (7, 16), (17, 40), (17, 128))
    size = source.choice([source.randint(*band) for band in bands])
    template = resource_path("templates", "scrabble.xlsx")
    empty = decode(workbook_package.parse_snapshot(template, template.read_bytes())) if not _EMPTY else _EMPTY[0]
    assert isinstance(empty, ScrabbleBook)
    _EMPTY[:] = [empty]
    start = fill_template(empty, {"Édition": edition, "Graine": "1"}, players(size), date="", version="")
    chances = Chances(str(number), forfeits=events, absences=events)
    decoded = decode(workbook_actions.apply_outcome(start, simulate(start, None, chances, "")))
    assert isinstance(decoded, ScrabbleBook)
    counts: Counter[str] = Counter()
    for played in range(2, len(decoded.tournament.rounds) + 1):
        counts += _round(decoded.tournament, played)
    return counts


def _round(tournament: Tournament, number: int) -> Counter[str]:
    met = find_meetings(tournament, number)
    pairs = [frozenset((match.one, match.two)) for match in tournament.rounds[number - 1]]
    rematches = [pair for pair in pairs if pair in met]
    counts = Counter(pairs=len(pairs), rounds=1, again=len(rematches))
    counts["again X"] = sum(X in pair for pair in rematches)
    counts["rounds again"] = bool(rematches)
    if rematches:
        player_ids = [number for pair in pairs for number in pair]
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(player_ids)
        for i, player_id in enumerate(player_ids):
            for j in range(i):
                if frozenset((player_id, player_ids[j])) not in met:
                    graph.add_edge(i, j, 1)
        matching = rustworkx.max_weight_matching(graph, max_cardinality=True)
        counts["avoidable"] = 2 * len(matching) == len(player_ids)
    return counts


_EMPTY: list[ScrabbleBook] = []

if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
