"""Ratings over time: the ledger, a publication, its corrections and their causes.

Pure: no file, no clock, the same result in whatever order files come.
Knows no page.
"""
