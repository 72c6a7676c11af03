"""A workbook on disk: opened, locked, backed up, written whole or not at all, restored.

Gives the bytes and the outcome of an action on a file.
Knows no open spreadsheet program and no rule.
"""
