"""The federation's pictures in docs/images: a ranking of two months, the second with a file that came late.

Called by pictures.py; the tournaments are played on samples/joueurs-federation.csv with fixed seeds. Needs Chromium.
"""

from __future__ import annotations

import email
import email.policy
import subprocess
from collections.abc import Iterator
from html import escape
from pathlib import Path
from random import Random

from build_samples import pressed

from tests.browser import Browser, chromium
from tournament_xl.actions import simulate
from tournament_xl.frontends.cli.main import main as tournament_xl
from tournament_xl.players.player_lists import read_list
from tournament_xl.storage import new_file
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook.snapshot import compute_edits

ROOT = Path(__file__).resolve().parent.parent
LIST, ICON = ROOT / "samples" / "joueurs-federation.csv", ROOT / "web" / "icons" / "192.png"
PLAYED = {  # month of the publication -> place and day of the tournaments that come into its folder
    "2026-10-31": {"Vienne": "03/10/2026", "Lomé": "10/10/2026", "Annecy": "18/10/2026", "Lausanne": "24/10/2026"},
    # Genève is received a month late
    "2026-11-30": {"Genève": "11/10/2026", "Dakar": "07/11/2026", "Amiens": "14/11/2026", "Cotonou": "21/11/2026"},
}
SCREENS = {1366: 768, 390: 844}
PARTS = {
    "tournoi": "document.querySelector('.grille').closest('section').scrollIntoView()"
}  # page -> what shows its part
LETTER = """<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>body{margin:0;font:15px/1.5
Carlito,sans-serif}header{background:#f2f2f2;padding:12px 16px}pre{font:13px/1.5 "DejaVu Sans Mono",monospace;
white-space:pre-wrap;margin:0;padding:12px 16px;max-width:90ch}</style>"""


def publications(work: Path) -> Iterator[Path]:
    """Build the workbook of each month, in order; folders next to it have its pages and letters."""
    listed = work / "liste.csv"  # with the day of everybody's last tournament
    listed.write_bytes(b"".join(line + b";01/06/2026\r\n" for line in LIST.read_bytes().splitlines()))
    before = ["--joueurs", str(listed), "--federation", "Fédération de Scrabble", "--logo", str(_logo(work))]
    before += ["--signature", "Anne Roux, classement international"]
    for month, played in PLAYED.items():
        for place, day in played.items():
            _tournament(work / month / f"{place}.xlsx", place, day)
        book = work / f"{month}.xlsx"
        words = ["federation", "publish", str(work / month), "--date", month, "-o", str(book), *before]
        assert tournament_xl(words) == 0, month
        before = []
        yield book


def title(place: str) -> str:
    return f"TH d'{place}" if place[0] in "AÉ" else f"TH de {place}"


def _tournament(path: Path, place: str, day: str) -> None:
    """Write a tournament of twelve players of the list, five rounds; one player lacks a letter."""
    path.parent.mkdir(exist_ok=True)
    players = [dict(player) for player in Random(place).sample(read_list(LIST), 12)]
    players[0]["Nom"] = players[0]["Nom"][:-1]
    chosen = {"Nom": title(place), "Lieu": place, "Date de début": day, "Organisateur": "Léa Rey <lea@club.example>"}
    new_file.create_workbook(path, chosen, players, date=f"{day} 14:05")
    book = ClosedFile(path)
    start = book.read()
    end = pressed(start, simulate.simulate(start, None, simulate.Chances(place), f"{day} 18:05"))
    book.write(compute_edits(start, end), stamp=None)


def _logo(work: Path) -> Path:
    """Draw our icon with its corners filled."""
    path = work / "logo.png"
    subprocess.run(["convert", str(ICON), "-background", "#1F5C4A", "-flatten", str(path)], check=True)
    return path


def draw_federation(work: Path, folder: Path) -> Iterator[Path]:
    """Draw the ranking, a player, a grid, changes and a letter, on wide and narrow screens; return the paths."""
    *_, book = publications(work)
    site = book.with_name(f"{book.stem}-site")
    (state,) = site.glob("etat-*")
    player = max(site.glob("joueur/*.html"), key=lambda page: (page.read_text("utf-8").count("<tr>"), page.name))
    letters = book.with_name("courriers")
    pages = {
        "classement": site / "index.html",
        "joueur": player,
        "tournoi": site / "tournoi" / "1.html",
        "changements": state / "changements.html",
        "courrier": _mail(next(letters.glob(f"{book.stem} *.eml"))),
    }
    with chromium(work / "chromium") as browser:
        for name, page in pages.items():
            for width in SCREENS:
                yield _screen(browser, page, folder / f"federation-{name}-{width}.png", width, PARTS.get(name, ""))


def _mail(draft: Path) -> Path:
    """Write the letter as a page, much as mail programs show it."""
    mail = email.message_from_bytes(draft.read_bytes(), policy=email.policy.default)
    body = mail.get_body(("plain",))
    assert body
    head = f"<b>À :</b> {escape(mail['to'])}<br><b>Objet :</b> {escape(mail['subject'])}"
    joined = ", ".join(str(part.get_filename()) for part in mail.iter_attachments())
    head += f"<br><b>Joints :</b> {escape(joined)}"
    page = draft.with_suffix(".html")
    page.write_text(f"{LETTER}<header>{head}</header><pre>{escape(body.get_content())}</pre>", encoding="utf-8")
    return page


def _screen(browser: Browser, page: Path, picture: Path, width: int, part: str) -> Path:
    """Save the first screen of a page, or the part that a script shows; nothing may be wider than the screen."""
    browser.open(page, width, SCREENS[width])
    browser.run(f"{part or 0}, 0")
    wide = browser.run("document.documentElement.scrollWidth")
    assert wide <= width, f"{page.name}: {wide} px at {width}"
    picture.write_bytes(browser.picture())
    subprocess.run(["convert", str(picture), "+dither", "-colors", "64", "-strip", f"PNG8:{picture}"], check=True)
    return picture
