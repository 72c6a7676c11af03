"""ELO files (X2) of the real tournaments in tests/data/othello, written as PAPP writes them."""

from __future__ import annotations

from collections import defaultdict

from tests.othello_data import of


def elo_file(tid: str) -> str:
    """The text of a tournament's file, players in the official order."""
    (line,) = of("tournaments", tid)
    lines = [
        f"%%Tournament: {line['name']}", f"%%Country: {line['country']}", f"%%Date: {line['date']}",
        "%%Sender: nobody", f"%%Creator: {line['creator']}", "%%CreationDate: 2018/10/12 18:00", "",
        "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating",
    ]  # fmt: skip
    for row in sorted(of("players", tid), key=lambda row: int(row["official_rank"])):
        number = int(row["player_id"])
        cells = (
            f"P{number:06}, F{number}, {row['country']}, {row['official_points']}, {row['official_discs_raw']}, 1500"
        )
        lines.append(f"%_%  {number:>6}, {cells}")
    rounds = defaultdict(list)
    for row in of("games", tid):
        rounds[int(row["round"])].append(row)
    for number in sorted(rounds):
        lines += ["", f"%Round: {number}"] + [_game(row) for row in rounds[number]]
    extra = of("extra_games", tid)
    if extra:
        lines += ["", "%%Added results"] + [_game(row) for row in extra]
    return "\r\n".join([*lines, ""])


def _game(row: dict[str, str]) -> str:
    black, white = float(row["black_discs"]), float(row["white_discs"])
    sign = ">" if black > white else "<" if black < white else "="
    return f"{row['black_id']:>6} ({row['black_discs']:>2}){sign}({row['white_discs']:>2}) {row['white_id']:>6} B"
