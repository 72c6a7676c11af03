"""Settings of a tournament: each declared once, with its name, parser, bounds, choices, help, group and default.

Reading, the lines of the sheet Tournoi, dialogs, the page, the command line and the document follow from a declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from tournament_xl.core.normalization import normalize
from tournament_xl.workbook.cells import parse_int
from tournament_xl.workbook.number_texts import to_one_line
from tournament_xl.workbook.typed_columns import OPTIONAL_TITLES, Invalid, parse_date

FEDERATION_SETTINGS = ("Nom", "Lieu", "Date de début", "Organisateur")  # settings that a federation requires
_MAIL = r"[^@\s,;:<>()\[\]\\\"]+@\w[\w-]*(?:\.\w[\w-]*)+"
Report = Callable[..., None]  # takes the name of a setting, the key of the sentence, and its facts


class Setting(NamedTuple):
    """A line of the settings table on Tournoi."""

    name: str  # text in the column Paramètre
    group: str  # title of its group of lines
    help: str = ""  # help text on the sheet; says what an empty value means
    choices: tuple[str, ...] = ()  # allowed values, in any case and without accents; empty: any
    whole: tuple[int, int] | None = None  # lowest and highest whole number
    default: str = ""  # meaning of an empty value that does not depend on the field
    required: bool = True  # whether its line must be present
    decides: bool = False  # rounds, standings or ratings depend on it: recorded in Mémoire
    field: str = ""  # where the game's `Settings` have the value, "penalties.colour"; "": no rule reads it
    parse: Callable[[str], Any] | None = None  # value of a text; None: by `choices` or `whole`, else the text itself
    show: Callable[[Any], str] = lambda value: "" if value is None else to_one_line(str(value))  # text of a value
    blank: Any = None  # value of an empty text without default; None: "" for texts, None for numbers
    unsaid: bool = False  # earlier histories recorded the default as ""

    def value(self, text: str) -> Any:
        """Return the value of a typed text, which may be empty.

        Raises:
            Invalid: The text is not allowed.
        """
        text = text or self.default
        if not text:
            return self.blank if self.blank is not None or self.whole or self.parse else ""
        if self.parse:
            return self.parse(text)
        if self.choices:
            return parse_choice(text, self.choices, self.name)
        return parse_whole(text, *self.whole) if self.whole else text

    def effective(self, settings: object) -> str:
        """Return the text of the value that counts in a game's `Settings`, in canonical spelling; "" for none."""
        return self.show(attrgetter(self.field)(settings))


def parse_choice(text: str, choices: Sequence[str], name: str) -> str:
    """Return the choice that a text means, in its declared spelling; case and accents do not matter."""
    spellings = {normalize(choice): choice for choice in choices}
    if normalize(text) not in spellings:
        raise Invalid("choice", name=name, choices=", ".join(choices))
    return spellings[normalize(text)]


def parse_whole(text: str, low: int, high: int) -> int:
    """Return a whole number within bounds, which are allowed themselves."""
    value = parse_int(text)
    if value is None or not low <= value <= high:
        raise Invalid("setting_range", low=low, high=high)
    return value


def parse_columns(text: str) -> tuple[str, ...]:
    """Return the optional columns of Joueurs that a text lists, in the order typed, duplicates included."""
    titles = {normalize(name): name for name in OPTIONAL_TITLES}
    names = list(filter(None, map(str.strip, re.split("[,;]", text))))
    if any(normalize(name) not in titles for name in names):
        raise Invalid("choice", name="Colonnes", choices=", ".join(OPTIONAL_TITLES))
    return tuple(titles[normalize(name)] for name in names)


def parse_mail(text: str) -> str:
    """Return a mail address."""
    if len(text) > 254 or not re.fullmatch(_MAIL, text):
        raise Invalid("mail")
    return text


def read_values(settings: Iterable[Setting], texts: Mapping[str, str], report: Report | None = None) -> dict[str, Any]:
    """Read the values of all settings.

    The values are keyed by name. A missing text is empty; `report` is called for each text that is not allowed, which
    counts as empty too.
    """
    values: dict[str, Any] = {}
    for setting in settings:
        text = texts.get(setting.name, "")
        try:
            values[setting.name] = setting.value(text)
        except Invalid as invalid:
            values[setting.name] = setting.value("")
            if report:
                report(setting.name, invalid.key, text=text, **invalid.facts)
    return values


