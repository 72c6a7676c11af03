"""What people type into a workbook of Scrabble, by chance: players, numbers, absences, results."""

from tests import naive

FOREVER = 99  # rounds of somebody who has left: up to this one, not included
SCORES = (("Score 1", "Score 2"), ("Score 1b", "Score 2b"), ("Score 1c", "Score 2c"))
SERIES = {"S": 2350, "0": 2350, "1A": 2250, "1B": 2250, "2A": 2000, "3C": 1800, "4D": 1700, "5A": 1500, "6B": 1300}
FAMILY = (
    "Dupont", "dupond", "Éluard", "Eluard", "Œuvrard", "Oeuvre", "Saint-Jean", "Saint Just", "D'Arcy", "Darcy", "Zola",
    "Ænea", "Müller", "Muller", "Lê", "Le Goff", "N'Diaye", "de Rham", "Çelik", "Celik", "O’Neil", "Martin", "Aubert",
)  # fmt: skip
FIRST = ("Zoé", "Zoe", "Anne", "Anne-Marie", "Jean", "Élie", "Luc", "Max", "Ève", "Noël", "", "Ida", "Paul", "René")


def person(source, index, cotes):
    """A row of Joueurs: a name with accents that others may have too, one of `cotes`, a duplicate series or nothing."""
    own = source.choice(FIRST)
    if source.random() < 0.5:
        own = f"{own} {index}".strip()
    row = {"Nom": source.choice(FAMILY), "Prénom": own, "Licence": f"{source.randrange(10**4):04}{index:03}"}
    chance = source.random()
    if chance < 0.1:
        row["Série duplicate"] = source.choice(list(SERIES))
    elif chance < 0.95:
        row["Cote"] = source.choice(cotes)
    return row


def cote_of(row):
    return float(row["Cote"] if "Cote" in row else SERIES.get(row.get("Série duplicate"), 1000))


def size_of_field(source, formula):
    if formula == naive.OPEN:
        return source.choice((source.randrange(11, 20), source.randrange(11, 20), source.randrange(20, 45)))
    if formula != naive.CLASSIQUE:
        return source.randrange(3, 11 if formula == naive.ROUND_ROBIN else 8)
    few, some, many = source.randrange(7, 17), source.randrange(17, 41), source.randrange(41, 129)
    return source.choice((few,) * 5 + (some,) * 4 + (many,))


def games(source, to_win):
    """A match: draws, narrow and crushing games; three games at most when two must be won."""
    played = []
    while len(played) < (1 if to_win == 1 else 3):
        one = source.randrange(250, 560)
        two = one if source.random() < 0.1 else source.randrange(250, 560)
        played.append((one, two))
        if max(sum(a > b for a, b in played), sum(a < b for a, b in played)) == to_win:
            break
    return played


def as_typed(source, number):
    """A number as people type it, or hosts read it."""
    return source.choice((number, number, number, float(number), str(number), f" {number} ", f"{number},0"))


def absences_text(source, away):
    """A set of rounds as people announce it: "3", "3, 5", "2-4", "4-"."""
    parts, rest = [], sorted(away)
    while rest:
        run = [number for at, number in enumerate(rest) if number == rest[0] + at]
        if len(run) == 1:
            parts.append(str(run[0]))
        else:
            parts.append(f"{run[0]}-" if run[-1] >= FOREVER - 1 else f"{run[0]}-{run[-1]}")
        rest = rest[len(run) :]
    return source.choice((",", ", ", "; ")).join(parts)


def number_of(text):
    """A number as it stands in a cell: "X", "12", "12,0"."""
    return naive.X if text == "X" else int(float(text.replace(",", ".")))


def sides(line):
    """The two of a row of Résultats."""
    return number_of(line.text("N° 1")), number_of(line.text("N° 2"))


def gave(line):
    """Who gives the forfeit by a row of Résultats."""
    return {who for side, who in zip("12", sides(line), strict=True) if side in line.text("Forfait")}
