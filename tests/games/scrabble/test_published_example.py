"""The example of both regulations, §7, in its three cases, played in a workbook (rule C9).

After seven rounds A … L have 15 15 15 13 13 13 11 11 11 11 9 9 PM; A-B A-C A-D B-C G-J have met (and K-L in the second
and third case), all their other opponents have left. A, B, C (and K, L) have all met one another: PPM ranks them, and
their Pdep would rank them the other way round.
"""

from __future__ import annotations

import pytest

from tests.desk import Desk

LETTERS = "ABCDEFGHIJKL"
WINS = dict(zip(LETTERS, (4, 4, 4, 3, 3, 3, 2, 2, 2, 2, 1, 1), strict=True))  # of 7 games: PM = 7 + 2 × wins
LAST_LOSS = {"F": 21, "G": 5, "I": 21, "J": 32, "L": 21}  # others 20: orders each group by Pdep, but not A, B, C
BEFORE = ["A-B", "A-C", "A-D", "B-C", "G-J"]


def number(letter: str) -> int:
    return LETTERS.index(letter) + 1


def seven_rounds(met: list[str], **settings: object) -> Desk:
    """The seven rounds typed by hand: inner games won by the first named, the others against twelve who then leave."""
    desk = Desk(Nombre_de_rondes=8, **settings)
    for letter in LETTERS:
        desk.player(letter, 2000 - number(letter), N=number(letter))
    for guest in range(12):
        desk.player(f"Parti{guest:02}", 1000 - guest, N=13 + guest, Absences="8-")
    turns = dict(zip(met, (0, 1, 2, 3, 3, 3), strict=False))
    wins = {x: WINS[x] - sum(game[0] == x for game in met) for x in LETTERS}
    left = {x: 7 - sum(x in game for game in met) for x in LETTERS}
    for turn in range(7):
        free_guests = set(range(12))
        playing = [game for game in met if turns[game] == turn]
        for game in playing:
            desk.match(turn + 1, number(game[0]), number(game[2]), (410, 400))
        for x in LETTERS:
            if any(x in game for game in playing):
                continue
            guest = (number(x) + turn) % 12
            free_guests.remove(guest)
            left[x] -= 1
            wins[x] -= 1
            margin = 20 if wins[x] >= 0 else -LAST_LOSS.get(x, 20) if left[x] == 0 else -20
            desk.match(turn + 1, number(x), 13 + guest, (400 + margin, 400))
        guests = sorted(free_guests)
        for first, second in zip(guests[::2], guests[1::2], strict=True):
            desk.match(turn + 1, 13 + first, 13 + second, (401, 400))
    return desk


@pytest.mark.rule("C9", "adversaire normal, permutations", "games/scrabble/rules/search.py: pair_ranking")
@pytest.mark.parametrize(
    ("edition", "met", "expected"),
    [
        ("F10", BEFORE, "A-E B-D C-F G-I H-J K-L"),
        ("F50", BEFORE, "A-E B-D C-F G-I H-J K-L"),
        ("F10", [*BEFORE, "K-L"], "A-E B-D C-F G-I H-J K-L"),  # the rematch stays
        ("F50", [*BEFORE, "K-L"], "A-E B-D C-F G-H I-K J-L"),  # repaired from the bottom
    ],
)
def test_the_published_example_comes_out(edition, met, expected):
    assert seven_rounds(met, Édition=edition).must().named_pairs(8) == expected


@pytest.mark.rule("C12", "le motif de chaque paire", "messages/scrabble_reasons.py: reason_text")
def test_the_reasons_tell_the_search_as_the_regulation_does():
    desk = seven_rounds(BEFORE).must()
    assert "15 PM" in desk.reason(8, 1) and desk.reason(8, 1).endswith(
        "Adversaire normal : D déjà rencontré ; en remontant le classement : C, B déjà rencontrés ; en descendant le "
        "classement : E."
    )
    assert desk.reason(8, 7).endswith("Adversaire normal : J déjà rencontré ; en remontant le classement : I.")
    assert "Adversaire normal" not in desk.reason(8, 3)


@pytest.mark.rule("C9", "reprise de la fin de classement (F50)", "games/scrabble/rules/search.py: _repair_end")
def test_the_repair_names_the_match_that_it_spares_and_tells_its_search_from_the_bottom():
    reason = seven_rounds([*BEFORE, "K-L"]).must().reason(8, 12)
    assert "K – L" in reason and reason.endswith(
        "Adversaire normal : K déjà rencontré ; en remontant le classement : J."
    )
