"""Lots: reproducible with nothing but SHA-256, independent of the order of listing, fair."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from tournament_xl.pairing.lots import lot


def test_the_order_is_that_of_the_published_digests():
    """SHA-256 of "2010|groupe|3|14" and so on, as sha256sum prints them."""
    digests = {who: hashlib.sha256(f"2010|groupe|3|{who}".encode()).hexdigest() for who in (3, 6, 11, 26, 19, 22)}
    assert lot("2010", "groupe", 3).order([3, 6, 11, 26, 19, 22]) == sorted(digests, key=digests.__getitem__)
    assert lot("é", "a").of("b") == int(hashlib.sha256("é|a|b".encode()).hexdigest(), 16)


@pytest.mark.parametrize("listed", permutations("abcd"))
def test_the_order_of_listing_does_not_matter(listed):
    assert lot("1", "x").order(listed) == lot("1", "x").order("abcd")
    assert lot("1", "x").one(listed) == lot("1", "x").order("abcd")[0]


def test_one_more_thing_moves_no_other():
    drawn = lot("1", "x").order(range(20))
    assert [who for who in drawn if who != 7] == lot("1", "x").order(who for who in range(20) if who != 7)


def test_every_place_is_as_likely():
    """6000 draws of 6: each place of each thing about 1000 times (standard deviation 29)."""
    firsts = Counter(
        (place, who) for seed in range(6000) for place, who in enumerate(lot(str(seed), "t").order(range(6)))
    )
    assert len(firsts) == 36 and all(abs(count - 1000) < 130 for count in firsts.values())
