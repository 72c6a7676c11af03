"""What is compared of a workbook and of an answer, as facts: place -> value.

A place is (sheet, key of the row, title of the column): ("Classement", "N° 3", "Pdep"). The key of a row is what
identifies it: a N°, a round and table, a setting; never where it stands.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from string import Formatter

from openpyxl.utils.cell import coordinate_to_tuple, get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tests.oracle import sheets
from tests.oracle.program import Answer, Catalogue
from tests.oracle.sheets import Row

Place = tuple[str, str, str]  # sheet, row, column; of an answer: "réponse", what, which
Facts = dict[Place, object]

TYPED = ("Joueurs", "Résultats", "Prix", "Tables", "Finales")  # rows without a key count, too
REPEATED_HEAD = "T."  # Appariements: heads the tables again on each page
COMPUTED = ("Appariements", "Classement", "Grille", "Cotes", "Groupes", "Évolution", "Faits marquants", "Équipes")
NAMES = {"Joueur", "Joueur 1", "Joueur 2", "Noir", "Blanc", "Contre", "Gagnant", "Comptent"}  # they show players
TOLD = {
    ("Évolution", "Joueur"), ("Faits marquants", "Joueur"), ("Faits marquants", "Contre"), ("Prix", "Gagnant"),
    ("Équipes", "Comptent"), ("Appariements", "Joueur 1"), ("Appariements", "Joueur 2"), ("Appariements", "Noir"),
    ("Appariements", "Blanc"),
}  # names for which the N° are compared, as nothing else in the row tells who it is  # fmt: skip
TEXTS = {"Motif", "Pourquoi", "Détail", "Aide", "Par place", "Ce qui se joue"}  # wording
IDENTITY = {"Club", "Pays", "Licence"}  # of a player on a computed sheet: as typed on Joueurs
LABELS = {
    "Tournoi": ("Joueurs présents", "Rondes jouées", "Ronde en cours", "Résultats manquants"),
    "Cotes": ("Catégorie", "M", "CT", "PJmax", "PJmin", "% Joker"),
    "Finales": ("Barrage pour la 4e place", "Demi-finales", "Match pour la 3e place", "Grande finale"),
    "Arbitre": ("Total des droits",),
}  # texts outside tables whose value stands in the next cell
WATCHED = {*TYPED, *COMPUTED, *LABELS, "Journal"}


# A workbook


def read_facts(path: Path) -> Facts:
    """Read all that is compared of a workbook."""
    book, facts = sheets.content(path), Facts()
    players = book["Joueurs"] if "Joueurs" in book.sheetnames else None
    for name in book.sheetnames:
        if name in WATCHED:
            facts |= _sheet_facts(book[name], players)
    return facts


@lru_cache(maxsize=1024)  # from one act to the next most sheets stay
def _sheet_facts(sheet: Worksheet, players: Worksheet | None) -> Facts:
    name = sheet.title
    facts = {(name, label, ""): value for label, value in _labels(sheet)}
    if name == "Tournoi":
        facts |= {(name, _text(row["Paramètre"]), "Valeur"): _plain(row["Valeur"])
                  for row in sheets.rows(sheet) if row.get("Paramètre")}  # fmt: skip
    elif name == "Journal":
        facts |= {(name, _text(row.get("Action")), _text(row.get("Ronde"))): "said" for row in sheets.rows(sheet)}
    elif name in TYPED or name in COMPUTED:
        facts |= _table(sheet, _people(players) if players else {})
    return {place: value for place, value in facts.items() if value is not None}


def _table(sheet: Worksheet, people: Mapping[str, int]) -> Facts:
    name, facts, keys = sheet.title, Facts(), set()
    top = sheets.header(sheet).top
    for row in sheets.rows(sheet):
        key = row_key(name, row, people, top)
        while key in keys:
            key += "'"
        if not key or (name in COMPUTED and key.startswith("+")) or row.get("Table") == REPEATED_HEAD:
            continue
        keys.add(key)
        for title, value in row.items():
            if (name, title) in TOLD:
                facts[name, key, title] = _who(value, people)
            elif title not in NAMES | TEXTS | {"row"} and not (name in COMPUTED and title in IDENTITY):
                facts[name, key, title] = _mark(value) if name == "Grille" else _plain(value)
    return facts


def row_key(sheet: str, row: Row, people: Mapping[str, int], top: int) -> str:
    """Say which row of a table it is; "+3" for the third below the titles, where nothing identifies it."""
    parts: Sequence[object] = ()
    if sheet == "Joueurs":
        parts = [f"N° {_plain(row['N°'])}"] if row.get("N°") is not None else [row.get("Nom"), row.get("Prénom")]
    elif sheet == "Résultats":
        parts = [row.get("Ronde"), row.get("Table")]
        if row.get("Table") is None:
            parts = [row.get("Ronde"), *(row.get(title) for title in ("N° 1", "N° 2", "N° N", "N° B"))]
        parts = ["/".join(str(_plain(part)) for part in parts if part is not None)]
    elif sheet in ("Évolution", "Faits marquants"):
        parts = [row.get("Fait"), _who(row.get("Joueur"), people), row.get("Ronde")]
    elif sheet == "Finales":
        parts = [row.get("Match"), row.get("Partie")]
    elif sheet == "Prix":
        parts = [row.get("Prix"), row.get("Pour"), row.get("Rang")]
    elif sheet == "Tables":
        parts = [row.get("Joueurs"), row.get("Ronde"), row.get("Siège 1")]
    elif sheet in ("Équipes", "Appariements"):
        parts = [row.get("Équipe"), row.get("Table")]
    elif sheet == "Tournoi":
        parts = [row.get("Paramètre")]
    elif row.get("N°") is not None:
        parts = [f"N° {_plain(row['N°'])}"]
    return " ".join(_text(part) for part in parts if part is not None) or f"+{row['row'] - top}"


def _labels(sheet: Worksheet) -> Iterable[tuple[str, object]]:
    wanted = LABELS.get(sheet.title, ())
    top = sheets.header(sheet).top if sheet.title == "Cotes" else sheets.TOP
    for (row, column), cell in sorted(sheet._cells.items()):
        if cell.value in wanted and row < top:
            beside = sheet._cells.get((row, column + 1))
            value = _plain(beside.value) if beside else None
            yield cell.value, " ".join(re.findall(r"\d+", str(value))) if sheet.title == "Tournoi" else value


@lru_cache(maxsize=64)
def _people(sheet: Worksheet) -> dict[str, int]:
    """Read who has which N°: his name in plain words -> N°; the family name alone, too, where it is one person's."""
    rows = [row for row in sheets.rows(sheet) if row.get("Nom") is not None and isinstance(row.get("N°"), int | float)]
    families = Counter(_words(row["Nom"]) for row in rows)
    found: dict[str, int] = {}
    for row in rows:
        names = [f"{row['Nom']} {row.get('Prénom') or ''}"] + [row["Nom"]] * (families[_words(row["Nom"])] == 1)
        found |= {_words(name): int(row["N°"]) for name in names}
    return found


