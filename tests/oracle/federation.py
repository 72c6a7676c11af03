"""Invented years of a federation, month by month, by both programs, closing on.

Each month's folder has what has arrived since: most tournaments in the month in which they end, some late, some twice,
some again with a corrected score. Questions are answered before the next month, each by its own words, so that the same
question has the same answer on both sides. Compared of each month: the report's figures by licence, tournament, season
and threshold, the open questions, and the list for organisers; of chosen months the letters and the site as text.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterator
from datetime import date, timedelta
from email import message_from_bytes
from email.policy import default
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random
from zlib import crc32

from tests import federation_world as world
from tests.oracle import sheets
from tests.oracle.facts import Facts
from tests.oracle.played import COUNTS, FirstDifference, compare
from tests.oracle.program import Program

START = date(2015, 9, 1)
KEYS = {
    "Classement": ("Licence", "Nom", "Prénom"),
    "Joueurs": ("Licence", "Nom", "Prénoms"),
    "Tournois": ("Tournoi", "Début", "Fichier"),
    "À décider": ("Nature", "Tournoi", "Licence", "Nom", "Prénom"),
    "Saison": ("Date", "Mouvement", "Licence", "Nom", "Prénom", "Tournoi ou motif"),
    "Saison à saison": ("Saison",),
    "Seuils": ("Série",),
}  # sheet of the report -> what identifies a row
TEXTS = {"Grave", "À savoir", "Détails", "Message", "Objet", "SHA-256", "Empreinte", "Question", "Candidats",
         "Tournoi ou motif"}  # wording, and what follows from how a program reads  # fmt: skip
FREE = re.compile(r"\b(?:la|le|une?) ")  # an answer that is to be thought out, such as a date


def invent(folder: Path, seed: int, *, months: int, tournaments: int, people: int) -> list[date]:
    """Write the list of players, and what arrives each month, in `folder`; return the months' last days."""
    source = Random(f"federation {seed}")
    days = [_last_day(number) for number in range(months)]
    listed, events = world.invent_seasons(
        source, people=people, unknown=people // 10, tournaments=tournaments, start=START, days=30 * months
    )
    world.write_list(folder / "liste.csv", listed)
    for number, facts in enumerate(events):
        due = next((index for index, day in enumerate(days) if facts["last"] <= day), months - 1)
        arrives = [due + source.choice((0,) * 11 + (1, 2))]
        arrives += [arrives[0] + source.randint(0, 2)] if source.random() < 0.05 else []
        for index in arrives:
            if index < months:
                world.write_workbook(folder / f"{days[index]}" / f"{number}.xlsx", facts)
        if source.random() < 0.05 and arrives[0] + 1 < months:
            played = [match for matches in facts["rounds"] for match in matches if match["games"]]
            source.choice(played)["games"] = [(511, 299)]
            world.write_workbook(folder / f"{days[arrives[0] + 1]}" / f"{number} corrigé.xlsx", facts)
    adjusted = source.sample(listed, min(5, len(listed)))
    lines = [
        f"{days[months // 2]:%d/%m/%Y};{person['licence']};{source.randint(-50, 50)};Accord" for person in adjusted
    ]
    (folder / "ajustements.csv").write_text("\n".join(["Date;Licence;Points;Motif", *lines]), encoding="utf-8")
    for day in days:
        (folder / f"{day}").mkdir(exist_ok=True)
    return days


def _last_day(number: int) -> date:
    """Return the last day of a month, counted from the first."""
    year, month = divmod(START.month + number, 12)
    return date(START.year + year, month + 1, 1) - timedelta(days=1)


def play(old: Program, new: Program, folder: Path, *, seed: int = 0, months: int = 60, tournaments: int = 200,
         people: int = 400, as_text: Collection[int] = (29,)) -> FirstDifference | None:  # fmt: skip
    """Build month after month by both programs.

    Args:
        old: The oracle.
        new: The program that must do the same.
        folder: An empty folder.
        seed: Of the invented years.
        months: How many.
        tournaments: How many in all.
        people: How many in all; a tenth is not on the list at the beginning.
        as_text: Months whose letters and site are compared, too, counted from 0.

    Returns:
        The first month that differs, and how; None where none does.
    """
    days = invent(folder, seed, months=months, tournaments=tournaments, people=people)
    sides = [(program, folder / program.name) for program in (old, new)]
    for _, place in sides:
        place.mkdir()
    for number, (before, day) in enumerate(pairwise([None, *days])):
        act = f"$ federation build {day}"
        facts = [_build(program, place, folder, day, before) for program, place in sides]
        if number in as_text:
            facts = [known | read_texts(place, day) for known, (_, place) in zip(facts, sides, strict=True)]
        COUNTS.acts[f"$ federation build [{facts[0]['réponse', 'code', '']}]"] += 1
        COUNTS.acts.update(f"  {sheet} lines" for sheet, _ in {place[:2] for place in facts[0]}
                           if sheet.split(" ")[0] in {*KEYS, "À", "joueurs.csv"})  # fmt: skip
        COUNTS.acts.update(f"  {value}" for (sheet, _, column), value in facts[0].items()
                           if sheet == "Tournois" and column == "Verdict")  # fmt: skip
        found, ends = compare(act, *facts)
        if found:
            return FirstDifference(number + 1, act, found)
        if ends:
            return None
    return None


