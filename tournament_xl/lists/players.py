"""From the cells of a list to its players: names taken apart, numbers read, duplicates found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from tournament_xl.book.grid import read_date
from tournament_xl.lists.columns import NAME_KEYS, SURNAME_LAST, ListTable, fold_title, short
from tournament_xl.texts import player_list as texts
from tournament_xl.texts.player_list import LAST_PLAYED

# Adjustments may have decimals (R11): one or two behind three digits, so that "1.80" is still no cote.
RATING = re.compile(r"(?:([0-9])[ .,'’]([0-9]{3})|([0-9]{1,4}))(?:[.,]0+|(?<=[0-9]{3})[.,]([0-9]{1,2}))?")


def to_players(
    table: ListTable, keys: Sequence[str], until: date | None = None, *, negative: bool = False
) -> list[dict[str, str]]:
    """One dict per line, with those of `keys` that are filled; problems go to the table.

    `negative`: whether cotes may be so (Othello). `until`: no last tournament can be later. A line with nothing but a
    number is a prepared empty line.
    """
    name_key = next(key for key in NAME_KEYS if key in table.columns)
    players: list[tuple[int, dict[str, str]]] = []
    for line, cells in table.rows:
        values = {key: cells[at] for key, (at, _) in table.columns.items() if at < len(cells) and cells[at]}
        if not values.keys() - {"N°"}:
            continue
        if name_key != "Nom" and name_key in values:
            values["Nom"], values["Prénom"] = _split(values[name_key], name_key)
        if "Nom" not in values:
            table.say(texts.NO_NAME, line, name_key)
        if LAST_PLAYED in keys and (last := values.get(LAST_PLAYED)):
            _check_day(table, line, last, until)
        for key, read, sentence in (("N°", _number, texts.NOT_A_NUMBER), ("Cote", _rating, texts.NOT_A_RATING)):
            text = values.get(key, "0")
            minus = "-" if negative and key == "Cote" and text[:1] in "-−" and text[1:] else ""
            value = read(text[len(minus) :])
            if value is None:
                table.say(sentence, line, key, value=short(values[key]))
            values[key] = minus + value if value else ""
        players.append((line, {key: values[key] for key in keys if values.get(key)}))
    _check_duplicates(table, name_key, players)
    return [player for _, player in players]


def _check_day(table: ListTable, line: int, last: str, until: date | None) -> None:
    """The day of the last tournament is one, and not to come."""
    day = read_date(last)
    if day is None:
        table.say(texts.NOT_A_DATE, line, LAST_PLAYED, value=short(last))
    elif until and day > until:
        table.say(texts.DAY_TO_COME, line, LAST_PLAYED, day=f"{day:%d/%m/%Y}", until=f"{until:%d/%m/%Y}")


def _number(text: str) -> str | None:
    """ "7", "07", "7." and "7.0" are 7; "" for 0; None if it is no number of a player."""
    match = re.fullmatch(r"([0-9]{1,6})(?:\.0*)?", text)
    return match and match[1].lstrip("0")


def _rating(text: str) -> str | None:
    """The digits of "1 803", "1803,0" or "1803*" (the star of a PL*, R1), with decimals where there are some; "" for 0
    and where a dash says that there is none; None if it is no cote.
    """
    if text in ("-", "–", "?"):
        return ""
    match = RATING.fullmatch(text.strip("* "))
    return match and (match[3] or match[1] + match[2]).lstrip("0") + (f",{match[4]}" if match[4] else "")


def _split(text: str, order: str) -> tuple[str, str]:
    """Surname and first name where the text itself shows them: by a comma, or by a surname in capitals.

    Otherwise the whole text and "": it still prints and sorts well, a wrong cut would not.
    """
    surname, comma, first = (part.strip() for part in text.partition(","))
    if comma:
        return (surname, first) if surname and first and "," not in first else (text, "")
    words = text.split()[:: -1 if order == SURNAME_LAST else 1]
    capitals = [word.isupper() and "." not in word and sum(map(str.isalpha, word)) > 1 for word in words]
    count = capitals.index(False) if False in capitals else 0
    sides = [side[:: -1 if order == SURNAME_LAST else 1] for side in (words[:count], words[count:])]
    initials = all(sum(map(str.isalpha, word)) < 3 for word in sides[0])  # "JP Dupont" looks like "LY Awa"
    if initials or any(capitals[count:]) or not sides[1][0][0].isupper():
        return text, ""
    return " ".join(sides[0]), " ".join(sides[1])


def _check_duplicates(table: ListTable, name_key: str, players: Sequence[tuple[int, dict[str, str]]]) -> None:
    """A number or a licence given twice; a name given twice, unless two licences tell the players apart."""
    sentences = {"N°": texts.SAME_NUMBER, "Licence": texts.SAME_LICENCE}
    seen: dict[tuple[str, str], tuple[int, str]] = {}  # kind and value -> line and name of the player who has it
    for line, player in players:
        name = " ".join(filter(None, (player.get("Nom"), player.get("Prénom"))))
        licence = "".join(player.get("Licence", "").casefold().split())
        folded = fold_title(name) if "Nom" in player else ""
        wanted = {"N°": player.get("N°"), "Licence": licence, "name without licence" if licence else "name": folded}
        for kind, value in wanted.items():
            if value and (kind, value) in seen:
                key = kind if kind in sentences else name_key
                other_line, other_name = seen[kind, value]
                other = table.place(other_line, key, short=True)
                table.say(sentences.get(kind, texts.SAME_NAME), line, key, name=short(other_name), other=other)
        facts = {"N°": player.get("N°"), "Licence": licence, "name": folded}
        for kind, value in (facts if licence else facts | {"name without licence": folded}).items():
            seen.setdefault((kind, value or ""), (line, name))