def _who(value: object, people: Mapping[str, int]) -> object:
    """Turn a text that names players into their N°; the text itself where it names none."""
    if value is None:
        return None
    words = _words(value)
    named = {number: name for name, number in people.items() if f" {name} " in f" {words} "}
    full = {number for number, name in named.items()
            if not any(name != other and f" {name} " in f" {other} " for other in named.values())}  # fmt: skip
    return " ".join(f"N° {number}" for number in sorted(full)) or words


@lru_cache(maxsize=10_000)
def _words(text: object) -> str:
    plain = unicodedata.normalize("NFKD", str(text).casefold().replace("œ", "oe").replace("æ", "ae"))
    return " ".join(re.findall(r"\w+", "".join(letter for letter in plain if not unicodedata.combining(letter))))


def _mark(value: object) -> object:
    """Reduce a game on Grille to its result and the opponent's place, without his name."""
    found = re.fullmatch(r"([^\n]*)\n(\d+)?.*", value, re.DOTALL) if isinstance(value, str) else None
    return f"{found[1]} | {found[2]}" if found else _plain(value)


def _plain(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _text(value: object) -> str:
    return " ".join(str(_plain(value)).split())


# An answer


def read_answer(answer: Answer, words: Sequence[str], path: Path, sentences: Sentences) -> Facts:
    """Read all that is compared of an answer: exit code, problems, keys of refusals and warnings, some figures."""
    facts: Facts = {("réponse", "code", ""): answer.code}
    keys = _refusal_keys(answer.err, path, sentences) if answer.code in (1, 3, 5) else []
    if not answer.code:
        warnings = re.findall(r"(?m)^À savoir : (.*)", answer.out)
        keys = [f"À savoir · {key}" for text in warnings if not (key := sentences.key(text)).startswith("?")]
    facts |= {("réponse", key, str(count)): "said" for count, key in _numbered(sorted(keys))}
    if answer.code != 2 and words[0] == "check":
        facts |= _check_facts(answer, path)
    if words[0] in ("standings", "et-si"):
        figures = re.findall(r"(?m)^ +\d+ .*$", answer.out)
        facts |= {("réponse", words[0], str(n)): " ".join(re.findall(r"-?\d+", line)) for n, line in enumerate(figures)}
    return facts


def _refusal_keys(text: str, path: Path, sentences: Sentences) -> list[str]:
    """Say by their keys why a command was refused, a problem with its place."""
    keys = []
    for line in filter(None, text.splitlines()):
        key = sentences.key(line)
        if found := re.match(r"([^!:]+)!([A-Z]+\d+) : (.*)", line):
            inner = sentences.key(found[3])
            key = " · ".join((*cell_place(path, found[1], found[2]), key if inner.startswith("?") else inner))
        keys.append(key)
    return keys


def cell_place(path: Path, name: str, cell: str) -> Place:
    """Say where a cell is: sheet, key of its row, title of its column."""
    row, column = coordinate_to_tuple(cell)
    book = sheets.content(path) if path.is_file() else None
    if not book or name not in book.sheetnames:
        return name, str(row), get_column_letter(column)
    sheet = book[name]
    top, columns = sheets.header(sheet)
    title = next((title for title, letter in columns.items() if letter == get_column_letter(column)), "")
    line = next((line for line in sheets.rows(sheet) if line["row"] == row), None)
    key = row_key(name, line, _people(book["Joueurs"]), top) if line else f"+{row - top}"
    return name, key, title or get_column_letter(column)


def _check_facts(answer: Answer, path: Path) -> Facts:
    """Read what `check --json` says of each file: verdicts, rounds, and where it has found something."""
    try:
        report = json.loads(answer.out)
    except ValueError:
        return {}
    facts: Facts = {}
    for number, file in enumerate(report if isinstance(report, list) else report.get("files", [report])):
        who = f"check {number}"
        facts |= {("réponse", who, key): file.get(key)
                  for key in ("formula", "rounds", "standings_ok", "ratings_ok", "lots_ok")}  # fmt: skip
        facts["réponse", who, "problems"] = len(file.get("problems", ()))
        for found in file.get("pairings", ()):
            facts |= {("réponse", f"{who} · ronde {found['round']}", key): found.get(key)
                      for key in ("same", "cost", "optimum")}  # fmt: skip
        for found in file.get("findings", ()):
            sheet, cell = found.get("sheet", ""), found.get("cell", "")
            where = " · ".join(cell_place(path, sheet, cell) if cell else (sheet,))
            facts["réponse", f"{who} · {found.get('kind')} · {where}", ""] = "stale" if found.get("stale") else "wrong"
    return facts


def _numbered(keys: Iterable[str]) -> Iterable[tuple[int, str]]:
    seen = Counter[str]()
    for key in keys:
        seen[key] += 1
        yield seen[key], key


class Sentences:
    """The sentences of a program, recognised by the templates of its catalogue."""

    def __init__(self, catalogue: Catalogue, renamed: Mapping[str, str], reworded: Mapping[str, str]) -> None:
        """Compile the templates.

        Args:
            catalogue: Module -> key -> templates.
            renamed: Key of the new program -> key of the old one.
            reworded: Pattern of a sentence that the catalogue does not have -> key of the old one.
        """
        self._patterns: list[tuple[int, str, str, str]] = []  # letters, beginning, pattern, key
        for keys in catalogue.values():
            for key, templates in keys.items():
                for template in templates:
                    if pattern := _pattern(template):
                        self._patterns.append((*pattern, renamed.get(key, key)))
        self._patterns += [(10_000, "", pattern, key) for pattern, key in reworded.items()]
        self._patterns.sort(key=lambda entry: (-entry[0], entry[3]))
        self.key = lru_cache(maxsize=50_000)(self._key)

    def _key(self, text: str) -> str:
        """Return the key of the most particular template that fits; "?" and the sentence without figures if none."""
        text = _spaced(text)
        for _, start, pattern, key in self._patterns:
            if text.startswith(start) and _compiled(pattern).fullmatch(text):
                return key
        return f"?{re.sub(r'«[^»]*»|[0-9]+', '#', text)}" if text.strip() else ""


@lru_cache(maxsize=5_000)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


def _pattern(template: str) -> tuple[int, str, str] | None:
    """Turn a template into: how many letters it has, its letters before the first field, its pattern."""
    try:
        parts = list(Formatter().parse(_spaced(template)))
    except ValueError:
        return None
    letters = sum(map(str.isalpha, "".join(literal for literal, *_ in parts)))
    if letters < 10:  # of others anything might be an instance
        return None
    pattern = "".join(re.escape(literal).replace(r"\.", r"\.?") + ("" if field is None else ".*?")
                      for literal, field, *_ in parts)  # fmt: skip
    start = re.match(r"[^.]*", parts[0][0])[0]
    return letters, start, pattern


def _spaced(text: str) -> str:
    return text.replace("\xa0", " ").replace("\u202f", " ")