def _build(program: Program, place: Path, folder: Path, day: date, before: date | None) -> Facts:
    """Build and close a month; read what is compared."""
    date_text = f"{day:%d/%m/%Y} 18:00:00"
    known = program.run(["federation", "--help"], place, date_text).out
    words = ["federation", "build", str(folder / f"{day}"), "--date", f"{day}", "-o", f"{day}.xlsx"]
    words += ["--ajustements", str(folder / "ajustements.csv")]
    if before is None:
        words += ["--joueurs", str(folder / "liste.csv"), "--federation", "FFS", "--signature", "Anne Roux"]
    else:
        words += ["--decisions", f"{before}-decisions.csv"]
        words += [] if "--registre" in known else ["--avant", f"{before}.xlsx"]
    words += ["--clore"] if "--clore" in known else []
    answer = program.run(words, place, date_text)
    facts: Facts = {("réponse", "code", ""): answer.code}
    if answer.code:
        return facts | {("réponse", "said", ""): f"{program.name}: {answer.err}"}
    _answer_questions(place / f"{day}-decisions.csv")
    return facts | read_report(place / f"{day}.xlsx") | read_list(place / f"{day}-joueurs.csv")


def _answer_questions(path: Path) -> None:
    """Answer every open question by one of its possible answers, always the same for the same question."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        titles, *lines = csv.reader(stream, delimiter=";")
    for line in lines:
        question = dict(zip(titles, line, strict=True))
        choices = [
            choice for choice in question["Réponses possibles"].split(" | ") if choice and not FREE.search(choice)
        ]
        if choices and not question["Décision"]:
            key = " ".join(question[title] for title in ("Nature", "Tournoi", "Date", "Licence", "Nom", "Prénom"))
            line[titles.index("Décision")] = choices[crc32(key.encode()) % len(choices)]
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        csv.writer(stream, delimiter=";").writerows([titles, *lines])


# What is compared


_VARIATIONS = re.compile(r" Variation \S+ au lieu de \S+")  # what the line of an adjusted tournament says besides


def read_report(path: Path) -> Facts:
    """Read the figures of a report."""
    facts: Facts = {}
    content = sheets.content(path)
    *ended, _ = sorted(sheet.title for sheet in content if sheet.title.startswith("Saison 2"))
    for sheet in content:
        if sheet.title in ended:  # compared in its last month
            continue
        titles = KEYS.get(sheet.title) or KEYS.get(sheet.title.split(" ")[0], ())
        seen = Counter[str]()
        for row in sheets.rows(sheet) if titles else ():
            key = " ".join(_shown(row.get(title)) for title in titles if row.get(title) is not None)
            key = key.split(" (")[0] if sheet.title == "Tournois" else _VARIATIONS.sub("", key)
            seen[key] += 1
            facts |= {
                (sheet.title, f"{key} {seen[key]}", title): _shown(value)
                for title, value in row.items()
                if title not in TEXTS and title != "row" and value is not None
            }
    return facts


def read_list(path: Path) -> Facts:
    """Read the list for organisers."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        lines = sorted(csv.reader(stream, delimiter=";"))
    return {("joueurs.csv", " ".join(line[:3]), str(column)): value
            for line in lines for column, value in enumerate(line, start=1)}  # fmt: skip


def read_texts(place: Path, day: date) -> Facts:
    """Read the letters of a month, and the pages of its site, as lines: each with how often it is there."""
    facts: Facts = {}
    for path in sorted((place / "courriers").glob(f"{day}*.eml")):
        mail = message_from_bytes(path.read_bytes(), policy=default)
        body = mail.get_body(("plain",))
        facts |= _lines(path.name, f"{mail['to']}\n{mail['subject']}\n{body.get_content() if body else ''}")
    site = place / f"{day}-site"
    for path in sorted(site.rglob("*.html")) + sorted(site.rglob("*.csv")):
        name, page = re.sub(r"etat-\w+", "etat", path.relative_to(site).as_posix()), path.read_text(encoding="utf-8")
        if re.search(r"tournoi[-/]\d+\.html", name):  # by its title: its number may be another one
            name = " ".join(("tournoi", *re.findall(r"<h1>(.*?)</h1>", page)))
        facts |= _lines(name, "\n".join(_page_texts(page)))
    return facts


def _page_texts(page: str) -> Iterator[str]:
    page = re.sub(r'(?s)<(script|style)\b.*?</\1>|<div [^>]*role="img".*?</div>', "", page)
    yield from map(unescape, re.split(r"<[^>]*>", re.sub(r"etat-\w+", "etat", page)))


def _lines(name: str, text: str) -> Facts:
    counted = Counter(" ".join(_VARIATIONS.sub("", line).split()) for line in text.splitlines())
    return {(name, line, ""): count for line, count in counted.items() if line}


def _shown(value: object) -> str:
    if hasattr(value, "strftime"):
        return f"{value:%Y-%m-%d}"
    if isinstance(value, float):
        return f"{value:.6g}" if not value.is_integer() else str(int(value))
    return " ".join(str(value).split())
