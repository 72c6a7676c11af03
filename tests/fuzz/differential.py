"""Random tournaments against the second implementations: `python -m tests.fuzz.differential [--count N]`.

The same comparisons as in tests/test_naive*.py and tests/test_othello_*.py, which try some of each; this runs N of
each formula in several processes and prints how many tournaments were compared, and the seeds that differ.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests import test_naive, test_othello_large, test_othello_naive, test_search

FORMULAS: dict[str, Callable[[int], object]] = {
    **{kind: partial(test_naive.test_a_tournament_goes_as_the_rules_page_says, kind) for kind in test_naive.KINDS},
    **{
        f"ratings {kind}": partial(test_naive.test_the_ratings_are_as_the_rules_page_says, kind=kind)
        for kind in test_naive.RATED
    },
    "Othello": test_othello_naive.test_costs_optimum_and_standings_are_those_of_the_rules_page,
    "Othello, large fields": partial(test_othello_large.compare, test_othello_large.IN_THE_TRIAL),
    "search, 6 players": partial(test_search.compare_by_chance, 6),
    "search, 8 players": partial(test_search.compare_by_chance, 8),
}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=3000)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--formula", action="append", choices=tuple(FORMULAS))
    chosen = options.parse_args()
    bad = 0
    with ProcessPoolExecutor(chosen.workers, multiprocessing.get_context("spawn")) as pool:
        for name in chosen.formula or FORMULAS:
            began = time.monotonic()
            seeds = range(chosen.first, chosen.first + chosen.count)
            differing = [text for text in pool.map(partial(_differs, name), seeds, chunksize=20) if text]
            print(
                f"{name}: {len(seeds)} compared, {len(differing)} differ, {time.monotonic() - began:.0f} s", flush=True
            )
            print(*differing[:3], sep="\n", end="")
            bad += len(differing)
    return 1 if bad else 0


def _differs(name: str, seed: int) -> str:
    """What differs; "" when nothing does."""
    try:
        FORMULAS[name](seed=seed)
    except Exception:
        return f"{name}, seed {seed}\n{traceback.format_exc()[-2000:]}\n"
    return ""


if __name__ == "__main__":
    sys.exit(main())
