"""The old program as oracle: the same acts through it and through this tree, compared after every act.

The old program is commit 74f8bcbe, the last one before the third edition; `make oracle` puts it into `.oracle/`.
Nothing of this folder imports the program: both sides are processes (`program`), their files are read by openpyxl's
reader and typed into by a writer of our own (`sheets`), located by the titles that stand in them.

    python -m tests.oracle                     scripts, samples and 20 random tournaments
    python -m tests.oracle --random 300 --seed 5      300 random tournaments, from the fifth on
    python -m tests.oracle --scripts 31-a-pair-imposed
    python -m tests.oracle --federation        five invented years, month by month
    python -m tests.oracle.tries               five changes on purpose: does the driver notice?

| file | what it is |
|---|---|
| `install` | `make oracle` |
| `program`, `worker` | one of the two programs, and the process in which its commands run |
| `sheets` | a workbook's tables by title: read, typed into |
| `facts` | what is compared of a workbook and of an answer |
| `played` | a script played on both sides, and the first difference |
| `invent` | random tournaments, as scripts |
| `federation` | invented years, month by month |
| `differences` | reviewed differences, each with its reason |
| `tries` | five changes that must be noticed |

Not compared: wording of sentences (their keys are), names of players in computed cells (where they stand for a player,
his N° is compared), the column Motif and other texts, layout and looks, Fiches, Chevalets, Palmarès, Arbitre but for
its total, the sentences of Journal (that an action has a line there is), Mémoire, pages, curves, CSV and JSON beside
the workbook, and what commands print, but for the figures of `standings`, `et-si` and `check --json`, and the keys of
refusals and warnings.
"""
