"""Tables of the register, for SQLite.

Days are ISO texts, exact numbers texts "n/d"; the views have them as REAL, for pandas and for people. `publication` is
the first publication that has a row. Where a table has a later row about the same subject (`received` of a verdict,
`tournament` of entrants, `number` of a person, `person` of spellings, `licence`, `day` and `reason` of an adjustment,
the subject of a decision), the rows of the last publication count. A tournament is known by the number in `received`
of the version of it that counted first.
"""

import sqlite3
from collections.abc import Iterable, Sequence

APPLICATION_ID = 0x54584C46  # "TXLF", in the header of the file
VERSION = 2  # of these tables

TABLES = """
CREATE TABLE publication (
    number INTEGER PRIMARY KEY, day TEXT NOT NULL, closed INTEGER NOT NULL, imported INTEGER NOT NULL DEFAULT 0,
    written INTEGER NOT NULL DEFAULT 0, report TEXT NOT NULL, pdf INTEGER NOT NULL DEFAULT 0, hash TEXT NOT NULL,
    list_hash TEXT NOT NULL, program TEXT NOT NULL,
    federation TEXT NOT NULL, logo TEXT NOT NULL, signature TEXT NOT NULL
);
CREATE TABLE generation (
    number INTEGER PRIMARY KEY, act TEXT NOT NULL, publication INTEGER NOT NULL, hash TEXT NOT NULL
);
CREATE TABLE season (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (publication, position)
);
CREATE TABLE list_line (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, since TEXT NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (publication, position)
);
CREATE TABLE received (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL,
    within TEXT NOT NULL, label TEXT NOT NULL,
    mail INTEGER NOT NULL, sender TEXT, address TEXT, sent TEXT, subject TEXT, text TEXT, arrived TEXT, forwarder TEXT,
    refusal TEXT NOT NULL, word TEXT NOT NULL, title TEXT NOT NULL, organiser TEXT NOT NULL, letter_to TEXT NOT NULL,
    transient INTEGER NOT NULL, reader TEXT NOT NULL, lack TEXT NOT NULL DEFAULT ''
);
CREATE INDEX received_hash ON received (hash);
CREATE TABLE folder (publication INTEGER NOT NULL, received INTEGER NOT NULL, PRIMARY KEY (publication, received));
CREATE TABLE verdict (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, received INTEGER NOT NULL, verdict TEXT NOT NULL,
    reason TEXT NOT NULL, kept INTEGER NOT NULL, published TEXT, counted_on TEXT, tournament INTEGER
);
CREATE TABLE tournament (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, hash TEXT NOT NULL UNIQUE, title TEXT NOT NULL,
    place TEXT NOT NULL, first_day TEXT NOT NULL, last_day TEXT NOT NULL, formula TEXT NOT NULL, kind TEXT NOT NULL,
    season TEXT NOT NULL, games INTEGER NOT NULL, organiser TEXT NOT NULL, email TEXT NOT NULL, draw TEXT NOT NULL,
    serious TEXT NOT NULL, details TEXT NOT NULL, document TEXT NOT NULL
);
CREATE TABLE entrant (
    publication INTEGER NOT NULL, tournament INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL,
    first_name TEXT NOT NULL, licence TEXT NOT NULL, club TEXT NOT NULL, series TEXT NOT NULL, cote TEXT NOT NULL,
    place INTEGER, anonymous INTEGER NOT NULL, person INTEGER, start TEXT,
    PRIMARY KEY (tournament, publication, number)
);
CREATE TABLE person (
    publication INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, first_name TEXT NOT NULL,
    licence TEXT NOT NULL, club TEXT NOT NULL, series TEXT NOT NULL, PRIMARY KEY (number, publication)
);
CREATE TABLE spelling (
    publication INTEGER NOT NULL, person INTEGER NOT NULL, position INTEGER NOT NULL, since TEXT NOT NULL,
    licence TEXT NOT NULL, name TEXT NOT NULL, first_name TEXT NOT NULL, club TEXT NOT NULL,
    PRIMARY KEY (person, publication, position)
);
CREATE TABLE decision (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, nature TEXT NOT NULL, tournament TEXT NOT NULL,
    day TEXT NOT NULL, mark TEXT NOT NULL, name TEXT NOT NULL, first_name TEXT NOT NULL, licence TEXT NOT NULL,
    club TEXT NOT NULL, question TEXT NOT NULL, candidates TEXT NOT NULL, proposals TEXT NOT NULL,
    answer TEXT NOT NULL, author TEXT NOT NULL, decided TEXT NOT NULL, reason TEXT NOT NULL
);
CREATE TABLE adjustment (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, day TEXT NOT NULL, licence TEXT NOT NULL,
    points TEXT NOT NULL, reason TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (publication, position)
);
CREATE TABLE expected (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, day TEXT NOT NULL, title TEXT NOT NULL,
    organiser TEXT NOT NULL, PRIMARY KEY (publication, position)
);
CREATE TABLE movement (
    number INTEGER PRIMARY KEY, publication INTEGER NOT NULL, day TEXT NOT NULL, kind TEXT NOT NULL,
    reason TEXT NOT NULL, person INTEGER NOT NULL, before TEXT, after TEXT NOT NULL,
    hash TEXT NOT NULL, entrant INTEGER NOT NULL, played TEXT, place INTEGER, rank INTEGER, start TEXT, reference TEXT,
    pe TEXT, bonus TEXT, raw TEXT, pj TEXT
);
CREATE TABLE ranked (
    publication INTEGER NOT NULL, position INTEGER NOT NULL, person INTEGER NOT NULL, rank INTEGER, cote TEXT,
    name TEXT, club TEXT, series TEXT, PRIMARY KEY (publication, position)
);
"""

