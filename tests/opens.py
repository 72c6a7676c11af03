"""Opens for tests."""

from tests.desk import Desk
from tournament_xl.workbook import labels

SIX = """
1-6 2-5 3-4
2-6 1-3 4-5
3-6 2-4 1-5
4-6 3-5 1-2
5-6 1-4 2-3
"""
EIGHT = """
1-8 2-7 3-6 4-5
3-8 2-4 1-5 6-7
4-8 3-5 2-6 1-7
5-8 4-6 3-7 1-2
7-8 1-6 2-5 3-4
"""  # regulation of the Open, §5


def an_open(count, **settings):
    return Desk(Formule="Open", **({"Graine": "7"} | settings)).players(count)


def groups(desk):
    """The sheet Groupes: N° (X as "X") by group, in order."""
    lines = sorted((int(line.text("Groupe")), int(line.text("Ordre")), line.text("N°"))
                   for line in desk.table(labels.GROUPS).lines())  # fmt: skip
    found = {}
    for group, order, number in lines:
        found.setdefault(group, []).append(number)
        assert len(found[group]) == order
    return list(found.values())


def play(desk, rounds):
    for _ in range(rounds):
        desk.must("pair").better_seed_wins()
    return desk.must("update")
