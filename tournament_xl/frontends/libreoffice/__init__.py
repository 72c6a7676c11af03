"""A workbook open in another program that speaks JSON over standard input and output (docs/stdio.md).

Gives answers to its requests.
Holds no rule.
"""
