"""Rules broken on purpose, one line at a time: do the tests notice? `python -m tests.mutations [NUMBER …]`.

Each line below is changed in a copy of the tree, and the tests of the rules run until the first one fails. Whoever
changes such a line changes it here, too (tests/test_house.py).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLASSIQUE = ("test_search", "test_rules_scoring", "test_rules_pairing", "test_published_example", "test_naive")
RATING = ("test_rules_rating", "test_naive")
OPEN = ("test_rules_open", "test_properties", "test_naive")
OTHELLO = ("test_othello_results", "test_othello_finals", "test_othello_naive", "test_othello_pairing")
SCORING, STANDINGS = "rules/scrabble/scoring.py", "rules/scrabble/standings.py"
INITIAL = "rules/scrabble/initial.py"
GROUPS = "rules/scrabble/open_groups.py"
SEARCH, FIELD = "rules/scrabble/search.py", "rules/scrabble/classique.py"
RATE, COSTS = "rules/scrabble/rating.py", "rules/othello/costs.py"
MUTATIONS = (  # file, what stands there, what is put in its place, tests
    (SCORING, "CAP = 100", "CAP = 101", CLASSIQUE),
    (SCORING, "WIN, DRAW, LOSS, FORFEIT = 3, 2, 1, 0", "WIN, DRAW, LOSS, FORFEIT = 3, 2, 0, 0", CLASSIQUE),
    (SCORING, "len(match.games) >= 2 * games_to_win - 1", "len(match.games) >= 2 * games_to_win", CLASSIQUE),
    (SCORING, "return match.complete and not match.forfeits", "return match.complete", CLASSIQUE),
    (SCORING, 'FORFEIT, -value, "P") if match.forfeits else', 'FORFEIT, 0, "P") if match.forfeits else', CLASSIQUE),
    (SCORING, 'return own, Tally(LOSS, -value, "P")', 'return own, Tally(FORFEIT, -value, "P")', CLASSIQUE),
    (SCORING, '0, "P"), Tally(FORFEIT, 0, "P")', '-value, "P"), Tally(FORFEIT, -value, "P")', CLASSIQUE),
    (STANDINGS, "-among.get(number, 0), -pdep[number]", "-pdep[number], -among.get(number, 0)", CLASSIQUE),
    (STANDINGS, "present is None and after == tournament.settings.rounds", "present is None", CLASSIQUE),
    (STANDINGS, "< len(group) * (len(group) - 1) // 2", "< len(group) - 1", CLASSIQUE),
    (STANDINGS, "for number in ranked if number != X)", "for number in ranked)", CLASSIQUE),
    (STANDINGS, "won_one, won_two = winners(final)", "won_two, won_one = winners(final)", OPEN),
    (INITIAL, "-player.cote, fold(player.full_name)", "-player.cote, player.full_name", CLASSIQUE),
    (INITIAL, "if strength(player) > strength(entrant):", "if strength(player) < strength(entrant):", CLASSIQUE),
    (INITIAL, "return math.ceil(player.seed or 0.0) - 0.5", "return math.floor(player.seed or 0.0) - 0.5", CLASSIQUE),
    (FIELD, "2 if registered <= 8 else 3", "2 if registered < 8 else 3", CLASSIQUE),
    (FIELD, "folded = 2 * ((len(order) + 1) // 3)", "folded = 2 * (len(order) // 3)", CLASSIQUE),
    (FIELD, "min(came, key=lambda who: (entries[who]", "max(came, key=lambda who: (entries[who]", CLASSIQUE),
    (SEARCH, "range(normal + 1, len(free))", "range(len(free) - 1, normal, -1)", CLASSIQUE),
    (SEARCH, "if 3 * place > 2 * total}", "if 3 * place >= 2 * total}", CLASSIQUE),
    (SEARCH, "p.two in last_third or p.reason.rematch]", "p.two in last_third]", CLASSIQUE),
    ("rules/scrabble/round_robin.py", "(pivot - step - 1) % ring + 1", "(pivot - step) % ring + 1", CLASSIQUE),
    (RATE, "return registered - place + 1", "return registered - place", RATING),
    (RATE, "thirds = 2 if difference >= 0 else 1", "thirds = 2", RATING),
    (RATE, "if place > len(season.bonus):", "if place >= len(season.bonus):", RATING),
    (RATE, "1 + sum(other.place < line.place", "1 + sum(other.place <= line.place", RATING),
    (RATE, "min(games, season.most_games)", "games", RATING),
    (RATE, "lacking = (100 - jokers) / 2", "lacking = (100 - jokers) / 3", RATING),
    (RATE, "if number != X and not match.gave(number)", "if number != X", RATING),
    (GROUPS, "if number > ROUNDS:", "if number >= ROUNDS:", OPEN),
    (GROUPS, "return 8 if registered <= MOST_IN_EIGHT", "return 8 if registered < MOST_IN_EIGHT", OPEN),
    (COSTS, "past.score for past in self._pasts)]) - 1", "past.score for past in self._pasts)])", OTHELLO),
    (COSTS, "JUST_BEFORE if games[-1][0] == number - 1", "JUST_BEFORE if games[0][0] == number - 1", OTHELLO),
    (COSTS, "FORBIDDEN if number >= int(found[1])", "FORBIDDEN if number > int(found[1])", OTHELLO),
    (COSTS, "FORBIDDEN if before == black else REMATCH", "FORBIDDEN if before != black else REMATCH", OTHELLO),
    (COSTS, "min(black + other_white, white + other_black)", "black + other_white", OTHELLO),
)  # fmt: skip


def main() -> int:
    chosen = [int(word) for word in sys.argv[1:]] or range(1, len(MUTATIONS) + 1)
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "images"))
        for number in chosen:
            file, old, new, tests = MUTATIONS[number - 1]
            noticed = _noticed(copy, copy / "tournament_xl" / file, old, new, tests)
            print(f"{number:>2} {file}: {old.strip()} -> {new.strip()}", flush=True)
            print(f"   {noticed or 'SURVIVED'}", flush=True)
            if not noticed:
                survivors.append(number)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} noticed; survivors: {survivors}")
    return 1 if survivors else 0


def _noticed(copy: Path, file: Path, old: str, new: str, tests: tuple[str, ...]) -> str:
    """The first test that fails; "" when none does."""
    source = file.read_text(encoding="utf-8")
    file.write_text(source.replace(old, new), encoding="utf-8")
    try:
        words = ["-x", "-q", "-p", "no:cacheprovider", *(f"tests/{name}.py" for name in tests)]
        done = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", *words], cwd=copy, env=os.environ | {"PYTHONPATH": str(copy)},
            capture_output=True, text=True,
        )  # fmt: skip
    finally:
        file.write_text(source, encoding="utf-8")
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if done.returncode not in (0, 1):
        return f"the tests cannot run: {done.stdout[-200:]}"
    return failed[0].split(" - ")[0] if failed else ""


if __name__ == "__main__":
    sys.exit(main())
