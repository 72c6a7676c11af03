"""Ratings over time: the ledger, the open month, a publication.

Reads files only for the previous publication; no clock, the same result in whatever order files come.
Knows no page.
"""
