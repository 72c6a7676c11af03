"""`make pictures`: the page of `make page` at three sizes, a round under way (docs/images/page-WIDTH.png), and the
hall's screen, served, with results that phones have sent (publication-ecran.png).
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests import books  # noqa: E402
from tests.browser import Browser, chromium  # noqa: E402
from tests.hall_phones import Hall  # noqa: E402
from tests.page_browser import drop_file, open_page  # noqa: E402
from tournament_xl.phones.served_pages import open_server  # noqa: E402

ADDRESS = "http://192.168.1.20:8064/"  # of the hall, as its code has it
SENT = 7  # tables whose two players have sent their result
SIZES = (
    (1366, 800, "round", "light"), (900, 640, "round", "light"), (390, 844, "round", "dark"),
)  # fmt: skip
NAMES = (
    "Ndong Essono;Brice", "L'Hermitte;Maïté", "Moutoussamy;Éloïse", "Vial-Perrachon;Solange",
    "Lœwenguth;François-Xavier", "Brunet-Manquat;Odile", "Charrasse;Noël", "Diabaté;Korotoum", "Tixador;Léandre",
    "Ben Saïd;Inès", "Cœurdevey;Étienne", "Görg;Hélène",
)  # fmt: skip
TITLE = ("Nom=Coupe du lac", "Lieu=Annecy", "Date de début=21/11/2026", "Nombre de rondes=5", "Graine=7")


def under_way(folder: Path) -> Path:
    """Write a tournament of twelve players: three rounds played, half of the fourth."""
    players = folder / "liste.csv"
    lines = ["Nom;Prénom;Cote", *(f"{name};{2600 - 60 * index}" for index, name in enumerate(NAMES))]
    players.write_text("\n".join(lines), encoding="utf-8")
    path, words = folder / "coupe.xlsx", [word for setting in TITLE for word in ("--set", setting)]
    assert books.run("new", path, "--formule", "classique", "--joueurs", players, *words) == 0
    books.pair(books.simulate(path, 3))
    rows = [row for row in books.lines(path, "Résultats") if row["Ronde"] == 4]
    played = [row for row in rows if row["Table"] in (1, 2, 4)]
    books.edit(path, {
        f"Résultats!{column}!{row['row']}": score - 7 * row["Table"]
        for row in played for column, score in (("Score 1", 438), ("Score 2", 395))
    })  # fmt: skip
    return books.update(path)


def hall_screen(browser: Browser, folder: Path) -> None:
    """Draw the screen by table, as `publish --serve` gives it while phones send results."""
    hall = Hall(shutil.copy(ROOT / "samples" / "championnat-64-en-cours.xlsx", folder))
    hall.publication.address = ADDRESS
    hall.saved()
    for table in sorted(hall.slips)[:SENT]:
        hall.both(table, 431 - table, 389 + table)
    with closing(open_server(hall.reports).start()) as server:
        browser.open(f"http://127.0.0.1:{server.port}/ecran.html", 1280, 720)
        browser.until("Object.keys(received).length")
        browser.run(
            "at = pages.findIndex(({ items }) => items.some((one) => one.textContent.includes('reçu'))), show()"
        )
        (ROOT / "docs" / "images" / "publication-ecran.png").write_bytes(browser.picture())


def main() -> None:
    with tempfile.TemporaryDirectory() as name, chromium(Path(name) / "profile") as browser:
        hall_screen(browser, Path(name))
        book = under_way(Path(name))
        for width, height, tab, scheme in SIZES:
            browser.prefer(scheme)
            open_page(browser, width=width, height=height)
            drop_file(browser, book)
            browser.run(f"showTab('{tab}').then(() => 1)")
            (ROOT / "docs" / "images" / f"page-{width}.png").write_bytes(browser.picture())


if __name__ == "__main__":
    main()