UPGRADES = {
    1: ("ALTER TABLE verdict ADD COLUMN tournament INTEGER",
        """UPDATE verdict SET tournament = ifnull((
            SELECT min(old.received) FROM verdict AS old JOIN verdict AS struck USING (received)
            JOIN received AS file ON file.number = old.received JOIN tournament ON tournament.hash = file.hash
            WHERE old.counted_on = verdict.counted_on AND old.publication < verdict.publication
            AND struck.publication = verdict.publication AND struck.counted_on IS NULL AND tournament.title =
            (SELECT own.title FROM received AS it JOIN tournament AS own USING (hash)
             WHERE it.number = verdict.received)
        ), received) WHERE counted_on NOTNULL""",  # of a correction: the file that was struck for it
        "ALTER TABLE received ADD COLUMN lack TEXT NOT NULL DEFAULT ''"),
}  # version -> statements that make it the next one  # fmt: skip
_EXACT = {
    "movement": ("before", "after", "start", "reference", "pe", "bonus", "raw", "pj"),
    "entrant": ("cote", "start"), "ranked": ("cote",), "adjustment": ("points",),
}  # table -> columns of exact numbers  # fmt: skip
PUBLISHED = (
    "season", "list_line", "received", "folder", "verdict", "tournament", "entrant", "person", "spelling", "adjustment",
    "expected", "movement", "ranked",
)  # tables whose rows a build of the open month writes again  # fmt: skip


def insert_rows(connection: sqlite3.Connection, table: str, rows: Iterable[Sequence[object]]) -> None:
    """Insert rows with a value for each column of a table."""
    columns = len(connection.execute(f"PRAGMA table_info({table})").fetchall())
    connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})", rows)


def list_views() -> list[str]:
    """Return the statements that make a view `TABLE_real` of each table with exact numbers, these as REAL.

    A cote that a workbook has is a plain number.
    """
    return [
        f"CREATE VIEW {table}_real AS SELECT *, {', '.join(map(_real, columns))} FROM {table}"
        for table, columns in _EXACT.items()
    ]


def _real(column: str) -> str:
    bar = f"instr({column} || '/1', '/')"
    return (
        f"CAST(substr({column}, 1, {bar} - 1) AS REAL) / CAST(substr({column} || '/1', {bar} + 1) AS REAL)"
        f" AS {column}_real"
    )