def read_fields(settings: Sequence[Setting], texts: Mapping[str, str], report: Report | None = None) -> dict[str, Any]:
    """Read the values that a game's `Settings` have, by field; those of a dotted field as a dictionary of their own.

    A number of rounds that the formula does not allow is reported, and counts as none; so is a last day before the
    first, which is in the dates nevertheless. Texts and `report` are as in `read_values`.
    """
    values = read_values(settings, texts, report)
    most, rounds = values["Formule"].most_rounds if "Formule" in values else None, values.get("Nombre de rondes")
    if most and rounds and rounds > most:
        values["Nombre de rondes"] = None
        if report:
            report("Nombre de rondes", "setting_range", text=texts["Nombre de rondes"], low=1, high=most)
    fields: dict[str, Any] = {}
    for setting in settings:
        owner, _, name = setting.field.rpartition(".")
        if name:
            (fields.setdefault(owner, {}) if owner else fields)[name] = values[setting.name]
    if "Date de début" in values:
        fields["dates"] = _join_dates(values, report)
    return fields


def restore_fields(
    settings: Sequence[Setting], recorded: Mapping[str, Any], current: object, kept: Collection[str] = ("formula",)
) -> dict[str, Any]:
    """Return the decisive values by field as the history recorded them.

    Where none is recorded all keep their current values; else one that is not recorded is empty, but the number of
    rounds keeps its current value. A recorded text that is not allowed counts as empty. `recorded` are the values that
    count (`effective` of a document), by name; the fields `kept` keep their current values whatever is recorded.
    """
    decisive = [setting for setting in settings if setting.decides and setting.field not in kept]
    texts = {setting.name: setting.effective(current) for setting in decisive}
    for setting in decisive if recorded else ():
        if setting.name in recorded or setting.name != "Nombre de rondes":
            texts[setting.name] = str(recorded.get(setting.name, ""))
    return read_fields(decisive, texts)


def format_decisive_settings(settings: Iterable[Setting], current: object) -> dict[str, str]:
    """Return the text of the value that counts for each decisive setting, by name; "" for none."""
    return {setting.name: setting.effective(current) for setting in settings if setting.decides}


def _join_dates(values: Mapping[str, Any], report: Report | None) -> str:
    """Return the days of the tournament as shown under its name: "21/11/2026 – 22/11/2026", or one day; "" without."""
    first, last = values["Date de début"], values["Date de fin"]
    if report and first and last and last < first:
        report("Date de fin", "dates_order")
    return " – ".join(dict.fromkeys(f"{day:%d/%m/%Y}" for day in (first, last) if day))


SHARED_SETTINGS = (
    Setting("Nom", "Tournoi", "Nom de l'épreuve, en tête de toutes les feuilles.", field="title"),
    Setting("Lieu", "Tournoi", "Ville, club.", field="place"),
    Setting("Salle", "Tournoi", "Pour l'affichage, par exemple : salle 2.", required=False),
    Setting("Heure de la ronde", "Tournoi",
        "14:30, à changer à chaque ronde ; ou toutes d'avance : 14:00, 15:15, 16:30.", required=False),
    Setting("Temps par joueur", "Tournoi", "En minutes, par exemple 20 ou 25 : sur l'affichage et les fiches.",
        whole=(1, 180), required=False, parse=str),
    Setting("Chevalets", "Tournoi", "oui : les numéros des tables, à imprimer (feuille Chevalets).", ("oui",),
        required=False, parse=str),
    Setting("Date de début", "Tournoi", "Par exemple 21/11/2026.", parse=parse_date),
    Setting("Date de fin", "Tournoi", "Vide : le même jour.", parse=parse_date),
    Setting("Organisateur", "Tournoi", "Club ou personne."),
    Setting("Arbitre", "Tournoi", "Nom de l'arbitre."),
    Setting("Courriel fédération", "Tournoi",
        "L'adresse des résultats que donne votre fédération. Vide : à ajouter au courriel.", parse=parse_mail),
    Setting("Équipes", "Tournoi",
        "Combien de joueurs d'un même club comptent (feuille Équipes). Vide : pas d'équipes.",
        whole=(1, 20), required=False),
)  # the first lines of the table in every game  # fmt: skip
SHOWN_COLUMNS = Setting("Colonnes", "Joueurs",
    "À ajouter à Joueurs : Catégorie (prix), Éviter, Table fixe, Présent, Payé… Vide : aucune.",
    required=False, field="columns", parse=parse_columns, blank=())  # fmt: skip
