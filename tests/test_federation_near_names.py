"""Names that are nearly another one: as difflib finds them, in whatever register, and without its time."""

import difflib
from random import Random

import pytest

from tournament_xl.federation import near_names
from tournament_xl.federation.facts import Entrant
from tournament_xl.federation.near_names import LONGEST, NEAR, NearNames
from tournament_xl.federation.register import Account, Register

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


def test_what_is_longer_than_a_name_is_compared_with_nothing():
    known = NearNames()
    known.add("x" * LONGEST)
    known.add("y" * (LONGEST + 1))
    assert known.near("x" * (LONGEST - 1)) == ["x" * LONGEST]
    assert not known.near("y" * (LONGEST + 1)) and not known.near("y" * LONGEST) and not known.near("")


def test_only_so_many_names_are_compared_letter_by_letter(monkeypatch):
    """Thousands of names of the same letters, as nobody has: those looked at are bounded."""
    source, known, looked = Random(1), NearNames(), []
    for _ in range(400):
        known.add("".join(source.sample("abcdefghij", 10)))
    real = difflib.get_close_matches
    monkeypatch.setattr(
        near_names.difflib,
        "get_close_matches",
        lambda name, names, *more: looked.append(len(names)) or real(name, names),
    )
    known.near("abcdefghij")
    assert looked == [near_names._MOST]


def test_a_name_of_thousands_of_letters_under_a_known_licence_is_asked_about():
    long = "".join(chr(0x4E00 + n % 101) for n in range(30_000))
    register = Register([Account(long, "", "1", "", "", None, None)])
    found = register.find(Entrant(1, long[::-1], "", "1", "", "", "1000", None))
    assert found is not None and found.kind == "other_name"
