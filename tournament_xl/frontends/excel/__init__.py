"""The open Excel: its cells through xlwings, its dialogs, functions for cells.

Gives a snapshot and writes edits.
Holds no rule.
"""
