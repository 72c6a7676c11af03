"""Settings of the tournament: read from the sheet Tournoi, recorded in the history, restored from it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tournament_xl.core.normalization import normalize
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.rules.formulas import FORMULAS
from tournament_xl.games.othello.rules.model import OthelloSettings, Penalties
from tournament_xl.games.othello.rules.results import WIN
from tournament_xl.workbook.cells import parse_int, parse_number
from tournament_xl.workbook.history.fact_texts import to_one_line
from tournament_xl.workbook.settings_table import SettingsReader, SettingsTable, find_settings
from tournament_xl.workbook.tables import Problems, Table

HIGHEST_BETA = 100


@dataclass(frozen=True, slots=True)
class OthelloSettingsSheet(SettingsTable):
    """Settings of the tournament, and the row of each on the sheet Tournoi."""

    settings: OthelloSettings  # rounds: None when the cell is empty


def read_settings(table: Table, problems: Problems) -> OthelloSettingsSheet:
    """Read the settings of Tournoi, with a problem for every value that is not allowed."""
    lines = find_settings(table, schema.SETTINGS, problems)
    reader = _OthelloReader(lines.texts(), schema.SETTINGS, partial(lines.report, problems))
    return OthelloSettingsSheet(table, lines.lines, reader.settings())


def format_decisive_settings(settings: OthelloSettings) -> dict[str, str]:
    """Return the settings that decide pairings, standings and fees, as the history (sheet Mémoire) records them.

    Label -> text. Empty settings are recorded as the default that they stand for; but as "" an empty number of rounds,
    an empty Bêta or Grand Prix A, and penalties equal to PAPP's. The setting Formule is not among them.
    """
    return {
        "Nombre de rondes": str(settings.rounds or ""),
        "Graine": to_one_line(settings.seed),
        "Départage": settings.tie_break,
        "Bêta": "" if settings.beta is None else f"{settings.beta:g}",
        "Pions du bye": str(settings.bye_discs),
        "Compatriotes": settings.compatriots,
        "Rencontres au plus": str(settings.most_meetings),
        "Revanches dès la ronde": str(settings.rematch_from),
        "Grand Prix A": "oui" if settings.grand_prix_a else "",
        "Points du bye": "" if settings.bye_half_points == WIN else "½",
        **_weights(settings.penalties),
    }


def _weights(penalties: Penalties) -> dict[str, str]:
    """Return the penalties as people would type them; "" for the penalties of PAPP."""
    typed_texts, default_texts = (
        {
            "Couleurs": _spaced(penalty_set.colour[1:]),
            "Alternance": str(penalty_set.alternation),
            "Même pays": str(penalty_set.compatriots),
            "Élitisme": _spaced(penalty_set.elitism),
        }
        for penalty_set in (penalties, Penalties())
    )
    return {name: text if text != default_texts[name] else "" for name, text in typed_texts.items()}


def _spaced(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def settings_from_history(texts: Mapping[str, str], settings: OthelloSettings) -> OthelloSettings:
    """Return the settings with recorded values in place of current ones; formula, title, place and dates stay.

    Saisie and Colonnes, on which no pairing, standings or fee depends, get their defaults.

    Args:
        texts: Setting -> recorded value. Any other setting that is not recorded keeps the current value, and so does
            the number of rounds if "" is recorded.
        settings: Current settings.
    """
    recorded = _OthelloReader({**format_decisive_settings(settings), **texts}, schema.SETTINGS).settings()
    unrecorded = {name: getattr(settings, name) for name in ("formula", "title", "place", "dates")}
    return replace(recorded, **unrecorded, rounds=recorded.rounds or settings.rounds)


class _OthelloReader(SettingsReader):
    """Reader of the settings of Othello."""

    def settings(self) -> OthelloSettings:
        self.check_team_size_and_mail()
        formula = FORMULAS[self.read_choice("Formule")]
        return OthelloSettings(
            formula=formula,
            rounds=self.read_round_count(formula),
            seed=self.text("Graine"),
            title=self.text("Nom"),
            place=self.text("Lieu"),
            dates=self.read_dates(),
            columns=self.read_columns(),
            beta=self._beta(),
            tie_break=self.read_choice("Départage"),
            compatriots=self._compatriots(),
            bye_discs=self.read_int("Pions du bye") or 0,
            most_meetings=self.read_int("Rencontres au plus") or 1,
            rematch_from=self.read_int("Revanches dès la ronde") or 1,
            black_alone=bool(self.read_choice("Saisie")),
            grand_prix_a=self.read_choice("Grand Prix A") == "oui",
            bye_half_points=self._bye_half_points(),
            penalties=self._penalties(),
        )

    def _bye_half_points(self) -> int:
        """Return half-points of a bye; a half is often typed as a number."""
        return 1 if parse_number(self.text("Points du bye")) == 0.5 or self.read_choice("Points du bye") == "½" else WIN

    def _penalties(self) -> Penalties:
        default, alternation, compatriots = Penalties(), self.read_int("Alternance"), self.read_int("Même pays")
        return Penalties(
            colour=(0, *self._whole_numbers("Couleurs", default.colour[1:])),
            alternation=default.alternation if alternation is None else alternation,
            compatriots=default.compatriots if compatriots is None else compatriots,
            elitism=self._whole_numbers("Élitisme", default.elitism),
        )

    def _whole_numbers(self, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """Return as many whole numbers as the default has; blanks, commas and semicolons separate them."""
        parts = re.split(r"[\s;,]+", self.text(name)) if self.text(name) else []
        values = [value for part in parts if (value := parse_int(part)) is not None and 0 <= value <= schema.FORBIDDEN]
        if not parts:
            return default
        if not len(parts) == len(values) == len(default):
            self.report_value(name, "penalties", shown=_spaced(default))
            return default
        return tuple(values)

    def _beta(self) -> float | None:
        """Return β, 0 or more (B5); None where the format decides."""
        text = self.text("Bêta")
        value = parse_number(text)
        if text and (value is None or not 0 <= value <= HIGHEST_BETA):
            self.report_value("Bêta", "beta", high=HIGHEST_BETA)
            return None
        return value

    def _compatriots(self) -> str:
        """Return toujours, ronde 1, jamais or interdit dès R (S1)."""
        text = normalize(self.text("Compatriotes"))
        if text in ("", "toujours", "ronde 1", "jamais"):
            return text or "toujours"
        match = re.fullmatch(r"interdits? des (?:la ronde )?(\d{1,3})", text)
        if not match or int(match[1]) < 1:
            self.report_value("Compatriotes", "compatriots")
            return "toujours"
        return f"interdit dès {int(match[1])}"
