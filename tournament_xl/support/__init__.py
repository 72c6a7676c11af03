"""Help when something does not work: doctor and repair.

Gives what is wrong with an installation or a workbook, and mends buttons.
Knows no rule.
"""
