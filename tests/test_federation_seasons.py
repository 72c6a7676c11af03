"""The federation's desk on three seasons: every cote and place recomputed from the facts by `naive_federation`.

120 workbooks of up to 33 players are written, read and checked.
"""

from collections import Counter
from datetime import date
from random import Random

from tests import federation_world as world
from tests import naive_federation as naive
from tournament_xl.federation.build import build
from tournament_xl.federation.entries import Adjustment
from tournament_xl.federation.inbox import read_folder
from tournament_xl.lists.read import read_register

DAY = date(2018, 9, 30)


def test_r12_three_seasons_are_built_as_an_independent_recomputation_has_them(tmp_path):
    people, tournaments = world.seasons(Random("three seasons"), people=700, unknown=60, tournaments=120)
    for number, facts in enumerate(tournaments):
        world.write(tmp_path / "reçus" / f"{number % 7}" / f"t{number:03}.xlsx", facts)
    players = read_register(world.write_list(tmp_path / "liste.csv", people))
    files = read_folder(tmp_path / "reçus")
    assert len(files) == 120 and len(people) == 640
    source = Random("adjustments")
    adjusted = [(date(2016 + n % 3, 3, 1 + n), source.choice(people)["licence"], 10 * n - 50) for n in range(20)]
    adjustments = [Adjustment(*one, "CLAP", "a.csv", 2) for one in adjusted]
    publication = build(files, players, DAY, adjustments=adjustments)
    state = naive.recomputed(people, tournaments, DAY, adjusted)

    assert [verdict.word for verdict in publication.verdicts].count("écarté") == 0
    assert {one.licence: (one.cote, one.last) for one in publication.accounts} == {
        licence: (line["cote"], line["last"]) for licence, line in state.items()
    }
    ranked = {line.account.licence: (line.place, line.cote) for line in publication.ranking}
    assert ranked == naive.ranking(state, DAY)
    kinds = Counter(movement.kind for movement in publication.movements)
    assert kinds["début de saison"] > 9 and kinds["retour"] > 20 and kinds["entrée"] > 20, kinds
