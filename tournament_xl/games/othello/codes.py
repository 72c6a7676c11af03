"""Games of Othello in the compact form that the memory keeps."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import count

from tournament_xl.book.grid import number
from tournament_xl.book.memory import View
from tournament_xl.games.othello import labels
from tournament_xl.record import replace
from tournament_xl.rules.othello.model import BIP, ENDS, Game
from tournament_xl.rules.othello.numbers import ABOVE
from tournament_xl.rules.othello.results import is_complete, is_possible

OF_THE_LIST = "liste"  # a N° given that may stand in the rating file: free in the world's list, or of an imported file


@lru_cache(maxsize=8192)  # a check reads each round again for every later one
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


def new_numbers(past: View) -> dict[int, int]:
    """N° that the program gave, or an imported file marks so, of players whom the world's list does not have, and the
    number of each in the rating file (X3): one that may be somebody else's is replaced by one above the list.
    """
    given, used = past.by_number("donné"), past.by_number("nom").keys()
    others = (one for one in count(ABOVE) if one not in used)
    return {who: who if text == OF_THE_LIST or who >= ABOVE else next(others) for who, text in sorted(given.items())}
