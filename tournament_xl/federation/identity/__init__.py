"""Who is who: the register, and which player a row of a workbook means.

Gives identities, or questions with candidates.
Knows no rating.
"""
