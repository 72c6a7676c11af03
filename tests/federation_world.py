"""Seasons of random tournaments, as facts and as workbooks that any organiser might have sent.

A tournament is a dict: title, first, last, kind, season, players, rounds, edition. Its players are as for `naive`
(number, name, licence, cote, seed), with first_name, club and series; rounds as for `naive`. The workbooks are written
from these facts alone: sheets, titles and cells of the contract, nothing from the program.
"""

from datetime import date, timedelta

from tests.naive import X, count_rounds, rank_initially
from tests.plain_xlsx import build_parts, write_package

SETTINGS = [
    "Nom", "Lieu", "Date de début", "Date de fin", "Organisateur", "Arbitre", "Courriel fédération", "Formule",
    "Édition", "Nombre de rondes", "Manches gagnantes", "Graine", "Type d'épreuve", "Saison",
]  # fmt: skip
SHEETS = {
    "Joueurs": ["N°", "Nom", "Prénom", "Licence", "Club", "Cote", "Série duplicate", "Rang initial", "Absences",
                "Remarque"],
    "Résultats": ["Ronde", "Table", "N° 1", "Joueur 1", "Score 1", "Score 2", "Joueur 2", "N° 2", "Forfait",
                  "Score 1b", "Score 2b", "Score 1c", "Score 2c", "Motif"],
    "Appariements": ["Table", "PM 1", "Joueur 1", "Score 1", "Score 2", "Joueur 2", "PM 2"],
    "Classement": ["Place", "N°", "Joueur", "Club", "J", "G", "N", "P", "PM", "PPM", "Pdep"],
    "Grille": ["Place", "N°", "Joueur", "PM", "PPM", "Pdep"],
    "Cotes": ["Place", "N°", "Joueur", "Licence", "Rang initial", "Rang (participants)", "Cote initiale",
              "Cote de référence", "PE", "B", "PJ brut", "PJ", "Nouvelle cote", "Série"],
    "Groupes": ["Groupe", "Ordre", "N°", "Joueur"],
    "Tables": ["Joueurs", "Ronde", "Siège 1", "Siège 2"],
    "Journal": ["Date", "Action", "Ronde", "Détail"],
}  # fmt: skip
PL_STAR = {"S": 2350, "1": 2250, "2": 2000, "3": 1800, "4": 1700, "5": 1500, "6": 1300, "7": 1000, "": 1000}
SERIES = ["S", "1A", "2B", "3C", "4D", "5A", "6B", "7D", ""]
CLUBS = [f"Club {letter}" for letter in "ABCDEFGHIJ"]


def find_pl_star(series):
    """Return the PL* of a duplicate series."""
    return PL_STAR[series[:1]]


def invent_person(number, source):
    """Invent a person who may play, as in the federation's list."""
    return {
        "name": f"NOM{number:04}", "first_name": "Ève" if number % 3 else "Œdipe", "licence": f"{3000000 + number}",
        "club": CLUBS[number % 10], "series": source.choice(SERIES),
    }  # fmt: skip


def invent_list_line(number, source, day):
    """Invent a line of the list as it was on a day: cote 0 without any tournament; sometimes no date."""
    cote = 0 if source.random() < 0.08 else round(min(3300, max(1000, source.gauss(1600, 500))))
    last = day - timedelta(days=source.randrange(1, 1500))
    return invent_person(number, source) | {"cote": cote, "last": last if cote and source.random() < 0.85 else None}


def write_list(path, people):
    """Write the federation's file: 12 columns, a 13th with the date, no titles."""
    lines = [
        f"{p['name']};{p['first_name']};{p['licence']};1500;{p['series']};{p['club']};S;FRA;FFS;{p['cote']};;1;"
        + (f"{p['last']:%d/%m/%Y}" if p["last"] else "")
        for p in people
    ]
    path.write_bytes("\r\n".join(lines).encode("cp1252"))
    return path


