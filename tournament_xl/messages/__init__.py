"""Every French sentence that people read, one module per part of the program.

Gives texts and the functions that fill them in.
Knows no sheet, no file and no rule.
"""
