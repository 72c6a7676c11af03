"""Names that are nearly another one: as difflib finds them, in whatever register, and without its time."""

import difflib
from random import Random

import pytest

from tournament_xl.federation import near_names
from tournament_xl.federation.near_names import NEAR, NearNames

SYLLABLES = [
    "ba",
    "ber",
    "trand",
    "du",
    "rand",
    "mo",
    "reau",
    "le",
    "fe",
    "vre",
    "ro",
    "bert",
    "gar",
    "nier",
    "che",
    "va",
    "lier",
    "pe",
    "tit",
    "ri",
    "chard",
    "mar",
    "tin",
    "φ",
]


def word(source, syllables):
    return "".join(source.choice(SYLLABLES) for _ in range(syllables))


@pytest.mark.parametrize("seed", range(6))
def test_they_are_those_that_difflib_finds_among_all(seed, monkeypatch):
    monkeypatch.setattr(near_names, "_SPARE", 7)  # the table grows on the way
    source, known, names = Random(seed), NearNames(), []
    found = 0
    for _ in range(300):
        name = f"{word(source, 3)} {word(source, 2)}"
        asked = name[:-1] if source.random() < 0.5 else name.replace("e", "i", 1)
        wanted = difflib.get_close_matches(asked, names, 3, NEAR)
        assert known.near(asked) == wanted
        if name not in names:
            names.append(name)
        known.add(name)
        wanted = difflib.get_close_matches(asked, names, 3, NEAR)
        assert known.near(asked) == wanted
        found += bool(wanted)
    assert found > 200
