"""Commands that make files from workbooks, or a workbook from other files."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.frontends.cli.answers import check_workbook_name, print_outcome, read_workbook, warn_if_open
from tournament_xl.frontends.cli.words import FILE, parse_count, parse_positive, verb, word
from tournament_xl.messages import phones
from tournament_xl.messages import publication as texts
from tournament_xl.messages.cli import A_WORKBOOK

if TYPE_CHECKING:
    from tournament_xl.phones.hall import HallServer


@verb(
    "send",
    "préparer l'envoi à la fédération : copie sans macro, cotes, courriel",
    FILE,
    word("--to", "où écrire les fichiers (défaut : à côté du classeur)", metavar="DOSSIER"),
)
def _send(options: argparse.Namespace) -> int:
    from tournament_xl.service.send import send
    from tournament_xl.service.workbook_access import WorkbookFile

    workbook = WorkbookFile(options.file)
    workbook.file.refuse_when_locked()  # only the button may send a workbook that is open
    return print_outcome(send(workbook, options.to).outcome)


@verb(
    "publish",
    "faire des pages pour la salle et le site : tables, classement, joueurs, écran",
    FILE,
    word(
        "--to",
        "le dossier à remplir, vide ou nouveau (défaut : « NOM - publication » à côté du classeur)",
        metavar="DOSSIER",
    ),
    word("--watch", "republier à chaque enregistrement du classeur, jusqu'à Ctrl+C", action="store_true"),
    word(
        "--serve",
        "servir les pages dans la salle (réseau local), recevoir les résultats des téléphones, republier à chaque "
        "enregistrement, jusqu'à Ctrl+C",
        action="store_true",
    ),
    word(
        "--minuteur",
        "servir, et lancer tout de suite le minuteur de la ronde sur l'écran (Temps par joueur × 2)",
        dest="clock",
        action="store_true",
    ),
    word(
        "--adresse",
        "servir, et donner aux téléphones cette adresse de l'ordinateur au lieu de la meilleure trouvée",
        dest="address",
        metavar="A",
        default="",
    ),
    word("--sans-noms", "des initiales au lieu des noms, partout", dest="initials", action="store_true"),
)
def _publish(options: argparse.Namespace) -> int:
    from tournament_xl.publication.publish import PublishedWorkbook

    publication = PublishedWorkbook(options.file, options.to, initials=options.initials)
    warn_if_open(options.file)
    serving = options.serve or options.clock or options.address
    if not (options.watch or serving):
        return print_outcome(publication.publish())
    from tournament_xl.phones.hall import HallServer, publish_saves

    hall, clock = HallServer(publication, options.address) if serving else None, options.clock

    def address_changed(hall: HallServer) -> None:
        """Print the hall's address, new or changed; the first time, start the clock too."""
        nonlocal clock
        _print_address(hall)
        if clock and not hall.reports.start_clock():
            print(phones.NO_CLOCK, flush=True)
        clock = False

    print_outcome(publication.publish())
    if hall and hall.refresh():
        address_changed(hall)
    print(texts.WATCHING.format(file=printable_path(publication.path.name)), flush=True)
    with suppress(KeyboardInterrupt):
        publish_saves(publication, hall, lambda line: print(line, flush=True), address_changed)
    if hall:
        hall.close()
    print(texts.STOPPED)
    return DONE


def _print_address(hall: HallServer) -> None:
    """Print the address for phones (as a QR code too), the desk's, and all addresses that are served."""
    import segno

    hall_address = hall.publication.address
    print(texts.SERVING.format(address=hall_address) if hall_address else texts.NO_HALL)
    if hall_address:
        with suppress(UnicodeEncodeError, LookupError):  # the terminal cannot show the blocks of a QR code
            segno.make(hall_address, error="m").terminal(compact=True)
    if hall.addresses.others:
        print(texts.OTHERS.format(listed=texts.addresses_text(hall.addresses.others)))
    print(texts.SERVED_AT.format(addresses=", ".join(hall.urls)))
    print(phones.DESK.format(address=hall.desk_url))
    print(texts.SERVED_HERE.format(address=hall.local_url), flush=True)


@verb(
    "export",
    "écrire joueurs, parties, classement, grille, cotes et journal en CSV, pour un tableur ou un programme",
    FILE,
    word("--to", "le dossier des tables (défaut : « NOM - tables » à côté du classeur)", metavar="DOSSIER"),
    word(
        "--json",
        "le tournoi en un objet JSON, pour un autre programme ; import en refait un classeur",
        action="store_true",
    ),
)
def _export(options: argparse.Namespace) -> int:
    from tournament_xl.interchange.export import export

    if options.json:
        from tournament_xl.interchange.documents import render_document

        print(render_document(read_workbook(options.file)))
        return DONE
    warn_if_open(options.file)
    return print_outcome(export(options.file, options.to))


