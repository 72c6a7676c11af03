"""A workbook on disk: created, read, locked, backed up, written whole or not at all.

Gives bytes, sheets and decoded workbooks.
Knows no open spreadsheet program, no use case and no rule.
"""
