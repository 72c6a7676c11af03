"""A workbook as data, whatever the game: snapshot, tables, settings, input rows, working copy.

Gives decoded values and the cells to write.
Knows no game, no file format and no rule.
"""