def invent_tournament(source, people, first, *, days=1, kind="", title="Tournoi", season=""):
    """Invent a tournament of these people, in the cotes that the organiser believes, with random pairs and scores."""
    players = [
        person | {"number": number, "full": f"{person['name']} {person['first_name']}"}
        for number, person in enumerate(people, start=1)
    ]
    for seed, player in enumerate(rank_initially([p | {"name": p["full"]} for p in players]), start=1):
        players[player["number"] - 1]["seed"] = seed
    count = count_rounds(len(players))
    facts = {
        "title": title, "where": "Vienne", "first": first, "last": first + timedelta(days=days - 1), "kind": kind,
        "season": season, "edition": source.choice(["F50", "F10"]), "players": players, "rounds": [],
    }  # fmt: skip
    gone = source.choice(players)["number"] if len(players) > 10 and source.random() < 0.15 else None
    for _ in range(count):
        order = [player["number"] for player in players]
        source.shuffle(order)
        order += [X] * (len(order) % 2)
        facts["rounds"].append([_match(source, *sorted(pair, key=lambda player_id: player_id == X), gone)
                                for pair in zip(order[::2], order[1::2], strict=True)])  # fmt: skip
    return facts


def _match(source, first, second, gone):
    gave = {player_id for player_id in (first, second) if player_id and player_id == gone}
    if not gave and second != X and source.random() < 0.02:
        gave = set(source.choice([(first,), (second,), (first, second)]))
    games = [] if gave or second == X else [(source.randrange(250, 550), source.randrange(250, 550))]
    return {"one": first, "two": second, "games": games, "gave": gave}


def build_sheets(facts):
    """Build the sheets of a tournament's workbook, as rows of cells."""
    values = {
        "Nom": facts["title"], "Lieu": facts["where"], "Date de début": f"{facts['first']:%d/%m/%Y}",
        "Date de fin": f"{facts['last']:%d/%m/%Y}", "Formule": facts.get("formula", "Classique"),
        "Édition": facts["edition"], "Nombre de rondes": len(facts["rounds"]), "Type d'épreuve": facts["kind"],
        "Saison": facts["season"], "Graine": "7", "Organisateur": facts.get("organiser", ""),
    }  # fmt: skip
    anonymous = facts.get("anonymous", ())  # licences of those whom no page may name
    rows = {
        "Joueurs": [
            [
                p["number"],
                p["name"],
                p["first_name"],
                p["licence"],
                p["club"],
                p["cote"] or "",
                p["series"],
                p["seed"],
                "",
                "",
                "oui" if p["licence"] in anonymous else "",
            ]
            for p in facts["players"]
        ],
        "Résultats": [
            _row(number, table, match)
            for number, matches in enumerate(facts["rounds"], start=1)
            for table, match in enumerate(matches, start=1)
        ],
    }
    contents = {
        "Tournoi": [["Paramètre", "Valeur", "Aide"], *([name, values.get(name, ""), "aide"] for name in SETTINGS)]
    }
    contents |= {name: [titles, *rows.get(name, ())] for name, titles in SHEETS.items()}
    if anonymous:
        contents["Joueurs"][0] = [*SHEETS["Joueurs"], "Anonyme"]
    return contents


def write_workbook(path, facts):
    """Write the workbook of a tournament."""
    return write_package(path, build_parts(build_sheets(facts)))


def _row(number, table, match):
    two = "X" if match["two"] == X else match["two"]
    gave = "+".join(str(side) for side in (1, 2) if match[("one", "two")[side - 1]] in match["gave"])
    scores = list(match["games"][0]) if match["games"] else ["", ""]
    return [number, table, match["one"], "", *scores, "", two, gave, "", "", "", "", "tiré"]


def invent_seasons(source, *, people=1500, unknown=100, tournaments=300, start=date(2015, 9, 1), days=3 * 365):
    """Invent a list of `people` less `unknown`, and so many tournaments over `days`; one a year is the world's."""
    everybody = [invent_list_line(number, source, start) for number in range(people - unknown)]
    fresh = [invent_person(number, source) | {"cote": 0, "last": None} for number in range(people - unknown, people)]
    events = []
    for number in range(tournaments):
        championship = number % 100 == 60
        size = source.choice([8, 9, 11, 12, 12, 14, 16, 17, 20, 24, 33] if not championship else [30])
        first = start + timedelta(days=number * days // tournaments + source.randrange(3))
        kind = source.choice(["", "", "", "TH", "TH Classique B", "Masters régional", "Open international"])
        if championship:
            first, kind = date(start.year + 1 + 3 * number // tournaments, 7, 10), "Championnat du monde"
        field = source.sample(everybody + fresh, size)
        field = [
            person | {"cote": person["cote"] if source.random() < 0.9 else 1500} for person in field
        ]  # an old list
        length = source.choice([1, 1, 2, 2, 5])
        events.append(invent_tournament(source, field, first, days=length, kind=kind, title=f"Tournoi {number:03}"))
    return everybody, events
