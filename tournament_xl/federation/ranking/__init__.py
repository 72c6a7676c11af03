"""Ratings over time: the ledger, a publication, its corrections and their causes.

Reads files only for the previous publication; no clock, the same result in whatever order files come.
Knows no page.
"""
