"""Who is who: the register, and which player a row of a workbook means.

Gives the account of each participant, or a question with candidates.
Knows no rating.
"""
