"""What `send` is given and what it writes, for tests."""

from pathlib import Path

from tests.desk import Desk


def named(desk: Desk) -> Desk:
    settings = {
        "Nom": "Tournoi de Genève", "Lieu": "Genève", "Date_de_début": "20/11/2026", "Date_de_fin": "21/11/2026",
        "Organisateur": "Club de Genève", "Courriel_fédération": "cotes@federation.example", "Graine": "4711",
    }  # fmt: skip
    for name, value in settings.items():
        desk.set(name, value)
    return desk


def files(folder: Path) -> dict[str, Path]:
    """The files written, by ending."""
    return {path.suffix: path for path in folder.iterdir() if path.name.startswith("Tournoi")}
