"""A publication as pandas tables, and a month built from a script: figures are those of the sheets."""

from datetime import date, datetime
from random import Random

import pytest

from tests import ROOT
from tests import federation_world as world
from tests.federation_desk import list_people, read_sheet_rows
from tournament_xl import frames
from tournament_xl.messages import table_columns

pandas = pytest.importorskip("pandas")  # the group frames: `make check`
PAGE = (ROOT / "docs" / "pandas.md").read_text(encoding="utf-8")


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
        adjustments=str(folder / "a.csv"),
    )  # fmt: skip
    assert lines[0].startswith("Classement au 31/01/2016 : 10 joueurs classés")
    frames.build_month(folder / "février", date(2016, 2, 29), folder / "2.xlsx", before=folder / "1.xlsx")
    return folder


def same(frame, rows, titles):
    """The columns of a frame as on the sheet, read by another program."""
    assert len(frame) == len(rows) > 0
    for ours, theirs in zip(frame.to_dict("records"), rows, strict=True):
        for title in titles:
            value = None if pandas.isna(ours[title]) else ours[title]
            assert (value or None) == (theirs[title] or None), (title, ours, theirs)


def titles(fields, *without):
    return [field.name for field in fields if field.name not in ("Identité", *without)]


def test_ranking_and_ledger_are_the_sheets_and_agree(months):
    once = frames.read_publication(months / "2.xlsx")
    ranking, ledger = frames.publication_ranking(once), frames.publication_ledger(once)
    same(ranking, read_sheet_rows(months / "2.xlsx", "Classement"), titles(table_columns.PUBLICATION_RANKING))
    same(
        ledger,
        read_sheet_rows(months / "2.xlsx", "Saison 2015-2016"),
        titles(table_columns.PUBLICATION_LEDGER, "Saison"),
    )
    assert set(ledger["Saison"]) == {"2015-2016"} and 0.5 in set(ranking["Cote"] % 1)
    last = ledger.groupby("Identité")["Cote après"].last()
    assert (ranking.set_index("Identité")["Cote"] == last.loc[ranking["Identité"]]).all() and len(last) == 10
    played = ledger[ledger["PE"].notna()]
    assert (played["Variation"] == played["PE"] + played["B"].fillna(0) + played["PJ"]).all()


def test_the_evolution_has_a_row_per_player_and_month(months):
    evolution = frames.publication_evolution(str(months / "2.xlsx"))
    wide = evolution.pivot(index="Identité", columns="Mois", values="Cote")
    assert list(wide.columns) == [datetime(2016, 1, 1), datetime(2016, 2, 1)] and len(wide) == 10
    ranking = frames.publication_ranking(months / "2.xlsx").set_index("Identité")["Cote"]
    assert (wide[datetime(2016, 2, 1)] == ranking.loc[wide.index]).all()


def test_the_corrections_are_what_a_month_changes_of_the_one_before(months):
    corrections = frames.publication_corrections(months / "2.xlsx").set_index("Identité")
    before = frames.publication_ranking(months / "1.xlsx").set_index("Identité")["Cote"]
    assert len(corrections) > 5 and (corrections["Cote publiée"] == before.loc[corrections.index]).all()
    assert (corrections["Cote corrigée"] - corrections["Cote publiée"] == corrections["Différence"]).all()
    assert corrections["Cause"].notna().all() and corrections["État"].isna().all()
    empty = frames.publication_corrections(months / "1.xlsx")
    assert len(empty) == 0 and list(empty.columns) == [field.name for field in table_columns.PUBLICATION_CORRECTIONS]


@pytest.mark.parametrize("function", table_columns.PUBLICATION)
def test_the_tables_of_a_publication_are_declared_and_described(months, function):
    fields = table_columns.PUBLICATION[function]
    frame = getattr(frames, function)(months / "2.xlsx")
    assert dict(frame.dtypes.astype(str)) == {field.name: table_columns.DTYPES[field.kind] for field in fields}
    assert table_columns.markdown(fields) in PAGE and f"`{function}(" in PAGE


def test_what_is_no_publication_or_no_month_is_refused_with_a_sentence(months, tmp_path):
    a_tournament = months / "janvier" / "1.xlsx"
    wrong = [
        (frames.ExternalError, "n'est pas un classement", lambda: frames.publication_ranking(a_tournament)),
        (frames.ExternalError, "ne peut pas être lu", lambda: frames.publication_ledger(months / "rien.xlsx")),
        (frames.UsageError, "chemin", lambda: frames.read_publication(3)),
        (frames.UsageError, "--joueurs", lambda: frames.build_month(months, date(2016, 3, 1), tmp_path / "x.xlsx")),
        (frames.UsageError, "date", lambda: frames.build_month(months, "mars", tmp_path / "x.xlsx", before=months)),
        (frames.ExternalError, "doit être après", lambda: frames.build_month(
            months / "janvier", date(2016, 1, 1), tmp_path / "x.xlsx", before=months / "1.xlsx")),
    ]  # fmt: skip
    for error, sentence, call in wrong:
        with pytest.raises(error, match=sentence):
            call()
    assert not any(tmp_path.iterdir())
