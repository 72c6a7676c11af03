"""What the federation receives: workbook, pages, letters.

Gives files; writes nothing over what is not its own.
Computes no rating.
"""
