"""Reading the settings of an Othello tournament."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tournament_xl.folding import fold
from tournament_xl.othello.model import REGLEMENT, SWISS, Penalties, Settings
from tournament_xl.othello.results import WIN
from tournament_xl.record import record, replace
from tournament_xl.workbook import codes
from tournament_xl.workbook.grid import MOST_ROUNDS, Problems, number, whole
from tournament_xl.workbook.othello import labels
from tournament_xl.workbook.settings_table import Recorded, SettingsReader, SettingsTable, find_settings
from tournament_xl.workbook.snapshot import Snapshot

HIGHEST_BETA = 100
FORBIDDEN = 10_000_000  # the most that a pair's cost counts (S3)


@record
class SettingsSheet(SettingsTable):
    """The settings and where each stands."""

    settings: Settings  # rounds None when the cell is empty


def read_settings(snapshot: Snapshot, problems: Problems) -> SettingsSheet | None:
    """The settings of the sheet Tournoi, problems with every value that is not allowed."""
    table = find_settings(snapshot, labels.SETTINGS, problems)
    if table is None:
        return None
    reader = _Reader(table, labels.SETTINGS, problems)
    return SettingsSheet(table.table, table.lines, reader.settings())


def decisive(settings: Settings) -> dict[str, str]:
    """The settings that decide pairings, standings and fees, as Mémoire keeps them: what an empty cell means."""
    return {
        "Nombre de rondes": str(settings.rounds or ""),
        "Graine": codes.one_line(settings.seed),
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
    """The penalties as they would be typed; "" for PAPP's."""
    now, default = (
        {
            "Couleurs": _spaced(one.colour[1:]), "Alternance": str(one.alternation), "Même pays": str(one.compatriots),
            "Élitisme": _spaced(one.elitism),
        }
        for one in (penalties, Penalties())
    )  # fmt: skip
    return {name: text if text != default[name] else "" for name, text in now.items()}


def _spaced(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def as_recorded(texts: Mapping[str, str], settings: Settings) -> Settings:
    """The settings with those that the Journal recorded (`texts`) in their place."""
    read = _Reader(Recorded({**decisive(settings), **texts}), labels.SETTINGS, Problems()).settings()
    kept = {name: getattr(settings, name) for name in ("formula", "title", "place", "dates")}
    return replace(read, **kept, rounds=read.rounds or settings.rounds)


class _Reader(SettingsReader):
    def settings(self) -> Settings:
        self.mail()
        return Settings(
            formula=self.choice("Formule") or SWISS,
            rounds=self.rounds(),
            seed=self.text("Graine"),
            title=self.text("Nom"),
            place=self.text("Lieu"),
            dates=self.dates(),
            beta=self._beta(),
            tie_break=self.choice("Départage") or REGLEMENT,
            compatriots=self._compatriots(),
            bye_discs=self._whole("Pions du bye", 0, 64, 40),
            most_meetings=self._whole("Rencontres au plus", 1, MOST_ROUNDS, 1),
            rematch_from=self._whole("Revanches dès la ronde", 1, MOST_ROUNDS, 2),
            black_alone=bool(self.choice("Saisie")),
            grand_prix_a=self.choice("Grand Prix A") == "oui",
            bye_half_points=self._bye(),
            penalties=self._penalties(),
        )

    def _bye(self) -> int:
        """In half-points: a half is often typed as a number."""
        return 1 if number(self.text("Points du bye")) == 0.5 or self.choice("Points du bye") == "½" else WIN

    def _penalties(self) -> Penalties:
        default = Penalties()
        return Penalties(
            colour=(0, *self._several("Couleurs", default.colour[1:])),
            alternation=self._whole("Alternance", 0, FORBIDDEN, default.alternation),
            compatriots=self._whole("Même pays", 0, FORBIDDEN, default.compatriots),
            elitism=self._several("Élitisme", default.elitism),
        )

    def _several(self, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """As many whole numbers as the default has, with blanks between."""
        parts = re.split(r"[\s;,]+", self.text(name)) if self.text(name) else []
        values = [whole(part) for part in parts]
        if not parts:
            return default
        if len(values) != len(default) or not all(value is not None and 0 <= value <= FORBIDDEN for value in values):
            self.bad(name, "penalties", shown=_spaced(default))
            return default
        return tuple(value or 0 for value in values)

    def _whole(self, name: str, low: int, high: int, default: int) -> int:
        text = self.text(name)
        value = whole(text)
        if text and (value is None or not low <= value <= high):
            self.bad(name, "setting_range", low=low, high=high)
            return default
        return default if value is None else value

    def _beta(self) -> float | None:
        """B5: 0 or more; None where the format gives it."""
        text = self.text("Bêta")
        value = number(text)
        if text and (value is None or not 0 <= value <= HIGHEST_BETA):
            self.bad("Bêta", "beta", high=HIGHEST_BETA)
            return None
        return value

    def _compatriots(self) -> str:
        """S1: toujours, ronde 1, jamais, interdit dès R."""
        text = fold(self.text("Compatriotes"))
        if text in ("", "toujours", "ronde 1", "jamais"):
            return text or "toujours"
        found = re.fullmatch(r"interdits? des (?:la ronde )?(\d{1,3})", text)
        if not found or int(found[1]) < 1:
            self.bad("Compatriotes", "compatriots")
            return "toujours"
        return f"interdit dès {int(found[1])}"
