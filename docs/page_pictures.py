"""`make pictures`: the page of `make page` at four sizes, a round under way (docs/images/page-WIDTH.png), and its first
minute (page-nouveau.png); what `publish` makes of two samples, on the hall's screen, in a browser and on a phone
(publication-*.png).
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests import books  # noqa: E402
from tests.browser import Browser, chromium  # noqa: E402
from tests.page_browser import anew, opened, take  # noqa: E402

PUBLISHED = {
    "ecran": ("championnat-64-en-cours", "ecran.html", 1280, 720), "page": ("geneve-2010", "index.html", 1280, 720),
    "telephone": ("championnat-64-en-cours", "index.html", 390, 844),
}  # picture -> sample, page, screen  # fmt: skip
SIZES = (
    (1920, 1080, "grid", "light"), (1366, 800, "round", "light"), (820, 1180, "players", "light"),
    (390, 844, "round", "dark"),
)  # fmt: skip
NAMES = (
    "Ndong Essono;Brice", "L'Hermitte;Maïté", "Moutoussamy;Éloïse", "Vial-Perrachon;Solange",
    "Lœwenguth;François-Xavier", "Brunet-Manquat;Odile", "Charrasse;Noël", "Diabaté;Korotoum", "Tixador;Léandre",
    "Ben Saïd;Inès", "Cœurdevey;Étienne", "Görg;Hélène",
)  # fmt: skip
TITLE = ("Nom=Coupe du lac", "Lieu=Annecy", "Date de début=21/11/2026", "Nombre de rondes=5", "Graine=7")


def under_way(folder: Path) -> Path:
    """Twelve players, three rounds played, half of the fourth."""
    players = folder / "liste.csv"
    lines = ["Nom;Prénom;Cote", *(f"{name};{2600 - 60 * at}" for at, name in enumerate(NAMES))]
    players.write_text("\n".join(lines), encoding="utf-8")
    path, words = folder / "coupe.xlsx", [word for one in TITLE for word in ("--set", one)]
    assert books.run("new", path, "--formule", "classique", "--joueurs", players, *words) == 0
    books.pair(books.simulate(path, 3))
    rows = [row for row in books.lines(path, "Résultats") if row["Ronde"] == 4]
    played = [row for row in rows if row["Table"] in (1, 2, 4)]
    books.edit(path, {
        f"Résultats!{column}!{row['row']}": score - 7 * row["Table"]
        for row in played for column, score in (("Score 1", 438), ("Score 2", 395))
    })  # fmt: skip
    return books.update(path)


def publications(browser: Browser, folder: Path) -> None:
    for picture, (sample, page, width, height) in PUBLISHED.items():
        if not (folder / sample).exists():
            assert books.run("publish", ROOT / "samples" / f"{sample}.xlsx", "--to", folder / sample) == 0
        browser.open(folder / sample / page, width, height)
        (ROOT / "docs" / "images" / f"publication-{picture}.png").write_bytes(browser.picture())


def first_minute(browser: Browser) -> None:
    """A new tournament whose pasted list is refused at its line, on a small laptop (page-nouveau.png)."""
    browser.prefer("light")
    anew(browser, width=1366, height=640)
    browser.run("$('begin').click()")
    pasted = "\n".join(("Ndong Essono Brice 2600", "L'Hermitte Maïté (Annecy)", "Vial-Perrachon 12 Solange"))
    for box, text in (("input[required]", "Coupe du lac"), ("textarea", pasted)):
        browser.run(f"$('dialog').querySelector('{box}').value = {json.dumps(text)}")
    browser.run("$('dialog').querySelector('footer .main').click()")
    browser.until("!!$('dialog').querySelector('[aria-invalid]')", 60)
    (ROOT / "docs" / "images" / "page-nouveau.png").write_bytes(browser.picture())


def main() -> None:
    with tempfile.TemporaryDirectory() as name, chromium(Path(name) / "profile") as browser:
        publications(browser, Path(name))
        book = under_way(Path(name))
        for width, height, tab, scheme in SIZES:
            browser.prefer(scheme)
            opened(browser, width=width, height=height)
            take(browser, book)
            browser.run(f"showTab('{tab}').then(() => 1)")
            (ROOT / "docs" / "images" / f"page-{width}.png").write_bytes(browser.picture())
        first_minute(browser)


if __name__ == "__main__":
    main()