@verb(
    "federation",
    "faire le classement international d'un dossier de classeurs",
    word(
        "act",
        "build : calculer le mois ouvert, autant de fois qu'il faut ; publish : le publier, il ne change plus ; "
        "pages : écrire de nouveau les fichiers d'une publication ; unpublish : reprendre la dernière",
        choices=("build", "publish", "pages", "unpublish"),
        metavar="build|publish|pages|unpublish",
    ),
    word(
        "dir",
        "build, publish : le dossier des classeurs et courriels reçus, avec ses sous-dossiers ; aucun n'est modifié",
        metavar="DOSSIER",
        nargs="?",
    ),
    word(
        "--joueurs",
        "la liste des joueurs avec leurs cotes : fichier de la fédération (12 ou 13 colonnes), .csv ou classeur ; "
        "la première fois, ensuite seulement si elle a changé",
        metavar="LISTE",
    ),
    word("--date", "la date du classement, par exemple 2026-11-21 ou 21/11/2026", metavar="D"),
    word(
        "-o",
        "le classeur à écrire (.xlsx) ; à côté : NOM-joueurs.csv et NOM-decisions.csv",
        dest="output",
        metavar=A_WORKBOOK,
    ),
    word(
        "--registre",
        "le registre : tout ce qui a été reçu, décidé et publié (défaut : registre.sqlite à côté du classeur)",
        metavar="FICHIER",
    ),
    word(
        "--avant",
        "une seule fois : le dernier classement publié par une version d'avant, pour commencer le registre",
        metavar="PUBLICATION",
    ),
    word(
        "--ajustements",
        "points à ajouter : un CSV ou un classeur avec les colonnes Date, Licence, Points, Motif",
        metavar="CSV",
    ),
    word(
        "--decisions",
        "le fichier NOM-decisions.csv, colonne Décision remplie, en CSV ou en classeur ; le registre les garde",
        metavar="CSV",
    ),
    word(
        "--calendrier",
        "les tournois annoncés : un CSV ou un classeur avec les colonnes Date, Tournoi, Organisateur ; le classeur dit "
        "lesquels étaient attendus et ne sont pas arrivés",
        metavar="CSV",
    ),
    word("--clore", "build --clore fait comme publish", action="store_true"),
    word("--pdf", "écrit aussi le classement en PDF, par LibreOffice s'il est installé", action="store_true"),
    word(
        "--saison",
        "les nombres d'une saison que le programme n'a pas : un fichier .toml (autant de fois qu'il faut)",
        metavar="TOML",
        action="append",
    ),
    word(
        "--federation",
        "le nom de la fédération, sur les pages et sous les courriers ; gardé de mois en mois, comme les deux suivants",
        metavar="NOM",
    ),
    word("--logo", "une image (PNG, JPEG, GIF) en tête des pages ; vide : aucune", metavar="IMAGE"),
    word("--signature", "qui signe les courriers", metavar="NOM"),
)
def _federation(options: argparse.Namespace) -> int:
    from tournament_xl.federation.command import run_federation

    return run_federation(options)


@verb(
    "compare",
    "quelle formule est la plus juste : des milliers de tournois simulés, un classeur avec les chiffres",
    word(
        "-o --output",
        "le classeur à écrire (défaut : comparaison.xlsx)",
        metavar=A_WORKBOOK,
        default="comparaison.xlsx",
    ),
    word("--joueurs", "nombres de joueurs, séparés par des virgules (défaut : 32)", metavar="N,N", default="32"),
    word(
        "--formules",
        "F10, F50, Open, Othello (PAPP), Othello simple (défaut : F10,F50,Open)",
        metavar="A,B",
        default="F10,F50,Open",
    ),
    word(
        "--tournois",
        "tournois par formule et nombre de joueurs (défaut : 1000)",
        metavar="N",
        type=parse_positive,
        default=1000,
    ),
    word("--rondes", "nombre de rondes (défaut : celui du règlement)", metavar="N", type=parse_count),
    word(
        "--liste",
        "liste dont les cotes donnent la répartition des forces (défaut : celle de Genève)",
        metavar="LISTE",
        default="",
    ),
    word("--graine", "la graine des tirages au sort (défaut : 1)", metavar="S", default="1"),
    word(
        "--processus",
        "processus (défaut : un par processeur) ; les chiffres n'en dépendent pas",
        metavar="N",
        type=parse_count,
        default=0,
    ),
    word("--dask", "calculer sur cette grappe Dask", metavar="ADRESSE", default=""),
    word("--garder", "garder aussi les mesures de chaque tournoi", metavar="CSV", default=""),
)
def _compare(options: argparse.Namespace) -> int:
    from tournament_xl.compare.run import compare

    check_workbook_name(options.output)
    outcome = compare(
        Path(options.output), sizes=options.joueurs, kinds=options.formules, count=options.tournois,
        rounds=options.rondes, seed=options.graine, players=options.liste, processes=options.processus,
        cluster=options.dask, keep=options.garder, command=f"tournament-xl {' '.join(sys.argv[1:])}",
    )  # fmt: skip
    return print_outcome(outcome)


@verb(
    "import",
    "faire un classeur d'un fichier de résultats : JSON, tableau, .ELO, PAPP",
    word(
        "results",
        "un JSON de « export --json », un tableau de résultats de Scrabble (.csv, .xlsx), un "
        "fichier .ELO, ou papp-internal-workfile.txt",
        metavar="FICHIER",
    ),
    word("-o --output", "le classeur à créer (.xlsx ou .xlsm)", metavar=A_WORKBOOK, required=True),
)
def _import(options: argparse.Namespace) -> int:
    from tournament_xl.interchange.import_results import import_file

    check_workbook_name(options.output)
    return print_outcome(import_file(Path(options.results), Path(options.output)))
