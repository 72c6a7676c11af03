"""History of a workbook: what each action observed and applied, recorded on the sheet Mémoire.

Gives the history of a workbook and its state after any entry.
Knows no game and no other sheet.
"""
