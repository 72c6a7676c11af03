"""A month built from a script gives the files of `federation build`."""

from datetime import date
from random import Random

import pytest

from tests import federation_world as world
from tests.federation_desk import list_people, read_sheet_rows
from tournament_xl import frames

pandas = pytest.importorskip("pandas")  # the group frames: `make check`


@pytest.fixture(scope="module")
def months(tmp_path_factory):
    """Two months built from a script; a tournament of January arrives in February."""
    folder = tmp_path_factory.mktemp("publications")
    field = [*list_people(9), list_people(10)[9] | {"licence": "", "last": None, "cote": 0}]
    first, late, second = (
        world.invent_tournament(Random(number), field, day, title=f"TH {number}")
        for number, day in enumerate((date(2016, 1, 5), date(2016, 1, 12), date(2016, 2, 9)))
    )
    world.write_workbook(folder / "janvier" / "1.xlsx", first)
    world.write_workbook(folder / "février" / "2.xlsx", late)
    world.write_workbook(folder / "février" / "3.xlsx", second)
    world.write_list(folder / "liste.csv", field)
    (folder / "a.csv").write_text("Date;Licence;Points;Motif\n20/01/2016;L01;12,5;CLAP\n", encoding="utf-8")
    lines = frames.build_month(
        folder / "janvier", date(2016, 1, 31), folder / "1.xlsx", players=folder / "liste.csv",
        adjustments=str(folder / "a.csv"), publish=True,
    )  # fmt: skip
    assert lines[0].startswith("Classement au 31/01/2016 : 10 joueurs classés")
    frames.build_month(folder / "février", date(2016, 2, 29), folder / "2.xlsx")
    return folder


def test_two_months_built_from_a_script_follow_each_other(months):
    first, second = (read_sheet_rows(months / f"{number}.xlsx", "Classement") for number in (1, 2))
    assert len(first) == len(second) == 10 and 0.5 in {row["Cote"] % 1 for row in first}, "CLAP counts"
    assert {row["Cote avant"] for row in second} == {row["Cote"] for row in first}


def test_what_is_no_month_is_refused_with_a_sentence(months, tmp_path):
    wrong = [
        (frames.UsageError, "chemin", lambda: frames.build_month(3, date(2016, 3, 1), tmp_path / "x.xlsx", register=3)),
        (frames.UsageError, "--joueurs", lambda: frames.build_month(months, date(2016, 3, 1), tmp_path / "x.xlsx")),
        (frames.UsageError, "date", lambda: frames.build_month(months, "mars", tmp_path / "x.xlsx")),
        (frames.ExternalError, "doit être après", lambda: frames.build_month(
            months / "janvier", date(2016, 1, 1), tmp_path / "x.xlsx", register=months / "registre.sqlite")),
    ]  # fmt: skip
    for error, sentence, call in wrong:
        with pytest.raises(error, match=sentence):
            call()
    assert not any(tmp_path.iterdir())
